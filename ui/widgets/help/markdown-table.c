/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of a manual page: columns as wide as their words, in a grid inside the text. */
#include "ui/widgets/help/markdown-private.h"

#include <adwaita.h>
#include <cmark.h>
#include <glib/gi18n.h>
#include <string.h>

#define MOST_COLUMNS 12
#define COLUMN_SPACING 18

static guint
style_of(cmark_node_type type)
{
  return type == CMARK_NODE_STRONG ? STYLE_STRONG : type == CMARK_NODE_EMPH ? STYLE_EMPHASIS : 0;
}

void
noslip_markdown_inlines(cmark_node *parent, guint style, const char *target, NoslipMarkdownEmit emit, gpointer data)
{
  for (cmark_node *node = cmark_node_first_child(parent); node; node = cmark_node_next(node)) {
    cmark_node_type type = cmark_node_get_type(node);
    const char *text = cmark_node_get_literal(node);
    if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK)
      emit(" ", 1, style, target, data);
    else if (text && *text)
      emit(text, strlen(text), style | (type == CMARK_NODE_CODE ? STYLE_CODE : 0), target, data);
    else
      noslip_markdown_inlines(node, style | style_of(type), type == CMARK_NODE_LINK ? cmark_node_get_url(node) : target,
                              emit, data);
  }
}

static void
emit_markup(const char *text, gsize length, guint style, const char *target, gpointer data)
{
  GString *markup = data;
  g_autofree char *escaped = g_markup_escape_text(text, (gssize) length);
  g_autofree char *address = target ? g_markup_escape_text(target, -1) : NULL;
  if (address)
    g_string_append_printf(markup, "<a href=\"%s\">", address);
  g_string_append_printf(markup, "%s%s%s%s%s%s%s", style & STYLE_CODE ? "<tt>" : "", style & STYLE_STRONG ? "<b>" : "",
                         style & STYLE_EMPHASIS ? "<i>" : "", escaped, style & STYLE_EMPHASIS ? "</i>" : "",
                         style & STYLE_STRONG ? "</b>" : "", style & STYLE_CODE ? "</tt>" : "");
  if (address)
    g_string_append(markup, "</a>");
}

static gboolean
label_link(GtkLabel *label, const char *target, GtkTextView *view)
{
  gboolean taken = FALSE;
  g_signal_emit_by_name(view, "noslip-follow", target, &taken);
  return TRUE;
}

/* A sign before the text of a cell keeps it from being read as a list or a heading. */
#define GUARD "."

static void
append_inlines(GString *markup, const char *text)
{
  g_autofree char *guarded = g_strconcat(GUARD, text, NULL);
  cmark_node *document = cmark_parse_document(guarded, strlen(guarded), CMARK_OPT_DEFAULT);
  cmark_node *paragraph = cmark_node_first_child(document);
  cmark_node *first = paragraph ? cmark_node_first_child(paragraph) : NULL;
  const char *begin = first ? cmark_node_get_literal(first) : NULL;
  if (begin && g_str_has_prefix(begin, GUARD)) {
    g_autofree char *rest = g_strdup(begin + strlen(GUARD));
    cmark_node_set_literal(first, rest);
    noslip_markdown_inlines(paragraph, 0, NULL, emit_markup, markup);
  }
  cmark_node_free(document);
}

static GtkWidget *
cell_new(NoslipMarkdownPage *page, const char *text, gboolean head)
{
  g_autoptr(GString) markup = g_string_new(head ? "<b>" : NULL);
  append_inlines(markup, text);
  g_string_append(markup, head ? "</b>" : "");
  GtkWidget *label = gtk_label_new(NULL);
  gtk_label_set_markup(GTK_LABEL(label), markup->str);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_set_valign(label, GTK_ALIGN_START);
  if (g_signal_lookup("noslip-follow", G_OBJECT_TYPE(page->view)))
    g_signal_connect_object(label, "activate-link", G_CALLBACK(label_link), page->view, 0);
  return label;
}

/* The cells of a line | a | b |; a bar after \ is part of a cell. NULL-terminated. */
static char **
cells_of(const char *line)
{
  g_autoptr(GPtrArray) cells = g_ptr_array_new();
  g_autoptr(GString) cell = g_string_new(NULL);
  gboolean code = FALSE;
  for (const char *c = line + 1; *c; c++) {
    if (*c == '`')
      code = !code;
    if (c[0] == '\\' && c[1] == '|') {
      g_string_append_c(cell, '|');
      c++;
    } else if (*c == '|' && !code && cells->len < MOST_COLUMNS) {
      g_ptr_array_add(cells, g_strdup(g_strstrip(cell->str)));
      g_string_truncate(cell, 0);
    } else
      g_string_append_c(cell, *c);
  }
  g_ptr_array_add(cells, NULL);
  return (char **) g_ptr_array_free(g_steal_pointer(&cells), FALSE);
}

static gboolean
is_rule(const char *line)
{
  return strspn(line, "|-: \t\r") == strlen(line);
}

/* Of a label, in its own units. */
static guint
character_width(GtkWidget *label)
{
  PangoContext *context = gtk_widget_get_pango_context(label);
  PangoFontMetrics *metrics = pango_context_get_metrics(context, NULL, NULL);
  int width = MAX(pango_font_metrics_get_approximate_char_width(metrics),
                  pango_font_metrics_get_approximate_digit_width(metrics));
  pango_font_metrics_unref(metrics);
  return (guint) MAX(PANGO_PIXELS_CEIL(width), 1);
}

/* A text view gives embedded widgets their minimum width: as much as the longest cell of each column, and if that is
 * too much for the page, the widest columns are narrowed. */
static void
fit_columns(GtkGrid *grid, int rows)
{
  guint widths[MOST_COLUMNS] = {0}, all = 0, most = 0, columns = 0;
  for (guint column = 0; column < MOST_COLUMNS; column++) {
    for (int row = 0; row < rows; row++) {
      GtkWidget *cell = gtk_grid_get_child_at(grid, (int) column, row);
      guint length = cell ? (guint) g_utf8_strlen(gtk_label_get_text(GTK_LABEL(cell)), -1) + 1 : 0;
      widths[column] = MAX(widths[column], row == 0 ? length + length / 6 : length); /* the head is bold */
    }
    all += widths[column];
    columns += widths[column] > 0;
  }
  guint room = rows > 0 && columns > 0
                   ? (CHILD_WIDTH - COLUMN_SPACING * (columns - 1)) / character_width(gtk_grid_get_child_at(grid, 0, 0))
                   : 0;
  for (; all > MAX(room, columns); all--, most = 0) {
    for (guint column = 1; column < MOST_COLUMNS; column++)
      most = widths[column] > widths[most] ? column : most;
    widths[most]--;
  }
  for (guint column = 0; column < MOST_COLUMNS; column++)
    for (int row = 0; row < rows; row++) {
      GtkWidget *cell = gtk_grid_get_child_at(grid, (int) column, row);
      if (cell)
        g_object_set(cell, "width-chars", (int) widths[column], "max-width-chars", (int) widths[column], NULL);
    }
}

void
noslip_markdown_write_child(NoslipMarkdownPage *page, GtkWidget *child, const char *tag)
{
  GtkTextIter start, end;
  gtk_text_buffer_get_end_iter(page->buffer, &end);
  GtkTextChildAnchor *anchor = gtk_text_buffer_create_child_anchor(page->buffer, &end);
  gtk_text_view_add_child_at_anchor(page->view, child, anchor);
  gtk_text_buffer_insert(page->buffer, &end, "\n", 1);
  gtk_text_buffer_get_iter_at_child_anchor(page->buffer, &start, anchor);
  gtk_text_buffer_apply_tag_by_name(page->buffer, tag, &start, &end);
}

void
noslip_markdown_write_table(NoslipMarkdownPage *page, char **lines, guint at)
{
  GtkWidget *grid = gtk_grid_new();
  gtk_grid_set_column_spacing(GTK_GRID(grid), COLUMN_SPACING);
  gtk_grid_set_row_spacing(GTK_GRID(grid), 5);
  gtk_accessible_update_property(GTK_ACCESSIBLE(grid), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Table"), -1);
  gboolean head = lines[at + 1] && lines[at + 1][0] == '|' && is_rule(lines[at + 1]);
  int row = 0;
  for (; lines[at] && lines[at][0] == '|'; at++) {
    if (is_rule(lines[at]))
      continue;
    g_auto(GStrv) cells = cells_of(lines[at]);
    for (int i = 0; cells[i]; i++)
      gtk_grid_attach(GTK_GRID(grid), cell_new(page, cells[i], head && row == 0), i, row, 1, 1);
    row++;
  }
  fit_columns(GTK_GRID(grid), row);
  noslip_markdown_write_child(page, grid, "table");
}
