/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits of noisy data give back the truth within the errors that they state. */
#include "core/finder/fit.h"
#include "core/finder/states.h"
#include "core/system/state.h"
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
    sum += noslip_states_draw(seed) / 2;
  return sum;
}

static NoslipFit *
fit(NoslipSystem *system, const double *values, const double *weights, guint n, const NoslipFitUnknown *unknowns)
{
  double times[ROWS];
  NoslipDiagnostic *error = NULL;
  const NoslipExpr x = system->coordinates[0].symbol;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autoptr(GArray) overrides = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
  for (guint i = 0; i < ROWS; i++)
    times[i] = 0.4 * i;
  const NoslipFitData data = {ROWS, 1, times, &x, system->graph, values, weights};
  NoslipFit *result =
      noslip_fit_find(system, system->dynamics, parameters, overrides, &data, n, unknowns, NULL, &error);
  g_assert_null(error);
  return result;
}

static void
test_truth(void)
{
  const double truth[3] = {1.5, 0.2, 1};
  const NoslipFitUnknown unknowns[3] = {{"k", 0, 1.2}, {"c", 1, 0.1}, {"x", -1, 0.9}};
  g_autoptr(NoslipSystem) system = test_text(OSCILLATOR);
  double sum[3] = {0}, squares[3] = {0};
  guint within = 0;
  guint64 seed = 5;
  for (guint s = 0; s < SEEDS; s++) {
    double values[ROWS];
    for (guint i = 0; i < ROWS; i++)
      values[i] = position(0.4 * i) + NOISE * noise(&seed);
    g_autoptr(NoslipFit) result = fit(system, values, NULL, 3, unknowns);
    g_assert_true(result->identifiable && result->converged);
    g_assert_cmpuint(result->n_measured, ==, ROWS);
    for (guint u = 0; u < 3; u++) {
      double pull = (result->values[u] - truth[u]) / result->errors[u];
      sum[u] += pull / SEEDS;
      squares[u] += pull * pull / SEEDS;
      within += fabs(pull) <= 2;
    }
  }
  /* of 200 pulls the mean is 0 +- 0.07 and the variance 1 +- 0.1 (a little more with 22 degrees of freedom) */
  for (guint u = 0; u < 3; u++) {
    g_test_message("pull %u: mean %g, square %g", u, sum[u], squares[u]);
    g_assert_cmpfloat(fabs(sum[u]), <, 0.3);
    g_assert_cmpfloat(squares[u], >, 0.7);
    g_assert_cmpfloat(squares[u], <, 1.5);
  }
  g_assert_cmpuint(within, >, 3 * SEEDS * 88 / 100);
  g_assert_cmpuint(within, <, 3 * SEEDS);
}

/* With weights 1/sigma^2 the errors do not depend on the residuals; what nothing depends on is not identifiable. */
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

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/fit/truth", test_truth);
  g_test_add_func("/fit/weights", test_weights);
  return g_test_run();
}
