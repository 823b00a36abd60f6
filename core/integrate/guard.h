/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is looked at after every step, whatever method took it: poles of the equations and losses of rank that lie
 * between two states, and the energy balance. Private to integrate/. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/expr/tape.h"

typedef enum {
  NOSLIP_GUARD_OK,
  NOSLIP_GUARD_POLE,   /* the equations have a pole between the two states */
  NOSLIP_GUARD_RANK,   /* det (W, -Phi^T; Phi, 0) changed its sign */
  NOSLIP_GUARD_STUCK,  /* an argument of sign( ) changes sides again and again */
  NOSLIP_GUARD_ENERGY, /* the energy changed by other than its rate, by more than a tenth of its terms */
} NoslipGuardStatus;

#define NOSLIP_GUARD_IMBALANCE 0.1 /* of the energy's terms */
#define NOSLIP_GUARD_SMALL 1e-3    /* of the largest energy until now: below it an imbalance does not matter */
#define NOSLIP_GUARD_FLIPS 24      /* changes of sign of the argument of sign( ) in a row: it sticks */
#define NOSLIP_GUARD_HELD 1e-10    /* of its largest value until now: the argument is held at 0 */
#define NOSLIP_GUARD_STEADY 2      /* steps without a change that end the row */

typedef struct _NoslipGuard NoslipGuard; /* one for each thread */

/* Outputs of the guard's program of (t, x, y). */
typedef struct {
  guint n_poles, n_watched; /* denominators first, then the arguments of sign( ) */
  guint energy;             /* E, its terms, its slopes by t, x and y */
  guint n_outputs;
} NoslipGuardLayout;

/* NULL where the dynamics has nothing to look at here (vakonomic, degenerate Lagrangians). `every_step`: the energy is
 * looked at too, and a guard exists though no pole is in sight. `directions`: the constraints' directions are followed too, for methods
 * without a formulation that does it. The system outlives it. */
NoslipGuard *noslip_guard_new(const NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters,
                              gboolean every_step, gboolean directions);
/* Owned by the guard. */
NoslipTape *noslip_guard_tape(const NoslipGuard *guard, NoslipGuardLayout *layout);
void noslip_guard_free(NoslipGuard *guard);
/* The state at t is the last good one. */
void noslip_guard_start(NoslipGuard *guard, double t, const double *x, const double *y);
/* From the last good state to this one, which is the last good one then where the status is OK or ENERGY: the caller
 * may find that shorter steps explain it. */
NoslipGuardStatus noslip_guard_step(NoslipGuard *guard, double t, const double *x, const double *y);
/* |change of the energy - its rate times the step| from the last good state, relative to the energy's terms. */
double noslip_guard_imbalance(const NoslipGuard *guard);
/* The argument of a sign( ) that holds the motion at a change of sides, or NULL. Owned by the guard. */
const char *noslip_guard_stuck(const NoslipGuard *guard);
/* Energy, its rate and the sum of its absolute terms at a state. */
void noslip_guard_energy(NoslipGuard *guard, double t, const double *x, const double *y, double *energy, double *rate,
                         double *terms);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipGuard, noslip_guard_free)
