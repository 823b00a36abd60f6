/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which lines of a document a window shows. */
#include "core/equations/document.h"

static const NoslipDocumentLine *
line_at(const GPtrArray *lines, guint i)
{
  g_assert_cmpuint(i, <, lines->len);
  return lines->pdata[i];
}

/* Comments, what is for paper alone and sections for paper alone are left out; the first line bears the title. */
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

/* Of a section that needs more definitions than one can read, the sentences and the number of definitions are shown. */
static void
test_definitions(void)
{
  for (guint n = NOSLIP_DOCUMENT_MOST_NAMES; n <= NOSLIP_DOCUMENT_MOST_NAMES + 1; n++) {
    g_autoptr(NoslipGraph) graph = noslip_graph_new();
    g_autoptr(NoslipDocument) document = noslip_document_new(NULL, graph);
    noslip_document_heading(document, NOSLIP_FOR_ALL, "Long", NULL);
    noslip_document_sentence(document, "with");
    for (guint i = 0; i < n; i++) {
      g_autofree char *name = g_strdup_printf("K%u", i);
      noslip_document_formula_of(document, "let", name, graph, noslip_expr_symbol(graph, "x"));
    }
    g_autoptr(GPtrArray) lines = noslip_document_screen(document);
    gboolean all = n == NOSLIP_DOCUMENT_MOST_NAMES;
    g_assert_cmpuint(lines->len, ==, all ? n + 1 : 2);
    g_assert_cmpstr(line_at(lines, 0)->words, ==, "with");
    for (guint i = 1; i < lines->len; i++)
      g_assert_cmpuint(line_at(lines, i)->n_names, ==, all ? 0 : n);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/equations/screen/readers", test_readers);
  g_test_add_func("/equations/screen/definitions", test_definitions);
  return g_test_run();
}
