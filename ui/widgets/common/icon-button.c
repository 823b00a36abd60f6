/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/icon-button.h"

GtkWidget *
noslip_icon_button_new(const char *icon, const char *label, const char *tooltip)
{
  GtkWidget *button = gtk_button_new_from_icon_name(icon);
  gtk_widget_add_css_class(button, "flat");
  gtk_widget_add_css_class(button, "noslip-small");
  gtk_widget_set_tooltip_text(button, tooltip);
  gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return button;
}

void
noslip_icon_button_set_name(GtkWidget *button, const char *label, const char *keys)
{
  g_autofree char *tooltip = g_strdup_printf("%s (%s)", label, keys);
  gtk_widget_set_tooltip_text(button, tooltip);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}
