/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a system's text in the canonical layout. Only blanks and empty lines change: lines stay lines, and the tokens
 * and comments are those of the text, so that the result is the same system and formatting it again changes nothing.
 *
 *   - no blanks at the ends of lines, one empty line at most between others, none at the beginning and the end
 *   - two blanks for each bracket that is open where a line begins, and for a line that continues the one before
 *   - one blank where there are several, around =, and after a comma; none inside ( ) and [ ] at their ends
 *   - two blanks before a comment behind a statement */
#include "app/cli/cli.h"
#include "app/cli/setup-file.h"
#include "app/cli/stranger.h"
#include "core/catalogue/catalogue.h"
#include "core/language/language.h"

#include <string.h>

#define INDENT 2

typedef struct {
  const char *text;
  GArray *tokens;     /* NoslipTokenSpan */
  guint at;           /* the next token */
  guint depth;        /* of brackets that are open */
  gboolean continues; /* the last statement ended in an operator */
  GString *out;
} Layout;

static gboolean
is_one_of(char c, const char *list)
{
  return c != '\0' && strchr(list, c) != NULL;
}

/* Whether to put a blank between two neighbours of a line, given whether the text has one. */
static gboolean
has_blank(const char *before, gsize before_length, const char *after, gboolean blank)
{
  char last = before[before_length - 1], next = *after;
  gboolean equals = before_length == 1 && last == '=' && blank;
  if (is_one_of(next, ",)]") || (is_one_of(last, "([") && before_length == 1))
    return FALSE;
  if (last == ',' && before_length == 1)
    return TRUE;
  return blank || equals;
}

/* A "=" that is not part of <=, >= or another sign. */
static gboolean
is_equals(const char *start, const char *text)
{
  return *start == '=' && start[1] != '=' && (start == text || !is_one_of(start[-1], "<>!="));
}

static void
count_brackets(Layout *layout, const char *start, gsize length)
{
  if (length != 1)
    return;
  if (is_one_of(*start, "([{"))
    layout->depth++;
  else if (is_one_of(*start, ")]}") && layout->depth > 0)
    layout->depth--;
}

/* Appends the blanks at the beginning of a line whose first character is `first`. */
static void
indent(Layout *layout, char first)
{
  guint levels = layout->depth - (is_one_of(first, ")]}") && layout->depth > 0 ? 1 : 0);
  if (layout->continues && levels == 0)
    levels = 1;
  for (guint i = 0; i < INDENT * levels; i++)
    g_string_append_c(layout->out, ' ');
}

/* Writes the tokens between two offsets; text between them that is not blank is kept, such as the words of `tags`. */
static void
write_code(Layout *layout, gsize from, gsize to)
{
  const char *text = layout->text, *before = NULL;
  gsize before_length = 0, at = from;
  while (at < to) {
    const NoslipTokenSpan *span =
        layout->at < layout->tokens->len ? &g_array_index(layout->tokens, NoslipTokenSpan, layout->at) : NULL;
    gboolean blank = FALSE;
    for (; at < to && g_ascii_isspace(text[at]) && (span == NULL || at < span->start); at++)
      blank = TRUE;
    if (at >= to)
      break;
    gsize end = at;
    if (span != NULL && at >= span->start) {
      end = MIN(span->end, to);
      layout->at++;
    } else {
      while (end < to && !g_ascii_isspace(text[end]) && (span == NULL || end < span->start))
        end++;
    }
    if (end == at)
      continue;
    gboolean equals = is_equals(text + at, text) || (before != NULL && is_equals(before, text) && before_length == 1);
    if (before != NULL && has_blank(before, before_length, text + at, blank || equals))
      g_string_append_c(layout->out, ' ');
    g_string_append_len(layout->out, text + at, (gssize) (end - at));
    count_brackets(layout, text + at, end - at);
    before = text + at;
    before_length = end - at;
    at = end;
  }
  if (before != NULL)
    layout->continues = before_length == 1 && is_one_of(*before, "+-*/^=,\\");
}

/* The end of the code of a line that ends at `end`: the offset where its comment begins. */
static gsize
end_of_code(const Layout *layout, gsize from, gsize end)
{
  for (guint i = layout->at; i < layout->tokens->len; i++) {
    const NoslipTokenSpan *span = &g_array_index(layout->tokens, NoslipTokenSpan, i);
    if (span->start >= end)
      break;
    if (span->kind == NOSLIP_TOKEN_COMMENT && span->start >= from)
      return span->start;
  }
  return end;
}

static void
write_line(Layout *layout, gsize from, gsize end, gboolean *empty)
{
  const char *text = layout->text;
  while (from < end && g_ascii_isspace(text[from]))
    from++;
  while (end > from && g_ascii_isspace(text[end - 1]))
    end--;
  if (from == end) {
    *empty = layout->out->len > 0;
    return;
  }
  if (*empty)
    g_string_append_c(layout->out, '\n');
  *empty = FALSE;
  gsize code = end_of_code(layout, from, end);
  indent(layout, text[from]);
  write_code(layout, from, code);
  if (code < end) {
    if (code > from)
      g_string_append(layout->out, "  ");
    g_string_append_len(layout->out, text + code, (gssize) (end - code));
    layout->at++;
  }
  g_string_append_c(layout->out, '\n');
}

/* Free with g_free(). */
static char *
format_text(const char *text)
{
  Layout layout = {.text = text, .tokens = noslip_language_tokens(text, -1), .out = g_string_new(NULL)};
  gboolean empty = FALSE;
  for (gsize from = 0; text[from] != '\0';) {
    gsize end = from + strcspn(text + from, "\n");
    write_line(&layout, from, end, &empty);
    from = text[end] == '\n' ? end + 1 : end;
  }
  g_array_unref(layout.tokens);
  return g_string_free(layout.out, FALSE);
}

/* Whether the two texts have the same tokens, including comments. */
static gboolean
same_tokens(const char *a, const char *b)
{
  g_autoptr(GArray) first = noslip_language_tokens(a, -1), second = noslip_language_tokens(b, -1);
  gboolean same = first->len == second->len;
  for (guint i = 0; i < first->len && same; i++) {
    const NoslipTokenSpan *p = &g_array_index(first, NoslipTokenSpan, i);
    const NoslipTokenSpan *q = &g_array_index(second, NoslipTokenSpan, i);
    gsize n = p->end - p->start, m = q->end - q->start;
    while (p->kind == NOSLIP_TOKEN_COMMENT && n > 0 && g_ascii_isspace(a[p->start + n - 1]))
      n--;
    same = p->kind == q->kind && n == m && memcmp(a + p->start, b + q->start, n) == 0;
  }
  return same;
}

char *
cli_format_text(const char *text)
{
  g_autofree char *formatted = format_text(text);
  return same_tokens(text, formatted) ? g_steal_pointer(&formatted) : NULL;
}

static int
write_text(const NoslipSystem *system, const char *file, const char *text, const char *path)
{
  g_autofree char *formatted = cli_format_text(text);
  if (formatted == NULL) {
    cli_message("error: %s cannot be written in the canonical layout without a change of its meaning",
                file != NULL ? file : system->id);
    return CLI_INPUT;
  }
  g_auto(GStrv) inputs = noslip_catalogue_inputs(system, file);
  CliProblem problem = {.inputs = inputs};
  return cli_output_text(&problem, path, formatted);
}

/* The system of a set-up or a link; the rest of it is not written. */
static NoslipSystem *
read_setup(const char *name, char **file, char **text, NoslipDiagnostics *diagnostics)
{
  CliSetup merged = {0};
  g_autofree char *formulation = NULL;
  NoslipSystem *system = cli_setup_read(name, NULL, &merged, &formulation, file, diagnostics);
  cli_setup_clear(&merged);
  if (system != NULL)
    *text = g_strdup(system->text);
  return system;
}

static int
write_system(const char *name, const char *path)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree char *file = NULL, *text = NULL;
  NoslipSystem *system = cli_is_setup(name) ? read_setup(name, &file, &text, diagnostics)
                                            : cli_load(name, &file, &text, TRUE, diagnostics);
  int status;
  if (system != NULL && text != NULL) {
    status = write_text(system, file, text, path);
  } else {
    status = cli_report(diagnostics);
    status = status != CLI_DONE ? status : CLI_INPUT;
  }
  noslip_system_unref(system);
  return status;
}

static int
run(int argc, char **argv)
{
  g_autofree char *path = NULL;
  const GOptionEntry entries[] = {
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &path,
       "Write to this file instead of standard output; it cannot be the system's own", "FILE.noslip"},
      {NULL},
  };
  if (!cli_parse(&cli_format, entries, &argc, &argv, 1, 1))
    return CLI_INPUT;
  return write_system(argv[0], path);
}

const CliCommand cli_format = {
    .name = "format",
    .usage = "SYSTEM",
    .summary = "Write a system's text in the canonical layout, with its comments.",
    .example = "noslip-cli format chaplygin-sleigh",
    .run = run,
};
