/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the guard looks at, for NOSLIP_TAPE_LANES motions side by side. It is quick to doubt: a motion that leaves is run
 * alone, and its own guard decides. Private to integrate/. */
#pragma once

#include "core/dynamics/formulation.h"

typedef struct _NoslipGuardLanes NoslipGuardLanes; /* one for each thread */

/* NULL where there is nothing to look at. The system outlives it. */
NoslipGuardLanes *noslip_guard_lanes_new(const NoslipSystem *system, NoslipDynamicsKind kind);
void noslip_guard_lanes_free(NoslipGuardLanes *guard);
/* n motions begin with parameters[n][n_parameters], at states z[(x, y)][lane] with the rates zdot. */
void noslip_guard_lanes_start(NoslipGuardLanes *guard, guint n, const double *parameters, double t, const double *z,
                              const double *zdot);
/* The states after a step: clears the bits of *in of those that a pole, a change of sign( ) again and again, or an
 * imbalance of the energy may have in it. */
void noslip_guard_lanes_step(NoslipGuardLanes *guard, double t, const double *z, const double *zdot, guint32 *in);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipGuardLanes, noslip_guard_lanes_free)
