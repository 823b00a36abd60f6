/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the body under a pixel, and whether there are any under a patch, or how much of it they fill. */
#include "ui/picture/scene/scene-items.h"
#include "ui/picture/scene/shape.h"

#include <math.h>
#include <string.h>

#define LINE_REACH 7.0 /* pixels */
#define LOOKED_AT 10   /* places across and down a patch */

/* Inverse of the affine map `m` on a vector (w = 0) or point (w = 1), by Cramer's rule. FALSE if singular. */
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

static gboolean
is_thin(const NoslipBody *body)
{
  return body->kind == NOSLIP_BODY_LINE || body->kind == NOSLIP_BODY_ARROW;
}

/* The ends of a line or an arrow. */
typedef struct {
  double x[2], y[2], depth[2]; /* pixels; distance along the view */
} Ends;

/* FALSE if an end is behind the eye. */
static gboolean
project_ends(const NoslipBody *body, const NoslipCamera *camera, double width, double height, Ends *ends)
{
  return noslip_camera_project(camera, width, height, body->from, &ends->x[0], &ends->y[0], &ends->depth[0]) &&
         noslip_camera_project(camera, width, height, body->to, &ends->x[1], &ends->y[1], &ends->depth[1]);
}

/* Distance along the ray to the point of a line nearest to the pixel; NaN if it is out of reach. */
static double
near_line(const Ends *ends, double px, double py)
{
  const double *x = ends->x, *y = ends->y;
  double dx = x[1] - x[0], dy = y[1] - y[0], square = dx * dx + dy * dy;
  double t = square > 0 ? CLAMP(((px - x[0]) * dx + (py - y[0]) * dy) / square, 0, 1) : 0;
  if (hypot(x[0] + t * dx - px, y[0] + t * dy - py) > LINE_REACH)
    return NAN;
  return ends->depth[0] + t * (ends->depth[1] - ends->depth[0]);
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
    Ends ends;
    if (noslip_body_is_solid(body))
      s = enter_solid(body, origin, direction);
    else if (is_thin(body) && project_ends(body, camera, width, height, &ends))
      /* Arrows often lie inside the body to which they belong: they have priority. */
      s = near_line(&ends, px, py) * 0.5;
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

/* The place of this index in a patch. */
static void
place_in(const double patch[4], guint index, double at[2])
{
  at[0] = patch[0] + patch[2] * (index / LOOKED_AT) / (LOOKED_AT - 1);
  at[1] = patch[1] + patch[3] * (index % LOOKED_AT) / (LOOKED_AT - 1);
}

/* The rectangle of pixels that contains a solid body: left, top, right, bottom. FALSE if the body reaches behind the
 * eye. It is that of the ball round the body's box. */
static gboolean
solid_extent(const NoslipBody *body, const NoslipCamera *camera, double width, double height, double extent[4])
{
  double centre[3], radius = 0, px, py, depth, focal = height / (2 * tan(camera->field / 2));
  noslip_body_centre(body, centre);
  for (guint i = 0; i < 3; i++)
    radius = hypot(radius, noslip_body_support(body, (double[]){i == 0, i == 1, i == 2}));
  if (!noslip_camera_project(camera, width, height, centre, &px, &py, &depth) || !(depth > 1.01 * radius))
    return FALSE;
  double most = focal * radius / (depth - radius);
  double across = most * (1 + fabs(px - width / 2) / focal) + 1, down = most * (1 + fabs(py - height / 2) / focal) + 1;
  extent[0] = px - across;
  extent[1] = py - down;
  extent[2] = px + across;
  extent[3] = py + down;
  return TRUE;
}

static gboolean
overlap(const double extent[4], const double patch[4])
{
  return extent[0] <= patch[0] + patch[2] && extent[2] >= patch[0] && extent[1] <= patch[1] + patch[3] &&
         extent[3] >= patch[1];
}

static gboolean
solid_covers(const NoslipBody *body, const NoslipCamera *camera, double width, double height, const double patch[4])
{
  double extent[4], origin[3], direction[3];
  if (solid_extent(body, camera, width, height, extent) && !overlap(extent, patch))
    return FALSE;
  for (guint i = 0; i < LOOKED_AT * LOOKED_AT; i++) {
    double at[2];
    place_in(patch, i, at);
    noslip_camera_ray(camera, width, height, at[0], at[1], origin, direction);
    if (enter_solid(body, origin, direction) > 0)
      return TRUE;
  }
  return FALSE;
}

static gboolean
line_covers(const Ends *ends, const double patch[4])
{
  const double *x = ends->x, *y = ends->y;
  const double extent[4] = {fmin(x[0], x[1]) - LINE_REACH, fmin(y[0], y[1]) - LINE_REACH, fmax(x[0], x[1]) + LINE_REACH,
                            fmax(y[0], y[1]) + LINE_REACH};
  if (!overlap(extent, patch))
    return FALSE;
  for (guint i = 0; i < LOOKED_AT * LOOKED_AT; i++) {
    double at[2];
    place_in(patch, i, at);
    if (near_line(ends, at[0], at[1]) > 0)
      return TRUE;
  }
  return FALSE;
}

gboolean
noslip_scene_covers(const NoslipScene *scene, const NoslipCamera *camera, double width, double height,
                    const double patch[4])
{
  for (guint b = 0; b < scene->bodies->len; b++) {
    const NoslipBody *body = noslip_scene_body(scene, b);
    Ends ends;
    if (noslip_body_is_solid(body)
            ? solid_covers(body, camera, width, height, patch)
            : is_thin(body) && project_ends(body, camera, width, height, &ends) && line_covers(&ends, patch))
      return TRUE;
  }
  return FALSE;
}

/* The places of a patch that something is under. */
typedef struct {
  const NoslipCamera *camera;
  double width, height; /* of the picture, pixels */
  const double *patch;
  gboolean under[LOOKED_AT * LOOKED_AT];
} Places;

static void
mark_solid(Places *places, const NoslipBody *body)
{
  double extent[4], origin[3], direction[3], at[2];
  if (solid_extent(body, places->camera, places->width, places->height, extent) && !overlap(extent, places->patch))
    return;
  for (guint i = 0; i < G_N_ELEMENTS(places->under); i++) {
    place_in(places->patch, i, at);
    noslip_camera_ray(places->camera, places->width, places->height, at[0], at[1], origin, direction);
    places->under[i] |= enter_solid(body, origin, direction) > 0;
  }
}

/* The place nearest to a pixel of the patch. */
static void
mark_pixel(Places *places, double x, double y)
{
  const double *patch = places->patch;
  double i = round((x - patch[0]) / patch[2] * (LOOKED_AT - 1)), k = round((y - patch[1]) / patch[3] * (LOOKED_AT - 1));
  if (i >= 0 && i < LOOKED_AT && k >= 0 && k < LOOKED_AT)
    places->under[(guint) i * LOOKED_AT + (guint) k] = TRUE;
}

/* The part of a straight line, given by its ends in pixels, that is in the patch. */
static void
mark_segment(Places *places, const double from[2], const double to[2])
{
  const double *patch = places->patch;
  double first = 0, last = 1, step = fmax(fmin(patch[2], patch[3]) / (2 * LOOKED_AT), 1);
  for (guint i = 0; i < 2; i++) {
    double d = to[i] - from[i], low = (patch[i] - from[i]) / d, high = (patch[i] + patch[2 + i] - from[i]) / d;
    if (d == 0 && (from[i] < patch[i] || from[i] > patch[i] + patch[2 + i]))
      return;
    if (d == 0)
      continue;
    first = fmax(first, fmin(low, high));
    last = fmin(last, fmax(low, high));
  }
  double length = (last - first) * hypot(to[0] - from[0], to[1] - from[1]), n = ceil(length / step);
  for (guint k = 0; first <= last && k <= n; k++) {
    double s = n > 0 ? first + (last - first) * k / n : first;
    mark_pixel(places, from[0] + s * (to[0] - from[0]), from[1] + s * (to[1] - from[1]));
  }
}

static gboolean
project(const Places *places, const double point[3], double at[2])
{
  double depth;
  return noslip_camera_project(places->camera, places->width, places->height, point, &at[0], &at[1], &depth);
}

static void
mark_line(Places *places, const NoslipBody *body)
{
  double from[2], to[2];
  if (project(places, body->from, from) && project(places, body->to, to))
    mark_segment(places, from, to);
}

#define MOST_MARKED 1024 /* points of a trail in full detail; older ones are taken from a coarser level */

/* The part of a trail that is drawn. */
static void
mark_trail(Places *places, const NoslipBody *body)
{
  guint end = body->trail ? noslip_trail_count(body->trail, body->trail_time) : 0;
  if (end == 0)
    return;
  const NoslipTrailPoint *points = &g_array_index(body->trail->points, NoslipTrailPoint, 0);
  double first = isfinite(body->trail_first) ? body->trail_first : points[0].time;
  double now = isfinite(body->trail_time) ? body->trail_time : points[end - 1].time, at[2] = {0, 0}, before[2] = {0, 0};
  gboolean joined = FALSE; /* to the point before */
  NoslipTrailStretch parts[NOSLIP_TRAIL_LEVELS];
  for (guint n = noslip_trail_stretches(body->trail, first, now, MOST_MARKED, MOST_MARKED, parts); n-- > 0;)
    for (guint i = parts[n].from; i < parts[n].to; i++) {
      const NoslipTrailPoint *p = &g_array_index(noslip_trail_level(body->trail, parts[n].level), NoslipTrailPoint, i);
      gboolean drawn = !isnan(p->x) && project(places, (double[]){p->x, p->y, p->z}, at);
      if (drawn)
        mark_segment(places, joined ? before : at, at);
      joined = drawn;
      memcpy(before, at, sizeof before);
    }
  if (body->trail_tip && joined && project(places, body->to, at))
    mark_segment(places, before, at);
}

guint
noslip_scene_fills(const NoslipScene *scene, const NoslipCamera *camera, double width, double height,
                   const double patch[4])
{
  Places places = {.camera = camera, .width = width, .height = height, .patch = patch};
  guint n = 0;
  for (guint b = 0; b < scene->bodies->len; b++) {
    const NoslipBody *body = noslip_scene_body(scene, b);
    if (noslip_body_is_solid(body) && !body->table)
      mark_solid(&places, body);
    else if (is_thin(body))
      mark_line(&places, body);
    else if (body->kind == NOSLIP_BODY_TRAIL)
      mark_trail(&places, body);
  }
  for (guint i = 0; i < G_N_ELEMENTS(places.under); i++)
    n += places.under[i] ? 1 : 0;
  return n;
}
