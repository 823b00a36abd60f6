/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The witness on constraints that use momenta and energies. */
#include "core/integrate/run.h"
#include "core/language/language.h"
#include "core/system/row.h"
#include "core/system/state.h"
#include "tests/core/load.h"
#include "tests/core/verdict/judge.h"

#include <string.h>

/* The default run of the system through the witness, with its rates where it is vakonomic, and with `wrong` added to the
 * last acceleration. */
static void
follow(NoslipSystem *system, NoslipWitness *witness, double wrong)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDynamics) dynamics =
      noslip_dynamics_new(noslip_formulation_for(system, system->dynamics), system, NULL);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  guint size = system->m + system->n;
  g_autofree double *xy = g_new0(double, size + system->k + 1);
  g_autofree double *row = g_new0(double, noslip_row_size(system) + 1);
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, xy + size, diagnostics));
  gboolean vakonomic = system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC;
  if (vakonomic)
    noslip_witness_follow(witness, dynamics);
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, parameters, 0, xy, vakonomic ? xy + size : NULL, NULL);
  while (noslip_run_next(run, row, NULL, NULL)) {
    row[noslip_row_ydot(system) + system->n - 1] += wrong;
    noslip_witness_add_row(witness, parameters, row);
  }
}

/* Momenta in constraints: m z' = y x' with m z'' = m lambda, m x'' = -x - y lambda, m y'' = 0. */
static void
test_momentum_constraint(void)
{
  static const char *const text =
      "noslip 1\nparameter m = 2\ncoordinate x\ncoordinate y\ncoordinate z\n"
      "lagrangian m/2*(x'^2 + y'^2 + z'^2) - x^2/2\nlet pz = p(z')\nconstraint roll: pz - y*x' = 0\n";
  double m = 2, x = 1, y = 0.3, vx = 0.4, vy = 0.5, lambda = (vx * vy - x * y / m) / (m + y * y / m);
  double row[] = {0, x, y, 0.7, vx, vy, y * vx / m, (-x - y * lambda) / m, 0, lambda, lambda};
  NoslipWitnessResult result;
  judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
  g_assert_true(result.checked && result.holds);
  g_assert_cmpfloat(result.residual, <, 1e-14);
  for (guint i = 6; i <= 10; i++) { /* z', the accelerations, and the multiplier */
    double kept = row[i];
    row[i] += 0.1;
    judge(text, NOSLIP_DYNAMICS_NONHOLONOMIC, row, &result, NULL);
    g_assert_true(result.checked && !result.holds);
    row[i] = kept;
  }
}

/* Momenta of sections with an anchor, and energies, in constraints: the motion by another computation. */
static void
test_constraints_that_use_the_lagrangian(void)
{
  static const char *const constraints[] = {"p(w) - 2*v*x + (energy - kinetic)*v = 0", "p(u)*x - lagrangian*v = 0.2",
                                            "w - u*kinetic = 0", "p(v) + sin(x)*p(u) - potential*w = 0"};
  for (guint i = 0; i < G_N_ELEMENTS(constraints); i++) {
    g_autofree char *text = g_strdup_printf(
        "noslip 1\nparameter m = 2\ncoordinate x\ncoordinate y\nsection u anchor x: 1 + y^2\nsection v anchor y: 1\n"
        "section w\nbracket [u, v] = -2*y/(1 + y^2)*u\nlagrangian m/2*(u^2 + v^2*(2 + sin(x)) + w^2) - x^2/2 + "
        "u*w*cos(y)/3 + u*x'*y\nconstraint roll: %s\ninitial x = 1\ninitial u = 0.5\ninitial v = 0.4\nrun to 1 step "
        "0.1\n",
        constraints[i]);
    NoslipWitnessResult result;
    g_autoptr(NoslipSystem) system = test_text(text);
    g_autoptr(NoslipWitness) witness = noslip_witness_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
    follow(system, witness, 0);
    noslip_witness_result(witness, &result);
    g_test_message("%s: %g in %s", constraints[i], result.residual, result.where);
    g_assert_true(result.checked && result.holds);
    g_assert_cmpuint(result.n_rows, ==, 11);
    g_assert_cmpfloat(result.residual, <, 1e-12);
  }
}

/* The same for momenta of a frame of velocities, and where springs are in the potential. */
static void
test_frames(void)
{
  static const char *const constraints[] = {"p(w) = 0.4*p(u)", "p(x') + y*p(w) = x*kinetic", "w - u*energy/5 = 0",
                                            "p(u)*sin(y) + p(y') - potential*w = 0.1"};
  for (guint i = 0; i < G_N_ELEMENTS(constraints); i++) {
    g_autofree char *text = g_strdup_printf(
        "noslip 1\nparameter m = 2\ncoordinate x\ncoordinate y\ncoordinate z\nvelocity u = x'*(2 + cos(y)) + z'\n"
        "velocity v = y' + x*z'/2\nvelocity w = z' - y*x'/3\nspring (0, 0, 0) (x, y, z) stiffness 3 length 0.5\n"
        "lagrangian m/2*(u^2 + v^2*(2 + sin(x)) + w^2) + u*x'*y/4 - x^2/2\nconstraint roll: %s\ninitial x = 1\n"
        "initial y = 0.4\ninitial u = 0.5\ninitial v = 0.4\nrun to 1 step 0.1\n",
        constraints[i]);
    NoslipWitnessResult result;
    g_autoptr(NoslipSystem) system = test_text(text);
    g_autoptr(NoslipWitness) witness = noslip_witness_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
    follow(system, witness, 0);
    noslip_witness_result(witness, &result);
    g_test_message("%s: %g in %s", constraints[i], result.residual, result.where);
    g_assert_true(result.checked && result.holds);
    g_assert_cmpuint(result.n_rows, ==, 11);
    g_assert_cmpfloat(result.residual, <, 1e-12);
    g_autoptr(NoslipWitness) other = noslip_witness_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
    follow(system, other, 1e-3);
    noslip_witness_result(other, &result);
    g_assert_true(result.checked && !result.holds);
  }
}

/* The same for bodies, whose kinetic energy is one of rates of their places and turns, and for a rate in a text. */
static void
test_bodies(void)
{
  static const char rate[] =
      "let vx = d(x + sin(th)*y)\nlet vy = d(y + 0.3*cos(th)*x)\nlagrangian (vx^2 + vy^2)/2 + th'^2 - x*y\n"
      "constraint c: p(th') + energy*x' = p(y')*x\ninitial x' = 0.4\n";
  const char *const texts[] = {
      "gravity (0.3, -9.81, 0)\nbody bar mass 2 inertia (0.1, 0.1, 0.2) at (x + 0.3*cos(th), y + x*sin(th), 0.1*x*y) "
      "turn z "
      "th turn x y\nspring (0, 0, 0) (x, y, 0) stiffness 3 length 0.5\nconstraint c: p(th') = 0.3*p(x') + "
      "x*kinetic/9\ninitial x' = 0.4\n",
      "velocity u = x'*(2 + cos(y)) + th'\nvelocity v = y' + x*th'/2\nvelocity w = th' - y*x'/3\nbody bar mass 2 "
      "inertia "
      "(0.1, 0.1, 0.2) at (x + 0.3*cos(th), y + x*sin(th), 0) turn z th\nconstraint c: p(w) = 0.3*p(u)\ninitial u = "
      "0.4\n",
      rate,
  };
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autofree char *text = g_strdup_printf("noslip 1\ncoordinate x\ncoordinate y\ncoordinate th\n%sinitial x = 1\n"
                                            "initial y = 0.4\ninitial th = 0.3\nrun to 0.5 step 0.05\n",
                                            texts[i]);
    NoslipWitnessResult result;
    g_autoptr(NoslipSystem) system = test_text(text);
    for (guint wrong = 0; wrong < 2; wrong++) {
      g_autoptr(NoslipWitness) witness = noslip_witness_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
      follow(system, witness, 1e-3 * wrong);
      noslip_witness_result(witness, &result);
      g_test_message("%u: %g in %s", i, result.residual, result.where);
      g_assert_true(result.checked && result.holds == (wrong == 0));
      g_assert_cmpuint(result.n_rows, ==, 11);
    }
  }
}

/* The motion holds, and with a wrong acceleration it does not. */
static void
assert_followed(const char *text)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  for (guint wrong = 0; wrong < 2; wrong++) {
    NoslipWitnessResult result;
    g_autoptr(NoslipWitness) witness = noslip_witness_new(system, system->dynamics);
    follow(system, witness, 1e-3 * wrong);
    noslip_witness_result(witness, &result);
    g_test_message("%s%g in %s", text, result.residual, result.where);
    g_assert_true(result.checked && result.holds == (wrong == 0));
    g_assert_cmpuint(result.n_rows, ==, 11);
    g_assert_true(wrong == 1 || result.residual < 1e-12);
  }
}

/* Momenta of velocities after sections, and vakonomic motions, whose equations need the rates of the derivatives of
 * momenta: in the natural frame, in one of velocities, in sections with a rotation, and in velocities after sections.
 * In the second text lengths are in micrometres. */
static void
test_second_rates(void)
{
  static const char sections[] =
      "section u anchor x: 1 + y^2\nsection v anchor y: 1\nsection w\nbracket [u, v] = -2*y/(1 + y^2)*u\n";
  static const char *const after[] = {"", "dynamics vakonomic\ninitial mu(roll) = 0.1\n"};
  static const char *const texts[] = {
      "coordinate z\nlagrangian (2 + sin(y))*x'^2/2 + y'^2/2 + z'^2/2*(1 + x^2/5) - x^2/2 + x'*y'*cos(z)/3\n"
      "constraint roll: p(z') = x*y' + energy*x'/4\ninitial x' = 0.3\n",
      "coordinate z\nlet h = 1e-6\nlagrangian (2 + sin(y))*x'^2/2 + y'^2/2 + (h*z')^2/2*(1 + x^2/5) - x^2/2 + "
      "x'*y'*cos(h*z)/3\nconstraint roll: p(z') = h*(x*y' + energy*x'/4)\ninitial x' = 0.3\n",
      "coordinate z\nvelocity u = x'*(2 + cos(y)) + z'\nvelocity v = y' + x*z'/2\nvelocity w = z' - y*x'/3\n"
      "lagrangian (u^2 + v^2*(2 + sin(x)) + w^2)/2 + u*x'*y/4 - x^2/2\nconstraint roll: p(w) = 0.4*p(u)*y + p(x')/5\n"
      "initial u = 0.5\ninitial v = 0.4\n",
      "rotation R (q0, q1, q2, q3) body (u, v, w)\nlet spin = omega(R)\nlagrangian (u^2 + 2*v^2 + 3*w^2 + x'^2 + "
      "y'^2*(1 + x^2))/2 - R13\nconstraint roll: p(u)*q1 + p(y') = p(x')*x + spin.z/3\ninitial w = 0.4\n"
      "initial u = 0.2\n",
  };
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autofree char *text = g_strdup_printf("noslip 1\ncoordinate x\ncoordinate y\n%sinitial x = 1\ninitial y = 0.4\n"
                                            "run to 1 step 0.1\n%s",
                                            texts[i], after[1]);
    assert_followed(text);
  }
  for (guint i = 0; i < G_N_ELEMENTS(after); i++) {
    g_autofree char *text = g_strdup_printf(
        "noslip 1\ncoordinate x\ncoordinate y\n%svelocity a = u + x*w\nvelocity b = v - y*u/3\nvelocity c = w*(2 + "
        "sin(x))\nlagrangian (a^2 + 2*b^2*(2 + sin(x)) + c^2)/2 - x^2/2 + a*x'*y/5\nconstraint roll: p(a) = b*x + "
        "p(c)*y "
        "+ 0.1\ninitial x = 1\ninitial y = 0.4\ninitial a = 0.3\ninitial b = 0.2\nrun to 1 step 0.1\n%s",
        sections, after[i]);
    assert_followed(text);
  }
}

/* Derivatives of momenta that it does not take: of an L with rates of functions of time. */
static void
test_reasons(void)
{
  static const char *const texts[] = {"coordinate x\ncoordinate y\nlet vx = d(x + t*y)\nlagrangian (vx^2 + y'^2)/2\n"
                                      "constraint roll: p(x') = x*y'\n"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    NoslipWitnessResult result;
    g_autoptr(NoslipSystem) system = test_statements(texts[i]);
    g_autoptr(NoslipWitness) witness = noslip_witness_new(system, system->dynamics);
    g_autofree double *row = g_new0(double, noslip_row_size(system) + 1);
    row[noslip_row_x(system) + system->m] = 1;
    noslip_witness_add_row(witness, NULL, row);
    noslip_witness_result(witness, &result);
    g_assert_false(result.checked || result.holds);
    if (strstr(result.where, "momenta or energies, whose derivatives it does not take") == NULL)
      g_error("%s", result.where);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/witness/momentum-constraint", test_momentum_constraint);
  g_test_add_func("/witness/lagrangian-constraint", test_constraints_that_use_the_lagrangian);
  g_test_add_func("/witness/momenta-of-frames", test_frames);
  g_test_add_func("/witness/momenta-of-bodies", test_bodies);
  g_test_add_func("/witness/second-rates", test_second_rates);
  g_test_add_func("/witness/reasons", test_reasons);
  return g_test_run();
}
