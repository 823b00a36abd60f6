/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document as lines for a window: each formula whole, to be broken where the window ends. */
#include "core/equations/document-private.h"

static void
line_free(gpointer data)
{
  NoslipDocumentLine *line = data;
  g_free(line->title);
  g_free(line->left);
  g_free(line->latex);
  g_free(line->words);
  g_clear_pointer(&line->graph, noslip_graph_free);
  g_free(line);
}

/* A row without the mark of its alignment. */
static char *
without_mark(const char *latex)
{
  const char *mark = g_strstr_len(latex, -1, "&");
  return mark != NULL ? g_strdup_printf("%.*s%s", (int) (mark - latex), latex, mark + 1) : g_strdup(latex);
}

/* The line outlives the document's graph. */
static void
keep_exprs(const NoslipDocument *document, const NoslipDocumentItem *item, NoslipDocumentLine *line)
{
  if (!item->formula.of_exprs || line->latex == NULL || !noslip_document_is_readable(document, item->formula.left))
    return;
  line->graph = noslip_graph_new();
  line->left_expr = noslip_expr_import(line->graph, document->graph, item->formula.left);
  line->right_expr = noslip_expr_import(line->graph, document->graph, item->formula.right);
}

static NoslipDocumentLine *
line_of(const NoslipDocument *document, const NoslipDocumentItem *item)
{
  NoslipDocumentLine *line = g_new0(NoslipDocumentLine, 1);
  if (item->kind == NOSLIP_DOCUMENT_SENTENCE)
    line->words = g_strdup(item->words);
  if (item->kind == NOSLIP_DOCUMENT_ROW)
    line->latex = without_mark(item->row.latex);
  if (item->kind != NOSLIP_DOCUMENT_FORMULA)
    return line;
  gboolean written = item->formula.right_latex != NULL;
  line->size = written ? item->formula.size
                       : noslip_expr_size(document->graph, item->formula.right, NOSLIP_DOCUMENT_MOST_COUNTED);
  line->left = noslip_item_left_latex(document, item);
  if (written || noslip_document_is_readable(document, item->formula.right)) {
    g_autofree char *right = noslip_item_right_latex(document, item);
    line->latex = g_strdup_printf("%s = %s", line->left, right);
  }
  keep_exprs(document, item, line);
  return line;
}

/* The names that a section defines. Symbols of the document's graph. */
static GArray *
definitions_of(const NoslipSection *section)
{
  GArray *names = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint i = 0; i < section->items->len; i++) {
    const NoslipDocumentItem *item = &g_array_index(section->items, NoslipDocumentItem, i);
    if (noslip_item_is_definition(item))
      g_array_append_val(names, item->formula.left);
  }
  return names;
}

/* Whether an item can be read without the definitions of these names. */
static gboolean
stands_alone(const NoslipDocument *document, const NoslipDocumentItem *item, const GArray *names)
{
  const NoslipExpr *symbols = (const NoslipExpr *) (gconstpointer) names->data;
  if (item->kind != NOSLIP_DOCUMENT_FORMULA)
    return TRUE;
  return !noslip_expr_depends(document->graph, item->formula.left, names->len, symbols) &&
         !noslip_expr_depends(document->graph, item->formula.right, names->len, symbols);
}

static void
append_section(NoslipDocument *document, NoslipSection *section, GPtrArray *lines)
{
  noslip_document_name_parts(document, section);
  g_autoptr(GArray) names = definitions_of(section);
  guint first = lines->len, n_names = names->len;
  for (guint i = 0; i < section->items->len; i++) {
    const NoslipDocumentItem *item = &g_array_index(section->items, NoslipDocumentItem, i);
    if ((item->readers & NOSLIP_FOR_SCREEN) == 0 || item->kind == NOSLIP_DOCUMENT_COMMENT)
      continue;
    if (n_names <= NOSLIP_DOCUMENT_MOST_NAMES || stands_alone(document, item, names))
      g_ptr_array_add(lines, line_of(document, item));
  }
  if (n_names > NOSLIP_DOCUMENT_MOST_NAMES) {
    NoslipDocumentLine *line = g_new0(NoslipDocumentLine, 1);
    line->n_names = n_names;
    g_ptr_array_add(lines, line);
  }
  if (lines->len > first)
    ((NoslipDocumentLine *) lines->pdata[first])->title = g_strdup(section->title);
}

GPtrArray *
noslip_document_screen(NoslipDocument *document)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func(line_free);
  for (guint s = 0; s < document->sections->len; s++) {
    NoslipSection *section = document->sections->pdata[s];
    if ((section->readers & NOSLIP_FOR_SCREEN) != 0)
      append_section(document, section, lines);
  }
  return lines;
}
