/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The classical method of Runge and Kutta with fixed steps. GSL's version estimates an error, at three times the
 * cost. */
#include "core/integrate/rk4.h"

#include "core/integrate/method.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_errno.h>

typedef struct {
  const gsl_odeiv2_system *equations;
  double *k2, *k3, *k4, *next; /* stages, and the argument of the next one; one array, owned by k2 */
} Rk4Workspace;

static gpointer
rk4_create(const NoslipMethod *method, const NoslipMethodProblem *problem, NoslipDiagnostic **error)
{
  gsize n = problem->equations->dimension;
  Rk4Workspace *work = g_new0(Rk4Workspace, 1);
  work->equations = problem->equations;
  work->k2 = g_new0(double, 4 * n + 1);
  work->k3 = work->k2 + n;
  work->k4 = work->k3 + n;
  work->next = work->k4 + n;
  return work;
}

static void
rk4_free(gpointer data)
{
  Rk4Workspace *work = data;
  g_free(work->k2);
  g_free(work);
}

static gboolean
rates(const Rk4Workspace *work, double t, const double *z, double *zdot)
{
  return work->equations->function(t, z, zdot, work->equations->params) == GSL_SUCCESS;
}

static NoslipStepStatus
rk4_step(gpointer data, double t, double h, const NoslipMethodStep *step)
{
  Rk4Workspace *work = data;
  gsize n = work->equations->dimension;
  const double *k1 = step->rates_before, *k2 = work->k2, *k3 = work->k3, *k4 = work->k4;
  double *z = step->state, *next = work->next;
  for (gsize i = 0; i < n; i++)
    next[i] = noslip_rk4_stage(z[i], 0.5 * h, k1[i]);
  if (!rates(work, t + 0.5 * h, next, work->k2))
    return NOSLIP_STEP_UNDEFINED;
  for (gsize i = 0; i < n; i++)
    next[i] = noslip_rk4_stage(z[i], 0.5 * h, k2[i]);
  if (!rates(work, t + 0.5 * h, next, work->k3))
    return NOSLIP_STEP_UNDEFINED;
  for (gsize i = 0; i < n; i++)
    next[i] = noslip_rk4_stage(z[i], h, k3[i]);
  if (!rates(work, t + h, next, work->k4))
    return NOSLIP_STEP_UNDEFINED;
  for (gsize i = 0; i < n; i++)
    z[i] = noslip_rk4_end(z[i], h, k1[i], k2[i], k3[i], k4[i]);
  return NOSLIP_STEP_OK;
}

const NoslipMethod noslip_method_rk4 = {
    .id = "rk4",
    .title = N_("Runge-Kutta 4, fixed step"),
    .documentation = N_("Fixed steps without error control; for many motions at once."),
    .source = "W. Kutta: Beitrag zur näherungsweisen Integration totaler Differentialgleichungen (1901)",
    .order = 4,
    .kind = NOSLIP_METHOD_EXPLICIT,
    .create = rk4_create,
    .free = rk4_free,
    .step = rk4_step,
};
