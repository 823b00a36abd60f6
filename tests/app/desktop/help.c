/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual: its window, its Markdown, and that its pages agree with the program. */
#include "ui/widgets/help/help-window.h"

#include "core/catalogue/catalogue.h"
#include "core/dynamics/formulation.h"
#include "core/integrate/method.h"
#include "ui/widgets/editor/completion.h"
#include "ui/widgets/help/help-pages.h"
#include "ui/widgets/help/help-tables.h"
#include "ui/widgets/help/markdown.h"
#include "ui/widgets/views/view.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>

static char *
text_of(GtkTextView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(view);
  GtkTextIter start, end;
  gtk_text_buffer_get_bounds(buffer, &start, &end);
  return gtk_text_buffer_get_text(buffer, &start, &end, FALSE);
}

static GtkTextView *
shown(const char *markdown)
{
  GtkTextView *view = GTK_TEXT_VIEW(g_object_ref_sink(gtk_text_view_new()));
  noslip_markdown_show(view, markdown, NULL);
  return view;
}

static void
test_markdown(void)
{
  static const struct {
    const char *markdown, *text;
  } cases[] = {
      {"# A `b` title", "A b title\n"},
      {"one\ntwo\n\nthree", "one two\nthree\n"},
      {"- first\n  goes on\n- **second**", "• first goes on\n• second\n"},
      {"1. first\n12. *twelfth*", "1. first\n12. twelfth\n"},
      {"a [link](there.md) here", "a link here\n"},
      {"a [`link`](there.md), [`](there.md)", "a link, `\n"},
      {"2 * 3 and \\*not\\* this", "2 * 3 and *not* this\n"},
      {"    code **as it is**\n", "code **as it is**\n\n"},
      {"```\n# code\n\n- code\n```\nafter", "# code\n \n- code\n\nafter\n"},
      {"```\nno end", "no end\n\n"},
      {"`a`b` and [x](", "ab` and [x](\n"},
      {"**", "**\n"},
      {"", ""},
      {"\xff\xfe", "\xef\xbf\xbd\xef\xbf\xbd\n"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    GtkTextView *view = shown(cases[i].markdown);
    g_autofree char *text = text_of(view);
    g_assert_cmpstr(text, ==, cases[i].text);
    g_object_unref(view);
  }
}

static void
test_table(void)
{
  GtkTextView *view = shown("| a | `b|c` |\n| --- | --- |\n| 1 | x \\| y |\n| & | <b> |\n");
  GtkWidget *grid = gtk_widget_get_first_child(GTK_WIDGET(view));
  while (grid && !GTK_IS_GRID(grid) && !gtk_widget_get_first_child(grid))
    grid = gtk_widget_get_next_sibling(grid);
  while (grid && !GTK_IS_GRID(grid))
    grid = gtk_widget_get_first_child(grid);
  g_assert_true(GTK_IS_GRID(grid));
  static const char *const cells[3][2] = {{"a", "b|c"}, {"1", "x | y"}, {"&", "<b>"}};
  for (int row = 0; row < 3; row++)
    for (int column = 0; column < 2; column++)
      g_assert_cmpstr(gtk_label_get_text(GTK_LABEL(gtk_grid_get_child_at(GTK_GRID(grid), column, row))), ==,
                      cells[row][column]);
  g_object_unref(view);
}

static GtkWidget *
find_drawing(GtkWidget *parent)
{
  GtkWidget *found = GTK_IS_DRAWING_AREA(parent) ? parent : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child(parent); child && !found;
       child = gtk_widget_get_next_sibling(child))
    found = find_drawing(child);
  return found;
}

/* A formula is typeset, line below line, and its LaTeX is not in the text; other code is shown as code. */
static void
test_formula(void)
{
  static const char *const latex[] = {"x = 2", "x = \\frac{a}{b}", "x = 2 \\\\ y = 3"};
  int heights[G_N_ELEMENTS(latex)];
  for (guint i = 0; i < G_N_ELEMENTS(latex); i++) {
    g_autofree char *page = g_strdup_printf("before\n\n```math\n%s\n```\n\nafter", latex[i]);
    GtkTextView *view = shown(page);
    g_autofree char *text = text_of(view);
    g_assert_null(strchr(text, '='));
    g_assert_true(g_str_has_prefix(text, "before\n") && g_str_has_suffix(text, "after\n"));
    GtkWidget *drawing = find_drawing(GTK_WIDGET(view));
    g_assert_nonnull(drawing);
    heights[i] = gtk_drawing_area_get_content_height(GTK_DRAWING_AREA(drawing));
    g_object_unref(view);
  }
  g_assert_cmpint(heights[1], >, heights[0]);
  g_assert_cmpint(heights[2], >=, 2 * heights[0]);
  GtkTextView *code = shown("```\nx = 2\n```");
  g_assert_null(find_drawing(GTK_WIDGET(code)));
  g_object_unref(code);
}

/* Follows each link of the current page, including anchors. */
static guint
check_links(NoslipHelpWindow *window, const char *page)
{
  g_autoptr(GPtrArray) targets = g_ptr_array_new_with_free_func(g_free);
  GtkTextIter iter;
  gtk_text_buffer_get_start_iter(gtk_text_view_get_buffer(noslip_help_window_text(window)), &iter);
  do {
    const char *target = noslip_markdown_link_at(&iter);
    if (target && !strstr(target, "://"))
      g_ptr_array_add(targets, g_strdup(target));
  } while (gtk_text_iter_forward_to_tag_toggle(&iter, NULL));
  for (guint i = 0; i < targets->len; i++) {
    const char *target = g_ptr_array_index(targets, i);
    g_autofree char *folder = g_path_get_dirname(page);
    g_autofree char *root = g_strdup_printf("/%s", folder);
    g_autofree char *absolute = g_canonicalize_filename(target, root);
    g_test_message("%s has a link to %s", page, target);
    if (g_str_has_prefix(target, "system:")) {
      g_autofree char *system = noslip_catalogue_path(target + strlen("system:"));
      g_assert_nonnull(system);
      continue;
    }
    g_assert_true(noslip_help_window_go(window, absolute + 1));
    const char *heading = strchr(target, '#');
    if (heading)
      g_assert_nonnull(
          gtk_text_buffer_get_mark(gtk_text_view_get_buffer(noslip_help_window_text(window)), heading + 1));
  }
  return targets->len;
}

/* Sets the languages of messages as a user does: the locale, and LANGUAGE, a list. */
static void
set_languages(const char *locale, const char *languages)
{
  g_assert_nonnull(setlocale(LC_MESSAGES, locale));
  g_assert_true(g_setenv("LANGUAGE", languages, TRUE));
}

/* The list has the pages in the order of the links of the first one. */
static void
test_order(void)
{
  static const char *const expected[] = {"index.md",
                                         "window.md",
                                         "language.md",
                                         "formulations.md",
                                         "integrators.md",
                                         "sweep.md",
                                         "papers.md",
                                         "export.md",
                                         "library.md",
                                         "finder.md",
                                         "lessons/from-the-board-to-the-screen.md",
                                         "lessons/why-does-the-sleigh-turn.md",
                                         "lessons/where-does-the-balls-energy-come-from.md",
                                         "lessons/is-vakonomic-mechanics-mechanics.md",
                                         "lessons/what-is-conserved-and-who-says-so.md"};
  g_autofree char *folder = noslip_catalogue_help();
  NoslipHelpPages *pages = noslip_help_pages_new(folder);
  const GPtrArray *names = noslip_help_pages_names(pages);
  g_assert_cmpuint(names->len, >=, G_N_ELEMENTS(expected));
  for (guint i = 0; i < G_N_ELEMENTS(expected); i++)
    g_assert_cmpstr(g_ptr_array_index(names, i), ==, expected[i]);
  noslip_help_pages_free(pages);
}

/* No table makes the page of a new window scroll sideways. */
static void
check_tables(NoslipHelpWindow *window)
{
  int width, height, least;
  gtk_window_get_default_size(GTK_WINDOW(window), &width, &height);
  GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(noslip_help_window_text(window)));
  for (; child; child = gtk_widget_get_next_sibling(child)) {
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
    g_assert_cmpint(least, <, width - 300); /* of the list and the margins */
  }
}

static void
check_pages(const char *folder)
{
  NoslipHelpWindow *window = noslip_help_window_new(NULL, folder);
  gtk_window_present(GTK_WINDOW(window));
  g_assert_cmpstr(noslip_help_window_page(window), ==, "index.md");
  /* all pages, including the lessons */
  NoslipHelpPages *pages = noslip_help_pages_new(folder);
  const GPtrArray *names = noslip_help_pages_names(pages);
  g_assert_cmpuint(names->len, >=, 9);
  g_assert_cmpuint(noslip_help_window_n_pages(window), ==, names->len);
  guint links = 0;
  for (guint i = 0; i < names->len; i++) {
    const char *page = g_ptr_array_index(names, i);
    g_assert_true(noslip_help_window_go(window, page));
    g_assert_cmpstr(noslip_help_window_page(window), ==, page);
    g_autofree char *text = text_of(noslip_help_window_text(window));
    g_assert_cmpuint(strlen(text), >, 300);
    check_tables(window);
    links += check_links(window, page);
  }
  noslip_help_pages_free(pages);
  g_assert_cmpuint(links, >, 10);
  g_assert_false(noslip_help_window_go(window, "no-such-page.md"));
  g_assert_false(noslip_help_window_go(window, "../systems/snakeboard.noslip"));
  gtk_window_destroy(GTK_WINDOW(window));
}

static void
test_pages(void)
{
  g_autofree char *folder = noslip_catalogue_help();
  g_assert_nonnull(folder);
  check_pages(folder);
  set_languages("C.UTF-8", "es");
  check_pages(folder);
  set_languages("C", "C");
}

/* Each heading of the original, and each word that the editor explains, has its place in the Spanish page. */
static void
test_translation(void)
{
  g_autofree char *folder = noslip_catalogue_help();
  NoslipHelpWindow *window = noslip_help_window_new(NULL, folder);
  g_assert_true(noslip_help_window_go(window, "language.md"));
  set_languages("C.UTF-8", "es");
  NoslipHelpWindow *spanish = noslip_help_window_new(NULL, folder);
  set_languages("C", "C");
  g_assert_cmpuint(noslip_help_window_n_pages(spanish), ==, noslip_help_window_n_pages(window));
  g_assert_true(noslip_help_window_go(spanish, "language.md#names-that-exist-by-themselves"));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(noslip_help_window_text(spanish));
  GtkTextIter at, end;
  gtk_text_buffer_get_iter_at_mark(buffer, &at, gtk_text_buffer_get_insert(buffer));
  end = at;
  gtk_text_iter_forward_to_line_end(&end);
  g_autofree char *heading = gtk_text_buffer_get_text(buffer, &at, &end, FALSE);
  g_assert_cmpstr(heading, ==, "Nombres que existen por sí mismos");
  g_autoptr(NoslipCompletion) completion = noslip_completion_new();
  for (int pass = 0; pass < 2; pass++) {
    g_autoptr(GPtrArray) names = noslip_completion_names(completion, "", pass == 0 ? "" : "let a = ");
    for (guint i = 0; i < names->len; i++) {
      g_autofree char *page = noslip_completion_page(completion, g_ptr_array_index(names, i));
      g_test_message("%s", page);
      g_assert_nonnull(gtk_text_buffer_get_mark(buffer, strchr(page, '#') + 1));
    }
  }
  gtk_window_destroy(GTK_WINDOW(spanish));
  gtk_window_destroy(GTK_WINDOW(window));
}

static void
write_page(const char *folder, const char *page, const char *text)
{
  g_autofree char *path = g_build_filename(folder, page, NULL);
  g_autofree char *inside = g_path_get_dirname(path);
  g_assert_cmpint(g_mkdir_with_parents(inside, 0700), ==, 0);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* The pages that a reader gets of a manual in which only the first page is Spanish and no page is German. */
static void
test_languages(void)
{
  static const struct {
    const char *locale, *languages, *first, *second;
  } cases[] = {
      {"C.UTF-8", "es", "# Uno", "# Two"},           {"C.UTF-8", "es_MX.UTF-8", "# Uno", "# Two"},
      {"C.UTF-8", "de:es", "# Uno", "# Two"},        {"C.UTF-8", "en_GB:es", "# One", "# Two"},
      {"C.UTF-8", "de", "# One", "# Two"},           {"C.UTF-8", "lessons", "# One", "# Two"},
      {"C.UTF-8", "../elsewhere", "# One", "# Two"}, {"C", "es", "# One", "# Two"},
  };
  g_autofree char *parent = g_dir_make_tmp("noslip-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename(parent, "help", NULL);
  write_page(folder, "index.md", "# One");
  write_page(folder, "lessons/two.md", "# Two");
  write_page(folder, "es/index.md", "# Uno");
  write_page(parent, "elsewhere/index.md", "# Elsewhere");
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    set_languages(cases[i].locale, cases[i].languages);
    g_test_message("%s", cases[i].languages);
    NoslipHelpPages *pages = noslip_help_pages_new(folder);
    g_assert_cmpuint(noslip_help_pages_names(pages)->len, ==, 2);
    g_assert_false(noslip_help_pages_find(pages, "es/index.md", NULL));
    char *original = NULL;
    g_autofree char *first = noslip_help_pages_read(pages, "index.md", &original);
    g_assert_cmpstr(first, ==, cases[i].first);
    g_assert_cmpstr(original, ==, g_str_equal(first, "# One") ? NULL : "# One");
    g_free(original);
    g_autofree char *second = noslip_help_pages_read(pages, "lessons/two.md", &original);
    g_assert_cmpstr(second, ==, cases[i].second);
    g_assert_null(original);
    noslip_help_pages_free(pages);
  }
  set_languages("C", "C");
  static const char *const written[] = {"help/index.md",
                                        "help/lessons/two.md",
                                        "help/lessons",
                                        "help/es/index.md",
                                        "help/es",
                                        "help",
                                        "elsewhere/index.md",
                                        "elsewhere",
                                        ""};
  for (guint i = 0; i < G_N_ELEMENTS(written); i++) {
    g_autofree char *path = g_build_filename(parent, written[i], NULL);
    g_assert_cmpint(g_remove(path), ==, 0);
  }
}

/* Headings that texts of the program link to are where the original's are, whatever words, code and marks they
 * contain. */
static void
test_anchors(void)
{
  GtkTextView *view = GTK_TEXT_VIEW(g_object_ref_sink(gtk_text_view_new()));
  noslip_markdown_show(view, "# Título\n```\n# nada\n```\n## `code`\n### El final\n### De más\n",
                       "# Title\n```\n# nothing\n```\n## `code`\n### The end\n");
  static const char *const expected[][2] = {
      {"title", "Título"}, {"code", "code"}, {"the-end", "El final"}, {"de-más", "De más"}};
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(view);
  for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
    GtkTextMark *mark = gtk_text_buffer_get_mark(buffer, expected[i][0]);
    g_assert_nonnull(mark);
    GtkTextIter start, end;
    gtk_text_buffer_get_iter_at_mark(buffer, &start, mark);
    end = start;
    gtk_text_iter_forward_to_line_end(&end);
    g_autofree char *words = gtk_text_buffer_get_text(buffer, &start, &end, FALSE);
    g_assert_cmpstr(words, ==, expected[i][1]);
  }
  g_assert_null(gtk_text_buffer_get_mark(buffer, "nothing"));
  g_object_unref(view);
}

static void
test_missing(void)
{
  NoslipHelpWindow *window = noslip_help_window_new(NULL, NULL);
  g_assert_cmpuint(noslip_help_window_n_pages(window), ==, 0);
  g_autofree char *text = text_of(noslip_help_window_text(window));
  g_assert_nonnull(strstr(text, "not installed"));
  g_assert_false(noslip_help_window_go(window, "index.md"));
  gtk_window_destroy(GTK_WINDOW(window));
}

/* The next place of `words` after *at; they must occur. */
static void
find_next(const char **at, const char *words)
{
  const char *found = strstr(*at, words);
  if (!found)
    g_error("%s is not in the manual, or not in its order", words);
  *at = found + strlen(words);
}

/* A page of the manual names each entry of a table of the program once, in its order, and in the reader's language. */
static void
check_program_tables(void)
{
  g_autofree char *folder = noslip_catalogue_help();
  NoslipHelpPages *pages = noslip_help_pages_new(folder);
  g_autofree char *window = noslip_help_pages_read(pages, "window.md", NULL);
  g_autofree char *formulations = noslip_help_pages_read(pages, "formulations.md", NULL);
  g_autofree char *integrators = noslip_help_pages_read(pages, "integrators.md", NULL);
  const char *at = window;
  for (guint i = 0; noslip_view_kinds()[i]; i++) {
    const NoslipViewKind *kind = noslip_view_kinds()[i];
    g_autofree char *row = g_strdup_printf("\n| %s | %s |\n", _(kind->name), _(kind->summary));
    g_autofree char *rest = g_strdup(row + 1); /* the end of a row begins the next one */
    find_next(&at, rest);
  }
  at = formulations;
  for (guint i = 0; noslip_formulations()[i]; i++) {
    const NoslipFormulation *formulation = noslip_formulations()[i];
    g_autofree char *heading = g_strdup_printf("\n## %s\n\n`%s`", _(formulation->title), formulation->id);
    find_next(&at, heading);
    find_next(&at, _(formulation->summary));
    find_next(&at, formulation->latex);
    find_next(&at, _(formulation->source));
  }
  at = integrators;
  for (guint i = 0; noslip_methods()[i]; i++) {
    g_autofree char *row = g_strdup_printf("\n| `%s` | %s", noslip_methods()[i]->id, _(noslip_methods()[i]->title));
    find_next(&at, row);
  }
  noslip_help_pages_free(pages);
}

static void
test_program_tables(void)
{
  check_program_tables();
  set_languages("C.UTF-8", "es");
  check_program_tables();
  set_languages("C", "C");
  g_autofree char *unknown = noslip_help_tables_fill("a\n<!-- program: nothing -->\nb <!-- program: views\n", FALSE);
  g_assert_cmpstr(unknown, ==, "a\n<!-- program: nothing -->\nb <!-- program: views\n");
}

int
main(int argc, char **argv)
{
  gtk_test_init(&argc, &argv, NULL);
  adw_init();
  g_test_add_func("/help/markdown", test_markdown);
  g_test_add_func("/help/table", test_table);
  g_test_add_func("/help/formula", test_formula);
  g_test_add_func("/help/anchors", test_anchors);
  g_test_add_func("/help/languages", test_languages);
  g_test_add_func("/help/order", test_order);
  g_test_add_func("/help/pages", test_pages);
  g_test_add_func("/help/translation", test_translation);
  g_test_add_func("/help/missing", test_missing);
  g_test_add_func("/help/program-tables", test_program_tables);
  return g_test_run();
}
