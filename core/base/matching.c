/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scales of rows and columns from the entries that carry the rank of a matrix. */
#include "core/base/linear.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct {
  guint n;
  const double *a;
  double *row, *column;    /* potentials: log2 |a_ij| + row[i] + column[j] <= 0, with equality for the pairs */
  guint *partner, *before; /* of each column and of one more: its row, 1-based; the column before it on a path */
  double *slack;
  gboolean *used;
} Matching;

static double
gap(const Matching *matching, guint i, guint j)
{
  double entry = fabs(matching->a[(gsize) (i - 1) * matching->n + j - 1]);
  return entry > 0 ? -log2(entry) - matching->row[i] - matching->column[j] : (double) INFINITY;
}

/* Finds the shortest alternating path from row i to a column without a partner, and pairs along it. FALSE if there is
 * none. Rows and columns count from 1; column 0 stands for the start. */
static gboolean
pair_row(Matching *matching, guint i)
{
  guint n = matching->n, at = 0;
  matching->partner[0] = i;
  for (guint j = 0; j <= n; j++) {
    matching->slack[j] = INFINITY;
    matching->used[j] = FALSE;
  }
  do {
    matching->used[at] = TRUE;
    guint row = matching->partner[at], next = 0;
    double least = INFINITY;
    for (guint j = 1; j <= n; j++) {
      if (matching->used[j])
        continue;
      double by = gap(matching, row, j);
      if (by < matching->slack[j]) {
        matching->slack[j] = by;
        matching->before[j] = at;
      }
      if (matching->slack[j] < least) {
        least = matching->slack[j];
        next = j;
      }
    }
    if (next == 0)
      return FALSE;
    for (guint j = 0; j <= n; j++)
      if (matching->used[j]) {
        matching->row[matching->partner[j]] += least;
        matching->column[j] -= least;
      } else {
        matching->slack[j] -= least;
      }
    at = next;
  } while (matching->partner[at] != 0);
  for (; at != 0; at = matching->before[at])
    matching->partner[at] = matching->partner[matching->before[at]];
  return TRUE;
}

/* Writes a without the entries that are below round-off in the scales of the matching. */
static void
keep_carrying(const Matching *matching, double *kept)
{
  guint n = matching->n;
  double least = -log2(DBL_EPSILON);
  for (guint i = 1; i <= n; i++)
    for (guint j = 1; j <= n; j++) {
      gsize at = (gsize) (i - 1) * n + j - 1;
      kept[at] = gap(matching, i, j) < least ? matching->a[at] : 0;
    }
}

gboolean
noslip_linear_balance_carrying(guint n, const double *a, double *row_scale, double *column_scale)
{
  g_autofree double *numbers = g_new0(double, 3 * ((gsize) n + 1) + (gsize) n * n);
  g_autofree guint *indices = g_new0(guint, 3 * ((gsize) n + 1));
  Matching matching = {n, a, numbers, numbers + n + 1, indices, indices + n + 1, numbers + 2 * (n + 1), NULL};
  matching.used = (gboolean *) (gpointer) (indices + 2 * (n + 1));
  for (guint i = 1; i <= n; i++)
    if (!pair_row(&matching, i))
      return FALSE;
  double *kept = numbers + 3 * ((gsize) n + 1);
  keep_carrying(&matching, kept);
  noslip_linear_balance(n, n, kept, row_scale, column_scale);
  return TRUE;
}
