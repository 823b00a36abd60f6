/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/equations/document-private.h"

static void
item_clear(gpointer data)
{
  NoslipDocumentItem *item = data;
  switch (item->kind) {
  case NOSLIP_DOCUMENT_SENTENCE:
  case NOSLIP_DOCUMENT_COMMENT:
    g_free(item->words);
    break;
  case NOSLIP_DOCUMENT_ROW:
    g_free(item->row.text);
    g_free(item->row.latex);
    break;
  case NOSLIP_DOCUMENT_FORMULA:
    g_free(item->formula.label);
    g_free(item->formula.left_text);
    g_free(item->formula.left_latex);
    g_free(item->formula.right_text);
    g_free(item->formula.right_latex);
    break;
  }
}

static void
section_free(gpointer data)
{
  NoslipSection *section = data;
  g_free(section->title);
  g_free(section->detail);
  g_array_unref(section->items);
  g_free(section);
}

NoslipDocument *
noslip_document_new(const NoslipSystem *system, NoslipGraph *graph)
{
  NoslipDocument *document = g_new0(NoslipDocument, 1);
  document->system = system;
  document->graph = graph;
  document->sections = g_ptr_array_new_with_free_func(section_free);
  return document;
}

void
noslip_document_free(NoslipDocument *document)
{
  if (document == NULL)
    return;
  g_ptr_array_unref(document->sections);
  g_free(document);
}

void
noslip_document_heading(NoslipDocument *document, NoslipReaders readers, const char *title, const char *detail)
{
  NoslipSection *section = g_new0(NoslipSection, 1);
  section->readers = readers;
  section->title = g_strdup(title);
  section->detail = g_strdup(detail);
  section->items = g_array_new(FALSE, TRUE, sizeof(NoslipDocumentItem));
  g_array_set_clear_func(section->items, item_clear);
  g_ptr_array_add(document->sections, section);
  document->readers = readers;
}

void
noslip_document_for(NoslipDocument *document, NoslipReaders readers)
{
  document->readers = readers;
}

static void
add_item(NoslipDocument *document, NoslipDocumentItem item)
{
  NoslipSection *section = document->sections->pdata[document->sections->len - 1];
  item.readers = document->readers & section->readers;
  g_array_append_val(section->items, item);
}

/* Angles are contracted in formulas that are shown whole, and otherwise in the definitions of their parts. */
static NoslipExpr
contracted(NoslipDocument *document, NoslipExpr e)
{
  return noslip_document_is_readable(document, e) ? noslip_expr_contract_angles(document->graph, e) : e;
}

void
noslip_document_formula(NoslipDocument *document, const char *label, NoslipExpr left, NoslipExpr right)
{
  add_item(document, (NoslipDocumentItem){.kind = NOSLIP_DOCUMENT_FORMULA,
                                          .formula = {.label = g_strdup(label),
                                                      .of_exprs = TRUE,
                                                      .left = contracted(document, left),
                                                      .right = contracted(document, right)}});
}

void
noslip_document_written(NoslipDocument *document, const char *left, const char *left_latex, const char *right,
                        const char *right_latex, guint size)
{
  add_item(document, (NoslipDocumentItem){.kind = NOSLIP_DOCUMENT_FORMULA,
                                          .formula = {.left_text = g_strdup(left),
                                                      .left_latex = g_strdup(left_latex),
                                                      .right_text = g_strdup(right),
                                                      .right_latex = g_strdup(right_latex),
                                                      .size = size}});
}

void
noslip_document_formula_of(NoslipDocument *document, const char *label, const char *left, NoslipGraph *graph,
                           NoslipExpr right)
{
  NoslipExpr symbol = noslip_expr_symbol(document->graph, left);
  right = noslip_expr_contract_angles(graph, right);
  guint size = noslip_expr_size(graph, right, NOSLIP_DOCUMENT_MOST_SYMBOLS);
  NoslipExpr own = graph == document->graph ? right : noslip_expr_import(document->graph, graph, right);
  NoslipDocumentFormula formula = {
      .label = g_strdup(label), .left = symbol, .right = own, .of_exprs = TRUE, .size = size};
  if (size < NOSLIP_DOCUMENT_MOST_SYMBOLS) { /* longer ones get names for their parts */
    formula.left_text = g_strdup(left);
    formula.left_latex = noslip_expr_latex(graph, noslip_expr_symbol(graph, left));
    formula.right_text = noslip_expr_text(graph, right);
    formula.right_latex = noslip_expr_latex(graph, right);
  }
  add_item(document, (NoslipDocumentItem){.kind = NOSLIP_DOCUMENT_FORMULA, .formula = formula});
}

void
noslip_document_row(NoslipDocument *document, const char *text, const char *latex)
{
  add_item(document, (NoslipDocumentItem){.kind = NOSLIP_DOCUMENT_ROW, .row = {g_strdup(text), g_strdup(latex)}});
}

void
noslip_document_comment(NoslipDocument *document, const char *comment)
{
  add_item(document, (NoslipDocumentItem){.kind = NOSLIP_DOCUMENT_COMMENT, .words = g_strdup(comment)});
}

void
noslip_document_sentence(NoslipDocument *document, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  add_item(document,
           (NoslipDocumentItem){.kind = NOSLIP_DOCUMENT_SENTENCE, .words = g_strdup_vprintf(format, arguments)});
  va_end(arguments);
}

gboolean
noslip_document_is_readable(const NoslipDocument *document, NoslipExpr e)
{
  return noslip_expr_size(document->graph, e, NOSLIP_DOCUMENT_MOST_SYMBOLS) < NOSLIP_DOCUMENT_MOST_SYMBOLS;
}

gboolean
noslip_item_is_definition(const NoslipDocumentItem *item)
{
  return item->kind == NOSLIP_DOCUMENT_FORMULA && g_strcmp0(item->formula.label, "let") == 0;
}

/* The text shown instead of an expression that would need thousands of names. */
static char *
length_of(const NoslipDocument *document, NoslipExpr e)
{
  guint size = noslip_expr_size(document->graph, e, NOSLIP_DOCUMENT_MOST_COUNTED);
  return g_strdup_printf(
      size < NOSLIP_DOCUMENT_MOST_COUNTED ? "(not written: %u symbols)" : "(not written: more than %u symbols)", size);
}

static char *
side_text(const NoslipDocument *document, const char *written, NoslipExpr e)
{
  if (written != NULL)
    return g_strdup(written);
  return noslip_document_is_readable(document, e) ? noslip_expr_text(document->graph, e) : length_of(document, e);
}

static char *
side_latex(const NoslipDocument *document, const char *written, NoslipExpr e)
{
  if (written != NULL)
    return g_strdup(written);
  if (noslip_document_is_readable(document, e))
    return noslip_expr_latex(document->graph, e);
  g_autofree char *words = length_of(document, e);
  return g_strdup_printf("\\text{%s}", words);
}

char *
noslip_item_left_text(const NoslipDocument *document, const NoslipDocumentItem *item)
{
  return side_text(document, item->formula.left_text, item->formula.left);
}

char *
noslip_item_right_text(const NoslipDocument *document, const NoslipDocumentItem *item)
{
  return side_text(document, item->formula.right_text, item->formula.right);
}

char *
noslip_item_left_latex(const NoslipDocument *document, const NoslipDocumentItem *item)
{
  return side_latex(document, item->formula.left_latex, item->formula.left);
}

char *
noslip_item_right_latex(const NoslipDocument *document, const NoslipDocumentItem *item)
{
  return side_latex(document, item->formula.right_latex, item->formula.right);
}

gboolean
noslip_item_has_exprs(const NoslipDocumentItem *item)
{
  return item->kind == NOSLIP_DOCUMENT_FORMULA && item->formula.left_text == NULL;
}

guint
noslip_section_n_rows(const NoslipSection *section)
{
  guint n = 0;
  while (n < section->items->len && g_array_index(section->items, NoslipDocumentItem, n).kind == NOSLIP_DOCUMENT_ROW)
    n++;
  return n;
}

NoslipDocumentItem
noslip_item_definition(const NoslipSection *section, NoslipExpr left, NoslipExpr right)
{
  return (NoslipDocumentItem){.kind = NOSLIP_DOCUMENT_FORMULA,
                              .readers = section->readers,
                              .formula = {.label = g_strdup("let"), .of_exprs = TRUE, .left = left, .right = right}};
}
