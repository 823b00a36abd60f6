/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slips of authors who are used to other notations, where a statement expects something else: the diagnostic names the
 * probable meaning, and its form here. One function for each slip; a new one is a line of the table at the end. */
#include "core/language/parser-private.h"
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The token `by` places further, or the END of the statement. */
static const Token *
token_at(const Parser *parser, int by)
{
  guint i = parser->at;
  for (; by > 0 && noslip_source_token(parser->source, i)->kind != TOKEN_END; by--)
    i++;
  return noslip_source_token(parser->source, by < 0 && i >= (guint) -by ? i - (guint) -by : i);
}

static gboolean
is_kind(const Parser *parser, StatementKind kind)
{
  return parser->statement.entry != NULL && parser->statement.entry->kind == kind;
}

static const char *
keyword(const Parser *parser)
{
  return parser->statement.entry->help->keyword;
}

/* The place from the first to the last of these tokens; line 0 if they are on several lines. */
static NoslipPlace
all_of(const Parser *parser, guint first, guint last)
{
  const Token *a = noslip_source_token(parser->source, first), *b = noslip_source_token(parser->source, last);
  return a->place.line == b->place.line ? noslip_source_place(parser->source, first, last) : (NoslipPlace){0};
}

/* coordinate x, y    initial x = 1, y = 2    coordinate x y */
static gboolean
two_statements(Parser *parser, gboolean at_end)
{
  static const StatementKind kinds[] = {STATEMENT_COORDINATE, STATEMENT_PARAMETER, STATEMENT_INITIAL,
                                        STATEMENT_LET,        STATEMENT_CONSTANT,  STATEMENT_VELOCITY,
                                        STATEMENT_OBSERVABLE, STATEMENT_PLOT};
  gboolean one = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
    one = one || is_kind(parser, kinds[i]);
  gboolean comma = noslip_parser_at_op(parser, ',');
  const Token *name = token_at(parser, comma ? 1 : 0);
  gboolean named = name->kind == TOKEN_NAME && noslip_statement_entry(name->text) == NULL;
  if (!at_end || !one || !named ||
      (!comma && !(is_kind(parser, STATEMENT_COORDINATE) && parser->at == parser->statement.keyword + 2)))
    return FALSE;
  guint next = parser->at + (comma ? 1 : 0);
  g_autofree char *remedy = g_strdup_printf(_("write %s %s on a line of its own"), keyword(parser), name->text);
  g_autofree char *fix = g_strdup_printf("\n%s ", keyword(parser));
  NoslipPlace place = noslip_source_gap(parser->source, parser->at - 1, next);
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, noslip_parser_token(parser)->place, remedy,
                                               _("%s takes one thing a line"), keyword(parser)),
                            place, fix);
  return TRUE;
}

/* parameter m = 1 [kg] */
static gboolean
unit_in_brackets(Parser *parser, gboolean at_end)
{
  guint last = parser->at + 1;
  if (!at_end || !noslip_parser_at_op(parser, '[') || strstr(parser->words, " unit ") == NULL)
    return FALSE;
  while (noslip_source_token(parser->source, last)->kind != TOKEN_END &&
         !noslip_token_is_op(noslip_source_token(parser->source, last), ']'))
    last++;
  if (last < parser->at + 2 || noslip_source_token(parser->source, last)->kind == TOKEN_END)
    return FALSE;
  g_autofree char *unit = noslip_source_slice(parser->source, parser->at + 1, last - 1);
  g_autofree char *fix = g_strdup_printf("unit \"%s\"", unit);
  g_autofree char *remedy = g_strdup_printf(_("write %s"), fix);
  NoslipPlace place = all_of(parser, parser->at, last);
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, place, remedy,
                                               _("a unit is written in quotes after the word unit")),
                            place, fix);
  return TRUE;
}

/* unit kg    title A disk    color red */
static gboolean
no_quotes(Parser *parser, gboolean at_end)
{
  const Token *token = noslip_parser_token(parser), *before = token_at(parser, -1);
  gboolean whole =
      is_kind(parser, STATEMENT_TITLE) || is_kind(parser, STATEMENT_SUMMARY) || is_kind(parser, STATEMENT_SOURCE);
  gboolean one = noslip_token_is_word(before, "unit") || noslip_token_is_word(before, "color") ||
                 noslip_token_is_word(before, "pattern");
  if (at_end || token->kind != TOKEN_NAME || !(one || (whole && parser->at == parser->statement.keyword + 1)))
    return FALSE;
  guint last = parser->at;
  while (whole && noslip_source_token(parser->source, last + 1)->kind != TOKEN_END)
    last++;
  g_autofree char *words = noslip_source_slice(parser->source, parser->at, last);
  g_autofree char *fix = g_strdup_printf("\"%s\"", words);
  g_autofree char *remedy = g_strdup_printf(_("write %s"), fix);
  NoslipPlace place = all_of(parser, parser->at, last);
  noslip_diagnostic_set_fix(
      noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, remedy, _("texts are written in double quotes")),
      g_str_has_suffix(words, "…") ? (NoslipPlace){0} : place, fix);
  return TRUE;
}

/* lagrangian = …    lagrangian: …    lagrangian L = …    kinetic T = … */
static gboolean
named_function(Parser *parser, gboolean at_end)
{
  gboolean function = is_kind(parser, STATEMENT_LAGRANGIAN) || is_kind(parser, STATEMENT_KINETIC) ||
                      is_kind(parser, STATEMENT_POTENTIAL);
  guint first = parser->statement.keyword + 1;
  gboolean sign = noslip_parser_at_op(parser, '=') || noslip_parser_at_op(parser, ':');
  if (!function || !sign || parser->at > first + 1 || (parser->at == first + 1 && !at_end))
    return FALSE;
  g_autofree char *extra = noslip_source_slice(parser->source, first, parser->at);
  g_autofree char *remedy = g_strdup_printf(_("leave %s out"), extra);
  NoslipPlace place = all_of(parser, first, parser->at),
              gap = noslip_source_gap(parser->source, parser->at, parser->at + 1);
  NoslipPlace wide = {gap.line, place.column, gap.column + gap.length - place.column};
  gboolean touches =
      noslip_source_token(parser->source, first)->start == noslip_source_token(parser->source, first - 1)->end;
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, noslip_parser_token(parser)->place, remedy,
                                               _("the expression follows the word %s"), keyword(parser)),
                            wide, touches ? " " : "");
  return TRUE;
}

/* coordinate x = 1 */
static gboolean
valued_coordinate(Parser *parser, gboolean at_end)
{
  if (!at_end || !is_kind(parser, STATEMENT_COORDINATE) || !noslip_parser_at_op(parser, '='))
    return FALSE;
  const Token *name = noslip_source_token(parser->source, parser->statement.keyword + 1);
  g_autofree char *value = noslip_source_slice(parser->source, parser->at, parser->at + 1);
  g_autofree char *remedy = g_strdup_printf(_("write initial %s %s on a line of its own"), name->text, value);
  g_autofree char *fix = g_strdup_printf("\ninitial %s =", name->text);
  NoslipPlace gap = noslip_source_gap(parser->source, parser->at - 1, parser->at);
  gap.length++;
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, noslip_parser_token(parser)->place, remedy,
                                               _("a coordinate has no value; its initial value is a statement")),
                            gap, fix);
  return TRUE;
}

/* initial x(0) = 1 */
static gboolean
initial_at_time(Parser *parser, gboolean at_end)
{
  if (at_end || !is_kind(parser, STATEMENT_INITIAL) || !noslip_parser_at_op(parser, '(') ||
      token_at(parser, 1)->kind != TOKEN_NUMBER || !noslip_token_is_op(token_at(parser, 2), ')'))
    return FALSE;
  g_autofree char *remedy = g_strdup_printf(_("write initial %s = …"), token_at(parser, -1)->text);
  NoslipPlace place = all_of(parser, parser->at, parser->at + 2);
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, place, remedy,
                                               _("initial values are those at t = 0, without saying so")),
                            place, "");
  return TRUE;
}

/* in 0.1 to 10 */
static gboolean
range_by_word(Parser *parser, gboolean at_end)
{
  if (at_end || !noslip_parser_at_word(parser, "to") || !noslip_parser_is_range(parser))
    return FALSE;
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, noslip_parser_token(parser)->place,
                                               _("write .. between the ends of the range"), _("to is no sign here")),
                            noslip_parser_token(parser)->place, "..");
  return TRUE;
}

/* run 10    run to 10 s    run to 10 by 0.1 */
static gboolean
run_length(Parser *parser, gboolean at_end)
{
  const Token *token = noslip_parser_token(parser);
  if (!is_kind(parser, STATEMENT_RUN))
    return FALSE;
  if (!at_end && token->kind == TOKEN_NUMBER && parser->at == parser->statement.keyword + 1) {
    g_autofree char *remedy = g_strdup_printf(_("write run to %s"), token->text);
    noslip_diagnostic_set_fix(
        noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, remedy, _("the time is written after run to")),
        (NoslipPlace){token->place.line, token->place.column, 0}, "to ");
    return TRUE;
  }
  if (!at_end || token->kind != TOKEN_NAME || noslip_statement_entry(token->text) != NULL)
    return FALSE;
  gboolean unit = token_at(parser, 1)->kind == TOKEN_END || noslip_token_is_word(token_at(parser, 1), "step");
  NoslipPlace gap = noslip_source_gap(parser->source, parser->at - 1, parser->at);
  NoslipPlace wide = {gap.line, gap.column, gap.length + token->place.length};
  noslip_diagnostic_set_fix(
      noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place,
                         unit ? _("leave the unit of time out") : _("write step before the time between two rows"),
                         _("run takes a time and a step, not %s"), token->text),
      unit ? wide : token->place, unit ? "" : "step");
  return TRUE;
}

/* [a + b]*c    {a + b}*c */
static gboolean
other_parentheses(Parser *parser, gboolean at_end)
{
  gboolean square = !at_end && noslip_parser_at_op(parser, '[');
  if (!square)
    return FALSE;
  guint last = parser->at, depth = 0;
  for (; noslip_source_token(parser->source, last)->kind != TOKEN_END; last++) {
    depth += noslip_token_is_op(noslip_source_token(parser->source, last), '[');
    depth -= noslip_token_is_op(noslip_source_token(parser->source, last), ']') ? 1 : 0;
    if (depth == 0)
      break;
  }
  NoslipPlace place = {0};
  g_autofree char *fix = NULL;
  if (noslip_source_token(parser->source, last)->kind != TOKEN_END && last > parser->at + 1) {
    g_autofree char *inside = noslip_source_slice(parser->source, parser->at + 1, last - 1);
    fix = g_strdup_printf("(%s)", inside);
    if (!g_str_has_suffix(inside, "…"))
      place = all_of(parser, parser->at, last);
  }
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, noslip_parser_token(parser)->place,
                                               _("write ( ) around what belongs together"),
                                               _("[ ] are for indices and brackets of sections")),
                            place, fix);
  return TRUE;
}

/* constraint blade: v2    claim "…": d(energy) */
static gboolean
no_right_side(Parser *parser, gboolean at_end)
{
  gboolean equation =
      is_kind(parser, STATEMENT_CONSTRAINT) || is_kind(parser, STATEMENT_CLAIM) || is_kind(parser, STATEMENT_MANIFOLD);
  const Token *token = noslip_parser_token(parser);
  if (at_end || !equation || noslip_statement_part(parser->source, &parser->statement, PART_LEFT, 0) == NULL ||
      noslip_statement_part(parser->source, &parser->statement, PART_RIGHT, 0) != NULL ||
      (token->kind != TOKEN_END && token->kind != TOKEN_STRING) || noslip_token_is_op(token_at(parser, -1), '='))
    return FALSE;
  const Token *before = token_at(parser, -1);
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place,
                                               _("write = 0 after it, or its other side"), _("expected %s, found %s"),
                                               "=",
                                               token->kind == TOKEN_END ? _("the end of the statement") : token->text),
                            (NoslipPlace){before->place.line, before->place.column + before->place.length, 0}, " = 0");
  return TRUE;
}

/* draw ball at … */
static gboolean
other_shape(Parser *parser, gboolean at_end)
{
  static const char *const names[][2] = {{"ball", "sphere"},  {"wheel", "disk"},   {"disc", "disk"},
                                         {"circle", "disk"},  {"cube", "box"},     {"block", "box"},
                                         {"floor", "ground"}, {"plane", "ground"}, {"rod", "cylinder"},
                                         {"vector", "arrow"}, {"ring", "torus"},   {"path", "polyline"}};
  const Token *token = noslip_parser_token(parser);
  if (at_end || token->kind != TOKEN_NAME || !noslip_token_is_word(token_at(parser, -1), "draw"))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    if (strcmp(token->text, names[i][0]) == 0) {
      g_autofree char *remedy = g_strdup_printf(_("did you mean %s?"), names[i][1]);
      noslip_diagnostic_set_fix(
          noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, remedy, _("there is no shape %s"), token->text),
          token->place, names[i][1]);
      return TRUE;
    }
  return FALSE;
}

/* body ball mass m at (x, y, z) radius 1 */
static gboolean
body_radius(Parser *parser, gboolean at_end)
{
  const Token *token = noslip_parser_token(parser);
  if (!at_end || !is_kind(parser, STATEMENT_BODY) ||
      !(noslip_token_is_word(token, "radius") || noslip_token_is_word(token, "size")))
    return FALSE;
  const char *shape = noslip_token_is_word(token, "radius") ? "draw sphere " : "draw box ";
  g_autofree char *remedy = g_strdup_printf(_("write %s%s …"), shape, token->text);
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, remedy,
                                               _("%s belongs to the picture of a body"), token->text),
                            (NoslipPlace){token->place.line, token->place.column, 0}, shape);
  return TRUE;
}

gboolean
noslip_parser_slip(Parser *parser, gboolean at_end)
{
  static gboolean (*const slips[])(Parser *, gboolean) = {
      two_statements, unit_in_brackets, no_quotes,         named_function, valued_coordinate, initial_at_time,
      range_by_word,  run_length,       other_parentheses, no_right_side,  other_shape,       body_radius,
  };
  for (guint i = 0; i < G_N_ELEMENTS(slips); i++)
    if (slips[i](parser, at_end))
      return TRUE;
  return noslip_parser_sign_slip(parser, at_end);
}

/* sin theta    sin^2(theta) */
void
noslip_parser_report_function(Parser *parser)
{
  const Token *token = noslip_parser_token(parser), *next = token_at(parser, 1);
  g_autofree char *fix = NULL;
  NoslipPlace place = {0};
  if (noslip_token_is_op(next, '^') && token_at(parser, 2)->kind == TOKEN_NUMBER &&
      noslip_token_is_op(token_at(parser, 3), '(')) {
    guint depth = 0, last = parser->at + 3;
    for (; noslip_source_token(parser->source, last)->kind != TOKEN_END; last++) {
      depth += noslip_token_is_op(noslip_source_token(parser->source, last), '(');
      depth -= noslip_token_is_op(noslip_source_token(parser->source, last), ')') ? 1 : 0;
      if (depth == 0)
        break;
    }
    if (noslip_source_token(parser->source, last)->kind != TOKEN_END) {
      g_autofree char *argument = noslip_source_slice(parser->source, parser->at + 3, last);
      fix = g_strdup_printf("%s%s^%s", token->text, argument, token_at(parser, 2)->text);
      place = g_str_has_suffix(argument, "…") ? place : all_of(parser, parser->at, last);
    }
  } else if ((next->kind == TOKEN_NAME && noslip_statement_entry(next->text) == NULL) || next->kind == TOKEN_NUMBER) {
    fix = g_strdup_printf("%s(%s)", token->text, next->text);
    place = all_of(parser, parser->at, parser->at + 1);
  }
  g_autofree char *remedy =
      fix != NULL ? g_strdup_printf(_("write %s"), fix) : g_strdup_printf(_("write %s(…)"), token->text);
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, remedy,
                                               _("%s is a function, and its argument is written in parentheses"),
                                               token->text),
                            place, fix);
}

/* Whether the unit continues after this token: m/s^2. */
static gboolean
continues(const Parser *parser, guint last)
{
  const Token *token = noslip_source_token(parser->source, last);
  if (token[1].kind == TOKEN_END)
    return FALSE;
  return token[1].kind == TOKEN_OPERATOR ? strchr("/^*", token[1].op) != NULL : token->kind == TOKEN_OPERATOR;
}

/* A number with a unit in: run to 10 by 0.1; in 0.1 to 10; parameter m = 1 kg; initial theta = 30 degrees. They are not
 * products. */
gboolean
noslip_parser_is_unit(Parser *parser)
{
  const Token *token = noslip_parser_token(parser), *before = token_at(parser, -1);
  if (before->kind != TOKEN_NUMBER || token->kind != TOKEN_NAME)
    return FALSE;
  if (noslip_token_is_word(token, "degrees") || noslip_token_is_word(token, "degree")) {
    g_autofree char *remedy = g_strdup_printf(_("write %s deg"), before->text);
    noslip_diagnostic_set_fix(
        noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, remedy, _("the unit of angles in degrees is deg")),
        token->place, "deg");
    return TRUE;
  }
  if (parser->depth == 0 && (range_by_word(parser, FALSE) || run_length(parser, TRUE)))
    return TRUE;
  if (parser->depth > 0 || !is_kind(parser, STATEMENT_PARAMETER) || strcmp(token->text, "pi") == 0 ||
      noslip_language_acts(token->text) || !noslip_token_is_op(token_at(parser, -2), '='))
    return FALSE;
  guint last = parser->at;
  while (continues(parser, last))
    last++;
  g_autofree char *unit = noslip_source_slice(parser->source, parser->at, last);
  g_autofree char *fix = g_strdup_printf("unit \"%s\"", unit);
  g_autofree char *remedy = g_strdup_printf(_("write %s"), fix);
  NoslipPlace place = all_of(parser, parser->at, last);
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, place, remedy,
                                               _("a unit is written in quotes after the word unit")),
                            place, fix);
  return TRUE;
}
