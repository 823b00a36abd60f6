/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dynamics of a system while a hand pulls at one of its bodies, compiled when they are first needed. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/expr/tape.h"
#include "core/system/push.h"

typedef struct _NoslipPushes NoslipPushes; /* of one thread */
NoslipPushes *noslip_pushes_new(NoslipSystem *system);
void noslip_pushes_free(NoslipPushes *pushes);
/* NULL where the body cannot be pushed in this formulation. They live as long as the pushes. */
NoslipDynamics *noslip_pushes_dynamics(NoslipPushes *pushes, guint draw, const NoslipFormulation *formulation);
/* The system with the parameters of a push: n_parameters + NOSLIP_PUSH_N; or NULL. */
NoslipSystem *noslip_pushes_system(NoslipPushes *pushes, guint draw);
/* A push in a row of the motion: the point that is held (m, in the picture's axes), the force on it there (N), the couple
 * about the vertical (N m) and the power of the hand (W). */
typedef struct {
  double point[3], force[3], couple, power;
} NoslipPushState;
/* `parameters` are those of the system, `push` those of the push. FALSE where the body cannot be pushed. */
gboolean noslip_pushes_read(NoslipPushes *pushes, guint draw, const double *parameters, const double *push,
                            const double *row, NoslipPushState *state);
/* Its power; NaN where the body cannot be pushed. */
double noslip_pushes_power(NoslipPushes *pushes, guint draw, const double *parameters, const double *push,
                           const double *row);
/* The point of the body that is held, where its place in the body's own axes is that of the push. FALSE as above. */
gboolean noslip_pushes_point(NoslipPushes *pushes, guint draw, const double *parameters, const double *push,
                             const double *row, double point[3]);
/* A push that holds the point (of the picture) of the body in the row, with a spring that is as stiff as lets the body
 * swing about it so many times a second (Hz), damped to a half, and the pointer there. FALSE where it cannot be held. */
gboolean noslip_pushes_grip(NoslipPushes *pushes, guint draw, const double *parameters, const double *row,
                            const double point[3], double frequency, double push[NOSLIP_PUSH_N]);
/* The couple of one step of a wheel, and the brakes of a hand that holds fast, for that push. */
typedef struct {
  double spin, brake, turn_brake;
} NoslipPushUnits;
void noslip_pushes_units(NoslipPushes *pushes, guint draw, const double *parameters, const double *push,
                         const double *row, NoslipPushUnits *units);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipPushes, noslip_pushes_free)
