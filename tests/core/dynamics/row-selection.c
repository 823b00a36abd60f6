/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selection of rows that determine the unknowns, and detection of states at which they do not. */
#include "core/dynamics/algorithm/row-selection.h"

#include <math.h>

#define N 3
#define ROWS 5

/* Two rows are equal and one is zero: the others are chosen, and their solution solves all of them. */
static void
test_choose(void)
{
  static const double matrix[ROWS * N] = {0, 0, 0, 1, 0.5, 0, 1, 0.5, 0, 0, 1e-3, 1, 0.2, 1, 0.1};
  static const double wanted[N] = {2, -3, 0.5};
  double right[ROWS] = {0}, elimination[N * (N + 1)], solution[N];
  guint selected[N];
  for (guint r = 0; r < ROWS; r++)
    for (guint c = 0; c < N; c++)
      right[r] += matrix[r * N + c] * wanted[c];
  noslip_row_selection_choose(ROWS, N, matrix, selected);
  gboolean has[ROWS] = {FALSE};
  for (guint k = 0; k < N; k++)
    has[selected[k]] = TRUE;
  g_assert_true(has[3] && has[4] && has[1] != has[2] && !has[0]);
  g_assert_true(noslip_row_selection_solve(N, matrix, right, selected, elimination, solution));
  for (guint c = 0; c < N; c++)
    g_assert_cmpfloat(fabs(solution[c] - wanted[c]), <, 1e-14);
}

/* Rows that are nearly dependent, zero or not finite are rejected. */
static void
test_refuse(void)
{
  static const guint selected[] = {0, 1};
  static const double right[] = {1, 1};
  const double near[] = {1, 1, 1, 1 + 1e-7}, far[] = {1, 1, 1, 1 + 1e-5}, nothing[] = {1, 0, 0, 0},
               undefined[] = {NAN, 1, 1, 1}, crossed[] = {0, 1, 1, 0};
  double elimination[6], solution[2];
  g_assert_false(noslip_row_selection_solve(2, near, right, selected, elimination, solution));
  g_assert_true(noslip_row_selection_solve(2, far, right, selected, elimination, solution));
  g_assert_false(noslip_row_selection_solve(2, nothing, right, selected, elimination, solution));
  g_assert_true(noslip_row_selection_solve(2, crossed, right, selected, elimination, solution));
  g_assert_cmpfloat(solution[0], ==, 1);
  gboolean solved = noslip_row_selection_solve(2, undefined, right, selected, elimination, solution);
  g_assert_true(!solved || !isfinite(solution[0]) || !isfinite(solution[1]));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/dynamics/row-selection/choose", test_choose);
  g_test_add_func("/dynamics/row-selection/refuse", test_refuse);
  return g_test_run();
}
