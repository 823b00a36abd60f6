/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that are appended and removed, read by columns, against an array of all of them. */
#include "core/simulation/columns.h"

#include <math.h>
#include <string.h>

#define WIDTH 5
#define MOST 4000

typedef struct {
  NoslipColumns *columns;
  double all[MOST][WIDTH];
  guint n;
  GRand *random;
} Fixture;

static void
set_up(Fixture *f, gconstpointer data)
{
  f->columns = noslip_columns_new();
  noslip_columns_reset(f->columns, WIDTH);
  noslip_columns_expect(f->columns, MOST / 3);
  f->random = g_rand_new_with_seed(11);
}

static void
tear_down(Fixture *f, gconstpointer data)
{
  noslip_columns_free(f->columns);
  g_rand_free(f->random);
}

static void
add(Fixture *f, guint n)
{
  double *rows = g_new(double, n *WIDTH);
  for (guint i = 0; i < n * WIDTH; i++)
    rows[i] = g_rand_double_range(f->random, -10, 10);
  memcpy(f->all[f->n], rows, n * sizeof f->all[0]);
  noslip_columns_take(f->columns, n, rows);
  f->n += n;
}

static double
largest(const Fixture *f, guint column, guint n)
{
  double most = 0;
  for (guint row = 0; row < n; row++) {
    if (isnan(f->all[row][column]))
      return NAN;
    most = fmax(most, fabs(f->all[row][column]));
  }
  return most;
}

static void
check(Fixture *f)
{
  g_assert_cmpuint(noslip_columns_n_rows(f->columns), ==, f->n);
  guint column = (guint) g_rand_int_range(f->random, 0, WIDTH);
  const double *values = noslip_columns_gather(f->columns, column);
  g_assert_true((values == NULL) == (f->n == 0));
  for (guint row = 0; row < f->n; row++) {
    g_assert_cmpfloat(values[row], ==, f->all[row][column]);
    g_assert_cmpfloat(noslip_columns_value(f->columns, row, column), ==, f->all[row][column]);
  }
  guint n = (guint) g_rand_int_range(f->random, 0, (gint32) f->n + 1);
  g_assert_cmpfloat(noslip_columns_largest(f->columns, column, n), ==, largest(f, column, n));
  g_assert_true(isnan(noslip_columns_value(f->columns, f->n, column)));
  g_assert_true(isnan(noslip_columns_value(f->columns, 0, WIDTH)));
}

static void
test_rows_come_and_go(Fixture *f, gconstpointer data)
{
  check(f);
  for (guint round = 0; round < 400; round++) {
    guint n = (guint) g_rand_int_range(f->random, 1, 200);
    if (f->n + n > MOST || g_rand_int_range(f->random, 0, 5) == 0) {
      f->n = (guint) g_rand_int_range(f->random, 0, (gint32) f->n + 1);
      noslip_columns_truncate(f->columns, f->n);
    } else {
      add(f, n);
    }
    check(f);
  }
  noslip_columns_truncate(f->columns, f->n + 1); /* there are no more */
  check(f);
}

/* It is the largest from the moment when it exists. */
static void
test_not_a_number(Fixture *f, gconstpointer data)
{
  add(f, 100);
  double *rows = g_new(double, 3 * WIDTH);
  for (guint i = 0; i < 3 * WIDTH; i++)
    rows[i] = i == WIDTH + 2 ? NAN : 100;
  noslip_columns_take(f->columns, 3, rows);
  g_assert_cmpfloat(noslip_columns_largest(f->columns, 2, 100), ==, largest(f, 2, 100));
  g_assert_cmpfloat(noslip_columns_largest(f->columns, 2, 101), ==, 100);
  g_assert_true(isnan(noslip_columns_largest(f->columns, 2, 102)));
  g_assert_true(isnan(noslip_columns_largest(f->columns, 2, 103)));
  g_assert_cmpfloat(noslip_columns_largest(f->columns, 1, 1000), ==, 100);
}

static void
test_copy(Fixture *f, gconstpointer data)
{
  add(f, 300);
  add(f, 20);
  NoslipColumns *original = f->columns;
  f->columns = noslip_columns_copy(original);
  noslip_columns_reset(original, 2); /* the copy has its own */
  g_assert_cmpuint(noslip_columns_n_rows(original), ==, 0);
  g_assert_null(noslip_columns_gather(original, 0));
  for (guint i = 0; i < 20; i++)
    check(f);
  noslip_columns_free(original);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
#define ADD(path, function) g_test_add(path, Fixture, NULL, set_up, function, tear_down)
  ADD("/simulation/columns/rows-added-and-removed", test_rows_come_and_go);
  ADD("/simulation/columns/not-a-number", test_not_a_number);
  ADD("/simulation/columns/copy", test_copy);
  return g_test_run();
}
