/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Framing: the camera position that shows the given bounds. */
#include "ui/picture/scene/camera.h"

#include <math.h>
#include <string.h>

#define FRAME_SHARE 0.86  /* fraction of the picture that a box fills when it is framed */
#define FOLLOW_SHARE 0.95 /* fraction of the picture that it may fill before the camera follows */
#define NOW_SHARE 0.62    /* fraction of the picture in which a following camera keeps the bodies */
#define LEAVE_SHARE 0.72  /* and the fraction at which it starts to follow */
#define WIDE 2            /* aspect above which a picture is too low for the usual distances */
#define POINT_SIZE 4e-7   /* relative to the coordinates, which trails keep as floats: a smaller box is a point */
#define SEEN_SHARE 0.98   /* fraction of the picture that counts as visible */

/* The least distance at which the box takes at most this fraction of the picture to either side of the middle: a corner
 * that is c sideways and f ahead of the target needs (distance + f) tan >= |c|. */
static double
distance_for(const NoslipCamera *camera, const NoslipBounds *bounds, double aspect, double share)
{
  double right[3], up[3], forward[3], least = 0;
  double tan_y = share * tan(camera->field / 2), tan_x = tan_y * (aspect > 0 ? aspect : 1);
  noslip_camera_basis(camera, right, up, forward);
  for (guint corner = 0; corner < 8; corner++) {
    double p[3];
    for (guint i = 0; i < 3; i++)
      p[i] = (corner >> i & 1 ? bounds->high[i] : bounds->low[i]) - camera->target[i];
    double ahead = noslip_dot(p, forward);
    least = fmax(least, fabs(noslip_dot(p, right)) / tan_x - ahead);
    least = fmax(least, fabs(noslip_dot(p, up)) / tan_y - ahead);
  }
  return least;
}

/* Moves the target in the plane of the view so that the corners extend equally far to both sides of the middle. */
static void
centre_view(NoslipCamera *camera, const NoslipBounds *bounds)
{
  double right[3], up[3], forward[3], low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  noslip_camera_basis(camera, right, up, forward);
  for (guint corner = 0; corner < 8; corner++) {
    double p[3];
    for (guint i = 0; i < 3; i++)
      p[i] = (corner >> i & 1 ? bounds->high[i] : bounds->low[i]) - camera->target[i];
    double depth = fmax(camera->distance + noslip_dot(p, forward), 1e-9 * camera->distance);
    double slope[2] = {noslip_dot(p, right) / depth, noslip_dot(p, up) / depth};
    for (guint k = 0; k < 2; k++) {
      low[k] = fmin(low[k], slope[k]);
      high[k] = fmax(high[k], slope[k]);
    }
  }
  for (guint i = 0; i < 3; i++)
    camera->target[i] += camera->distance / 2 * ((low[0] + high[0]) * right[i] + (low[1] + high[1]) * up[i]);
}

void
noslip_camera_frame(NoslipCamera *camera, const NoslipBounds *bounds, double aspect)
{
  if (noslip_bounds_is_empty(bounds))
    return;
  double size = 0, reach = 0;
  for (guint i = 0; i < 3; i++) {
    camera->target[i] = bounds->low[i] + (bounds->high[i] - bounds->low[i]) / 2;
    size = fmax(size, bounds->high[i] - bounds->low[i]);
    reach = fmax(reach, fmax(fabs(bounds->low[i]), fabs(bounds->high[i])));
  }
  double distance = distance_for(camera, bounds, aspect, FRAME_SHARE);
  gboolean extended = size > POINT_SIZE * reach && distance > 0;
  camera->distance = extended ? distance : fmax(6, 3 * size);
  /* Near corners look larger than far ones: aim at the middle of the projection, not of the box. */
  for (guint pass = 0; pass < 3 && extended; pass++) {
    centre_view(camera, bounds);
    camera->distance = distance_for(camera, bounds, aspect, FRAME_SHARE);
  }
}

/* The target as near to the middle of everything as the bodies that must stay visible allow. */
static void
keep_in_sight(NoslipCamera *camera, const NoslipBounds *now, double aspect)
{
  NoslipCamera on_bodies = *camera;
  noslip_bounds_middle(now, on_bodies.target);
  double middle[3], low = 0, high = 1; /* 0: the middle of everything, 1: the bodies */
  for (guint i = 0; i < 3; i++)
    middle[i] = camera->target[i];
  if (distance_for(camera, now, aspect, NOW_SHARE) <= camera->distance)
    return;
  for (guint step = 0; step < 24; step++) {
    double s = (low + high) / 2;
    for (guint i = 0; i < 3; i++)
      camera->target[i] = middle[i] + s * (on_bodies.target[i] - middle[i]);
    if (distance_for(camera, now, aspect, NOW_SHARE) <= camera->distance)
      high = s;
    else
      low = s;
  }
  for (guint i = 0; i < 3; i++)
    camera->target[i] = middle[i] + high * (on_bodies.target[i] - middle[i]);
}

/* A wide, low picture shows much ground beside small bodies: there the camera may go nearer in proportion, as far as the
 * bodies and their arrows fit. */
static NoslipFraming
framing_for_aspect(const NoslipCamera *camera, const NoslipFraming *framing, double aspect)
{
  NoslipFraming fitted = *framing;
  if (!(aspect > WIDE))
    return fitted;
  double nearer = WIDE / aspect, bodies = 0;
  if (!noslip_bounds_is_empty(&framing->now)) {
    NoslipCamera on_bodies = *camera;
    noslip_bounds_middle(&framing->now, on_bodies.target);
    bodies = distance_for(&on_bodies, &framing->now, aspect, NOW_SHARE);
  }
  fitted.nearest = nearer * framing->nearest;
  fitted.farthest = fmin(framing->farthest, fmax(nearer * framing->farthest, bodies));
  return fitted;
}

static void
frame_within(NoslipCamera *camera, const NoslipFraming *framing, double aspect)
{
  double own = camera->distance;
  noslip_camera_frame(camera, &framing->all, aspect);
  double whole = camera->distance;
  if (framing->nearest > 0)
    camera->distance = fmax(camera->distance, framing->nearest);
  if (framing->farthest > 0)
    camera->distance = fmin(camera->distance, framing->farthest);
  if (camera->zoomed)
    camera->distance = own;
  if (camera->distance < whole && !noslip_bounds_is_empty(&framing->now))
    keep_in_sight(camera, &framing->now, aspect);
}

void
noslip_camera_frame_within(NoslipCamera *camera, const NoslipFraming *framing, double aspect)
{
  NoslipFraming fitted = framing_for_aspect(camera, framing, aspect);
  frame_within(camera, &fitted, aspect);
}

gboolean
noslip_camera_sees_middle(const NoslipCamera *camera, const NoslipBounds *bounds, double aspect)
{
  NoslipBounds middle;
  double p[3];
  if (noslip_bounds_is_empty(bounds))
    return TRUE;
  noslip_bounds_middle(bounds, p);
  noslip_bounds_init(&middle);
  noslip_bounds_add(&middle, p);
  return distance_for(camera, &middle, aspect, SEEN_SHARE) <= camera->distance;
}

gboolean
noslip_camera_sees(const NoslipCamera *camera, const NoslipBounds *bounds, double aspect)
{
  if (noslip_bounds_is_empty(bounds) || distance_for(camera, bounds, aspect, SEEN_SHARE) <= camera->distance)
    return TRUE;
  NoslipCamera on_middle = *camera;
  noslip_bounds_middle(bounds, on_middle.target);
  gboolean too_large = distance_for(&on_middle, bounds, aspect, SEEN_SHARE) > camera->distance;
  return too_large && noslip_camera_sees_middle(camera, bounds, aspect);
}

void
noslip_camera_direction(const NoslipCamera *camera, const double point[3], double direction[2])
{
  double right[3], up[3], forward[3], p[3];
  noslip_camera_basis(camera, right, up, forward);
  for (guint i = 0; i < 3; i++)
    p[i] = point[i] - camera->target[i];
  double x = noslip_dot(p, right), y = -noslip_dot(p, up), length = hypot(x, y);
  direction[0] = length > 0 ? x / length : 0;
  direction[1] = length > 0 ? y / length : 1;
}

#define TOO_FAR 1.05 /* relative to the farthest distance */

/* Whether the camera's present view is good enough. */
static gboolean
shows(const NoslipCamera *camera, const NoslipFraming *framing, const NoslipCamera *goal, double aspect)
{
  if (camera->distance > 5 * goal->distance)
    return FALSE;
  if (framing->farthest > 0 && !camera->zoomed && camera->distance > TOO_FAR * framing->farthest)
    return FALSE; /* the picture became lower */
  if (distance_for(camera, &framing->all, aspect, FOLLOW_SHARE) <= camera->distance)
    return TRUE;
  /* part of the motion is outside the picture: acceptable only if the goal leaves a part out too */
  if (distance_for(goal, &framing->all, aspect, FOLLOW_SHARE) <= goal->distance ||
      camera->distance < 0.98 * goal->distance)
    return FALSE;
  return noslip_bounds_is_empty(&framing->now) ||
         distance_for(camera, &framing->now, aspect, LEAVE_SHARE) <= camera->distance;
}

#define ARRIVED 1e-5 /* relative to the distance: nearer to the goal counts as there */
#define FAR_OFF 2    /* relative to the distance: farther away is outside the picture */

static gboolean
has_arrived(const NoslipCamera *camera, const double target[3], double distance)
{
  double off = fabs(distance - camera->distance);
  for (guint i = 0; i < 3; i++)
    off = fmax(off, fabs(target[i] - camera->target[i]));
  return off <= ARRIVED * distance;
}

static gboolean
far_off(const NoslipCamera *camera, const NoslipCamera *goal)
{
  double off = 0;
  for (guint i = 0; i < 3; i++)
    off = hypot(off, goal->target[i] - camera->target[i]);
  return off > FAR_OFF * fmax(camera->distance, goal->distance);
}

/* Moves this fraction of the way to a target and a distance; 1: all of it. */
static void
glide(NoslipCamera *camera, const double target[3], double distance, double share)
{
  for (guint i = 0; i < 3; i++)
    camera->target[i] += share * (target[i] - camera->target[i]);
  camera->distance *= pow(distance / camera->distance, share);
}

gboolean
noslip_camera_follow(NoslipCamera *camera, const NoslipFraming *framing, double aspect, double seconds)
{
  if (!camera->automatic || noslip_bounds_is_empty(&framing->all))
    return FALSE;
  NoslipCamera goal = *camera;
  NoslipFraming fitted = framing_for_aspect(camera, framing, aspect);
  frame_within(&goal, &fitted, aspect);
  if (shows(camera, &fitted, &goal, aspect))
    return FALSE;
  double distance = camera->zoomed ? camera->distance : 1.04 * goal.distance;
  if (fitted.farthest > 0 && !camera->zoomed)
    distance = fmin(distance, fmax(fitted.farthest, goal.distance));
  double step = far_off(camera, &goal) ? 1 : 1 - exp(-MAX(seconds, 0) / 0.3);
  /* bodies may be too large for their intended part of the picture: no other place is better */
  if (has_arrived(camera, goal.target, distance))
    return FALSE;
  glide(camera, goal.target, distance, step);
  /* the body must never leave the picture: if a smooth move would lose it, the camera jumps */
  if (!noslip_camera_sees(camera, &framing->bodies, aspect))
    glide(camera, goal.target, distance, 1);
  return TRUE;
}

void
noslip_camera_carry(NoslipCamera *camera, const NoslipBounds *now, double anchor[3], gboolean *anchored)
{
  if (noslip_bounds_is_empty(now))
    return;
  for (guint i = 0; i < 3; i++) {
    double middle = now->low[i] + (now->high[i] - now->low[i]) / 2;
    if (*anchored)
      camera->target[i] += middle - anchor[i];
    anchor[i] = middle;
  }
  *anchored = TRUE;
}
