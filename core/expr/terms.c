/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The additive terms of an expression with products of sums multiplied out. */
#include "core/expr/graph-private.h"

/* The largest power of a sum that is multiplied out. */
#define MOST_POWER 8

static gboolean
is_leaf(const NoslipGraph *graph, NoslipExpr e, gpointer data)
{
  (void) data;
  NoslipOp op = noslip_expr_op(graph, e);
  return op != NOSLIP_OP_SUM && op != NOSLIP_OP_PRODUCT;
}

/* Adds the terms to a canonical sum, which combines equal ones, and lists its terms. */
static GArray *
collect(NoslipGraph *graph, const GArray *terms)
{
  GArray *collected = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  NoslipExpr sum = noslip_expr_sum(graph, terms->len, (const NoslipExpr *) (gpointer) terms->data);
  if (sum != NOSLIP_ZERO)
    noslip_expr_terms(graph, sum, collected);
  return collected;
}

/* Each of `terms` times each of `factors`; NULL if there are more than `most`. Takes ownership of `terms`. */
static GArray *
multiply(NoslipGraph *graph, GArray *terms, const GArray *factors, guint most)
{
  g_autoptr(GArray) products = NULL;
  if ((guint64) terms->len * factors->len <= most) {
    products = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
    for (guint i = 0; i < terms->len; i++)
      for (guint j = 0; j < factors->len; j++) {
        NoslipExpr product =
            noslip_expr_mul(graph, g_array_index(terms, NoslipExpr, i), g_array_index(factors, NoslipExpr, j));
        g_array_append_val(products, product);
      }
  }
  g_array_unref(terms);
  return products != NULL ? collect(graph, products) : NULL;
}

static GArray *
terms_of_sum(NoslipGraph *graph, const NoslipReach *reach, GArray **images, NoslipExpr e, guint most)
{
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint i = 0; i < noslip_expr_n_operands(graph, e); i++) {
    NoslipRational number = noslip_graph_parts(graph, e)[i].number;
    const GArray *terms = images[noslip_reach_index(reach, noslip_expr_operand(graph, e, i))];
    for (guint j = 0; j < terms->len; j++) {
      NoslipExpr term = noslip_graph_scale(graph, g_array_index(terms, NoslipExpr, j), number);
      g_array_append_val(all, term);
    }
  }
  if (all->len <= most)
    return collect(graph, all);
  GArray *written = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  noslip_expr_terms(graph, e, written);
  return written;
}

static GArray *
terms_of_product(NoslipGraph *graph, const NoslipReach *reach, GArray **images, NoslipExpr e, guint most)
{
  const NoslipExpr one = NOSLIP_ONE;
  GArray *all = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_val(all, one);
  for (guint i = 0; i < noslip_expr_n_operands(graph, e) && all != NULL; i++) {
    NoslipPart part = noslip_graph_parts(graph, e)[i];
    const GArray *terms = images[noslip_reach_index(reach, part.expr)];
    if (part.number.den == 1 && part.number.num > 0 && part.number.num <= MOST_POWER && terms->len != 1) {
      for (gint64 power = 0; power < part.number.num && all != NULL; power++)
        all = multiply(graph, all, terms, most);
      continue;
    }
    g_autoptr(GArray) factor = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
    NoslipExpr power = noslip_graph_power(graph, part.expr, part.number);
    g_array_append_val(factor, power);
    all = multiply(graph, all, factor, most);
  }
  return all;
}

void
noslip_expr_expanded_terms(NoslipGraph *graph, NoslipExpr e, guint most, GArray *terms)
{
  g_auto(NoslipReach) reach;
  noslip_reach_init(&reach, graph, 1, &e, is_leaf, NULL);
  GArray **images = g_new0(GArray *, (gsize) reach.n + 1);
  for (guint i = 0; i < reach.n; i++) {
    NoslipExpr node = reach.exprs[i];
    NoslipOp op = noslip_expr_op(graph, node);
    if (op == NOSLIP_OP_SUM)
      images[i] = terms_of_sum(graph, &reach, images, node, most);
    else if (op == NOSLIP_OP_PRODUCT)
      images[i] = terms_of_product(graph, &reach, images, node, most);
    if (images[i] != NULL)
      continue;
    images[i] = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
    if (node != NOSLIP_ZERO)
      g_array_append_val(images[i], node);
  }
  const GArray *all = images[noslip_reach_index(&reach, e)];
  g_array_append_vals(terms, all->data, all->len);
  for (guint i = 0; i < reach.n; i++)
    g_array_unref(images[i]);
  g_free(images);
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

/* |base|^number, or the magnitude of the base raised to an integer power. */
static NoslipExpr
magnitude_of_power(NoslipGraph *graph, NoslipPart part, NoslipExpr magnitude)
{
  if (part.number.den == 1 && part.number.num > 0)
    return noslip_graph_power(graph, magnitude, part.number);
  NoslipExpr power = noslip_graph_power(graph, part.expr, part.number);
  return noslip_expr_apply(graph, NOSLIP_OP_ABS, 1, &power);
}

NoslipExpr
noslip_expr_magnitude(NoslipGraph *graph, NoslipExpr e)
{
  g_auto(NoslipReach) reach;
  noslip_reach_init(&reach, graph, 1, &e, is_leaf, NULL);
  g_autofree NoslipExpr *images = g_new0(NoslipExpr, (gsize) reach.n + 1);
  for (guint i = 0; i < reach.n; i++) {
    NoslipExpr node = reach.exprs[i];
    NoslipOp op = noslip_expr_op(graph, node);
    guint n = op == NOSLIP_OP_SUM || op == NOSLIP_OP_PRODUCT ? noslip_expr_n_operands(graph, node) : 0;
    images[i] = op == NOSLIP_OP_PRODUCT ? NOSLIP_ONE : NOSLIP_ZERO;
    for (guint j = 0; j < n; j++) {
      NoslipPart part = noslip_graph_parts(graph, node)[j];
      NoslipExpr image = images[noslip_reach_index(&reach, part.expr)];
      if (op == NOSLIP_OP_SUM)
        images[i] =
            noslip_expr_add(graph, images[i],
                            noslip_graph_scale(graph, image, (NoslipRational){ABS(part.number.num), part.number.den}));
      else
        images[i] = noslip_expr_mul(graph, images[i], magnitude_of_power(graph, part, image));
    }
    if (n == 0)
      images[i] = noslip_expr_apply(graph, NOSLIP_OP_ABS, 1, &node);
  }
  return images[noslip_reach_index(&reach, e)];
}
