/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel of a matrix of expressions, as a readable basis: no denominators, short coefficients. */
#pragma once

#include "core/geometry/symbolic.h"

/* rows[k x n] is overwritten. Writes basis[n x (n - k)]: [alpha * (n - k) + a]. At a given state (`at_state`: all
 * states of the probe equal it) the pivots are the large ones there, else the simplest that do not vanish at the
 * probe's states. `units` (n) are those of the columns, in which entries of a row are compared: 1/sqrt(W_aa) for
 * velocities; if NULL, rows and columns are balanced. Returns -1, or the index of the first row that depends on the
 * others. */
int noslip_symbolic_kernel(NoslipGraph *graph, const NoslipProbe *probe, gboolean at_state, const double *units,
                           guint k, guint n, NoslipExpr *rows, NoslipExpr *basis);
