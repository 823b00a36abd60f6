/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of statements, which the parser, the editor and the reference share. Inside language/. */
#pragma once

#include "core/language/parser.h"

typedef enum {
#define NOSLIP_STATEMENT(kind, ...) STATEMENT_##kind,
#include "core/language/statements.def"
#undef NOSLIP_STATEMENT
  N_STATEMENTS
} StatementKind;

typedef enum {
  STATEMENT_ONCE = 1 << 0,  /* at most once in a file */
  STATEMENT_VALUE = 1 << 1, /* the word is a name in expressions too */
  STATEMENT_STILL = 1 << 2, /* it changes no equation of motion: texts, initial values, claims, pictures */
  STATEMENT_FORCE_ON =
      1 << 3, /* it adds its value (PART_VALUE) to the force on the velocity that it names (PART_NAME) */
} StatementFlags;

typedef struct _Builder Builder;

struct _StatementEntry {
  StatementKind kind;
  const NoslipStatementHelp *help;
  void (*parse)(Parser *parser);
  void (*declare)(Builder *builder, guint statement); /* noslip_declare_nothing() if it declares no name */
  const char *words; /* words that end an expression of the statement, with a blank on both sides of each */
  guint flags;
};

/* NULL if `keyword` is not the first word of a statement. */
const StatementEntry *noslip_statement_entry(const char *keyword);
const StatementEntry *noslip_statement_entries(void); /* N_STATEMENTS of them, by kind */

/* sin … max; FALSE for any other word. */
gboolean noslip_language_function(const char *name, NoslipOp *op, guint *arity);
/* p d lambda mu jacobi, which have a special meaning before "(" only. */
gboolean noslip_language_acts(const char *name);
/* pi, t, energy …: predefined names. */
const char *const *noslip_language_existing(guint *n);
gboolean noslip_language_is_reserved(const char *name);

/* parser.c, parser-picture.c */
#define NOSLIP_STATEMENT(kind, word, parser, ...) void noslip_parse_##parser(Parser *parser);
#include "core/language/statements.def"
#undef NOSLIP_STATEMENT

/* build-names.c */
#define NOSLIP_STATEMENT(kind, word, parser, declares, ...)                                                            \
  void noslip_declare_##declares(Builder *builder, guint statement);
#include "core/language/statements.def"
#undef NOSLIP_STATEMENT

/* The kind of `draw WORD`; FALSE if the word is unknown. */
gboolean noslip_draw_kind(const char *word, NoslipDrawKind *kind);
