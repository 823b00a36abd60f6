/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Velocities of least kinetic energy that satisfy given values and the constraints: a small optimisation problem in
 * numbers. */
#pragma once

#include "core/expr/tape.h"
#include "core/system/system.h"

/* The outputs of the program, in this order (see state-given.c): dT/dy n, d2(T + nu_A phi^A)/dy dy n x n, d2T/dy dy n x
 * n, phi k, absolute terms of phi k, dphi/dy k x n, T. */
typedef struct {
  guint m, n, k, q;
  gboolean is_nonlinear;     /* a constraint is nonlinear: several roots are possible */
  NoslipTapeWorkspace *work; /* variables x m, y n, nu k */
  const double *x;
  const double *targets; /* q x n: rows of the given values */
  const double *given;   /* q */
} NoslipVelocityProblem;

typedef enum {
  NOSLIP_VELOCITY_FOUND,
  NOSLIP_VELOCITY_GIVEN_CLASH,      /* *which: the given value that contradicts earlier ones */
  NOSLIP_VELOCITY_CONSTRAINT_FAILS, /* *which: the constraint with the largest residual, y: the best attempt
                                     */
  NOSLIP_VELOCITY_NOT_UNIQUE,
  NOSLIP_VELOCITY_UNDEFINED,
} NoslipVelocityStatus;

/* y (n). *residual: |phi| of the constraint *which, or the difference from the given value. */
NoslipVelocityStatus noslip_velocity_solve(const NoslipVelocityProblem *problem, double *y, guint *which,
                                           double *residual);
