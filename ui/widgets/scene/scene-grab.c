/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies and arrows by hand, while the motion rests; and taking that back. */
#include "ui/widgets/scene/scene-private.h"

#include <math.h>

#define MOST_UNDO 50

#define NEAR 60 /* pixels from a body's middle that still mean it, where something that cannot be held is in front */

int
noslip_scene_view_nearest_body(NoslipSceneView *self, double x, double y)
{
  double width = gtk_widget_get_width(GTK_WIDGET(self)), height = gtk_widget_get_height(GTK_WIDGET(self));
  double best = NEAR;
  int found = -1;
  for (guint i = 0; i < self->n_primary; i++) {
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

/* While the motion rests, a body or an arrow under the pointer is taken; else the drag is the camera's. */
void
noslip_scene_view_take_hold(NoslipSceneView *self, double x, double y)
{
  if (!self->simulation || noslip_simulation_playhead(self->simulation)->state == NOSLIP_PLAYING)
    return;
  self->grab_moved = FALSE;
  int body = noslip_scene_pick(self->scene, &self->camera, gtk_widget_get_width(GTK_WIDGET(self)),
                               gtk_widget_get_height(GTK_WIDGET(self)), x, y, self->grab_point);
  if (body < 0 || (guint) body >= self->n_primary)
    return;
  self->grab_scale = noslip_scene_body(self->scene, (guint) body)->magnification;
  self->grab = noslip_grab_new(self->simulation, noslip_scene_body(self->scene, (guint) body)->source);
  if (!self->grab && (body = noslip_scene_view_nearest_body(self, x, y)) >= 0) {
    self->grab_scale = 1;
    self->grab = noslip_grab_new(self->simulation, noslip_scene_body(self->scene, (guint) body)->source);
  }
}

/* The point under the pointer moves in the horizontal plane in which it was taken. */
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
noslip_scene_view_let_go(NoslipSceneView *self)
{
  if (!self->grab)
    return;
  if (self->grab_moved)
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
  noslip_simulation_pause(self->simulation);
  noslip_grab_undo(grab);
  return TRUE;
}
