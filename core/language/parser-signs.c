/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slips as in parser-slips.c that are about one sign: brackets and commas of a range, a missing or wrong sign after a
 * name. */
#include "core/language/parser-private.h"
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static gboolean
is_kind(const Parser *parser, StatementKind kind)
{
  return parser->statement.entry != NULL && parser->statement.entry->kind == kind;
}

/* The place from the first to the last of these tokens; line 0 if they are on several lines. */
static NoslipPlace
all_of(const Parser *parser, guint first, guint last)
{
  const Token *a = noslip_source_token(parser->source, first), *b = noslip_source_token(parser->source, last);
  return a->place.line == b->place.line ? noslip_source_place(parser->source, first, last) : (NoslipPlace){0};
}

/* The empty place after this one. */
static NoslipPlace
behind(NoslipPlace place)
{
  return (NoslipPlace){place.line, place.column + place.length, 0};
}

gboolean
noslip_parser_is_range(const Parser *parser)
{
  return is_kind(parser, STATEMENT_PARAMETER) || is_kind(parser, STATEMENT_COORDINATE) ||
         is_kind(parser, STATEMENT_INPUT);
}

/* The sign between the ends of a range in brackets that begins at token `open`; 0 if there is none. *close is the last
 * bracket. */
static guint
between_ends(const Parser *parser, guint open, guint *close)
{
  guint depth = 0, between = 0;
  for (guint i = open;; i++) {
    const Token *token = noslip_source_token(parser->source, i);
    if (token->kind == TOKEN_END)
      return 0;
    depth += noslip_token_is_op(token, '(') || noslip_token_is_op(token, '[');
    depth -= noslip_token_is_op(token, ')') || noslip_token_is_op(token, ']') ? 1 : 0;
    if (depth == 1 &&
        (noslip_token_is_op(token, ',') || noslip_token_is_op(token, ':') || noslip_token_is_op(token, '.')))
      between = i;
    *close = i;
    if (depth == 0)
      return between > open + 1 && between + 1 < i ? between : 0;
  }
}

static gboolean
is_in(const Parser *parser, guint i)
{
  const Token *token = noslip_source_token(parser->source, i);
  return token->kind == TOKEN_NAME && strcmp(token->text, "in") == 0;
}

/* in [0.1, 10]    in (0.1, 10)    in 0.1, 10    in 0.1:10 */
static gboolean
range_by_sign(Parser *parser, gboolean at_end)
{
  guint open = parser->at, close = 0;
  while (open > parser->statement.keyword && !is_in(parser, open))
    open--;
  if (at_end || !noslip_parser_is_range(parser) || open == parser->statement.keyword)
    return FALSE;
  guint between = between_ends(parser, ++open, &close);
  const Token *first = noslip_source_token(parser->source, open), *token = noslip_parser_token(parser);
  gboolean plain = noslip_parser_at_op(parser, ',') || noslip_parser_at_op(parser, ':');
  if (between > 0 && (noslip_token_is_op(first, '[') || noslip_token_is_op(first, '('))) {
    g_autofree char *low = noslip_source_slice(parser->source, open + 1, between - 1);
    g_autofree char *high = noslip_source_slice(parser->source, between + 1, close - 1);
    g_autofree char *fix = g_strdup_printf("%s .. %s", low, high), *remedy = g_strdup_printf(_("write in %s"), fix);
    NoslipPlace place = all_of(parser, open, close);
    noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, first->place, remedy,
                                                 _("a range has no brackets, and .. between its ends")),
                              strstr(fix, "…") ? (NoslipPlace){0} : place, fix);
    return TRUE;
  }
  if (!plain)
    return FALSE;
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place,
                                               _("write .. between the ends of the range"),
                                               _("%c does not belong in a range"), token->op),
                            token->place, " ..");
  return TRUE;
}

/* Whether a statement is NAME = expression. */
static gboolean
has_value(const Parser *parser)
{
  static const StatementKind kinds[] = {STATEMENT_PARAMETER, STATEMENT_CONSTANT, STATEMENT_LET,
                                        STATEMENT_VELOCITY,  STATEMENT_INITIAL,  STATEMENT_OBSERVABLE,
                                        STATEMENT_FRICTION};
  const StatementEntry *entry = parser->statement.entry;
  gboolean found = entry != NULL && (entry->flags & STATEMENT_FORCE_ON) != 0;
  for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
    found = found || is_kind(parser, kinds[i]);
  return found;
}

/* let v: x'    parameter a 1 */
static gboolean
no_equals(Parser *parser, gboolean at_end)
{
  const Token *token = noslip_parser_token(parser);
  gboolean value = token->kind == TOKEN_NUMBER || (token->kind == TOKEN_NAME && is_kind(parser, STATEMENT_LET));
  gboolean colon = noslip_parser_at_op(parser, ':');
  if (at_end || !has_value(parser) || parser->at != parser->statement.keyword + 2 || !(colon || value))
    return FALSE;
  NoslipPlace before = token[-1].place, colons = {before.line, before.column + before.length, 0};
  colons.length = token->place.column + token->place.length - colons.column;
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place,
                                               _("write = between the name and its value"), _("expected %s, found %s"),
                                               "=", colon ? ":" : token->text),
                            colon ? colons : behind(before), " =");
  return TRUE;
}

/* claim "energy" d(energy) = 0    trial "fast" x' = 3 */
static gboolean
no_colon(Parser *parser, gboolean at_end)
{
  const Token *token = noslip_parser_token(parser);
  if (at_end || !(is_kind(parser, STATEMENT_CLAIM) || is_kind(parser, STATEMENT_TRIAL)) ||
      parser->at != parser->statement.keyword + 2 || token[-1].kind != TOKEN_STRING || token->kind == TOKEN_END)
    return FALSE;
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place,
                                               _("write a colon after the name"), _("expected %s, found %s"), ":",
                                               token->kind == TOKEN_OPERATOR ? _("an expression") : token->text),
                            behind(token[-1].place), ":");
  return TRUE;
}

/* claim energy: d(energy) = 0    trial fast: x' = 3    include rod */
static gboolean
bare_name(Parser *parser, gboolean at_end)
{
  const Token *token = noslip_parser_token(parser);
  gboolean colon = is_kind(parser, STATEMENT_CLAIM) || is_kind(parser, STATEMENT_TRIAL);
  if (at_end || !(colon || is_kind(parser, STATEMENT_INCLUDE)) || token->kind != TOKEN_NAME ||
      parser->at != parser->statement.keyword + 1 ||
      (colon ? !noslip_token_is_op(token + 1, ':') : token[1].kind != TOKEN_END))
    return FALSE;
  g_autofree char *fix = g_strdup_printf("\"%s\"", token->text), *remedy = g_strdup_printf(_("write %s"), fix);
  noslip_diagnostic_set_fix(
      noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, remedy, _("texts are written in double quotes")),
      token->place, fix);
  return TRUE;
}

/* bounce y > 0 */
static gboolean
strict_bounce(Parser *parser, gboolean at_end)
{
  const Token *token = noslip_parser_token(parser);
  if (at_end || !is_kind(parser, STATEMENT_BOUNCE) ||
      !(noslip_token_is_op(token, '>') || noslip_token_is_op(token, '<')))
    return FALSE;
  char fix[] = {token->op, '=', '\0'};
  g_autofree char *remedy = g_strdup_printf(_("write %s"), fix);
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, remedy,
                                               _("expected %s, found %c"), ">= and 0", token->op),
                            token->place, fix);
  return TRUE;
}

/* constraint x' = 0, y' = 0 */
static gboolean
two_equations(Parser *parser, gboolean at_end)
{
  const Token *token = noslip_parser_token(parser);
  if (!at_end || !is_kind(parser, STATEMENT_CONSTRAINT) || !noslip_token_is_op(token, ','))
    return FALSE;
  NoslipPlace place = noslip_source_gap(parser->source, parser->at - 1, parser->at + 1);
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place,
                                               _("write a constraint for each of them"), _("%s takes one thing a line"),
                                               "constraint"),
                            place, "\nconstraint ");
  return TRUE;
}

/* Whether the token is between the parentheses after the name `function`. */
static gboolean
is_inside(const Parser *parser, const char *function)
{
  guint depth = 0;
  for (guint i = parser->at; i > parser->statement.keyword + 1; i--) {
    const Token *token = noslip_source_token(parser->source, i - 1);
    depth += noslip_token_is_op(token, ')');
    if (noslip_token_is_op(token, '(') && depth-- == 0)
      return token[-1].kind == TOKEN_NAME && strcmp(token[-1].text, function) == 0;
  }
  return FALSE;
}

/* if(x = 0, 1, 2)    sum(i = 1..N, x[i]) */
static gboolean
equals_inside(Parser *parser, gboolean at_end)
{
  const Token *token = noslip_parser_token(parser);
  if (at_end || !noslip_token_is_op(token, '='))
    return FALSE;
  if (is_inside(parser, "if")) {
    noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, _("compare by <, <=, > or >="),
                       _("%s is not a comparison"), "=");
    return TRUE;
  }
  if (!is_inside(parser, "sum"))
    return FALSE;
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, _("write sum(i in 1..N, …)"),
                                               _("expected %s, found %s"), "in", "="),
                            token->place, " in ");
  return TRUE;
}

/* constraint x <= 0    observable f = x > 0 */
static gboolean
bare_comparison(Parser *parser, gboolean at_end)
{
  static const struct {
    char op;
    const char *text;
  } signs[] = {{'<', "<"}, {'>', ">"}, {OP_LESS_EQUAL, "<="}, {OP_GREATER_EQUAL, ">="}};
  const Token *token = noslip_parser_token(parser);
  gboolean constraint = is_kind(parser, STATEMENT_CONSTRAINT);
  if (!constraint && !(at_end && has_value(parser)))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(signs); i++)
    if (noslip_token_is_op(token, signs[i].op)) {
      noslip_parser_fail(
          parser, NOSLIP_CODE_SYNTAX, token->place,
          constraint ? _("write =, or bounce x >= 0 for a wall") : _("write if(condition, 1, 0) for a number"),
          constraint ? _("a constraint is an equation, and %s is none") : _("%s makes a condition"), signs[i].text);
      return TRUE;
    }
  return FALSE;
}

/* <u, v>: < where a value begins */
static gboolean
angle_brackets(Parser *parser, gboolean at_end)
{
  const Token *token = noslip_parser_token(parser), *before = parser->at > 0 ? token - 1 : NULL;
  if (at_end || !noslip_token_is_op(token, '<') || before == NULL || before->kind != TOKEN_OPERATOR ||
      strchr(")]}\'", before->op) != NULL)
    return FALSE;
  noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, _("write dot(u, v) for a scalar product"),
                     _("the sign %s has no meaning here"), "<");
  return TRUE;
}

gboolean
noslip_parser_sign_slip(Parser *parser, gboolean at_end)
{
  return range_by_sign(parser, at_end) || no_equals(parser, at_end) || no_colon(parser, at_end) ||
         bare_name(parser, at_end) || strict_bounce(parser, at_end) || two_equations(parser, at_end) ||
         equals_inside(parser, at_end) || angle_brackets(parser, at_end) || bare_comparison(parser, at_end);
}
