/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points are moved onto a manifold along the shortest way, or not moved at all. */
#include "core/system/manifold.h"

#include "tests/core/geometry/support.h"

#include <math.h>

static void
test_circle(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\nparameter a = 1\ncoordinate x\ncoordinate y\nmanifold x^2 + y^2 = a^2\n"
                "section e anchor x: -y, y: x\nlagrangian e^2/2\ninitial x = 1\n");
  g_autoptr(NoslipManifold) manifold = noslip_manifold_new(system, TRUE);
  g_autoptr(NoslipManifoldWorkspace) work = noslip_manifold_workspace_new(manifold);
  const double radius = 5;
  noslip_manifold_set_parameters(work, &radius);
  double x[] = {6, 8};
  guint worst = 7;
  g_assert_cmpfloat_with_epsilon(noslip_manifold_project(work, 0, x, &worst), 5, 1e-12); /* from the radius 10 to 5 */
  g_assert_cmpuint(worst, ==, 0);
  g_assert_cmpfloat_with_epsilon(x[0], 3, 1e-12);
  g_assert_cmpfloat_with_epsilon(x[1], 4, 1e-12);
  double on[] = {3, 4};
  g_assert_cmpfloat(noslip_manifold_project(work, 0, on, NULL), ==, 0);
  g_assert_cmpfloat(noslip_manifold_residual(work, 0, on, 0), ==, 0);
  const double off[] = {3, 5};
  g_assert_cmpfloat(noslip_manifold_residual(work, 0, off, 0), ==, 9);
}

/* No point satisfies x^2 + 1 = 0, and at x = 0 Newton's step is not defined. */
static void
test_no_point(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\nparameter a = -1\ncoordinate x\ncoordinate y\ncoordinate z\nmanifold y^2 + z^2 = 1\n"
                "manifold x^2 + a = 0\nsection e anchor y: -z, z: y\nlagrangian e^2/2\ninitial x = 1\ninitial y = 1\n");
  g_autoptr(NoslipManifold) manifold = noslip_manifold_new(system, TRUE);
  g_autoptr(NoslipManifoldWorkspace) work = noslip_manifold_workspace_new(manifold);
  const double a = 1;
  noslip_manifold_set_parameters(work, &a);
  const double starts[] = {0, 2};
  for (guint i = 0; i < G_N_ELEMENTS(starts); i++) {
    double x[] = {starts[i], 0.9, 0.1};
    guint worst = 7;
    g_assert_cmpfloat(noslip_manifold_project(work, 0, x, &worst), <, 0);
    g_assert_cmpuint(worst, ==, 1);
    g_assert_cmpfloat(x[0], ==, starts[i]);
    g_assert_cmpfloat(x[1], ==, 0.9);
    g_assert_cmpfloat(x[2], ==, 0.1);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/manifold/circle", test_circle);
  g_test_add_func("/manifold/no-point", test_no_point);
  return g_test_run();
}
