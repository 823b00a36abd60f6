/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/constraint-points.h"

#include <math.h>

#define VANISHES 1e-9 /* of its terms: the centre is on the zero set */

/* |f| / |grad f| at the centre, the distance from f = 0 to first order; 0 where it vanishes. */
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

NoslipExpr
noslip_constraint_points_branch(const NoslipConstraintPoints *points, NoslipExpr f)
{
  NoslipGraph *graph = points->model->graph;
  guint d = points->model->m + points->model->n;
  if (noslip_expr_op(graph, f) != NOSLIP_OP_PRODUCT)
    return f;
  NoslipExpr best = f;
  double nearest = INFINITY;
  guint factors = 0;
  for (guint i = 0; i < noslip_expr_n_operands(graph, f); i++) {
    NoslipExpr factor = noslip_expr_operand(graph, f, i);
    if (!(noslip_expr_operand_number(graph, f, i) > 0) || !noslip_expr_depends(graph, factor, d, points->symbols))
      continue;
    double here = distance(points, factor);
    if (factors++ == 0 || here < nearest) {
      nearest = here;
      best = factor;
    }
  }
  return best;
}
