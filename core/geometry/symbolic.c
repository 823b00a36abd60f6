/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/symbolic.h"

#include "core/expr/elimination.h"

/* Products of one elimination; far beyond what a system of forty velocities takes. */
#define MOST_OPERATIONS 100000
/* What is larger than this is neither read by anybody nor worth the time. */
#define MOST_TIDY 120
/* Nodes of an expression that somebody may want to read, written out. */
#define MOST_READ 2000

guint
noslip_symbolic_size(const NoslipGraph *graph, NoslipExpr e, guint most)
{
  guint n = 0;
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_val(stack, e);
  for (; stack->len > 0 && n < most; n++) {
    NoslipExpr node = g_array_index(stack, NoslipExpr, stack->len - 1);
    g_array_set_size(stack, stack->len - 1);
    for (guint i = 0; i < noslip_expr_n_operands(graph, node); i++) {
      NoslipExpr operand = noslip_expr_operand(graph, node, i);
      g_array_append_val(stack, operand);
    }
  }
  return n;
}

char *
noslip_symbolic_print(const NoslipGraph *graph, NoslipExpr e, NoslipSymbolicPrint print)
{
  return noslip_symbolic_size(graph, e, MOST_READ) < MOST_READ ? print(graph, e) : g_strdup("...");
}

NoslipExpr
noslip_symbolic_tidy(NoslipGraph *graph, NoslipExpr e)
{
  return noslip_symbolic_size(graph, e, MOST_TIDY) < MOST_TIDY ? noslip_expr_simplify(graph, e) : e;
}

gboolean
noslip_symbolic_solve(NoslipGraph *graph, const NoslipProbe *probe, guint n, NoslipExpr *a, guint n_right,
                      NoslipExpr *b)
{
  const NoslipSamples samples = {probe->n_symbols, NOSLIP_PROBES, probe->symbols, probe->values};
  const NoslipPivots choice = noslip_pivots_by_samples(&samples, MOST_OPERATIONS);
  return noslip_eliminate(graph, n, a, n_right, b, &choice, b, NULL) == NOSLIP_ELIMINATION_SOLVED;
}
