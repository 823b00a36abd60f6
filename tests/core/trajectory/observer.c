/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trajectory/observer.h"

#include "tests/core/geometry/support.h"

#include "core/expr/tape.h"
#include "core/system/reaction.h"

#include <math.h>
#include <string.h>

static const char *const pendulum =
    "noslip 1\nparameter g = 9\ncoordinate q\ncoordinate s\nlagrangian (q'^2 + s'^2)/2 + g*cos(q) + s*q\n"
    "force s' = sin(3*t)\ninitial q = 1\n";
static const char *const sliding =
    "noslip 1\nparameter m = 2\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian m*(x'^2 + y'^2 + z'^2)/2 - z\n"
    "constraint slope: z' - y*x' = 0\ninitial x' = 1\ninitial y' = 0.5\n";

static int
add(NoslipObserver *observer, const char *text)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  return noslip_observer_add_text(observer, text, diagnostics);
}

static void
evaluate(NoslipObserver *observer, const NoslipSystem *system, const double *row, double *outputs)
{
  g_autofree double *parameters = test_parameters(system, NULL);
  NoslipObserverWorkspace *work = noslip_observer_workspace_new(observer);
  noslip_observer_set_parameters(work, parameters);
  noslip_observer_evaluate(work, row, outputs);
  noslip_observer_workspace_free(work);
}

/* q'' = -g sin q + s, s'' = q + sin 3t: derivatives of every order compared with closed forms. */
static void
test_derivatives(void)
{
  g_autoptr(NoslipSystem) system = test_text(pendulum);
  g_autoptr(NoslipObserver) observer = noslip_observer_new(system, NOSLIP_DYNAMICS_FREE);
  const double g = 9, t = 0.4, q = 0.7, s = -0.3, v = 1.1, u = 0.6;
  double qdd = -g * sin(q) + s, sdd = q + sin(3 * t);
  double row[7] = {t, q, s, v, u, qdd, sdd}, out[8];
  g_assert_cmpint(add(observer, "d(q)"), ==, 0);
  g_assert_cmpint(add(observer, "d(d(q))"), ==, 1);
  g_assert_cmpint(add(observer, "d(d(d(q)))"), ==, 2);
  g_assert_cmpint(add(observer, "d(d(d(d(q))))"), ==, 3);
  g_assert_cmpint(add(observer, "d(q^2*s*t)"), ==, 4);
  g_assert_cmpint(add(observer, "d(energy)"), ==, 5);
  g_assert_cmpint(add(observer, "d(d(s'))"), ==, 6);
  g_assert_cmpint(add(observer, "{q, p(q')}"), ==, 7);
  noslip_observer_seal(observer);
  evaluate(observer, system, row, out);
  test_close(out[0], v, 1e-15, "d(q)");
  test_close(out[1], qdd, 1e-15, "d(d(q))");
  test_close(out[2], -g * cos(q) * v + u, 1e-14, "third derivative");
  test_close(out[3], g * sin(q) * v * v - g * cos(q) * qdd + sdd, 1e-14, "fourth derivative");
  test_close(out[4], 2 * q * v * s * t + q * q * u * t + q * q * s, 1e-15, "product with t");
  test_close(out[5], sin(3 * t) * u, 1e-14, "power of the force");
  test_close(out[6], v + 3 * cos(3 * t), 1e-14, "derivative of a force in t");
  test_close(out[7], 1, 1e-14, "canonical bracket");
}

/* z' = y x': y'' = 0, m x'' = -lambda y, m z'' = lambda - 1. */
static void
test_multiplier(void)
{
  g_autoptr(NoslipSystem) system = test_text(sliding);
  g_autoptr(NoslipObserver) observer = noslip_observer_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
  const double m = 2, y = 0.8, vx = 0.9, vy = -0.5;
  double lambda = (1 + m * vy * vx) / (1 + y * y);
  double row[11] = {0, 0.1, y, 0.3, vx, vy, y * vx, -lambda * y / m, 0, (lambda - 1) / m, lambda};
  double out[4];
  add(observer, "lambda(slope)");
  add(observer, "m*d(x') + lambda(slope)*y");
  add(observer, "{x, p(x') + y*p(z')}");
  add(observer, "d(d(x'))");
  noslip_observer_seal(observer);
  evaluate(observer, system, row, out);
  test_close(out[0], lambda, 1e-15, "lambda of the row");
  test_close(out[1], 0, 1e-14, "equation of x");
  test_close(out[2], 1, 1e-14, "bracket");
  double third = out[3];
  /* Rows of other formulations do not determine it. */
  row[10] = NAN;
  evaluate(observer, system, row, out);
  test_close(out[0], lambda, 1e-13, "lambda from the accelerations");
  /* x''' by a central difference of x'' = -lambda y/m along the motion. */
  double h = 1e-5, slope[2];
  for (int side = 0; side < 2; side++) {
    double e = side == 0 ? -h : h;
    double x1 = vx + e * row[7], y1 = y + e * vy;
    slope[side] = -(1 + m * vy * x1) / (1 + y1 * y1) * y1 / m;
  }
  test_close(third, (slope[1] - slope[0]) / (2 * h), 1e-8, "x'''");
}

/* {f, g} is the bracket of the dynamics: for L + mu (z' - x y') with L = (x'^2 + y'^2)/2 it is canonical in p_x = x',
 * p_y = y' - mu x, p_z = mu. Without constraints, and with a field, it is linear Poisson. */
static void
test_brackets_of_dynamics(void)
{
  static const char *const heisenberg =
      "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2)/2\nconstraint h: z' = x*y'\n"
      "dynamics vakonomic\ninitial x' = 1\n";
  static const char *const frame = "noslip 1\ncoordinate x\ncoordinate y\nvelocity u = x'\nvelocity v = y'/(1 + x^2)\n"
                                   "lagrangian (u^2 + v^2)/2\nconstraint c: v = u\n";
  /* t, x y z, x' y' z', their rates, mu */
  const double row[] = {0, 0.3, 0.2, 0.1, 1, 0.5, 0.15, 0, 0, 0, 0.7};
  /* t, x y, u v, their rates, lambda; [e_u, e_v] = 2 x/(1 + x^2) e_v */
  const double other[] = {0, 0.3, 0.2, 0.4, 0.5, 0, 0, 0};
  const struct {
    const char *text;
    const double *row;
    NoslipDynamicsKind kind;
    const char *expression;
    double value;
  } cases[] = {
      {heisenberg, row, NOSLIP_DYNAMICS_VAKONOMIC, "{x, p(x')}", 1},
      {heisenberg, row, NOSLIP_DYNAMICS_VAKONOMIC, "{x', y'}", -0.7},
      {heisenberg, row, NOSLIP_DYNAMICS_VAKONOMIC, "{z, mu(h)}", 1},
      {heisenberg, row, NOSLIP_DYNAMICS_VAKONOMIC, "{y', mu(h)*z}", -0.7 * 0.3},
      {heisenberg, row, NOSLIP_DYNAMICS_VAKONOMIC, "jacobi(x'^2, y'*z, x*mu(h))", 0},
      {heisenberg, row, NOSLIP_DYNAMICS_NONHOLONOMIC, "{x', y'}", 0},
      {frame, other, NOSLIP_DYNAMICS_FREE, "{p(u), p(v)}", -2 * 0.3 / 1.09 * 0.5},
      {frame, other, NOSLIP_DYNAMICS_FREE, "{y, p(v)}", 1.09},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(NoslipSystem) system = test_text(cases[i].text);
    g_autoptr(NoslipObserver) observer = noslip_observer_new(system, cases[i].kind);
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    double value = NAN;
    g_assert_cmpint(noslip_observer_add_text(observer, cases[i].expression, diagnostics), ==, 0);
    noslip_observer_seal(observer);
    NoslipObserverWorkspace *work = noslip_observer_workspace_new(observer);
    noslip_observer_set_parameters(work, NULL);
    noslip_observer_evaluate(work, cases[i].row, &value);
    test_close(value, cases[i].value, 1e-12, cases[i].expression);
    noslip_observer_workspace_free(work);
  }
}

static void
test_refusals(void)
{
  g_autoptr(NoslipSystem) system = test_text(sliding);
  const struct {
    NoslipDynamicsKind kind;
    const char *text;
    gboolean good;
  } cases[] = {
      {NOSLIP_DYNAMICS_NONHOLONOMIC, "lambda(slope)", TRUE},
      {NOSLIP_DYNAMICS_NONHOLONOMIC, "mu(slope)", FALSE},
      {NOSLIP_DYNAMICS_NONHOLONOMIC, "d(lambda(slope))", FALSE},
      {NOSLIP_DYNAMICS_VAKONOMIC, "lambda(slope)", FALSE},
      {NOSLIP_DYNAMICS_VAKONOMIC, "mu(slope)", TRUE},
      {NOSLIP_DYNAMICS_VAKONOMIC, "d(mu(slope))", TRUE},
      {NOSLIP_DYNAMICS_FREE, "lambda(slope)", FALSE},
      {NOSLIP_DYNAMICS_FREE, "{x, p(x')}", TRUE},
      {NOSLIP_DYNAMICS_FREE, "{x, mu(slope)}", FALSE},
      {NOSLIP_DYNAMICS_VAKONOMIC, "{y, mu(slope)}", TRUE},
      {NOSLIP_DYNAMICS_VAKONOMIC, "{y, lambda(slope)}", FALSE},
      {NOSLIP_DYNAMICS_VAKONOMIC, "{x, p(x')}", TRUE},
      {NOSLIP_DYNAMICS_NONHOLONOMIC, "{x, lambda(slope)}", FALSE},
      {NOSLIP_DYNAMICS_NONHOLONOMIC, "{x, d(x')}", TRUE},
      {NOSLIP_DYNAMICS_FREE, "d(d(x'))", TRUE},
      {NOSLIP_DYNAMICS_NONHOLONOMIC, "nobody", FALSE},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(NoslipObserver) observer = noslip_observer_new(system, cases[i].kind);
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    int output = noslip_observer_add_text(observer, cases[i].text, diagnostics);
    g_test_message("%s", cases[i].text);
    g_assert_cmpint(output, ==, cases[i].good ? 0 : -1);
    g_assert_cmpuint(diagnostics->n_errors, ==, cases[i].good ? 0 : 1);
  }
}

/* Vakonomic: d/dt (dL/dy + mu dphi/dy) = d(L + mu phi)/dx, here for x: m x' - mu y is conserved, and for z: m z' + mu
 * has the rate -1. */
static void
test_vakonomic(void)
{
  g_autoptr(NoslipSystem) system = test_text(sliding);
  g_autoptr(NoslipObserver) observer = noslip_observer_new(system, NOSLIP_DYNAMICS_VAKONOMIC);
  const double m = 2, y = 0.8, vx = 0.9, vy = -0.5, mu = 0.7;
  /* m x'' = (mu y)', m y'' = -mu x', m z'' + mu' = -1, z'' = y' x' + y x''. */
  double rate = (-1 - m * vy * vx - y * mu * vy) / (1 + y * y); /* mu' */
  double ax = (rate * y + mu * vy) / m, ay = -mu * vx / m, az = vy * vx + y * ax;
  double row[11] = {0, 0.1, y, 0.3, vx, vy, y * vx, ax, ay, az, mu};
  double out[3];
  add(observer, "d(mu(slope))");
  add(observer, "d(p(x') - mu(slope)*y)");
  add(observer, "d(d(y')) + d(mu(slope)*x')/m");
  noslip_observer_seal(observer);
  evaluate(observer, system, row, out);
  test_close(out[0], rate, 1e-13, "d(mu)");
  test_close(out[1], 0, 1e-13, "momentum of x");
  test_close(out[2], 0, 1e-13, "second derivatives");
}

/* phi = z' - x'^2/2 - x y: mu d2phi/dy dy is not zero. In closed form: p_x = x' - mu x', p_z = z' + mu, p_y = y', with
 * p_x' = -mu y, p_y' = -mu x, p_z' = 0 and z'' = x' x'' + x' y + x y'. */
static void
test_vakonomic_nonlinear(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"
                "constraint c: z' = x'^2/2 + x*y\ninitial x' = 1\n");
  g_autoptr(NoslipObserver) observer = noslip_observer_new(system, NOSLIP_DYNAMICS_VAKONOMIC);
  const double x = 0.4, y = 0.8, vx = 0.9, vy = -0.5, mu = 0.3, vz = vx * vx / 2 + x * y;
  /* (1 - mu) x'' - mu' x' = -mu y, mu' = -z'' = -(x' x'' + x' y + x y') */
  double ax = (-mu * y - vx * (vx * y + x * vy)) / (1 - mu + vx * vx), az = vx * ax + vx * y + x * vy;
  double row[11] = {0, x, y, 0.3, vx, vy, vz, ax, -mu * x, az, mu}, out[5];
  add(observer, "d(mu(c))");
  add(observer, "d(x' - mu(c)*x') + mu(c)*y");
  add(observer, "d(p(x'))");
  add(observer, "d(d(x))");
  add(observer, "d(d(z))");
  noslip_observer_seal(observer);
  evaluate(observer, system, row, out);
  test_close(out[0], -az, 1e-13, "d(mu)");
  test_close(out[1], 0, 1e-13, "momentum of x");
  test_close(out[2], ax, 1e-13, "momentum of L alone");
  test_close(out[3], ax, 1e-13, "acceleration of x");
  test_close(out[4], az, 1e-13, "acceleration of z");
}

/* Where the constraints are dependent no multiplier is a number, and none is infinite. */
static void
test_dependent(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x\ncoordinate y\ncoordinate s\n"
                                             "lagrangian (x'^2 + y'^2 + s'^2)/2\nconstraint a: x' + y' = 0\n"
                                             "constraint b: x' + s*y' = 0\ninitial s = 2\n");
  NoslipReaction *reaction = noslip_reaction_new(system);
  NoslipReactionWorkspace *work = noslip_reaction_workspace_new(reaction);
  const double y[] = {0, 0, 0.1}, ydot[] = {1, 2, 0};
  noslip_reaction_set_parameters(work, NULL);
  for (guint i = 0; i < 3; i++) {
    /* lambda_a + lambda_b = x'', lambda_a + s lambda_b = y'' */
    double x[] = {0.2, 0.3, i == 0 ? 2 : i == 1 ? 1 + 1e-3 : 1}, lambda[2];
    noslip_reaction_evaluate(work, 0, x, y, ydot, lambda);
    if (i < 2) {
      test_close(lambda[1], 1 / (x[2] - 1), 1e-6 / (x[2] - 1), "lambda of b");
      test_close(lambda[0], 1 - 1 / (x[2] - 1), 1e-6 / (x[2] - 1), "lambda of a");
    } else {
      g_assert_true(isnan(lambda[0]) && isnan(lambda[1]));
    }
  }
  noslip_reaction_workspace_free(work);
  noslip_reaction_free(reaction);
}

static void
test_lanes(void)
{
  g_autoptr(NoslipSystem) system = test_text(sliding);
  g_autoptr(NoslipObserver) observer = noslip_observer_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
  g_autoptr(GRand) random = g_rand_new_with_seed(5);
  g_autofree double *parameters = test_parameters(system, NULL);
  enum { N = 3 * NOSLIP_TAPE_LANES + 11, SIZE = 11 };
  static double rows[N * SIZE], some[N * 5], one[4];
  add(observer, "sin(x)*lambda(slope)");
  add(observer, "d(energy)");
  add(observer, "{x, energy}");
  add(observer, "t");
  noslip_observer_seal(observer);
  for (guint i = 0; i < N * SIZE; i++)
    rows[i] = i % SIZE == 10 && i % 3 == 0 ? (double) NAN : g_rand_double_range(random, -1, 1);
  NoslipObserverWorkspace *work = noslip_observer_workspace_new(observer);
  noslip_observer_set_parameters(work, parameters);
  noslip_observer_evaluate_rows(work, N, rows, SIZE, some, 5);
  for (guint i = 0; i < N; i++) {
    noslip_observer_evaluate(work, rows + i * SIZE, one);
    g_assert_cmpint(memcmp(one, some + i * 5, sizeof one), ==, 0);
    g_assert_true(isfinite(one[0]));
    g_assert_cmpfloat(some[i * 5 + 4], ==, 0); /* the stride is preserved */
  }
  noslip_observer_workspace_free(work);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/observer/brackets-of-dynamics", test_brackets_of_dynamics);
  g_test_add_func("/observer/derivatives", test_derivatives);
  g_test_add_func("/observer/multiplier", test_multiplier);
  g_test_add_func("/observer/refusals", test_refusals);
  g_test_add_func("/observer/vakonomic", test_vakonomic);
  g_test_add_func("/observer/vakonomic-nonlinear", test_vakonomic_nonlinear);
  g_test_add_func("/observer/dependent", test_dependent);
  g_test_add_func("/observer/lanes", test_lanes);
  return g_test_run();
}
