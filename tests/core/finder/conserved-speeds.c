/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is conserved does not depend on the unit of time, nor on the initial velocities. */
#include "core/finder/conserved-check.h"
#include "core/system/state.h"
#include "tests/core/finder/conserved-find.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static const double rates[] = {1, 1e-9, 1e-5, 1e-3, 300, 1e6, 1e9};

/* Whether the results for all rates are as many as they should be, definite, and proved for all parameters; initial
 * velocities are `speed` times the rate. */
static void
check(const char *format, guint degree, guint expected, const char *initial, double speed)
{
  for (guint i = 0; i < G_N_ELEMENTS(rates); i++) {
    g_autofree char *head = g_strdup_printf("noslip 1\nparameter w = %.17g\n", rates[i]);
    g_autofree char *tail = g_strdup_printf("initial %s = %.17g\n", initial, speed * rates[i]);
    g_autofree char *text = g_strconcat(head, format, tail, NULL);
    g_autoptr(NoslipConserved) found = test_find_conserved(text, degree, 1);
    g_test_message("w = %g, %s' = %g: %u found, gap %g", rates[i], initial, speed * rates[i], found->found->len,
                   found->gap);
    g_assert_true(found->definite);
    g_assert_cmpuint(found->n_unverified, ==, 0);
    g_assert_cmpuint(found->found->len, ==, expected);
    for (guint j = 0; j < found->found->len; j++) {
      const NoslipConservedItem *item = found->found->pdata[j];
      g_test_message("%s", item->expression);
      g_assert_true(item->proved && item->general);
    }
  }
}

/* Between two wells nothing but the energy is conserved; beside a spring, its energy is. A ball on a spring of fourth
 * degree keeps a second quadratic function only if the potential separates: not with x^4 + y^4 + 3 x^2 y^2. */
static void
test_springs(void)
{
  const char *wells = "coordinate y in -2 .. 2\nlagrangian y'^2/2 - w^2*(y^4/4 - y^2/2)\ninitial y = 0.9\n";
  const char *spring = "coordinate x in -2 .. 2\ncoordinate y in -2 .. 2\n"
                       "lagrangian (x'^2 + y'^2)/2 - w^2*(x^2/2 + y^4/4 - y^2/2)\ninitial x = 0.5\ninitial y = 0.9\n";
  const char *fourth = "coordinate x in -1 .. 1\ncoordinate y in -1 .. 1\n"
                       "lagrangian (x'^2 + y'^2)/2 - w^2*(x^4 + y^4 + 3*x^2*y^2)/4\ninitial x = 0.5\ninitial y = 0.2\n";
  static const double speeds[] = {0, 0.5};
  for (guint i = 0; i < G_N_ELEMENTS(speeds); i++) {
    check(wells, 0, 0, "y'", speeds[i]);
    check(wells, 4, 0, "y'", speeds[i]); /* the square of the energy is known, though w^4 is no coefficient */
    check(spring, 0, 1, "x'", speeds[i]);
    check(fourth, 2, 0, "x'", speeds[i]);
  }
}

/* A charge in a magnetic field keeps the centre of its circle, two functions, and its angular momentum, which they and
 * the energy determine. */
static void
test_magnetic(void)
{
  check("coordinate x in -1 .. 1\ncoordinate y in -1 .. 1\nlagrangian (x'^2 + y'^2)/2 + w*(x*y' - y*x')/2\n", 1, 2,
        "x'", 0);
}

/* Initial velocities of 1 whatever the forces are. */
static void
test_wrong_initial(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(rates); i++) {
    g_autofree char *text = g_strdup_printf("noslip 1\nparameter w = %.17g\ncoordinate y in -2 .. 2\n"
                                            "lagrangian y'^2/2 - w^2*(y^4/4 - y^2/2)\ninitial y' = 1\n",
                                            rates[i]);
    g_autoptr(NoslipConserved) found = test_find_conserved(text, 0, 1);
    g_assert_true(found->definite);
    g_assert_cmpuint(found->found->len, ==, 0);
  }
}

/* Numbers instead of a parameter: the rate of y p^2 + 2e14 (y^5/5 - y^3/3) is p^3. */
static void
test_numbers(void)
{
  g_autoptr(NoslipConserved) found = test_find_conserved("noslip 1\ncoordinate y in -2 .. 2\n"
                                                         "lagrangian y'^2/2 - 1e14*(y^4/4 - y^2/2)\ninitial y = 0.9\n",
                                                         0, 1);
  g_assert_true(found->definite);
  g_assert_cmpuint(found->found->len, ==, 0);
}

/* A term that the states do not test proves nothing, however small it is. */
static void
test_weak(void)
{
  static const char *const functions[] = {"y'^2/2 + y^4/4", "y'^2/2 + y^4/4 + 1e-12*y'^3"};
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate y in -1 .. 1\nlagrangian y'^2/2 - y^4/4\ninitial y = 0.9\n");
  g_autofree double *parameters = noslip_system_default_parameters(system);
  const double xy[2] = {0.9, 0};
  NoslipDiagnostic *error = NULL;
  g_autoptr(NoslipMotion) motion = noslip_motion_new(system, system->dynamics);
  NoslipDynamics *dynamics = noslip_dynamics_new(noslip_formulation_for(system, system->dynamics), system, &error);
  for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
    NoslipKeptVerdict verdict;
    g_assert_true(noslip_kept_judge(motion, dynamics, parameters, xy, 1, functions[i], &verdict, &error));
    g_assert_cmpfloat(verdict.residual, <=, NOSLIP_KEPT_HOLDS);
    g_assert_true(verdict.proved == (i == 0));
    g_assert_true(verdict.holds == (i == 0));
  }
  noslip_dynamics_unref(dynamics);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/conserved-speeds/springs", test_springs);
  g_test_add_func("/conserved-speeds/magnetic", test_magnetic);
  g_test_add_func("/conserved-speeds/wrong-initial", test_wrong_initial);
  g_test_add_func("/conserved-speeds/numbers", test_numbers);
  g_test_add_func("/conserved-speeds/weak", test_weak);
  return g_test_run();
}
