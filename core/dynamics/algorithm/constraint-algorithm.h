/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constraint algorithm for a degenerate Lagrangian on a Lie algebroid (I 3-4), in symbols.
 *
 * With X = a^alpha X_alpha + b^alpha V_alpha on T^E E, the equation i_X omega_L = d E_L reads
 *
 *   a = y + N c,   W b = F + A(N c),   A_alpha beta = omega_L(X_alpha, X_beta), (A z)_beta = z^alpha A_alpha beta,  (1)
 *
 * where the columns of N span ker W and c is free. (1) can be solved for b where  N^T (F + A(N c)) = 0; what this says
 * about (x, y) alone are the functions of E_1. X must be tangent to E_1, which fixes some of c and of the free part of
 * b, and what is left over are the functions of E_2; and so on to the final E_f. The SODE submanifold S^X (I
 * Theorem 4.4) is where X can be second order, c = 0, and stays so.
 *
 * Vakonomic dynamics (I Def. 5.1) where R_ab of I Prop. 5.3 is singular: on W_0 every X is second order, and W_1 is
 * phi^A = 0 in the coordinates (x, y, mu) of vakonomic-extension.h. There the same equations K b = F of the extension,
 * with c = 0, give W_2, W_3, ... */
#pragma once

#include "core/dynamics/algorithm/constraint-points.h"
#include "core/dynamics/algorithm/vakonomic-extension.h"
#include "core/system/degenerate.h"
#include "core/system/model.h"

typedef struct {
  guint n;
  NoslipExpr *functions; /* vanish on this submanifold, in addition to those of the steps before */
  NoslipExpr
      *reducible; /* n: the product of which functions[i] is a factor, or NOSLIP_ZERO; the factor is the branch that
                   * contains the initial state, or is nearest to it */
} NoslipConstraintStep;

/* sum_j coefficients_j z_j + rest = 0 for the unknowns z = (c, u): c the part of a in ker W, u that of b. */
typedef struct {
  NoslipExpr *coefficients;
  NoslipExpr rest;
  guint pivot;
} NoslipConstraintRow;

typedef struct {
  NoslipVakonomicExtension *extension; /* owned; the model's system is that of the extension; NULL: not vakonomic */
  NoslipModel *model;                  /* owned; its graph holds all expressions */
  guint rank;                          /* of W, generically */
  guint kappa;                         /* n - rank */
  NoslipExpr *kernel;                  /* N, n x kappa */
  guint n_steps;
  NoslipConstraintStep *steps; /* E_1, E_2, ..., or W_1, W_2, ...; empty: every (x, y) has a motion */
  NoslipConstraintStep sode;   /* the functions that restrict E_f to S^X; n = 0 if E_f is S^X */
  GPtrArray
      *rows;     /* of NoslipConstraintRow, reduced: what (1) and the tangency to E_f fix of c and u; NULL: vakonomic */
  NoslipExpr *b; /* b^alpha in (c, u), n x (2 kappa + 1), last column the rest; NULL: vakonomic */
  guint n_gauge; /* number of accelerations that are undetermined on S^X near the initial state */
  NoslipExpr *gauge;             /* their directions, n x n_gauge */
  NoslipConstraintPoints points; /* points on the zero set of all functions; none if it is inconsistent */
  gboolean inconsistent;         /* a function vanishes nowhere: there is no motion */
} NoslipConstraintAlgorithm;

/* Runs the algorithm for the free motion (without constraints) at the default parameters, which decide what vanishes.
 * NULL with *error if it does not end, or if L or a constraint that it finds depends on t. */
NoslipConstraintAlgorithm *noslip_constraint_algorithm_new(const NoslipSystem *system, NoslipDiagnostic **error);
/* The same for vakonomic dynamics: W_1 is the first step, and there is no `sode`. The system must outlive it. */
NoslipConstraintAlgorithm *noslip_constraint_algorithm_new_vakonomic(const NoslipSystem *system,
                                                                     NoslipDiagnostic **error);
/* The same with L replaced by 0, on the branches that contain the state (x, y, mu) or are nearest to it; a branch on
 * which a multiplier vanishes is taken only if there is no other. The system must not depend on t. */
NoslipConstraintAlgorithm *noslip_constraint_algorithm_new_abnormal(const NoslipSystem *system, const double *state,
                                                                    NoslipDiagnostic **error);
/* Whether R_ab is singular at the initial state and at all usable points of W_1 near it, for the default
 * parameters. */
gboolean noslip_vakonomic_is_singular(const NoslipSystem *system);
void noslip_constraint_algorithm_free(NoslipConstraintAlgorithm *algorithm);
/* The number of accelerations that W ydot = F, d(psi)/dt = 0 leave undetermined at a state (x, y). */
guint noslip_constraint_algorithm_free_at(const NoslipConstraintAlgorithm *algorithm, const double *parameters,
                                          const double *x, const double *y);
/* The solutions of (1) on E_f that are tangent to it: X = a^alpha X_alpha + b^alpha V_alpha, n of each (I (3.4),
 * (4.11)). Returns the number of functions on E_f that remain arbitrary, the symbols f_1, f_2, ... in a and b; 0 with
 * zeros if there is no motion, or for vakonomic dynamics. */
guint noslip_constraint_algorithm_solutions(const NoslipConstraintAlgorithm *algorithm, NoslipExpr *a, NoslipExpr *b);
/* All functions of the steps and of S^X in one list of *n handles; free with g_free(). */
NoslipExpr *noslip_constraint_algorithm_functions(const NoslipConstraintAlgorithm *algorithm, guint *n);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipConstraintAlgorithm, noslip_constraint_algorithm_free)
