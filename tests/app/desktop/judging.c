/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The views that judge a motion, under real pointer and keyboard input: residuals of constraints, agreement of
 * formulations, and claims with their worst times. */
#include "tests/app/desktop/plots.h"
#include "ui/picture/display-items.h"

#include <math.h>
#include <string.h>

#define AFFINE "ball-on-rotating-table" /* whose constraint forces do work */
#define MISPRINTS "misprints/chaplygin-sleigh.noslip"

/* The column of this name, at the shared time. */
static double
value_of(NoslipWindow *window, const char *name)
{
  NoslipSimulation *simulation = noslip_window_simulation(window);
  int column = noslip_quantities_find(noslip_runs_primary(noslip_simulation_runs(simulation))->quantities, name);
  g_assert_cmpint(column, >=, 0);
  return noslip_runs_value(noslip_simulation_runs(simulation), 0, (guint) column);
}

/* Points at the curve of a quantity, and expects to read its value there under its displayed name. */
static void
expect(NoslipWindow *window, NoslipView *view, guint figure, const char *quantity, const char *name, double time)
{
  double value, t;
  g_autofree char *begins = g_strdup_printf("%s = ", name);
  noslip_playback_seek(noslip_simulation_playback(noslip_window_simulation(window)), time);
  const char *reading = plots_point(view, figure, time, value_of(window, quantity));
  if (!g_str_has_prefix(reading, begins))
    g_error("“%s” does not begin with “%s”", reading, begins);
  plots_values(reading, &value, &t);
  g_assert_cmpfloat_with_epsilon(t, time, 0.1); /* a pixel or two */
  noslip_playback_seek(noslip_simulation_playback(noslip_window_simulation(window)), t);
  g_assert_cmpfloat_with_epsilon(value, value_of(window, quantity), 1e-5 * fabs(value));
}

/* Multipliers, residuals and powers are read off in the figure that is pointed at. */
static void
test_constraints(void)
{
  NoslipWindow *window = driven_open(AFFINE, 3);
  NoslipView *view = plots_alone(window, "5", "Constraints");
  expect(window, view, 0, "lambda(slip_x)", "\316\273(slip_x)", 12);
  expect(window, view, 0, "lambda(slip_y)", "\316\273(slip_y)", 26);
  expect(window, view, 2, "power(slip_x)", "power(slip_x)", 9);
  expect(window, view, 2, "power(slip_y)", "power(slip_y)", 33);
  /* residuals are noise on a logarithmic axis: whichever is nearest, its value is that of its own sample */
  const char *reading = plots_point(view, 1, 20, 1e-15);
  double value, t;
  plots_values(reading, &value, &t);
  gboolean x = g_str_has_prefix(reading, "|\317\206(slip_x)| = ");
  g_assert_true(x || g_str_has_prefix(reading, "|\317\206(slip_y)| = "));
  noslip_playback_seek(noslip_simulation_playback(noslip_window_simulation(window)), t);
  g_assert_cmpfloat_with_epsilon(value, value_of(window, x ? "|phi(slip_x)|" : "|phi(slip_y)|"), 1e-4 * value);
  driven_close(window);
}

/* The wheel over one figure: its own values, and the time of all; a drag moves that time; a double click fits. */
static void
test_constraint_axes(void)
{
  NoslipWindow *window = driven_open(AFFINE, 3);
  NoslipView *view = plots_alone(window, "5", "Constraints");
  GtkWidget *widget = GTK_WIDGET(view);
  double x[3][2], y[3][2], of_x, of_y, top, height;
  for (guint i = 0; i < 3; i++)
    plots_range(view, i, x[i], y[i]);
  noslip_view_figure_area(view, 2, gtk_widget_get_width(widget), gtk_widget_get_height(widget), &top, &height);
  g_assert_cmpfloat(height, >, 0);
  driven_press(widget, 300, top + height / 2, 4, 2, NULL);
  WAIT_FOR(!plots_shows(view, 2, x[2], y[2]) && driven_settled(window));
  for (guint i = 0; i < 3; i++) {
    plots_part(view, i, x[i], y[i], &of_x, &of_y);
    g_assert_cmpfloat_with_epsilon(of_x, 1 / (1.15 * 1.15), 1e-6);
    if (i == 2)
      g_assert_cmpfloat_with_epsilon(of_y, 1 / (1.15 * 1.15), 1e-6);
  }
  g_assert_cmpfloat(fabs(of_y - 1), >, 0.2);
  double zoomed_x[2], zoomed_y[2];
  plots_range(view, 0, zoomed_x, zoomed_y);
  driven_drag(widget, 300, top + height / 2, 400, top + height / 2);
  WAIT_FOR(!plots_shows(view, 0, zoomed_x, zoomed_y) && driven_settled(window));
  plots_part(view, 0, zoomed_x, zoomed_y, &of_x, &of_y);
  g_assert_cmpfloat_with_epsilon(of_x, 1, 1e-6);
  plots_range(view, 0, zoomed_x, zoomed_y);
  g_assert_cmpfloat(zoomed_x[0], <, x[0][0] + 0.13 * (x[0][1] - x[0][0])); /* earlier rows are included */
  driven_press(widget, 300, top + height / 2, 1, 2, NULL);
  for (guint i = 0; i < 3; i++)
    WAIT_FOR(plots_shows(view, i, x[i], y[i]));
  /* the residuals' axis, which is logarithmic by itself, under the pointer */
  noslip_view_figure_area(view, 1, gtk_widget_get_width(widget), gtk_widget_get_height(widget), &top, &height);
  driven_point(widget, 300, top + height / 2);
  driven_key("g");
  WAIT_FOR(noslip_view_is_flipped(view, 1) && driven_settled(window));
  NoslipAxis axis;
  noslip_figure_axis(view->figures[1], NOSLIP_AXIS_Y, &axis);
  g_assert_false(axis.logarithmic);
  driven_key("g");
  WAIT_FOR(plots_shows(view, 1, x[1], y[1]));
  driven_close(window);
}

/* Without constraints there is one sentence about it. */
static void
test_no_constraints(void)
{
  NoslipWindow *window = driven_open("central-force", 1);
  NoslipView *view = plots_alone(window, "5", "Constraints");
  WAIT_FOR(plots_drawn_with(view, 0, "The system has no constraints, and so no multipliers."));
  g_assert_false(plots_drawn_with(view, 1, "constraints"));
  driven_press(GTK_WIDGET(view), 300, 200, 4, 2, NULL); /* nothing there to zoom into */
  driven_key("alt+plus");
  driven_key("g");
  WAIT_FOR(plots_drawn_with(view, 0, "The system has no constraints, and so no multipliers."));
  driven_close(window);
}

/* Every formulation has its name and value there, also those without any difference. */
static void
test_agreement(void)
{
  NoslipWindow *window = driven_open("central-force", 3);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipView *view = plots_alone(window, "7", "Agreement");
  guint n = 0, exact = 0;
  for (guint i = 1; i < noslip_runs_n(noslip_simulation_runs(simulation)); i++) {
    const NoslipRunView *run = noslip_runs_view(noslip_simulation_runs(simulation), i);
    if (!run->checks)
      continue;
    WAIT_FOR(plots_drawn_with(view, 0, run->formulation->title));
    n++;
    exact += !(noslip_runs_worst(noslip_simulation_runs(simulation), i, run->quantities->difference) > 0);
  }
  g_assert_cmpuint(n, ==, 4);
  g_test_message("%u of %u are the same to the last digit", exact, n);
  /* the Hamiltonian formulation has its own arithmetic: its reading is the value of its column */
  double value, t;
  const char *reading = plots_point(view, 0, 20, 1e-14);
  plots_values(reading, &value, &t);
  g_autofree char *title = g_strndup(reading, strcspn(reading, "=") - 1);
  for (guint i = 1; i < noslip_runs_n(noslip_simulation_runs(simulation)); i++) {
    const NoslipRunView *run = noslip_runs_view(noslip_simulation_runs(simulation), i);
    if (!run->checks || !g_str_equal(run->formulation->title, title))
      continue;
    noslip_playback_seek(noslip_simulation_playback(simulation), t);
    g_assert_cmpfloat_with_epsilon(
        value, noslip_runs_value(noslip_simulation_runs(simulation), i, run->quantities->difference), 1e-4 * value);
    n--;
  }
  g_assert_cmpuint(n, ==, 3); /* it was one of them */
  driven_close(window);
}

static void
test_agreement_axes(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  NoslipView *view = plots_alone(window, "7", "Agreement");
  GtkWidget *widget = GTK_WIDGET(view);
  NoslipAxis axis;
  double x[2], y[2], of_x, of_y;
  WAIT_FOR((noslip_figure_axis(view->figures[0], NOSLIP_AXIS_Y, &axis), axis.logarithmic) && driven_settled(window));
  plots_range(view, 0, x, y);
  driven_press(widget, 300, 200, 4, 2, "shift"); /* time alone */
  WAIT_FOR(!plots_shows(view, 0, x, y) && driven_settled(window));
  plots_part(view, 0, x, y, &of_x, &of_y);
  g_assert_cmpfloat_with_epsilon(of_x, 1 / (1.15 * 1.15), 1e-6);
  driven_key("Home");
  WAIT_FOR(plots_shows(view, 0, x, y));
  GtkWidget *popover = plots_open_menu(window, "Choices of Agreement");
  GtkWidget *check = driven_find(popover, GTK_TYPE_CHECK_BUTTON, "Logarithmic scale");
  g_assert_true(gtk_check_button_get_active(GTK_CHECK_BUTTON(check))); /* its default */
  driven_click_on(check);
  WAIT_FOR(noslip_view_is_flipped(view, 0));
  plots_click_item(popover, "Zoom in");
  WAIT_FOR(!gtk_widget_get_mapped(popover) && driven_settled(window));
  noslip_figure_axis(view->figures[0], NOSLIP_AXIS_Y, &axis);
  g_assert_false(axis.logarithmic);
  plots_part(view, 0, x, y, &of_x, &of_y);
  g_assert_cmpfloat_with_epsilon(of_x, 0.8, 1e-6);
  popover = plots_open_menu(window, "Choices of Agreement");
  plots_click_item(popover, "Fit");
  WAIT_FOR(!gtk_widget_get_mapped(popover) && driven_settled(window));
  plots_part(view, 0, x, y, &of_x, &of_y);
  g_assert_cmpfloat_with_epsilon(of_x, 1, 1e-6);
  driven_close(window);
}

/* The time where the sides of a claim differ most, searched along the motion. */
static double
worst_time(NoslipWindow *window, guint claim)
{
  const NoslipRunView *run = noslip_runs_primary(noslip_simulation_runs(noslip_window_simulation(window)));
  NoslipSystem *system = noslip_simulation_system(noslip_window_simulation(window));
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipClaims) claims = noslip_claims_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC, diagnostics);
  g_autofree double *sides = g_new0(double, 2 * noslip_claims_n(claims));
  double largest = -1, worst = NAN;
  for (guint i = 0; i < run->n_rows; i++) {
    const NoslipChunk *chunk = NULL;
    const double *row = noslip_trajectory_row(run->trajectory, i, &chunk);
    noslip_claims_sides(claims, chunk->parameters, row, sides);
    double apart = fabs(sides[2 * claim] - sides[2 * claim + 1]);
    if (apart > largest) {
      largest = apart;
      worst = row[0];
    }
  }
  return worst;
}

static guint
claim_titled(NoslipWindow *window, const char *title)
{
  const NoslipReport *report = &noslip_runs_primary(noslip_simulation_runs(noslip_window_simulation(window)))->report;
  for (guint i = 0; i < report->n_verdicts; i++)
    if (g_str_equal(report->verdicts[i].claim->title, title))
      return i;
  g_error("there is no claim “%s”", title);
}

/* The height at which a title begins in the view. */
static double
height_of(NoslipView *view, const char *title)
{
  g_autofree char *begins = g_strndup(title, MIN(strlen(title), 20)); /* the rest may be on a line below */
  for (guint i = 0; i < view->display->items->len; i++) {
    const NoslipItem *item = &g_array_index(view->display->items, NoslipItem, i);
    if (item->kind == NOSLIP_ITEM_TEXT && strstr(view->display->strings->str + item->text, begins))
      return item->y;
  }
  return NAN;
}

static gboolean
is_in_sight(NoslipView *view, double y)
{
  GtkWidget *scroller = gtk_widget_get_ancestor(GTK_WIDGET(view), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *down = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller));
  double from = gtk_adjustment_get_value(down);
  return y >= from && y <= from + gtk_adjustment_get_page_size(down);
}

#define PRINTED "momentum across the blade, as printed" /* p(v2) = -m a omega, where the sign is wrong */

/* A claim under the pointer shows its worst time, and a click moves the time there; keys move from claim to claim and
 * back, and scroll them into view. */
static void
test_claims(void)
{
  g_autofree char *file = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), MISPRINTS, NULL);
  NoslipWindow *window = driven_open(file, 3);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  driven_key("9");
  NoslipView *view = NULL;
  WAIT_FOR((view = NOSLIP_VIEW(driven_find(GTK_WIDGET(window), NOSLIP_TYPE_VIEW, "Claims"))) &&
           gtk_widget_get_mapped(GTK_WIDGET(view)) && driven_settled(window) && isfinite(height_of(view, PRINTED)));
  guint claim = claim_titled(window, PRINTED);
  double worst = worst_time(window, claim), y = height_of(view, PRINTED);
  g_test_message("%s: worst at %g s", PRINTED, worst);
  g_autofree char *when = noslip_number_text(worst, 3), *message = g_strdup_printf("worst at %s s", when);
  WAIT_FOR(is_in_sight(view, y));
  g_assert_false(plots_drawn_with(view, 0, message));
  gtk_widget_grab_focus(driven_find(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Close Claims"));
  driven_key("Tab"); /* the view has the focus, and shows the same */
  WAIT_FOR(gtk_widget_has_focus(GTK_WIDGET(view)));
  WAIT_FOR(driven_settled(window));
  g_assert_true(is_in_sight(view, 0));
  driven_point(GTK_WIDGET(view), 100, y);
  WAIT_FOR(plots_drawn_with(view, 0, message));
  noslip_playback_play(noslip_simulation_playback(simulation));
  driven_click(GTK_WIDGET(view), 100, y);
  WAIT_FOR(noslip_simulation_playhead(simulation)->state != NOSLIP_PLAYING);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), worst, 1e-9);
  g_autofree char *description = noslip_view_description(view);
  g_assert_nonnull(strstr(description, PRINTED "”, worst at"));
  g_assert_true(is_in_sight(view, y)); /* the click did not remove it */
  /* the next claim with a nonzero residual, and then the last of all, which is far below */
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  driven_key("alt+Up");
  driven_key("alt+Down");
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) == worst);
  guint n = noslip_runs_primary(noslip_simulation_runs(simulation))->report.n_verdicts, last = n;
  const NoslipVerdict *verdicts = noslip_runs_primary(noslip_simulation_runs(simulation))->report.verdicts;
  while (!verdicts[--last].applies || verdicts[last].residual == 0)
    ;
  guint first = 0;
  while (!verdicts[first].applies || verdicts[first].residual == 0)
    first++;
  while (claim != first) {
    driven_key("alt+Up");
    do
      claim--;
    while (!verdicts[claim].applies || verdicts[claim].residual == 0);
    WAIT_FOR(fabs(noslip_playhead_time(noslip_simulation_playhead(simulation)) - worst_time(window, claim)) < 1e-9);
  }
  driven_key("alt+Up"); /* round to the last */
  WAIT_FOR(fabs(noslip_playhead_time(noslip_simulation_playhead(simulation)) - worst_time(window, last)) < 1e-9);
  g_autofree char *end = noslip_view_description(view);
  g_assert_nonnull(strstr(strstr(end, "shown is"), verdicts[last].claim->title));
  WAIT_FOR(isfinite(height_of(view, verdicts[last].claim->title)) &&
           is_in_sight(view, height_of(view, verdicts[last].claim->title)));
  driven_close(window);
}

/* TRUE if the whole view is inside the scrolled area. The tiles may be rebuilt at any time. */
static gboolean
is_whole(NoslipView *view)
{
  graphene_rect_t bounds;
  GtkWidget *inner = gtk_widget_get_ancestor(GTK_WIDGET(view), GTK_TYPE_SCROLLED_WINDOW);
  GtkWidget *outer = gtk_widget_get_ancestor(gtk_widget_get_parent(inner), GTK_TYPE_SCROLLED_WINDOW);
  if (!outer || !gtk_widget_compute_bounds(inner, outer, &bounds))
    return FALSE;
  GtkAdjustment *down = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(outer));
  return gtk_adjustment_get_upper(down) > gtk_adjustment_get_page_size(down) + 100 && bounds.origin.y >= 0 &&
         bounds.origin.y + bounds.size.height <= gtk_widget_get_height(outer) + 1;
}

/* A maximised view is scrolled into view when the others are restored, however far below it is. */
static void
test_back_in_sight(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  driven_point(scene, 100, 100);
  driven_key("4"); /* the bracket is closed */
  driven_key("5");
  driven_key("6");
  driven_key("7");
  NoslipView *view = plots_alone(window, "9", "Claims");
  driven_key("m");
  WAIT_FOR(gtk_widget_get_mapped(scene) && driven_settled(window));
  WAIT_FOR(is_whole(view));
  driven_close(window);
}

int
main(int argc, char **argv)
{
  plots_begin(&argc, &argv);
  g_test_add_func("/judging/constraints", test_constraints);
  g_test_add_func("/judging/constraint-axes", test_constraint_axes);
  g_test_add_func("/judging/no-constraints", test_no_constraints);
  g_test_add_func("/judging/agreement", test_agreement);
  g_test_add_func("/judging/agreement-axes", test_agreement_axes);
  g_test_add_func("/judging/claims", test_claims);
  g_test_add_func("/judging/scrolled-back", test_back_in_sight);
  int status = g_test_run();
  driven_end();
  return status;
}
