/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time and values by hand: the buttons of the header bar, the scrubber, the speed, sliders and entries while the motion
 * plays, and the choices of the computation. */
#include "tests/app/desktop/driven.h"

#include "core/system/row.h"
#include "ui/widgets/side/parameter-row.h"

#include <math.h>

static GtkWidget *
named(NoslipWindow *window, GType type, const char *name)
{
  GtkWidget *found = driven_find(GTK_WIDGET(window), type, name);
  if (!found)
    g_error("nothing of that kind is named %s", name);
  return found;
}

static void
click_button(NoslipWindow *window, const char *name)
{
  driven_click_on(named(window, GTK_TYPE_BUTTON, name));
}

static void
test_buttons(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  const NoslipPlayhead *playhead = noslip_simulation_playhead(simulation);
  click_button(window, "Step forward");
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 1.01, 1e-9);
  click_button(window, "Step back");
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 1, 1e-9);
  noslip_playback_set_speed(noslip_simulation_playback(simulation),
                            0.1); /* so slow that the motion does not end on a busy machine */
  click_button(window, "Play");
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > 1.1);
  click_button(window, "Pause");
  g_assert_cmpint(playhead->state, ==, NOSLIP_PAUSED);
  click_button(window, "Loop");
  g_assert_true(playhead->looping);
  click_button(window, "Loop");
  g_assert_false(playhead->looping);
  click_button(window, "Restart");
  g_assert_cmpfloat(noslip_playhead_time(noslip_simulation_playhead(simulation)), ==, 0);
  driven_close(window);
}

/* The knob of a scale is drawn at this fraction of its length. */
static void
draw_knob(GtkWidget *scale, double part)
{
  int end;
  GdkRectangle trough;
  gtk_range_get_range_rect(GTK_RANGE(scale), &trough);
  gtk_range_get_slider_range(GTK_RANGE(scale), NULL, &end); /* GTK 4.8 returns a wrong start */
  double y = gtk_widget_get_height(scale) / 2.0, x = end - 8;
  driven_drag(scale, x, y, x + part * trough.width, y);
}

static void
test_scrubbed(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  draw_knob(named(window, GTK_TYPE_SCALE, "Time"), 0.25);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 6, 0.2); /* of 12 s */
  g_autofree char *text = g_strdup_printf("%.2f s", noslip_playhead_time(noslip_simulation_playhead(simulation)));
  WAIT_FOR(driven_label(GTK_WIDGET(window), text) && driven_settled(window));
  draw_knob(named(window, GTK_TYPE_SCALE, "Time"), -0.5);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 0, 0.2);
  driven_close(window);
}

/* Opens a list of choices with the pointer, and chooses one of them. */
static void
choose(NoslipWindow *window, const char *name, const char *wanted)
{
  GtkWidget *list = named(window, GTK_TYPE_DROP_DOWN, name), *popover;
  driven_click_on(list);
  WAIT_FOR((popover = driven_find(list, GTK_TYPE_POPOVER, NULL)) && gtk_widget_get_mapped(popover));
  driven_run(0.3); /* it slides */
  GtkWidget *item = driven_label(popover, wanted);
  if (!item)
    g_error("%s has no %s", name, wanted);
  driven_click_on(item);
  WAIT_FOR(!gtk_widget_get_mapped(popover));
}

/* A hundred times slower and faster than the clock; the computation is chosen in the side pane. */
static void
test_choices(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  choose(window, "Speed", "\303\2271/100");
  g_assert_cmpfloat(noslip_simulation_playhead(simulation)->speed, ==, 0.01);
  choose(window, "Speed", "\303\227100");
  g_assert_cmpfloat(noslip_simulation_playhead(simulation)->speed, ==, 100);
  choose(window, "Formulation", "Gibbs-Appell");
  WAIT_FOR(g_str_equal(noslip_simulation_runs(simulation)->formulation->id, "gibbs-appell") && driven_settled(window));
  const NoslipMethod *method = noslip_simulation_runs(simulation)->method;
  GtkWidget *methods = named(window, GTK_TYPE_DROP_DOWN, "Method");
  gtk_widget_grab_focus(methods);
  driven_key("Return"); /* the same by keys */
  driven_key("Down");
  driven_key("Return");
  WAIT_FOR(noslip_simulation_runs(simulation)->method != method && driven_settled(window));
  driven_key("F9");
  WAIT_FOR(!noslip_window_has_side_pane(window));
  driven_key("F9");
  WAIT_FOR(noslip_window_has_side_pane(window));
  driven_close(window);
}

/* What a drop-down shows as chosen. */
static const char *
chosen(NoslipWindow *window, const char *name)
{
  GtkDropDown *list = GTK_DROP_DOWN(named(window, GTK_TYPE_DROP_DOWN, name));
  return gtk_string_object_get_string(gtk_drop_down_get_selected_item(list));
}

/* The side pane shows the method and the tolerance of a set-up that is opened later, also a tolerance between those
 * that it offers. */
static void
test_choices_of_a_setup(void)
{
  static const char *const methods[] = {"groupoid", "rk4", "rk8pd"};
  static const char *const shown[] = {"1e-8", "3e-09", "1e-10"};
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  for (guint i = 0; i < G_N_ELEMENTS(methods); i++) {
    g_autoptr(NoslipSetup) setup = noslip_setup_new();
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    noslip_setup_set(setup, "Motion", "method", methods[i]);
    noslip_setup_set(setup, "Motion", "tolerance", shown[i]);
    noslip_setup_give_motion(setup, simulation, diagnostics);
    WAIT_FOR(driven_settled(window));
    g_assert_cmpstr(chosen(window, "Method"), ==, noslip_method_find(methods[i])->title);
    g_assert_cmpstr(chosen(window, "Tolerance"), ==, shown[i]);
  }
  choose(window, "Tolerance", "3e-09"); /* it stays on offer */
  WAIT_FOR(driven_settled(window));
  g_assert_cmpfloat(noslip_simulation_runs(simulation)->tolerance, ==, 3e-9);
  driven_close(window);
}

/* A slider that is moved while the motion plays acts from the present state on; so does a typed number. */
static void
test_while_it_runs(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  int a = noslip_system_parameter(noslip_simulation_system(simulation), "a");
  int m = noslip_system_parameter(noslip_simulation_system(simulation), "m");
  double before = noslip_start_parameter(noslip_simulation_start(simulation), (guint) a);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 300);
  driven_key("minus"); /* slowly, so that it has not ended before all of this is done */
  driven_key("minus");
  driven_key("space");
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > 0.2);
  double moved = noslip_playhead_time(noslip_simulation_playhead(simulation));
  draw_knob(named(window, GTK_TYPE_SCALE, "a"), 0.2);
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), (guint) a), >, before + 0.01);
  driven_click_on(named(window, GTK_TYPE_ENTRY, "m"));
  driven_key("ctrl+a");
  driven_type("2.5");
  driven_key("Return");
  WAIT_FOR(noslip_start_parameter(noslip_simulation_start(simulation), (guint) m) == 2.5);
  double typed = noslip_playhead_time(noslip_simulation_playhead(simulation));
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > typed + 0.1);
  g_assert_cmpint(noslip_simulation_playhead(simulation)->state, ==, NOSLIP_PLAYING);
  const NoslipTrajectory *trajectory = noslip_runs_primary(noslip_simulation_runs(simulation))->trajectory;
  const NoslipChunk *chunk = NULL;
  noslip_trajectory_row(trajectory, noslip_trajectory_find(trajectory, moved - 0.1), &chunk);
  g_assert_cmpfloat(chunk->parameters[a], ==, before); /* earlier rows stay */
  noslip_trajectory_row(trajectory, noslip_trajectory_find(trajectory, typed + 0.05), &chunk);
  g_assert_cmpfloat(chunk->parameters[a], >, before + 0.01);
  g_assert_cmpfloat(chunk->parameters[m], ==, 2.5);
  driven_close(window);
}

/* A wheel over a slider scrolls the pane and changes no value. */
static void
test_wheel_passes(void)
{
  NoslipWindow *window = driven_open("rattleback", 0);
  GtkWidget *slider = named(window, GTK_TYPE_RANGE, "q1");
  GtkWidget *scroller = gtk_widget_get_ancestor(slider, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller));
  double before = gtk_range_get_value(GTK_RANGE(slider)), from = gtk_adjustment_get_value(place);
  driven_press(slider, gtk_widget_get_width(slider) / 2.0, gtk_widget_get_height(slider) / 2.0, 5, 2, NULL);
  WAIT_FOR(gtk_adjustment_get_value(place) > from + 1);
  g_assert_cmpfloat(gtk_range_get_value(GTK_RANGE(slider)), ==, before);
  driven_close(window);
}

/* A number without the focus has as many digits as there is room for: none is cut off. */
static void
test_short_numbers(void)
{
  static const struct {
    double value;
    const char *text;
  } cases[] = {{0.5, "0.5"}, {-0.418481, "-0.4185"}, {0.0415545, "0.0416"}, {-0.0438607, "-0.0439"},
               {2, "2"},     {12345.6, "12346"},     {1.234e-7, "1e-07"},   {-1e9, "-1e+09"},
               {0, "0"},     {981.04, "981"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    GtkWidget *row = g_object_ref_sink(noslip_parameter_row_new("a", NULL, NULL, -1, 1, cases[i].value));
    GtkWidget *entry = driven_find(row, GTK_TYPE_ENTRY, "a");
    g_assert_nonnull(entry);
    g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(entry)), ==, cases[i].text);
    g_object_unref(row);
  }
}

/* The multipliers of vakonomic dynamics have sliders and entries, by their names; no other dynamics has any. */
static void
test_multipliers(void)
{
  NoslipWindow *window = driven_open("heisenberg", 1);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  guint mu = noslip_simulation_system(simulation)->m + noslip_simulation_system(simulation)->n;
  named(window, GTK_TYPE_SCALE, "mu(horizontal)");
  gtk_widget_grab_focus(named(window, GTK_TYPE_ENTRY, "mu(horizontal)"));
  driven_key("ctrl+a");
  driven_type("2.5");
  driven_key("Return");
  WAIT_FOR(noslip_start_initial(noslip_simulation_start(simulation), mu) == 2.5 && driven_settled(window));
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  g_assert_cmpfloat_with_epsilon(row[noslip_row_lambda(noslip_simulation_system(simulation))], 2.5, 1e-9);
  gtk_widget_grab_focus(GTK_WIDGET(noslip_window_scene(window)));
  driven_key("ctrl+z");
  WAIT_FOR(noslip_start_initial(noslip_simulation_start(simulation), mu) == 1.1);
  noslip_runs_set_kind(noslip_simulation_runs(simulation), NOSLIP_DYNAMICS_NONHOLONOMIC);
  WAIT_FOR(!driven_find(GTK_WIDGET(window), GTK_TYPE_ENTRY, "mu(horizontal)"));
  driven_close(window);
}

/* Each button of a trial sets its own values. */
static void
test_trials(void)
{
  static const char text[] = "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\ninitial x = 1\n"
                             "trial \"left\": x = -2\ntrial \"far\": x = 7, y = 3\nrun to 1\n";
  static const struct {
    const char *button;
    double x, y;
  } cases[] = {{"Trial: far", 7, 3}, {"Trial: left", -2, 0}};
  NoslipWindow *window = driven_open("chaplygin-sleigh", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_simulation_load_text(simulation, text, "trials");
  WAIT_FOR(driven_settled(window) && noslip_simulation_system(simulation)->n_trials == 2);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_signal_emit_by_name(named(window, GTK_TYPE_BUTTON, cases[i].button), "clicked");
    WAIT_FOR(driven_settled(window));
    const NoslipStart *start = noslip_simulation_start(simulation);
    g_assert_cmpfloat_with_epsilon(noslip_start_initial(start, 0), cases[i].x, 1e-12);
    g_assert_cmpfloat_with_epsilon(noslip_start_initial(start, 1), cases[i].y, 1e-12);
  }
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  /* GTK 4.8 warns of its own count of pressed widgets when a second list is opened with the pointer */
  g_log_set_always_fatal(G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL);
  g_test_add_func("/setting/buttons", test_buttons);
  g_test_add_func("/setting/trials", test_trials);
  g_test_add_func("/setting/scrubbed", test_scrubbed);
  g_test_add_func("/setting/choices", test_choices);
  g_test_add_func("/setting/choices-of-a-setup", test_choices_of_a_setup);
  g_test_add_func("/setting/wheel-passes", test_wheel_passes);
  g_test_add_func("/setting/short-numbers", test_short_numbers);
  g_test_add_func("/setting/multipliers", test_multipliers);
  g_test_add_func("/setting/while-it-runs", test_while_it_runs);
  int status = g_test_run();
  driven_end();
  return status;
}
