/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kutta's method of order 3 with fixed steps, the method that the test adds. */
#include "core/integrate/method.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_errno.h>

typedef struct {
  const gsl_odeiv2_system *equations;
  double *k2, *k3, *next; /* stages, and the argument of the one to come */
} Work;

static gpointer
create(const NoslipMethod *method, const NoslipMethodProblem *problem, NoslipDiagnostic **error)
{
  gsize n = problem->equations->dimension;
  Work *work = g_new0(Work, 1);
  *work = (Work){problem->equations, g_new0(double, n + 1), g_new0(double, n + 1), g_new0(double, n + 1)};
  return work;
}

static void
free_work(gpointer data)
{
  Work *work = data;
  g_free(work->k2);
  g_free(work->k3);
  g_free(work->next);
  g_free(work);
}

static gboolean
rates(const Work *work, double t, double *zdot)
{
  return work->equations->function(t, work->next, zdot, work->equations->params) == GSL_SUCCESS;
}

static NoslipStepStatus
step(gpointer data, double t, double h, const NoslipMethodStep *at)
{
  Work *work = data;
  gsize n = work->equations->dimension;
  const double *k1 = at->rates_before;
  for (gsize i = 0; i < n; i++)
    work->next[i] = at->state[i] + 0.5 * h * k1[i];
  if (!rates(work, t + 0.5 * h, work->k2))
    return NOSLIP_STEP_UNDEFINED;
  for (gsize i = 0; i < n; i++)
    work->next[i] = at->state[i] + h * (2 * work->k2[i] - k1[i]);
  if (!rates(work, t + h, work->k3))
    return NOSLIP_STEP_UNDEFINED;
  for (gsize i = 0; i < n; i++)
    at->state[i] += h / 6 * (k1[i] + 4 * work->k2[i] + work->k3[i]);
  return NOSLIP_STEP_OK;
}

const NoslipMethod noslip_method_kutta3 = {
    .id = "kutta3",
    .title = N_("Kutta 3, fixed step"),
    .documentation = N_("Three rates a step, no error control."),
    .source = "W. Kutta: Beitrag zur näherungsweisen Integration totaler Differentialgleichungen (1901)",
    .order = 3,
    .kind = NOSLIP_METHOD_EXPLICIT,
    .create = create,
    .free = free_work,
    .step = step,
};
