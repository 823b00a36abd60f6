/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the parser share. One error per statement: after it `failed` is set, every function below returns
 * at once, and the next statement starts afresh. Inside language/. */
#pragma once

#include "core/language/source.h"

typedef struct _Parser Parser;

struct _Parser {
  Source *source;
  guint at; /* index of the present token */
  Statement statement;
  guint first_node; /* index of the statement's first node */
  guint depth;
  gboolean in_condition; /* parentheses may contain a condition */
  const char *words;     /* words that end an expression here */
  const char *form;      /* the statement's grammar, for messages */
  /* parser-slips.c: names the probable meaning of a token that is not expected; FALSE if it is unknown */
  gboolean (*slip)(Parser *parser, gboolean at_end);
  gboolean failed;
};

/* The present token; whether it is this operator or word; the same, and if so it is taken. */
const Token *noslip_parser_token(const Parser *parser);
gboolean noslip_parser_at_op(const Parser *parser, char op);
gboolean noslip_parser_at_word(const Parser *parser, const char *word);
gboolean noslip_parser_take_op(Parser *parser, char op);
gboolean noslip_parser_take_word(Parser *parser, const char *word);
/* Takes the operator, or fails: "expected OP WHERE". */
void noslip_parser_expect_op(Parser *parser, char op, const char *where);
/* Fails at the present token: "expected WHAT, found …"; silent if the lexer has already reported an error. Like every
 * `what` and `where` here, WHAT is marked for translation and translated only when it is printed. */
void noslip_parser_expected(Parser *parser, const char *what);
/* The same if nothing more is allowed. */
void noslip_parser_expect_end(Parser *parser, const char *what);
/* Takes a word of the language, which is never translated, or fails. */
void noslip_parser_expect_word(Parser *parser, const char *word);
/* Returns the error, to set a fix, or NULL if it was not kept. */
NoslipDiagnostic *noslip_parser_fail(Parser *parser, NoslipCode code, NoslipPlace place, const char *remedy,
                                     const char *format, ...) G_GNUC_PRINTF(5, 6);
/* Adds a part; `token` is the present one unless the caller has a better one. */
void noslip_parser_part(Parser *parser, PartKind kind, guint token, const Span *expr, const char *text);
/* A string, as a part. */
void noslip_parser_string(Parser *parser, PartKind kind, const char *what);
/* A NAME of this statement, with a prime if `primes` allows it; returns its token. */
guint noslip_parser_name(Parser *parser, gboolean primes, const char *what);

/* "write 0.5 …" if the token at `at` is the comma of a number such as 0,5; else NULL. Free with g_free(). */
char *noslip_parser_decimal_comma(const Parser *parser, guint at);
/* For loops that take tokens: asserts that the previous round has taken a token or failed. *last is G_MAXUINT before
 * the first round. */
void noslip_parser_round(const Parser *parser, guint *last);

/* parser-slips.c: reports a notation of other languages in place of what is expected; FALSE if it is not known. at_end:
 * nothing more is allowed. */
gboolean noslip_parser_slip(Parser *parser, gboolean at_end);
/* Fails at a function without its parentheses. */
void noslip_parser_report_function(Parser *parser);
/* `1 kg`, `30 degrees`: TRUE, with an error of its own; it is not a product. */
gboolean noslip_parser_is_unit(Parser *parser);
/* `constraint blade v2 = 0`: TRUE, with an error of its own, if a name without a colon precedes an expression. */
gboolean noslip_parser_lacks_colon(Parser *parser);

/* parser-expression.c: an expression, as a part. */
void noslip_parser_expression(Parser *parser, PartKind kind);
Span noslip_parser_span(Parser *parser);
/* A point that may be followed by another one: a name, or an expression in parentheses. */
void noslip_parser_point(Parser *parser, PartKind kind);
