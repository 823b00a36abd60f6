/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths that may slip at first, against geodesics of Heisenberg's group, which are circles. */
#include "core/finder/steer/slip.h"

#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>

#define NODES 4
#define HEAD "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\ndynamics vakonomic\n"

static const guint given[] = {0, 1, 2};
static const double ranges[] = {1, 1, 1};

/* To (0.3, 0.2, 0.4) in the time 1, in coordinates or in a frame: z is conjugate to a constant momentum mu, the
 * multiplier, |(x, y)| = 2 v sin(mu/2)/mu and z = v^2 (mu - sin mu)/(2 mu^2) with the speed v. */
static void
check_circle(const char *text, double sign)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  const double x[] = {0, 0, 0}, target[] = {0.3, 0.2, 0.4};
  double nodes[(NODES + 1) * 6], seeds[NODES * 4], nu[3];
  guint64 seed = 1;
  g_autoptr(NoslipSlip) slip = noslip_slip_new(system, NULL, x, 3, given, ranges, 1, NULL);
  g_assert_nonnull(slip);
  g_assert_true(noslip_slip_solve(slip, target, &seed));
  g_assert_true(noslip_slip_nodes(slip, NODES, nodes, seeds, nu));
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon(nodes[NODES * 6 + i], target[i], 1e-12);
  double mu = sign * seeds[3], v = mu * hypot(0.3, 0.2) / (2 * sin(mu / 2));
  g_assert_cmpfloat_with_epsilon(v * v * (mu - sin(mu)) / (2 * mu * mu), 0.4, 1e-4);
  for (guint node = 0; node <= NODES; node++) /* the momentum by z */
    g_assert_cmpfloat_with_epsilon(nodes[node * 6 + 5], sign * mu, 1e-3);
  g_assert_cmpfloat_with_epsilon(nu[2], sign * mu, 1e-3);
  for (guint node = 0; node < NODES; node++)
    g_assert_cmpfloat_with_epsilon(hypot(seeds[node * 4], seeds[node * 4 + 1]), fabs(v), 1e-3);
}

static void
test_coordinates(void)
{
  check_circle(HEAD "lagrangian (x'^2 + y'^2)/2\nconstraint area: z' = (x*y' - y*x')/2\n", 1);
}

/* The same with its forbidden velocity, and turned axes, as a frame. */
static void
test_frame(void)
{
  check_circle(HEAD "velocity u = 0.6*x' + 0.8*y'\nvelocity v = -0.8*x' + 0.6*y'\n"
                    "velocity w = z' - (x*y' - y*x')/2\nlagrangian (u^2 + v^2)/2\nconstraint area: w = 0\n",
               1);
}

static void
test_refusals(void)
{
  g_autoptr(NoslipSystem) cone =
      test_text(HEAD "lagrangian (x'^2 + y'^2 + z'^2)/2\nconstraint cone: z'^2 = x'^2 + y'^2\n"
                     "initial x' = 1\ninitial z' = 1\n");
  const double x[] = {0, 0, 0}, target[] = {0, 0, 1};
  guint64 seed = 1;
  int cancel = 1;
  g_assert_null(noslip_slip_new(cone, NULL, x, 3, given, ranges, 1, NULL));
  /* no path goes up: the slip stays */
  g_autoptr(NoslipSystem) flat = test_text(HEAD "lagrangian (x'^2 + y'^2 + z'^2)/2\nconstraint flat: z' = 0\n");
  g_autoptr(NoslipSlip) slip = noslip_slip_new(flat, NULL, x, 3, given, ranges, 1, NULL);
  g_assert_false(noslip_slip_solve(slip, target, &seed));
  g_autoptr(NoslipSlip) cancelled = noslip_slip_new(flat, NULL, x, 3, given, ranges, 1, &cancel);
  g_assert_false(noslip_slip_solve(cancelled, x, &seed));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/slip/coordinates", test_coordinates);
  g_test_add_func("/slip/frame", test_frame);
  g_test_add_func("/slip/refusals", test_refusals);
  return g_test_run();
}
