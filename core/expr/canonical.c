/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Canonical sums and products, which refer to each other.
 *
 * A sum is c + sum_i k_i t_i with distinct terms in the order of their handles. A product is k prod_i b_i^(e_i) with
 * distinct bases in the order of their handles, where k becomes a coefficient of the sum around it. Sums that are bases
 * with integer exponents are primitive (coprime integer coefficients, the first one positive), so that (2a + 2b)/(a +
 * b) is 2 and (a - b)/(b - a) is -1. */
#include "core/expr/graph-private.h"

#include <math.h>

/* k as REAL factors, which are not combined with other numbers: a product that does not fit is not rounded. */
static void
push_reals(NoslipGraph *graph, NoslipParts *list, NoslipRational k)
{
  if (k.num != 1)
    noslip_parts_push(list, noslip_graph_real(graph, (double) k.num), NOSLIP_RATIONAL_ONE);
  if (k.den != 1)
    noslip_parts_push(list, noslip_graph_real(graph, (double) k.den), (NoslipRational){-1, 1});
}

static NoslipExpr
times_reals(NoslipGraph *graph, NoslipRational k, NoslipExpr e)
{
  g_auto(NoslipParts) list;
  noslip_parts_init(&list);
  push_reals(graph, &list, k);
  noslip_parts_push(&list, e, NOSLIP_RATIONAL_ONE);
  return noslip_graph_product(graph, list.n, list.items);
}

/* Sums */

/* Appends k e, as a separate term of a sum. */
static void
sum_push(NoslipGraph *graph, NoslipParts *list, NoslipExpr e, NoslipRational k)
{
  NoslipOp op = noslip_expr_op(graph, e);
  if (k.num == 0)
    return;
  if (op != NOSLIP_OP_SUM && op != NOSLIP_OP_NUMBER) {
    noslip_parts_push(list, e, k);
    return;
  }
  guint n = noslip_graph_node(graph, e)->n;
  for (guint i = 0; i < n; i++) {
    NoslipPart part = noslip_graph_parts(graph, e)[i];
    NoslipRational product;
    if (op == NOSLIP_OP_NUMBER)
      part.expr = NOSLIP_ONE;
    if (noslip_rational_mul(k, part.number, &product)) {
      noslip_parts_push(list, part.expr, product);
      continue;
    }
    noslip_parts_push(list, times_reals(graph, part.number, part.expr), k);
  }
}

/* Coefficients of one term whose exact sum does not fit are not added: one of them becomes a separate factor. */
static gboolean
sum_overflow(NoslipGraph *graph, NoslipParts *list)
{
  gboolean found = FALSE;
  for (guint i = 0; i + 1 < list->n; i++) {
    NoslipPart *part = &list->items[i], *next = &list->items[i + 1];
    if (part->expr != next->expr || part->number.num == 0)
      continue;
    list->items[i] = (NoslipPart){times_reals(graph, part->number, part->expr), NOSLIP_RATIONAL_ONE};
    found = TRUE;
  }
  return found;
}

/* For a term t = R sin(u)^2, whose sine is part `s` of it: whether R cos(u)^2 is a node, and R. */
static gboolean
cosine_partner(NoslipGraph *graph, NoslipExpr t, guint s, NoslipExpr *partner, NoslipExpr *rest)
{
  const NoslipPart *parts = noslip_graph_parts(graph, t);
  guint n = noslip_graph_node(graph, t)->n;
  NoslipPart argument = {noslip_expr_operand(graph, parts[s].expr, 0), NOSLIP_RATIONAL_ONE};
  NoslipExpr cosine;
  if (!noslip_graph_find(graph, NOSLIP_OP_COS, 1, &argument, &cosine))
    return FALSE;
  g_auto(NoslipParts) other;
  noslip_parts_init(&other);
  gboolean merged = FALSE;
  const NoslipRational two = {2, 1}, minus_two = {-2, 1};
  for (guint i = 0; i < n; i++) {
    NoslipRational exponent = parts[i].number;
    if (i == s && !noslip_rational_add(exponent, minus_two, &exponent))
      return FALSE;
    if (parts[i].expr == cosine) {
      merged = TRUE;
      if (!noslip_rational_add(exponent, two, &exponent))
        return FALSE;
    }
    if (exponent.num != 0)
      noslip_parts_push(&other, parts[i].expr, exponent);
  }
  if (!merged)
    noslip_parts_push(&other, cosine, two);
  noslip_parts_sort(&other);
  if (other.n == 1 && noslip_rational_is(other.items[0].number, 1))
    return FALSE;
  if (!noslip_graph_find(graph, NOSLIP_OP_PRODUCT, other.n, other.items, partner))
    return FALSE;
  NoslipPart quotient[2] = {{t, NOSLIP_RATIONAL_ONE}, {parts[s].expr, minus_two}};
  *rest = noslip_graph_product(graph, 2, quotient);
  return TRUE;
}

/* k R sin(u)^2 + k R cos(u)^2 = k R in a collected list; TRUE if terms were replaced. */
static gboolean
sum_pythagoras(NoslipGraph *graph, NoslipParts *list)
{
  gboolean found = FALSE;
  guint n = list->n;
  for (guint i = 0; i < n; i++) {
    NoslipPart term = list->items[i];
    if (noslip_expr_op(graph, term.expr) != NOSLIP_OP_PRODUCT || term.number.num == 0)
      continue;
    for (guint s = 0; s < noslip_graph_node(graph, term.expr)->n; s++) {
      NoslipPart factor = noslip_graph_parts(graph, term.expr)[s];
      NoslipExpr partner, rest;
      if (noslip_expr_op(graph, factor.expr) != NOSLIP_OP_SIN || factor.number.num < 2 * factor.number.den ||
          !cosine_partner(graph, term.expr, s, &partner, &rest))
        continue;
      gint other = noslip_parts_find(list, n, partner);
      if (other < 0 || !noslip_rational_equal(list->items[other].number, term.number))
        continue;
      list->items[i].number.num = 0;
      list->items[other].number.num = 0;
      sum_push(graph, list, rest, term.number);
      found = TRUE;
      break;
    }
  }
  return found;
}

static NoslipExpr
sum_finish(NoslipGraph *graph, NoslipParts *list)
{
  /* Each replacement leaves fewer terms, so the loop ends. */
  do
    noslip_parts_collect(list);
  while (!graph->failed && (sum_overflow(graph, list) || sum_pythagoras(graph, list)));
  if (list->n == 0 || graph->failed)
    return NOSLIP_ZERO;
  if (list->n == 1 && list->items[0].expr == NOSLIP_ONE)
    return noslip_graph_rational(graph, list->items[0].number);
  if (list->n == 1 && noslip_rational_is(list->items[0].number, 1))
    return list->items[0].expr;
  return noslip_graph_intern(graph, NOSLIP_OP_SUM, list->n, list->items);
}

NoslipExpr
noslip_graph_sum(NoslipGraph *graph, guint n, const NoslipPart *parts)
{
  g_auto(NoslipParts) list;
  noslip_parts_init(&list);
  for (guint i = 0; i < n; i++)
    sum_push(graph, &list, parts[i].expr, parts[i].number);
  return sum_finish(graph, &list);
}

NoslipExpr
noslip_graph_scale(NoslipGraph *graph, NoslipExpr e, NoslipRational k)
{
  if (noslip_rational_is(k, 1))
    return e;
  NoslipPart part = {e, k};
  return noslip_graph_sum(graph, 1, &part);
}

/* e = content * result, where the coefficients of the result are coprime integers, the first one positive. */
static NoslipExpr
primitive_part(NoslipGraph *graph, NoslipExpr e, NoslipRational *content)
{
  *content = NOSLIP_RATIONAL_ONE;
  if (noslip_expr_op(graph, e) != NOSLIP_OP_SUM)
    return e;
  const NoslipPart *parts = noslip_graph_parts(graph, e);
  guint n = noslip_graph_node(graph, e)->n;
  gint64 num = 0, den = 1;
  for (guint i = 0; i < n; i++) {
    num = noslip_gcd(num, parts[i].number.num);
    gint64 step = parts[i].number.den / noslip_gcd(den, parts[i].number.den);
    if (step > NOSLIP_RATIONAL_MOST / den)
      return e;
    den *= step;
  }
  if (parts[n > 1 && parts[0].expr == NOSLIP_ONE ? 1 : 0].number.num < 0)
    num = -num;
  NoslipRational inverse;
  if ((num == 1 && den == 1) || !noslip_rational_new(den, num, &inverse))
    return e;
  *content = (NoslipRational){num, den};
  return noslip_graph_scale(graph, e, inverse);
}

/* Products */

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
  push_reals(graph, &f->list, k);
}

/* The rational part of value^exponent: 8^(1/3) is 2, 2^(3/2) is 2 sqrt(2); 2^100 does not fit and is left unchanged. */
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

/* Moves the content of the sum e out of e^exponent: all of it for integer exponents, else the part that has a rational
 * power. */
static void
push_sum(NoslipGraph *graph, Factors *f, NoslipExpr e, NoslipRational exponent)
{
  NoslipRational content, root, inverse;
  NoslipExpr primitive = primitive_part(graph, e, &content);
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

/* Sorts, and collects equal bases; TRUE if a collected base must be split again (2^(1/2) 2^(1/2) is 2). It is then at
 * the end of the list. */
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

/* Whether a factor 0 gives no defined value: 0/0, 0 * infinity. */
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
