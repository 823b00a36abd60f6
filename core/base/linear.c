/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/linear.h"

#include <float.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_permute_vector.h>
#include <math.h>

struct _NoslipLu {
  guint n;
  gsl_matrix *factors; /* L below, U on and above the diagonal */
  gsl_vector *x;
  gsl_permutation *permutation;
};

struct _NoslipQr {
  guint n;
  gsl_matrix *matrix; /* Householder vectors and R */
  gsl_vector *tau, *norm;
  gsl_permutation *permutation;
};

struct _NoslipSvd {
  guint rows, columns, order; /* order = max(rows, columns): the matrix is padded with zeros to a square */
  gsl_matrix *u, *v;
  gsl_vector *values, *work;
  double *coefficients;
};

gboolean
noslip_all_finite(const double *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (!isfinite(values[i]))
      return FALSE;
  return TRUE;
}

NoslipLu *
noslip_lu_new(guint n)
{
  NoslipLu *lu = g_new0(NoslipLu, 1);
  lu->n = n;
  if (n > 0) {
    lu->factors = gsl_matrix_calloc(n, n);
    lu->x = gsl_vector_calloc(n);
    lu->permutation = gsl_permutation_calloc(n);
  }
  return lu;
}

void
noslip_lu_free(NoslipLu *lu)
{
  if (lu == NULL)
    return;
  gsl_matrix_free(lu->factors);
  gsl_vector_free(lu->x);
  gsl_permutation_free(lu->permutation);
  g_free(lu);
}

/* Divides each row by its largest entry, so that units do not decide what is small. */
static gboolean
load_scaled(NoslipLu *lu, const double *a, const double *b)
{
  for (guint i = 0; i < lu->n; i++) {
    double largest = 0;
    for (guint j = 0; j < lu->n; j++)
      largest = fmax(largest, fabs(a[i * lu->n + j]));
    if (!(largest > 0 && isfinite(largest) && isfinite(b[i])))
      return FALSE;
    for (guint j = 0; j < lu->n; j++) {
      double entry = a[i * lu->n + j] / largest;
      if (!isfinite(entry))
        return FALSE;
      gsl_matrix_set(lu->factors, i, j, entry);
    }
    gsl_vector_set(lu->x, i, b[i] / largest);
  }
  return TRUE;
}

gboolean
noslip_lu_solve(NoslipLu *lu, const double *a, const double *b, double *x)
{
  guint n = lu->n;
  if (n == 0)
    return TRUE;
  int sign;
  if (!load_scaled(lu, a, b) || gsl_linalg_LU_decomp(lu->factors, lu->permutation, &sign))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!(fabs(gsl_matrix_get(lu->factors, i, i)) > 16 * n * DBL_EPSILON))
      return FALSE;
  if (gsl_linalg_LU_svx(lu->factors, lu->permutation, lu->x))
    return FALSE;
  for (guint i = 0; i < n; i++)
    x[i] = gsl_vector_get(lu->x, i);
  return TRUE;
}

NoslipQr *
noslip_qr_new(guint n)
{
  NoslipQr *qr = g_new0(NoslipQr, 1);
  qr->n = n;
  if (n > 0) {
    qr->matrix = gsl_matrix_calloc(n, n);
    qr->tau = gsl_vector_calloc(n);
    qr->norm = gsl_vector_calloc(n);
    qr->permutation = gsl_permutation_calloc(n);
  }
  return qr;
}

void
noslip_qr_free(NoslipQr *qr)
{
  if (qr == NULL)
    return;
  gsl_matrix_free(qr->matrix);
  gsl_vector_free(qr->tau);
  gsl_vector_free(qr->norm);
  gsl_permutation_free(qr->permutation);
  g_free(qr);
}

gboolean
noslip_qr_factor(NoslipQr *qr, const double *a)
{
  guint n = qr->n;
  if (!noslip_all_finite(a, (gsize) n * n))
    return FALSE;
  if (n == 0)
    return TRUE;
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      gsl_matrix_set(qr->matrix, i, j, a[(gsize) i * n + j]);
  int sign;
  return gsl_linalg_QRPT_decomp(qr->matrix, qr->tau, qr->permutation, &sign, qr->norm) == 0;
}

double
noslip_qr_reciprocal_condition(const NoslipQr *qr)
{
  if (qr->n == 0)
    return 1;
  double largest = 0, smallest = INFINITY;
  for (guint i = 0; i < qr->n; i++) {
    double r = fabs(gsl_matrix_get(qr->matrix, i, i));
    largest = fmax(largest, r);
    smallest = fmin(smallest, r);
  }
  return largest > 0 ? smallest / largest : 0;
}

gboolean
noslip_qr_solve(NoslipQr *qr, double *b)
{
  guint n = qr->n;
  if (n == 0)
    return TRUE;
  if (!noslip_all_finite(b, n))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (gsl_matrix_get(qr->matrix, i, i) == 0)
      return FALSE;
  gsl_vector_view x = gsl_vector_view_array(b, n);
  if (gsl_linalg_QR_QTvec(qr->matrix, qr->tau, &x.vector) != 0)
    return FALSE;
  for (guint i = n; i-- > 0;) {
    double sum = b[i];
    for (guint j = i + 1; j < n; j++)
      sum -= gsl_matrix_get(qr->matrix, i, j) * b[j];
    b[i] = sum / gsl_matrix_get(qr->matrix, i, i);
  }
  return gsl_permute_vector_inverse(qr->permutation, &x.vector) == 0 && noslip_all_finite(b, n);
}

NoslipSvd *
noslip_svd_new(guint rows, guint columns)
{
  NoslipSvd *svd = g_new0(NoslipSvd, 1);
  svd->rows = rows;
  svd->columns = columns;
  guint order = svd->order = MAX(MAX(rows, columns), 1);
  svd->u = gsl_matrix_calloc(order, order);
  svd->v = gsl_matrix_calloc(order, order);
  svd->values = gsl_vector_calloc(order);
  svd->work = gsl_vector_calloc(order);
  svd->coefficients = g_new0(double, order);
  return svd;
}

void
noslip_svd_free(NoslipSvd *svd)
{
  if (svd == NULL)
    return;
  gsl_matrix_free(svd->u);
  gsl_matrix_free(svd->v);
  gsl_vector_free(svd->values);
  gsl_vector_free(svd->work);
  g_free(svd->coefficients);
  g_free(svd);
}

gboolean
noslip_svd_factor(NoslipSvd *svd, const double *a)
{
  if (!noslip_all_finite(a, (gsize) svd->rows * svd->columns))
    return FALSE;
  gsl_matrix_set_zero(svd->u);
  for (guint i = 0; i < svd->rows; i++)
    for (guint j = 0; j < svd->columns; j++)
      gsl_matrix_set(svd->u, i, j, a[(gsize) i * svd->columns + j]);
  /* One-sided Jacobi rotations find small singular values to high relative accuracy, as rank decisions need. They leave
   * zero columns in u for vanishing values and an orthogonal v. Sweeps that end at round-off are reported as "not
   * converged"; their result is as accurate as possible all the same. */
  gsl_linalg_SV_decomp_jacobi(svd->u, svd->v, svd->values);
  return noslip_all_finite(svd->values->data, svd->order);
}

double
noslip_svd_value(const NoslipSvd *svd, guint i)
{
  return gsl_vector_get(svd->values, i);
}

guint
noslip_svd_rank(const NoslipSvd *svd, double relative)
{
  double largest = gsl_vector_get(svd->values, 0);
  guint rank = 0, most = MIN(svd->rows, svd->columns);
  while (rank < most && gsl_vector_get(svd->values, rank) > relative * largest)
    rank++;
  return rank;
}

void
noslip_svd_solve(NoslipSvd *svd, double relative, const double *b, double *x)
{
  guint rank = noslip_svd_rank(svd, relative);
  for (guint r = 0; r < rank; r++) {
    double sum = 0;
    for (guint i = 0; i < svd->rows; i++)
      sum += gsl_matrix_get(svd->u, i, r) * b[i];
    svd->coefficients[r] = sum / gsl_vector_get(svd->values, r);
  }
  for (guint j = 0; j < svd->columns; j++) {
    double sum = 0;
    for (guint r = 0; r < rank; r++)
      sum += gsl_matrix_get(svd->v, j, r) * svd->coefficients[r];
    x[j] = sum;
  }
}

/* Columns of v beyond the rank. If rows > columns the padding adds unit vectors along coordinates that do not exist;
 * Jacobi rotations never mix zero columns with others, so these vectors have no component inside and are left out. */
guint
noslip_svd_kernel(NoslipSvd *svd, double relative, double *basis)
{
  guint n = svd->columns, found = 0;
  for (guint r = noslip_svd_rank(svd, relative); r < svd->order && found < n; r++) {
    double norm = 0;
    for (guint j = 0; j < n; j++)
      norm += gsl_matrix_get(svd->v, j, r) * gsl_matrix_get(svd->v, j, r);
    if (norm < 0.5)
      continue;
    for (guint j = 0; j < n; j++)
      basis[(gsize) found * n + j] = gsl_matrix_get(svd->v, j, r);
    found++;
  }
  return found;
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
noslip_linear_pivots(guint rows, guint columns, double *a, double relative, const guint *preferred, guint *pivot_rows,
                     guint *pivot_columns)
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

double
noslip_linear_determinant_sign(guint k, double *matrix, double least)
{
  double sign = 1;
  for (guint step = 0; step < k; step++) {
    guint pivot = step;
    for (guint c = step + 1; c < k; c++)
      if (fabs(matrix[c * k + step]) > fabs(matrix[pivot * k + step]))
        pivot = c;
    if (!(fabs(matrix[pivot * k + step]) > least))
      return 0;
    if (pivot != step) {
      sign = -sign;
      for (guint d = 0; d < k; d++) {
        double swap = matrix[step * k + d];
        matrix[step * k + d] = matrix[pivot * k + d];
        matrix[pivot * k + d] = swap;
      }
    }
    if (matrix[step * k + step] < 0)
      sign = -sign;
    for (guint c = step + 1; c < k; c++) {
      double factor = matrix[c * k + step] / matrix[step * k + step];
      for (guint d = step; d < k; d++)
        matrix[c * k + d] -= factor * matrix[step * k + d];
    }
  }
  return sign;
}

void
noslip_linear_reduce(guint rows, guint columns, double *a, double *b)
{
  gsl_matrix_view matrix = gsl_matrix_view_array(a, rows, columns);
  gsl_vector_view right = gsl_vector_view_array(b, rows);
  gsl_vector *tau = gsl_vector_alloc(columns);
  gsl_linalg_QR_decomp(&matrix.matrix, tau);
  gsl_linalg_QR_QTvec(&matrix.matrix, tau, &right.vector);
  gsl_vector_free(tau);
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < columns && j < i; j++)
      a[(gsize) i * columns + j] = 0;
}
