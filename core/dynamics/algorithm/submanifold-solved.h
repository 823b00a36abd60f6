/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of submanifold-motion.h solved in symbols, once: of the rows
 *
 *   W ydot = F,   dpsi/dy ydot = - dpsi/dt - dpsi/dx rho y
 *
 * n that determine ydot are eliminated on the graph, and the others are left as residuals. A state at which a pivot has
 * become small, or a residual is not, is left to the caller's own solution in numbers, which decides. */
#pragma once

#include "core/dynamics/algorithm/constraint-algorithm.h"

typedef struct _NoslipSubmanifoldSolved NoslipSubmanifoldSolved;
typedef struct _NoslipSubmanifoldSolvedWork NoslipSubmanifoldSolvedWork;

/* psi: all functions of the submanifold, n_psi. NULL where the rows do not determine ydot (gauge freedom), or their
 * solution is too large. */
NoslipSubmanifoldSolved *noslip_submanifold_solved_new(const NoslipConstraintAlgorithm *algorithm, guint n_psi,
                                                       const NoslipExpr *psi);
void noslip_submanifold_solved_free(NoslipSubmanifoldSolved *solved);
/* NULL for NULL. Where the parameters are set, and until the next entry, it is not used. */
NoslipSubmanifoldSolvedWork *noslip_submanifold_solved_work_new(NoslipSubmanifoldSolved *solved);
void noslip_submanifold_solved_work_free(NoslipSubmanifoldSolvedWork *work);
void noslip_submanifold_solved_set_parameters(NoslipSubmanifoldSolvedWork *work, const double *parameters);
/* The motion begins at z = (x, y) with ydot, solved in numbers. Where the solution in symbols is another, against
 * `scale` (n), it is not used. */
void noslip_submanifold_solved_enter(NoslipSubmanifoldSolvedWork *work, double t, const double *z, const double *ydot,
                                     const double *scale);
/* xdot, ydot. FALSE where it is not used, a pivot is less than a thousandth of what it was at the start, or a residual
 * is larger than the part `solved` of its terms. */
gboolean noslip_submanifold_solved_rates(NoslipSubmanifoldSolvedWork *work, double t, const double *z, double solved,
                                         double *zdot);
