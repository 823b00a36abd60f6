/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worker thread: many changes at once, the end while it computes, and who is called. */
#include "core/simulation/grab.h"
#include "tests/core/simulation/support.h"

#include <gsl/gsl_errno.h>

static void
test_parameter_storm(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  for (guint i = 0; i < 300; i++) {
    if (i % 7 == 0)
      noslip_simulation_seek(simulation, 20.0 * (i % 50) / 50);
    noslip_simulation_set_parameter(simulation, i % 4, 0.2 + 0.001 * i);
    if (i % 3 == 0)
      g_main_context_iteration(NULL, FALSE);
    if (i % 11 == 0)
      noslip_simulation_advance(simulation, g_get_monotonic_time());
  }
  noslip_simulation_seek(simulation, 0);
  noslip_simulation_set_parameter(simulation, 0, 2);
  support_settle(simulation);
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  support_check_run(simulation, primary);
  const NoslipChunk *chunk = NULL;
  noslip_trajectory_row(primary->trajectory, 0, &chunk);
  g_assert_cmpfloat(chunk->parameters[0], ==, 2);
  noslip_simulation_free(simulation);
}

/* Loads, starts and stops on top of each other; the last one counts. */
static void
test_start_stop_storm(void)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  const char *ids[] = {"chaplygin-sleigh", "snakeboard", "rolling-disk", "no-such-system", "chaplygin-sleigh-reduced"};
  for (guint i = 0; i < 40; i++) {
    noslip_simulation_load(simulation, ids[i % G_N_ELEMENTS(ids)]);
    noslip_simulation_play(simulation);
    for (guint k = 0; k < i % 5; k++) {
      noslip_simulation_advance(simulation, g_get_monotonic_time());
      g_usleep(300);
    }
    if (i % 2)
      noslip_simulation_pause(simulation);
    if (i % 4 == 0 && noslip_simulation_system(simulation))
      noslip_simulation_show(simulation, noslip_formulations()[i % 5], i % 8 == 0);
  }
  noslip_simulation_load(simulation, "rolling-disk");
  support_settle(simulation);
  g_assert_cmpstr(noslip_simulation_system(simulation)->id, ==, "rolling-disk");
  support_check_run(simulation, noslip_runs_primary(noslip_simulation_runs(simulation)));
  noslip_simulation_free(simulation);
}

/* Freed while it reads or integrates: threads join, nothing of it is called any more. */
/* Asserts nothing: it fails by hanging, by a race that the thread sanitizer sees, or by memory that is used or lost. */
static void
test_shutdown_while_computing(void)
{
  for (guint i = 0; i < 12; i++) {
    NoslipSimulation *simulation = noslip_simulation_new();
    noslip_simulation_load(simulation, i % 2 ? "snakeboard" : "ball-on-rotating-table");
    for (guint k = 0; k < 400 * i; k++)
      g_main_context_iteration(NULL, FALSE);
    noslip_simulation_free(simulation);
  }
  while (g_main_context_iteration(NULL, FALSE))
    ;
}

static void
test_two_at_once(void)
{
  NoslipSimulation *a = noslip_simulation_new(), *b = noslip_simulation_new();
  noslip_simulation_load(a, "chaplygin-sleigh");
  noslip_simulation_load(b, "rolling-disk");
  support_settle(a);
  support_settle(b);
  g_assert_cmpstr(noslip_simulation_system(a)->id, ==, "chaplygin-sleigh");
  g_assert_cmpstr(noslip_simulation_system(b)->id, ==, "rolling-disk");
  support_check_run(a, noslip_runs_primary(noslip_simulation_runs(a)));
  support_check_run(b, noslip_runs_primary(noslip_simulation_runs(b)));
  noslip_simulation_free(a);
  support_check_run(b, noslip_runs_primary(noslip_simulation_runs(b)));
  noslip_simulation_free(b);
}

static void
count_change(NoslipSimulation *simulation, NoslipChange change, gpointer data)
{
  (void) simulation;
  (void) change;
  ++*(guint *) data;
}

/* Whether nothing is under way can be asked while a picture is drawn: it takes no message and calls no listener. */
static void
test_idle(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  g_assert_true(noslip_simulation_is_idle(simulation));
  guint changes = 0;
  noslip_simulation_set_listener(simulation, count_change, &changes);
  noslip_simulation_load(simulation, "vertical-disk");
  changes = 0;
  for (guint i = 0; i < 200; i++) { /* the worker is ready before that */
    g_assert_false(noslip_simulation_is_idle(simulation));
    g_usleep(1000);
  }
  g_assert_cmpuint(changes, ==, 0);
  support_settle(simulation);
  g_assert_cmpuint(changes, >, 0);
  g_assert_true(noslip_simulation_is_idle(simulation));
  noslip_simulation_free(simulation);
}

static void
note_changes(NoslipSimulation *simulation, NoslipChange change, gpointer data)
{
  (void) simulation;
  *(NoslipChange *) data |= change;
}

/* What a listener gets: a system that is loaded is another one; one that is edited is the same, where there was one. */
static void
test_listener(void)
{
  static const char *const text = "noslip 1\ncoordinate x\nlagrangian x'^2/2\nrun to 1 step 0.1\n";
  NoslipSimulation *simulation = noslip_simulation_new();
  NoslipChange heard = 0;
  noslip_simulation_set_listener(simulation, note_changes, &heard);
  static const struct {
    gboolean edits, is_edited;
  } steps[] = {{TRUE, FALSE}, {FALSE, FALSE}, {TRUE, TRUE}, {FALSE, FALSE}};
  for (guint i = 0; i < G_N_ELEMENTS(steps); i++) {
    heard = 0;
    if (steps[i].edits)
      noslip_simulation_edit(simulation, text, "test.noslip");
    else
      noslip_simulation_load_text(simulation, text, "test.noslip");
    support_settle(simulation);
    g_assert_true((heard & NOSLIP_CHANGED_SYSTEM) != 0);
    g_assert_true(((heard & NOSLIP_CHANGED_EDITED) != 0) == steps[i].is_edited);
  }
  heard = 0;
  noslip_simulation_edit(simulation, "noslip 1\ncoordinate x\n", "test.noslip");
  support_settle(simulation);
  g_assert_cmpuint(heard & (NOSLIP_CHANGED_PROBLEMS | NOSLIP_CHANGED_SYSTEM), ==, NOSLIP_CHANGED_PROBLEMS);
  noslip_simulation_free(simulation);
}

static void
count_polls(NoslipSimulation *simulation, gpointer data)
{
  (*(guint *) data)++;
  noslip_simulation_poll(simulation);
}

/* Who sets a poller takes the results when the main loop says that there are some; else they come by themselves. */
static void
test_poller(void)
{
  for (guint own = 0; own < 2; own++) {
    NoslipSimulation *simulation = noslip_simulation_new();
    guint polls = 0;
    gint64 begun = g_get_monotonic_time();
    noslip_simulation_set_listener(simulation, NULL, &polls);
    noslip_simulation_set_poller(simulation, own ? count_polls : NULL);
    noslip_simulation_load(simulation, "chaplygin-sleigh");
    while (!noslip_simulation_system(simulation)) {
      g_main_context_iteration(NULL, FALSE);
      g_usleep(200);
      g_assert_cmpint(g_get_monotonic_time() - begun, <, 60 * G_USEC_PER_SEC);
    }
    g_assert_true((polls > 0) == (own == 1));
    noslip_simulation_free(simulation);
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/simulation/parameter-storm", test_parameter_storm);
  g_test_add_func("/simulation/start-stop-storm", test_start_stop_storm);
  g_test_add_func("/simulation/shutdown-while-computing", test_shutdown_while_computing);
  g_test_add_func("/simulation/two-at-once", test_two_at_once);
  g_test_add_func("/simulation/idle", test_idle);
  g_test_add_func("/simulation/listener", test_listener);
  g_test_add_func("/simulation/poller", test_poller);
  return g_test_run();
}
