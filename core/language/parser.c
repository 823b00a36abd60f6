/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements: each is read by the function that its entry of the table names. */
#include "core/language/names.h"
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

void
noslip_parser_fail(Parser *parser, NoslipCode code, NoslipPlace place, const char *remedy, const char *format, ...)
{
  if (parser->failed)
    return;
  parser->failed = parser->statement.broken = TRUE;
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *cause = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  noslip_source_error(parser->source, code, place, remedy, "%s", cause);
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
  return g_strdup_printf(_("write %s.%s: decimals stand behind a point"), before->text, after->text);
}

/* `what` is in the user's words; `at_end` whether nothing more was expected. */
static void
say_expected(Parser *parser, const char *what, gboolean at_end)
{
  const Token *token = noslip_parser_token(parser);
  if (parser->failed)
    return;
  if (token->kind == TOKEN_ERROR) { /* the lexer has said what is wrong */
    parser->failed = parser->statement.broken = TRUE;
    return;
  }
  g_autofree char *decimal = noslip_parser_decimal_comma(parser, parser->at);
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
    noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, _("begin a new line before it"),
                       _("%s begins a statement, and a line has one statement"), token->text);
  noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, form, _("expected %s, found %s"), what, found);
}

void
noslip_parser_expected(Parser *parser, const char *what)
{
  if (!parser->failed)
    say_expected(parser, *what != '\0' ? _(what) : "", FALSE);
}

void
noslip_parser_expect_end(Parser *parser, const char *what)
{
  if (!parser->failed)
    say_expected(parser, _(what), TRUE);
}

void
noslip_parser_expect_word(Parser *parser, const char *word)
{
  if (!parser->failed && !noslip_parser_take_word(parser, word))
    say_expected(parser, word, FALSE);
}

void
noslip_parser_expect_op(Parser *parser, char op, const char *where)
{
  if (parser->failed || noslip_parser_take_op(parser, op))
    return;
  const char *sign = op == '.' ? ".." : (char[2]){op, 0};
  g_autofree char *what = *where != '\0' ? g_strdup_printf("%s %s", sign, _(where)) : g_strdup(sign);
  say_expected(parser, what, FALSE);
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

static void
say_no_statement(Parser *parser, const Token *token)
{
  if (token->kind == TOKEN_ERROR)
    return;
  if (token->kind == TOKEN_OPERATOR && strchr("+-*/^=,.:", token->op) != NULL) {
    noslip_source_error(parser->source, NOSLIP_CODE_SYNTAX, token->place,
                        _("end the line before with the operator, or with \\"),
                        _("a line that begins with an operator does not continue the one before"));
    return;
  }
  if (token->kind != TOKEN_NAME) {
    noslip_source_error(parser->source, NOSLIP_CODE_SYNTAX, token->place,
                        _("end the line before with \\ to continue it"),
                        _("a statement begins with a word such as coordinate or let"));
    return;
  }
  Nearest nearest;
  noslip_nearest_start(&nearest, token->text);
  for (guint i = 0; i < N_STATEMENTS; i++)
    noslip_nearest_try(&nearest, noslip_statement_entries()[i].help->keyword);
  const Token *next = noslip_source_token(parser->source, parser->at + 1);
  g_autofree char *remedy = noslip_nearest_remedy(&nearest);
  if (remedy == NULL && next->kind == TOKEN_OPERATOR && next->op == '=')
    remedy = g_strdup_printf(_("did you mean let %s = …?"), token->text);
  noslip_source_error(parser->source, NOSLIP_CODE_UNKNOWN_NAME, token->place,
                      remedy != NULL ? remedy : _("a statement begins with a word such as coordinate or let"),
                      _("there is no statement %s"), token->text);
}

/* The names that a statement with an error would have declared: those before its = or :. */
static void
note_lost(Parser *parser, guint first)
{
  Source *source = parser->source;
  const StatementEntry *entry = parser->statement.entry;
  if (entry != NULL && entry->declare == noslip_declare_nothing)
    return;
  for (guint i = first; i < parser->at; i++) {
    const Token *token = noslip_source_token(source, i);
    if (token->kind == TOKEN_OPERATOR && (token->op == '=' || token->op == ':'))
      break;
    if (token->kind == TOKEN_NAME)
      g_hash_table_add(source->lost, (gpointer) token->text);
  }
}

static void
parse_statement(Parser *parser)
{
  Source *source = parser->source;
  const Token *token = noslip_parser_token(parser);
  parser->failed = FALSE;
  parser->depth = 0;
  parser->in_condition = FALSE;
  parser->first_node = source->nodes->len;
  const StatementEntry *entry = token->kind == TOKEN_NAME ? noslip_statement_entry(token->text) : NULL;
  parser->statement = (Statement){.entry = entry, .keyword = parser->at, .part = source->parts->len};
  if (entry == NULL) {
    say_no_statement(parser, token);
  } else {
    parser->words = entry->words;
    parser->form = entry->help->form;
    parser->at++;
    entry->parse(parser);
    if (!parser->failed && noslip_parser_token(parser)->kind != TOKEN_END)
      noslip_parser_expect_end(parser, N_("the end of the statement"));
  }
  while (noslip_parser_token(parser)->kind != TOKEN_END)
    parser->at++;
  parser->statement.end = parser->at;
  if (entry == NULL || parser->failed)
    note_lost(parser, parser->statement.keyword);
  if (entry != NULL)
    g_array_append_val(source->statements, parser->statement);
}

/* The last token is the END of the last statement: the lexer sees to it. */
void
noslip_source_parse(Source *source)
{
  Parser parser = {.source = source};
  guint last = G_MAXUINT;
  noslip_source_expand(source);
  for (; parser.at < source->tokens->len; parser.at++) {
    noslip_parser_round(&parser, &last);
    if (noslip_parser_token(&parser)->kind != TOKEN_END)
      parse_statement(&parser);
    parser.failed = FALSE;
  }
}

gboolean
noslip_source_parse_expression(Source *source, Span *expr)
{
  Parser parser = {.source = source, .words = " "};
  noslip_source_expand(source);
  if (source->tokens->len == 0) {
    noslip_source_error(source, NOSLIP_CODE_SYNTAX, (NoslipPlace){1, 1, 1}, NULL, _("there is no expression"));
    return FALSE;
  }
  *expr = noslip_parser_span(&parser);
  if (!parser.failed && parser.at + 1 < source->tokens->len)
    noslip_parser_expect_end(&parser, N_("the end of the expression"));
  return !parser.failed && !parser.statement.broken;
}
