/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A straight line, some pixels wide. */
#include "ui/picture/scene/shape.h"

static void
add(NoslipSceneBuilder *builder, guint index, const NoslipSceneLook *look, NoslipScene *scene)
{
  const NoslipDrawn *drawn = noslip_drawn_at(builder, index);
  double from[3], to[3];
  noslip_drawn_vector(builder->values, drawn->at, from);
  noslip_drawn_vector(builder->values, drawn->along, to);
  noslip_add_line(builder, index, from, to, look, scene, NOSLIP_BODY_LINE);
}

const NoslipShape noslip_shape_line = {
    .body = NOSLIP_BODY_LINE,
    .ink = TRUE,
    .bounds = noslip_bounds_segment,
    .add = add,
};
