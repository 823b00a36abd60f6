/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When the scene is drawn again: with the next frame, or after a pause that depends on the last pictures. */
#include "ui/widgets/scene/scene-private.h"

#define SOFTWARE_FRAME 25000 /* microseconds between two pictures where the processor draws them: every second frame */
#define SLOW 100000          /* microseconds: a picture that takes longer waits even if a hand moved something */

static void
draw_now(NoslipSceneView *self)
{
  if (!gtk_widget_get_mapped(GTK_WIDGET(self)))
    return;
  self->requested = g_get_monotonic_time();
  if (gtk_widget_get_visible(self->area))
    gtk_gl_area_queue_render(GTK_GL_AREA(self->area));
  else
    gtk_widget_queue_draw(self->fallback);
  gtk_widget_queue_draw(self->labels);
}

static gboolean
draw_late(gpointer data)
{
  NoslipSceneView *self = data;
  self->redraw = 0;
  draw_now(self);
  return G_SOURCE_REMOVE;
}

/* With software rendering frames are skipped so that everything else stays responsive: a pause as long as the last
 * picture took. A movement by hand is shown with the next frame, unless pictures are slow. */
static gint64
interval_of(NoslipSceneView *self)
{
  gboolean software = !self->canvas || noslip_gl_canvas_is_software(self->canvas);
  return software && !(self->hurries && self->took < SLOW) ? MAX(SOFTWARE_FRAME, 2 * self->took) : 4000;
}

void
noslip_scene_view_hurry(NoslipSceneView *self)
{
  self->hurries = TRUE;
  self->hurried = noslip_playhead_time(noslip_simulation_playhead(self->simulation));
  if (self->redraw && self->took < SLOW) {
    g_clear_handle_id(&self->redraw, g_source_remove);
    draw_now(self);
  }
}

void
noslip_scene_view_draw_later(NoslipSceneView *self)
{
  if (!self->redraw)
    self->redraw = g_timeout_add((guint) (interval_of(self) / 1000), draw_late, self);
}

gboolean
noslip_scene_view_may_draw(NoslipSceneView *self)
{
  return !gtk_widget_get_mapped(GTK_WIDGET(self)) ||
         (!self->redraw && g_get_monotonic_time() - self->drawn >= interval_of(self));
}

void
noslip_scene_view_draw_soon(NoslipSceneView *self)
{
  gint64 since = g_get_monotonic_time() - self->drawn, interval = interval_of(self);
  if (self->redraw)
    return;
  if (since >= interval)
    draw_now(self);
  else
    self->redraw =
        g_timeout_add_full(G_PRIORITY_DEFAULT, (guint) ((interval - since) / 1000 + 1), draw_late, self, NULL);
}

double
noslip_scene_view_drawn_time(NoslipSceneView *self)
{
  return self->drawn_time;
}

gboolean
noslip_scene_view_is_drawn(NoslipSceneView *self)
{
  return !gtk_widget_get_mapped(GTK_WIDGET(self)) ||
         (!self->redraw && !self->begin && !self->follow_later && self->drawn >= self->requested);
}
