/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Lyapunov spectrum of a motion on M (G. Benettin, L. Galgani, A. Giorgilli, J.-M. Strelcyn, Meccanica 15, 1980).
 *
 * Tangent vectors v of M obey the variational equations vdot = A(z) v with the exact Jacobian A of zdot, compiled as a
 * program, and are integrated with the state. After each interval they are made orthonormal (QR); the exponents are the
 * mean logarithms of the diagonal of R over time. */
#pragma once

#include "core/dynamics/formulation.h"

typedef struct {
  guint n;           /* exponents */
  double *exponents; /* 1/s, n, the largest first */
  double *errors;    /* standard error of the mean over blocks of time, n */
  guint dimension;   /* dimension of M: the number of exponents that exist */
  double time;       /* the time over which they are averaged, s */
} NoslipLyapunov;

/* Blocks into which the time is divided; the first two do not count. */
#define NOSLIP_LYAPUNOV_BLOCKS 22

typedef struct {
  double to;         /* end, s */
  double rtol, atol; /* of the integration */
  guint count;       /* number of exponents; 0: all */
  guint64 seed;      /* of the first tangent vectors */
  guint *done;       /* if not NULL: counts finished blocks of the time, NOSLIP_LYAPUNOV_BLOCKS in all; atomic */
} NoslipLyapunovOptions;

/* For the motion from xy (m + n). The first eleventh of the time aligns the tangent vectors and does not count. NULL
 * with *error set, also if the motion stops early (with the time) or *cancel is set. */
NoslipLyapunov *noslip_lyapunov_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters,
                                     const double *xy, const NoslipLyapunovOptions *options, const int *cancel,
                                     NoslipDiagnostic **error);
void noslip_lyapunov_free(NoslipLyapunov *lyapunov);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipLyapunov, noslip_lyapunov_free)
