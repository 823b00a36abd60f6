/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plane under all bodies; canvases draw it in their own way. */
#include "ui/picture/scene/shape.h"

#include <math.h>

static void
add(NoslipSceneBuilder *builder, guint index, const NoslipSceneLook *look, NoslipScene *scene)
{
  const NoslipDrawn *drawn = noslip_drawn_at(builder, index);
  if (look->hide_ground)
    return;
  NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_GROUND);
  double z = noslip_drawn_value(builder->values, drawn->z), spin = noslip_drawn_value(builder->values, drawn->spin);
  body->z = isfinite(z) ? z : 0;
  body->spin = isfinite(spin) ? remainder(spin, 2 * G_PI) : 0;
  body->color = look->theme->ground;
  body->source = index;
}

const NoslipShape noslip_shape_ground = {
    .body = NOSLIP_BODY_GROUND,
    .add = add,
};
