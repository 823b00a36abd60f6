/* SPDX-License-Identifier: GPL-3.0-or-later */
/* n of many rows that determine n unknowns: selected once, then solved by elimination at every state. */
#pragma once

#include <glib.h>

/* Selects the n rows of a matrix (rows x n, rows >= n) with the largest pivots, by complete pivoting. Rows must be
 * scaled to size 1. */
void noslip_row_selection_choose(guint rows, guint n, const double *matrix, guint *selected);
/* Solves the n selected rows. FALSE if a pivot is below 1e-6 or not finite; with up to 16 unknowns, larger pivots prove
 * that the rank is n. `elimination`: room for n x (n + 1). */
gboolean noslip_row_selection_solve(guint n, const double *matrix, const double *right, const guint *selected,
                                    double *elimination, double *solution);
