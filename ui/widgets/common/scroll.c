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

#define HELD "noslip-extent-held"

static gboolean
release_extent(gpointer adjustment)
{
  g_object_set_data(adjustment, HELD, NULL);
  g_object_thaw_notify(adjustment);
  return G_SOURCE_REMOVE;
}

void
noslip_scroll_hold_extent(GtkScrollable *text)
{
  GtkAdjustment *both[] = {gtk_scrollable_get_hadjustment(text), gtk_scrollable_get_vadjustment(text)};
  for (guint i = 0; i < G_N_ELEMENTS(both); i++)
    if (both[i] && !g_object_get_data(G_OBJECT(both[i]), HELD)) {
      g_object_set_data(G_OBJECT(both[i]), HELD, both[i]);
      g_object_freeze_notify(G_OBJECT(both[i]));
      g_idle_add_full(G_PRIORITY_DEFAULT, release_extent, g_object_ref(both[i]), g_object_unref);
    }
}

/* The range of a scroll bar that belongs to the text, or NULL. */
static GtkWidget *
range_of(GtkWidget *text, GtkOrientation orientation)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor(text, GTK_TYPE_SCROLLED_WINDOW), *bar = NULL;
  if (scrolled)
    bar = orientation == GTK_ORIENTATION_VERTICAL ? gtk_scrolled_window_get_vscrollbar(GTK_SCROLLED_WINDOW(scrolled))
                                                  : gtk_scrolled_window_get_hscrollbar(GTK_SCROLLED_WINDOW(scrolled));
  return bar ? gtk_widget_get_first_child(bar) : NULL;
}

static gboolean
emit_value(gpointer adjustment)
{
  g_signal_emit_by_name(adjustment, "value-changed");
  return G_SOURCE_REMOVE;
}

void
noslip_scroll_draw_text(GtkWidget *text, GtkSnapshot *snapshot, void (*draw)(GtkWidget *text, GtkSnapshot *))
{
  GtkAdjustment *both[] = {gtk_scrollable_get_hadjustment(GTK_SCROLLABLE(text)),
                           gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(text))};
  GtkWidget *ranges[] = {range_of(text, GTK_ORIENTATION_HORIZONTAL), range_of(text, GTK_ORIENTATION_VERTICAL)};
  double values[G_N_ELEMENTS(both)] = {0};
  for (guint i = 0; i < G_N_ELEMENTS(both); i++)
    if (both[i] && ranges[i]) {
      values[i] = gtk_adjustment_get_value(both[i]);
      g_signal_handlers_block_matched(both[i], G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, ranges[i]);
    }
  noslip_scroll_hold_extent(GTK_SCROLLABLE(text));
  draw(text, snapshot);
  for (guint i = 0; i < G_N_ELEMENTS(both); i++)
    if (both[i] && ranges[i]) {
      g_signal_handlers_unblock_matched(both[i], G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, ranges[i]);
      if (gtk_adjustment_get_value(both[i]) != values[i])
        g_idle_add_full(G_PRIORITY_DEFAULT, emit_value, g_object_ref(both[i]), g_object_unref);
    }
}
