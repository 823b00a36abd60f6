/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solving the saddle point problem at one state, symbolically if this is sound, else by the dense factorisation. */
#include "core/dynamics/saddle-private.h"

#include <math.h>
#include <string.h>

void
noslip_saddle_constraints(NoslipSaddleWorkspace *work, double t, const double *z)
{
  noslip_tape_evaluate_state(work->constraints, t, z, 0, NULL, work->phi_out);
}

NoslipStepStatus
noslip_saddle_factor(NoslipSaddleWorkspace *work, double t, const double *z)
{
  const NoslipSaddle *saddle = work->saddle;
  gsize m = saddle->m, n = saddle->n, k = saddle->k;
  noslip_tape_evaluate_state(work->dense_tape, t, z, 0, NULL, work->dense_out);
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
  work->solved = FALSE;
  memcpy(work->out, work->dense_out, (m + n + k) * sizeof(double));
  if (!noslip_saddle_dense_solve(work->dense, work->out + m, work->out + m + n))
    return NOSLIP_STEP_UNDEFINED;
  for (gsize i = 0; i < m; i++)
    if (!isfinite(work->out[i]))
      return NOSLIP_STEP_UNDEFINED;
  return NOSLIP_STEP_OK;
}

gboolean
noslip_saddle_pivots_sound(const NoslipSaddleWorkspace *work)
{
  gsize m = work->saddle->m, size = (gsize) work->saddle->n + work->saddle->k;
  const double *pivots = work->out + m + size;
  gboolean sound = TRUE;
  for (gsize i = 0; i < size; i++)
    sound &= fabs(pivots[i]) > NOSLIP_SADDLE_PIVOT_SHRUNK * work->reference[i];
  return sound;
}

/* Only for a finite number is the product with zero zero. */
static double
zero_if_finite(gsize n, const double *numbers)
{
  double sum = 0;
  for (gsize i = 0; i < n; i++)
    sum += 0 * numbers[i];
  return sum;
}

gboolean
noslip_saddle_is_solved(const NoslipSaddleWorkspace *work, double t, const double *z)
{
  gsize state = (gsize) work->saddle->m + work->saddle->n;
  return work->solved && work->in[0] == t && memcmp(work->in + 1, z, state * sizeof(double)) == 0;
}

NoslipStepStatus
noslip_saddle_solve(NoslipSaddleWorkspace *work, double t, const double *z)
{
  gsize state = (gsize) work->saddle->m + work->saddle->n;
  if (work->rates == NULL || work->dense_only)
    return noslip_saddle_solve_dense(work, t, z);
  if (noslip_saddle_is_solved(work, t, z))
    return NOSLIP_STEP_OK;
  work->in[0] = t;
  memcpy(work->in + 1, z, state * sizeof(double));
  noslip_tape_evaluate(work->rates, work->in, work->out);
  work->solved =
      zero_if_finite(state + work->saddle->k, work->out) == 0 && (work->steady || noslip_saddle_pivots_sound(work));
  return work->solved ? NOSLIP_STEP_OK : noslip_saddle_solve_dense(work, t, z);
}

gboolean
noslip_saddle_evaluate(NoslipSaddleWorkspace *work, NoslipTapeWorkspace *tape, double t, const double *z, gsize n_first,
                       double *first)
{
  double *rest = work->out + work->saddle->m + work->saddle->n;
  work->solved = FALSE;
  noslip_tape_evaluate_state(tape, t, z, (guint) n_first, first, rest);
  return zero_if_finite(n_first, first) + zero_if_finite(work->saddle->k, rest) == 0 &&
         (work->steady || noslip_saddle_pivots_sound(work));
}

/* As noslip_saddle_solve(), but the program writes to its place what the integrator needs. */
NoslipStepStatus
noslip_saddle_rates(gpointer data, double t, const double *z, double *zdot)
{
  NoslipSaddleWorkspace *work = data;
  gsize state = (gsize) work->saddle->m + work->saddle->n;
  gboolean symbolic = work->rates != NULL && !work->dense_only;
  if (symbolic && !noslip_saddle_is_solved(work, t, z)) {
    if (noslip_saddle_evaluate(work, work->rates, t, z, state, zdot))
      return NOSLIP_STEP_OK;
    symbolic = FALSE;
  }
  NoslipStepStatus status = symbolic ? NOSLIP_STEP_OK : noslip_saddle_solve_dense(work, t, z);
  if (status == NOSLIP_STEP_OK)
    memcpy(zdot, work->out, state * sizeof(double));
  return status;
}
