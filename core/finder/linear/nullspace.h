/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The null space of a tall matrix whose entries are known to rounding, and how reliable it is.
 *
 * A = Q1 R1 by Householder reflections (reflections.h) makes the matrix square, R1 P = Q R by reflections with column
 * pivoting; the rank is at the largest drop on the diagonal of R. With X from R11 X = -R12 the vectors (X, 1) span the
 * null space. Estimates of the singular values s_1 >= s_2 >= …: the smallest kept one is bounded from below by the
 * smallest of R11 (interlacing), the largest dropped one from above by |A Z| with orthonormal vectors Z
 * (Courant-Fischer). So `gap` is at most the true ratio, except for the few percent that the inverse iteration for R11
 * may leave. */
#pragma once

#include <glib.h>

#define NOSLIP_NULLSPACE_GAP 1e6

typedef struct {
  guint columns, n;
  double *vectors;   /* n x columns, orthonormal rows */
  double kept;       /* the smallest singular value that counts as nonzero; INFINITY if there is none */
  double dropped;    /* the largest that counts as zero, or the noise floor */
  double gap;        /* kept / dropped */
  gboolean definite; /* gap >= NOSLIP_NULLSPACE_GAP, and the dropped values may be rounding */
} NoslipNullspace;

/* a: columns one after the other, a[column * rows + row]; its columns are of size 1 and their entries have errors of some
 * units of rounding. rows >= columns. NULL if an entry is not finite or *cancel is set. */
NoslipNullspace *noslip_nullspace_new(guint rows, guint columns, const double *a, const int *cancel);
void noslip_nullspace_free(NoslipNullspace *nullspace);
/* sum a_i b_i, in four partial sums: gives the same bits on every machine. */
double noslip_nullspace_dot(guint n, const double *a, const double *b);
/* Multiplies a by weights of rows and divides it by scale[columns], so that size (the same layout; the terms of a, in
 * absolute values, or a itself) would get columns of norm 1 and rows of about the same norm. The vectors of the null space are those of the
 * unweighted rows, times the scales. States near a pole would else make all functions with this pole look alike. */
void noslip_nullspace_balance(guint rows, guint columns, const double *size, double *a, double *scale);
/* Row echelon form of rows (n x columns): each column in `order` becomes a pivot if it has an entry that is not small,
 * is 1 there and 0 in the other rows. Entries below `small` of their row become 0. pivots[n] are the columns. Returns
 * the number of rows with a pivot. */
guint noslip_nullspace_reduce(guint n, guint columns, double *rows, const guint *order, double small, guint *pivots);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipNullspace, noslip_nullspace_free)
