/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/saddle-private.h"

#include "core/base/larger.h"

#include <math.h>
#include <string.h>

/* If the two solutions differ by more than this on entering (relative), the dense one is used for the whole motion. */
#define SOLUTIONS_AGREE 1e-9

static NoslipTapeWorkspace *
tape_workspace(NoslipTape *tape)
{
  return tape != NULL ? noslip_tape_workspace_new(tape) : NULL;
}

gpointer
noslip_saddle_workspace_new(gconstpointer data)
{
  const NoslipSaddle *saddle = data;
  NoslipSaddleWorkspace *work = g_new0(NoslipSaddleWorkspace, 1);
  gsize m = saddle->m, n = saddle->n, k = saddle->k;
  work->saddle = saddle;
  work->manifold = noslip_manifold_workspace_new(saddle->manifold);
  work->rates = tape_workspace(saddle->rates);
  work->projection = tape_workspace(saddle->projection);
  work->dense_tape = tape_workspace(saddle->dense);
  work->constraints = tape_workspace(saddle->constraints);
  work->parameters = g_new0(double, (gsize) saddle->system->n_parameters + 1);
  work->in = g_new0(double, 1 + m + n);
  work->out = g_new0(double, m + 2 * (n + k) + 1);
  work->dense_out = g_new0(double, m + n + k + n * n + k * n + 1);
  work->phi_out = g_new0(double, 2 * k + k * n + 1);
  work->delta = g_new0(double, n + k + 1);
  work->reference = g_new0(double, n + k + 1);
  work->before = g_new0(double, k *n + 1);
  work->bases = g_new0(double, 2 * k * n + 1);
  work->state = g_new0(double, m + n + 1);
  work->by_time = g_new0(double, m + n + 1);
  work->dense = noslip_saddle_dense_new(saddle->n, saddle->k);
  work->failure = -1;
  return work;
}

void
noslip_saddle_workspace_free(gpointer data)
{
  NoslipSaddleWorkspace *work = data;
  if (work == NULL)
    return;
  NoslipTapeWorkspace *tapes[] = {work->rates,       work->projection, work->dense_tape,
                                  work->constraints, work->slopes,     work->linear};
  double *arrays[] = {work->parameters, work->in,         work->out,    work->dense_out, work->phi_out,
                      work->delta,      work->reference,  work->before, work->bases,     work->state,
                      work->slopes_in,  work->slopes_out, work->by_time};
  for (guint i = 0; i < G_N_ELEMENTS(tapes); i++)
    if (tapes[i] != NULL)
      noslip_tape_workspace_free(tapes[i]);
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_free(arrays[i]);
  noslip_manifold_workspace_free(work->manifold);
  noslip_saddle_dense_free(work->dense);
  g_free(work);
}

void
noslip_saddle_set_parameters(gpointer data, const double *parameters)
{
  NoslipSaddleWorkspace *work = data;
  NoslipTapeWorkspace *tapes[] = {work->rates,       work->projection, work->dense_tape,
                                  work->constraints, work->slopes,     work->linear};
  if (work->saddle->system->n_parameters > 0)
    memcpy(work->parameters, parameters, work->saddle->system->n_parameters * sizeof(double));
  for (guint i = 0; i < G_N_ELEMENTS(tapes); i++)
    if (tapes[i] != NULL)
      noslip_tape_set_constants(tapes[i], work->parameters);
  noslip_manifold_set_parameters(work->manifold, work->parameters);
  work->solved = work->steady = FALSE;
}

/* Computes the dense solution, the reference for ranks; if the symbolic solution differs from it, it is not used. */
NoslipStepStatus
noslip_saddle_enter(gpointer data, double t, const double *xy, double *z)
{
  NoslipSaddleWorkspace *work = data;
  const NoslipSaddle *saddle = work->saddle;
  gsize m = saddle->m, size = (gsize) saddle->n + saddle->k;
  memcpy(z, xy, (m + saddle->n) * sizeof(double));
  noslip_saddle_dense_enter(work->dense);
  NoslipStepStatus status = noslip_saddle_solve_dense(work, t, z);
  if (status != NOSLIP_STEP_OK)
    return status;
  work->dense_only = work->rates == NULL;
  if (!work->dense_only) {
    memcpy(work->delta, work->out + m, size * sizeof(double));
    memset(work->reference, 0, size * sizeof(double));
    noslip_tape_evaluate_state(work->rates, t, z, 0, NULL, work->out);
    double largest = 0, difference = 0;
    for (gsize i = 0; i < size; i++) {
      double here = fabs(work->out[m + i] - work->delta[i]);
      difference = noslip_larger(difference, here);
      largest = fmax(largest, fabs(work->delta[i]));
      work->reference[i] = fabs(work->out[m + size + i]);
    }
    work->dense_only = !(difference <= SOLUTIONS_AGREE * largest);
    work->steady = !saddle->pivots_vary && noslip_saddle_pivots_sound(work);
  }
  noslip_saddle_remember(work, t, z);
  return NOSLIP_STEP_OK;
}

/* Largest |phi| relative to its terms. Its value after a step is the integrator's error. */
static double
residual(NoslipSaddleWorkspace *work, double t, const double *z)
{
  const NoslipSaddle *saddle = work->saddle;
  guint n = saddle->n, k = saddle->k;
  double largest = 0;
  noslip_saddle_constraints(work, t, z);
  for (guint c = 0; c < k; c++) {
    double terms = work->phi_out[k + c];
    for (guint a = 0; a < n; a++)
      terms += fabs(work->phi_out[2 * k + (gsize) c * n + a] * z[saddle->m + a]);
    double scaled = work->phi_out[c] == 0 ? 0 : fabs(work->phi_out[c]) / terms;
    largest = noslip_larger(largest, scaled);
  }
  return largest;
}

/* Computes the step to phi = 0 in work->delta, from phi in work->phi_out. */
static gboolean
projection_step(NoslipSaddleWorkspace *work, double t, const double *z)
{
  guint n = work->saddle->n, k = work->saddle->k;
  if (work->projection != NULL && !work->dense_only) {
    gboolean finite = TRUE;
    noslip_tape_evaluate_state(work->projection, t, z, 0, NULL, work->delta);
    for (guint a = 0; a < n; a++)
      finite &= isfinite(work->delta[a]) != 0;
    if (finite)
      return TRUE;
  }
  if (noslip_saddle_factor(work, t, z) != NOSLIP_STEP_OK)
    return FALSE;
  memset(work->delta, 0, n * sizeof(double));
  for (guint c = 0; c < k; c++)
    work->delta[n + c] = -work->phi_out[c];
  return noslip_saddle_dense_solve(work->dense, work->delta, work->delta + n);
}

static gboolean
project_velocities(NoslipSaddleWorkspace *work, double t, double *z)
{
  guint m = work->saddle->m, n = work->saddle->n;
  gboolean changed = FALSE;
  double now = residual(work, t, z);
  for (guint i = 0; i < NOSLIP_SADDLE_PROJECTIONS_MOST && now > NOSLIP_SADDLE_ROUND_OFF; i++) {
    if (!projection_step(work, t, z))
      break;
    for (guint a = 0; a < n; a++)
      z[m + a] += work->delta[a];
    double next = residual(work, t, z);
    if (!(next < now)) { /* round-off is reached: undo the last step */
      for (guint a = 0; a < n; a++)
        z[m + a] -= work->delta[a];
      break;
    }
    now = next;
    changed = TRUE;
  }
  return changed;
}

NoslipStepStatus
noslip_saddle_accept(gpointer data, double t, double *z, gboolean stabilise, gboolean *changed)
{
  NoslipSaddleWorkspace *work = data;
  const NoslipSaddle *saddle = work->saddle;
  *changed = FALSE;
  for (guint i = 0; i < saddle->m + saddle->n; i++)
    if (!isfinite(z[i]))
      return NOSLIP_STEP_UNDEFINED;
  if (stabilise) {
    if (noslip_manifold_project(work->manifold, t, z, NULL) > 0)
      *changed = TRUE;
    if (saddle->k > 0 && project_velocities(work, t, z))
      *changed = TRUE;
  }
  NoslipStepStatus status = noslip_saddle_watch(work, t, z);
  if (status == NOSLIP_STEP_OK)
    noslip_saddle_remember(work, t, z);
  return status;
}

NoslipStepStatus
noslip_saddle_observe(gpointer data, double t, const double *z, double *x, double *y, double *ydot, double *lambda)
{
  NoslipSaddleWorkspace *work = data;
  gsize m = work->saddle->m, n = work->saddle->n;
  NoslipStepStatus status = noslip_saddle_solve(work, t, z);
  if (status != NOSLIP_STEP_OK)
    return status;
  memcpy(x, z, m * sizeof(double));
  memcpy(y, z + m, n * sizeof(double));
  memcpy(ydot, work->out + m, n * sizeof(double));
  for (guint c = 0; c < work->saddle->system->k; c++)
    lambda[c] = work->saddle->constrained ? work->out[m + n + c] : 0;
  return NOSLIP_STEP_OK;
}

int
noslip_saddle_failure(gconstpointer data)
{
  const NoslipSaddleWorkspace *work = data;
  return work->failure;
}
