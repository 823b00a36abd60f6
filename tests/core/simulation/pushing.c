/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hand that pulls at a body while it moves: by closed forms, in every formulation, and again from a set-up. */
#include "core/simulation/setup/setup.h"
#include "tests/core/simulation/support.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static const NoslipRunView *
primary(NoslipSimulation *simulation)
{
  return noslip_runs_primary(noslip_simulation_runs(simulation));
}

static guint
draw_of(NoslipSimulation *simulation, NoslipDrawKind kind)
{
  const NoslipSystem *system = noslip_simulation_system(simulation);
  for (guint i = 0; i < system->n_draws; i++)
    if (system->draws[i].kind == kind)
      return i;
  g_assert_not_reached();
}

/* The energy changes by the work of the hand, and by nothing else. */
static void
assert_balance(NoslipSimulation *simulation, double from, double to)
{
  const NoslipRunView *view = primary(simulation);
  const NoslipQuantities *q = view->quantities;
  double most = 0;
  for (guint i = 0; i < view->n_rows; i++) {
    double t = noslip_trajectory_row(view->trajectory, i, NULL)[0];
    double power = noslip_columns_value(view->values, i, q->hand),
           rate = noslip_columns_value(view->values, i, q->rate);
    if (t < from || t >= to)
      g_assert_cmpfloat(power, ==, 0);
    g_assert_cmpfloat(fabs(rate - power), <, 1e-9 * (1 + fabs(power)));
    most = fmax(most, fabs(power));
  }
  g_assert_cmpfloat(most, >, 1e-3);
  noslip_simulation_seek(simulation, view->report.computed);
  g_assert_cmpfloat(noslip_runs_worst(noslip_simulation_runs(simulation), 0, q->drift), <, 1e-9);
}

/* A particle at rest is pulled to a place 1 m away: a damped oscillator, then a straight line. */
static void
test_particle(void)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  noslip_simulation_load_text(simulation,
                              "noslip 1\nparameter m = 3\ncoordinate x\ncoordinate y\n"
                              "lagrangian m/2*(x'^2 + y'^2)\nrun to 4 step 0.01\n"
                              "draw ground\ndraw sphere at (x, y, 0) radius 0.1\n",
                              "text.noslip");
  support_settle(simulation);
  const double from[3] = {0, 0, 0}, to[3] = {1, 0, 0};
  noslip_simulation_seek(simulation, 1);
  g_assert_false(noslip_simulation_take_body(simulation, 0, from)); /* the ground */
  g_assert_true(noslip_simulation_take_body(simulation, 1, from));
  noslip_simulation_pull_body(simulation, to);
  support_settle(simulation);
  double point[3], target[3];
  g_assert_true(noslip_simulation_pushed(simulation, point, target));
  g_assert_cmpfloat(fabs(point[0]), <, 1e-12);
  g_assert_cmpfloat(target[0], ==, 1);
  noslip_simulation_seek(simulation, 2);
  noslip_simulation_release_body(simulation);
  noslip_simulation_pull_body(simulation, from); /* nothing is held */
  support_settle(simulation);
  g_assert_false(noslip_simulation_pushed(simulation, point, target));
  const NoslipRunView *view = primary(simulation);
  g_assert_cmpuint(view->n_rows, ==, 401);
  double omega = 2 * G_PI, damped = omega * sqrt(0.75), x2 = 0, v2 = 0;
  for (guint i = 0; i < view->n_rows; i++) {
    const double *row = noslip_trajectory_row(view->trajectory, i, NULL);
    double s = fmax(0, fmin(row[0], 2) - 1), fade = exp(-omega * s / 2);
    double x = 1 - fade * (cos(damped * s) + omega / 2 / damped * sin(damped * s));
    v2 = fade * omega * omega / damped * sin(damped * s);
    x2 = x + (row[0] > 2 ? (row[0] - 2) * v2 : 0);
    g_assert_cmpfloat(fabs(row[1] - x2), <, 1e-8);
    g_assert_cmpfloat(fabs(row[2]), <, 1e-12);
  }
  assert_balance(simulation, 1, 2);
  noslip_simulation_free(simulation);
}

/* At a corner of the sleigh: its blade still does not slip, whichever way it is computed. */
static void
test_sleigh(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  guint n_runs = noslip_runs_n(noslip_simulation_runs(simulation)), box = draw_of(simulation, NOSLIP_DRAW_BOX);
  g_assert_cmpuint(n_runs, ==, 5);
  noslip_simulation_seek(simulation, 1);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  double point[3] = {row[1] + 0.3, row[2] + 0.2, 0.1}, held[3], target[3];
  g_assert_true(noslip_simulation_take_body(simulation, box, point));
  support_settle(simulation);
  g_assert_true(noslip_simulation_pushed(simulation, held, target));
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat(fabs(held[i] - point[i]), <, 1e-12);
  for (guint i = 1; i <= 5; i++) { /* the pointer moves on */
    noslip_simulation_seek(simulation, 1 + 0.2 * i);
    point[0] += 0.3;
    noslip_simulation_pull_body(simulation, point);
    support_settle(simulation);
  }
  noslip_simulation_brake_body(simulation, TRUE);
  noslip_simulation_seek(simulation, 3);
  noslip_simulation_release_body(simulation);
  support_settle(simulation);
  assert_balance(simulation, 1, 3);
  g_assert_cmpfloat(noslip_runs_agreement(noslip_simulation_runs(simulation)), <, 1e-8);
  for (guint i = 0; i < primary(simulation)->report.n_verdicts; i++)
    g_assert_true(primary(simulation)->report.verdicts[i].good);

  NoslipSetup *setup = noslip_setup_new();
  noslip_setup_take_motion(setup, simulation, FALSE);
  g_autofree char *text = noslip_setups_to_text(1, &setup, NULL);
  noslip_setup_unref(setup);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(GPtrArray) read = noslip_setups_from_text(text, NULL, "setup", diagnostics);
  NoslipSimulation *again = support_opened("chaplygin-sleigh");
  noslip_setup_give_motion(read->pdata[0], again, diagnostics);
  g_assert_cmpuint(diagnostics->list->len, ==, 0);
  support_settle(again);
  g_assert_cmpuint(primary(again)->n_rows, ==, primary(simulation)->n_rows);
  for (guint i = 0; i < primary(again)->n_rows; i++) {
    const NoslipChunk *chunk;
    const double *one = noslip_trajectory_row(primary(again)->trajectory, i, &chunk);
    const double *other = noslip_trajectory_row(primary(simulation)->trajectory, i, NULL);
    g_assert_cmpmem(one, chunk->row_size * sizeof(double), other, chunk->row_size * sizeof(double));
  }
  noslip_simulation_free(again);
  noslip_simulation_free(simulation);
}

/* A wheel's step spins a ball about the vertical, so many radians per second faster in each second. */
static void
test_spin(void)
{
  NoslipSimulation *simulation = support_opened("rolling-ball");
  const NoslipSystem *system = noslip_simulation_system(simulation);
  noslip_simulation_seek(simulation, 1);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  guint w3 = noslip_row_y(system) + system->n - 1, ball = draw_of(simulation, NOSLIP_DRAW_SPHERE);
  double spin = row[w3],
         r = noslip_start_parameter(noslip_simulation_start(simulation), (guint) noslip_system_parameter(system, "r"));
  double point[3] = {row[1], row[2], r}; /* the middle: the spring turns nothing */
  g_assert_true(noslip_simulation_take_body(simulation, ball, point));
  noslip_simulation_spin_body(simulation, 0.5);
  support_settle(simulation);
  noslip_simulation_seek(simulation, 2);
  row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  g_assert_cmpfloat(fabs(row[w3] - spin - 0.5 * 2 * G_PI), <, 1e-8);
  noslip_simulation_free(simulation);
}

static void
test_refused(void)
{
  const double point[3] = {0, 0, 0};
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  guint box = draw_of(simulation, NOSLIP_DRAW_BOX);
  noslip_simulation_set_kind(simulation, NOSLIP_DYNAMICS_VAKONOMIC);
  support_settle(simulation);
  g_assert_false(noslip_simulation_take_body(simulation, box, point));
  g_assert_false(noslip_simulation_take_body(simulation, 1000, point));
  noslip_simulation_free(simulation);
  simulation = support_opened("bouncing-disk"); /* its modes are systems of their own */
  for (guint i = 0; i < noslip_simulation_system(simulation)->n_draws; i++)
    g_assert_false(noslip_simulation_take_body(simulation, i, point));
  noslip_simulation_free(simulation);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/pushing/particle", test_particle);
  g_test_add_func("/pushing/sleigh", test_sleigh);
  g_test_add_func("/pushing/spin", test_spin);
  g_test_add_func("/pushing/refused", test_refused);
  return g_test_run();
}
