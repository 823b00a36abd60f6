/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From tokens to statements: the first word of a statement determines its parser. */
#include "core/language/names.h"
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Records a statement with an error that would define the Lagrangian, so that a missing one is not reported too. */
static void
note_lagrangian(Parser *parser, const char *word)
{
  if (strcmp(word, "lagrangian") == 0 || strcmp(word, "kinetic") == 0 || strcmp(word, "potential") == 0)
    g_hash_table_add(parser->source->lost, (gpointer) "lagrangian");
}

/* Whether another statement of the text begins with this word. */
static gboolean
has_statement(const Parser *parser, const char *word)
{
  for (guint i = 0; i < parser->source->tokens->len; i++) {
    const Token *token = noslip_source_token(parser->source, i);
    if (token->kind == TOKEN_NAME && strcmp(token->text, word) == 0 &&
        (i == 0 || noslip_source_token(parser->source, i - 1)->kind == TOKEN_END))
      return TRUE;
  }
  return FALSE;
}

/* Reports first words of other languages and of blackboard notation. Entries that end with `=` must be followed by that
 * sign: L = … */
static gboolean
report_other_word(Parser *parser, const Token *token)
{
  static const struct {
    const char *word, *meant;
    gboolean sign;
  } words[] = {{"const", "parameter", FALSE},
               {"param", "parameter", FALSE},
               {"par", "parameter", FALSE},
               {"var", "coordinate", FALSE},
               {"variable", "coordinate", FALSE},
               {"angle", "coordinate", FALSE},
               {"define", "let", FALSE},
               {"def", "let", FALSE},
               {"set", "let", FALSE},
               {"init", "initial", FALSE},
               {"start", "initial", FALSE},
               {"simulate", "run to", FALSE},
               {"damping", "damper", FALSE},
               {"L", "lagrangian", TRUE},
               {"Lagrangian", "lagrangian", TRUE},
               {"T", "kinetic", TRUE},
               {"V", "potential", TRUE},
               {"U", "potential", TRUE}};
  const Token *next = noslip_source_token(parser->source, parser->at + 1);
  gboolean sign = next->kind == TOKEN_OPERATOR && next->op == '=';
  for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
    if (strcmp(token->text, words[i].word) != 0 || sign != words[i].sign ||
        (sign && (has_statement(parser, "lagrangian") || has_statement(parser, words[i].meant))))
      continue;
    g_autofree char *remedy = g_strdup_printf(_("did you mean %s?"), words[i].meant);
    NoslipPlace place = sign ? noslip_source_place(parser->source, parser->at, parser->at + 1) : token->place;
    note_lagrangian(parser, words[i].meant);
    noslip_diagnostic_set_fix(noslip_source_error(parser->source, NOSLIP_CODE_UNKNOWN_NAME, token->place, remedy,
                                                  _("there is no statement %s"), token->text),
                              place, words[i].meant);
    return TRUE;
  }
  if (strcmp(token->text, "equation") == 0 || strcmp(token->text, "equations") == 0) {
    noslip_source_error(parser->source, NOSLIP_CODE_UNKNOWN_NAME, token->place,
                        _("give lagrangian, constraint and force: the equations of motion follow from them"),
                        _("there is no statement %s"), token->text);
    return TRUE;
  }
  return FALSE;
}

static void
report_no_statement(Parser *parser, const Token *token)
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
  if (report_other_word(parser, token))
    return;
  Nearest nearest;
  noslip_nearest_start(&nearest, token->text);
  for (guint i = 0; i < N_STATEMENTS; i++)
    noslip_nearest_try(&nearest, noslip_statement_entries()[i].help->keyword);
  const Token *next = noslip_source_token(parser->source, parser->at + 1);
  gboolean equation = next->kind == TOKEN_OPERATOR && next->op == '=';
  g_autofree char *remedy = noslip_nearest_remedy(&nearest), *fix = NULL;
  NoslipPlace place = token->place;
  if (remedy != NULL) {
    fix = g_strdup(nearest.best);
    note_lagrangian(parser, nearest.best);
  } else if (equation) {
    remedy = g_strdup_printf(_("did you mean let %s = …?"), token->text);
    fix = g_strdup("let ");
    place.length = 0;
  }
  noslip_diagnostic_set_fix(
      noslip_source_error(parser->source, NOSLIP_CODE_UNKNOWN_NAME, token->place,
                          remedy != NULL ? remedy : _("a statement begins with a word such as coordinate or let"),
                          _("there is no statement %s"), token->text),
      place, fix);
}

/* Notes the names that a statement with an error would have declared: those before its = or :. */
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
    report_no_statement(parser, token);
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

/* The last token is the END of the last statement; the lexer guarantees it. */
void
noslip_source_parse(Source *source)
{
  Parser parser = {.source = source, .slip = noslip_parser_slip};
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
  Parser parser = {.source = source, .words = " ", .slip = noslip_parser_slip};
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
