/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From here to there by discretization: a path of least effort whose velocities are constant in each of
 * NOSLIP_DIRECT_PARTS parts of the time, up to the constraints.
 *
 * The control of a part is a vector v of the algebroid; the velocity is its projection to the constraints at the present
 * place, orthogonal in W = d2L/dy dy. Each part is one step of the Runge-Kutta method of order 4 for xdot = rho y. Sequential
 * quadratic programming makes the integral of L stationary among the paths that end where they should, with the quadratic
 * form of the kinetic energy for the Hessian. It needs no guess of multipliers; those of the end give the momenta of an
 * extremal nearby, from which multiple shooting (shooting.h) goes on.
 *
 * For Lagrangians of degree two in the velocities and constraints that are linear in them. */
#pragma once

#include "core/system/system.h"

#define NOSLIP_DIRECT_PARTS 48

typedef struct _NoslipDirect NoslipDirect;
/* The path begins at x (m) and takes `time`; `given` are the coordinates that its end is to have, ranges (m) what is a long
 * way for a coordinate. All of these are kept by their pointers and outlive it, as the system does. NULL where L or a
 * constraint is not of the kind above. */
NoslipDirect *noslip_direct_new(const NoslipSystem *system, const double *parameters, const double *x, guint n_given,
                                const guint *given, const double *ranges, double time, const int *cancel);
void noslip_direct_free(NoslipDirect *direct);
/* A random smooth path, near the straight one to `target` (n_given) where it is not NULL; *seed is drawn on. FALSE where it
 * leaves the reals. */
gboolean noslip_direct_draw(NoslipDirect *direct, const double *target, guint64 *seed);
/* Where the present path ends: m numbers. */
const double *noslip_direct_end(const NoslipDirect *direct);
/* From the present path to one of least effort among those that end at target (n_given). TRUE where it ends there, up to a
 * thousandth of the ranges. */
gboolean noslip_direct_solve(NoslipDirect *direct, const double *target);
/* The integral of L along the present path. */
double noslip_direct_cost(const NoslipDirect *direct);
/* At n_nodes + 1 times, equally spaced, NOSLIP_DIRECT_PARTS a multiple of n_nodes: z = (x, p) in `nodes`, and y, mu in
 * `seeds` (n_nodes x (n + k)); nu (n_given) are the multipliers of the end. FALSE where a value is not finite. */
gboolean noslip_direct_nodes(NoslipDirect *direct, guint n_nodes, double *nodes, double *seeds, double *nu);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipDirect, noslip_direct_free)
