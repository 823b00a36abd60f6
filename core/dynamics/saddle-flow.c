/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The symbolic solution as lists of assignments. */
#include "core/dynamics/flow.h"
#include "core/dynamics/saddle-private.h"

#include <glib/gi18n-lib.h>

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

gboolean
noslip_saddle_flow(gconstpointer data, const double *parameters, const double *xy, NoslipFlow *flow,
                   NoslipDiagnostic **error)
{
  const NoslipSaddle *saddle = data;
  guint m = saddle->m, n = saddle->n, k = saddle->k, variables = 1 + m + n;
  if (saddle->rates == NULL)
    *error = noslip_flow_refusal(_("their solution in symbols is too large"));
  else
    *error = check_start(saddle, parameters, xy);
  if (*error != NULL)
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
  return TRUE;
}
