/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Detects a loss of rank between two accepted states. The constraints' directions span a k-dimensional space; when it
 * passes through a loss of rank (a row through zero, two rows through each other) its orientation flips, so
 * det(Phi(before) G Phi(now)^T) changes its sign. The sign also changes if the space turns by more than a right angle
 * in one step, so the chord between the two states is first followed in small parts. */
#include "core/dynamics/saddle-private.h"

#include <math.h>
#include <string.h>

#define CHORD_PARTS 64
#define CHORD_STATES NOSLIP_SADDLE_CHORD_STATES

/* Sign of det(a b^T) of two k x n arrays with orthonormal rows. */
static double
orientation(guint n, guint k, const double *a, const double *b)
{
  double matrix[CHORD_STATES * CHORD_STATES];
  for (guint c = 0; c < k; c++)
    for (guint d = 0; d < k; d++) {
      double sum = 0;
      for (guint i = 0; i < n; i++)
        sum += a[(gsize) c * n + i] * b[(gsize) d * n + i];
      matrix[c * k + d] = sum;
    }
  return noslip_linear_determinant_sign(k, matrix, 0);
}

/* Orthonormalises the rows of Phi one after the other, in units of the kinetic metric, so that almost dependent rows
 * have a correct orientation too, up to rounding. */
static void
find_basis(NoslipSaddleWorkspace *work, const double *phi, double *basis)
{
  double part;
  noslip_saddle_weakest_row(work->saddle->n, work->saddle->k, phi, work->dense->column_scale, basis, &part);
}

/* Whether the orientation flips between the states with the values `before` and `phi` of Phi. */
static gboolean
flips(NoslipSaddleWorkspace *work, const double *before, const double *phi)
{
  guint n = work->saddle->n, k = work->saddle->k;
  double *other = work->bases + (gsize) k * n;
  find_basis(work, before, work->bases);
  find_basis(work, phi, other);
  return orientation(n, k, work->bases, other) < 0;
}

/* Whether an odd number of the n + k pivots in work->out is negative. */
static gboolean
saddle_parity(const NoslipSaddleWorkspace *work)
{
  gsize m = work->saddle->m, size = (gsize) work->saddle->n + work->saddle->k;
  gboolean parity = FALSE;
  for (gsize i = 0; i < size; i++)
    parity ^= work->out[m + size + i] < 0;
  return parity;
}

/* Whether accept() looks for changes of sign of the pivots. */
static gboolean
saddle_watches_pivots(const NoslipSaddleWorkspace *work)
{
  return work->saddle->pivots_vary && !work->dense_only && work->rates != NULL;
}

gboolean
noslip_saddle_watches_directions(const NoslipSaddle *saddle)
{
  return saddle->directions_vary && saddle->k <= CHORD_STATES;
}

/* Whether the orientation flips within one of CHORD_PARTS parts of the line from the last accepted state to z. */
static gboolean
flips_on_chord(NoslipSaddleWorkspace *work, double t, const double *z)
{
  const NoslipSaddle *saddle = work->saddle;
  guint n = saddle->n, k = saddle->k;
  gsize size = (gsize) saddle->m + n;
  double *point = work->dense_out; /* large enough for a state, and unused between solutions */
  memcpy(work->dense->gram, work->before, (gsize) k * n * sizeof(double));
  for (guint part = 1; part <= CHORD_PARTS; part++) {
    double s = (double) part / CHORD_PARTS;
    for (gsize i = 0; i < size; i++)
      point[i] = work->state[i] + s * (z[i] - work->state[i]);
    noslip_saddle_constraints(work, t, point);
    const double *phi = work->phi_out + 2 * (gsize) k;
    if (flips(work, work->dense->gram, phi))
      return TRUE;
    memcpy(work->dense->gram, phi, (gsize) k * n * sizeof(double));
  }
  return FALSE;
}

/* The constraint to name in the error: the one whose direction has reversed, or the one that depends on the others. */
static int
constraint_to_name(NoslipSaddleWorkspace *work, double t, const double *z)
{
  const NoslipSaddle *saddle = work->saddle;
  guint n = saddle->n, k = saddle->k;
  noslip_saddle_constraints(work, t, z);
  const double *phi = work->phi_out + 2 * (gsize) k;
  for (guint c = 0; c < k; c++) {
    double along = 0;
    for (guint i = 0; i < n; i++)
      along += phi[(gsize) c * n + i] * work->before[(gsize) c * n + i];
    if (along < 0)
      return (int) c;
  }
  double part;
  return (int) noslip_saddle_weakest_row(n, k, phi, work->dense->column_scale, work->dense->gram, &part);
}

NoslipStepStatus
noslip_saddle_watch(NoslipSaddleWorkspace *work, double t, const double *z)
{
  const NoslipSaddle *saddle = work->saddle;
  if (noslip_saddle_watches_directions(saddle)) {
    noslip_saddle_constraints(work, t, z);
    const double *phi = work->phi_out + 2 * (gsize) saddle->k;
    if (flips(work, work->before, phi) && flips_on_chord(work, t, z)) {
      work->failure = constraint_to_name(work, t, z);
      return NOSLIP_STEP_RANK_LOST;
    }
  }
  if (saddle_watches_pivots(work)) {
    NoslipStepStatus status = noslip_saddle_solve(work, t, z);
    if (status != NOSLIP_STEP_OK)
      return status;
    /* The product of the pivots is the determinant, up to a fixed sign. */
    if (saddle_parity(work) != work->parity) {
      work->failure = -1;
      return NOSLIP_STEP_RANK_LOST;
    }
  }
  return NOSLIP_STEP_OK;
}

void
noslip_saddle_remember(NoslipSaddleWorkspace *work, double t, const double *z)
{
  const NoslipSaddle *saddle = work->saddle;
  memcpy(work->state, z, ((gsize) saddle->m + saddle->n) * sizeof(double));
  if (noslip_saddle_watches_directions(saddle)) {
    noslip_saddle_constraints(work, t, z);
    noslip_saddle_dense_follow(work->dense, t, work->before, work->phi_out + 2 * (gsize) saddle->k);
    memcpy(work->before, work->phi_out + 2 * (gsize) saddle->k, (gsize) saddle->k * saddle->n * sizeof(double));
  }
  if (saddle_watches_pivots(work)) {
    if (!noslip_saddle_is_solved(work, t, z)) {
      work->solved = FALSE;
      noslip_tape_evaluate_state(work->rates, t, z, 0, NULL, work->out);
    }
    work->parity = saddle_parity(work);
  }
}
