/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mass matrix of a degenerate Lagrangian, reduced on the graph: its rank, its kernel, and the solution of W b = g
 * for b. The row operations are also used by the constraint algorithm. */
#pragma once

#include "core/dynamics/algorithm/constraint-points.h"

/* W reduced to the identity on its pivots: ker W, and the solution of W b = g as a linear map of g. The first
 * `rank` rows are those with pivots, in the order of `columns`. */
typedef struct {
  guint n, rank;
  guint *columns;      /* pivot columns, rank */
  gboolean *is_pivot;  /* n */
  NoslipExpr *left;    /* n x n: the row operations, left W = reduced */
  NoslipExpr *reduced; /* n x n */
} NoslipMassReduction;

/* The largest rank of W at the centre and at the points. */
guint noslip_mass_rank(const NoslipConstraintPoints *points);
/* Pivots are chosen, and zeros recognised, at the points. */
void noslip_mass_reduction_init(NoslipMassReduction *reduction, NoslipConstraintPoints *points);
void noslip_mass_reduction_clear(NoslipMassReduction *reduction);
/* N, n x (n - rank) row-major: its columns span ker W. For g_free(). */
NoslipExpr *noslip_mass_reduction_kernel(const NoslipMassReduction *reduction, NoslipGraph *graph);

/* to -= factor * from, for rows of n. */
void noslip_constraint_row_subtract(NoslipConstraintPoints *points, NoslipExpr *to, const NoslipExpr *from,
                                    NoslipExpr factor, guint n);
/* The column of `row` whose entry is furthest from zero over the points, or n if all vanish. */
guint noslip_constraint_row_pivot(NoslipConstraintPoints *points, const NoslipExpr *row, guint n);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(NoslipMassReduction, noslip_mass_reduction_clear)
