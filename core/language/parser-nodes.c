/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes of an expression, and advice for two operands without an operator between them. */
#include "core/language/parser-private.h"
#include "core/language/parser.h"
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

guint32
noslip_parser_add_node(Parser *parser, NodeKind kind, guint op, guint token, guint32 a, guint32 b, guint32 c)
{
  Source *source = parser->source;
  Node node = {.kind = (guint8) kind, .op = (guint8) op, .token = token, .operand = {a, b, c}};
  if (parser->failed)
    return 0;
  if (source->nodes->len - parser->first_node >= NOSLIP_LANGUAGE_MOST_NODES) {
    noslip_parser_fail(parser, NOSLIP_CODE_TOO_LARGE, noslip_source_token(source, parser->statement.keyword)->place,
                       _("split it with let"), _("the statement has more than %d numbers, names and operators"),
                       NOSLIP_LANGUAGE_MOST_NODES);
    return 0;
  }
  g_array_append_val(source->nodes, node);
  return source->nodes->len - 1;
}

gboolean
noslip_parser_enter(Parser *parser)
{
  if (!parser->failed && parser->depth >= NOSLIP_LANGUAGE_MOST_DEPTH)
    noslip_parser_fail(parser, NOSLIP_CODE_TOO_LARGE, noslip_parser_token(parser)->place, _("split it with let"),
                       _("the expression is nested deeper than %d levels"), NOSLIP_LANGUAGE_MOST_DEPTH);
  if (parser->failed)
    return FALSE;
  parser->depth++;
  return TRUE;
}

/* The place where text can be added at the end of a statement. */
static NoslipPlace
end_of_statement(const Parser *parser)
{
  NoslipPlace place = noslip_parser_token(parser)->place;
  return (NoslipPlace){place.line, place.column, 0};
}

void
noslip_parser_expect_close(Parser *parser, char close, guint opener)
{
  if (parser->failed || noslip_parser_take_op(parser, close))
    return;
  if (noslip_parser_token(parser)->kind == TOKEN_END)
    noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX,
                                                 noslip_source_token(parser->source, opener)->place, NULL,
                                                 _("this is never closed; a %c is missing"), close),
                              end_of_statement(parser), (char[2]){close, 0});
  else
    noslip_parser_expected(parser, close == ')' ? N_(") or an operator") : close == '}' ? N_("} or an operator") : "]");
}

gboolean
noslip_parser_names_rotation(const Parser *parser)
{
  guint i = parser->at + 2;
  if (i + 1 >= parser->source->tokens->len)
    return FALSE;
  const Token *close = noslip_source_token(parser->source, i + 1);
  return noslip_source_token(parser->source, i)->kind == TOKEN_NAME && close->kind == TOKEN_OPERATOR &&
         close->op == ')';
}

gboolean
noslip_parser_at_operand(const Parser *parser)
{
  const Token *token = noslip_parser_token(parser);
  if (token->kind == TOKEN_NUMBER)
    return TRUE;
  if (token->kind == TOKEN_OPERATOR)
    return token->op == '(' || token->op == '{';
  if (token->kind != TOKEN_NAME ||
      (parser->in_condition && (strcmp(token->text, "and") == 0 || strcmp(token->text, "or") == 0)))
    return FALSE;
  const StatementEntry *entry = noslip_statement_entry(token->text);
  if (entry != NULL && (entry->flags & STATEMENT_VALUE) == 0)
    return FALSE;
  if (parser->depth > 0)
    return TRUE;
  g_autofree char *word = g_strdup_printf(" %s ", token->text);
  return strstr(parser->words, word) == NULL;
}

/* Reports `plot x y`, which probably means a curve or two graphs, not a product. */
static gboolean
report_against(Parser *parser)
{
  Source *source = parser->source;
  const Token *token = noslip_parser_token(parser);
  if (parser->depth > 0 || strstr(parser->words, " against ") == NULL || token->kind != TOKEN_NAME ||
      noslip_source_token(source, parser->at - 1)->kind == TOKEN_NUMBER)
    return FALSE;
  for (guint at = parser->statement.keyword; at < parser->at; at++)
    if (g_strcmp0(noslip_source_token(source, at)->text, "against") == 0)
      return FALSE;
  g_autofree char *remedy =
      g_strdup_printf(_("write against %s, or a plot of %s on a line of its own"), token->text, token->text);
  NoslipDiagnostic *error = noslip_source_error(source, NOSLIP_CODE_SYNTAX, token->place, remedy,
                                                _("expected %s, found %s"), "against", token->text);
  noslip_diagnostic_set_fix(error, noslip_source_gap(source, parser->at - 1, parser->at), " against ");
  return TRUE;
}

/* if x > 0 then 1 else 2 */
static gboolean
report_case(Parser *parser)
{
  const Token *word = noslip_source_token(parser->source, parser->at - 1);
  if (word->kind != TOKEN_NAME || strcmp(word->text, "if") != 0)
    return FALSE;
  noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, word->place, _("write if(condition, a, b) for cases"),
                     _("%s is a function, and its argument is written in parentheses"), word->text);
  return TRUE;
}

void
noslip_parser_report_product(Parser *parser, guint left)
{
  Source *source = parser->source;
  guint before = parser->at - 1;
  if (report_against(parser) || report_case(parser))
    return;
  if (!(noslip_source_token(source, before)->kind == TOKEN_OPERATOR))
    left = before;
  guint last = parser->at;
  const Token *token = noslip_parser_token(parser);
  if (token->kind == TOKEN_OPERATOR)
    for (guint depth = 0; noslip_source_token(source, last)->kind != TOKEN_END; last++) {
      char op = noslip_source_token(source, last)->op;
      depth += op == '(' || op == '{';
      depth -= op == ')' || op == '}' ? 1 : 0;
      if (depth == 0)
        break;
    }
  if (noslip_source_token(source, last)->kind == TOKEN_END)
    last--;
  g_autofree char *a = noslip_source_slice(source, left, before);
  g_autofree char *b = noslip_source_slice(source, parser->at, last);
  gboolean filler = strcmp(b, "with") == 0; /* bounce x >= 0 with restitution 0.5 */
  if (filler)
    g_hash_table_add(parser->source->lost, (gpointer) "with");
  g_autofree char *remedy =
      filler ? g_strdup(_("leave the word out")) : g_strdup_printf(_("did you mean %s*%s?"), a, b);
  NoslipDiagnostic *error =
      noslip_source_error(source, NOSLIP_CODE_IMPLICIT_PRODUCT, noslip_source_place(source, left, last), remedy,
                          filler ? _("the word with has no meaning here") : _("a product needs its sign"));
  noslip_diagnostic_set_fix(error, filler ? (NoslipPlace){0} : noslip_source_gap(source, before, parser->at),
                            filler ? NULL : "*");
}

gboolean
noslip_parser_is_versus(Parser *parser)
{
  const Token *token = noslip_parser_token(parser);
  if (strstr(parser->words, " against ") == NULL ||
      !(noslip_parser_at_word(parser, "vs") || noslip_parser_at_word(parser, "versus")))
    return FALSE;
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, _("did you mean against?"),
                                               _("expected %s, found %s"), "against", token->text),
                            token->place, "against");
  return TRUE;
}
