/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Abnormal extremals (ML 5.5 with p_0 = 0, I 5.3.4): vakonomic motions of L = 0 whose multipliers do not all vanish. They
 * depend on the constraints alone, and are found by the constraint algorithm of vakonomic dynamics for L = 0. */
#pragma once

#include "core/dynamics/algorithm/constraint-algorithm.h"

typedef enum {
  NOSLIP_ABNORMAL_NONE,           /* mu = 0 follows, or a contradiction */
  NOSLIP_ABNORMAL_AT_REST,        /* only where nothing moves */
  NOSLIP_ABNORMAL_ELSEWHERE,      /* not at these coordinates */
  NOSLIP_ABNORMAL_OTHER_VELOCITY, /* at these coordinates, with other velocities */
  NOSLIP_ABNORMAL_HERE,           /* at this state */
} NoslipAbnormalExistence;

typedef struct {
  NoslipConstraintAlgorithm *algorithm;
  NoslipAbnormalExistence existence;
  double *y, *mu; /* n, k: where there is one at these coordinates, one that starts there */
} NoslipAbnormal;

/* Those at the state (x, y), which satisfies the constraints, for the parameters' defaults. NULL with *error where the
 * system depends on t or has constraints that are nonlinear in the velocities. The system outlives it. */
NoslipAbnormal *noslip_abnormal_new(const NoslipSystem *system, const double *x, const double *y,
                                    NoslipDiagnostic **error);
void noslip_abnormal_free(NoslipAbnormal *abnormal);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipAbnormal, noslip_abnormal_free)
