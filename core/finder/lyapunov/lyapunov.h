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
  double *errors;    /* standard error of the mean over blocks of time, n; more where the blocks have a trend */
  guint dimension;   /* dimension of M: the number of exponents that exist */
  double time;       /* the time over which they are averaged, s */
  double sum;        /* 1/s, of the n exponents; of all of them: the mean rate of the logarithm of the volume on M */
  double sum_error;  /* the same for the sum */
} NoslipLyapunov;

/* Blocks into which the time is divided; the first two do not count. */
#define NOSLIP_LYAPUNOV_BLOCKS 22
/* In each of the others watch() is called about this many times. */
#define NOSLIP_LYAPUNOV_LOOKS 10

typedef struct {
  double to;         /* end, s */
  double rtol, atol; /* of the integration */
  guint count;       /* number of exponents; 0: all */
  guint64 seed;      /* of the first tangent vectors */
  guint *done;       /* if not NULL: counts finished blocks of the time, NOSLIP_LYAPUNOV_BLOCKS in all; atomic */
  /* NULL, or the memory of an interrupted computation, which goes on from there with the same bits: keep() is called at
   * the end of each block of the time with a record of finite numbers, and recall() fills in the record that was kept at
   * the end of this block (FALSE: there is none of this length). */
  gboolean (*recall)(guint block, guint length, double *record, gpointer data);
  void (*keep)(guint block, guint length, const double *record, gpointer data);
  gpointer data;
  /* If not NULL: called on the thread of the computation with the averages over the time that counts so far, which are
   * the result at its end. Their errors are NaN before two blocks of it are finished. *so_far is valid until watch()
   * returns. A block that lanes could not follow is computed, and watched, again. */
  void (*watch)(const NoslipLyapunov *so_far, gpointer data);
} NoslipLyapunovOptions;

/* What computes the exponents of motions of one system, one after the other; each thread has its own. NULL with *error
 * set if these dynamics have no exponents. Keeps a reference to the dynamics. */
typedef struct _NoslipLyapunovFinder NoslipLyapunovFinder;
NoslipLyapunovFinder *noslip_lyapunov_finder_new(NoslipDynamics *dynamics, NoslipDiagnostic **error);
void noslip_lyapunov_finder_free(NoslipLyapunovFinder *finder);
/* The dimension of M at xy: the number of exponents that exist. */
guint noslip_lyapunov_finder_dimension(NoslipLyapunovFinder *finder, const double *parameters, const double *xy);
/* noslip_lyapunov_find() for one motion; the result does not depend on the motions before it. */
NoslipLyapunov *noslip_lyapunov_finder_measure(NoslipLyapunovFinder *finder, const double *parameters, const double *xy,
                                               const NoslipLyapunovOptions *options, const int *cancel,
                                               NoslipDiagnostic **error);
/* The same for n motions (at most NOSLIP_TAPE_LANES), in lanes where these can follow them, with the same bits:
 * parameters[n][n_parameters], full states xy[n][m + n]. The options differ only in their memory (`recall`, `keep` and
 * `data`). found[n] and errors[n] are filled in: one of the two is NULL. */
void noslip_lyapunov_finder_measure_many(NoslipLyapunovFinder *finder, guint n, const double *parameters,
                                         const double *xy, const NoslipLyapunovOptions *options, NoslipLyapunov **found,
                                         const int *cancel, NoslipDiagnostic **errors);
/* Fewer motions are computed one after the other: a pass over lanes costs more than these motions alone. */
#define NOSLIP_LYAPUNOV_TOGETHER 4
/* For the motion from xy (m + n). The first eleventh of the time aligns the tangent vectors and does not count. NULL
 * with *error set, also if the motion stops early (with the time) or *cancel is set. */
NoslipLyapunov *noslip_lyapunov_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters,
                                     const double *xy, const NoslipLyapunovOptions *options, const int *cancel,
                                     NoslipDiagnostic **error);
void noslip_lyapunov_free(NoslipLyapunov *lyapunov);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipLyapunov, noslip_lyapunov_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipLyapunovFinder, noslip_lyapunov_finder_free)
