/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole runs: samples, rows, threads and methods. */
#include "core/integrate/run.h"

#include "tests/core/integrate/started.h"

#include <gsl/gsl_errno.h>
#include <math.h>

static void
check_times(double to, double step, double t0, guint n, double last_but_one)
{
  g_autoptr(NoslipDynamics) dynamics = started_dynamics(started_sleigh, "gibbs-appell");
  NoslipRunOptions options = started_options(dynamics, to, step);
  g_autoptr(NoslipRun) run = started_run(dynamics, &options, t0, started_at);
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

/* The rows of each formulation agree with those of `multipliers`, also beyond the first chart. */
static void
test_rows(gconstpointer data)
{
  const char *formulation = data;
  g_autoptr(NoslipDynamics) first = started_dynamics(started_sleigh, "multipliers");
  g_autoptr(NoslipDynamics) second = started_dynamics(started_sleigh, formulation);
  NoslipRunOptions options = started_options(first, 40, 0.5); /* the chart of the start ends during the run */
  g_autoptr(NoslipRun) one = started_run(first, &options, 0, started_at);
  g_autoptr(NoslipRun) other = started_run(second, &options, 0, started_at);
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
  g_autoptr(NoslipDynamics) dynamics = started_dynamics(text, "multipliers");
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

/* One dynamics, eight threads, each through two charts: identical to the bit to a single run. */
#define N_THREADS 8
typedef struct {
  NoslipDynamics *dynamics;
  double row[32];
} Ride;

static gpointer
ride(gpointer data)
{
  Ride *own = data;
  NoslipRunOptions options = started_options(own->dynamics, 10, 0.5);
  g_autoptr(NoslipRun) run = started_run(own->dynamics, &options, 0, started_at);
  while (noslip_run_next(run, own->row, NULL, NULL))
    ;
  return NULL;
}

static void
test_threads(void)
{
  const char *const *ids = started_formulations() + 1;
  for (guint f = 0; ids[f] != NULL; f++) {
    g_autoptr(NoslipDynamics) lonely = started_dynamics(started_sleigh, ids[f]);
    g_autoptr(NoslipDynamics) shared = started_dynamics(started_sleigh, ids[f]);
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
  const char *const *ids = started_formulations();
  const double w[] = {0.3, 1, 0.2};
  for (guint f = 0; ids[f] != NULL; f++) {
    g_autoptr(NoslipDynamics) dynamics = started_dynamics(tumbling, ids[f]);
    NoslipRunOptions options = started_options(dynamics, 10000, 100);
    options.rtol = 1e-12;
    options.atol = 1e-14;
    g_autoptr(NoslipRun) run = started_run(dynamics, &options, 0, w);
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

/* Each method of the table gives the same motion; the implicit ones by the exact Jacobian. A method of order two with
 * steps of 0.002 is right to some 1e-6. */
static void
test_methods(void)
{
  const char *const *ids = started_formulations() + 1;
  for (guint f = 0; ids[f] != NULL; f++) {
    g_autoptr(NoslipDynamics) dynamics = started_dynamics(started_sleigh, ids[f]);
    double exact[32], row[32];
    for (guint i = 0; noslip_methods()[i]; i++) {
      NoslipRunOptions options = started_options(dynamics, 1, 1);
      options.method = noslip_methods()[i];
      options.fixed_step = noslip_method_is_adaptive(options.method) ? 0 : 0.002;
      g_autoptr(NoslipRun) run = started_run(dynamics, &options, 0, started_at);
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
  const char *const *ids = started_formulations();
  for (guint f = 0; ids[f] != NULL; f++) {
    g_autoptr(NoslipDynamics) dynamics = started_dynamics(started_sleigh, ids[f]);
    double rows[3][32], errors[2] = {0, 0};
    for (guint i = 0; i < 3; i++) {
      NoslipRunOptions options = started_options(dynamics, 2, 2);
      options.rtol = 1e-13;
      options.atol = 1e-13;
      options.method = noslip_method_find(i == 0 ? "rk8pd" : "rk4imp");
      options.fixed_step = i == 0 ? 0 : 0.1 / i;
      g_autoptr(NoslipRun) run = started_run(dynamics, &options, 0, started_at);
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

/* The first row has velocities and multipliers as they were given, to the last bit. */
static void
test_given(void)
{
  static const double xy[] = {0, 0.9, 0, 0.7, 0.3, 0.63}, given[] = {0, 0.1};
  static const char text[] = "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
                             "lagrangian (x'^2 + y'^2 + z'^2)/2 - 0.3*z\nconstraint c: z' = y*x' - x*y'\n"
                             "dynamics vakonomic\ninitial x' = 0.7\ninitial y = 0.9\ninitial y' = 0.3\n";
  g_autoptr(NoslipDynamics) dynamics = started_dynamics(text, "vakonomic");
  for (guint i = 0; i < G_N_ELEMENTS(given); i++) {
    double row[32];
    g_autoptr(NoslipDiagnostic) error = NULL;
    NoslipRunOptions options = started_options(dynamics, 1, 0.5);
    g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, NULL, 0, xy, &given[i], &error);
    g_assert_true(noslip_run_next(run, row, NULL, NULL));
    for (guint j = 0; j < 6; j++)
      g_assert_true(row[1 + j] == xy[j]);
    g_assert_true(row[noslip_row_lambda(noslip_dynamics_system(dynamics))] == given[i]);
    g_assert_true(noslip_run_next(run, row, NULL, NULL));
    g_assert_true(row[noslip_row_lambda(noslip_dynamics_system(dynamics))] != given[i]);
  }
}

/* The multiplier of a rod follows from the state, in the first row too: a pendulum at rest, x = l cos(a), z = -l sin(a),
 * has lambda = -m g sin(a)/(2 l) for x^2 + z^2 = l^2, whatever is given. */
static void
test_given_holonomic(void)
{
  static const double xy[] = {0.8, -0.6, 0, 0}, given = 0.3;
  static const char text[] = "noslip 1\ncoordinate x\ncoordinate z\nlagrangian (x'^2 + z'^2)/2 - 9.81*z\n"
                             "constraint rod: x^2 + z^2 = 1\ndynamics vakonomic\ninitial x = 0.8\ninitial z = -0.6\n";
  g_autoptr(NoslipDynamics) dynamics = started_dynamics(text, "vakonomic");
  double row[32];
  g_autoptr(NoslipDiagnostic) error = NULL;
  NoslipRunOptions options = started_options(dynamics, 1, 0.5);
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, NULL, 0, xy, &given, &error);
  g_assert_true(noslip_run_next(run, row, NULL, NULL));
  double mu = row[noslip_row_lambda(noslip_dynamics_system(dynamics))];
  g_assert_cmpfloat_with_epsilon(mu, -9.81 * 0.6 / 2, 1e-12);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/run/samples", test_samples);
  const char *const *ids = started_formulations() + 1;
  for (guint i = 0; ids[i] != NULL; i++) {
    g_autofree char *path = g_strconcat("/run/rows/", ids[i], NULL);
    g_test_add_data_func(path, ids[i], test_rows);
  }
  g_test_add_func("/run/dense", test_dense);
  g_test_add_func("/run/threads", test_threads);
  g_test_add_func("/run/energy", test_energy);
  g_test_add_func("/run/methods", test_methods);
  g_test_add_func("/run/implicit-order", test_implicit_order);
  g_test_add_func("/run/given", test_given);
  g_test_add_func("/run/given-holonomic", test_given_holonomic);
  return g_test_run();
}
