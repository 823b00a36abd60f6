/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names for shared parts of expressions. A graph of some hundred nodes may unfold to hundreds of thousands of symbols;
 * with names for its parts it becomes a readable list. */
#pragma once

#include "core/expr/graph.h"

/* The smallest limit that noslip_naming_new() accepts. */
#define NOSLIP_NAMING_LEAST 8

typedef struct {
  NoslipGraph *graph; /* owns all expressions here */
  guint n;            /* definitions name[i] = value[i]; a value uses only earlier names */
  NoslipExpr *name;   /* n symbols A1, A2, … */
  NoslipExpr *value;  /* n */
  guint n_exprs;
  NoslipExpr *exprs; /* n_exprs: the given expressions, in the same order, in terms of the names */
} NoslipNaming;

/* The expressions of `graph` with names for parts that are used more than once and long enough to be worth a name, and
 * for parts of expressions that would still be longer than `most` nodes (at least NOSLIP_NAMING_LEAST); afterwards no
 * definition or expression is longer. Substituting the definitions, last first, gives back the original expressions.
 * Names that are symbols of the graph, or for which `is_taken` (may be NULL) returns TRUE, are not used. NULL if this
 * takes more than `most_names` definitions, or the graph is full. */
NoslipNaming *noslip_naming_new(const NoslipGraph *graph, guint n_exprs, const NoslipExpr *exprs, guint most,
                                guint most_names, gboolean (*is_taken)(const char *name, gpointer data), gpointer data);
void noslip_naming_free(NoslipNaming *naming);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipNaming, noslip_naming_free)
