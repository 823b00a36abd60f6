/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/scroll.h"

void
noslip_scroll_to_steps(GtkEventControllerScroll *controller, double *dx, double *dy)
{
  if (gtk_event_controller_scroll_get_unit(controller) != GDK_SCROLL_UNIT_SURFACE)
    return;
  *dx /= NOSLIP_SCROLL_STEP;
  *dy /= NOSLIP_SCROLL_STEP;
}

gboolean
noslip_scroll_is_touchpad(GtkEventControllerScroll *controller)
{
  GdkDevice *device = gtk_event_controller_get_current_event_device(GTK_EVENT_CONTROLLER(controller));
  return gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_SURFACE ||
         (device && gdk_device_get_source(device) == GDK_SOURCE_TOUCHPAD);
}
