/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With u = (x, y), F(u) = 0 the conditions, A = dF/du and u0 the requested state, the iteration solves
 *   A (u - u0) = A (u_before - u0) - F(u_before)
 * with the least change of the counted unknowns, regardless of the free ones; its fixed point is the point of F = 0
 * that is nearest to u0 in the counted unknowns. */
#include "core/system/conditions.h"

#include "core/system/conditions-private.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

NoslipConditions *
noslip_conditions_new(const NoslipSystem *system, const NoslipGraph *graph, guint n, const NoslipExpr *functions,
                      const char *const *names)
{
  NoslipConditions *conditions = g_new0(NoslipConditions, 1);
  conditions->system = system;
  conditions->graph = noslip_graph_copy(graph);
  conditions->n_own = n;
  conditions->n = n + system->n_manifolds;
  conditions->functions = g_new0(NoslipExpr, (gsize) conditions->n + 1);
  conditions->names = g_new0(char *, (gsize) conditions->n + 1);
  for (guint i = 0; i < n; i++) {
    conditions->functions[i] = functions[i];
    conditions->names[i] = g_strdup(names != NULL ? names[i] : NULL);
  }
  for (guint i = 0; i < system->n_manifolds; i++)
    conditions->functions[n + i] = system->manifolds[i];
  return conditions;
}

void
noslip_conditions_free(NoslipConditions *conditions)
{
  if (conditions == NULL)
    return;
  noslip_conditions_forget_program(conditions);
  for (guint i = 0; i < conditions->n; i++)
    g_free(conditions->names[i]);
  g_free(conditions->names);
  g_free(conditions->functions);
  noslip_graph_free(conditions->graph);
  g_free(conditions);
}

guint
noslip_conditions_n(const NoslipConditions *conditions)
{
  return conditions->n_own;
}

const NoslipGraph *
noslip_conditions_graph(const NoslipConditions *conditions)
{
  return conditions->graph;
}

const NoslipExpr *
noslip_conditions_functions(const NoslipConditions *conditions)
{
  return conditions->functions;
}

char *
noslip_conditions_text(const NoslipConditions *conditions, guint function)
{
  g_autofree char *text = noslip_expr_text(conditions->graph, conditions->functions[function]);
  const char *name = conditions->names[function];
  return name != NULL ? g_strdup_printf("%s: %s = 0", name, text) : g_strdup_printf("%s = 0", text);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(NoslipConditionsSearch, noslip_conditions_search_clear)

/* Fixes each fibre coordinate whose given value depends on no other unknown: as an unknown its unit would be compared
 * with those of the others. */
static void
fix_given(NoslipConditionsSearch *search, const NoslipKnown *known, double *start)
{
  const NoslipConditions *conditions = search->conditions;
  guint m = conditions->system->m, all = conditions->n + conditions->q;
  memcpy(search->u, start, search->d * sizeof(double));
  noslip_conditions_evaluate(search);
  for (guint j = 0; j < known->q; j++) {
    guint f = conditions->n + j, own = search->d;
    const double *slope = search->out + 2 * (gsize) all + (gsize) f * search->d;
    gboolean alone = isfinite(search->out[f]);
    for (guint a = 0; a < conditions->system->n; a++)
      own = known->targets[j] == conditions->system->fibres[a].symbol ? m + a : own;
    for (guint i = 0; i < search->d; i++)
      alone = alone && (i == own || slope[i] == 0 || search->freedom[i] == NOSLIP_UNKNOWN_KEPT);
    if (own == search->d || !alone || search->freedom[own] == NOSLIP_UNKNOWN_KEPT)
      continue;
    start[own] -= search->out[f]; /* the slope is 1 */
    search->target[own] = start[own];
    search->freedom[own] = NOSLIP_UNKNOWN_KEPT;
  }
}

NoslipConditionsStatus
noslip_conditions_keep(NoslipConditions *conditions, const NoslipKnown *known, double *x, double *y, guint *which,
                       double *residual)
{
  g_auto(NoslipConditionsSearch) search;
  noslip_conditions_search_init(&search, conditions, known);
  guint m = conditions->system->m, n = conditions->n_own;
  g_autofree double *start = g_new(double, (gsize) search.d + 1);
  memcpy(start, x, m * sizeof(double));
  memcpy(start + m, y, (search.d - m) * sizeof(double));
  for (guint i = 0; i < search.d; i++) {
    search.freedom[i] = i >= m ? NOSLIP_UNKNOWN_FREE : known->given_x[i] ? NOSLIP_UNKNOWN_KEPT : NOSLIP_UNKNOWN_COUNTS;
    search.target[i] = start[i];
  }
  noslip_conditions_take_rows(&search, n, TRUE);
  fix_given(&search, known, start);
  NoslipConditionsStatus status = noslip_conditions_search_all(&search, start);
  noslip_conditions_copy_state(&search, x, y);
  if (status != NOSLIP_CONDITIONS_NOT_MET)
    return status;
  memcpy(search.u, start, search.d * sizeof(double));
  for (guint f = 0; f < n; f++) {
    g_autofree double *last = g_memdup2(search.u, (gsize) search.d * sizeof(double));
    noslip_conditions_take_rows(&search, f + 1, TRUE);
    if (noslip_conditions_search_all(&search, start) != NOSLIP_CONDITIONS_NOT_MET)
      continue;
    memcpy(search.u, last, search.d * sizeof(double));
    *which = f;
    *residual = noslip_conditions_value(&search, f);
    noslip_conditions_copy_state(&search, x, y);
    break;
  }
  return NOSLIP_CONDITIONS_NOT_MET;
}

/* Whether a component of the velocity occurs in a given value, alone or in an expression. */
static gboolean
may_be_given(const NoslipSystem *system, const NoslipKnown *known, guint fibre)
{
  for (guint j = 0; j < known->q; j++)
    if (noslip_expr_depends(system->graph, known->targets[j], 1, &system->fibres[fibre].symbol))
      return TRUE;
  return FALSE;
}

NoslipConditionsStatus
noslip_conditions_nearest(NoslipConditions *conditions, const NoslipKnown *known, gboolean fixed_x, double *x,
                          double *y)
{
  const NoslipSystem *system = conditions->system;
  g_auto(NoslipConditionsSearch) search;
  noslip_conditions_search_init(&search, conditions, known);
  memcpy(search.target, x, system->m * sizeof(double));
  memcpy(search.target + system->m, y, system->n * sizeof(double));
  for (guint i = 0; i < system->m; i++)
    search.freedom[i] = fixed_x ? NOSLIP_UNKNOWN_KEPT : known->given_x[i] ? NOSLIP_UNKNOWN_COUNTS : NOSLIP_UNKNOWN_FREE;
  for (guint a = 0; a < system->n; a++)
    search.freedom[system->m + a] = may_be_given(system, known, a) ? NOSLIP_UNKNOWN_COUNTS : NOSLIP_UNKNOWN_FREE;
  noslip_conditions_take_rows(&search, conditions->n_own, FALSE);
  g_autofree double *start = g_memdup2(search.target, ((gsize) search.d + 1) * sizeof(double));
  NoslipConditionsStatus status = noslip_conditions_search_all(&search, start);
  if (status != NOSLIP_CONDITIONS_NOT_MET)
    noslip_conditions_copy_state(&search, x, y);
  return status;
}

double
noslip_conditions_residual(NoslipConditions *conditions, const double *parameters, const double *x, const double *y)
{
  const NoslipKnown nothing = {.parameters = parameters};
  g_auto(NoslipConditionsSearch) search;
  noslip_conditions_search_init(&search, conditions, &nothing);
  memcpy(search.u, x, conditions->system->m * sizeof(double));
  memcpy(search.u + conditions->system->m, y, conditions->system->n * sizeof(double));
  noslip_conditions_take_rows(&search, conditions->n_own, FALSE);
  return noslip_conditions_evaluate(&search);
}
