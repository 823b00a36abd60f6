/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/bracket/symbolic.h"

#include <math.h>
#include <string.h>

/* Uniform in [0, 1), the same on every machine (the SplitMix64 sequence: a Weyl sequence and two multiplicative
 * mixing rounds). */
static double
next_uniform(guint64 *state)
{
  guint64 z = *state += G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT(0x94d049bb133111eb);
  return (double) ((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* One Newton step along the gradient for each manifold equation in turn, until all hold. */
static void
onto_manifolds(const NoslipSystem *system, NoslipGraph *graph, const NoslipProbe *probe, guint first, double *values)
{
  g_autofree double *gradient = g_new0(double, MAX(system->m, 1));
  for (guint round = 0; round < 60; round++) {
    double worst = 0;
    for (guint c = 0; c < system->n_manifolds; c++) {
      double residual = noslip_expr_value(graph, system->manifolds[c], probe->n_symbols, probe->symbols, values);
      double norm = 0;
      for (guint i = 0; i < system->m; i++) {
        NoslipExpr slope = noslip_expr_derivative(graph, system->manifolds[c], system->coordinates[i].symbol);
        gradient[i] = noslip_expr_value(graph, slope, probe->n_symbols, probe->symbols, values);
        norm += gradient[i] * gradient[i];
      }
      worst = fmax(worst, fabs(residual));
      for (guint i = 0; i < system->m && norm > 0; i++)
        values[first + i] -= residual * gradient[i] / norm;
    }
    if (!(worst > 1e-14))
      return;
  }
}

static guint
list_symbols(const NoslipSystem *system, NoslipExpr *symbols)
{
  guint n = 0;
  for (guint i = 0; i < system->n_parameters; i++)
    symbols[n++] = system->parameters[i].symbol;
  for (guint i = 0; i < system->m; i++)
    symbols[n++] = system->coordinates[i].symbol;
  symbols[n++] = system->t;
  for (guint i = 0; i < system->n; i++) {
    symbols[n++] = system->fibres[i].symbol;
    symbols[n++] = system->fibres[i].acceleration;
  }
  for (guint i = 0; i < system->k; i++) {
    symbols[n++] = system->constraints[i].multiplier;
    symbols[n++] = system->constraints[i].mu;
  }
  return n;
}

NoslipProbe *
noslip_probe_new(const NoslipSystem *system)
{
  guint64 state = 20061;
  NoslipProbe *probe = g_new0(NoslipProbe, 1);
  probe->n_symbols = system->n_parameters + system->m + 1 + 2 * system->n + 2 * system->k;
  probe->symbols = g_new0(NoslipExpr, probe->n_symbols);
  probe->values = g_new0(double, (gsize) NOSLIP_PROBES * probe->n_symbols);
  list_symbols(system, probe->symbols);
  g_autoptr(NoslipGraph) graph = system->n_manifolds > 0 ? noslip_graph_copy(system->graph) : NULL;
  for (guint point = 0; point < NOSLIP_PROBES; point++) {
    double *values = probe->values + (gsize) point * probe->n_symbols;
    for (guint i = 0; i < probe->n_symbols; i++)
      values[i] = 2 * next_uniform(&state) - 1;
    for (guint i = 0; i < system->n_parameters; i++)
      values[i] = system->parameters[i].value;
    for (guint i = 0; i < system->m; i++) {
      const NoslipCoordinate *coordinate = &system->coordinates[i];
      double *value = &values[system->n_parameters + i];
      if (isfinite(coordinate->low) && isfinite(coordinate->high))
        *value = coordinate->low + (coordinate->high - coordinate->low) * (*value + 1) / 2;
    }
    if (graph != NULL)
      onto_manifolds(system, graph, probe, system->n_parameters, values);
  }
  return probe;
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
