/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/saddle-private.h"

#include <math.h>
#include <string.h>

/* The matrix C = Phi W^-1 Phi^T counts as singular below this fraction of its largest singular value; ROW_TOLERANCE is
 * its root, because a constraint's row enters C squared. */
#define RANK_TOLERANCE NOSLIP_LINEAR_RANK
#define ROW_TOLERANCE 1e-6
/* A row as small as that vanishes if it falls by a factor e within this part of the time since the start; one that
 * falls in no special time, such as exp(-t) (y' - x x'), is only small. */
#define ROW_SOON 1e-2
/* A row whose independent part is below this fraction is named as the dependent one. */
#define DEPENDENT_PART 1e-4

NoslipSaddleDense *
noslip_saddle_dense_new(guint n, guint k)
{
  NoslipSaddleDense *dense = g_new0(NoslipSaddleDense, 1);
  gsize size = (gsize) n + k;
  dense->n = n;
  dense->k = k;
  dense->qr = noslip_qr_new(n + k);
  dense->matrix = g_new0(double, size *size + 1);
  dense->right = g_new0(double, size + 1);
  dense->column_scale = g_new0(double, (gsize) n + 1);
  dense->row_scale = g_new0(double, (gsize) k + 1);
  dense->row_reference = g_new0(double, (gsize) k + 1);
  dense->row_decay = g_new0(double, (gsize) k + 1);
  dense->gram = g_new0(double, (gsize) k *n + 1);
  dense->failure = -1;
  return dense;
}

void
noslip_saddle_dense_free(NoslipSaddleDense *dense)
{
  if (dense == NULL)
    return;
  noslip_qr_free(dense->qr);
  g_free(dense->matrix);
  g_free(dense->right);
  g_free(dense->column_scale);
  g_free(dense->row_scale);
  g_free(dense->row_reference);
  g_free(dense->row_decay);
  g_free(dense->gram);
  g_free(dense);
}

void
noslip_saddle_dense_enter(NoslipSaddleDense *dense)
{
  memset(dense->row_reference, 0, dense->k * sizeof(double));
  dense->t_start = dense->t_last = (double) NAN;
  for (guint c = 0; c < dense->k; c++)
    dense->row_decay[c] = INFINITY;
}

/* |Phi_A| in the metric. */
static double
row_norm(const NoslipSaddleDense *dense, const double *phi, guint c)
{
  double norm = 0;
  for (guint a = 0; a < dense->n; a++)
    norm = hypot(norm, phi[(gsize) c * dense->n + a] * dense->column_scale[a]);
  return norm;
}

void
noslip_saddle_dense_follow(NoslipSaddleDense *dense, double t, const double *before, const double *phi)
{
  double part = fabs(t - dense->t_last); /* NaN at the start */
  for (guint c = 0; c < dense->k && part > 0; c++)
    dense->row_decay[c] = log(row_norm(dense, before, c) / row_norm(dense, phi, c)) / part;
  if (isnan(dense->t_last))
    dense->t_start = t;
  dense->t_last = t;
}

guint
noslip_saddle_weakest_row(guint n, guint k, const double *phi, const double *scale, double *gram, double *part)
{
  guint weakest = 0;
  *part = 1;
  for (guint c = 0; c < k; c++) {
    double *row = gram + (gsize) c * n, whole = 0, rest = 0;
    for (guint a = 0; a < n; a++) {
      row[a] = phi[(gsize) c * n + a] * scale[a];
      whole += row[a] * row[a];
    }
    for (guint pass = 0; pass < 2; pass++)
      for (guint b = 0; b < c; b++) {
        const double *other = gram + (gsize) b * n;
        double along = 0;
        for (guint a = 0; a < n; a++)
          along += row[a] * other[a];
        for (guint a = 0; a < n; a++)
          row[a] -= along * other[a];
      }
    for (guint a = 0; a < n; a++)
      rest += row[a] * row[a];
    double left = whole > 0 ? sqrt(rest / whole) : 0;
    if (left < *part) {
      *part = left;
      weakest = c;
    }
    double norm = sqrt(rest);
    for (guint a = 0; a < n; a++)
      row[a] = norm > 0 ? row[a] / norm : 0;
  }
  return weakest;
}

static gboolean
scale_rows(NoslipSaddleDense *dense, const double *phi)
{
  for (guint c = 0; c < dense->k; c++) {
    double norm = row_norm(dense, phi, c);
    if (dense->row_reference[c] == 0)
      dense->row_reference[c] = norm;
    gboolean soon = !(dense->row_decay[c] * ROW_SOON * fabs(dense->t_last - dense->t_start) < 1);
    if (!(norm > (soon ? ROW_TOLERANCE * dense->row_reference[c] : 0))) {
      dense->failure = (int) c;
      return FALSE;
    }
    dense->row_scale[c] = 1 / norm;
  }
  return TRUE;
}

NoslipStepStatus
noslip_saddle_dense_factor(NoslipSaddleDense *dense, const double *mass, const double *phi)
{
  guint n = dense->n, k = dense->k, size = n + k;
  dense->failure = -1;
  for (gsize i = 0; i < (gsize) n * n; i++)
    if (!isfinite(mass[i]))
      return NOSLIP_STEP_UNDEFINED;
  for (gsize i = 0; i < (gsize) k * n; i++)
    if (!isfinite(phi[i]))
      return NOSLIP_STEP_UNDEFINED;
  noslip_linear_metric_scale(n, mass, dense->column_scale);
  if (!scale_rows(dense, phi))
    return NOSLIP_STEP_RANK_LOST;
  memset(dense->matrix, 0, (gsize) size * size * sizeof(double));
  for (guint a = 0; a < n; a++) {
    for (guint b = 0; b < n; b++)
      dense->matrix[(gsize) a * size + b] = mass[(gsize) a * n + b] * dense->column_scale[a] * dense->column_scale[b];
    for (guint c = 0; c < k; c++) {
      double entry = phi[(gsize) c * n + a] * dense->column_scale[a] * dense->row_scale[c];
      dense->matrix[(gsize) a * size + n + c] = -entry;
      dense->matrix[((gsize) n + c) * size + a] = entry;
    }
  }
  if (!noslip_qr_factor(dense->qr, dense->matrix))
    return NOSLIP_STEP_UNDEFINED;
  if (noslip_qr_reciprocal_condition(dense->qr) > RANK_TOLERANCE)
    return NOSLIP_STEP_OK;
  double part;
  guint weakest = noslip_saddle_weakest_row(n, k, phi, dense->column_scale, dense->gram, &part);
  dense->failure = part < DEPENDENT_PART ? (int) weakest : -1;
  return NOSLIP_STEP_RANK_LOST;
}

gboolean
noslip_saddle_dense_solve(NoslipSaddleDense *dense, double *f, double *g)
{
  guint n = dense->n, k = dense->k;
  for (guint a = 0; a < n; a++)
    dense->right[a] = f[a] * dense->column_scale[a];
  for (guint c = 0; c < k; c++)
    dense->right[n + c] = g[c] * dense->row_scale[c];
  if (!noslip_qr_solve(dense->qr, dense->right))
    return FALSE;
  for (guint a = 0; a < n; a++)
    f[a] = dense->right[a] * dense->column_scale[a];
  for (guint c = 0; c < k; c++)
    g[c] = dense->right[n + c] * dense->row_scale[c];
  return TRUE;
}
