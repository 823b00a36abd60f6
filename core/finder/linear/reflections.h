/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Householder reflections of the columns of a large matrix, from the first column to the last. */
#pragma once

#include <glib.h>

/* a: rows x n, columns one after the other. distance[n] is filled in with the distance of each column from the span of
 * the kept columns before it, relative to the norm of the column; 0 for a column of zeros, and for one that is not
 * finite. A column is kept if its distance is at least `small`, and not 0. image (or NULL): n x n, columns one after the
 * other, is filled in with Q^T a, where Q has as many columns as are kept; the other rows are 0. *cancel (or NULL) ends
 * the work early: distances and images of the columns that remain are 0. Returns the number of kept columns. Every
 * machine gives the same bits. (G. H. Golub, C. F. Van Loan, Matrix Computations, 5.1 and 5.2.) */
guint noslip_reflections_distances(guint rows, guint n, const double *a, double small, double *distance, double *image,
                                   const int *cancel);
