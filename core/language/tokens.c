/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tokens for highlighting: the parser's lexer, without its diagnostics. */
#include "core/language/statements.h"

#include <string.h>

static NoslipTokenKind
kind_of(const Source *source, guint i, gboolean first)
{
  const Token *token = noslip_source_token(source, i);
  const Token *next = i + 1 < source->tokens->len ? noslip_source_token(source, i + 1) : NULL;
  gboolean called = next != NULL && next->kind == TOKEN_OPERATOR && next->op == '(';
  NoslipOp op;
  guint arity;
  switch (token->kind) {
  case TOKEN_NAME:
    if (first && noslip_statement_entry(token->text) != NULL)
      return NOSLIP_TOKEN_KEYWORD;
    if (noslip_language_function(token->text, &op, &arity) || (called && noslip_language_acts(token->text)))
      return NOSLIP_TOKEN_FUNCTION;
    return NOSLIP_TOKEN_NAME;
  case TOKEN_NUMBER:
    return NOSLIP_TOKEN_NUMBER;
  case TOKEN_STRING:
    return NOSLIP_TOKEN_STRING;
  case TOKEN_WORD:
    return NOSLIP_TOKEN_NAME;
  case TOKEN_OPERATOR:
    return NOSLIP_TOKEN_OPERATOR;
  case TOKEN_COMMENT:
    return NOSLIP_TOKEN_COMMENT;
  default:
    return NOSLIP_TOKEN_ERROR;
  }
}

GArray *
noslip_language_tokens(const char *text, gssize length)
{
  GArray *spans = g_array_new(FALSE, FALSE, sizeof(NoslipTokenSpan));
  gsize size = length >= 0 ? (gsize) length : strnlen(text, NOSLIP_LANGUAGE_MOST_BYTES);
  g_autoptr(Source) source = noslip_source_new(text, MIN(size, NOSLIP_LANGUAGE_MOST_BYTES), NULL);
  noslip_source_lex(source, TRUE);
  gboolean first = TRUE;
  for (guint i = 0; i < source->tokens->len; i++) {
    const Token *token = noslip_source_token(source, i);
    if (token->kind != TOKEN_END && token->end > token->start) {
      NoslipTokenSpan span = {kind_of(source, i, first), token->start, token->end};
      g_array_append_val(spans, span);
    }
    if (token->kind != TOKEN_COMMENT)
      first = token->kind == TOKEN_END;
  }
  return spans;
}
