/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that stop early: undefined expressions, lost rank, cancellation and refusals. */
#include "core/integrate/run.h"

#include "tests/core/integrate/started.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The potential ends at x = 1. */
static const char cliff[] = "noslip 1\ncoordinate x\ncoordinate y\n"
                            "lagrangian (x'^2 + y'^2)/2 + sqrt(1 - x)\nconstraint line: y' = 0\nrun to 5 step 0.1\n";
/* At x = 0 the second constraint coincides with the first. */
static const char fading[] =
    "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
    "lagrangian (x'^2 + y'^2 + z'^2)/2 - 0.1*x*y\n"
    "constraint first: y' = 0\nconstraint second: x*z' + y' = 0\ninitial x = -0.55\nrun to 5 step 0.1\n";
/* The reduced mass matrix ((x, 1), (1, 0)) is regular everywhere; its first pivot is not. */
static const char lorentzian[] = "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
                                 "lagrangian x*x'^2/2 + x'*y' + z'^2/2 - x*y\nconstraint c: z' = 0.5*x*z\n";

static void
expect_end(const char *text, const char *formulation, const double *xy, NoslipCode code, double low, double high,
           const char *word)
{
  g_autoptr(NoslipDynamics) dynamics = started_dynamics(text, formulation);
  NoslipRunOptions options = started_options(dynamics, 5, 0.1);
  g_autoptr(NoslipRun) run = started_run(dynamics, &options, 0, xy);
  g_autoptr(NoslipDiagnostic) error = NULL;
  double row[32];
  while (noslip_run_next(run, row, NULL, &error))
    ;
  g_assert_nonnull(error);
  g_test_message("%s: %s; %s", formulation, error->cause, error->remedy);
  g_assert_cmpint(error->code, ==, code);
  g_assert_cmpint(noslip_diagnostic_status(error), ==, 3);
  g_assert_nonnull(error->remedy);
  g_assert_cmpfloat(row[0], >=, low - 0.11);
  g_assert_cmpfloat(row[0], <=, high);
  g_assert_nonnull(strstr(error->cause, word));
  g_assert_false(noslip_run_next(run, row, NULL, NULL)); /* and stays at its end */
}

static void
test_undefined(void)
{
  const char *const *ids = started_formulations() + 1;
  const double xy[] = {0, 0, 2, 0};
  for (guint i = 0; ids[i] != NULL; i++)
    expect_end(cliff, ids[i], xy, NOSLIP_CODE_UNDEFINED, 0.5, 1, "t = ");
}

/* The error is given once; then the run is over. */
static void
test_failed_once(void)
{
  const double xy[] = {0, 0, 2, 0};
  g_autoptr(NoslipDynamics) dynamics = started_dynamics(cliff, "multipliers");
  NoslipRunOptions options = started_options(dynamics, 5, 0.1);
  for (guint i = 0; i < 2; i++) {
    g_autoptr(NoslipRun) run = started_run(dynamics, &options, 0, xy);
    g_autoptr(NoslipDiagnostic) error = NULL;
    double row[32];
    guint n = 0;
    while (noslip_run_next(run, row, NULL, i == 0 ? &error : NULL))
      n++;
    g_assert_cmpuint(n, >, 1);
    g_assert_true((error != NULL) == (i == 0));
    guint64 steps = noslip_run_n_steps(run);
    g_autoptr(NoslipDiagnostic) again = NULL;
    g_assert_false(noslip_run_next(run, row, NULL, &again));
    g_assert_null(again);
    g_assert_cmpuint(noslip_run_n_steps(run), ==, steps);
  }
}

static void
test_rank(void)
{
  const char *const *ids = started_formulations() + 1;
  const double xy[] = {-0.55, 0, 0, 1, 0, 0};
  for (guint i = 0; ids[i] != NULL; i++) {
    g_autoptr(NoslipDynamics) dynamics = started_dynamics(fading, ids[i]);
    NoslipRunOptions options = started_options(dynamics, 5, 0.1);
    /* started where the rank is lost */
    const double lost[] = {0, 0, 0, 1, 0, 0};
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_assert_null(noslip_run_new(dynamics, &options, NULL, 0, lost, NULL, &error));
    g_assert_cmpint(error->code, ==, NOSLIP_CODE_RANK_LOST);
    g_assert_nonnull(strstr(error->cause, "'second'"));
    g_clear_pointer(&error, noslip_diagnostic_free);
    /* lost between two samples, in the midst of long steps */
    g_autoptr(NoslipRun) run = started_run(dynamics, &options, 0, xy);
    double row[32];
    guint n = 0;
    while (noslip_run_next(run, row, NULL, &error))
      n++;
    g_assert_nonnull(error);
    g_test_message("%s: %s", ids[i], error->cause);
    g_assert_cmpint(error->code, ==, NOSLIP_CODE_RANK_LOST);
    g_assert_nonnull(strstr(error->cause, "'second'"));
    g_assert_cmpfloat(fabs(g_ascii_strtod(strstr(error->cause, "t = ") + 4, NULL) - 0.55), <, 1e-6);
    g_assert_cmpuint(n, ==, 6);
  }
}

/* The same without unknowns: steps end so close to x = 0 that the rows are nearly dependent on both sides. */
static void
test_rank_straight(void)
{
  static const char text[] = "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"
                             "constraint first: y' = 0\nconstraint second: x*z' + y' = 0\ninitial x = -0.55\n";
  static const char *const ids[] = {"multipliers", "gibbs-appell", "projection", "lagrange-dalembert", "hamiltonian"};
  const double xy[] = {-0.55, 0, 0, 1, 0, 0};
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    g_autoptr(NoslipDynamics) dynamics = started_dynamics(text, ids[i]);
    g_autoptr(NoslipDiagnostic) error = NULL;
    NoslipRunOptions options = started_options(dynamics, 1, 0.02);
    g_autoptr(NoslipRun) run = started_run(dynamics, &options, 0, xy);
    double row[32];
    guint n = 0;
    while (noslip_run_next(run, row, NULL, &error))
      n++;
    g_assert_nonnull(error);
    g_test_message("%s: %s", ids[i], error->cause);
    g_assert_cmpint(error->code, ==, NOSLIP_CODE_RANK_LOST);
    g_assert_nonnull(strstr(error->cause, "'second'"));
    g_assert_cmpuint(n, ==, 28); /* up to t = 0.54 */
  }
}

/* A constraint that vanishes at an instant, however long the steps: no two rows are dependent before. */
static void
test_rank_vanishing(void)
{
  static const char head[] = "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n";
  static const char *const constraints[] = {"x*y' = 0", "x*(y' + 2*z') = 0", "x*(y' - 1/5) = 0",
                                            "(t - 0.55)*(y' - 2*z') = 0"};
  static const double xy[][6] = {
      {-0.55, 0, 0, 1, 0, 0.2}, {-0.55, 0, 0, 1, 2, -1}, {-0.55, 0, 0, 1, 0.2, 0}, {-0.55, 0, 0, 1, 2, 1}};
  const char *const *ids = started_formulations() + 1;
  for (guint c = 0; c < G_N_ELEMENTS(constraints); c++)
    for (guint i = 0; ids[i] != NULL; i++)
      for (guint steps = 0; steps < 2; steps++) {
        g_autofree char *text = g_strdup_printf("%sinitial x = -0.55\nconstraint line: %s\n", head, constraints[c]);
        g_autoptr(NoslipDynamics) dynamics = started_dynamics(text, ids[i]);
        g_autoptr(NoslipDiagnostic) error = NULL;
        NoslipRunOptions options =
            started_options(dynamics, 1, steps == 0 ? 0.02 : 0.11); /* 0.55: between, and at a row */
        g_autoptr(NoslipRun) run = started_run(dynamics, &options, 0, xy[c]);
        double row[32];
        while (noslip_run_next(run, row, NULL, &error))
          ;
        g_assert_nonnull(error);
        g_test_message("%s, %s: %s", constraints[c], ids[i], error->cause);
        g_assert_cmpint(error->code, ==, NOSLIP_CODE_RANK_LOST);
        g_assert_nonnull(strstr(error->cause, "'line'"));
        g_assert_cmpfloat(fabs(g_ascii_strtod(strstr(error->cause, "t = ") + 4, NULL) - 0.55), <, 1e-5);
      }
}

/* A constraint that only becomes small, by a factor of 1e17, determines the motion as before. */
static void
test_rank_small(void)
{
  static const char head[] = "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\n";
  const char *const *ids = started_formulations() + 1;
  double plain[32], row[32];
  for (guint i = 0; ids[i] != NULL; i++)
    for (guint small = 0; small < 2; small++) {
      g_autofree char *text = g_strdup_printf("%sconstraint %s*(y' - x*x') = 0\n", head, small ? "exp(-2*t)" : "1");
      g_autoptr(NoslipDynamics) dynamics = started_dynamics(text, ids[i]);
      g_autoptr(NoslipDiagnostic) error = NULL;
      NoslipRunOptions options = started_options(dynamics, 20, 0.5);
      static const double xy[] = {0, 0, 1, 0};
      g_autoptr(NoslipRun) run = started_run(dynamics, &options, 0, xy);
      double *to = small ? row : plain;
      while (noslip_run_next(run, to, NULL, &error))
        ;
      if (error != NULL)
        g_error("%s: %s", ids[i], error->cause);
      g_assert_cmpfloat(to[0], ==, 20);
      for (guint c = 1; small && c < 5; c++)
        g_assert_cmpfloat(fabs(row[c] - plain[c]), <=, 1e-9 * (1 + fabs(plain[c])));
    }
}

/* A four-bar linkage folds flat at t = 1, where one row is 0 and the motion branches: round-off leads around it. */
static void
test_rank_flat(void)
{
  static const char text[] = "noslip 1\ncoordinate a\ncoordinate b\ncoordinate c\nlagrangian (a'^2 + b'^2 + c'^2)/2\n"
                             "constraint cx: cos(a) + 2*cos(b) - cos(c) = 2\n"
                             "constraint cy: sin(a) + 2*sin(b) - sin(c) = 0\ninitial a = 1\ninitial c = 1\n";
  const double xy[] = {1, 0, 1, -1, 0, -1};
  const char *const *ids = started_formulations() + 1;
  for (guint i = 0; ids[i] != NULL; i++)
    for (guint steps = 0; steps < 2; steps++) {
      g_autoptr(NoslipDynamics) dynamics = started_dynamics(text, ids[i]);
      NoslipRunOptions options = started_options(dynamics, 2, steps == 0 ? 0.037 : 0.1);
      g_autoptr(NoslipDiagnostic) error = NULL;
      g_autoptr(NoslipRun) run = started_run(dynamics, &options, 0, xy);
      double row[32];
      while (noslip_run_next(run, row, NULL, &error))
        ;
      g_assert_nonnull(error);
      g_test_message("%s: %s", ids[i], error->cause);
      g_assert_cmpint(noslip_diagnostic_status(error), ==, 3);
      g_assert_cmpfloat(fabs(row[0] - 1), <, 0.11);
    }
}

static void
test_pivot(void)
{
  static const char *const ids[] = {"gibbs-appell", "projection", "lagrange-dalembert"};
  const double xy[] = {-0.5, 0.1, 0.2, 1, 0.3, -0.05};
  g_autoptr(NoslipDynamics) first = started_dynamics(lorentzian, "multipliers");
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    g_autoptr(NoslipDynamics) dynamics = started_dynamics(lorentzian, ids[i]);
    NoslipRunOptions options = started_options(dynamics, 1.5, 0.5);
    options.rtol = 1e-12;
    g_autoptr(NoslipRun) one = started_run(first, &options, 0, xy);
    g_autoptr(NoslipRun) other = started_run(dynamics, &options, 0, xy);
    double row[32], reference[32];
    guint n = 0;
    for (; noslip_run_next(one, reference, NULL, NULL); n++) {
      g_assert_true(noslip_run_next(other, row, NULL, NULL));
      for (guint j = 0; j < noslip_row_size(noslip_dynamics_system(first)); j++)
        g_assert_cmpfloat(fabs(row[j] - reference[j]), <, 1e-9);
    }
    g_assert_cmpuint(n, ==, 4);
    g_assert_cmpfloat(reference[1], >, 0.1); /* it went through x = 0 */
    /* and it can start there */
    const double singular[] = {0, 0.1, 0.2, 1, 0.3, 0};
    g_autoptr(NoslipRun) third = started_run(dynamics, &options, 0, singular);
    while (noslip_run_next(third, row, NULL, NULL))
      ;
    g_assert_cmpfloat(row[0], ==, 1.5);
  }
}

static void
test_cancel(void)
{
  g_autoptr(NoslipDynamics) dynamics = started_dynamics(started_sleigh, "gibbs-appell");
  NoslipRunOptions options = started_options(dynamics, 1, 0.25);
  g_autoptr(NoslipRun) run = started_run(dynamics, &options, 0, started_at);
  g_autoptr(NoslipDiagnostic) error = NULL;
  int cancel = 0;
  double row[32];
  g_assert_true(noslip_run_next(run, row, &cancel, &error));
  g_assert_true(noslip_run_next(run, row, &cancel, &error));
  cancel = 1;
  g_assert_false(noslip_run_next(run, row, &cancel, &error));
  g_assert_cmpint(error->code, ==, NOSLIP_CODE_CANCELLED);
}

static void
refuse(NoslipDynamics *dynamics, const NoslipRunOptions *options, double t0, const double *xy, NoslipCode code)
{
  const double a = 0.3;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_assert_null(noslip_run_new(dynamics, options, &a, t0, xy, NULL, &error));
  g_assert_nonnull(error);
  g_assert_cmpint(error->code, ==, code);
}

static void
test_refusals(void)
{
  g_autoptr(NoslipDynamics) dynamics = started_dynamics(started_sleigh, "gibbs-appell");
  NoslipRunOptions options = started_options(dynamics, 1e9, 1e-3);
  refuse(dynamics, &options, 0, started_at, NOSLIP_CODE_ARGUMENT); /* 1e12 samples */
  options = started_options(dynamics, 1e3, 1);
  options.fixed_step = 1e-9;
  refuse(dynamics, &options, 0, started_at, NOSLIP_CODE_ARGUMENT);
  options = started_options(dynamics, 1, 0.25);
  refuse(dynamics, &options, NAN, started_at, NOSLIP_CODE_ARGUMENT);
  const double nowhere[] = {0.1, INFINITY, 0, 0.5, 0, 0.7};
  refuse(dynamics, &options, 0, nowhere, NOSLIP_CODE_UNDEFINED);
  options.rtol = NAN;
  refuse(dynamics, &options, 0, started_at, NOSLIP_CODE_ARGUMENT);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/run/undefined", test_undefined);
  g_test_add_func("/run/failed-once", test_failed_once);
  g_test_add_func("/run/rank", test_rank);
  g_test_add_func("/run/rank-straight", test_rank_straight);
  g_test_add_func("/run/rank-vanishing", test_rank_vanishing);
  g_test_add_func("/run/rank-small", test_rank_small);
  g_test_add_func("/run/rank-flat", test_rank_flat);
  g_test_add_func("/run/pivot", test_pivot);
  g_test_add_func("/run/cancel", test_cancel);
  g_test_add_func("/run/refusals", test_refusals);
  return g_test_run();
}
