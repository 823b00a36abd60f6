/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A motion that is computed in the background: rows, restarts, choices, energy and the end. */
#include "core/simulation/grab.h"

#include "core/simulation/symbols.h"
#include "tests/core/simulation/support.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static void
test_sleigh(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  g_assert_true(primary->report.finished);
  g_assert_null(primary->report.error);
  support_check_run(simulation, primary);
  g_assert_cmpuint(noslip_runs_n(noslip_simulation_runs(simulation)), ==, 5);
  for (guint i = 1; i < 5; i++) {
    g_assert_true(noslip_runs_view(noslip_simulation_runs(simulation), i)->checks);
    support_check_run(simulation, noslip_runs_view(noslip_simulation_runs(simulation), i));
  }
  noslip_playback_seek(noslip_simulation_playback(simulation), 20);
  g_assert_cmpfloat(noslip_runs_agreement(noslip_simulation_runs(simulation)), <, 1e-9);
  g_assert_cmpfloat(noslip_runs_agreement(noslip_simulation_runs(simulation)), >, 0);
  g_assert_true(primary->quantities->conserves);
  g_assert_cmpfloat(noslip_runs_worst(noslip_simulation_runs(simulation), 0, primary->quantities->drift), <, 1e-9);
  g_assert_cmpfloat(noslip_runs_worst(noslip_simulation_runs(simulation), 0, primary->quantities->residual), <, 1e-12);
  g_assert_cmpuint(primary->report.n_verdicts, ==, noslip_simulation_system(simulation)->n_claims);
  for (guint i = 0; i < primary->report.n_verdicts; i++)
    g_assert_true(primary->report.verdicts[i].good);
  /* the bracket of theta and p(omega) is 1: compiled, and evaluated at the current time */
  const NoslipInstruments *instruments = noslip_readings_instruments(noslip_simulation_readings(simulation));
  g_assert_nonnull(instruments);
  g_autofree double *values = g_new0(double, instruments->n * instruments->n);
  g_autofree double *jacobiators = g_new0(double, instruments->n_triples + 1);
  g_assert_true(noslip_readings_bracket(noslip_simulation_readings(simulation), values, jacobiators));
  for (guint i = 0; i < instruments->n; i++)
    g_assert_cmpfloat(fabs(values[i * instruments->n + i]), ==, 0);
  noslip_simulation_free(simulation);
}

/* A trial sets its values and resets the others; x', which is not a fibre coordinate, sets all velocities. */
static void
test_trial(void)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  noslip_simulation_load_text(simulation,
                              "noslip 1\ncoordinate x\ncoordinate th\nvelocity v = x' + th'\nvelocity w = th'\n"
                              "lagrangian v^2/2 + w^2/2 - x^2/2\ninitial x = 1\ninitial w = 0.5\nrun to 1 step 0.1\n"
                              "trial \"fast\": w = 3*x, x = 2\ntrial \"natural\": x' = 1\n"
                              "trial \"contradictory\": th' = 2\n",
                              "trial.noslip");
  support_wait(simulation);
  noslip_simulation_set_initial(simulation, 1, 0.25);
  support_wait(simulation);
  noslip_simulation_set_trial(simulation, 0);
  support_wait(simulation);
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 0), ==, 2);
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 1), ==,
                    0); /* the values of the text again */
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 3), ==, 6);
  noslip_simulation_set_trial(simulation, 1);
  support_wait(simulation);
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 0), ==, 1);
  g_assert_cmpfloat(fabs(noslip_start_initial(noslip_simulation_start(simulation), 2) - 1.5), <,
                    1e-12); /* v = x' + w */
  g_assert_cmpfloat(fabs(noslip_start_initial(noslip_simulation_start(simulation), 3) - 0.5), <, 1e-12);
  g_assert_null(noslip_runs_take_error(noslip_simulation_runs(simulation)));
  noslip_simulation_set_trial(simulation, 2); /* w is given, and w = th' */
  g_autoptr(NoslipDiagnostic) error = noslip_runs_take_error(noslip_simulation_runs(simulation));
  g_assert_nonnull(error);
  noslip_simulation_set_trial(simulation, 3); /* nothing to compare */
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 0), ==, 1);
  noslip_simulation_free(simulation);
}

/* A parameter takes effect from the current state: earlier rows stay, later ones are another motion. */
static void
test_parameter_from_here(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  guint row_size = noslip_row_size(noslip_simulation_system(simulation));
  guint before = noslip_trajectory_find(primary->trajectory, 7.99), at = before + 1;
  g_autofree double *kept =
      g_memdup2(noslip_trajectory_row(primary->trajectory, before, NULL), row_size * sizeof(double));
  g_autofree double *state = g_memdup2(noslip_trajectory_row(primary->trajectory, at, NULL), row_size * sizeof(double));
  g_autofree double *end =
      g_memdup2(noslip_trajectory_row(primary->trajectory, primary->n_rows - 1, NULL), row_size * sizeof(double));
  noslip_playback_seek(noslip_simulation_playback(simulation), 8);
  int a = noslip_system_parameter(noslip_simulation_system(simulation), "a");
  noslip_simulation_set_parameter(simulation, (guint) a, 0.5);
  g_assert_true(primary->pending);
  support_wait(simulation);
  primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  g_assert_false(primary->pending);
  support_check_run(simulation, primary);
  for (guint i = 0; i < row_size; i++)
    g_assert_cmpfloat(noslip_trajectory_row(primary->trajectory, before, NULL)[i], ==, kept[i]);
  const NoslipSystem *system = noslip_simulation_system(simulation);
  for (guint i = 0; i < system->m + system->n; i++)
    g_assert_cmpfloat_with_epsilon(noslip_trajectory_row(primary->trajectory, at, NULL)[1 + i], state[1 + i], 1e-9);
  g_assert_cmpfloat(fabs(noslip_trajectory_row(primary->trajectory, primary->n_rows - 1, NULL)[1] - end[1]), >, 1e-3);
  noslip_playback_seek(noslip_simulation_playback(simulation), 20);
  g_assert_cmpfloat(noslip_runs_agreement(noslip_simulation_runs(simulation)), <, 1e-8);
  /* a further change at the same time starts from the same state */
  noslip_playback_seek(noslip_simulation_playback(simulation), 8);
  noslip_simulation_set_parameter(simulation, (guint) a, 0.2);
  support_wait(simulation);
  primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  g_assert_cmpfloat_with_epsilon(noslip_trajectory_row(primary->trajectory, primary->n_rows - 1, NULL)[1], end[1],
                                 1e-6);
  noslip_simulation_free(simulation);
}

/* A formulation that is not computed up to the present time is not among those that agree there. */
static void
test_behind(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  NoslipRuns *runs = noslip_simulation_runs(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 0);
  noslip_playback_set_end(noslip_simulation_playback(simulation), 1000);
  support_wait(simulation); /* only a part is computed: the rest is far ahead of the playhead */
  const NoslipRunView *other = noslip_runs_view(runs, 1);
  double known = noslip_trajectory_end(other->trajectory);
  g_assert_false(other->report.finished);
  g_assert_cmpfloat(known, <, 500);
  noslip_playback_jump(noslip_simulation_playback(simulation), 30);
  g_assert_cmpfloat(noslip_runs_agreement(runs), <, 1e-8);
  noslip_playback_jump(noslip_simulation_playback(simulation), 500);
  g_assert_true(isnan(noslip_runs_agreement(runs)));
  g_autofree char *line = noslip_runs_agreement_line(runs);
  g_assert_nonnull(strstr(line, "nothing to compare"));
  g_assert_nonnull(strstr(line, "not computed to this time"));
  noslip_simulation_free(simulation);
}

static void
test_overlays(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  g_autoptr(NoslipVariant) other = noslip_variant_new("faster");
  noslip_variant_set(other, "omega", 2.5);
  guint id = noslip_overlays_add(noslip_simulation_overlays(simulation), other);
  const NoslipFormulation *free_motion = noslip_formulation_default(NOSLIP_DYNAMICS_FREE);
  noslip_overlays_show(noslip_simulation_overlays(simulation), free_motion, TRUE);
  support_wait(simulation);
  g_assert_true(noslip_overlays_shows(noslip_simulation_overlays(simulation), free_motion));
  guint found = 0;
  for (guint i = 0; i < noslip_runs_n(noslip_simulation_runs(simulation)); i++) {
    const NoslipRunView *run = noslip_runs_view(noslip_simulation_runs(simulation), i);
    if (run->id == id || run->formulation == free_motion) {
      found++;
      g_assert_false(run->checks);
      support_check_run(simulation, run);
    }
  }
  g_assert_cmpuint(found, ==, 2);
  /* they do not count as disagreement */
  noslip_playback_seek(noslip_simulation_playback(simulation), 20);
  g_assert_cmpfloat(noslip_runs_agreement(noslip_simulation_runs(simulation)), <, 1e-9);
  noslip_overlays_remove(noslip_simulation_overlays(simulation), id);
  noslip_overlays_show(noslip_simulation_overlays(simulation), free_motion, FALSE);
  support_wait(simulation);
  g_assert_cmpuint(noslip_runs_n(noslip_simulation_runs(simulation)), ==, 5);
  /* nor as agreement, if there are no others */
  noslip_runs_set_kind(noslip_simulation_runs(simulation), NOSLIP_DYNAMICS_FREE);
  id = noslip_overlays_add(noslip_simulation_overlays(simulation), other);
  support_wait(simulation);
  g_assert_cmpuint(noslip_runs_n(noslip_simulation_runs(simulation)), ==, 2);
  g_assert_cmpuint(noslip_runs_view(noslip_simulation_runs(simulation), 1)->id, ==, id);
  g_assert_cmpuint(noslip_runs_view(noslip_simulation_runs(simulation), 1)->n_rows, >, 0);
  g_assert_true(isnan(noslip_runs_agreement(noslip_simulation_runs(simulation))));
  noslip_simulation_free(simulation);
}

static void
test_choices(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  const NoslipFormulation *projection = noslip_formulation_find("projection");
  noslip_runs_set_formulation(noslip_simulation_runs(simulation), projection);
  support_wait(simulation);
  g_assert_true(noslip_runs_primary(noslip_simulation_runs(simulation))->formulation == projection);
  g_assert_cmpuint(noslip_runs_n(noslip_simulation_runs(simulation)), ==, 5);
  noslip_runs_set_kind(noslip_simulation_runs(simulation), NOSLIP_DYNAMICS_FREE);
  support_wait(simulation);
  support_check_run(simulation, noslip_runs_primary(noslip_simulation_runs(simulation)));
  g_assert_cmpuint(noslip_runs_n(noslip_simulation_runs(simulation)), ==, 1);
  noslip_runs_set_kind(noslip_simulation_runs(simulation), NOSLIP_DYNAMICS_NONHOLONOMIC);
  /* a method of order four or five with a loose tolerance conserves the energy less accurately */
  noslip_runs_set_method(noslip_simulation_runs(simulation), noslip_method_find("rkf45"));
  noslip_runs_set_tolerance(noslip_simulation_runs(simulation), 1e-2);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 20);
  double coarse = noslip_runs_worst(noslip_simulation_runs(simulation), 0,
                                    noslip_runs_primary(noslip_simulation_runs(simulation))->quantities->drift);
  noslip_runs_set_tolerance(noslip_simulation_runs(simulation), 1e-12);
  noslip_runs_set_method(noslip_simulation_runs(simulation), noslip_methods()[0]);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 20);
  double fine = noslip_runs_worst(noslip_simulation_runs(simulation), 0,
                                  noslip_runs_primary(noslip_simulation_runs(simulation))->quantities->drift);
  g_test_message("energy drift %g with rkf45 at 1e-2, %g with rk8pd at 1e-12", coarse, fine);
  g_assert_cmpfloat(fine, <, coarse);
  noslip_simulation_free(simulation);
}

/* The bracket of a long motion is available soon after its start. */
static void
test_bracket_of_a_long_motion(void)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  noslip_simulation_load_text(simulation,
                              "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: y' = 0\n"
                              "initial x' = 1\nrun to 60 step 0.0001\n",
                              "long.noslip");
  gint64 begun = g_get_monotonic_time();
  while (!noslip_readings_instruments(noslip_simulation_readings(simulation))) {
    noslip_simulation_poll(simulation);
    g_usleep(200);
    g_assert_cmpint(g_get_monotonic_time() - begun, <, 60 * G_USEC_PER_SEC);
  }
  g_assert_cmpfloat(noslip_runs_computed(noslip_simulation_runs(simulation)), >, 0);
  g_assert_cmpfloat(noslip_runs_computed(noslip_simulation_runs(simulation)), <, 60);
  noslip_simulation_free(simulation);
}

/* The energy at the current time with two of the velocities replaced: E = (x'^2 + 4 y'^2 + z'^2)/2 + k x^2. */
static void
test_energy(void)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  g_assert_false(noslip_readings_prepare_energy(noslip_simulation_readings(simulation)));
  g_assert_true(isnan(noslip_readings_energy(noslip_simulation_readings(simulation), 0, 1, 1, 1)));
  noslip_simulation_load_text(simulation,
                              "noslip 1\nparameter k = 3\ncoordinate x\ncoordinate y\ncoordinate z\n"
                              "lagrangian (x'^2 + 4*y'^2 + z'^2)/2 - k*x^2\ninitial x = 0.5\ninitial y' = 7\n"
                              "initial z' = 2\nrun to 1 step 0.1\n",
                              "test.noslip");
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 0);
  for (guint pass = 0; pass < 2; pass++) {
    double k = pass == 0 ? 3 : 5;
    g_assert_true(noslip_readings_prepare_energy(noslip_simulation_readings(simulation)));
    g_assert_cmpfloat_with_epsilon(noslip_readings_energy(noslip_simulation_readings(simulation), 0, 0.3, 1, -0.4),
                                   0.5 * (0.09 + 4 * 0.16 + 4) + k * 0.25, 1e-12);
    g_assert_cmpfloat_with_epsilon(noslip_readings_energy(noslip_simulation_readings(simulation), 2, 1, 0, 0),
                                   0.5 * (1 + 4 * 49) + k * 0.25, 1e-12);
    g_assert_true(isnan(noslip_readings_energy(noslip_simulation_readings(simulation), 3, 1, 0, 1)));
    g_assert_true(isnan(noslip_readings_energy(noslip_simulation_readings(simulation), 0, 1, 3, 1)));
    noslip_simulation_set_parameter(simulation, 0, 5);
    support_wait(simulation);
    noslip_playback_seek(noslip_simulation_playback(simulation), 0);
  }
  noslip_simulation_free(simulation);
}

/* Sections d_x + y d_z and d_y: {z, p_1} is y, and {p_1, p_2} is y x' up to its sign, at the current time. */
static void
test_bracket(void)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  noslip_simulation_load_text(simulation,
                              "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"
                              "constraint c: z' = y*x'\ninitial y = 0.3\ninitial x' = 2\nrun to 1 step 0.1\n",
                              "test.noslip");
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 0.5);
  const NoslipInstruments *instruments = noslip_readings_instruments(noslip_simulation_readings(simulation));
  g_assert_nonnull(instruments);
  g_autofree double *values = g_new0(double, instruments->n * instruments->n);
  g_autofree double *jacobiators = g_new0(double, instruments->n_triples + 1);
  g_assert_true(noslip_readings_bracket(noslip_simulation_readings(simulation), values, jacobiators));
  guint slopes = 0, turns = 0; /* y' = 0: y and x' are constant */
  for (guint i = 0; i < instruments->n * instruments->n; i++) {
    slopes += fabs(fabs(values[i]) - 0.3) < 1e-9;
    turns += fabs(fabs(values[i]) - 0.6) < 1e-9;
  }
  g_assert_cmpuint(slopes, ==, 2);
  g_assert_cmpuint(turns, ==, 2);
  noslip_simulation_free(simulation);
}

/* Names in formulas of the window, at the current time; E, T and V are the energies. */
static void
test_symbols(void)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  g_assert_null(noslip_symbols_new(noslip_simulation_runs(simulation)));
  noslip_simulation_load_text(
      simulation,
      "noslip 1\nparameter k = 3\ncoordinate x\ncoordinate y\nlagrangian x'^2 + y'^2/2 - k*x^2\n"
      "constraint c: y' = 2\ninitial x = 0.5\ninitial x' = 1\nobservable twice = 2*x\nrun to 1 step 0.1\n",
      "test.noslip");
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 0);
  g_autoptr(NoslipSymbols) symbols = noslip_symbols_new(noslip_simulation_runs(simulation));
  g_assert_nonnull(symbols);
  static const struct {
    const char *name;
    double value;
  } known[] = {{"k", 3},    {"t", 0},    {"x", 0.5},       {"x'", 1},    {"y'", 2},    {"T", 3},        {"kinetic", 3},
               {"V", 0.75}, {"E", 3.75}, {"energy", 3.75}, {"twice", 1}, {"p(x')", 2}, {"lambda(c)", 0}};
  for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
    g_test_message("%s", known[i].name);
    g_assert_cmpfloat_with_epsilon(noslip_symbols_value(symbols, known[i].name), known[i].value, 1e-12);
  }
  static const char *const unknown[] = {"W", "nobody", "p(y)", ""};
  for (guint i = 0; i < G_N_ELEMENTS(unknown); i++)
    g_assert_true(isnan(noslip_symbols_value(symbols, unknown[i])));
  noslip_simulation_free(simulation);
}

/* Another end moves the end of the loop, unless the user set the loop. */
static void
test_end(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  const NoslipPlayhead *head = noslip_simulation_playhead(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 10);
  noslip_playback_set_end(noslip_simulation_playback(simulation), 5);
  g_assert_cmpfloat(head->end, ==, 5);
  g_assert_cmpfloat(head->loop_to, ==, 5);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(head), 5, 1e-9);
  noslip_playback_set_end(noslip_simulation_playback(simulation), 8);
  g_assert_cmpfloat(head->loop_to, ==, 8);
  noslip_playback_set_loop(noslip_simulation_playback(simulation), TRUE, 1, 3);
  noslip_playback_set_end(noslip_simulation_playback(simulation), 6);
  g_assert_cmpfloat(head->loop_from, ==, 1);
  g_assert_cmpfloat(head->loop_to, ==, 3);
  const double wrong[] = {0, -1, NAN, INFINITY};
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++)
    noslip_playback_set_end(noslip_simulation_playback(simulation), wrong[i]);
  g_assert_cmpfloat(head->end, ==, 6);
  support_wait(simulation);
  noslip_simulation_free(simulation);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/simulation/sleigh", test_sleigh);
  g_test_add_func("/simulation/trial", test_trial);
  g_test_add_func("/simulation/parameter-from-here", test_parameter_from_here);
  g_test_add_func("/simulation/overlays", test_overlays);
  g_test_add_func("/simulation/behind", test_behind);
  g_test_add_func("/simulation/bracket-of-a-long-motion", test_bracket_of_a_long_motion);
  g_test_add_func("/simulation/choices", test_choices);
  g_test_add_func("/simulation/energy", test_energy);
  g_test_add_func("/simulation/end", test_end);
  g_test_add_func("/simulation/symbols", test_symbols);
  g_test_add_func("/simulation/bracket", test_bracket);
  return g_test_run();
}
