/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/pointer-focus.h"

#include "ui/widgets/scene/scene-view.h"
#include "ui/widgets/views/view.h"
#include "ui/widgets/window/loop-marks.h"

#define FOLLOWS 600000 /* microseconds after a click in which it explains a change of focus */

struct _NoslipPointerFocus {
  GObject parent;
  GtkWindow *window; /* weak pointers */
  GtkWidget *scene;
  gboolean by_pointer; /* a click moved the focus to its present place */
  gint64 released;     /* the last click; monotonic, microseconds */
};

G_DEFINE_FINAL_TYPE(NoslipPointerFocus, noslip_pointer_focus, G_TYPE_OBJECT)

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
  NoslipPointerFocus *self = data;
  GtkWidget *focus = self->window ? gtk_window_get_focus(self->window) : NULL;
  if (!self->window || !self->scene || !self->by_pointer || (focus && noslip_pointer_focus_keeps(focus)))
    return G_SOURCE_REMOVE;
  if (!gtk_widget_get_mapped(self->scene) || !gtk_widget_grab_focus(self->scene))
    gtk_window_set_focus(self->window, NULL); /* a view is maximised: keys go to the window */
  return G_SOURCE_REMOVE;
}

static void
move_focus(NoslipPointerFocus *self)
{
  g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, move_late, g_object_ref(self), g_object_unref);
}

void
noslip_pointer_focus_to_scene(NoslipPointerFocus *self)
{
  self->by_pointer = TRUE;
  self->released = g_get_monotonic_time();
  if (self->scene && gtk_widget_get_mapped(self->scene))
    gtk_widget_grab_focus(self->scene);
  move_focus(self);
}

static gboolean
on_event(GtkEventControllerLegacy *controller, GdkEvent *event, NoslipPointerFocus *self)
{
  GdkEventType type = gdk_event_get_event_type(event);
  if (type == GDK_BUTTON_PRESS || type == GDK_TOUCH_BEGIN)
    self->by_pointer = TRUE;
  if (type == GDK_BUTTON_RELEASE || type == GDK_TOUCH_END) {
    self->released = g_get_monotonic_time();
    move_focus(self);
  }
  return GDK_EVENT_PROPAGATE;
}

/* A popover that closes returns the focus to its button. */
static void
on_focus(GtkWindow *window, GParamSpec *pspec, NoslipPointerFocus *self)
{
  if (self->by_pointer && g_get_monotonic_time() - self->released < FOLLOWS)
    move_focus(self);
}

/* Focus moves from a maximised view to the scene, which handles the remaining keys. */
static void
on_scene_mapped(GtkWidget *scene, NoslipPointerFocus *self)
{
  if (self->window && !gtk_window_get_focus(self->window))
    move_focus(self);
}

gboolean
noslip_pointer_focus_is_by_pointer(NoslipPointerFocus *self)
{
  return self->by_pointer;
}

void
noslip_pointer_focus_key(NoslipPointerFocus *self, guint value)
{
  if (value == GDK_KEY_Tab || value == GDK_KEY_ISO_Left_Tab || value == GDK_KEY_KP_Tab || value == GDK_KEY_F6 ||
      value == GDK_KEY_F10 || value == GDK_KEY_Alt_L)
    self->by_pointer = FALSE;
}

static void
noslip_pointer_focus_dispose(GObject *object)
{
  NoslipPointerFocus *self = NOSLIP_POINTER_FOCUS(object);
  g_clear_weak_pointer(&self->window);
  g_clear_weak_pointer(&self->scene);
  G_OBJECT_CLASS(noslip_pointer_focus_parent_class)->dispose(object);
}

static void
noslip_pointer_focus_class_init(NoslipPointerFocusClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_pointer_focus_dispose;
}

static void
noslip_pointer_focus_init(NoslipPointerFocus *self)
{
}

NoslipPointerFocus *
noslip_pointer_focus_new(GtkWindow *window, GtkWidget *scene)
{
  NoslipPointerFocus *self = g_object_new(NOSLIP_TYPE_POINTER_FOCUS, NULL);
  g_set_weak_pointer(&self->window, window);
  g_set_weak_pointer(&self->scene, scene);
  GtkEventController *controller = gtk_event_controller_legacy_new();
  gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE);
  g_signal_connect_object(controller, "event", G_CALLBACK(on_event), self, 0);
  gtk_widget_add_controller(GTK_WIDGET(window), controller);
  g_signal_connect_object(window, "notify::focus-widget", G_CALLBACK(on_focus), self, 0);
  g_signal_connect_object(scene, "map", G_CALLBACK(on_scene_mapped), self, 0);
  return self;
}
