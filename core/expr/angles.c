/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sin(a + b) = sin a cos b + cos a sin b, cos(a + b) = cos a cos b - sin a sin b: composite angles taken apart, so that
 * sums over them can cancel. */
#include "core/expr/graph-private.h"

/* sin and cos of the sum of these terms. */
static void
sine_and_cosine(NoslipGraph *graph, const GArray *terms, NoslipExpr *sine, NoslipExpr *cosine)
{
  *sine = NOSLIP_ZERO;
  *cosine = NOSLIP_ONE;
  for (guint i = 0; i < terms->len; i++) {
    NoslipExpr term = g_array_index(terms, NoslipExpr, i);
    NoslipExpr s = noslip_expr_apply(graph, NOSLIP_OP_SIN, 1, &term);
    NoslipExpr c = noslip_expr_apply(graph, NOSLIP_OP_COS, 1, &term);
    NoslipExpr both = noslip_expr_add(graph, noslip_expr_mul(graph, *sine, c), noslip_expr_mul(graph, *cosine, s));
    *cosine = noslip_expr_sub(graph, noslip_expr_mul(graph, *cosine, c), noslip_expr_mul(graph, *sine, s));
    *sine = both;
  }
}

NoslipExpr
noslip_expr_expand_angles(NoslipGraph *graph, NoslipExpr e)
{
  if (noslip_expr_n_operands(graph, e) == 0)
    return e;
  g_auto(NoslipReach) reach;
  noslip_reach_init(&reach, graph, 1, &e, NULL, NULL);
  g_autofree NoslipExpr *images = g_new(NoslipExpr, reach.n);
  g_autoptr(GArray) operands = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint i = 0; i < reach.n; i++) {
    NoslipExpr node = reach.exprs[i];
    NoslipOp op = noslip_expr_op(graph, node);
    guint n_operands = noslip_expr_n_operands(graph, node);
    gboolean changed = FALSE;
    g_array_set_size(operands, n_operands);
    for (guint j = 0; j < n_operands; j++) {
      NoslipExpr operand = noslip_expr_operand(graph, node, j);
      NoslipExpr image = images[noslip_reach_index(&reach, operand)];
      changed = changed || image != operand;
      g_array_index(operands, NoslipExpr, j) = image;
    }
    images[i] = changed ? noslip_graph_rebuild(graph, graph, node, (NoslipExpr *) (gpointer) operands->data) : node;
    if (op != NOSLIP_OP_SIN && op != NOSLIP_OP_COS)
      continue;
    g_array_set_size(terms, 0);
    noslip_expr_terms(graph, g_array_index(operands, NoslipExpr, 0), terms);
    if (terms->len < 2)
      continue;
    NoslipExpr sine, cosine;
    sine_and_cosine(graph, terms, &sine, &cosine);
    images[i] = op == NOSLIP_OP_SIN ? sine : cosine;
  }
  return images[noslip_reach_index(&reach, e)];
}
