/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regular vakonomic dynamics and one thread's memory for it. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/expr/tape.h"
#include "core/system/manifold.h"

typedef struct {
  const NoslipSystem *system;
  guint m, n, k;
  NoslipManifold *manifold; /* NULL if no equation restricts the coordinates */
  NoslipTape *solve;  /* (x, y, mu, p, t) -> dL/dy + mu dphi/dy (n), phi (k), K without its zero block (n x n, k x n) */
  NoslipTape *solved; /* see noslip_vakonomic_solved(); or NULL */
  NoslipTape *step;   /* see noslip_vakonomic_step(); NULL if `solved` is not, or if it takes longer than `solve` */
  NoslipTape *flow;   /* (x, y, mu, p, t) -> xdot (m), pdot (n), d(1)/dx xdot + d(1)/dt (n + k) */
} NoslipVakonomic;

typedef struct {
  const NoslipVakonomic *dynamics;
  NoslipManifoldWorkspace *manifold;          /* or NULL */
  NoslipTapeWorkspace *solve, *flow, *solved; /* the last one may be NULL */
  NoslipTapeWorkspace *step;                  /* or NULL */
  double *step_out;                           /* its outputs */
  double *solved_in, *solved_out;             /* inputs of `solved` (x, p, t), and its outputs */
  double *pivots;                             /* n + k: 1 / pivots of K, of `solved` or `step`, at the start; or 0 */
  double *in;                                 /* x, y, mu, p, t */
  double *seed;                               /* y, mu from which Newton's method starts */
  double *system;                             /* outputs of the solve tape */
  double *flow_out;                           /* outputs of the flow tape */
  double *k_matrix;                           /* (n + k) x (n + k): K, scaled, or its factors */
  guint *permutation;                         /* of the rows of K */
  double *right, *delta;                      /* n + k */
  double *scale;                              /* n + k: scales of (y, mu), from the state at the start of the motion */
  double *unit;                               /* 1 / scale */
  gboolean scaled;
  int orientation; /* sign of det K at the last factorisation */
  int entered;     /* the same at the start of the motion */
  int failure;
} NoslipVakonomicWorkspace;

/* Relative to a pivot's size at the start; below it K is factorised in numbers. */
#define NOSLIP_VAKONOMIC_PIVOT_SHRUNK 1e-3

/* Evaluates (1) and K at the point in work->in and factorises K, scaled. */
NoslipStepStatus noslip_vakonomic_factorise(NoslipVakonomicWorkspace *work);
/* Solves K delta = right; `right` is overwritten. work->delta holds delta_i / scale_i. */
void noslip_vakonomic_solve_matrix(NoslipVakonomicWorkspace *work);
/* Computes (y, mu) in work->in from the momenta p (n), which are there too, by Newton's method. If that fails (y, mu) is
 * unchanged, so that the next attempt does not start beyond a loss of rank. */
NoslipStepStatus noslip_vakonomic_solve_velocities(NoslipVakonomicWorkspace *work, const double *p);
