/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The methods of discrete mechanics in other units of the Lagrangian and of a coordinate: the same motion, and a loss of
 * rank wherever there is one. */
#include "core/base/diagnostic.h"
#include "core/integrate/geometric.h"
#include "core/integrate/method.h"
#include "core/integrate/newton.h"
#include "core/language/language.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static const char *const methods[] = {"dla", "groupoid"};

static void
start(const NoslipSystem *system, const double *parameters, double *xy)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics));
}

/* The status of n steps of h from the state xy, which is then the state after them. */
static NoslipStepStatus
follow(const char *id, NoslipSystem *system, const double *parameters, double h, guint n, double *xy)
{
  const NoslipMethod *method = noslip_method_find(id);
  guint64 n_evaluations = 0;
  NoslipDiagnostic *error = NULL;
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(
      noslip_formulation_default(system->k > 0 ? NOSLIP_DYNAMICS_NONHOLONOMIC : NOSLIP_DYNAMICS_FREE), system, &error);
  const NoslipMethodProblem problem = {.dynamics = dynamics, .parameters = parameters, .n_evaluations = &n_evaluations};
  gpointer work = method->create(method, &problem, &error);
  g_assert_null(error);
  NoslipStepStatus status = NOSLIP_STEP_OK;
  for (guint i = 0; i < n && status == NOSLIP_STEP_OK; i++) {
    const NoslipMethodStep step = {.state = xy};
    status = method->step(work, i * h, h, &step);
  }
  method->free(work);
  return status;
}

typedef struct {
  const char *text;       /* with one parameter, the unit */
  const double powers[4]; /* of the unit in each of x and y */
  guint n_units;
  double units[8];
} Scaled;

static const Scaled scaled[] = {
    {"noslip 1\nparameter u = 1\ncoordinate x\nlagrangian u*(x'^2 - x^2)/2\ninitial x = 1\n",
     {0},
     4,
     {1e-20, 1e-30, 1e20, 1e30}},
    {"noslip 1\nparameter u = 1\ncoordinate x\ncoordinate y\nlagrangian u*(x'^2 + y'^2 - x^2)/2\n"
     "constraint c: y' = x*x'\ninitial x = 1\n",
     {0},
     4,
     {1e-20, 1e-30, 1e20, 1e30}},
    {"noslip 1\nparameter u = 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2/u^2)/2 - x^2/2\n"
     "constraint c: y' = u*x*x'\ninitial x = 1\n",
     {0, 1, 0, 1},
     6,
     {1e-5, 1e-6, 1e-8, 1e5, 1e6, 1e8}},
};

static void
test_units(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(scaled); i++)
    for (guint j = 0; j < G_N_ELEMENTS(methods); j++) {
      g_autoptr(NoslipSystem) system = test_text(scaled[i].text);
      double unit = 1, own[4], other[4];
      start(system, &unit, own);
      g_assert_cmpint(follow(methods[j], system, &unit, 0.01, 300, own), ==, NOSLIP_STEP_OK);
      for (guint u = 0; u < scaled[i].n_units; u++) {
        unit = scaled[i].units[u];
        g_test_message("%u %s %g", i, methods[j], unit);
        start(system, &unit, other);
        g_assert_cmpint(follow(methods[j], system, &unit, 0.01, 300, other), ==, NOSLIP_STEP_OK);
        for (guint v = 0; v < system->m + system->n; v++)
          g_assert_cmpfloat_with_epsilon(other[v] / pow(unit, scaled[i].powers[v]), own[v], 1e-10);
      }
    }
}

/* At x = 0 the mass vanishes, a constraint vanishes, or two constraints are one. */
static void
test_lost(void)
{
  static const char *const texts[] = {
      "noslip 1\nparameter u = 1\ncoordinate x\ncoordinate y\nlagrangian u*(x'^2 + x^2*y'^2)/2\ninitial x = 1\n",
      "noslip 1\nparameter u = 1\ncoordinate x\ncoordinate y\nlagrangian u*(x'^2 + y'^2)/2\n"
      "constraint c: x*y' = x^2*x'\ninitial x = 1\n",
      "noslip 1\nparameter u = 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian u*(x'^2 + y'^2 + z'^2)/2\n"
      "constraint c: y' = z'\nconstraint d: y' = (1 + x)*z'\ninitial x = 1\n",
  };
  static const double units[] = {1, 1e-20, 1e20};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
    for (guint j = 0; j < G_N_ELEMENTS(methods); j++)
      for (guint u = 0; u < G_N_ELEMENTS(units); u++) {
        g_autoptr(NoslipSystem) system = test_text(texts[i]);
        double xy[6];
        start(system, &units[u], xy);
        xy[0] = 0;
        g_test_message("%u %s %g", i, methods[j], units[u]);
        g_assert_cmpint(follow(methods[j], system, &units[u], 0.01, 1, xy), ==, NOSLIP_STEP_RANK_LOST);
      }
}

/* Two constraints that are nearly one, and slopes that are the round-off of zero: a line at a constant velocity. */
static void
test_nearly_one(void)
{
  static const char *const texts[] = {
      "noslip 1\nparameter u = 1\nparameter near = 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
      "lagrangian u*(x'^2 + y'^2 + z'^2)/2\nconstraint c: x' = 0\nconstraint d: x' = near*(1 + x^2)*y'\n"
      "initial z' = 1\n",
      "noslip 1\nparameter u = 1\nparameter near = 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
      "lagrangian u*(x'^2 + y'^2 + z'^2)/2\nconstraint c: x' = y*z'\nconstraint d: x' - y*z' = near*y'*(x - 1)^2\n"
      "initial z' = 1\n",
  };
  static const double units[] = {1, 1e-20, 1e20}, nearness[] = {1e-3, 1e-4, 1e-5, 1e-6};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
    for (guint j = 0; j < G_N_ELEMENTS(methods); j++)
      for (guint u = 0; u < G_N_ELEMENTS(units); u++)
        for (guint c = 0; c < G_N_ELEMENTS(nearness); c++) {
          g_autoptr(NoslipSystem) system = test_text(texts[i]);
          const double parameters[] = {units[u], nearness[c]}, expected[] = {0, 0, 2, 0, 0, 1};
          double xy[6];
          start(system, parameters, xy);
          g_test_message("%u %s %g %g", i, methods[j], units[u], nearness[c]);
          g_assert_cmpint(follow(methods[j], system, parameters, 0.01, 200, xy), ==, NOSLIP_STEP_OK);
          for (guint v = 0; v < 6; v++)
            g_assert_cmpfloat_with_epsilon(xy[v], expected[v], 1e-10);
        }
}

static NoslipStepStatus
solve(NoslipNewton *newton, double a, double b, double c, double d)
{
  const double matrix[] = {a, b, c, d};
  double right[] = {a, c}, unknowns[] = {1, 0}, change;
  NoslipStepStatus status = noslip_newton_step(newton, matrix, right, 2, unknowns, &change);
  g_assert_cmpfloat_with_epsilon(unknowns[0], status == NOSLIP_STEP_OK ? 0 : 1, 1e-12);
  return status;
}

/* A matrix is singular or not in any units; a row that falls to round-off loses the rank. */
static void
test_rank(void)
{
  NoslipNewton *newton = noslip_newton_new(2);
  g_assert_cmpint(solve(newton, 1, 2, 3, 6.1), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(solve(newton, 1, 2, 3, 6), ==, NOSLIP_STEP_RANK_LOST);
  noslip_newton_forget(newton);
  g_assert_cmpint(solve(newton, 1, 2e10, 3e-20, 6.1e-10), ==, NOSLIP_STEP_OK);
  noslip_newton_forget(newton);
  g_assert_cmpint(solve(newton, 1, 2e10, 3e-20, 6e-10), ==, NOSLIP_STEP_RANK_LOST);
  g_assert_cmpint(solve(newton, 1, 0, 0, 0), ==, NOSLIP_STEP_RANK_LOST);
  noslip_newton_forget(newton);
  g_assert_cmpint(solve(newton, 1, 0, 0, 1), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(solve(newton, 1, 0, 0, 1e-9), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(solve(newton, 1, 0, 0, 1e-18), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(solve(newton, 1, 0, 0, 1e-36), ==, NOSLIP_STEP_RANK_LOST);
  noslip_newton_forget(newton);
  g_assert_cmpint(solve(newton, 1, 0, 0, 1e-36), ==, NOSLIP_STEP_OK);
  noslip_newton_forget(newton);
  g_assert_cmpint(solve(newton, 1e-40, 1, 1e-3, 1e-35), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(solve(newton, 1, 0, 0, (double) NAN), ==, NOSLIP_STEP_UNDEFINED);
  noslip_newton_free(newton);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/discrete/units", test_units);
  g_test_add_func("/discrete/lost", test_lost);
  g_test_add_func("/discrete/nearly-one", test_nearly_one);
  g_test_add_func("/discrete/rank", test_rank);
  return g_test_run();
}
