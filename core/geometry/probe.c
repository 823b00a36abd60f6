/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/symbolic.h"

#include "core/base/linear.h"
#include "core/system/points.h"

#include <math.h>
#include <string.h>

NoslipProbe *
noslip_probe_new(const NoslipSystem *system)
{
  g_autoptr(NoslipPoints) points = noslip_points_new(system, NOSLIP_PROBES, FALSE);
  NoslipProbe *probe = g_new0(NoslipProbe, 1);
  guint n = points->n_symbols;
  probe->n_symbols = n + system->k;
  probe->symbols = g_new0(NoslipExpr, probe->n_symbols);
  probe->values = g_new0(double, (gsize) NOSLIP_PROBES * probe->n_symbols);
  memcpy(probe->symbols, points->symbols, n * sizeof(NoslipExpr));
  for (guint c = 0; c < system->k; c++)
    probe->symbols[n + c] = system->constraints[c].mu;
  for (guint point = 0; point < NOSLIP_PROBES; point++) {
    double *values = probe->values + (gsize) point * probe->n_symbols;
    memcpy(values, points->values + (gsize) point * n, n * sizeof(double));
    for (guint c = 0; c < system->k; c++)
      values[n + c] = 0.41 * (1 + point) - 0.57 * c; /* arbitrary numbers without special values */
  }
  return probe;
}

void
noslip_probe_set_state(NoslipProbe *probe, const NoslipSystem *system, const double *parameters, const double *x,
                       const double *y)
{
  for (guint point = 0; point < NOSLIP_PROBES; point++) {
    double *values = probe->values + (gsize) point * probe->n_symbols + 1; /* after t */
    for (guint i = 0; i < system->n_parameters; i++)
      *values++ = parameters[i];
    for (guint i = 0; i < system->m; i++)
      *values++ = x[i];
    for (guint i = 0; i < system->n; i++)
      *values++ = y[i];
  }
}

void
noslip_probe_free(NoslipProbe *probe)
{
  if (probe == NULL)
    return;
  g_free(probe->symbols);
  g_free(probe->values);
  g_free(probe);
}

double
noslip_probe_value(const NoslipProbe *probe, const NoslipGraph *graph, guint point, NoslipExpr e)
{
  return noslip_expr_value(graph, e, probe->n_symbols, probe->symbols,
                           probe->values + (gsize) point * probe->n_symbols);
}

double
noslip_probe_least(const NoslipProbe *probe, const NoslipGraph *graph, NoslipExpr e)
{
  double least = INFINITY;
  for (guint point = 0; point < NOSLIP_PROBES; point++) {
    double value = fabs(noslip_probe_value(probe, graph, point, e));
    least = isfinite(value) ? fmin(least, value) : 0;
  }
  return least;
}

double *
noslip_probe_units(const NoslipProbe *probe, const NoslipGraph *graph, guint n, const NoslipExpr *mass)
{
  gsize size = (gsize) n * n;
  g_autofree double *values = g_new0(double, size + 1);
  for (guint point = 0; point < NOSLIP_PROBES; point++) {
    for (gsize i = 0; i < size; i++)
      values[i] = noslip_probe_value(probe, graph, point, mass[i]);
    if (!noslip_all_finite(values, size))
      continue;
    double *units = g_new0(double, (gsize) n + 1);
    noslip_linear_metric_scale(n, values, units);
    return units;
  }
  return NULL;
}
