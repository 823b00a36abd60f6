/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/symbolic.h"

#include "core/expr/elimination.h"

/* Limit of the products in one elimination, far more than a system with forty velocities needs. */
#define MOST_OPERATIONS 100000
/* Expressions with more nodes are not simplified: it takes too long, and they are too long to read. */
#define MOST_TIDY 120
/* Limit of the nodes of an expression that is written out. */
#define MOST_READ 2000

char *
noslip_symbolic_print(const NoslipGraph *graph, NoslipExpr e, NoslipSymbolicPrint print)
{
  return noslip_expr_size(graph, e, MOST_READ) < MOST_READ ? print(graph, e) : g_strdup("...");
}

NoslipExpr
noslip_symbolic_tidy(NoslipGraph *graph, NoslipExpr e)
{
  return noslip_expr_size(graph, e, MOST_TIDY) < MOST_TIDY ? noslip_expr_simplify(graph, e) : e;
}

gboolean
noslip_symbolic_solve(NoslipGraph *graph, const NoslipProbe *probe, guint n, NoslipExpr *a, guint n_right,
                      NoslipExpr *b)
{
  const NoslipSamples samples = {probe->n_symbols, NOSLIP_PROBES, probe->symbols, probe->values};
  const NoslipPivots choice = noslip_pivots_by_samples(&samples, MOST_OPERATIONS);
  return noslip_eliminate(graph, n, a, n_right, b, &choice, b, NULL) == NOSLIP_ELIMINATION_SOLVED;
}
