/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/scene/scene-private.h"

#include "ui/export/cloud-swarm.h"

void
noslip_scene_view_add_cloud(NoslipSceneView *self, NoslipBounds *bounds)
{
  if (!self->swarm)
    self->swarm = noslip_swarm_new();
  noslip_cloud_swarm_add(noslip_cloud_run_view(noslip_simulation_cloud(self->simulation)),
                         noslip_playhead_time(noslip_simulation_playhead(self->simulation)),
                         self->choices.trails != NOSLIP_TRAILS_NONE, &self->theme, &self->camera,
                         gtk_widget_get_height(GTK_WIDGET(self)), self->swarm, self->scene, bounds);
}
