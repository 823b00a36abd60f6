/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/symbolic.h"

#include "core/expr/elimination.h"

/* Products of one elimination; far beyond what a system of forty velocities takes. */
#define MOST_OPERATIONS 100000
/* What is larger than this is neither read by anybody nor worth the time. */
#define MOST_TIDY 120
/* The most nodes of an expression that is written out. */
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
