/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The meaning of a word: shown when the mouse rests on it, and with F1, which opens its section of the manual. */
#include "ui/widgets/editor/editor-private.h"

#include <glib/gi18n.h>

#define LANGUAGE_PAGE "language.md"

static void
cursor_of(NoslipEditor *self, GtkTextIter *cursor)
{
  GtkTextBuffer *buffer = noslip_editor_buffer(self);
  gtk_text_buffer_get_iter_at_mark(buffer, cursor, gtk_text_buffer_get_insert(buffer));
}

static gboolean
is_prose(NoslipEditor *self, const GtkTextIter *iter)
{
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER(noslip_editor_buffer(self));
  return gtk_source_buffer_iter_has_context_class(buffer, iter, "comment") ||
         gtk_source_buffer_iter_has_context_class(buffer, iter, "string");
}

/* The first word of the line, which determines the statement. */
static char *
statement_at(const GtkTextIter *iter)
{
  GtkTextIter start = *iter;
  gtk_text_iter_set_line_offset(&start, 0);
  while (!gtk_text_iter_ends_line(&start) && g_unichar_isspace(gtk_text_iter_get_char(&start)))
    gtk_text_iter_forward_char(&start);
  return noslip_editor_text_word_at(&start);
}

static void
open_manual(NoslipEditor *self, const char *page)
{
  gtk_popover_popdown(GTK_POPOVER(self->help));
  gtk_widget_activate_action(GTK_WIDGET(self), "app.help-page", "s", page);
}

static void
more_clicked(NoslipEditor *self)
{
  g_autofree char *page = g_strdup(self->help_page ? self->help_page : LANGUAGE_PAGE);
  open_manual(self, page);
}

/* The popover points into the visible text: a place that was scrolled away may be outside every screen. */
static void
show_popover(NoslipEditor *self, const GtkTextIter *at, const char *help, const char *page)
{
  GtkTextView *view = GTK_TEXT_VIEW(self->text);
  gtk_label_set_text(GTK_LABEL(self->help_label), help);
  g_free(self->help_page);
  self->help_page = g_strdup(page);
  GdkRectangle place;
  gtk_text_view_scroll_mark_onscreen(view, gtk_text_buffer_get_insert(noslip_editor_buffer(self)));
  gtk_text_view_get_iter_location(view, at, &place);
  gtk_text_view_buffer_to_window_coords(view, GTK_TEXT_WINDOW_WIDGET, place.x, place.y, &place.x, &place.y);
  place.x = CLAMP(place.x, 0, MAX(gtk_widget_get_width(self->text) - 1, 0));
  place.y = CLAMP(place.y, 0, MAX(gtk_widget_get_height(self->text) - place.height, 0));
  gtk_popover_set_pointing_to(GTK_POPOVER(self->help), &place);
  gtk_popover_popup(GTK_POPOVER(self->help));
  gtk_widget_grab_focus(self->help_more);
}

/* Names of the system are explained here, words of the language in the manual. */
void
noslip_editor_show_help(NoslipEditor *self)
{
  GtkTextIter cursor;
  cursor_of(self, &cursor);
  g_autofree char *word = is_prose(self, &cursor) ? NULL : noslip_editor_text_word_at(&cursor);
  g_autofree char *first = statement_at(&cursor);
  g_autofree char *page = word ? noslip_completion_page(self->completion, word) : NULL;
  g_autofree char *line_page = first ? noslip_completion_page(self->completion, first) : NULL;
  gboolean declared = word && noslip_completion_declares(self->completion, word);
  if (declared) {
    g_autofree char *help = noslip_completion_help(self->completion, word);
    show_popover(self, &cursor, help, page);
  } else {
    open_manual(self, page ? page : line_page ? line_page : LANGUAGE_PAGE);
  }
}

static gboolean
query_tooltip(GtkTextView *view, int x, int y, gboolean keyboard, GtkTooltip *tooltip, NoslipEditor *self)
{
  GtkTextIter iter;
  if (keyboard) {
    cursor_of(self, &iter);
  } else {
    int trailing;
    gtk_text_view_window_to_buffer_coords(view, GTK_TEXT_WINDOW_WIDGET, x, y, &x, &y);
    if (!gtk_text_view_get_iter_at_position(view, &iter, &trailing, x, y))
      return FALSE;
  }
  g_autofree char *help = noslip_editor_text_problem_at(NOSLIP_EDITOR_TEXT(self->text), &iter);
  g_autofree char *word = help || is_prose(self, &iter) ? NULL : noslip_editor_text_word_at(&iter);
  if (word)
    help = noslip_completion_help(self->completion, word);
  gtk_tooltip_set_text(tooltip, help);
  return help != NULL;
}

static gboolean
key_pressed(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipEditor *self)
{
  if (key != GDK_KEY_F1 || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)))
    return FALSE;
  noslip_editor_show_help(self);
  return TRUE;
}

void
noslip_editor_build_help(NoslipEditor *self)
{
  gtk_widget_set_has_tooltip(self->text, TRUE);
  g_signal_connect_object(self->text, "query-tooltip", G_CALLBACK(query_tooltip), self, 0);
  GtkEventController *keys = gtk_event_controller_key_new();
  g_signal_connect_object(keys, "key-pressed", G_CALLBACK(key_pressed), self, 0);
  gtk_widget_add_controller(self->text, keys);

  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8);
  self->help_label = gtk_label_new(NULL);
  gtk_label_set_wrap(GTK_LABEL(self->help_label), TRUE);
  gtk_label_set_max_width_chars(GTK_LABEL(self->help_label), 60);
  gtk_label_set_xalign(GTK_LABEL(self->help_label), 0);
  gtk_box_append(GTK_BOX(box), self->help_label);
  self->help_more = gtk_button_new_with_label(_("Open the manual"));
  gtk_widget_set_halign(self->help_more, GTK_ALIGN_START);
  g_signal_connect_swapped(self->help_more, "clicked", G_CALLBACK(more_clicked), self);
  gtk_box_append(GTK_BOX(box), self->help_more);
  self->help = gtk_popover_new();
  gtk_popover_set_child(GTK_POPOVER(self->help), box);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->help), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Help"), -1);
  gtk_widget_set_parent(self->help, self->text);
}
