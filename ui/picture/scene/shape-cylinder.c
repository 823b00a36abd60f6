/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cylinder of radius 1 from z = 0 to z = 1. */
#include "ui/picture/scene/shape.h"

static double
enter(const NoslipBody *body, const double o[3], const double d[3])
{
  return noslip_enter_cylinder(o, d, 0, 1);
}

static void
faces(const NoslipFaces *faces, const NoslipBody *body)
{
  noslip_faces_cylinder(faces, body, 0, 1, FALSE);
}

const NoslipShape noslip_shape_cylinder = {
    .body = NOSLIP_BODY_CYLINDER,
    .bounds = noslip_bounds_segment,
    .add = noslip_add_solid,
    .place = noslip_place_segment,
    .enter = enter,
    .support = noslip_support_cylinder,
    .middle = noslip_middle_half,
    .mesh = noslip_mesh_cylinder,
    .faces = faces,
    .flat_from = 2,
    .rod = TRUE,
    .rolls = TRUE,
};
