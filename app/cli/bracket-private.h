/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table that noslip-cli bracket prints, as text (bracket.c) and as JSON (bracket-json.c). */
#pragma once

#include "app/cli/cli.h"
#include "app/cli/noether.h"
#include "core/geometry/bracket-table.h"
#include "core/geometry/holonomic.h"

typedef struct {
  CliProblem problem;
  NoslipBracketTable *brackets;
  guint n, r;
  double *matrix;    /* n x n */
  double *triples;   /* of the table */
  double *structure; /* r x r x r */
} CliBracketTable;

/* The i-th observable. */
const char *cli_bracket_name(const CliBracketTable *table, guint i);
/* Whether the bracket is a Poisson bracket: the one of vakonomic or of free motions. */
gboolean cli_bracket_is_poisson(const CliBracketTable *table);
/* Whether there are brackets of momenta: with nonlinear constraints there is no projected bracket. */
gboolean cli_bracket_has_structure(const CliBracketTable *table);
/* The growth vector of D, for any of the brackets; FALSE if there is none. */
gboolean cli_bracket_find_growth(const CliBracketTable *table, NoslipGrowth *growth);
/* Prints the table. */
int cli_bracket_print_json(const CliBracketTable *table);
