/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths by discretization against geodesics of Heisenberg's group, which are circles. */
#include "core/finder/steer/direct.h"

#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>

static const guint given[] = {0, 1, 2};
static const double ranges[] = {1, 1, 1};

/* To the point (0, 0, z) in the time 1: the path is a circle that encloses the area z, with the cost 2 pi z. The
 * discretized circle is a polygon with one corner per part. */
static void
test_circle(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2)/2\n"
                "constraint area: z' = (x*y' - y*x')/2\ndynamics vakonomic\n");
  const double x[] = {0, 0, 0}, target[] = {0, 0, 0.5};
  guint64 seed = 1;
  g_autoptr(NoslipDirect) direct = noslip_direct_new(system, NULL, x, 3, given, ranges, 1, NULL);
  g_assert_nonnull(direct);
  g_assert_true(noslip_direct_draw(direct, NULL, &seed));
  g_assert_true(noslip_direct_solve(direct, target));
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon(noslip_direct_end(direct)[i], target[i], 1e-5);
  double cost = noslip_direct_cost(direct), turns = round(cost / G_PI);
  g_assert_cmpfloat(turns, >=, 1);
  double corner = G_PI * turns / NOSLIP_DIRECT_PARTS;
  g_assert_cmpfloat_with_epsilon(cost / G_PI, turns * tan(corner) / corner, 1e-6);
}

/* With constraints that are not linear in the velocities it is another problem. */
static void
test_refusal(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
                                             "lagrangian (x'^2 + y'^2 + z'^2)/2\nconstraint cone: z'^2 = x'^2 + y'^2\n"
                                             "dynamics vakonomic\ninitial x' = 1\ninitial z' = 1\n");
  const double x[] = {0, 0, 0};
  g_assert_null(noslip_direct_new(system, NULL, x, 3, given, ranges, 1, NULL));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/direct/circle", test_circle);
  g_test_add_func("/direct/refusal", test_refusal);
  return g_test_run();
}
