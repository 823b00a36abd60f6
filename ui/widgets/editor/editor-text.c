/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/editor/editor-text.h"

#include "ui/widgets/common/scroll.h"
#include "ui/widgets/editor/editor-text-private.h"

#include <glib/gi18n.h>

/* Characters of a line. GtkSourceView 5 tags a line's words one by one, each time scanning the earlier ones: 30000
 * characters take seconds, during which the window does not respond. */
#define LONGEST_COLOURED 4000
#define LANGUAGES "resource:///org/noslip/Noslip/language-specs"

G_DEFINE_FINAL_TYPE(NoslipEditorText, noslip_editor_text, GTK_SOURCE_TYPE_VIEW)

static void
problem_free(gpointer data)
{
  EditorProblem *problem = data;
  g_object_unref(problem->start);
  g_object_unref(problem->end);
  g_free(problem->message);
  g_free(problem->whole);
  g_clear_object(&problem->fix_start);
  g_clear_object(&problem->fix_end);
  g_free(problem->fix);
  g_free(problem);
}

/* Places */

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
  noslip_editor_text_iter_at(noslip_editor_text_buffer(self), line, column, &iter);
  gtk_text_buffer_place_cursor(noslip_editor_text_buffer(self), &iter);
  gtk_text_view_scroll_to_mark(GTK_TEXT_VIEW(self), gtk_text_buffer_get_insert(noslip_editor_text_buffer(self)), 0.1,
                               FALSE, 0, 0);
  gtk_widget_grab_focus(GTK_WIDGET(self));
}

/* Problems */

/* Messages */

/* One message per line: the first. */
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
    const EditorProblem *problem = g_ptr_array_index(self->problems, i);
    GtkTextIter start, end;
    noslip_editor_text_problem_range(self, problem, &start, &end);
    int line = gtk_text_iter_get_line(&start);
    if (line != before)
      noslip_editor_text_draw_message(self, snapshot, problem, &visible);
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
  gtk_text_buffer_get_start_iter(noslip_editor_text_buffer(self), &iter);
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
    gtk_source_buffer_set_language(GTK_SOURCE_BUFFER(noslip_editor_text_buffer(self)), language());
  return G_SOURCE_REMOVE;
}

/* No language, because lines are parsed even if highlighting is off. It is set again after the change: a highlighter
 * attached during a change would receive the end of a change without its start. */
static void
choose_colours(NoslipEditorText *self)
{
  if (noslip_editor_text_has_long_line(self))
    gtk_source_buffer_set_language(GTK_SOURCE_BUFFER(noslip_editor_text_buffer(self)), NULL);
  else if (!gtk_source_buffer_get_language(GTK_SOURCE_BUFFER(noslip_editor_text_buffer(self))) && !self->colouring)
    self->colouring = g_idle_add_full(G_PRIORITY_DEFAULT, colour_again, self, NULL);
}

/* Keeping the cursor in sight */

static void
place_cursor(NoslipEditorText *self, GdkRectangle *caret, GdkRectangle *visible)
{
  GtkTextIter cursor;
  gtk_text_buffer_get_iter_at_mark(noslip_editor_text_buffer(self), &cursor,
                                   gtk_text_buffer_get_insert(noslip_editor_text_buffer(self)));
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
  self->asked = FALSE;
  noslip_editor_text_show_cursor(self);
  return G_SOURCE_REMOVE;
}

void
noslip_editor_text_show_cursor_soon(NoslipEditorText *self)
{
  self->asked = TRUE;
  gtk_widget_queue_allocate(GTK_WIDGET(self));
}

/* GtkSourceView marks the number of the line beside the pointer. It would look for that line where the pointer was last,
 * which may be below the text now, and warn in every picture until the pointer moves. */
static void
leave_gutter(NoslipEditorText *self)
{
  GtkSourceGutter *gutter = gtk_source_view_get_gutter(GTK_SOURCE_VIEW(self), GTK_TEXT_WINDOW_LEFT);
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(GTK_WIDGET(gutter));
  for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
    g_autoptr(GtkEventController) controller = g_list_model_get_item(controllers, i);
    if (GTK_IS_EVENT_CONTROLLER_MOTION(controller))
      g_signal_emit_by_name(controller, "leave");
  }
}

/* The line being typed stays visible when the list of problems, or another widget, takes some of the room. */
static void
noslip_editor_text_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  NoslipEditorText *self = NOSLIP_EDITOR_TEXT(widget);
  gboolean covers = height < self->height && self->saw;
  if (height < self->height)
    leave_gutter(self);
  /* GTK 4.8's scrolled window would queue another layout within this one: parent widgets may ignore it and stay blank
   * until they are resized. */
  noslip_scroll_hold_extent(GTK_SCROLLABLE(self));
  GTK_WIDGET_CLASS(noslip_editor_text_parent_class)->size_allocate(widget, width, height, baseline);
  self->height = height;
  /* where it was asked for, after GTK has measured all lines above the cursor, in its own idle handler */
  gboolean asked = self->asked && height > 1;
  if ((covers || asked) && !self->showing)
    self->showing = g_idle_add_full(asked ? G_PRIORITY_DEFAULT_IDLE : G_PRIORITY_DEFAULT, show_soon, self, NULL);
}

static void
noslip_editor_text_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  noslip_scroll_draw_text(widget, snapshot, GTK_WIDGET_CLASS(noslip_editor_text_parent_class)->snapshot);
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
    gtk_source_buffer_set_style_scheme(GTK_SOURCE_BUFFER(noslip_editor_text_buffer(self)), scheme);
  GdkRGBA ink, paper;
  noslip_editor_text_color_messages(self, NOSLIP_ERROR, &ink, &paper);
  g_object_set(self->error, "underline-rgba", &ink, NULL);
  noslip_editor_text_color_messages(self, NOSLIP_WARNING, &ink, &paper);
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
  g_clear_handle_id(&self->colouring, g_source_remove);
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
  GTK_WIDGET_CLASS(class)->snapshot = noslip_editor_text_snapshot;
  GTK_TEXT_VIEW_CLASS(class)->snapshot_layer = noslip_editor_text_snapshot_layer;
}

static void
noslip_editor_text_init(NoslipEditorText *self)
{
  GtkSourceView *view = GTK_SOURCE_VIEW(self);
  self->problems = g_ptr_array_new_with_free_func(problem_free);
  GtkTextBuffer *buffer = noslip_editor_text_buffer(self);
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
