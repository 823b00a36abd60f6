/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The action along given curves: circles are extremal on the Heisenberg group, ellipses are not. */
#include "core/verdict/stationary.h"

#include "core/system/row.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <math.h>

static const char *const heisenberg = "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2)/2\n"
                                      "constraint h: z' = (x*y' - y*x')/2\ndynamics vakonomic\n";

/* x = cos(w t), y = b sin(w t); the swept area grows at the rate b w/2. */
static void
measure(double b, double w, guint n_rows, double step, NoslipStationaryResult *result)
{
  g_autoptr(NoslipSystem) system = test_text(heisenberg);
  g_autoptr(NoslipStationary) stationary = noslip_stationary_new(system, NOSLIP_DYNAMICS_VAKONOMIC);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  for (guint i = 0; i < n_rows; i++) {
    double t = step * i, *x = row + noslip_row_x(system), *y = row + noslip_row_y(system);
    row[0] = t;
    x[0] = cos(w * t);
    x[1] = b * sin(w * t);
    x[2] = b * w * t / 2;
    y[0] = -w * sin(w * t);
    y[1] = b * w * cos(w * t);
    y[2] = b * w / 2;
    noslip_stationary_add_row(stationary, parameters, row);
  }
  noslip_stationary_result(stationary, result);
}

static void
test_curves(void)
{
  NoslipStationaryResult result;
  measure(1, 1, 401, 0.01, &result);
  g_assert_cmpfloat(result.allowed, <=, 1e-7);
  g_assert_cmpfloat(result.residual, <=, result.allowed);
  measure(1.05, 1, 401, 0.01, &result);
  g_assert_cmpfloat(result.residual, >, 1e-4);
  g_assert_cmpfloat(result.residual, >, result.allowed);
}

/* Few rows, or rows that are too far apart, leave it undecided. */
static void
test_undecided(void)
{
  NoslipStationaryResult result;
  measure(1, 1, 40, 0.1, &result);
  g_assert_true(isnan(result.residual));
  measure(1, 15, 101, 0.1, &result);
  g_assert_true(isnan(result.residual));
  g_autoptr(NoslipSystem) system = test_text(heisenberg);
  g_assert_null(noslip_stationary_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC));
}

/* A frame with brackets: Euler-Poincare of y1, y2 on so(3) with y0 = 0 and mu = 0 is a rotation about a fixed axis. A
 * rotation about a moving axis is not extremal. */
static void
test_brackets(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\nsection a\nsection b\nsection c\nbracket [a, b] = c\nbracket [b, c] = a\n"
                "bracket [c, a] = b\nlagrangian (a^2 + b^2)/2\nconstraint flat: c = 0\ndynamics vakonomic\n");
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  for (guint moving = 0; moving < 3; moving++) {
    /* a constant mu turns (a, b) at its rate: a' = -mu b, b' = mu a, mu' = 0, extremal as well; a growing rate is
     * not */
    g_autoptr(NoslipStationary) stationary = noslip_stationary_new(system, NOSLIP_DYNAMICS_VAKONOMIC);
    NoslipStationaryResult result;
    for (guint i = 0; i < 401; i++) {
      double t = 0.01 * i, angle = moving == 0 ? 0.3 : moving == 1 ? 0.3 + 0.8 * t : 0.3 + 0.2 * t * t;
      row[0] = t;
      row[noslip_row_y(system)] = cos(angle);
      row[noslip_row_y(system) + 1] = sin(angle);
      noslip_stationary_add_row(stationary, NULL, row);
    }
    noslip_stationary_result(stationary, &result);
    g_assert_true((result.residual <= result.allowed) == (moving < 2));
    g_assert_true(moving < 2 || result.residual > 1e-4);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/stationary/curves", test_curves);
  g_test_add_func("/stationary/undecided", test_undecided);
  g_test_add_func("/stationary/brackets", test_brackets);
  return g_test_run();
}
