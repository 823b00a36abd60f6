/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A periodic motion by shooting, and its Floquet multipliers.
 *
 * The unknowns are the state z on M and the period T. Newton's method solves flow_T(z) - z = 0 with the exact Jacobian
 * of the flow (variational equations) and steps of least norm, so that the nearest motion of a family is found.
 * Coordinates on which nothing else depends may end at other values, angles a whole turn further. The multipliers are
 * the eigenvalues of the derivative of the flow on the tangent space of M, without those coordinates; the one along the
 * motion is 1. */
#pragma once

#include "core/dynamics/formulation.h"

typedef struct {
  double *state;   /* x, y; m + n */
  double period;   /* s; the smallest */
  double residual; /* the largest difference of end and start, relative to the size of the motion */
  guint n;
  double *multipliers; /* n x 2: real and imaginary part, the largest first; the one along the motion last */
  int stable;          /* 1: all others are less than 1; 0: one is larger; -1: undecided */
} NoslipPeriodic;

/* Finds a periodic motion near the motion from xy (m + n), with a period near `period`. NULL with *error set if none is
 * found or *cancel is set. */
NoslipPeriodic *noslip_periodic_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters,
                                     const double *xy, double period, guint64 seed, const int *cancel,
                                     NoslipDiagnostic **error);
void noslip_periodic_free(NoslipPeriodic *periodic);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipPeriodic, noslip_periodic_free)
