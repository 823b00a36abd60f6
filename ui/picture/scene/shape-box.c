/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The unit cube about the origin, from -1/2 to 1/2. */
#include "ui/picture/scene/shape.h"

#include <math.h>

#define EDGE 3 /* steps of a rounded edge, to each side of its middle, at most */

static void
place(const NoslipDrawn *drawn, const double *values, double m[16])
{
  double size[3];
  noslip_drawn_vector(values, drawn->along, size);
  noslip_place_scale(m, fabs(size[0]), fabs(size[1]), fabs(size[2]));
}

static double
enter(const NoslipBody *body, const double o[3], const double d[3])
{
  double from = 0, to = INFINITY;
  for (guint i = 0; i < 3; i++) {
    double s1 = (-0.5 - o[i]) / d[i], s2 = (0.5 - o[i]) / d[i];
    if (d[i] == 0) {
      if (fabs(o[i]) > 0.5)
        return NAN;
      continue;
    }
    from = fmax(from, fmin(s1, s2));
    to = fmin(to, fmax(s1, s2));
  }
  return from <= to ? from : NAN;
}

static double
support(const NoslipBody *body, const double along[3])
{
  return (fabs(along[0]) + fabs(along[1]) + fabs(along[2])) / 2;
}

/* A point of the face `axis`, `sign`: i and j count the lines of its grid. Half of them belong to one edge, half to the
 * other; their normals are tilted towards it by up to 45 degrees. The corners have their positions without rounding:
 * body.vert moves them in by the radius of the edges and then out along the normal. */
static void
vertex(GArray *v, int edge, int axis, int sign, int i, int j)
{
  double p[3], n[3], length = 0;
  const int steps[2] = {i, j};
  p[axis] = 0.5 * sign;
  n[axis] = sign;
  for (guint k = 0; k < 2; k++) {
    int a = (axis + 1 + (int) k) % 3, side = steps[k] <= edge ? -1 : 1;
    int lean = side < 0 ? edge - steps[k] : steps[k] - edge - 1;
    p[a] = 0.5 * side;
    n[a] = side * tan(G_PI_4 * lean / edge);
  }
  for (guint k = 0; k < 3; k++)
    length = hypot(length, n[k]);
  noslip_mesh_vertex(v, p[0], p[1], p[2], n[0] / length, n[1] / length, n[2] / length);
}

static void
mesh(GArray *v, guint sides)
{
  const int edge = (int) CLAMP(sides / 8, 1, EDGE), cells = 2 * edge + 1;
  static const int corners[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
  for (int axis = 0; axis < 3; axis++)
    for (int sign = -1; sign <= 1; sign += 2)
      for (int cell = 0; cell < cells * cells; cell++)
        for (guint k = 0; k < 6; k++) {
          int i = cell % cells, j = cell / cells;
          /* The order of corners keeps the outside counterclockwise. */
          vertex(v, edge, axis, sign, i + corners[k][sign > 0 ? 0 : 1], j + corners[k][sign > 0 ? 1 : 0]);
        }
}

static void
faces(const NoslipFaces *faces, const NoslipBody *body)
{
  static const int around[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (int axis = 0; axis < 3; axis++)
    for (int sign = -1; sign <= 1; sign += 2) {
      double corners[4][3];
      for (guint k = 0; k < 4; k++) {
        corners[k][axis] = 0.5 * sign;
        corners[k][(axis + 1) % 3] = 0.5 * around[sign > 0 ? k : 3 - k][0];
        corners[k][(axis + 2) % 3] = 0.5 * around[sign > 0 ? k : 3 - k][1];
      }
      faces->face(faces, body, 4, (const double(*)[3]) corners, body->color, 0);
    }
}

/* Where |a + t d| <= reach. */
static void
clip_slab(double a, double d, double reach, NoslipSpan *span)
{
  if (fabs(d) < 1e-12) {
    if (fabs(a) > reach)
      span->to = span->from;
    return;
  }
  double t0 = (-reach - a) / d, t1 = (reach - a) / d;
  span->from = fmax(span->from, fmin(t0, t1));
  span->to = fmin(span->to, fmax(t0, t1));
}

static void
clip(const double a[3], const double d[3], const double thin[3], NoslipSpan *span)
{
  for (guint i = 0; i < 3; i++)
    clip_slab(a[i], d[i], 0.5 - thin[i], span);
}

const NoslipShape noslip_shape_box = {
    .body = NOSLIP_BODY_BOX,
    .bounds = noslip_bounds_placed,
    .add = noslip_add_solid,
    .place = place,
    .enter = enter,
    .support = support,
    .mesh = mesh,
    .faces = faces,
    .clip = clip,
    .flat_from = 0,
    .edges = TRUE,
};
