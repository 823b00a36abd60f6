/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect of constraints along a motion: the power of their reactions, and the momentum equations of the sections of
 * D (G 5.3, 5.6), as expressions of an observer's graph. */
#pragma once

#include "core/trajectory/motion.h"

/* lambda_A y^alpha dphi^A/dy^alpha: the power of the reaction of constraint A, where the equations of motion read W
 * ydot = F + Phi^T lambda. In units of the energy over those of t; zero on M for a constraint that is homogeneous in
 * the velocities. */
NoslipExpr noslip_motion_reaction_power(NoslipMotion *motion, guint constraint);

typedef struct {
  char *text;          /* its momentum: "r*p(x') + p(w2)" */
  NoslipExpr momentum; /* <dL/dy, X>, in (x, y) */
  NoslipExpr equation; /* its rate by the momentum equation, in (x, y, t) */
  gboolean conserved;  /* a first integral at the given parameters (noslip_noether_integrals()) */
} NoslipBalance;

/* The sections of the basis of D, then further first integrals that are combinations of them with constant
 * coefficients. NULL with *error if there is no such basis: nonlinear constraints, for which D depends on the
 * velocities, vakonomic dynamics, and systems that are not regular. Elements are NoslipBalance. */
GArray *noslip_motion_balances(NoslipMotion *motion, const double *parameters, NoslipDiagnostic **error);
