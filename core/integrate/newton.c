/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/newton.h"

#include "core/base/linear.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Above this reciprocal condition a matrix is regular, and its scales are good enough for the next one. */
#define REGULAR 1e-6
/* Unknowns this small count as round-off of larger ones: near an equilibrium at 0 the steps never become small relative
 * to the unknowns themselves. In the largest of the units that the columns have. */
#define SMALLEST 1e-3

struct _NoslipNewton {
  guint size;
  gboolean scaled; /* the scales are those of a matrix before */
  double *row_scale, *column_scale, *matrix, *solution;
  double *row_most, *column_most; /* largest scaled entries of each row and column when the scales were set */
  NoslipQr *qr;
};

NoslipNewton *
noslip_newton_new(guint size)
{
  NoslipNewton *newton = g_new0(NoslipNewton, 1);
  newton->size = size;
  newton->row_scale = g_new0(double, size + 1);
  newton->column_scale = g_new0(double, size + 1);
  newton->matrix = g_new0(double, (gsize) size *size + 1);
  newton->solution = g_new0(double, size + 1);
  newton->row_most = g_new0(double, size + 1);
  newton->column_most = g_new0(double, size + 1);
  newton->qr = noslip_qr_new(size);
  noslip_newton_forget(newton);
  return newton;
}

void
noslip_newton_free(NoslipNewton *newton)
{
  if (newton == NULL)
    return;
  g_free(newton->row_scale);
  g_free(newton->column_scale);
  g_free(newton->matrix);
  g_free(newton->solution);
  g_free(newton->row_most);
  g_free(newton->column_most);
  noslip_qr_free(newton->qr);
  g_free(newton);
}

void
noslip_newton_forget(NoslipNewton *newton)
{
  newton->scaled = FALSE;
  for (guint i = 0; i < newton->size; i++)
    newton->row_scale[i] = newton->column_scale[i] = 1;
}

/* Factors the scaled matrix; the reciprocal condition, or NaN if a value is not finite. */
static double
factor_scaled(NoslipNewton *newton, const double *matrix)
{
  gsize size = newton->size;
  for (gsize i = 0; i < size; i++)
    for (gsize j = 0; j < size; j++)
      newton->matrix[i * size + j] = matrix[i * size + j] * newton->row_scale[i] * newton->column_scale[j];
  return noslip_qr_factor(newton->qr, newton->matrix) ? noslip_qr_reciprocal_condition(newton->qr) : (double) NAN;
}

/* The largest entries of each row and column of the matrix in the newton's scales. */
static void
find_largest(const NoslipNewton *newton, const double *matrix, double *row_most, double *column_most)
{
  gsize size = newton->size;
  memset(row_most, 0, size * sizeof(double));
  memset(column_most, 0, size * sizeof(double));
  for (gsize i = 0; i < size; i++)
    for (gsize j = 0; j < size; j++) {
      double entry = fabs(matrix[i * size + j]) * newton->row_scale[i] * newton->column_scale[j];
      row_most[i] = fmax(row_most[i], entry);
      column_most[j] = fmax(column_most[j], entry);
    }
}

/* Whether a row or a column has fallen to round-off since the scales were set. */
static gboolean
has_fallen(const NoslipNewton *newton, const double *matrix)
{
  g_autofree double *row_most = g_new(double, newton->size + 1);
  g_autofree double *column_most = g_new(double, newton->size + 1);
  find_largest(newton, matrix, row_most, column_most);
  for (guint i = 0; i < newton->size; i++)
    if (row_most[i] < DBL_EPSILON * newton->row_most[i] || column_most[i] < DBL_EPSILON * newton->column_most[i])
      return TRUE;
  return FALSE;
}

/* Scales the rows and columns anew and factors the matrix; keeps the present scales if it is more regular in them.
 * Returns the reciprocal condition; `condition` is that in the present scales. */
static double
rescale(NoslipNewton *newton, const double *matrix, double condition)
{
  gsize length = newton->size * sizeof(double);
  g_autofree double *row_scale = g_memdup2(newton->row_scale, length);
  g_autofree double *column_scale = g_memdup2(newton->column_scale, length);
  if (!noslip_linear_balance_carrying(newton->size, matrix, newton->row_scale, newton->column_scale))
    return 0;
  double balanced = factor_scaled(newton, matrix);
  if (balanced >= condition) {
    newton->scaled = FALSE;
    return balanced;
  }
  memcpy(newton->row_scale, row_scale, length);
  memcpy(newton->column_scale, column_scale, length);
  return factor_scaled(newton, matrix);
}

/* With units of its own a regular matrix may look singular, so that its rows and columns are scaled before its rank is
 * judged. But the scales would also enlarge a row that falls to the round-off of zero between two matrices: with it the
 * rank is lost. */
static NoslipStepStatus
factor(NoslipNewton *newton, const double *matrix)
{
  double condition = factor_scaled(newton, matrix);
  if (condition <= REGULAR) {
    if (newton->scaled && has_fallen(newton, matrix))
      condition = 0;
    else
      condition = rescale(newton, matrix, condition);
  }
  if (isnan(condition))
    return NOSLIP_STEP_UNDEFINED;
  if (condition < DBL_EPSILON) {
    newton->scaled = FALSE;
    return NOSLIP_STEP_RANK_LOST;
  }
  if (!newton->scaled)
    find_largest(newton, matrix, newton->row_most, newton->column_most);
  newton->scaled = TRUE;
  return NOSLIP_STEP_OK;
}

NoslipStepStatus
noslip_newton_step(NoslipNewton *newton, const double *matrix, double *right, guint judged, double *unknowns,
                   double *change)
{
  guint size = newton->size;
  if (!noslip_all_finite(right, size))
    return NOSLIP_STEP_UNDEFINED;
  NoslipStepStatus status = factor(newton, matrix);
  if (status != NOSLIP_STEP_OK)
    return status;
  for (guint i = 0; i < size; i++)
    newton->solution[i] = right[i] * newton->row_scale[i];
  if (!noslip_qr_solve(newton->qr, newton->solution))
    return NOSLIP_STEP_RANK_LOST;
  double largest = 0, unit = 0, reach = 0;
  for (guint j = 0; j < size; j++) {
    right[j] = newton->solution[j] * newton->column_scale[j];
    unknowns[j] -= right[j];
    if (j >= judged)
      continue;
    unit = fmax(unit, newton->column_scale[j]);
    largest = fmax(largest, fabs(newton->solution[j]));
    reach = fmax(reach, fabs(unknowns[j]) / newton->column_scale[j]);
  }
  *change = largest > 0 ? largest / fmax(reach, SMALLEST / unit) : 0;
  return NOSLIP_STEP_OK;
}

gboolean
noslip_newton_has_converged(double change, double before)
{
  return change == 0 || (change < NOSLIP_NEWTON_CONVERGED && !(change < 0.5 * before));
}
