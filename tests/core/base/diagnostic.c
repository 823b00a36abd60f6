/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/diagnostic.h"
#include "core/base/shown.h"
#include "core/base/words.h"

#include <string.h>

static void
test_format(void)
{
  NoslipPlace place = {3, 6, 5};
  g_autoptr(NoslipDiagnostic) diagnostic = noslip_diagnostic_new(
      NOSLIP_ERROR, NOSLIP_CODE_UNKNOWN_NAME, &place, "did you mean omega?", "nothing declares '%s'", "omgea");
  diagnostic->file = g_strdup("a.noslip");
  diagnostic->source_line = g_strdup("\tlet omgea + 1\r\n");
  g_autofree char *text = noslip_diagnostic_format(diagnostic);
  g_assert_cmpstr(text, ==,
                  "a.noslip:3:6: error: nothing declares 'omgea'; did you mean omega?\n"
                  "\tlet omgea + 1\n"
                  "\t    ^~~~~\n");
  g_assert_cmpint(noslip_diagnostic_status(diagnostic), ==, 2);
  g_assert_cmpstr(noslip_diagnostic_slug(diagnostic->code), ==, "unknown-name");
  g_autoptr(NoslipDiagnostic) copy = noslip_diagnostic_copy(diagnostic);
  g_autofree char *again = noslip_diagnostic_format(copy);
  g_assert_cmpstr(text, ==, again);
}

/* Columns count characters: the caret is below the character, whatever its bytes and width are. */
static void
test_format_unicode(void)
{
  NoslipPlace place = {1, 3, 1};
  g_autoptr(NoslipDiagnostic) diagnostic =
      noslip_diagnostic_new(NOSLIP_WARNING, NOSLIP_CODE_SYNTAX, &place, NULL, "odd");
  diagnostic->source_line = g_strdup("θ漢x");
  g_autofree char *text = noslip_diagnostic_format(diagnostic);
  g_assert_cmpstr(text, ==, "1:3: warning: odd\nθ漢x\n   ^\n");
}

static void
test_format_beyond_the_line(void)
{
  NoslipPlace place = {7, 5, 40};
  g_autoptr(NoslipDiagnostic) diagnostic =
      noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_SYNTAX, &place, "close it", "the line ends");
  diagnostic->file = g_strdup("b");
  diagnostic->source_line = g_strdup("a =");
  g_autofree char *text = noslip_diagnostic_format(diagnostic);
  g_assert_cmpstr(text, ==, "b:7:5: error: the line ends; close it\na =\n    ^\n");
}

static void
test_format_without_place(void)
{
  g_autoptr(NoslipDiagnostic) diagnostic =
      noslip_diagnostic_new(NOSLIP_NOTE, NOSLIP_CODE_NONE, NULL, NULL, "all is well");
  g_autofree char *text = noslip_diagnostic_format(diagnostic);
  g_assert_cmpstr(text, ==, "note: all is well\n");
}

/* Characters that a terminal would interpret are escaped, and the caret is below them. */
static void
test_format_hidden(void)
{
  NoslipPlace place = {1, 4, 2};
  g_autoptr(NoslipDiagnostic) diagnostic =
      noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_SYNTAX, &place, "say \x1b[1m", "odd \xE2\x80\xAE");
  diagnostic->file = g_strdup("\n");
  diagnostic->source_line = g_strdup("a\x1b\xE2\x81\xA6\rb\r\n");
  g_autofree char *text = noslip_diagnostic_format(diagnostic);
  g_assert_cmpstr(text, ==,
                  "\\x0a:1:4: error: odd \\u202e; say \\x1b[1m\n"
                  "a\\x1b\\u2066\\x0db\n"
                  "           ^~~~~\n");
}

static void
test_shown(void)
{
  static const struct {
    const char *text, *but, *shown;
  } cases[] = {
      {"θ, 漢 and \xD7\xA9", "", "θ, 漢 and \xD7\xA9"}, /* letters are not hidden, whatever their direction */
      {"\x7f\xC2\x80\xC2\x9F", "", "\\x7f\\x80\\x9f"},
      {"\xD8\x9C\xE2\x80\x8E\xE2\x80\x8F", "", "\\u061c\\u200e\\u200f"},
      {"\xE2\x80\xA7\xE2\x80\xA8\xE2\x80\xAE\xE2\x80\xAF", "", "\xE2\x80\xA7\\u2028\\u202e\xE2\x80\xAF"},
      {"\xE2\x81\xA5\xE2\x81\xA6\xE2\x81\xA9\xE2\x81\xAA", "", "\xE2\x81\xA5\\u2066\\u2069\xE2\x81\xAA"},
      {"a\tb\n", "\t", "a\tb\\x0a"},
      {"\xFF", "", "\xEF\xBF\xBD"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *shown = noslip_shown(cases[i].text, cases[i].but);
    g_assert_cmpstr(shown, ==, cases[i].shown);
  }
  g_assert_cmpstr(noslip_words("a\x1b\xE2\x80\xAE"), ==, "a\\x1b\\u202e");
  g_assert_cmpstr(noslip_words("a title"), ==, "a title");
  g_assert_null(noslip_words(NULL));
}

static void
test_list(void)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  for (guint line = 30; line >= 1; line--) {
    NoslipPlace place = {line, 1, 1};
    for (guint twice = 0; twice < (line > 20 ? 2 : 1); twice++)
      noslip_diagnostics_add(diagnostics,
                             noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_SYNTAX, &place, NULL, "line"));
  }
  noslip_diagnostics_add(diagnostics, noslip_diagnostic_new(NOSLIP_NOTE, NOSLIP_CODE_NONE, NULL, NULL, "n"));
  g_assert_cmpuint(diagnostics->n_errors, ==, 30);
  g_assert_cmpuint(diagnostics->list->len, ==, NOSLIP_DIAGNOSTICS_MOST + 1);
  noslip_diagnostics_sort(diagnostics);
  for (guint i = 0; i < NOSLIP_DIAGNOSTICS_MOST; i++) {
    const NoslipDiagnostic *diagnostic = g_ptr_array_index(diagnostics->list, i);
    g_assert_cmpuint(diagnostic->place.line, ==, 11 + i);
  }
  const NoslipDiagnostic *last = g_ptr_array_index(diagnostics->list, NOSLIP_DIAGNOSTICS_MOST);
  g_assert_cmpint(last->severity, ==, NOSLIP_NOTE);
}

/* In the order of the text, also within one line; those of one place in the order of their creation; those without a
 * place last. */
static void
test_order(void)
{
  static const NoslipPlace places[] = {{0}, {2, 1, 1}, {1, 9, 1}, {1, 3, 2}, {1, 3, 1}, {1, 5, 1}};
  static const guint order[] = {3, 4, 5, 2, 1, 0};
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  for (guint i = 0; i < G_N_ELEMENTS(places); i++)
    noslip_diagnostics_add(diagnostics, noslip_diagnostic_new(NOSLIP_WARNING, NOSLIP_CODE_SYNTAX,
                                                              i > 0 ? &places[i] : NULL, NULL, "%u", i));
  noslip_diagnostics_sort(diagnostics);
  for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
    const NoslipDiagnostic *diagnostic = g_ptr_array_index(diagnostics->list, i);
    g_assert_cmpuint((guint) g_ascii_strtoull(diagnostic->cause, NULL, 10), ==, order[i]);
  }
}

/* Of a long line the part around the place is shown, and the caret is below it. */
static void
test_long_line(void)
{
  static const guint columns[] = {1, 60, 61, 100, 2500, 4999, 5000};
  g_autoptr(GString) text = g_string_new("short\n");
  for (guint i = 0; i < 5000; i++)
    g_string_append(text, i % 2 == 0 ? "x" : "\xCE\xB8"); /* theta */
  g_string_append(text, "\r\nshort\n");
  for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
    NoslipPlace place = {2, columns[i], 3};
    g_autoptr(NoslipDiagnostic) diagnostic =
        noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_SYNTAX, &place, NULL, "long");
    noslip_diagnostic_locate(diagnostic, text->str, text->len, "c");
    guint column = noslip_diagnostic_source_column(diagnostic);
    const char *line = diagnostic->source_line;
    gunichar at = g_utf8_get_char(g_utf8_offset_to_pointer(line, column - 1));
    g_assert_cmpuint(g_utf8_strlen(line, -1), <=, 122);
    g_assert_cmpuint(at, ==, columns[i] % 2 == 1 ? 'x' : 0x3B8);
    g_assert_cmpint(g_str_has_prefix(line, "\xE2\x80\xA6"), ==, columns[i] > 60);
    g_assert_cmpint(g_str_has_suffix(line, "\xE2\x80\xA6"), ==, columns[i] < 4900);
    g_autofree char *found = noslip_diagnostic_format(diagnostic);
    g_autofree char *under = g_strnfill(column - 1, ' ');
    g_autofree char *carets = g_strnfill(MIN(2, 5000 - columns[i]), '~');
    g_autofree char *expected = g_strdup_printf("c:2:%u: error: long\n%s\n%s^%s\n", columns[i], line, under, carets);
    g_assert_cmpstr(found, ==, expected);
  }
}

/* A line of 120 characters is shown as it is, and bytes that are not UTF-8 count as characters. */
static void
test_line_of_a_page(void)
{
  for (guint length = 119; length <= 121; length++) {
    NoslipPlace place = {1, 5, 1};
    g_autofree char *line = g_strnfill(length, 'x');
    line[2] = '\xFF';
    g_autoptr(NoslipDiagnostic) diagnostic =
        noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_SYNTAX, &place, NULL, "page");
    noslip_diagnostic_locate(diagnostic, line, length, "c");
    g_assert_cmpuint(g_utf8_strlen(diagnostic->source_line, -1), ==, MIN(length, 120) + (length > 120));
    g_assert_cmpuint(noslip_diagnostic_source_column(diagnostic), ==, 5);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/format-hidden", test_format_hidden);
  g_test_add_func("/base/shown", test_shown);
  g_test_add_func("/base/order", test_order);
  g_test_add_func("/base/long-line", test_long_line);
  g_test_add_func("/base/line-of-a-page", test_line_of_a_page);
  g_test_add_func("/base/diagnostic/format", test_format);
  g_test_add_func("/base/diagnostic/unicode", test_format_unicode);
  g_test_add_func("/base/diagnostic/beyond-the-line", test_format_beyond_the_line);
  g_test_add_func("/base/diagnostic/without-place", test_format_without_place);
  g_test_add_func("/base/diagnostic/list", test_list);
  return g_test_run();
}
