/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scales of rows and columns, and ranks that do not depend on units. */
#include "core/base/linear.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define ROUNDS 60
#define EXPONENT_MOST 1000

/* The entries of a matrix that are not zero, by rows or by columns. */
typedef struct {
  guint n;        /* rows (or columns) */
  guint32 *start; /* n + 1: index of the first entry of each */
  guint32 *other; /* of each entry: its column (or row) */
  double *log;    /* of each entry: log2 of its size */
} Entries;

static void
entries_init(Entries *entries, guint n, guint other, const double *logs, gsize stride, gsize other_stride)
{
  gsize most = (gsize) n * other;
  guint32 count = 0;
  *entries = (Entries){.n = n};
  entries->log = g_malloc(most * (sizeof(double) + sizeof(guint32)) + ((gsize) n + 1) * sizeof(guint32) + 8);
  entries->other = (guint32 *) (gpointer) (entries->log + most);
  entries->start = entries->other + most;
  for (guint i = 0; i < n; i++) {
    entries->start[i] = count;
    for (guint j = 0; j < other; j++) {
      double entry = logs[i * stride + j * other_stride];
      if (isnan(entry))
        continue;
      entries->other[count] = j;
      entries->log[count++] = entry;
    }
  }
  entries->start[n] = count;
}

/* Sets each own[i] to minus the mean of log2 |a_ij| + others[j] over its entries; returns the largest change. */
static double
relax(const Entries *entries, double *own, const double *others)
{
  double largest = 0;
  for (guint i = 0; i < entries->n; i++) {
    guint32 first = entries->start[i], end = entries->start[i + 1];
    double sum = 0;
    for (guint32 e = first; e < end; e++)
      sum += entries->log[e] + others[entries->other[e]];
    double next = end > first ? -sum / (end - first) : 0, change = fabs(next - own[i]);
    largest = change > largest ? change : largest;
    own[i] = next;
  }
  return largest;
}

/* The scales minimise the sum of (log|a_ij| + log r_i + log c_j)^2 over the entries that are not zero, by turns in r
 * and c. A change of units changes only the scales, so that the balanced matrix does not depend on units (A. R. Curtis,
 * J. K. Reid, J. Inst. Maths Applics 10 (1972) 118). Scales are powers of two: no rounding. */
void
noslip_linear_balance(guint rows, guint columns, const double *a, double *row_scale, double *column_scale)
{
  g_autofree double *logs = g_new(double, (gsize) rows *columns + 1);
  for (gsize i = 0; i < (gsize) rows * columns; i++)
    logs[i] = a[i] != 0 && isfinite(a[i]) ? log2(fabs(a[i])) : NAN;
  memset(row_scale, 0, rows * sizeof(double));
  memset(column_scale, 0, columns * sizeof(double));
  Entries by_row, by_column;
  entries_init(&by_row, rows, columns, logs, columns, 1);
  entries_init(&by_column, columns, rows, logs, 1, columns);
  double change = INFINITY;
  for (guint round = 0; round < ROUNDS && change > 0.01; round++) {
    change = relax(&by_row, row_scale, column_scale);
    change = fmax(change, relax(&by_column, column_scale, row_scale));
  }
  g_free(by_row.log);
  g_free(by_column.log);
  for (guint i = 0; i < rows; i++)
    row_scale[i] = exp2(round(CLAMP(row_scale[i], -EXPONENT_MOST, EXPONENT_MOST)));
  for (guint j = 0; j < columns; j++)
    column_scale[j] = exp2(round(CLAMP(column_scale[j], -EXPONENT_MOST, EXPONENT_MOST)));
}

/* A quick test that succeeds for most regular matrices. */
static gboolean
is_clearly_regular(guint n, const double *a)
{
  g_autoptr(NoslipQr) qr = noslip_qr_new(n);
  return noslip_qr_factor(qr, a) && noslip_qr_reciprocal_condition(qr) > 1e-6;
}

guint
noslip_linear_rank(guint rows, guint columns, const double *a, const double *terms)
{
  gsize size = (gsize) rows * columns;
  if (size == 0)
    return 0;
  g_autofree double *scaled = g_new(double, size);
  g_autofree double *row_scale = g_new(double, rows);
  g_autofree double *column_scale = g_new(double, columns);
  double noise = 0;
  for (gsize i = 0; i < size; i++)
    scaled[i] = terms != NULL && fabs(a[i]) <= NOSLIP_LINEAR_CANCELLED * terms[i] ? 0 : a[i];
  noslip_linear_balance(rows, columns, scaled, row_scale, column_scale);
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < columns; j++) {
      double scale = row_scale[i] * column_scale[j];
      scaled[(gsize) i * columns + j] *= scale;
      if (terms != NULL)
        noise = fmax(noise, 8 * DBL_EPSILON * terms[(gsize) i * columns + j] * scale);
    }
  if (rows == columns && is_clearly_regular(rows, scaled))
    return rows;
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rows, columns);
  if (!noslip_svd_factor(svd, scaled) || !(noslip_svd_value(svd, 0) > 0))
    return 0;
  return noslip_svd_rank(svd, fmax(NOSLIP_LINEAR_RANK, noise / noslip_svd_value(svd, 0)));
}

void
noslip_linear_metric_scale(guint n, const double *metric, double *scale)
{
  double sum = 0;
  guint count = 0;
  for (guint a = 0; a < n; a++) {
    double own = fabs(metric[(gsize) a * n + a]);
    if (own == 0)
      for (guint b = 0; b < n; b++)
        own = fmax(own, fabs(metric[(gsize) a * n + b]));
    scale[a] = own > 0 ? 1 / sqrt(own) : 0;
    if (!(own > 0))
      continue;
    sum += log2(scale[a]);
    count++;
  }
  for (guint a = 0; a < n; a++)
    if (scale[a] == 0)
      scale[a] = count > 0 ? exp2(sum / count) : 1;
}
