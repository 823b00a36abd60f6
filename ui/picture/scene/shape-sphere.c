/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The unit sphere; stretched by its transform, an ellipsoid. */
#include "ui/picture/scene/shape.h"

#include <math.h>

#define SIDES NOSLIP_SHAPE_SIDES

static void
place(const NoslipDrawn *drawn, const double *values, double m[16])
{
  double radius = noslip_drawn_value(values, drawn->radius);
  noslip_place_scale(m, radius, radius, radius);
}

static double
enter(const NoslipBody *body, const double o[3], const double d[3])
{
  double a = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  double b = o[0] * d[0] + o[1] * d[1] + o[2] * d[2];
  double c = o[0] * o[0] + o[1] * o[1] + o[2] * o[2] - 1;
  double s = (-b - sqrt(b * b - a * c)) / a;
  return s > 0 ? s : NAN;
}

static double
support(const NoslipBody *body, const double along[3])
{
  return sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
}

static void
vertex(GArray *v, guint sides, guint i, guint j)
{
  double a = 2 * G_PI * i / sides, b = 2 * G_PI * j / sides - G_PI_2;
  double x = cos(a) * cos(b), y = sin(a) * cos(b), z = sin(b);
  noslip_mesh_vertex(v, x, y, z, x, y, z);
}

static void
mesh(GArray *v, guint sides)
{
  for (guint j = 0; j < sides / 2; j++)
    for (guint i = 0; i < sides; i++) {
      vertex(v, sides, i, j);
      vertex(v, sides, i + 1, j);
      vertex(v, sides, i + 1, j + 1);
      vertex(v, sides, i, j);
      vertex(v, sides, i + 1, j + 1);
      vertex(v, sides, i, j + 1);
    }
}

/* The colour of the face between meridians i and i + 1, rings j and j + 1 of SIDES / 2. */
static NoslipColor
color_at(const NoslipFaces *faces, const NoslipBody *body, int i, int j)
{
  NoslipColor light = noslip_faces_color(body, noslip_pattern_light(faces->theme));
  int step = SIDES / 6, from = (i + step / 2) % SIDES; /* starts half a sector from the x axis */
  if (body->pattern == NOSLIP_PATTERN_PLAIN)
    return body->color;
  if (body->pattern == NOSLIP_PATTERN_GRID)
    return (i / (SIDES / 12) + j / (SIDES / 12)) % 2 ? noslip_color_mix(body->color, light, 0.35) : body->color;
  if (j < SIDES / 18 || j >= SIDES / 2 - SIDES / 18)
    return light;
  int sector = from / step;
  return sector % 2 == 0 ? light : sector == 1 ? noslip_faces_color(body, faces->theme->accent) : body->color;
}

/* A sphere, not an ellipsoid. */
static gboolean
is_round(const NoslipBody *body)
{
  const double *m = body->transform;
  double a = noslip_dot(m, m), b = noslip_dot(m + 4, m + 4), c = noslip_dot(m + 8, m + 8);
  return fabs(a - b) <= 1e-9 * a && fabs(a - c) <= 1e-9 * a;
}

static void
faces(const NoslipFaces *faces, const NoslipBody *body)
{
  static const int di[4] = {0, 1, 1, 0}, dj[4] = {0, 0, 1, 1};
  if (body->pattern == NOSLIP_PATTERN_PLAIN && is_round(body)) {
    faces->ball(faces, body);
    return;
  }
  for (int j = 0; j < SIDES / 2; j++)
    for (int i = 0; i < SIDES; i++) {
      double corners[4][3];
      for (guint k = 0; k < 4; k++) {
        double a = 2 * G_PI * (i + di[k]) / SIDES, b = 2 * G_PI * (j + dj[k]) / SIDES - G_PI_2;
        corners[k][0] = cos(a) * cos(b);
        corners[k][1] = sin(a) * cos(b);
        corners[k][2] = sin(b);
      }
      faces->face(faces, body, 4, (const double(*)[3]) corners, color_at(faces, body, i, j), 0);
    }
}

static void
clip(const double a[3], const double d[3], const double thin[3], NoslipSpan *span)
{
  double reach = 1 - fmax(thin[0], fmax(thin[1], thin[2])), aa = -reach * reach, ad = 0, dd = 0;
  for (guint i = 0; i < 3; i++) {
    aa += a[i] * a[i];
    ad += a[i] * d[i];
    dd += d[i] * d[i];
  }
  double root = ad * ad - dd * aa;
  if (dd < 1e-24) {
    if (aa > 0)
      span->to = span->from;
    return;
  }
  if (root <= 0) {
    span->to = span->from;
    return;
  }
  span->from = fmax(span->from, (-ad - sqrt(root)) / dd);
  span->to = fmin(span->to, (-ad + sqrt(root)) / dd);
}

const NoslipShape noslip_shape_sphere = {
    .body = NOSLIP_BODY_SPHERE,
    .bounds = noslip_bounds_radius,
    .add = noslip_add_solid,
    .place = place,
    .pattern = noslip_pattern_ball,
    .enter = enter,
    .support = support,
    .mesh = mesh,
    .faces = faces,
    .clip = clip,
    .flat_from = 3,
    .one_point = TRUE,
};
