/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Displacement by closed loops of two shape variables a, b.
 *
 * The connection lifts a rate of shape to the velocity y of least kinetic energy that satisfies the constraints and has this
 * rate: y is in D and orthogonal to D's vectors that leave the shape alone (A. Bloch, P. S. Krishnaprasad, J. Marsden,
 * R. Murray, Arch. Rational Mech. Anal. 136, 1996), so that the nonholonomic momenta are 0. With h_a = d/da + B_a^i d/dx^i
 * over the other coordinates, the curvature is [h_a, h_b]^i = h_a(B_b^i) - h_b(B_a^i). Its integral over what the loop
 * encloses, at the initial values of the other coordinates, is the displacement where B depends on the shape alone, and
 * its leading order else. */
#pragma once

#include "core/base/diagnostic.h"
#include "core/system/system.h"

typedef struct _NoslipHolonomy NoslipHolonomy;
/* shape: two coordinates. xy (m + n): the other coordinates are taken from it. The system outlives it. NULL with *error
 * set where there is no such connection. */
NoslipHolonomy *noslip_holonomy_new(const NoslipSystem *system, const double *parameters, const guint shape[2],
                                    const double *xy, NoslipDiagnostic **error);
void noslip_holonomy_free(NoslipHolonomy *holonomy);

/* A closed loop: an ellipse about `center` with these half axes, run counter-clockwise from the end of the first; or
 * n_points of a polygon (n_points x 2), which is closed. */
typedef struct {
  double center[2], radius[2];
  guint n_points; /* 0: the ellipse */
  const double *points;
} NoslipLoop;

/* displacement and area_rule: m, of the coordinates (NaN for the shape). FALSE with *error set where the connection is not
 * defined or *cancel is set. */
gboolean noslip_holonomy_loop(NoslipHolonomy *holonomy, const NoslipLoop *loop, double *displacement, double *area_rule,
                              double *area, const int *cancel, NoslipDiagnostic **error);
/* The curvature (m) at a shape, with the initial values of the other coordinates. */
gboolean noslip_holonomy_curvature(NoslipHolonomy *holonomy, const double shape[2], double *curvature);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipHolonomy, noslip_holonomy_free)
