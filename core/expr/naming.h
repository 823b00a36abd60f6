/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names for what expressions share. A graph of some hundred nodes may be hundred thousands of symbols when it is
 * written out; with names for its parts it is a list that people can read. */
#pragma once

#include "core/expr/graph.h"

/* The least of the limits that noslip_naming_new() can keep. */
#define NOSLIP_NAMING_LEAST 8

typedef struct {
  NoslipGraph *graph; /* that everything here belongs to */
  guint n;            /* definitions name[i] = value[i]; a value uses names before its own alone */
  NoslipExpr *name;   /* n symbols A1, A2, … */
  NoslipExpr *value;  /* n */
  guint n_exprs;
  NoslipExpr *exprs; /* n_exprs, in the order of those that were given: the same in terms of the names */
} NoslipNaming;

/* The expressions of `graph` with names for what is used more than once and is long enough to be worth a name, and for
 * parts of what would be longer than `most` nodes (at least NOSLIP_NAMING_LEAST) all the same; neither a definition nor
 * an expression is then longer. Substituting the definitions, last first, gives back what was given. Names that a
 * symbol of the graph has, or that `is_taken` (may be NULL) says TRUE of, are left out. NULL where that
 * takes more than `most_names` definitions, or the graph is full. */
NoslipNaming *noslip_naming_new(const NoslipGraph *graph, guint n_exprs, const NoslipExpr *exprs, guint most,
                                guint most_names, gboolean (*is_taken)(const char *name, gpointer data), gpointer data);
void noslip_naming_free(NoslipNaming *naming);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipNaming, noslip_naming_free)
