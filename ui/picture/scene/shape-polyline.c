/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Straight lines from point to point; each is a line of the scene. A piece with an end that is not finite, or of length
 * 0, is left out. */
#include "ui/picture/scene/shape.h"

static void
point_at(const NoslipDrawn *drawn, const double *values, guint i, double point[3])
{
  noslip_drawn_vector(values, drawn->points + 3 * i, point);
}

static void
bounds(const NoslipDrawn *drawn, const double *values, NoslipBounds *bounds)
{
  for (guint i = 1; i < drawn->draw->n_points; i++) {
    double point[3];
    point_at(drawn, values, i, point);
    noslip_bounds_add(bounds, point);
  }
}

static void
add(NoslipSceneBuilder *builder, guint index, const NoslipSceneLook *look, NoslipScene *scene)
{
  const NoslipDrawn *drawn = noslip_drawn_at(builder, index);
  for (guint i = 1; i < drawn->draw->n_points; i++) {
    double from[3], to[3];
    point_at(drawn, builder->values, i - 1, from);
    point_at(drawn, builder->values, i, to);
    noslip_add_line(builder, index, from, to, look, scene, NOSLIP_BODY_LINE);
  }
}

const NoslipShape noslip_shape_polyline = {
    .body = NOSLIP_BODY_LINE,
    .ink = TRUE,
    .bounds = bounds,
    .add = add,
};
