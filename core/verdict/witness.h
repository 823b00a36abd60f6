/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The witness: a second derivation of the equations of motion, which shares nothing with system/model.h after the
 * syntax tree. Lagrangian, constraints, anchor, frame, brackets and forces are evaluated from the tree by automatic
 * differentiation (jet.h), in the natural frame where there is one, and a computed motion is put into them: the
 * residuals of W ydot - F - Phi^T lambda, of phi, of dphi/dt and, where the rates of the formulation are given, of
 * xdot - rho y (vakonomic: of p and of pdot too).
 *
 * Each residual is relative to the sum of the absolute terms that should cancel in it, largest over the rows; an
 * equation or constraint whose own terms vanish is measured against the others, in units of the kinetic metric. So the
 * figure does not depend on units. */
#pragma once

#include "core/dynamics/formulation.h"

#define NOSLIP_WITNESS_TOLERANCE 1e-9

typedef struct _NoslipWitness NoslipWitness; /* one thread; gathers over rows */

typedef struct {
  gboolean checked; /* FALSE: nothing was measured, `where` says why */
  gboolean holds;   /* residual <= NOSLIP_WITNESS_TOLERANCE; FALSE where it is not a number */
  double residual;  /* the largest; NaN where a value is not finite */
  double time;      /* where it was largest */
  guint n_rows;     /* measured */
  const char
      *where; /* "the equation of motion along theta", or why nothing was checked; lives as long as the witness */
} NoslipWitnessResult;

/* Keeps a reference to the system. Where the text says more than the witness can follow, nothing is checked. */
NoslipWitness *noslip_witness_new(NoslipSystem *system, NoslipDynamicsKind kind);
void noslip_witness_free(NoslipWitness *witness);
/* From now on the rates of this formulation's own state are put to the test too. Keeps a reference. */
void noslip_witness_follow(NoslipWitness *witness, NoslipDynamics *dynamics);
/* A row of the motion (system/row.h). A multiplier that is NaN is fitted. */
void noslip_witness_add_row(NoslipWitness *witness, const double *parameters, const double *row);
void noslip_witness_result(NoslipWitness *witness, NoslipWitnessResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipWitness, noslip_witness_free)
