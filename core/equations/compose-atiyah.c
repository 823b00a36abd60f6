/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Atiyah algebroids in the document: curvature and connection of the trivialisation, and the equations split into a
 * horizontal and a vertical part. */
#include "core/equations/latex-lines.h"
#include "core/equations/portrait.h"

#include <string.h>

#define WIDE_LEFT 34     /* width of a left side, in letters */
#define WIDE_FRACTION 60 /* width of a fraction, which cannot be broken */

/* Adds one coefficient that does not vanish: "omega^w1(x', y') = ..." */
static void
add_coefficient(GPtrArray *lines, const NoslipPortrait *portrait, const char *name, guint c, guint a, guint b,
                NoslipExpr value)
{
  const NoslipAtiyah *atiyah = portrait->atiyah;
  const NoslipFibre *fibres = portrait->system->fibres;
  if (value == NOSLIP_ZERO)
    return;
  g_autofree char *shown = noslip_portrait_expr(portrait, value);
  g_ptr_array_add(lines, g_strdup_printf("%s(%s, %s) along %s = %s", name, fibres[a].name, fibres[b].name,
                                         fibres[atiyah->vertical[c]].name, shown));
}

char **
noslip_portrait_atiyah_coefficients(const NoslipPortrait *portrait)
{
  const NoslipAtiyah *atiyah = portrait->atiyah;
  guint m = atiyah->m, g = atiyah->g;
  GPtrArray *lines = g_ptr_array_new();
  for (guint c = 0; c < g; c++)
    for (guint i = 0; i < m; i++)
      for (guint j = i + 1; j < m; j++)
        add_coefficient(lines, portrait, "curvature", c, atiyah->horizontal[i], atiyah->horizontal[j],
                        atiyah->curvature[(c * m + i) * m + j]);
  for (guint c = 0; c < g; c++)
    for (guint i = 0; i < m; i++)
      for (guint a = 0; a < g; a++)
        add_coefficient(lines, portrait, "connection", c, atiyah->horizontal[i], atiyah->vertical[a],
                        atiyah->connection[(c * m + i) * g + a]);
  if (lines->len == 0 && m > 0)
    g_ptr_array_add(lines, g_strdup("curvature and connection of the trivialisation vanish"));
  g_ptr_array_add(lines, NULL);
  return (char **) g_ptr_array_free(lines, FALSE);
}

static void
add_rows(NoslipDocument *document, const NoslipAtiyah *atiyah, guint first, guint last)
{
  for (guint i = first; i < last; i++) {
    g_autofree char *equation = noslip_atiyah_text(atiyah, i);
    g_autofree char *text = g_strconcat("  ", equation, NULL);
    g_autofree char *latex = noslip_atiyah_latex(atiyah, i);
    noslip_document_row(document, text, latex);
  }
}

/* For a side that does not fit a line: gives the momentum, and parts of its rate, names and lines of their own. */
static void
add_long_split(NoslipDocument *document, const NoslipAtiyahSplit *split, guint i)
{
  NoslipGraph *graph = split->atiyah->model->graph;
  g_autofree char *name = g_strdup_printf("Pi_%u", i + 1);
  NoslipExpr momentum = noslip_expr_symbol(graph, name);
  noslip_document_formula(document, NULL, momentum, split->momentum[i]);
  noslip_document_formula(document, NULL, noslip_expr_apply(graph, NOSLIP_OP_RATE, 1, &momentum), split->rate[i]);
}

static void
add_split_rows(NoslipDocument *document, const NoslipAtiyah *atiyah, const NoslipAtiyahSplit *split)
{
  for (guint i = 0; i < split->n; i++) {
    g_autofree char *equation = noslip_atiyah_split_text(split, i);
    g_autofree char *text =
        g_strdup_printf("  %s %s:  %s", i < atiyah->m ? "horizontal" : "vertical", split->sections_text[i], equation);
    g_autofree char *latex = noslip_atiyah_split_latex(split, i);
    g_autofree char *left = g_strndup(latex, (gsize) (strstr(latex, " &= ") - latex));
    if (noslip_latex_width(left) <= WIDE_LEFT && noslip_latex_widest_fraction(latex) <= WIDE_FRACTION)
      noslip_document_row(document, text, latex);
    else
      add_long_split(document, split, i);
  }
}

static void
add_text(NoslipDocument *document, const NoslipPortrait *portrait, const char *name)
{
  const NoslipAtiyah *atiyah = portrait->atiyah;
  g_autofree char *title = g_strdup_printf("%s equations", name);
  g_auto(GStrv) lines = noslip_portrait_atiyah_coefficients(portrait);
  noslip_document_heading(document, NOSLIP_FOR_TEXT, title, NULL);
  for (guint i = 0; lines[i] != NULL; i++)
    noslip_document_sentence(document, "%s", lines[i]);
  if (atiyah->m > 0)
    noslip_document_sentence(document, "horizontal");
  add_rows(document, atiyah, 0, atiyah->m);
  if (atiyah->g > 0)
    noslip_document_sentence(document, "vertical");
  add_rows(document, atiyah, atiyah->m, atiyah->m + atiyah->g);
  if (portrait->split == NULL)
    return;
  noslip_document_sentence(document, "without multipliers");
  add_split_rows(document, atiyah, portrait->split);
}

static void
add_part(NoslipDocument *document, const NoslipAtiyah *atiyah, const char *name, const char *part, guint first,
         guint last)
{
  g_autofree char *comment = g_strdup_printf("%s equations, %s", name, part);
  if (first == last)
    return;
  noslip_document_comment(document, comment);
  add_rows(document, atiyah, first, last);
}

void
noslip_portrait_add_atiyah(const NoslipPortrait *portrait, NoslipDocument *document)
{
  const NoslipAtiyah *atiyah = portrait->atiyah;
  if (atiyah == NULL)
    return;
  const char *name = noslip_atiyah_name(atiyah, portrait->system->dynamics);
  add_text(document, portrait, name);
  noslip_document_heading(document, NOSLIP_FOR_LATEX | NOSLIP_FOR_EXPORT, NULL, NULL);
  add_part(document, atiyah, name, "horizontal", 0, atiyah->m);
  add_part(document, atiyah, name, "vertical", atiyah->m, atiyah->m + atiyah->g);
  if (portrait->split != NULL && portrait->split->n > 0) {
    noslip_document_comment(document, "The same without multipliers");
    add_split_rows(document, atiyah, portrait->split);
  }
  noslip_document_heading(document, NOSLIP_FOR_SCREEN, name, NULL);
  add_rows(document, atiyah, 0, atiyah->m + atiyah->g);
  if (portrait->split != NULL)
    add_split_rows(document, atiyah, portrait->split);
}
