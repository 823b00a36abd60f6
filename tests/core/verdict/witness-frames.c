/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The witness with quasi-velocities: sections with brackets, velocities after them, connections, rotations. */
#include "core/integrate/run.h"
#include "core/system/state.h"
#include "tests/core/load.h"
#include "tests/core/verdict/judge.h"

#include <math.h>

/* The witness accepts the row, and rejects it if any of the entries first .. end - 1 is increased by `change`. */
static void
assert_holds(const char *text, double *row, guint first, guint end, double change)
{
  NoslipWitnessResult result;
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && result.holds);
  g_assert_cmpfloat(result.residual, <, 1e-14);
  for (guint i = first; i < end; i++) {
    row[i] += change;
    judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
    g_assert_true(result.checked && !result.holds);
    row[i] -= change;
  }
}

/* The same body by sections and brackets, and the force along a momentum. */
static void
test_sections(void)
{
  static const char *const text =
      "noslip 1\ncoordinate x\ncoordinate y\ncoordinate theta\n"
      "section u anchor x: cos(theta), y: sin(theta)\nsection w anchor x: -sin(theta), y: cos(theta)\n"
      "section o anchor theta: 1\nbracket [o, u] = w\nbracket [o, w] = -u\n"
      "lagrangian (u^2 + w^2)/2 + theta'^2 + x*y'\nforce o = p(o) + energy\n";
  /* With A = x y', dA/dt terms: F along y is -x', along x is y'; along u and w they turn with theta. */
  double theta = 0.3, u = 0.8, w = -0.5, o = 0.6, c = cos(theta), s = sin(theta), x1 = c * u - s * w,
         y1 = s * u + c * w, fx = y1, fy = -x1, momentum = 2 * o, energy = (u * u + w * w) / 2 + o * o;
  double row[] = {
      0, 0.7, 0.2, theta, u, w, o, fx * c + fy * s + w * o, -fx * s + fy * c - u * o, (momentum + energy) / 2};
  assert_holds(text, row, 7, 7 + 1, 2e-6);
}

/* The same body with the velocities a, b, c after the sections, which are those of the row, and the force along c. */
static void
test_reframed(void)
{
  static const char *const text =
      "noslip 1\ncoordinate x\ncoordinate y\ncoordinate theta\n"
      "section u anchor x: cos(theta), y: sin(theta)\nsection w anchor x: -sin(theta), y: cos(theta)\n"
      "section o anchor theta: 1\nbracket [o, u] = w\nbracket [o, w] = -u\n"
      "velocity a = u + x*o\nvelocity b = 2*w - y*u\nvelocity c = 3*o\n"
      "lagrangian (u^2 + w^2)/2 + c^2/9 + x*y'\nforce c = (2*o + energy)/3\n";
  double theta = 0.3, x = 0.7, y = 0.2, u = 0.8, w = -0.5, o = 0.6, co = cos(theta), s = sin(theta),
         x1 = co * u - s * w, y1 = s * u + co * w, fx = y1, fy = -x1;
  double du = fx * co + fy * s + w * o, dw = -fx * s + fy * co - u * o, dc = (2 * o + (u * u + w * w) / 2 + o * o) / 2;
  double row[] = {0,     x, y, theta, u + x * o, 2 * w - y * u, 3 * o, du + x1 * o + x * dc, 2 * dw - y1 * u - y * du,
                  3 * dc};
  assert_holds(text, row, 4, G_N_ELEMENTS(row), 2e-6);
}

/* The same with a force that depends on the momentum of c: of dw^b/dy^c p_b = T_c L, for p_u = u + x sin(theta), p_w =
 * w + x cos(theta) and p_o = 2 o. */
static void
test_reframed_momentum(void)
{
  static const char *const text =
      "noslip 1\ncoordinate x\ncoordinate y\ncoordinate theta\n"
      "section u anchor x: cos(theta), y: sin(theta)\nsection w anchor x: -sin(theta), y: cos(theta)\n"
      "section o anchor theta: 1\nbracket [o, u] = w\nbracket [o, w] = -u\n"
      "velocity a = u + x*o\nvelocity b = 2*w - y*u\nvelocity c = 3*o\n"
      "lagrangian (u^2 + w^2)/2 + c^2/9 + x*y'\nforce c = p(c)/3\n";
  double theta = 0.3, x = 0.7, y = 0.2, u = 0.8, w = -0.5, o = 0.6, co = cos(theta), s = sin(theta),
         x1 = co * u - s * w, y1 = s * u + co * w, fx = y1, fy = -x1;
  double p_b = (w + x * co) / 2, p_a = u + x * s + y * p_b, p_c = (2 * o - x * p_a) / 3;
  double du = fx * co + fy * s + w * o, dw = -fx * s + fy * co - u * o, dc = p_c / 2;
  double row[] = {0,     x, y, theta, u + x * o, 2 * w - y * u, 3 * o, du + x1 * o + x * dc, 2 * dw - y1 * u - y * du,
                  3 * dc};
  assert_holds(text, row, 9, 9 + 1, 2e-6);
}

/* Velocities after a connection with curvature, [x', y'] = -e: a charge e in a field of strength 1, x'' = e y',
 * y'' = -e x'. */
static void
test_reframed_connection(void)
{
  static const char *const text =
      "noslip 1\ncoordinate x\ncoordinate y\nsection e\nconnection x': 0\nconnection y': x\n"
      "velocity u = x' + 2*e\nvelocity v = y' - x'\nvelocity w = 3*e\nlagrangian (x'^2 + y'^2 + e^2)/2\n";
  const double e = 0.4, vx = 0.7, vy = -0.3, ax = e * vy, ay = -e * vx;
  double row[] = {0, 0.5, 0.2, vx + 2 * e, vy - vx, 3 * e, ax, ay - ax, 0};
  assert_holds(text, row, 3, G_N_ELEMENTS(row), 2e-6);
}

/* A particle in the plane whose charge p = w turns along a connection A: with B^c = d_x A^c_y - d_y A^c_x -
 * (A_x x A_y)^c it is x'' = B.p y', y'' = -B.p x', w' = (x' A_x + y' A_y) x p. */
static void
test_connection(void)
{
  static const char *const text =
      "noslip 1\nparameter a = 0.8\nparameter b = 0.6\ncoordinate x\ncoordinate y\nsection w1\nsection w2\n"
      "section w3\nbracket [w1, w2] = w3\nbracket [w2, w3] = w1\nbracket [w3, w1] = w2\n"
      "connection x': a*y, 0, 0\nconnection y': 0, b*x, 0\nlagrangian (x'^2 + y'^2 + w1^2 + w2^2 + w3^2)/2\n";
  const double a = 0.8, b = 0.6, x = 0.5, y = -0.3, vx = 1, vy = 0.4, p[] = {0.7, -0.4, 0.9};
  const double A[] = {a * y * vx, b * x * vy, 0}, B[] = {-a, b, -a * b * x * y};
  double pull = B[0] * p[0] + B[1] * p[1] + B[2] * p[2];
  double row[] = {0,
                  x,
                  y,
                  vx,
                  vy,
                  p[0],
                  p[1],
                  p[2],
                  pull * vy,
                  -pull * vx,
                  A[1] * p[2] - A[2] * p[1],
                  A[2] * p[0] - A[0] * p[2],
                  A[0] * p[1] - A[1] * p[0]};
  assert_holds(text, row, 8, G_N_ELEMENTS(row), 1e-6);
}

/* Two rotations in body axes, and the potential of a Lagrangian (its value at rest), along a computed motion. */
static void
test_rotations(void)
{
  g_autoptr(NoslipSystem) system = test_text(
      "noslip 1\ncoordinate x\nrotation R (q0, q1, q2, q3) body (w1, w2, w3)\n"
      "rotation S (p0, p1, p2, p3) body (v1, v2, v3)\nlet u = transpose(S)*(1, x, 3)\n"
      "lagrangian (x'^2 + dot(omega(R), omega(R)) + 2*dot(omega(S), omega(S)))/2 + 0.3*omega(S).x*x' - x^2 + q1*u.y\n"
      "force x' = potential\ninitial x = 0.4\ninitial x' = 1\ninitial w1 = 0.5\ninitial w3 = -0.7\ninitial v1 = 0.6\n"
      "initial v2 = 0.8\nrun to 2 step 0.1\n");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(noslip_formulation_find("multipliers"), system, NULL);
  g_autoptr(NoslipWitness) witness = noslip_witness_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  g_autofree double *row = g_new0(double, noslip_row_size(system) + 1);
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  g_assert_true(noslip_state_initial(system, NULL, 0, NULL, xy, xy + system->m, NULL, diagnostics));
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, NULL, 0, xy, NULL, NULL);
  while (noslip_run_next(run, row, NULL, NULL))
    noslip_witness_add_row(witness, NULL, row);
  NoslipWitnessResult result;
  noslip_witness_result(witness, &result);
  g_test_message("%g in %s", result.residual, result.where);
  g_assert_true(result.checked && result.holds);
  g_assert_cmpuint(result.n_rows, ==, 21);
  g_assert_cmpfloat(result.residual, <, 1e-12);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/witness/sections", test_sections);
  g_test_add_func("/witness/reframed", test_reframed);
  g_test_add_func("/witness/reframed-connection", test_reframed_connection);
  g_test_add_func("/witness/reframed-momentum", test_reframed_momentum);
  g_test_add_func("/witness/connection", test_connection);
  g_test_add_func("/witness/rotations", test_rotations);
  return g_test_run();
}
