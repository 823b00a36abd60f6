/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scales of rows and columns, and ranks that do not depend on units. */
#include "core/base/linear.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define ROUNDS 60
#define EXPONENT_MOST 1000

/* Largest mean of log2 |a_ij| + row_i + column_j over a row's (or column's) entries that are not zero. */
static double
relax(guint n, guint other, const double *logs, gsize stride, gsize other_stride, double *own, const double *others)
{
  double largest = 0;
  for (guint i = 0; i < n; i++) {
    double sum = 0;
    guint count = 0;
    for (guint j = 0; j < other; j++) {
      double entry = logs[i * stride + j * other_stride];
      if (isnan(entry))
        continue;
      sum += entry + others[j];
      count++;
    }
    double next = count > 0 ? -sum / count : 0;
    largest = fmax(largest, fabs(next - own[i]));
    own[i] = next;
  }
  return largest;
}

/* The scales minimise the sum of (log|a_ij| + log r_i + log c_j)^2 over the entries that are not zero, by turns in r
 * and c. The minimum moves with a change of units and nothing else does, so the balanced matrix does not depend on
 * them (A. R. Curtis, J. K. Reid, J. Inst. Maths Applics 10 (1972) 118). Scales are powers of two: no rounding. */
void
noslip_linear_balance(guint rows, guint columns, const double *a, double *row_scale, double *column_scale)
{
  g_autofree double *logs = g_new(double, (gsize) rows *columns + 1);
  for (gsize i = 0; i < (gsize) rows * columns; i++)
    logs[i] = a[i] != 0 && isfinite(a[i]) ? log2(fabs(a[i])) : NAN;
  memset(row_scale, 0, rows * sizeof(double));
  memset(column_scale, 0, columns * sizeof(double));
  double change = INFINITY;
  for (guint round = 0; round < ROUNDS && change > 0.01; round++) {
    change = relax(rows, columns, logs, columns, 1, row_scale, column_scale);
    change = fmax(change, relax(columns, rows, logs, 1, columns, column_scale, row_scale));
  }
  for (guint i = 0; i < rows; i++)
    row_scale[i] = exp2(round(CLAMP(row_scale[i], -EXPONENT_MOST, EXPONENT_MOST)));
  for (guint j = 0; j < columns; j++)
    column_scale[j] = exp2(round(CLAMP(column_scale[j], -EXPONENT_MOST, EXPONENT_MOST)));
}

/* The fast way to the usual answer. */
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
