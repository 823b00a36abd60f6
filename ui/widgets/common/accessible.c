/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/accessible.h"

/* Later versions of GTK name a drop-down by its selected item, and a button by its label: relations that override the
 * widget's own name. */
static void
name_only(GtkWidget *widget, const char *name)
{
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_accessible_reset_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

gboolean
noslip_tooltip_set(GtkWidget *widget, const char *text)
{
  if (g_strcmp0(gtk_widget_get_tooltip_text(widget), text) == 0)
    return FALSE;
  gtk_widget_set_tooltip_text(widget, text);
  return TRUE;
}

void
noslip_accessible_set_name(GtkWidget *widget, const char *name)
{
  name_only(widget, name);
  GtkWidget *inner = GTK_IS_DROP_DOWN(widget) || GTK_IS_MENU_BUTTON(widget) ? gtk_widget_get_first_child(widget) : NULL;
  if (GTK_IS_BUTTON(inner))
    name_only(inner, name);
}
