/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a document that a window shows. */
#include "core/equations/document.h"
#include "core/equations/portrait.h"
#include "tests/core/load.h"

#include <string.h>

static const NoslipDocumentLine *
line_at(const GPtrArray *lines, guint i)
{
  g_assert_cmpuint(i, <, lines->len);
  return lines->pdata[i];
}

/* Comments, and lines and sections for paper only, are left out; the first line is the title. */
static void
test_readers(void)
{
  g_autoptr(NoslipGraph) graph = noslip_graph_new();
  g_autoptr(NoslipDocument) document = noslip_document_new(NULL, graph);
  NoslipExpr x = noslip_expr_symbol(graph, "x"), y = noslip_expr_symbol(graph, "y");
  noslip_document_heading(document, NOSLIP_FOR_ALL, "One", NULL);
  noslip_document_comment(document, "a comment");
  noslip_document_for(document, NOSLIP_FOR_PAPER);
  noslip_document_sentence(document, "on paper");
  noslip_document_for(document, NOSLIP_FOR_ALL);
  noslip_document_sentence(document, "on both");
  noslip_document_formula(document, NULL, x, y);
  noslip_document_heading(document, NOSLIP_FOR_PAPER, "Two", NULL);
  noslip_document_sentence(document, "in a section on paper");
  noslip_document_heading(document, NOSLIP_FOR_SCREEN, "Three", NULL);
  noslip_document_sentence(document, "in the window");
  g_autoptr(GPtrArray) lines = noslip_document_screen(document);
  g_assert_cmpuint(lines->len, ==, 3);
  g_assert_cmpstr(line_at(lines, 0)->title, ==, "One");
  g_assert_cmpstr(line_at(lines, 0)->words, ==, "on both");
  g_assert_null(line_at(lines, 1)->title);
  g_assert_cmpstr(line_at(lines, 1)->latex, ==, "x = y");
  g_assert_cmpstr(line_at(lines, 2)->title, ==, "Three");
  g_assert_cmpstr(line_at(lines, 2)->words, ==, "in the window");
}

/* Many definitions of a section follow its formulas under a heading of their own; few stand before them. */
static void
test_definitions(void)
{
  for (guint n = NOSLIP_DOCUMENT_MOST_NAMES; n <= NOSLIP_DOCUMENT_MOST_NAMES + 1; n++) {
    g_autoptr(NoslipGraph) graph = noslip_graph_new();
    g_autoptr(NoslipDocument) document = noslip_document_new(NULL, graph);
    noslip_document_heading(document, NOSLIP_FOR_ALL, "Long", NULL);
    for (guint i = 0; i < n; i++) {
      g_autofree char *name = g_strdup_printf("K%u", i);
      noslip_document_formula_of(document, "let", name, graph, noslip_expr_symbol(graph, "x"));
    }
    noslip_document_sentence(document, "with");
    g_autoptr(GPtrArray) lines = noslip_document_screen(document);
    gboolean apart = n > NOSLIP_DOCUMENT_MOST_NAMES;
    g_assert_cmpuint(lines->len, ==, n + 1);
    g_assert_cmpstr(line_at(lines, apart ? 0 : n)->words, ==, "with");
    g_assert_cmpstr(line_at(lines, 0)->title, ==, "Long");
    for (guint i = 1; i < lines->len; i++)
      g_assert_cmpuint(line_at(lines, i)->n_names, ==, apart && i == 1 ? n : 0);
    g_assert_cmpstr(line_at(lines, 1)->title, ==, apart ? "Long" : NULL);
  }
}

/* A formula of thousands of symbols, of another graph, is written with names for its parts. */
static void
test_long_of_another_graph(void)
{
  g_autoptr(NoslipSystem) system = test_catalogue("heisenberg");
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph), other = noslip_graph_new();
  g_autoptr(NoslipDocument) document = noslip_document_new(system, graph);
  NoslipExpr x = noslip_expr_symbol(other, "x"), value = x;
  for (guint i = 0; i < 20; i++) {
    NoslipExpr sine = noslip_expr_apply(other, NOSLIP_OP_SIN, 1, &value);
    value = noslip_expr_add_product(other, sine, value, value);
  }
  noslip_document_heading(document, NOSLIP_FOR_ALL, "Long", NULL);
  noslip_document_formula_of(document, NULL, "f", other, value);
  g_autoptr(GPtrArray) lines = noslip_document_screen(document);
  g_assert_cmpuint(lines->len, >, 2);
  for (guint i = 0; i < lines->len; i++) {
    g_assert_nonnull(line_at(lines, i)->latex);
    g_assert_cmpuint(line_at(lines, i)->size, <, NOSLIP_DOCUMENT_MOST_SYMBOLS);
  }
}

/* The chain of the constraint algorithm is set as mathematics in the window; a regular Lagrangian has no chain. */
static void
test_chain(void)
{
  static const char *const systems[] = {"tension-pendulum", "rolling-disk"};
  for (guint s = 0; s < 2; s++) {
    gboolean titled = FALSE, found = FALSE;
    g_autoptr(NoslipSystem) system = test_catalogue(systems[s]);
    g_autoptr(NoslipPortrait) portrait = noslip_portrait_new(system, NULL, NULL);
    g_autoptr(NoslipDocument) document = noslip_portrait_document(portrait);
    g_autoptr(GPtrArray) lines = noslip_document_screen(document);
    for (guint i = 0; i < lines->len; i++) {
      const char *title = line_at(lines, i)->title, *latex = line_at(lines, i)->latex;
      titled = titled || (title && g_str_equal(title, "Constraint algorithm"));
      if (title && g_str_has_prefix(title, "Projector Q"))
        g_assert_cmpstr(line_at(lines, i)->source, ==, "M");
      else if (title && g_str_equal(title, "Gibbs-Appell"))
        g_assert_null(line_at(lines, i)->source);
      found = found || (latex && g_str_has_prefix(latex, "E_{1}") && strstr(latex, "x^{2} + y^{2} - l^{2} = 0"));
    }
    g_assert_cmpint(titled, ==, s == 0);
    g_assert_cmpint(found, ==, s == 0);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/equations/screen/readers", test_readers);
  g_test_add_func("/equations/screen/definitions", test_definitions);
  g_test_add_func("/equations/screen/long", test_long_of_another_graph);
  g_test_add_func("/equations/screen/chain", test_chain);
  return g_test_run();
}
