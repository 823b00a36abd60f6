/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solving the saddle point problem at one state, symbolically if this is sound, else by the dense factorisation. */
#include "core/dynamics/saddle-private.h"

#include <math.h>
#include <string.h>

static void
place(NoslipSaddleWorkspace *work, double t, const double *z)
{
  work->in[0] = t;
  memcpy(work->in + 1, z, ((gsize) work->saddle->m + work->saddle->n) * sizeof(double));
}

void
noslip_saddle_constraints(NoslipSaddleWorkspace *work, double t, const double *z)
{
  place(work, t, z);
  noslip_tape_evaluate(work->constraints, work->in, work->phi_out);
}

NoslipStepStatus
noslip_saddle_factor(NoslipSaddleWorkspace *work, double t, const double *z)
{
  const NoslipSaddle *saddle = work->saddle;
  gsize m = saddle->m, n = saddle->n, k = saddle->k;
  place(work, t, z);
  noslip_tape_evaluate(work->dense_tape, work->in, work->dense_out);
  const double *mass = work->dense_out + m + n + k;
  NoslipStepStatus status = noslip_saddle_dense_factor(work->dense, mass, mass + n * n);
  work->failure = work->dense->failure;
  return status;
}

NoslipStepStatus
noslip_saddle_solve_dense(NoslipSaddleWorkspace *work, double t, const double *z)
{
  const NoslipSaddle *saddle = work->saddle;
  gsize m = saddle->m, n = saddle->n, k = saddle->k;
  NoslipStepStatus status = noslip_saddle_factor(work, t, z);
  if (status != NOSLIP_STEP_OK)
    return status;
  memcpy(work->out, work->dense_out, (m + n + k) * sizeof(double));
  if (!noslip_saddle_dense_solve(work->dense, work->out + m, work->out + m + n))
    return NOSLIP_STEP_UNDEFINED;
  for (gsize i = 0; i < m; i++)
    if (!isfinite(work->out[i]))
      return NOSLIP_STEP_UNDEFINED;
  return NOSLIP_STEP_OK;
}

NoslipStepStatus
noslip_saddle_solve(NoslipSaddleWorkspace *work, double t, const double *z)
{
  const NoslipSaddle *saddle = work->saddle;
  gsize m = saddle->m, size = (gsize) saddle->n + saddle->k;
  if (work->rates == NULL || work->dense_only)
    return noslip_saddle_solve_dense(work, t, z);
  place(work, t, z);
  noslip_tape_evaluate(work->rates, work->in, work->out);
  double sum = 0; /* only for a finite number is the product with zero zero */
  for (gsize i = 0; i < m + size; i++)
    sum += 0 * work->out[i];
  gboolean sound = sum == 0;
  const double *pivots = work->out + m + size;
  for (gsize i = 0; i < size; i++)
    sound &= fabs(pivots[i]) > NOSLIP_SADDLE_PIVOT_SHRUNK * work->reference[i];
  return sound ? NOSLIP_STEP_OK : noslip_saddle_solve_dense(work, t, z);
}
