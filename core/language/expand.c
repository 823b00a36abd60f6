/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Repetition, expanded while the text is read: `for`, sum(i in A..B, …), x[i] and v.x become plain names and
 * statements, so that code after the parser does not see them. Integers only: constants, and the variables of loops. */
#include "core/language/expand-private.h"
#include "core/language/source.h"
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void expand_range(Expander *expander, guint from, guint end);

static gboolean
is_word(const Expander *expander, guint i, const char *word)
{
  return i < expander->in->len && noslip_expander_token(expander, i)->kind == TOKEN_NAME &&
         strcmp(noslip_expander_token(expander, i)->text, word) == 0;
}

static gboolean
is_name(const Expander *expander, guint i)
{
  return i < expander->in->len && noslip_expander_token(expander, i)->kind == TOKEN_NAME &&
         noslip_expander_token(expander, i)->primes == 0;
}

static void
emit(Expander *expander, const Token *token)
{
  if (expander->out->len < NOSLIP_LANGUAGE_MOST_TOKENS) {
    g_array_append_val(expander->out, *token);
    return;
  }
  if (!expander->full)
    noslip_source_error(expander->source, NOSLIP_CODE_TOO_LARGE, token->place, _("repeat less"),
                        _("the text has more than %d words and signs"), NOSLIP_LANGUAGE_MOST_TOKENS);
  g_hash_table_add(expander->source->lost, (gpointer) "lagrangian"); /* the rest of the text, which is left out, may
                                                                      * define it */
  expander->full = TRUE;
}

/* Adds a token that is not in the text, with the place of the token `where`. */
static void
emit_made(Expander *expander, const Token *where, TokenKind kind, char op, const char *text)
{
  Token token = *where;
  token.kind = kind;
  token.op = op;
  token.primes = 0;
  token.text = text != NULL ? g_string_chunk_insert_const(expander->source->strings, text) : "";
  emit(expander, &token);
}

static void
emit_whole(Expander *expander, const Token *where, gint64 value)
{
  g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, ABS(value));
  if (value < 0) {
    emit_made(expander, where, TOKEN_OPERATOR, '(', NULL);
    emit_made(expander, where, TOKEN_OPERATOR, '-', NULL);
  }
  emit_made(expander, where, TOKEN_NUMBER, 0, text);
  if (value < 0)
    emit_made(expander, where, TOKEN_OPERATOR, ')', NULL);
}

/* Whole numbers: sums and products of numbers, constants and variables. */

/* Names with indices and components */

/* The token that closes the bracket at `open`; if there is none, the end of the statement or `end`. */
static guint
closing(const Expander *expander, guint open, guint end)
{
  guint depth = 0, i = open;
  for (; i < end && noslip_expander_token(expander, i)->kind != TOKEN_END; i++) {
    const Token *token = noslip_expander_token(expander, i);
    if (token->kind != TOKEN_OPERATOR)
      continue;
    if (strchr("([{", token->op) != NULL)
      depth++;
    else if (strchr(")]}", token->op) != NULL && --depth == 0)
      break;
  }
  return i;
}

static gboolean
is_component(const Expander *expander, guint i)
{
  return noslip_expander_is_op(expander, i, 'x') || noslip_expander_is_op(expander, i, 'y') ||
         noslip_expander_is_op(expander, i, 'z');
}

/* NAME[…]…' or NAME.x from token i on: one token. Returns the next token. */
static guint
expand_name(Expander *expander, guint i, guint end)
{
  Token token = *noslip_expander_token(expander, i);
  g_autoptr(GString) text = g_string_new(token.text);
  guint next = i + 1;
  while (next < end && noslip_expander_is_op(expander, next, '[')) {
    guint close = closing(expander, next, end);
    gint64 index = 0;
    if (!noslip_expander_is_op(expander, close, ']')) {
      noslip_source_error(expander->source, NOSLIP_CODE_SYNTAX, noslip_expander_token(expander, next)->place, NULL,
                          _("this is never closed; a %c is missing"), ']');
      token.kind = TOKEN_ERROR;
      next = close;
      break;
    }
    if (!noslip_expander_whole(expander, next + 1, close, &index))
      token.kind = TOKEN_ERROR;
    g_string_append_printf(text, "[%" G_GINT64_FORMAT "]", index);
    next = close + 1;
  }
  if (next < end && noslip_expander_is_op(expander, next, OP_PRIME)) {
    token.primes = 1;
    g_string_append_c(text, '\'');
    next++;
  } else if (next < end && is_component(expander, next)) {
    g_string_append_printf(text, ".%c", noslip_expander_token(expander, next)->op);
    next++;
  }
  const Token *last = noslip_expander_token(expander, next - 1);
  token.end = last->end;
  if (last->place.line == token.place.line && last->place.column >= token.place.column)
    token.place.length = last->place.column + last->place.length - token.place.column;
  if (token.kind == TOKEN_ERROR)
    g_hash_table_add(expander->source->lost, (gpointer) noslip_expander_token(expander, i)->text);
  token.text = g_string_chunk_insert_const(expander->source->strings, text->str);
  emit(expander, &token);
  return next;
}

/* Loops */

typedef struct {
  const char *name;
  gint64 from, to;
} Range;

/* NAME in A..B from token i on, up to the token `end`. FALSE after an error, or if it does not have this form. */
static gboolean
read_range(Expander *expander, guint i, guint end, Range *range)
{
  guint dots = i + 2;
  expander->failed = FALSE;
  while (dots < end && !noslip_expander_is_op(expander, dots, '.'))
    dots++;
  if (!is_name(expander, i) || !is_word(expander, i + 1, "in") || dots >= end)
    return FALSE;
  range->name = noslip_expander_token(expander, i)->text;
  gboolean good = noslip_expander_whole(expander, i + 2, dots, &range->from);
  return noslip_expander_whole(expander, dots + 1, end, &range->to) && good;
}

static gboolean
enter_loop(Expander *expander, const Token *where, const char *name)
{
  if (expander->n_variables >= MOST_NESTED) {
    noslip_source_error(expander->source, NOSLIP_CODE_TOO_LARGE, where->place, _("nest them less"),
                        _("more than %d loops are inside each other"), MOST_NESTED);
    return FALSE;
  }
  expander->variables[expander->n_variables++].name = name;
  return TRUE;
}

/* sum(i in A..B, expr), starting at the word: ((expr) + (expr) + …), or (0). Returns the next token. */
static guint
expand_sum(Expander *expander, guint i, guint end)
{
  guint close = closing(expander, i + 1, end), comma = i + 2, depth = 0;
  for (; comma < close; comma++) {
    const Token *token = noslip_expander_token(expander, comma);
    char op = token->kind == TOKEN_OPERATOR ? token->op : ' ';
    depth += strchr("([{", op) != NULL;
    depth -= strchr(")]}", op) != NULL && depth > 0 ? 1 : 0;
    if (op == ',' && depth == 0)
      break;
  }
  Range range = {0};
  const Token *where = noslip_expander_token(expander, i);
  if (!noslip_expander_is_op(expander, close, ')') || comma >= close) {
    noslip_source_error(expander->source, NOSLIP_CODE_SYNTAX, where->place, _("write: sum(i in 1..N, expr)"),
                        _("a sum needs a range and an expression"));
    emit_made(expander, where, TOKEN_ERROR, 0, NULL);
    return close;
  }
  if (!read_range(expander, i + 2, comma, &range) || !enter_loop(expander, where, range.name)) {
    if (!expander->failed)
      noslip_source_error(expander->source, NOSLIP_CODE_SYNTAX, where->place, _("write: sum(i in 1..N, expr)"),
                          _("a sum needs a range and an expression"));
    emit_made(expander, where, TOKEN_ERROR, 0, NULL);
    return close + 1;
  }
  emit_made(expander, where, TOKEN_OPERATOR, '(', NULL);
  if (range.from > range.to)
    emit_made(expander, where, TOKEN_NUMBER, 0, "0");
  for (gint64 value = range.from; value <= range.to && !expander->full; value++) {
    if (value > range.from)
      emit_made(expander, where, TOKEN_OPERATOR, '+', NULL);
    expander->variables[expander->n_variables - 1].value = value;
    emit_made(expander, noslip_expander_token(expander, comma), TOKEN_OPERATOR, '(', NULL);
    expand_range(expander, comma + 1, close);
    emit_made(expander, noslip_expander_token(expander, close), TOKEN_OPERATOR, ')', NULL);
  }
  emit_made(expander, noslip_expander_token(expander, close), TOKEN_OPERATOR, ')', NULL);
  expander->n_variables--;
  return close + 1;
}

/* The token that closes the block which opens at `open`, or `end`. */
static guint
block_end(const Expander *expander, guint open, guint end)
{
  guint depth = 0;
  for (guint i = open; i < end; i++) {
    if (noslip_expander_is_op(expander, i, OP_BLOCK_OPEN))
      depth++;
    else if (noslip_expander_is_op(expander, i, OP_BLOCK_CLOSE) && --depth == 0)
      return i;
  }
  return end;
}

/* Records the names of a block that cannot be read, so that they are not reported as unknown. */
static void
lose_names(Expander *expander, guint from, guint end)
{
  for (guint i = from; i < end; i++)
    if (is_name(expander, i))
      g_hash_table_add(expander->source->lost, (gpointer) noslip_expander_token(expander, i)->text);
}

/* `for` at token i; returns the token after its block. A head with another form is left to the parser. */
static guint
expand_for(Expander *expander, guint i, guint end)
{
  const Token *where = noslip_expander_token(expander, i);
  guint open = i;
  while (open < end && noslip_expander_token(expander, open)->kind != TOKEN_END &&
         !noslip_expander_is_op(expander, open, OP_BLOCK_OPEN))
    open++;
  guint close =
      open < end && noslip_expander_is_op(expander, open, OP_BLOCK_OPEN) ? block_end(expander, open, end) : end;
  Range range = {0};
  if (open >= end || noslip_expander_token(expander, open)->kind == TOKEN_END || !is_name(expander, i + 1)) {
    for (; i < end && noslip_expander_token(expander, i)->kind != TOKEN_END; i++)
      emit(expander, noslip_expander_token(expander, i));
    return i;
  }
  if (close >= end) {
    noslip_source_error(expander->source, NOSLIP_CODE_SYNTAX, noslip_expander_token(expander, open)->place, NULL,
                        _("this is never closed; a %c is missing"), '}');
    lose_names(expander, open, end);
    return end;
  }
  if (!read_range(expander, i + 1, open, &range) || !enter_loop(expander, where, range.name)) {
    if (!expander->failed)
      noslip_source_error(expander->source, NOSLIP_CODE_SYNTAX, where->place, _("write: for i in 1..N { … }"),
                          _("for needs a variable and a range"));
    lose_names(expander, open, close);
    return close + 1;
  }
  for (gint64 value = range.from; value <= range.to && !expander->full; value++) {
    expander->variables[expander->n_variables - 1].value = value;
    expand_range(expander, open + 2, close);
  }
  expander->n_variables--;
  return close + 1;
}

static gboolean
begins_statement(const Expander *expander, guint i)
{
  return i == 0 || noslip_expander_token(expander, i - 1)->kind == TOKEN_END;
}

/* Whether this is the word `in` of `in [0.1, 10]`, whose brackets are a range, not an index. */
static gboolean
is_word_of_range(const Expander *expander, guint i)
{
  if (!is_word(expander, i, "in") || i == 0 || begins_statement(expander, i - 1))
    return FALSE;
  TokenKind before = noslip_expander_token(expander, i - 1)->kind;
  return before == TOKEN_NAME || before == TOKEN_NUMBER || noslip_expander_is_op(expander, i - 1, ')');
}

static void
expand_range(Expander *expander, guint from, guint end)
{
  for (guint i = from; i < end && !expander->full;) {
    const Token *token = noslip_expander_token(expander, i);
    gboolean first = begins_statement(expander, i);
    const Variable *variable = is_name(expander, i) && !first ? noslip_expander_variable(expander, token->text) : NULL;
    gboolean joined = is_name(expander, i) && !(first && strcmp(token->text, "bracket") == 0) &&
                      !is_word_of_range(expander, i) &&
                      (noslip_expander_is_op(expander, i + 1, '[') || is_component(expander, i + 1));
    if (first && is_word(expander, i, "for")) {
      i = expand_for(expander, i, end);
    } else if (is_word(expander, i, "sum") && noslip_expander_is_op(expander, i + 1, '(') &&
               is_word(expander, i + 3, "in")) {
      i = expand_sum(expander, i, end);
    } else if (joined) {
      i = expand_name(expander, i, end);
    } else if (variable != NULL) {
      emit_whole(expander, token, variable->value);
      i++;
    } else {
      emit(expander, token);
      i++;
    }
  }
}

/* Reads constant NAME = … outside loops, each after those that it uses. */
static void
read_constants(Expander *expander)
{
  for (gboolean moved = TRUE; moved;) {
    moved = FALSE;
    expander->quiet = TRUE;
    for (guint i = 0; i < expander->in->len; i++) {
      if (!begins_statement(expander, i) || !is_word(expander, i, "constant") || !is_name(expander, i + 1) ||
          !noslip_expander_is_op(expander, i + 2, '=') ||
          g_hash_table_contains(expander->constants, noslip_expander_token(expander, i + 1)->text))
        continue;
      guint end = i + 3;
      gint64 value;
      while (end < expander->in->len && noslip_expander_token(expander, end)->kind != TOKEN_END)
        end++;
      if (!noslip_expander_whole(expander, i + 3, end, &value))
        continue;
      g_hash_table_insert(expander->constants, (gpointer) noslip_expander_token(expander, i + 1)->text,
                          GSIZE_TO_POINTER((gsize) (value + MOST_WHOLE + 1)));
      moved = TRUE;
    }
    expander->quiet = FALSE;
  }
}

static gboolean
is_needed(const Source *source)
{
  for (guint i = 0; i < source->tokens->len; i++) {
    const Token *token = noslip_source_token(source, i);
    if (token->kind == TOKEN_OPERATOR && strchr("xyz[BE'", token->op) != NULL)
      return TRUE;
    if (token->kind == TOKEN_NAME && (strcmp(token->text, "sum") == 0 || strcmp(token->text, "for") == 0))
      return TRUE;
  }
  return FALSE;
}

void
noslip_source_expand(Source *source)
{
  if (!is_needed(source))
    return;
  Expander expander = {.source = source, .in = source->tokens};
  expander.out = g_array_new(FALSE, FALSE, sizeof(Token));
  expander.constants = g_hash_table_new(g_str_hash, g_str_equal);
  read_constants(&expander);
  expand_range(&expander, 0, source->tokens->len);
  if (expander.full && expander.out->len > 0)
    g_array_index(expander.out, Token, expander.out->len - 1).kind = TOKEN_END;
  source->tokens = expander.out;
  g_array_unref((GArray *) expander.in);
  g_hash_table_unref(expander.constants);
}
