/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Multiple shooting for an extremal between two configurations.
 *
 * The unknowns are the momenta p_0 where it starts, the states z_1 .. z_(N-1) at N - 1 times between, the multipliers nu of
 * a free end, and the time T where it is free. Newton's method for
 *
 *   flow(z_i) - z_(i+1) = 0,   b(z_N) = 0
 *
 * with the exact Jacobian of the flow (arc.h); steps are damped. The states between are eliminated and the step is of least norm; where none such helps, it is solved for
 * all states at once.
 * b holds, for each coordinate that is given at the end, x^j - target; where these leave directions of the algebroid free,
 * p_alpha - nu_j rho^j_alpha = 0 (the momentum vanishes along them); where T is free, <p, y> - L = 0. */
#pragma once

#include "core/finder/steer/arc.h"

#define NOSLIP_SHOOTING_ARCS 12

typedef struct {
  guint n_given; /* coordinates that the end is to have */
  guint *given;
  double *target; /* n_given */
  gboolean open;  /* the momentum is to vanish along what is not given */
  gboolean free_time;
} NoslipShootingEnd;

typedef struct {
  NoslipExtremal *extremal;
  NoslipArc *arc;
  NoslipShootingEnd end;
  guint n_unknowns, n_rows; /* after the states between are eliminated: p_0, nu, T; rows of b */
  double time;
  double *nodes;   /* (N + 1) x size; the last is where the last arc ends */
  double *seeds;   /* N x (n + k): y and mu, from where the velocities at a node are looked for */
  double *nu;      /* n_given */
  double *typical; /* size: of the states as the problem has them; to be filled in */
  double *sizes;   /* size: of the states as this motion has them, at least a thousandth of the typical */
  double *rest;    /* n_rows: b is to be this instead of 0, for homotopy */
  double *gaps;    /* N x size */
  double *ends;    /* n_rows: b */
  double *flows;   /* N x size x size: of the arcs */
  double *speeds;  /* N x size: zdot where each arc ends */
} NoslipShooting;

/* The extremal and the arc outlive it; `end` is kept by its pointers. */
NoslipShooting *noslip_shooting_new(NoslipExtremal *extremal, NoslipArc *arc, const NoslipShootingEnd *end);
void noslip_shooting_free(NoslipShooting *shooting);
/* From (x, y) and mu at t = 0 the whole way to `time`: fills nodes, seeds and sizes. FALSE where the extremal ends before. */
gboolean noslip_shooting_start(NoslipShooting *shooting, const double *xy, const double *mu, double time);
/* From nodes, seeds and nu that the caller has filled in. */
void noslip_shooting_take(NoslipShooting *shooting, double time);
/* Newton's method from the present unknowns; TRUE where the scaled residual is below `enough`. */
gboolean noslip_shooting_solve(NoslipShooting *shooting, guint most, double enough);
/* b (n_rows) at the present end. */
void noslip_shooting_ends(NoslipShooting *shooting, double *b);

/* Newton's step without elimination: of the unknowns, and of the nodes (N x size); slopes are those of b, n_rows x (size +
 * n_given). FALSE where there are more equations than unknowns or the matrix is singular. */
gboolean noslip_shooting_whole_step(const NoslipShooting *shooting, const double *slopes, double *step,
                                    double *node_steps);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipShooting, noslip_shooting_free)
