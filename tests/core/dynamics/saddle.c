/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/formulation.h"
#include "core/dynamics/saddle-private.h"
#include "core/integrate/run.h"
#include "core/system/row.h"
#include "core/system/state.h"
#include "tests/core/fixture.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <json-glib/json-glib.h>
#include <math.h>

typedef struct {
  const NoslipFormulation *formulation;
  NoslipDynamics *dynamics;
  gpointer work;
} Run;

static Run
start(NoslipSystem *system, const char *id)
{
  Run run = {.formulation = noslip_formulation_find(id)};
  NoslipDiagnostic *error = NULL;
  g_assert_nonnull(run.formulation);
  run.dynamics = noslip_dynamics_new(run.formulation, system, &error);
  g_assert_null(error);
  run.work = run.formulation->work_new(noslip_dynamics_data(run.dynamics));
  g_autofree double *parameters = noslip_system_default_parameters(system);
  run.formulation->set_parameters(run.work, parameters);
  return run;
}

static void
stop(Run *run)
{
  run->formulation->work_free(run->work);
  noslip_dynamics_unref(run->dynamics);
}

static int
right_side(double t, const double z[], double zdot[], void *data)
{
  Run *run = data;
  return run->formulation->rates(run->work, t, z, zdot) == NOSLIP_STEP_OK ? GSL_SUCCESS : GSL_EBADFUNC;
}

/* From t to `to` at rtol 1e-12, with the state brought back onto the constraints after every step. */
static NoslipStepStatus
advance(Run *run, double *t, double to, double *z)
{
  guint size = run->formulation->size(noslip_dynamics_data(run->dynamics));
  gsl_odeiv2_system ode = {right_side, NULL, size, run};
  gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, size);
  gsl_odeiv2_control *control = gsl_odeiv2_control_y_new(1e-14, 1e-12);
  gsl_odeiv2_evolve *evolve = gsl_odeiv2_evolve_alloc(size);
  double h = 1e-3;
  NoslipStepStatus status = NOSLIP_STEP_OK;
  while (*t < to && status == NOSLIP_STEP_OK) {
    gboolean changed;
    if (gsl_odeiv2_evolve_apply(evolve, control, step, &ode, t, to, &h, z) != GSL_SUCCESS) {
      status = NOSLIP_STEP_UNDEFINED;
      break;
    }
    status = run->formulation->accept(run->work, *t, z, TRUE, &changed);
  }
  gsl_odeiv2_evolve_free(evolve);
  gsl_odeiv2_control_free(control);
  gsl_odeiv2_step_free(step);
  return status;
}

static double
member(JsonObject *object, const char *name, guint i)
{
  return json_array_get_double_element(json_object_get_array_member(object, name), i);
}

static void
test_sleigh(void)
{
  static const char *const cases[] = {"chaplygin-sleigh", "chaplygin-sleigh.a_zero", "chaplygin-sleigh.b_zero"};
  static const char *const names[] = {"x", "y", "theta", "v1", "v2", "omega"};
  for (guint which = 0; which < G_N_ELEMENTS(cases); which++) {
    g_autofree char *text = fixture_reference(cases[which]);
    g_autoptr(JsonParser) parser = json_parser_new();
    g_assert_true(json_parser_load_from_data(parser, text, -1, NULL));
    JsonObject *root = json_node_get_object(json_parser_get_root(parser));
    JsonObject *parameters = json_object_get_object_member(root, "parameters");
    JsonObject *initial = json_object_get_object_member(root, "initial");
    JsonObject *columns = json_object_get_object_member(root, "columns");
    JsonObject *blade = json_object_get_object_member(json_object_get_object_member(root, "multipliers"), "blade");
    g_autoptr(NoslipSystem) system =
        fixture_sleigh(json_object_get_double_member(parameters, "m"), json_object_get_double_member(parameters, "J"),
                       json_object_get_double_member(parameters, "a"), json_object_get_double_member(parameters, "b"));
    double z[6], x[3], y[3], ydot[3], lambda[1], t = 0, largest = 0;
    Run run = start(system, "multipliers");
    for (guint i = 0; i < 6; i++)
      z[i] = json_object_get_double_member(initial, names[i]);
    g_assert_cmpint(run.formulation->enter(run.work, 0, z, z), ==, NOSLIP_STEP_OK);
    guint rows = json_array_get_length(json_object_get_array_member(root, "t"));
    g_assert_cmpuint(rows, >, 10);
    for (guint row = 0; row < rows; row++) {
      g_assert_cmpint(advance(&run, &t, member(root, "t", row), z), ==, NOSLIP_STEP_OK);
      for (guint i = 0; i < 6; i++)
        largest = fmax(largest, fabs(z[i] - member(columns, names[i], row)));
      g_assert_cmpint(run.formulation->observe(run.work, t, z, x, y, ydot, lambda), ==, NOSLIP_STEP_OK);
      largest = fmax(largest, fabs(lambda[0] - member(blade, "values", row)));
    }
    g_test_message("%s: largest difference %.2g", cases[which], largest);
    g_assert_cmpfloat(largest, <, 1e-9);
    stop(&run);
  }
}

/* A pendulum as a particle with the constraint x0 x0' + x1 x1' = 0: the tension is known in closed form. */
static NoslipSystem *
pendulum(double gravity)
{
  NoslipSystem *system = fixture_natural(2);
  NoslipGraph *graph = system->graph;
  NoslipExpr x0 = system->coordinates[0].symbol, x1 = system->coordinates[1].symbol;
  fixture_unit_lagrangian(system, noslip_expr_mul(graph, noslip_expr_number(graph, gravity), x1));
  fixture_constraint(system, "rod",
                     noslip_expr_add(graph, noslip_expr_mul(graph, x0, system->fibres[0].symbol),
                                     noslip_expr_mul(graph, x1, system->fibres[1].symbol)));
  return system;
}

static void
test_pendulum(void)
{
  g_autoptr(NoslipSystem) system = pendulum(9.81);
  Run run = start(system, "multipliers");
  double z[4] = {0.6, -0.8, 0.8, 0.6}, x[2], y[2], ydot[2], lambda[1], t = 0;
  g_assert_cmpint(run.formulation->enter(run.work, 0, z, z), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(advance(&run, &t, 3, z), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(run.formulation->observe(run.work, t, z, x, y, ydot, lambda), ==, NOSLIP_STEP_OK);
  /* x . xddot = -|v|^2 and xddot = lambda x - g e1 give lambda; and the energy. */
  double v2 = y[0] * y[0] + y[1] * y[1], r2 = x[0] * x[0] + x[1] * x[1];
  g_assert_cmpfloat_with_epsilon(lambda[0], (9.81 * x[1] - v2) / r2, 1e-11);
  g_assert_cmpfloat_with_epsilon(v2 / 2 + 9.81 * x[1], 0.5 - 9.81 * 0.8, 1e-10);
  g_assert_cmpfloat_with_epsilon(x[0] * y[0] + x[1] * y[1], 0, 1e-14);
  g_assert_cmpfloat(fabs(lambda[0]), >, 1);
  stop(&run);

  Run free_run = start(system, "free");
  double f[4] = {0.6, -0.8, 0.8, 0.6};
  t = 0;
  g_assert_cmpint(free_run.formulation->enter(free_run.work, 0, f, f), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(advance(&free_run, &t, 2, f), ==, NOSLIP_STEP_OK);
  g_assert_cmpfloat_with_epsilon(f[0], 0.6 + 0.8 * 2, 1e-12);
  g_assert_cmpfloat_with_epsilon(f[1], -0.8 + 0.6 * 2 - 9.81 * 2, 1e-11);
  stop(&free_run);
}

static void
test_jacobian(void)
{
  NoslipSystem *systems[] = {pendulum(2), fixture_sleigh(1.3, 0.4, 0.2, -0.3)};
  const double states[][6] = {{0.6, -0.8, 0.8, 0.6}, {0.1, 0.3, 0.7, 0.9, 0, -1.1}};
  for (guint which = 0; which < 2; which++) {
    Run run = start(systems[which], "multipliers");
    guint size = systems[which]->m + systems[which]->n;
    double z[6], jacobian[36], dt[6], plus[6], minus[6], largest = 0;
    memcpy(z, states[which], sizeof z);
    g_assert_cmpint(run.formulation->enter(run.work, 0, z, z), ==, NOSLIP_STEP_OK);
    g_assert_cmpint(run.formulation->jacobian(run.work, 0, z, jacobian, dt), ==, NOSLIP_STEP_OK);
    for (guint j = 0; j < size; j++) {
      double h = 1e-5, at = z[j];
      z[j] = at + h;
      g_assert_cmpint(run.formulation->rates(run.work, 0, z, plus), ==, NOSLIP_STEP_OK);
      z[j] = at - h;
      g_assert_cmpint(run.formulation->rates(run.work, 0, z, minus), ==, NOSLIP_STEP_OK);
      z[j] = at;
      for (guint i = 0; i < size; i++) {
        g_assert_cmpfloat_with_epsilon(jacobian[i * size + j], (plus[i] - minus[i]) / (2 * h), 1e-8);
        largest = fmax(largest, fabs(jacobian[i * size + j]));
      }
    }
    g_assert_cmpfloat(largest, >, 0.5);
    stop(&run);
    noslip_system_unref(systems[which]);
  }
}

/* x0 x1' = 0 with x0 = 1 - t: the constraint vanishes at t = 1, between two steps. */
static void
test_rank_lost(void)
{
  g_autoptr(NoslipSystem) system = fixture_natural(3);
  NoslipGraph *graph = system->graph;
  fixture_unit_lagrangian(system, NOSLIP_ZERO);
  fixture_constraint(system, "first", noslip_expr_sub(graph, system->fibres[2].symbol, system->fibres[1].symbol));
  fixture_constraint(system, "fading", noslip_expr_mul(graph, system->coordinates[0].symbol, system->fibres[1].symbol));
  Run run = start(system, "multipliers");
  double z[6] = {1, 0, 0, -1, 0, 0}, t = 0;
  g_assert_cmpint(run.formulation->enter(run.work, 0, z, z), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(advance(&run, &t, 0.5, z), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(advance(&run, &t, 3, z), ==, NOSLIP_STEP_RANK_LOST);
  g_assert_cmpint(run.formulation->failure(run.work), ==, 1);
  double start_there[6] = {0, 0, 0, -1, 0, 0};
  g_assert_cmpint(run.formulation->enter(run.work, 0, start_there, z), ==, NOSLIP_STEP_RANK_LOST);
  g_assert_cmpint(run.formulation->failure(run.work), ==, 1);
  stop(&run);
}

static double
determinant(guint k, const double *a)
{
  double sum = 0, minor[9];
  for (guint column = 0; column < k; column++) {
    for (guint i = 1, to = 0; i < k; i++)
      for (guint j = 0; j < k; j++)
        if (j != column)
          minor[to++] = a[i * k + j];
    sum += (column % 2 == 0 ? 1 : -1) * a[column] * (k > 1 ? determinant(k - 1, minor) : 1);
  }
  return sum;
}

/* The sign of the determinant by minors, for matrices whose rows have to change places too; 0 if it is 0. */
static void
test_sign(void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(5);
  guint n_negative = 0;
  for (guint round = 0; round < 400; round++) {
    guint k = 1 + round % 4;
    double a[16];
    for (guint i = 0; i < k * k; i++)
      a[i] = g_rand_int_range(random, -3, 4);
    double expected = determinant(k, a);
    for (guint i = 0; i < k * k && expected == 0; i++) /* rounding would decide */
      a[i] = 0;
    double sign = noslip_linear_determinant_sign(k, a, 0);
    n_negative += expected < 0;
    g_assert_cmpfloat(sign, ==, expected > 0 ? 1 : expected < 0 ? -1 : 0);
  }
  g_assert_cmpuint(n_negative, >, 100);
}

static void
test_refused(void)
{
  NoslipDiagnostic *error = NULL;
  g_autoptr(NoslipSystem) degenerate = fixture_natural(2);
  degenerate->lagrangian = degenerate->kinetic = noslip_expr_powi(degenerate->graph, degenerate->fibres[0].symbol, 2);
  noslip_system_derive(degenerate);
  g_assert_null(noslip_dynamics_new(noslip_formulation_find("multipliers"), degenerate, &error));
  g_assert_nonnull(error);
  g_assert_cmpint(error->code, ==, NOSLIP_CODE_SINGULAR);
  noslip_diagnostic_free(error);
  /* With a constraint on the velocity without inertia the motion is determined again. */
  fixture_constraint(degenerate, "c1", degenerate->fibres[1].symbol);
  Run run = start(degenerate, "multipliers");
  double z[4] = {0, 0, 1, 0}, rates[4];
  g_assert_cmpint(run.formulation->enter(run.work, 0, z, z), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(run.formulation->rates(run.work, 0, z, rates), ==, NOSLIP_STEP_OK);
  g_assert_cmpfloat(rates[0], ==, 1);
  g_assert_cmpfloat(rates[3], ==, 0);
  stop(&run);
  fixture_constraint(
      degenerate, "again",
      noslip_expr_mul(degenerate->graph, degenerate->fibres[1].symbol, noslip_expr_number(degenerate->graph, 2)));
  error = NULL;
  g_assert_null(noslip_dynamics_new(noslip_formulation_find("multipliers"), degenerate, &error));
  g_assert_cmpint(error->code, ==, NOSLIP_CODE_DEPENDENT);
  g_assert_nonnull(strstr(error->cause, "again"));
  noslip_diagnostic_free(error);
}

/* A cat without angular momentum keeps it without forces. Along the motion a pivot of the elimination nearly vanishes,
 * which must not affect the multipliers. */
static void
test_shrunk_pivot(void)
{
  g_autoptr(NoslipSystem) cat = test_catalogue("falling-cat");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree double *parameters = noslip_system_default_parameters(cat);
  g_autofree double *xy = g_new0(double, cat->m + cat->n + 1);
  g_autofree double *row = g_new0(double, noslip_row_size(cat));
  g_assert_true(noslip_state_initial(cat, parameters, 0, NULL, xy, xy + cat->m, NULL, diagnostics));
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(noslip_formulation_find("multipliers"), cat, &error);
  g_assert_nonnull(dynamics);
  NoslipRunOptions options;
  noslip_run_options_default(&options, cat);
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, parameters, 0, xy, NULL, &error);
  g_assert_nonnull(run);
  double largest = 0;
  while (noslip_run_next(run, row, NULL, &error))
    for (guint c = 0; c < cat->k; c++)
      largest = fmax(largest, fabs(row[noslip_row_lambda(cat) + c]));
  g_assert_null(error);
  g_assert_cmpfloat(largest, <, 1e-13);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/dynamics/saddle/sleigh", test_sleigh);
  g_test_add_func("/dynamics/saddle/pendulum", test_pendulum);
  g_test_add_func("/dynamics/saddle/jacobian", test_jacobian);
  g_test_add_func("/dynamics/saddle/rank-lost", test_rank_lost);
  g_test_add_func("/dynamics/saddle/sign", test_sign);
  g_test_add_func("/dynamics/saddle/refused", test_refused);
  g_test_add_func("/dynamics/saddle/shrunk-pivot", test_shrunk_pivot);
  return g_test_run();
}
