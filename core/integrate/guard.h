/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks after every step, for all methods: poles of the equations and losses of rank between two states, and the
 * energy balance. Private to integrate/. */
#pragma once

#include "core/dynamics/formulation.h"

typedef enum {
  NOSLIP_GUARD_OK,
  NOSLIP_GUARD_POLE,   /* the equations have a pole between the two states */
  NOSLIP_GUARD_RANK,   /* det (W, -Phi^T; Phi, 0) changed its sign */
  NOSLIP_GUARD_STUCK,  /* an argument of sign( ) changes its sign repeatedly */
  NOSLIP_GUARD_ENERGY, /* the energy changed by more than its rate explains: the difference exceeds a tenth of its
                        * terms */
} NoslipGuardStatus;

#define NOSLIP_GUARD_IMBALANCE 0.1 /* allowed imbalance, relative to the energy's terms */
#define NOSLIP_GUARD_SMALL 1e-3    /* relative to the largest energy so far: below it an imbalance does not matter */
#define NOSLIP_GUARD_FLIPS 24      /* sign changes in a row after which the motion counts as sticking */
#define NOSLIP_GUARD_HELD 1e-10    /* relative to its largest value so far: the argument counts as 0 */
#define NOSLIP_GUARD_STEADY 2      /* steps without a change that end such a sequence */

typedef struct _NoslipGuard NoslipGuard; /* one for each thread */

/* NULL if there is nothing to check for this dynamics (vakonomic, degenerate Lagrangians). `every_step`: the energy is
 * checked too, and a guard exists even without possible poles. directions: the directions of the constraints are
 * watched too, for methods without a formulation that does so. The dynamics must outlive it. */
NoslipGuard *noslip_guard_new(NoslipDynamics *dynamics, const double *parameters, gboolean every_step,
                              gboolean directions);
void noslip_guard_free(NoslipGuard *guard);
/* Sets the state at t as the last good one. */
void noslip_guard_start(NoslipGuard *guard, double t, const double *x, const double *y);
/* Checks the step from the last good state to this one. If the status is OK or ENERGY this one becomes the last good
 * state: after ENERGY the caller checks whether shorter steps explain the imbalance. */
NoslipGuardStatus noslip_guard_step(NoslipGuard *guard, double t, const double *x, const double *y);
/* |change of the energy - its rate times the step| from the last good state, relative to the energy's terms. */
double noslip_guard_imbalance(const NoslipGuard *guard);
/* The size to which differences of energies are relative: these terms, and at least a small part of the largest so far,
 * so that they do not grow where the energy passes 0. */
double noslip_guard_size(const NoslipGuard *guard, double terms);
/* |energy - that of the last good state|, relative to the larger of `terms`, its terms there, and a small part of the
 * largest so far. */
double noslip_guard_apart(const NoslipGuard *guard, double energy, double terms);
/* The argument of a sign( ) at whose sign change the motion is stuck, or NULL. Owned by the guard. */
const char *noslip_guard_stuck(const NoslipGuard *guard);
/* Energy, its rate and the sum of its absolute terms at a state. */
void noslip_guard_energy(NoslipGuard *guard, double t, const double *x, const double *y, double *energy, double *rate,
                         double *terms);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipGuard, noslip_guard_free)
