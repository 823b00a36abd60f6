/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/algorithm/row-selection.h"

#include <math.h>
#include <string.h>

#define LEAST_PIVOT 1e-6

/* Finds the largest entry of the remaining rows; returns its size, -1 if there is none. */
static double
find_pivot(guint rows, guint n, const double *a, const gboolean *done, guint *row, guint *column)
{
  double largest = -1;
  for (guint r = 0; r < rows; r++)
    for (guint c = 0; c < n && !done[r]; c++)
      if (fabs(a[r * n + c]) > largest) {
        largest = fabs(a[r * n + c]);
        *row = r;
        *column = c;
      }
  return largest;
}

void
noslip_row_selection_choose(guint rows, guint n, const double *matrix, guint *selected)
{
  g_autofree double *a = g_memdup2(matrix, sizeof(double) * rows * n);
  g_autofree gboolean *done = g_new0(gboolean, rows + 1);
  for (guint k = 0; k < n; k++) {
    guint row = 0, column = 0;
    double largest = find_pivot(rows, n, a, done, &row, &column);
    done[row] = TRUE;
    selected[k] = row;
    for (guint r = 0; r < rows && largest > 0; r++) {
      double factor = done[r] ? 0 : a[r * n + column] / a[row * n + column];
      for (guint c = 0; c < n && factor != 0; c++)
        a[r * n + c] = c == column ? 0 : a[r * n + c] - factor * a[row * n + c];
    }
  }
}

static void
swap_rows(guint width, guint from, double *a, double *b)
{
  for (guint c = from; c < width; c++) {
    double kept = a[c];
    a[c] = b[c];
    b[c] = kept;
  }
}

gboolean
noslip_row_selection_solve(guint n, const double *matrix, const double *right, const guint *selected,
                           double *elimination, double *solution)
{
  guint width = n + 1;
  double *a = elimination;
  for (guint k = 0; k < n; k++) {
    memcpy(a + (gsize) k * width, matrix + (gsize) selected[k] * n, n * sizeof *a);
    a[(gsize) k * width + n] = right[selected[k]];
  }
  for (guint k = 0; k < n; k++) {
    guint best = k;
    for (guint r = k + 1; r < n; r++)
      if (fabs(a[r * width + k]) > fabs(a[best * width + k]))
        best = r;
    if (!(fabs(a[best * width + k]) > LEAST_PIVOT))
      return FALSE;
    if (best != k)
      swap_rows(width, k, a + (gsize) k * width, a + (gsize) best * width);
    for (guint r = k + 1; r < n; r++) {
      double factor = a[r * width + k] / a[k * width + k];
      for (guint c = k + 1; c < width && factor != 0; c++)
        a[r * width + c] -= factor * a[k * width + c];
    }
  }
  for (guint k = n; k-- > 0;) {
    solution[k] = a[k * width + n];
    for (guint c = k + 1; c < n; c++)
      solution[k] -= a[k * width + c] * solution[c];
    solution[k] /= a[k * width + k];
  }
  return TRUE;
}
