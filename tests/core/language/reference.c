/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The language reference is complete and true: every statement and function of the tables has its section and an
 * example, and every example is a system. The editor's language definition knows the same words. */
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

static void
load(const char *text, gsize length)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system(text, (gssize) length, "example", "example", diagnostics);
  for (guint i = 0; i < diagnostics->list->len; i++) {
    g_autofree char *line = noslip_diagnostic_format(g_ptr_array_index(diagnostics->list, i));
    g_test_message("%s", line);
  }
  g_assert_nonnull(system);
}

/* The next fenced block at or after `text`: its start and length; NULL where there is none. */
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

static void
test_examples(void)
{
  g_autofree char *text = data_file("help/language.md");
  gsize length = 0;
  guint n = 0;
  for (const char *block = next_block(text, &length); block != NULL; n++) {
    load(block, length);
    block = next_block(block + length + strlen("```\n") - 1, &length);
  }
  g_assert_cmpuint(n, >=, 25);
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
  g_assert_cmpuint(n, ==, 28);
  for (guint i = 0; i < n; i++)
    if (!has_section(text, statements[i].keyword))
      g_error("the reference has no section with an example for %s", statements[i].keyword);
  g_assert_false(has_section(text, "nothing"));
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
  g_assert_cmpuint(n, ==, 22);
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
    g_assert_cmpuint(source->statements->len, ==, 1);
    g_assert_true(g_str_has_prefix(example, statements[i].keyword));
    g_assert_true(g_str_has_prefix(statements[i].form, statements[i].keyword));
    g_assert_true(g_str_has_suffix(statements[i].meaning, "."));
  }
}

static gboolean
has_keyword(const char *text, const char *word)
{
  g_autofree char *element = g_strdup_printf("<keyword>%s</keyword>", word);
  return strstr(text, element) != NULL;
}

static void
test_editor(void)
{
  g_autofree char *text = data_file("noslip.lang");
  guint n_statements, n_functions, n_keywords = 0;
  const NoslipStatementHelp *statements = noslip_language_statements(&n_statements);
  const char *const *functions = noslip_language_functions(&n_functions);
  for (guint i = 0; i < n_statements; i++)
    g_assert_true(has_keyword(text, statements[i].keyword));
  for (guint i = 0; i < n_functions; i++)
    g_assert_true(has_keyword(text, functions[i]));
  static const char *const values[] = {"pi", "t", "energy", "kinetic", "potential", "lagrangian"};
  for (guint i = 0; i < G_N_ELEMENTS(values); i++)
    g_assert_true(has_keyword(text, values[i]));
  for (const char *c = strstr(text, "<keyword>"); c != NULL; c = strstr(c + 1, "<keyword>"))
    n_keywords++;
  g_assert_cmpuint(n_keywords, ==, n_statements + n_functions + G_N_ELEMENTS(values));
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/language/reference/examples", test_examples);
  g_test_add_func("/language/reference/statements", test_statements);
  g_test_add_func("/language/reference/functions", test_functions);
  g_test_add_func("/language/reference/table", test_table);
  g_test_add_func("/language/reference/editor", test_editor);
  return g_test_run();
}
