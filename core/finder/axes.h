/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Radicands that belong to two axes of a rotation, one fixed in the body and one fixed in space: private to the finder.
 *
 * Let J be the quadratic form of the kinetic energy on D as a function of the angular velocity. Its determinant on the
 * plane of the two axes, in unit vectors, is D = det(J on (u, v))/|u x v|^2. If it is a polynomial in the cosine
 * u.v = R_kn, as for a body of revolution that rolls on a plane, then a momentum may contain its root: Routh's integral
 * of a ball whose centre of mass is on its axis is sqrt(D) w3. */
#pragma once

#include "core/geometry/bracket.h"

typedef struct {
  NoslipExpr radicand;
  NoslipExpr body_axis[3]; /* in the frame of the angular velocity */
} NoslipAxes;

/* An array of NoslipAxes, one for each radicand that depends on the attitude; metric: distribution->metric, or what is
 * left of it. The graph of the distribution's model grows. */
GArray *noslip_axes_new(NoslipDistribution *distribution, const NoslipExpr *metric);
