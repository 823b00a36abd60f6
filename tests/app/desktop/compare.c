/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparing, driven by user input. */
#include "tests/app/desktop/driven.h"
#include "ui/widgets/side/overlay-chooser.h"

#include <math.h>
#include <string.h>

static void
note(gboolean *done)
{
  *done = TRUE;
}

static void
click(GtkWidget *root, const char *name)
{
  GtkWidget *button = driven_find(root, GTK_TYPE_BUTTON, name);
  if (!button)
    g_error("there is no button %s", name);
  g_assert_true(gtk_widget_get_sensitive(button));
  g_signal_emit_by_name(button, "clicked");
}

/* Whether the text about an overlay contains this. */
static gboolean
is_described(GtkWidget *root, const char *name, const char *words)
{
  GtkWidget *button = driven_find(root, GTK_TYPE_SWITCH, name);
  if (!button)
    return FALSE;
  GtkWidget *column = gtk_widget_get_prev_sibling(button);
  const char *text = gtk_label_get_text(GTK_LABEL(gtk_widget_get_last_child(column)));
  return strstr(text, words) != NULL;
}

static guint
n_shown(NoslipSimulation *simulation)
{
  guint n = 0;
  for (guint i = 1; i < noslip_runs_n(noslip_simulation_runs(simulation)); i++)
    n += noslip_runs_view(noslip_simulation_runs(simulation), i)->shown;
  return n;
}

static void
test_one_click(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 2);
  GtkWidget *root = GTK_WIDGET(window), *scene = GTK_WIDGET(noslip_window_scene(window));
  NoslipSimulation *simulation = noslip_window_simulation(window);
  int n = 0, m = 0;
  g_autofree guint32 *before = driven_pixels(scene, &n);
  click(root, "All formulations");
  WAIT_FOR(driven_settled(window));
  g_assert_cmpuint(n_shown(simulation), ==, 4);
  g_assert_true(gtk_switch_get_active(GTK_SWITCH(driven_find(root, GTK_TYPE_SWITCH, "projection"))));
  click(root, "All formulations");
  g_assert_cmpuint(n_shown(simulation), ==, 0);
  click(root, "Nonholonomic against vakonomic");
  WAIT_FOR(driven_settled(window));
  g_assert_cmpuint(n_shown(simulation), ==, 1);
  WAIT_FOR(is_described(root, "vakonomic", "parts at t = 0.01 s"));
  /* a ghost beside the sleigh */
  g_autofree guint32 *after = driven_pixels(scene, &m);
  g_assert_cmpint(n, ==, m);
  g_assert_cmpint(driven_different(before, after, n), >, 500);
  driven_close(window);
}

/* Keep the motion and move a slider: both motions are shown, and the kept one lists its values. */
static void
test_keep(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  GtkWidget *root = GTK_WIDGET(window);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  guint n = noslip_runs_n(noslip_simulation_runs(simulation));
  click(root, "Keep this motion");
  g_assert_cmpuint(noslip_runs_n(noslip_simulation_runs(simulation)), ==, n + 1);
  gtk_range_set_value(GTK_RANGE(driven_find(root, GTK_TYPE_SCALE, "a")), 0.5);
  WAIT_FOR(driven_settled(window));
  WAIT_FOR(is_described(root, "Kept 1", "a = 0.2"));
  const NoslipRunView *kept = noslip_runs_view(noslip_simulation_runs(simulation), n);
  g_assert_true(kept->shown);
  double x = noslip_trajectory_row(kept->trajectory, kept->n_rows - 1, NULL)[1];
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  g_assert_cmpfloat(fabs(noslip_trajectory_row(primary->trajectory, primary->n_rows - 1, NULL)[1] - x), >, 1e-3);
  gtk_switch_set_active(GTK_SWITCH(driven_find(root, GTK_TYPE_SWITCH, "Kept 1")), FALSE);
  g_assert_false(noslip_runs_view(noslip_simulation_runs(simulation), n)->shown);
  click(root, "Remove Kept 1");
  g_assert_cmpuint(noslip_runs_n(noslip_simulation_runs(simulation)), ==, n);
  g_assert_null(driven_find(root, GTK_TYPE_SWITCH, "Kept 1"));
  driven_close(window);
}

/* The popover: a value that the constraint forbids is reported, and a value that it allows changes the motion. */
static gboolean
add_overlay(NoslipSimulation *simulation, const char *variable, const char *value)
{
  gboolean done = FALSE;
  GtkWidget *chooser = g_object_ref_sink(noslip_overlay_chooser_new(simulation));
  g_signal_connect_swapped(chooser, "done", G_CALLBACK(note), &done);
  GtkWidget *names = driven_find(chooser, GTK_TYPE_DROP_DOWN, "Parameter or initial value");
  GListModel *model = gtk_drop_down_get_model(GTK_DROP_DOWN(names));
  for (guint i = 0; i < g_list_model_get_n_items(model); i++) {
    g_autoptr(GtkStringObject) item = g_list_model_get_item(model, i);
    if (g_str_equal(gtk_string_object_get_string(item), variable))
      gtk_drop_down_set_selected(GTK_DROP_DOWN(names), i);
  }
  gtk_editable_set_text(GTK_EDITABLE(driven_find(chooser, GTK_TYPE_ENTRY, "Value")), value);
  g_signal_emit_by_name(gtk_widget_get_last_child(chooser), "clicked");
  g_object_unref(chooser);
  return done;
}

static void
test_chooser(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  GtkWidget *root = GTK_WIDGET(window);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  guint n = noslip_runs_n(noslip_simulation_runs(simulation));
  g_assert_true(add_overlay(simulation, "v2", "1"));
  g_assert_cmpuint(noslip_runs_n(noslip_simulation_runs(simulation)), ==, n + 1);
  WAIT_FOR(is_described(root, "v2 = 1", "do not satisfy constraint"));
  g_assert_true(add_overlay(simulation, "omega", "2,5"));
  WAIT_FOR(driven_settled(window));
  const NoslipRunView *run = noslip_runs_view(noslip_simulation_runs(simulation), n + 1);
  g_assert_cmpfloat(noslip_trajectory_row(run->trajectory, 0, NULL)[6], ==, 2.5);
  g_assert_null(run->report.error);
  /* nothing is added if nothing differs, or if the entry is not a number */
  g_assert_false(add_overlay(simulation, "omega", "fast"));
  g_assert_false(add_overlay(simulation, "omega", ""));
  g_assert_cmpuint(noslip_runs_n(noslip_simulation_runs(simulation)), ==, n + 2);
  driven_close(window);
}

static gboolean
is_in_sight(GtkWidget *widget)
{
  graphene_rect_t place;
  GtkWidget *root = GTK_WIDGET(gtk_widget_get_root(widget));
  return gtk_widget_compute_bounds(widget, root, &place) && place.origin.y >= 0 &&
         place.origin.y + place.size.height <= (float) gtk_widget_get_height(root);
}

/* From the side pane's own button: another integrator, or other dynamics; the popover closes and the overlay is
 * added. */
static void
test_added(void)
{
  static const struct {
    const char *choice;
    guint place;
  } cases[] = {{"Overlay's method", 1}, {"Overlay's dynamics", 2}};
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  GtkWidget *menu = driven_find(GTK_WIDGET(window), GTK_TYPE_MENU_BUTTON, "Add overlay"), *choice = NULL;
  guint n = noslip_runs_n(noslip_simulation_runs(simulation));
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    gtk_window_set_focus(GTK_WINDOW(window), NULL);    /* the button may already have the focus but be scrolled out of
                                                        * view */
    gtk_widget_child_focus(menu, GTK_DIR_TAB_FORWARD); /* scrolls there */
    WAIT_FOR(is_in_sight(menu));
    gtk_menu_button_popup(GTK_MENU_BUTTON(menu));
    WAIT_FOR((choice = driven_find(menu, GTK_TYPE_DROP_DOWN, cases[i].choice)) && gtk_widget_get_mapped(choice));
    gtk_drop_down_set_selected(GTK_DROP_DOWN(choice), cases[i].place);
    click(menu, "Add");
    WAIT_FOR(noslip_runs_n(noslip_simulation_runs(simulation)) == n + i + 1 && driven_settled(window));
    g_assert_false(gtk_widget_get_mapped(choice));
    const NoslipRunView *run = noslip_runs_view(noslip_simulation_runs(simulation), n + i);
    g_assert_true(run->shown && !run->pending);
    g_assert_cmpuint(run->n_rows, >, 100);
    g_assert_nonnull(driven_find(GTK_WIDGET(window), GTK_TYPE_SWITCH, run->name));
  }
  g_assert_cmpint(noslip_runs_view(noslip_simulation_runs(simulation), n)->formulation->kind, ==,
                  NOSLIP_DYNAMICS_NONHOLONOMIC);
  g_assert_cmpint(noslip_runs_view(noslip_simulation_runs(simulation), n + 1)->formulation->kind, ==,
                  NOSLIP_DYNAMICS_VAKONOMIC);
  driven_close(window);
}

/* Pixels of about this colour. */
static guint
n_coloured(const guint32 *pixels, int n, NoslipColor color)
{
  guint found = 0;
  const double wanted[] = {color.b, color.g, color.r};
  for (int i = 0; i < n; i++) {
    gboolean near = TRUE;
    for (guint k = 0; k < 3; k++)
      near = near && fabs((pixels[i] >> 8 * k & 0xff) / 255.0 - wanted[k]) < 0.06;
    found += near;
  }
  return found;
}

/* The dots of an ensemble span the gradient from one end to the other. */
static void
check_coloured(const guint32 *without, const guint32 *with, int n)
{
  NoslipTheme theme;
  noslip_theme_init(&theme, FALSE, 1);
  for (guint i = 0; i <= 4; i++) {
    NoslipColor color = noslip_theme_gradient(&theme, i / 4.0);
    guint before = n_coloured(without, n, color), after = n_coloured(with, n, color);
    g_test_message("gradient at %u / 4: %u pixels, then %u", i, before, after);
    g_assert_cmpuint(after, >, before + 10);
  }
}

/* The ensemble: switched on, counted, spread, drawn, stopped; no motion is lost, and the window does not wait for
 * it. */
static void
test_ensemble(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 2);
  GtkWidget *root = GTK_WIDGET(window), *scene = GTK_WIDGET(noslip_window_scene(window));
  NoslipSimulation *simulation = noslip_window_simulation(window);
  GtkWidget *path = driven_find(root, NOSLIP_TYPE_VIEW, "Path");
  int n[2], m[2];
  WAIT_FOR(driven_settled(window));
  g_autofree guint32 *scene_before = driven_pixels(scene, &n[0]), *path_before = driven_pixels(path, &n[1]);
  gtk_switch_set_active(GTK_SWITCH(driven_find(root, GTK_TYPE_SWITCH, "Cloud of initial values")), TRUE);
  const NoslipEnsembleView *ensemble = noslip_ensemble_run_view(noslip_simulation_ensemble(simulation));
  g_assert_nonnull(ensemble);
  g_assert_cmpfloat(noslip_ensemble_settings_spread_of(&noslip_simulation_ensemble(simulation)->settings, "omega"), >,
                    0);
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(driven_find(root, GTK_TYPE_SPIN_BUTTON, "Motions in the cloud")), 500);
  GtkWidget *width = driven_find(root, GTK_TYPE_ENTRY, "Spread of omega");
  gtk_editable_set_text(GTK_EDITABLE(width), "0.75");
  g_signal_emit_by_name(width, "activate");
  WAIT_FOR(driven_settled(window));
  g_assert_true(ensemble->finished);
  g_assert_cmpuint(ensemble->layout->n_motions, ==, 500);
  double least = INFINITY, most = -INFINITY;
  for (guint lane = 0; lane < noslip_ensemble_view_lanes(ensemble, 0); lane++) {
    least = fmin(least, (double) noslip_ensemble_view_values(ensemble, 0, 0, 5)[lane]);
    most = fmax(most, (double) noslip_ensemble_view_values(ensemble, 0, 0, 5)[lane]);
  }
  g_assert_cmpfloat(most - least, >, 1);
  g_assert_cmpfloat(most - least, <=, 1.5);
  g_autofree guint32 *scene_after = driven_pixels(scene, &m[0]), *path_after = driven_pixels(path, &m[1]);
  g_assert_cmpint(n[0], ==, m[0]);
  g_assert_cmpint(n[1], ==, m[1]);
  g_assert_cmpint(driven_different(scene_before, scene_after, n[0]), >, 1000);
  check_coloured(scene_before, scene_after, n[0]);
  g_assert_cmpint(driven_different(path_before, path_after, n[1]), >, 1000);
  /* a text that is not a valid width is rejected at its entry and changes nothing */
  gtk_editable_set_text(GTK_EDITABLE(width), "wide");
  g_signal_emit_by_name(width, "activate");
  g_assert_true(gtk_widget_has_css_class(width, "error"));
  g_assert_cmpfloat(noslip_ensemble_settings_spread_of(&noslip_simulation_ensemble(simulation)->settings, "omega"), ==,
                    0.75);
  /* stopped before its end */
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(driven_find(root, GTK_TYPE_SPIN_BUTTON, "Seed of the cloud")), 2);
  click(root, "Stop the cloud");
  WAIT_FOR(driven_settled(window));
  g_assert_true(ensemble->finished);
  g_assert_cmpuint(noslip_simulation_ensemble(simulation)->settings.seed, ==, 2);
  gtk_switch_set_active(GTK_SWITCH(driven_find(root, GTK_TYPE_SWITCH, "Cloud of initial values")), FALSE);
  g_assert_null(noslip_ensemble_run_view(noslip_simulation_ensemble(simulation)));
  driven_close(window);
}

/* A slider moved while the motion plays: the past is kept, and the motion continues from the present state. */
static void
test_slider_while_it_runs(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.play-pause", NULL);
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > 1);
  double moved = noslip_playhead_time(noslip_simulation_playhead(simulation));
  gtk_range_set_value(GTK_RANGE(driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, "a")), 0.5);
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > moved + 0.5);
  g_assert_cmpint(noslip_simulation_playhead(simulation)->state, ==, NOSLIP_PLAYING);
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  const double times[] = {moved - 0.5, moved + 0.25}, lengths[] = {0.2, 0.5};
  for (guint i = 0; i < 2; i++) {
    const NoslipChunk *chunk = NULL;
    noslip_trajectory_row(primary->trajectory, noslip_trajectory_find(primary->trajectory, times[i]), &chunk);
    g_assert_cmpfloat(chunk->parameters[2], ==, lengths[i]);
  }
  driven_close(window);
}

static guint
check_uncut(GtkWidget *widget)
{
  guint n = 0;
  if (GTK_IS_LABEL(widget) && gtk_widget_has_css_class(widget, "noslip-name")) {
    if (gtk_widget_get_mapped(widget) && pango_layout_is_ellipsized(gtk_label_get_layout(GTK_LABEL(widget))))
      g_error("the name %s is cut off", gtk_label_get_text(GTK_LABEL(widget)));
    n++;
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    n += check_uncut(child);
  return n;
}

/* The slider and entry of each number have its name in the system, and no name is cut off. */
static void
test_rows(void)
{
  NoslipWindow *window = driven_open("snakeboard", NAN);
  GtkWidget *root = GTK_WIDGET(window);
  const NoslipSystem *system = noslip_simulation_system(noslip_window_simulation(window));
  for (guint i = 0; i < system->n_parameters + system->m + system->n; i++) {
    const char *name =
        i < system->n_parameters ? system->parameters[i].name : noslip_state_name(system, i - system->n_parameters);
    if (!driven_find(root, GTK_TYPE_SCALE, name) || !driven_find(root, GTK_TYPE_ENTRY, name))
      g_error("%s has no slider or no entry of its name", name);
  }
  g_assert_cmpuint(check_uncut(root), >=, system->n_parameters + system->m + system->n);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  g_test_add_func("/compare/one-click", test_one_click);
  g_test_add_func("/compare/keep", test_keep);
  g_test_add_func("/compare/chooser", test_chooser);
  g_test_add_func("/compare/added", test_added);
  g_test_add_func("/compare/ensemble", test_ensemble);
  g_test_add_func("/compare/slider-while-it-runs", test_slider_while_it_runs);
  g_test_add_func("/compare/rows", test_rows);
  int status = g_test_run();
  driven_end();
  return status;
}
