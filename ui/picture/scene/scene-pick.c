/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies under a pixel. */
#include "ui/picture/scene/shape.h"

#include <math.h>
#include <string.h>

#define LINE_REACH 7.0 /* pixels */

/* Inverse of the affine map `m` on a vector (w = 0) or point (w = 1), by Cramer's rule. FALSE where singular. */
static gboolean
to_body(const double m[16], const double v[3], double w, double out[3])
{
  const double *a = m, *b = m + 4, *c = m + 8;
  double d[3] = {v[0] - w * m[12], v[1] - w * m[13], v[2] - w * m[14]};
#define DET(p, q, r)                                                                                                   \
  ((p)[0] * ((q)[1] * (r)[2] - (q)[2] * (r)[1]) - (q)[0] * ((p)[1] * (r)[2] - (p)[2] * (r)[1]) +                       \
   (r)[0] * ((p)[1] * (q)[2] - (p)[2] * (q)[1]))
  double det = DET(a, b, c);
  if (det == 0 || !isfinite(det))
    return FALSE;
  out[0] = DET(d, b, c) / det;
  out[1] = DET(a, d, c) / det;
  out[2] = DET(a, b, d) / det;
#undef DET
  return TRUE;
}

static double
enter_solid(const NoslipBody *body, const double origin[3], const double direction[3])
{
  double o[3], d[3];
  if (!to_body(body->transform, origin, 1, o) || !to_body(body->transform, direction, 0, d))
    return NAN;
  return noslip_body_shape(body)->enter(body, o, d);
}

/* Distance along the ray to the point of a line that the pixel is nearest to, within reach. */
static double
near_line(const NoslipBody *body, const NoslipCamera *camera, double width, double height, double px, double py)
{
  double x[2], y[2], depth[2];
  if (!noslip_camera_project(camera, width, height, body->from, &x[0], &y[0], &depth[0]) ||
      !noslip_camera_project(camera, width, height, body->to, &x[1], &y[1], &depth[1]))
    return NAN;
  double dx = x[1] - x[0], dy = y[1] - y[0], square = dx * dx + dy * dy;
  double t = square > 0 ? CLAMP(((px - x[0]) * dx + (py - y[0]) * dy) / square, 0, 1) : 0;
  if (hypot(x[0] + t * dx - px, y[0] + t * dy - py) > LINE_REACH)
    return NAN;
  return depth[0] + t * (depth[1] - depth[0]);
}

int
noslip_scene_pick(const NoslipScene *scene, const NoslipCamera *camera, double width, double height, double px,
                  double py, double point[3])
{
  double origin[3], direction[3], nearest = INFINITY;
  int found = -1;
  noslip_camera_ray(camera, width, height, px, py, origin, direction);
  for (guint b = 0; b < scene->bodies->len; b++) {
    const NoslipBody *body = noslip_scene_body(scene, b);
    double s = NAN;
    if (noslip_body_is_solid(body))
      s = enter_solid(body, origin, direction);
    else if (body->kind == NOSLIP_BODY_LINE || body->kind == NOSLIP_BODY_ARROW)
      /* Arrows often lie inside the body that they belong to: they come first. */
      s = near_line(body, camera, width, height, px, py) * 0.5;
    if (s > 0 && s < nearest) {
      nearest = s;
      found = (int) b;
    }
  }
  if (found >= 0 && point != NULL)
    for (guint i = 0; i < 3; i++)
      point[i] =
          origin[i] + (noslip_body_is_solid(noslip_scene_body(scene, (guint) found)) ? 1 : 2) * nearest * direction[i];
  return found;
}
