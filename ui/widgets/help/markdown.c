/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/help/markdown.h"

#include "ui/widgets/common/formula.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#define MOST_COLUMNS 12
#define CHILD_WIDTH 690 /* pixels, of a table or formula: the page is as wide as that to begin with */
#define COLUMN_SPACING 18
#define CODE_CHARACTERS 40 /* a word of code is broken beyond */
#define ITEM_MARGIN 44
#define TARGET "noslip-target"

typedef enum {
  STYLE_CODE = 1,
  STYLE_STRONG = 2,
  STYLE_EMPHASIS = 4,
} Style;

/* Takes a run of text in one style, with the target of its link or NULL. */
typedef void (*Emit)(const char *text, gsize length, guint style, const char *target, gpointer data);

/* Inline: `code`, **strong**, *emphasis*, [words](target), \sign */

static void
flush(const char *from, const char *to, guint style, Emit emit, gpointer data)
{
  if (to > from)
    emit(from, (gsize) (to - from), style, NULL, data);
}

/* The end of [words](target) that begins at `c`, or NULL; `middle` is the `]`. */
static const char *
link_end(const char *c, const char **middle)
{
  *middle = strstr(c, "](");
  const char *other = strchr(c + 1, '[');
  if (!*middle || (other && other < *middle))
    return NULL;
  return strchr(*middle, ')');
}

static void
inline_text(const char *text, Emit emit, gpointer data)
{
  guint style = 0;
  const char *from = text, *c = text;
  while (*c) {
    const char *end = NULL, *middle = NULL;
    if (*c == '\\' && g_ascii_ispunct(c[1])) {
      flush(from, c, style, emit, data);
      from = c + 1;
      c += 2;
    } else if (*c == '`' && (end = strchr(c + 1, '`'))) {
      flush(from, c, style, emit, data);
      emit(c + 1, (gsize) (end - c - 1), style | STYLE_CODE, NULL, data);
      from = c = end + 1;
    } else if (*c == '[' && (end = link_end(c, &middle))) {
      flush(from, c, style, emit, data);
      g_autofree char *target = g_strndup(middle + 2, (gsize) (end - middle - 2));
      gboolean code = c[1] == '`' && middle - c > 3 && middle[-1] == '`'; /* all of the words */
      emit(c + 1 + code, (gsize) (middle - c - 1 - 2 * code), style | (code ? STYLE_CODE : 0), target, data);
      from = c = end + 1;
    } else if (c[0] == '*' && c[1] == '*' && (style & STYLE_STRONG || strstr(c + 2, "**"))) {
      flush(from, c, style, emit, data);
      style ^= STYLE_STRONG;
      from = c += 2;
    } else if (c[0] == '*' && (style & STYLE_EMPHASIS || (c[1] && !strchr(" *", c[1]) && strchr(c + 1, '*')))) {
      flush(from, c, style, emit, data);
      style ^= STYLE_EMPHASIS;
      from = c += 1;
    } else
      c++;
  }
  flush(from, c, style, emit, data);
}

/* Into the text */

typedef struct {
  GtkTextView *view;
  GtkTextBuffer *buffer;
  const char *block; /* the tag of the block that is written */
  char **anchors;    /* names of the headings to come, or NULL: by their words */
} Page;

/* Code is broken between its words only: "--step" is not torn apart at its hyphens. */
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
  Page *page = data;
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

static void
write_block(Page *page, const char *block, const char *text)
{
  page->block = block;
  inline_text(text, emit_text, page);
  emit_text("\n", 1, 0, NULL, page);
}

/* Into labels, for tables */

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

static GtkWidget *
cell_new(Page *page, const char *text, gboolean head)
{
  g_autoptr(GString) markup = g_string_new(head ? "<b>" : NULL);
  inline_text(text, emit_markup, markup);
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

/* The cells of a line | a | b |; a sign after \ is no border. NULL-terminated. */
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

/* Of a label, as it reckons with them. */
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

/* A text gives what it embeds its minimum width: as much as the longest cell of each column, and where
 * that is too much for the page, the widest columns go narrower. */
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

/* A widget as a line of its own. */
static void
write_child(Page *page, GtkWidget *child, const char *tag)
{
  GtkTextIter start, end;
  gtk_text_buffer_get_end_iter(page->buffer, &end);
  GtkTextChildAnchor *anchor = gtk_text_buffer_create_child_anchor(page->buffer, &end);
  gtk_text_view_add_child_at_anchor(page->view, child, anchor);
  gtk_text_buffer_insert(page->buffer, &end, "\n", 1);
  gtk_text_buffer_get_iter_at_child_anchor(page->buffer, &start, anchor);
  gtk_text_buffer_apply_tag_by_name(page->buffer, tag, &start, &end);
}

static guint
write_table(Page *page, char **lines, guint at)
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
  write_child(page, grid, "table");
  return at;
}

/* Blocks */

static guint
list_width(const char *line) /* of "- " or "12. " and what stands before; 0: no item */
{
  gsize space = strspn(line, " ");
  const char *c = line + space;
  if (space > 8)
    return 0;
  if ((c[0] == '-' || c[0] == '*') && c[1] == ' ')
    return (guint) space + 2;
  gsize digits = strspn(c, "0123456789");
  return digits > 0 && digits < 4 && c[digits] == '.' && c[digits + 1] == ' ' ? (guint) (space + digits + 2) : 0;
}

static gboolean
begins_block(const char *line)
{
  return !line || !*line || *line == '|' || *line == '#' || g_str_has_prefix(line, "```") || list_width(line) > 0;
}

/* A line of a block of code; an empty one gets a blank, for a line without any sign is drawn without the shade. */
static void
write_code(Page *page, const char *line)
{
  page->block = "block";
  emit_text(*line ? line : " ", *line ? strlen(line) : 1, 0, NULL, page);
  emit_text("\n", 1, 0, NULL, page);
}

static guint
write_formula(Page *page, char **lines, guint at)
{
  g_autoptr(GString) latex = g_string_new(NULL);
  for (at++; lines[at] && !g_str_has_prefix(lines[at], "```"); at++)
    g_string_append_printf(latex, "%s ", lines[at]);
  write_child(page, noslip_formula_new(latex->str, CHILD_WIDTH - ITEM_MARGIN), "formula");
  return lines[at] ? at + 1 : at;
}

static guint
write_fence(Page *page, char **lines, guint at)
{
  if (g_str_has_prefix(lines[at], "```math"))
    return write_formula(page, lines, at);
  for (at++; lines[at] && !g_str_has_prefix(lines[at], "```"); at++)
    write_code(page, lines[at]);
  write_block(page, "gap", "");
  return lines[at] ? at + 1 : at;
}

static guint
write_indented(Page *page, char **lines, guint at)
{
  for (; lines[at] && g_str_has_prefix(lines[at], "    "); at++)
    write_code(page, lines[at] + 4);
  write_block(page, "gap", "");
  return at;
}

/* The tag of an item whose first line begins with `mark`; the other lines stand below what follows it. */
static const char *
item_tag(Page *page, const char *mark)
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

/* A paragraph or an item: the lines up to the next block, as one. */
static guint
write_paragraph(Page *page, char **lines, guint at)
{
  guint width = list_width(lines[at]);
  g_autofree char *number = width > 0 ? g_strndup(lines[at], width - 1) : NULL;
  gboolean bullet = width > 0 && lines[at][width - 2] != '.';
  g_autofree char *mark = number ? g_strdup_printf("%s ", bullet ? "•" : g_strstrip(number)) : NULL;
  g_autoptr(GString) text = g_string_new(mark);
  g_string_append(text, lines[at] + width);
  for (at++; !begins_block(lines[at]); at++)
    g_string_append_printf(text, " %s", lines[at] + strspn(lines[at], " "));
  write_block(page, mark ? item_tag(page, mark) : "paragraph", text->str);
  return at;
}

static const char *
heading_words(const char *line, gsize *level)
{
  *level = strspn(line, "#");
  return line + *level + strspn(line + *level, " ");
}

/* "the-grid" */
static char *
anchor_of(const char *line)
{
  gsize level;
  GString *name = g_string_new(NULL);
  for (const char *c = heading_words(line, &level); *c; c = g_utf8_next_char(c)) {
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
  gboolean code = FALSE;
  for (guint at = 0; lines[at]; at++) {
    g_autofree char *anchor = lines[at][0] == '#' && !code ? anchor_of(lines[at]) : NULL;
    if (anchor)
      g_strv_builder_add(anchors, anchor);
    if (g_str_has_prefix(lines[at], "```"))
      code = !code;
  }
  return g_strv_builder_end(anchors);
}

static guint
write_heading(Page *page, char **lines, guint at)
{
  gsize level;
  const char *words = heading_words(lines[at], &level);
  g_autofree char *own = page->anchors && *page->anchors ? g_strdup(*page->anchors++) : anchor_of(lines[at]);
  GtkTextIter end;
  gtk_text_buffer_get_end_iter(page->buffer, &end);
  if (!gtk_text_buffer_get_mark(page->buffer, own))
    gtk_text_buffer_create_mark(page->buffer, own, &end, TRUE);
  write_block(page, level <= 1 ? "title" : level == 2 ? "heading" : "subheading", words);
  return at + 1;
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
  gtk_text_view_set_buffer(view, buffer); /* the old one goes, and its tables with it */
  g_auto(GStrv) anchors = original ? anchors_of(original) : NULL;
  Page page = {.view = view, .buffer = buffer, .block = "paragraph", .anchors = anchors};
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  g_auto(GStrv) lines = g_strsplit(valid, "\n", -1);
  for (guint at = 0; lines[at];) {
    if (lines[at][strspn(lines[at], " \r")] == '\0')
      at++;
    else if (g_str_has_prefix(lines[at], "```"))
      at = write_fence(&page, lines, at);
    else if (lines[at][0] == '#')
      at = write_heading(&page, lines, at);
    else if (lines[at][0] == '|')
      at = write_table(&page, lines, at);
    else if (g_str_has_prefix(lines[at], "    ") && list_width(lines[at]) == 0)
      at = write_indented(&page, lines, at);
    else
      at = write_paragraph(&page, lines, at);
  }
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
