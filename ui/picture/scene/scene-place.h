/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Placing a body: 4 x 4 column major maps, built up step by step. */
#pragma once

#include <glib.h>

/* m := m diag(x, y, z, 1) */
void noslip_place_scale(double m[16], double x, double y, double z);
/* m := A m, with A a rotation that takes the z axis to the direction of `axis` (and x to a horizontal vector). */
void noslip_place_axis(double m[16], const double axis[3]);
/* m := R m, R the rotation by `angle` about the space axis 'x', 'y' or 'z'. */
void noslip_place_turn(double m[16], char axis, double angle);
/* m := R m, R the rotation of the quaternion q (scalar first, body to space), normalised. */
void noslip_place_quaternion(double m[16], const double q[4]);
