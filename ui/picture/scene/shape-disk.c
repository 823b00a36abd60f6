/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The unit disk in the plane z = 0 with this `thickness`: half on each side, or all below if it is a table. */
#include "ui/picture/scene/shape.h"

#include <math.h>

static NoslipPattern
pattern(const NoslipDraw *draw)
{
  return NOSLIP_PATTERN_SECTORS;
}

static double
bottom(const NoslipBody *body)
{
  return body->table ? -2 * (body->thickness / 2) : -(body->thickness / 2);
}

static double
top(const NoslipBody *body)
{
  return body->table ? 0 : body->thickness / 2;
}

static double
enter(const NoslipBody *body, const double o[3], const double d[3])
{
  return noslip_enter_cylinder(o, d, bottom(body), top(body));
}

static double
support(const NoslipBody *body, const double along[3])
{
  return hypot(along[0], along[1]) + fabs(along[2]) * body->thickness / 2;
}

static double
middle(const NoslipBody *body)
{
  return body->table ? -body->thickness / 2 : 0;
}

static double
length(const NoslipBody *body)
{
  return body->thickness;
}

/* The mesh runs from z = 0 to 1. */
static void
frame(const NoslipBody *body, double world[16])
{
  double below = body->table ? 1 : 0.5;
  for (guint i = 0; i < 3; i++) {
    world[8 + i] *= body->thickness;
    world[12 + i] -= below * world[8 + i];
  }
}

/* The mark that shows the rotation of a disk: on the visible faces, slightly in front of them. */
static void
add_mark(const NoslipFaces *faces, const NoslipBody *body)
{
  static const double mark[4][2] = {{0.73, -0.03}, {0.93, -0.03}, {0.93, 0.03}, {0.73, 0.03}};
  double nearer = hypot(body->transform[0], body->transform[1]);
  for (guint face = 0; face < 2; face++) {
    double corners[4][3];
    for (guint k = 0; k < 4; k++) {
      const double *m = mark[face == 0 ? 3 - k : k];
      corners[k][0] = m[0];
      corners[k][1] = m[1];
      corners[k][2] = face == 0 ? bottom(body) - 1e-3 : top(body) + 1e-3;
    }
    faces->face(faces, body, 4, (const double(*)[3]) corners, noslip_faces_color(body, faces->theme->accent), nearer);
  }
}

static void
faces(const NoslipFaces *faces, const NoslipBody *body)
{
  noslip_faces_cylinder(faces, body, bottom(body), top(body), TRUE);
  add_mark(faces, body);
}

const NoslipShape noslip_shape_disk = {
    .body = NOSLIP_BODY_DISK,
    .may_be_table = TRUE,
    .bounds = noslip_bounds_radius,
    .add = noslip_add_solid,
    .place = noslip_place_round,
    .pattern = pattern,
    .enter = enter,
    .support = support,
    .middle = middle,
    .length = length,
    .mesh = noslip_mesh_cylinder,
    .frame = frame,
    .faces = faces,
    .flat_from = 2,
    .rolls = TRUE,
};
