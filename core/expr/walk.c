/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/expr/walk.h"

void
noslip_expr_walk(const NoslipGraph *graph, guint n_roots, const NoslipExpr *roots, GHashTable *seen,
                 NoslipExprVisit visit, gpointer data)
{
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GHashTable) visited = seen != NULL ? g_hash_table_ref(seen) : g_hash_table_new(NULL, NULL);
  g_array_append_vals(stack, roots, n_roots);
  while (stack->len > 0) {
    NoslipExpr e = g_array_index(stack, NoslipExpr, stack->len - 1);
    g_array_set_size(stack, stack->len - 1);
    if (!g_hash_table_add(visited, GUINT_TO_POINTER(e)) || !visit(e, data))
      continue;
    for (guint i = 0; i < noslip_expr_n_operands(graph, e); i++) {
      NoslipExpr operand = noslip_expr_operand(graph, e, i);
      g_array_append_val(stack, operand);
    }
  }
}
