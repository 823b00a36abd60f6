/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the parser share. Inside language/. */
#pragma once

#include "core/language/parser.h"
#include "core/language/statements.h"

#include <string.h>

/* Adds a node to those of the statement; returns its index. */
guint32 noslip_parser_add_node(Parser *parser, NodeKind kind, guint op, guint token, guint32 a, guint32 b, guint32 c);
/* Enters one more level of parentheses or operands: FALSE, with an error, beyond the limit. */
gboolean noslip_parser_enter(Parser *parser);
/* Takes `close`, or fails at the token `opener`. */
void noslip_parser_expect_close(Parser *parser, char close, guint opener);
/* Whether a word is followed by (NAME): omega is the name of a velocity too. */
gboolean noslip_parser_names_rotation(const Parser *parser);
/* Whether an operand begins here. */
gboolean noslip_parser_at_operand(const Parser *parser);
/* `2 x`: reports the missing *; it is read as the product. */
void noslip_parser_report_product(Parser *parser, guint left);
/* Whether the statement may have a range: in LO .. HI. */
gboolean noslip_parser_is_range(const Parser *parser);
/* noslip_parser_slip() for slips about one sign. */
gboolean noslip_parser_sign_slip(Parser *parser, gboolean at_end);
/* `plot x vs y`: TRUE, with an error of its own; no product is meant. */
gboolean noslip_parser_is_versus(Parser *parser);

static inline gboolean
noslip_token_is_op(const Token *token, char op)
{
  return token->kind == TOKEN_OPERATOR && token->op == op;
}

static inline gboolean
noslip_token_is_word(const Token *token, const char *word)
{
  return token->kind == TOKEN_NAME && strcmp(token->text, word) == 0;
}
