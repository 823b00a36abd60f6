/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of statements: the parser, the editor and the reference read the same one. Inside language/. */
#pragma once

#include "core/language/parser.h"

typedef enum {
  STATEMENT_NOSLIP,
  STATEMENT_TITLE,
  STATEMENT_SUMMARY,
  STATEMENT_SOURCE,
  STATEMENT_TAGS,
  STATEMENT_PARAMETER,
  STATEMENT_LET,
  STATEMENT_COORDINATE,
  STATEMENT_MANIFOLD,
  STATEMENT_ROTATION,
  STATEMENT_VELOCITY,
  STATEMENT_SECTION,
  STATEMENT_BRACKET,
  STATEMENT_LAGRANGIAN,
  STATEMENT_KINETIC,
  STATEMENT_POTENTIAL,
  STATEMENT_CONSTRAINT,
  STATEMENT_FORCE,
  STATEMENT_DYNAMICS,
  STATEMENT_INITIAL,
  STATEMENT_RUN,
  STATEMENT_OBSERVABLE,
  STATEMENT_CLAIM,
  STATEMENT_REDUCTION,
  STATEMENT_DRAW,
  STATEMENT_TRAIL,
  STATEMENT_CAMERA,
  STATEMENT_PLOT,
  N_STATEMENTS
} StatementKind;

struct _StatementEntry {
  StatementKind kind;
  const NoslipStatementHelp *help;
  void (*parse)(Parser *parser);
  const char *words; /* that end an expression of the statement, with a blank on both sides of each */
  gboolean is_value; /* the keyword is also a name in expressions */
};

/* NULL where `keyword` is not the first word of a statement. */
const StatementEntry *noslip_statement_entry(const char *keyword);
const StatementEntry *noslip_statement_entries(void); /* N_STATEMENTS of them, by kind */

/* sin … max; FALSE for anything else. */
gboolean noslip_language_function(const char *name, NoslipOp *op, guint *arity);
/* p d lambda mu jacobi, which act before "(" only. */
gboolean noslip_language_acts(const char *name);
/* pi, t, energy …: names that exist by themselves. */
const char *const *noslip_language_existing(guint *n);
gboolean noslip_language_is_reserved(const char *name);

/* parser.c, parser-picture.c */
void noslip_parse_noslip(Parser *parser);
void noslip_parse_string(Parser *parser);
void noslip_parse_tags(Parser *parser);
void noslip_parse_parameter(Parser *parser);
void noslip_parse_definition(Parser *parser);
void noslip_parse_coordinate(Parser *parser);
void noslip_parse_manifold(Parser *parser);
void noslip_parse_rotation(Parser *parser);
void noslip_parse_section(Parser *parser);
void noslip_parse_bracket(Parser *parser);
void noslip_parse_function(Parser *parser);
void noslip_parse_constraint(Parser *parser);
void noslip_parse_force(Parser *parser);
void noslip_parse_dynamics(Parser *parser);
void noslip_parse_initial(Parser *parser);
void noslip_parse_run(Parser *parser);
void noslip_parse_claim(Parser *parser);
void noslip_parse_reduction(Parser *parser);
void noslip_parse_draw(Parser *parser);
void noslip_parse_trail(Parser *parser);
void noslip_parse_camera(Parser *parser);
void noslip_parse_plot(Parser *parser);

/* What `draw WORD` draws. */
gboolean noslip_draw_kind(const char *word, NoslipDrawKind *kind);
