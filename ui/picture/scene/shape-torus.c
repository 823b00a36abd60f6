/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ring of radius 1 about the z axis, with a tube of radius `thickness` about it. */
#include "ui/picture/scene/shape.h"

#include <math.h>

#define TUBE 24     /* sides of the tube, at most */
#define MARCHES 256 /* steps of a ray, at most */
#define NEAR 1e-9   /* distance to the surface, relative to the ring's radius */
#define FAR 1e3     /* distance from the ring at which the ray has missed */

static double
ratio(const NoslipDrawn *drawn, const double *values)
{
  return fabs(noslip_drawn_value(values, drawn->tube)) / fabs(noslip_drawn_value(values, drawn->radius));
}

static void
finish(const NoslipDrawn *drawn, const double *values, NoslipBody *body)
{
  double tube = ratio(drawn, values);
  body->thickness = isfinite(tube) ? tube : 0;
}

static void
bounds(const NoslipDrawn *drawn, const double *values, NoslipBounds *bounds)
{
  double reach = fabs(noslip_drawn_value(values, drawn->radius)) + fabs(noslip_drawn_value(values, drawn->tube));
  noslip_bounds_reach(drawn, values, reach, bounds);
}

/* Signed distance to the surface; the ray advances by it, and so never passes through (J. C. Hart: Sphere tracing,
 * 1996). */
static double
distance(const NoslipBody *body, const double p[3])
{
  return hypot(hypot(p[0], p[1]) - 1, p[2]) - body->thickness;
}

static double
enter(const NoslipBody *body, const double o[3], const double d[3])
{
  double length = sqrt(noslip_dot(d, d)), s = 0;
  if (!(length > 0) || distance(body, o) <= 0)
    return NAN;
  for (guint i = 0; i < MARCHES; i++) {
    const double p[3] = {o[0] + s * d[0], o[1] + s * d[1], o[2] + s * d[2]};
    double left = distance(body, p);
    if (left < NEAR)
      return s;
    if (!(left < FAR) && noslip_dot(p, d) > 0)
      return NAN;
    s += left / length;
  }
  return NAN;
}

static double
support(const NoslipBody *body, const double along[3])
{
  return hypot(along[0], along[1]) +
         body->thickness * sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
}

static double
length(const NoslipBody *body)
{
  return 2 * body->thickness;
}

/* The vertex lies on the ring; the canvas moves it out by the tube's radius along its normal. */
static void
vertex(GArray *v, guint sides, guint tube, guint i, guint j)
{
  double a = 2 * G_PI * i / sides, b = 2 * G_PI * j / tube;
  noslip_mesh_vertex(v, cos(a), sin(a), 0, cos(a) * cos(b), sin(a) * cos(b), sin(b));
}

static void
mesh(GArray *v, guint sides)
{
  const guint tube = MIN(TUBE, sides);
  static const guint corners[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
  for (guint j = 0; j < tube; j++)
    for (guint i = 0; i < sides; i++)
      for (guint k = 0; k < G_N_ELEMENTS(corners); k++)
        vertex(v, sides, tube, i + corners[k][0], j + corners[k][1]);
}

static double
swell(const NoslipBody *body)
{
  return body->thickness;
}

static void
faces(const NoslipFaces *faces, const NoslipBody *body)
{
  static const int di[4] = {0, 1, 1, 0}, dj[4] = {0, 0, 1, 1};
  for (int j = 0; j < TUBE; j++)
    for (int i = 0; i < NOSLIP_SHAPE_SIDES; i++) {
      double corners[4][3];
      for (guint k = 0; k < 4; k++) {
        double a = 2 * G_PI * (i + di[k]) / NOSLIP_SHAPE_SIDES, b = 2 * G_PI * (j + dj[k]) / TUBE;
        double r = 1 + body->thickness * cos(b);
        corners[k][0] = r * cos(a);
        corners[k][1] = r * sin(a);
        corners[k][2] = body->thickness * sin(b);
      }
      faces->face(faces, body, 4, (const double(*)[3]) corners, body->color, 0);
    }
}

const NoslipShape noslip_shape_torus = {
    .body = NOSLIP_BODY_TORUS,
    .bounds = bounds,
    .add = noslip_add_solid,
    .place = noslip_place_round,
    .finish = finish,
    .enter = enter,
    .support = support,
    .length = length,
    .mesh = mesh,
    .swell = swell,
    .faces = faces,
    .flat_from = 3,
    .rolls = TRUE,
};
