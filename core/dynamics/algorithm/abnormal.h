/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Abnormal extremals (ML 5.5 with p_0 = 0, I 5.3.4): vakonomic motions of L = 0 whose multipliers do not all vanish.
 * They depend on the constraints alone, and are found by the constraint algorithm of vakonomic dynamics for L = 0. */
#pragma once

#include "core/dynamics/algorithm/constraint-algorithm.h"

typedef enum {
  NOSLIP_ABNORMAL_NONE,           /* there are none: the equations imply mu = 0 or contradict each other */
  NOSLIP_ABNORMAL_AT_REST,        /* only at rest */
  NOSLIP_ABNORMAL_ELSEWHERE,      /* not at these coordinates */
  NOSLIP_ABNORMAL_OTHER_VELOCITY, /* at these coordinates, with other velocities */
  NOSLIP_ABNORMAL_HERE,           /* at this state */
} NoslipAbnormalExistence;

typedef struct {
  NoslipConstraintAlgorithm *algorithm;
  NoslipAbnormalExistence existence;
  double *y, *mu; /* n, k: the start of an abnormal extremal at these coordinates, if there is one */
} NoslipAbnormal;

/* Abnormal extremals at the state (x, y), which satisfies the constraints, for the default parameters. NULL with *error
 * if the system depends on t or has constraints that are nonlinear in the velocities. The system must outlive it. */
NoslipAbnormal *noslip_abnormal_new(const NoslipSystem *system, const double *x, const double *y,
                                    NoslipDiagnostic **error);
void noslip_abnormal_free(NoslipAbnormal *abnormal);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipAbnormal, noslip_abnormal_free)
