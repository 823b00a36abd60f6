/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pulling at a body while the motion runs: Ctrl and a drag stretch a rubber band from the body to the pointer. */
#include "ui/widgets/scene/scene-private.h"

#include <math.h>

#define BAND 3.0 /* pixels */
#define DOT 4.5
#define LEVEL 0.3 /* radians above the horizon, below which horizontal planes are seen edge-on */

static gboolean
take(NoslipSceneView *self, int body)
{
  return body >= 0 && (guint) body < self->n_primary &&
         noslip_hands_take_body(noslip_simulation_hands(self->simulation),
                                noslip_scene_body(self->scene, (guint) body)->source, self->grab_point);
}

/* Why no body was taken, if the pointer was on one. */
static void
explain_refusal(NoslipSceneView *self, int picked, double x, double y)
{
  int body = picked;
  if (body >= 0 && (guint) body < self->n_primary &&
      !noslip_body_is_solid(noslip_scene_body(self->scene, (guint) body)))
    body = noslip_scene_view_nearest_body(self, x, y);
  if (body < 0 || (guint) body >= self->n_primary || noslip_scene_body(self->scene, (guint) body)->source == G_MAXUINT)
    return;
  g_autofree char *refusal = noslip_hands_push_refusal(noslip_simulation_hands(self->simulation),
                                                       noslip_scene_body(self->scene, (guint) body)->source);
  if (refusal)
    g_signal_emit_by_name(self, "message", refusal);
}

/* The body under the pointer; the nearest one if something that cannot be pulled, such as an arrow, is in front. */
gboolean
noslip_scene_view_take_push(NoslipSceneView *self, double x, double y)
{
  if (!self->simulation || noslip_simulation_playhead(self->simulation)->state != NOSLIP_PLAYING)
    return FALSE;
  int body = noslip_scene_pick(self->scene, &self->camera, gtk_widget_get_width(GTK_WIDGET(self)),
                               gtk_widget_get_height(GTK_WIDGET(self)), x, y, self->grab_point);
  self->pulls = body >= 0 && (take(self, body) || take(self, noslip_scene_view_nearest_body(self, x, y)));
  if (!self->pulls)
    explain_refusal(self, body, x, y);
  return self->pulls;
}

/* The intersection of the ray through a pixel with the upright plane through the grabbed point, facing the camera. */
static gboolean
on_upright_plane(NoslipSceneView *self, double width, double height, double x, double y, double point[3])
{
  double origin[3], ahead[3], direction[3];
  noslip_camera_ray(&self->camera, width, height, width / 2, height / 2, origin, ahead);
  noslip_camera_ray(&self->camera, width, height, x, y, origin, direction);
  double towards = direction[0] * ahead[0] + direction[1] * ahead[1];
  double s = ((self->grab_point[0] - origin[0]) * ahead[0] + (self->grab_point[1] - origin[1]) * ahead[1]) / towards;
  for (guint i = 0; i < 3; i++)
    point[i] = origin[i] + s * direction[i];
  return s > 0 && isfinite(s);
}

/* The hand moves in the horizontal plane of the grabbed point; if that is seen edge-on, in a vertical one. */
void
noslip_scene_view_move_push(NoslipSceneView *self, double x, double y)
{
  double target[3], width = gtk_widget_get_width(GTK_WIDGET(self)), height = gtk_widget_get_height(GTK_WIDGET(self));
  gboolean upright = fabs(self->camera.elevation) < LEVEL;
  if (self->pulls &&
      (upright ? on_upright_plane(self, width, height, x, y, target)
               : noslip_camera_on_plane(&self->camera, width, height, x, y, self->grab_point[2], target))) {
    noslip_hands_pull_body(noslip_simulation_hands(self->simulation), target);
    noslip_scene_view_draw_soon(self);
  }
}

void
noslip_scene_view_end_push(NoslipSceneView *self)
{
  if (self->pulls && self->simulation)
    noslip_hands_release_body(noslip_simulation_hands(self->simulation));
  self->pulls = FALSE;
}

void
noslip_scene_view_draw_push(NoslipSceneView *self, cairo_t *cairo)
{
  double ends[2][3], place[2][3], width = gtk_widget_get_width(GTK_WIDGET(self)),
                                  height = gtk_widget_get_height(GTK_WIDGET(self));
  if (!self->simulation || !noslip_hands_pushed(noslip_simulation_hands(self->simulation), ends[0], ends[1]))
    return;
  for (guint i = 0; i < 2; i++)
    if (!noslip_camera_project(&self->camera, width, height, ends[i], &place[i][0], &place[i][1], &place[i][2]))
      return;
  NoslipColor color = self->theme.text; /* the colours of arrows have other meanings */
  cairo_set_source_rgba(cairo, color.r, color.g, color.b, 0.8);
  cairo_set_line_width(cairo, BAND);
  cairo_move_to(cairo, place[0][0], place[0][1]);
  cairo_line_to(cairo, place[1][0], place[1][1]);
  cairo_stroke(cairo);
  for (guint i = 0; i < 2; i++) {
    cairo_arc(cairo, place[i][0], place[i][1], DOT, 0, 2 * G_PI);
    cairo_fill(cairo);
  }
}
