/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making a view: its kind, its actions, and its pointer and key handlers. */
#include "ui/widgets/views/view-private.h"

#include <glib/gi18n.h>

GtkWidget *
noslip_view_new(const NoslipViewKind *kind)
{
  NoslipView *self = g_object_new(NOSLIP_TYPE_VIEW, "hexpand", TRUE, "vexpand", TRUE, NULL);
  self->kind = kind;
  noslip_view_add_actions(self);
  noslip_view_add_input(self);
  if (kind->begin)
    kind->begin(self);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, _(kind->name),
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _(kind->summary), -1);
  return GTK_WIDGET(self);
}
