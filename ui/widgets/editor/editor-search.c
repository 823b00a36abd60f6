/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/editor/editor-search.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_CHOSEN 200 /* limit of a selection that is used as the search text */

struct _NoslipEditorSearch {
  GtkWidget parent;
  GtkWidget *box, *find, *count, *capitals, *whole_words, *replace_row, *with, *one, *all;
  GtkSourceView *view; /* borrowed, as is its buffer */
  GtkTextBuffer *buffer;
  NoslipUndoNames *names;
  GtkSourceSearchSettings *settings;
  GtkSourceSearchContext *context;
  GtkTextMark *origin; /* where the search began */
};

G_DEFINE_FINAL_TYPE(NoslipEditorSearch, noslip_editor_search, GTK_TYPE_WIDGET)

static gboolean
selection(NoslipEditorSearch *self, GtkTextIter *start, GtkTextIter *end)
{
  return gtk_text_buffer_get_selection_bounds(self->buffer, start, end);
}

static void
show_count(NoslipEditorSearch *self)
{
  GtkTextIter start, end;
  int n = gtk_source_search_context_get_occurrences_count(self->context), at = 0;
  if (selection(self, &start, &end))
    at = gtk_source_search_context_get_occurrence_position(self->context, &start, &end);
  const char *wanted = gtk_source_search_settings_get_search_text(self->settings);
  g_autofree char *text = !wanted || !*wanted || n < 0 ? g_strdup("")
                          : n == 0                     ? g_strdup(_("not found"))
                          : at > 0                     ? g_strdup_printf(_("%d of %d"), at, n)
                                                       : g_strdup_printf(ngettext("%d place", "%d places", n), n);
  gtk_label_set_text(GTK_LABEL(self->count), text);
  if (n == 0 && wanted && *wanted)
    gtk_widget_add_css_class(self->find, "error");
  else
    gtk_widget_remove_css_class(self->find, "error");
  gtk_widget_set_sensitive(self->one, n > 0);
  gtk_widget_set_sensitive(self->all, n > 0);
}

static void
go_to(NoslipEditorSearch *self, const GtkTextIter *start, const GtkTextIter *end)
{
  gtk_text_buffer_select_range(self->buffer, start, end);
  gtk_text_view_scroll_to_mark(GTK_TEXT_VIEW(self->view), gtk_text_buffer_get_insert(self->buffer), 0.15, FALSE, 0, 0);
}

void
noslip_editor_search_next(NoslipEditorSearch *self, gboolean forward)
{
  GtkTextIter start, end, found_start, found_end;
  selection(self, &start, &end);
  gboolean found = forward ? gtk_source_search_context_forward(self->context, &end, &found_start, &found_end, NULL)
                           : gtk_source_search_context_backward(self->context, &start, &found_start, &found_end, NULL);
  if (found)
    go_to(self, &found_start, &found_end);
  show_count(self);
}

/* While typing: finds the first place after the start of the search. */
static void
wanted_changed(NoslipEditorSearch *self)
{
  GtkTextIter from, start, end;
  gtk_source_search_settings_set_search_text(self->settings, gtk_editable_get_text(GTK_EDITABLE(self->find)));
  gtk_text_buffer_get_iter_at_mark(self->buffer, &from, self->origin);
  if (gtk_source_search_context_forward(self->context, &from, &start, &end, NULL))
    go_to(self, &start, &end);
  show_count(self);
}

static void
replace_one(NoslipEditorSearch *self)
{
  GtkTextIter start, end;
  const char *with = gtk_editable_get_text(GTK_EDITABLE(self->with));
  if (selection(self, &start, &end) &&
      gtk_source_search_context_get_occurrence_position(self->context, &start, &end) > 0) {
    noslip_undo_names_begin(self->names, NOSLIP_EDIT_REPLACE);
    gtk_source_search_context_replace(self->context, &start, &end, with, -1, NULL);
    gtk_text_buffer_place_cursor(self->buffer, &end);
    noslip_undo_names_end(self->names);
  }
  noslip_editor_search_next(self, TRUE);
}

static void
replace_all(NoslipEditorSearch *self)
{
  noslip_undo_names_begin(self->names, NOSLIP_EDIT_REPLACE);
  guint n =
      gtk_source_search_context_replace_all(self->context, gtk_editable_get_text(GTK_EDITABLE(self->with)), -1, NULL);
  noslip_undo_names_end(self->names);
  g_autofree char *text = g_strdup_printf(ngettext("%u replaced", "%u replaced", n), n);
  gtk_label_set_text(GTK_LABEL(self->count), text);
}

void
noslip_editor_search_open(NoslipEditorSearch *self, gboolean replace)
{
  GtkTextIter start, end;
  gtk_widget_set_visible(self->replace_row, replace);
  gtk_widget_set_visible(GTK_WIDGET(self), TRUE);
  gtk_source_search_context_set_highlight(self->context, TRUE);
  gboolean chosen = selection(self, &start, &end);
  gtk_text_buffer_move_mark(self->buffer, self->origin, &start);
  if (chosen && gtk_text_iter_get_line(&start) == gtk_text_iter_get_line(&end) &&
      gtk_text_iter_get_offset(&end) - gtk_text_iter_get_offset(&start) <= MOST_CHOSEN) {
    g_autofree char *text = gtk_text_iter_get_text(&start, &end);
    gtk_editable_set_text(GTK_EDITABLE(self->find), text);
  }
  gtk_widget_grab_focus(self->find);
  gtk_editable_select_region(GTK_EDITABLE(self->find), 0, -1);
  show_count(self);
}

void
noslip_editor_search_close(NoslipEditorSearch *self)
{
  gtk_source_search_context_set_highlight(self->context, FALSE);
  gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
  gtk_widget_grab_focus(GTK_WIDGET(self->view));
}

static gboolean
key_pressed(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipEditorSearch *self)
{
  gboolean returns = key == GDK_KEY_Return || key == GDK_KEY_KP_Enter;
  if (key == GDK_KEY_Escape)
    noslip_editor_search_close(self);
  else if (returns && gtk_widget_is_ancestor(gtk_root_get_focus(gtk_widget_get_root(self->box)), self->find))
    noslip_editor_search_next(self, !(state & GDK_SHIFT_MASK));
  else
    return FALSE;
  return TRUE;
}

static void
previous_clicked(NoslipEditorSearch *self)
{
  noslip_editor_search_next(self, FALSE);
}

static void
next_clicked(NoslipEditorSearch *self)
{
  noslip_editor_search_next(self, TRUE);
}

static void
noslip_editor_search_dispose(GObject *object)
{
  NoslipEditorSearch *self = NOSLIP_EDITOR_SEARCH(object);
  if (self->context)
    g_signal_handlers_disconnect_by_data(self->context, self);
  g_clear_object(&self->context);
  g_clear_object(&self->settings);
  g_clear_object(&self->origin);
  g_clear_pointer(&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS(noslip_editor_search_parent_class)->dispose(object);
}

static void
noslip_editor_search_class_init(NoslipEditorSearchClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_editor_search_dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/editor-search.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorSearch, box);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorSearch, find);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorSearch, count);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorSearch, capitals);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorSearch, whole_words);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorSearch, replace_row);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorSearch, with);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorSearch, one);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorSearch, all);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), key_pressed);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), wanted_changed);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), previous_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), next_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), replace_one);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), replace_all);
  gtk_widget_class_bind_template_callback_full(GTK_WIDGET_CLASS(class), "close_clicked",
                                               G_CALLBACK(noslip_editor_search_close));
}

static void
noslip_editor_search_init(NoslipEditorSearch *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
}

GtkWidget *
noslip_editor_search_new(GtkSourceView *view, NoslipUndoNames *names)
{
  NoslipEditorSearch *self = g_object_new(NOSLIP_TYPE_EDITOR_SEARCH, NULL);
  self->view = view;
  self->buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
  self->names = names;
  self->settings = gtk_source_search_settings_new();
  gtk_source_search_settings_set_wrap_around(self->settings, TRUE);
  self->context = gtk_source_search_context_new(GTK_SOURCE_BUFFER(self->buffer), self->settings);
  gtk_source_search_context_set_highlight(self->context, FALSE);
  g_signal_connect_swapped(self->context, "notify::occurrences-count", G_CALLBACK(show_count), self);
  GtkTextIter start;
  gtk_text_buffer_get_start_iter(self->buffer, &start);
  self->origin = g_object_ref(gtk_text_buffer_create_mark(self->buffer, NULL, &start, TRUE));
  g_object_bind_property(self->settings, "case-sensitive", self->capitals, "active",
                         G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  g_object_bind_property(self->settings, "at-word-boundaries", self->whole_words, "active",
                         G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  return GTK_WIDGET(self);
}
