/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dynamics as lists of assignments, which can be written in another language. The state is x (m), y (n) and, for
 * vakonomic dynamics, mu (k); input 0 of each list is t, the next inputs are the state, then the inner variables if
 * there are any. Constants are the parameters. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/expr/listing.h"
#include "core/system/manifold.h"

struct _NoslipFlow {
  double to, step;      /* of the run for which it is written, from t = 0 in Runge-Kutta steps; seconds */
  guint n_state;        /* m + n, or m + n + k */
  guint n_multipliers;  /* of `rates`: 0 if a row has none */
  NoslipListing *rates; /* the rates of the state, then lambda or mu as in rows */

  /* The projection onto the constraints after each step. Positions: Newton's method as in noslip_manifold_project(). */
  guint n_positions;
  NoslipListing *positions; /* noslip_manifold_tape(); NULL if n_positions is 0 */
  /* Velocities: `back` is added to y as long as the residual of `velocities` decreases, as in
   * noslip_saddle_accept(). */
  guint n_velocities;
  NoslipListing *velocities; /* phi (k), absolute terms (k), Phi (k x n); NULL if n_velocities is 0 */
  NoslipListing *back;       /* n */
  NoslipListing *lift;       /* y (n) as determined by the constraints, instead of the two lists above; or NULL */

  /* Inner variables, which are integrated instead of those of the state, for example the momenta of vakonomic dynamics;
   * 0 if the state is integrated. */
  guint n_inner;
  NoslipListing *enter;       /* the inner variables at a state */
  NoslipListing *inner_rates; /* their rates, in state and inner variables */
  NoslipListing *correction;  /* Newton's step of y and mu to the inner variables (n_state - m) */

  /* Charts between which the motion changes; n_charts is 0 if it has one or none. The last inner variables are the
   * number of the present chart, which is also an input of `enter`, and n_pivots sizes. Where `watch` was below 0.1 in a
   * step, a chart is chosen again after it (see chart.h). k, the constraints on velocities, is n_multipliers. */
  guint n_charts, n_pivots;
  guint *pivots;         /* n_charts x k x 2: constraint and fibre coordinate of each pivot */
  guint *varies;         /* k x n: whether an entry of Phi does */
  NoslipListing *survey; /* Phi (k x n), W_alpha alpha (n) */
  NoslipListing *scores; /* how well each chart suits the state */
  NoslipListing *watch;  /* the pivots relative to those where the chart was chosen (n_pivots) */
};

/* Equations of the dynamics, written for a motion that starts at xy (m + n, plus k of mu for vakonomic dynamics) at t =
 * 0 and ends at `to`, in steps of `step`. NULL with *error set if the formulation cannot be written out, or cannot for
 * this motion. */
NoslipFlow *noslip_flow_new(NoslipDynamics *dynamics, const double *parameters, const double *xy, double to,
                            double step, NoslipDiagnostic **error);
void noslip_flow_free(NoslipFlow *flow);
/* For the formulations: a list that evaluates a whole tape whose variables are the inputs, with n of its outputs from
 * `first` on. */
NoslipListing *noslip_flow_listing(const NoslipTape *tape, guint n_variables, guint first, guint n);
/* Fills the part of `flow` that concerns positions. */
void noslip_flow_bind(NoslipFlow *flow, const NoslipManifold *manifold, guint m);
/* Why the equations cannot be written out; other formulations may do. The second is for dynamics without others. */
NoslipDiagnostic *noslip_flow_refusal(const char *reason);
NoslipDiagnostic *noslip_flow_refusal_alone(const char *reason);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipFlow, noslip_flow_free)
