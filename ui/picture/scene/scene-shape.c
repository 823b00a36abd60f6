/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shapes that depend on the camera, the same for every canvas. */
#include "ui/picture/scene/scene-items.h"
#include "ui/picture/scene/scene-place.h"

#include <math.h>

gboolean
noslip_arrow_shape(const NoslipBody *body, const NoslipCamera *camera, double height, NoslipArrowShape *shape)
{
  double axis[3], length = 0, px, py, depth;
  for (guint i = 0; i < 3; i++) {
    axis[i] = body->to[i] - body->from[i];
    length = hypot(length, axis[i]);
  }
  if (!(length > 0) || !noslip_camera_project(camera, 100, height, body->to, &px, &py, &depth))
    return FALSE;
  double pixel = 2 * depth * tan(camera->field / 2) / fmax(height, 1);
  shape->pixel = pixel;
  shape->length = fmin((4 + 3 * body->width) * pixel, 0.75 * length);
  shape->radius = 0.42 * shape->length;
  for (guint i = 0; i < 3; i++)
    shape->neck[i] = body->to[i] - axis[i] / length * shape->length;
  noslip_matrix_identity(shape->head);
  noslip_place_axis(shape->head, axis);
  noslip_place_scale(shape->head, shape->radius, shape->radius, shape->length);
  for (guint i = 0; i < 3; i++)
    shape->head[12 + i] = shape->neck[i];
  return TRUE;
}

void
noslip_arrow_swell(NoslipArrowShape *shape, double pixels)
{
  double by = pixels * shape->pixel;
  if (!(shape->length > 0) || !(shape->radius > 0))
    return;
  /* If the side of a cone is moved out by `by`, its tip moves along the axis by an amount that depends on the slope. */
  double slope = hypot(shape->length, shape->radius) / shape->radius, longer = (by * slope + by) / shape->length;
  const double *axis = shape->head + 8;
  for (guint i = 0; i < 3; i++)
    shape->head[12 + i] -= by / shape->length * axis[i];
  noslip_place_scale(shape->head, 1 + longer, 1 + longer, 1 + longer);
}

NoslipColor
noslip_pattern_light(const NoslipTheme *theme)
{
  return theme->dark ? (NoslipColor){0.93, 0.93, 0.92, 1} : (NoslipColor){0.985, 0.98, 0.965, 1};
}
