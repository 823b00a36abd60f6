/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What parser-nodes.c gives to the parser of expressions. Inside language/. */
#pragma once

#include "core/language/parser.h"
#include "core/language/statements.h"

/* Adds a node to the statement's; returns its index. */
guint32 noslip_parser_add_node(Parser *parser, NodeKind kind, guint op, guint token, guint32 a, guint32 b, guint32 c);
/* One parenthesis or operand deeper: FALSE, with an error, beyond the limit. */
gboolean noslip_parser_enter(Parser *parser);
/* Takes `close`, or fails at the token `opener`. */
void noslip_parser_expect_close(Parser *parser, char close, guint opener);
/* Whether a word is followed by (NAME): omega is the name of a velocity too. */
gboolean noslip_parser_names_rotation(const Parser *parser);
/* Whether an operand begins here. */
gboolean noslip_parser_at_operand(const Parser *parser);
/* `2 x`: an error that asks for the *; it is read as the product. */
void noslip_parser_say_product(Parser *parser, guint left);
/* `plot x vs y`: TRUE, with an error of its own; no product is meant. */
gboolean noslip_parser_is_versus(Parser *parser);
