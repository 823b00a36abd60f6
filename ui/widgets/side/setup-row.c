/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/setup-row.h"

#include <glib/gi18n.h>

struct _NoslipSetupRow {
  GtkListBoxRow parent;
  GtkWidget *number, *texts, *name, *system;
};

G_DEFINE_FINAL_TYPE(NoslipSetupRow, noslip_setup_row, GTK_TYPE_LIST_BOX_ROW)

enum { MOVE, REMOVE, NAMED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* The name becomes an entry until Return accepts it, or Escape cancels. */

static void
name_given(GtkEntry *entry, NoslipSetupRow *self)
{
  g_signal_emit(self, signals[NAMED], 0, gtk_editable_get_text(GTK_EDITABLE(entry)));
}

static gboolean
entry_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipSetupRow *self)
{
  if (key != GDK_KEY_Escape)
    return FALSE;
  g_signal_emit(self, signals[NAMED], 0, NULL);
  return TRUE;
}

static void
begin_rename(NoslipSetupRow *self)
{
  if (!gtk_widget_get_visible(self->name))
    return;
  GtkWidget *entry = gtk_entry_new();
  gtk_editable_set_text(GTK_EDITABLE(entry), gtk_label_get_text(GTK_LABEL(self->name)));
  gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Name"), -1);
  gtk_widget_set_visible(self->name, FALSE);
  gtk_box_prepend(GTK_BOX(self->texts), entry);
  g_signal_connect(entry, "activate", G_CALLBACK(name_given), self);
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  g_signal_connect(keys, "key-pressed", G_CALLBACK(entry_key), self);
  gtk_widget_add_controller(entry, keys);
  gtk_widget_grab_focus(entry);
}

/* Buttons and keys */

static void
rename_clicked(GtkButton *button, NoslipSetupRow *self)
{
  begin_rename(self);
}

static void
up_clicked(GtkButton *button, NoslipSetupRow *self)
{
  g_signal_emit(self, signals[MOVE], 0, -1);
}

static void
down_clicked(GtkButton *button, NoslipSetupRow *self)
{
  g_signal_emit(self, signals[MOVE], 0, 1);
}

static void
remove_clicked(GtkButton *button, NoslipSetupRow *self)
{
  g_signal_emit(self, signals[REMOVE], 0);
}

static gboolean
row_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipSetupRow *self)
{
  GtkWidget *focus = gtk_root_get_focus(gtk_widget_get_root(GTK_WIDGET(self)));
  if (focus && GTK_IS_TEXT(focus))
    return FALSE;
  if ((state & GDK_ALT_MASK) && (key == GDK_KEY_Up || key == GDK_KEY_Down))
    g_signal_emit(self, signals[MOVE], 0, key == GDK_KEY_Up ? -1 : 1);
  else if (key == GDK_KEY_Delete)
    g_signal_emit(self, signals[REMOVE], 0);
  else if (key == GDK_KEY_F2)
    begin_rename(self);
  else
    return FALSE;
  return TRUE;
}

static void
noslip_setup_row_class_init(NoslipSetupRowClass *class)
{
  signals[MOVE] = g_signal_new("move", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                               G_TYPE_INT);
  signals[REMOVE] =
      g_signal_new("remove", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[NAMED] = g_signal_new("named", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/setup-row.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSetupRow, number);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSetupRow, texts);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSetupRow, name);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSetupRow, system);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), row_key);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), rename_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), up_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), down_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), remove_clicked);
}

static void
noslip_setup_row_init(NoslipSetupRow *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
}

GtkWidget *
noslip_setup_row_new(guint number, const char *name, const char *system, gboolean shown)
{
  NoslipSetupRow *self = g_object_new(NOSLIP_TYPE_SETUP_ROW, NULL);
  g_autofree char *place = g_strdup_printf("%u", number);
  gtk_label_set_text(GTK_LABEL(self->number), place);
  gtk_widget_add_css_class(self->number, shown ? "accent" : "dim-label");
  gtk_label_set_text(GTK_LABEL(self->name), name);
  gtk_label_set_text(GTK_LABEL(self->system), system);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, system, -1);
  return GTK_WIDGET(self);
}
