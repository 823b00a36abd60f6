/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linear systems whose entries are expressions: Gaussian elimination on the graph, so that the tape runs the linear
 * solve as a straight-line program. Only exact zeros are left out. Equal entries of a symmetric matrix stay equal
 * nodes, so with diagonal pivots the elimination is an LDL^T factorisation at no extra cost. */
#pragma once

#include "core/expr/graph.h"

/* Values of the symbols at a few points, which decide which pivots do not vanish. */
typedef struct {
  guint n_symbols, n_points;
  const NoslipExpr *symbols;
  const double *values; /* [point * n_symbols + symbol] */
} NoslipSamples;

/* The rule for choosing pivots. Pivots are taken from the diagonal if it has any (a positive definite matrix needs no
 * other order), the same in every run. Created by the functions below. */
typedef struct {
  const guint *rows, *columns; /* n each: pivot s is in row rows[s] and column columns[s]; or NULL */
  const NoslipSamples *samples;
  guint most_operations;
  guint n_symbols;
  const NoslipExpr *symbols;
} NoslipPivots;

/* By structure alone, for callers that check the pivots and choose again themselves: numbers first, then entries that
 * do not depend on `symbols`, then those with the least fill-in. */
static inline NoslipPivots
noslip_pivots_by_structure(guint n_symbols, const NoslipExpr *symbols)
{
  return (NoslipPivots){NULL, NULL, NULL, G_MAXUINT, n_symbols, symbols};
}

/* Prescribed: n rows and n columns, each a permutation. */
static inline NoslipPivots
noslip_pivots_prescribed(const guint *rows, const guint *columns)
{
  return (NoslipPivots){rows, columns, NULL, G_MAXUINT, 0, NULL};
}

/* Checked in numbers: the sparsest and simplest first; entries below 1e-3 of their column at a point are taken only if
 * there are no others, and those that vanish at all points never. After `most_operations` products the elimination
 * gives up. */
static inline NoslipPivots
noslip_pivots_by_samples(const NoslipSamples *samples, guint most_operations)
{
  return (NoslipPivots){NULL, NULL, samples, most_operations, 0, NULL};
}

typedef enum {
  NOSLIP_ELIMINATION_SOLVED,
  NOSLIP_ELIMINATION_SINGULAR,  /* every remaining pivot is zero (at the points, if there are any) */
  NOSLIP_ELIMINATION_TOO_LARGE, /* more than `most_operations` products, or a is not finite at any point */
} NoslipEliminationStatus;

/* Solves a z = b for z: a is n x n, b and z are n x r ([i * r + column]); z may be b. The pivots (n, in the order of
 * elimination; or NULL) are expressions that the caller must watch: the solution holds as long as none vanishes, and is
 * accurate as long as none is small for its size. `z` and `pivots` are filled only if the status is SOLVED. Time
 * O(n^3). */
NoslipEliminationStatus noslip_eliminate(NoslipGraph *graph, guint n, const NoslipExpr *a, guint r, const NoslipExpr *b,
                                         const NoslipPivots *choice, NoslipExpr *z, NoslipExpr *pivots);
