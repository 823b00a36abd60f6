/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions, by precedence: sums, products, signs, powers (to the right), primaries. The recursion is bounded by
 * NOSLIP_LANGUAGE_MOST_DEPTH; long sums and products do not recurse. */
#include "core/language/parser-private.h"
#include "core/language/parser.h"
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static guint32 parse_sum(Parser *parser);

static guint32 parse_signed(Parser *parser);

static guint32 parse_condition(Parser *parser);

/* At a "(" : reads up to `most` arguments into `arguments`; returns their number. */
static guint
parse_arguments(Parser *parser, guint most, guint32 *arguments)
{
  guint opener = parser->at, n = 0;
  noslip_parser_take_op(parser, '(');
  if (!noslip_parser_enter(parser))
    return 0;
  guint last = G_MAXUINT;
  do {
    noslip_parser_round(parser, &last);
    guint32 argument = parse_sum(parser);
    if (n < most)
      arguments[n] = argument;
    n++;
  } while (!parser->failed && noslip_parser_take_op(parser, ','));
  noslip_parser_expect_close(parser, ')', opener);
  parser->depth--;
  return n;
}

/* min and max of two or more: nested from the left. */
static guint32
parse_many(Parser *parser, NoslipOp op)
{
  guint name = parser->at++, opener = parser->at, n = 1;
  noslip_parser_take_op(parser, '(');
  if (!noslip_parser_enter(parser))
    return 0;
  guint32 a = parse_sum(parser);
  for (; !parser->failed && noslip_parser_take_op(parser, ','); n++) {
    guint32 b = parse_sum(parser);
    a = noslip_parser_add_node(parser, NODE_FUNCTION, op, name, a, b, 0);
  }
  noslip_parser_expect_close(parser, ')', opener);
  parser->depth--;
  if (!parser->failed && n < 2)
    noslip_parser_fail(parser, NOSLIP_CODE_COUNT, noslip_source_token(parser->source, name)->place, NULL,
                       _("%s takes two arguments or more"), noslip_source_token(parser->source, name)->text);
  return a;
}

static guint32
parse_function(Parser *parser, NodeKind kind, NoslipOp op, guint arity)
{
  guint name = parser->at++;
  guint32 arguments[3] = {0};
  guint n = parse_arguments(parser, arity, arguments);
  g_autofree char *decimal = NULL;
  for (guint i = name; i < parser->at && n > arity && decimal == NULL; i++)
    decimal = noslip_parser_decimal_comma(parser, i);
  if (!parser->failed && n != arity)
    noslip_parser_fail(
        parser, NOSLIP_CODE_COUNT, noslip_source_token(parser->source, name)->place, decimal,
        g_dngettext(GETTEXT_PACKAGE, "%s takes %u argument, not %u", "%s takes %u arguments, not %u", arity),
        noslip_source_token(parser->source, name)->text, arity, n);
  return noslip_parser_add_node(parser, kind, op, name, arguments[0], arguments[1], arguments[2]);
}

/* p(NAME), lambda(NAME), mu(NAME), omega(NAME), transpose(NAME) */
static guint32
parse_of_name(Parser *parser, NodeKind kind)
{
  parser->at++;
  guint opener = parser->at;
  noslip_parser_take_op(parser, '(');
  guint name = noslip_parser_name(parser, kind == NODE_MOMENTUM,
                                  kind == NODE_MOMENTUM ? N_("the name of a velocity or section")
                                  : kind == NODE_SPIN || kind == NODE_TRANSPOSE ? N_("the name of a rotation")
                                                                                : N_("the name of a constraint"));
  noslip_parser_expect_close(parser, ')', opener);
  return noslip_parser_add_node(parser, kind, 0, name, 0, 0, 0);
}

/* Words with a special meaning before "(" only: functions of `n` arguments, or of a NAME. */
static const struct {
  const char *word;
  NodeKind kind;
  NoslipOp op;
  int n; /* 0: number of arguments; 0: a NAME; -1: a NAME, otherwise the word is read as an ordinary name */
} acting[] = {
    {"p", NODE_MOMENTUM, NOSLIP_OP_NUMBER, 0},        {"d", NODE_RATE, NOSLIP_OP_RATE, 1},
    {"lambda", NODE_LAMBDA, NOSLIP_OP_NUMBER, 0},     {"mu", NODE_MU, NOSLIP_OP_NUMBER, 0},
    {"jacobi", NODE_JACOBI, NOSLIP_OP_JACOBIATOR, 3}, {"dot", NODE_DOT, NOSLIP_OP_NUMBER, 2},
    {"cross", NODE_CROSS, NOSLIP_OP_NUMBER, 2},       {"norm", NODE_NORM, NOSLIP_OP_NUMBER, 1},
    {"dE", NODE_EXTERIOR, NOSLIP_OP_NUMBER, 1},       {"wedge", NODE_WEDGE, NOSLIP_OP_NUMBER, 2},
    {"omega", NODE_SPIN, NOSLIP_OP_NUMBER, -1},       {"transpose", NODE_TRANSPOSE, NOSLIP_OP_NUMBER, -1},
};

/* if(C, a, b) */
static guint32
parse_if(Parser *parser)
{
  guint word = parser->at++, opener = parser->at;
  gboolean before = parser->in_condition;
  guint32 operand[3] = {0};
  noslip_parser_take_op(parser, '(');
  if (!noslip_parser_enter(parser))
    return 0;
  parser->in_condition = TRUE;
  operand[0] = parse_condition(parser);
  parser->in_condition = FALSE;
  for (guint i = 1; i < 3; i++) {
    noslip_parser_expect_op(parser, ',', N_("in if(condition, a, b)"));
    operand[i] = parse_sum(parser);
  }
  parser->in_condition = before;
  noslip_parser_expect_close(parser, ')', opener);
  parser->depth--;
  return noslip_parser_add_node(parser, NODE_IF, 0, word, operand[0], operand[1], operand[2]);
}

/* (e1), (e1, e2) …: one expression, or a vector of them. */
static guint32
parse_sections(Parser *parser)
{
  guint opener = parser->at;
  guint32 section[3] = {0};
  guint n = parse_arguments(parser, 3, section);
  if (!parser->failed && n > 3)
    noslip_parser_fail(parser, NOSLIP_CODE_COUNT, noslip_source_token(parser->source, opener)->place, NULL,
                       _("forms take three sections at most"));
  return n == 1 ? section[0]
                : noslip_parser_add_node(parser, NODE_VECTOR, n, opener, section[0], section[1], section[2]);
}

/* dE( ) and wedge( ) with the sections on which they are evaluated. */
static guint32
parse_form(Parser *parser, NodeKind kind, guint arity)
{
  guint name = parser->at;
  guint32 form = parse_function(parser, kind, NOSLIP_OP_NUMBER, arity);
  if (parser->failed || !noslip_parser_at_op(parser, '('))
    return form;
  guint32 sections = parse_sections(parser);
  return noslip_parser_add_node(parser, NODE_ON, 0, name, form, sections, 0);
}

static guint32
parse_name(Parser *parser)
{
  const Token *token = noslip_parser_token(parser);
  guint at = parser->at;
  const Token *next = noslip_source_token(parser->source, at + 1);
  gboolean called = next->kind == TOKEN_OPERATOR && next->op == '(';
  NoslipOp op = NOSLIP_OP_NUMBER;
  guint arity = 0;
  if (noslip_language_function(token->text, &op, &arity)) {
    if (called && (op == NOSLIP_OP_MIN || op == NOSLIP_OP_MAX))
      return parse_many(parser, op);
    if (called)
      return parse_function(parser, NODE_FUNCTION, op, arity);
    noslip_parser_report_function(parser);
    return 0;
  }
  if (called && strcmp(token->text, "if") == 0)
    return parse_if(parser);
  if (called && noslip_language_acts(token->text)) {
    for (guint i = 0; i < G_N_ELEMENTS(acting); i++)
      if (strcmp(token->text, acting[i].word) == 0 && (acting[i].kind == NODE_EXTERIOR || acting[i].kind == NODE_WEDGE))
        return parse_form(parser, acting[i].kind, (guint) acting[i].n);
      else if (strcmp(token->text, acting[i].word) == 0 && acting[i].n > 0)
        return parse_function(parser, acting[i].kind, acting[i].op, acting[i].n);
      else if (strcmp(token->text, acting[i].word) == 0 && (acting[i].n == 0 || noslip_parser_names_rotation(parser)))
        return parse_of_name(parser, acting[i].kind);
  }
  parser->at++;
  if (strcmp(token->text, "pi") == 0 && !called)
    return noslip_parser_add_node(parser, NODE_PI, 0, at, 0, 0, 0);
  if (!called)
    return noslip_parser_add_node(parser, NODE_NAME, 0, at, 0, 0, 0);
  guint32 argument = parse_sections(parser);
  return noslip_parser_add_node(parser, NODE_ADJACENT, 0, at, argument, parser->at - 1, 0);
}

/* The content of parentheses: an expression, or the two or three numbers of a vector. */
static guint32
parse_parenthesis(Parser *parser, guint at)
{
  guint32 component[3] = {parser->in_condition ? parse_condition(parser) : parse_sum(parser), 0, 0};
  guint n = 1;
  while (!parser->failed && n < 3 && noslip_parser_take_op(parser, ','))
    component[n++] = parse_sum(parser);
  if (n == 1)
    return component[0];
  if (!parser->failed && noslip_parser_at_op(parser, ','))
    noslip_parser_fail(parser, NOSLIP_CODE_COUNT, noslip_parser_token(parser)->place, _("write (x, y, z)"),
                       _("a vector has two or three components"));
  return noslip_parser_add_node(parser, NODE_VECTOR, n, at, component[0], component[1], component[2]);
}

static guint32
parse_primary(Parser *parser)
{
  const Token *token = noslip_parser_token(parser);
  guint at = parser->at;
  guint32 a, b;
  if (parser->failed)
    return 0;
  if (token->kind == TOKEN_NUMBER) {
    parser->at++;
    return noslip_parser_add_node(parser, noslip_parser_take_word(parser, "deg") ? NODE_DEGREES : NODE_NUMBER, 0, at, 0,
                                  0, 0);
  }
  if (token->kind == TOKEN_NAME)
    return parse_name(parser);
  if (noslip_parser_at_op(parser, '(')) {
    if (!noslip_parser_enter(parser))
      return 0;
    parser->at++;
    a = parse_parenthesis(parser, at);
    noslip_parser_expect_close(parser, ')', at);
    parser->depth--;
    return a;
  }
  if (noslip_parser_at_op(parser, '{')) {
    if (!noslip_parser_enter(parser))
      return 0;
    parser->at++;
    a = parse_sum(parser);
    noslip_parser_expect_op(parser, ',', N_("between the two sides of the bracket {f, g}"));
    b = parse_sum(parser);
    noslip_parser_expect_close(parser, '}', at);
    parser->depth--;
    return noslip_parser_add_node(parser, NODE_BRACKET, NOSLIP_OP_BRACKET, at, a, b, 0);
  }
  noslip_parser_expected(parser, N_("a number, a name or ("));
  return 0;
}

/* 2^-1 is allowed, and a^b^c is a^(b^c). */
static guint32
parse_power(Parser *parser)
{
  guint32 base = parse_primary(parser);
  for (const Token *token = noslip_parser_token(parser);
       !parser->failed && token->kind == TOKEN_OPERATOR && token->op >= 'x' && token->op <= 'z';
       token = noslip_parser_token(parser)) {
    base = noslip_parser_add_node(parser, NODE_COMPONENT, (guint) token->op, parser->at, base, 0, 0);
    parser->at++;
  }
  guint at = parser->at;
  if (parser->failed || !noslip_parser_take_op(parser, '^') || !noslip_parser_enter(parser))
    return base;
  guint32 exponent = parse_signed(parser);
  parser->depth--;
  return noslip_parser_add_node(parser, NODE_POW, 0, at, base, exponent, 0);
}

static guint32
parse_signed(Parser *parser)
{
  gboolean minus = FALSE;
  guint at = parser->at;
  guint last = G_MAXUINT;
  while (noslip_parser_at_op(parser, '-') || noslip_parser_at_op(parser, '+')) {
    noslip_parser_round(parser, &last);
    minus = minus != noslip_parser_at_op(parser, '-');
    parser->at++;
  }
  guint32 a = parse_power(parser);
  return minus ? noslip_parser_add_node(parser, NODE_NEG, 0, at, a, 0, 0) : a;
}

static guint32
parse_product(Parser *parser)
{
  guint left = parser->at, last = G_MAXUINT;
  guint32 a = parse_signed(parser);
  while (!parser->failed) {
    noslip_parser_round(parser, &last);
    guint at = parser->at;
    NodeKind kind = NODE_MUL;
    if (noslip_parser_take_op(parser, '/'))
      kind = NODE_DIV;
    else if (!noslip_parser_take_op(parser, '*')) {
      if (!noslip_parser_at_operand(parser))
        break;
      if (noslip_parser_is_versus(parser) || noslip_parser_is_unit(parser))
        break;
      noslip_parser_report_product(parser, left);
    }
    left = parser->at;
    guint32 b = parse_signed(parser);
    a = noslip_parser_add_node(parser, kind, 0, at, a, b, 0);
  }
  return a;
}

static guint32
parse_sum(Parser *parser)
{
  guint last = G_MAXUINT;
  guint32 a = parse_product(parser);
  while (!parser->failed) {
    noslip_parser_round(parser, &last);
    guint at = parser->at;
    NodeKind kind = NODE_ADD;
    if (noslip_parser_take_op(parser, '-'))
      kind = NODE_SUB;
    else if (!noslip_parser_take_op(parser, '+'))
      break;
    guint32 b = parse_product(parser);
    a = noslip_parser_add_node(parser, kind, 0, at, a, b, 0);
  }
  return a;
}

static gboolean
is_comparison(const Token *token)
{
  return token->kind == TOKEN_OPERATOR && strchr("<>lg", token->op) != NULL;
}

static guint32
parse_comparison(Parser *parser)
{
  gboolean not = FALSE;
  guint at = parser->at;
  while (noslip_parser_take_word(parser, "not"))
    not = !not ;
  guint32 a = parse_sum(parser);
  if (!parser->failed && is_comparison(noslip_parser_token(parser))) {
    guint sign = parser->at++;
    guint32 b = parse_sum(parser);
    a = noslip_parser_add_node(parser, NODE_COMPARE, (guint) noslip_source_token(parser->source, sign)->op, sign, a, b,
                               0);
    if (!parser->failed && is_comparison(noslip_parser_token(parser)))
      noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, noslip_parser_token(parser)->place,
                         _("write two comparisons, as in 0 < x and x < 1"), _("a comparison has two sides"));
  }
  return not ? noslip_parser_add_node(parser, NODE_NOT, 0, at, a, 0, 0) : a;
}

/* `and` binds tighter than `or`. */
static guint32
parse_conjunction(Parser *parser)
{
  guint32 a = parse_comparison(parser);
  for (guint at = parser->at; !parser->failed && noslip_parser_take_word(parser, "and"); at = parser->at) {
    guint32 b = parse_comparison(parser);
    a = noslip_parser_add_node(parser, NODE_AND, 0, at, a, b, 0);
  }
  return a;
}

static guint32
parse_condition(Parser *parser)
{
  guint32 a = parse_conjunction(parser);
  for (guint at = parser->at; !parser->failed && noslip_parser_take_word(parser, "or"); at = parser->at) {
    guint32 b = parse_conjunction(parser);
    a = noslip_parser_add_node(parser, NODE_OR, 0, at, a, b, 0);
  }
  return a;
}

Span
noslip_parser_span(Parser *parser)
{
  Span span = {.first = parser->source->nodes->len, .token = parser->at};
  guint32 root = parse_sum(parser);
  if (parser->failed)
    return (Span){.token = span.token, .last = span.token};
  span.root = root;
  span.last = parser->at - 1;
  return span;
}

void
noslip_parser_point(Parser *parser, PartKind kind)
{
  Span span = {.first = parser->source->nodes->len, .token = parser->at};
  const Token *token = noslip_parser_token(parser);
  if (parser->failed)
    return;
  if (token->kind == TOKEN_NAME)
    span.root = noslip_parser_add_node(parser, NODE_NAME, 0, parser->at++, 0, 0, 0);
  else if (noslip_parser_at_op(parser, '('))
    span.root = parse_primary(parser);
  else
    noslip_parser_expected(parser, N_("a point: a name, or (x, y, z)"));
  span.last = parser->at - 1;
  if (!parser->failed)
    noslip_parser_part(parser, kind, span.token, &span, NULL);
}

void
noslip_parser_expression(Parser *parser, PartKind kind)
{
  if (parser->failed)
    return;
  Span span = noslip_parser_span(parser);
  if (!parser->failed)
    noslip_parser_part(parser, kind, span.token, &span, NULL);
}
