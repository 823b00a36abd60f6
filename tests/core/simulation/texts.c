/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulation with an edited, wrong or impossible text; and bodies that are placed or thrown. */
#include "core/simulation/grab.h"
#include "tests/core/simulation/support.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* An error in the text is reported, and the present system continues. */
static void
test_broken_text(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  NoslipSystem *system = noslip_simulation_system(simulation);
  noslip_simulation_load_text(simulation, "noslip 1\ncoordinate x\nlagrangian x'^2/2 - 2 x\n", "mine.noslip");
  support_wait(simulation);
  g_assert_true(noslip_simulation_system(simulation) == system);
  const NoslipDiagnostics *problems = noslip_simulation_source(simulation)->problems;
  g_assert_cmpuint(problems->n_errors, >, 0);
  const NoslipDiagnostic *first = g_ptr_array_index(problems->list, 0);
  g_assert_cmpuint(first->place.line, ==, 3);
  support_check_run(simulation, noslip_runs_primary(noslip_simulation_runs(simulation)));
  noslip_simulation_load_text(simulation, "noslip 1\ncoordinate x\nlagrangian x'^2/2 - x^2/2\ninitial x = 1\n",
                              "mine.noslip");
  support_wait(simulation);
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
  support_wait(simulation);
  g_autoptr(NoslipDiagnostic) error = noslip_runs_take_error(noslip_simulation_runs(simulation));
  g_assert_nonnull(error);
  g_assert_cmpint(error->code, ==, NOSLIP_CODE_INITIAL);
  g_assert_cmpuint(noslip_runs_primary(noslip_simulation_runs(simulation))->n_rows, ==, n_rows);
  noslip_simulation_reset(simulation);
  support_wait(simulation);
  g_assert_null(noslip_runs_take_error(noslip_simulation_runs(simulation)));
  noslip_simulation_set_initial(simulation, system->m + 2, 3);
  support_wait(simulation);
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  g_assert_cmpfloat(noslip_trajectory_row(primary->trajectory, 0, NULL)[noslip_row_y(system) + 2], ==, 3);
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

/* Placing a body: its coordinates change, the velocities stay. Throwing it: the velocities change. */
static void
test_grab(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  const NoslipSystem *system = noslip_simulation_system(simulation);
  guint row_size = noslip_row_size(system);
  for (guint pass = 0; pass < 2; pass++) {
    noslip_playback_seek(noslip_simulation_playback(simulation), pass == 0 ? 0 : 4);
    g_autofree double *before =
        g_memdup2(noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL), row_size * sizeof(double));
    NoslipGrab *grab = noslip_grab_new(simulation, draw_of(system, NOSLIP_DRAW_BOX));
    g_assert_nonnull(grab);
    g_assert_false(noslip_grab_throws(grab));
    noslip_grab_move(grab, 0.1, 0.1);
    noslip_grab_move(grab, 0.3, -0.2); /* from the original position, not from the last movement */
    noslip_grab_free(grab);
    support_wait(simulation);
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
    support_wait(simulation);
    after = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
    g_assert_cmpfloat_with_epsilon(after[4], v1 + 0.5, 1e-6);
    g_assert_cmpfloat_with_epsilon(after[5], 0, 1e-12);
    support_check_run(simulation, noslip_runs_primary(noslip_simulation_runs(simulation)));
  }
  g_assert_null(noslip_grab_new(simulation, draw_of(system, NOSLIP_DRAW_TRAIL)));
  g_assert_null(noslip_grab_new(simulation, 1000));
  noslip_simulation_free(simulation);
}

/* A thrown ball rolls: the velocity of the throw is kept, the spin follows from the constraints. */
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
  support_wait(simulation);
  row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  double r = noslip_start_parameter(noslip_simulation_start(simulation), (guint) noslip_system_parameter(system, "r"));
  g_assert_cmpfloat_with_epsilon(row[3], 1.25, 1e-9);
  g_assert_cmpfloat_with_epsilon(row[4], -0.5, 1e-9);
  g_assert_cmpfloat_with_epsilon(row[6], 1.25 / r, 1e-9); /* w2 = x' / r */
  g_assert_cmpfloat_with_epsilon(row[5], 0.5 / r, 1e-9);  /* w1 = -y' / r */
  noslip_simulation_free(simulation);
}

static char *
support_replaced(const char *text, const char *what, const char *with)
{
  g_auto(GStrv) parts = g_strsplit(text, what, 2);
  g_assert_nonnull(parts[0]);
  g_assert_nonnull(parts[1]);
  return g_strjoinv(with, parts);
}

/* An edited text keeps the time and the values that were set, except those that the edit changes; a wrong text changes
 * nothing. */
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
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 4);
  g_autofree char *bad = support_replaced(text, "theta'", "nobody'");
  guint64 generation = noslip_simulation_edit(simulation, bad, "chaplygin-sleigh");
  support_wait(simulation);
  g_assert_cmpuint(noslip_simulation_source(simulation)->generation, ==, generation);
  g_assert_cmpstr(noslip_simulation_source(simulation)->text, ==, bad);
  g_assert_cmpuint(noslip_simulation_source(simulation)->problems->n_errors, >, 0);
  g_assert_true(noslip_simulation_system(simulation) == system);

  g_autofree char *good = support_replaced(text, "parameter a = 0.2", "parameter extra = 7\nparameter a = 0.3");
  noslip_simulation_edit(simulation, good, "chaplygin-sleigh");
  support_wait(simulation);
  system = noslip_simulation_system(simulation);
  g_assert_cmpuint(noslip_simulation_source(simulation)->problems->n_errors, ==, 0);
  m = noslip_system_parameter(system, "m");
  a = noslip_system_parameter(system, "a");
  g_assert_cmpint(noslip_system_parameter(system, "extra"), >=, 0);
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), (guint) m), ==, 2);
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), (guint) a), ==, 0.3);
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 0), ==, 1.25);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 4, 1e-9);

  /* the new motion ends earlier: the time becomes its end */
  g_autofree char *shorter = support_replaced(good, "run to 12", "run to 3");
  noslip_simulation_edit(simulation, shorter, "chaplygin-sleigh");
  support_wait(simulation);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 3, 1e-9);
  /* another system starts anew */
  noslip_simulation_load(simulation, "rolling-disk");
  support_wait(simulation);
  g_assert_cmpfloat(noslip_playhead_time(noslip_simulation_playhead(simulation)), ==, 0);
  noslip_simulation_free(simulation);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/simulation/broken-text", test_broken_text);
  g_test_add_func("/simulation/impossible-start", test_impossible_start);
  g_test_add_func("/simulation/grab", test_grab);
  g_test_add_func("/simulation/throw-with-constraints", test_throw_with_constraints);
  g_test_add_func("/simulation/edit", test_edit);
  return g_test_run();
}
