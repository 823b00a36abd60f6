/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time in the window: keys, the scrubber, the marks of a loop, and the notice when playing is slower than real time. */
#include "tests/app/desktop/driven.h"
#include "tests/app/desktop/viewing.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/side/status.h"

#include <math.h>
#include <string.h>

static void
test_keys(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  const NoslipPlayhead *playhead = noslip_simulation_playhead(simulation);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  driven_key("Right");
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 1.01, 1e-9);
  driven_key("Left");
  driven_key("Left");
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 0.99, 1e-9);
  driven_key("ctrl+Right");
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 1.09, 1e-9);
  /* from one end of the speeds to the other */
  for (int i = 0; i < 10; i++)
    driven_key("plus");
  g_assert_cmpfloat(playhead->speed, ==, NOSLIP_SPEED_MOST);
  for (int i = 0; i < 10; i++)
    driven_key("minus");
  g_assert_cmpfloat(playhead->speed, ==, NOSLIP_SPEED_LEAST);
  driven_key("space"); /* so slow that the motion does not end on a busy machine */
  WAIT_FOR(playhead->state == NOSLIP_PLAYING);
  driven_key("space");
  WAIT_FOR(playhead->state == NOSLIP_PAUSED);
  for (int i = 0; i < 4; i++)
    driven_key("plus");
  g_assert_cmpfloat(playhead->speed, ==, 1);
  driven_key("r");
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) == 0);
  driven_close(window);
}

static void
test_marked_by_keys(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 2);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  const NoslipPlayhead *playhead = noslip_simulation_playhead(simulation);
  GtkWidget *start = driven_find(GTK_WIDGET(window), GTK_TYPE_WIDGET, "Loop start");
  g_assert_nonnull(start);
  g_assert_false(gtk_widget_get_mapped(start));
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  driven_key("bracketleft");
  g_assert_cmpfloat_with_epsilon(playhead->loop_from, 2, 1e-9);
  WAIT_FOR(gtk_widget_get_mapped(start));
  noslip_playback_seek(noslip_simulation_playback(simulation), 2.3);
  driven_key("bracketright");
  g_assert_cmpfloat_with_epsilon(playhead->loop_to, 2.3, 1e-9);
  g_assert_true(playhead->looping);
  noslip_playback_play(noslip_simulation_playback(simulation));
  gboolean again = FALSE;
  double last = 0;
  for (gint64 begun = g_get_monotonic_time(); g_get_monotonic_time() - begun < 2 * G_USEC_PER_SEC;) {
    driven_run(0.02);
    double t = noslip_playhead_time(noslip_simulation_playhead(simulation));
    again = again || t < last;
    last = t;
    g_assert_cmpfloat(t, >=, 2 - 1e-9);
    g_assert_cmpfloat(t, <=, 2.3 + 1e-9);
  }
  g_assert_true(again);
  driven_key("l");
  g_assert_false(playhead->looping);
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > 2.5);
  g_assert_true(noslip_playhead_is_marked(playhead));
  driven_close(window);
}

static void
test_marks_are_dragged(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 2);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  const NoslipPlayhead *playhead = noslip_simulation_playhead(simulation);
  noslip_playback_set_loop(noslip_simulation_playback(simulation), TRUE, 3, 6);
  WAIT_FOR(driven_settled(window));
  GtkWidget *start = driven_find(GTK_WIDGET(window), GTK_TYPE_WIDGET, "Loop start");
  GtkWidget *end = driven_find(GTK_WIDGET(window), GTK_TYPE_WIDGET, "Loop end");
  graphene_point_t apart;
  g_assert_true(gtk_widget_compute_point(end, start, &GRAPHENE_POINT_INIT(7, 10), &apart));
  double second = (apart.x - 7) / 3; /* pixels of a second */
  driven_drag(start, 7, 10, 7 + second, 10);
  g_assert_cmpfloat_with_epsilon(playhead->loop_from, 4, 0.05);
  g_assert_cmpfloat(playhead->loop_to, ==, 6);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 2,
                                 1e-9); /* the scrubber stayed */
  driven_drag(end, 7, 10, 7 + 2 * second, 10);
  g_assert_cmpfloat_with_epsilon(playhead->loop_to, 8, 0.05);
  /* not beyond the other mark */
  driven_drag(end, 7, 10, 7 - 7 * second, 10);
  g_assert_cmpfloat(playhead->loop_to, >, playhead->loop_from);
  g_assert_cmpfloat(playhead->loop_to, <, playhead->loop_from + 0.05);
  /* the mark with the focus moves by keys and reports its value */
  double at = playhead->loop_to;
  driven_key("Right");
  g_assert_cmpfloat_with_epsilon(playhead->loop_to, at + 0.01, 1e-9);
  WAIT_FOR(driven_settled(window));
  gtk_test_accessible_assert_property(end, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, playhead->loop_to);
  driven_key("Delete");
  g_assert_false(noslip_playhead_is_marked(playhead));
  WAIT_FOR(!gtk_widget_get_mapped(end));
  driven_close(window);
}

/* The numbers in the foot are those of the time that the views show, not of a moment before. */
static void
test_foot_shows_the_shared_time(void)
{
  NoslipWindow *window = driven_open("ball-on-rotating-table", 1);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  WAIT_FOR(driven_label(GTK_WIDGET(window), "dE/dt +") != NULL);
  for (double t = 2; t < 8; t += 1) {
    driven_run(0.15); /* no later change of the text is awaited */
    noslip_playback_seek(noslip_simulation_playback(simulation), t);
    double rate = noslip_runs_value(noslip_simulation_runs(simulation), 0, primary->quantities->rate);
    g_autofree char *number = noslip_number_signed_text(rate, 3);
    g_autofree char *text = g_strdup_printf("dE/dt %s", number);
    g_assert_nonnull(driven_label(GTK_WIDGET(window), text));
  }
  driven_close(window);
}

/* The number after a name in copied numbers; the last of several such lines. */
static double
copied(const char *numbers, const char *name)
{
  double value = NAN;
  g_auto(GStrv) lines = g_strsplit(numbers, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    const char *tab = strchr(lines[i], '\t');
    if (tab && strncmp(lines[i], name, strlen(name)) == 0)
      value = g_ascii_strtod(tab + 1, NULL);
  }
  return value;
}

static void
assert_claimed(NoslipView *claims, const char *name, double value)
{
  g_autofree char *number = noslip_number_text(value, 4), *text = g_strdup_printf("%s: %s = %s", name, number, number);
  WAIT_FOR(viewing_describes(claims, text)); /* once they are compiled */
}

/* Between two samples the numbers are those of the earlier one: in the foot, at the curves, of the claims, and where
 * they are copied. */
static void
test_one_sample_everywhere(void)
{
  NoslipWindow *window = driven_open("snakeboard-driven", 6.447);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipView *energy = viewing_view("energy", simulation), *claims = viewing_view("claims", simulation),
             *momenta = viewing_view("momenta", simulation);
  viewing_picture(energy, "one-sample", FALSE, 1, 1, 500, 400);
  viewing_picture(momenta, "one-sample", FALSE, 1, 1, 500, 400);
  g_autofree char *energies = noslip_view_values(energy), *rates = noslip_view_values(momenta);
  double power = copied(energies, "dE/dt"), turning = copied(rates, "dp/dt"); /* of the steered angle, the last */
  g_assert_cmpfloat(copied(energies, "t"), ==, copied(rates, "t"));
  g_assert_cmpfloat_with_epsilon(copied(rates, "t"), 6.44, 1e-9);
  assert_claimed(claims, "the rider does the work", power);
  assert_claimed(claims, "steering", turning);
  g_autofree char *signed_power = noslip_number_signed_text(power, 3),
                  *foot = g_strdup_printf("dE/dt %s", signed_power);
  g_assert_nonnull(driven_label(GTK_WIDGET(window), foot));
  viewing_close(energy);
  viewing_close(claims);
  viewing_close(momenta);
  driven_close(window);
}

/* Long text if there is room, otherwise shorter; it is never cut off. */
static GtkWidget *
find_notice(NoslipWindow *window, const char *at_length, const char *briefly)
{
  GtkWidget *label = driven_label(GTK_WIDGET(window), at_length);
  return label ? label : driven_label(GTK_WIDGET(window), briefly);
}

static gboolean
is_cut(GtkWidget *label)
{
  return gtk_widget_get_mapped(label) && pango_layout_is_ellipsized(gtk_label_get_layout(GTK_LABEL(label)));
}

/* Late frames are reported, and the report ends once they are on time again. */
static void
test_slow_drawing_is_reported(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  const NoslipPlayhead *playhead = noslip_simulation_playhead(noslip_window_simulation(window));
  noslip_playback_play(noslip_simulation_playback(noslip_window_simulation(window)));
  for (int i = 0; i < 8; i++) {
    g_usleep(600000);
    driven_run(0.02);
  }
  WAIT_FOR(find_notice(window, "drawing cannot keep up", "slow drawing"));
  g_assert_false(is_cut(find_notice(window, "drawing cannot keep up", "slow drawing")));
  g_assert_cmpfloat(noslip_playhead_rate(playhead), <, 0.9);
  WAIT_FOR(!noslip_playhead_is_late(playhead));
  WAIT_FOR(!find_notice(window, "cannot keep up", "slow"));
  driven_close(window);
}

/* In a window of minimum width nothing is cut off either, and the report leaves room for the constraint's residual. */
static void
test_slow_drawing_is_reported_narrowly(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  gtk_window_set_default_size(GTK_WINDOW(window), 480, 700);
  WAIT_FOR(gtk_widget_get_width(GTK_WIDGET(window)) < 900 && driven_settled(window));
  noslip_playback_play(noslip_simulation_playback(noslip_window_simulation(window)));
  for (int i = 0; i < 8; i++) {
    g_usleep(600000);
    driven_run(0.02);
  }
  WAIT_FOR(noslip_playhead_is_late(noslip_simulation_playhead(noslip_window_simulation(window))));
  static const char *const kept[] = {"drift", "constraint", "agreement"};
  for (guint i = 0; i < G_N_ELEMENTS(kept); i++) {
    WAIT_FOR(driven_label(GTK_WIDGET(window), kept[i]));
    g_assert_false(is_cut(driven_label(GTK_WIDGET(window), kept[i])));
  }
  driven_close(window);
}

/* The visible label of a status line that contains these words, or NULL. */
static GtkWidget *
label_with(GtkWidget *status, const char *words)
{
  GtkWidget *child = gtk_widget_get_first_child(gtk_widget_get_first_child(status));
  for (; child; child = gtk_widget_get_next_sibling(child))
    if (GTK_IS_LABEL(child) && gtk_widget_get_visible(child) && strstr(gtk_label_get_text(GTK_LABEL(child)), words))
      return child;
  return NULL;
}

/* With little room, as with large type, the reason of the lateness is left out, then the lateness, and only then the
 * constraint's residual; the agreement is never cut. */
static void
test_agreement_is_never_cut(void)
{
  NoslipSimulation *simulation = viewing_opened("chaplygin-sleigh", 1);
  g_assert_false(isnan(noslip_runs_agreement(noslip_simulation_runs(simulation))));
  NoslipPlayhead *playhead = (NoslipPlayhead *) noslip_simulation_playhead(simulation);
  GtkWidget *status = g_object_ref_sink(g_object_new(NOSLIP_TYPE_STATUS, NULL));
  const NoslipPlayhead before = *playhead;
  playhead->state = NOSLIP_PLAYING;
  playhead->lateness = NOSLIP_LATE_DRAWING;
  playhead->wall = 1;
  playhead->passed = 0.25;
  guint without_reason = 0, without_rate = 0, without_residual = 0;
  int least = 0;
  for (int width = 900; width >= 60; width -= 5) {
    for (guint pass = 0; pass < 2; pass++) { /* the texts follow the width, and the layout follows the texts */
      gtk_widget_measure(status, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      gtk_widget_allocate(status, MAX(width, least), 40, -1, NULL);
      if (pass == 0)
        noslip_status_set_simulation(NOSLIP_STATUS(status), simulation);
    }
    GtkWidget *agreement = label_with(status, "agreement"), *rate = label_with(status, "0.25");
    g_assert_nonnull(agreement);
    int wanted = 0;
    gtk_widget_measure(agreement, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &wanted, NULL, NULL);
    gboolean reason = rate && strchr(gtk_label_get_text(GTK_LABEL(rate)), ':');
    without_reason += rate && !reason;
    without_rate += !rate;
    if (!label_with(status, "constraint")) {
      g_assert_null(rate);
      without_residual++;
    }
    if (width >= wanted + 40) /* with the margins */
      g_assert_cmpint(gtk_widget_get_width(agreement), >=, wanted);
  }
  g_assert_cmpuint(without_reason, >, 0);
  g_assert_cmpuint(without_rate, >, 0);
  g_assert_cmpuint(without_residual, >, 0);
  *playhead = before;
  g_object_unref(status);
  noslip_simulation_free(simulation);
}

/* Speed of the motion over some seconds of wall time. */
static double
measured_rate(NoslipSimulation *simulation)
{
  const NoslipPlayhead *playhead = noslip_simulation_playhead(simulation);
  double before = noslip_playhead_time(playhead);
  gint64 begun = g_get_monotonic_time();
  driven_run(4);
  return (noslip_playhead_time(playhead) - before) * 1e6 / (double) (g_get_monotonic_time() - begun);
}

/* A million radians a second: no solver follows that in real time. The speed that is shown is the speed of the motion.
 * On a machine that is busy with other work the drawing may be late too, or the speed may change: then it measures
 * again. */
static void
test_slow_solver_is_reported(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  guint64 reading = noslip_simulation_load_text(simulation,
                                                "noslip 1\ncoordinate x\nlagrangian 1/2*x'^2 - 1e12/2*x^2\n"
                                                "initial x = 1\nrun to 100 step 0.002\n",
                                                "quick.noslip");
  WAIT_FOR(noslip_simulation_source(simulation)->generation == reading);
  noslip_playback_play(noslip_simulation_playback(simulation));
  const NoslipPlayhead *playhead = noslip_simulation_playhead(simulation);
  WAIT_FOR(noslip_playhead_time(playhead) > 0);
  driven_run(3);
  double rate = measured_rate(simulation);
  for (guint i = 0; i < 10 && fabs(noslip_playhead_rate(playhead) - rate) > 0.5 * rate; i++)
    rate = measured_rate(simulation);
  g_test_message("measured rate %g, shown rate %g", rate, noslip_playhead_rate(playhead));
  g_assert_cmpfloat(rate, <, 0.5);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_rate(playhead), rate, 0.5 * rate);
  GtkWidget *notice = NULL;
  WAIT_FOR(playhead->lateness == NOSLIP_LATE_COMPUTING &&
           (notice = find_notice(window, "the solver cannot keep up", "slow solver")));
  g_assert_false(is_cut(notice));
  driven_close(window);
}

/* While paused, the program does nothing: no frame, no timer, no message, however it was used before. */
static void
test_rests(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  const NoslipPlayhead *playhead = noslip_simulation_playhead(noslip_window_simulation(window));
  driven_key("space");
  WAIT_FOR(playhead->state == NOSLIP_PLAYING);
  driven_run(1);
  driven_key("space");
  WAIT_FOR(playhead->state == NOSLIP_PAUSED);
  driven_run(4);
  guint woken = 0;
  for (gint64 begun = g_get_monotonic_time(); g_get_monotonic_time() - begun < 3 * G_USEC_PER_SEC;)
    if (g_main_context_iteration(NULL, FALSE))
      woken++;
    else
      g_usleep(1000);
  g_assert_cmpuint(woken, <=, 1);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  g_test_add_func("/time/keys", test_keys);
  g_test_add_func("/time/one-sample-everywhere", test_one_sample_everywhere);
  g_test_add_func("/time/foot-shows-the-shared-time", test_foot_shows_the_shared_time);
  g_test_add_func("/time/marked-by-keys", test_marked_by_keys);
  g_test_add_func("/time/marks-are-dragged", test_marks_are_dragged);
  g_test_add_func("/time/slow-drawing-is-reported", test_slow_drawing_is_reported);
  g_test_add_func("/time/slow-drawing-is-reported-narrowly", test_slow_drawing_is_reported_narrowly);
  g_test_add_func("/time/agreement-is-never-cut", test_agreement_is_never_cut);
  g_test_add_func("/time/slow-solver-is-reported", test_slow_solver_is_reported);
  g_test_add_func("/time/idle", test_rests);
  int status = g_test_run();
  driven_end();
  return status;
}
