/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The null space of a tall matrix whose entries are known to rounding, and how sure it is.
 *
 * A P = Q R by Householder reflections with column pivoting; the rank is where the diagonal of R falls off. With X from
 * R11 X = -R12 the vectors (X, 1) span the null space. The estimates of the singular values s_1 >= s_2 >= …: the
 * smallest kept one from below by that of R11 (they interlace), the largest dropped one from above by |A Z| over
 * orthonormal vectors Z (Courant-Fischer). So `gap` is at most the true ratio, but for the few percent by which the
 * inverse iteration for R11 may stop short. */
#pragma once

#include <glib.h>

#define NOSLIP_NULLSPACE_GAP 1e6

typedef struct {
  guint columns, n;
  double *vectors;   /* n x columns, orthonormal rows */
  double kept;       /* the smallest singular value that is not zero; INFINITY where there is none */
  double dropped;    /* the largest that counts as zero, or the noise floor */
  double gap;        /* kept / dropped */
  gboolean definite; /* gap >= NOSLIP_NULLSPACE_GAP, and what is dropped may be rounding */
} NoslipNullspace;

/* a: columns one after the other, a[column * rows + row], destroyed; its columns are of size 1 and their entries have
 * errors of some units of rounding. rows >= columns. NULL where an entry is not finite or *cancel is set. */
NoslipNullspace *noslip_nullspace_new(guint rows, guint columns, double *a, const int *cancel);
void noslip_nullspace_free(NoslipNullspace *nullspace);
/* sum a_i b_i, in four sums: the same bits everywhere. */
double noslip_nullspace_dot(guint n, const double *a, const double *b);
/* Row echelon form of rows (n x columns): each of `order` (columns) is taken as a pivot where an entry is not small, is
 * 1 there and 0 in the other rows. Entries below `small` of their row become 0. pivots[n] are the columns. Returns how
 * many rows have a pivot. */
guint noslip_nullspace_reduce(guint n, guint columns, double *rows, const guint *order, double small, guint *pivots);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipNullspace, noslip_nullspace_free)
