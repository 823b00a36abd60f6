/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rank of a matrix whose entries are rational, or known with a bound of their error. */
#pragma once

#include "core/expr/graph.h"

typedef struct {
  double value, error; /* |value - truth| <= error */
  NoslipExpr exact;    /* a NUMBER of the graph, where is_exact */
  gboolean is_exact;
} NoslipCertain;

/* Of entries[rows][columns]: in rational arithmetic where all are exact and stay within its range, else the number of
 * pivots that the errors cannot explain. It does not change where a row or a column is scaled. The graph grows. */
guint noslip_certain_rank(NoslipGraph *graph, guint rows, guint columns, const NoslipCertain *entries);
