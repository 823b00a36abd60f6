/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document as LaTeX, which needs only amsmath. */
#include "core/equations/document-private.h"
#include "core/equations/latex-lines.h"
#include "core/equations/words-latex.h"

#define WIDE_LEFT 34 /* letters: a wider left side gets a line of its own */

typedef struct {
  NoslipDocument *document;
  NoslipReaders reader;
  GString *text;
  gboolean open;    /* within align* */
  double left_most; /* width of the left sides, in letters */
} Writer;

static void
append_formula(const Writer *writer, const NoslipDocumentItem *item)
{
  static const char *const next = " \\\\\n    &\\quad {}";
  GString *text = writer->text;
  g_autofree char *left = noslip_item_left_latex(writer->document, item);
  g_autofree char *right = noslip_item_right_latex(writer->document, item);
  double room = NOSLIP_LATEX_LINE - writer->left_most;
  if (noslip_latex_width(left) > WIDE_LEFT && noslip_latex_width(left) + noslip_latex_width(right) < room - 6) {
    g_string_append_printf(text, "  & %s = %s", left, right);
  } else if (noslip_latex_width(left) > WIDE_LEFT) {
    g_string_append(text, "  & ");
    noslip_latex_break(text, left, room, room - 2, next);
    g_string_append(text, " \\\\\n    &\\qquad = ");
    noslip_latex_break(text, right, room - 6, room - 2, next);
  } else {
    g_string_append_printf(text, "  %s &= ", left);
    noslip_latex_break(text, right, room - 2, room - 2, next);
  }
  if (item->formula.label != NULL && !noslip_item_is_definition(item)) {
    g_string_append(text, " && \\text{");
    noslip_latex_escape(text, item->formula.label);
    g_string_append_c(text, '}');
  }
}

/* The width of the widest left side that is aligned, in letters. */
static double
widest_left(const Writer *writer, const NoslipSection *section)
{
  double widest = 0;
  for (guint i = 0; i < section->items->len; i++) {
    const NoslipDocumentItem *item = &g_array_index(section->items, NoslipDocumentItem, i);
    if (item->kind != NOSLIP_DOCUMENT_FORMULA || (item->readers & writer->reader) == 0)
      continue;
    g_autofree char *left = noslip_item_left_latex(writer->document, item);
    double width = noslip_latex_width(left);
    if (width <= WIDE_LEFT && width > widest)
      widest = width;
  }
  return widest;
}

static void
close_align(Writer *writer)
{
  if (writer->open)
    g_string_append(writer->text, "\n\\end{align*}\n");
  writer->open = FALSE;
}

static void
open_align(Writer *writer)
{
  g_string_append(writer->text, writer->open ? " \\\\\n" : "\\begin{align*}\n");
  writer->open = TRUE;
}

static void
append_item(Writer *writer, const NoslipDocumentItem *item)
{
  switch (item->kind) {
  case NOSLIP_DOCUMENT_SENTENCE:
    close_align(writer);
    noslip_latex_append_words(writer->text, item->words);
    g_string_append(writer->text, "\\par\n");
    break;
  case NOSLIP_DOCUMENT_COMMENT:
    close_align(writer);
    g_string_append_printf(writer->text, "\n%% %s\n", item->words);
    break;
  case NOSLIP_DOCUMENT_ROW:
    open_align(writer);
    g_string_append_printf(writer->text, "  %s", item->row.latex);
    break;
  case NOSLIP_DOCUMENT_FORMULA:
    open_align(writer);
    append_formula(writer, item);
    break;
  }
}

static void
append_section(Writer *writer, NoslipSection *section, const char *(*translate)(const char *) )
{
  noslip_document_name_parts(writer->document, section);
  noslip_document_name_wide_parts(writer->document, section, NOSLIP_LATEX_LINE - widest_left(writer, section));
  writer->left_most = widest_left(writer, section);
  if (section->title != NULL) {
    g_string_append(writer->text, "\n\\subsection*{");
    noslip_latex_append_words(writer->text, translate != NULL ? translate(section->title) : section->title);
    if (section->detail != NULL) {
      g_string_append(writer->text, " (");
      noslip_latex_append_words(writer->text, section->detail);
      g_string_append_c(writer->text, ')');
    }
    g_string_append(writer->text, "}\n");
  }
  for (guint i = 0; i < section->items->len; i++) {
    const NoslipDocumentItem *item = &g_array_index(section->items, NoslipDocumentItem, i);
    if ((item->readers & writer->reader) != 0)
      append_item(writer, item);
  }
  close_align(writer);
}

char *
noslip_document_latex(NoslipDocument *document, NoslipReaders reader, const char *title, const char *summary,
                      const char *(*translate)(const char *text))
{
  g_autoptr(GString) text =
      g_string_new("\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage{amsmath}\n"
                   "\\setlength{\\textwidth}{470pt}\n\\setlength{\\oddsidemargin}{-5pt}\n"
                   "\\allowdisplaybreaks\n\\begin{document}\n\\section*{");
  Writer writer = {.document = document, .reader = reader, .text = text};
  noslip_latex_escape(text, title);
  g_string_append(text, "}\n");
  if (summary != NULL)
    noslip_latex_escape(text, summary);
  g_string_append_c(text, '\n');
  for (guint s = 0; s < document->sections->len; s++) {
    NoslipSection *section = document->sections->pdata[s];
    if ((section->readers & reader) != 0)
      append_section(&writer, section, translate);
  }
  g_string_append(text, "\n\\end{document}\n");
  return g_string_free(g_steal_pointer(&text), FALSE);
}
