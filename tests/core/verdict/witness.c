/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The witness: a second computation of the acceleration from the text alone, on systems of every kind. */
#include "core/integrate/run.h"
#include "core/language/language.h"
#include "core/system/state.h"
#include "tests/core/load.h"
#include "tests/core/verdict/judge.h"

#include <math.h>
#include <string.h>

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

/* A pushed skate: cos(theta) y' = sin(theta) x', in its own frame, with units from 1e-30 to 1e30. */
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

/* A spring that is stiffer on one side, a growing mass, and a rod of length 1: x x'' + y y'' = -(x'^2 + y'^2), where
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
  swing[5] += 0.6e-3; /* violates the constraint's second derivative, hence the equations */
  judge(rod, NOSLIP_DYNAMICS_NONHOLONOMIC, swing, &result, NULL);
  g_assert_false(result.holds);
}

/* A velocity constraint that the accelerations preserve, at a row that violates it; and the same of its rate. */
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
  row[6] = row[7] = 1e-6; /* lambda explains the acceleration, which violates the constraint */
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && !result.holds);
}

/* A constraint that is a single velocity, at 1e-13 of the others: its only term is its error, which is measured by the
 * speed, and its rate by the speed divided by the time of the rows. */
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

/* An included let, which is not read a second time; if it was not stored, nothing is checked. */
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

/* Dry friction and a floor: sliding, sticking, falling and resting, and rows that no friction or floor explains. */
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
      {"1", 4, 10, 0, 0, 0, 0, 0, FALSE}, /* more than the maximum friction */
      {"1", -4, 10, 0, 0, 0, 0, 0, FALSE},
      {"1", 2, 10, 0, 1, 0, -1, 0, TRUE}, /* slides */
      {"1", 2, 10, 0, 1, 0, 5, 0, FALSE},
      {"1", 2, 10, 0, -1, 0, 5, 0, TRUE},
      {"1", 2, 10, 0, 1, 0, 2, 0, FALSE},
      {"1", 2, 10, 0.5, 0, 0, 0, -10, TRUE}, /* falls */
      {"1", 2, 10, 0.5, 0, 0, 0, 0, FALSE},  /* hovers */
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

/* An input that the command line replaces: the text does not determine the motion. */
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

/* Without its text, or if phi needs second derivatives of an L with rates that depend on t, nothing is measured, and
 * that is reported. */
static void
test_not_checked(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate y\nlagrangian d(x*cos(t))^2/2 + y'^2/2\nconstraint c: p(x') = 0\n");
  double row[12] = {0};
  NoslipWitnessResult result;
  g_autoptr(NoslipWitness) witness = noslip_witness_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
  noslip_witness_add_row(witness, NULL, row);
  noslip_witness_result(witness, &result);
  g_assert_false(result.checked || result.holds);
  g_assert_true(isnan(result.residual));
  g_assert_nonnull(strstr(result.where, "a constraint uses momenta"));
  g_clear_pointer(&system->text, g_free);
  g_autoptr(NoslipWitness) other = noslip_witness_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
  noslip_witness_result(other, &result);
  g_assert_false(result.checked);
  g_assert_nonnull(strstr(result.where, "text"));
}

/* At x = 0 the second constraint equals the first: unknown multipliers are fitted by one of them. */
static void
test_dependent(void)
{
  static const char *const text = "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2 - y\n"
                                  "constraint first: y' = 0\nconstraint second: x*x' + y' = 0\ninitial x = 1\n";
  double row[] = {0, 0, 0.2, 0, 0, 0, 0, NAN, NAN};
  NoslipWitnessResult result;
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && result.holds);
  row[5] = 0.1; /* no constraint acts along x */
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
  g_test_add_func("/witness/newer-forms", test_newer_forms);
  g_test_add_func("/witness/off-constraint", test_off_constraint);
  g_test_add_func("/witness/small-velocity", test_small_velocity);
  g_test_add_func("/witness/include", test_include);
  g_test_add_func("/witness/contacts", test_contacts);
  g_test_add_func("/witness/input", test_input);
  g_test_add_func("/witness/not-checked", test_not_checked);
  g_test_add_func("/witness/dependent", test_dependent);
  return g_test_run();
}
