/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steering by discretization: a path of least effort whose velocities are constant in each of NOSLIP_DIRECT_PARTS parts
 * of the time, up to the constraints. The control of a part is a vector v of the algebroid; the velocity is its
 * projection onto the constraints at the present position, orthogonal in W = d2L/dy dy. Each part is one step of the
 * Runge-Kutta method of order 4 for xdot = rho y. Sequential quadratic programming makes the integral of L stationary
 * among the paths with the required end, with the quadratic form of the kinetic energy for the Hessian. It needs no
 * guess of multipliers; those of the end give the momenta of a nearby extremal, from which multiple shooting
 * (shooting.h) continues. For Lagrangians of degree two in the velocities and constraints that are linear in them. */
#pragma once

#include "core/system/system.h"

#define NOSLIP_DIRECT_PARTS 48

typedef struct _NoslipDirect NoslipDirect;
/* The path starts at x (m) and takes `time`; `given` are the coordinates prescribed at its end, ranges (m) a typical
 * long distance for each coordinate. All pointers are kept and must outlive it, as the system must. NULL if L or a
 * constraint is not of the kind above. */
NoslipDirect *noslip_direct_new(const NoslipSystem *system, const double *parameters, const double *x, guint n_given,
                                const guint *given, const double *ranges, double time, const int *cancel);
void noslip_direct_free(NoslipDirect *direct);
/* A random smooth path, near the straight one to `target` (n_given) if that is not NULL; advances *seed. FALSE if a
 * value is not real. */
gboolean noslip_direct_draw(NoslipDirect *direct, const double *target, guint64 *seed);
/* The end of the present path: m numbers. */
const double *noslip_direct_end(const NoslipDirect *direct);
/* Moves the present path to one of least effort among those that end at target (n_given). TRUE if it ends there, up to
 * a thousandth of the ranges. */
gboolean noslip_direct_solve(NoslipDirect *direct, const double *target);
/* The integral of L along the present path. */
double noslip_direct_cost(const NoslipDirect *direct);
/* The path at n_nodes + 1 equally spaced times (n_nodes divides NOSLIP_DIRECT_PARTS): z = (x, p) in `nodes`, and y, mu
 * in `seeds` (n_nodes x (n + k)); nu (n_given) are the multipliers of the end. FALSE if a value is not finite. */
gboolean noslip_direct_nodes(NoslipDirect *direct, guint n_nodes, double *nodes, double *seeds, double *nu);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipDirect, noslip_direct_free)
