/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presymplectic systems (E, Omega, alpha) in coordinates (I (3.4)-(3.6)), against chains and motions known by hand. */
#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/dynamics/formulation.h"
#include "core/dynamics/start.h"
#include "core/geometry/reduction/reduction.h"
#include "core/integrate/run.h"
#include "core/language/language.h"
#include "core/verdict/witness.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* x p and y q are conjugate, s is in the kernel: M_1: x = 0, M_2: p = 0, M_3: s = 0, and y' = q there. */
#define FULL                                                                                                           \
  "noslip 1\ncoordinate x\ncoordinate y\ncoordinate p\ncoordinate q\ncoordinate s\n"                                   \
  "presymplectic wedge(x', p') + wedge(y', q') = dE(p^2/2 + q^2/2 + x*s + x^2*q)\n"                                    \
  "initial y = 0.3\ninitial q = 0.7\nrun to 1 step 0.1\n"

static void
test_chain(void)
{
  static const char *const expected[] = {"x", "p", "s"};
  g_autoptr(NoslipSystem) system = test_text(FULL);
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new(system, &error);
  g_assert_nonnull(algorithm);
  g_assert_cmpuint(algorithm->n_steps, ==, G_N_ELEMENTS(expected));
  for (guint s = 0; s < algorithm->n_steps; s++) {
    g_autofree char *function = noslip_expr_text(algorithm->model->graph, algorithm->steps[s].functions[0]);
    g_assert_cmpuint(algorithm->steps[s].n, ==, 1);
    g_assert_cmpstr(g_str_has_prefix(function, "-") ? function + 1 : function, ==, expected[s]);
  }
  g_assert_cmpuint(algorithm->n_gauge, ==, 0);
}

/* The last row of the run of the text's own formulation; for g_free(). */
static double *
run_to_end(NoslipSystem *system)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  const NoslipFormulation *formulation = noslip_formulation_for(system, system->dynamics);
  g_assert_cmpstr(formulation->id, ==, "singular");
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, system, &error);
  g_assert_nonnull(dynamics);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  g_autofree double *mu = g_new0(double, system->k + 1);
  g_assert_true(
      noslip_start_state(system, system->dynamics, FALSE, parameters, 0, NULL, xy, xy + system->m, mu, NULL, ignored));
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, parameters, 0, xy, mu, &error);
  g_assert_nonnull(run);
  double *row = g_new0(double, noslip_row_size(system));
  while (noslip_run_next(run, row, NULL, &error))
    ;
  g_assert_null(error);
  return row;
}

/* Euler's equations from the canonical form of so(3) on its prolongation over so(3)* (I (2.5)): the velocities are the
 * angular ones, and the motion of the momenta is checked with a symmetric top, whose axis turns steadily. */
static void
test_canonical(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate m1\ncoordinate m2\ncoordinate m3\nsection w1\nsection w2\nsection w3\n"
                "section v1 anchor m1: 1\nsection v2 anchor m2: 1\nsection v3 anchor m3: 1\n"
                "bracket [w1, w2] = w3\nbracket [w2, w3] = w1\nbracket [w3, w1] = w2\n"
                "presymplectic wedge(w1, v1) + wedge(w2, v2) + wedge(w3, v3) + m3*wedge(w1, w2) + m1*wedge(w2, w3)"
                " + m2*wedge(w3, w1) = dE(m1^2/2 + m2^2/2 + m3^2/4)\n"
                "initial m1 = 0.6\ninitial m3 = 2\nrun to 1 step 0.1\n");
  g_autofree double *row = run_to_end(system);
  const double *m = row + noslip_row_x(system), *y = row + noslip_row_y(system);
  double angle = (1.0 / 2 - 1) * 2 * row[0]; /* m1' = (1/I3 - 1/I2) m2 m3 */
  g_assert_cmpfloat(fabs(row[0] - 1), <, 1e-12);
  g_assert_cmpfloat(fabs(m[0] - 0.6 * cos(angle)), <, 1e-9);
  g_assert_cmpfloat(fabs(m[1] + 0.6 * sin(angle)), <, 1e-9);
  g_assert_cmpfloat(fabs(m[2] - 2), <, 1e-12);
  g_assert_cmpfloat(fabs(y[0] - m[0]), <, 1e-9);
  g_assert_cmpfloat(fabs(y[2] - m[2] / 2), <, 1e-9);
}

/* Directions in the kernel of Omega that H does not depend on stay free, and a gauge chooses them. */
static void
test_free(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate p\ncoordinate u\npresymplectic wedge(x', p') = x*x' + p*p'\n"
                "gauge u' = cos(t)\ninitial x = 1\nrun to 1 step 0.1\n");
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new(system, &error);
  g_assert_cmpuint(algorithm->n_steps, ==, 0);
  g_assert_cmpuint(algorithm->n_gauge, ==, 1);
  g_autofree double *row = run_to_end(system);
  const double *x = row + noslip_row_x(system);
  g_assert_cmpfloat(fabs(x[0] - cos(1.0)), <, 1e-9);
  g_assert_cmpfloat(fabs(x[1] + sin(1.0)), <, 1e-9);
  g_assert_cmpfloat(fabs(x[2] - sin(1.0)), <, 1e-9);
}

/* The witness finds each wrong velocity, in any form of Omega. */
static void
test_witness(void)
{
  static const char *const forms[] = {"wedge(x', p')", "-dE(p*x')", "-(2*wedge(p', x') + 0*dE(x*x'))/2",
                                      "theta_2 + wedge(x', p') - wedge(x', p')"};
  for (guint f = 0; f < G_N_ELEMENTS(forms); f++) {
    g_autofree char *text = g_strdup_printf("noslip 1\ncoordinate x\ncoordinate p\nform theta = p*x'\n"
                                            "form theta_2 = -dE(theta)\npresymplectic %s = dE(p^2/2 + x^2*p)\n",
                                            forms[f]);
    g_autoptr(NoslipSystem) system = test_text(text);
    const double x = 0.7, p = -0.4; /* x' = p + x^2, p' = -2 x p */
    for (guint wrong = 0; wrong < 3; wrong++) {
      g_autoptr(NoslipWitness) witness = noslip_witness_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
      double row[] = {0, x, p, p + x * x + (wrong == 1) * 1e-5, -2 * x * p + (wrong == 2) * 1e-5, 0, 0};
      NoslipWitnessResult result;
      noslip_witness_add_row(witness, NULL, row);
      noslip_witness_result(witness, &result);
      g_test_message("%s: %g", forms[f], result.residual);
      g_assert_true(result.checked);
      g_assert_true(result.holds == (wrong == 0));
    }
  }
}

static void
assert_refused(const char *statements, const char *cause)
{
  g_autofree char *text = g_strdup_printf("noslip 1\ncoordinate x\ncoordinate p\ncoordinate u\n%s", statements);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, "test.noslip", "test", diagnostics);
  g_assert_null(system);
  const NoslipDiagnostic *first = diagnostics->list->pdata[0];
  g_test_message("%s", first->cause);
  g_assert_nonnull(strstr(first->cause, cause));
}

static void
test_refused(void)
{
  assert_refused("presymplectic u*wedge(x', p') = dE(x)\n", "Omega is not closed");
  assert_refused("presymplectic wedge(x', p') = p*x'\n", "alpha is not closed");
  assert_refused("presymplectic x' = dE(x)\n", "Omega is a form of degree 2");
  assert_refused("presymplectic wedge(x', p') = x\n", "alpha is a form of degree 1");
  assert_refused("presymplectic wedge(x', p') = dE(x)\nlagrangian x'^2\n", "both a Lagrangian and presymplectic");
  assert_refused("presymplectic wedge(x', p') = dE(x)\nconstraint x' = p\n", "has no constraints");
}

/* Theorem 3.3: of the system without y, over which it is constant; and not with another Omega. */
static void
test_reduction(void)
{
  g_autoptr(NoslipSystem) full = test_text(FULL "reduction \"r\": x = x, p = p, q = q, s = s, x' = x', p' = p',"
                                                " q' = q', s' = s', e = y'\n");
  static const char *const factors[] = {"1", "2"};
  for (guint i = 0; i < G_N_ELEMENTS(factors); i++) {
    g_autofree char *text = g_strdup_printf(
        "noslip 1\ncoordinate x\ncoordinate p\ncoordinate q\ncoordinate s\nsection x'\nsection p'\nsection q'\n"
        "section s'\nsection e\npresymplectic wedge(x', p') + %s*wedge(e, q') = dE(p^2/2 + q^2/2 + x*s + x^2*q)\n"
        "initial q = 0.7\n",
        factors[i]);
    g_autoptr(NoslipSystem) reduced = test_text(text);
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_autoptr(NoslipMorphism) morphism = noslip_morphism_new(full, 0, reduced, diagnostics);
    g_assert_nonnull(morphism);
    g_autoptr(NoslipReductionReport) report = noslip_reduction_check(morphism, 0.5, NULL);
    g_assert_true(report->checks[NOSLIP_REDUCTION_ALGORITHM].applies);
    g_assert_true(noslip_reduction_holds(report) == (i == 0));
    g_assert_true(report->checks[NOSLIP_REDUCTION_FORCES].good == (i == 0));
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/presymplectic/chain", test_chain);
  g_test_add_func("/presymplectic/canonical", test_canonical);
  g_test_add_func("/presymplectic/free", test_free);
  g_test_add_func("/presymplectic/reduction", test_reduction);
  g_test_add_func("/presymplectic/refused", test_refused);
  g_test_add_func("/presymplectic/witness", test_witness);
  return g_test_run();
}
