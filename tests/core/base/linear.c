/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/linear.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static double
random_value(guint64 *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double) (*seed >> 11) / 4503599627370496.0 - 1;
}

static void
test_qr(void)
{
  guint64 seed = 3;
  for (guint n = 1; n <= 12; n++) {
    g_autoptr(NoslipQr) qr = noslip_qr_new(n);
    g_autofree double *a = g_new(double, n *n);
    g_autofree double *x = g_new(double, n);
    g_autofree double *b = g_new0(double, n);
    for (guint i = 0; i < n * n; i++)
      a[i] = random_value(&seed);
    for (guint i = 0; i < n; i++)
      x[i] = random_value(&seed);
    for (guint i = 0; i < n * n; i++)
      b[i / n] += a[i] * x[i % n];
    g_assert_true(noslip_qr_factor(qr, a));
    g_assert_cmpfloat(noslip_qr_reciprocal_condition(qr), >, 1e-6);
    g_assert_true(noslip_qr_solve(qr, b));
    for (guint i = 0; i < n; i++)
      g_assert_cmpfloat_with_epsilon(b[i], x[i], 1e-10);
  }
}

/* A tall system keeps its least squares, and the products of its columns. */
static void
test_reduce(void)
{
  enum { ROWS = 40, COLUMNS = 3 };
  guint64 seed = 5;
  double a[ROWS * COLUMNS], b[ROWS], before[COLUMNS * (COLUMNS + 1)] = {0}, after[COLUMNS * (COLUMNS + 1)] = {0};
  for (guint i = 0; i < ROWS * COLUMNS; i++)
    a[i] = random_value(&seed);
  for (guint i = 0; i < ROWS; i++)
    b[i] = random_value(&seed);
  for (guint turn = 0; turn < 2; turn++) {
    for (guint i = 0; i < (turn ? COLUMNS : ROWS); i++)
      for (guint j = 0; j < COLUMNS; j++)
        for (guint k = 0; k <= COLUMNS; k++)
          (turn ? after : before)[j * (COLUMNS + 1) + k] +=
              a[i * COLUMNS + j] * (k < COLUMNS ? a[i * COLUMNS + k] : b[i]);
    if (!turn)
      noslip_linear_reduce(ROWS, COLUMNS, a, b);
  }
  for (guint i = 0; i < G_N_ELEMENTS(before); i++)
    g_assert_cmpfloat_with_epsilon(before[i], after[i], 1e-12);
  for (guint i = 1; i < COLUMNS; i++)
    for (guint j = 0; j < i; j++)
      g_assert_cmpfloat(a[i * COLUMNS + j], ==, 0);
}

static void
test_qr_singular(void)
{
  const double a[] = {1, 2, 3, 2, 4, 6, 1, 0, 1}, zero[9] = {0};
  double bad[9] = {0}, b[] = {1, 2, 3};
  bad[4] = NAN;
  g_autoptr(NoslipQr) qr = noslip_qr_new(3);
  g_assert_true(noslip_qr_factor(qr, a));
  g_assert_cmpfloat(noslip_qr_reciprocal_condition(qr), <, 1e-15);
  g_assert_true(noslip_qr_factor(qr, zero));
  g_assert_cmpfloat(noslip_qr_reciprocal_condition(qr), ==, 0);
  g_assert_false(noslip_qr_solve(qr, b));
  g_assert_false(noslip_qr_factor(qr, bad));
}

/* Wide, tall and deficient matrices: x is a solution of the normal equations without a part in the kernel. */
static void
check_svd(guint rows, guint columns, guint rank)
{
  guint64 seed = 17 * rows + columns;
  g_autofree double *a = g_new0(double, rows *columns);
  for (guint r = 0; r < rank; r++) {
    g_autofree double *left = g_new(double, rows);
    for (guint i = 0; i < rows; i++)
      left[i] = random_value(&seed);
    for (guint j = 0; j < columns; j++) {
      double right = random_value(&seed);
      for (guint i = 0; i < rows; i++)
        a[i * columns + j] += left[i] * right;
    }
  }
  g_autofree double *b = g_new(double, rows);
  for (guint i = 0; i < rows; i++)
    b[i] = random_value(&seed);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rows, columns);
  g_assert_true(noslip_svd_factor(svd, a));
  g_assert_cmpuint(noslip_svd_rank(svd, 1e-12), ==, rank);
  g_autofree double *x = g_new(double, columns);
  noslip_svd_solve(svd, 1e-12, b, x);
  for (guint j = 0; j < columns; j++) {
    double normal = 0;
    for (guint i = 0; i < rows; i++) {
      double residual = -b[i];
      for (guint l = 0; l < columns; l++)
        residual += a[i * columns + l] * x[l];
      normal += a[i * columns + j] * residual;
    }
    g_assert_cmpfloat_with_epsilon(normal, 0, 1e-12);
  }
  g_autofree double *kernel = g_new(double, columns *columns);
  g_assert_cmpuint(noslip_svd_kernel(svd, 1e-12, kernel), ==, columns - rank);
  for (guint r = 0; r < columns - rank; r++) {
    double along = 0;
    for (guint j = 0; j < columns; j++)
      along += kernel[r * columns + j] * x[j];
    g_assert_cmpfloat_with_epsilon(along, 0, 1e-12);
    for (guint i = 0; i < rows; i++) {
      double image = 0;
      for (guint j = 0; j < columns; j++)
        image += a[i * columns + j] * kernel[r * columns + j];
      g_assert_cmpfloat_with_epsilon(image, 0, 1e-12);
    }
    for (guint s = 0; s <= r; s++) {
      double dot = 0;
      for (guint j = 0; j < columns; j++)
        dot += kernel[r * columns + j] * kernel[s * columns + j];
      g_assert_cmpfloat_with_epsilon(dot, r == s, 1e-12);
    }
  }
}

static void
test_svd(void)
{
  check_svd(3, 5, 3);
  check_svd(3, 5, 2);
  check_svd(5, 3, 3);
  check_svd(5, 3, 2);
  check_svd(4, 4, 1);
  check_svd(4, 4, 0);
  check_svd(1, 7, 1);
  check_svd(7, 1, 1);
}

static void
test_lu(void)
{
  g_autoptr(NoslipLu) lu = noslip_lu_new(3);
  const double a[] = {0, 2, 1, 1e9, 0, 3e9, 4e-9, 1e-9, 0}, b[] = {3, 4e9, 5e-9};
  double x[3];
  g_assert_true(noslip_lu_solve(lu, a, b, x));
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat(fabs(x[i] - 1), <, 1e-14);
}

static void
test_lu_singular(void)
{
  g_autoptr(NoslipLu) lu = noslip_lu_new(2);
  const double singular[] = {1, 2, 2, 4}, empty[] = {0, 0, 1, 1}, undefined[] = {1, NAN, 0, 1}, b[] = {1, 1};
  double x[] = {7, 7};
  g_assert_false(noslip_lu_solve(lu, singular, b, x));
  g_assert_false(noslip_lu_solve(lu, empty, b, x));
  g_assert_false(noslip_lu_solve(lu, undefined, b, x));
  g_assert_cmpfloat(x[0], ==, 7);
  g_autoptr(NoslipLu) nothing = noslip_lu_new(0);
  g_assert_true(noslip_lu_solve(nothing, NULL, NULL, NULL));
}

static void
test_pivots(void)
{
  /* the second row is twice the first but in the last column, where it differs by 1e-3 */
  double a[] = {1, 4, 2, 2, 8, 4.001};
  guint rows[2], columns[2];
  g_assert_cmpuint(noslip_linear_pivots(2, 3, a, 1e-6, NULL, rows, columns), ==, 2);
  g_assert_cmpuint(rows[0], ==, 1);
  g_assert_cmpuint(columns[0], ==, 1);
  g_assert_cmpuint(rows[1], ==, 0);
  g_assert_cmpuint(columns[1], ==, 2);
  double again[] = {1, 4, 2, 2, 8, 4.001};
  g_assert_cmpuint(noslip_linear_pivots(2, 3, again, 1e-2, NULL, rows, columns), ==, 1);
  /* among entries of like size the preferred one is taken */
  double near[] = {0.5, 1, 0.2};
  const guint preferred[] = {0, 1, 0};
  g_assert_cmpuint(noslip_linear_pivots(1, 3, near, 1e-9, preferred, rows, columns), ==, 1);
  g_assert_cmpuint(columns[0], ==, 0);
  double zero[] = {0, 0};
  g_assert_cmpuint(noslip_linear_pivots(1, 2, zero, 1e-9, NULL, rows, columns), ==, 0);
}

/* Ranks are relative, after rows and columns are scaled: units of L, rows and columns do not change them. */
static void
test_rank(void)
{
  const double regular[] = {1, 1, 1, 1 + 2e-11}, singular[] = {1, 1, 1, 1 + 2e-15};
  const double graded[] = {1, 0, 0, 0, 1e-18, 2e-18, 0, 2e-18, 1e-18}, zero[4] = {0};
  const double swap[] = {0, 1e-9, 1e-9, 0};
  for (int units = -30; units <= 30; units += 6)
    for (int column = -12; column <= 12; column += 3) {
      double scaled[9], row = pow(10, units), other = pow(10, column);
      for (guint i = 0; i < 4; i++)
        scaled[i] = regular[i] * row * (i % 2 ? other : 1) * (i / 2 ? other : 1);
      g_assert_cmpuint(noslip_linear_rank(2, 2, scaled, NULL), ==, 2);
      for (guint i = 0; i < 4; i++)
        scaled[i] = singular[i] * row * (i % 2 ? other : 1) * (i / 2 ? other : 1);
      g_assert_cmpuint(noslip_linear_rank(2, 2, scaled, NULL), ==, 1);
      for (guint i = 0; i < 4; i++)
        scaled[i] = swap[i] * row * (i % 2 ? other : 1);
      g_assert_cmpuint(noslip_linear_rank(2, 2, scaled, NULL), ==, 2);
    }
  g_assert_cmpuint(noslip_linear_rank(3, 3, graded, NULL), ==, 3);
  g_assert_cmpuint(noslip_linear_rank(2, 2, zero, NULL), ==, 0);
  const double remainder[] = {1, 0, 0, 1e-17}, terms[] = {1, 0, 0, 1};
  g_assert_cmpuint(noslip_linear_rank(2, 2, remainder, NULL), ==, 2);
  g_assert_cmpuint(noslip_linear_rank(2, 2, remainder, terms), ==, 1); /* 1e-17 is the rounding of 1 - 1 */
  const double nan[] = {NAN, 1, 1, 2}, wide[] = {1, 2, 3, 2, 4, 6};
  g_assert_cmpuint(noslip_linear_rank(2, 2, nan, NULL), ==, 0);
  g_assert_cmpuint(noslip_linear_rank(2, 3, wide, NULL), ==, 1);
}

/* The minimum-norm solution, as by singular values; dependent rows are left out, also if they are longer, and a row
 * that is nearly dependent is not. */
static void
test_least_change(void)
{
  guint64 seed = 7;
  for (guint rows = 1; rows <= 4; rows++) {
    g_autoptr(NoslipSvd) svd = noslip_svd_new(rows + 1, 6);
    double a[5 * 6], b[5], x[6], wanted[6], solution[6];
    for (guint i = 0; i < 6; i++)
      wanted[i] = random_value(&seed);
    for (guint r = 0; r <= rows; r++) {
      b[r] = 0;
      for (guint i = 0; i < 6; i++) {
        a[r * 6 + i] = r < rows ? random_value(&seed) : 3 * a[i] - (rows > 1 ? a[6 + i] : 0);
        b[r] += a[r * 6 + i] * wanted[i];
      }
    }
    g_assert_true(noslip_svd_factor(svd, a));
    noslip_svd_solve(svd, 1e-10, b, solution);
    g_assert_cmpuint(noslip_linear_least_change(rows + 1, 6, a, b, 1e-10, x), ==, rows);
    for (guint i = 0; i < 6; i++)
      g_assert_cmpfloat(fabs(x[i] - solution[i]), <, 1e-12);
  }
  double three[] = {3, 4, 0, 0, 0, 2, 1, 1, 1}, sides[] = {10, 1, 7}, least[3]; /* the longest row alone */
  g_assert_cmpuint(noslip_linear_least_change_of_rank(3, 3, 1, three, sides, 0, least), ==, 1);
  for (guint i = 0; i < 3; i++) {
    g_assert_cmpfloat(fabs(least[i] - (const double[]){1.2, 1.6, 0}[i]), <, 1e-15);
    g_assert_cmpfloat(fabs(three[i] - (const double[]){0.6, 0.8, 0}[i]), <, 1e-15);
  }
  double near[] = {1, 0, 1, 1e-5}, right[] = {1, 1 + 2e-5}, x[2];
  g_assert_cmpuint(noslip_linear_least_change(2, 2, near, right, 1e-6, x), ==, 2);
  g_assert_cmpfloat(fabs(x[0] - 1), <, 1e-9);
  g_assert_cmpfloat(fabs(x[1] - 2), <, 1e-9);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/base/linear/least-change", test_least_change);
  g_test_add_func("/base/linear/lu", test_lu);
  g_test_add_func("/base/linear/lu-singular", test_lu_singular);
  g_test_add_func("/base/linear/pivots", test_pivots);
  g_test_add_func("/base/linear/qr", test_qr);
  g_test_add_func("/base/linear/reduce", test_reduce);
  g_test_add_func("/base/linear/qr-singular", test_qr_singular);
  g_test_add_func("/base/linear/rank", test_rank);
  g_test_add_func("/base/linear/svd", test_svd);
  return g_test_run();
}
