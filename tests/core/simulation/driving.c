/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Driven inputs: the motion follows the new value from that time on, the change is recorded, and recomputing the motion
 * gives the same result. */
#include "core/language/language.h"
#include "core/simulation/setup/setup.h"
#include "core/simulation/symbols.h"
#include "core/trajectory/csv.h"
#include "tests/core/simulation/support.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static const char *const rail = "noslip 1\n"
                                "parameter m = 2\n"
                                "input u = 0 in -1 .. 1 unit \"m\" keys \"Left\" \"Right\" \"place of the rider\"\n"
                                "coordinate x unit \"m\"\n"
                                "lagrangian m/2*(x' + d(u))^2\n"
                                "run to 6 step 0.01\n"
                                "observable rate = d(u)\n"
                                "claim \"momentum\": p(x') = 0\n";

static NoslipSimulation *
opened_text(const char *text)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  noslip_simulation_load_text(simulation, text, "text.noslip");
  support_wait(simulation);
  g_assert_nonnull(noslip_simulation_system(simulation));
  return simulation;
}

static const NoslipRunView *
primary(NoslipSimulation *simulation)
{
  return noslip_runs_primary(noslip_simulation_runs(simulation));
}

static double
input_at(NoslipSimulation *simulation, double t)
{
  noslip_playback_seek(noslip_simulation_playback(simulation), t);
  return noslip_hands_input(noslip_simulation_hands(simulation), 0);
}

static void
assert_same_rows(const NoslipRunView *one, const NoslipRunView *other)
{
  g_assert_cmpuint(one->n_rows, ==, other->n_rows);
  for (guint i = 0; i < one->n_rows; i++) {
    const NoslipChunk *chunk;
    const double *a = noslip_trajectory_row(one->trajectory, i, &chunk),
                 *b = noslip_trajectory_row(other->trajectory, i, NULL);
    g_assert_cmpmem(a, chunk->row_size * sizeof(double), b, chunk->row_size * sizeof(double));
  }
}

/* A rider moves along a cart without external force: the momentum is constant, hence x + u is, for every motion of
 * u. */
static void
test_rate(void)
{
  NoslipSimulation *simulation = opened_text(rail);
  const NoslipSystem *system = noslip_simulation_system(simulation);
  g_assert_cmpfloat(system->inputs[0].low, ==, -1);
  g_assert_false(noslip_hands_hold_input(noslip_simulation_hands(simulation), 0));
  noslip_playback_seek(noslip_simulation_playback(simulation), 1);
  g_assert_true(isnan(noslip_hands_input_aim(noslip_simulation_hands(simulation), 0)));
  noslip_hands_move_input(noslip_simulation_hands(simulation), 0, 0.75);
  g_assert_cmpfloat(noslip_hands_input_aim(noslip_simulation_hands(simulation), 0), ==, 0.75);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 1.02); /* while the input still moves */
  noslip_hands_move_input(noslip_simulation_hands(simulation), 0, 5);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 2.5);
  noslip_hands_drive_input(noslip_simulation_hands(simulation), 0, -1);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 3.5);
  g_assert_true(noslip_hands_hold_input(noslip_simulation_hands(simulation), 0));
  g_assert_true(isnan(noslip_hands_input_aim(noslip_simulation_hands(simulation), 0))); /* it has arrived */
  noslip_hands_drive_input(noslip_simulation_hands(simulation), 0, 0);
  g_assert_true(isnan(noslip_hands_input_aim(noslip_simulation_hands(simulation), 0))); /* back to its own course */
  support_wait(simulation);
  g_assert_cmpfloat(input_at(simulation, 0.99), ==, 0);
  g_assert_cmpfloat(input_at(simulation, 2), ==, 1); /* limited by HI */
  g_assert_cmpfloat(input_at(simulation, 5.5), ==, 0);
  g_assert_false(noslip_hands_hold_input(noslip_simulation_hands(simulation), 0));
  const NoslipRunView *view = primary(simulation);
  g_assert_cmpuint(view->n_rows, ==, 601);
  double least = 0;
  for (guint i = 0; i < view->n_rows; i++) {
    const double *row = noslip_trajectory_row(view->trajectory, i, NULL);
    double u = input_at(simulation, row[0]);
    g_assert_cmpfloat(fabs(row[1] + u), <, 1e-9);
    g_assert_cmpfloat(fabs(u), <=, 1);
    least = fmin(least, u);
  }
  g_assert_cmpfloat(least, <, -0.5); /* the key moved it by more than this */
  noslip_simulation_free(simulation);
}

#define AGES (200 * G_USEC_PER_SEC)
#define FRAME 16667 /* microseconds */

/* While it plays slowly, a movement of the slider lasts one sample: the motion after the movement is computed apart from
 * its first sample. The next frame already shows a later time. */
static void
test_next_frame(void)
{
  NoslipSimulation *simulation = opened_text(rail);
  NoslipPlayback *playback = noslip_simulation_playback(simulation);
  const NoslipPlayhead *playhead = noslip_simulation_playhead(simulation);
  noslip_playback_set_speed(playback, 0.25);
  noslip_playback_seek(playback, 1);
  noslip_playback_play(playback);
  gint64 now = FRAME;
  noslip_playback_advance(playback, now);
  for (guint i = 0; i < 20; i++) {
    double before = noslip_playhead_time(playhead);
    noslip_hands_move_input(noslip_simulation_hands(simulation), 0, i % 2 ? 0.5 : -0.5);
    noslip_simulation_await(simulation, AGES);
    noslip_playback_advance(playback, now += FRAME);
    g_assert_cmpfloat(noslip_playhead_time(playhead), >, before);
  }
  noslip_simulation_free(simulation);
}

/* In every formulation; a set-up reproduces the same bits. */
static void
test_replay(void)
{
  NoslipSimulation *simulation = support_opened("trailers");
  noslip_playback_seek(noslip_simulation_playback(simulation), 1);
  noslip_hands_move_input(noslip_simulation_hands(simulation), 0, -0.5);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 2);
  noslip_hands_drive_input(noslip_simulation_hands(simulation), 0, 1);
  noslip_hands_drive_input(noslip_simulation_hands(simulation), 0,
                           0); /* at the same time: the key was released at once */
  noslip_hands_drive_input(noslip_simulation_hands(simulation), 0, 1);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 2.3);
  noslip_hands_drive_input(noslip_simulation_hands(simulation), 0, 0);
  support_wait(simulation);
  g_assert_cmpfloat(input_at(simulation, 1.5), ==, -0.5);
  g_assert_cmpfloat(fabs(input_at(simulation, 9) - 0.4), <, 1e-15);
  noslip_playback_seek(noslip_simulation_playback(simulation), 15);
  g_assert_cmpuint(noslip_runs_n(noslip_simulation_runs(simulation)), ==, 5);
  g_assert_cmpfloat(noslip_runs_agreement(noslip_simulation_runs(simulation)), <, 1e-9);
  for (guint i = 0; i < primary(simulation)->report.n_verdicts; i++)
    g_assert_true(primary(simulation)->report.verdicts[i].good);

  NoslipSetup *setup = noslip_setup_new();
  noslip_setup_take_motion(setup, simulation, FALSE);
  g_autofree char *text = noslip_setups_to_text(1, &setup, NULL);
  noslip_setup_unref(setup);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(GPtrArray) read = noslip_setups_from_text(text, NULL, "setup", diagnostics);
  NoslipSimulation *again = support_opened("trailers");
  noslip_setup_give_motion(read->pdata[0], again, diagnostics);
  g_assert_cmpuint(diagnostics->list->len, ==, 0);
  support_wait(again);
  assert_same_rows(primary(simulation), primary(again));
  /* the bracket is that of the current value */
  const NoslipInstruments *instruments = noslip_readings_instruments(noslip_simulation_readings(again));
  g_autofree double *bracket = g_new(double, (gsize) instruments->n * instruments->n);
  g_assert_true(noslip_readings_bracket(noslip_simulation_readings(again), bracket, NULL));
  for (guint i = 0; i < instruments->n * instruments->n; i++)
    g_assert_true(isfinite(bracket[i]));
  /* driven in the same way in another formulation */
  noslip_runs_set_formulation(noslip_simulation_runs(again), noslip_formulation_find("gibbs-appell"));
  support_wait(again);
  noslip_playback_seek(noslip_simulation_playback(again), 15);
  g_assert_cmpfloat(noslip_runs_agreement(noslip_simulation_runs(again)), <, 1e-9);
  g_assert_cmpfloat(input_at(again, 1.5), ==, -0.5);
  noslip_simulation_reset(again);
  support_wait(again);
  g_assert_cmpfloat(input_at(again, 1.5), ==, 0.4);
  noslip_simulation_free(again);
  noslip_simulation_free(simulation);
}

/* A new movement replaces the recording after its time. */
static void
test_cut(void)
{
  NoslipSimulation *simulation = opened_text(rail);
  noslip_playback_seek(noslip_simulation_playback(simulation), 3);
  noslip_hands_move_input(noslip_simulation_hands(simulation), 0, 1);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 1);
  noslip_hands_move_input(noslip_simulation_hands(simulation), 0, -0.25);
  support_wait(simulation);
  g_assert_cmpfloat(input_at(simulation, 5), ==, -0.25);
  /* from the start too; after the end it has no effect */
  noslip_playback_seek(noslip_simulation_playback(simulation), 6);
  noslip_hands_move_input(noslip_simulation_hands(simulation), 0, 1);
  noslip_playback_seek(noslip_simulation_playback(simulation), 0);
  noslip_hands_move_input(noslip_simulation_hands(simulation), 0, 0.5);
  support_wait(simulation);
  g_assert_cmpfloat(input_at(simulation, 5), ==, 0.5);
  noslip_simulation_free(simulation);
}

/* An edited text keeps the recording. */
static void
test_edited(void)
{
  NoslipSimulation *simulation = opened_text(rail);
  noslip_playback_seek(noslip_simulation_playback(simulation), 1);
  noslip_hands_move_input(noslip_simulation_hands(simulation), 0, -0.25);
  support_wait(simulation);
  g_assert_cmpfloat(input_at(simulation, 5), ==, -0.25);
  g_autofree char *text = g_strdup_printf("%s# nothing\n", noslip_simulation_source(simulation)->text);
  noslip_simulation_edit(simulation, text, "test.noslip");
  support_wait(simulation);
  g_assert_cmpfloat(input_at(simulation, 5), ==, -0.25);
  noslip_simulation_free(simulation);
}

/* The input's own course, if the text gives one, and the column of the table. */
static void
test_course(void)
{
  NoslipSimulation *simulation = opened_text("noslip 1\ninput u = sin(t) in -1 .. 1\ncoordinate x\n"
                                             "lagrangian x'^2/2\nforce x' = u\nrun to 4 step 0.01\n");
  g_assert_cmpfloat(input_at(simulation, 1), ==, sin(1));
  noslip_hands_move_input(noslip_simulation_hands(simulation), 0, 0.25);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 2);
  noslip_hands_drive_input(noslip_simulation_hands(simulation), 0, 0);
  support_wait(simulation);
  g_assert_cmpfloat(input_at(simulation, 1.5), ==, 0.25);
  g_assert_cmpfloat(fabs(input_at(simulation, 3.5) - sin(3.5)), <, 1e-15);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipCsv) csv =
      noslip_csv_new(noslip_simulation_system(simulation), NOSLIP_DYNAMICS_NONHOLONOMIC, diagnostics);
  g_auto(GStrv) columns = noslip_csv_columns(csv);
  g_assert_cmpuint(g_strv_length(columns), ==, 5);
  g_assert_cmpstr(columns[4], ==, "u");
  double values[5];
  const NoslipChunk *chunk;
  const double *row = noslip_trajectory_row(primary(simulation)->trajectory, 150, &chunk);
  noslip_csv_values(csv, chunk->parameters, 1, row, values);
  g_assert_cmpfloat(values[4], ==, 0.25);
  noslip_simulation_free(simulation);
}

/* Lines of a set-up that no recording can have produced. */
static void
test_lines(void)
{
  NoslipSimulation *simulation = opened_text(rail);
  const NoslipSystem *system = noslip_simulation_system(simulation);
  static const char *const bad[] = {"1 v rests 0 0 0 0 0 0",    "1 u jumps 0 0 0 0 0 0",   "1 u rests 0 0 0 0 0",
                                    "-1 u rests 0 0 0 0 0 0",   "nan u rests 0 0 0 0 0 0", "1 u rests 0 0 inf 0 0 0",
                                    "1 u rests 0 0 1e999 0 0 0"};
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autofree char *problem = NULL;
    g_autoptr(NoslipGestures) gestures = noslip_gestures_from_text(bad[i], system, &problem);
    g_assert_nonnull(problem);
    g_assert_cmpuint(noslip_gestures_n(gestures), ==, 0);
  }
  g_autofree char *problem = NULL;
  g_autoptr(NoslipGestures) gestures =
      noslip_gestures_from_text("2 u rests 0 0 1 0 0 0\n\n1 u moves 0 1 0 0 3 -2\n", system, &problem);
  g_assert_null(problem);
  g_autofree char *text = noslip_gestures_to_text(gestures, system);
  g_assert_cmpstr(text, ==, "1 u moves 0 1 0 0 3 -2\n2 u rests 0 0 1 0 0 0\n");
  noslip_simulation_free(simulation);
}

/* Formulas have the input and its rates by name, with the values at the shared time, and nothing of the hand. */
static void
test_formulas(void)
{
  NoslipSimulation *simulation = opened_text(rail);
  const NoslipSystem *written = noslip_system_written(noslip_simulation_system(simulation));
  g_autofree char *momentum = noslip_expr_text(written->graph, written->momentum[0]);
  g_assert_cmpstr(momentum, ==, "m*(x' + u')");
  for (guint i = 0; i < 2; i++) {
    g_autofree char *side =
        noslip_expr_text(written->graph, i ? written->claims[0].left : written->observables[0].expr);
    g_assert_null(strstr(side, "by hand"));
  }
  noslip_playback_seek(noslip_simulation_playback(simulation), 1);
  noslip_hands_move_input(noslip_simulation_hands(simulation), 0, 0.5);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 1.02); /* it moves for 0.033 s */
  g_autoptr(NoslipSymbols) symbols = noslip_symbols_new(noslip_simulation_runs(simulation));
  double rate = noslip_symbols_value(symbols, "u'"), observed = noslip_symbols_value(symbols, "rate");
  g_assert_cmpfloat(observed, >, 0);
  g_assert_cmpfloat_with_epsilon(rate, observed, 1e-12 * observed);
  g_assert_cmpfloat_with_epsilon(noslip_symbols_value(symbols, "x'"), -rate, 1e-9 * rate);
  g_assert_true(isnan(noslip_symbols_value(symbols, "v'")));
  noslip_simulation_free(simulation);
}

/* The sample at 3 * 0.1 s, which rounding puts after 0.3 s, is that of the time 0.3 s. */
static void
test_sample(void)
{
  NoslipSimulation *simulation = opened_text("noslip 1\ncoordinate x\nlagrangian x'^2/2\ninitial x' = 1\n"
                                             "run to 1 step 0.1\n");
  const NoslipRuns *runs = noslip_simulation_runs(simulation);
  static const double times[][2] = {{0.3, 3 * 0.1}, {0.35, 3 * 0.1}, {0.29999, 0.2}, {0.7, 7 * 0.1}, {1, 1}};
  for (guint i = 0; i < G_N_ELEMENTS(times); i++) {
    noslip_playback_seek(noslip_simulation_playback(simulation), times[i][0]);
    g_assert_cmpfloat_with_epsilon(noslip_runs_time(runs), times[i][1], 1e-12);
    g_assert_cmpfloat_with_epsilon(noslip_runs_row(runs, 0, NULL)[1], times[i][0], 1e-9); /* what is drawn */
  }
  noslip_simulation_free(simulation);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/driving/rate", test_rate);
  g_test_add_func("/driving/next-frame", test_next_frame);
  g_test_add_func("/driving/replay", test_replay);
  g_test_add_func("/driving/cut", test_cut);
  g_test_add_func("/driving/edited", test_edited);
  g_test_add_func("/driving/course", test_course);
  g_test_add_func("/driving/lines", test_lines);
  g_test_add_func("/driving/formulas", test_formulas);
  g_test_add_func("/driving/sample", test_sample);
  return g_test_run();
}
