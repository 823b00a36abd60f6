/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/scroll.h"

void
noslip_scroll_to_steps(GtkEventControllerScroll *controller, double *dx, double *dy)
{
  if (gtk_event_controller_scroll_get_unit(controller) != GDK_SCROLL_UNIT_SURFACE)
    return;
  *dx /= NOSLIP_SCROLL_STEP;
  *dy /= NOSLIP_SCROLL_STEP;
}

/* X11 does not report the device or pixels of a scroll: a scroll without clicks is treated as a touchpad's. */
static gboolean
is_even_on_x11(GtkEventController *controller, GdkDevice *device)
{
  GdkEvent *event = gtk_event_controller_get_current_event(controller);
  GdkSeat *seat = device ? gdk_device_get_seat(device) : NULL;
  return event && seat && device == gdk_seat_get_pointer(seat) &&
         gdk_scroll_event_get_direction(event) == GDK_SCROLL_SMOOTH;
}

gboolean
noslip_scroll_is_touchpad(GtkEventControllerScroll *controller)
{
  GdkDevice *device = gtk_event_controller_get_current_event_device(GTK_EVENT_CONTROLLER(controller));
  return gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_SURFACE ||
         (device && gdk_device_get_source(device) == GDK_SOURCE_TOUCHPAD) ||
         is_even_on_x11(GTK_EVENT_CONTROLLER(controller), device);
}

void
noslip_scroll_keep(GtkWidget *scrolled_window)
{
  GtkWidget *viewport = gtk_scrolled_window_get_child(GTK_SCROLLED_WINDOW(scrolled_window));
  gtk_viewport_set_scroll_to_focus(GTK_VIEWPORT(viewport), FALSE);
}

void
noslip_scroll_pass(GtkWidget *range)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(range);
  for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
    g_autoptr(GtkEventController) controller = g_list_model_get_item(controllers, i);
    if (GTK_IS_EVENT_CONTROLLER_SCROLL(controller))
      gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_NONE);
  }
}
