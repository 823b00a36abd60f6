/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regular vakonomic dynamics and one thread's memory for it. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/system/manifold.h"

#include <gsl/gsl_linalg.h>

typedef struct {
  const NoslipSystem *system;
  guint m, n, k;
  NoslipManifold *manifold; /* NULL where no holonomic constraint binds the coordinates */
  NoslipTape *solve;  /* (x, y, mu, p, t) -> dL/dy + mu dphi/dy (n), phi (k), K without its zero block (n x n, k x n) */
  NoslipTape *solved; /* see noslip_vakonomic_solved(); or NULL */
  NoslipTape *flow;   /* (x, y, mu, p, t) -> xdot (m), pdot (n), d(1)/dx xdot + d(1)/dt (n + k) */
} NoslipVakonomic;

typedef struct {
  const NoslipVakonomic *dynamics;
  NoslipManifoldWork *manifold;          /* or NULL */
  NoslipTapeWork *solve, *flow, *solved; /* the last one or NULL */
  double *solved_in, *solved_out;        /* of the third: x, p, t; and its outputs */
  double *pivots;                        /* n + k: 1 / those of K where the motion was entered, or 0 */
  double *in;                            /* x, y, mu, p, t */
  double *seed;                          /* y, mu before Newton's iteration */
  double *system;                        /* outputs of the solve tape */
  double *flow_out;                      /* outputs of the flow tape */
  gsl_matrix *k_matrix;
  gsl_permutation *permutation;
  gsl_vector *right, *delta;
  double *scale; /* of (y, mu), n + k: from the state at which the motion was entered */
  gboolean scaled;
  int orientation; /* sign of det K as it was factorised last */
  int entered;     /* and as it was where the motion began */
  int failure;
} NoslipVakonomicWork;

/* Evaluates (1) and K at the point in work->in and factorises K, scaled. */
NoslipStepStatus noslip_vakonomic_factorise(NoslipVakonomicWork *work);
/* K delta = right; `right` is spoiled. work->delta holds delta_i / scale_i. */
void noslip_vakonomic_solve_matrix(NoslipVakonomicWork *work);
/* (y, mu) in work->in from the momenta p (n) by Newton's method; where it fails, work->in is what it was, so that the next try does not start on the wrong side of a loss of
 * rank. */
NoslipStepStatus noslip_vakonomic_solve_velocities(NoslipVakonomicWork *work, const double *p);
