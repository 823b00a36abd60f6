/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From tokens to statements: each by the parser of its first word. */
#include "core/language/names.h"
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

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
  noslip_source_include(source);
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
  noslip_source_include(source);
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
