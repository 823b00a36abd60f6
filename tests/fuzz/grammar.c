/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mutator that knows the system language from the tables of the parser: new statements are made from their forms
 * ("coordinate NAME [angle] [in LO .. HI] …") and examples, expressions from the list of functions and the names in the
 * text. New statements and functions of the tables are used automatically. */
#include "tests/fuzz/fuzz.h"

#include "core/language/language.h"

#include <string.h>

typedef struct {
  GString *text;
  GArray *tokens; /* NoslipTokenSpan of the unchanged text */
  FuzzDice dice;
} Mutation;

static const char *const numbers[] = {"0",      "1", "2",      "-1",    "0.5", "1e-9", "1e9", "1e300",
                                      "1e-300", "3", "1e-320", "1e999", "0.1", "10",   "2.",  ".5"};
static const char *const texts[] = {"\"a\"",
                                    "\"\"",
                                    "\"a \\\"b\\\" \\\\\"",
                                    "\"chaplygin-sleigh-reduced\"",
                                    "\"m/s\"",
                                    "\"kg m^2/s\"",
                                    "\"red\"",
                                    "\"beach\"",
                                    "\"/etc/passwd\"",
                                    "\"../a\"",
                                    "\"\xE2\x80\xAEx\"",
                                    "\"\x1b[2J\"",
                                    "\"%s%n\""};

static guint
below(Mutation *m, guint n)
{
  return fuzz_dice_below(&m->dice, n);
}

#define PICK(m, list) ((list)[below((m), G_N_ELEMENTS(list))])

/* A name of the text, a new one, or one of the language. */
static void
append_name(Mutation *m, GString *out)
{
  guint n;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  static const char *const others[] = {"x",  "y'", "theta", "w1", "t",    "energy", "kinetic",
                                       "pi", "c1", "a",     "m",  "x[1]", "R11",    "v.x"};
  if (m->tokens->len > 0 && below(m, 8) > 0)
    for (guint tries = 0; tries < 10; tries++) {
      const NoslipTokenSpan *span = &g_array_index(m->tokens, NoslipTokenSpan, below(m, m->tokens->len));
      if (span->kind != NOSLIP_TOKEN_NAME || span->end > m->text->len)
        continue;
      g_string_append_len(out, m->text->str + span->start, (gssize) (span->end - span->start));
      if (below(m, 5) == 0)
        g_string_append_c(out, '\'');
      return;
    }
  g_string_append(out, below(m, 20) > 0 ? PICK(m, others) : statements[below(m, n)].keyword);
}

static void append_expression(Mutation *m, GString *out, guint depth);

static void
append_call(Mutation *m, GString *out, guint depth)
{
  guint n;
  const char *const *functions = noslip_language_functions(&n);
  guint n_arguments = 1 + (below(m, 3) == 0) + (below(m, 6) == 0);
  g_string_append_printf(out, "%s(", functions[below(m, n)]);
  for (guint i = 0; i < n_arguments; i++) {
    if (i > 0)
      g_string_append(out, ", ");
    append_expression(m, out, depth);
  }
  g_string_append_c(out, ')');
}

static void
append_expression(Mutation *m, GString *out, guint depth)
{
  static const char *const between[] = {" + ", " - ", "*", "/", "^", "*", " + ", " < ", " "};
  guint choice = depth == 0 ? below(m, 3) : below(m, 12);
  if (choice == 0) {
    g_string_append(out, PICK(m, numbers));
  } else if (choice < 3) {
    append_name(m, out);
  } else if (choice < 5) {
    append_call(m, out, depth - 1);
  } else if (choice == 5) {
    g_string_append_c(out, below(m, 2) ? '-' : '(');
    append_expression(m, out, depth - 1);
    if (below(m, 6) > 0 && out->str[out->len - 1] != ')')
      g_string_append_c(out, ')');
  } else if (choice == 6) {
    g_string_append_c(out, "({["[below(m, 3)]);
    append_expression(m, out, depth - 1);
    g_string_append(out, ", ");
    append_expression(m, out, depth - 1);
    g_string_append_c(out, ")}]"[below(m, 3)]);
  } else {
    append_expression(m, out, depth - 1);
    g_string_append(out, PICK(m, between));
    append_expression(m, out, depth - 1);
  }
}

/* A word of a form: NAME and expr are placeholders, any other is literal. */
static void
append_word(Mutation *m, GString *out, const char *word, gsize length)
{
  gboolean capitals = length > 0;
  for (gsize i = 0; i < length; i++)
    capitals = capitals && g_ascii_isupper(word[i]);
  if (capitals && length == 4 && below(m, 10) > 0)
    append_name(m, out);
  else if (capitals)
    append_expression(m, out, 1);
  else if (length > 2 && (strncmp(word, "expr", 4) == 0 || strncmp(word, "left", 4) == 0 ||
                          strncmp(word, "right", 5) == 0 || strncmp(word, "number", 6) == 0))
    append_expression(m, out, 2);
  else
    g_string_append_len(out, word, (gssize) length);
}

static gsize
append_quoted(Mutation *m, GString *out, const char *form)
{
  const char *end = strchr(form + 1, '"');
  g_string_append(out, PICK(m, texts));
  return end != NULL ? (gsize) (end - form) + 1 : 1;
}

/* The statement of a form, with or without its options: the part between [ and ], and one side of |. */
static void
append_form(Mutation *m, GString *out, const char *form)
{
  gboolean brackets = below(m, 2) == 0; /* here [ and ] are literal */
  for (gsize i = 0; form[i] != '\0';) {
    gsize length = strspn(form + i, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'");
    if (length > 0) {
      append_word(m, out, form + i, length);
      i += length;
    } else if (form[i] == '"') {
      i += append_quoted(m, out, form + i);
    } else if (form[i] == '[' && !brackets && below(m, 2) == 0) {
      i += strcspn(form + i, "]");
    } else if ((form[i] == '[' || form[i] == ']') && !brackets) {
      i++;
    } else if (form[i] == '|' && below(m, 3) > 0) {
      while (out->len > 0 && below(m, 2) == 0 && out->str[out->len - 1] != '\n')
        g_string_truncate(out, out->len - 1);
      i++;
    } else {
      g_string_append_c(out, form[i++]);
    }
  }
  g_string_append_c(out, '\n');
}

static gsize
line_start(const Mutation *m, gsize at)
{
  while (at > 0 && m->text->str[at - 1] != '\n')
    at--;
  return at;
}

static gsize
line_end(const Mutation *m, gsize at)
{
  while (at < m->text->len && m->text->str[at] != '\n')
    at++;
  return MIN(at + 1, m->text->len);
}

static void
insert_statement(Mutation *m)
{
  guint n;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  const NoslipStatementHelp *statement = &statements[below(m, n)];
  g_autoptr(GString) line = g_string_new(NULL);
  if (below(m, 4) == 0)
    g_string_append_printf(line, "%s\n", statement->example);
  else
    append_form(m, line, statement->form);
  g_string_insert_len(m->text, (gssize) line_start(m, below(m, (guint) m->text->len + 1)), line->str,
                      (gssize) line->len);
}

/* A line is removed, doubled or moved. */
static void
change_line(Mutation *m)
{
  gsize from = line_start(m, below(m, (guint) m->text->len + 1)), to = line_end(m, from);
  g_autofree char *line = g_strndup(m->text->str + from, to - from);
  if (below(m, 3) > 0)
    g_string_erase(m->text, (gssize) from, (gssize) (to - from));
  if (below(m, 3) > 0)
    g_string_insert(m->text, (gssize) line_start(m, below(m, (guint) m->text->len + 1)), line);
}

static void
replace(Mutation *m, const NoslipTokenSpan *span, const char *with)
{
  g_string_erase(m->text, (gssize) span->start, (gssize) (span->end - span->start));
  g_string_insert(m->text, (gssize) span->start, with);
}

static void
change_token(Mutation *m)
{
  static const char *const signs[] = {"+", "-", "*", "/", "^", "=", "(",  ")", ",",    "..", ":",
                                      "[", "]", "{", "}", "'", "<", ">=", ".", "\\\n", "\r", "!"};
  if (m->tokens->len == 0)
    return;
  const NoslipTokenSpan *span = &g_array_index(m->tokens, NoslipTokenSpan, below(m, m->tokens->len));
  if (span->end > m->text->len)
    return;
  g_autoptr(GString) with = g_string_new(NULL);
  if (span->kind == NOSLIP_TOKEN_NUMBER && below(m, 3) > 0)
    g_string_append(with, PICK(m, numbers));
  else if (span->kind == NOSLIP_TOKEN_STRING)
    g_string_append(with, PICK(m, texts));
  else if (span->kind == NOSLIP_TOKEN_OPERATOR)
    g_string_append(with, PICK(m, signs));
  else if (below(m, 2) == 0)
    append_name(m, with);
  else
    append_expression(m, with, 3);
  replace(m, span, with->str);
}

/* Replaces a number, a sign or a name, or puts a function around a value. */
static void
change_gently(Mutation *m)
{
  static const char *const signs = "+-*/";
  const NoslipTokenSpan *span =
      m->tokens->len > 0 ? &g_array_index(m->tokens, NoslipTokenSpan, below(m, m->tokens->len)) : NULL;
  if (span == NULL || span->end > m->text->len)
    return;
  g_autofree char *was = g_strndup(m->text->str + span->start, span->end - span->start);
  g_autoptr(GString) with = g_string_new(NULL);
  guint n;
  const char *const *functions = noslip_language_functions(&n);
  gboolean value = span->kind == NOSLIP_TOKEN_NAME || span->kind == NOSLIP_TOKEN_NUMBER;
  if (value && below(m, 6) == 0)
    g_string_append_printf(with, "%s(%s)", functions[below(m, n)], was);
  else if (value && below(m, 8) == 0)
    g_string_append_printf(with, "(%s%c%s)", was, signs[below(m, 4)], PICK(m, numbers));
  else if (span->kind == NOSLIP_TOKEN_NUMBER)
    g_string_append(with, PICK(m, numbers));
  else if (span->kind == NOSLIP_TOKEN_NAME)
    append_name(m, with);
  else if (span->kind == NOSLIP_TOKEN_OPERATOR && strchr(signs, was[0]) != NULL)
    g_string_append_c(with, signs[below(m, 4)]);
  else
    return;
  replace(m, span, with->str);
}

static void
change(Mutation *m, gsize most)
{
  if (fuzz_gently && below(m, 5) > 0) {
    change_gently(m);
    return;
  }
  switch (below(m, 10)) {
  case 0:
  case 1:
    insert_statement(m);
    break;
  case 2:
    change_line(m);
    break;
  case 3:
  case 4:
    fuzz_change_bytes(m->text, most, &m->dice);
    break;
  default:
    change_token(m);
  }
}

gsize
LLVMFuzzerCustomMutator(guint8 *data, gsize size, gsize most, guint seed)
{
  Mutation m = {.text = g_string_new_len((const char *) data, (gssize) size), .dice = fuzz_dice(seed)};
  for (guint i = 1 + below(&m, 4); i > 0; i--) {
    m.tokens = noslip_language_tokens(m.text->str, (gssize) m.text->len);
    change(&m, most);
    g_array_unref(m.tokens);
  }
  return fuzz_result(m.text, data, most);
}
