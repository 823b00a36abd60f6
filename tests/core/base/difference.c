/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The difference of two texts by lines: both texts can be restored from it, and it is minimal. */
#include "core/base/difference.h"

#include <glib.h>
#include <string.h>

static void
check(const char *from, const char *to, const char *expected)
{
  g_autofree char *got = noslip_difference(from, to);
  g_assert_cmpstr(got, ==, expected);
}

static void
test_small(void)
{
  check("", "", "");
  check("a\nb\n", "a\nb\n", "  a\n  b\n");
  check("a\nb", "a\nb\n", "  a\n  b\n");
  check("", "a\n", "+ a\n");
  check("a\n", "", "- a\n");
  check("a\nb\nc\n", "a\nx\nc\n", "  a\n- b\n+ x\n  c\n");
  check("a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n", "- a\n- b\n  c\n+ b\n  a\n  b\n- b\n  a\n+ c\n");
  check("\n\n", "\n", "  \n- \n");
}

/* The lines with one of the two marks or with none: one of the texts. */
static char *
side(const char *difference, char mark)
{
  GString *text = g_string_new(NULL);
  g_auto(GStrv) lines = g_strsplit(difference, "\n", -1);
  for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++)
    if (lines[i][0] == ' ' || lines[i][0] == mark)
      g_string_append_printf(text, "%s\n", lines[i] + 2);
  return g_string_free(text, FALSE);
}

static guint
longest_common(guint n, const char *a, guint m, const char *b)
{
  g_autofree guint *row = g_new0(guint, m + 1);
  for (guint i = 0; i < n; i++) {
    guint diagonal = 0;
    for (guint j = 0; j < m; j++) {
      guint above = row[j + 1];
      row[j + 1] = a[i] == b[j] ? diagonal + 1 : MAX(row[j], above);
      diagonal = above;
    }
  }
  return row[m];
}

/* Against the longest common subsequence, found by another algorithm. */
static void
test_random(void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed(20);
  for (guint try = 0; try < 300; try++) {
    char a[40], b[40];
    guint n = (guint) g_rand_int_range(rand, 0, 40), m = (guint) g_rand_int_range(rand, 0, 40);
    g_autoptr(GString) from = g_string_new(NULL);
    g_autoptr(GString) to = g_string_new(NULL);
    for (guint i = 0; i < n; i++)
      g_string_append_printf(from, "%c\n", a[i] = (char) ('a' + g_rand_int_range(rand, 0, 4)));
    for (guint i = 0; i < m; i++)
      g_string_append_printf(to, "%c\n", b[i] = (char) ('a' + g_rand_int_range(rand, 0, 4)));
    g_autofree char *difference = noslip_difference(from->str, to->str);
    g_autofree char *first = side(difference, '-'), *second = side(difference, '+');
    g_assert_cmpstr(first, ==, from->str);
    g_assert_cmpstr(second, ==, to->str);
    guint marked = 0;
    for (const char *line = difference; *line != '\0'; line = strchr(line, '\n') + 1)
      marked += *line != ' ';
    g_assert_cmpuint(marked, ==, n + m - 2 * longest_common(n, a, m, b));
  }
}

/* The comparison of texts without common lines ends. */
static void
test_large(void)
{
  g_autoptr(GString) from = g_string_new("head\n");
  g_autoptr(GString) to = g_string_new("head\n");
  for (guint i = 0; i < 20000; i++) {
    g_string_append_printf(from, "a%u\n", i);
    g_string_append_printf(to, "b%u\n", i);
  }
  g_autofree char *difference = noslip_difference(from->str, to->str);
  g_autofree char *first = side(difference, '-'), *second = side(difference, '+');
  g_assert_cmpstr(first, ==, from->str);
  g_assert_cmpstr(second, ==, to->str);
}

/* Lines that are replaced up to `n`, with an unchanged line between each two. */
static guint
count_kept(guint n)
{
  g_autoptr(GString) from = g_string_new("head\n");
  g_autoptr(GString) to = g_string_new("head\n");
  for (guint i = 0; i < n; i++) {
    g_string_append_printf(from, "%s\nkept %u\n", i == 0 ? "first" : "old", i);
    g_string_append_printf(to, "%s\nkept %u\n", i == 0 ? "second" : "new", i);
  }
  g_autofree char *difference = noslip_difference(from->str, to->str);
  g_autofree char *first = side(difference, '-'), *second = side(difference, '+');
  g_assert_cmpstr(first, ==, from->str);
  g_assert_cmpstr(second, ==, to->str);
  guint kept = 0;
  for (const char *at = difference; (at = strstr(at, "  kept")) != NULL; at++)
    kept++;
  return kept;
}

/* At most 600 edits, each of which removes or inserts a line, are searched for; beyond that all lines between the first
 * and the last edit are replaced. */
static void
test_most(void)
{
  g_assert_cmpuint(count_kept(300), ==, 300);
  g_assert_cmpuint(count_kept(301), ==, 1); /* the line after the last edit */
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/difference/small", test_small);
  g_test_add_func("/difference/random", test_random);
  g_test_add_func("/difference/large", test_large);
  g_test_add_func("/difference/most", test_most);
  return g_test_run();
}
