/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that the parsers of all statements use. */
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

const Token *
noslip_parser_token(const Parser *parser)
{
  return noslip_source_token(parser->source, parser->at);
}

void
noslip_parser_round(const Parser *parser, guint *last)
{
  g_assert(parser->failed || *last == G_MAXUINT || parser->at > *last);
  *last = parser->at;
}

gboolean
noslip_parser_at_op(const Parser *parser, char op)
{
  const Token *token = noslip_parser_token(parser);
  return token->kind == TOKEN_OPERATOR && token->op == op;
}

gboolean
noslip_parser_at_word(const Parser *parser, const char *word)
{
  const Token *token = noslip_parser_token(parser);
  return token->kind == TOKEN_NAME && strcmp(token->text, word) == 0;
}

gboolean
noslip_parser_take_op(Parser *parser, char op)
{
  gboolean at = !parser->failed && noslip_parser_at_op(parser, op);
  parser->at += at;
  return at;
}

gboolean
noslip_parser_take_word(Parser *parser, const char *word)
{
  gboolean at = !parser->failed && noslip_parser_at_word(parser, word);
  parser->at += at;
  return at;
}

NoslipDiagnostic *
noslip_parser_fail(Parser *parser, NoslipCode code, NoslipPlace place, const char *remedy, const char *format, ...)
{
  if (parser->failed)
    return NULL;
  parser->failed = parser->statement.broken = TRUE;
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *cause = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  return noslip_source_error(parser->source, code, place, remedy, "%s", cause);
}

char *
noslip_parser_decimal_comma(const Parser *parser, guint at)
{
  if (at == 0 || at + 1 >= parser->source->tokens->len)
    return NULL;
  const Token *comma = noslip_source_token(parser->source, at), *before = comma - 1, *after = comma + 1;
  if (comma->kind != TOKEN_OPERATOR || comma->op != ',' || before->kind != TOKEN_NUMBER ||
      after->kind != TOKEN_NUMBER || before->end != comma->start || comma->end != after->start)
    return NULL;
  return g_strdup_printf(_("write %s.%s: decimals follow a point"), before->text, after->text);
}

/* Reports "expected WHAT, found …"; at_end: nothing more was expected. */
static void
report_expected(Parser *parser, const char *what, gboolean at_end)
{
  const Token *token = noslip_parser_token(parser);
  if (parser->failed)
    return;
  if (token->kind == TOKEN_ERROR) { /* the lexer has reported the error */
    parser->failed = parser->statement.broken = TRUE;
    return;
  }
  g_autofree char *decimal = noslip_parser_decimal_comma(parser, parser->at);
  if (decimal == NULL && parser->slip(parser, at_end))
    return;
  gboolean is_decimal = decimal != NULL;
  g_autofree char *form = decimal != NULL        ? g_steal_pointer(&decimal)
                          : parser->form != NULL ? g_strdup_printf(_("write: %s"), parser->form)
                                                 : NULL;
  g_autofree char *found = token->kind == TOKEN_END ? g_strdup(_("the end of the statement"))
                                                    : noslip_source_slice(parser->source, parser->at, parser->at);
  if (token->kind == TOKEN_OPERATOR && strchr(")]}", token->op) != NULL && at_end)
    noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, _("take it away, or open it before"),
                       _("this %c closes nothing"), token->op);
  const StatementEntry *entry = token->kind == TOKEN_NAME ? noslip_statement_entry(token->text) : NULL;
  if (entry != NULL && (entry->flags & STATEMENT_VALUE) == 0)
    noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place,
                                                 _("begin a new line before it"),
                                                 _("%s begins a statement, and a line has one statement"), token->text),
                              noslip_source_gap(parser->source, parser->at - 1, parser->at), "\n");
  NoslipDiagnostic *error =
      noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, form, _("expected %s, found %s"), what, found);
  if (is_decimal)
    noslip_diagnostic_set_fix(error, token->place, ".");
}

void
noslip_parser_expected(Parser *parser, const char *what)
{
  if (!parser->failed)
    report_expected(parser, *what != '\0' ? _(what) : "", FALSE);
}

void
noslip_parser_expect_end(Parser *parser, const char *what)
{
  if (!parser->failed)
    report_expected(parser, _(what), TRUE);
}

void
noslip_parser_expect_word(Parser *parser, const char *word)
{
  if (!parser->failed && !noslip_parser_take_word(parser, word))
    report_expected(parser, word, FALSE);
}

void
noslip_parser_expect_op(Parser *parser, char op, const char *where)
{
  if (parser->failed || noslip_parser_take_op(parser, op))
    return;
  const char *sign = op == '.' ? ".." : (char[2]){op, 0};
  g_autofree char *what = *where != '\0' ? g_strdup_printf("%s %s", sign, _(where)) : g_strdup(sign);
  report_expected(parser, what, FALSE);
}

void
noslip_parser_part(Parser *parser, PartKind kind, guint token, const Span *expr, const char *text)
{
  Part part = {.kind = kind, .token = token, .text = text};
  if (expr != NULL)
    part.expr = *expr;
  g_array_append_val(parser->source->parts, part);
  parser->statement.n_parts++;
}

void
noslip_parser_string(Parser *parser, PartKind kind, const char *what)
{
  const Token *token = noslip_parser_token(parser);
  if (parser->failed)
    return;
  if (token->kind != TOKEN_STRING) {
    noslip_parser_expected(parser, what);
    return;
  }
  noslip_parser_part(parser, kind, parser->at, NULL, token->text);
  parser->at++;
}

guint
noslip_parser_name(Parser *parser, gboolean primes, const char *what)
{
  const Token *token = noslip_parser_token(parser);
  if (parser->failed)
    return parser->at;
  if (token->kind != TOKEN_NAME)
    noslip_parser_expected(parser, what);
  else if (token->primes > 0 && !primes)
    noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, _("leave the prime out"),
                       _("%s is a velocity; expected %s"), token->text, _(what));
  return parser->failed ? parser->at : parser->at++;
}
