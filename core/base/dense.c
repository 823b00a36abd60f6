/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/dense.h"

#include <float.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

struct _NoslipDense {
  guint n;
  gsl_matrix *lu;
  gsl_vector *x;
  gsl_permutation *permutation;
};

NoslipDense *
noslip_dense_new(guint n)
{
  NoslipDense *dense = g_new0(NoslipDense, 1);
  dense->n = n;
  if (n > 0) {
    dense->lu = gsl_matrix_calloc(n, n);
    dense->x = gsl_vector_calloc(n);
    dense->permutation = gsl_permutation_calloc(n);
  }
  return dense;
}

void
noslip_dense_free(NoslipDense *dense)
{
  if (!dense)
    return;
  if (dense->n > 0) {
    gsl_matrix_free(dense->lu);
    gsl_vector_free(dense->x);
    gsl_permutation_free(dense->permutation);
  }
  g_free(dense);
}

/* Each row divided by its largest entry, so that units do not decide what is small. */
static gboolean
load_scaled(NoslipDense *dense, const double *a, const double *b)
{
  for (guint i = 0; i < dense->n; i++) {
    double largest = 0;
    for (guint j = 0; j < dense->n; j++)
      largest = fmax(largest, fabs(a[i * dense->n + j]));
    if (!(largest > 0 && isfinite(largest) && isfinite(b[i])))
      return FALSE;
    for (guint j = 0; j < dense->n; j++) {
      double entry = a[i * dense->n + j] / largest;
      if (!isfinite(entry))
        return FALSE;
      gsl_matrix_set(dense->lu, i, j, entry);
    }
    gsl_vector_set(dense->x, i, b[i] / largest);
  }
  return TRUE;
}

gboolean
noslip_dense_solve(NoslipDense *dense, const double *a, const double *b, double *x)
{
  guint n = dense->n;
  if (n == 0)
    return TRUE;
  int sign;
  if (!load_scaled(dense, a, b) || gsl_linalg_LU_decomp(dense->lu, dense->permutation, &sign))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!(fabs(gsl_matrix_get(dense->lu, i, i)) > 16 * n * DBL_EPSILON))
      return FALSE;
  if (gsl_linalg_LU_svx(dense->lu, dense->permutation, dense->x))
    return FALSE;
  for (guint i = 0; i < n; i++)
    x[i] = gsl_vector_get(dense->x, i);
  return TRUE;
}

/* The place of the next pivot among the rows and columns that are left. */
static double
next_pivot(guint rows, guint columns, const double *a, const gboolean *row_done, const gboolean *column_done,
           const guint *preferred, guint *row, guint *column)
{
  double largest = 0;
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < columns; j++)
      if (!row_done[i] && !column_done[j])
        largest = fmax(largest, fabs(a[i * columns + j]));
  guint best = G_MAXUINT;
  double size = -1;
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < columns; j++) {
      double entry = fabs(a[i * columns + j]);
      guint weight = preferred ? preferred[i * columns + j] : 0;
      if (row_done[i] || column_done[j] || !(entry >= (preferred ? 0.3 : 1) * largest) || weight > best ||
          (weight == best && entry <= size))
        continue;
      best = weight;
      size = entry;
      *row = i;
      *column = j;
    }
  return largest;
}

guint
noslip_dense_pivots(guint rows, guint columns, double *a, double relative, const guint *preferred,
                    guint *pivot_rows, guint *pivot_columns)
{
  g_autofree gboolean *row_done = g_new0(gboolean, rows + 1);
  g_autofree gboolean *column_done = g_new0(gboolean, columns + 1);
  guint most = MIN(rows, columns), rank = 0;
  double least = 0;
  for (; rank < most; rank++) {
    guint row = 0, column = 0;
    double size = next_pivot(rows, columns, a, row_done, column_done, preferred, &row, &column);
    if (rank == 0)
      least = relative * size;
    if (!(size > least && isfinite(size)))
      break;
    pivot_rows[rank] = row;
    pivot_columns[rank] = column;
    row_done[row] = column_done[column] = TRUE;
    for (guint i = 0; i < rows; i++) {
      if (row_done[i])
        continue;
      double factor = a[i * columns + column] / a[row * columns + column];
      for (guint j = 0; j < columns; j++)
        if (!column_done[j])
          a[i * columns + j] -= factor * a[row * columns + j];
    }
  }
  return rank;
}
