/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Displacement by closed loops of two shape variables a, b.
 *
 * The connection lifts a rate of shape to the velocity y of least kinetic energy that satisfies the constraints and has
 * this rate: y is in D and orthogonal to the vectors of D that do not change the shape (A. Bloch, P. S. Krishnaprasad,
 * J. Marsden, R. Murray, Arch. Rational Mech. Anal. 136, 1996), so that the nonholonomic momenta are 0. With h_a = d/da
 * + B_a^i d/dx^i over the other coordinates, the curvature is [h_a, h_b]^i = h_a(B_b^i) - h_b(B_a^i). Its integral over
 * the enclosed area, at the initial values of the other coordinates, is the displacement if B depends only on the
 * shape, and otherwise its leading order. */
#pragma once

#include "core/base/diagnostic.h"
#include "core/finder/holonomy-loop.h"
#include "core/system/system.h"

typedef struct _NoslipHolonomy NoslipHolonomy;
/* shape: indices of two coordinates. xy (m + n): the values of the other coordinates. The system must outlive the
 * result. NULL with *error set if there is no such connection. */
NoslipHolonomy *noslip_holonomy_new(const NoslipSystem *system, const double *parameters, const guint shape[2],
                                    const double *xy, NoslipDiagnostic **error);
void noslip_holonomy_free(NoslipHolonomy *holonomy);

/* displacement and area_rule: m, of the coordinates (NaN for the shape; area_rule is NaN, too, where the curvature
 * varies too much in the loop for its integral, beside a pole for example). FALSE with *error set if the connection is not
 * defined or *cancel is set. */
gboolean noslip_holonomy_loop(NoslipHolonomy *holonomy, const NoslipLoop *loop, double *displacement, double *area_rule,
                              double *area, const int *cancel, NoslipDiagnostic **error);
/* The coordinates at the start and after each piece of the loop: (pieces + 1) x m, *n rows; free with g_free(). Shape
 * variables are those of the loop. NULL if the connection is not defined or *cancel is set. */
double *noslip_holonomy_path(NoslipHolonomy *holonomy, const NoslipLoop *loop, guint *n, const int *cancel);
/* The curvature (m) at a shape, with the initial values of the other coordinates. */
gboolean noslip_holonomy_curvature(NoslipHolonomy *holonomy, const double shape[2], double *curvature);
/* Two coordinates whose loops move another one: the last pair whose curvature near xy is not 0 in some other
 * coordinate. FALSE if there is none, with *error if no pair has a connection. */
gboolean noslip_holonomy_guess(const NoslipSystem *system, const double *parameters, const double *xy, guint shape[2],
                               NoslipDiagnostic **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipHolonomy, noslip_holonomy_free)
