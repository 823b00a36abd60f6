/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations (1) of vakonomic-regular.c by symbolic elimination: if K depends only on x and t, as for quadratic L and
 * affine constraints, it gives y and mu from p without Newton's method; else one step of Newton's method. */
#include "core/dynamics/vakonomic-private.h"
#include "core/expr/elimination.h"
#include "core/system/points.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

#define POINTS 4
#define PRODUCTS_MOST 20000
#define SIZE_MOST 16 /* limit of the rows of K */

/* y and mu; n + k. */
static NoslipExpr *
unknowns_of(const NoslipModel *model)
{
  NoslipExpr *unknowns = noslip_exprs_new((gsize) model->n + model->k);
  memcpy(unknowns, model->y, model->n * sizeof(NoslipExpr));
  for (guint c = 0; c < model->k; c++)
    unknowns[model->n + c] = model->system->constraints[c].mu;
  return unknowns;
}

/* Fills K; TRUE if it depends on y or mu. */
static gboolean
fill_matrix(NoslipModel *model, const NoslipExpr *momentum, const NoslipExpr *unknowns, NoslipExpr *matrix)
{
  NoslipGraph *graph = model->graph;
  guint n = model->n, k = model->k, size = n + k;
  for (guint a = 0; a < n; a++) {
    for (guint b = 0; b < n; b++)
      matrix[a * size + b] = noslip_expr_simplify(graph, noslip_expr_derivative(graph, momentum[a], model->y[b]));
    for (guint c = 0; c < k; c++)
      matrix[a * size + n + c] = matrix[(n + c) * size + a] = noslip_expr_simplify(graph, model->jacobian[c * n + a]);
  }
  for (guint i = 0; i < size * size; i++)
    if (noslip_expr_depends(graph, matrix[i], size, unknowns))
      return TRUE;
  return FALSE;
}

/* Fills p - dL/dy - mu dphi/dy and -phi; at y = 0, mu = 0 if `unknowns` is given. */
static void
fill_right(NoslipModel *model, const NoslipExpr *momentum, const NoslipExpr *p, const NoslipExpr *unknowns,
           NoslipExpr *right)
{
  NoslipGraph *graph = model->graph;
  guint n = model->n, k = model->k, size = n + k;
  g_autofree NoslipExpr *zeros = noslip_exprs_new(size);
  for (guint i = 0; i < size; i++) {
    NoslipExpr e = i < n ? momentum[i] : model->phi[i - n];
    if (unknowns != NULL)
      e = noslip_expr_substitute(graph, e, size, unknowns, zeros);
    right[i] = i < n ? noslip_expr_sub(graph, p[i], e) : noslip_expr_neg(graph, e);
  }
}

NoslipTape *
noslip_vakonomic_solved(NoslipModel *model, const NoslipExpr *p)
{
  const NoslipSystem *system = model->system;
  NoslipGraph *graph = model->graph;
  guint m = model->m, n = model->n, k = model->k, size = n + k, n_outputs = m + n + 2 * size;
  if (size > SIZE_MOST)
    return NULL;
  g_autofree NoslipExpr *momentum = noslip_vakonomic_momentum(model);
  g_autofree NoslipExpr *unknowns = unknowns_of(model);
  g_autofree NoslipExpr *matrix = noslip_exprs_new((gsize) size * size);
  g_autofree NoslipExpr *right = noslip_exprs_new(size);
  g_autofree NoslipExpr *variables = noslip_exprs_new((gsize) m + n + 1);
  g_autofree NoslipExpr *outputs = noslip_exprs_new(n_outputs);
  NoslipExpr *rates = outputs, *solution = outputs + m + n, *pivots = solution + size;
  if (fill_matrix(model, momentum, unknowns, matrix))
    return NULL;
  fill_right(model, momentum, p, unknowns, right);
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

/* The points of the system, with values of mu: [point * (n_symbols + k) + symbol]; free both arrays. */
static NoslipSamples
samples_with_multipliers(const NoslipSystem *system, const NoslipPoints *points, NoslipExpr **symbols, double **values)
{
  guint k = system->k, n_symbols = points->n_symbols + k;
  *symbols = noslip_exprs_new(n_symbols);
  *values = g_new0(double, (gsize) n_symbols * points->n_points + 1);
  memcpy(*symbols, points->symbols, points->n_symbols * sizeof(NoslipExpr));
  for (guint c = 0; c < k; c++)
    (*symbols)[points->n_symbols + c] = system->constraints[c].mu;
  for (guint point = 0; point < points->n_points; point++) {
    double *to = *values + (gsize) point * n_symbols;
    memcpy(to, points->values + (gsize) point * points->n_symbols, points->n_symbols * sizeof(double));
    for (guint c = 0; c < k; c++)
      to[points->n_symbols + c] = sin(1 + 1.7 * point + 2.3 * c); /* in general position, of either sign */
  }
  return (NoslipSamples){n_symbols, points->n_points, *symbols, *values};
}

NoslipTape *
noslip_vakonomic_step(NoslipModel *model, const NoslipExpr *p, guint n_in, const NoslipExpr *in, guint most)
{
  const NoslipSystem *system = model->system;
  NoslipGraph *graph = model->graph;
  guint size = model->n + model->k;
  if (size > SIZE_MOST)
    return NULL;
  g_autofree NoslipExpr *momentum = noslip_vakonomic_momentum(model);
  g_autofree NoslipExpr *unknowns = unknowns_of(model), *symbols = NULL;
  g_autofree NoslipExpr *matrix = noslip_exprs_new((gsize) size * size);
  g_autofree NoslipExpr *right = noslip_exprs_new(size);
  g_autofree NoslipExpr *outputs = noslip_exprs_new(2 * (gsize) size);
  g_autofree double *values = NULL;
  fill_matrix(model, momentum, unknowns, matrix);
  fill_right(model, momentum, p, NULL, right);
  g_autoptr(NoslipPoints) points = noslip_points_new(system, POINTS, TRUE);
  NoslipSamples samples = samples_with_multipliers(system, points, &symbols, &values);
  NoslipPivots choice = noslip_pivots_by_samples(&samples, PRODUCTS_MOST);
  if (noslip_eliminate(graph, size, matrix, 1, right, &choice, outputs, outputs + size) != NOSLIP_ELIMINATION_SOLVED ||
      noslip_graph_failed(graph))
    return NULL;
  NoslipTape *step = noslip_program_new(system, graph, n_in, in, 2 * size, outputs);
  if (noslip_tape_n_operations(step) > most)
    g_clear_pointer(&step, noslip_tape_unref);
  return step;
}
