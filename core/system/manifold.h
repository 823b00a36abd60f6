/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equations g(t, x) = 0 that bind the coordinates: those of the manifold M, then the holonomic constraints. */
#pragma once

#include "core/expr/tape.h"
#include "core/system/system.h"

typedef struct _NoslipManifold NoslipManifold;         /* compiled, immutable, shared by threads */
typedef struct _NoslipManifoldWork NoslipManifoldWork; /* one a thread */

/* The system outlives it. Without `constrained` the constraints are left out. */
NoslipManifold *noslip_manifold_new(const NoslipSystem *system, gboolean constrained);
/* The place of an equation, and where it is a holonomic constraint that constraint, else NULL. */
const NoslipPlace *noslip_manifold_place(const NoslipManifold *manifold, guint equation,
                                         const NoslipConstraint **constraint);
/* The equation's left - right. */
NoslipExpr noslip_manifold_equation(const NoslipManifold *manifold, guint equation);
/* How many equations there are, and their program (t, x) -> g (c), sums of the absolute terms of g (c), dg/dx (c x m);
 * NULL where there are none. */
guint noslip_manifold_n(const NoslipManifold *manifold);
const NoslipTape *noslip_manifold_tape(const NoslipManifold *manifold);
void noslip_manifold_free(NoslipManifold *manifold);

NoslipManifoldWork *noslip_manifold_work_new(const NoslipManifold *manifold);
void noslip_manifold_work_free(NoslipManifoldWork *work);
void noslip_manifold_set_parameters(NoslipManifoldWork *work, const double *parameters);
/* Brings x (m) onto M at time t along the shortest way (Newton's method with steps of least norm) and returns how far
 * it was moved; a point that is on M up to round-off is not touched and gives 0. Negative where no point of M
 * was found; x is unchanged then, and *worst (if not NULL) is the index of the equation with the largest
 * residual. Does not allocate. */
double noslip_manifold_project(NoslipManifoldWork *work, double t, double *x, guint *worst);
/* |g| at (t, x) of one equation. */
double noslip_manifold_residual(NoslipManifoldWork *work, double t, const double *x, guint equation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipManifold, noslip_manifold_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipManifoldWork, noslip_manifold_work_free)
