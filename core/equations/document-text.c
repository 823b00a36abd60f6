/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document as plain text. */
#include "core/equations/document-private.h"

static void
append_formula(const NoslipDocument *document, GString *text, const NoslipDocumentItem *item)
{
  g_autofree char *left = noslip_item_left_text(document, item);
  g_autofree char *right = noslip_item_right_text(document, item);
  const char *label = item->formula.label;
  const char *after = label == NULL ? "" : noslip_item_is_definition(item) ? " " : ": ";
  g_string_append_printf(text, "  %s%s%s = %s\n", label != NULL ? label : "", after, left, right);
}

static void
append_item(const NoslipDocument *document, GString *text, const NoslipDocumentItem *item)
{
  if ((item->readers & NOSLIP_FOR_TEXT) == 0)
    return;
  switch (item->kind) {
  case NOSLIP_DOCUMENT_FORMULA:
    append_formula(document, text, item);
    break;
  case NOSLIP_DOCUMENT_SENTENCE:
    g_string_append_printf(text, "  %s\n", item->words);
    break;
  case NOSLIP_DOCUMENT_ROW:
    if (item->row.text != NULL)
      g_string_append_printf(text, "  %s\n", item->row.text);
    break;
  case NOSLIP_DOCUMENT_COMMENT:
    break;
  }
}

void
noslip_document_text(NoslipDocument *document, GString *text)
{
  for (guint s = 0; s < document->sections->len; s++) {
    NoslipSection *section = document->sections->pdata[s];
    if ((section->readers & NOSLIP_FOR_TEXT) == 0)
      continue;
    noslip_document_name_parts(document, section);
    g_string_append_printf(text, section->detail != NULL ? "\n%s (%s)\n" : "\n%s\n", section->title, section->detail);
    for (guint i = 0; i < section->items->len; i++)
      append_item(document, text, &g_array_index(section->items, NoslipDocumentItem, i));
  }
}
