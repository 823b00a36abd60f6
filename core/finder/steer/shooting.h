/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Multiple shooting for an extremal between two configurations.
 *
 * The unknowns are the momenta p_0 at the start, the states z_1 .. z_(N-1) at N - 1 times between, the multipliers nu
 * of a free end, and the time T if it is free. Newton's method for
 *
 *   flow(z_i) - z_(i+1) = 0,   b(z_N) = 0
 *
 * with the exact Jacobian of the flow (arc.h); steps are damped. The intermediate states are eliminated and the step
 * has least norm; if that does not help, it is solved for all states at once. b consists of x^j - target for each
 * coordinate given at the end; if these leave directions of the algebroid free, p_alpha - nu_j rho^j_alpha = 0 (the
 * momentum vanishes along them); if T is free, <p, y> - L = 0. */
#pragma once

#include "core/finder/steer/arc.h"

#define NOSLIP_SHOOTING_ARCS 12 /* N, for most searches */

typedef struct {
  guint n_given; /* coordinates prescribed at the end */
  guint *given;
  double *target; /* n_given */
  gboolean open;  /* the momentum must vanish along free directions */
  gboolean free_time;
} NoslipShootingEnd;

typedef struct {
  NoslipExtremal *extremal;
  NoslipArc *arc;
  NoslipShootingEnd end;
  guint arcs;               /* N */
  guint n_unknowns, n_rows; /* after elimination of the intermediate states: p_0, nu, T; rows of b */
  double time;
  double *nodes;   /* (N + 1) x size; the last is the end of the last arc */
  double *seeds;   /* N x (n + k): y and mu, the starts of the search for velocities at the nodes */
  double *nu;      /* n_given */
  double *typical; /* size: typical size of the states of the problem; set by the caller */
  double *sizes;  /* size: ways of the coordinates and sizes of the momenta of this motion, at least a thousandth of the
                      typical size, and of the coordinate itself */
  double *rest;   /* n_rows: the required value of b instead of 0, for homotopy */
  double *gaps;   /* N x size */
  double *ends;   /* n_rows: b */
  double *flows;  /* N x size x size: of the arcs */
  double *speeds; /* N x size: zdot at the end of each arc */
} NoslipShooting;

/* The extremal and the arc must outlive it, as the arrays to which `end` points. */
NoslipShooting *noslip_shooting_new(NoslipExtremal *extremal, NoslipArc *arc, const NoslipShootingEnd *end, guint arcs);
void noslip_shooting_free(NoslipShooting *shooting);
/* Integrates from (x, y) and mu at t = 0 over `time`: fills nodes, seeds and sizes. FALSE if the extremal ends
 * earlier. */
gboolean noslip_shooting_start(NoslipShooting *shooting, const double *xy, const double *mu, double time);
/* Starts from nodes, seeds and nu set by the caller. */
void noslip_shooting_take(NoslipShooting *shooting, double time);
/* Newton's method from the present unknowns; TRUE if the scaled residual is below `enough`. */
gboolean noslip_shooting_solve(NoslipShooting *shooting, guint most, double enough);
/* b (n_rows) at the present end. */
void noslip_shooting_ends(NoslipShooting *shooting, double *b);

/* Newton's step without elimination: of the unknowns, and of the nodes (N x size); slopes are those of b, n_rows x
 * (size + n_given). FALSE if there are more equations than unknowns or the matrix is singular. */
gboolean noslip_shooting_whole_step(const NoslipShooting *shooting, const double *slopes, double *step,
                                    double *node_steps);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipShooting, noslip_shooting_free)
