/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vakonomic dynamics with singular R_ab: the chain W_1, W_2, ... and motions with known closed forms. */
#include "core/dynamics/algorithm/abnormal.h"
#include "core/dynamics/start.h"
#include "core/equations/portrait.h"
#include "core/integrate/run.h"
#include "core/verdict/witness.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The least of u^2 + z^2 for z'' = u: optimal control, whose R_ab vanishes. */
#define REGULATOR                                                                                                      \
  "coordinate z\ncoordinate v\ncoordinate u\nconstraint a: z' = v\nconstraint b: v' = u\n"                             \
  "lagrangian (u^2 + z^2)/2\ndynamics vakonomic\n"                                                                     \
  "initial z = 1\ninitial v = 0.4\ninitial u = 0.3\ninitial mu(a) = 0.2\nrun to 3 step 0.25\n"

static void
assert_step(const NoslipConstraintAlgorithm *algorithm, guint step, const char *expected)
{
  g_autoptr(GString) text = g_string_new(NULL);
  g_assert_cmpuint(step, <, algorithm->n_steps);
  for (guint i = 0; i < algorithm->steps[step].n; i++) {
    g_autofree char *function = noslip_expr_text(algorithm->model->graph, algorithm->steps[step].functions[i]);
    g_string_append_printf(text, "%s%s", i > 0 ? "; " : "", function);
  }
  g_assert_cmpstr(text->str, ==, expected);
}

/* A run from the system's own initial state. */
static NoslipRun *
run_of(NoslipSystem *system, NoslipWitness *witness, double *start)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  guint m = system->m, n = system->n;
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  options.rtol = 1e-12;
  g_assert_true(noslip_start_state(system, NOSLIP_DYNAMICS_VAKONOMIC, FALSE, parameters, 0, NULL, start, start + m,
                                   start + m + n, NULL, diagnostics));
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(noslip_formulation_find("vakonomic"), system, &error);
  g_assert_nonnull(dynamics);
  if (witness != NULL)
    noslip_witness_follow(witness, dynamics);
  NoslipRun *run = noslip_run_new(dynamics, &options, parameters, 0, start, start + m + n, &error);
  g_assert_nonnull(run);
  return run;
}

static void
test_chain(void)
{
  g_autoptr(NoslipSystem) system = test_statements(REGULATOR);
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_assert_true(noslip_vakonomic_is_singular(system));
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new_vakonomic(system, &error);
  g_assert_nonnull(algorithm);
  g_assert_cmpuint(algorithm->rank, ==, 4);
  g_assert_cmpuint(algorithm->n_steps, ==, 3);
  assert_step(algorithm, 0, "z' - v; v' - u");
  assert_step(algorithm, 1, "u - mu(b)");
  assert_step(algorithm, 2, "u' + mu(a)");
  g_assert_cmpuint(algorithm->n_gauge, ==, 0);
}

/* z'''' = -z by Krylov's functions of a t, 4 a^4 = 1; u = z'', mu(b) = u, mu(a) = -u'. */
static void
test_regulator_motion(void)
{
  g_autoptr(NoslipSystem) system = test_statements(REGULATOR);
  g_autoptr(NoslipWitness) witness = noslip_witness_new(system, NOSLIP_DYNAMICS_VAKONOMIC);
  double start[8] = {0}, row[16], moved = 0;
  NoslipRun *run = run_of(system, witness, start);
  g_assert_cmpfloat(fabs(start[7] - 0.3), <, 1e-14); /* mu(b), which was not given */
  g_assert_cmpfloat(fabs(start[5] + 0.2), <, 1e-14); /* u' */
  while (noslip_run_next(run, row, NULL, NULL)) {
    double a = sqrt(0.5), s = a * row[0], A = cosh(s) * cos(s), B = (cosh(s) * sin(s) + sinh(s) * cos(s)) / (2 * a);
    double C = sinh(s) * sin(s) / (2 * a * a), D = (cosh(s) * sin(s) - sinh(s) * cos(s)) / (4 * a * a * a);
    double z = A + 0.4 * B + 0.3 * C - 0.2 * D, u = -C - 0.4 * D + 0.3 * A - 0.2 * B;
    double udot = -B - 0.4 * C - 0.3 * D - 0.2 * A;
    moved = fmax(moved, fabs(z - 1));
    g_assert_cmpfloat(fabs(row[1] - z), <, 1e-10);
    g_assert_cmpfloat(fabs(row[3] - u), <, 1e-10);
    g_assert_cmpfloat(fabs(row[10] + udot), <, 1e-10); /* mu(a) */
    g_assert_cmpfloat(fabs(row[11] - u), <, 1e-10);    /* mu(b) */
    noslip_witness_add_row(witness, NULL, row);
  }
  g_assert_cmpfloat(moved, >, 1);
  noslip_run_free(run);
  NoslipWitnessResult result;
  noslip_witness_result(witness, &result);
  g_assert_true(result.checked && result.holds);
  g_assert_cmpfloat(result.residual, <, 1e-13);
}

/* The rates of the multipliers are part of the state here, so a motion with wrong ones is detected, which a fit of them
 * is not. */
static void
test_witness_of_multipliers(void)
{
  g_autoptr(NoslipSystem) system = test_statements(REGULATOR);
  g_autoptr(NoslipWitness) witness = noslip_witness_new(system, NOSLIP_DYNAMICS_VAKONOMIC);
  double start[8] = {0}, row[16];
  NoslipRun *run = run_of(system, witness, start);
  g_assert_true(noslip_run_next(run, row, NULL, NULL));
  row[10] += 0.1;
  noslip_witness_add_row(witness, NULL, row);
  noslip_run_free(run);
  NoslipWitnessResult result;
  noslip_witness_result(witness, &result);
  g_assert_true(result.checked && !result.holds);
}

/* With other units of z, time and L the same chain. */
static void
test_units(void)
{
  g_autoptr(NoslipSystem) system = test_statements(
      "coordinate z\ncoordinate v\ncoordinate u\nconstraint a: z' = 1e6*v\nconstraint b: v' = 1e-5*u\n"
      "lagrangian 1e-30*(u^2/2 + z^2/2)\ndynamics vakonomic\ninitial z = 1\ninitial u = 0.3\ninitial mu(a) = 2e-30\n");
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new_vakonomic(system, &error);
  g_assert_nonnull(algorithm);
  g_assert_cmpuint(algorithm->rank, ==, 4);
  g_assert_cmpuint(algorithm->n_steps, ==, 3);
  g_assert_cmpuint(algorithm->n_gauge, ==, 0);
}

/* The same motion where L, and mu with it, is in other units; mu(b) and u' are found though they are small. */
static void
test_motion_in_units(void)
{
  static const char *const units[] = {"1", "1e-15", "1e-30", "1e30"};
  double first[16] = {0};
  for (guint i = 0; i < G_N_ELEMENTS(units); i++) {
    g_autofree char *body = g_strdup_printf("coordinate z\ncoordinate v\ncoordinate u\nconstraint a: z' = v\n"
                                            "constraint b: v' = u\nlagrangian %s*(u^2 + z^2)/2\ndynamics vakonomic\n"
                                            "initial z = 1\ninitial v = 0.4\ninitial u = 0.3\n"
                                            "initial mu(a) = 0.2*%s\nrun to 3 step 0.25\n",
                                            units[i], units[i]);
    g_autoptr(NoslipSystem) system = test_statements(body);
    g_autoptr(NoslipDiagnostic) error = NULL;
    double row[32], start[16];
    g_autoptr(NoslipRun) run = run_of(system, NULL, start);
    while (noslip_run_next(run, row, NULL, &error))
      ;
    g_assert_null(error);
    for (guint j = 0; j < 4; j++) { /* t, z, v, u */
      first[j] = i == 0 ? row[j] : first[j];
      g_assert_cmpfloat_with_epsilon(row[j], first[j], 1e-9);
    }
  }
}

static void
test_regular(void)
{
  g_autoptr(NoslipSystem) system =
      test_statements("coordinate x\ncoordinate y\ncoordinate z\nlagrangian 1e-30*(x'^2 + 1e-9*y'^2)/2\n"
                      "constraint a: z' = x*y'\ndynamics vakonomic\ninitial x' = 1\n");
  g_assert_false(noslip_vakonomic_is_singular(system));
}

/* Null curves: K is regular off the cone and singular on it, and the speed along them is free. */
static void
test_cone(void)
{
  g_autoptr(NoslipSystem) system =
      test_statements("coordinate x\ncoordinate y\ncoordinate z\nconstraint a: x'^2 + y'^2 - z'^2 = 0\nlagrangian 0\n"
                      "dynamics vakonomic\ninitial x' = 1\ninitial y' = 0\ninitial z' = 1\ninitial mu(a) = 1\n");
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_assert_true(noslip_vakonomic_is_singular(system));
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new_vakonomic(system, &error);
  g_assert_nonnull(algorithm);
  g_assert_cmpuint(algorithm->rank, ==, 3);
  g_assert_cmpuint(algorithm->n_steps, ==, 1);
  g_assert_cmpuint(algorithm->n_gauge, ==, 1);
}

/* A given multiplier that contradicts W_2 is rejected, or replaced if the caller allows it. */
static void
test_start(void)
{
  g_autoptr(NoslipSystem) system = test_statements(REGULATOR);
  const NoslipOverride wrong = {"mu(b)", 1};
  double state[8];
  for (guint consistent = 0; consistent < 2; consistent++) {
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    gboolean found = noslip_start_state(system, NOSLIP_DYNAMICS_VAKONOMIC, consistent, NULL, 1, &wrong, state,
                                        state + 3, state + 6, NULL, diagnostics);
    g_assert_cmpint(found, ==, consistent);
    g_assert_cmpuint(diagnostics->n_errors, ==, 1 - consistent);
  }
  g_assert_cmpfloat(fabs(state[2] - state[7]), <, 1e-8); /* u = mu(b) */
}

/* The algorithm finds u = mu and u' = x - mu only: values that are not given follow from these, also if they are 0, and
 * a value that contradicts u = mu is the only one that is moved. */
static void
test_nearest_start(void)
{
  static const struct {
    const char *given;
    gboolean consistent;
    double u, mu;
  } cases[] = {
      {"", FALSE, 0, 0},
      {"initial mu(c) = 0\n", FALSE, 0, 0},
      {"initial u' = 1\n", FALSE, 0, 0},
      {"initial u' = 0.75\n", FALSE, 0.25, 0.25},
      {"initial u = 0.7\ninitial mu(c) = -0.3\n", TRUE, 0.2, 0.2},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = g_strconcat("coordinate x\ncoordinate u\nlagrangian (x^2 + u^2)/2\ndynamics vakonomic\n"
                                        "constraint c: x' = x + u\ninitial x = 1\n",
                                        cases[i].given, NULL);
    g_autoptr(NoslipSystem) system = test_statements(text);
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    double state[5] = {0};
    g_assert_true(noslip_start_state(system, NOSLIP_DYNAMICS_VAKONOMIC, cases[i].consistent, NULL, 0, NULL, state,
                                     state + 2, state + 4, NULL, diagnostics));
    const double expected[5] = {1, cases[i].u, 1 + cases[i].u, 1 - cases[i].mu, cases[i].mu};
    for (guint j = 0; j < 5; j++)
      g_assert_cmpfloat_with_epsilon(state[j], expected[j], 1e-14);
  }
}

static void
test_timed(void)
{
  g_autoptr(NoslipSystem) system = test_statements(
      "coordinate z\ncoordinate u\nconstraint a: z' = u*cos(t)\nlagrangian u^2/2\ndynamics vakonomic\n");
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_assert_null(noslip_dynamics_new(noslip_formulation_find("vakonomic"), system, &error));
  g_assert_cmpint(error->code, ==, NOSLIP_CODE_SINGULAR);
}

/* A holonomic constraint beside one of velocities: x'' = x on y = x. */
static void
test_holonomic(void)
{
  g_autoptr(NoslipSystem) system =
      test_statements("coordinate x\ncoordinate y\ncoordinate u\nconstraint h: y = x\nconstraint a: x' = u\n"
                      "lagrangian u^2/2 + x^2/2\ndynamics vakonomic\ninitial x = 1\ninitial y = 1\ninitial u = 0\n"
                      "run to 2 step 0.5\n");
  double start[8] = {0}, row[16];
  NoslipRun *run = run_of(system, NULL, start);
  guint rows = 0;
  for (; noslip_run_next(run, row, NULL, NULL); rows++) {
    g_assert_cmpfloat(fabs(row[1] - cosh(row[0])), <, 1e-9);
    g_assert_cmpfloat(fabs(row[2] - row[1]), <, 1e-12);
  }
  g_assert_cmpuint(rows, ==, 5);
  noslip_run_free(run);
}

/* With regular R_ab: the symbolic elimination and Newton's method, which takes over where a pivot has become small
 * since the start, at one state. */
static void
test_two_ways(void)
{
  g_autoptr(NoslipSystem) system =
      test_statements("coordinate x\ncoordinate y\ncoordinate z\nconstraint a: z' = y*x' - x*y'\n"
                      "lagrangian exp(-2*x)*(x'^2 + 2*y'^2 + x'*y')/2 - x*y\ndynamics vakonomic\n"
                      "initial x' = 1\ninitial y' = 0.4\ninitial mu(a) = 0.3\n");
  const NoslipFormulation *formulation = noslip_formulation_find("vakonomic");
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, system, &error);
  g_assert_nonnull(dynamics);
  gpointer far = formulation->work_new(noslip_dynamics_data(dynamics));
  gpointer near = formulation->work_new(noslip_dynamics_data(dynamics));
  formulation->set_parameters(far, NULL);
  formulation->set_parameters(near, NULL);
  const double start[] = {0, 0, 0, 1, 0.4, 0, 0.3};
  double z[6], again[6], rates[6], others[6], there[7], ydot[3];
  g_assert_cmpint(formulation->enter(far, 0, start, z), ==, NOSLIP_STEP_OK);
  z[0] = 8; /* where R_ab is 1e-7 of its initial value */
  z[1] = 0.3;
  for (guint i = 3; i < 6; i++)
    z[i] *= 1e-7;
  g_assert_cmpint(formulation->rates(far, 0, z, rates), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(formulation->observe(far, 0, z, there, there + 3, ydot, there + 6), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(formulation->enter(near, 0, there, again), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(formulation->rates(near, 0, z, others), ==, NOSLIP_STEP_OK);
  for (guint i = 0; i < 6; i++) {
    g_assert_cmpfloat(fabs(again[i] - z[i]), <=, 1e-12 * (fabs(z[i]) + 1e-7));
    g_assert_cmpfloat(fabs(rates[i] - others[i]), <=, 1e-11 * fabs(rates[i]));
  }
  g_assert_cmpfloat(fabs(rates[3]), >, 0);
  formulation->work_free(far);
  formulation->work_free(near);
}

/* With L = 0 the motions are abnormal extremals: on Martinet's distribution the lines of x = 0. */
static void
test_martinet_motion(void)
{
  g_autoptr(NoslipSystem) system =
      test_statements("coordinate x\ncoordinate y\ncoordinate z\nconstraint a: z' = x^2/2*y'\nlagrangian 0\n"
                      "dynamics vakonomic\ninitial y' = 1\ninitial mu(a) = 1\nrun to 2 step 0.5\n");
  double start[8] = {0}, row[16];
  NoslipRun *run = run_of(system, NULL, start);
  guint rows = 0;
  for (; noslip_run_next(run, row, NULL, NULL); rows++) {
    g_assert_cmpfloat(row[1], ==, 0);
    g_assert_cmpfloat(fabs(row[2] - row[0]), <, 1e-12);
    g_assert_cmpfloat(row[10], ==, 1);
  }
  g_assert_cmpuint(rows, ==, 5);
  noslip_run_free(run);
}

static NoslipAbnormal *
abnormal_of(const NoslipSystem *system)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  double x[8], y[8];
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, x, y, NULL, diagnostics));
  NoslipAbnormal *abnormal = noslip_abnormal_new(system, x, y, &error);
  g_assert_nonnull(abnormal);
  return abnormal;
}

static void
test_existence(void)
{
  const struct {
    const char *body;
    NoslipAbnormalExistence existence;
  } cases[] = {
      {"constraint a: z' = x^2/2*y'\ninitial x = 0.4\ninitial y' = 0.3\ninitial x' = 0.9", NOSLIP_ABNORMAL_ELSEWHERE},
      {"constraint a: z' = x^2/2*y'\ninitial x = 4e-9\ninitial y' = 1", NOSLIP_ABNORMAL_ELSEWHERE},
      {"constraint a: z' = x^2/2*y'\ninitial y' = 1\ninitial x' = 0.2", NOSLIP_ABNORMAL_OTHER_VELOCITY},
      {"constraint a: z' = x^2/2*y'\ninitial y' = 1e-6", NOSLIP_ABNORMAL_HERE},
      {"constraint a: z' = x*y'\ninitial y' = 1\ninitial x' = 0.5", NOSLIP_ABNORMAL_AT_REST},
      {"constraint a: z' = x*y'\nconstraint b: w' = x^2/2*y'\ninitial x = 0.7\ninitial y' = 1", NOSLIP_ABNORMAL_HERE},
      {"constraint a: z' = x*y'\nconstraint b: w' = x^2/2*y'\ninitial x = 0.7\ninitial y' = 1\ninitial x' = 0.2",
       NOSLIP_ABNORMAL_OTHER_VELOCITY},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *body = g_strdup_printf("coordinate x\ncoordinate y\ncoordinate z\n%s"
                                            "lagrangian (x'^2 + y'^2)/2\ndynamics vakonomic\n%s\n",
                                            strstr(cases[i].body, "w'") != NULL ? "coordinate w\n" : "", cases[i].body);
    g_autoptr(NoslipSystem) system = test_statements(body);
    g_autoptr(NoslipAbnormal) abnormal = abnormal_of(system);
    g_test_message("case %u", i);
    g_assert_cmpint(abnormal->existence, ==, cases[i].existence);
    if (system->k == 2) { /* Engel: x' = 0, and mu vanishes on [X1, X2] = d/dz + x d/dw */
      g_assert_cmpfloat(fabs(abnormal->y[0]), <, 1e-9);
      g_assert_cmpfloat(fabs(abnormal->mu[0] + 0.7 * abnormal->mu[1]), <, 1e-9);
    }
  }
}

/* A ball that rolls without spin, (2, 3, 5): straight lines, whose mu is along (w1, w2) and has no part of w3. */
static void
test_ball(void)
{
  g_autoptr(NoslipSystem) system =
      test_statements("coordinate x\ncoordinate y\nsection x'\nsection y'\nsection u\nsection v\nsection w\n"
                      "bracket [u, v] = w\nbracket [v, w] = u\nbracket [w, u] = v\nlagrangian (x'^2 + y'^2)/2\n"
                      "constraint a: u + y' = 0\nconstraint b: v - x' = 0\nconstraint c: w = 0\ndynamics vakonomic\n"
                      "initial x' = 0.8\ninitial y' = 0.6\n");
  g_autoptr(NoslipAbnormal) abnormal = abnormal_of(system);
  g_assert_cmpint(abnormal->existence, ==, NOSLIP_ABNORMAL_HERE);
  g_assert_cmpfloat(fabs(abnormal->mu[0] * 0.8 + abnormal->mu[1] * 0.6), <, 1e-12);
  g_assert_cmpfloat(hypot(abnormal->mu[0], abnormal->mu[1]), >, 0.1);
  g_assert_cmpfloat(abnormal->mu[2], ==, 0);
}

/* Nonholonomic dynamics with a degenerate Lagrangian: the output of show, and whether there is a motion. */
static void
test_nonholonomic(void)
{
  static const char *const texts[] = {"lagrangian (x'^2 + y'^2)/2\nconstraint a: z' = x\n",
                                      "lagrangian x'^2/2\nconstraint a: z' = x\n"};
  static const char *const words[] = {"the mass matrix has rank 2 of 3; the constraints make up for it",
                                      "the mass matrix has rank 1 of 3; the constraints do not make up for it"};
  for (guint i = 0; i < 2; i++) {
    g_autofree char *body = g_strconcat("coordinate x\ncoordinate y\ncoordinate z\n", texts[i], NULL);
    g_autoptr(NoslipSystem) system = test_statements(body);
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_autoptr(NoslipPortrait) portrait = noslip_portrait_new(system, NULL, NULL);
    g_auto(GStrv) lines = noslip_portrait_algorithm(portrait);
    g_assert_cmpstr(lines[0], ==, words[i]);
    g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(noslip_formulation_find("multipliers"), system, &error);
    g_assert_true((dynamics != NULL) == (i == 0));
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/vakonomic-algorithm/chain", test_chain);
  g_test_add_func("/vakonomic-algorithm/regulator-motion", test_regulator_motion);
  g_test_add_func("/vakonomic-algorithm/witness-of-multipliers", test_witness_of_multipliers);
  g_test_add_func("/vakonomic-algorithm/units", test_units);
  g_test_add_func("/vakonomic-algorithm/motion-in-units", test_motion_in_units);
  g_test_add_func("/vakonomic-algorithm/regular", test_regular);
  g_test_add_func("/vakonomic-algorithm/cone", test_cone);
  g_test_add_func("/vakonomic-algorithm/start", test_start);
  g_test_add_func("/vakonomic-algorithm/nearest-start", test_nearest_start);
  g_test_add_func("/vakonomic-algorithm/timed", test_timed);
  g_test_add_func("/vakonomic-algorithm/holonomic", test_holonomic);
  g_test_add_func("/vakonomic-algorithm/two-ways", test_two_ways);
  g_test_add_func("/vakonomic-algorithm/nonholonomic", test_nonholonomic);
  g_test_add_func("/vakonomic-algorithm/abnormal/martinet", test_martinet_motion);
  g_test_add_func("/vakonomic-algorithm/abnormal/existence", test_existence);
  g_test_add_func("/vakonomic-algorithm/abnormal/ball", test_ball);
  return g_test_run();
}
