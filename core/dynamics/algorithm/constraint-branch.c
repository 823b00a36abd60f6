/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/algorithm/constraint-points.h"

#include <math.h>

#define VANISHES 1e-9 /* |f| relative to its terms below which the centre is on the zero set */

/* |f| / |grad f| at the centre, the distance from f = 0 to first order; 0 if it vanishes. */
static double
distance(const NoslipConstraintPoints *points, NoslipExpr f)
{
  NoslipGraph *graph = points->model->graph;
  guint d = points->model->m + points->model->n;
  double value = fabs(noslip_expr_value(graph, f, points->n_symbols, points->symbols, points->centre)), slope = 0;
  if (value <= VANISHES * noslip_constraint_points_size(points, f, points->centre))
    return 0;
  for (guint i = 0; i < d; i++)
    slope = hypot(slope, noslip_expr_value(graph, noslip_expr_derivative(graph, f, points->symbols[i]),
                                           points->n_symbols, points->symbols, points->centre));
  return slope > 0 && isfinite(value) ? value / slope : INFINITY;
}

/* The distance of a factor's zero set from the centre; *rank orders factors before the distance does, the smallest
 * being best. If the last n_lasting of y must not all vanish, a factor off the centre has rank 1 if it depends on y
 * alone, rank 2 if it depends on these y alone; otherwise the rank is 0. */
static double
distance_and_rank(const NoslipConstraintPoints *points, NoslipExpr factor, guint *rank)
{
  const NoslipModel *model = points->model;
  guint d = model->m + model->n;
  double here = distance(points, factor);
  *rank = 0;
  if (points->n_lasting == 0 || here == 0)
    return here;
  if (!noslip_expr_depends(model->graph, factor, d - points->n_lasting, points->symbols))
    *rank = 2;
  else if (!noslip_expr_depends(model->graph, factor, model->m, points->symbols))
    *rank = 1;
  return here;
}

/* Whether a function fixes one of x and y by itself, as w - c does; *value is set then. */
static gboolean
fixes(const NoslipConstraintPoints *points, NoslipExpr function, NoslipExpr *symbol, NoslipExpr *value)
{
  NoslipGraph *graph = points->model->graph;
  guint d = points->model->m + points->model->n;
  for (guint i = 0; i < d; i++) {
    NoslipExpr slope = noslip_expr_derivative(graph, function, points->symbols[i]);
    if (slope == NOSLIP_ZERO || !noslip_expr_is_number(graph, slope, NULL))
      continue;
    NoslipExpr rest = noslip_expr_simplify(graph, noslip_expr_sub_product(graph, function, slope, points->symbols[i]));
    *symbol = points->symbols[i];
    *value = noslip_expr_neg(graph, noslip_expr_mul(graph, rest, noslip_expr_powi(graph, slope, -1)));
    return !noslip_expr_depends(graph, rest, d, points->symbols);
  }
  return FALSE;
}

static gboolean
is_exactly_zero(const NoslipConstraintPoints *points, NoslipExpr term)
{
  for (guint p = 0; p < points->n_points; p++)
    if (noslip_expr_value(points->model->graph, term, points->n_symbols, points->symbols,
                          points->values + (gsize) p * points->n_symbols) != 0)
      return FALSE;
  return points->n_points > 0;
}

NoslipExpr
noslip_constraint_points_without_zeros(const NoslipConstraintPoints *points, guint n, const NoslipExpr *functions,
                                       NoslipExpr f)
{
  NoslipGraph *graph = points->model->graph;
  NoslipExpr rest = f, symbol, value;
  for (guint i = 0; i < n; i++)
    if (fixes(points, functions[i], &symbol, &value))
      rest = noslip_expr_substitute(graph, rest, 1, &symbol, &value);
  NoslipExpr whole = rest = noslip_expr_simplify(graph, rest);
  for (guint i = 0; noslip_expr_op(graph, whole) == NOSLIP_OP_SUM && i < noslip_expr_n_operands(graph, whole); i++) {
    NoslipExpr term = noslip_expr_operand(graph, whole, i);
    NoslipExpr factor = noslip_expr_number(graph, noslip_expr_operand_number(graph, whole, i));
    if (is_exactly_zero(points, term))
      rest = noslip_expr_sub_product(graph, rest, factor, term);
  }
  rest = noslip_expr_simplify(graph, rest);
  return rest == NOSLIP_ZERO ? f : rest;
}

NoslipExpr
noslip_constraint_points_branch(const NoslipConstraintPoints *points, NoslipExpr f)
{
  NoslipGraph *graph = points->model->graph;
  guint d = points->model->m + points->model->n;
  if (noslip_expr_op(graph, f) != NOSLIP_OP_PRODUCT)
    return f;
  NoslipExpr best = f;
  double nearest = INFINITY;
  guint lowest = G_MAXUINT;
  for (guint i = 0; i < noslip_expr_n_operands(graph, f); i++) {
    NoslipExpr factor = noslip_expr_operand(graph, f, i);
    if (!(noslip_expr_operand_number(graph, f, i) > 0) || !noslip_expr_depends(graph, factor, d, points->symbols))
      continue;
    guint rank;
    double here = distance_and_rank(points, factor, &rank);
    if (rank < lowest || (rank == lowest && here < nearest)) {
      lowest = rank;
      nearest = here;
      best = factor;
    }
  }
  return best;
}
