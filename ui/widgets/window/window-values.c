/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Undoing values set with sliders and entries: the undo keys, unless a text handles them. */
#include "ui/widgets/window/window-values.h"

#include <glib/gi18n.h>

gboolean
noslip_window_undo_value(NoslipWindow *self)
{
  g_autofree char *what = noslip_value_history_undo(noslip_window_values(self));
  g_autofree char *text = what ? g_strdup_printf(_("Undone: %s"), what) : NULL;
  noslip_window_toast(self, text ? text : _("There is no change of a value to undo"));
  return what != NULL;
}

gboolean
noslip_window_redo_value(NoslipWindow *self)
{
  g_autofree char *what = noslip_value_history_redo(noslip_window_values(self));
  g_autofree char *text = what ? g_strdup_printf(_("Redone: %s"), what) : NULL;
  noslip_window_toast(self, text ? text : _("There is no change of a value to redo"));
  return what != NULL;
}

static gboolean
key(GtkWidget *widget, GVariant *back, gpointer data)
{
  if (g_variant_get_boolean(back))
    noslip_window_undo_value(NOSLIP_WINDOW(widget));
  else
    noslip_window_redo_value(NOSLIP_WINDOW(widget));
  return TRUE;
}

void
noslip_window_class_add_value_keys(GtkWidgetClass *class)
{
  gtk_widget_class_add_binding(class, GDK_KEY_z, GDK_CONTROL_MASK, key, "b", TRUE);
  gtk_widget_class_add_binding(class, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, key, "b", FALSE);
}
