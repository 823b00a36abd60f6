/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rates of vakonomic motions without Newton's method: where K of vakonomic-regular.c depends on x and t alone, as for
 * quadratic L and affine constraints, y and mu follow from p by an elimination in symbols, once. */
#include "core/dynamics/vakonomic-private.h"
#include "core/expr/elimination.h"
#include "core/system/points.h"
#include "core/system/program.h"

#include <string.h>

#define POINTS 4
#define PRODUCTS_MOST 20000
#define SIZE_MOST 16 /* of K */

/* K, and p - dL/dy and -phi at y = 0, mu = 0; FALSE where K depends on y or mu. */
static gboolean
fill(NoslipModel *model, const NoslipExpr *p, const NoslipExpr *unknowns, NoslipExpr *matrix, NoslipExpr *right)
{
  NoslipGraph *graph = model->graph;
  guint n = model->n, k = model->k, size = n + k;
  g_autofree NoslipExpr *momentum = noslip_vakonomic_momentum(model);
  g_autofree NoslipExpr *zeros = noslip_exprs_new(size);
  for (guint a = 0; a < n; a++) {
    for (guint b = 0; b < n; b++)
      matrix[a * size + b] = noslip_expr_simplify(graph, noslip_expr_derivative(graph, momentum[a], model->y[b]));
    for (guint c = 0; c < k; c++)
      matrix[a * size + n + c] = matrix[(n + c) * size + a] = noslip_expr_simplify(graph, model->jacobian[c * n + a]);
    right[a] = noslip_expr_sub(graph, p[a], noslip_expr_substitute(graph, momentum[a], size, unknowns, zeros));
  }
  for (guint c = 0; c < k; c++)
    right[n + c] = noslip_expr_neg(graph, noslip_expr_substitute(graph, model->phi[c], size, unknowns, zeros));
  for (guint i = 0; i < size * size; i++)
    if (noslip_expr_depends(graph, matrix[i], size, unknowns))
      return FALSE;
  return TRUE;
}

NoslipTape *
noslip_vakonomic_solved(NoslipModel *model, const NoslipExpr *p)
{
  const NoslipSystem *system = model->system;
  NoslipGraph *graph = model->graph;
  guint m = model->m, n = model->n, k = model->k, size = n + k, n_outputs = m + n + 2 * size;
  if (size > SIZE_MOST)
    return NULL;
  g_autofree NoslipExpr *unknowns = noslip_exprs_new(size);
  g_autofree NoslipExpr *matrix = noslip_exprs_new((gsize) size * size);
  g_autofree NoslipExpr *right = noslip_exprs_new(size);
  g_autofree NoslipExpr *variables = noslip_exprs_new((gsize) m + n + 1);
  g_autofree NoslipExpr *outputs = noslip_exprs_new(n_outputs);
  NoslipExpr *rates = outputs, *solution = outputs + m + n, *pivots = solution + size;
  memcpy(unknowns, model->y, n * sizeof(NoslipExpr));
  for (guint c = 0; c < k; c++)
    unknowns[n + c] = system->constraints[c].mu;
  if (!fill(model, p, unknowns, matrix, right))
    return NULL;
  g_autoptr(NoslipPoints) points = noslip_points_new(system, POINTS, TRUE);
  NoslipSamples samples = noslip_points_samples(points);
  NoslipPivots choice = noslip_pivots_by_samples(&samples, PRODUCTS_MOST);
  if (noslip_eliminate(graph, size, matrix, 1, right, &choice, solution, pivots) != NOSLIP_ELIMINATION_SOLVED)
    return NULL;
  if (m > 0)
    memcpy(rates, model->velocity, m * sizeof(NoslipExpr));
  noslip_vakonomic_momentum_rates(model, p, rates + m);
  for (guint i = 0; i < m + n; i++)
    rates[i] = noslip_expr_substitute(graph, rates[i], size, unknowns, solution);
  if (noslip_graph_failed(graph))
    return NULL;
  if (m > 0)
    memcpy(variables, model->x, m * sizeof(NoslipExpr));
  memcpy(variables + m, p, n * sizeof(NoslipExpr));
  variables[m + n] = system->t;
  return noslip_program_new(system, graph, m + n + 1, variables, n_outputs, outputs);
}
