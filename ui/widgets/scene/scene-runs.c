/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run and its overlays as bodies of the scene. */
#include "ui/widgets/common/run-style.h"
#include "ui/widgets/scene/scene-private.h"

#include <math.h>

#define MOST_FED 4096 /* rows per picture: further ones are added by the next pictures */

static void
look_of(NoslipSceneView *self, const NoslipRunView *run, NoslipSceneLook *look)
{
  noslip_scene_look_init(look, &self->theme);
  look->trails_stay = self->choices.trails == NOSLIP_TRAILS_STAY;
  look->hide_trails = self->choices.trails == NOSLIP_TRAILS_NONE;
  look->trail_seconds = self->choices.trails == NOSLIP_TRAILS_SHORT ? NOSLIP_TRAILS_SECONDS : 0;
  look->arrow_length = self->choices.true_arrows ? 0 : noslip_scene_arrow_length(&self->camera);
  look->hidden = self->hidden;
  look->hide_ground = !self->choices.ground || run->id != 0;
  look->constraints = self->choices.constraints && run->id == 0;
  look->pointed = noslip_simulation_pointed(self->simulation);
  if (run->id == 0)
    return;
  look->alpha = NOSLIP_GHOST_ALPHA;
  look->arrow_length = -1; /* same as those of the primary */
  look->has_tint = TRUE;
  look->tint = noslip_run_color(&self->theme, run);
  look->name = noslip_run_title(run);
}

void
noslip_scene_view_get_look(NoslipSceneView *self, NoslipSceneLook *look)
{
  look_of(self, noslip_runs_primary(noslip_simulation_runs(self->simulation)), look);
}

/* FALSE if the trails do not contain all rows yet. */
static gboolean
add_run(NoslipSceneView *self, guint index, guint *room)
{
  const NoslipRunView *run = noslip_runs_view(noslip_simulation_runs(self->simulation), index);
  const double *parameters = NULL, *row = noslip_runs_row(noslip_simulation_runs(self->simulation), index, &parameters);
  if (!run->shown || !row)
    return TRUE;
  NoslipSceneGhost *ghost = noslip_scene_view_ghost(self, run);
  noslip_scene_ghost_feed(ghost, run, room);
  NoslipSceneLook look;
  look_of(self, run, &look);
  if (index > 0 && self->ghosts->len > 0)
    noslip_scene_builder_share_arrows(ghost->builder, noslip_scene_view_builder(self, 0));
  noslip_scene_builder_build(ghost->builder, parameters, row, &look, self->scene);
  return ghost->n_rows == run->n_rows;
}

static void
place_camera(NoslipSceneView *self)
{
  const double *parameters = NULL, *row = noslip_runs_row(noslip_simulation_runs(self->simulation), 0, &parameters);
  NoslipSceneBuilder *primary = noslip_scene_view_builder(self, 0);
  if (!primary || !row)
    return;
  noslip_scene_builder_camera(primary, parameters, row, noslip_scene_view_aspect(self), &self->camera);
  self->framed = TRUE;
}

/* Following starts at the body's middle, unless the camera was given. */
static void
carry(NoslipSceneView *self, const NoslipBounds *now)
{
  gboolean begins = !self->anchored && !self->keep_target;
  noslip_camera_carry(&self->camera, now, self->anchor, &self->anchored);
  for (guint i = 0; i < 3 && begins && self->anchored; i++)
    self->camera.target[i] = self->anchor[i];
}

/* TRUE while a given camera is kept. */
static gboolean
is_held(NoslipSceneView *self, const NoslipBounds *bodies)
{
  if (noslip_simulation_playhead(self->simulation)->state == NOSLIP_PLAYING)
    self->held = FALSE;
  else if (self->held && noslip_simulation_is_idle(self->simulation))
    self->held = noslip_camera_sees(&self->camera, bodies, noslip_scene_view_aspect(self));
  return self->held;
}

/* TRUE while the camera is still moving; a new one is placed at once. The camera does not move while a hand holds a
 * body. */
static gboolean
follow(NoslipSceneView *self, const NoslipBounds *ensemble, gboolean placed)
{
  NoslipFraming framing;
  if (self->grab || !noslip_scene_view_framing(self, &framing))
    return FALSE;
  if (self->camera.following) {
    carry(self, &framing.bodies);
    return FALSE;
  }
  if (is_held(self, &framing.bodies))
    return FALSE;
  noslip_bounds_add_bounds(&framing.all, ensemble);
  gint64 now = g_get_monotonic_time();
  double seconds = self->followed ? (double) (now - self->followed) * 1e-6 : 0;
  self->followed = now;
  gboolean animated = TRUE;
  g_object_get(gtk_widget_get_settings(GTK_WIDGET(self)), "gtk-enable-animations", &animated, NULL);
  /* after scrubbing the camera is placed at once */
  gboolean jumped = noslip_simulation_playhead(self->simulation)->state != NOSLIP_PLAYING &&
                    noslip_playhead_time(noslip_simulation_playhead(self->simulation)) != self->drawn_time;
  return noslip_camera_follow(&self->camera, &framing, noslip_scene_view_aspect(self),
                              animated && !placed && !jumped ? MIN(seconds, 0.1) : INFINITY);
}

static void
look_under_pointer(NoslipSceneView *self)
{
  double point[3];
  self->hovered = -1;
  if (isfinite(self->pointer_x))
    self->hovered = noslip_scene_pick(self->scene, &self->camera, gtk_widget_get_width(GTK_WIDGET(self)),
                                      gtk_widget_get_height(GTK_WIDGET(self)), self->pointer_x, self->pointer_y, point);
  /* a body that can be taken shows the hand cursor */
  gboolean rests = noslip_simulation_playhead(self->simulation)->state != NOSLIP_PLAYING;
  gboolean own = (rests && self->hovered >= 0 && (guint) self->hovered < self->n_primary) ||
                 noslip_scene_view_is_destination(self, self->hovered);
  const char *cursor = self->grab ? "grabbing" : own ? "grab" : NULL;
  if (cursor != self->cursor) {
    self->cursor = cursor;
    gtk_widget_set_cursor_from_name(GTK_WIDGET(self), cursor);
  }
}

void
noslip_scene_view_build(NoslipSceneView *self)
{
  noslip_scene_clear(self->scene);
  if (!self->simulation || !self->system)
    return;
  guint room = MOST_FED;
  gboolean whole = TRUE;
  for (guint i = 0; i < noslip_runs_n(noslip_simulation_runs(self->simulation)); i++) {
    whole &= add_run(self, i, &room);
    if (i == 0)
      self->n_primary = noslip_scene_n_bodies(self->scene);
  }
  NoslipBounds ensemble;
  noslip_scene_view_add_ensemble(self, &ensemble);
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(self->simulation));
  NoslipSceneLook look;
  if (primary) {
    look_of(self, primary, &look);
    noslip_scene_view_add_destination(self, &look, &ensemble);
  }
  gboolean placed = !self->framed;
  if (placed)
    place_camera(self);
  if (follow(self, &ensemble, placed) || !whole)
    noslip_scene_view_draw_later(self); /* a widget that is being drawn ignores requests to redraw */
  look_under_pointer(self);
  noslip_scene_view_update_follow(self);
}
