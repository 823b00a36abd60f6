/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip_manifold_project() for many points in lanes, with the same bits. Arrays are [quantity][lane]. */
#pragma once

#include "core/system/manifold.h"

typedef struct _NoslipManifoldLanes NoslipManifoldLanes; /* one for each thread */

/* NULL if there are no equations. */
NoslipManifoldLanes *noslip_manifold_lanes_new(const NoslipManifold *manifold);
void noslip_manifold_lanes_free(NoslipManifoldLanes *lanes);
/* Sets the parameters (n_parameters) of each lane. */
void noslip_manifold_lanes_set_parameters(NoslipManifoldLanes *lanes, const double *parameters);
void noslip_manifold_lanes_swap(NoslipManifoldLanes *lanes, guint a, guint b);
/* From now on only the first n lanes are computed. */
void noslip_manifold_lanes_use(NoslipManifoldLanes *lanes, guint n);
/* Moves the points x (m) of the lanes in `in` at the times t. Returns the lanes whose point was moved; those for which
 * no point of M was found are not. */
guint32 noslip_manifold_lanes_project(NoslipManifoldLanes *lanes, const double *t, double *x, guint32 in);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipManifoldLanes, noslip_manifold_lanes_free)
