/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any number of the window can be copied and dragged away: numbers of labels and of the scene in this file, those of
 * views and formulas in the files of the views. What is under the pointer can be copied wherever the focus is. */
#include "core/base/decimal.h"
#include "ui/widgets/common/dragged.h"
#include "ui/widgets/window/window-private.h"

#include <glib/gi18n.h>

/* The number in a view at this place of the window, or NULL. */
static char *
view_number(NoslipWindow *self, double x, double y)
{
  GtkWidget *picked = gtk_widget_pick(GTK_WIDGET(self), x, y, GTK_PICK_DEFAULT);
  GtkWidget *view = picked ? gtk_widget_get_ancestor(picked, NOSLIP_TYPE_VIEW) : NULL;
  return view ? noslip_view_pointed_number(NOSLIP_VIEW(view)) : NULL;
}

/* The number of a label at this place of the window, or NULL. */
static char *
label_number(NoslipWindow *self, double x, double y)
{
  GtkWidget *picked = gtk_widget_pick(GTK_WIDGET(self), x, y, GTK_PICK_DEFAULT);
  double at_x, at_y;
  if (!GTK_IS_LABEL(picked) || !gtk_widget_translate_coordinates(GTK_WIDGET(self), picked, x, y, &at_x, &at_y))
    return NULL;
  return noslip_dragged_label_number(GTK_LABEL(picked), at_x, at_y);
}

static GdkContentProvider *
prepared(GtkDragSource *source, double x, double y, NoslipWindow *self)
{
  g_autofree char *number = label_number(self, x, y);
  return number ? noslip_dragged_new(NULL, number) : NULL;
}

void
noslip_window_add_numbers(NoslipWindow *self)
{
  GtkDragSource *source = gtk_drag_source_new();
  gtk_drag_source_set_actions(source, GDK_ACTION_COPY);
  g_signal_connect(source, "prepare", G_CALLBACK(prepared), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(source));
}

/* The number under the pointer, or NULL. */
static char *
pointed_number(NoslipWindow *self)
{
  GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(self));
  GdkSeat *seat = gdk_display_get_default_seat(gtk_widget_get_display(GTK_WIDGET(self)));
  GdkDevice *pointer = seat ? gdk_seat_get_pointer(seat) : NULL;
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(self));
  double x, y, left, top, scene_x, scene_y;
  if (!pointer || !gdk_surface_get_device_position(surface, pointer, &x, &y, NULL))
    return NULL;
  gtk_native_get_surface_transform(GTK_NATIVE(self), &left, &top);
  char *number = label_number(self, x - left, y - top);
  number = number ? number : view_number(self, x - left, y - top);
  if (!number && gtk_widget_get_mapped(scene) &&
      gtk_widget_translate_coordinates(GTK_WIDGET(self), scene, x - left, y - top, &scene_x, &scene_y))
    number = noslip_scene_view_number_at(NOSLIP_SCENE_VIEW(scene), scene_x, scene_y);
  return number;
}

static char *
text_to_copy(NoslipWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(self));
  char text[NOSLIP_DECIMAL_SIZE];
  if (GTK_IS_RANGE(focus))
    return g_strdup(noslip_decimal_text(gtk_range_get_value(GTK_RANGE(focus)), text));
  char *number = pointed_number(self);
  return number ? number : noslip_scene_view_words(noslip_window_scene(self));
}

void
noslip_window_copy(NoslipWindow *self)
{
  g_autofree char *text = text_to_copy(self);
  gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(self)), text);
  noslip_window_toast(self, _("Copied"));
}
