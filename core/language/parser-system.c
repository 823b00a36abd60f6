/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statements that make up a system: names, geometry, constraints and forces. */
#include "core/language/names.h"
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

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

/* Skips the head of a loop that was not expanded because of an error. */
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

/* let, velocity, observable; a let has no unit or description. */
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

/* left or right before the entries of an anchor that apply to one side only. */
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

/* [left | right] NAME: expr, …; a side holds until the other one is given. */
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
  } else if (noslip_parser_lacks_colon(parser)) {
    return;
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

/* One of the two keys of an input. */
static void
parse_key(Parser *parser, guint i)
{
  noslip_parser_string(parser, PART_KEY, N_("two keys in quotes, the one that lowers and the one that raises"));
  const Token *token = noslip_source_token(parser->source, parser->at - 1);
  const Part *first = i > 0 ? noslip_statement_part(parser->source, &parser->statement, PART_KEY, 0) : NULL;
  g_autofree char *remedy = NULL;
  if (parser->failed)
    return;
  if (!noslip_key_is_known(token->text, &remedy))
    noslip_parser_fail(parser, NOSLIP_CODE_UNKNOWN_NAME, token->place, remedy, _("there is no key \"%s\""),
                       token->text);
  else if (first != NULL && noslip_key_is_same(first->text, token->text))
    noslip_parser_fail(parser, NOSLIP_CODE_REPEATED_NAME, token->place,
                       _("write the key that lowers, then another one that raises"),
                       _("the key \"%s\" cannot both lower and raise"), token->text);
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
      parse_key(parser, i);
  parse_description(parser);
}
