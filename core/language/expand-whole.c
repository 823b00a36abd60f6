/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Integers in the ranges of loops and sums, and in indices, evaluated while the text is expanded. */
#include "core/base/decimal.h"
#include "core/language/expand-private.h"
#include "core/language/source.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

const Token *
noslip_expander_token(const Expander *expander, guint i)
{
  return &g_array_index(expander->in, Token, i);
}

gboolean
noslip_expander_is_op(const Expander *expander, guint i, char op)
{
  return i < expander->in->len && noslip_expander_token(expander, i)->kind == TOKEN_OPERATOR &&
         noslip_expander_token(expander, i)->op == op;
}

const Variable *
noslip_expander_variable(const Expander *expander, const char *name)
{
  for (guint i = expander->n_variables; i > 0; i--)
    if (strcmp(expander->variables[i - 1].name, name) == 0)
      return &expander->variables[i - 1];
  return NULL;
}

static gint64 whole_sum(Expander *expander, guint depth);

static gint64 noslip_expander_whole_fails(Expander *expander, guint i, const char *format, ...) G_GNUC_PRINTF(3, 4);

static gint64
noslip_expander_whole_fails(Expander *expander, guint i, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *cause = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  const Token *token = noslip_expander_token(expander, MIN(i, expander->in->len - 1));
  if (!expander->failed && !expander->quiet && token->kind != TOKEN_ERROR)
    noslip_source_error(expander->source, NOSLIP_CODE_ARGUMENT, token->place,
                        _("write whole numbers, constants and the variables of loops"), "%s", cause);
  expander->failed = TRUE;
  return 0;
}

static gint64
whole_name(Expander *expander, guint i)
{
  const char *name = noslip_expander_token(expander, i)->text;
  const Variable *variable = noslip_expander_variable(expander, name);
  if (variable != NULL)
    return variable->value;
  gpointer found = g_hash_table_lookup(expander->constants, name);
  if (found != NULL)
    return (gint64) GPOINTER_TO_SIZE(found) - MOST_WHOLE - 1;
  return noslip_expander_whole_fails(expander, i, _("%s is not a constant"), name);
}

static gint64
whole_primary(Expander *expander, guint depth)
{
  guint i = expander->at++;
  if (i >= expander->end || depth > NOSLIP_LANGUAGE_MOST_DEPTH)
    return noslip_expander_whole_fails(expander, MIN(i, expander->end), "%s", _("a whole number is missing here"));
  const Token *token = noslip_expander_token(expander, i);
  if (token->kind == TOKEN_NAME)
    return whole_name(expander, i);
  if (token->kind == TOKEN_NUMBER) {
    double value = noslip_decimal_value(token->text);
    if (value != floor(value) || value > MOST_WHOLE)
      return noslip_expander_whole_fails(expander, i, _("%s is not a whole number"), token->text);
    return (gint64) value;
  }
  if (noslip_expander_is_op(expander, i, '-'))
    return -whole_primary(expander, depth + 1);
  if (noslip_expander_is_op(expander, i, '+'))
    return whole_primary(expander, depth + 1);
  if (!noslip_expander_is_op(expander, i, '('))
    return noslip_expander_whole_fails(expander, i, "%s", _("a whole number is missing here"));
  gint64 value = whole_sum(expander, depth + 1);
  if (expander->at >= expander->end || !noslip_expander_is_op(expander, expander->at, ')'))
    return noslip_expander_whole_fails(expander, i, "%s", _("this is never closed"));
  expander->at++;
  return value;
}

static gint64
whole_product(Expander *expander, guint depth)
{
  gint64 value = whole_primary(expander, depth);
  while (!expander->failed && expander->at < expander->end &&
         (noslip_expander_is_op(expander, expander->at, '*') || noslip_expander_is_op(expander, expander->at, '/'))) {
    gboolean quotient = noslip_expander_is_op(expander, expander->at, '/');
    guint sign = expander->at++;
    gint64 factor = whole_primary(expander, depth);
    if (quotient && (factor == 0 || value % factor != 0))
      return noslip_expander_whole_fails(expander, sign, "%s", _("the quotient is not a whole number"));
    value = quotient ? value / factor : value * factor;
    if (ABS(value) > MOST_WHOLE)
      return noslip_expander_whole_fails(expander, sign, "%s", _("the number is too large"));
  }
  return value;
}

static gint64
whole_sum(Expander *expander, guint depth)
{
  gint64 value = whole_product(expander, depth);
  while (!expander->failed && expander->at < expander->end &&
         (noslip_expander_is_op(expander, expander->at, '+') || noslip_expander_is_op(expander, expander->at, '-'))) {
    gboolean minus = noslip_expander_is_op(expander, expander->at, '-');
    guint sign = expander->at++;
    gint64 term = whole_product(expander, depth);
    value += minus ? -term : term;
    if (ABS(value) > MOST_WHOLE)
      return noslip_expander_whole_fails(expander, sign, "%s", _("the number is too large"));
  }
  return value;
}

gboolean
noslip_expander_whole(Expander *expander, guint from, guint end, gint64 *value)
{
  expander->at = from;
  expander->end = end;
  expander->failed = FALSE;
  *value = whole_sum(expander, 0);
  if (!expander->failed && expander->at < end)
    noslip_expander_whole_fails(expander, expander->at, "%s", _("a whole number ends before this"));
  return !expander->failed;
}
