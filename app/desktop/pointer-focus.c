/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the keys go after a click. A button that was clicked would keep the focus, and Space would press it again; so
 * the focus moves to the scene once the click is over, except from text and from views, which have keys of their own.
 * A control that was reached by keyboard keeps it. */
#include "app/desktop/desktop.h"

#include "ui/widgets/window/loop-marks.h"

#define BY_POINTER "noslip-focus-by-pointer"
#define RELEASED "noslip-pointer-released"
#define FOLLOWS 600 /* milliseconds in which a change of focus still belongs to a click: a popover that closes */

static gsize
now(void)
{
  return (gsize) (g_get_monotonic_time() / 1000);
}

static void
set_by_pointer(NoslipWindow *window, gboolean by_pointer)
{
  g_object_set_data(G_OBJECT(window), BY_POINTER, by_pointer ? window : NULL);
}

gboolean
noslip_pointer_focus_keeps(GtkWidget *focus)
{
  if (!gtk_widget_get_mapped(focus))
    return FALSE;
  return GTK_IS_TEXT(focus) || GTK_IS_TEXT_VIEW(focus) || NOSLIP_IS_SCENE_VIEW(focus) ||
         gtk_widget_get_ancestor(focus, NOSLIP_TYPE_VIEW) || gtk_widget_get_ancestor(focus, NOSLIP_TYPE_LOOP_MARKS) ||
         gtk_widget_get_ancestor(focus, GTK_TYPE_POPOVER);
}

static gboolean
move_late(gpointer data)
{
  NoslipWindow *window = data;
  GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(window));
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  if (!noslip_pointer_focus_is_by_pointer(window) || (focus && noslip_pointer_focus_keeps(focus)))
    return G_SOURCE_REMOVE;
  if (!gtk_widget_get_mapped(scene) || !gtk_widget_grab_focus(scene))
    gtk_window_set_focus(GTK_WINDOW(window), NULL); /* a view is maximised: keys go to the window */
  return G_SOURCE_REMOVE;
}

static void
move_focus(NoslipWindow *window)
{
  g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, move_late, g_object_ref(window), g_object_unref);
}

void
noslip_pointer_focus_to_scene(NoslipWindow *window)
{
  set_by_pointer(window, TRUE);
  g_object_set_data(G_OBJECT(window), RELEASED, GSIZE_TO_POINTER(now()));
  if (gtk_widget_get_mapped(GTK_WIDGET(noslip_window_scene(window))))
    gtk_widget_grab_focus(GTK_WIDGET(noslip_window_scene(window)));
  move_focus(window);
}

static gboolean
on_event(GtkEventControllerLegacy *controller, GdkEvent *event, NoslipWindow *window)
{
  GdkEventType type = gdk_event_get_event_type(event);
  if (type == GDK_BUTTON_PRESS || type == GDK_TOUCH_BEGIN)
    set_by_pointer(window, TRUE);
  if (type == GDK_BUTTON_RELEASE || type == GDK_TOUCH_END) {
    g_object_set_data(G_OBJECT(window), RELEASED, GSIZE_TO_POINTER(now()));
    move_focus(window);
  }
  return GDK_EVENT_PROPAGATE;
}

/* A popover that closes gives the focus back to its button. */
static void
on_focus(GtkWindow *window, GParamSpec *pspec, gpointer data)
{
  gsize since = now() - GPOINTER_TO_SIZE(g_object_get_data(G_OBJECT(window), RELEASED));
  if (noslip_pointer_focus_is_by_pointer(NOSLIP_WINDOW(window)) && since < FOLLOWS)
    move_focus(NOSLIP_WINDOW(window));
}

/* A view that was maximised gives way to the scene, which takes the keys that nothing else has. */
static void
on_scene_mapped(GtkWidget *scene, NoslipWindow *window)
{
  if (!gtk_window_get_focus(GTK_WINDOW(window)))
    move_focus(window);
}

gboolean
noslip_pointer_focus_is_by_pointer(NoslipWindow *window)
{
  return g_object_get_data(G_OBJECT(window), BY_POINTER) != NULL;
}

void
noslip_pointer_focus_key(NoslipWindow *window, guint value)
{
  if (value == GDK_KEY_Tab || value == GDK_KEY_ISO_Left_Tab || value == GDK_KEY_KP_Tab || value == GDK_KEY_F6 ||
      value == GDK_KEY_F10 || value == GDK_KEY_Alt_L)
    set_by_pointer(window, FALSE);
}

void
noslip_pointer_focus_attach(NoslipWindow *window)
{
  GtkEventController *controller = gtk_event_controller_legacy_new();
  gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE);
  g_signal_connect(controller, "event", G_CALLBACK(on_event), window);
  gtk_widget_add_controller(GTK_WIDGET(window), controller);
  g_signal_connect(window, "notify::focus-widget", G_CALLBACK(on_focus), NULL);
  g_signal_connect_object(noslip_window_scene(window), "map", G_CALLBACK(on_scene_mapped), window, 0);
}
