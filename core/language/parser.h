/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the parser share. One error a statement: after it `failed` is set, every function below returns
 * at once, and the next statement starts afresh. Inside language/. */
#pragma once

#include "core/language/source.h"

typedef struct _Parser Parser;

struct _Parser {
  Source *source;
  guint at; /* token */
  Statement statement;
  guint first_node; /* of the statement */
  guint depth;
  gboolean in_condition; /* parentheses may hold one */
  const char *words;     /* that end an expression here */
  const char *form;      /* what to write, for messages */
  /* parser-slips.c: says what was meant by what stands in place of what is expected; FALSE where that is unknown */
  gboolean (*slip)(Parser *parser, gboolean at_end);
  gboolean failed;
};

const Token *noslip_parser_token(const Parser *parser);
gboolean noslip_parser_at_op(const Parser *parser, char op);
gboolean noslip_parser_at_word(const Parser *parser, const char *word);
gboolean noslip_parser_take_op(Parser *parser, char op);
gboolean noslip_parser_take_word(Parser *parser, const char *word);
void noslip_parser_expect_op(Parser *parser, char op, const char *where);
/* Fails at the present token: "expected WHAT, found …"; silent where the lexer has already reported an error. Like
 * every `what` and `where` here, WHAT is marked for translation and translated only when it is printed. */
void noslip_parser_expected(Parser *parser, const char *what);
/* The same where nothing more may stand. */
void noslip_parser_expect_end(Parser *parser, const char *what);
/* Takes a word of the language, which no translation changes, or fails. */
void noslip_parser_expect_word(Parser *parser, const char *word);
/* Returns the error, to set a fix, or NULL where it was not kept. */
NoslipDiagnostic *noslip_parser_fail(Parser *parser, NoslipCode code, NoslipPlace place, const char *remedy,
                                     const char *format, ...) G_GNUC_PRINTF(5, 6);
/* Adds a part; `token` is the present one where the caller has no better. */
void noslip_parser_part(Parser *parser, PartKind kind, guint token, const Span *expr, const char *text);
/* A string, as a part. */
void noslip_parser_string(Parser *parser, PartKind kind, const char *what);
/* A NAME of this statement, with a prime where `primes` allows it; returns its token. */
guint noslip_parser_name(Parser *parser, gboolean primes, const char *what);

/* "write 0.5 …" where the token at `at` is the comma of a number such as 0,5; else NULL. Free with g_free(). */
char *noslip_parser_decimal_comma(const Parser *parser, guint at);
/* At the head of a loop that takes tokens: asserts that the round before has taken one, or has failed. *last is
 * G_MAXUINT before the first round. */
void noslip_parser_round(const Parser *parser, guint *last);

/* parser-slips.c: what a hand that knows other notations has written in place of what is expected; FALSE where it is
 * none of them. `at_end` where nothing more may stand. */
gboolean noslip_parser_slip(Parser *parser, gboolean at_end);
/* Fails at a function without its parentheses. */
void noslip_parser_say_function(Parser *parser);
/* `1 kg`, `30 degrees`: TRUE, with an error of its own; no product is meant. */
gboolean noslip_parser_is_unit(Parser *parser);

/* parser-expression.c: an expression, as a part. */
void noslip_parser_expression(Parser *parser, PartKind kind);
Span noslip_parser_span(Parser *parser);
/* A point that another may follow: a name, or what stands in parentheses. */
void noslip_parser_point(Parser *parser, PartKind kind);
