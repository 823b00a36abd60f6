/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of brackets, for the files that build and read it. */
#pragma once

#include "core/geometry/bracket-table.h"
#include "core/system/program.h"

struct _NoslipBracketTable {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  NoslipModel *model;
  NoslipDistribution *distribution;  /* nonholonomic, else NULL */
  guint sizes;                       /* the first output that is the size of a Jacobiator */
  NoslipVakonomicBracket *vakonomic; /* vakonomic, else NULL */
  guint r;                           /* momenta */
  char **basis, **momenta_text;      /* r each, of the distribution or owned with `vakonomic` */
  const NoslipExpr *momenta;         /* r */
  const NoslipExpr *structure;       /* r x r x r */
  guint n;
  char **names;
  NoslipExpr *observables; /* n */
  gboolean with_jacobiator;
  guint n_triples;
  /* Outputs of the tape: observables, brackets i < j, triples, structure a < b. */
  NoslipTapeWork *work;
  double *variables, *outputs;
};

/* The pairs a < b. */
guint noslip_bracket_table_n_pairs(guint n);
/* The index of p_1 … p_r where the system has nothing of that name, else -1. */
int noslip_bracket_table_momentum_index(const NoslipBracketTable *table, const char *text);
/* {f, g}, and the Jacobiator of three, of the kind of the table. */
NoslipExpr noslip_bracket_table_bracket(NoslipBracketTable *table, NoslipExpr f, NoslipExpr g);
NoslipExpr noslip_bracket_table_jacobiator_entry(NoslipBracketTable *table, NoslipExpr f, NoslipExpr g, NoslipExpr h);
