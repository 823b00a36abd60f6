/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small dense linear algebra over GSL. Matrices are row-major arrays of doubles, the last index fastest. A workspace is
 * allocated once for a shape; factoring and solving allocate nothing, raise no error and refuse values that are not
 * finite. */
#pragma once

#include <glib.h>

/* Whether all n values are finite. */
gboolean noslip_all_finite(const double *values, gsize n);

/* Square regular systems: LU with row scaling and partial pivoting. */
typedef struct _NoslipLu NoslipLu;
NoslipLu *noslip_lu_new(guint n);
void noslip_lu_free(NoslipLu *lu);
/* Solves a x = b; a: n x n, unchanged; x may be b. FALSE if a is singular to rounding or not finite: x is
 * then unchanged. */
gboolean noslip_lu_solve(NoslipLu *lu, const double *a, const double *b, double *x);

/* Square systems that may be singular: QR with column pivoting, which reveals the rank. */
typedef struct _NoslipQr NoslipQr;
NoslipQr *noslip_qr_new(guint n);
void noslip_qr_free(NoslipQr *qr);
/* Factors a (n x n; it is copied). FALSE if an entry is not finite. */
gboolean noslip_qr_factor(NoslipQr *qr, const double *a);
/* |r_nn| / |r_11|: an estimate of the reciprocal condition number; 0 for a singular matrix, 1 for n = 0. */
double noslip_qr_reciprocal_condition(const NoslipQr *qr);
/* Solves a x = b with b and x the same n numbers. FALSE if the matrix is exactly singular or b is not
 * finite. */
gboolean noslip_qr_solve(NoslipQr *qr, double *b);

/* Any shape: singular values, rank, and least squares of the smallest norm. */
typedef struct _NoslipSvd NoslipSvd;
NoslipSvd *noslip_svd_new(guint rows, guint columns);
void noslip_svd_free(NoslipSvd *svd);
/* Factors a (rows x columns; it is copied). FALSE if an entry is not finite. */
gboolean noslip_svd_factor(NoslipSvd *svd, const double *a);
/* The i-th largest singular value, i < min(rows, columns). */
double noslip_svd_value(const NoslipSvd *svd, guint i);
/* The number of singular values above `relative` times the largest. */
guint noslip_svd_rank(const NoslipSvd *svd, double relative);
/* The x (columns) of smallest norm that minimises |a x - b| (b: rows), with singular values up to `relative`
 * times the largest taken for zero. */
void noslip_svd_solve(NoslipSvd *svd, double relative, const double *b, double *x);
/* An orthonormal basis of the kernel of a: columns - rank vectors, each written as a row of `basis`. Returns their
 * number; `basis` has room for columns x columns numbers. */
guint noslip_svd_kernel(NoslipSvd *svd, double relative, double *basis);

/* Ranks are relative to this after rows and columns are scaled. */
#define NOSLIP_LINEAR_RANK 1e-13
/* An entry smaller than this fraction of the sum of its terms is round-off of a zero that cancelled. */
#define NOSLIP_LINEAR_CANCELLED 1e-14

/* Powers of two for the rows and columns of a (rows x columns) that bring its entries near 1. A change of the unit of
 * L, a row or a column changes the scales, but the scaled matrix by less than a factor of two. */
void noslip_linear_balance(guint rows, guint columns, const double *a, double *row_scale, double *column_scale);
/* The same for a (n x n), from those entries alone that carry its rank: round-off that stands for a zero does not turn
 * the scales. Entries count unless they are below round-off where the scales bring the entries of the largest product
 * of n, one in each row and column, to 1 and leave no other above 1 (M. Olschowka, A. Neumaier, Linear Algebra Appl.
 * 240 (1996) 131; pairs by shortest paths). FALSE if every such product is 0: a is singular. */
gboolean noslip_linear_balance_carrying(guint n, const double *a, double *row_scale, double *column_scale);
/* 1 / sqrt |W_aa| for a symmetric W (n x n). If W_aa is 0 the largest entry of the row is used instead, and if the row
 * is 0 the mean of the other scales. */
void noslip_linear_metric_scale(guint n, const double *metric, double *scale);
/* The rank of a after scaling, relative to NOSLIP_LINEAR_RANK; 0 if an entry is not finite. terms (rows x columns,
 * or NULL): for each entry the sum of the absolute values that it was added up from, which bounds its rounding. */
guint noslip_linear_rank(guint rows, guint columns, const double *a, const double *terms);

/* Full pivoting on a (rows x columns, overwritten): pivot s is in row pivot_rows[s] and column pivot_columns[s], for s
 * up to the rank, which is returned. An entry counts as zero below `relative` times the largest of a. preferred[row *
 * columns + column], if not NULL, holds small weights (0: none) that decide among entries that are at least 0.3 times
 * the largest: the smaller the better. Arrays of min(rows, columns). */
guint noslip_linear_pivots(guint rows, guint columns, double *a, double relative, const guint *preferred,
                           guint *pivot_rows, guint *pivot_columns);

/* Sign of the determinant of a k x k matrix, which is overwritten; 0 if a pivot is at most `least`, or not a number. */
double noslip_linear_determinant_sign(guint k, double *matrix, double least);

/* The x (columns) of least norm with a x = b, a: rows x columns; a and b are overwritten. Rows are made orthogonal, the
 * longest remainder first; a row whose remainder is at most `relative` times the longest row depends on the others and
 * is left out. Returns the number of rows that are used. */
guint noslip_linear_least_change(guint rows, guint columns, double *a, double *b, double relative, double *x);
/* The same with at most `most` rows, for equations of which no more are independent near their solutions. As many rows of
 * a as are used are orthonormal then, and span the rows that are used. */
guint noslip_linear_least_change_of_rank(guint rows, guint columns, guint most, double *a, double *b, double relative,
                                         double *x);

/* Replaces a (rows x columns, rows >= columns) and b (rows) by Q^T a and Q^T b with Q orthogonal: the first `columns`
 * rows of a are then upper triangular, and |a x - b| with these rows alone has its minimum at the same x. The other rows
 * are left over. The cost is linear in the rows, unlike that of singular values. */
void noslip_linear_reduce(guint rows, guint columns, double *a, double *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipLu, noslip_lu_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipQr, noslip_qr_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipSvd, noslip_svd_free)
