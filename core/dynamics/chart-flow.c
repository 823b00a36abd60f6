/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations in the charts of a motion as lists of assignments. The inner variables are the chart's w; the
 * velocities follow from them at each instant. */
#include "core/dynamics/chart-lists.h"
#include "core/dynamics/chart-workspace.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* One classical Runge-Kutta step; k has room for 5 x size. */
static NoslipStepStatus
step(gpointer work, double t, double h, guint size, double *z, double *k)
{
  static const double part[] = {0, 0.5, 0.5, 1};
  double *stage = k + 4 * (gsize) size;
  for (guint s = 0; s < 4; s++) {
    for (guint i = 0; i < size; i++)
      stage[i] = z[i] + (s > 0 ? part[s] * h * k[(s - 1) * size + i] : 0);
    NoslipStepStatus status = noslip_charts_rates(work, t + part[s] * h, stage, k + s * size);
    if (status != NOSLIP_STEP_OK)
      return status;
  }
  for (guint i = 0; i < size; i++)
    z[i] += h / 6 * (k[i] + 2 * (k[size + i] + k[2 * size + i]) + k[3 * size + i]);
  return NOSLIP_STEP_OK;
}

/* The charts (NoslipChart) of the run, in the order in which it enters them; none if it cannot start. *stopped: it stops
 * early. */
static GPtrArray *
visit_charts(const NoslipCharts *charts, const double *parameters, const double *xy, const NoslipFlow *flow,
             gboolean *stopped)
{
  guint size = charts->m + charts->r;
  NoslipChartsWorkspace *work = noslip_charts_workspace_new(charts);
  GPtrArray *visited = g_ptr_array_new();
  g_autofree double *z = g_new0(double, (gsize) size + 1);
  g_autofree double *k = g_new0(double, 5 * (gsize) size + 1);
  double h = flow->step;
  guint n = h > 0 && flow->to / h < 1e6 ? (guint) ceil(flow->to / h * (1 - 1e-9)) : 0;
  noslip_charts_set_parameters(work, parameters);
  NoslipStepStatus status = noslip_charts_enter(work, 0, xy, z);
  if (work->current != NULL)
    g_ptr_array_add(visited, (gpointer) work->current->chart);
  for (guint i = 0; i < n && status == NOSLIP_STEP_OK; i++) {
    gboolean changed;
    status = step(work, i * h, h, size, z, k);
    if (status == NOSLIP_STEP_OK)
      status = noslip_charts_accept(work, (i + 1) * h, z, TRUE, &changed);
    if (!g_ptr_array_find(visited, work->current->chart, NULL))
      g_ptr_array_add(visited, (gpointer) work->current->chart);
  }
  noslip_charts_workspace_free(work);
  *stopped = status != NOSLIP_STEP_OK;
  return visited;
}

/* Why the equations in the charts cannot be written out, or NULL. */
static const char *
refusal(const NoslipCharts *charts, const GPtrArray *visited, gboolean stopped)
{
  if (visited->len == 0)
    return _("they are not defined at the initial state");
  /* Newton's method failed: a program would continue with velocities that do not satisfy the constraints */
  if (stopped && charts->curved)
    return _("with one step from sample to sample they do not reach the end of the motion");
  for (guint c = 0; c < visited->len; c++)
    if (!((const NoslipChart *) g_ptr_array_index(visited, c))->unrolled)
      return _("their solution in symbols does not hold along the motion");
  return NULL;
}

gboolean
noslip_charts_flow(gconstpointer data, const double *parameters, const double *xy, NoslipFlow *flow,
                   NoslipDiagnostic **error)
{
  const NoslipCharts *charts = data;
  gboolean stopped;
  g_autoptr(GPtrArray) visited = visit_charts(charts, parameters, xy, flow, &stopped);
  const char *reason = refusal(charts, visited, stopped);
  if (reason != NULL)
    *error = noslip_flow_refusal(reason);
  NoslipSaddle *saddle =
      reason == NULL ? noslip_saddle_new_for_program(charts->system, TRUE, parameters, xy, error) : NULL;
  if (saddle != NULL) {
    noslip_charts_list(charts, visited, saddle, flow);
    noslip_flow_bind(flow, charts->manifold, charts->m);
  }
  noslip_saddle_free(saddle);
  return *error == NULL;
}
