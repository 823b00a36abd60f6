/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The symbolic solution as lists of assignments. */
#include "core/dynamics/flow.h"
#include "core/dynamics/saddle-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Why the symbolic solution is not valid at the start of the motion, or NULL. */
static NoslipDiagnostic *
check_start(const NoslipSaddle *saddle, const double *parameters, const double *xy)
{
  NoslipSaddleWorkspace *work = noslip_saddle_workspace_new(saddle);
  g_autofree double *z = g_new0(double, (gsize) saddle->m + saddle->n + 1);
  noslip_saddle_set_parameters(work, parameters);
  NoslipStepStatus status = noslip_saddle_enter(work, 0, xy, z);
  gboolean dense = work->dense_only;
  noslip_saddle_workspace_free(work);
  if (status == NOSLIP_STEP_RANK_LOST)
    return noslip_flow_refusal(_("they do not determine the accelerations at the initial state"));
  if (status != NOSLIP_STEP_OK)
    return noslip_flow_refusal(_("they are not defined at the initial state"));
  return dense ? noslip_flow_refusal(_("their solution in symbols does not hold at the initial state")) : NULL;
}

/* Whether all pivots are positive at the start of the motion. */
static gboolean
pivots_positive(const NoslipSaddle *saddle, const double *parameters, const double *xy)
{
  gsize m = saddle->m, n = saddle->n, size = n + saddle->k;
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(saddle->rates);
  g_autofree double *in = g_new0(double, 1 + m + n);
  g_autofree double *out = g_new0(double, m + 2 * size + 1);
  memcpy(in + 1, xy, (m + n) * sizeof(double));
  noslip_tape_set_constants(work, parameters);
  noslip_tape_evaluate(work, in, out);
  gboolean positive = TRUE;
  for (gsize i = 0; i < size; i++)
    positive &= out[m + size + i] > 0;
  return positive;
}

/* The order of the pivots that suits most states may have one that vanishes at others, as cos(theta)^2 for a skate; the
 * motion goes on there, and a program cannot change to another solution. */
NoslipSaddle *
noslip_saddle_new_for_program(const NoslipSystem *system, gboolean constrained, const double *parameters,
                              const double *xy, NoslipDiagnostic **error)
{
  NoslipSaddle *saddle = noslip_saddle_new(system, constrained, error);
  if (saddle == NULL)
    return NULL;
  if (saddle->rates == NULL)
    *error = noslip_flow_refusal(_("their solution in symbols is too large"));
  else if (saddle->pivots_vary) {
    NoslipSaddle *ordered = noslip_saddle_new(system, constrained, error);
    noslip_saddle_take_velocities_first(ordered);
    if (pivots_positive(ordered, parameters, xy)) {
      noslip_saddle_free(saddle);
      saddle = ordered;
    } else
      noslip_saddle_free(ordered);
  }
  if (*error == NULL)
    *error = check_start(saddle, parameters, xy);
  if (*error != NULL)
    g_clear_pointer(&saddle, noslip_saddle_free);
  return saddle;
}

gboolean
noslip_saddle_flow(gconstpointer data, const double *parameters, const double *xy, NoslipFlow *flow,
                   NoslipDiagnostic **error)
{
  const NoslipSaddle *shared = data;
  guint m = shared->m, n = shared->n, k = shared->k, variables = 1 + m + n;
  NoslipSaddle *saddle = noslip_saddle_new_for_program(shared->system, shared->constrained, parameters, xy, error);
  if (saddle == NULL)
    return FALSE;
  flow->n_state = m + n;
  flow->n_multipliers = k;
  flow->rates = noslip_flow_listing(saddle->rates, variables, 0, m + n + k);
  noslip_flow_bind(flow, saddle->manifold, m);
  flow->n_velocities = k;
  if (k > 0) {
    flow->velocities = noslip_flow_listing(saddle->constraints, variables, 0, k * (2 + n));
    flow->back = noslip_flow_listing(saddle->projection, variables, 0, n);
  }
  noslip_saddle_free(saddle);
  return TRUE;
}
