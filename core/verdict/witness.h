/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The witness: a second derivation of the equations of motion, which is independent of system/model.h after the syntax
 * tree. Lagrangian, constraints, anchor, frame, brackets and forces are evaluated from the tree by automatic
 * differentiation (jet.h), in the natural frame if there is one, and a computed motion is substituted: the residuals of
 * W ydot - F - Phi^T lambda, of phi, of dphi/dt and, if the rates of the formulation are given, of xdot - rho y
 * (vakonomic: of p and of pdot too).
 *
 * Each residual is relative to the sum of the absolute terms that should cancel in it, largest over the rows; an
 * equation or constraint whose own terms vanish is measured against the others, in units of the kinetic metric. The
 * result does not depend on units. */
#pragma once

#include "core/dynamics/formulation.h"

#define NOSLIP_WITNESS_TOLERANCE 1e-9

typedef struct _NoslipWitness NoslipWitness; /* accumulates over rows; one thread */

typedef struct {
  gboolean checked; /* FALSE: nothing was measured; `where` has the reason */
  gboolean holds;   /* residual <= NOSLIP_WITNESS_TOLERANCE; FALSE if it is not a number */
  double residual;  /* the largest; NaN if a value is not finite */
  double time;      /* where it was largest */
  guint n_rows;     /* measured */
  const char
      *where; /* "the equation of motion along theta", or why nothing was checked; lives as long as the witness */
} NoslipWitnessResult;

/* Keeps a reference to the system. If the text contains more than the witness supports, nothing is checked. */
NoslipWitness *noslip_witness_new(NoslipSystem *system, NoslipDynamicsKind kind);
void noslip_witness_free(NoslipWitness *witness);
/* Checks the rates of this formulation's own state too, in all rows added later. Keeps a reference. */
void noslip_witness_follow(NoslipWitness *witness, NoslipDynamics *dynamics);
/* Adds a row of the motion (system/row.h). A multiplier that is NaN is fitted. */
void noslip_witness_add_row(NoslipWitness *witness, const double *parameters, const double *row);
void noslip_witness_result(NoslipWitness *witness, NoslipWitnessResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipWitness, noslip_witness_free)
