/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document as lines for a window: each formula whole, to be broken at the window's width. */
#include "core/equations/document-private.h"

static void
line_free(gpointer data)
{
  NoslipDocumentLine *line = data;
  g_free(line->title);
  g_free(line->left);
  g_free(line->latex);
  g_free(line->words);
  g_free(line->source);
  g_clear_pointer(&line->graph, noslip_graph_free);
  g_free(line);
}

/* A row without its alignment mark. */
static char *
without_mark(const char *latex)
{
  const char *mark = g_strstr_len(latex, -1, "&");
  return mark != NULL ? g_strdup_printf("%.*s%s", (int) (mark - latex), latex, mark + 1) : g_strdup(latex);
}

/* Copies the expressions to a graph of the line, because the line outlives the document's graph. */
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

typedef enum { ALL, FORMULAS, DEFINITIONS } Part;

static gboolean
is_in(const NoslipDocumentItem *item, Part part)
{
  if ((item->readers & NOSLIP_FOR_SCREEN) == 0 || item->kind == NOSLIP_DOCUMENT_COMMENT)
    return FALSE;
  return part == ALL || noslip_item_is_definition(item) == (part == DEFINITIONS);
}

/* Appends the items of one part of a section; returns their number. */
static guint
append_part(const NoslipDocument *document, const NoslipSection *section, Part part, GPtrArray *lines)
{
  guint first = lines->len;
  for (guint i = 0; i < section->items->len; i++) {
    const NoslipDocumentItem *item = &g_array_index(section->items, NoslipDocumentItem, i);
    if (is_in(item, part))
      g_ptr_array_add(lines, line_of(document, item));
  }
  if (lines->len > first) {
    NoslipDocumentLine *line = lines->pdata[first];
    line->title = g_strdup(section->title);
    /* Details in small letters are the ids of formulations and the kinds of constraints. */
    if (section->detail != NULL && g_ascii_isupper(section->detail[0]))
      line->source = g_strdup(section->detail);
  }
  return lines->len - first;
}

static guint
count_definitions(const NoslipSection *section)
{
  guint n = 0;
  for (guint i = 0; i < section->items->len; i++)
    n += is_in(&g_array_index(section->items, NoslipDocumentItem, i), DEFINITIONS);
  return n;
}

/* Many definitions follow the formulas that use them, under a heading of their own. */
static void
append_section(NoslipDocument *document, NoslipSection *section, GPtrArray *lines)
{
  noslip_document_name_parts(document, section);
  gboolean apart = count_definitions(section) > NOSLIP_DOCUMENT_MOST_NAMES;
  append_part(document, section, apart ? FORMULAS : ALL, lines);
  if (!apart)
    return;
  guint first = lines->len, n = append_part(document, section, DEFINITIONS, lines);
  ((NoslipDocumentLine *) lines->pdata[first])->n_names = n;
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
