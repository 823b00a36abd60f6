/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/start.h"

#include "core/dynamics/algorithm/constraint-algorithm.h"

#include <string.h>

/* The conditions on the states of the algorithm's system: the algorithm's functions, and the gauges. */
static NoslipConditions *
conditions_of(const NoslipConstraintAlgorithm *algorithm)
{
  const NoslipSystem *system = algorithm->model->system;
  gboolean form = system->two_form != NULL;
  const char *letter = algorithm->extension != NULL ? "W" : form ? "M" : "E";
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  for (guint s = 0; s < algorithm->n_steps; s++)
    for (guint i = 0; i < algorithm->steps[s].n; i++)
      g_ptr_array_add(names, g_strdup_printf("%s_%u", letter, s + 1));
  for (guint i = 0; i < algorithm->sode.n; i++)
    g_ptr_array_add(names, g_strdup(form ? "i_X Omega = alpha" : "S^X"));
  guint n;
  NoslipGraph *graph = algorithm->model->graph;
  NoslipExpr *found = noslip_constraint_algorithm_functions(algorithm, &n), zero = NOSLIP_ZERO;
  g_autofree NoslipExpr *functions = g_renew(NoslipExpr, found, n + system->n_gauges + 1);
  for (guint i = 0; i < system->n_gauges; i++) {
    NoslipExpr value = noslip_expr_substitute(graph, system->gauges[i].value, 1, &system->t, &zero);
    functions[n++] = noslip_expr_sub(graph, system->fibres[system->gauges[i].fibre].symbol, value);
    g_ptr_array_add(names, g_strdup("gauge"));
  }
  return noslip_conditions_new(system, graph, n, functions, (const char *const *) names->pdata);
}

static void
free_algorithm(gpointer data)
{
  noslip_constraint_algorithm_free(data);
}

NoslipStarter *
noslip_start_new(const NoslipSystem *system, NoslipDynamicsKind kind)
{
  NoslipStarter *starter = noslip_starter_new(system);
  g_autoptr(NoslipDiagnostic) ignored = NULL; /* the dynamics reports the reason */
  g_autoptr(NoslipConstraintAlgorithm) algorithm = NULL;
  if (noslip_formulation_for(system, kind)->on_submanifold)
    algorithm = noslip_constraint_algorithm_new(system, &ignored);
  else if (kind == NOSLIP_DYNAMICS_VAKONOMIC && noslip_vakonomic_is_singular(system))
    algorithm = noslip_constraint_algorithm_new_vakonomic(system, &ignored);
  if (algorithm == NULL || algorithm->inconsistent)
    return starter;
  NoslipConditions *conditions = conditions_of(algorithm);
  if (algorithm->extension == NULL) {
    noslip_starter_require(starter, conditions);
    return starter;
  }
  NoslipStarter *whole = noslip_starter_new(algorithm->extension->system);
  noslip_starter_require(whole, conditions);
  noslip_starter_extend(starter, whole, g_steal_pointer(&algorithm), free_algorithm);
  return starter;
}

gboolean
noslip_start_state(const NoslipSystem *system, NoslipDynamicsKind kind, gboolean consistent, const double *parameters,
                   guint n_overrides, const NoslipOverride *overrides, double *x, double *y, double *mu,
                   gboolean *chosen, NoslipDiagnostics *diagnostics)
{
  g_autoptr(NoslipStarter) starter = noslip_start_new(system, kind);
  noslip_starter_take_consistent(starter, consistent);
  gboolean found = noslip_starter_state(starter, parameters, n_overrides, overrides, x, y, mu, diagnostics);
  if (chosen != NULL)
    memcpy(chosen, noslip_starter_chosen(starter), ((gsize) system->m + system->n) * sizeof(gboolean));
  return found;
}
