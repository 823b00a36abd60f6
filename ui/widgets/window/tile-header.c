/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/tile-header.h"

#include <glib/gi18n.h>

struct _NoslipTileHeader {
  GtkBox parent;
  GtkWidget *title, *caption, *menu, *maximise, *close;
  GActionGroup *actions; /* borrowed: called directly, since a widget that was moved does not find them */
};

G_DEFINE_FINAL_TYPE(NoslipTileHeader, noslip_tile_header, GTK_TYPE_BOX)

static void
maximise_clicked(GtkButton *button, NoslipTileHeader *self)
{
  g_action_group_activate_action(self->actions, "maximise", NULL);
}

static void
close_clicked(GtkButton *button, NoslipTileHeader *self)
{
  g_action_group_activate_action(self->actions, "close", NULL);
}

static void
noslip_tile_header_class_init(NoslipTileHeaderClass *class)
{
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/tile-header.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTileHeader, title);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTileHeader, caption);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTileHeader, menu);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTileHeader, maximise);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTileHeader, close);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), maximise_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), close_clicked);
}

static void
noslip_tile_header_init(NoslipTileHeader *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
}

static void
set_name(GtkWidget *button, const char *label)
{
  gtk_widget_set_tooltip_text(button, label);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

GtkWidget *
noslip_tile_header_new(const char *name, GActionGroup *actions, GtkMenuButtonCreatePopupFunc fill_menu, gpointer data)
{
  NoslipTileHeader *self = g_object_new(NOSLIP_TYPE_TILE_HEADER, NULL);
  g_autofree char *choices = g_strdup_printf(_("Choices of %s"), name);
  g_autofree char *larger = g_strdup_printf(_("Maximise %s"), name);
  g_autofree char *away = g_strdup_printf(_("Close %s"), name);
  self->actions = actions;
  gtk_label_set_text(GTK_LABEL(self->title), name);
  set_name(self->menu, choices);
  set_name(self->maximise, larger);
  set_name(self->close, away);
  gtk_menu_button_set_create_popup_func(GTK_MENU_BUTTON(self->menu), fill_menu, data, NULL);
  return GTK_WIDGET(self);
}

void
noslip_tile_header_set_caption(NoslipTileHeader *self, const char *caption)
{
  gtk_label_set_text(GTK_LABEL(self->caption), caption);
}

void
noslip_tile_header_show_title(NoslipTileHeader *self, gboolean shown)
{
  gtk_widget_set_visible(self->title, shown);
}

void
noslip_tile_header_set_maximised(NoslipTileHeader *self, gboolean maximised)
{
  const char *name = gtk_label_get_text(GTK_LABEL(self->title));
  g_autofree char *label = maximised ? g_strdup_printf(_("Restore %s"), name) : g_strdup_printf(_("Maximise %s"), name);
  gtk_button_set_icon_name(GTK_BUTTON(self->maximise),
                           maximised ? "view-restore-symbolic" : "view-fullscreen-symbolic");
  set_name(self->maximise, label);
}
