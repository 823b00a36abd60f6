/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guard's quantities for NOSLIP_TAPE_LANES motions. Doubtful motions leave early: they are computed alone, and
 * their own guard decides. Private to integrate/. */
#pragma once

#include "core/dynamics/formulation.h"

typedef struct _NoslipGuardLanes NoslipGuardLanes; /* one for each thread */

/* every_step: also check the energy after every step, as for methods with fixed steps. NULL if there is nothing to
 * check. The dynamics must outlive it. */
NoslipGuardLanes *noslip_guard_lanes_new(NoslipDynamics *dynamics, gboolean every_step);
void noslip_guard_lanes_free(NoslipGuardLanes *guard);
/* Starts n motions with parameters[n][n_parameters] at the states z[(x, y)][lane]; zdot are their rates, which only the
 * check of the energy needs (else NULL). */
void noslip_guard_lanes_start(NoslipGuardLanes *guard, guint n, const double *parameters, const double *t,
                              const double *z, const double *zdot);
/* Exchanges two motions' lanes. */
void noslip_guard_lanes_swap(NoslipGuardLanes *guard, guint a, guint b);
/* From now on only the first n lanes are computed. */
void noslip_guard_lanes_use(NoslipGuardLanes *guard, guint n);
/* Checks the states z after a step to t[lane] of the motions in *in; clears the bits of motions that may have a pole, a
 * repeatedly changing sign( ) or an imbalance of the energy within the step. */
void noslip_guard_lanes_step(NoslipGuardLanes *guard, const double *t, const double *z, const double *zdot,
                             guint32 *in);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipGuardLanes, noslip_guard_lanes_free)
