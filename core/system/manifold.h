/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manifold M, where it is cut out of the coordinate space by equations g(x) = 0. */
#pragma once

#include "core/system/system.h"

typedef struct _NoslipManifold NoslipManifold;         /* compiled, immutable, shared by threads */
typedef struct _NoslipManifoldWork NoslipManifoldWork; /* one a thread */

/* The system outlives it. */
NoslipManifold *noslip_manifold_new(const NoslipSystem *system);
void noslip_manifold_free(NoslipManifold *manifold);

NoslipManifoldWork *noslip_manifold_work_new(const NoslipManifold *manifold);
void noslip_manifold_work_free(NoslipManifoldWork *work);
void noslip_manifold_set_parameters(NoslipManifoldWork *work, const double *parameters);
/* Brings x (m) onto M along the shortest way (Newton's method with steps of least norm) and returns how far
 * it was moved; a point that is on M up to round-off is not touched and gives 0. Negative where no point of M
 * was found; x is unchanged then, and *worst (if not NULL) is the index of the equation with the largest
 * residual. Does not allocate. */
double noslip_manifold_project(NoslipManifoldWork *work, double *x, guint *worst);
/* |g| at x of one equation. */
double noslip_manifold_residual(NoslipManifoldWork *work, const double *x, guint equation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipManifold, noslip_manifold_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipManifoldWork, noslip_manifold_work_free)
