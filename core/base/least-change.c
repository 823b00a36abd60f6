/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/linear.h"

#include <math.h>
#include <string.h>

static double
dot(guint n, const double *a, const double *b)
{
  double sum = 0;
  for (guint i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* The index of the longest row from `first` on; *square is the square of its length. */
static guint
longest_row(guint first, guint rows, guint columns, const double *a, double *square)
{
  guint best = first;
  *square = -1;
  for (guint r = first; r < rows; r++) {
    double here = dot(columns, a + (gsize) r * columns, a + (gsize) r * columns);
    if (here > *square) {
      *square = here;
      best = r;
    }
  }
  return best;
}

static void
swap(guint n, double *a, double *b)
{
  for (guint i = 0; i < n; i++) {
    double kept = a[i];
    a[i] = b[i];
    b[i] = kept;
  }
}

guint
noslip_linear_least_change_of_rank(guint rows, guint columns, guint most, double *a, double *b, double relative,
                                   double *x)
{
  double longest = 0;
  guint s = 0;
  memset(x, 0, columns * sizeof *x);
  for (; s < MIN(MIN(rows, columns), most); s++) {
    double square, *unit = a + (gsize) s * columns;
    guint best = longest_row(s, rows, columns, a, &square);
    double length = sqrt(fmax(square, 0));
    longest = s == 0 ? length : longest;
    if (!(length > relative * longest))
      return s;
    if (best != s) {
      swap(columns, unit, a + (gsize) best * columns);
      swap(1, b + s, b + best);
    }
    b[s] /= length;
    for (guint i = 0; i < columns; i++) {
      unit[i] /= length;
      x[i] += b[s] * unit[i];
    }
    for (guint r = s + 1; r < rows; r++) {
      double *row = a + (gsize) r * columns, along = dot(columns, row, unit);
      b[r] -= along * b[s];
      for (guint i = 0; i < columns; i++)
        row[i] -= along * unit[i];
    }
  }
  return s;
}

guint
noslip_linear_least_change(guint rows, guint columns, double *a, double *b, double relative, double *x)
{
  return noslip_linear_least_change_of_rank(rows, columns, rows, a, b, relative, x);
}
