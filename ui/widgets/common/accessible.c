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

void
noslip_accessible_set_name(GtkWidget *widget, const char *name)
{
  name_only(widget, name);
  GtkWidget *inner = GTK_IS_DROP_DOWN(widget) || GTK_IS_MENU_BUTTON(widget) ? gtk_widget_get_first_child(widget) : NULL;
  if (GTK_IS_BUTTON(inner))
    name_only(inner, name);
}
