/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/editor/editor-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define GAP 24    /* pixels between the end of a line and its message */
#define LEAST 200 /* pixels: a message with less room stands over the end of the line */
/* Characters of a line. GtkSourceView 5 tags a line's words one by one, each time going through those before: 30000
 * take seconds in which the window stands still. */
#define LONGEST_COLOURED 4000
#define MARK_ERROR "noslip-error"
#define MARK_WARNING "noslip-warning"
#define LANGUAGES "resource:///org/noslip/Noslip/language-specs"

typedef struct {
  GtkTextMark *start, *end;
  NoslipSeverity severity;
  char *message; /* of the line's end */
  char *whole;
} Problem;

struct _NoslipEditorText {
  GtkSourceView parent;
  GPtrArray *problems; /* of Problem *; one for each that is shown */
  GtkTextTag *error, *warning;
  gboolean dark;
  int height;             /* as it was given last */
  gboolean saw;           /* the cursor was in sight when it was drawn last */
  guint showing;          /* source */
  GtkAdjustment *held[2]; /* that are silent for now; references, or NULL */
  guint holding;          /* source */
  guint colouring;        /* source */
};

G_DEFINE_FINAL_TYPE(NoslipEditorText, noslip_editor_text, GTK_SOURCE_TYPE_VIEW)

static GtkTextBuffer *
buffer_of(NoslipEditorText *self)
{
  return gtk_text_view_get_buffer(GTK_TEXT_VIEW(self));
}

static void
problem_free(gpointer data)
{
  Problem *problem = data;
  g_object_unref(problem->start);
  g_object_unref(problem->end);
  g_free(problem->message);
  g_free(problem->whole);
  g_free(problem);
}

/* Places */

/* Columns count characters; a place beyond the text is its end. */
static void
iter_at_place(GtkTextBuffer *buffer, guint line, guint column, GtkTextIter *iter)
{
  if (!gtk_text_buffer_get_iter_at_line(buffer, iter, line > 0 ? (int) line - 1 : 0)) {
    gtk_text_buffer_get_end_iter(buffer, iter);
    return;
  }
  for (guint i = 1; i < column && !gtk_text_iter_ends_line(iter); i++)
    gtk_text_iter_forward_char(iter);
}

static void
range_of(GtkTextBuffer *buffer, const NoslipPlace *place, GtkTextIter *start, GtkTextIter *end)
{
  iter_at_place(buffer, place->line, place->column, start);
  *end = *start;
  for (guint i = 0; i < MAX(1, place->length) && !gtk_text_iter_ends_line(end); i++)
    gtk_text_iter_forward_char(end);
  /* at the end of a line there is nothing to underline but what stands before it */
  while (gtk_text_iter_equal(start, end) && !gtk_text_iter_starts_line(start))
    gtk_text_iter_backward_char(start);
}

static gboolean
is_word(gunichar c)
{
  return g_unichar_isalnum(c) || c == '_' || c == '\'' || c == 0x2032 || (c >= 0x2080 && c <= 0x2089);
}

char *
noslip_editor_text_word_at(const GtkTextIter *iter)
{
  GtkTextIter start = *iter, end = *iter;
  for (GtkTextIter before = start; gtk_text_iter_backward_char(&before) && is_word(gtk_text_iter_get_char(&before));)
    start = before;
  while (is_word(gtk_text_iter_get_char(&end)) && gtk_text_iter_forward_char(&end))
    ;
  return gtk_text_iter_equal(&start, &end) ? NULL : gtk_text_iter_get_text(&start, &end);
}

void
noslip_editor_text_go_to(NoslipEditorText *self, guint line, guint column)
{
  GtkTextIter iter;
  iter_at_place(buffer_of(self), line, column, &iter);
  gtk_text_buffer_place_cursor(buffer_of(self), &iter);
  gtk_text_view_scroll_to_mark(GTK_TEXT_VIEW(self), gtk_text_buffer_get_insert(buffer_of(self)), 0.1, FALSE, 0, 0);
  gtk_widget_grab_focus(GTK_WIDGET(self));
}

/* Problems */

static void
clear_problems(NoslipEditorText *self)
{
  GtkTextBuffer *buffer = buffer_of(self);
  GtkTextIter start, end;
  gtk_text_buffer_get_bounds(buffer, &start, &end);
  gtk_text_buffer_remove_tag(buffer, self->error, &start, &end);
  gtk_text_buffer_remove_tag(buffer, self->warning, &start, &end);
  gtk_source_buffer_remove_source_marks(GTK_SOURCE_BUFFER(buffer), &start, &end, NULL);
  for (guint i = 0; i < self->problems->len; i++) {
    Problem *problem = g_ptr_array_index(self->problems, i);
    gtk_text_buffer_delete_mark(buffer, problem->start);
    gtk_text_buffer_delete_mark(buffer, problem->end);
  }
  g_ptr_array_set_size(self->problems, 0);
}

static void
add_problem(NoslipEditorText *self, const NoslipDiagnostic *diagnostic)
{
  GtkTextBuffer *buffer = buffer_of(self);
  gboolean error = diagnostic->severity == NOSLIP_ERROR;
  GtkTextIter start, end;
  range_of(buffer, &diagnostic->place, &start, &end);
  gtk_text_buffer_apply_tag(buffer, error ? self->error : self->warning, &start, &end);
  Problem *problem = g_new0(Problem, 1);
  problem->severity = diagnostic->severity;
  problem->start = g_object_ref(gtk_text_buffer_create_mark(buffer, NULL, &start, TRUE));
  problem->end = g_object_ref(gtk_text_buffer_create_mark(buffer, NULL, &end, FALSE));
  problem->message = diagnostic->remedy ? g_strdup_printf("%s; %s", diagnostic->cause, diagnostic->remedy)
                                        : g_strdup(diagnostic->cause);
  problem->whole = diagnostic->remedy ? g_strdup_printf("%s\n%s", diagnostic->cause, diagnostic->remedy)
                                      : g_strdup(diagnostic->cause);
  g_ptr_array_add(self->problems, problem);
  gtk_text_iter_set_line_offset(&start, 0);
  gtk_source_buffer_create_source_mark(GTK_SOURCE_BUFFER(buffer), NULL, error ? MARK_ERROR : MARK_WARNING, &start);
}

void
noslip_editor_text_show_problems(NoslipEditorText *self, const NoslipDiagnostics *diagnostics)
{
  clear_problems(self);
  for (guint i = 0; diagnostics && i < diagnostics->list->len; i++) {
    const NoslipDiagnostic *diagnostic = g_ptr_array_index(diagnostics->list, i);
    if (diagnostic->severity != NOSLIP_NOTE && diagnostic->place.line > 0)
      add_problem(self, diagnostic);
  }
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void
problem_range(NoslipEditorText *self, const Problem *problem, GtkTextIter *start, GtkTextIter *end)
{
  gtk_text_buffer_get_iter_at_mark(buffer_of(self), start, problem->start);
  gtk_text_buffer_get_iter_at_mark(buffer_of(self), end, problem->end);
}

char *
noslip_editor_text_problem_at(NoslipEditorText *self, const GtkTextIter *iter)
{
  for (guint i = 0; i < self->problems->len; i++) {
    const Problem *problem = g_ptr_array_index(self->problems, i);
    GtkTextIter start, end;
    problem_range(self, problem, &start, &end);
    if (gtk_text_iter_in_range(iter, &start, &end))
      return g_strdup(problem->whole);
  }
  return NULL;
}

/* Messages */

static void
message_colors(NoslipEditorText *self, NoslipSeverity severity, GdkRGBA *ink, GdkRGBA *paper)
{
  gdk_rgba_parse(ink, severity == NOSLIP_ERROR ? (self->dark ? "#ff8f84" : "#b3161e")
                                               : (self->dark ? "#f5c35c" : "#8a5a00"));
  gdk_rgba_parse(paper, self->dark ? "#1e1e1e" : "#ffffff");
  /* a breath of the ink over the text's own ground */
  float share = 0.1f;
  paper->red = paper->red * (1 - share) + ink->red * share;
  paper->green = paper->green * (1 - share) + ink->green * share;
  paper->blue = paper->blue * (1 - share) + ink->blue * share;
}

/* Where the message of a line begins, and how wide it may be. FALSE where the line is out of sight. */
static gboolean
place_message(NoslipEditorText *self, const GtkTextIter *on, const GdkRectangle *visible, int wanted, GdkRectangle *box)
{
  GtkTextView *view = GTK_TEXT_VIEW(self);
  GtkTextIter end = *on, cursor;
  GdkRectangle last;
  if (!gtk_text_iter_ends_line(&end))
    gtk_text_iter_forward_to_line_end(&end);
  gtk_text_view_get_iter_location(view, &end, &last);
  if (last.y + last.height < visible->y || last.y > visible->y + visible->height)
    return FALSE;
  int right = visible->x + visible->width, x = last.x + GAP, room = right - x - 8;
  if (room < MIN(LEAST, wanted)) {
    room = MIN(wanted, visible->width * 3 / 5);
    x = right - room - 8;
    /* but never over what is being typed */
    gtk_text_buffer_get_iter_at_mark(buffer_of(self), &cursor, gtk_text_buffer_get_insert(buffer_of(self)));
    GdkRectangle caret;
    gtk_text_view_get_iter_location(view, &cursor, &caret);
    if (gtk_text_iter_get_line(&cursor) == gtk_text_iter_get_line(on) && caret.x > x - GAP)
      return FALSE;
  }
  *box = (GdkRectangle){x, last.y, MIN(room, wanted), last.height};
  return TRUE;
}

static void
draw_message(NoslipEditorText *self, GtkSnapshot *snapshot, const Problem *problem, const GdkRectangle *visible)
{
  GtkTextIter start, end;
  problem_range(self, problem, &start, &end);
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(GTK_WIDGET(self), problem->message);
  PangoFontDescription *font =
      pango_font_description_copy(pango_context_get_font_description(gtk_widget_get_pango_context(GTK_WIDGET(self))));
  pango_font_description_set_family(font, "sans-serif");
  pango_layout_set_font_description(layout, font);
  pango_font_description_free(font);
  int width, height;
  pango_layout_get_pixel_size(layout, &width, &height);
  GdkRectangle box;
  if (!place_message(self, &end, visible, width + 16, &box))
    return;
  pango_layout_set_width(layout, MAX(1, box.width - 16) * PANGO_SCALE);
  pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
  GdkRGBA ink, paper;
  message_colors(self, problem->severity, &ink, &paper);
  GskRoundedRect outline;
  gsk_rounded_rect_init_from_rect(
      &outline, &GRAPHENE_RECT_INIT((float) box.x, (float) box.y, (float) box.width, (float) box.height), 4);
  gtk_snapshot_push_rounded_clip(snapshot, &outline);
  gtk_snapshot_append_color(snapshot, &paper, &outline.bounds);
  gtk_snapshot_pop(snapshot);
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(snapshot,
                         &GRAPHENE_POINT_INIT((float) box.x + 8, (float) box.y + (float) (box.height - height) / 2));
  gtk_snapshot_append_layout(snapshot, layout, &ink);
  gtk_snapshot_restore(snapshot);
}

/* One message a line: the first. */
static void
noslip_editor_text_snapshot_layer(GtkTextView *view, GtkTextViewLayer layer, GtkSnapshot *snapshot)
{
  GTK_TEXT_VIEW_CLASS(noslip_editor_text_parent_class)->snapshot_layer(view, layer, snapshot);
  NoslipEditorText *self = NOSLIP_EDITOR_TEXT(view);
  if (layer != GTK_TEXT_VIEW_LAYER_ABOVE_TEXT)
    return;
  self->saw = noslip_editor_text_sees_cursor(self);
  GdkRectangle visible;
  gtk_text_view_get_visible_rect(view, &visible);
  int before = -1;
  for (guint i = 0; i < self->problems->len; i++) {
    const Problem *problem = g_ptr_array_index(self->problems, i);
    GtkTextIter start, end;
    problem_range(self, problem, &start, &end);
    int line = gtk_text_iter_get_line(&start);
    if (line != before)
      draw_message(self, snapshot, problem, &visible);
    before = line;
  }
}

/* Colours */

static GtkSourceLanguage *
language(void)
{
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default();
  const char *const *paths = gtk_source_language_manager_get_search_path(manager);
  if (!g_strv_contains(paths, LANGUAGES))
    gtk_source_language_manager_prepend_search_path(manager, LANGUAGES);
  return gtk_source_language_manager_get_language(manager, "noslip");
}

gboolean
noslip_editor_text_has_long_line(NoslipEditorText *self)
{
  GtkTextIter iter;
  gtk_text_buffer_get_start_iter(buffer_of(self), &iter);
  do {
    if (gtk_text_iter_get_chars_in_line(&iter) > LONGEST_COLOURED)
      return TRUE;
  } while (gtk_text_iter_forward_line(&iter));
  return FALSE;
}

static gboolean
colour_again(gpointer data)
{
  NoslipEditorText *self = data;
  self->colouring = 0;
  if (!noslip_editor_text_has_long_line(self))
    gtk_source_buffer_set_language(GTK_SOURCE_BUFFER(buffer_of(self)), language());
  return G_SOURCE_REMOVE;
}

/* No language, for with highlighting alone turned off lines are taken apart all the same. It comes back once the change
 * is over: a highlighter that is attached during a change receives the end of a change without its beginning. */
static void
choose_colours(NoslipEditorText *self)
{
  if (noslip_editor_text_has_long_line(self))
    gtk_source_buffer_set_language(GTK_SOURCE_BUFFER(buffer_of(self)), NULL);
  else if (!gtk_source_buffer_get_language(GTK_SOURCE_BUFFER(buffer_of(self))) && !self->colouring)
    self->colouring = g_idle_add_full(G_PRIORITY_DEFAULT, colour_again, self, NULL);
}

/* Keeping the cursor in sight */

static void
place_cursor(NoslipEditorText *self, GdkRectangle *caret, GdkRectangle *visible)
{
  GtkTextIter cursor;
  gtk_text_buffer_get_iter_at_mark(buffer_of(self), &cursor, gtk_text_buffer_get_insert(buffer_of(self)));
  gtk_text_view_get_iter_location(GTK_TEXT_VIEW(self), &cursor, caret);
  gtk_text_view_get_visible_rect(GTK_TEXT_VIEW(self), visible);
}

gboolean
noslip_editor_text_sees_cursor(NoslipEditorText *self)
{
  GdkRectangle caret, visible;
  place_cursor(self, &caret, &visible);
  return caret.y + caret.height > visible.y && caret.y < visible.y + visible.height;
}

void
noslip_editor_text_show_cursor(NoslipEditorText *self)
{
  GdkRectangle caret, visible;
  GtkAdjustment *scroll = gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(self));
  place_cursor(self, &caret, &visible);
  if (!scroll || (caret.y >= visible.y && caret.y + caret.height <= visible.y + visible.height))
    return;
  double margin = gtk_text_view_get_top_margin(GTK_TEXT_VIEW(self));
  gtk_adjustment_clamp_page(scroll, caret.y, caret.y + caret.height + 2 * margin);
}

static gboolean
show_soon(gpointer data)
{
  NoslipEditorText *self = data;
  self->showing = 0;
  noslip_editor_text_show_cursor(self);
  return G_SOURCE_REMOVE;
}

/* The text reports its extent during allocation, and GTK 4.8's scrolled window then queues another layout within this
 * one: widgets above may ignore it and stay blank until they are resized. So the adjustments emit it afterwards. */
static gboolean
let_speak(gpointer data)
{
  NoslipEditorText *self = data;
  self->holding = 0;
  for (int i = 0; i < 2; i++)
    if (self->held[i]) {
      g_autoptr(GtkAdjustment) adjustment = g_steal_pointer(&self->held[i]);
      g_object_thaw_notify(G_OBJECT(adjustment));
    }
  return G_SOURCE_REMOVE;
}

static void
hold(NoslipEditorText *self)
{
  GtkScrollable *scrollable = GTK_SCROLLABLE(self);
  GtkAdjustment *both[] = {gtk_scrollable_get_hadjustment(scrollable), gtk_scrollable_get_vadjustment(scrollable)};
  for (int i = 0; i < 2 && !self->holding; i++)
    if (both[i]) {
      self->held[i] = g_object_ref(both[i]);
      g_object_freeze_notify(G_OBJECT(both[i]));
    }
  if (!self->holding)
    self->holding = g_idle_add_full(G_PRIORITY_DEFAULT, let_speak, self, NULL);
}

/* What is being typed is not covered where the list of problems, or anything else, takes of the room. */
static void
noslip_editor_text_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  NoslipEditorText *self = NOSLIP_EDITOR_TEXT(widget);
  gboolean covers = height < self->height && self->saw;
  hold(self);
  GTK_WIDGET_CLASS(noslip_editor_text_parent_class)->size_allocate(widget, width, height, baseline);
  self->height = height;
  if (covers && !self->showing)
    self->showing = g_idle_add_full(G_PRIORITY_DEFAULT, show_soon, self, NULL);
}

/* Look */

void
noslip_editor_text_set_dark(NoslipEditorText *self, gboolean dark)
{
  self->dark = dark;
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default();
  GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme(manager, dark ? "Adwaita-dark" : "Adwaita");
  if (!scheme)
    scheme = gtk_source_style_scheme_manager_get_scheme(manager, dark ? "classic-dark" : "classic");
  if (scheme)
    gtk_source_buffer_set_style_scheme(GTK_SOURCE_BUFFER(buffer_of(self)), scheme);
  GdkRGBA ink, paper;
  message_colors(self, NOSLIP_ERROR, &ink, &paper);
  g_object_set(self->error, "underline-rgba", &ink, NULL);
  message_colors(self, NOSLIP_WARNING, &ink, &paper);
  g_object_set(self->warning, "underline-rgba", &ink, NULL);
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void
add_mark_category(NoslipEditorText *self, const char *category, const char *icon)
{
  g_autoptr(GtkSourceMarkAttributes) attributes = gtk_source_mark_attributes_new();
  gtk_source_mark_attributes_set_icon_name(attributes, icon);
  gtk_source_view_set_mark_attributes(GTK_SOURCE_VIEW(self), category, attributes, 1);
}

void
noslip_editor_text_retire(NoslipEditorText *self)
{
  GtkSourceGutter *gutter = gtk_source_view_get_gutter(GTK_SOURCE_VIEW(self), GTK_TEXT_WINDOW_LEFT);
  GtkWidget *renderer;
  while ((renderer = gtk_widget_get_first_child(GTK_WIDGET(gutter))) && GTK_SOURCE_IS_GUTTER_RENDERER(renderer))
    gtk_source_gutter_remove(gutter, GTK_SOURCE_GUTTER_RENDERER(renderer));
  g_object_run_dispose(G_OBJECT(self));
}

static void
noslip_editor_text_dispose(GObject *object)
{
  NoslipEditorText *self = NOSLIP_EDITOR_TEXT(object);
  if (self->problems)
    g_ptr_array_set_size(self->problems, 0);
  g_clear_handle_id(&self->showing, g_source_remove);
  g_clear_handle_id(&self->holding, g_source_remove);
  g_clear_handle_id(&self->colouring, g_source_remove);
  let_speak(self);
  G_OBJECT_CLASS(noslip_editor_text_parent_class)->dispose(object);
}

static void
noslip_editor_text_finalize(GObject *object)
{
  g_ptr_array_unref(NOSLIP_EDITOR_TEXT(object)->problems);
  G_OBJECT_CLASS(noslip_editor_text_parent_class)->finalize(object);
}

static void
noslip_editor_text_class_init(NoslipEditorTextClass *class)
{
  gtk_source_init(); /* its own looks */
  G_OBJECT_CLASS(class)->dispose = noslip_editor_text_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_editor_text_finalize;
  GTK_WIDGET_CLASS(class)->size_allocate = noslip_editor_text_size_allocate;
  GTK_TEXT_VIEW_CLASS(class)->snapshot_layer = noslip_editor_text_snapshot_layer;
}

static void
noslip_editor_text_init(NoslipEditorText *self)
{
  GtkSourceView *view = GTK_SOURCE_VIEW(self);
  self->problems = g_ptr_array_new_with_free_func(problem_free);
  GtkTextBuffer *buffer = buffer_of(self);
  gtk_source_buffer_set_language(GTK_SOURCE_BUFFER(buffer), language());
  g_signal_connect_object(buffer, "changed", G_CALLBACK(choose_colours), self, G_CONNECT_SWAPPED);
  self->error = gtk_text_buffer_create_tag(buffer, NULL, "underline", PANGO_UNDERLINE_ERROR, NULL);
  self->warning = gtk_text_buffer_create_tag(buffer, NULL, "underline", PANGO_UNDERLINE_ERROR, NULL);
  gtk_text_view_set_monospace(GTK_TEXT_VIEW(self), TRUE);
  gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(self), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_top_margin(GTK_TEXT_VIEW(self), 6);
  gtk_text_view_set_bottom_margin(GTK_TEXT_VIEW(self), 24);
  gtk_text_view_set_left_margin(GTK_TEXT_VIEW(self), 6);
  gtk_source_view_set_show_line_numbers(view, TRUE);
  gtk_source_view_set_show_line_marks(view, TRUE);
  gtk_source_view_set_highlight_current_line(view, TRUE);
  gtk_source_view_set_auto_indent(view, TRUE);
  gtk_source_view_set_tab_width(view, 2);
  gtk_source_view_set_insert_spaces_instead_of_tabs(view, TRUE);
  gtk_source_view_set_enable_snippets(view, TRUE);
  add_mark_category(self, MARK_ERROR, "dialog-error-symbolic");
  add_mark_category(self, MARK_WARNING, "dialog-warning-symbolic");
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("System text"), -1);
  noslip_editor_text_set_dark(self, FALSE);
}

GtkWidget *
noslip_editor_text_new(void)
{
  return g_object_new(NOSLIP_TYPE_EDITOR_TEXT, NULL);
}
