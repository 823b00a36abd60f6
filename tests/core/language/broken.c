/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every text of tests/broken gets exactly the diagnostics beside it. */
#include "core/language/language.h"
#include "tests/files.h"

#include <gsl/gsl_errno.h>
#include <string.h>

static char *
diagnostics_of(const char *path, const char *name)
{
  g_autofree char *text = NULL;
  gsize length = 0;
  g_assert_true(g_file_get_contents(path, &text, &length, NULL));
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipSystem *system = noslip_language_system(text, (gssize) length, name, "broken", diagnostics);
  g_assert_null(system);
  g_assert_cmpuint(diagnostics->n_errors, >, 0);
  GString *all = g_string_new(NULL);
  for (guint i = 0; i < diagnostics->list->len; i++) {
    const NoslipDiagnostic *diagnostic = g_ptr_array_index(diagnostics->list, i);
    g_autofree char *line = noslip_diagnostic_format(diagnostic);
    g_assert_cmpuint(diagnostic->place.line, >, 0);
    g_assert_cmpint(noslip_diagnostic_status(diagnostic), ==, 2);
    g_string_append(all, line);
  }
  return g_string_free(all, FALSE);
}

/* The shapes as listed in a message: all, or those that have a place. */
static char *
list_of_shapes(gboolean placed)
{
  g_autoptr(GString) list = g_string_new(NULL);
  const char *form, *word, *last = NULL;
  for (guint i = 0; (word = noslip_language_shape(i, &form)) != NULL; i++) {
    if (placed && strstr(form, " at ") == NULL)
      continue;
    if (last != NULL)
      g_string_append_printf(list, "%s%s", list->len > 0 ? ", " : "", last);
    last = word;
  }
  return g_strdup_printf("%s or %s", list->str, last);
}

/* The lists of shapes for %SHAPES% and %PLACED%: so the texts need no change with the table. */
static char *
with_shapes(const char *text)
{
  g_autofree char *all = list_of_shapes(FALSE), *placed = list_of_shapes(TRUE);
  g_autoptr(GString) whole = g_string_new(text);
  g_string_replace(whole, "%SHAPES%", all, 0);
  g_string_replace(whole, "%PLACED%", placed, 0);
  return g_strdup(whole->str);
}

static void
test_broken(gconstpointer data)
{
  const char *path = data;
  g_autofree char *name = g_path_get_basename(path);
  g_autofree char *stem = g_strndup(path, strlen(path) - strlen(".noslip"));
  g_autofree char *expected_path = g_strconcat(stem, ".expected", NULL);
  g_autofree char *expected = NULL;
  g_autofree char *pattern = NULL;
  g_assert_true(g_file_get_contents(expected_path, &pattern, NULL, NULL));
  expected = with_shapes(pattern);
  g_autofree char *found = diagnostics_of(path, name);
  g_assert_cmpstr(found, ==, expected);
}

/* The texts together cause every code that a text alone can cause. */
static void
test_codes(gconstpointer data)
{
  GPtrArray *paths = (GPtrArray *) data;
  static const NoslipCode codes[] = {
      NOSLIP_CODE_SYNTAX,        NOSLIP_CODE_IMPLICIT_PRODUCT, NOSLIP_CODE_UNKNOWN_NAME,
      NOSLIP_CODE_REPEATED_NAME, NOSLIP_CODE_MISPLACED,        NOSLIP_CODE_CYCLE,
      NOSLIP_CODE_COUNT,         NOSLIP_CODE_NOT_LINEAR,       NOSLIP_CODE_TOO_LARGE,
      NOSLIP_CODE_ENCODING,      NOSLIP_CODE_ARGUMENT,         NOSLIP_CODE_SKEW,
      NOSLIP_CODE_JACOBI,        NOSLIP_CODE_ANCHOR,           NOSLIP_CODE_TANGENT,
      NOSLIP_CODE_DEPENDENT,     NOSLIP_CODE_REGULARITY,       NOSLIP_CODE_INITIAL,
      NOSLIP_CODE_REFUSED,       NOSLIP_CODE_UNSUPPORTED,
  };
  gboolean seen[NOSLIP_N_CODES] = {FALSE};
  for (guint p = 0; p < paths->len; p++) {
    g_autofree char *text = NULL;
    gsize length = 0;
    g_assert_true(g_file_get_contents(g_ptr_array_index(paths, p), &text, &length, NULL));
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    NoslipSystem *system = noslip_language_system(text, (gssize) length, NULL, "broken", diagnostics);
    g_assert_null(system);
    for (guint i = 0; i < diagnostics->list->len; i++)
      seen[((NoslipDiagnostic *) g_ptr_array_index(diagnostics->list, i))->code] = TRUE;
  }
  for (guint i = 0; i < G_N_ELEMENTS(codes); i++)
    if (!seen[codes[i]])
      g_error("no broken text has code %d", (int) codes[i]);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_autofree char *folder = g_build_filename(g_getenv("NOSLIP_TESTS"), "broken", NULL);
  g_autoptr(GPtrArray) paths = test_files(folder, ".noslip");
  g_assert_cmpuint(paths->len, >=, 60);
  for (guint i = 0; i < paths->len; i++) {
    g_autofree char *stem = g_path_get_basename(g_ptr_array_index(paths, i));
    g_autofree char *test = g_strconcat("/language/broken/", stem, NULL);
    g_test_add_data_func(test, g_ptr_array_index(paths, i), test_broken);
  }
  g_test_add_data_func("/language/broken-codes", paths, test_codes);
  return g_test_run();
}
