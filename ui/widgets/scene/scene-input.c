/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scene's camera by mouse, touchpad and keys. */
#include "ui/widgets/common/scroll.h"
#include "ui/widgets/scene/scene-private.h"

#include <math.h>

#define TURN (G_PI / 36) /* radians: of the ghost that is held, for a step of the wheel */

void
noslip_scene_view_orbit(NoslipSceneView *self, double azimuth, double elevation)
{
  noslip_camera_orbit(&self->camera, azimuth, elevation);
  noslip_scene_view_draw_soon(self);
}

void
noslip_scene_view_get_camera(NoslipSceneView *self, NoslipCamera *camera)
{
  *camera = self->camera;
}

void
noslip_scene_view_set_camera(NoslipSceneView *self, const NoslipCamera *camera)
{
  self->camera = *camera;
  self->framed = self->held = TRUE;
  self->keep_target = camera->following; /* the body is at its position at the time when the camera was saved */
  self->anchored = FALSE;
  self->followed = 0;
  noslip_scene_view_draw_soon(self);
}

void
noslip_scene_view_zoom(NoslipSceneView *self, double factor)
{
  noslip_camera_zoom(&self->camera, factor);
  noslip_scene_view_draw_soon(self);
}

void
noslip_scene_view_preset(NoslipSceneView *self, NoslipCameraPreset preset)
{
  noslip_camera_preset(&self->camera, preset);
  self->camera.automatic = !self->camera.following;
  self->followed = 0;
  noslip_scene_view_draw_soon(self);
}

void
noslip_scene_view_reset_camera(NoslipSceneView *self)
{
  self->framed = FALSE;
  noslip_scene_view_draw_soon(self);
}

void
noslip_scene_view_frame_all(NoslipSceneView *self)
{
  NoslipFraming framing;
  if (!noslip_scene_view_framing(self, &framing))
    return;
  noslip_camera_track(&self->camera);
  noslip_camera_frame(&self->camera, &framing.all, noslip_scene_view_aspect(self));
  self->camera.zoomed = TRUE; /* it continues tracking at this distance */
  noslip_scene_view_draw_soon(self);
}

gboolean
noslip_scene_view_press(NoslipSceneView *self, guint key)
{
  switch (key) {
  case GDK_KEY_i:
    noslip_scene_view_preset(self, NOSLIP_CAMERA_ISOMETRIC);
    return TRUE;
  case GDK_KEY_t:
    noslip_scene_view_preset(self, NOSLIP_CAMERA_TOP);
    return TRUE;
  case GDK_KEY_f:
    noslip_scene_view_preset(self, NOSLIP_CAMERA_FRONT);
    return TRUE;
  case GDK_KEY_s:
    noslip_scene_view_preset(self, NOSLIP_CAMERA_SIDE);
    return TRUE;
  case GDK_KEY_a:
    noslip_scene_view_frame_all(self);
    return TRUE;
  case GDK_KEY_g:
    noslip_scene_view_set_following(self, !self->camera.following);
    return TRUE;
  case GDK_KEY_Home:
    noslip_scene_view_reset_camera(self);
    return TRUE;
  default:
    return FALSE;
  }
}

static void
drag_ended(GtkGestureDrag *gesture, double dx, double dy, NoslipSceneView *self)
{
  noslip_scene_view_release(self);
  noslip_scene_view_end_push(self);
}

static void
drag_begun(GtkGestureDrag *gesture, double x, double y, NoslipSceneView *self)
{
  g_autofree char *number = noslip_scene_view_number_at(self, x, y);
  self->drag_x = self->drag_y = 0;
  gtk_widget_grab_focus(GTK_WIDGET(self));
  noslip_scene_view_release(self);
  noslip_scene_view_end_push(self);
  gboolean primary = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture)) == GDK_BUTTON_PRIMARY;
  if (number && primary) { /* it is dragged itself */
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
  if ((state & GDK_CONTROL_MASK) && noslip_scene_view_take_push(self, x, y))
    return;
  if (noslip_scene_view_press_pointer_to_body(self, x, y))
    return;
  if (primary)
    noslip_scene_view_take_hold(self, x, y);
}

static void
dragged(GtkGestureDrag *gesture, double dx, double dy, NoslipSceneView *self)
{
  double step_x = dx - self->drag_x, step_y = dy - self->drag_y;
  self->drag_x = dx;
  self->drag_y = dy;
  if (self->pulls) {
    double x, y;
    gtk_gesture_drag_get_start_point(gesture, &x, &y);
    noslip_scene_view_move_push(self, x + dx, y + dy);
    return;
  }
  if (self->grab) {
    double x, y;
    gtk_gesture_drag_get_start_point(gesture, &x, &y);
    noslip_scene_view_move_held(self, x + dx, y + dy);
    return;
  }
  GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
  if (gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture)) != GDK_BUTTON_PRIMARY ||
      (state & GDK_SHIFT_MASK))
    noslip_camera_pan(&self->camera, step_x, step_y, gtk_widget_get_height(GTK_WIDGET(self)));
  else
    noslip_camera_orbit(&self->camera, -step_x * 0.008, step_y * 0.008);
  noslip_scene_view_draw_soon(self);
}

/* A wheel zooms; two fingers on a touchpad orbit, with Shift they pan, with Control they zoom. */
static gboolean
scrolled(GtkEventControllerScroll *controller, double dx, double dy, NoslipSceneView *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(controller));
  noslip_scroll_to_steps(controller, &dx, &dy);
  if (self->pulls) {
    noslip_hands_spin_body(noslip_simulation_hands(self->simulation), -dy);
    return TRUE;
  }
  if (self->grab && noslip_grab_turn(self->grab, -TURN * dy))
    return TRUE;
  if (!noslip_scroll_is_touchpad(controller) || (state & GDK_CONTROL_MASK)) {
    noslip_scene_view_zoom(self, pow(1.1, -dy));
  } else if (state & GDK_SHIFT_MASK) {
    noslip_camera_pan(&self->camera, -NOSLIP_SCROLL_STEP * dx, -NOSLIP_SCROLL_STEP * dy,
                      gtk_widget_get_height(GTK_WIDGET(self)));
    noslip_scene_view_draw_soon(self);
  } else {
    noslip_scene_view_orbit(self, 0.06 * dx, 0.06 * dy);
  }
  return TRUE;
}

static void
pinched(GtkGestureZoom *gesture, double scale, NoslipSceneView *self)
{
  if (!(scale > 0))
    return;
  noslip_scene_view_zoom(self, scale / self->pinched);
  self->pinched = scale;
}

static void
pinch_begun(GtkGesture *gesture, GdkEventSequence *sequence, NoslipSceneView *self)
{
  self->pinched = 1;
}

/* Shift brakes the body that the hand pulls at. */
static gboolean
brakes(const NoslipSceneView *self, guint key)
{
  return self->pulls && (key == GDK_KEY_Shift_L || key == GDK_KEY_Shift_R);
}

static void
released_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipSceneView *self)
{
  if (brakes(self, key))
    noslip_hands_brake_body(noslip_simulation_hands(self->simulation), FALSE);
}

static gboolean
pressed_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipSceneView *self)
{
  if (brakes(self, key)) {
    noslip_hands_brake_body(noslip_simulation_hands(self->simulation), TRUE);
    return TRUE;
  }
  if ((state & GDK_CONTROL_MASK) && key == GDK_KEY_z)
    return noslip_scene_view_undo_drag(self);
  if (!(state & GDK_SHIFT_MASK) && (key == GDK_KEY_Left || key == GDK_KEY_Right))
    return FALSE; /* those keys step in time */
  switch (key) {
  case GDK_KEY_Left:
    noslip_scene_view_orbit(self, -0.1, 0);
    return TRUE;
  case GDK_KEY_Right:
    noslip_scene_view_orbit(self, 0.1, 0);
    return TRUE;
  case GDK_KEY_Up:
    noslip_scene_view_orbit(self, 0, 0.08);
    return TRUE;
  case GDK_KEY_Down:
    noslip_scene_view_orbit(self, 0, -0.08);
    return TRUE;
  default:
    return FALSE;
  }
}

static void
on_motion(GtkEventControllerMotion *controller, double x, double y, NoslipSceneView *self)
{
  self->pointer_x = x;
  self->pointer_y = y;
  noslip_scene_view_draw_soon(self);
}

static void
on_leave(GtkEventControllerMotion *controller, NoslipSceneView *self)
{
  self->pointer_x = self->pointer_y = NAN;
  noslip_scene_view_draw_soon(self);
}

void
noslip_scene_view_add_input(NoslipSceneView *self)
{
  GtkWidget *widget = GTK_WIDGET(self);
  GtkGesture *drag = gtk_gesture_drag_new();
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(drag), 0);
  g_signal_connect(drag, "drag-begin", G_CALLBACK(drag_begun), self);
  g_signal_connect(drag, "drag-update", G_CALLBACK(dragged), self);
  g_signal_connect(drag, "drag-end", G_CALLBACK(drag_ended), self);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(drag));
  GtkGesture *pinch = gtk_gesture_zoom_new();
  g_signal_connect(pinch, "begin", G_CALLBACK(pinch_begun), self);
  g_signal_connect(pinch, "scale-changed", G_CALLBACK(pinched), self);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(pinch));
  GtkEventController *scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect(scroll, "scroll", G_CALLBACK(scrolled), self);
  gtk_widget_add_controller(widget, scroll);
  GtkEventController *motion = gtk_event_controller_motion_new();
  g_signal_connect(motion, "motion", G_CALLBACK(on_motion), self);
  g_signal_connect(motion, "leave", G_CALLBACK(on_leave), self);
  gtk_widget_add_controller(widget, motion);
  noslip_scene_view_add_numbers(self);
  GtkEventController *key = gtk_event_controller_key_new();
  g_signal_connect(key, "key-pressed", G_CALLBACK(pressed_key), self);
  g_signal_connect(key, "key-released", G_CALLBACK(released_key), self);
  gtk_widget_add_controller(widget, key);
}
