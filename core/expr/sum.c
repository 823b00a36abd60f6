/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The canonical sum: c + sum_i k_i t_i with distinct terms in the order of their handles. */
#include "core/expr/graph-private.h"

/* Appends k e, where the terms of a sum stay apart. */
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
    /* The exact coefficient does not fit: from here on it is a REAL, as a decimal that long would be. */
    double inexact = noslip_rational_value(part.number) * noslip_rational_value(k);
    NoslipPart factors[2] = {{noslip_graph_real(graph, inexact), NOSLIP_RATIONAL_ONE},
                             {part.expr, NOSLIP_RATIONAL_ONE}};
    noslip_parts_push(list, noslip_graph_product(graph, 2, factors), NOSLIP_RATIONAL_ONE);
  }
}

/* Sorts, and collects equal terms. */
static void
sum_collect(NoslipGraph *graph, NoslipParts *list)
{
  noslip_parts_sort(list);
  guint n = 0;
  for (guint i = 0; i < list->n; i++) {
    NoslipPart part = list->items[i];
    if (n > 0 && list->items[n - 1].expr == part.expr &&
        noslip_rational_add(list->items[n - 1].number, part.number, &list->items[n - 1].number))
      continue;
    if (n > 0 && list->items[n - 1].number.num == 0)
      n--;
    list->items[n++] = part;
  }
  if (n > 0 && list->items[n - 1].number.num == 0)
    n--;
  list->n = n;
}

/* Coefficients of one term whose exact sum does not fit become one REAL factor. */
static gboolean
sum_overflow(NoslipGraph *graph, NoslipParts *list)
{
  gboolean found = FALSE;
  for (guint i = 0; i + 1 < list->n; i++) {
    NoslipPart *part = &list->items[i], *next = &list->items[i + 1];
    if (part->expr != next->expr || part->number.num == 0)
      continue;
    double inexact = noslip_rational_value(part->number) + noslip_rational_value(next->number);
    NoslipPart factors[2] = {{noslip_graph_real(graph, inexact), NOSLIP_RATIONAL_ONE},
                             {part->expr, NOSLIP_RATIONAL_ONE}};
    part->expr = noslip_graph_product(graph, 2, factors);
    part->number = NOSLIP_RATIONAL_ONE;
    next->number.num = 0;
    found = TRUE;
  }
  return found;
}

static gint
find_term(const NoslipParts *list, guint n, NoslipExpr e)
{
  guint low = 0, high = n;
  while (low < high) {
    guint middle = (low + high) / 2;
    if (list->items[middle].expr < e)
      low = middle + 1;
    else
      high = middle;
  }
  return low < n && list->items[low].expr == e ? (gint) low : -1;
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

/* k R sin(u)^2 + k R cos(u)^2 = k R in a collected list; TRUE where terms were replaced. */
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
      gint other = find_term(list, n, partner);
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
  /* Each round of either kind leaves fewer terms, so that the loop ends. */
  do
    sum_collect(graph, list);
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

NoslipExpr
noslip_graph_primitive(NoslipGraph *graph, NoslipExpr e, NoslipRational *content)
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

NoslipExpr
noslip_expr_sum(NoslipGraph *graph, guint n, const NoslipExpr *terms)
{
  g_auto(NoslipParts) list;
  noslip_parts_init(&list);
  for (guint i = 0; i < n; i++)
    sum_push(graph, &list, terms[i], NOSLIP_RATIONAL_ONE);
  return sum_finish(graph, &list);
}

NoslipExpr
noslip_expr_dot(NoslipGraph *graph, guint n, const NoslipExpr *a, const NoslipExpr *b)
{
  g_auto(NoslipParts) list;
  noslip_parts_init(&list);
  for (guint i = 0; i < n; i++) {
    NoslipExpr product = noslip_expr_mul(graph, a[i], b[i]);
    if (product != NOSLIP_ZERO)
      sum_push(graph, &list, product, NOSLIP_RATIONAL_ONE);
  }
  return sum_finish(graph, &list);
}

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
noslip_expr_neg(NoslipGraph *graph, NoslipExpr a)
{
  return noslip_graph_scale(graph, a, (NoslipRational){-1, 1});
}

void
noslip_expr_terms(NoslipGraph *graph, NoslipExpr e, GArray *terms)
{
  guint n = noslip_expr_op(graph, e) == NOSLIP_OP_SUM ? noslip_graph_node(graph, e)->n : 0;
  if (n == 0 && e != NOSLIP_ZERO)
    g_array_append_val(terms, e);
  for (guint i = 0; i < n; i++) {
    NoslipPart part = noslip_graph_parts(graph, e)[i];
    NoslipExpr term = noslip_graph_scale(graph, part.expr, part.number);
    g_array_append_val(terms, term);
  }
}

NoslipExpr
noslip_expr_magnitude(NoslipGraph *graph, NoslipExpr e)
{
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  noslip_expr_terms(graph, e, terms);
  for (guint i = 0; i < terms->len; i++) {
    NoslipExpr *term = &g_array_index(terms, NoslipExpr, i);
    *term = noslip_expr_apply(graph, NOSLIP_OP_ABS, 1, term);
  }
  return noslip_expr_sum(graph, terms->len, (const NoslipExpr *) (gpointer) terms->data);
}
