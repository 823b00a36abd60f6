/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statements about a motion: dynamics, initial values, runs, claims and plots. */
#include "core/language/names.h"
#include "core/language/statements.h"
#include "core/system/dynamics-kind.h"

#include <glib/gi18n-lib.h>

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

void
noslip_parse_dynamics(Parser *parser)
{
  gboolean known = FALSE;
  for (const char *const *id = noslip_dynamics_kind_ids(); *id != NULL; id++)
    known = known || noslip_parser_at_word(parser, *id);
  if (!known)
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
noslip_parse_gauge(Parser *parser)
{
  guint name = noslip_parser_name(parser, TRUE, N_("the name of a velocity"));
  noslip_parser_expect_op(parser, '=', N_("after the name"));
  if (!parser->failed)
    noslip_parser_part(parser, PART_NAME, name, NULL, NULL);
  noslip_parser_expression(parser, PART_VALUE);
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
                       _("keep one of them"), _("%s is given twice"), noslip_source_token(parser->source, at)->text);
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
