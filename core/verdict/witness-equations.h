/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of motion at one state, from jets of the syntax tree. Private to the witness.
 *
 * In the natural frame (with or without `velocity` statements, whose values give x' and x''):
 *
 *   d/dt dL/dx'^i - dL/dx^i - Q_i - lambda_A dphi^A/dx'^i = 0.
 *
 * With sections, x' = rho(x) y, L(x, x', y), and for any f(x, x', y)
 *   T_a f = df/dy^a + rho^i_a df/dx'^i,   X_i f = df/dx^i + df/dx'^j (d_i rho^j_b) y^b:
 *
 *   d/dt T_a L - rho^i_a X_i L + C^c_ab y^b T_c L - Q_a - lambda_A T_a phi^A = 0.
 *
 * Vakonomic motions have L + mu_A phi^A instead of L, and no lambda; the term with the unknown dmu/dt is fitted. */
#pragma once

#include "core/verdict/witness-tree.h"

typedef struct {
  double value, size; /* size: the sum of the absolute terms of the value */
} WitnessNumber;

typedef struct {
  WitnessTree *tree;
  NoslipDynamicsKind kind;
  guint n;               /* equations: m in the natural frame, else n */
  NoslipJet *lagrangian; /* L, or L + mu phi */
  NoslipJet *scratch, **phi, **velocities;
  double *natural, *acceleration;              /* x' and x'', m */
  double *fibre, *fibre_rate;                  /* y and y' of the sections, n */
  double *frame, *solution;                    /* dw/dx' (n x m) or dw/dy (n x n); m */
  double *right_anchor;                        /* sigma^i_a (m x n): the same except on a general algebroid */
  double *anchor, *anchor_slope, *anchor_rate; /* rho^i_a (m x n), d_j rho^i_a (m x n x m), d/dt rho (m x n) */
  /* Results: */
  WitnessNumber *equation;                     /* n: the left sides above */
  WitnessNumber *momentum;                     /* n: T_a of L, or of L + mu phi */
  WitnessNumber *momentum_rate;                /* n: the rate required without forces: rho X L - C y p */
  double *reaction;                            /* T_a phi^A, or rho^i_a d_i phi^A of a holonomic one: [A * n + a] */
  WitnessNumber *constraint, *constraint_rate; /* k: phi and dphi/dt */
  WitnessNumber *constraint_second;            /* k: d2phi/dt2 of a holonomic one, else 0 */
  WitnessNumber *dropped;                      /* components of vector constraints that must vanish: tree->dropped */
  double *mass;                                /* n: W_aa, from witness_equations_masses() */
  /* Dry friction and bounces (F and B of them), whose forces are not in the equations: */
  double *limit, *slip; /* F: the largest friction force, and its velocity */
  WitnessNumber *gap;   /* B */
  double *gap_rate;     /* B */
  double *push;         /* (F + B) x n: dv/dy^a, or rho^i_a d_i gap */
} WitnessEquations;

WitnessEquations *noslip_witness_equations_new(WitnessTree *tree, NoslipDynamicsKind kind);
void noslip_witness_equations_free(WitnessEquations *equations);
/* At a row (system/row.h). If a multiplier is NaN its reaction is left out of the equations, and the caller must fit
 * it. FALSE with the tree's `reason`. */
gboolean noslip_witness_equations_evaluate(WitnessEquations *equations, const double *parameters, const double *row);
/* The diagonal of W at the row evaluated last. Jets and results are overwritten. */
gboolean noslip_witness_equations_masses(WitnessEquations *equations, const double *row);
/* Converts p_a, n numbers, and their rates from the frame of the fibre coordinates to that of the equations, in
 * place. */
void noslip_witness_equations_covector(const WitnessEquations *equations, const double *p, const double *rate,
                                       WitnessNumber *momentum, WitnessNumber *momentum_rate);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(WitnessEquations, noslip_witness_equations_free)
