/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places of the picture, with the velocity of the body's point there. */
#include "core/geometry/allowed-private.h"
#include "core/system/push.h"

#include <string.h>

gboolean
noslip_allowed_has_lowest(const NoslipDraw *draw)
{
  return draw->kind == NOSLIP_DRAW_SPHERE || draw->kind == NOSLIP_DRAW_ELLIPSOID || draw->kind == NOSLIP_DRAW_DISK;
}

/* The unit vectors of the body's axes, in space. */
static void
body_axes(NoslipGraph *graph, const NoslipDraw *draw, NoslipExpr axes[3][3])
{
  for (guint i = 0; i < 3; i++) {
    for (guint c = 0; c < 3; c++)
      axes[i][c] = c == i ? noslip_expr_rational(graph, 1, 1) : NOSLIP_ZERO;
    noslip_draw_turn(graph, draw, axes[i]);
  }
}

static NoslipExpr
square_root(NoslipGraph *graph, NoslipExpr e)
{
  return noslip_expr_apply(graph, NOSLIP_OP_SQRT, 1, &e);
}

static NoslipExpr
norm_of(NoslipGraph *graph, const NoslipExpr v[3])
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint c = 0; c < 3; c++)
    sum = noslip_expr_add_product(graph, sum, v[c], v[c]);
  return square_root(graph, sum);
}

/* -sum h_i^2 e_i (e_i . z) / sqrt(sum h_i^2 (e_i . z)^2) with the half axes h_i along e_i. */
static void
lowest_of_ellipsoid(NoslipGraph *graph, const NoslipDraw *draw, NoslipExpr axes[3][3], NoslipExpr arm[3])
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < 3; i++) {
    NoslipExpr half = noslip_expr_div(graph, draw->along[i], noslip_expr_rational(graph, 2, 1));
    NoslipExpr weight = noslip_expr_mul(graph, noslip_expr_mul(graph, half, half), axes[i][2]);
    sum = noslip_expr_add_product(graph, sum, weight, axes[i][2]);
    for (guint c = 0; c < 3; c++)
      arm[c] = noslip_expr_sub_product(graph, arm[c], weight, axes[i][c]);
  }
  for (guint c = 0; c < 3; c++)
    arm[c] = noslip_expr_div(graph, arm[c], square_root(graph, sum));
}

/* The rim goes down along -z, without its part along the axis. */
static void
lowest_of_disk(NoslipGraph *graph, const NoslipDraw *draw, NoslipExpr arm[3])
{
  NoslipExpr axis[3];
  memcpy(axis, draw->along, sizeof axis);
  noslip_draw_turn(graph, draw, axis);
  NoslipExpr length = norm_of(graph, axis);
  for (guint c = 0; c < 3; c++)
    axis[c] = noslip_expr_div(graph, axis[c], length);
  for (guint c = 0; c < 3; c++) {
    arm[c] = noslip_expr_mul(graph, axis[2], axis[c]);
    if (c == 2)
      arm[c] = noslip_expr_sub(graph, arm[c], noslip_expr_rational(graph, 1, 1));
  }
  NoslipExpr scale = noslip_expr_div(graph, draw->radius, norm_of(graph, arm));
  for (guint c = 0; c < 3; c++)
    arm[c] = noslip_expr_mul(graph, scale, arm[c]);
}

/* From the body's centre to the place. */
static void
find_arm(NoslipGraph *graph, const NoslipAllowedPlace *place, NoslipExpr axes[3][3], NoslipExpr arm[3])
{
  const NoslipDraw *body = place->body;
  arm[0] = arm[1] = arm[2] = NOSLIP_ZERO;
  if (place->draw != NULL)
    for (guint c = 0; c < 3; c++)
      arm[c] = noslip_expr_sub(graph, place->draw->at[c], body->at[c]);
  else if (body->kind == NOSLIP_DRAW_ELLIPSOID)
    lowest_of_ellipsoid(graph, body, axes, arm);
  else if (body->kind == NOSLIP_DRAW_DISK)
    lowest_of_disk(graph, body, arm);
  else
    arm[2] = noslip_expr_sub(graph, NOSLIP_ZERO, body->radius);
}

void
noslip_allowed_place(const NoslipModel *model, const NoslipAllowedPlace *place, NoslipExpr at[3],
                     NoslipExpr velocity[3])
{
  NoslipGraph *graph = model->graph;
  const NoslipDraw *draw = place->draw != NULL ? place->draw : place->body;
  gboolean spans =
      draw->kind == NOSLIP_DRAW_CYLINDER || draw->kind == NOSLIP_DRAW_CONE || draw->kind == NOSLIP_DRAW_LINE;
  NoslipExpr axes[3][3], arm[3], half = noslip_expr_rational(graph, 1, 2);
  for (guint c = 0; c < 3; c++) {
    at[c] = spans ? noslip_expr_mul(graph, half, noslip_expr_add(graph, draw->at[c], draw->along[c])) : draw->at[c];
    velocity[c] = noslip_model_base_rate(model, at[c]);
  }
  if (place->body == NULL)
    return;
  /* the body's point there, arm = sum (e_i . arm) e_i, keeps its components along the axes e_i */
  body_axes(graph, place->body, axes);
  find_arm(graph, place, axes, arm);
  for (guint c = 0; c < 3; c++) {
    at[c] = noslip_expr_add(graph, place->body->at[c], arm[c]);
    velocity[c] = noslip_model_base_rate(model, place->body->at[c]);
  }
  for (guint i = 0; i < 3; i++) {
    NoslipExpr along = NOSLIP_ZERO;
    for (guint c = 0; c < 3; c++)
      along = noslip_expr_add_product(graph, along, axes[i][c], arm[c]);
    for (guint c = 0; c < 3; c++)
      velocity[c] = noslip_expr_add_product(graph, velocity[c], along, noslip_model_base_rate(model, axes[i][c]));
  }
}
