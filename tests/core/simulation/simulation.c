/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The simulation on its worker thread; meant to run under ThreadSanitizer as well. */
#include "core/simulation/grab.h"

#include "tests/core/simulation/support.h"

#include "core/simulation/symbols.h"

#include <gsl/gsl_errno.h>
#include <math.h>

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
  noslip_simulation_seek(simulation, 20);
  g_assert_cmpfloat(noslip_runs_agreement(noslip_simulation_runs(simulation)), <, 1e-9);
  g_assert_cmpfloat(noslip_runs_agreement(noslip_simulation_runs(simulation)), >, 0);
  g_assert_true(primary->quantities->conserves);
  g_assert_cmpfloat(noslip_runs_worst(noslip_simulation_runs(simulation), 0, primary->quantities->drift), <, 1e-9);
  g_assert_cmpfloat(noslip_runs_worst(noslip_simulation_runs(simulation), 0, primary->quantities->residual), <, 1e-12);
  g_assert_cmpuint(primary->report.n_verdicts, ==, noslip_simulation_system(simulation)->n_claims);
  for (guint i = 0; i < primary->report.n_verdicts; i++)
    g_assert_true(primary->report.verdicts[i].good);
  /* the bracket of theta and p(omega) is 1: compiled, and read at the shared time */
  const NoslipInstruments *instruments = noslip_simulation_instruments(simulation);
  g_assert_nonnull(instruments);
  g_autofree double *values = g_new0(double, instruments->n * instruments->n);
  g_autofree double *jacobiators = g_new0(double, instruments->n_triples + 1);
  g_assert_true(noslip_simulation_bracket(simulation, values, jacobiators));
  for (guint i = 0; i < instruments->n; i++)
    g_assert_cmpfloat(fabs(values[i * instruments->n + i]), ==, 0);
  noslip_simulation_free(simulation);
}

/* A trial sets its values and puts back the others; x' that is no fibre coordinate sets all velocities. */
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
  support_settle(simulation);
  noslip_simulation_set_initial(simulation, 1, 0.25);
  support_settle(simulation);
  noslip_simulation_set_trial(simulation, 0);
  support_settle(simulation);
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 0), ==, 2);
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 1), ==, 0); /* as in the text again */
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 3), ==, 6);
  noslip_simulation_set_trial(simulation, 1);
  support_settle(simulation);
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 0), ==, 1);
  g_assert_cmpfloat(fabs(noslip_start_initial(noslip_simulation_start(simulation), 2) - 1.5), <,
                    1e-12); /* v = x' + w */
  g_assert_cmpfloat(fabs(noslip_start_initial(noslip_simulation_start(simulation), 3) - 0.5), <, 1e-12);
  g_assert_null(noslip_simulation_take_error(simulation));
  noslip_simulation_set_trial(simulation, 2); /* w is given, and w = th' */
  g_autoptr(NoslipDiagnostic) error = noslip_simulation_take_error(simulation);
  g_assert_nonnull(error);
  noslip_simulation_set_trial(simulation, 3); /* there is none */
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 0), ==, 1);
  noslip_simulation_free(simulation);
}

/* A parameter acts from the present state: what was before stays, what comes after is another motion. */
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
  noslip_simulation_seek(simulation, 8);
  int a = noslip_system_parameter(noslip_simulation_system(simulation), "a");
  noslip_simulation_set_parameter(simulation, (guint) a, 0.5);
  g_assert_true(primary->pending);
  support_settle(simulation);
  primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  g_assert_false(primary->pending);
  support_check_run(simulation, primary);
  for (guint i = 0; i < row_size; i++)
    g_assert_cmpfloat(noslip_trajectory_row(primary->trajectory, before, NULL)[i], ==, kept[i]);
  const NoslipSystem *system = noslip_simulation_system(simulation);
  for (guint i = 0; i < system->m + system->n; i++)
    g_assert_cmpfloat_with_epsilon(noslip_trajectory_row(primary->trajectory, at, NULL)[1 + i], state[1 + i], 1e-9);
  g_assert_cmpfloat(fabs(noslip_trajectory_row(primary->trajectory, primary->n_rows - 1, NULL)[1] - end[1]), >, 1e-3);
  noslip_simulation_seek(simulation, 20);
  g_assert_cmpfloat(noslip_runs_agreement(noslip_simulation_runs(simulation)), <, 1e-8);
  /* the slider again at the same place begins from the same state */
  noslip_simulation_seek(simulation, 8);
  noslip_simulation_set_parameter(simulation, (guint) a, 0.2);
  support_settle(simulation);
  primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  g_assert_cmpfloat_with_epsilon(noslip_trajectory_row(primary->trajectory, primary->n_rows - 1, NULL)[1], end[1],
                                 1e-6);
  noslip_simulation_free(simulation);
}

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

/* A text with an error says so, and the system that runs goes on. */
static void
test_broken_text(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  NoslipSystem *system = noslip_simulation_system(simulation);
  noslip_simulation_load_text(simulation, "noslip 1\ncoordinate x\nlagrangian x'^2/2 - 2 x\n", "mine.noslip");
  support_settle(simulation);
  g_assert_true(noslip_simulation_system(simulation) == system);
  const NoslipDiagnostics *problems = noslip_simulation_source(simulation)->problems;
  g_assert_cmpuint(problems->n_errors, >, 0);
  const NoslipDiagnostic *first = g_ptr_array_index(problems->list, 0);
  g_assert_cmpuint(first->place.line, ==, 3);
  support_check_run(simulation, noslip_runs_primary(noslip_simulation_runs(simulation)));
  noslip_simulation_load_text(simulation, "noslip 1\ncoordinate x\nlagrangian x'^2/2 - x^2/2\ninitial x = 1\n",
                              "mine.noslip");
  support_settle(simulation);
  g_assert_cmpuint(noslip_simulation_source(simulation)->problems->n_errors, ==, 0);
  g_assert_cmpstr(noslip_simulation_system(simulation)->id, ==, "mine");
  /* x'' = -x from x = 1 at rest */
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  for (guint i = 0; i < primary->n_rows; i += 50) {
    const double *row = noslip_trajectory_row(primary->trajectory, i, NULL);
    g_assert_cmpfloat_with_epsilon(row[1], cos(row[0]), 1e-8);
  }
  noslip_simulation_free(simulation);
}

static void
test_impossible_start(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  guint n_rows = noslip_runs_primary(noslip_simulation_runs(simulation))->n_rows;
  const NoslipSystem *system = noslip_simulation_system(simulation);
  guint v2 = system->m + 1; /* across the blade: the constraint forbids it */
  noslip_simulation_set_initial(simulation, v2, 1);
  support_settle(simulation);
  g_autoptr(NoslipDiagnostic) error = noslip_simulation_take_error(simulation);
  g_assert_nonnull(error);
  g_assert_cmpint(error->code, ==, NOSLIP_CODE_INITIAL);
  g_assert_cmpuint(noslip_runs_primary(noslip_simulation_runs(simulation))->n_rows, ==, n_rows);
  noslip_simulation_reset(simulation);
  support_settle(simulation);
  g_assert_null(noslip_simulation_take_error(simulation));
  noslip_simulation_set_initial(simulation, system->m + 2, 3);
  support_settle(simulation);
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  g_assert_cmpfloat(noslip_trajectory_row(primary->trajectory, 0, NULL)[noslip_row_y(system) + 2], ==, 3);
  noslip_simulation_free(simulation);
}

static void
test_overlays(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  g_autoptr(NoslipVariant) other = noslip_variant_new("faster");
  noslip_variant_set(other, "omega", 2.5);
  guint id = noslip_simulation_add_overlay(simulation, other);
  const NoslipFormulation *free_motion = noslip_formulation_default(NOSLIP_DYNAMICS_FREE);
  noslip_simulation_show(simulation, free_motion, TRUE);
  support_settle(simulation);
  g_assert_true(noslip_runs_shows(noslip_simulation_runs(simulation), free_motion));
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
  noslip_simulation_seek(simulation, 20);
  g_assert_cmpfloat(noslip_runs_agreement(noslip_simulation_runs(simulation)), <, 1e-9);
  noslip_simulation_remove_overlay(simulation, id);
  noslip_simulation_show(simulation, free_motion, FALSE);
  support_settle(simulation);
  g_assert_cmpuint(noslip_runs_n(noslip_simulation_runs(simulation)), ==, 5);
  /* nor as agreement, where they are all there is beside the motion */
  noslip_simulation_set_kind(simulation, NOSLIP_DYNAMICS_FREE);
  id = noslip_simulation_add_overlay(simulation, other);
  support_settle(simulation);
  g_assert_cmpuint(noslip_runs_n(noslip_simulation_runs(simulation)), ==, 2);
  g_assert_cmpuint(noslip_runs_view(noslip_simulation_runs(simulation), 1)->id, ==, id);
  g_assert_cmpuint(noslip_runs_view(noslip_simulation_runs(simulation), 1)->n_rows, >, 0);
  g_assert_true(isnan(noslip_runs_agreement(noslip_simulation_runs(simulation))));
  noslip_simulation_free(simulation);
}

static guint
draw_of(const NoslipSystem *system, NoslipDrawKind kind)
{
  for (guint i = 0; i < system->n_draws; i++)
    if (system->draws[i].kind == kind)
      return i;
  g_error("the system draws nothing of this kind");
}

/* A body is placed: its coordinates follow, the velocities stay. An arrow throws: the velocities follow. */
static void
test_grab(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  const NoslipSystem *system = noslip_simulation_system(simulation);
  guint row_size = noslip_row_size(system);
  for (guint pass = 0; pass < 2; pass++) {
    noslip_simulation_seek(simulation, pass == 0 ? 0 : 4);
    g_autofree double *before =
        g_memdup2(noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL), row_size * sizeof(double));
    NoslipGrab *grab = noslip_grab_new(simulation, draw_of(system, NOSLIP_DRAW_BOX));
    g_assert_nonnull(grab);
    g_assert_false(noslip_grab_throws(grab));
    noslip_grab_move(grab, 0.1, 0.1);
    noslip_grab_move(grab, 0.3, -0.2); /* from where it was taken, not from the last move */
    noslip_grab_free(grab);
    support_settle(simulation);
    const double *after = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
    g_assert_cmpfloat(after[0], ==, before[0]);
    const double a = 0.2, b = 0.1;
    double cx = before[1] + a * cos(before[3]) - b * sin(before[3]),
           cy = before[2] + a * sin(before[3]) + b * cos(before[3]);
    double dx = after[1] + a * cos(after[3]) - b * sin(after[3]), dy = after[2] + a * sin(after[3]) + b * cos(after[3]);
    g_assert_cmpfloat_with_epsilon(dx - cx, 0.3, 1e-9);
    g_assert_cmpfloat_with_epsilon(dy - cy, -0.2, 1e-9);
    for (guint y = 0; y < system->n; y++)
      g_assert_cmpfloat_with_epsilon(after[noslip_row_y(system) + y], before[noslip_row_y(system) + y], 1e-9);
    support_check_run(simulation, noslip_runs_primary(noslip_simulation_runs(simulation)));

    grab = noslip_grab_new(simulation, draw_of(system, NOSLIP_DRAW_ARROW));
    g_assert_nonnull(grab);
    g_assert_true(noslip_grab_throws(grab));
    double theta = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL)[3],
           v1 = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL)[4];
    noslip_grab_move(grab, 0.5 * cos(theta), 0.5 * sin(theta));
    noslip_grab_free(grab);
    support_settle(simulation);
    after = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
    g_assert_cmpfloat_with_epsilon(after[4], v1 + 0.5, 1e-6);
    g_assert_cmpfloat_with_epsilon(after[5], 0, 1e-12);
    support_check_run(simulation, noslip_runs_primary(noslip_simulation_runs(simulation)));
  }
  g_assert_null(noslip_grab_new(simulation, draw_of(system, NOSLIP_DRAW_TRAIL)));
  g_assert_null(noslip_grab_new(simulation, 1000));
  noslip_simulation_free(simulation);
}

/* A ball that is thrown rolls: what was thrown is kept, the spin follows from the constraints. */
static void
test_throw_with_constraints(void)
{
  NoslipSimulation *simulation = support_opened("rolling-ball-reduced");
  const NoslipSystem *system = noslip_simulation_system(simulation);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  g_autofree double *xy = g_memdup2(row + 1, (system->m + system->n) * sizeof(double));
  guint changed[] = {2, 3}; /* x' and y' */
  xy[2] = 1.25;
  xy[3] = -0.5;
  noslip_simulation_place(simulation, xy, 2, changed);
  support_settle(simulation);
  row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  double r = noslip_start_parameter(noslip_simulation_start(simulation), (guint) noslip_system_parameter(system, "r"));
  g_assert_cmpfloat_with_epsilon(row[3], 1.25, 1e-9);
  g_assert_cmpfloat_with_epsilon(row[4], -0.5, 1e-9);
  g_assert_cmpfloat_with_epsilon(row[6], 1.25 / r, 1e-9); /* w2 = x' / r */
  g_assert_cmpfloat_with_epsilon(row[5], 0.5 / r, 1e-9);  /* w1 = -y' / r */
  noslip_simulation_free(simulation);
}

static void
test_choices(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  const NoslipFormulation *projection = noslip_formulation_find("projection");
  noslip_simulation_set_formulation(simulation, projection);
  support_settle(simulation);
  g_assert_true(noslip_runs_primary(noslip_simulation_runs(simulation))->formulation == projection);
  g_assert_cmpuint(noslip_runs_n(noslip_simulation_runs(simulation)), ==, 5);
  noslip_simulation_set_kind(simulation, NOSLIP_DYNAMICS_FREE);
  support_settle(simulation);
  support_check_run(simulation, noslip_runs_primary(noslip_simulation_runs(simulation)));
  g_assert_cmpuint(noslip_runs_n(noslip_simulation_runs(simulation)), ==, 1);
  noslip_simulation_set_kind(simulation, NOSLIP_DYNAMICS_NONHOLONOMIC);
  /* A method of order four or five with a loose tolerance keeps the energy less well */
  noslip_simulation_set_method(simulation, noslip_method_find("rkf45"));
  noslip_simulation_set_tolerance(simulation, 1e-2);
  support_settle(simulation);
  noslip_simulation_seek(simulation, 20);
  double coarse = noslip_runs_worst(noslip_simulation_runs(simulation), 0,
                                    noslip_runs_primary(noslip_simulation_runs(simulation))->quantities->drift);
  noslip_simulation_set_tolerance(simulation, 1e-12);
  noslip_simulation_set_method(simulation, noslip_methods()[0]);
  support_settle(simulation);
  noslip_simulation_seek(simulation, 20);
  double fine = noslip_runs_worst(noslip_simulation_runs(simulation), 0,
                                  noslip_runs_primary(noslip_simulation_runs(simulation))->quantities->drift);
  g_test_message("energy drift %g with rkf45 at 1e-2, %g with rk8pd at 1e-12", coarse, fine);
  g_assert_cmpfloat(fine, <, coarse);
  noslip_simulation_free(simulation);
}

static char *
replaced(const char *text, const char *what, const char *with)
{
  g_auto(GStrv) parts = g_strsplit(text, what, 2);
  g_assert_nonnull(parts[0]);
  g_assert_nonnull(parts[1]);
  return g_strjoinv(with, parts);
}

/* An edited text keeps the time and what was set, but for what the edit itself changes; a bad one changes nothing. */
static void
test_edit(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  g_assert_nonnull(noslip_simulation_source(simulation)->file);
  g_autofree char *text = g_strdup(noslip_simulation_source(simulation)->text);
  NoslipSystem *system = noslip_simulation_system(simulation);
  int m = noslip_system_parameter(system, "m"), a = noslip_system_parameter(system, "a");
  noslip_simulation_set_parameter(simulation, (guint) m, 2);
  noslip_simulation_set_parameter(simulation, (guint) a, 0.5);
  noslip_simulation_set_initial(simulation, 0, 1.25);
  support_settle(simulation);
  noslip_simulation_seek(simulation, 4);
  g_autofree char *bad = replaced(text, "theta'", "nobody'");
  guint64 generation = noslip_simulation_edit(simulation, bad, "chaplygin-sleigh");
  support_settle(simulation);
  g_assert_cmpuint(noslip_simulation_source(simulation)->generation, ==, generation);
  g_assert_cmpstr(noslip_simulation_source(simulation)->text, ==, bad);
  g_assert_cmpuint(noslip_simulation_source(simulation)->problems->n_errors, >, 0);
  g_assert_true(noslip_simulation_system(simulation) == system);

  g_autofree char *good = replaced(text, "parameter a = 0.2", "parameter extra = 7\nparameter a = 0.3");
  noslip_simulation_edit(simulation, good, "chaplygin-sleigh");
  support_settle(simulation);
  system = noslip_simulation_system(simulation);
  g_assert_cmpuint(noslip_simulation_source(simulation)->problems->n_errors, ==, 0);
  m = noslip_system_parameter(system, "m");
  a = noslip_system_parameter(system, "a");
  g_assert_cmpint(noslip_system_parameter(system, "extra"), >=, 0);
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), (guint) m), ==, 2);
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), (guint) a), ==, 0.3);
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 0), ==, 1.25);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 4, 1e-9);

  /* a motion that ends earlier: the time goes as far as it does */
  g_autofree char *shorter = replaced(good, "run to 12", "run to 3");
  noslip_simulation_edit(simulation, shorter, "chaplygin-sleigh");
  support_settle(simulation);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 3, 1e-9);
  /* another system begins anew */
  noslip_simulation_load(simulation, "rolling-disk");
  support_settle(simulation);
  g_assert_cmpfloat(noslip_playhead_time(noslip_simulation_playhead(simulation)), ==, 0);
  noslip_simulation_free(simulation);
}

/* However long a motion is, its bracket comes soon after its beginning. */
static void
test_bracket_of_a_long_motion(void)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  noslip_simulation_load_text(simulation,
                              "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: y' = 0\n"
                              "initial x' = 1\nrun to 60 step 0.0001\n",
                              "long.noslip");
  gint64 begun = g_get_monotonic_time();
  while (!noslip_simulation_instruments(simulation)) {
    noslip_simulation_poll(simulation);
    g_usleep(200);
    g_assert_cmpint(g_get_monotonic_time() - begun, <, 60 * G_USEC_PER_SEC);
  }
  g_assert_cmpfloat(noslip_runs_computed(noslip_simulation_runs(simulation)), >, 0);
  g_assert_cmpfloat(noslip_runs_computed(noslip_simulation_runs(simulation)), <, 60);
  noslip_simulation_free(simulation);
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

/* The energy at the shared time with two of the velocities replaced: E = (x'^2 + 4 y'^2 + z'^2)/2 + k x^2. */
static void
test_energy(void)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  g_assert_false(noslip_simulation_prepare_energy(simulation));
  g_assert_true(isnan(noslip_simulation_energy(simulation, 0, 1, 1, 1)));
  noslip_simulation_load_text(simulation,
                              "noslip 1\nparameter k = 3\ncoordinate x\ncoordinate y\ncoordinate z\n"
                              "lagrangian (x'^2 + 4*y'^2 + z'^2)/2 - k*x^2\ninitial x = 0.5\ninitial y' = 7\n"
                              "initial z' = 2\nrun to 1 step 0.1\n",
                              "test.noslip");
  support_settle(simulation);
  noslip_simulation_seek(simulation, 0);
  for (guint pass = 0; pass < 2; pass++) {
    double k = pass == 0 ? 3 : 5;
    g_assert_true(noslip_simulation_prepare_energy(simulation));
    g_assert_cmpfloat_with_epsilon(noslip_simulation_energy(simulation, 0, 0.3, 1, -0.4),
                                   0.5 * (0.09 + 4 * 0.16 + 4) + k * 0.25, 1e-12);
    g_assert_cmpfloat_with_epsilon(noslip_simulation_energy(simulation, 2, 1, 0, 0), 0.5 * (1 + 4 * 49) + k * 0.25,
                                   1e-12);
    g_assert_true(isnan(noslip_simulation_energy(simulation, 3, 1, 0, 1)));
    g_assert_true(isnan(noslip_simulation_energy(simulation, 0, 1, 3, 1)));
    noslip_simulation_set_parameter(simulation, 0, 5);
    support_settle(simulation);
    noslip_simulation_seek(simulation, 0);
  }
  noslip_simulation_free(simulation);
}

/* Sections d_x + y d_z and d_y: {z, p_1} is y, and {p_1, p_2} is y x' up to its sign, at the shared time. */
static void
test_bracket(void)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  noslip_simulation_load_text(simulation,
                              "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"
                              "constraint c: z' = y*x'\ninitial y = 0.3\ninitial x' = 2\nrun to 1 step 0.1\n",
                              "test.noslip");
  support_settle(simulation);
  noslip_simulation_seek(simulation, 0.5);
  const NoslipInstruments *instruments = noslip_simulation_instruments(simulation);
  g_assert_nonnull(instruments);
  g_autofree double *values = g_new0(double, instruments->n * instruments->n);
  g_autofree double *jacobiators = g_new0(double, instruments->n_triples + 1);
  g_assert_true(noslip_simulation_bracket(simulation, values, jacobiators));
  guint slopes = 0, turns = 0; /* y' = 0: y and x' stay */
  for (guint i = 0; i < instruments->n * instruments->n; i++) {
    slopes += fabs(fabs(values[i]) - 0.3) < 1e-9;
    turns += fabs(fabs(values[i]) - 0.6) < 1e-9;
  }
  g_assert_cmpuint(slopes, ==, 2);
  g_assert_cmpuint(turns, ==, 2);
  noslip_simulation_free(simulation);
}

/* What formulas of the window name, at the shared time; E, T and V are the energies. */
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
  support_settle(simulation);
  noslip_simulation_seek(simulation, 0);
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

/* Another end takes the loop with it, unless the loop's ends were marked. */
static void
test_end(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  const NoslipPlayhead *head = noslip_simulation_playhead(simulation);
  noslip_simulation_seek(simulation, 10);
  noslip_simulation_set_end(simulation, 5);
  g_assert_cmpfloat(head->end, ==, 5);
  g_assert_cmpfloat(head->loop_to, ==, 5);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(head), 5, 1e-9);
  noslip_simulation_set_end(simulation, 8);
  g_assert_cmpfloat(head->loop_to, ==, 8);
  noslip_simulation_set_loop(simulation, TRUE, 1, 3);
  noslip_simulation_set_end(simulation, 6);
  g_assert_cmpfloat(head->loop_from, ==, 1);
  g_assert_cmpfloat(head->loop_to, ==, 3);
  const double wrong[] = {0, -1, NAN, INFINITY};
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++)
    noslip_simulation_set_end(simulation, wrong[i]);
  g_assert_cmpfloat(head->end, ==, 6);
  support_settle(simulation);
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
  g_test_add_func("/simulation/parameter-storm", test_parameter_storm);
  g_test_add_func("/simulation/start-stop-storm", test_start_stop_storm);
  g_test_add_func("/simulation/shutdown-while-computing", test_shutdown_while_computing);
  g_test_add_func("/simulation/two-at-once", test_two_at_once);
  g_test_add_func("/simulation/broken-text", test_broken_text);
  g_test_add_func("/simulation/impossible-start", test_impossible_start);
  g_test_add_func("/simulation/overlays", test_overlays);
  g_test_add_func("/simulation/grab", test_grab);
  g_test_add_func("/simulation/throw-with-constraints", test_throw_with_constraints);
  g_test_add_func("/simulation/bracket-of-a-long-motion", test_bracket_of_a_long_motion);
  g_test_add_func("/simulation/choices", test_choices);
  g_test_add_func("/simulation/edit", test_edit);
  g_test_add_func("/simulation/idle", test_idle);
  g_test_add_func("/simulation/listener", test_listener);
  g_test_add_func("/simulation/poller", test_poller);
  g_test_add_func("/simulation/energy", test_energy);
  g_test_add_func("/simulation/end", test_end);
  g_test_add_func("/simulation/symbols", test_symbols);
  g_test_add_func("/simulation/bracket", test_bracket);
  return g_test_run();
}
