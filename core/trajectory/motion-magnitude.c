/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The size of the terms of an expression along a motion. */
#include "core/trajectory/motion-private.h"
#include "core/trajectory/motion.h"

#include <math.h>

/* Orders formal nodes by their handles: operands have smaller ones, so that inner nodes come first. */
static int
compare_handles(gconstpointer a, gconstpointer b)
{
  NoslipExpr p = *(const NoslipExpr *) a, q = *(const NoslipExpr *) b;
  return (p > q) - (p < q);
}

GArray *
noslip_motion_list_nodes(const NoslipGraph *graph, NoslipExpr e, NoslipMotionDescend descend)
{
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  GArray *nodes = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_val(nodes, e);
  g_hash_table_add(seen, GUINT_TO_POINTER(e));
  for (guint i = 0; i < nodes->len; i++) {
    NoslipExpr node = g_array_index(nodes, NoslipExpr, i);
    if (descend != NULL && !descend(graph, node))
      continue;
    for (guint j = 0; j < noslip_expr_n_operands(graph, node); j++) {
      NoslipExpr operand = noslip_expr_operand(graph, node, j);
      if (g_hash_table_add(seen, GUINT_TO_POINTER(operand)))
        g_array_append_val(nodes, operand);
    }
  }
  g_array_sort(nodes, compare_handles);
  return nodes;
}

static gboolean
is_sum_or_product(const NoslipGraph *graph, NoslipExpr e)
{
  NoslipOp op = noslip_expr_op(graph, e);
  return op == NOSLIP_OP_SUM || op == NOSLIP_OP_PRODUCT;
}

static NoslipExpr
absolute(NoslipGraph *graph, NoslipExpr e)
{
  double value;
  if (noslip_expr_is_number(graph, e, &value))
    return value < 0 ? noslip_expr_neg(graph, e) : e;
  return noslip_expr_apply(graph, NOSLIP_OP_ABS, 1, &e);
}

/* The factor base^exponent of a product: a power of a sum counts as multiplied out, anything else as one number. */
static NoslipExpr
magnitude_of_power(NoslipGraph *graph, NoslipExpr base, double exponent, NoslipExpr magnitude)
{
  if (exponent == 1)
    return magnitude;
  if (exponent > 0 && exponent == floor(exponent) && exponent < 64)
    return noslip_expr_powi(graph, magnitude, (int) exponent);
  return absolute(graph, noslip_expr_pow(graph, base, noslip_expr_number(graph, exponent)));
}

NoslipExpr
noslip_motion_magnitude(NoslipMotion *motion, NoslipExpr e)
{
  NoslipGraph *graph = motion->model->graph;
  g_autoptr(GHashTable) images = g_hash_table_new(NULL, NULL);
  g_autoptr(GArray) nodes = noslip_motion_list_nodes(graph, e, is_sum_or_product);
  for (guint i = 0; i < nodes->len; i++) {
    NoslipExpr node = g_array_index(nodes, NoslipExpr, i);
    NoslipOp op = noslip_expr_op(graph, node);
    NoslipExpr image = op == NOSLIP_OP_PRODUCT ? NOSLIP_ONE : NOSLIP_ZERO;
    if (!is_sum_or_product(graph, node))
      image = absolute(graph, node);
    for (guint j = 0; j < noslip_expr_n_operands(graph, node) && is_sum_or_product(graph, node); j++) {
      NoslipExpr operand = noslip_expr_operand(graph, node, j);
      double number = noslip_expr_operand_number(graph, node, j);
      NoslipExpr size = GPOINTER_TO_UINT(g_hash_table_lookup(images, GUINT_TO_POINTER(operand)));
      if (op == NOSLIP_OP_SUM)
        image = noslip_expr_add_product(graph, image, noslip_expr_number(graph, fabs(number)), size);
      else
        image = noslip_expr_mul(graph, image, magnitude_of_power(graph, operand, number, size));
    }
    g_hash_table_insert(images, GUINT_TO_POINTER(node), GUINT_TO_POINTER(image));
  }
  return GPOINTER_TO_UINT(g_hash_table_lookup(images, GUINT_TO_POINTER(e)));
}
