/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/bracket/symbolic.h"

#include "core/expr/elimination.h"

#include <math.h>
#include <string.h>

/* Products of one elimination; far beyond what a system of forty velocities takes. */
/* Angles of a sum that are told apart. */
#define MOST_ANGLES 4
#define MOST_OPERATIONS 100000
/* What is larger than this is neither read by anybody nor worth the time. */
#define MOST_TIDY 120

guint
noslip_symbolic_size(const NoslipGraph *graph, NoslipExpr e, guint most)
{
  guint n = 0;
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_val(stack, e);
  for (; stack->len > 0 && n < most; n++) {
    NoslipExpr node = g_array_index(stack, NoslipExpr, stack->len - 1);
    g_array_set_size(stack, stack->len - 1);
    for (guint i = 0; i < noslip_expr_n_operands(graph, node); i++) {
      NoslipExpr operand = noslip_expr_operand(graph, node, i);
      g_array_append_val(stack, operand);
    }
  }
  return n;
}

NoslipExpr
noslip_symbolic_tidy(NoslipGraph *graph, NoslipExpr e)
{
  return noslip_symbolic_size(graph, e, MOST_TIDY) < MOST_TIDY ? noslip_expr_simplify(graph, e) : e;
}

static int
compare_handles(gconstpointer a, gconstpointer b)
{
  NoslipExpr p = *(const NoslipExpr *) a, q = *(const NoslipExpr *) b;
  return (p > q) - (p < q);
}

/* The sines and cosines below e whose arguments are sums, innermost first. */
static GArray *
list_angles(const NoslipGraph *graph, NoslipExpr e)
{
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  g_autoptr(GArray) nodes = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  GArray *angles = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_val(nodes, e);
  for (guint i = 0; i < nodes->len; i++) {
    NoslipExpr node = g_array_index(nodes, NoslipExpr, i);
    NoslipOp op = noslip_expr_op(graph, node);
    if ((op == NOSLIP_OP_SIN || op == NOSLIP_OP_COS) &&
        noslip_expr_op(graph, noslip_expr_operand(graph, node, 0)) == NOSLIP_OP_SUM)
      g_array_append_val(angles, node);
    for (guint j = 0; j < noslip_expr_n_operands(graph, node); j++) {
      NoslipExpr operand = noslip_expr_operand(graph, node, j);
      if (g_hash_table_add(seen, GUINT_TO_POINTER(operand)))
        g_array_append_val(nodes, operand);
    }
  }
  g_array_sort(angles, compare_handles);
  return angles;
}

/* Adds u to the angle whose sine and cosine are s and c. */
static void
add_angle(NoslipGraph *graph, NoslipExpr u, double sign, NoslipExpr *s, NoslipExpr *c)
{
  NoslipExpr su = noslip_expr_apply(graph, NOSLIP_OP_SIN, 1, &u), cu = noslip_expr_apply(graph, NOSLIP_OP_COS, 1, &u);
  if (sign < 0)
    su = noslip_expr_neg(graph, su);
  NoslipExpr sine = noslip_expr_add(graph, noslip_expr_mul(graph, *s, cu), noslip_expr_mul(graph, *c, su));
  *c = noslip_expr_sub(graph, noslip_expr_mul(graph, *c, cu), noslip_expr_mul(graph, *s, su));
  *s = sine;
}

/* The sine or cosine `node` of a sum, expanded; itself where that would get long. */
static NoslipExpr
expand_angle(NoslipGraph *graph, NoslipExpr node)
{
  NoslipExpr angle = noslip_expr_operand(graph, node, 0), s = NOSLIP_ZERO, c = NOSLIP_ONE;
  guint n = noslip_expr_n_operands(graph, angle), n_parts = 0;
  for (guint i = 0; i < n; i++) {
    double k = noslip_expr_operand_number(graph, angle, i);
    n_parts += k == floor(k) && fabs(k) <= MOST_ANGLES ? (guint) fabs(k) : 1;
  }
  if (n_parts > MOST_ANGLES)
    return node;
  for (guint i = 0; i < n; i++) {
    double k = noslip_expr_operand_number(graph, angle, i);
    NoslipExpr part = noslip_expr_operand(graph, angle, i);
    gboolean whole = k == floor(k);
    if (!whole)
      part = noslip_expr_mul(graph, noslip_expr_number(graph, fabs(k)), part);
    for (guint times = whole ? (guint) fabs(k) : 1; times > 0; times--)
      add_angle(graph, part, k, &s, &c);
  }
  return noslip_expr_op(graph, node) == NOSLIP_OP_SIN ? s : c;
}

NoslipExpr
noslip_symbolic_expand_angles(NoslipGraph *graph, NoslipExpr e)
{
  for (guint round = 0; round < 2; round++) { /* sums inside of sums are rare */
    g_autoptr(GArray) angles = list_angles(graph, e);
    g_autoptr(GArray) images = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
    for (guint i = 0; i < angles->len; i++) {
      NoslipExpr image = expand_angle(graph, g_array_index(angles, NoslipExpr, i));
      g_array_append_val(images, image);
    }
    if (angles->len == 0)
      return e;
    e = noslip_expr_substitute(graph, e, angles->len, (const NoslipExpr *) (gpointer) angles->data,
                               (const NoslipExpr *) (gpointer) images->data);
  }
  return e;
}

gboolean
noslip_symbolic_solve(NoslipGraph *graph, const NoslipProbe *probe, guint n, NoslipExpr *a, guint n_right,
                      NoslipExpr *b)
{
  const NoslipSamples samples = {probe->n_symbols, NOSLIP_PROBES, probe->symbols, probe->values};
  const NoslipPivots choice = noslip_pivots_by_samples(&samples, MOST_OPERATIONS);
  return noslip_eliminate(graph, n, a, n_right, b, &choice, b, NULL) == NOSLIP_ELIMINATION_SOLVED;
}
