/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The language reference is complete and correct: every statement and function of the tables has its section and an
 * example, and every example is a system. The editor's language definition has the same words. */
#include "core/language/language.h"
#include "core/language/source.h"

#include <gsl/gsl_errno.h>
#include <string.h>

static char *
data_file(const char *name)
{
  g_autofree char *path = g_build_filename(g_getenv("NOSLIP_TESTS"), "..", "data", name, NULL);
  char *text = NULL;
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  return text;
}

static char *
read_system(gpointer data, const char *name, gsize *length, NoslipDiagnostics *diagnostics)
{
  g_autofree char *file = g_strconcat(name, ".noslip", NULL);
  g_autofree char *path = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), file, NULL);
  char *text = NULL;
  (void) data;
  (void) diagnostics;
  g_assert_true(g_file_get_contents(path, &text, length, NULL));
  return text;
}

static void
load(const char *text, gsize length)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system =
      noslip_language_system_including(text, (gssize) length, "example", "example", read_system, NULL, diagnostics);
  for (guint i = 0; i < diagnostics->list->len; i++) {
    g_autofree char *line = noslip_diagnostic_format(g_ptr_array_index(diagnostics->list, i));
    g_test_message("%s", line);
  }
  g_assert_nonnull(system);
}

/* The next fenced block at or after `text`: its start and length; NULL if there is none. */
static const char *
next_block(const char *text, gsize *length)
{
  const char *fence = g_str_has_prefix(text, "```\n") ? text : strstr(text, "\n```\n");
  if (fence == NULL)
    return NULL;
  const char *start = strchr(fence + 1, '\n') + 1;
  const char *end = strstr(start, "\n```");
  g_assert_nonnull(end);
  *length = (gsize) (end + 1 - start);
  return start;
}

static guint
load_blocks(const char *page)
{
  g_autofree char *text = data_file(page);
  gsize length = 0;
  guint n = 0;
  for (const char *block = next_block(text, &length); block != NULL; n++) {
    load(block, length);
    block = next_block(block + length + strlen("```\n") - 1, &length);
  }
  return n;
}

static void
test_examples(void)
{
  guint n = load_blocks("help/language.md");
  g_assert_cmpuint(n, >=, 25);
  g_assert_cmpuint(load_blocks("help/es/language.md"), ==, n);
}

/* The lesson is one text, typed block by block; its last block replaces two of its lines and the picture. */
static void
test_lesson(gconstpointer page)
{
  g_autofree char *text = data_file(page);
  g_autoptr(GString) typed = g_string_new(NULL);
  gsize length = 0;
  guint n = 0;
  for (const char *block = next_block(text, &length); block != NULL; n++) {
    if (n == 3) {
      g_autoptr(GRegex) replaced = g_regex_new("^(kinetic|potential|draw) .*\n", G_REGEX_MULTILINE, 0, NULL);
      g_autofree char *rest = g_regex_replace(replaced, typed->str, -1, 0, "", 0, NULL);
      g_string_assign(typed, rest);
    }
    g_string_append_len(typed, block, (gssize) length);
    load(typed->str, typed->len);
    block = next_block(block + length + strlen("```\n") - 1, &length);
  }
  g_assert_cmpuint(n, ==, 4);
}

/* The section whose heading names the keyword has a block with a line that begins with it. */
static gboolean
has_section(const char *text, const char *keyword)
{
  g_autofree char *quoted = g_strdup_printf("`%s`", keyword);
  g_autofree char *line_start = g_strdup_printf("\n%s ", keyword);
  for (const char *heading = strstr(text, "\n### "); heading != NULL; heading = strstr(heading + 1, "\n### ")) {
    g_autofree char *title = g_strndup(heading + 1, strcspn(heading + 1, "\n"));
    if (strstr(title, quoted) == NULL)
      continue;
    gsize length;
    const char *next = strstr(heading + 1, "\n### "), *block = next_block(heading + 1, &length);
    if (block == NULL || (next != NULL && block > next))
      return FALSE;
    g_autofree char *example = g_strndup(block - 1, length + 1);
    return strstr(example, line_start) != NULL;
  }
  return FALSE;
}

static void
test_statements(void)
{
  g_autofree char *text = data_file("help/language.md");
  guint n;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  for (guint i = 0; i < n; i++)
    if (!has_section(text, statements[i].keyword))
      g_error("the reference has no section with an example for %s", statements[i].keyword);
  g_assert_false(has_section(text, "nothing"));
}

/* Every shape is in the manual's list, in both languages, and in the example of its section. */
static void
test_shapes(void)
{
  g_autofree char *english = data_file("help/language.md");
  g_autofree char *spanish = data_file("help/es/language.md");
  const char *form, *word;
  guint n = 0;
  for (; (word = noslip_language_shape(n, &form)) != NULL; n++) {
    g_autofree char *row = g_strdup_printf("\n- `draw %s ", word);
    g_autofree char *example = g_strdup_printf("\ndraw %s ", word);
    if (strstr(english, row) == NULL || strstr(spanish, row) == NULL || strstr(english, example) == NULL)
      g_error("the reference has no line and example for draw %s", word);
    g_assert_true(g_str_has_prefix(form, example + 1));
  }
  g_assert_cmpuint(n, >=, 8);
}

static void
test_functions(void)
{
  g_autofree char *text = data_file("help/language.md");
  g_autoptr(GString) examples = g_string_new(NULL);
  gsize length;
  for (const char *block = next_block(text, &length); block != NULL;) {
    g_string_append_len(examples, block, (gssize) length);
    block = next_block(block + length + strlen("```\n") - 1, &length);
  }
  guint n;
  const char *const *functions = noslip_language_functions(&n);
  for (guint i = 0; i < n; i++) {
    g_autofree char *row = g_strdup_printf("`%s(", functions[i]);
    g_autofree char *call = g_strdup_printf("%s(", functions[i]);
    if (strstr(text, row) == NULL || strstr(examples->str, call) == NULL)
      g_error("the reference has no example for %s", functions[i]);
  }
}

/* The line that the table gives for each statement can be read. */
static void
test_table(void)
{
  guint n;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  for (guint i = 0; i < n; i++) {
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    const char *example = statements[i].example;
    g_autoptr(Source) source = noslip_source_new(example, strlen(example), diagnostics);
    g_assert_true(noslip_source_lex(source, FALSE));
    noslip_source_parse(source);
    g_assert_cmpuint(diagnostics->n_errors, ==, 0);
    g_assert_cmpuint(source->statements->len, >=, 1);
    g_assert_true(g_str_has_prefix(example, statements[i].keyword));
    g_assert_true(g_str_has_prefix(statements[i].form, statements[i].keyword));
    g_assert_true(g_str_has_suffix(statements[i].meaning, "."));
  }
}

/* Whether the part of the file between `start` and `end` equals `made`. With NOSLIP_UPDATE in the environment it is
 * written there: this updates the file after a line of the table has changed. */
static void
assert_generated(const char *file, const char *start, const char *end, const char *made)
{
  g_autofree char *text = data_file(file);
  char *from = strstr(text, start), *to = from != NULL ? strstr(from + strlen(start), end) : NULL;
  g_assert_nonnull(to);
  from += strlen(start);
  g_autofree char *found = g_strndup(from, (gsize) (to - from));
  if (strcmp(found, made) == 0)
    return;
  if (g_getenv("NOSLIP_UPDATE") == NULL)
    g_error("%s differs from core/language/statements.def after %s: run this test with NOSLIP_UPDATE=1", file, start);
  *from = '\0';
  g_autofree char *whole = g_strconcat(text, made, end, to + strlen(end), NULL);
  g_autofree char *path = g_build_filename(g_getenv("NOSLIP_TESTS"), "..", "data", file, NULL);
  g_assert_true(g_file_set_contents(path, whole, -1, NULL));
}

static void
add_keyword(GString *list, const char *word)
{
  g_string_append_printf(list, "      <keyword>%s</keyword>\n", word);
}

#define STATEMENT_HEAD "\n      <prefix>^\\s*</prefix>\n      <suffix>(?![\\w'′])</suffix>\n"

static void
test_editor(void)
{
  guint n;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  static const char *const styles[] = {"statement", "reading"};
  guint n_found = 0;
  for (guint s = 0; s < G_N_ELEMENTS(styles); s++) {
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < n; i++)
      if (strcmp(statements[i].editor, styles[s]) == 0) {
        add_keyword(list, statements[i].keyword);
        n_found++;
      }
    g_autofree char *start =
        g_strdup_printf("<context id=\"%s\" style-ref=\"%s\">" STATEMENT_HEAD, styles[s], styles[s]);
    assert_generated("noslip.lang", start, "    </context>", list->str);
  }
  g_assert_cmpuint(n_found, ==, n);
  const char *const *functions = noslip_language_functions(&n);
  g_autoptr(GString) list = g_string_new(NULL);
  for (guint i = 0; i < n; i++)
    add_keyword(list, functions[i]);
  assert_generated("noslip.lang",
                   "<context id=\"function\" style-ref=\"function\">\n      <prefix>(?&lt;![\\w])</prefix>\n"
                   "      <suffix>(?=\\s*\\()</suffix>\n",
                   "    </context>", list->str);
}

/* The table of all statements in the manual. */
static void
test_summary(void)
{
  guint n;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  g_autoptr(GString) table = g_string_new(NULL);
  for (guint i = 0; i < n; i++) {
    g_auto(GStrv) pieces = g_strsplit(statements[i].form, "|", -1);
    g_autofree char *form = g_strjoinv("\\|", pieces);
    g_string_append_printf(table, "| `%s` | %s |\n", form, statements[i].meaning);
  }
  assert_generated("help/language.md", "\n| statement | meaning |\n| --- | --- |\n", "\n## ", table->str);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/language/reference/examples", test_examples);
  g_test_add_data_func("/language/lesson", "help/lessons/from-the-board-to-the-screen.md", test_lesson);
  g_test_add_data_func("/language/lesson-es", "help/es/lessons/from-the-board-to-the-screen.md", test_lesson);
  g_test_add_func("/language/reference/statements", test_statements);
  g_test_add_func("/language/reference/functions", test_functions);
  g_test_add_func("/language/reference/shapes", test_shapes);
  g_test_add_func("/language/reference/table", test_table);
  g_test_add_func("/language/reference/editor", test_editor);
  g_test_add_func("/language/reference/summary", test_summary);
  return g_test_run();
}
