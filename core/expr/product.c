/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The canonical product: k prod_i b_i^(e_i) with distinct bases in the order of their handles, where k is
 * handed to the sum above. Sums that are bases with whole exponents are primitive (coprime whole
 * coefficients, the first one positive), so that (2a + 2b)/(a + b) is 2 and (a - b)/(b - a) is -1. */
#include "core/expr/graph-private.h"

#include <math.h>

typedef struct {
  NoslipRational k;
  NoslipParts list;
} Factors;

static void factors_push(NoslipGraph *graph, Factors *f, NoslipExpr e, NoslipRational exponent);

static void
factors_scale(NoslipGraph *graph, Factors *f, NoslipRational k)
{
  if (noslip_rational_mul(f->k, k, &f->k))
    return;
  /* The exact factor does not fit: from here on it is a REAL, as a decimal that long would be. */
  double inexact = noslip_rational_value(f->k) * noslip_rational_value(k);
  noslip_parts_push(&f->list, noslip_graph_real(graph, inexact), NOSLIP_RATIONAL_ONE);
  f->k = NOSLIP_RATIONAL_ONE;
}

/* value^exponent as far as it is rational: 8^(1/3) is 2, 2^(3/2) is 2 sqrt(2), 2^100 does not fit and stays. */
static void
push_number(NoslipGraph *graph, Factors *f, NoslipRational value, NoslipRational exponent)
{
  NoslipRational power, inverse;
  if (noslip_rational_is(value, 1))
    return;
  if (value.num == 0) {
    if (exponent.num > 0)
      f->k = (NoslipRational){0, 1};
    else
      noslip_parts_push(&f->list, NOSLIP_ZERO, exponent);
    return;
  }
  if (exponent.den == 1 && value.num < 0) {
    value.num = -value.num;
    if (exponent.num % 2 != 0)
      f->k.num = -f->k.num;
  }
  if (exponent.den == 1 && noslip_rational_pow(value, exponent.num, &power)) {
    factors_scale(graph, f, power);
    return;
  }
  if (value.num > 0 && value.num < value.den && noslip_rational_inverse(value, &inverse)) {
    value = inverse;
    exponent.num = -exponent.num;
  }
  if (exponent.den > 1 && value.num > 0) {
    NoslipRational root;
    if (noslip_rational_root(value, exponent.den, &root)) {
      push_number(graph, f, root, (NoslipRational){exponent.num, 1});
      return;
    }
    gint64 whole = exponent.num / exponent.den - (exponent.num < 0);
    if (noslip_rational_pow(value, whole, &power)) {
      factors_scale(graph, f, power);
      exponent.num -= whole * exponent.den;
    }
  }
  noslip_parts_push(&f->list, noslip_graph_rational(graph, value), exponent);
}

/* Content of the sum e taken out of e^exponent: all of it for whole exponents, else what has a rational
 * power. */
static void
push_sum(NoslipGraph *graph, Factors *f, NoslipExpr e, NoslipRational exponent)
{
  NoslipRational content, root, inverse;
  NoslipExpr primitive = noslip_graph_primitive(graph, e, &content);
  if (exponent.den == 1) {
    push_number(graph, f, content, exponent);
    if (noslip_expr_op(graph, primitive) == NOSLIP_OP_SUM)
      noslip_parts_push(&f->list, primitive, exponent);
    else
      factors_push(graph, f, primitive, exponent);
    return;
  }
  content.num = ABS(content.num);
  if (!noslip_rational_is(content, 1) && noslip_rational_root(content, exponent.den, &root) &&
      noslip_rational_inverse(content, &inverse)) {
    push_number(graph, f, root, (NoslipRational){exponent.num, 1});
    e = noslip_graph_scale(graph, e, inverse);
    if (noslip_expr_op(graph, e) != NOSLIP_OP_SUM) {
      factors_push(graph, f, e, exponent);
      return;
    }
  }
  noslip_parts_push(&f->list, e, exponent);
}

static void
push_product(NoslipGraph *graph, Factors *f, NoslipExpr e, NoslipRational exponent)
{
  guint n = noslip_graph_node(graph, e)->n;
  NoslipPart first = noslip_graph_parts(graph, e)[0];
  NoslipRational product;
  /* (x^2)^(1/2) is not x. */
  if (exponent.den != 1 && (n != 1 || first.number.num % 2 == 0)) {
    noslip_parts_push(&f->list, e, exponent);
    return;
  }
  for (guint i = 0; i < n; i++) {
    NoslipPart part = noslip_graph_parts(graph, e)[i];
    if (!noslip_rational_mul(part.number, exponent, &product)) {
      NoslipPart power[2] = {{e, NOSLIP_RATIONAL_ONE}, {noslip_graph_rational(graph, exponent), NOSLIP_RATIONAL_ONE}};
      noslip_parts_push(&f->list, noslip_graph_intern(graph, NOSLIP_OP_POWER, 2, power), NOSLIP_RATIONAL_ONE);
      return;
    }
  }
  for (guint i = 0; i < n; i++) {
    NoslipPart part = noslip_graph_parts(graph, e)[i];
    noslip_rational_mul(part.number, exponent, &product);
    if (noslip_rational_is(exponent, 1))
      noslip_parts_push(&f->list, part.expr, product);
    else
      factors_push(graph, f, part.expr, product);
  }
}

/* Appends e^exponent. Recursion is bounded: a base is never itself a product that could be taken apart. */
static void
factors_push(NoslipGraph *graph, Factors *f, NoslipExpr e, NoslipRational exponent)
{
  NoslipRational value;
  if (exponent.num == 0)
    return;
  switch (noslip_expr_op(graph, e)) {
  case NOSLIP_OP_NUMBER:
    noslip_graph_is_rational(graph, e, &value);
    push_number(graph, f, value, exponent);
    break;
  case NOSLIP_OP_SUM:
    push_sum(graph, f, e, exponent);
    break;
  case NOSLIP_OP_PRODUCT:
    push_product(graph, f, e, exponent);
    break;
  default:
    noslip_parts_push(&f->list, e, exponent);
  }
}

/* Sorts, and collects equal bases; TRUE where a collected base may have to be taken apart again, which is
 * then at the end of the list: 2^(1/2) 2^(1/2) is 2. */
static gboolean
factors_collect(NoslipGraph *graph, Factors *f)
{
  NoslipParts *list = &f->list;
  noslip_parts_sort(list);
  guint n = 0;
  g_auto(NoslipParts) again;
  noslip_parts_init(&again);
  for (guint i = 0; i < list->n;) {
    NoslipPart part = list->items[i++];
    gboolean merged = FALSE;
    for (; i < list->n && list->items[i].expr == part.expr &&
           noslip_rational_add(part.number, list->items[i].number, &part.number);
         i++)
      merged = TRUE;
    NoslipOp op = noslip_expr_op(graph, part.expr);
    if (part.number.num == 0)
      continue;
    if (merged && (op == NOSLIP_OP_NUMBER || op == NOSLIP_OP_SUM || op == NOSLIP_OP_PRODUCT))
      noslip_parts_push(&again, part.expr, part.number);
    else
      list->items[n++] = part;
  }
  list->n = n;
  for (guint i = 0; i < again.n; i++)
    factors_push(graph, f, again.items[i].expr, again.items[i].number);
  return again.n > 0;
}

/* Whether a factor 0 leaves no number: 0/0, 0 * infinity. */
static gboolean
undefined_times_zero(const NoslipGraph *graph, const NoslipParts *list)
{
  for (guint i = 0; i < list->n; i++)
    if (list->items[i].expr == NOSLIP_ZERO || (noslip_expr_op(graph, list->items[i].expr) == NOSLIP_OP_REAL &&
                                               !isfinite(noslip_graph_number_value(graph, list->items[i].expr))))
      return TRUE;
  return FALSE;
}

static NoslipExpr
factors_finish(NoslipGraph *graph, Factors *f)
{
  NoslipParts *list = &f->list;
  if (f->k.num == 0)
    return undefined_times_zero(graph, list) ? noslip_graph_real(graph, (double) NAN) : NOSLIP_ZERO;
  for (guint round = 0; factors_collect(graph, f) && round < 8; round++)
    ;
  NoslipExpr term;
  if (list->n == 0)
    term = NOSLIP_ONE;
  else if (list->n == 1 && noslip_rational_is(list->items[0].number, 1))
    term = list->items[0].expr;
  else
    term = noslip_graph_intern(graph, NOSLIP_OP_PRODUCT, list->n, list->items);
  return noslip_graph_scale(graph, term, f->k);
}

NoslipExpr
noslip_graph_product(NoslipGraph *graph, guint n, const NoslipPart *parts)
{
  Factors f = {.k = NOSLIP_RATIONAL_ONE};
  noslip_parts_init(&f.list);
  for (guint i = 0; i < n; i++)
    factors_push(graph, &f, parts[i].expr, parts[i].number);
  NoslipExpr e = factors_finish(graph, &f);
  noslip_parts_clear(&f.list);
  return e;
}

NoslipExpr
noslip_graph_power(NoslipGraph *graph, NoslipExpr base, NoslipRational exponent)
{
  NoslipPart part = {base, exponent};
  if (exponent.num == 0)
    return NOSLIP_ONE;
  return noslip_rational_is(exponent, 1) ? base : noslip_graph_product(graph, 1, &part);
}

NoslipExpr
noslip_expr_mul(NoslipGraph *graph, NoslipExpr a, NoslipExpr b)
{
  if (a == NOSLIP_ONE || b == NOSLIP_ONE)
    return a == NOSLIP_ONE ? b : a;
  if (a == NOSLIP_ZERO || b == NOSLIP_ZERO) {
    /* Poles and infinities are products and reals: only these go the long way. */
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
