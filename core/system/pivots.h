/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elimination in symbols, for the equations of motion: the pivots are short expressions that do not vanish at the
 * system's initial state. */
#pragma once

#include "core/system/model.h"

#define NOSLIP_PIVOTS_MOST_NODES 400000 /* limit on the nodes of the graph during the work */

typedef struct {
  NoslipModel *model;
  guint n_symbols;     /* 0: no initial state is known */
  NoslipExpr *symbols; /* parameters, x, y */
  double *values;      /* at the initial state */
  double *units;       /* n: 1 / sqrt(W_aa) there, or 1 */
  gboolean too_large;  /* the graph has reached its limit: what is computed from there on is not used */
} NoslipPivots;
void noslip_pivots_init(NoslipPivots *pivots, NoslipModel *model);
void noslip_pivots_clear(NoslipPivots *pivots);

/* e simplified, on the model's graph; unchanged, with too_large set, once the graph has reached its limit. */
NoslipExpr noslip_pivots_simplify(NoslipPivots *pivots, NoslipExpr e);
/* Gauss-Jordan over the first `columns` columns of matrix[rows][width] with the cheapest pivots, in the given units of
 * the columns (NULL: 1); pivot_of[row] is its column. FALSE if the rows are dependent. */
gboolean noslip_pivots_reduce(NoslipPivots *pivots, NoslipExpr *matrix, guint rows, guint columns, guint width,
                              const double *units, guint *pivot_of);
