/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gaussian elimination on an expression graph: the linear solve unrolled into the program that a tape runs, with
 * exact zeros and constants folded. The order of the pivots is fixed by the structure of the matrix, never by
 * values, so that it is the same in every run; who runs the program watches the pivots. */
#pragma once

#include "core/expr/graph.h"

/* Solves A X = B. a: A, n x n row-major, overwritten; b: B in, X out, n x n_rhs row-major; pivots: n, or NULL.
 * A pivot is taken from the diagonal where one is not identically zero (a positive definite A needs no other order),
 * numbers first, then what does not depend on `symbols`, then what fills in least. FALSE where A is structurally
 * singular: a and b are then of no use. */
gboolean noslip_elimination_solve(NoslipGraph *graph, guint n, NoslipExpr *a, guint n_rhs, NoslipExpr *b,
                                  NoslipExpr *pivots, guint n_symbols, const NoslipExpr *symbols);
/* The same with the pivots prescribed: pivot s is in row rows[s] and column columns[s]. FALSE where a pivot is
 * identically zero. */
gboolean noslip_elimination_solve_ordered(NoslipGraph *graph, guint n, NoslipExpr *a, guint n_rhs, NoslipExpr *b,
                                          NoslipExpr *pivots, const guint *rows, const guint *columns);
