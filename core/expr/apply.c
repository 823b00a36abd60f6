/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions: exact values are folded, and odd and even functions lose the sign of their argument. */
#include "core/expr/graph-private.h"

#include <math.h>

double
noslip_value_sign(double a)
{
  return a > 0 ? 1.0 : a < 0 ? -1.0 : a;
}

double
noslip_value_min(double a, double b)
{
  return a < b || isnan(a) ? a : b;
}

double
noslip_value_max(double a, double b)
{
  return a > b || isnan(a) ? a : b;
}

double
noslip_op_value(NoslipOp op, double a, double b)
{
  switch (op) {
#define NOSLIP_OP(identifier, name, arity, value, ...)                                                                 \
  case NOSLIP_OP_##identifier:                                                                                         \
    return (double) (value);
#include "core/expr/ops.def"
#undef NOSLIP_OP
  case NOSLIP_OP_POWER:
    return pow(a, b);
  default:
    return (double) NAN;
  }
}

guint
noslip_op_arity(NoslipOp op)
{
  switch (op) {
#define NOSLIP_OP(identifier, name, arity, ...)                                                                        \
  case NOSLIP_OP_##identifier:                                                                                         \
    return arity;
#include "core/expr/ops.def"
#undef NOSLIP_OP
  default:
    return 0;
  }
}

const char *
noslip_op_name(NoslipOp op)
{
  switch (op) {
#define NOSLIP_OP(identifier, name, ...)                                                                               \
  case NOSLIP_OP_##identifier:                                                                                         \
    return name;
#include "core/expr/ops.def"
#undef NOSLIP_OP
  default:
    return NULL;
  }
}

static gboolean
is_odd(NoslipOp op)
{
  return op == NOSLIP_OP_SIN || op == NOSLIP_OP_TAN || op == NOSLIP_OP_ASIN || op == NOSLIP_OP_ATAN ||
         op == NOSLIP_OP_SINH || op == NOSLIP_OP_TANH || op == NOSLIP_OP_SIGN;
}

static gboolean
is_even(NoslipOp op)
{
  return op == NOSLIP_OP_COS || op == NOSLIP_OP_COSH || op == NOSLIP_OP_ABS;
}

/* Whether the first coefficient of e, as a sum, is negative. */
static gboolean
leads_negative(const NoslipGraph *graph, NoslipExpr e)
{
  NoslipOp op = noslip_expr_op(graph, e);
  if (op == NOSLIP_OP_REAL)
    return noslip_graph_number_value(graph, e) < 0;
  if (op != NOSLIP_OP_SUM && op != NOSLIP_OP_NUMBER)
    return FALSE;
  const NoslipPart *parts = noslip_graph_parts(graph, e);
  gboolean constant_first = op == NOSLIP_OP_SUM && noslip_graph_node(graph, e)->n > 1 && parts[0].expr == NOSLIP_ONE;
  return parts[constant_first ? 1 : 0].number.num < 0;
}

/* sin and cos of n pi/2. */
static gboolean
fold_quarter_turns(NoslipGraph *graph, NoslipOp op, NoslipExpr a, NoslipExpr *e)
{
  NoslipRational turns = NOSLIP_RATIONAL_ONE, quarters;
  NoslipExpr pi = noslip_expr_pi(graph);
  if (a != pi) {
    const NoslipPart *parts = noslip_graph_parts(graph, a);
    if (noslip_expr_op(graph, a) != NOSLIP_OP_SUM || noslip_graph_node(graph, a)->n != 1 || parts[0].expr != pi)
      return FALSE;
    turns = parts[0].number;
  }
  if (!noslip_rational_mul(turns, (NoslipRational){2, 1}, &quarters) || quarters.den != 1)
    return FALSE;
  static const gint64 sines[4] = {0, 1, 0, -1};
  gint64 n = (quarters.num % 4 + 4 + (op == NOSLIP_OP_COS)) % 4;
  *e = noslip_graph_rational(graph, (NoslipRational){sines[n], 1});
  return TRUE;
}

/* Exact values of functions of one argument. */
static gboolean
fold_one(NoslipGraph *graph, NoslipOp op, NoslipExpr a, NoslipExpr *e)
{
  NoslipRational value;
  if (op == NOSLIP_OP_NOT && (a == NOSLIP_ZERO || a == NOSLIP_ONE)) {
    *e = a == NOSLIP_ZERO ? NOSLIP_ONE : NOSLIP_ZERO;
    return TRUE;
  }
  if ((op == NOSLIP_OP_SIN || op == NOSLIP_OP_COS) && fold_quarter_turns(graph, op, a, e))
    return TRUE;
  if (!noslip_graph_is_rational(graph, a, &value))
    return FALSE;
  if (op == NOSLIP_OP_ABS || op == NOSLIP_OP_SIGN) {
    gint64 sign = (value.num > 0) - (value.num < 0);
    *e = op == NOSLIP_OP_SIGN ? noslip_graph_rational(graph, (NoslipRational){sign, 1})
                              : noslip_graph_rational(graph, (NoslipRational){ABS(value.num), value.den});
    return TRUE;
  }
  if (a == NOSLIP_ONE && (op == NOSLIP_OP_LOG || op == NOSLIP_OP_ACOS)) {
    *e = NOSLIP_ZERO;
    return TRUE;
  }
  if (a != NOSLIP_ZERO)
    return FALSE;
  if (op == NOSLIP_OP_COS || op == NOSLIP_OP_COSH || op == NOSLIP_OP_EXP)
    *e = NOSLIP_ONE;
  else if (is_odd(op))
    *e = NOSLIP_ZERO;
  else
    return FALSE;
  return TRUE;
}

/* Conditions with a known value, and branches that are always or never taken. */
static gboolean
fold_case(const NoslipGraph *graph, NoslipOp op, NoslipExpr a, NoslipExpr b, NoslipExpr *e)
{
  NoslipRational p, q;
  gboolean known = a == NOSLIP_ZERO || a == NOSLIP_ONE, other = b == NOSLIP_ZERO || b == NOSLIP_ONE;
  if (op == NOSLIP_OP_WHEN && (known || b == NOSLIP_ZERO)) {
    *e = a == NOSLIP_ONE ? b : NOSLIP_ZERO;
    return TRUE;
  }
  if ((op == NOSLIP_OP_AND || op == NOSLIP_OP_OR) && (known || other || a == b)) {
    NoslipExpr constant = known ? a : b, rest = known ? b : a;
    NoslipExpr neutral = op == NOSLIP_OP_AND ? NOSLIP_ONE : NOSLIP_ZERO;
    *e = a == b || constant == neutral ? rest : constant;
    return TRUE;
  }
  if ((op == NOSLIP_OP_LESS || op == NOSLIP_OP_AT_MOST) && a == b) {
    *e = op == NOSLIP_OP_AT_MOST ? NOSLIP_ONE : NOSLIP_ZERO;
    return TRUE;
  }
  if ((op != NOSLIP_OP_LESS && op != NOSLIP_OP_AT_MOST) || !noslip_graph_is_rational(graph, a, &p) ||
      !noslip_graph_is_rational(graph, b, &q))
    return FALSE;
  double x = noslip_rational_value(p), y = noslip_rational_value(q);
  *e = x < y ? NOSLIP_ONE : NOSLIP_ZERO;
  return x < y || x > y;
}

static gboolean
fold_two(NoslipGraph *graph, NoslipOp op, NoslipExpr a, NoslipExpr b, NoslipExpr *e)
{
  NoslipRational p, q;
  if (fold_case(graph, op, a, b, e))
    return TRUE;
  if ((op == NOSLIP_OP_MIN || op == NOSLIP_OP_MAX) && a == b) {
    *e = a;
    return TRUE;
  }
  if (!noslip_graph_is_rational(graph, a, &p) || !noslip_graph_is_rational(graph, b, &q))
    return FALSE;
  if (op == NOSLIP_OP_ATAN2 && p.num == 0 && q.num > 0) {
    *e = NOSLIP_ZERO;
    return TRUE;
  }
  if (op != NOSLIP_OP_MIN && op != NOSLIP_OP_MAX)
    return FALSE;
  /* Two numbers of 53 bits may have the same double without being equal; then nothing is folded. */
  double x = noslip_rational_value(p), y = noslip_rational_value(q);
  if (!(x < y || x > y))
    return FALSE;
  *e = (x < y) == (op == NOSLIP_OP_MIN) ? a : b;
  return TRUE;
}

NoslipExpr
noslip_expr_apply(NoslipGraph *graph, NoslipOp op, guint n, const NoslipExpr *arguments)
{
  NoslipExpr e;
  NoslipPart parts[3];
  if (op <= NOSLIP_OP_POWER || op >= NOSLIP_N_OPS || n != noslip_op_arity(op) || n > G_N_ELEMENTS(parts))
    return noslip_graph_real(graph, (double) NAN);
  NoslipExpr a = arguments[0];
  if (op == NOSLIP_OP_SQRT)
    return noslip_graph_power(graph, a, (NoslipRational){1, 2});
  if (n == 1 && fold_one(graph, op, a, &e))
    return e;
  if (n == 2 && fold_two(graph, op, a, arguments[1], &e))
    return e;
  gboolean flip = (is_odd(op) || is_even(op)) && leads_negative(graph, a);
  for (guint i = 0; i < n; i++)
    parts[i] = (NoslipPart){arguments[i], NOSLIP_RATIONAL_ONE};
  if (flip)
    parts[0].expr = noslip_expr_neg(graph, a);
  e = noslip_graph_intern(graph, op, n, parts);
  return flip && is_odd(op) ? noslip_expr_neg(graph, e) : e;
}

NoslipExpr
noslip_graph_rebuild(NoslipGraph *graph, const NoslipGraph *from, NoslipExpr node, const NoslipPart *operands)
{
  NoslipOp op = noslip_expr_op(from, node);
  guint n = noslip_graph_node(from, node)->n;
  g_auto(NoslipParts) list;
  noslip_parts_init(&list);
  switch (op) {
  case NOSLIP_OP_NUMBER:
  case NOSLIP_OP_REAL:
    return noslip_graph_intern(graph, op, 1, &(NoslipPart){0, noslip_graph_parts(from, node)->number});
  case NOSLIP_OP_PI:
    return noslip_expr_pi(graph);
  case NOSLIP_OP_SYMBOL:
    return noslip_expr_symbol(graph, noslip_expr_symbol_name(from, node));
  case NOSLIP_OP_SUM:
  case NOSLIP_OP_PRODUCT:
    for (guint i = 0; i < n; i++)
      noslip_parts_push(&list, operands[i].expr, noslip_graph_parts(from, node)[i].number);
    return op == NOSLIP_OP_SUM ? noslip_graph_sum(graph, n, list.items) : noslip_graph_product(graph, n, list.items);
  case NOSLIP_OP_POWER:
    return noslip_expr_pow(graph, operands[0].expr, operands[1].expr);
  default:
    return noslip_expr_apply(graph, op, n,
                             (NoslipExpr[]){operands[0].expr, n > 1 ? operands[1].expr : NOSLIP_ZERO,
                                            n > 2 ? operands[2].expr : NOSLIP_ZERO});
  }
}
