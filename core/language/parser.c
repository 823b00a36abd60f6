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
parse_declared(Parser *parser)
{
  guint name = noslip_parser_name(parser, FALSE, N_("a name"));
  const Token *token = noslip_source_token(parser->source, name);
  if (!parser->failed && strchr(token->text, '.') != NULL)
    noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, _("declare the vector: let c = (x, y, z)"),
                       _("a component of a vector is not declared by itself"));
  if (!parser->failed)
    noslip_parser_part(parser, PART_NAME, name, NULL, NULL);
}

void
noslip_parse_constant(Parser *parser)
{
  parse_declared(parser);
  noslip_parser_expect_op(parser, '=', N_("and the value"));
  noslip_parser_expression(parser, PART_VALUE);
}

static void
parse_range(Parser *parser)
{
  if (!noslip_parser_take_word(parser, "in"))
    return;
  noslip_parser_expression(parser, PART_LOW);
  noslip_parser_expect_op(parser, '.', N_("between the ends of the range"));
  noslip_parser_expression(parser, PART_HIGH);
}

static void
parse_unit(Parser *parser)
{
  if (noslip_parser_take_word(parser, "unit"))
    noslip_parser_string(parser, PART_UNIT, N_("a unit in quotes"));
}

static void
parse_description(Parser *parser)
{
  if (!parser->failed && noslip_parser_token(parser)->kind == TOKEN_STRING)
    noslip_parser_string(parser, PART_DESCRIPTION, "");
}

void
noslip_parse_noslip(Parser *parser)
{
  noslip_parser_expression(parser, PART_VALUE);
}

void
noslip_parse_string(Parser *parser)
{
  noslip_parser_string(parser, PART_STRING, N_("a text in quotes"));
}

void
noslip_parse_tags(Parser *parser)
{
  guint last = G_MAXUINT;
  while (!parser->failed && noslip_parser_token(parser)->kind == TOKEN_WORD) {
    noslip_parser_round(parser, &last);
    noslip_parser_part(parser, PART_WORD, parser->at, NULL, noslip_parser_token(parser)->text);
    parser->at++;
  }
  if (parser->statement.n_parts == 0)
    noslip_parser_expected(parser, N_("a word"));
}

void
noslip_parse_parameter(Parser *parser)
{
  parse_declared(parser);
  noslip_parser_expect_op(parser, '=', N_("and the value"));
  noslip_parser_expression(parser, PART_VALUE);
  parse_range(parser);
  parse_unit(parser);
  parse_description(parser);
}

void
noslip_parse_gravity(Parser *parser)
{
  noslip_parser_expression(parser, PART_VALUE);
}

void
noslip_parse_spring(Parser *parser)
{
  noslip_parser_point(parser, PART_FROM);
  noslip_parser_point(parser, PART_TO);
  noslip_parser_expect_word(parser, "stiffness");
  noslip_parser_expression(parser, PART_STIFFNESS);
  if (noslip_parser_take_word(parser, "length"))
    noslip_parser_expression(parser, PART_LENGTH);
}

void
noslip_parse_damper(Parser *parser)
{
  noslip_parser_point(parser, PART_FROM);
  noslip_parser_point(parser, PART_TO);
  noslip_parser_expression(parser, PART_VALUE);
}

/* The head of a loop: the expansion has taken those that are right. */
void
noslip_parse_loop(Parser *parser)
{
  noslip_parser_name(parser, FALSE, N_("the name of the variable"));
  noslip_parser_expect_word(parser, "in");
  noslip_parser_span(parser);
  noslip_parser_expect_op(parser, '.', N_("between the ends of the range"));
  noslip_parser_span(parser);
  if (!parser->failed)
    noslip_parser_expected(parser, N_("{ at the end of the line"));
}

/* let, velocity, observable; a let has neither unit nor description. */
void
noslip_parse_definition(Parser *parser)
{
  parse_declared(parser);
  noslip_parser_expect_op(parser, '=', N_("and an expression"));
  noslip_parser_expression(parser, PART_VALUE);
  if (parser->statement.entry->kind == STATEMENT_LET)
    return;
  parse_unit(parser);
  parse_description(parser);
}

void
noslip_parse_coordinate(Parser *parser)
{
  parse_declared(parser);
  if (noslip_parser_take_word(parser, "angle"))
    noslip_parser_part(parser, PART_ANGLE, parser->at - 1, NULL, NULL);
  parse_range(parser);
  parse_unit(parser);
  parse_description(parser);
}

void
noslip_parse_manifold(Parser *parser)
{
  noslip_parser_expression(parser, PART_LEFT);
  noslip_parser_expect_op(parser, '=', "");
  noslip_parser_expression(parser, PART_RIGHT);
}

static void
parse_names(Parser *parser, guint n, const char *what)
{
  noslip_parser_expect_op(parser, '(', what);
  for (guint i = 0; i < n && !parser->failed; i++) {
    if (i > 0)
      noslip_parser_expect_op(parser, ',', what);
    parse_declared(parser);
  }
  noslip_parser_expect_op(parser, ')', what);
}

void
noslip_parse_rotation(Parser *parser)
{
  parse_declared(parser);
  parse_names(parser, 4, N_("around the four names of a quaternion"));
  if (!noslip_parser_at_word(parser, "space") && !noslip_parser_at_word(parser, "body"))
    noslip_parser_expected(parser, N_("space or body before the angular velocity"));
  if (parser->failed)
    return;
  noslip_parser_part(parser, PART_FRAME, parser->at, NULL, noslip_parser_token(parser)->text);
  parser->at++;
  parse_names(parser, 3, N_("around the three names of an angular velocity"));
  parse_description(parser);
}

/* NAME: expr or NAME = expr, separated by commas. */
static void
parse_entries(Parser *parser, char sign, gboolean primes, const char *what)
{
  guint last = G_MAXUINT;
  do {
    noslip_parser_round(parser, &last);
    guint name = noslip_parser_name(parser, primes, what);
    noslip_parser_expect_op(parser, sign, N_("after the name"));
    if (parser->failed)
      return;
    Span span = noslip_parser_span(parser);
    if (!parser->failed)
      noslip_parser_part(parser, PART_ENTRY, name, &span, NULL);
  } while (noslip_parser_take_op(parser, ','));
}

/* left or right before the entries of an anchor that are of that side alone. */
static const char *
take_side(Parser *parser)
{
  const Token *token = noslip_parser_token(parser);
  if (!noslip_parser_at_word(parser, "left") && !noslip_parser_at_word(parser, "right"))
    return NULL;
  if (noslip_source_token(parser->source, parser->at + 1)->kind != TOKEN_NAME)
    return NULL; /* a coordinate of that name */
  parser->at++;
  return token->text;
}

/* [left | right] NAME: expr, …; a side holds until the other is named. */
static void
parse_anchor(Parser *parser)
{
  guint last = G_MAXUINT;
  const char *side = NULL;
  do {
    noslip_parser_round(parser, &last);
    const char *other = take_side(parser);
    side = other != NULL ? other : side;
    guint name = noslip_parser_name(parser, FALSE, N_("the name of a coordinate"));
    noslip_parser_expect_op(parser, ':', N_("after the name"));
    if (parser->failed)
      return;
    Span span = noslip_parser_span(parser);
    if (!parser->failed)
      noslip_parser_part(parser, PART_ENTRY, name, &span, side);
  } while (noslip_parser_take_op(parser, ','));
}

void
noslip_parse_section(Parser *parser)
{
  guint name = noslip_parser_name(parser, TRUE, N_("the name of a section"));
  if (!parser->failed)
    noslip_parser_part(parser, PART_NAME, name, NULL, NULL);
  if (noslip_parser_take_word(parser, "anchor"))
    parse_anchor(parser);
  parse_unit(parser);
  parse_description(parser);
}

void
noslip_parse_bracket(Parser *parser)
{
  noslip_parser_expect_op(parser, '[', N_("before the two sections"));
  for (guint i = 0; i < 2; i++) {
    if (i > 0)
      noslip_parser_expect_op(parser, ',', N_("between the two sections"));
    guint name = noslip_parser_name(parser, TRUE, N_("the name of a section"));
    if (!parser->failed)
      noslip_parser_part(parser, PART_NAME, name, NULL, NULL);
  }
  noslip_parser_expect_op(parser, ']', N_("after the two sections"));
  noslip_parser_expect_op(parser, '=', "");
  noslip_parser_expression(parser, PART_VALUE);
}

/* lagrangian, kinetic, potential */
void
noslip_parse_function(Parser *parser)
{
  noslip_parser_expression(parser, PART_VALUE);
}

void
noslip_parse_constraint(Parser *parser)
{
  const Token *token = noslip_parser_token(parser);
  const Token *next = token->kind == TOKEN_END ? token : noslip_source_token(parser->source, parser->at + 1);
  if (token->kind == TOKEN_NAME && next->kind == TOKEN_OPERATOR && next->op == ':') {
    parse_declared(parser);
    noslip_parser_take_op(parser, ':');
  }
  noslip_parse_manifold(parser);
  parse_description(parser);
}

void
noslip_parse_force(Parser *parser)
{
  guint name = noslip_parser_name(parser, TRUE, N_("the name of a velocity"));
  if (!parser->failed)
    noslip_parser_part(parser, PART_NAME, name, NULL, NULL);
  noslip_parser_expect_op(parser, '=', N_("and an expression"));
  noslip_parser_expression(parser, PART_VALUE);
  parse_description(parser);
}

void
noslip_parse_friction(Parser *parser)
{
  noslip_parse_force(parser);
}

void
noslip_parse_bounce(Parser *parser)
{
  noslip_parser_expression(parser, PART_LEFT);
  guint at = parser->at;
  if (!noslip_parser_take_op(parser, OP_GREATER_EQUAL) && !noslip_parser_take_op(parser, OP_LESS_EQUAL))
    noslip_parser_expected(parser, N_(">= and 0"));
  noslip_parser_part(parser, PART_WORD, at, NULL, NULL);
  noslip_parser_expression(parser, PART_RIGHT);
  if (noslip_parser_take_word(parser, "restitution"))
    noslip_parser_expression(parser, PART_RESTITUTION);
}

void
noslip_parse_input(Parser *parser)
{
  parse_declared(parser);
  if (noslip_parser_take_op(parser, '='))
    noslip_parser_expression(parser, PART_VALUE);
  if (!noslip_parser_at_word(parser, "in"))
    noslip_parser_expected(parser, N_("in and the range of the hand"));
  parse_range(parser);
  parse_unit(parser);
  if (noslip_parser_take_word(parser, "keys"))
    for (guint i = 0; i < 2; i++)
      noslip_parser_string(parser, PART_KEY, N_("two keys in quotes, the one that lowers and the one that raises"));
  parse_description(parser);
}

void
noslip_parse_dynamics(Parser *parser)
{
  if (!noslip_parser_at_word(parser, "nonholonomic") && !noslip_parser_at_word(parser, "vakonomic") &&
      !noslip_parser_at_word(parser, "free"))
    noslip_parser_expected(parser, N_("nonholonomic, vakonomic or free"));
  if (parser->failed)
    return;
  noslip_parser_part(parser, PART_WORD, parser->at, NULL, noslip_parser_token(parser)->text);
  parser->at++;
}

void
noslip_parse_connection(Parser *parser)
{
  guint name = noslip_parser_name(parser, TRUE, N_("the name of a base velocity"));
  noslip_parser_expect_op(parser, ':', N_("after the name"));
  if (!parser->failed)
    noslip_parser_part(parser, PART_NAME, name, NULL, NULL);
  guint last = G_MAXUINT;
  do {
    noslip_parser_round(parser, &last);
    noslip_parser_expression(parser, PART_VALUE);
  } while (!parser->failed && noslip_parser_take_op(parser, ','));
}

void
noslip_parse_algebroid(Parser *parser)
{
  static const char *const words[] = {"almost", "quasi", "skew", "general"};
  guint i = 0;
  while (i < G_N_ELEMENTS(words) && !noslip_parser_at_word(parser, words[i]))
    i++;
  if (i == G_N_ELEMENTS(words))
    noslip_parser_expected(parser, N_("almost, quasi or general"));
  if (parser->failed)
    return;
  noslip_parser_part(parser, PART_WORD, parser->at, NULL, noslip_parser_token(parser)->text);
  parser->at++;
}

/* NAME = expr or mu(CONSTRAINT) = expr, as a PART_ENTRY whose text is "mu" for a multiplier, else NULL. */
static void
parse_initial_value(Parser *parser)
{
  const Token *next = noslip_parser_token(parser)->kind == TOKEN_END
                          ? noslip_parser_token(parser)
                          : noslip_source_token(parser->source, parser->at + 1);
  gboolean multiplier = noslip_parser_at_word(parser, "mu") && next->kind == TOKEN_OPERATOR && next->op == '(';
  if (multiplier)
    parser->at += 2;
  guint name = noslip_parser_name(parser, !multiplier, N_("the name of a coordinate or velocity"));
  if (multiplier)
    noslip_parser_expect_op(parser, ')', N_("after the name of the constraint"));
  noslip_parser_expect_op(parser, '=', N_("and the value"));
  if (parser->failed)
    return;
  Span span = noslip_parser_span(parser);
  if (!parser->failed)
    noslip_parser_part(parser, PART_ENTRY, name, &span, multiplier ? "mu" : NULL);
}

void
noslip_parse_initial(Parser *parser)
{
  parse_initial_value(parser);
}

void
noslip_parse_trial(Parser *parser)
{
  noslip_parser_string(parser, PART_STRING, N_("the trial's name in quotes"));
  noslip_parser_expect_op(parser, ':', N_("after the trial's name"));
  do
    parse_initial_value(parser);
  while (noslip_parser_take_op(parser, ','));
}

void
noslip_parse_run(Parser *parser)
{
  noslip_parser_expect_word(parser, "to");
  noslip_parser_expression(parser, PART_VALUE);
  if (noslip_parser_take_word(parser, "step"))
    noslip_parser_expression(parser, PART_STEP);
}

static void
parse_claim_option(Parser *parser, guint *seen)
{
  guint at = parser->at, bit = 0;
  if (noslip_parser_take_word(parser, "within")) {
    bit = 1;
    noslip_parser_expression(parser, PART_WITHIN);
  } else if (noslip_parser_take_word(parser, "for")) {
    bit = 2;
    if (!noslip_parser_at_word(parser, "nonholonomic") && !noslip_parser_at_word(parser, "vakonomic"))
      noslip_parser_expected(parser, N_("nonholonomic or vakonomic"));
    if (parser->failed)
      return;
    noslip_parser_part(parser, PART_FOR, parser->at, NULL, noslip_parser_token(parser)->text);
    parser->at++;
  } else if (noslip_parser_take_word(parser, "expected")) {
    bit = 4;
    if (!noslip_parser_take_word(parser, "to") || !noslip_parser_take_word(parser, "fail"))
      noslip_parser_expected(parser, N_("the words expected to fail"));
    noslip_parser_part(parser, PART_FAIL, at, NULL, NULL);
  } else {
    noslip_parser_expected(parser, N_("within, for, expected to fail or the end of the line"));
  }
  if (!parser->failed && (*seen & bit) != 0)
    noslip_parser_fail(parser, NOSLIP_CODE_REPEATED_NAME, noslip_source_token(parser->source, at)->place,
                       _("keep one of them"), _("%s is said twice"), noslip_source_token(parser->source, at)->text);
  *seen |= bit;
}

void
noslip_parse_claim(Parser *parser)
{
  guint seen = 0;
  noslip_parser_string(parser, PART_STRING, N_("the claim's name in quotes"));
  noslip_parser_expect_op(parser, ':', N_("after the claim's name"));
  noslip_parse_manifold(parser);
  guint last = G_MAXUINT;
  while (!parser->failed && noslip_parser_token(parser)->kind != TOKEN_END) {
    noslip_parser_round(parser, &last);
    parse_claim_option(parser, &seen);
  }
}

void
noslip_parse_reduction(Parser *parser)
{
  noslip_parser_string(parser, PART_STRING, N_("the other system's id in quotes"));
  noslip_parser_expect_op(parser, ':', N_("after the other system's id"));
  parse_entries(parser, '=', TRUE, N_("the name of a coordinate or fibre coordinate of the other system"));
}

void
noslip_parse_plot(Parser *parser)
{
  noslip_parser_expression(parser, PART_VALUE);
  if (noslip_parser_take_word(parser, "against"))
    noslip_parser_expression(parser, PART_AGAINST);
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
