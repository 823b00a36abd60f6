/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moving bodies and arrows by hand while the motion is paused, and undoing it. */
#include "ui/widgets/scene/scene-private.h"

#include <math.h>

#define MOST_UNDO 50

#define NEAR 60 /* pixels from a body's middle that still select it, if something that cannot be held is in front */

static int
nearest_of(NoslipSceneView *self, guint first, guint end, double x, double y)
{
  double width = gtk_widget_get_width(GTK_WIDGET(self)), height = gtk_widget_get_height(GTK_WIDGET(self));
  double best = NEAR;
  int found = -1;
  for (guint i = first; i < end; i++) {
    const NoslipBody *body = noslip_scene_body(self->scene, i);
    double px, py, depth;
    if (!noslip_body_is_solid(body) ||
        !noslip_camera_project(&self->camera, width, height, body->transform + 12, &px, &py, &depth))
      continue;
    if (hypot(px - x, py - y) < best) {
      best = hypot(px - x, py - y);
      found = (int) i;
    }
  }
  return found;
}

int
noslip_scene_view_nearest_body(NoslipSceneView *self, double x, double y)
{
  return nearest_of(self, 0, self->n_primary, x, y);
}

/* The ghost where the motion is to end may be taken at any time. */
static gboolean
take_destination(NoslipSceneView *self, double x, double y)
{
  int body = noslip_scene_pick(self->scene, &self->camera, gtk_widget_get_width(GTK_WIDGET(self)),
                               gtk_widget_get_height(GTK_WIDGET(self)), x, y, self->grab_point);
  if (!noslip_scene_view_is_destination(self, body))
    return FALSE;
  self->grab_scale = 1;
  self->grab = noslip_grab_new_destination(self->simulation, noslip_scene_body(self->scene, (guint) body)->source);
  if (!self->grab && (body = nearest_of(self, self->destination_first, self->destination_end, x, y)) >= 0)
    self->grab = noslip_grab_new_destination(self->simulation, noslip_scene_body(self->scene, (guint) body)->source);
  return self->grab != NULL;
}

/* While the motion rests, a body or an arrow under the pointer is taken; else the drag is the camera's. */
void
noslip_scene_view_take_hold(NoslipSceneView *self, double x, double y)
{
  self->grab_moved = FALSE;
  if (!self->simulation || take_destination(self, x, y) ||
      noslip_simulation_playhead(self->simulation)->state == NOSLIP_PLAYING)
    return;
  int body = noslip_scene_pick(self->scene, &self->camera, gtk_widget_get_width(GTK_WIDGET(self)),
                               gtk_widget_get_height(GTK_WIDGET(self)), x, y, self->grab_point);
  if (body < 0 || (guint) body >= self->n_primary)
    return;
  const NoslipBody *held = noslip_scene_body(self->scene, (guint) body);
  self->grab_scale = held->kind == NOSLIP_BODY_ARROW ? held->magnification : 1;
  self->grab = noslip_grab_new(self->simulation, held->source);
  if (!self->grab && (body = noslip_scene_view_nearest_body(self, x, y)) >= 0) {
    self->grab_scale = 1;
    self->grab = noslip_grab_new(self->simulation, noslip_scene_body(self->scene, (guint) body)->source);
  }
}

/* The point under the pointer moves in its horizontal plane. */
void
noslip_scene_view_move_held(NoslipSceneView *self, double px, double py)
{
  double point[3];
  if (noslip_camera_on_plane(&self->camera, gtk_widget_get_width(GTK_WIDGET(self)),
                             gtk_widget_get_height(GTK_WIDGET(self)), px, py, self->grab_point[2], point))
    noslip_grab_move(self->grab, (point[0] - self->grab_point[0]) / self->grab_scale,
                     (point[1] - self->grab_point[1]) / self->grab_scale);
  self->grab_moved = TRUE;
}

void
noslip_scene_view_release(NoslipSceneView *self)
{
  if (!self->grab)
    return;
  if (self->grab_moved && !noslip_grab_is_destination(self->grab))
    g_ptr_array_add(self->undo, g_steal_pointer(&self->grab));
  g_clear_pointer(&self->grab, noslip_grab_free);
  if (self->undo->len > MOST_UNDO)
    g_ptr_array_remove_index(self->undo, 0);
}

gboolean
noslip_scene_view_can_undo_drag(NoslipSceneView *self)
{
  return self->undo->len > 0 && noslip_simulation_playhead(self->simulation)->state != NOSLIP_PLAYING;
}

gboolean
noslip_scene_view_undo_drag(NoslipSceneView *self)
{
  if (self->undo->len == 0)
    return FALSE;
  g_autoptr(NoslipGrab) grab = g_ptr_array_steal_index(self->undo, self->undo->len - 1);
  noslip_playback_pause(noslip_simulation_playback(self->simulation));
  noslip_grab_undo(grab);
  return TRUE;
}
