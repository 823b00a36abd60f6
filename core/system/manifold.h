/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equations g(t, x) = 0 on the coordinates: those of the manifold M, then the holonomic constraints. */
#pragma once

#include "core/expr/tape.h"
#include "core/system/system.h"

typedef struct _NoslipManifold NoslipManifold;                   /* compiled, immutable, shared by threads */
typedef struct _NoslipManifoldWorkspace NoslipManifoldWorkspace; /* one for each thread */

/* The system must outlive it. The constraints are included if `constrained`. */
NoslipManifold *noslip_manifold_new(const NoslipSystem *system, gboolean constrained);
/* The place of an equation in the text, and its holonomic constraint, or NULL for an equation of M. */
const NoslipPlace *noslip_manifold_place(const NoslipManifold *manifold, guint equation,
                                         const NoslipConstraint **constraint);
/* The equation's left - right. */
NoslipExpr noslip_manifold_equation(const NoslipManifold *manifold, guint equation);
/* The number of equations, and their program (t, x) -> g (c), sums of the absolute terms of g (c), dg/dx (c x m); NULL
 * if there are none. */
guint noslip_manifold_n(const NoslipManifold *manifold);
const NoslipTape *noslip_manifold_tape(const NoslipManifold *manifold);
void noslip_manifold_free(NoslipManifold *manifold);

NoslipManifoldWorkspace *noslip_manifold_workspace_new(const NoslipManifold *manifold);
void noslip_manifold_workspace_free(NoslipManifoldWorkspace *work);
/* Sets the parameters (n_parameters) of the following calls. */
void noslip_manifold_set_parameters(NoslipManifoldWorkspace *work, const double *parameters);
/* Moves x (m) onto M at time t along the shortest way (Newton's method with steps of least norm) and returns the
 * distance moved; a point that is on M up to round-off is not changed and gives 0. Negative if no point of M was found;
 * x is unchanged then, and *worst (if not NULL) is the index of the equation with the largest residual. Does not
 * allocate. */
double noslip_manifold_project(NoslipManifoldWorkspace *work, double t, double *x, guint *worst);
/* The residual |g| at (t, x) of one equation. */
double noslip_manifold_residual(NoslipManifoldWorkspace *work, double t, const double *x, guint equation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipManifold, noslip_manifold_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipManifoldWorkspace, noslip_manifold_workspace_free)
