/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/accessible.h"

void
noslip_accessible_set_name(GtkWidget *widget, const char *name)
{
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  GtkWidget *inner = GTK_IS_DROP_DOWN(widget) || GTK_IS_MENU_BUTTON(widget) ? gtk_widget_get_first_child(widget) : NULL;
  if (!GTK_IS_BUTTON(inner))
    return;
  gtk_accessible_update_property(GTK_ACCESSIBLE(inner), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  /* later versions of GTK name a button by the label in it, which comes first */
  gtk_accessible_reset_relation(GTK_ACCESSIBLE(inner), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}
