/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual's page of the papers: every system that it names is in the catalogue, every claim in the system of its
 * row, every command is one for a system of its row; all misprints are listed; and the translated page names the
 * same. */
#include "tests/catalogue/motion.h"

#include "core/catalogue/catalogue.h"
#include "core/equations/portrait.h"
#include "core/integrate/method.h"

#include <string.h>

static const char *root; /* the folder of the manual */

static GStrv
lines_of(const char *page)
{
  g_autofree char *path = g_build_filename(root, page, NULL), *text = NULL;
  g_autoptr(GError) error = NULL;
  g_file_get_contents(path, &text, NULL, &error);
  g_assert_no_error(error);
  return g_strsplit(text, "\n", -1);
}

/* The three cells of a row, or NULL if the line is not a row or is the head of a table. */
static GStrv
cells_of(const char *line)
{
  g_auto(GStrv) parts = g_strsplit(line, "|", -1);
  if (g_strv_length(parts) != 5 || strchr(parts[2], '`') == NULL)
    return NULL;
  for (guint i = 1; i <= 3; i++)
    g_strstrip(parts[i]);
  const char *cells[] = {parts[1], parts[2], parts[3], NULL};
  return g_strdupv((char **) cells);
}

/* The text between two marks that occur once in the cell. */
static char *
unmarked(const char *cell, char mark)
{
  gsize length = strlen(cell);
  g_assert_cmpuint(length, >, 2);
  g_assert_true(cell[0] == mark && cell[length - 1] == mark);
  return g_strndup(cell + 1, length - 2);
}

static gboolean
has_claim(const NoslipSystem *system, const char *title)
{
  for (guint i = 0; i < system->n_claims; i++)
    if (g_str_equal(system->claims[i].title, title))
      return TRUE;
  return FALSE;
}

/* Claims are listed as "one", "another"; returns their number. */
static guint
check_claims(const NoslipSystem *system, const char *cell)
{
  g_autofree char *inner = unmarked(cell, '"');
  g_auto(GStrv) titles = g_strsplit(inner, "\", \"", -1);
  for (guint i = 0; titles[i] != NULL; i++)
    if (!has_claim(system, titles[i]))
      g_error("%s has no claim \"%s\"", system->id, titles[i]);
  return g_strv_length(titles);
}

static void
check_command(const char *id, const char *cell)
{
  static const char *const commands[] = {"bracket", "check", "compare", "reduce-to-distribution", "run", "show", NULL};
  g_autofree char *inner = unmarked(cell, '`');
  g_auto(GStrv) words = g_strsplit(inner, " ", -1);
  guint n = g_strv_length(words);
  if (g_str_equal(words[0], "noslip")) { /* the window, or its geometry */
    g_autofree char *picture = g_strdup_printf("noslip %s --view geometry --screenshot geometry.svg", id);
    g_assert_cmpstr(inner, ==, n == 2 ? inner : picture);
    g_assert_cmpstr(words[1], ==, id);
    return;
  }
  g_assert_true(n == 3 ||
                (n == 5 && g_str_equal(words[1], "bracket") &&
                 (g_str_equal(words[3], "--section") || g_str_equal(words[3], "--at"))) ||
                ((n == 5 || (n == 7 && g_str_equal(words[5], "--step"))) && g_str_equal(words[1], "run") &&
                 g_str_equal(words[3], "--method") && noslip_method_find(words[4]) != NULL));
  g_assert_cmpstr(words[0], ==, "noslip-cli");
  g_assert_true(g_strv_contains(commands, words[1]));
  g_assert_cmpstr(words[2], ==, id);
}

static void
test_rows(void)
{
  g_auto(GStrv) lines = lines_of("papers.md");
  g_autoptr(GHashTable) items = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *heading = NULL;
  guint n_rows = 0, n_claims = 0;
  for (guint i = 0; lines[i] != NULL; i++) {
    if (g_str_has_prefix(lines[i], "## ")) {
      g_free(heading);
      heading = g_strdup(lines[i]);
    }
    g_auto(GStrv) cells = cells_of(lines[i]);
    if (cells == NULL)
      continue;
    g_autofree char *id = unmarked(cells[1], '`');
    g_autoptr(NoslipSystem) system = motion_load(id);
    if (!g_hash_table_add(items, g_strdup_printf("%s %s", heading, cells[0])))
      g_error("%s: %s has two rows", heading, cells[0]);
    if (cells[2][0] == '`')
      check_command(id, cells[2]);
    else
      n_claims += check_claims(system, cells[2]);
    n_rows++;
  }
  g_test_message("%u rows, %u claims", n_rows, n_claims);
  g_assert_cmpuint(n_rows, >=, 70);
}

/* Each file of misprints has a row with a printed formula. */
static void
test_misprints(void)
{
  g_auto(GStrv) lines = lines_of("papers.md");
  g_autoptr(GPtrArray) companions = noslip_catalogue_misprints();
  for (guint i = 0; i < companions->len; i++) {
    const char *id = ((NoslipCatalogueEntry *) companions->pdata[i])->id;
    g_autofree char *cell = g_strdup_printf("`%s`", id);
    gboolean named = FALSE;
    for (guint j = 0; lines[j] != NULL && !named; j++)
      named = strstr(lines[j], cell) != NULL && strstr(lines[j], ", as printed\"") != NULL;
    if (!named)
      g_error("%s has no row", id);
  }
}

/* The document of a system as text. */
static char *
document_of(const char *id)
{
  g_autoptr(NoslipSystem) system = motion_load(id);
  g_autoptr(NoslipPortrait) portrait = noslip_portrait_new(system, NULL, NULL);
  noslip_portrait_check_reductions(portrait, system, noslip_catalogue_load_beside, NULL);
  g_autoptr(NoslipDocument) document = noslip_portrait_document(portrait);
  GString *text = g_string_new(NULL);
  noslip_document_text(document, text);
  return g_string_free(text, FALSE);
}

/* The row of an item in the section of a paper; NULL if there is none. */
static GStrv
row_of(const GStrv lines, const char *paper, const char *item)
{
  g_autofree char *heading = g_strdup_printf("## %s: ", paper);
  gboolean inside = FALSE;
  for (guint i = 0; lines[i] != NULL; i++) {
    if (g_str_has_prefix(lines[i], "## "))
      inside = g_str_has_prefix(lines[i], heading);
    GStrv cells = inside ? cells_of(lines[i]) : NULL;
    if (cells != NULL && g_str_equal(cells[0], item))
      return cells;
    g_strfreev(cells);
  }
  return NULL;
}

/* A test of another file, "core/equations/sections.c:test_sleigh". */
static void
assert_is_test(const char *place)
{
  g_auto(GStrv) parts = g_strsplit(place, ":", 2);
  g_autofree char *path = g_build_filename(g_getenv("NOSLIP_TESTS"), parts[0], NULL), *text = NULL;
  g_autofree char *head = g_strdup_printf("\n%s(void)\n", parts[1]);
  if (!g_file_get_contents(path, &text, NULL, NULL) || strstr(text, head) == NULL)
    g_error("there is no test %s", place);
}

/* Each of the 74 items that were once missing has its row, except those named here; and if the row refers to the
 * system's document, the document has the required text. At least twenty are computed in a test by other means than the
 * program's. */
static void
test_coverage(void)
{
  static const char *const missing[] = {NULL};
  g_autofree char *path = g_build_filename(g_getenv("NOSLIP_TESTS"), "catalogue", "coverage.txt", NULL), *text = NULL;
  g_auto(GStrv) lines = lines_of("papers.md");
  guint n = 0, n_missing = 0, n_recomputed = 0;
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_auto(GStrv) wanted = g_strsplit(g_strchomp(text), "\n", -1);
  for (guint i = 1; wanted[i] != NULL; i++) {
    g_auto(GStrv) parts = g_strsplit(wanted[i], " | ", -1);
    g_assert_cmpuint(g_strv_length(parts), ==, 5);
    n++;
    if (!g_str_equal(parts[4], "-")) {
      assert_is_test(parts[4]);
      n_recomputed++;
    }
    if (g_str_equal(parts[2], "-")) {
      g_assert_true(g_strv_contains(missing, parts[1]));
      n_missing++;
      continue;
    }
    g_auto(GStrv) cells = row_of(lines, parts[0], parts[2]);
    if (cells == NULL)
      g_error("%s has no row \"%s\"", parts[0], parts[2]);
    if (g_str_equal(parts[3], "-"))
      continue;
    g_autofree char *id = unmarked(cells[1], '`'), *document = document_of(id);
    if (strstr(document, parts[3]) == NULL)
      g_error("the document of %s does not say \"%s\"", id, parts[3]);
  }
  g_assert_cmpuint(n, ==, 74);
  g_assert_cmpuint(n_recomputed, >=, 20);
  g_assert_cmpuint(n_missing, ==, g_strv_length((GStrv) missing));
}

static void
test_translation(void)
{
  g_auto(GStrv) lines = lines_of("papers.md");
  g_auto(GStrv) others = lines_of("es/papers.md");
  g_assert_cmpuint(g_strv_length(lines), ==, g_strv_length(others));
  for (guint i = 0; lines[i] != NULL; i++) {
    g_auto(GStrv) cells = cells_of(lines[i]);
    g_auto(GStrv) translated = cells_of(others[i]);
    g_assert_true((cells == NULL) == (translated == NULL));
    for (guint j = 1; cells != NULL && j < 3; j++)
      g_assert_cmpstr(cells[j], ==, translated[j]);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_autofree char *folder = g_build_filename(g_getenv("NOSLIP_TESTS"), "../data/help", NULL);
  root = folder;
  g_test_add_func("/papers/rows", test_rows);
  g_test_add_func("/papers/coverage", test_coverage);
  g_test_add_func("/papers/misprints", test_misprints);
  g_test_add_func("/papers/translation", test_translation);
  return g_test_run();
}
