/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constraint algorithm on degenerate Lagrangians with known chains. */
#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/dynamics/formulation.h"
#include "core/integrate/run.h"
#include "core/language/language.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>

static void
assert_step(const NoslipConstraintAlgorithm *algorithm, const NoslipConstraintStep *step, const char *expected)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < step->n; i++) {
    g_autofree char *function = noslip_expr_text(algorithm->model->graph, step->functions[i]);
    g_string_append_printf(text, "%s%s", i > 0 ? "; " : "", function);
  }
  g_assert_cmpstr(text->str, ==, expected);
}

/* I Example 4.8: E_1 = {x1 = y1 = 0} is final, S^X = {x1' = y1' = 0} in it. */
static void
test_capri_kobayashi(void)
{
  g_autoptr(NoslipSystem) system =
      test_statements("parameter m2 = 0.8\ncoordinate x1\ncoordinate y1\ncoordinate x2\ncoordinate y2\n"
                      "lagrangian m2*(x2'^2 + y2'^2)/2 + y2'*x2 - x2'*y2 - x1^2 - y1^2 - x2^2 - y2^2\n");
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new(system, &error);
  g_assert_nonnull(algorithm);
  g_assert_true(noslip_system_is_degenerate(system));
  g_assert_cmpuint(algorithm->rank, ==, 2);
  g_assert_cmpuint(algorithm->n_steps, ==, 1);
  assert_step(algorithm, &algorithm->steps[0], "x1; y1");
  assert_step(algorithm, &algorithm->sode, "x1'; y1'");
  g_assert_cmpuint(algorithm->n_gauge, ==, 0);
  g_assert_false(algorithm->inconsistent);
}

/* The pendulum with its tension as a coordinate s: on the circle, along the circle, and the tension that keeps it
 * there. E_1: x^2 + y^2 = 1, E_2: x x' + y y' = 0, E_3: s from the second derivative; S^X: s' from the third. */
static void
test_pendulum(void)
{
  g_autoptr(NoslipSystem) system = test_statements("parameter g = 9.81\ncoordinate x\ncoordinate y\ncoordinate s\n"
                                                   "lagrangian (x'^2 + y'^2)/2 - g*y + s*(x^2 + y^2 - 1)\n"
                                                   "initial y = -1\ninitial x' = 1\ninitial s = -(1 + g)/2\n");
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new(system, &error);
  g_assert_nonnull(algorithm);
  g_assert_cmpuint(algorithm->rank, ==, 2);
  g_assert_cmpuint(algorithm->n_steps, ==, 3);
  g_assert_cmpuint(algorithm->sode.n, ==, 1);
  g_assert_cmpuint(algorithm->n_gauge, ==, 0);
}

/* (x' - z y') y' = 0 has two branches. Near the one where x' = z y', x = 0 and z x' = 0 follow, so that z y' = 0: the
 * first product, x' z' - x z - z y' z' = 0, then adds nothing. On the other one y' = 0 is found once. */
static void
test_minimal(void)
{
  const char *lagrangian = "coordinate x\ncoordinate y\ncoordinate z\nlagrangian (x' - z*y')^2/2 - x^2/2\n";
  const char *values[] = {"initial x = 1\ninitial y' = 0.2\ninitial z = 0.5\n", "initial z = 1\ninitial z' = 0.5\n"};
  const char *sode[] = {"y'; x'; x", "x'*z' - x*z - z*y'*z'; y'"};
  for (guint i = 0; i < 2; i++) {
    g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
    g_autofree char *text = g_strconcat("noslip 1\n", lagrangian, values[i], NULL);
    g_autoptr(NoslipSystem) system =
        noslip_language_system_unstarted(text, -1, "test.noslip", "test", NULL, NULL, ignored);
    g_assert_nonnull(system);
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new(system, &error);
    g_assert_nonnull(algorithm);
    g_assert_cmpuint(algorithm->n_steps, ==, 0);
    assert_step(algorithm, &algorithm->sode, sode[i]);
    g_assert_cmpuint(algorithm->n_gauge, ==, i == 0 ? 1 : 0);
  }
}

/* The Lagrangian depends on x' - y only: y may be any function of time. */
static void
test_gauge(void)
{
  g_autoptr(NoslipSystem) system = test_statements("coordinate x\ncoordinate y\nlagrangian (x' - y)^2/2\n");
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new(system, &error);
  g_assert_nonnull(algorithm);
  g_assert_cmpuint(algorithm->n_steps, ==, 1);
  g_assert_cmpuint(algorithm->n_gauge, ==, 1);
  g_assert_false(algorithm->inconsistent);
}

/* dL/dy = 1 for a coordinate without a velocity in L: there is no motion. */
static void
test_contradiction(void)
{
  g_autoptr(NoslipSystem) system = test_statements("coordinate x\ncoordinate y\nlagrangian x'^2/2 + y\n");
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new(system, &error);
  g_assert_nonnull(algorithm);
  g_assert_true(algorithm->inconsistent);
  g_assert_null(noslip_dynamics_new(noslip_formulation_find("singular"), system, &error));
  g_assert_nonnull(error);
  g_assert_cmpint(error->code, ==, NOSLIP_CODE_SINGULAR);
}

static void
test_regular(void)
{
  g_autoptr(NoslipSystem) system = test_statements("coordinate x\nlagrangian x'^2/2 - x^2/2\n");
  g_assert_false(noslip_system_is_degenerate(system));
  g_assert_true(noslip_formulation_for(system, NOSLIP_DYNAMICS_NONHOLONOMIC) == noslip_formulation_find("multipliers"));
}

/* The pendulum's angle from the degenerate Lagrangian against the same from the regular one in the angle alone. */
static void
test_pendulum_motion(void)
{
  g_autoptr(NoslipSystem) redundant =
      test_statements("parameter g = 9.81\ncoordinate x\ncoordinate y\ncoordinate s\n"
                      "lagrangian (x'^2 + y'^2)/2 - g*y + s*(x^2 + y^2 - 1)\n"
                      "initial y = -1\ninitial x' = 1\ninitial s = -(1 + g)/2\nrun to 4 step 0.1\n");
  g_autoptr(NoslipSystem) angle = test_statements(
      "parameter g = 9.81\ncoordinate a angle\nlagrangian a'^2/2 + g*cos(a)\ninitial a' = 1\nrun to 4 step 0.1\n");
  NoslipSystem *systems[] = {redundant, angle};
  NoslipRun *runs[2] = {NULL, NULL};
  for (guint s = 0; s < 2; s++) {
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    NoslipRunOptions options;
    noslip_run_options_default(&options, systems[s]);
    options.rtol = 1e-12;
    double parameters[] = {9.81}, xy[6] = {0};
    g_assert_true(noslip_state_initial(systems[s], parameters, 0, NULL, xy, xy + systems[s]->m, NULL, diagnostics));
    g_autoptr(NoslipDynamics) dynamics =
        noslip_dynamics_new(noslip_formulation_for(systems[s], NOSLIP_DYNAMICS_NONHOLONOMIC), systems[s], &error);
    g_assert_nonnull(dynamics);
    runs[s] = noslip_run_new(dynamics, &options, parameters, 0, xy, NULL, &error);
    g_assert_nonnull(runs[s]);
  }
  double a[16], b[16], moved = 0;
  for (guint i = 0; i < noslip_run_n_samples(runs[0]); i++) {
    g_assert_true(noslip_run_next(runs[0], a, NULL, NULL));
    g_assert_true(noslip_run_next(runs[1], b, NULL, NULL));
    moved = fmax(moved, fabs(b[1]));
    g_assert_cmpfloat(fabs(a[1] - sin(b[1])), <, 1e-9);
    g_assert_cmpfloat(fabs(a[2] + cos(b[1])), <, 1e-9);
  }
  g_assert_cmpfloat(moved, >, 0.3);
  noslip_run_free(runs[0]);
  noslip_run_free(runs[1]);
}

/* z is first: its equation 0 = -x contradicts a state off the chain, whatever the equations after it are. */
static void
test_off_the_set(void)
{
  g_autoptr(NoslipSystem) system =
      test_statements("coordinate z\ncoordinate x\ncoordinate y\nlagrangian x'^2/2 + y'^2/2 - x*z - y\n");
  g_autoptr(NoslipDiagnostic) error = NULL;
  const NoslipFormulation *formulation = noslip_formulation_find("singular");
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, system, &error);
  g_assert_nonnull(dynamics);
  gpointer work = formulation->work_new(noslip_dynamics_data(dynamics));
  const struct {
    double z, x, vz, vx;
    NoslipStepStatus status;
  } cases[] = {
      {0, 0, 0, 0, NOSLIP_STEP_OK},          {0, 1e-9, 0, 0, NOSLIP_STEP_OK},
      {0, 0.1, 0, 0, NOSLIP_STEP_RANK_LOST}, {0, 1e-3, 0, 0, NOSLIP_STEP_RANK_LOST},
      {0, NAN, 0, 0, NOSLIP_STEP_UNDEFINED},
  };
  formulation->set_parameters(work, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    double z[6] = {cases[i].z, cases[i].x, 0.2, cases[i].vz, cases[i].vx, 0.4}, zdot[6] = {0};
    g_test_message("case %u", i);
    g_assert_cmpint(formulation->rates(work, 0, z, zdot), ==, cases[i].status);
    if (cases[i].status == NOSLIP_STEP_OK)
      g_assert_cmpfloat(fabs(zdot[5] + 1), <, 1e-8); /* y'' = -1 */
  }
  formulation->work_free(work);
}

/* The same with the whole Lagrangian in other units, from an initial state on the chain: states off it are judged as
 * before. */
static void
test_off_the_set_in_units(void)
{
  g_autoptr(NoslipSystem) system = test_statements("parameter M = 1\ncoordinate z\ncoordinate x\ncoordinate y\n"
                                                   "lagrangian M*(x'^2/2 + y'^2/2 - x*z - y)\n");
  g_autoptr(NoslipDiagnostic) error = NULL;
  const NoslipFormulation *formulation = noslip_formulation_find("singular");
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, system, &error);
  g_assert_nonnull(dynamics);
  static const double units[] = {1e-9, 1, 1e9};
  for (guint i = 0; i < G_N_ELEMENTS(units); i++) {
    gpointer work = formulation->work_new(noslip_dynamics_data(dynamics));
    double on[6] = {0, 0, 0.2, 0, 0, 0.4}, z[6], zdot[6];
    formulation->set_parameters(work, &units[i]);
    g_assert_cmpint(formulation->enter(work, 0, on, z), ==, NOSLIP_STEP_OK);
    z[1] = 1e-9;
    g_assert_cmpint(formulation->rates(work, 0, z, zdot), ==, NOSLIP_STEP_OK);
    g_assert_cmpfloat(fabs(zdot[5] + 1), <, 1e-8); /* y'' = -1 */
    z[1] = 0.1;
    g_assert_cmpint(formulation->rates(work, 0, z, zdot), ==, NOSLIP_STEP_RANK_LOST);
    formulation->work_free(work);
  }
}

/* A spinning top on a sphere whose centre has no y by mistake: y has no mass, the friction becomes a constraint, and
 * its derivatives grow from step to step. This is rejected, and soon. */
static void
test_too_large(void)
{
  g_autoptr(NoslipSystem) system = test_statements("parameter m = 0.02\n"
                                                   "parameter R = 0.02\n"
                                                   "parameter a = 0.006\n"
                                                   "parameter A = 2.994e-6\n"
                                                   "parameter C = 3.2e-6\n"
                                                   "parameter c = 0.06\n"
                                                   "coordinate x\n"
                                                   "coordinate y\n"
                                                   "rotation Q (q0, q1, q2, q3) space (w1, w2, w3)\n"
                                                   "let axis = Q*(0, 0, 1)\n"
                                                   "let middle = (x, m, R)\n"
                                                   "let slip = d(middle) + cross(omega(Q), (0, 0, -R))\n"
                                                   "gravity (0, 0, -9.81)\n"
                                                   "body top mass m inertia (A, A, C) at middle - a*axis turn Q\n"
                                                   "force x' = -c*slip.x\n"
                                                   "force y' = -c*slip.y\n"
                                                   "force w1 = -c*R*slip.y\n"
                                                   "force w2 = c*R*slip.x\n"
                                                   "initial q0 = cos(0.05)\n"
                                                   "initial q1 = sin(0.05)\n"
                                                   "initial w3 = 155\n");
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_assert_null(noslip_constraint_algorithm_new(system, &error));
  g_assert_nonnull(error);
  g_assert_cmpint(error->code, ==, NOSLIP_CODE_TOO_LARGE);
}

/* x = sin(t), by L or by a force, is no submanifold of E: it is refused, and not taken at t = 0 or found lost later. A
 * force of t along a velocity with a kinetic energy is as good as any other. */
static void
test_timed(void)
{
  static const char *const refused[] = {"lagrangian x'^2/2 + y*(x - sin(t))\n",
                                        "lagrangian x'^2/2 + y*x\nforce y' = -sin(t)\n",
                                        "lagrangian x'^2/2 + x*x'\nforce y' = sin(t)\n",
                                        "input w = sin(t) in -1 .. 1\nlagrangian x'^2/2 + y*x\nforce x' = w\n"};
  for (guint i = 0; i < G_N_ELEMENTS(refused); i++) {
    g_autofree char *text = g_strconcat("coordinate x\ncoordinate y\n", refused[i], NULL);
    g_autoptr(NoslipSystem) system = test_statements(text);
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_assert_null(noslip_constraint_algorithm_new(system, &error));
    g_assert_cmpint(error->code, ==, NOSLIP_CODE_SINGULAR);
    g_assert_nonnull(strstr(error->cause, "time t"));
  }
  g_autoptr(NoslipSystem) system =
      test_statements("coordinate x\ncoordinate y\nlagrangian (x' + y')^2/2\nforce x' = sin(t)\nforce y' = sin(t)\n");
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new(system, &error);
  g_assert_nonnull(algorithm);
  g_assert_cmpuint(algorithm->n_steps, ==, 0);
  g_assert_cmpuint(algorithm->n_gauge, ==, 1);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/constraint-algorithm/capri-kobayashi", test_capri_kobayashi);
  g_test_add_func("/constraint-algorithm/off-the-set-in-units", test_off_the_set_in_units);
  g_test_add_func("/constraint-algorithm/pendulum", test_pendulum);
  g_test_add_func("/constraint-algorithm/gauge", test_gauge);
  g_test_add_func("/constraint-algorithm/minimal", test_minimal);
  g_test_add_func("/constraint-algorithm/contradiction", test_contradiction);
  g_test_add_func("/constraint-algorithm/regular", test_regular);
  g_test_add_func("/constraint-algorithm/pendulum-motion", test_pendulum_motion);
  g_test_add_func("/constraint-algorithm/off-the-set", test_off_the_set);
  g_test_add_func("/constraint-algorithm/too-large", test_too_large);
  g_test_add_func("/constraint-algorithm/timed", test_timed);
  return g_test_run();
}
