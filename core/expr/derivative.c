/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives. Partial derivatives of functions are in ops.def; sums, products and powers are here. */
#include "core/expr/graph-private.h"

/* The shorthand of ops.def. */
#define F(op, x) noslip_expr_apply(graph, NOSLIP_OP_##op, 1, (NoslipExpr[]){x})
#define N(p, q) noslip_expr_rational(graph, p, q)
#define ADD(x, y) noslip_expr_add(graph, x, y)
#define SUB(x, y) noslip_expr_sub(graph, x, y)
#define MUL(x, y) noslip_expr_mul(graph, x, y)
#define DIV(x, y) noslip_expr_div(graph, x, y)
#define NEG(x) noslip_expr_neg(graph, x)
#define POW(x, y) noslip_expr_pow(graph, x, y)
#define POWI(x, n) noslip_expr_powi(graph, x, n)

static guint64
memo_key(NoslipExpr e, NoslipExpr symbol)
{
  return (guint64) symbol << 32 | e;
}

/* Partial derivative of a function by its argument `which` (0 or 1). */
static NoslipExpr
partial(NoslipGraph *graph, NoslipExpr self, guint which)
{
  NoslipExpr a = noslip_expr_operand(graph, self, 0);
  NoslipExpr b = noslip_expr_operand(graph, self, 1);
  (void) b;
  switch (noslip_expr_op(graph, self)) {
#define NOSLIP_OP(identifier, name, arity, value, d_a, d_b, ...)                                                       \
  case NOSLIP_OP_##identifier:                                                                                         \
    return which == 0 ? (d_a) : (d_b);
#include "core/expr/ops.def"
#undef NOSLIP_OP
  default:
    return NOSLIP_ZERO;
  }
}

/* d prod_i b_i^(e_i) = sum_i e_i b_i' b_i^(e_i - 1) prod_(j != i) b_j^(e_j) */
static NoslipExpr
product_derivative(NoslipGraph *graph, NoslipExpr self, const NoslipExpr *d)
{
  guint n = noslip_graph_node(graph, self)->n;
  g_auto(NoslipParts) terms;
  noslip_parts_init(&terms);
  for (guint i = 0; i < n; i++) {
    if (d[i] == NOSLIP_ZERO)
      continue;
    NoslipPart part = noslip_graph_parts(graph, self)[i];
    NoslipPart factors[3] = {{self, NOSLIP_RATIONAL_ONE}, {part.expr, {-1, 1}}, {d[i], NOSLIP_RATIONAL_ONE}};
    noslip_parts_push(&terms, noslip_graph_product(graph, 3, factors), part.number);
  }
  return noslip_graph_sum(graph, terms.n, terms.items);
}

/* d b^e = b^e (e' log b + e b'/b) */
static NoslipExpr
power_derivative(NoslipGraph *graph, NoslipExpr self, const NoslipExpr *d)
{
  NoslipExpr base = noslip_expr_operand(graph, self, 0);
  NoslipExpr exponent = noslip_expr_operand(graph, self, 1);
  NoslipExpr by_exponent = d[1] == NOSLIP_ZERO ? NOSLIP_ZERO : MUL(MUL(self, F(LOG, base)), d[1]);
  NoslipExpr lower = POW(base, SUB(exponent, NOSLIP_ONE));
  NoslipExpr by_base = d[0] == NOSLIP_ZERO ? NOSLIP_ZERO : MUL(MUL(exponent, lower), d[0]);
  return ADD(by_exponent, by_base);
}

/* The derivative of e from those of its operands. */
static NoslipExpr
chain(NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExpr *d)
{
  NoslipOp op = noslip_expr_op(graph, e);
  gboolean constant = TRUE;
  for (guint i = 0; i < n; i++)
    constant = constant && d[i] == NOSLIP_ZERO;
  if (constant)
    return NOSLIP_ZERO;
  if (op == NOSLIP_OP_SUM) {
    g_auto(NoslipParts) terms;
    noslip_parts_init(&terms);
    for (guint i = 0; i < n; i++)
      noslip_parts_push(&terms, d[i], noslip_graph_parts(graph, e)[i].number);
    return noslip_graph_sum(graph, n, terms.items);
  }
  if (op == NOSLIP_OP_PRODUCT)
    return product_derivative(graph, e, d);
  if (op == NOSLIP_OP_POWER)
    return power_derivative(graph, e, d);
  if (op == NOSLIP_OP_WHEN) /* not a product with the condition: it would be NaN if the branch not taken is undefined */
    return noslip_expr_apply(graph, NOSLIP_OP_WHEN, 2, (NoslipExpr[]){noslip_expr_operand(graph, e, 0), d[1]});
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < MIN(n, 2); i++)
    if (d[i] != NOSLIP_ZERO)
      sum = ADD(sum, MUL(partial(graph, e, i), d[i]));
  return sum;
}

static gboolean
is_known(const NoslipGraph *graph, NoslipExpr e, gpointer data)
{
  NoslipExpr value, symbol = *(NoslipExpr *) data;
  return !noslip_graph_may_depend(graph, e, symbol) ||
         noslip_memo_get(&graph->derivatives, memo_key(e, symbol), &value);
}

NoslipExpr
noslip_expr_derivative(NoslipGraph *graph, NoslipExpr e, NoslipExpr symbol)
{
  NoslipExpr value = NOSLIP_ZERO;
  if (noslip_expr_op(graph, symbol) != NOSLIP_OP_SYMBOL || !noslip_graph_may_depend(graph, e, symbol))
    return NOSLIP_ZERO;
  if (noslip_memo_get(&graph->derivatives, memo_key(e, symbol), &value))
    return value;
  g_auto(NoslipReach) reach;
  noslip_reach_init(&reach, graph, 1, &e, is_known, &symbol);
  g_autoptr(GArray) d = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint i = 0; i < reach.n && !graph->failed; i++) {
    NoslipExpr node = reach.exprs[i];
    guint n = noslip_expr_n_operands(graph, node);
    if (is_known(graph, node, &symbol))
      continue;
    g_array_set_size(d, n);
    for (guint j = 0; j < n; j++) {
      value = NOSLIP_ZERO;
      NoslipExpr operand = noslip_expr_operand(graph, node, j);
      if (noslip_graph_may_depend(graph, operand, symbol))
        noslip_memo_get(&graph->derivatives, memo_key(operand, symbol), &value);
      g_array_index(d, NoslipExpr, j) = value;
    }
    if (node == symbol)
      value = NOSLIP_ONE;
    else if (noslip_expr_op(graph, node) == NOSLIP_OP_SYMBOL)
      value = noslip_graph_rate(graph, node, symbol);
    else
      value = chain(graph, node, n, (NoslipExpr *) (gpointer) d->data);
    if (!graph->failed)
      noslip_memo_put(&graph->derivatives, memo_key(node, symbol), value);
  }
  value = NOSLIP_ZERO;
  noslip_memo_get(&graph->derivatives, memo_key(e, symbol), &value);
  return value;
}
