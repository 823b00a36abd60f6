/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Velocities and multipliers from the vakonomic momenta: Newton's method with the matrix K of vakonomic-regular.c. */
#include "core/base/linear.h"
#include "core/dynamics/formulation.h"
#include "core/dynamics/vakonomic-workspace.h"
#include "core/system/model.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

#define NEWTON_MOST 50
#define NEWTON_ENOUGH 1e-15 /* of the size of the velocities and multipliers */

static void
fill_matrix(NoslipVakonomicWork *work)
{
  const NoslipVakonomic *self = work->dynamics;
  guint n = self->n, k = self->k;
  const double *hessian = work->system + n + k, *jacobian = hessian + n * n;
  gsl_matrix_set_zero(work->k_matrix);
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      gsl_matrix_set(work->k_matrix, a, b, hessian[a * n + b]);
  for (guint c = 0; c < k; c++)
    for (guint a = 0; a < n; a++) {
      gsl_matrix_set(work->k_matrix, n + c, a, jacobian[c * n + a]);
      gsl_matrix_set(work->k_matrix, a, n + c, jacobian[c * n + a]);
    }
}

/* The units of velocities are those of the kinetic metric at the state where the motion begins, those of the multipliers
 * make the rows of Phi as long as 1. An entry that happens to be tiny there does not spoil them, as it would spoil
 * noslip_linear_balance(). */
static void
find_scales(NoslipVakonomicWork *work)
{
  const NoslipVakonomic *self = work->dynamics;
  guint n = self->n, k = self->k;
  const double *hessian = work->system + n + k, *jacobian = hessian + n * n;
  noslip_linear_metric_scale(n, hessian, work->scale);
  for (guint c = 0; c < k; c++) {
    double length = 0;
    for (guint a = 0; a < n; a++)
      length = fmax(length, fabs(jacobian[c * n + a] * work->scale[a]));
    work->scale[n + c] = length > 0 && isfinite(length) ? 1 / length : 1;
  }
  work->scaled = TRUE;
}

static void
scale_matrix(NoslipVakonomicWork *work)
{
  guint size = work->dynamics->n + work->dynamics->k;
  if (!work->scaled)
    find_scales(work);
  for (guint i = 0; i < size; i++)
    for (guint j = 0; j < size; j++)
      *gsl_matrix_ptr(work->k_matrix, i, j) *= work->scale[i] * work->scale[j];
}

NoslipStepStatus
noslip_vakonomic_factorise(NoslipVakonomicWork *work)
{
  guint size = work->dynamics->n + work->dynamics->k;
  noslip_tape_evaluate(work->solve, work->in, work->system);
  fill_matrix(work);
  if (!noslip_all_finite(work->k_matrix->data, (gsize) size * size))
    return NOSLIP_STEP_UNDEFINED;
  scale_matrix(work);
  int sign;
  gsl_linalg_LU_decomp(work->k_matrix, work->permutation, &sign);
  double smallest = INFINITY, largest = 0;
  work->orientation = sign;
  for (guint i = 0; i < size; i++) {
    double pivot = gsl_matrix_get(work->k_matrix, i, i);
    if (pivot < 0)
      work->orientation = -work->orientation;
    smallest = fmin(smallest, fabs(pivot));
    largest = fmax(largest, fabs(pivot));
  }
  return smallest > NOSLIP_LINEAR_RANK * largest ? NOSLIP_STEP_OK : NOSLIP_STEP_RANK_LOST;
}

void
noslip_vakonomic_solve_matrix(NoslipVakonomicWork *work)
{
  guint size = work->dynamics->n + work->dynamics->k;
  for (guint i = 0; i < size; i++)
    *gsl_vector_ptr(work->right, i) *= work->scale[i];
  gsl_linalg_LU_solve(work->k_matrix, work->permutation, work->right, work->delta);
}

/* y and mu from p by Newton's method; they start from, and end in, work->in. K is left factorised at a point within
 * rounding of the solution. */
static NoslipStepStatus
iterate(NoslipVakonomicWork *work, const double *p)
{
  const NoslipVakonomic *self = work->dynamics;
  guint m = self->m, n = self->n, k = self->k;
  double previous = INFINITY;
  for (guint iteration = 0; iteration < NEWTON_MOST; iteration++) {
    NoslipStepStatus status = noslip_vakonomic_factorise(work);
    if (status != NOSLIP_STEP_OK)
      return status;
    for (guint a = 0; a < n; a++)
      gsl_vector_set(work->right, a, p[a] - work->system[a]);
    for (guint c = 0; c < k; c++)
      gsl_vector_set(work->right, n + c, -work->system[n + c]);
    noslip_vakonomic_solve_matrix(work);
    double change = 0, size = 0;
    for (guint i = 0; i < n + k; i++) {
      double step = gsl_vector_get(work->delta, i), scale = work->scale[i];
      work->in[m + i] += step * scale;
      change = fmax(change, fabs(step));
      size = fmax(size, fabs(work->in[m + i] / scale));
    }
    if (!isfinite(size))
      return NOSLIP_STEP_UNDEFINED;
    /* Converged, or as near as rounding lets it come. */
    if (change <= NEWTON_ENOUGH * size || (change <= 1e-10 * size && change >= previous))
      return work->orientation == work->entered ? NOSLIP_STEP_OK : NOSLIP_STEP_RANK_LOST;
    previous = change;
  }
  return NOSLIP_STEP_UNDEFINED;
}

NoslipStepStatus
noslip_vakonomic_solve_velocities(NoslipVakonomicWork *work, const double *p)
{
  const NoslipVakonomic *self = work->dynamics;
  gsize size = (self->n + self->k) * sizeof(double);
  memcpy(work->seed, work->in + self->m, size);
  NoslipStepStatus status = iterate(work, p);
  if (status != NOSLIP_STEP_OK)
    memcpy(work->in + self->m, work->seed, size);
  return status;
}
