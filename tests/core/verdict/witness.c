/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The witness: a second computation of the acceleration from the text alone, on systems of every kind. */
#include "core/verdict/witness.h"

#include "core/integrate/run.h"
#include "core/language/language.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <math.h>
#include <string.h>

/* One row through the witness. */
static void
judge(const char *text, NoslipDynamicsKind kind, const double *row, NoslipWitnessResult *result, gboolean *found)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  g_autoptr(NoslipWitness) witness = noslip_witness_new(system, kind);
  g_autofree double *parameters = g_new0(double, system->n_parameters + 1);
  for (guint i = 0; i < system->n_parameters; i++)
    parameters[i] = system->parameters[i].value;
  noslip_witness_add_row(witness, parameters, row);
  noslip_witness_result(witness, result);
  g_test_message("%g in %s", result->residual, result->where);
  if (found != NULL)
    *found = strstr(result->where, "theta") != NULL;
  result->where = NULL;
}

/* A pendulum of length 1: theta'' = -g sin(theta). */
static void
test_pendulum(void)
{
  static const char *const text = "noslip 1\nparameter g = 9.81\nparameter m = 2\ncoordinate x\ncoordinate theta\n"
                                  "let height = -cos(theta)\nkinetic m/2*(theta'^2 + x'^2)\npotential m*g*height\n"
                                  "initial theta = 1\n";
  double row[] = {0, 0.2, 1, 0.4, 0.5, 0, -9.81 * sin(1.0)};
  NoslipWitnessResult result;
  gboolean found;
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && result.holds);
  g_assert_cmpfloat(result.residual, <, 1e-15);
  row[6] = -row[6];
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, &found);
  g_assert_true(result.checked && !result.holds && found);
  g_assert_cmpfloat_with_epsilon(result.residual, 1, 1e-12);
  row[6] = NAN;
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && !result.holds);
  g_assert_true(isnan(result.residual));
}

/* A skate that is pushed: cos(theta) y' = sin(theta) x', in its own frame, with units from 1e-30 to 1e30. */
static void
test_scales(void)
{
  static const double masses[] = {1e-30, 1, 1e30};
  for (guint i = 0; i < G_N_ELEMENTS(masses); i++) {
    g_autofree char *text = g_strdup_printf(
        "noslip 1\nparameter m = %g\ncoordinate x\ncoordinate y\ncoordinate theta\n"
        "velocity u = cos(theta)*x' + sin(theta)*y'\nvelocity w = cos(theta)*y' - sin(theta)*x'\nvelocity o = theta'\n"
        "lagrangian m/2*(u^2 + w^2) + m*o^2\nconstraint blade: w = 0\nforce u = 3*m\nforce theta' = m*t\n"
        "initial u = 1\n",
        masses[i]);
    /* u' = 3, theta'' = t/2, and w' + u theta' = lambda/m with w' = 0 */
    double row[] = {0.5, 0, 0, 0.3, 0.8, 0, 0.6, 3, 0, 0.25, masses[i] * 0.8 * 0.6};
    NoslipWitnessResult result;
    judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
    g_assert_true(result.checked && result.holds);
    g_assert_cmpfloat(result.residual, <, 1e-14);
    row[10] = -row[10];
    judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
    g_assert_cmpfloat(result.residual, >, 0.1);
    row[10] = NAN; /* fitted */
    judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
    g_assert_true(result.checked && result.holds);
    row[5] = 1e-6; /* off the constraint */
    judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
    g_assert_true(result.checked && !result.holds);
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
  NoslipWitnessResult result;
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && result.holds);
  g_assert_cmpfloat(result.residual, <, 1e-14);
  row[7] += 2e-6;
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_false(result.holds);
}

/* The same body with the velocities a, b, c after the sections, of which the row tells, and the force along c. */
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
  NoslipWitnessResult result;
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && result.holds);
  g_assert_cmpfloat(result.residual, <, 1e-14);
  for (guint i = 4; i < 10; i++) {
    row[i] += 2e-6;
    judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
    g_assert_true(result.checked && !result.holds);
    row[i] -= 2e-6;
  }
}

/* The same with the force that depends on the momentum of c: of dw^b/dy^c p_b = T_c L, for p_u = u + x sin(theta),
 * p_w = w + x cos(theta) and p_o = 2 o. */
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
  NoslipWitnessResult result;
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && result.holds);
  g_assert_cmpfloat(result.residual, <, 1e-14);
  row[9] += 2e-6;
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && !result.holds);
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
  NoslipWitnessResult result;
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && result.holds);
  g_assert_cmpfloat(result.residual, <, 1e-14);
  for (guint i = 3; i < 9; i++) {
    row[i] += 2e-6;
    judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
    g_assert_true(result.checked && !result.holds);
    row[i] -= 2e-6;
  }
}

/* A spring that is stiffer on one side, a mass that grows, and a rod of length 1: x x'' + y y'' = -(x'^2 + y'^2), where
 * lambda is the multiplier of x^2 + y^2 = 1. */
static void
test_newer_forms(void)
{
  static const char *const spring =
      "noslip 1\ncoordinate x\nlagrangian (1 + t/5)*x'^2/2 - if(x < 0 and not x' > 5, 4*x^2, x^2)/2\n";
  double row[] = {0.5, -0.3, 0.2, (4 * 0.3 - 0.2 / 5) / 1.1};
  NoslipWitnessResult result;
  judge(spring, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && result.holds);
  row[1] = 0.3;
  judge(spring, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && !result.holds);

  static const char *const rod =
      "noslip 1\nparameter g = 9.81\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2 - g*y\n"
      "constraint rod: x^2 + y^2 = 1\ninitial x = 0.6\ninitial y = -0.8\n";
  double v = 0.5, vx = 0.8 * v, vy = 0.6 * v, lambda = (-0.8 * 9.81 - v * v) / 2;
  double swing[] = {0, 0.6, -0.8, vx, vy, 2 * lambda * 0.6, -9.81 - 2 * lambda * 0.8, lambda};
  judge(rod, NOSLIP_DYNAMICS_NONHOLONOMIC, swing, &result, NULL);
  g_assert_true(result.checked && result.holds);
  swing[7] = -lambda;
  judge(rod, NOSLIP_DYNAMICS_NONHOLONOMIC, swing, &result, NULL);
  g_assert_false(result.holds);
  swing[7] = lambda;
  swing[5] += 0.6e-3; /* off the constraint's second derivative, and so off the equations */
  judge(rod, NOSLIP_DYNAMICS_NONHOLONOMIC, swing, &result, NULL);
  g_assert_false(result.holds);
}

/* A constraint between velocities that the accelerations keep, at a row that is off it; and the same of its rate. */
static void
test_off_constraint(void)
{
  static const char *const text = "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\n"
                                  "constraint c: y' = 1\n";
  double row[] = {0, 0, 0, 1, 1, 0, 0, 0};
  NoslipWitnessResult result;
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && result.holds);
  row[4] = 1 + 1e-6;
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && !result.holds);
  judge(text, NOSLIP_DYNAMICS_FREE, row, &result, NULL);
  g_assert_true(result.checked && result.holds);
  row[4] = 1;
  row[6] = row[7] = 1e-6; /* lambda explains the acceleration, which leaves the constraint */
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && !result.holds);
}

/* A constraint that is a velocity itself, at 1e-13 of the others: its only term is its error, which is measured by the
 * speed, and its rate by the speed over the time of the rows. */
static void
test_small_velocity(void)
{
  static const char *const texts[] = {
      "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: y' = 0\n",
      "noslip 1\ncoordinate x\ncoordinate y\nsection u anchor x: 1\nsection w anchor y: 1\n"
      "lagrangian (u^2 + w^2)/2\nconstraint c: w = 0\n"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
    for (guint moving = 0; moving < 2; moving++) {
      g_autoptr(NoslipSystem) system = test_text(texts[i]);
      g_autoptr(NoslipWitness) witness = noslip_witness_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
      double row[] = {1, 0, 0, moving, 1e-13, 0, 1e-13, 1e-13};
      NoslipWitnessResult result;
      for (; row[0] <= 2; row[0]++, row[1]++)
        noslip_witness_add_row(witness, NULL, row);
      noslip_witness_result(witness, &result);
      g_test_message("%g in %s", result.residual, result.where);
      g_assert_true(result.checked);
      g_assert_true(result.holds == (moving == 1));
    }
}

static char *
read_other(gpointer data, const char *name, gsize *length, NoslipDiagnostics *diagnostics)
{
  (void) diagnostics;
  g_assert_cmpstr(name, ==, "springs");
  *length = strlen(data);
  return g_strdup(data);
}

/* A let of another text, which is not read a second time; where it is not kept, nothing is checked. */
static void
test_include(void)
{
  static const char *const text = "noslip 1\ninclude \"springs\"\ncoordinate x\nlagrangian x'^2/2 - half*x^2\n";
  g_autofree char *other = g_strdup("noslip 1\nparameter k = 3\nlet half = k/2\n");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system =
      noslip_language_system_including(text, -1, "test.noslip", "test", read_other, other, diagnostics);
  g_assert_nonnull(system);
  other[0] = '?';
  double parameters[] = {3}, row[] = {0, 0.5, 0.1, -1.5};
  NoslipWitnessResult result;
  g_autoptr(NoslipWitness) witness = noslip_witness_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
  noslip_witness_add_row(witness, parameters, row);
  noslip_witness_result(witness, &result);
  g_assert_true(result.checked && result.holds);
  row[3] = 1.5;
  noslip_witness_add_row(witness, parameters, row);
  noslip_witness_result(witness, &result);
  g_assert_true(result.checked && !result.holds);
  g_hash_table_remove_all(system->included);
  g_autoptr(NoslipWitness) blind = noslip_witness_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
  noslip_witness_result(blind, &result);
  g_assert_false(result.checked);
}

/* Dry friction and a floor: what slides, sticks, falls and rests, and rows that no friction or floor explains. */
static void
test_contacts(void)
{
  static const struct {
    const char *unit;
    double pull, weight; /* of the forces along x and downwards, in that unit */
    double z, vx, vz, ax, az;
    gboolean holds;
  } cases[] = {
      {"1", 2, 10, 0, 0, 0, 0, 0, TRUE},  /* sticks and rests */
      {"1", 4, 10, 0, 0, 0, 0, 0, FALSE}, /* more than the friction can hold */
      {"1", -4, 10, 0, 0, 0, 0, 0, FALSE},
      {"1", 2, 10, 0, 1, 0, -1, 0, TRUE}, /* slides */
      {"1", 2, 10, 0, 1, 0, 5, 0, FALSE},
      {"1", 2, 10, 0, -1, 0, 5, 0, TRUE},
      {"1", 2, 10, 0, 1, 0, 2, 0, FALSE},
      {"1", 2, 10, 0.5, 0, 0, 0, -10, TRUE}, /* falls */
      {"1", 2, 10, 0.5, 0, 0, 0, 0, FALSE},  /* hangs in the air */
      {"1", 2, 10, 0, 0, 3, 0, -10, TRUE},   /* leaves the floor */
      {"1", 2, 10, 0, 0, 3, 0, 0, FALSE},
      {"1", 2, -10, 0, 0, 0, 0, 0, FALSE},     /* a floor does not pull */
      {"1", 2, 10, -0.1, 0, 0, 0, -10, FALSE}, /* below the floor */
      {"1", 2, 10, 1e-17, 1e-17, -1e-17, 0, 0, TRUE},
      {"1e30", 2, 10, 1e-17, 1e-17, -1e-17, 0, 0, TRUE},
      {"1e-30", 4, 10, 0, 0, 0, 0, 0, FALSE},
      {"1e-30", 2, 10, 0, 1, 0, -1, 0, TRUE},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text =
        g_strdup_printf("noslip 1\ncoordinate x\ncoordinate z\nlagrangian %s*((x'^2 + z'^2)/2 + %g*x - %g*z)\n"
                        "friction x' = 3*%s\nbounce z >= 0 restitution 0.5\n",
                        cases[i].unit, cases[i].pull, cases[i].weight, cases[i].unit);
    g_autoptr(NoslipSystem) system = test_text(text);
    g_autoptr(NoslipWitness) witness = noslip_witness_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
    double row[] = {0, 0, 0.3, 0, 0, cases[i].pull > 3 ? cases[i].pull - 3 : 0, -cases[i].weight};
    NoslipWitnessResult result;
    if (fabs(cases[i].pull) <= 3)
      noslip_witness_add_row(witness, NULL, row); /* it is about the second row */
    const double second[] = {1, 0, cases[i].z, cases[i].vx, cases[i].vz, cases[i].ax, cases[i].az};
    noslip_witness_add_row(witness, NULL, second);
    noslip_witness_result(witness, &result);
    g_test_message("case %u: %g in %s", i, result.residual, result.where);
    g_assert_true(result.checked);
    g_assert_cmpint(result.holds, ==, cases[i].holds);
  }
}

/* An input that the command line gives another course: the text does not say what moves. */
static void
test_input(void)
{
  static const char *const text =
      "noslip 1\ncoordinate x\ninput push = sin(t) in -1 .. 1\nlagrangian x'^2/2\nforce x' = 2*push\n";
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = test_text(text);
  NoslipCourse course = {"push", "cos(t)"};
  g_autoptr(NoslipSystem) driven = noslip_language_drive(system, 1, &course, diagnostics);
  g_assert_nonnull(driven);
  double row[] = {0.5, 0, 0.3, 2 * sin(0.5)}, parameters[1] = {0};
  NoslipWitnessResult result;
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && result.holds);
  row[3] = -row[3];
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && !result.holds);
  g_autoptr(NoslipWitness) witness = noslip_witness_new(driven, NOSLIP_DYNAMICS_NONHOLONOMIC);
  noslip_witness_add_row(witness, parameters, row);
  noslip_witness_result(witness, &result);
  g_assert_false(result.checked);
  g_assert_nonnull(strstr(result.where, "push"));
}

/* Without its text, or where phi needs second derivatives of L, nothing is measured, and it says so. */
static void
test_not_checked(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: p(x') = 0\n");
  double row[12] = {0};
  NoslipWitnessResult result;
  g_autoptr(NoslipWitness) witness = noslip_witness_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
  noslip_witness_add_row(witness, NULL, row);
  noslip_witness_result(witness, &result);
  g_assert_false(result.checked || result.holds);
  g_assert_true(isnan(result.residual));
  g_assert_nonnull(strstr(result.where, "constraint c"));
  g_clear_pointer(&system->text, g_free);
  g_autoptr(NoslipWitness) other = noslip_witness_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
  noslip_witness_result(other, &result);
  g_assert_false(result.checked);
  g_assert_nonnull(strstr(result.where, "text"));
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
  NoslipWitnessResult result;
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && result.holds);
  g_assert_cmpfloat(result.residual, <, 1e-14);
  for (guint i = 8; i < G_N_ELEMENTS(row); i++) {
    row[i] += 1e-6;
    judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
    g_assert_false(result.holds);
    row[i] -= 1e-6;
  }
}

/* Two rotations in axes of their bodies, and the potential of a Lagrangian, which is what is left of it at rest: along a
 * computed motion. */
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

/* At x = 0 the second constraint says what the first says: multipliers that are not known are fitted by one of them. */
static void
test_dependent(void)
{
  static const char *const text = "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2 - y\n"
                                  "constraint first: y' = 0\nconstraint second: x*x' + y' = 0\ninitial x = 1\n";
  double row[] = {0, 0, 0.2, 0, 0, 0, 0, NAN, NAN};
  NoslipWitnessResult result;
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && result.holds);
  row[5] = 0.1; /* no constraint pulls along x */
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && !result.holds);
  g_assert_true(isfinite(result.residual));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/witness/pendulum", test_pendulum);
  g_test_add_func("/witness/scales", test_scales);
  g_test_add_func("/witness/sections", test_sections);
  g_test_add_func("/witness/reframed", test_reframed);
  g_test_add_func("/witness/reframed-connection", test_reframed_connection);
  g_test_add_func("/witness/reframed-momentum", test_reframed_momentum);
  g_test_add_func("/witness/newer-forms", test_newer_forms);
  g_test_add_func("/witness/off-constraint", test_off_constraint);
  g_test_add_func("/witness/small-velocity", test_small_velocity);
  g_test_add_func("/witness/include", test_include);
  g_test_add_func("/witness/contacts", test_contacts);
  g_test_add_func("/witness/input", test_input);
  g_test_add_func("/witness/not-checked", test_not_checked);
  g_test_add_func("/witness/connection", test_connection);
  g_test_add_func("/witness/rotations", test_rotations);
  g_test_add_func("/witness/dependent", test_dependent);
  return g_test_run();
}
