/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks over the nodes below some roots, without recursion. */
#pragma once

#include "core/expr/graph.h"

/* Return FALSE to skip the operands of e. The graph may grow. */
typedef gboolean (*NoslipExprVisit)(NoslipExpr e, gpointer data);

/* Visits each node below the roots once, the roots included: a node before its operands, the last root and the last
 * operand first. Nodes in the set `seen` are skipped and the visited ones are added; it may be NULL. */
void noslip_expr_walk(const NoslipGraph *graph, guint n_roots, const NoslipExpr *roots, GHashTable *seen,
                      NoslipExprVisit visit, gpointer data);
