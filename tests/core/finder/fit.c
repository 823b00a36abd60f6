/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits of noisy data recover the true values within the errors that they state. */
#include "core/finder/fit.h"
#include "core/finder/fit-data.h"
#include "core/finder/sensitivity.h"
#include "core/finder/states.h"
#include "core/integrate/run.h"
#include "core/language/language.h"
#include "core/system/state.h"
#include "core/trajectory/observer.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>

#define ROWS 25
#define SEEDS 200
#define NOISE 0.02

/* A damped oscillator, x = exp(-c t/2) cos(w t + …): its motion is known in closed form. */
#define OSCILLATOR                                                                                                     \
  "noslip 1\nparameter k = 1.2\nparameter c = 0.1\nparameter idle = 1\ncoordinate x\nkinetic x'^2/2\n"                 \
  "potential k*x^2/2 + 0*idle\nforce x' = -c*x'\ninitial x = 0.9\ninitial x' = 0\nrun to 10\n"

#define AT_TRUTH                                                                                                       \
  "noslip 1\nparameter k = 1.5\nparameter c = 0.2\nparameter idle = 1\ncoordinate x\nkinetic x'^2/2\n"                 \
  "potential k*x^2/2\nforce x' = -c*x'\ninitial x = 1\ninitial x' = 0\nrun to 10\n"

static double
position(double t)
{
  double k = 1.5, c = 0.2, w = sqrt(k - c * c / 4);
  return exp(-c * t / 2) * (cos(w * t) + c / (2 * w) * sin(w * t));
}

/* Sum of twelve uniform numbers: nearly a normal distribution of variance 1. */
static double
noise(guint64 *seed)
{
  double sum = 0;
  for (guint i = 0; i < 12; i++)
    sum += noslip_random_draw(seed) / 2;
  return sum;
}

static guint done; /* starts of the last fit that have ended while others were tried */

static NoslipFit *
fit(NoslipSystem *system, const double *values, const double *weights, guint n, const NoslipFitUnknown *unknowns)
{
  double times[ROWS];
  NoslipDiagnostic *error = NULL;
  const NoslipExpr x = system->coordinates[0].symbol;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autoptr(GArray) overrides = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
  done = 0;
  for (guint i = 0; i < ROWS; i++)
    times[i] = 0.4 * i;
  const NoslipFitData data = {ROWS, 1, times, &x, system->graph, values, weights};
  NoslipFit *result =
      noslip_fit_find(system, system->dynamics, parameters, overrides, &data, n, unknowns, NULL, &done, &error);
  g_assert_null(error);
  return result;
}

static void
test_truth(void)
{
  const double truth[3] = {1.5, 0.2, 1};
  const NoslipFitUnknown unknowns[3] = {{"k", 0, 1.2}, {"c", 1, 0.1}, {"x", -1, 0.9}};
  g_autoptr(NoslipSystem) system = test_text(OSCILLATOR);
  double sum[3] = {0}, squares[3] = {0}, chi2 = 0;
  guint within = 0, within_one = 0;
  guint64 seed = 5;
  for (guint s = 0; s < SEEDS; s++) {
    double values[ROWS];
    for (guint i = 0; i < ROWS; i++)
      values[i] = position(0.4 * i) + NOISE * noise(&seed);
    g_autoptr(NoslipFit) result = fit(system, values, NULL, 3, unknowns);
    g_assert_true(result->identifiable && result->converged && done == 0);
    g_assert_cmpuint(result->n_measured, ==, ROWS);
    chi2 += result->chi2 / SEEDS;
    for (guint u = 0; u < 3; u++) {
      double pull = (result->values[u] - truth[u]) / result->errors[u];
      sum[u] += pull / SEEDS;
      squares[u] += pull * pull / SEEDS;
      within += fabs(pull) <= 2;
      within_one += fabs(pull) <= 1;
    }
  }
  /* Pulls have Student's distribution with 22 degrees of freedom: mean 0 +- 0.074 and mean square 1.1 +- 0.12 of 200;
   * 0.672 are within one standard error, 0.942 within two. The bounds are three deviations. */
  for (guint u = 0; u < 3; u++) {
    g_test_message("pull %u: mean %g, square %g", u, sum[u], squares[u]);
    g_assert_cmpfloat(fabs(sum[u]), <, 0.23);
    g_assert_cmpfloat(squares[u], >, 0.74);
    g_assert_cmpfloat(squares[u], <, 1.46);
  }
  g_test_message("%u and %u of %u within one and two standard errors", within_one, within, 3 * SEEDS);
  g_assert_cmpfloat_with_epsilon(within_one / (3.0 * SEEDS), 0.672, 0.1);
  g_assert_cmpfloat_with_epsilon(within / (3.0 * SEEDS), 0.942, 0.05);
  /* the sum of squares is 22 variances, +- 0.021 of it over 200 seeds */
  g_assert_cmpfloat_with_epsilon(chi2 / ((ROWS - 3) * NOISE * NOISE), 1, 0.064);
}

/* The sum of squares of a motion of two turns has minima beside the true one, k = 1.5: at 0.347, 4.11 and 7.40, of a
 * turn less or more. The least one is found from starts that are nearer to the others. */
static void
test_side_minimum(void)
{
  static const double starts[] = {0.4, 4, 5, 9};
  double values[ROWS];
  g_autoptr(NoslipSystem) system = test_text(AT_TRUTH);
  for (guint i = 0; i < ROWS; i++)
    values[i] = position(0.4 * i);
  for (guint s = 0; s < G_N_ELEMENTS(starts); s++) {
    const NoslipFitUnknown unknowns[1] = {{"k", 0, starts[s]}};
    g_autoptr(NoslipFit) result = fit(system, values, NULL, 1, unknowns);
    g_assert_cmpfloat_with_epsilon(result->values[0], 1.5, 1e-9);
    g_assert_true(done >= 1 && done <= NOSLIP_FIT_STARTS); /* others were tried, and counted */
  }
}

/* The standard errors of one unknown that the closed form gives, 1 / |J| with weights 1. Differences of motions would
 * be right to 1e-7. */
static void
test_errors(void)
{
  const NoslipFitUnknown unknowns[3] = {{"k", 0, 1.5}, {"c", 1, 0.2}, {"x", -1, 1}};
  double values[ROWS], weight = 1, squares[3] = {0}, k = 1.5, c = 0.2, w = sqrt(k - c * c / 4);
  for (guint i = 0; i < ROWS; i++) {
    double t = 0.4 * i, e = exp(-c * t / 2), cosine = cos(w * t), sine = sin(w * t);
    double by_w = e * (-t * sine + c / (2 * w) * t * cosine - c / (2 * w * w) * sine);
    double slopes[3] = {by_w / (2 * w), -t / 2 * position(t) + e * sine / (2 * w) - by_w * c / (4 * w), position(t)};
    values[i] = position(t);
    for (guint u = 0; u < 3; u++)
      squares[u] += slopes[u] * slopes[u];
  }
  g_autoptr(NoslipSystem) system = test_text(AT_TRUTH);
  for (guint u = 0; u < 3; u++) {
    g_autoptr(NoslipFit) result = fit(system, values, &weight, 1, &unknowns[u]);
    g_test_message("%s: %.15g, expected %.15g", unknowns[u].name, result->errors[0], 1 / sqrt(squares[u]));
    g_assert_true(result->exact);
    g_assert_cmpfloat_with_epsilon(result->errors[0], 1 / sqrt(squares[u]), 1e-9 / sqrt(squares[u]));
  }
}

/* A sleigh whose sideways velocity follows from its turning by the constraint, at the start, too. */
#define SLEIGH                                                                                                         \
  "noslip 1\nparameter m = 1.3\nparameter J = 0.7\nparameter a = 0.4\ncoordinate x\ncoordinate y\n"                    \
  "coordinate theta\nkinetic m*(x'^2 + y'^2)/2 + J*theta'^2/2\n"                                                       \
  "constraint blade: -x'*sin(theta) + y'*cos(theta) - a*theta' = 0\ninitial theta = 0.3\n"                             \
  "initial x' = 0.8*m\ninitial theta' = 1.1\nrun to 3\n"
#define TIMES 4
#define COLUMNS 4

/* Values of the columns of the sleigh where the unknown u is changed. */
static void
observe_sleigh(NoslipSystem *system, const NoslipFitData *data, const NoslipFitUnknown *unknown, double change,
               double *values)
{
  NoslipRunOptions options;
  NoslipDiagnostic *error = NULL;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  double xy[6], row[1 + 3 + 6 + 1];
  const NoslipOverride override = {unknown->name, unknown->start + change};
  if (unknown->parameter >= 0)
    parameters[unknown->parameter] += change;
  g_assert_true(
      noslip_state_initial(system, parameters, unknown->parameter < 0, &override, xy, xy + 3, NULL, diagnostics));
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(noslip_formulation_find("multipliers"), system, &error);
  g_autoptr(NoslipObserver) observer = noslip_observer_new(system, system->dynamics);
  for (guint c = 0; c < COLUMNS; c++)
    g_assert_cmpint(noslip_observer_add(observer, data->exprs[c], NULL), ==, (int) c);
  noslip_observer_seal(observer);
  NoslipObserverWorkspace *work = noslip_observer_workspace_new(observer);
  noslip_observer_set_parameters(work, parameters);
  noslip_run_options_default(&options, system);
  options.rtol = options.atol = 1e-13;
  options.to = 3;
  options.step = 1;
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, parameters, 0, xy, NULL, &error);
  for (guint i = 0; i < TIMES; i++) {
    g_assert_true(noslip_run_next(run, row, NULL, &error));
    noslip_observer_evaluate(work, row, values + i * COLUMNS);
  }
  noslip_observer_workspace_free(work);
}

/* Compared with differences of order 4 of motions: for a parameter of L alone, one of the initial state, one of the
 * constraint, and initial values that change others; an acceleration and a multiplier are observed too. */
static void
test_sensitivities(void)
{
  const NoslipFitUnknown unknowns[] = {
      {"J", 1, 0.7}, {"m", 0, 1.3}, {"a", 2, 0.4}, {"theta", -1, 0.3}, {"theta'", -1, 1.1}};
  const char *const texts[COLUMNS] = {"x", "cos(theta)*y' + m*x", "d(theta')", "lambda(blade)"};
  const double times[TIMES] = {0, 1, 2, 3};
  double values[TIMES * COLUMNS] = {0}, slopes[TIMES * COLUMNS * G_N_ELEMENTS(unknowns)];
  guint n = G_N_ELEMENTS(unknowns);
  NoslipExpr exprs[COLUMNS];
  NoslipDiagnostic *error = NULL;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = test_text(SLEIGH);
  for (guint c = 0; c < COLUMNS; c++)
    g_assert_true(noslip_language_expression(system, system->graph, texts[c], &exprs[c], diagnostics));
  const NoslipFitData data = {TIMES, COLUMNS, times, exprs, system->graph, values, NULL};
  g_autoptr(NoslipSensitivity) sensitivity =
      noslip_sensitivity_new(system, system->dynamics, &data, n, unknowns, &error);
  g_assert_nonnull(sensitivity);
  g_autoptr(NoslipStarter) starter = noslip_starter_new(system);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autoptr(GArray) overrides = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
  const double at[] = {0.7, 1.3, 0.4, 0.3, 1.1};
  g_assert_true(noslip_sensitivity_evaluate(sensitivity, starter, parameters, overrides, at, slopes, NULL, &error));
  for (guint u = 0; u < n; u++) {
    const double h = 1e-3, steps[4] = {-2 * h, -h, h, 2 * h}, weights[4] = {1, -8, 8, -1};
    double difference[TIMES * COLUMNS] = {0}, there[TIMES * COLUMNS], largest = 0;
    for (guint i = 0; i < 4; i++) {
      observe_sleigh(system, &data, &unknowns[u], steps[i], there);
      for (guint j = 0; j < TIMES * COLUMNS; j++)
        difference[j] += weights[i] * there[j] / (12 * h);
    }
    for (guint j = 0; j < TIMES * COLUMNS; j++) {
      g_assert_cmpfloat_with_epsilon(slopes[j * n + u], difference[j], 1e-8 * fmax(1, fabs(difference[j])));
      largest = fmax(largest, fabs(difference[j]));
    }
    g_assert_cmpfloat(largest, >, 0.1);
  }
}

/* Where the equations jump there are no variational equations, and the fit reports that it used differences. */
static void
test_without_variations(void)
{
  const NoslipFitUnknown one = {"k", 0, 1.2};
  double values[ROWS];
  for (guint i = 0; i < ROWS; i++)
    values[i] = position(0.4 * i);
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\nparameter k = 1.2\ncoordinate x\nkinetic x'^2/2\npotential k*x^2/2\n"
                "force x' = -0.1*x'*if(x < 0.2, 1, 1.5)\ninitial x = 0.9\nrun to 10\n");
  g_autoptr(NoslipFit) result = fit(system, values, NULL, 1, &one);
  g_assert_false(result->exact);
  g_assert_true(result->identifiable);
}

/* With weights 1/sigma^2 the errors do not depend on the residuals; a parameter without influence is not
 * identifiable. */
static void
test_weights(void)
{
  const NoslipFitUnknown one = {"k", 0, 1.2}, idle[2] = {{"k", 0, 1.2}, {"idle", 2, 1}};
  g_autoptr(NoslipSystem) system = test_text(OSCILLATOR);
  double values[ROWS], weak = 1 / (NOISE * NOISE), strong = 4 * weak;
  for (guint i = 0; i < ROWS; i++)
    values[i] = i % 5 == 4 ? NAN : 0.9 * position(0.4 * i);
  g_autoptr(NoslipFit) first = fit(system, values, &weak, 1, &one);
  g_autoptr(NoslipFit) second = fit(system, values, &strong, 1, &one);
  g_assert_cmpuint(first->n_measured, ==, ROWS - 5);
  g_assert_cmpfloat_with_epsilon(first->errors[0], 2 * second->errors[0], 1e-6 * first->errors[0]);
  g_autoptr(NoslipFit) none = fit(system, values, NULL, 2, idle);
  g_assert_false(none->identifiable);
  g_assert_true(isnan(none->errors[0]));
}

/* The free motion depends on the mass by rounding errors only: these do not move the mass, and it is not
 * identifiable. */
static void
test_rounding(void)
{
  const NoslipFitUnknown mass = {"m", 0, 1}, speed[2] = {{"m", 0, 1}, {"x'", -1, 0.5}};
  double values[ROWS];
  for (guint i = 0; i < ROWS; i++)
    values[i] = 0.1 + 0.3 * i;
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\nparameter m = 1\ncoordinate x\ncoordinate y\ncoordinate a\n"
                "kinetic m/2*(x'^2 + y'^2) + m*a'^2/3\nconstraint blade: cos(a)*y' = sin(a)*x'\n"
                "initial x = 0.1\ninitial x' = 0.5\ninitial a = 0.3\ninitial a' = 0.2\nrun to 10\n");
  for (guint n = 1; n <= 2; n++) {
    g_autoptr(NoslipFit) result = fit(system, values, NULL, n, n == 1 ? &mass : speed);
    g_assert_false(result->identifiable);
    g_assert_cmpfloat(result->values[0], ==, 1);
    g_assert_true(isnan(result->errors[0]));
  }
}

/* Thousands of measured values, as a film gives them. */
static void
test_many_rows(void)
{
  enum { MANY = 4000 };
  const NoslipFitUnknown unknowns[3] = {{"k", 0, 1.2}, {"c", 1, 0.1}, {"x", -1, 0.9}};
  const double truth[3] = {1.5, 0.2, 1};
  g_autoptr(NoslipSystem) system = test_text(OSCILLATOR);
  g_autofree double *times = g_new0(double, MANY);
  g_autofree double *values = g_new0(double, MANY);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autoptr(GArray) overrides = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
  NoslipDiagnostic *error = NULL;
  guint64 seed = 7;
  for (guint i = 0; i < MANY; i++) {
    times[i] = 10.0 * i / MANY;
    values[i] = position(times[i]) + NOISE * noise(&seed);
  }
  const NoslipFitData data = {MANY, 1, times, &system->coordinates[0].symbol, system->graph, values, NULL};
  g_autoptr(NoslipFit) result =
      noslip_fit_find(system, system->dynamics, parameters, overrides, &data, 3, unknowns, NULL, NULL, &error);
  g_assert_null(error);
  g_assert_true(result->identifiable && result->converged);
  for (guint u = 0; u < 3; u++)
    g_assert_cmpfloat(fabs(result->values[u] - truth[u]), <, 6 * result->errors[u]);
}

/* A gravity of 4e-12 um/ns^2 and a speed of 1e-9 are found as exactly as others. */
static void
test_small_values(void)
{
  const NoslipFitUnknown unknowns[2] = {{"g", 0, 3e-12}, {"x'", -1, 2e-9}};
  double times[ROWS], values[ROWS];
  g_autoptr(NoslipSystem) system = test_text(
      "noslip 1\nparameter g = 4e-12\ncoordinate x\nlagrangian x'^2/2 + g*x\ninitial x' = 2e-9\nrun to 1e3\n");
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autoptr(GArray) overrides = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
  NoslipDiagnostic *error = NULL;
  for (guint i = 0; i < ROWS; i++) {
    times[i] = 1e3 * i / (ROWS - 1);
    values[i] = 1e-9 * times[i] + 2e-12 * times[i] * times[i];
  }
  const NoslipFitData data = {ROWS, 1, times, &system->coordinates[0].symbol, system->graph, values, NULL};
  g_autoptr(NoslipFit) result =
      noslip_fit_find(system, system->dynamics, parameters, overrides, &data, 2, unknowns, NULL, NULL, &error);
  g_assert_null(error);
  g_assert_true(result->identifiable);
  g_assert_cmpfloat_with_epsilon(result->values[0] / 4e-12, 1, 1e-4);
  g_assert_cmpfloat_with_epsilon(result->values[1] / 1e-9, 1, 1e-3);
}

/* The model along a constrained motion: a skate with the rate 0.5 on its line, at two times after the first. */
static void
test_constrained(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: y' = 2*x'\n"
                "initial x' = 0.5\nrun to 4\n");
  const double times[] = {0, 1, 4};
  double model[3];
  NoslipDiagnostic *error = NULL;
  const NoslipExpr y = system->coordinates[1].symbol;
  const NoslipFitData data = {3, 1, times, &y, system->graph, model, NULL};
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autoptr(GArray) overrides = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
  gboolean good =
      noslip_fit_model(system, system->dynamics, parameters, overrides, &data, 0, NULL, NULL, model, NULL, &error);
  g_assert_null(error);
  g_assert_true(good);
  for (guint i = 0; i < G_N_ELEMENTS(times); i++)
    g_assert_cmpfloat_with_epsilon(model[i], times[i], 1e-10);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/fit/truth", test_truth);
  g_test_add_func("/fit/side-minimum", test_side_minimum);
  g_test_add_func("/fit/errors", test_errors);
  g_test_add_func("/fit/sensitivities", test_sensitivities);
  g_test_add_func("/fit/without-variations", test_without_variations);
  g_test_add_func("/fit/weights", test_weights);
  g_test_add_func("/fit/rounding", test_rounding);
  g_test_add_func("/fit/many-rows", test_many_rows);
  g_test_add_func("/fit/small-values", test_small_values);
  g_test_add_func("/fit/constrained", test_constrained);
  return g_test_run();
}
