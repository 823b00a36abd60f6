/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/help/markdown.h"

#include "ui/widgets/common/formula.h"
#include "ui/widgets/help/markdown-private.h"

#include <adwaita.h>
#include <cmark.h>
#include <glib/gi18n.h>
#include <string.h>

#define CODE_CHARACTERS 40 /* longer words of code are broken */
#define ITEM_MARGIN 44
#define TARGET "noslip-target"

/* Inlines of a paragraph, a heading or a cell */

/* Into the text */

/* Code is broken between its words only: "--step" is not broken at its hyphens. */
static void
keep_words(GtkTextBuffer *buffer, GtkTextIter from, const GtkTextIter *end)
{
  while (gtk_text_iter_compare(&from, end) < 0) {
    GtkTextIter to = from;
    while (gtk_text_iter_compare(&to, end) < 0 && gtk_text_iter_get_char(&to) != ' ')
      gtk_text_iter_forward_char(&to);
    if (gtk_text_iter_get_offset(&to) - gtk_text_iter_get_offset(&from) <= CODE_CHARACTERS)
      gtk_text_buffer_apply_tag_by_name(buffer, "whole", &from, &to);
    from = to;
    gtk_text_iter_forward_char(&from);
  }
}

static void
emit_text(const char *text, gsize length, guint style, const char *target, gpointer data)
{
  NoslipMarkdownPage *page = data;
  GtkTextIter end;
  gtk_text_buffer_get_end_iter(page->buffer, &end);
  int start = gtk_text_iter_get_offset(&end);
  gtk_text_buffer_insert(page->buffer, &end, text, (int) length);
  GtkTextIter begin;
  gtk_text_buffer_get_iter_at_offset(page->buffer, &begin, start);
  gtk_text_buffer_apply_tag_by_name(page->buffer, page->block, &begin, &end);
  static const char *const names[] = {"code", "strong", "emphasis"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    if (style & (1u << i))
      gtk_text_buffer_apply_tag_by_name(page->buffer, names[i], &begin, &end);
  if (style & STYLE_CODE)
    keep_words(page->buffer, begin, &end);
  if (!target)
    return;
  gtk_text_buffer_apply_tag_by_name(page->buffer, "link", &begin, &end);
  GtkTextTag *tag = gtk_text_buffer_create_tag(page->buffer, NULL, NULL);
  g_object_set_data_full(G_OBJECT(tag), TARGET, g_strdup(target), g_free);
  gtk_text_buffer_apply_tag(page->buffer, tag, &begin, &end);
}

/* The inlines of a node (NULL: none) after a mark, which may be "". */
static void
write_block(NoslipMarkdownPage *page, const char *block, const char *mark, cmark_node *node)
{
  page->block = block;
  if (*mark)
    emit_text(mark, strlen(mark), 0, NULL, page);
  if (node)
    noslip_markdown_inlines(node, 0, NULL, emit_text, page);
  emit_text("\n", 1, 0, NULL, page);
}

/* Into labels, for tables */

/* Blocks */

/* A line of a block of code; an empty one gets a blank, because a line without characters is drawn without the
 * background. */
static void
write_code(NoslipMarkdownPage *page, const char *line)
{
  page->block = "block";
  emit_text(*line ? line : " ", *line ? strlen(line) : 1, 0, NULL, page);
  emit_text("\n", 1, 0, NULL, page);
}

static void
write_code_block(NoslipMarkdownPage *page, cmark_node *node)
{
  const char *literal = cmark_node_get_literal(node), *info = cmark_node_get_fence_info(node);
  g_autofree char *text = g_strdup(literal ? literal : "");
  g_auto(GStrv) lines = NULL;
  if (g_str_has_suffix(text, "\n"))
    text[strlen(text) - 1] = '\0';
  if (info && g_str_equal(info, "math")) {
    g_strdelimit(text, "\n", ' ');
    noslip_markdown_write_child(page, noslip_formula_new(text, CHILD_WIDTH - ITEM_MARGIN), "formula");
    return;
  }
  lines = g_strsplit(text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    write_code(page, lines[i]);
  write_block(page, "gap", "", NULL);
}

/* The tag of an item whose first line starts with `mark`; the other lines are indented to the text after it. */
static const char *
item_tag(NoslipMarkdownPage *page, const char *mark)
{
  if (!gtk_text_tag_table_lookup(gtk_text_buffer_get_tag_table(page->buffer), mark)) {
    g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(GTK_WIDGET(page->view), mark);
    int width;
    pango_layout_get_pixel_size(layout, &width, NULL);
    gtk_text_buffer_create_tag(page->buffer, mark, "left-margin", ITEM_MARGIN, "indent", -width, "pixels-below-lines",
                               4, NULL);
  }
  return mark;
}

static void
write_paragraph(NoslipMarkdownPage *page, cmark_node *node)
{
  guint line = (guint) cmark_node_get_start_line(node);
  if (line > 0 && page->lines[line - 1][0] == '|')
    noslip_markdown_write_table(page, page->lines, line - 1);
  else
    write_block(page, "paragraph", "", node);
}

static void write_blocks(NoslipMarkdownPage *page, cmark_node *parent);

/* Its first paragraph follows the mark: a dot, or the number as written. */
static void
write_item(NoslipMarkdownPage *page, cmark_node *item)
{
  cmark_node *first = cmark_node_first_child(item), *list = cmark_node_parent(item);
  guint line = (guint) cmark_node_get_start_line(item);
  const char *number = page->lines[line - 1] + strspn(page->lines[line - 1], " ");
  g_autofree char *mark = cmark_node_get_list_type(list) == CMARK_BULLET_LIST
                              ? g_strdup("• ")
                              : g_strdup_printf("%.*s. ", (int) strspn(number, "0123456789"), number);
  gboolean plain = first && cmark_node_get_type(first) == CMARK_NODE_PARAGRAPH;
  write_block(page, item_tag(page, mark), mark, plain ? first : NULL);
  if (plain)
    cmark_node_unlink(first);
  write_blocks(page, item);
  if (plain)
    cmark_node_free(first);
}

/* "the-grid", of the line of a heading. */
static char *
anchor_of(const char *line)
{
  GString *name = g_string_new(NULL);
  for (const char *c = line + strspn(line, "# "); *c; c = g_utf8_next_char(c)) {
    gunichar one = g_unichar_tolower(g_utf8_get_char(c));
    if (g_unichar_isalnum(one) || one == '-' || one == '_')
      g_string_append_unichar(name, one);
    else if (one == ' ')
      g_string_append_c(name, '-');
  }
  return g_string_free(name, FALSE);
}

static char **
anchors_of(const char *text)
{
  g_autoptr(GStrvBuilder) anchors = g_strv_builder_new();
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  g_auto(GStrv) lines = g_strsplit(valid, "\n", -1);
  cmark_node *document = cmark_parse_document(valid, strlen(valid), CMARK_OPT_DEFAULT);
  for (cmark_node *node = cmark_node_first_child(document); node; node = cmark_node_next(node))
    if (cmark_node_get_type(node) == CMARK_NODE_HEADING) {
      g_autofree char *anchor = anchor_of(lines[cmark_node_get_start_line(node) - 1]);
      g_strv_builder_add(anchors, anchor);
    }
  cmark_node_free(document);
  return g_strv_builder_end(anchors);
}

static void
write_heading(NoslipMarkdownPage *page, cmark_node *node)
{
  int level = cmark_node_get_heading_level(node);
  const char *line = page->lines[cmark_node_get_start_line(node) - 1];
  g_autofree char *own = page->anchors && *page->anchors ? g_strdup(*page->anchors++) : anchor_of(line);
  GtkTextIter end;
  gtk_text_buffer_get_end_iter(page->buffer, &end);
  if (!gtk_text_buffer_get_mark(page->buffer, own))
    gtk_text_buffer_create_mark(page->buffer, own, &end, TRUE);
  write_block(page, level <= 1 ? "title" : level == 2 ? "heading" : "subheading", "", node);
}

static void
write_blocks(NoslipMarkdownPage *page, cmark_node *parent)
{
  for (cmark_node *node = cmark_node_first_child(parent); node; node = cmark_node_next(node))
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HEADING:
      write_heading(page, node);
      break;
    case CMARK_NODE_PARAGRAPH:
      write_paragraph(page, node);
      break;
    case CMARK_NODE_CODE_BLOCK:
    case CMARK_NODE_HTML_BLOCK: /* no page has any; it is shown as source */
      write_code_block(page, node);
      break;
    case CMARK_NODE_ITEM:
      write_item(page, node);
      break;
    default: /* lists, and quotations */
      write_blocks(page, node);
    }
}

/* A link has the colour that links have elsewhere. */
static void
color_links(AdwStyleManager *style, GParamSpec *property, GtkTextTag *link)
{
  g_object_set(link, "foreground", adw_style_manager_get_dark(style) ? "#78aeed" : "#1c71d8", NULL);
}

static GtkTextBuffer *
buffer_new(void)
{
  GtkTextBuffer *buffer = gtk_text_buffer_new(NULL);
  GtkTextTag *link = gtk_text_buffer_create_tag(buffer, "link", "underline", PANGO_UNDERLINE_SINGLE, NULL);
  color_links(adw_style_manager_get_default(), NULL, link);
  g_signal_connect_object(adw_style_manager_get_default(), "notify::dark", G_CALLBACK(color_links), link, 0);
  GdkRGBA shade = {0.5f, 0.5f, 0.5f, 0.14f};
  gtk_text_buffer_create_tag(buffer, "paragraph", "pixels-below-lines", 8, NULL);
  gtk_text_buffer_create_tag(buffer, "gap", "scale", 0.6, NULL);
  gtk_text_buffer_create_tag(buffer, "formula", "left-margin", ITEM_MARGIN, "pixels-above-lines", 6,
                             "pixels-below-lines", 14, NULL);
  gtk_text_buffer_create_tag(buffer, "table", "pixels-below-lines", 14, NULL);
  gtk_text_buffer_create_tag(buffer, "block", "family", "monospace", "left-margin", ITEM_MARGIN,
                             "paragraph-background-rgba", &shade, NULL);
  gtk_text_buffer_create_tag(buffer, "title", "weight", 700, "scale", 1.6, "pixels-below-lines", 12, NULL);
  gtk_text_buffer_create_tag(buffer, "heading", "weight", 700, "scale", 1.25, "pixels-above-lines", 14,
                             "pixels-below-lines", 6, NULL);
  gtk_text_buffer_create_tag(buffer, "subheading", "weight", 700, "pixels-above-lines", 10, "pixels-below-lines", 4,
                             NULL);
  gtk_text_buffer_create_tag(buffer, "code", "family", "monospace", NULL);
  gtk_text_buffer_create_tag(buffer, "whole", "allow-breaks", FALSE, NULL);
  gtk_text_buffer_create_tag(buffer, "strong", "weight", 700, NULL);
  gtk_text_buffer_create_tag(buffer, "emphasis", "style", PANGO_STYLE_ITALIC, NULL);
  return buffer;
}

void
noslip_markdown_show(GtkTextView *view, const char *text, const char *original)
{
  g_autoptr(GtkTextBuffer) buffer = buffer_new();
  gtk_text_view_set_buffer(view, buffer); /* the old one is freed, and its tables with it */
  g_auto(GStrv) anchors = original ? anchors_of(original) : NULL;
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  g_auto(GStrv) lines = g_strsplit(valid, "\n", -1);
  NoslipMarkdownPage page = {.view = view, .buffer = buffer, .block = "paragraph", .anchors = anchors, .lines = lines};
  cmark_node *document = cmark_parse_document(valid, strlen(valid), CMARK_OPT_DEFAULT);
  write_blocks(&page, document);
  cmark_node_free(document);
}

const char *
noslip_markdown_link_at(const GtkTextIter *iter)
{
  GSList *tags = gtk_text_iter_get_tags(iter);
  const char *target = NULL;
  for (GSList *l = tags; l && !target; l = l->next)
    target = g_object_get_data(G_OBJECT(l->data), TARGET);
  g_slist_free(tags);
  return target;
}

char *
noslip_markdown_title(const char *text)
{
  if (text[0] != '#')
    return NULL;
  const char *words = text + strspn(text, "# ");
  return g_strndup(words, strcspn(words, "\r\n"));
}
