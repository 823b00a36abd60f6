/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic with expressions. */
#include "core/expr/graph-private.h"

NoslipExpr
noslip_expr_add(NoslipGraph *graph, NoslipExpr a, NoslipExpr b)
{
  if (a == NOSLIP_ZERO || b == NOSLIP_ZERO)
    return a == NOSLIP_ZERO ? b : a;
  NoslipPart parts[2] = {{a, NOSLIP_RATIONAL_ONE}, {b, NOSLIP_RATIONAL_ONE}};
  return noslip_graph_sum(graph, 2, parts);
}

NoslipExpr
noslip_expr_sub(NoslipGraph *graph, NoslipExpr a, NoslipExpr b)
{
  if (b == NOSLIP_ZERO)
    return a;
  NoslipPart parts[2] = {{a, NOSLIP_RATIONAL_ONE}, {b, {-1, 1}}};
  return noslip_graph_sum(graph, 2, parts);
}

NoslipExpr
noslip_expr_neg(NoslipGraph *graph, NoslipExpr a)
{
  return noslip_graph_scale(graph, a, (NoslipRational){-1, 1});
}

NoslipExpr
noslip_expr_mul(NoslipGraph *graph, NoslipExpr a, NoslipExpr b)
{
  if (a == NOSLIP_ONE || b == NOSLIP_ONE)
    return a == NOSLIP_ONE ? b : a;
  if (a == NOSLIP_ZERO || b == NOSLIP_ZERO) {
    /* Only poles and infinities, which are products and reals, need the slow test. */
    NoslipOp op = noslip_expr_op(graph, a == NOSLIP_ZERO ? b : a);
    if (op != NOSLIP_OP_PRODUCT && op != NOSLIP_OP_REAL)
      return NOSLIP_ZERO;
  }
  NoslipPart parts[2] = {{a, NOSLIP_RATIONAL_ONE}, {b, NOSLIP_RATIONAL_ONE}};
  return noslip_graph_product(graph, 2, parts);
}

NoslipExpr
noslip_expr_div(NoslipGraph *graph, NoslipExpr a, NoslipExpr b)
{
  NoslipPart parts[2] = {{a, NOSLIP_RATIONAL_ONE}, {b, {-1, 1}}};
  return noslip_graph_product(graph, 2, parts);
}

NoslipExpr
noslip_expr_powi(NoslipGraph *graph, NoslipExpr base, int exponent)
{
  return noslip_graph_power(graph, base, (NoslipRational){exponent, 1});
}

NoslipExpr
noslip_expr_pow(NoslipGraph *graph, NoslipExpr base, NoslipExpr exponent)
{
  NoslipRational value;
  if (noslip_graph_is_rational(graph, exponent, &value))
    return noslip_graph_power(graph, base, value);
  if (base == NOSLIP_ONE)
    return NOSLIP_ONE;
  NoslipPart parts[2] = {{base, NOSLIP_RATIONAL_ONE}, {exponent, NOSLIP_RATIONAL_ONE}};
  return noslip_graph_intern(graph, NOSLIP_OP_POWER, 2, parts);
}

NoslipExpr
noslip_expr_add_product(NoslipGraph *graph, NoslipExpr e, NoslipExpr a, NoslipExpr b)
{
  return noslip_expr_add(graph, e, noslip_expr_mul(graph, a, b));
}

NoslipExpr
noslip_expr_sub_product(NoslipGraph *graph, NoslipExpr e, NoslipExpr a, NoslipExpr b)
{
  return noslip_expr_sub(graph, e, noslip_expr_mul(graph, a, b));
}

NoslipExpr
noslip_expr_sum(NoslipGraph *graph, guint n, const NoslipExpr *terms)
{
  g_auto(NoslipParts) list;
  noslip_parts_init(&list);
  for (guint i = 0; i < n; i++)
    noslip_parts_push(&list, terms[i], NOSLIP_RATIONAL_ONE);
  return noslip_graph_sum(graph, list.n, list.items);
}

NoslipExpr
noslip_expr_dot(NoslipGraph *graph, guint n, const NoslipExpr *a, const NoslipExpr *b)
{
  g_auto(NoslipParts) list;
  noslip_parts_init(&list);
  for (guint i = 0; i < n; i++) {
    NoslipExpr product = noslip_expr_mul(graph, a[i], b[i]);
    if (product != NOSLIP_ZERO)
      noslip_parts_push(&list, product, NOSLIP_RATIONAL_ONE);
  }
  return noslip_graph_sum(graph, list.n, list.items);
}
