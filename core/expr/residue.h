/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of expressions in the field of the integers modulo a prime: the test for expressions that vanish
 * symbolically.
 *
 * Every symbol gets a random element. Rational operations are exact, so an expression that is 0 as a function of its
 * symbols is 0 at every point; one that is not 0 is 0 at a random point with a probability of at most its degree over
 * 2^61 (Schwartz 1980, Zippel 1979), and several points are tried.
 *
 * Other functions are replaced by elements that obey the same identities:
 *   sin, cos, tan   a random point of the circle c^2 + s^2 = 1 for each term of the argument; angles add
 *   exp, sinh …     a random element for each term of the argument; exponentials of sums are products
 *   sqrt, x^(p/q)   the root that is a square itself, so that roots of products are products of roots; a point
 *                   without a root is drawn again
 *   sign, abs       whether the argument is a square, which is multiplicative like the sign
 * Anything else (log, atan2, min …) is a random element for each expression. An identity between these elements is one
 * between the functions; some identities between functions (log(a b) = log a + log b) are not found. */
#pragma once

#include "core/expr/graph.h"

typedef struct _NoslipResidues NoslipResidues;

/* For the present expressions of the graph; used by one thread. The graph must outlive it. */
NoslipResidues *noslip_residues_new(const NoslipGraph *graph);
void noslip_residues_free(NoslipResidues *residues);
/* Starts a new random point: every symbol gets another element. The same seed gives the same point. */
void noslip_residues_start(NoslipResidues *residues, guint64 seed);
/* A further random element. */
guint64 noslip_residues_random(NoslipResidues *residues);
/* Sets the element of a symbol. */
void noslip_residues_set(NoslipResidues *residues, NoslipExpr symbol, guint64 value);
/* FALSE if e is not defined at this point. */
gboolean noslip_residues_value(NoslipResidues *residues, NoslipExpr e, guint64 *value);
/* Whether a root or a sign was taken since the start: each point then tries one branch, and more points are needed. */
gboolean noslip_residues_branched(const NoslipResidues *residues);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipResidues, noslip_residues_free)

/* The field. Elements are 0 .. p - 1. */
guint64 noslip_residue_add(guint64 a, guint64 b);
guint64 noslip_residue_sub(guint64 a, guint64 b);
guint64 noslip_residue_mul(guint64 a, guint64 b);
guint64 noslip_residue_inverse(guint64 a); /* 0 of 0 */
/* The square root that is a square; FALSE if there is none. */
gboolean noslip_residue_sqrt(guint64 a, guint64 *root);
/* Solves A z = b, A n x n (destroyed), z replaces b. FALSE if A is singular. */
gboolean noslip_residue_solve(guint n, guint64 *a, guint64 *b);
/* Moves z (n) to a solution of A z = b, A k x n (destroyed), b (k, destroyed), keeping as many of its elements as
 * possible. FALSE if there is no solution. */
gboolean noslip_residue_project(guint k, guint n, guint64 *a, guint64 *b, guint64 *z);
