/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which expressions vanish symbolically: on the manifolds and constraints, with the equations of motion substituted.
 *
 * An expression vanishes where its value in a finite field (core/expr/residue.h) is 0 at several random points of
 *   g(x) = 0,  phi(x, y) = 0,  W ydot - Phi^T lambda = F,  Phi ydot = -drift,
 * all other symbols, the parameters among them, being random. The points are exact: nothing is rounded. */
#pragma once

#include "core/trajectory/motion.h"

/* vanishes[i] for each of n expressions of the motion's graph without formal operators; FALSE for all if no such points
 * are found (more than one nonlinear constraint, a degenerate Lagrangian), or if the graph has failed. */
void noslip_proof_vanish(NoslipMotion *motion, guint n, const NoslipExpr *exprs, gboolean *vanishes);
/* The same with values for some symbols: numbers of the graph (fixed[i] = values[i]). */
void noslip_proof_vanish_at(NoslipMotion *motion, guint n_fixed, const NoslipExpr *fixed, const NoslipExpr *values,
                            guint n, const NoslipExpr *exprs, gboolean *vanishes);
