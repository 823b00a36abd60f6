/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of submanifold-motion.h solved in symbols, once: of the rows
 *
 *   W ydot = F,   dpsi/dy ydot = - dpsi/dt - dpsi/dx rho y
 *
 * n that determine ydot are eliminated on the graph; the others become residuals. If a pivot becomes small or a
 * residual large, the caller's numerical solution is used instead, and decides. */
#pragma once

#include "core/dynamics/algorithm/constraint-algorithm.h"

typedef struct _NoslipSubmanifoldSolved NoslipSubmanifoldSolved;
typedef struct _NoslipSubmanifoldSolvedWorkspace NoslipSubmanifoldSolvedWorkspace;

/* psi: all functions of the submanifold, n_psi. NULL if the rows do not determine ydot (gauge freedom), or their
 * solution is too large. */
NoslipSubmanifoldSolved *noslip_submanifold_solved_new(const NoslipConstraintAlgorithm *algorithm, guint n_psi,
                                                       const NoslipExpr *psi);
void noslip_submanifold_solved_free(NoslipSubmanifoldSolved *solved);
/* NULL for NULL. After parameters are set, the symbolic solution is not used until the motion is entered again. */
NoslipSubmanifoldSolvedWorkspace *noslip_submanifold_solved_workspace_new(NoslipSubmanifoldSolved *solved);
void noslip_submanifold_solved_workspace_free(NoslipSubmanifoldSolvedWorkspace *work);
void noslip_submanifold_solved_set_parameters(NoslipSubmanifoldSolvedWorkspace *work, const double *parameters);
/* The motion begins at z = (x, y) with ydot from the numerical solution. If the symbolic solution differs, relative to
 * `scale` (n), it is not used. */
void noslip_submanifold_solved_enter(NoslipSubmanifoldSolvedWorkspace *work, double t, const double *z,
                                     const double *ydot, const double *scale);
/* xdot, ydot. FALSE if the symbolic solution is not used, a pivot is less than a thousandth of its size at the start,
 * or a residual is larger than the fraction `solved` of its terms. */
gboolean noslip_submanifold_solved_rates(NoslipSubmanifoldSolvedWorkspace *work, double t, const double *z,
                                         double solved, double *zdot);
