/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The view of the momenta under a real pointer and real keys: its section, its readings, and its message for a
 * nonexistent section. Values are those of a planet in a central field, where w2 = r^2 theta' is constant. */
#include "tests/app/desktop/plots.h"
#include "ui/widgets/views/momenta-section.h"

#include <math.h>
#include <string.h>

#define SYSTEM "central-force" /* at first w1 = 0.1, w2 = 1.15; k = 1 */
#define AREA 1.15
#define SECTION "Momentum of a section of D"
#define P_W1 "p(w\342\202\201)"
#define P_W2 "p(w\342\202\202)"
#define P_AREA "p(r\302\262\342\200\211w\342\202\202)" /* with squares and indices as they are read */

/* Writes a section into the menu's entry, with the pointer, and leaves the menu. */
static void
ask_for(NoslipWindow *window, NoslipView *view, const char *text)
{
  GtkWidget *popover = plots_open_menu(window, "Choices of Momenta");
  GtkWidget *entry = driven_find(popover, GTK_TYPE_ENTRY, SECTION);
  g_assert_nonnull(entry);
  driven_click_on(entry);
  driven_key("ctrl+a");
  driven_type(text);
  WAIT_FOR(g_str_equal(gtk_editable_get_text(GTK_EDITABLE(entry)), text));
  driven_key("Return");
  WAIT_FOR(plots_has_choice(view, "section", text));
  plots_close_menu(popover);
}

static gboolean
is_known(NoslipView *view)
{
  NoslipSection section;
  gtk_widget_queue_draw(GTK_WIDGET(view));
  return noslip_momenta_section(view, &section) && (section.rows || section.error);
}

/* r, w1 and w2 at a time. */
static void
state_at(NoslipView *view, double t, double *r, double *w1, double *w2)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  const NoslipSystem *system = noslip_simulation_system(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), t);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  *r = row[noslip_row_x(system)];
  *w1 = row[noslip_row_y(system)];
  *w2 = row[noslip_row_y(system) + 1];
}

/* The values of the curves, from the state. */
typedef double (*Curve)(double r, double w1, double w2);

static double
radial_speed(double r, double w1, double w2)
{
  return w1;
}

static double
radial_acceleration(double r, double w1, double w2)
{
  return w2 * w2 / (r * r * r) - 1 / (r * r);
}

static double
area_speed(double r, double w1, double w2)
{
  return AREA;
}

static double
nothing(double r, double w1, double w2)
{
  return 0;
}

/* Points at where a curve must be, and expects to read it off there. */
static void
expect(NoslipView *view, guint figure, double time, const char *name, Curve curve)
{
  double value, t, r, w1, w2;
  g_autofree char *begins = g_strdup_printf("%s = ", name);
  state_at(view, time, &r, &w1, &w2);
  const char *reading = plots_point(view, figure, time, curve(r, w1, w2));
  if (!g_str_has_prefix(reading, begins))
    g_error("“%s” does not begin with “%s”", reading, begins);
  plots_values(reading, &value, &t);
  g_assert_cmpfloat_with_epsilon(t, time, 0.1); /* a pixel or two */
  state_at(view, t, &r, &w1, &w2);
  g_assert_cmpfloat_with_epsilon(value, curve(r, w1, w2), 1e-5);
}

/* A section by name: its momentum is conserved by symmetry and is listed under its own name. */
static void
test_conserved(void)
{
  NoslipWindow *window = driven_open(SYSTEM, 3);
  NoslipView *view = plots_alone(window, "6", "Momenta");
  g_assert_true(plots_drawn_with(view, 0, P_W1) && plots_drawn_with(view, 0, P_W2));
  ask_for(window, view, "r^2*w2");
  WAIT_FOR(is_known(view));
  WAIT_FOR(plots_drawn_with(view, 0, P_AREA " conserved"));
  g_assert_false(plots_drawn_with(view, 0, P_W1)); /* it is the only one */
  WAIT_FOR(strcmp(noslip_view_caption(view), "r\302\262\342\200\211w\342\202\202") == 0);
  expect(view, 0, 7, P_AREA, area_speed);
  expect(view, 1, 12, "momentum equation of " P_AREA, nothing); /* which coincides with the measured one */
  driven_close(window);
}

/* One that is not conserved: momentum and both rates are r' and r'' of the planet. */
static void
test_rate(void)
{
  NoslipWindow *window = driven_open(SYSTEM, 3);
  NoslipView *view = plots_alone(window, "6", "Momenta");
  ask_for(window, view, "w1");
  WAIT_FOR(is_known(view) && plots_drawn_with(view, 0, P_W1));
  g_assert_false(plots_drawn_with(view, 0, "conserved"));
  expect(view, 0, 7, P_W1, radial_speed);
  expect(view, 1, 12, "momentum equation of " P_W1, radial_acceleration);
  /* measured: the value at the shared time, named at the curve */
  double r, w1, w2;
  state_at(view, 5, &r, &w1, &w2);
  g_autofree char *description = noslip_view_description(view);
  g_autofree char *shown = noslip_number_text(radial_acceleration(r, w1, w2), 4);
  g_autofree char *expected = g_strdup_printf("its rate measured %s, by the momentum equation %s", shown, shown);
  g_test_message("%s", description);
  g_assert_nonnull(strstr(description, expected));
  driven_close(window);
}

/* An invalid section gives one message with a hint; the previous section can be restored. */
static void
test_refused(void)
{
  static const struct {
    const char *text, *why, *remedy;
  } cases[] = {{"r", "The section has a part without velocities", "write it like r*x' + w2"},
               {"w1*w2", "The section is not linear in the velocities", "write it like r*x' + w2"},
               {"nobody", "There is no nobody", NULL}};
  NoslipWindow *window = driven_open(SYSTEM, 3);
  NoslipView *view = plots_alone(window, "6", "Momenta");
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    ask_for(window, view, cases[i].text);
    WAIT_FOR(is_known(view) && plots_drawn_with(view, 0, cases[i].why));
    g_assert_true(!cases[i].remedy || plots_drawn_with(view, 0, cases[i].remedy));
    g_assert_false(plots_drawn_with(view, 1, cases[i].why));
    g_assert_false(plots_drawn_with(view, 0, P_W1));
    g_autofree char *description = noslip_view_description(view);
    g_assert_nonnull(strstr(description, cases[i].remedy ? cases[i].remedy : "no nobody"));
  }
  driven_close(window);
}

/* Tab back from the view to its menu, whose entry has the keys at once; an empty one shows all sections again. */
static void
test_keys(void)
{
  NoslipWindow *window = driven_open(SYSTEM, 3);
  NoslipView *view = plots_alone(window, "6", "Momenta");
  GtkWidget *button = driven_find(GTK_WIDGET(window), GTK_TYPE_MENU_BUTTON, "Choices of Momenta");
  g_assert_true(gtk_widget_has_focus(GTK_WIDGET(view)));
  for (guint i = 0; i < 3; i++)
    driven_key("shift+Tab");
  WAIT_FOR(gtk_widget_get_state_flags(button) & GTK_STATE_FLAG_FOCUS_WITHIN);
  driven_key("space");
  GtkWidget *popover = NULL, *entry = NULL;
  WAIT_FOR((popover = GTK_WIDGET(gtk_menu_button_get_popover(GTK_MENU_BUTTON(button)))) &&
           gtk_widget_get_mapped(popover) && (entry = driven_find(popover, GTK_TYPE_ENTRY, SECTION)) &&
           (gtk_widget_get_state_flags(entry) & GTK_STATE_FLAG_FOCUS_WITHIN));
  driven_type("r^2*w2");
  driven_key("Return");
  WAIT_FOR(is_known(view) && plots_drawn_with(view, 0, P_AREA " conserved"));
  /* then to the check button of p(w1): both are shown */
  driven_key("Tab");
  driven_key("space");
  WAIT_FOR(plots_has_choice(view, "shown", "p(w1)") && plots_drawn_with(view, 0, P_W1));
  g_assert_true(plots_drawn_with(view, 0, P_AREA " conserved"));
  g_assert_false(plots_drawn_with(view, 0, P_W2));
  driven_key("shift+Tab");
  driven_key("ctrl+a");
  driven_key("Delete");
  driven_key("Return");
  WAIT_FOR(!noslip_view_choice(view, "section") && !plots_drawn_with(view, 0, P_AREA));
  g_assert_cmpfloat(noslip_playhead_time(noslip_simulation_playhead(noslip_window_simulation(window))), ==, 3);
  plots_close_menu(popover);
  WAIT_FOR(gtk_widget_get_state_flags(button) & GTK_STATE_FLAG_FOCUS_WITHIN);
  driven_close(window);
}

/* Keys act on both figures if the pointer is over neither, and on their common time; the scales are chosen in the
 * menu. */
static void
test_scales(void)
{
  NoslipWindow *window = driven_open(SYSTEM, 3);
  NoslipView *view = plots_alone(window, "6", "Momenta");
  double x[2][2], y[2][2], of_x, of_y;
  driven_point(GTK_WIDGET(window), 600, 20);
  WAIT_FOR(!isfinite(view->pointer_x) && driven_settled(window));
  for (guint i = 0; i < 2; i++)
    plots_range(view, i, x[i], y[i]);
  driven_key("alt+plus");
  WAIT_FOR(!plots_shows(view, 0, x[0], y[0]) && driven_settled(window));
  for (guint i = 0; i < 2; i++) {
    plots_part(view, i, x[i], y[i], &of_x, &of_y);
    g_assert_cmpfloat_with_epsilon(of_x, 0.8, 1e-6);
    g_assert_cmpfloat_with_epsilon(of_y, 0.8, 1e-6);
  }
  driven_key("Home");
  WAIT_FOR(plots_shows(view, 0, x[0], y[0]) && plots_shows(view, 1, x[1], y[1]));
  driven_key("alt+Up");
  WAIT_FOR(!plots_shows(view, 1, x[1], y[1]) && driven_settled(window));
  plots_part(view, 1, x[1], y[1], &of_x, &of_y);
  g_assert_cmpfloat_with_epsilon(of_x, 1, 1e-6);
  g_assert_cmpfloat_with_epsilon(of_y, 1, 1e-6);
  driven_key("alt+0");
  WAIT_FOR(plots_shows(view, 1, x[1], y[1]));
  GtkWidget *popover = plots_open_menu(window, "Choices of Momenta");
  driven_click_on(
      driven_find(popover, GTK_TYPE_CHECK_BUTTON, "Logarithmic: dp/dt measured, and by the equation (dashes)"));
  WAIT_FOR(noslip_view_is_flipped(view, 1) && !noslip_view_is_flipped(view, 0));
  plots_close_menu(popover);
  NoslipAxis axis;
  WAIT_FOR((noslip_figure_axis(view->figures[1], NOSLIP_AXIS_Y, &axis), axis.logarithmic) && driven_settled(window));
  noslip_figure_axis(view->figures[0], NOSLIP_AXIS_Y, &axis);
  g_assert_false(axis.logarithmic);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  plots_begin(&argc, &argv);
  g_test_add_func("/momenta/conserved", test_conserved);
  g_test_add_func("/momenta/rate", test_rate);
  g_test_add_func("/momenta/refused", test_refused);
  g_test_add_func("/momenta/keys", test_keys);
  g_test_add_func("/momenta/scales", test_scales);
  int status = g_test_run();
  driven_end();
  return status;
}
