/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sin(a + b) = sin a cos b + cos a sin b, cos(a + b) = cos a cos b - sin a sin b: composite angles are expanded, so
 * that terms which cancel between them do. */
#include "core/expr/graph-private.h"

/* An angle with more parts than this is not expanded: the number of terms would double with each part. */
#define PARTS_MOST 8

/* Adds u, or -u if `negative`, to the angle with this sine and cosine. */
static void
add_angle(NoslipGraph *graph, NoslipExpr u, gboolean negative, NoslipExpr *sine, NoslipExpr *cosine)
{
  NoslipExpr s = noslip_expr_apply(graph, NOSLIP_OP_SIN, 1, &u), c = noslip_expr_apply(graph, NOSLIP_OP_COS, 1, &u);
  if (negative)
    s = noslip_expr_neg(graph, s);
  NoslipExpr both = noslip_expr_add(graph, noslip_expr_mul(graph, *sine, c), noslip_expr_mul(graph, *cosine, s));
  *cosine = noslip_expr_sub(graph, noslip_expr_mul(graph, *cosine, c), noslip_expr_mul(graph, *sine, s));
  *sine = both;
}

/* A part k u of an angle counts as |k| angles u if k is a small integer, else as one; so do numbers. */
static guint
times_of(NoslipPart part, guint most_multiple)
{
  gint64 k = ABS(part.number.num);
  return part.expr != NOSLIP_ONE && part.number.den == 1 && k <= most_multiple ? (guint) k : 1;
}

/* The sine or cosine `node`, expanded if its angle is a sum of few parts. */
static NoslipExpr
expand(NoslipGraph *graph, NoslipExpr node, guint most_multiple)
{
  NoslipExpr angle = noslip_expr_operand(graph, node, 0), sine = NOSLIP_ZERO, cosine = NOSLIP_ONE;
  guint n = noslip_expr_n_operands(graph, angle), n_parts = 0;
  if (noslip_expr_op(graph, angle) != NOSLIP_OP_SUM)
    return node;
  for (guint i = 0; i < n; i++)
    n_parts += times_of(noslip_graph_parts(graph, angle)[i], most_multiple);
  if (n_parts < 2 || n_parts > PARTS_MOST)
    return node;
  for (guint i = 0; i < n; i++) {
    NoslipPart part = noslip_graph_parts(graph, angle)[i];
    guint times = times_of(part, most_multiple);
    NoslipRational size = {times > 1 ? 1 : ABS(part.number.num), part.number.den};
    NoslipExpr u = noslip_graph_scale(graph, part.expr, size);
    for (guint j = 0; j < times; j++)
      add_angle(graph, u, part.number.num < 0, &sine, &cosine);
  }
  return noslip_expr_op(graph, node) == NOSLIP_OP_SIN ? sine : cosine;
}

NoslipExpr
noslip_expr_expand_angles(NoslipGraph *graph, NoslipExpr e, guint most_multiple)
{
  if (noslip_expr_n_operands(graph, e) == 0)
    return e;
  g_auto(NoslipReach) reach;
  noslip_reach_init(&reach, graph, 1, &e, NULL, NULL);
  g_autofree NoslipExpr *images = g_new(NoslipExpr, reach.n);
  for (guint i = 0; i < reach.n; i++) {
    images[i] = noslip_graph_map(graph, &reach, images, reach.exprs[i]);
    NoslipOp op = noslip_expr_op(graph, images[i]);
    if (op == NOSLIP_OP_SIN || op == NOSLIP_OP_COS)
      images[i] = expand(graph, images[i], most_multiple);
  }
  return images[noslip_reach_index(&reach, e)];
}
