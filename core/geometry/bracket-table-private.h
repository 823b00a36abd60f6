/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of brackets, for the files that build and read it. */
#pragma once

#include "core/geometry/bracket-table.h"
#include "core/system/program.h"

struct _NoslipBracketTable {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  NoslipModel *model;
  NoslipDistribution *distribution;  /* for nonholonomic dynamics, else NULL */
  guint sizes;                       /* index of the first output that is the size of a Jacobiator */
  NoslipVakonomicBracket *vakonomic; /* for vakonomic and free dynamics, else NULL */
  guint r;                           /* number of momenta */
  char **basis, **momenta_text;      /* r each, owned by the distribution or with `vakonomic` */
  const NoslipExpr *momenta;         /* r */
  const NoslipExpr *structure;       /* r x r x r */
  guint n;
  char **names;
  NoslipExpr *observables; /* n */
  gboolean with_jacobiator;
  guint n_triples;
  /* Outputs of the tape: observables, brackets i < j, triples, structure a < b. */
  NoslipTapeWorkspace *work;
  double *variables, *outputs;
};

/* The pairs a < b. */
guint noslip_bracket_table_n_pairs(guint n);
/* The index of p_1 … p_r unless the system declares such a name, else -1. */
int noslip_bracket_table_momentum_index(const NoslipBracketTable *table, const char *text);
/* {f, g}, and the Jacobiator of three functions, of the table's kind. */
NoslipExpr noslip_bracket_table_bracket(NoslipBracketTable *table, NoslipExpr f, NoslipExpr g);
NoslipExpr noslip_bracket_table_jacobiator_entry(NoslipBracketTable *table, NoslipExpr f, NoslipExpr g, NoslipExpr h);
