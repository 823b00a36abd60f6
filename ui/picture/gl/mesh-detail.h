/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels of detail of meshes: small round bodies have fewer triangles, none of which can be told from the curve. */
#pragma once

#include "ui/picture/scene/shape.h"

#define NOSLIP_DETAILS 5        /* 0 is the finest */
#define NOSLIP_DETAIL_CHORD 0.1 /* pixels: a circle's deviation from its polygon */

/* Sides of a circle at this level. */
guint noslip_detail_sides(guint detail);
/* The coarsest level whose polygon deviates from a circle of this radius in pixels by at most NOSLIP_DETAIL_CHORD; the
 * finest if none does. */
guint noslip_detail_of(double radius);
/* World units: the radius of the largest circle of a round shape's mesh with this world matrix (column-major, 4 x 4). */
double noslip_detail_radius(const NoslipShape *shape, const double world[16]);
/* Pixels per world unit at the nearest point of the mesh, of which no point is farther from its origin along an axis
 * than `reach`, in a picture of this height; infinite if it is not in front of the eye. */
double noslip_detail_scale(const double world[16], double reach, const NoslipCamera *camera, double height);
