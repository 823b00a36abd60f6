/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/scene/camera.h"

#include <math.h>
#include <string.h>

#define ELEVATION_MOST (G_PI_2)

void
noslip_bounds_init(NoslipBounds *bounds)
{
  for (guint i = 0; i < 3; i++) {
    bounds->low[i] = INFINITY;
    bounds->high[i] = -INFINITY;
  }
}

void
noslip_bounds_add(NoslipBounds *bounds, const double point[3])
{
  if (!isfinite(point[0]) || !isfinite(point[1]) || !isfinite(point[2]))
    return;
  for (guint i = 0; i < 3; i++) {
    bounds->low[i] = fmin(bounds->low[i], point[i]);
    bounds->high[i] = fmax(bounds->high[i], point[i]);
  }
}

void
noslip_bounds_add_bounds(NoslipBounds *bounds, const NoslipBounds *other)
{
  noslip_bounds_add(bounds, other->low);
  noslip_bounds_add(bounds, other->high);
}

gboolean
noslip_bounds_is_empty(const NoslipBounds *bounds)
{
  return !(bounds->low[0] <= bounds->high[0]);
}

void
noslip_bounds_middle(const NoslipBounds *bounds, double middle[3])
{
  for (guint i = 0; i < 3; i++)
    middle[i] = bounds->low[i] + (bounds->high[i] - bounds->low[i]) / 2;
}

void
noslip_camera_init(NoslipCamera *camera)
{
  *camera = (NoslipCamera){.distance = 6, .field = 35 * G_PI / 180, .automatic = TRUE};
  noslip_camera_preset(camera, NOSLIP_CAMERA_ISOMETRIC);
}

void
noslip_camera_look(NoslipCamera *camera, const double from[3], const double to[3])
{
  double d[3] = {from[0] - to[0], from[1] - to[1], from[2] - to[2]};
  double flat = hypot(d[0], d[1]), length = hypot(flat, d[2]);
  if (!isfinite(length) || length <= 0)
    return;
  memcpy(camera->target, to, sizeof camera->target);
  camera->distance = length;
  camera->elevation = atan2(d[2], flat);
  if (flat > 1e-12 * length)
    camera->azimuth = atan2(d[1], d[0]);
}

void
noslip_camera_preset(NoslipCamera *camera, NoslipCameraPreset preset)
{
  static const double degrees[][2] = {{-60, 28}, {-90, 90}, {-90, 4}, {0, 4}};
  if ((guint) preset >= G_N_ELEMENTS(degrees))
    return;
  camera->azimuth = degrees[preset][0] * G_PI / 180;
  camera->elevation = degrees[preset][1] * G_PI / 180;
}

void
noslip_camera_orbit(NoslipCamera *camera, double azimuth, double elevation)
{
  camera->azimuth = remainder(camera->azimuth + azimuth, 2 * G_PI);
  camera->elevation = CLAMP(camera->elevation + elevation, -ELEVATION_MOST, ELEVATION_MOST);
}

void
noslip_camera_basis(const NoslipCamera *camera, double right[3], double up[3], double forward[3])
{
  double ca = cos(camera->azimuth), sa = sin(camera->azimuth);
  double ce = cos(camera->elevation), se = sin(camera->elevation);
  forward[0] = -ce * ca;
  forward[1] = -ce * sa;
  forward[2] = -se;
  right[0] = -sa;
  right[1] = ca;
  right[2] = 0;
  /* up = right x forward */
  up[0] = right[1] * forward[2] - right[2] * forward[1];
  up[1] = right[2] * forward[0] - right[0] * forward[2];
  up[2] = right[0] * forward[1] - right[1] * forward[0];
}

void
noslip_camera_pan(NoslipCamera *camera, double dx, double dy, double height)
{
  double right[3], up[3], forward[3], pixel = noslip_camera_pixel_size(camera, height);
  noslip_camera_basis(camera, right, up, forward);
  for (guint i = 0; i < 3; i++)
    camera->target[i] += pixel * (dy * up[i] - dx * right[i]);
  camera->automatic = camera->following = FALSE;
}

void
noslip_camera_zoom(NoslipCamera *camera, double factor)
{
  if (!(factor > 0) || !isfinite(factor))
    return;
  camera->distance = CLAMP(camera->distance / factor, 1e-6, 1e9);
  camera->zoomed = TRUE;
}

void
noslip_camera_track(NoslipCamera *camera)
{
  camera->automatic = TRUE;
  camera->zoomed = camera->following = FALSE;
}

void
noslip_camera_eye(const NoslipCamera *camera, double eye[3])
{
  double right[3], up[3], forward[3];
  noslip_camera_basis(camera, right, up, forward);
  for (guint i = 0; i < 3; i++)
    eye[i] = camera->target[i] - camera->distance * forward[i];
}

void
noslip_camera_view(const NoslipCamera *camera, double view[16])
{
  double right[3], up[3], forward[3], eye[3];
  noslip_camera_basis(camera, right, up, forward);
  noslip_camera_eye(camera, eye);
  for (guint j = 0; j < 3; j++) {
    view[4 * j] = right[j];
    view[4 * j + 1] = up[j];
    view[4 * j + 2] = -forward[j];
    view[4 * j + 3] = 0;
  }
  view[12] = -noslip_dot(right, eye);
  view[13] = -noslip_dot(up, eye);
  view[14] = noslip_dot(forward, eye);
  view[15] = 1;
}

void
noslip_camera_near_far(const NoslipCamera *camera, double *near_plane, double *far_plane)
{
  *near_plane = camera->distance * 0.04;
  *far_plane = camera->distance * 60;
}

static void
projection_matrix(const NoslipCamera *camera, double aspect, double projection[16])
{
  double near_plane, far_plane, f = 1 / tan(camera->field / 2);
  noslip_camera_near_far(camera, &near_plane, &far_plane);
  memset(projection, 0, 16 * sizeof(double));
  projection[0] = f / aspect;
  projection[5] = f;
  projection[10] = (far_plane + near_plane) / (near_plane - far_plane);
  projection[11] = -1;
  projection[14] = 2 * far_plane * near_plane / (near_plane - far_plane);
}

void
noslip_camera_matrix(const NoslipCamera *camera, double aspect, double matrix[16])
{
  double view[16], projection[16];
  noslip_camera_view(camera, view);
  projection_matrix(camera, aspect, projection);
  noslip_matrix_multiply(projection, view, matrix);
}

gboolean
noslip_camera_project(const NoslipCamera *camera, double width, double height, const double point[3], double *px,
                      double *py, double *depth)
{
  double right[3], up[3], forward[3], p[3], near_plane, far_plane;
  double focal = height / (2 * tan(camera->field / 2));
  noslip_camera_basis(camera, right, up, forward);
  noslip_camera_near_far(camera, &near_plane, &far_plane);
  for (guint i = 0; i < 3; i++) /* from the eye */
    p[i] = point[i] - (camera->target[i] - camera->distance * forward[i]);
  *depth = noslip_dot(p, forward);
  if (!(*depth >= near_plane)) {
    *px = *py = NAN;
    return FALSE;
  }
  *px = width / 2 + focal * noslip_dot(p, right) / *depth;
  *py = height / 2 - focal * noslip_dot(p, up) / *depth;
  return TRUE;
}

void
noslip_camera_ray(const NoslipCamera *camera, double width, double height, double px, double py, double origin[3],
                  double direction[3])
{
  double right[3], up[3], forward[3];
  double pixel = 2 * tan(camera->field / 2) / height;
  noslip_camera_basis(camera, right, up, forward);
  noslip_camera_eye(camera, origin);
  double x = (px - width / 2) * pixel, y = (height / 2 - py) * pixel, length = sqrt(1 + x * x + y * y);
  for (guint i = 0; i < 3; i++)
    direction[i] = (forward[i] + x * right[i] + y * up[i]) / length;
}

gboolean
noslip_camera_on_plane(const NoslipCamera *camera, double width, double height, double px, double py, double z,
                       double point[3])
{
  double origin[3], direction[3], near_plane, far_plane;
  noslip_camera_ray(camera, width, height, px, py, origin, direction);
  noslip_camera_near_far(camera, &near_plane, &far_plane);
  double s = (z - origin[2]) / direction[2];
  if (!(s > 0 && s < far_plane))
    return FALSE;
  for (guint i = 0; i < 3; i++)
    point[i] = origin[i] + s * direction[i];
  point[2] = z;
  return TRUE;
}

double
noslip_camera_pixel_size(const NoslipCamera *camera, double height)
{
  return 2 * camera->distance * tan(camera->field / 2) / fmax(height, 1);
}

void
noslip_matrix_identity(double m[16])
{
  for (guint i = 0; i < 16; i++)
    m[i] = i % 5 == 0;
}

void
noslip_matrix_multiply(const double a[16], const double b[16], double product[16])
{
  double result[16];
  for (guint j = 0; j < 4; j++)
    for (guint i = 0; i < 4; i++) {
      result[4 * j + i] = 0;
      for (guint k = 0; k < 4; k++)
        result[4 * j + i] += a[4 * k + i] * b[4 * j + k];
    }
  memcpy(product, result, sizeof result);
}

void
noslip_matrix_apply(const double m[16], const double point[3], double w, double result[4])
{
  for (guint i = 0; i < 4; i++)
    result[i] = m[i] * point[0] + m[4 + i] * point[1] + m[8 + i] * point[2] + m[12 + i] * w;
}
