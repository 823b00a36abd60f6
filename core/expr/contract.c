/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces cos a cos b + sin a sin b by cos(a - b), and similar sums: the inverse of noslip_expr_expand_angles(), for
 * readable output. */
#include "core/expr/graph-private.h"

#define TERMS_MOST 40

/* Two terms that contract to one: first / second = +-1 times sines and cosines of two angles. */
typedef struct {
  NoslipExpr a, b;      /* the angles */
  NoslipExpr above[2];  /* the factors of `first` that become part of the new function */
  gboolean sine, first; /* sin(a + sign b), else cos(a - sign b); whether `above` belongs to the first term */
  int sign;
} Match;

static gboolean
is_function(const NoslipGraph *graph, NoslipExpr e, NoslipOp op)
{
  return noslip_expr_op(graph, e) == op;
}

static NoslipExpr
angle_of(const NoslipGraph *graph, NoslipExpr e)
{
  return noslip_expr_operand(graph, e, 0);
}

/* The two functions above and the two below the bar of the ratio; FALSE if it has another form. */
static gboolean
take_apart(const NoslipGraph *graph, NoslipExpr ratio, NoslipExpr *above, NoslipExpr *below, int *sign)
{
  const NoslipNode *node = noslip_graph_node(graph, ratio);
  guint n_above = 0, n_below = 0;
  *sign = 1;
  if (noslip_expr_op(graph, ratio) == NOSLIP_OP_SUM && node->n == 1) {
    NoslipPart part = noslip_graph_parts(graph, ratio)[0];
    if (!noslip_rational_is(part.number, -1))
      return FALSE;
    *sign = -1;
    ratio = part.expr;
    node = noslip_graph_node(graph, ratio);
  }
  if (noslip_expr_op(graph, ratio) != NOSLIP_OP_PRODUCT || node->n != 4)
    return FALSE;
  for (guint i = 0; i < 4; i++) {
    NoslipPart part = noslip_graph_parts(graph, ratio)[i];
    gboolean angle = is_function(graph, part.expr, NOSLIP_OP_SIN) || is_function(graph, part.expr, NOSLIP_OP_COS);
    if (angle && noslip_rational_is(part.number, 1) && n_above < 2)
      above[n_above++] = part.expr;
    else if (angle && noslip_rational_is(part.number, -1) && n_below < 2)
      below[n_below++] = part.expr;
    else
      return FALSE;
  }
  return TRUE;
}

static gboolean
match(const NoslipGraph *graph, NoslipExpr ratio, Match *found)
{
  NoslipExpr above[2], below[2];
  if (!take_apart(graph, ratio, above, below, &found->sign))
    return FALSE;
  guint sines = is_function(graph, above[0], NOSLIP_OP_SIN) + is_function(graph, above[1], NOSLIP_OP_SIN);
  guint sines_below = is_function(graph, below[0], NOSLIP_OP_SIN) + is_function(graph, below[1], NOSLIP_OP_SIN);
  if (sines + sines_below != 2)
    return FALSE;
  found->sine = sines == 1;
  found->first = sines < 2;
  NoslipExpr *with = found->first ? above : below;
  /* sin a cos b: the sine first */
  guint at = found->sine && is_function(graph, with[1], NOSLIP_OP_SIN) ? 1 : 0;
  found->above[0] = with[at];
  found->above[1] = with[1 - at];
  found->a = angle_of(graph, with[at]);
  found->b = angle_of(graph, with[1 - at]);
  const NoslipExpr *others = found->first ? below : above;
  NoslipExpr c = angle_of(graph, others[0]), d = angle_of(graph, others[1]);
  if (found->a == found->b || !((c == found->a && d == found->b) || (c == found->b && d == found->a)))
    return FALSE;
  /* sin a cos b is paired with cos a sin b */
  NoslipExpr of_a = c == found->a ? others[0] : others[1];
  return is_function(graph, of_a, found->sine ? NOSLIP_OP_COS : NOSLIP_OP_SIN);
}

/* The two terms combined into one. */
static NoslipExpr
joined(NoslipGraph *graph, NoslipExpr first, NoslipExpr second, const Match *match)
{
  NoslipExpr term = match->first ? first : second;
  NoslipExpr rest = noslip_expr_div(graph, term, noslip_expr_mul(graph, match->above[0], match->above[1]));
  NoslipExpr a = match->a, b = match->b;
  if (!match->sine && a > b) { /* the cosine is even */
    a = match->b;
    b = match->a;
  }
  gboolean plus = match->sine ? match->sign > 0 : match->sign < 0;
  NoslipExpr angle = plus ? noslip_expr_add(graph, a, b) : noslip_expr_sub(graph, a, b);
  NoslipExpr value = noslip_expr_apply(graph, match->sine ? NOSLIP_OP_SIN : NOSLIP_OP_COS, 1, &angle);
  return noslip_expr_mul(graph, rest, value);
}

static NoslipExpr
contract_sum(NoslipGraph *graph, NoslipExpr e)
{
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  noslip_expr_terms(graph, e, terms);
  gboolean any = FALSE;
  for (guint i = 0; i < terms->len && terms->len <= TERMS_MOST; i++)
    for (guint j = i + 1; j < terms->len; j++) {
      NoslipExpr *first = &g_array_index(terms, NoslipExpr, i), second = g_array_index(terms, NoslipExpr, j);
      Match found;
      if (*first == NOSLIP_ZERO || !match(graph, noslip_expr_div(graph, *first, second), &found))
        continue;
      *first = joined(graph, *first, second, &found);
      g_array_remove_index(terms, j);
      any = TRUE;
      j = i;
    }
  return any ? noslip_expr_sum(graph, terms->len, (const NoslipExpr *) (gpointer) terms->data) : e;
}

NoslipExpr
noslip_expr_contract_angles(NoslipGraph *graph, NoslipExpr e)
{
  if (noslip_expr_n_operands(graph, e) == 0)
    return e;
  g_auto(NoslipReach) reach;
  noslip_reach_init(&reach, graph, 1, &e, NULL, NULL);
  g_autofree NoslipExpr *images = g_new(NoslipExpr, reach.n);
  for (guint i = 0; i < reach.n; i++) {
    images[i] = noslip_graph_map(graph, &reach, images, reach.exprs[i]);
    if (noslip_expr_op(graph, images[i]) == NOSLIP_OP_SUM)
      images[i] = contract_sum(graph, images[i]);
  }
  return images[noslip_reach_index(&reach, e)];
}
