/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the lexer share. Inside language/. */
#pragma once

#include "core/language/source.h"
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define BINARY_LOOKED_AT 8192 /* bytes of a file that are examined to see whether it is a text */

typedef struct {
  Source *source;
  gsize at;
  guint line, column;
  guint depth;          /* of open brackets in the statement */
  guint braces;         /* number of { among the open brackets */
  guint blocks;         /* open blocks of `for` */
  gboolean in_for;      /* the statement begins with `for`: its { opens a block */
  gboolean starts_line; /* there are only blanks before this place in its line */
  gboolean in_statement;
  gboolean in_tags;
  gboolean backslash; /* the last token of the line was a backslash */
  gboolean comments;
  gboolean encoding_reported;
  gboolean full;
} Lexer;

/* lexer.c */
void noslip_lexer_end_statement(Lexer *lexer);

/* lexer-words.c: the present place in the text. */
NoslipPlace noslip_lexer_here(const Lexer *lexer, guint length);
gunichar noslip_lexer_peek_at(const Lexer *lexer, gsize offset, guint *length);
gunichar noslip_lexer_peek(const Lexer *lexer);
void noslip_lexer_advance(Lexer *lexer);
Token *noslip_lexer_add_token(Lexer *lexer, TokenKind kind, gsize start, NoslipPlace place);
gboolean noslip_lexer_is_digit_at(const Lexer *lexer, gsize offset);
char noslip_lexer_byte_at(const Lexer *lexer, gsize offset);
gboolean noslip_lexer_is_blank(gunichar c);
const Token *noslip_lexer_last_token(const Lexer *lexer);

/* lexer-words.c: words. */
gboolean noslip_lexer_is_name_start(gunichar c);
gboolean noslip_lexer_is_name_part(gunichar c);
gboolean noslip_lexer_is_prime(gunichar c);
void noslip_lex_name(Lexer *lexer);
void noslip_lex_number(Lexer *lexer);
gboolean noslip_lexer_at_line_end(const Lexer *lexer);
void noslip_lex_string(Lexer *lexer);
void noslip_lex_word(Lexer *lexer);

/* lexer-signs.c */
void noslip_lex_sign(Lexer *lexer);
