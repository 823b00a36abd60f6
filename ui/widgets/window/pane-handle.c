/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/pane-handle.h"

#define STEP 16 /* pixels that an arrow key moves it */

typedef struct {
  GtkWidget *handle, *pane; /* borrowed: same lifetime */
  int least, most, begun;   /* begun: width of the pane when the drag began */
  double grabbed;           /* position of the pointer at that time, along the parent */
} Edge;

static void
edge_unref(gpointer data, GClosure *closure)
{
  g_rc_box_release(data);
}

static int
width_of(const Edge *edge)
{
  int width = 0;
  gtk_widget_get_size_request(edge->pane, &width, NULL);
  return width;
}

static void
set_width(Edge *edge, int width)
{
  gtk_widget_set_size_request(edge->pane, CLAMP(width, edge->least, edge->most), -1);
}

/* The handle moves under the pointer: positions are measured in a widget that does not move. */
static double
pointer_along(Edge *edge, double x)
{
  GtkWidget *parent = gtk_widget_get_parent(edge->handle);
  double along = x, unused;
  if (parent)
    gtk_widget_translate_coordinates(edge->handle, parent, x, 0, &along, &unused);
  return along;
}

static void
begun(GtkGestureDrag *drag, double x, double y, Edge *edge)
{
  edge->begun = width_of(edge);
  edge->grabbed = pointer_along(edge, x);
  gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
dragged(GtkGestureDrag *drag, double dx, double dy, Edge *edge)
{
  double x = 0, y = 0;
  if (gtk_gesture_drag_get_start_point(drag, &x, &y))
    set_width(edge, edge->begun + (int) (pointer_along(edge, x + dx) - edge->grabbed));
}

static gboolean
pressed(GtkEventControllerKey *keys, guint value, guint code, GdkModifierType state, Edge *edge)
{
  if (value != GDK_KEY_Left && value != GDK_KEY_Right)
    return FALSE;
  set_width(edge, width_of(edge) + (value == GDK_KEY_Right ? STEP : -STEP));
  return TRUE;
}

GtkWidget *
noslip_pane_handle_new(GtkWidget *pane, const char *label, int least, int most)
{
  GtkWidget *handle = gtk_separator_new(GTK_ORIENTATION_VERTICAL);
  Edge *edge = g_rc_box_new0(Edge); /* of the handlers: one reference each */
  *edge = (Edge){.handle = handle, .pane = pane, .least = least, .most = most};
  gtk_widget_add_css_class(handle, "noslip-handle");
  gtk_widget_set_cursor_from_name(handle, "col-resize");
  gtk_widget_set_focusable(handle, TRUE);
  gtk_accessible_update_property(GTK_ACCESSIBLE(handle), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  GtkGesture *drag = gtk_gesture_drag_new();
  g_signal_connect_data(drag, "drag-begin", G_CALLBACK(begun), g_rc_box_acquire(edge), edge_unref, 0);
  g_signal_connect_data(drag, "drag-update", G_CALLBACK(dragged), g_rc_box_acquire(edge), edge_unref, 0);
  gtk_widget_add_controller(handle, GTK_EVENT_CONTROLLER(drag));
  GtkEventController *keys = gtk_event_controller_key_new();
  g_signal_connect_data(keys, "key-pressed", G_CALLBACK(pressed), edge, edge_unref, 0);
  gtk_widget_add_controller(handle, keys);
  return handle;
}

int
noslip_paned_divider(GtkPaned *paned)
{
  int pixels = 0;
  for (GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(paned)); child;
       child = gtk_widget_get_next_sibling(child))
    if (child != gtk_paned_get_start_child(paned) && child != gtk_paned_get_end_child(paned))
      gtk_widget_measure(child, gtk_orientable_get_orientation(GTK_ORIENTABLE(paned)), -1, NULL, &pixels, NULL, NULL);
  return pixels;
}
