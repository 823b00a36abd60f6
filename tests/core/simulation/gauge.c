/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measure of the constraint residual, on rows with given values. */
#include "core/language/language.h"
#include "core/simulation/quantities.h"
#include "core/system/row.h"
#include "core/system/state.h"

#include <math.h>

/* The constraint residual of one row with these velocities, at the coordinates 0. */
static double
residual_of(const char *body, guint n, const double *y)
{
  g_autofree char *text = g_strconcat("noslip 1\n", body, NULL);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, "test.noslip", "test", diagnostics);
  g_assert_nonnull(system);
  g_assert_cmpuint(system->n, ==, n);
  g_autoptr(NoslipQuantities) quantities = noslip_quantities_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autoptr(NoslipGauge) gauge = noslip_gauge_new(quantities, parameters);
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  g_autofree double *values = g_new0(double, quantities->width);
  for (guint a = 0; a < n; a++)
    row[noslip_row_y(system) + a] = y[a];
  noslip_gauge_fill(gauge, 1, row, NULL, values);
  return values[quantities->residual];
}

/* In straight motion all terms of the lateral constraint are rounding errors, so it is measured by the speed. */
static void
test_rounding(void)
{
  static const double ahead[] = {1, 2e-17, 0}, slips[] = {1, 1e-3, 0};
  static const char *const units[] = {"1", "1e30", "1e-30"};
  for (guint i = 0; i < G_N_ELEMENTS(units); i++) {
    g_autofree char *body = g_strdup_printf("coordinate x\ncoordinate y\ncoordinate a\n"
                                            "lagrangian %s*(x'^2 + y'^2 + a'^2)/2\n"
                                            "constraint blade: y'*cos(a) - x'*sin(a) = 0\n",
                                            units[i]);
    g_assert_cmpfloat(residual_of(body, 3, ahead), <, 1e-15);
    g_assert_cmpfloat(residual_of(body, 3, slips), >, 1e-4);
  }
}

/* A constraint of one term is measured by the other velocities, in any unit. */
static void
test_one_term(void)
{
  static const double slow[] = {1e-9, 1e-12}, fast[] = {1e9, 1e-3};
  static const char *const body = "coordinate x\ncoordinate y\nlagrangian x'^2/2 + y'^2/2\nconstraint c: y' = 0\n";
  g_assert_cmpfloat(residual_of(body, 2, slow), >, 1e-4);
  g_assert_cmpfloat(residual_of(body, 2, fast), <, 1e-11);
}

/* The difference between two motions, in other units of L and of y: rounding of a coordinate that vanishes is none. */
static void
test_difference(void)
{
  static const double factors[][2] = {{1, 1}, {1, 1e6}, {1, 1e-6}, {1e30, 1}, {1e-30, 1e6}};
  for (guint i = 0; i < G_N_ELEMENTS(factors); i++) {
    double mass = factors[i][0], unit = factors[i][1];
    g_autofree char *text = g_strdup_printf("noslip 1\ncoordinate x\ncoordinate y\n"
                                            "lagrangian %g*(x'^2 + (y'/%g)^2)/2\n",
                                            mass, unit);
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, "test.noslip", "test", diagnostics);
    g_assert_nonnull(system);
    g_autoptr(NoslipQuantities) quantities = noslip_quantities_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
    g_autoptr(NoslipGauge) gauge = noslip_gauge_new(quantities, NULL);
    g_autofree double *values = g_new0(double, quantities->width);
    double one[7] = {0, 2, 0, 1, 0}, other[7] = {0, 2, 1e-16 * unit, 1, -1e-16 * unit};
    noslip_gauge_fill(gauge, 1, other, one, values);
    g_assert_cmpfloat(values[quantities->difference], ==, 0);
    other[2] = 2e-12 * unit;
    noslip_gauge_fill(gauge, 1, other, one, values);
    g_assert_cmpfloat_with_epsilon(values[quantities->difference], 1, 1e-6); /* of 1e-12 of the motion's size, 2 */
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/simulation/gauge/rounding", test_rounding);
  g_test_add_func("/simulation/gauge/difference", test_difference);
  g_test_add_func("/simulation/gauge/one-term", test_one_term);
  return g_test_run();
}
