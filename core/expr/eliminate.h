/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linear systems whose entries are expressions: LU by elimination on the graph, with pivots that are checked
 * in numbers (elimination.h goes by structure alone, for who watches and re-chooses pivots by itself). Only
 * what is exactly zero is left out. Equal entries of a symmetric matrix stay equal nodes, so with diagonal
 * pivots this is LDL^T for nothing. */
#pragma once

#include "core/expr/graph.h"

/* Numbers for the symbols at a few points: they decide which pivots do not vanish. */
typedef struct {
  guint n_symbols, n_points;
  const NoslipExpr *symbols;
  const double *values; /* [point * n_symbols + symbol] */
} NoslipSamples;

typedef enum {
  NOSLIP_ELIMINATION_SOLVED,
  NOSLIP_ELIMINATION_SINGULAR,  /* no pivot is left that does not vanish at the points */
  NOSLIP_ELIMINATION_TOO_LARGE, /* more than `most_operations` products, or a is not finite at any point */
} NoslipEliminationStatus;

/* Solves a z = b for z: a is n x n, b and z are n x r ([i * r + column]). The pivots (n, in the order of
 * elimination) are expressions that the caller watches: the solution holds where none vanishes, and is
 * accurate where none is small against its size at the points. Pivots are taken from the diagonal where it
 * has any, the sparsest and simplest first; entries below 1e-3 of their column at a point are passed over
 * while there are others. `z` and `pivots` are filled only where the status is SOLVED. Time O(n^3). */
NoslipEliminationStatus noslip_eliminate(NoslipGraph *graph, guint n, const NoslipExpr *a, guint r,
                                         const NoslipExpr *b, const NoslipSamples *samples,
                                         guint most_operations, NoslipExpr *z, NoslipExpr *pivots);
