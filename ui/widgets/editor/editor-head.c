/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/editor/editor-head.h"

#include "ui/widgets/common/icon-button.h"

#include <glib/gi18n.h>

struct _NoslipEditorHead {
  GtkBox parent;
  GtkWidget *title, *insert, *undo, *redo;
  GtkTextBuffer *buffer; /* borrowed */
};

G_DEFINE_FINAL_TYPE(NoslipEditorHead, noslip_editor_head, GTK_TYPE_BOX)

enum { FIND, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
find_clicked(GtkButton *button, NoslipEditorHead *self)
{
  g_signal_emit(self, signals[FIND], 0);
}

static void
undo_clicked(GtkButton *button, NoslipEditorHead *self)
{
  gtk_text_buffer_undo(self->buffer);
}

static void
redo_clicked(GtkButton *button, NoslipEditorHead *self)
{
  gtk_text_buffer_redo(self->buffer);
}

void
noslip_editor_head_set_title(NoslipEditorHead *self, const char *title)
{
  gtk_label_set_text(GTK_LABEL(self->title), title);
}

void
noslip_editor_head_set_names(NoslipEditorHead *self, const char *undo, const char *redo)
{
  noslip_icon_button_set_name(self->undo, undo, _("Ctrl+Z"));
  noslip_icon_button_set_name(self->redo, redo, _("Ctrl+Shift+Z"));
}

static void
noslip_editor_head_class_init(NoslipEditorHeadClass *class)
{
  signals[FIND] =
      g_signal_new("find", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/editor-head.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorHead, title);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorHead, insert);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorHead, undo);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorHead, redo);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), find_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), undo_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), redo_clicked);
}

static void
noslip_editor_head_init(NoslipEditorHead *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
}

GtkWidget *
noslip_editor_head_new(GtkTextBuffer *buffer, GtkWidget *statements)
{
  NoslipEditorHead *self = g_object_new(NOSLIP_TYPE_EDITOR_HEAD, NULL);
  self->buffer = buffer;
  gtk_menu_button_set_popover(GTK_MENU_BUTTON(self->insert), statements);
  g_object_bind_property(buffer, "can-undo", self->undo, "sensitive", G_BINDING_SYNC_CREATE);
  g_object_bind_property(buffer, "can-redo", self->redo, "sensitive", G_BINDING_SYNC_CREATE);
  return GTK_WIDGET(self);
}
