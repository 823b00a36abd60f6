/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/editor/editor-search.h"

#include "ui/widgets/common/icon-button.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_CHOSEN 200 /* characters of a selection that are taken as what to find */

struct _NoslipEditorSearch {
  GtkWidget parent;
  GtkWidget *box, *find, *count, *replace_row, *with, *one, *all;
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

/* While it is typed: the first place from where the cursor stood. */
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

/* Building */

static GtkWidget *
add_button(GtkWidget *box, const char *icon, const char *label, const char *tooltip)
{
  GtkWidget *button = noslip_icon_button_new(icon, label, tooltip);
  gtk_box_append(GTK_BOX(box), button);
  return button;
}

/* Of a property of the settings. */
static void
add_toggle(NoslipEditorSearch *self, GtkWidget *box, const char *text, const char *meaning, const char *property)
{
  GtkWidget *toggle = gtk_toggle_button_new_with_label(text);
  gtk_widget_add_css_class(toggle, "flat");
  gtk_widget_set_tooltip_text(toggle, meaning);
  gtk_accessible_update_property(GTK_ACCESSIBLE(toggle), GTK_ACCESSIBLE_PROPERTY_LABEL, meaning, -1);
  g_object_bind_property(self->settings, property, toggle, "active", G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  gtk_box_append(GTK_BOX(box), toggle);
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

static GtkWidget *
build_find(NoslipEditorSearch *self)
{
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
  self->find = gtk_search_entry_new();
  gtk_widget_set_hexpand(self->find, TRUE);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->find), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Find"), -1);
  g_signal_connect_swapped(self->find, "changed", G_CALLBACK(wanted_changed), self);
  gtk_box_append(GTK_BOX(row), self->find);
  self->count = gtk_label_new("");
  gtk_widget_add_css_class(self->count, "dim-label");
  gtk_label_set_width_chars(GTK_LABEL(self->count), 10);
  gtk_box_append(GTK_BOX(row), self->count);
  GtkWidget *previous = add_button(row, "go-up-symbolic", _("Find the place before"), _("The place before (Shift+F3)"));
  GtkWidget *next = add_button(row, "go-down-symbolic", _("Find the next place"), _("The next place (F3)"));
  g_signal_connect_swapped(previous, "clicked", G_CALLBACK(previous_clicked), self);
  g_signal_connect_swapped(next, "clicked", G_CALLBACK(next_clicked), self);
  add_toggle(self, row, _("Aa"), _("Capital letters count"), "case-sensitive");
  add_toggle(self, row, _("Words"), _("Whole words only"), "at-word-boundaries");
  GtkWidget *close = add_button(row, "window-close-symbolic", _("Close the search"), _("Close the search (Escape)"));
  g_signal_connect_swapped(close, "clicked", G_CALLBACK(noslip_editor_search_close), self);
  return row;
}

static GtkWidget *
build_replace(NoslipEditorSearch *self)
{
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
  self->with = gtk_entry_new();
  gtk_entry_set_placeholder_text(GTK_ENTRY(self->with), _("Replace with"));
  gtk_widget_set_hexpand(self->with, TRUE);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->with), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Replace with"), -1);
  g_signal_connect_swapped(self->with, "activate", G_CALLBACK(replace_one), self);
  gtk_box_append(GTK_BOX(row), self->with);
  self->one = gtk_button_new_with_mnemonic(_("_Replace"));
  self->all = gtk_button_new_with_mnemonic(_("Replace _all"));
  g_signal_connect_swapped(self->one, "clicked", G_CALLBACK(replace_one), self);
  g_signal_connect_swapped(self->all, "clicked", G_CALLBACK(replace_all), self);
  gtk_box_append(GTK_BOX(row), self->one);
  gtk_box_append(GTK_BOX(row), self->all);
  return row;
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
}

static void
noslip_editor_search_init(NoslipEditorSearch *self)
{
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
  self->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_add_css_class(self->box, "noslip-search");
  gtk_box_append(GTK_BOX(self->box), build_find(self));
  self->replace_row = build_replace(self);
  gtk_box_append(GTK_BOX(self->box), self->replace_row);
  gtk_widget_set_parent(self->box, GTK_WIDGET(self));
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  g_signal_connect(keys, "key-pressed", G_CALLBACK(key_pressed), self);
  gtk_widget_add_controller(self->box, keys);
  gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
  return GTK_WIDGET(self);
}
