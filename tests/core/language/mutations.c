/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No text crashes, hangs or leaks: valid texts with seeded changes, random bytes, and texts beyond the limits. */
#include "core/language/language.h"
#include "tests/files.h"

#include <gsl/gsl_errno.h>
#include <string.h>

static GPtrArray *seeds; /* of GString */

static void
read_system(const char *text, gsize length)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system(text, (gssize) length, "mutant", "mutant", diagnostics);
  g_assert_true((system == NULL) == (diagnostics->n_errors > 0));
  for (guint i = 0; i < diagnostics->list->len; i++) {
    g_autofree char *line = noslip_diagnostic_format(g_ptr_array_index(diagnostics->list, i));
    g_assert_true(g_utf8_validate(line, -1, NULL));
  }
  g_autoptr(GArray) tokens = noslip_language_tokens(text, (gssize) length);
  gsize end = 0;
  for (guint i = 0; i < tokens->len; i++) {
    const NoslipTokenSpan *span = &g_array_index(tokens, NoslipTokenSpan, i);
    g_assert_cmpuint(span->start, >=, end);
    g_assert_cmpuint(span->end, >, span->start);
    end = span->end;
  }
  g_assert_cmpuint(end, <=, length);
}

/* Common mistakes: words, signs and lines that are swapped, doubled, lost or from elsewhere. */
static void
mutate(GString *text, GRand *rand)
{
  static const char *const pieces[] = {
      "(",  ")",        "'",           "\n",           "\\\n",      "^",        "^-", "d(",    "{",        "}",    ",",
      "\"", "..",       " = ",         "lambda(",      "velocity ", "section ", "x'", "1e9",   "\xCE\xB8", "\xFF", "0",
      "/0", "let a = ", "constraint ", "rotation R (", "t",         "p(",       "# ", "sqrt(", "-"};
  gsize at = text->len > 0 ? (gsize) g_rand_int_range(rand, 0, (gint32) text->len) : 0;
  gsize most = (gsize) g_rand_int_range(rand, 1, 12), n = MIN(most, text->len - at);
  switch (g_rand_int_range(rand, 0, 5)) {
  case 0:
    g_string_erase(text, (gssize) at, (gssize) n);
    break;
  case 1:
    g_string_insert(text, (gssize) at, pieces[g_rand_int_range(rand, 0, G_N_ELEMENTS(pieces))]);
    break;
  case 2: {
    g_autofree char *copy = g_strndup(text->str + at, n);
    g_string_insert(text, (gssize) g_rand_int_range(rand, 0, (gint32) text->len + 1), copy);
    break;
  }
  case 3:
    if (text->len > at)
      text->str[at] = (char) g_rand_int_range(rand, 1, 256);
    break;
  default: {
    const GString *other = g_ptr_array_index(seeds, (guint) g_rand_int_range(rand, 0, (gint32) seeds->len));
    const char *line = strchr(other->str + g_rand_int_range(rand, 0, (gint32) other->len), '\n');
    const char *end = line != NULL ? strchr(line + 1, '\n') : NULL;
    if (end != NULL)
      g_string_insert_len(text, (gssize) at, line, end - line + 1);
    break;
  }
  }
}

static void
test_mutations(void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed(20240607);
  for (guint i = 0; i < 2000; i++) {
    const GString *seed = g_ptr_array_index(seeds, (guint) g_rand_int_range(rand, 0, (gint32) seeds->len));
    GString *text = g_string_new_len(seed->str, (gssize) seed->len);
    for (gint32 j = g_rand_int_range(rand, 1, 6); j > 0; j--)
      mutate(text, rand);
    read_system(text->str, text->len);
    g_string_free(text, TRUE);
  }
}

/* Unexpected zeros, signs and sizes, in place of one number of a valid text at a time. */
static void
test_numbers(void)
{
  static const char *const numbers[] = {"0", "-1", "1e300", "1e-300"};
  guint n_read = 0;
  for (guint s = 0; s < seeds->len; s++) {
    const GString *seed = g_ptr_array_index(seeds, s);
    g_autoptr(GArray) tokens = noslip_language_tokens(seed->str, (gssize) seed->len);
    for (guint i = 0; i < tokens->len; i++) {
      const NoslipTokenSpan *span = &g_array_index(tokens, NoslipTokenSpan, i);
      if (span->kind != NOSLIP_TOKEN_NUMBER)
        continue;
      g_autoptr(GString) text = g_string_new_len(seed->str, (gssize) seed->len);
      g_string_erase(text, (gssize) span->start, (gssize) (span->end - span->start));
      g_string_insert(text, (gssize) span->start, numbers[n_read++ % G_N_ELEMENTS(numbers)]);
      read_system(text->str, text->len);
    }
  }
  g_assert_cmpuint(n_read, >, 500);
}

static void
test_bytes(void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed(7);
  for (guint i = 0; i < 2000; i++) {
    char bytes[200];
    gsize length = (gsize) g_rand_int_range(rand, 0, sizeof bytes);
    for (gsize j = 0; j < length; j++)
      bytes[j] = (char) g_rand_int_range(rand, 0, i % 2 == 0 ? 256 : 128);
    read_system(bytes, length);
  }
}

static gboolean
has_code(const NoslipDiagnostics *diagnostics, NoslipCode code)
{
  for (guint i = 0; i < diagnostics->list->len; i++)
    if (((NoslipDiagnostic *) g_ptr_array_index(diagnostics->list, i))->code == code)
      return TRUE;
  return FALSE;
}

static void
assert_refused(GString *text, NoslipCode code)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system(text->str, (gssize) text->len, "big", "big", diagnostics);
  g_assert_null(system);
  g_assert_true(has_code(diagnostics, code));
  g_string_free(text, TRUE);
}

static GString *
repeated(const char *head, const char *piece, guint n, const char *tail)
{
  GString *text = g_string_new(head);
  for (guint i = 0; i < n; i++)
    g_string_append(text, piece);
  g_string_append(text, tail);
  return text;
}

#define HEAD "noslip 1\ncoordinate x\n"

static void
test_limits(void)
{
  assert_refused(repeated(HEAD "lagrangian ", "(", 100000, "x'"), NOSLIP_CODE_TOO_LARGE);
  assert_refused(repeated(HEAD "lagrangian x'", "^x'", 100000, "\n"), NOSLIP_CODE_TOO_LARGE);
  assert_refused(repeated(HEAD "lagrangian x'^2 + ", "sin(", 100000, "\n"), NOSLIP_CODE_TOO_LARGE);
  assert_refused(repeated(HEAD "lagrangian x'^2 + ", "{", 100000, "\n"), NOSLIP_CODE_TOO_LARGE);
  assert_refused(repeated(HEAD "lagrangian x'^2", " + x", 200000, "\n"), NOSLIP_CODE_TOO_LARGE);
  assert_refused(repeated(HEAD, "let a = 1\n", 300000, ""), NOSLIP_CODE_TOO_LARGE);
  assert_refused(repeated("", " ", NOSLIP_LANGUAGE_MOST_BYTES + 1, ""), NOSLIP_CODE_TOO_LARGE);
  assert_refused(repeated("", "#", 100 * 1000 * 1000, ""), NOSLIP_CODE_TOO_LARGE);
  assert_refused(repeated("noslip 1\nlagrangian 1\n", "rotation R (a, b, c, d) body (e, f, g)\n", 20000, ""),
                 NOSLIP_CODE_REPEATED_NAME);
}

/* Within the limits: long sums and long chains of lets are read without recursion. */
static void
test_long(void)
{
  GString *text = repeated(HEAD "lagrangian x'^2/2", " + x", 20000, "\n");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipSystem *system = noslip_language_system(text->str, -1, "long", "long", diagnostics);
  g_assert_nonnull(system);
  noslip_system_unref(system);
  g_string_free(text, TRUE);
  text = g_string_new(HEAD "let a0 = x\n");
  for (guint i = 1; i < 20000; i++)
    g_string_append_printf(text, "let a%u = a%u + 1\n", i, i - 1);
  g_string_append(text, "lagrangian x'^2/2 - a19999\n");
  system = noslip_language_system(text->str, -1, "long", "long", diagnostics);
  g_assert_nonnull(system);
  noslip_system_unref(system);
  g_string_free(text, TRUE);
  assert_refused(repeated(HEAD "lagrangian x'^2/2\n", "- x\n", 20000, ""), NOSLIP_CODE_SYNTAX);
}

static void
test_coordinates(void)
{
  for (guint n = 199; n <= 201; n++) {
    GString *text = g_string_new("noslip 1\n");
    GString *sum = g_string_new("lagrangian 0");
    for (guint i = 0; i < n; i++) {
      g_string_append_printf(text, "coordinate x%u\n", i);
      g_string_append_printf(sum, " + x%u'^2/2", i);
    }
    g_string_append_printf(text, "%s\nconstraint c: x0' = x1*x2'\n", sum->str);
    g_string_free(sum, TRUE);
    if (n > 200) {
      assert_refused(text, NOSLIP_CODE_TOO_LARGE);
      continue;
    }
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_autoptr(NoslipSystem) system = noslip_language_system(text->str, -1, "wide", "wide", diagnostics);
    g_assert_nonnull(system);
    g_assert_cmpuint(system->m, ==, n);
    g_string_free(text, TRUE);
  }
}

static void
free_seed(gpointer seed)
{
  g_string_free(seed, TRUE);
}

static void
add_seeds(const char *folder)
{
  g_autoptr(GPtrArray) paths = test_files(folder, ".noslip");
  for (guint i = 0; i < paths->len; i++) {
    g_autofree char *text = NULL;
    gsize length;
    if (g_file_get_contents(paths->pdata[i], &text, &length, NULL) && length > 0)
      g_ptr_array_add(seeds, g_string_new_len(text, (gssize) length));
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  seeds = g_ptr_array_new_with_free_func(free_seed);
  add_seeds(g_getenv("NOSLIP_SYSTEMS"));
  g_autofree char *broken = g_build_filename(g_getenv("NOSLIP_TESTS"), "broken", NULL);
  add_seeds(broken);
  g_assert_cmpuint(seeds->len, >, 60);
  g_test_add_func("/language/mutations", test_mutations);
  g_test_add_func("/language/numbers", test_numbers);
  g_test_add_func("/language/bytes", test_bytes);
  g_test_add_func("/language/limits", test_limits);
  g_test_add_func("/language/long", test_long);
  g_test_add_func("/language/coordinates", test_coordinates);
  int status = g_test_run();
  g_ptr_array_unref(seeds);
  return status;
}
