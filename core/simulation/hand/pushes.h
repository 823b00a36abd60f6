/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dynamics of a system with a hand that pulls one of its bodies, compiled on first use. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/expr/tape.h"
#include "core/system/push.h"

typedef struct _NoslipPushes NoslipPushes; /* used by one thread */
NoslipPushes *noslip_pushes_new(NoslipSystem *system);
void noslip_pushes_free(NoslipPushes *pushes);
/* NULL if the body cannot be pushed in this formulation. Owned by the pushes. */
NoslipDynamics *noslip_pushes_dynamics(NoslipPushes *pushes, guint draw, const NoslipFormulation *formulation);
/* The system with the parameters of a push: n_parameters + NOSLIP_PUSH_N; or NULL. */
NoslipSystem *noslip_pushes_system(NoslipPushes *pushes, guint draw);
/* A push in a row of the motion: the held point (m, in the picture's axes), the force on it (N), the couple about the
 * vertical (N m) and the power of the hand (W). */
typedef struct {
  double point[3], force[3], couple, power;
} NoslipPushState;
/* `parameters` are those of the system, `push` those of the push. FALSE if the body cannot be pushed. */
gboolean noslip_pushes_read(NoslipPushes *pushes, guint draw, const double *parameters, const double *push,
                            const double *row, NoslipPushState *state);
/* Its power; NaN if the body cannot be pushed. */
double noslip_pushes_power(NoslipPushes *pushes, guint draw, const double *parameters, const double *push,
                           const double *row);
/* The held point of the body, from its position in the body's own axes given by the push. FALSE as above. */
gboolean noslip_pushes_point(NoslipPushes *pushes, guint draw, const double *parameters, const double *push,
                             const double *row, double point[3]);
/* A push that holds this point (of the picture) of the body in the row, with the pointer at the same place. The
 * spring makes the body swing about it with this frequency (Hz), at half of the critical damping. FALSE if it cannot
 * be held. */
gboolean noslip_pushes_grip(NoslipPushes *pushes, guint draw, const double *parameters, const double *row,
                            const double point[3], double frequency, double push[NOSLIP_PUSH_N]);
/* Units for that push: the couple of one step of the mouse wheel, and the coefficients of the brakes. */
typedef struct {
  double spin, brake, turn_brake;
} NoslipPushUnits;
void noslip_pushes_units(NoslipPushes *pushes, guint draw, const double *parameters, const double *push,
                         const double *row, NoslipPushUnits *units);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipPushes, noslip_pushes_free)
