/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dynamics as lists of assignments, which can be written in another language. The state is x (m), y (n) and, where it is
 * vakonomic, mu (k); input 0 of each list is t, the inputs from 1 on are the state, and the inputs after it the inner
 * variables where there are any. Constants are the parameters. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/expr/listing.h"
#include "core/system/manifold.h"

struct _NoslipFlow {
  guint n_state;        /* m + n, or m + n + k */
  guint n_multipliers;  /* of `rates`: 0 where a row has none */
  NoslipListing *rates; /* the rates of the state, then lambda or mu as rows have them */

  /* Back onto what binds the motion, after each step. Positions: Newton's method as noslip_manifold_project(). */
  guint n_positions;
  NoslipListing *positions; /* noslip_manifold_tape(); NULL where n_positions is 0 */
  /* Velocities: `back` is added to y as long as the residual of `velocities` falls, as noslip_saddle_accept(). */
  guint n_velocities;
  NoslipListing *velocities; /* phi (k), absolute terms (k), Phi (k x n); NULL where n_velocities is 0 */
  NoslipListing *back;       /* n */
  NoslipListing *lift;       /* y (n) as the constraints determine it, in place of the two above; or NULL */

  /* Where other variables are integrated than those of the state: the momenta of vakonomic dynamics, for one. */
  guint n_inner;
  NoslipListing *enter;       /* the inner variables at a state */
  NoslipListing *inner_rates; /* their rates, in state and inner variables */
  NoslipListing *correction;  /* Newton's step of y and mu to the inner variables (n_state - m) */
};

/* Equations of the dynamics, written for a motion that starts at xy (m + n, and k of mu where it is vakonomic) at t = 0.
 * NULL with *error set where the formulation cannot be written out, or not at this state. */
NoslipFlow *noslip_flow_new(NoslipDynamics *dynamics, const double *parameters, const double *xy,
                            NoslipDiagnostic **error);
void noslip_flow_free(NoslipFlow *flow);
/* For the formulations: a list that evaluates a whole tape whose variables are the inputs, with its outputs from `first`
 * on; n of them. */
NoslipListing *noslip_flow_listing(const NoslipTape *tape, guint n_variables, guint first, guint n);
/* The part of `flow` about positions. */
void noslip_flow_bind(NoslipFlow *flow, const NoslipManifold *manifold, guint m);
NoslipDiagnostic *noslip_flow_refusal(const char *reason);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipFlow, noslip_flow_free)
