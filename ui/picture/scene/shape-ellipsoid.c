/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stretched sphere; its size is that of its bounding box, relative to the unit sphere's edge 2. */
#include "ui/picture/scene/shape.h"

#include <math.h>

static void
place(const NoslipDrawn *drawn, const double *values, double m[16])
{
  double size[3];
  noslip_drawn_vector(values, drawn->along, size);
  noslip_place_scale(m, fabs(size[0]) / 2, fabs(size[1]) / 2, fabs(size[2]) / 2);
}

const NoslipShape noslip_shape_ellipsoid = {
    .body = NOSLIP_BODY_SPHERE,
    .bounds = noslip_bounds_placed,
    .add = noslip_add_solid,
    .place = place,
    .pattern = noslip_pattern_ball,
};
