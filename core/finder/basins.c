/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/basins.h"

#include "core/dynamics/start.h"
#include "core/system/row.h"
#include "core/trajectory/observer.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define COARSEST 16 /* distance of two points of the coarsest grid, in points of the finest */

typedef struct {
  const NoslipBasinsOrder *order;
  NoslipDynamics *dynamics;
  NoslipStarter *starter;
  NoslipObserver *observer;
  NoslipObserverWorkspace *observing;
  NoslipOverride *overrides; /* the order's, and one for each axis */
  double *parameters, *xy, *mu, *row, *values;
  const int *cancel;
} Work;

static gboolean
is_cancelled(const Work *work)
{
  return work->cancel != NULL && g_atomic_int_get(work->cancel);
}

static gboolean
is_on_axis(const NoslipBasinsOrder *order, const char *name)
{
  return g_strcmp0(name, order->axes[0].name) == 0 || g_strcmp0(name, order->axes[1].name) == 0;
}

/* Computes the initial state of a grid point. */
static gboolean
start_point(Work *work, const guint point[2])
{
  const NoslipBasinsOrder *order = work->order;
  const NoslipSystem *system = order->system;
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  guint n = 0;
  memcpy(work->parameters, order->parameters, sizeof(double) * system->n_parameters);
  for (guint i = 0; i < order->n_overrides; i++)
    if (!is_on_axis(order, order->overrides[i].name))
      work->overrides[n++] = order->overrides[i];
  for (guint a = 0; a < 2; a++) {
    double value = noslip_section_spread_value(&order->axes[a], point[a]);
    if (order->axes[a].parameter >= 0)
      work->parameters[order->axes[a].parameter] = value;
    else
      work->overrides[n++] = (NoslipOverride){order->axes[a].name, value};
  }
  return noslip_starter_state(work->starter, work->parameters, n, work->overrides, work->xy, work->xy + system->m,
                              work->mu, ignored);
}

/* The expression at the end of the motion from the present state, or NaN. */
static double
value_at_end(Work *work)
{
  const NoslipBasinsOrder *order = work->order;
  g_autoptr(NoslipDiagnostic) ended = NULL;
  NoslipRunOptions options = order->options;
  options.step = options.to;
  g_autoptr(NoslipRun) run = noslip_run_new(work->dynamics, &options, work->parameters, 0, work->xy,
                                            order->kind == NOSLIP_DYNAMICS_VAKONOMIC ? work->mu : NULL, &ended);
  while (run != NULL && noslip_run_next(run, work->row, work->cancel, &ended))
    ;
  if (run == NULL || ended != NULL || is_cancelled(work))
    return NAN;
  noslip_observer_set_parameters(work->observing, work->parameters);
  noslip_observer_evaluate(work->observing, work->row, work->values);
  return work->values[0];
}

/* The points of one refinement level that are not on a coarser one. */
static void
run_stride(Work *work, guint stride, NoslipBasinsFound found, gpointer data)
{
  const NoslipBasinsOrder *order = work->order;
  for (guint i = 0; i < order->axes[0].n; i += stride)
    for (guint j = 0; j < order->axes[1].n && !is_cancelled(work); j += stride) {
      const guint point[2] = {i, j};
      if (stride < COARSEST && i % (2 * stride) == 0 && j % (2 * stride) == 0)
        continue;
      gboolean begins = start_point(work, point);
      double value = begins ? value_at_end(work) : NAN;
      if (!is_cancelled(work))
        found(i, j, stride, value, begins ? work->xy : NULL, data);
    }
}

static void
run_all(Work *work, NoslipBasinsFound found, gpointer data)
{
  const NoslipBasinsOrder *order = work->order;
  const NoslipSystem *system = order->system;
  work->starter = noslip_start_new(system, order->kind);
  work->observing = noslip_observer_workspace_new(work->observer);
  work->overrides = g_new0(NoslipOverride, (gsize) order->n_overrides + 2);
  work->parameters = g_new0(double, (gsize) system->n_parameters + 1);
  work->xy = g_new0(double, (gsize) system->m + system->n + 1);
  work->mu = g_new0(double, (gsize) system->k + 1);
  work->row = g_new0(double, noslip_row_size(system));
  work->values = g_new0(double, noslip_observer_n(work->observer));
  for (guint stride = COARSEST; stride > 0; stride /= 2)
    run_stride(work, stride, found, data);
  noslip_starter_free(work->starter);
  noslip_observer_workspace_free(work->observing);
  g_free(work->overrides);
  g_free(work->parameters);
  g_free(work->xy);
  g_free(work->mu);
  g_free(work->row);
  g_free(work->values);
}

gboolean
noslip_basins_run(const NoslipBasinsOrder *order, NoslipBasinsFound found, gpointer data, const int *cancel,
                  NoslipDiagnostic **error)
{
  const NoslipFormulation *formulation = noslip_formulation_for(order->system, order->kind);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipObserver) observer = noslip_observer_new(order->system, order->kind);
  if (noslip_observer_add_text(observer, order->classify, diagnostics) < 0) {
    *error = noslip_diagnostic_copy(diagnostics->list->pdata[0]);
    return FALSE;
  }
  noslip_observer_seal(observer);
  NoslipDynamics *dynamics = formulation != NULL ? noslip_dynamics_new(formulation, order->system, error) : NULL;
  if (formulation == NULL)
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, NULL,
                                   _("motions of this kind cannot be computed"));
  if (dynamics == NULL)
    return FALSE;
  Work work = {.order = order, .dynamics = dynamics, .observer = observer, .cancel = cancel};
  run_all(&work, found, data);
  noslip_dynamics_unref(dynamics);
  return TRUE;
}
