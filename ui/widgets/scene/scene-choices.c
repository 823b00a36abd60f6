/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choices of what the scene shows, and how. */
#include "ui/widgets/scene/scene-private.h"

void
noslip_scene_choices_init(NoslipSceneChoices *choices)
{
  *choices = (NoslipSceneChoices){.trails = NOSLIP_TRAILS_FADE, .legend = TRUE, .ground = TRUE};
}

void
noslip_scene_view_get_choices(NoslipSceneView *self, NoslipSceneChoices *choices)
{
  *choices = self->choices;
}

void
noslip_scene_view_set_choices(NoslipSceneView *self, const NoslipSceneChoices *choices)
{
  self->choices = *choices;
  noslip_scene_view_draw_soon(self);
}

void
noslip_scene_view_set_shown(NoslipSceneView *self, const char *label, gboolean shown)
{
  if (shown)
    g_hash_table_remove(self->hidden, label);
  else
    g_hash_table_add(self->hidden, g_strdup(label));
  noslip_scene_view_draw_soon(self);
}

gboolean
noslip_scene_view_is_shown(NoslipSceneView *self, const char *label)
{
  return !g_hash_table_contains(self->hidden, label);
}

void
noslip_scene_view_set_following(NoslipSceneView *self, gboolean following)
{
  if (self->camera.following == following)
    return;
  self->camera.following = following;
  self->camera.automatic = !following;
  self->anchored = self->keep_target = FALSE; /* it starts at the body's middle */
  noslip_scene_view_draw_soon(self);
}
