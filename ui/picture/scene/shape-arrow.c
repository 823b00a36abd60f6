/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An arrow: a line with a head of constant size on the screen, which canvases draw in their own way. */
#include "ui/picture/scene/shape.h"

#include <math.h>

/* An arrow is part of the bounds unless it is long compared to everything else: a force may be far longer than the
 * motion. The length of an arrow in a group depends on the picture. */
static void
bounds(const NoslipDrawn *drawn, const double *values, NoslipBounds *bounds)
{
  double at[3], along[3], size = 0, length = 0, tip[3];
  if (drawn->group >= 0)
    return;
  noslip_drawn_vector(values, drawn->at, at);
  noslip_drawn_vector(values, drawn->along, along);
  for (guint i = 0; i < 3; i++) {
    size = fmax(size, bounds->high[i] - bounds->low[i]);
    length = hypot(length, along[i]);
    tip[i] = at[i] + along[i];
  }
  if (length <= 0.6 * size)
    noslip_bounds_add(bounds, tip);
}

static void
add(NoslipSceneBuilder *builder, guint index, const NoslipSceneLook *look, NoslipScene *scene)
{
  const NoslipDrawn *drawn = noslip_drawn_at(builder, index);
  double from[3], along[3], to[3], length = 0, scale = noslip_arrow_scale(builder, drawn);
  noslip_drawn_vector(builder->values, drawn->at, from);
  noslip_drawn_vector(builder->values, drawn->along, along);
  for (guint i = 0; i < 3; i++) {
    length = hypot(length, along[i]);
    to[i] = from[i] + scale * along[i];
  }
  if (!isfinite(length))
    return;
  NoslipBody *body = noslip_add_line(builder, index, from, to, look, scene, NOSLIP_BODY_ARROW);
  if (body == NULL)
    return;
  body->width = 5 * look->theme->scale;
  body->magnification = scale;
  body->value = noslip_arrow_value(drawn, length);
}

/* The head, a unit cone: base at z = 0, tip at z = 1. */
static void
mesh(GArray *v, guint sides)
{
  for (guint i = 0; i < sides; i++) {
    double a = 2 * G_PI * i / sides, b = 2 * G_PI * (i + 1) / sides, m = (a + b) / 2;
    noslip_mesh_vertex(v, cos(a), sin(a), 0, cos(a), sin(a), 0.4);
    noslip_mesh_vertex(v, cos(b), sin(b), 0, cos(b), sin(b), 0.4);
    noslip_mesh_vertex(v, 0, 0, 1, cos(m), sin(m), 0.4);
  }
  noslip_mesh_cap(v, sides, 0, -1);
}

const NoslipShape noslip_shape_arrow = {
    .body = NOSLIP_BODY_ARROW,
    .ink = TRUE,
    .bounds = bounds,
    .add = add,
    .mesh = mesh,
    .flat_from = 2,
};
