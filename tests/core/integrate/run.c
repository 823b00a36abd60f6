/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole runs: samples, rows, and the report when a run stops early. */
#include "core/integrate/run.h"
#include "core/language/language.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static const char sleigh[] =
    "noslip 1\nparameter a = 0.3\ncoordinate x\ncoordinate y\ncoordinate theta\n"
    "lagrangian ((x' - a*sin(theta)*theta')^2 + (y' + a*cos(theta)*theta')^2)/2 + 0.2*theta'^2\n"
    "constraint blade: sin(theta)*x' - cos(theta)*y' = 0\n"
    "run to 1 step 0.25\n";
/* The potential ends at x = 1. */
static const char cliff[] = "noslip 1\ncoordinate x\ncoordinate y\n"
                            "lagrangian (x'^2 + y'^2)/2 + sqrt(1 - x)\nconstraint line: y' = 0\nrun to 5 step 0.1\n";
/* At x = 0 the second constraint says what the first says. */
static const char fading[] =
    "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
    "lagrangian (x'^2 + y'^2 + z'^2)/2 - 0.1*x*y\n"
    "constraint first: y' = 0\nconstraint second: x*z' + y' = 0\ninitial x = -0.55\nrun to 5 step 0.1\n";

/* The reduced mass matrix ((x, 1), (1, 0)) is regular everywhere; its first pivot is not. */
static const char lorentzian[] = "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
                                 "lagrangian x*x'^2/2 + x'*y' + z'^2/2 - x*y\nconstraint c: z' = 0.5*x*z\n";

static NoslipDynamics *
dynamics_of(const char *text, const char *formulation)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, "test.noslip", "test", diagnostics);
  for (guint i = 0; !system && i < diagnostics->list->len; i++) {
    g_autofree char *message = noslip_diagnostic_format(g_ptr_array_index(diagnostics->list, i));
    g_test_message("%s", message);
  }
  g_assert_nonnull(system);
  g_autoptr(NoslipDiagnostic) error = NULL;
  NoslipDynamics *dynamics = noslip_dynamics_new(noslip_formulation_find(formulation), system, &error);
  g_assert_nonnull(dynamics);
  return dynamics;
}

static NoslipRunOptions
options_for(NoslipDynamics *dynamics, double to, double step)
{
  NoslipRunOptions options;
  noslip_run_options_default(&options, noslip_dynamics_system(dynamics));
  options.to = to;
  options.step = step;
  return options;
}

static NoslipRun *
start(NoslipDynamics *dynamics, const NoslipRunOptions *options, double t0, const double *xy)
{
  const double a = 0.3;
  g_autoptr(NoslipDiagnostic) error = NULL;
  NoslipRun *run = noslip_run_new(dynamics, options, &a, t0, xy, NULL, &error);
  g_assert_null(error);
  g_assert_nonnull(run);
  return run;
}

static const double at_start[] = {0.1, 0.2, 0, 0.5, 0, 0.7};

static void
check_times(double to, double step, double t0, guint n, double last_but_one)
{
  g_autoptr(NoslipDynamics) dynamics = dynamics_of(sleigh, "gibbs-appell");
  NoslipRunOptions options = options_for(dynamics, to, step);
  g_autoptr(NoslipRun) run = start(dynamics, &options, t0, at_start);
  double row[32], before = -1;
  g_assert_cmpuint(noslip_run_n_samples(run), ==, n);
  for (guint i = 0; i < n; i++) {
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_assert_true(noslip_run_next(run, row, NULL, &error));
    g_assert_true(row[0] == noslip_run_sample_time(run, i));
    g_assert_true(row[0] > before);
    if (i + 2 == n)
      g_assert_true(row[0] == last_but_one);
    before = row[0];
  }
  g_assert_true(before == MAX(to, t0));
}

static void
test_samples(void)
{
  check_times(1, 0.25, 0, 5, 0.75);
  check_times(1, 0.3, 0, 5, 3 * 0.3);                     /* a shorter rest at the end */
  check_times(0.3, 0.1, 0, 4, 2 * 0.1);                   /* 0.3/0.1 is below 3 in doubles */
  check_times(0.7, 0.1, 0, 8, 6 * 0.1);                   /* 7 * 0.1 is above 0.7 */
  check_times(1, 2, 0, 2, 0);                             /* a step beyond the end */
  check_times(1, 0.25, 0.5, 3, 0.75);                     /* from the middle: the times of the run from 0 */
  check_times(1, 0.25, 0.6, 3, 0.6 + 0.25);               /* from anywhere */
  check_times(1, 0.25, 0.5 + 1e-11, 3, 0.75);             /* rounding: the times of the run from 0 */
  check_times(1, 0.25, 0.5 + 1e-8, 3, 0.5 + 1e-8 + 0.25); /* no rounding */
  check_times(123457, 0.1, 123456.7 + 1e-5, 4, (1234567.0 + 2) * 0.1);     /* rounding of a late time */
  check_times(123457, 0.1, 123456.7 + 1e-3, 4, 123456.7 + 1e-3 + 2 * 0.1); /* none */
  check_times(1, 0.25, -0.5, 7, 0.75);
  check_times(1, 0.25, 1, 1, 0);
  check_times(1, 0.25, 3, 1, 0);
}

/* x stays within the size of the motion, and lambda is that of the multipliers, whose rows have their own. */
static void
test_rows(gconstpointer data)
{
  const char *formulation = data;
  g_autoptr(NoslipDynamics) first = dynamics_of(sleigh, "multipliers");
  g_autoptr(NoslipDynamics) second = dynamics_of(sleigh, formulation);
  NoslipRunOptions options = options_for(first, 40, 0.5); /* the chart of the start ends on the way */
  g_autoptr(NoslipRun) one = start(first, &options, 0, at_start);
  g_autoptr(NoslipRun) other = start(second, &options, 0, at_start);
  guint size = noslip_row_size(noslip_dynamics_system(first));
  double row[32], reference[32], force = 0;
  g_assert_cmpuint(size, ==, 1 + 3 + 3 + 3 + 1);
  while (noslip_run_next(one, reference, NULL, NULL)) {
    g_assert_true(noslip_run_next(other, row, NULL, NULL));
    for (guint i = 0; i < size; i++)
      g_assert_cmpfloat(fabs(row[i] - reference[i]), <, 1e-8);
    force = fmax(force, fabs(reference[size - 1]));
  }
  g_assert_cmpfloat(force, >, 0.1);              /* there was a reaction to compare */
  g_assert_cmpfloat(fabs(reference[3]), >, 1.7); /* and the blade turned beyond the first chart */
  g_assert_false(noslip_run_next(other, row, NULL, NULL));
}

static void
expect_end(const char *text, const char *formulation, const double *xy, NoslipCode code, double low, double high,
           const char *word)
{
  g_autoptr(NoslipDynamics) dynamics = dynamics_of(text, formulation);
  NoslipRunOptions options = options_for(dynamics, 5, 0.1);
  g_autoptr(NoslipRun) run = start(dynamics, &options, 0, xy);
  g_autoptr(NoslipDiagnostic) error = NULL;
  double row[32];
  guint n = 0;
  while (noslip_run_next(run, row, NULL, &error))
    n++;
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

/* The ids that a user may name, NULL-terminated. The first is multipliers, which has tests of its own (saddle.c). */
static const char *const *
named_formulations(void)
{
  static const char *ids[32];
  guint n = 0;
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL && n < G_N_ELEMENTS(ids) - 1; f++)
    if (!(*f)->automatic)
      ids[n++] = (*f)->id;
  g_assert_cmpuint(n, >=, 5);
  return ids;
}

static void
test_undefined(void)
{
  const char *const *ids = named_formulations() + 1;
  const double xy[] = {0, 0, 2, 0};
  for (guint i = 0; ids[i] != NULL; i++)
    expect_end(cliff, ids[i], xy, NOSLIP_CODE_UNDEFINED, 0.5, 1, "t = ");
}

/* The error is given once; then the run is over. */
static void
test_failed_once(void)
{
  const double xy[] = {0, 0, 2, 0};
  g_autoptr(NoslipDynamics) dynamics = dynamics_of(cliff, "multipliers");
  NoslipRunOptions options = options_for(dynamics, 5, 0.1);
  for (guint i = 0; i < 2; i++) {
    g_autoptr(NoslipRun) run = start(dynamics, &options, 0, xy);
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

/* By hand: with f = -(x'^2 + y'^2)/2 and g = -x' y', x x'' + y y'' = f and y x'' + x y'' = g. The solution in symbols
 * divides by x or by y: where that is small, because it got so on the way or was so at the start, the dense solver
 * must take over. */
static void
test_dense(void)
{
  static const char text[] = "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
                             "lagrangian x*(x'^2 + y'^2)/2 + y*x'*y' + z'^2/2\nconstraint c: z' = 0.5*x*z\n"
                             "initial x = 1\ninitial y = 0.5\n";
  const double small[] = {1e-2, 1e-5, 1e-7, 1e-9, 1e-11, 0}, vx = 1.1, vy = 0.4;
  g_autoptr(NoslipDynamics) dynamics = dynamics_of(text, "multipliers");
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  gpointer work = formulation->work_new(noslip_dynamics_data(dynamics));
  formulation->set_parameters(work, NULL);
  for (guint i = 0; i < 4 * G_N_ELEMENTS(small); i++) {
    double x = i % 4 < 2 ? small[i / 4] : 1, y = i % 4 < 2 ? 1 : small[i / 4], z[6], zdot[6];
    double f = -(vx * vx + vy * vy) / 2, g = -vx * vy, det = x * x - y * y;
    double ax = (x * f - y * g) / det, ay = (x * g - y * f) / det;
    const double here[] = {x, y, 0, vx, vy, 0}, before[] = {1, 0.5, 0, vx, vy, 0};
    g_assert_cmpint(formulation->enter(work, 0, i % 2 == 0 ? here : before, z), ==, NOSLIP_STEP_OK);
    g_assert_cmpint(formulation->rates(work, 0, here, zdot), ==, NOSLIP_STEP_OK);
    g_test_message("(%g, %g), entered %s: errors %.3g, %.3g", x, y, i % 2 == 0 ? "there" : "elsewhere", zdot[3] - ax,
                   zdot[4] - ay);
    g_assert_cmpfloat(fabs(zdot[3] - ax), <, 1e-9);
    g_assert_cmpfloat(fabs(zdot[4] - ay), <, 1e-9);
  }
  formulation->work_free(work);
}

static void
test_rank(void)
{
  const char *const *ids = named_formulations() + 1;
  const double xy[] = {-0.55, 0, 0, 1, 0, 0};
  for (guint i = 0; ids[i] != NULL; i++) {
    g_autoptr(NoslipDynamics) dynamics = dynamics_of(fading, ids[i]);
    NoslipRunOptions options = options_for(dynamics, 5, 0.1);
    /* started where the rank is lost */
    const double lost[] = {0, 0, 0, 1, 0, 0};
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_assert_null(noslip_run_new(dynamics, &options, NULL, 0, lost, NULL, &error));
    g_assert_cmpint(error->code, ==, NOSLIP_CODE_RANK_LOST);
    g_assert_nonnull(strstr(error->cause, "'second'"));
    g_clear_pointer(&error, noslip_diagnostic_free);
    /* lost between two samples, in the midst of long steps */
    g_autoptr(NoslipRun) run = start(dynamics, &options, 0, xy);
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

/* The same with nothing to solve for: steps end so near to x = 0 that the rows are all but dependent on both sides. */
static void
test_rank_straight(void)
{
  static const char text[] = "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"
                             "constraint first: y' = 0\nconstraint second: x*z' + y' = 0\ninitial x = -0.55\n";
  static const char *const ids[] = {"multipliers", "gibbs-appell", "projection", "lagrange-dalembert", "hamiltonian"};
  const double xy[] = {-0.55, 0, 0, 1, 0, 0};
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    g_autoptr(NoslipDynamics) dynamics = dynamics_of(text, ids[i]);
    g_autoptr(NoslipDiagnostic) error = NULL;
    NoslipRunOptions options = options_for(dynamics, 1, 0.02);
    g_autoptr(NoslipRun) run = start(dynamics, &options, 0, xy);
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

static void
test_pivot(void)
{
  static const char *const ids[] = {"gibbs-appell", "projection", "lagrange-dalembert"};
  const double xy[] = {-0.5, 0.1, 0.2, 1, 0.3, -0.05};
  g_autoptr(NoslipDynamics) first = dynamics_of(lorentzian, "multipliers");
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    g_autoptr(NoslipDynamics) dynamics = dynamics_of(lorentzian, ids[i]);
    NoslipRunOptions options = options_for(dynamics, 1.5, 0.5);
    options.rtol = 1e-12;
    g_autoptr(NoslipRun) one = start(first, &options, 0, xy);
    g_autoptr(NoslipRun) other = start(dynamics, &options, 0, xy);
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
    g_autoptr(NoslipRun) third = start(dynamics, &options, 0, singular);
    while (noslip_run_next(third, row, NULL, NULL))
      ;
    g_assert_cmpfloat(row[0], ==, 1.5);
  }
}

/* One dynamics, eight threads, each through two charts: the bits are those of a run alone. */
#define N_THREADS 8
typedef struct {
  NoslipDynamics *dynamics;
  double row[32];
} Ride;

static gpointer
ride(gpointer data)
{
  Ride *own = data;
  NoslipRunOptions options = options_for(own->dynamics, 10, 0.5);
  g_autoptr(NoslipRun) run = start(own->dynamics, &options, 0, at_start);
  while (noslip_run_next(run, own->row, NULL, NULL))
    ;
  return NULL;
}

static void
test_threads(void)
{
  const char *const *ids = named_formulations() + 1;
  for (guint f = 0; ids[f] != NULL; f++) {
    g_autoptr(NoslipDynamics) lonely = dynamics_of(sleigh, ids[f]);
    g_autoptr(NoslipDynamics) shared = dynamics_of(sleigh, ids[f]);
    Ride alone = {lonely, {0}}, together[N_THREADS];
    GThread *threads[N_THREADS];
    ride(&alone);
    for (guint i = 0; i < N_THREADS; i++) {
      together[i] = (Ride){shared, {0}};
      threads[i] = g_thread_new("ride", ride, &together[i]);
    }
    for (guint i = 0; i < N_THREADS; i++)
      g_thread_join(threads[i]);
    g_assert_cmpfloat(alone.row[0], ==, 10);
    for (guint i = 0; i < N_THREADS; i++)
      g_assert_cmpmem(together[i].row, sizeof alone.row, alone.row, sizeof alone.row);
  }
}

/* A body that tumbles freely for 10 000 s, 1e4 of its characteristic times. */
static void
test_energy(void)
{
  static const char tumbling[] = "noslip 1\nsection w1\nsection w2\nsection w3\n"
                                 "bracket [w1, w2] = w3\nbracket [w2, w3] = w1\nbracket [w3, w1] = w2\n"
                                 "lagrangian (w1^2 + 2*w2^2 + 3*w3^2)/2\n";
  const char *const *ids = named_formulations();
  const double w[] = {0.3, 1, 0.2};
  for (guint f = 0; ids[f] != NULL; f++) {
    g_autoptr(NoslipDynamics) dynamics = dynamics_of(tumbling, ids[f]);
    NoslipRunOptions options = options_for(dynamics, 10000, 100);
    options.rtol = 1e-12;
    options.atol = 1e-14;
    g_autoptr(NoslipRun) run = start(dynamics, &options, 0, w);
    double row[8], worst = 0, least = 1;
    const double energy = (0.09 + 2 + 3 * 0.04) / 2;
    while (noslip_run_next(run, row, NULL, NULL)) {
      double now = (row[1] * row[1] + 2 * row[2] * row[2] + 3 * row[3] * row[3]) / 2;
      worst = fmax(worst, fabs(now - energy) / energy);
      least = fmin(least, row[2]);
    }
    g_test_message("%s: energy to %.1e in %u steps", ids[f], worst, (guint) noslip_run_n_steps(run));
    g_assert_cmpfloat(worst, <, 1e-10);
    g_assert_cmpfloat(least, <, -0.5); /* about the middle axis it turns over */
  }
}

static void
test_cancel(void)
{
  g_autoptr(NoslipDynamics) dynamics = dynamics_of(sleigh, "gibbs-appell");
  NoslipRunOptions options = options_for(dynamics, 1, 0.25);
  g_autoptr(NoslipRun) run = start(dynamics, &options, 0, at_start);
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
  g_autoptr(NoslipDynamics) dynamics = dynamics_of(sleigh, "gibbs-appell");
  NoslipRunOptions options = options_for(dynamics, 1e9, 1e-3);
  refuse(dynamics, &options, 0, at_start, NOSLIP_CODE_ARGUMENT); /* 1e12 samples */
  options = options_for(dynamics, 1e3, 1);
  options.fixed_step = 1e-9;
  refuse(dynamics, &options, 0, at_start, NOSLIP_CODE_ARGUMENT);
  options = options_for(dynamics, 1, 0.25);
  refuse(dynamics, &options, NAN, at_start, NOSLIP_CODE_ARGUMENT);
  const double nowhere[] = {0.1, INFINITY, 0, 0.5, 0, 0.7};
  refuse(dynamics, &options, 0, nowhere, NOSLIP_CODE_UNDEFINED);
  options.rtol = NAN;
  refuse(dynamics, &options, 0, at_start, NOSLIP_CODE_ARGUMENT);
}

/* Each method of the table gives the same motion; the implicit ones by the exact Jacobian. A method of order two with
 * steps of 0.002 is right to some 1e-6. */
static void
test_methods(void)
{
  const char *const *ids = named_formulations() + 1;
  for (guint f = 0; ids[f] != NULL; f++) {
    g_autoptr(NoslipDynamics) dynamics = dynamics_of(sleigh, ids[f]);
    double exact[32], row[32];
    for (guint i = 0; noslip_methods()[i]; i++) {
      NoslipRunOptions options = options_for(dynamics, 1, 1);
      options.method = noslip_methods()[i];
      options.fixed_step = noslip_method_is_adaptive(options.method) ? 0 : 0.002;
      g_autoptr(NoslipRun) run = start(dynamics, &options, 0, at_start);
      while (noslip_run_next(run, i == 0 ? exact : row, NULL, NULL))
        ;
      for (guint j = 0; i > 0 && j < 11; j++)
        g_assert_cmpfloat(fabs(row[j] - exact[j]), <, noslip_methods()[i]->order == 2 ? 3e-6 : 1e-8);
    }
  }
}

/* The order of the implicit method with every formulation's own equations and Jacobian. */
static void
test_implicit_order(void)
{
  const char *const *ids = named_formulations();
  for (guint f = 0; ids[f] != NULL; f++) {
    g_autoptr(NoslipDynamics) dynamics = dynamics_of(sleigh, ids[f]);
    double rows[3][32], errors[2] = {0, 0};
    for (guint i = 0; i < 3; i++) {
      NoslipRunOptions options = options_for(dynamics, 2, 2);
      options.rtol = 1e-13;
      options.atol = 1e-13;
      options.method = noslip_method_find(i == 0 ? "rk8pd" : "rk4imp");
      options.fixed_step = i == 0 ? 0 : 0.1 / i;
      g_autoptr(NoslipRun) run = start(dynamics, &options, 0, at_start);
      while (noslip_run_next(run, rows[i], NULL, NULL))
        ;
      for (guint j = 1; i > 0 && j < 7; j++)
        errors[i - 1] = fmax(errors[i - 1], fabs(rows[i][j] - rows[0][j]));
    }
    double order = log2(errors[0] / errors[1]);
    g_test_message("%s: errors %.2e, %.2e, order %.2f", ids[f], errors[0], errors[1], order);
    g_assert_cmpfloat(errors[0], >, 1e-10); /* else rounding is measured */
    g_assert_cmpfloat(fabs(order - 4), <, 0.3);
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/run/samples", test_samples);
  const char *const *ids = named_formulations() + 1;
  for (guint i = 0; ids[i] != NULL; i++) {
    g_autofree char *path = g_strconcat("/run/rows/", ids[i], NULL);
    g_test_add_data_func(path, ids[i], test_rows);
  }
  g_test_add_func("/run/undefined", test_undefined);
  g_test_add_func("/run/failed-once", test_failed_once);
  g_test_add_func("/run/dense", test_dense);
  g_test_add_func("/run/rank", test_rank);
  g_test_add_func("/run/rank-straight", test_rank_straight);
  g_test_add_func("/run/pivot", test_pivot);
  g_test_add_func("/run/threads", test_threads);
  g_test_add_func("/run/energy", test_energy);
  g_test_add_func("/run/cancel", test_cancel);
  g_test_add_func("/run/refusals", test_refusals);
  g_test_add_func("/run/methods", test_methods);
  g_test_add_func("/run/implicit-order", test_implicit_order);
  return g_test_run();
}
