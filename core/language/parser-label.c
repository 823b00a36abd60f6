/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A constraint whose name is not followed by a colon. */
#include "core/language/hints.h"
#include "core/language/names.h"
#include "core/language/parser-private.h"
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Whether another statement of the text contains this name or one with nearly the same spelling, or names may come from
 * another file. */
static gboolean
is_known(const Parser *parser, const char *name)
{
  Nearest nearest;
  guint last = parser->statement.keyword;
  noslip_nearest_start(&nearest, name);
  while (noslip_source_token(parser->source, last)->kind != TOKEN_END)
    last++;
  for (guint i = 0; i + 1 < parser->source->tokens->len; i++) {
    const Token *token = noslip_source_token(parser->source, i);
    gboolean own = i >= parser->statement.keyword && i <= last;
    gboolean multiplier = i > 1 && noslip_token_is_op(token - 1, '(') &&
                          (noslip_token_is_word(token - 2, "lambda") || noslip_token_is_word(token - 2, "mu"));
    if (token->kind != TOKEN_NAME || own || multiplier)
      continue;
    if (strcmp(token->text, name) == 0)
      return TRUE;
    noslip_nearest_try(&nearest, token->text);
  }
  return nearest.best != NULL;
}

/* Whether it is a name, or the rate of one in another spelling: xdot. */
static gboolean
is_label(const Parser *parser, const char *name)
{
  static const char *const reserved[] = {"pi", "t", "energy", "kinetic", "potential", "lagrangian"};
  gboolean known = strchr(name, '\'') != NULL || noslip_language_acts(name) || is_known(parser, name);
  for (guint i = 0; i < G_N_ELEMENTS(reserved); i++)
    known = known || strcmp(name, reserved[i]) == 0;
  char *candidate;
  for (guint i = 0; !known && (candidate = noslip_hint_rate_of(name, i)) != NULL; i++) {
    known = is_known(parser, candidate);
    g_free(candidate);
  }
  return !known;
}

/* constraint blade v2 = 0    constraint blade -sin(theta)*x' + cos(theta)*y' = 0 */
gboolean
noslip_parser_lacks_colon(Parser *parser)
{
  const Token *name = noslip_parser_token(parser), *next = name->kind == TOKEN_END ? name : name + 1;
  gboolean operand = next->kind == TOKEN_NAME || next->kind == TOKEN_NUMBER;
  gboolean sign = noslip_token_is_op(next, '-') || noslip_token_is_op(next, '+');
  if (name->kind != TOKEN_NAME || !(operand || sign) || !is_label(parser, name->text))
    return FALSE;
  g_autofree char *remedy = g_strdup_printf(_("write %s:"), name->text);
  noslip_diagnostic_set_fix(noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, name->place, remedy,
                                               _("a colon follows the name of a constraint")),
                            (NoslipPlace){name->place.line, name->place.column + name->place.length, 0}, ":");
  return TRUE;
}
