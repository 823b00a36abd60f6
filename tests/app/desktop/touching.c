/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas under real pointer and keyboard input: symbols are highlighted where they are drawn, their numbers are
 * inserted, and they are plotted. */
#include "core/language/language.h"
#include "tests/app/desktop/plots.h"
#include "ui/picture/scene/scene-items.h"
#include "ui/widgets/scene/scene-private.h"
#include "ui/widgets/side/parameter-row.h"
#include "ui/widgets/views/formulas/formulas-private.h"

#include <math.h>
#include <string.h>

#define SLEIGH "chaplygin-sleigh"

/* The middle of the n-th symbol of this name in the view. */
static void
place_of(NoslipView *view, const char *name, guint nth, double *x, double *y, guint *id)
{
  const NoslipFormulas *formulas = noslip_formulas_of(view);
  for (guint i = 0; i < formulas->symbols->len; i++) {
    const NoslipSpot *spot = &g_array_index(formulas->symbols, NoslipSpot, i);
    if (!g_str_equal(spot->name, name) || nth-- > 0)
      continue;
    *x = spot->x + spot->width / 2;
    *y = spot->y + spot->height / 2;
    *id = spot->id;
    return;
  }
  g_error("there is no symbol %s", name);
}

static gboolean
has_symbol(NoslipView *view, const char *name)
{
  const NoslipFormulas *formulas = noslip_formulas_of(view);
  for (guint i = 0; i < formulas->symbols->len; i++)
    if (g_str_equal(g_array_index(formulas->symbols, NoslipSpot, i).name, name))
      return TRUE;
  return FALSE;
}

static const char *
pointed(NoslipWindow *window)
{
  return noslip_simulation_pointed(noslip_window_simulation(window));
}

static gboolean
row_is_lit(NoslipWindow *window, const char *name)
{
  GtkWidget *slider = driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, name);
  g_assert_nonnull(slider);
  GtkWidget *row = gtk_widget_get_ancestor(slider, NOSLIP_TYPE_PARAMETER_ROW);
  return gtk_widget_has_css_class(row, "noslip-lit");
}

/* The number at the end of a formula, and the value of the expression before it. */
static double
number_after(const char *text, const char *sign)
{
  const char *at = g_strrstr(text, sign);
  g_assert_nonnull(at);
  return g_ascii_strtod(at + strlen(sign), NULL);
}

/* The text between the first and the last "=" is a formula of numbers that has the value behind them. */
static void
assert_by_hand(NoslipWindow *window, const char *text)
{
  NoslipSystem *system = noslip_simulation_system(noslip_window_simulation(window));
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  const char *from = strstr(text, " = "), *to = g_strrstr(text, " = ");
  g_assert_true(from && to > from);
  g_autofree char *middle = g_strndup(from + 3, (gsize) (to - from - 3));
  NoslipExpr read;
  if (!noslip_language_expression(system, graph, middle, &read, diagnostics))
    g_error("“%s” is no formula", middle);
  double total = number_after(text, " = "), by_hand = noslip_expr_value(graph, read, 0, NULL, NULL);
  g_assert_cmpfloat_with_epsilon(by_hand, total, 1e-3 * fabs(total));
}

static char *
claim_text(NoslipView *view, guint id)
{
  NoslipFormula formula;
  g_assert_true(noslip_formulas_of(view)->find(view, id, &formula));
  return noslip_formulas_text(view, id, &formula);
}

/* A symbol under the pointer is highlighted in the side pane, and no other; when the pointer leaves, the highlight is
 * removed. */
static void
test_lights_up(void)
{
  NoslipWindow *window = driven_open(SLEIGH, 1);
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  double x, y;
  guint id;
  driven_point(scene, 100, 100);
  driven_key("9");
  NoslipView *view = NULL;
  WAIT_FOR((view = NOSLIP_VIEW(driven_find(GTK_WIDGET(window), NOSLIP_TYPE_VIEW, "Claims"))) &&
           gtk_widget_get_mapped(GTK_WIDGET(view)) && driven_settled(window) && has_symbol(view, "m"));
  place_of(view, "m", 0, &x, &y, &id);
  driven_point(GTK_WIDGET(view), x, y);
  WAIT_FOR(g_strcmp0(pointed(window), "m") == 0 && driven_settled(window));
  g_assert_true(row_is_lit(window, "m"));
  g_assert_false(row_is_lit(window, "a"));
  driven_point(scene, 200, 200);
  WAIT_FOR(!pointed(window));
  g_assert_false(row_is_lit(window, "m"));
  driven_close(window);
}

/* A click inserts one number, another removes it; a click beside the symbols inserts all of them, and the total follows
 * from the printed numbers. */
static void
test_numbers(void)
{
  NoslipWindow *window = driven_open(SLEIGH, 1);
  NoslipView *view = plots_alone(window, "9", "Claims");
  double x, y;
  guint id;
  WAIT_FOR(driven_settled(window) && has_symbol(view, "omega"));
  place_of(view, "omega", 0, &x, &y, &id);
  driven_click(GTK_WIDGET(view), x, y);
  WAIT_FOR(noslip_formulas_is_open(view, id) && driven_settled(window));
  g_autofree char *one = claim_text(view, id);
  g_assert_nonnull(strstr(one, "m"));
  g_assert_null(strstr(one, "omega"));
  place_of(view, "omega", 0, &x, &y, &id);
  driven_click(GTK_WIDGET(view), x, y);
  WAIT_FOR(!noslip_formulas_is_open(view, id) && driven_settled(window));
  driven_key("ctrl+Return");
  WAIT_FOR(noslip_formulas_is_open(view, id) && driven_settled(window));
  g_autofree char *all = claim_text(view, id);
  g_assert_null(strstr(all, "m"));
  g_assert_null(strstr(all, "omega"));
  g_test_message("%s", all);
  assert_by_hand(window, all);
  g_autofree char *words = noslip_view_description(view);
  g_assert_nonnull(strstr(words, all));
  driven_close(window);
}

/* The rates of an input that is moved stand in the formulas, by name and by number. */
static void
test_numbers_of_input(void)
{
  NoslipWindow *window = driven_open("ball-on-driven-table", 1);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_hands_move_input(noslip_simulation_hands(simulation), 0, 2);
  WAIT_FOR(driven_settled(window));
  noslip_playback_seek(noslip_simulation_playback(simulation), 1.02);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  driven_key("9");
  WAIT_FOR(driven_settled(window) && driven_find(GTK_WIDGET(window), NOSLIP_TYPE_VIEW, "Claims"));
  NoslipView *view = NOSLIP_VIEW(driven_find(GTK_WIDGET(window), NOSLIP_TYPE_VIEW, "Claims"));
  for (guint id = 0; id < 5; id++) {
    g_autofree char *formula = claim_text(view, id);
    g_test_message("%s", formula);
    g_assert_null(strstr(formula, "by hand"));
  }
  driven_key("9");
  view = plots_alone(window, "8", "Equations");
  WAIT_FOR(driven_settled(window) && noslip_view_is_ready(view));
  NoslipFormula motor;
  guint n_found = 0;
  for (guint i = 0; i < 400; i++) {
    if (!noslip_formulas_of(view)->find(view, i, &motor) || !motor.graph)
      continue;
    g_autofree char *left = noslip_expr_text(motor.graph, motor.left);
    g_autofree char *right = noslip_expr_text(motor.graph, motor.right);
    if (!g_str_equal(left, "lambda(motor)") || !strstr(right, "Omega'"))
      continue;
    g_assert_cmpstr(right, ==, "I*Omega'");
    double is = noslip_formulas_value(view, i, "lambda(motor)"), rate = noslip_formulas_value(view, i, "Omega'");
    g_assert_cmpfloat(rate, >, 1);
    g_assert_cmpfloat_with_epsilon(is, 4 * rate, 1e-9 * is);
    n_found++;
  }
  g_assert_cmpuint(n_found, >, 0);
  driven_close(window);
}

static void
read_clipboard(GObject *clipboard, GAsyncResult *result, gpointer text)
{
  *(char **) text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(clipboard), result, NULL);
}

/* The text that ctrl+c has copied. Free with g_free(). */
static char *
copied_by_key(NoslipWindow *window)
{
  char *text = NULL;
  GdkClipboard *clipboard = gtk_widget_get_clipboard(GTK_WIDGET(window));
  gdk_clipboard_set_text(clipboard, "nothing");
  driven_key("ctrl+c");
  gdk_clipboard_read_text_async(clipboard, NULL, read_clipboard, &text);
  WAIT_FOR(text);
  return text;
}

/* By keys alone: through the symbols, the number of one copied, and one plotted. */
static void
test_keys(void)
{
  NoslipWindow *window = driven_open(SLEIGH, 1);
  NoslipView *view = plots_alone(window, "8", "Equations");
  WAIT_FOR(driven_settled(window) && has_symbol(view, "omega"));
  driven_key("alt+Right");
  WAIT_FOR(pointed(window));
  for (guint i = 0; i < 60 && g_strcmp0(pointed(window), "omega") != 0; i++)
    driven_key("alt+Right");
  g_assert_cmpstr(pointed(window), ==, "omega");
  g_autofree char *words = noslip_view_description(view);
  g_assert_true(g_str_has_prefix(words, "ω = "));
  g_autofree char *copied = noslip_formulas_copied(view);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  int column = noslip_quantities_find(noslip_view_quantities(view), "omega");
  g_assert_cmpfloat(g_ascii_strtod(copied, NULL), ==,
                    noslip_runs_value(noslip_simulation_runs(simulation), 0, (guint) column));
  g_autofree char *by_key = copied_by_key(window);
  g_assert_cmpstr(by_key, ==, copied);
  driven_key("shift+Return");
  NoslipView *time = NULL;
  WAIT_FOR((time = noslip_tiles_view(noslip_window_tiles(window), &noslip_time_view)) &&
           noslip_view_choice(time, "shown"));
  g_assert_true(g_strv_contains(noslip_view_choice(time, "shown"), "omega"));
  driven_close(window);
}

/* Drags the number or symbol at a place of one widget onto a place of another, which takes it: each step waits until the
 * one before has been noticed. */
static void
drag_number(GtkWidget *from, double x, double y, GtkWidget *to, double to_x, double to_y)
{
  GtkDragSource *source = GTK_DRAG_SOURCE(driven_controller(from, GTK_TYPE_DRAG_SOURCE));
  GtkDropTarget *target = GTK_DROP_TARGET(driven_controller(to, GTK_TYPE_DROP_TARGET));
  driven_point(from, x, y);
  driven_move("mousedown 1");
  for (guint i = 0; !gtk_drag_source_get_drag(source); i++) {
    g_assert_cmpuint(i, <, 200);
    driven_point(from, x + 20 + i % 2, y + 4);
    driven_run(0.05);
  }
  for (guint i = 0; !gtk_drop_target_get_current_drop(target); i++) {
    g_assert_cmpuint(i, <, 200);
    driven_point(to, to_x + 4 * (i % 2), to_y);
    driven_run(0.05);
  }
  driven_run(0.3);
  driven_move("mouseup 1");
}

/* A symbol that is dragged onto a view is plotted there; a constant is not. */
static void
test_dragged(void)
{
  NoslipWindow *window = driven_open(SLEIGH, 1);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  driven_key("3");
  driven_key("9");
  NoslipView *view = NULL, *time = NULL;
  WAIT_FOR((view = NOSLIP_VIEW(driven_find(GTK_WIDGET(window), NOSLIP_TYPE_VIEW, "Claims"))) &&
           (time = NOSLIP_VIEW(driven_find(GTK_WIDGET(window), NOSLIP_TYPE_VIEW, "Time"))) &&
           gtk_widget_get_mapped(GTK_WIDGET(time)) && driven_settled(window) && has_symbol(view, "v1"));
  g_assert_false(noslip_view_drop(time, "m", NAN, NAN)); /* a parameter */
  g_assert_null(noslip_view_choice(time, "shown"));
  const char *theta[] = {"theta", NULL};
  noslip_view_set_choice(time, "shown", theta);
  double x, y;
  guint id;
  place_of(view, "v1", 0, &x, &y, &id);
  drag_number(GTK_WIDGET(view), x, y, GTK_WIDGET(time), 90, 60);
  WAIT_FOR(g_strv_contains(noslip_view_choice(time, "shown"), "v1"));
  g_assert_true(g_strv_contains(noslip_view_choice(time, "shown"), "theta"));
  driven_close(window);
}

/* A number of a picture is copied from the place of the pointer. */
static void
test_number_of_picture(void)
{
  g_autofree char *drift = noslip_text_number("energy drift +2.5e\342\210\22213", 16);
  g_assert_cmpstr(drift, ==, "+2.5e-13");
  g_autofree char *word = noslip_text_number("energy drift", 2), *unit = noslip_text_number("4 s", 1);
  g_assert_null(word);
  g_assert_null(unit);
  NoslipWindow *window = driven_open(SLEIGH, 1);
  NoslipView *view = plots_alone(window, "9", "Claims");
  WAIT_FOR(driven_settled(window) && has_symbol(view, "m"));
  GtkWidget *widget = GTK_WIDGET(view);
  guint found = 0;
  for (int y = 0; y < gtk_widget_get_height(widget); y += 4)
    for (int x = 0; x < 200; x += 20) {
      g_autofree char *number = noslip_view_number_at(view, x, y);
      found += number && isfinite(g_ascii_strtod(number, NULL));
    }
  g_assert_cmpuint(found, >, 2);
  driven_close(window);
}

/* The place of a number of the scene's legend. */
static void
number_of_legend(NoslipSceneView *scene, double *x, double *y)
{
  for (*y = 20; *y < 200; *y += 4)
    for (*x = 100; *x < 300; *x += 4) {
      g_autofree char *number = noslip_scene_view_number_at(scene, *x, *y);
      if (number)
        return;
    }
  g_error("the legend has no number");
}

/* By Ctrl+C: the time beside the scrubber, a number of the legend, the value of a slider that was reached by Tab, and
 * otherwise the scene's description. */
static void
test_number_of_window(void)
{
  NoslipWindow *window = driven_open(SLEIGH, 1);
  NoslipSceneView *scene = noslip_window_scene(window);
  GtkWidget *label = driven_label(noslip_window_timeline(window), "1.00 s");
  double x, y;
  driven_point(label, gtk_widget_get_width(label) / 2.0, gtk_widget_get_height(label) / 2.0);
  g_autofree char *time = copied_by_key(window);
  g_assert_cmpstr(time, ==, "1.00");
  number_of_legend(scene, &x, &y);
  driven_point(GTK_WIDGET(scene), x, y);
  g_autofree char *arrow = copied_by_key(window), *there = noslip_scene_view_number_at(scene, x, y);
  g_assert_cmpstr(arrow, ==, there);
  driven_point(GTK_WIDGET(scene), gtk_widget_get_width(GTK_WIDGET(scene)) - 30.0, 200);
  g_autofree char *all = copied_by_key(window), *words = noslip_scene_view_words(scene);
  g_assert_cmpstr(all, ==, words);
  driven_key("9");
  NoslipView *view = NULL;
  guint id;
  WAIT_FOR((view = NOSLIP_VIEW(driven_find(GTK_WIDGET(window), NOSLIP_TYPE_VIEW, "Claims"))) &&
           gtk_widget_get_mapped(GTK_WIDGET(view)) && driven_settled(window) && has_symbol(view, "m"));
  place_of(view, "m", 0, &x, &y, &id);
  driven_point(GTK_WIDGET(view), x, y); /* the focus stays in the scene */
  WAIT_FOR(g_strcmp0(pointed(window), "m") == 0 && driven_settled(window));
  g_autofree char *mass = copied_by_key(window);
  g_assert_cmpfloat(g_ascii_strtod(mass, NULL), ==, 1);
  driven_key("Tab");
  gtk_widget_grab_focus(driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, "omega"));
  g_autofree char *slider = copied_by_key(window);
  g_assert_cmpfloat(g_ascii_strtod(slider, NULL), ==, 1.5);
  driven_close(window);
}

/* A number of the legend that is dragged onto an entry replaces its value, and the camera stays. */
static void
test_number_dragged(void)
{
  NoslipWindow *window = driven_open(SLEIGH, 1);
  NoslipSceneView *scene = noslip_window_scene(window);
  GtkWidget *entry = driven_find(GTK_WIDGET(window), GTK_TYPE_ENTRY, "omega");
  NoslipCamera before = driven_camera(window);
  double x, y;
  number_of_legend(scene, &x, &y);
  g_autofree char *number = noslip_scene_view_number_at(scene, x, y);
  drag_number(GTK_WIDGET(scene), x, y, entry, 20, 12);
  GtkRange *slider = GTK_RANGE(driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, "omega"));
  const double wanted = g_ascii_strtod(number, NULL);
  WAIT_FOR(fabs(gtk_range_get_value(slider) - wanted) < 1e-12);
  g_assert_cmpfloat(g_ascii_strtod(gtk_editable_get_text(GTK_EDITABLE(entry)), NULL), ==, wanted);
  NoslipCamera after = driven_camera(window);
  g_assert_cmpfloat(after.azimuth, ==, before.azimuth);
  g_assert_cmpfloat(after.elevation, ==, before.elevation);
  driven_close(window);
}

/* The colours of an ensemble have a key in the legend. */
static void
test_ensemble_legend(void)
{
  NoslipWindow *window = driven_open(SLEIGH, 1);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  const GArray *ghosts = noslip_window_scene(window)->scene->ghosts;
  NoslipEnsembleSettings settings;
  g_assert_cmpuint(ghosts->len, ==, 0);
  noslip_ensemble_settings_init(&settings);
  settings.on = TRUE;
  settings.n = 16;
  noslip_ensemble_settings_spread(&settings, "omega", 0.25);
  noslip_ensemble_run_set(noslip_simulation_ensemble(simulation), &settings);
  WAIT_FOR(driven_settled(window) && ghosts->len > 0);
  g_assert_cmpuint(ghosts->len, ==, 2);
  g_assert_cmpstr(g_array_index(ghosts, NoslipGhost, 0).name, ==, "ω = 1.25");
  g_assert_cmpstr(g_array_index(ghosts, NoslipGhost, 1).name, ==, "ω = 1.75");
  noslip_ensemble_settings_clear(&settings);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  g_test_add_func("/touching/highlight", test_lights_up);
  g_test_add_func("/touching/numbers", test_numbers);
  g_test_add_func("/touching/numbers-of-input", test_numbers_of_input);
  g_test_add_func("/touching/keys", test_keys);
  g_test_add_func("/touching/dragged", test_dragged);
  g_test_add_func("/touching/number-of-picture", test_number_of_picture);
  g_test_add_func("/touching/number-of-window", test_number_of_window);
  g_test_add_func("/touching/number-dragged", test_number_dragged);
  g_test_add_func("/touching/ensemble-legend", test_ensemble_legend);
  int status = g_test_run();
  driven_end();
  return status;
}
