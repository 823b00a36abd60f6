/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The head of the editor: what the text is called, and what can be done with it. */
#include "ui/widgets/common/icon-button.h"
#include "ui/widgets/editor/editor-private.h"

#include <glib/gi18n.h>

static GtkWidget *
add_button(GtkWidget *box, const char *icon, const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = noslip_icon_button_new(icon, label, tooltip);
  if (action)
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), action);
  gtk_box_append(GTK_BOX(box), button);
  return button;
}

void
noslip_editor_show_names(gpointer data)
{
  NoslipEditor *self = data;
  if (!self->undo || !self->names)
    return;
  noslip_icon_button_set_name(self->undo, noslip_undo_names_undo(self->names), _("Ctrl+Z"));
  noslip_icon_button_set_name(self->redo, noslip_undo_names_redo(self->names), _("Ctrl+Shift+Z"));
}

static void
find_clicked(NoslipEditor *self)
{
  noslip_editor_search_open(NOSLIP_EDITOR_SEARCH(self->search), FALSE);
}

GtkWidget *
noslip_editor_build_head(NoslipEditor *self)
{
  GtkTextBuffer *buffer = noslip_editor_buffer(self);
  GtkWidget *head = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2);
  gtk_widget_add_css_class(head, "noslip-tile-header");
  self->title = gtk_label_new("");
  gtk_widget_add_css_class(self->title, "heading");
  gtk_label_set_xalign(GTK_LABEL(self->title), 0);
  gtk_label_set_ellipsize(GTK_LABEL(self->title), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand(self->title, TRUE);
  gtk_box_append(GTK_BOX(head), self->title);
  GtkWidget *insert = gtk_menu_button_new();
  gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(insert), "list-add-symbolic");
  gtk_widget_add_css_class(insert, "flat");
  gtk_widget_add_css_class(insert, "noslip-small");
  gtk_widget_set_valign(insert, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text(insert, _("Insert a statement"));
  gtk_accessible_update_property(GTK_ACCESSIBLE(insert), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Insert a statement"), -1);
  gtk_menu_button_set_popover(GTK_MENU_BUTTON(insert), noslip_editor_statements_new(self));
  gtk_box_append(GTK_BOX(head), insert);
  GtkWidget *find = add_button(head, "edit-find-symbolic", _("Find"), _("Find (Ctrl+F) and replace (Ctrl+H)"), NULL);
  g_signal_connect_swapped(find, "clicked", G_CALLBACK(find_clicked), self);
  self->undo = add_button(head, "edit-undo-symbolic", _("Undo"), NULL, NULL);
  self->redo = add_button(head, "edit-redo-symbolic", _("Redo"), NULL, NULL);
  g_object_bind_property(buffer, "can-undo", self->undo, "sensitive", G_BINDING_SYNC_CREATE);
  g_object_bind_property(buffer, "can-redo", self->redo, "sensitive", G_BINDING_SYNC_CREATE);
  g_signal_connect_swapped(self->undo, "clicked", G_CALLBACK(gtk_text_buffer_undo), buffer);
  g_signal_connect_swapped(self->redo, "clicked", G_CALLBACK(gtk_text_buffer_redo), buffer);
  add_button(head, "document-save-symbolic", _("Save"), _("Save (Ctrl+S)"), "win.save");
  add_button(head, "document-save-as-symbolic", _("Save as"), _("Save as… (Ctrl+Shift+S)"), "win.save-as");
  add_button(head, "document-revert-symbolic", _("Revert"), _("Revert to the saved text"), "win.revert");
  add_button(head, "window-close-symbolic", _("Close the editor"), _("Close the editor (Ctrl+E)"), "win.editor");
  noslip_editor_show_names(self);
  return head;
}
