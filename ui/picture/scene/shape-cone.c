/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cone of radius 1 at z = 0 with its tip at z = 1. */
#include "ui/picture/scene/shape.h"

#include <math.h>

/* The side x^2 + y^2 = (1 - z)^2, then the base. */
static double
enter(const NoslipBody *body, const double o[3], const double d[3])
{
  double h = 1 - o[2], best = INFINITY;
  double a = d[0] * d[0] + d[1] * d[1] - d[2] * d[2], b = o[0] * d[0] + o[1] * d[1] + h * d[2];
  double c = o[0] * o[0] + o[1] * o[1] - h * h, root = sqrt(b * b - a * c);
  const double sides[2] = {a != 0 ? (-b - root) / a : -c / (2 * b), a != 0 ? (-b + root) / a : NAN};
  for (guint k = 0; k < 2; k++) {
    double z = o[2] + sides[k] * d[2];
    if (sides[k] > 0 && sides[k] < best && z >= 0 && z <= 1)
      best = sides[k];
  }
  double base = -o[2] / d[2];
  if (base > 0 && base < best && hypot(o[0] + base * d[0], o[1] + base * d[1]) <= 1)
    best = base;
  return isfinite(best) ? best : NAN;
}

static void
mesh(GArray *v, guint sides)
{
  for (guint i = 0; i < sides; i++) {
    double a = 2 * G_PI * i / sides, b = 2 * G_PI * (i + 1) / sides, m = (a + b) / 2;
    noslip_mesh_vertex(v, cos(a), sin(a), 0, M_SQRT1_2 * cos(a), M_SQRT1_2 * sin(a), M_SQRT1_2);
    noslip_mesh_vertex(v, cos(b), sin(b), 0, M_SQRT1_2 * cos(b), M_SQRT1_2 * sin(b), M_SQRT1_2);
    noslip_mesh_vertex(v, 0, 0, 1, M_SQRT1_2 * cos(m), M_SQRT1_2 * sin(m), M_SQRT1_2);
  }
  noslip_mesh_cap(v, sides, 0, -1);
}

static void
faces(const NoslipFaces *faces, const NoslipBody *body)
{
  for (int i = 0; i < NOSLIP_SHAPE_SIDES; i++) {
    double a = 2 * G_PI * i / NOSLIP_SHAPE_SIDES, b = 2 * G_PI * (i + 1) / NOSLIP_SHAPE_SIDES;
    const double corners[3][3] = {{cos(a), sin(a), 0}, {cos(b), sin(b), 0}, {0, 0, 1}};
    faces->face(faces, body, 3, corners, body->color, 0);
  }
  noslip_faces_end(faces, body, 0, FALSE, FALSE);
}

const NoslipShape noslip_shape_cone = {
    .body = NOSLIP_BODY_CONE,
    .bounds = noslip_bounds_segment,
    .add = noslip_add_solid,
    .place = noslip_place_segment,
    .enter = enter,
    .support = noslip_support_cylinder, /* of the cylinder about it */
    .middle = noslip_middle_half,
    .mesh = mesh,
    .faces = faces,
    .flat_from = 2,
};
