/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/scene/scene-place.h"

#include "ui/picture/scene/camera.h"

#include <math.h>

void
noslip_place_scale(double m[16], double x, double y, double z)
{
  for (guint i = 0; i < 3; i++) {
    m[i] *= x;
    m[4 + i] *= y;
    m[8 + i] *= z;
  }
}

void
noslip_place_axis(double m[16], const double axis[3])
{
  double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]), flat = hypot(axis[0], axis[1]);
  if (!(length > 0))
    return;
  double c[3] = {axis[0] / length, axis[1] / length, axis[2] / length};
  double a[3] = {1, 0, 0};
  if (flat > 1e-9 * length) {
    a[0] = -axis[1] / flat;
    a[1] = axis[0] / flat;
  }
  double b[3] = {c[1] * a[2] - c[2] * a[1], c[2] * a[0] - c[0] * a[2], c[0] * a[1] - c[1] * a[0]};
  double turn[16] = {a[0], a[1], a[2], 0, b[0], b[1], b[2], 0, c[0], c[1], c[2], 0, 0, 0, 0, 1};
  noslip_matrix_multiply(turn, m, m);
}

void
noslip_place_turn(double m[16], char axis, double angle)
{
  double turn[16], c = cos(angle), s = sin(angle);
  guint i = axis == 'x' ? 1 : axis == 'y' ? 2 : 0, j = (i + 1) % 3; /* the plane that is turned */
  noslip_matrix_identity(turn);
  turn[4 * i + i] = c;
  turn[4 * j + j] = c;
  turn[4 * i + j] = s;
  turn[4 * j + i] = -s;
  noslip_matrix_multiply(turn, m, m);
}

void
noslip_place_quaternion(double m[16], const double q[4])
{
  double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  double w = q[0] / norm, x = q[1] / norm, y = q[2] / norm, z = q[3] / norm;
  double turn[16] = {
      1 - 2 * (y * y + z * z),
      2 * (x * y + w * z),
      2 * (x * z - w * y),
      0,
      2 * (x * y - w * z),
      1 - 2 * (x * x + z * z),
      2 * (y * z + w * x),
      0,
      2 * (x * z + w * y),
      2 * (y * z - w * x),
      1 - 2 * (x * x + y * y),
      0,
      0,
      0,
      0,
      1,
  };
  if (norm > 0)
    noslip_matrix_multiply(turn, m, m);
}
