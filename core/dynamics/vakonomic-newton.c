/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Velocities and multipliers from the vakonomic momenta: Newton's method with the matrix K of vakonomic-regular.c. */
#include "core/base/linear.h"
#include "core/dynamics/formulation.h"
#include "core/dynamics/vakonomic-workspace.h"
#include "core/system/model.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define NEWTON_MOST 50
#define NEWTON_ENOUGH 1e-15 /* relative to the size of the velocities and multipliers */

/* The units of velocities are those of the kinetic metric at the state where the motion begins; the units of the
 * multipliers scale the rows of Phi to length 1. Unlike noslip_linear_balance(), this is not affected by an entry that
 * happens to be tiny there. */
static void
find_scales(NoslipVakonomicWorkspace *work)
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
  for (guint i = 0; i < n + k; i++)
    work->unit[i] = 1 / work->scale[i];
  work->scaled = TRUE;
}

/* Fills the scaled K. FALSE if it is not finite. */
static gboolean
fill_matrix(NoslipVakonomicWorkspace *work)
{
  const NoslipVakonomic *self = work->dynamics;
  guint n = self->n, k = self->k, size = n + k;
  const double *hessian = work->system + n + k, *jacobian = hessian + n * n, *scale = work->scale;
  double *matrix = work->k_matrix, sum = 0; /* only for a finite number is the product with zero zero */
  if (!work->scaled && !noslip_all_finite(hessian, ((gsize) n + k) * n))
    return FALSE;
  if (!work->scaled)
    find_scales(work);
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++) {
      sum += 0 * hessian[a * n + b];
      matrix[a * size + b] = hessian[a * n + b] * (scale[a] * scale[b]);
    }
  for (guint c = 0; c < k; c++)
    for (guint a = 0; a < n; a++) {
      sum += 0 * jacobian[c * n + a];
      double entry = jacobian[c * n + a] * (scale[n + c] * scale[a]);
      matrix[(n + c) * size + a] = matrix[a * size + n + c] = entry;
    }
  for (guint c = n; c < size; c++)
    for (guint d = n; d < size; d++)
      matrix[c * size + d] = 0;
  return sum == 0;
}

/* LU factors of a in place, by rows: row i of the result was row order[i] of a. Returns the sign of that permutation.
 * For these small matrices the calls of a library would take longer than the sums. */
static int
factorise(guint n, double *a, guint *order)
{
  int sign = 1;
  for (guint i = 0; i < n; i++)
    order[i] = i;
  for (guint i = 0; i < n; i++) {
    guint pivot = i;
    for (guint r = i + 1; r < n; r++)
      if (fabs(a[r * n + i]) > fabs(a[pivot * n + i]))
        pivot = r;
    if (pivot != i) {
      for (guint c = 0; c < n; c++) {
        double kept = a[i * n + c];
        a[i * n + c] = a[pivot * n + c];
        a[pivot * n + c] = kept;
      }
      guint kept = order[i];
      order[i] = order[pivot];
      order[pivot] = kept;
      sign = -sign;
    }
    double value = a[i * n + i], inverse = 1 / value;
    gboolean tiny = !(fabs(value) >= DBL_MIN);
    for (guint r = i + 1; r < n; r++) {
      double factor = a[r * n + i] = tiny ? a[r * n + i] / value : a[r * n + i] * inverse;
      for (guint c = i + 1; c < n; c++)
        a[r * n + c] -= factor * a[i * n + c];
    }
  }
  return sign;
}

static void
substitute(guint n, const double *a, const guint *order, const double *right, double *x)
{
  for (guint i = 0; i < n; i++) {
    double sum = right[order[i]];
    for (guint c = 0; c < i; c++)
      sum -= a[i * n + c] * x[c];
    x[i] = sum;
  }
  for (guint i = n; i-- > 0;) {
    double sum = x[i];
    for (guint c = i + 1; c < n; c++)
      sum -= a[i * n + c] * x[c];
    x[i] = sum / a[i * n + i];
  }
}

NoslipStepStatus
noslip_vakonomic_factorise(NoslipVakonomicWorkspace *work)
{
  guint size = work->dynamics->n + work->dynamics->k;
  noslip_tape_evaluate(work->solve, work->in, work->system);
  if (!fill_matrix(work))
    return NOSLIP_STEP_UNDEFINED;
  double smallest = INFINITY, largest = 0;
  work->orientation = factorise(size, work->k_matrix, work->permutation);
  for (guint i = 0; i < size; i++) {
    double pivot = work->k_matrix[(gsize) i * size + i];
    if (pivot < 0)
      work->orientation = -work->orientation;
    pivot = fabs(pivot);
    smallest = pivot < smallest ? pivot : smallest;
    largest = pivot > largest ? pivot : largest;
  }
  return smallest > NOSLIP_LINEAR_RANK * largest ? NOSLIP_STEP_OK : NOSLIP_STEP_RANK_LOST;
}

void
noslip_vakonomic_solve_matrix(NoslipVakonomicWorkspace *work)
{
  guint size = work->dynamics->n + work->dynamics->k;
  for (guint i = 0; i < size; i++)
    work->right[i] *= work->scale[i];
  substitute(size, work->k_matrix, work->permutation, work->right, work->delta);
}

/* The same as iterate(), with the steps of work->step. FALSE if a pivot has become small or the steps do not converge:
 * iterate() then decides. */
static gboolean
iterate_in_symbols(NoslipVakonomicWorkspace *work)
{
  const NoslipVakonomic *self = work->dynamics;
  guint m = self->m, size = self->n + self->k;
  const double *change = work->step_out, *pivots = change + size;
  double previous = INFINITY;
  for (guint iteration = 0; work->step != NULL && iteration < NEWTON_MOST; iteration++) {
    double largest = 0, most = 0;
    noslip_tape_evaluate(work->step, work->in, work->step_out);
    for (guint i = 0; i < size; i++) {
      if (!(pivots[i] * work->pivots[i] > NOSLIP_VAKONOMIC_PIVOT_SHRUNK))
        return FALSE;
      work->in[m + i] += change[i];
      double moved = fabs(change[i] * work->unit[i]), here = fabs(work->in[m + i] * work->unit[i]);
      largest = moved > largest ? moved : largest;
      most = here > most || isnan(here) ? here : most;
    }
    if (!isfinite(most))
      return FALSE;
    if (largest <= NEWTON_ENOUGH * most || (largest <= 1e-10 * most && largest >= previous))
      return TRUE;
    previous = largest;
  }
  return FALSE;
}

/* Computes y and mu from p by Newton's method, from and to work->in. At the end K is factorised at a point within
 * rounding of the solution. */
static NoslipStepStatus
iterate(NoslipVakonomicWorkspace *work, const double *p)
{
  const NoslipVakonomic *self = work->dynamics;
  guint m = self->m, n = self->n, k = self->k;
  double previous = INFINITY;
  for (guint iteration = 0; iteration < NEWTON_MOST; iteration++) {
    NoslipStepStatus status = noslip_vakonomic_factorise(work);
    if (status != NOSLIP_STEP_OK)
      return status;
    for (guint a = 0; a < n; a++)
      work->right[a] = p[a] - work->system[a];
    for (guint c = 0; c < k; c++)
      work->right[n + c] = -work->system[n + c];
    noslip_vakonomic_solve_matrix(work);
    double change = 0, size = 0;
    for (guint i = 0; i < n + k; i++) {
      double step = work->delta[i], scale = work->scale[i];
      work->in[m + i] += step * scale;
      double moved = fabs(step), here = fabs(work->in[m + i] / scale);
      change = moved > change ? moved : change;
      size = here > size ? here : size;
    }
    if (!isfinite(size))
      return NOSLIP_STEP_UNDEFINED;
    /* Converged, or as close as rounding allows. */
    if (change <= NEWTON_ENOUGH * size || (change <= 1e-10 * size && change >= previous))
      return work->orientation == work->entered ? NOSLIP_STEP_OK : NOSLIP_STEP_RANK_LOST;
    previous = change;
  }
  return NOSLIP_STEP_UNDEFINED;
}

NoslipStepStatus
noslip_vakonomic_solve_velocities(NoslipVakonomicWorkspace *work, const double *p)
{
  const NoslipVakonomic *self = work->dynamics;
  gsize size = (self->n + self->k) * sizeof(double);
  memcpy(work->seed, work->in + self->m, size);
  if (iterate_in_symbols(work))
    return NOSLIP_STEP_OK;
  memcpy(work->in + self->m, work->seed, size);
  NoslipStepStatus status = iterate(work, p);
  if (status != NOSLIP_STEP_OK)
    memcpy(work->in + self->m, work->seed, size);
  return status;
}
