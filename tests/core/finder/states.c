/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sequence from which states are drawn, and how fast they move. */
#include "core/finder/states.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <math.h>

#define N 20000

static void
test_draw(void)
{
  guint64 seed = 5, again = 5, other = 6;
  double sum = 0, squares = 0, least = INFINITY, most = -INFINITY;
  guint same = 0;
  for (guint i = 0; i < N; i++) {
    double x = noslip_random_draw(&seed);
    g_assert_cmpfloat(x, ==, noslip_random_draw(&again));
    same += x == noslip_random_draw(&other);
    sum += x;
    squares += x * x;
    least = fmin(least, x);
    most = fmax(most, x);
  }
  g_assert_cmpuint(same, <, 3);
  g_assert_cmpfloat(least, >=, -1);
  g_assert_cmpfloat(most, <=, 1);
  /* evenly: mean 0 and variance 1/3, with deviations 0.0041 and 0.0021 for this many */
  g_assert_cmpfloat(fabs(sum / N), <, 0.02);
  g_assert_cmpfloat(fabs(squares / N - 1.0 / 3), <, 0.01);
}

/* The root of the mean square of the drawn velocities of a system with one coordinate. */
static double
drawn_speed(const char *text)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  double xy[2], squares = 0;
  NoslipDiagnostic *error = NULL;
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + 1, NULL, diagnostics));
  NoslipDynamics *dynamics = noslip_dynamics_new(noslip_formulation_for(system, system->dynamics), system, &error);
  g_autoptr(NoslipStates) states = noslip_states_new(dynamics, parameters, xy, 400, 3, &error);
  g_assert_nonnull(states);
  for (guint s = 0; s < states->n; s++)
    squares += pow(noslip_states_row(states, s)[2], 2) / states->n;
  noslip_dynamics_unref(dynamics);
  return sqrt(squares);
}

/* A spring moves with its rate times its length, whatever its mass is; friction stops a body within its range. Without
 * forces, velocities are near 1 or as given; those that are near the natural size are kept. */
static void
test_speed(void)
{
  static const double rates[] = {1e-9, 1e9};
  for (guint i = 0; i < G_N_ELEMENTS(rates); i++)
    for (guint heavy = 0; heavy < 2; heavy++) {
      double w = rates[i], m = heavy ? 1e12 : 1;
      g_autofree char *spring = g_strdup_printf(
          "noslip 1\ncoordinate y in -3 .. 3\nlagrangian %.17g*(y'^2 - %.17g*y^2)\ninitial y = 1\n", m, w * w);
      g_autofree char *slowed = g_strdup_printf(
          "noslip 1\ncoordinate y in -3 .. 3\nlagrangian %.17g*y'^2/2\nforce y' = %.17g*y'\n", m, -w * m);
      g_autofree char *drifts =
          g_strdup_printf("noslip 1\ncoordinate y in -3 .. 3\nlagrangian %.17g*y'^2/2\ninitial y' = %.17g\n", m, w);
      g_assert_cmpfloat(fabs(log(drawn_speed(spring) / (3 * w))), <, log(4));
      g_assert_cmpfloat(fabs(log(drawn_speed(slowed) / (3 * w))), <, log(4));
      g_assert_cmpfloat(fabs(log(drawn_speed(drifts) / w)), <, log(4));
    }
  g_assert_cmpfloat(fabs(log(drawn_speed("noslip 1\ncoordinate y\nlagrangian 5*y'^2\n"))), <, log(4));
  g_assert_cmpfloat(fabs(log(drawn_speed("noslip 1\ncoordinate y\nlagrangian (y'^2 - y^2)/2\ninitial y' = 20\n") / 20)),
                    <, log(4));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/finder/draw", test_draw);
  g_test_add_func("/finder/speed", test_speed);
  return g_test_run();
}
