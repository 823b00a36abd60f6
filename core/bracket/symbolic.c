/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/bracket/symbolic.h"

#include "core/expr/eliminate.h"

#include <string.h>

/* Products of one elimination; far beyond what a system of forty velocities takes. */
#define MOST_OPERATIONS 100000
/* What is larger than this is neither read by anybody nor worth the time. */
#define MOST_TIDY 160

guint
noslip_symbolic_size(const NoslipGraph *graph, NoslipExpr e, guint most)
{
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_val(stack, e);
  while (stack->len > 0 && g_hash_table_size(seen) < most) {
    NoslipExpr node = g_array_index(stack, NoslipExpr, stack->len - 1);
    g_array_set_size(stack, stack->len - 1);
    if (!g_hash_table_add(seen, GUINT_TO_POINTER(node)))
      continue;
    for (guint i = 0; i < noslip_expr_n_operands(graph, node); i++) {
      NoslipExpr operand = noslip_expr_operand(graph, node, i);
      g_array_append_val(stack, operand);
    }
  }
  return g_hash_table_size(seen);
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
  g_autofree NoslipExpr *solution = g_new0(NoslipExpr, MAX(n * n_right, 1));
  g_autofree NoslipExpr *pivots = g_new0(NoslipExpr, MAX(n, 1));
  if (n == 0)
    return TRUE;
  if (noslip_eliminate(graph, n, a, n_right, b, &samples, MOST_OPERATIONS, solution, pivots) !=
      NOSLIP_ELIMINATION_SOLVED)
    return FALSE;
  memcpy(b, solution, sizeof(NoslipExpr) * n * n_right);
  return TRUE;
}
