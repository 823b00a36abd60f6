/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names for parts of formulas that are too long to be read. */
#include "core/equations/document-private.h"
#include "core/system/equations.h"

/* Whether a formula is shown to a reader and has fewer than `most` symbols on each side. Longer formulas have a shorter
 * form too, or need too many names. */
static gboolean
is_read(const NoslipDocument *document, const NoslipDocumentItem *item, guint most)
{
  return noslip_item_has_exprs(item) && item->readers != 0 &&
         (most == G_MAXUINT || (noslip_expr_size(document->graph, item->formula.left, most) < most &&
                                noslip_expr_size(document->graph, item->formula.right, most) < most));
}

static gboolean
is_long(const NoslipDocument *document, const NoslipSection *section)
{
  for (guint i = 0; i < section->items->len; i++) {
    const NoslipDocumentItem *item = &g_array_index(section->items, NoslipDocumentItem, i);
    if (is_read(document, item, G_MAXUINT) && !is_read(document, item, NOSLIP_DOCUMENT_MOST_SYMBOLS))
      return TRUE;
  }
  return FALSE;
}

/* The left and right sides of the formulas with fewer than `most` symbols, one after the other. */
static GArray *
sides_of(const NoslipDocument *document, const NoslipSection *section, guint most)
{
  GArray *sides = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint i = 0; i < section->items->len; i++) {
    const NoslipDocumentItem *item = &g_array_index(section->items, NoslipDocumentItem, i);
    if (is_read(document, item, most)) {
      g_array_append_val(sides, item->formula.left);
      g_array_append_val(sides, item->formula.right);
    }
  }
  return sides;
}

/* Copies an expression of the naming to the document's graph, in its most readable form. */
static NoslipExpr
take(NoslipDocument *document, const NoslipNaming *naming, NoslipExpr e)
{
  return noslip_expr_contract_angles(document->graph, noslip_expr_import(document->graph, naming->graph, e));
}

/* Writes the formulas with the names, preceded by the definitions. */
static void
write_with_names(NoslipDocument *document, NoslipSection *section, guint most, const NoslipNaming *naming)
{
  const NoslipExpr *next = naming->exprs;
  g_autoptr(GArray) definitions = g_array_new(FALSE, TRUE, sizeof(NoslipDocumentItem));
  for (guint i = 0; i < section->items->len; i++) {
    NoslipDocumentItem *item = &g_array_index(section->items, NoslipDocumentItem, i);
    if (is_read(document, item, most)) {
      item->formula.left = take(document, naming, *next++);
      item->formula.right = take(document, naming, *next++);
    }
  }
  for (guint i = 0; i < naming->n; i++) {
    NoslipExpr name = noslip_expr_import(document->graph, naming->graph, naming->name[i]);
    NoslipDocumentItem item = noslip_item_definition(section, name, take(document, naming, naming->value[i]));
    g_array_append_val(definitions, item);
  }
  g_array_insert_vals(section->items, noslip_section_n_rows(section), definitions->data, definitions->len);
}

NoslipNaming *
noslip_document_naming(const NoslipSystem *system, const NoslipGraph *graph, guint n, const NoslipExpr *exprs)
{
  return noslip_naming_new(graph, n, exprs, NOSLIP_EQUATIONS_MOST_NODES, NOSLIP_EQUATIONS_MOST_NAMES,
                           noslip_equations_is_name, (gpointer) system);
}

gboolean
noslip_document_name_long(NoslipDocument *document, NoslipSection *section)
{
  static const guint most[] = {G_MAXUINT, 20000, 5000, 1500}; /* limits to try: without the longest formulas if they
                                                               * need too many names */
  if (section->long_named || !is_long(document, section))
    return section->long_named;
  for (guint i = 0; i < G_N_ELEMENTS(most) && !section->long_named; i++) {
    g_autoptr(GArray) sides = sides_of(document, section, most[i]);
    g_autoptr(NoslipNaming) naming = noslip_document_naming(document->system, document->graph, sides->len,
                                                            (const NoslipExpr *) (gpointer) sides->data);
    if (naming == NULL)
      continue;
    write_with_names(document, section, most[i], naming);
    section->long_named = TRUE;
  }
  return section->long_named;
}
