/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/kinks.h"

#include "core/expr/walk.h"

typedef struct {
  NoslipGraph *graph;
  guint n_symbols;
  const NoslipExpr *symbols;
  GArray *kinks;
} Search;

static gboolean
visit(NoslipExpr e, gpointer data)
{
  Search *search = data;
  NoslipGraph *graph = search->graph;
  NoslipOp op = noslip_expr_op(graph, e);
  NoslipExpr kink = NOSLIP_ZERO;
  if (op == NOSLIP_OP_ABS || op == NOSLIP_OP_SIGN)
    kink = noslip_expr_operand(graph, e, 0);
  else if (op == NOSLIP_OP_MIN || op == NOSLIP_OP_MAX || op == NOSLIP_OP_LESS || op == NOSLIP_OP_AT_MOST)
    kink = noslip_expr_sub(graph, noslip_expr_operand(graph, e, 0), noslip_expr_operand(graph, e, 1));
  if (noslip_expr_depends(graph, kink, search->n_symbols, search->symbols))
    g_array_append_val(search->kinks, kink);
  return TRUE;
}

GArray *
noslip_kinks_new(NoslipGraph *graph, guint n_roots, const NoslipExpr *roots, guint n_symbols, const NoslipExpr *symbols)
{
  Search search = {graph, n_symbols, symbols, g_array_new(FALSE, FALSE, sizeof(NoslipExpr))};
  noslip_expr_walk(graph, n_roots, roots, NULL, visit, &search);
  return search.kinks;
}
