/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact shadows: each solid body darkens the plane below it, more strongly the nearer it is. */
#include "ui/picture/scene/shape.h"

#include <math.h>

/* Height of the highest ground or table that lies under a point; FALSE if there is none. */
static gboolean
plane_below(const NoslipScene *scene, const NoslipBody *caster, const double centre[3], double *z)
{
  gboolean found = FALSE;
  for (guint b = 0; b < scene->bodies->len; b++) {
    const NoslipBody *body = noslip_scene_body(scene, b);
    double level = 0;
    if (body->kind == NOSLIP_BODY_GROUND) {
      level = body->z;
    } else if (body->table && body != caster) {
      double radius = hypot(body->transform[0], body->transform[1]);
      if (hypot(centre[0] - body->transform[12], centre[1] - body->transform[13]) > radius)
        continue;
      level = body->transform[14];
    } else {
      continue;
    }
    if (level <= centre[2] && (!found || level > *z)) {
      *z = level;
      found = TRUE;
    }
  }
  return found;
}

/* Of the z axis, in units of column 2. */
static double
length_of(const NoslipBody *body)
{
  const NoslipShape *shape = noslip_body_shape(body);
  return shape->length != NULL ? shape->length(body) : 1;
}

/* The direction in the plane in which the body is longest: main axis of sum_k a_k a_k^T over its edges a_k. */
static void
main_axis(const NoslipBody *body, double axis[2])
{
  double xx = 0, xy = 0, yy = 0;
  for (guint k = 0; k < 3; k++) {
    double weight = k == 2 ? length_of(body) : 1;
    double x = weight * body->transform[4 * k], y = weight * body->transform[4 * k + 1];
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  double angle = 0.5 * atan2(2 * xy, xx - yy);
  axis[0] = cos(angle);
  axis[1] = sin(angle);
}

/* A disk, or a cylinder shorter than it is wide, with its axis level or nearly so. */
static gboolean
is_upright(const NoslipBody *body)
{
  const double *axis = body->transform + 8;
  double length = sqrt(noslip_dot(axis, axis)), radius = sqrt(noslip_dot(body->transform, body->transform));
  return length_of(body) * length < radius && fabs(axis[2]) < 0.6 * length;
}

static void
cast(NoslipScene *scene, const NoslipBody *body)
{
  const NoslipShape *shape = noslip_body_shape(body);
  double centre[3], z = 0, up[3] = {0, 0, 1};
  noslip_body_centre(body, centre);
  if (!isfinite(centre[0] + centre[1] + centre[2]) || !plane_below(scene, body, centre, &z))
    return;
  NoslipShadow shadow = {.centre = {centre[0], centre[1], z}};
  main_axis(body, shadow.axis);
  double along[3] = {shadow.axis[0], shadow.axis[1], 0}, across[3] = {-shadow.axis[1], shadow.axis[0], 0};
  shadow.extent[0] = noslip_body_support(body, along);
  shadow.extent[1] = noslip_body_support(body, across);
  /* An upright wheel touches in a point, too. */
  if (shape->rolls && is_upright(body))
    shadow.extent[0] *= 0.55;
  double size = fmin(shadow.extent[0], shadow.extent[1]);
  double height = fmax(0, centre[2] - noslip_body_support(body, up) - z);
  /* A table that lies almost on the ground would show its own shadow. */
  if (!(size > 0) || (body->table && height < 0.05 * size))
    return;
  /* A ball touches in one point: its shadow is darkest there and fades over its radius. */
  shadow.softness = (shape->one_point ? 0.9 * size : fmax(0.35 * size, 0.12 * shadow.extent[0])) + 0.8 * height;
  shadow.corner = shape->edges ? 0.15 * size : size;
  shadow.strength = 0.42 * body->color.a * size / (size + 0.8 * height);
  if (shadow.strength > 0.02)
    g_array_append_val(scene->shadows, shadow);
}

void
noslip_scene_cast_shadows(NoslipScene *scene)
{
  g_array_set_size(scene->shadows, 0);
  for (guint b = 0; b < scene->bodies->len; b++) {
    const NoslipBody *body = noslip_scene_body(scene, b);
    if (noslip_body_is_solid(body) && body->color.a > 0.5)
      cast(scene, body);
  }
  scene->shadows_cast = TRUE;
}

guint
noslip_scene_n_shadows(const NoslipScene *scene)
{
  return scene->shadows->len;
}

const NoslipShadow *
noslip_scene_shadow(const NoslipScene *scene, guint index)
{
  return index < scene->shadows->len ? &g_array_index(scene->shadows, NoslipShadow, index) : NULL;
}
