/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worker thread: many changes at once, its end during a computation, and which listeners are called. */
#include "core/simulation/grab.h"
#include "tests/core/simulation/support.h"

#include <gsl/gsl_errno.h>

static void
test_many_parameter_changes(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  for (guint i = 0; i < 300; i++) {
    if (i % 7 == 0)
      noslip_playback_seek(noslip_simulation_playback(simulation), 20.0 * (i % 50) / 50);
    noslip_simulation_set_parameter(simulation, i % 4, 0.2 + 0.001 * i);
    if (i % 3 == 0)
      g_main_context_iteration(NULL, FALSE);
    if (i % 11 == 0) {
      noslip_simulation_poll(simulation);
      noslip_playback_advance(noslip_simulation_playback(simulation), g_get_monotonic_time());
    }
  }
  noslip_playback_seek(noslip_simulation_playback(simulation), 0);
  noslip_simulation_set_parameter(simulation, 0, 2);
  support_wait(simulation);
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  support_check_run(simulation, primary);
  const NoslipChunk *chunk = NULL;
  noslip_trajectory_row(primary->trajectory, 0, &chunk);
  g_assert_cmpfloat(chunk->parameters[0], ==, 2);
  noslip_simulation_free(simulation);
}

/* Loads, starts and stops in quick succession; the last one counts. */
static void
test_many_starts_and_stops(void)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  const char *ids[] = {"chaplygin-sleigh", "snakeboard", "rolling-disk", "no-such-system", "chaplygin-sleigh-reduced"};
  for (guint i = 0; i < 40; i++) {
    noslip_simulation_load(simulation, ids[i % G_N_ELEMENTS(ids)]);
    noslip_playback_play(noslip_simulation_playback(simulation));
    for (guint k = 0; k < i % 5; k++) {
      noslip_simulation_poll(simulation);
      noslip_playback_advance(noslip_simulation_playback(simulation), g_get_monotonic_time());
      g_usleep(300);
    }
    if (i % 2)
      noslip_playback_pause(noslip_simulation_playback(simulation));
    if (i % 4 == 0 && noslip_simulation_system(simulation))
      noslip_overlays_show(noslip_simulation_overlays(simulation), noslip_formulations()[i % 5], i % 8 == 0);
  }
  noslip_simulation_load(simulation, "rolling-disk");
  support_wait(simulation);
  g_assert_cmpstr(noslip_simulation_system(simulation)->id, ==, "rolling-disk");
  support_check_run(simulation, noslip_runs_primary(noslip_simulation_runs(simulation)));
  noslip_simulation_free(simulation);
}

#define AGES (200 * G_USEC_PER_SEC)

/* A frame waits for the first rows after a change. */
static void
test_awaited(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  noslip_playback_seek(noslip_simulation_playback(simulation), 1);
  for (guint i = 0; i < 10; i++) {
    noslip_simulation_set_parameter(simulation, 0, 2 + 0.1 * i);
    g_assert_true(noslip_runs_awaits(noslip_simulation_runs(simulation)));
    noslip_simulation_await(simulation, AGES);
    g_assert_false(noslip_runs_awaits(noslip_simulation_runs(simulation)));
  }
  noslip_simulation_free(simulation);
}

/* If rows are slow, it waits once, at most for the given time, and waits again only after rows arrived quickly. */
static void
test_awaited_in_vain(void)
{
  static const char *const slow = "noslip 1\nparameter k = 1e12 in 0 .. 1e12\ncoordinate x\n"
                                  "lagrangian x'^2/2 - k*x^2/2\ninitial x = 1\nrun to 1e5 step 1e4\n";
  NoslipSimulation *simulation = noslip_simulation_new();
  noslip_simulation_load_text(simulation, slow, "slow.noslip");
  while (!noslip_simulation_system(simulation))
    g_main_context_iteration(NULL, TRUE);
  gint64 begun = g_get_monotonic_time();
  noslip_simulation_await(simulation, 1000);
  g_assert_true(noslip_runs_awaits(noslip_simulation_runs(simulation)));
  noslip_simulation_await(simulation, AGES);
  g_assert_true(noslip_runs_awaits(noslip_simulation_runs(simulation)));
  g_assert_cmpint(g_get_monotonic_time() - begun, <, AGES / 2);
  noslip_simulation_set_parameter(simulation, 0, 1e-4);
  support_wait(simulation);
  noslip_simulation_set_parameter(simulation, 0, 2e-4);
  noslip_simulation_await(simulation, AGES);
  g_assert_false(noslip_runs_awaits(noslip_simulation_runs(simulation)));
  noslip_simulation_free(simulation);
}

/* Freed while it reads or integrates: the threads are joined, and the listener is not called after that. */
/* Without an assertion: it fails by a deadlock, by a race that the thread sanitizer reports, or by invalid or leaked
 * memory. */
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
  support_wait(a);
  support_wait(b);
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

/* noslip_simulation_is_idle() can be called while a picture is drawn: it takes no message and calls no listener. */
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
  support_wait(simulation);
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

/* The argument of the listener: a newly loaded system is another one; an edited one is the same, if there was one. */
static void
test_listener(void)
{
  static const char *const text = "noslip 1\ncoordinate x\nlagrangian x'^2/2\nrun to 1 step 0.1\n";
  NoslipSimulation *simulation = noslip_simulation_new();
  NoslipChange changes = 0;
  noslip_simulation_set_listener(simulation, note_changes, &changes);
  static const struct {
    gboolean edits, is_edited;
  } steps[] = {{TRUE, FALSE}, {FALSE, FALSE}, {TRUE, TRUE}, {FALSE, FALSE}};
  for (guint i = 0; i < G_N_ELEMENTS(steps); i++) {
    changes = 0;
    if (steps[i].edits)
      noslip_simulation_edit(simulation, text, "test.noslip");
    else
      noslip_simulation_load_text(simulation, text, "test.noslip");
    support_wait(simulation);
    g_assert_true((changes & NOSLIP_CHANGED_SYSTEM) != 0);
    g_assert_true(((changes & NOSLIP_CHANGED_EDITED) != 0) == steps[i].is_edited);
  }
  changes = 0;
  noslip_simulation_edit(simulation, "noslip 1\ncoordinate x\n", "test.noslip");
  support_wait(simulation);
  g_assert_cmpuint(changes & (NOSLIP_CHANGED_PROBLEMS | NOSLIP_CHANGED_SYSTEM), ==, NOSLIP_CHANGED_PROBLEMS);
  noslip_simulation_free(simulation);
}

static void
count_polls(NoslipSimulation *simulation, gpointer data)
{
  (*(guint *) data)++;
  noslip_simulation_poll(simulation);
}

/* With a poller, the main loop calls it when there are results and it takes them; otherwise they are taken
 * automatically. */
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
  g_test_add_func("/simulation/many-parameter-changes", test_many_parameter_changes);
  g_test_add_func("/simulation/many-starts-and-stops", test_many_starts_and_stops);
  g_test_add_func("/simulation/awaited", test_awaited);
  g_test_add_func("/simulation/awaited-too-long", test_awaited_in_vain);
  g_test_add_func("/simulation/shutdown-while-computing", test_shutdown_while_computing);
  g_test_add_func("/simulation/two-at-once", test_two_at_once);
  g_test_add_func("/simulation/idle", test_idle);
  g_test_add_func("/simulation/listener", test_listener);
  g_test_add_func("/simulation/poller", test_poller);
  return g_test_run();
}
