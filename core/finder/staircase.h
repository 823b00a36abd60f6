/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: the zero eigenvalues of a matrix that is known with an error.
 *
 * An error e of the matrix changes zeros of a Jordan block of size k by about e^(1/k), but the singular values that are
 * 0 only by about e. With a basis of the kernel first, A = (0 X; 0 C): each vector of the kernel is one zero, and the
 * others are those of C, of which the kernel is split off likewise (G. H. Golub, J. H. Wilkinson: Ill-conditioned
 * eigensystems and the computation of the Jordan canonical form, SIAM Review 18, 1976). */
#pragma once

#include <glib.h>

/* Replaces a (n x n) by Q a Q^t with the zeros in the first rows, strictly upper triangular there, and exact zeros
 * below; fills the orthogonal q (n x n). `error`: the size of the error of a. A singular value counts as 0 if it is at
 * most 10 times the error and all others are much larger. Where they are not, or the error is not much smaller than a,
 * no more zeros are split off; without any, a is unchanged and q is the unit matrix. Returns the number of zeros. */
guint noslip_staircase_split(guint n, double error, double *a, double *q);
