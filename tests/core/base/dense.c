/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/dense.h"

#include <gsl/gsl_errno.h>
#include <math.h>

static void
test_solve(void)
{
  g_autoptr(NoslipDense) dense = noslip_dense_new(3);
  const double a[] = {0, 2, 1, 1e9, 0, 3e9, 4e-9, 1e-9, 0}, b[] = {3, 4e9, 5e-9};
  double x[3];
  g_assert_true(noslip_dense_solve(dense, a, b, x));
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat(fabs(x[i] - 1), <, 1e-14);
}

static void
test_singular(void)
{
  g_autoptr(NoslipDense) dense = noslip_dense_new(2);
  const double singular[] = {1, 2, 2, 4}, empty[] = {0, 0, 1, 1}, undefined[] = {1, NAN, 0, 1}, b[] = {1, 1};
  double x[] = {7, 7};
  g_assert_false(noslip_dense_solve(dense, singular, b, x));
  g_assert_false(noslip_dense_solve(dense, empty, b, x));
  g_assert_false(noslip_dense_solve(dense, undefined, b, x));
  g_assert_cmpfloat(x[0], ==, 7);
  g_autoptr(NoslipDense) nothing = noslip_dense_new(0);
  g_assert_true(noslip_dense_solve(nothing, NULL, NULL, NULL));
}

static void
test_pivots(void)
{
  /* the second row is twice the first but in the last column, where it differs by 1e-3 */
  double a[] = {1, 4, 2, 2, 8, 4.001};
  guint rows[2], columns[2];
  g_assert_cmpuint(noslip_dense_pivots(2, 3, a, 1e-6, NULL, rows, columns), ==, 2);
  g_assert_cmpuint(rows[0], ==, 1);
  g_assert_cmpuint(columns[0], ==, 1);
  g_assert_cmpuint(rows[1], ==, 0);
  g_assert_cmpuint(columns[1], ==, 2);
  double again[] = {1, 4, 2, 2, 8, 4.001};
  g_assert_cmpuint(noslip_dense_pivots(2, 3, again, 1e-2, NULL, rows, columns), ==, 1);
  /* among entries of like size the preferred one is taken */
  double near[] = {0.5, 1, 0.2};
  const guint preferred[] = {0, 1, 0};
  g_assert_cmpuint(noslip_dense_pivots(1, 3, near, 1e-9, preferred, rows, columns), ==, 1);
  g_assert_cmpuint(columns[0], ==, 0);
  double zero[] = {0, 0};
  g_assert_cmpuint(noslip_dense_pivots(1, 2, zero, 1e-9, NULL, rows, columns), ==, 0);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/dense/solve", test_solve);
  g_test_add_func("/dense/singular", test_singular);
  g_test_add_func("/dense/pivots", test_pivots);
  return g_test_run();
}
