/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One motion with its tangent vectors, block by block: the same for motions alone and in lanes. Each block enters the
 * motion anew, so that it depends on nothing but the state and the step at the end of the one before it. */
#pragma once

#include "core/finder/lyapunov/lyapunov.h"
#include "core/finder/vanishing.h"
#include "core/integrate/variations.h"

typedef struct _NoslipLyapunovMotion NoslipLyapunovMotion;

struct _NoslipLyapunovFinder {
  NoslipDynamics *dynamics;
  NoslipVanishing *vanishing;
  NoslipVariations *variations; /* for n vectors and these tolerances; or NULL */
  guint n;
  double rtol, atol;
  const NoslipLyapunovMotion *turning, *moving; /* whose parameters `vanishing` and `variations` have, or NULL */
};

struct _NoslipLyapunovMotion {
  NoslipLyapunovFinder *finder;
  const NoslipLyapunovOptions *options;
  const double *parameters;
  guint size, n, dimension;              /* of z; number of tangent vectors; of M */
  gsize length;                          /* of the state: z, then the vectors, (1 + n) x size */
  double block, interval;                /* s: length of a block; the longest time between two orthonormalisations */
  double *state, step;                   /* at the end of the last interval; the next step, s */
  double *saved, saved_step;             /* the same at the start of the block */
  double *sums;                          /* of the logarithms, NOSLIP_LYAPUNOV_BLOCKS x n */
  guint n_blocks;                        /* that are finished */
  guint turn, n_turns;                   /* intervals of the present block: finished, and all */
  gboolean failed;                       /* the motion stopped */
  double t;                              /* s: where it is then */
  double *logs, *basis, *moved, *record; /* scratch: n; size x size; size; of the memory of a block */
  NoslipLyapunov so_far;                 /* for watch() */
};

#define NOSLIP_LYAPUNOV_BEFORE 2                                                  /* blocks that do not count */
#define NOSLIP_LYAPUNOV_COUNTED (NOSLIP_LYAPUNOV_BLOCKS - NOSLIP_LYAPUNOV_BEFORE) /* the others */

/* Fills in the averages over the counted intervals that are finished, of which there is one at least. The arrays of
 * *lyapunov are there, for n exponents. */
void noslip_lyapunov_motion_average(const NoslipLyapunovMotion *motion, NoslipLyapunov *lyapunov);

/* Begins at t = 0 from xy (m + n). FALSE if that is not possible. In any case noslip_lyapunov_motion_clear() later; the
 * parameters and options must stay valid until then. */
gboolean noslip_lyapunov_motion_begin(NoslipLyapunovMotion *motion, NoslipLyapunovFinder *finder,
                                      const double *parameters, const double *xy, const NoslipLyapunovOptions *options);
void noslip_lyapunov_motion_clear(NoslipLyapunovMotion *motion);
/* Begins the next block from the state and the step, which are saved. */
void noslip_lyapunov_motion_begin_block(NoslipLyapunovMotion *motion);
/* Goes back to the start of the block. */
void noslip_lyapunov_motion_restore(NoslipLyapunovMotion *motion);
/* The end of the present interval, s. */
double noslip_lyapunov_motion_aim(const NoslipLyapunovMotion *motion);
/* At the end of the interval, where the state is: makes the vectors orthonormal, adds their logarithms, and calls
 * watch(). FALSE if one has vanished. */
gboolean noslip_lyapunov_motion_turn(NoslipLyapunovMotion *motion);
/* Goes on after the present block, which is finished: keeps its record, if it was not recalled. */
void noslip_lyapunov_motion_end_block(NoslipLyapunovMotion *motion, gboolean recalled);
/* Takes the present block from the memory of an interrupted computation; FALSE if it is not there. */
gboolean noslip_lyapunov_motion_recall_block(NoslipLyapunovMotion *motion);
/* Begins the next block and computes it by itself. FALSE if that is not possible. */
gboolean noslip_lyapunov_motion_block_alone(NoslipLyapunovMotion *motion, const int *cancel);
