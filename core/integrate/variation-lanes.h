/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Up to NOSLIP_TAPE_LANES motions with n tangent vectors each (variations.h), in lanes. Each has its own steps and its own
 * targets, and the bits of a motion computed alone. A motion that the lanes cannot follow leaves. */
#pragma once

#include "core/dynamics/formulation.h"

typedef struct _NoslipVariationLanes NoslipVariationLanes; /* used by one thread */

/* NULL if these dynamics cannot be computed so. */
NoslipVariationLanes *noslip_variation_lanes_new(NoslipDynamics *dynamics, guint n, double rtol, double atol);
void noslip_variation_lanes_free(NoslipVariationLanes *lanes);
/* Enters n_motions motions at t: parameters[n_motions][n_parameters], their states, of which the first m + n numbers are
 * full states, and their first steps, s. All wait. */
void noslip_variation_lanes_start(NoslipVariationLanes *lanes, guint n_motions, const double *parameters, double t,
                                  const double *const *states, const double *steps);
/* A motion moves until exactly `to`, s. */
void noslip_variation_lanes_aim(NoslipVariationLanes *lanes, guint motion, double to);
/* Makes steps until motions reach their targets: these motions, one bit each, which wait from then on. 0 if no motion
 * moves, or if `cancel` (may be NULL) is set. */
guint32 noslip_variation_lanes_step(NoslipVariationLanes *lanes, const int *cancel);
/* The state of a motion that waits, and the step that the error control would make, s. */
double noslip_variation_lanes_get(const NoslipVariationLanes *lanes, guint motion, double *state);
/* Replaces its tangent vectors, and the step. */
void noslip_variation_lanes_set(NoslipVariationLanes *lanes, guint motion, const double *state, double step);
/* Removes a motion; whether it is still there. */
void noslip_variation_lanes_drop(NoslipVariationLanes *lanes, guint motion);
gboolean noslip_variation_lanes_holds(const NoslipVariationLanes *lanes, guint motion);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipVariationLanes, noslip_variation_lanes_free)
