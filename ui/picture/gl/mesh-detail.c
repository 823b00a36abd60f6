/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/gl/mesh-detail.h"

#include <math.h>

static const guint sides[NOSLIP_DETAILS] = {64, 32, 24, 16, 8};

guint
noslip_detail_sides(guint detail)
{
  return sides[detail];
}

guint
noslip_detail_of(double radius)
{
  guint detail = NOSLIP_DETAILS - 1;
  while (detail > 0 && !(radius * (1 - cos(G_PI / sides[detail])) <= NOSLIP_DETAIL_CHORD))
    detail--;
  return detail;
}

static double
length(const double column[3])
{
  return sqrt(noslip_dot(column, column));
}

double
noslip_detail_radius(const NoslipShape *shape, const double world[16])
{
  double radius = 0;
  for (guint k = 0; k < shape->flat_from; k++)
    radius = fmax(radius, length(world + 4 * k));
  return radius;
}

double
noslip_detail_scale(const double world[16], double reach, const NoslipCamera *camera, double height)
{
  double right[3], up[3], forward[3], eye[3], nearest = 0;
  noslip_camera_basis(camera, right, up, forward);
  noslip_camera_eye(camera, eye);
  for (guint i = 0; i < 3; i++)
    nearest += forward[i] * (world[12 + i] - eye[i]);
  for (guint k = 0; k < 3; k++)
    nearest -= reach * length(world + 4 * k);
  return nearest > 0 ? height / (2 * tan(camera->field / 2) * nearest) : INFINITY;
}
