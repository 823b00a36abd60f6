/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rank of a matrix with entries that are rational, or have a known error bound. */
#pragma once

#include "core/expr/graph.h"

typedef struct {
  double value, error; /* |value - truth| <= error */
  NoslipExpr exact;    /* a NUMBER of the graph, if is_exact */
  gboolean is_exact;
} NoslipCertain;

/* The rank of entries[rows][columns]: in rational arithmetic if all are exact and stay within its range, else the
 * number of pivots that exceed their errors. It does not change if a row or a column is scaled. The graph grows. */
guint noslip_certain_rank(NoslipGraph *graph, guint rows, guint columns, const NoslipCertain *entries);
