/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small dense linear algebra over GSL, in buffers that are made once. Matrices are row-major. */
#pragma once

#include <glib.h>

typedef struct _NoslipDense NoslipDense;

NoslipDense *noslip_dense_new(guint n);
void noslip_dense_free(NoslipDense *dense);
/* Solves A x = b by LU with row scaling and partial pivoting; a: n x n, unchanged; x may be b. FALSE where A is
 * singular to rounding or not finite: x is then unchanged. Does not allocate. */
gboolean noslip_dense_solve(NoslipDense *dense, const double *a, const double *b, double *x);

/* Full pivoting on a (rows x columns, overwritten): pivot s is in row pivot_rows[s] and column pivot_columns[s],
 * for s up to the rank, which is returned. An entry counts as zero below `relative` times the largest of a.
 * preferred[row * columns + column], where not NULL, holds small weights (0: none) that decide among entries that
 * are at least 0.3 times the largest: the smaller the better. Arrays of min(rows, columns). */
guint noslip_dense_pivots(guint rows, guint columns, double *a, double relative, const guint *preferred,
                          guint *pivot_rows, guint *pivot_columns);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipDense, noslip_dense_free)
