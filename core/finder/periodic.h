/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A periodic motion by shooting, and its Floquet multipliers.
 *
 * Unknown are the state z on M and the period T; Newton's method for flow_T(z) - z = 0 with the exact Jacobian of the flow
 * (variational equations), steps of least norm, so that of a family the nearest is found. Coordinates that nothing else
 * depends on may end elsewhere, angles a whole turn further. The multipliers are the eigenvalues of the derivative of the
 * flow on the tangent space of M, without those coordinates; the one along the motion is 1. */
#pragma once

#include "core/dynamics/formulation.h"

typedef struct {
  double *state;   /* x, y; m + n */
  double period;   /* s */
  double residual; /* the largest difference of end and beginning, against the size of the motion */
  guint n;
  double *multipliers; /* n x 2: real and imaginary part, the largest first; that along the motion last */
  int stable;          /* 1: all others are less than 1; 0: one is larger; -1: this does not decide */
} NoslipPeriodic;

/* Near the motion from xy (m + n), whose period is about `period`. NULL with *error set where none is found or *cancel is
 * set. */
NoslipPeriodic *noslip_periodic_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters,
                                     const double *xy, double period, guint64 seed, const int *cancel,
                                     NoslipDiagnostic **error);
void noslip_periodic_free(NoslipPeriodic *periodic);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipPeriodic, noslip_periodic_free)
