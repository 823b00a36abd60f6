/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/scene/scene-private.h"

#include "ui/export/ensemble-points.h"

void
noslip_scene_view_add_ensemble(NoslipSceneView *self, NoslipBounds *bounds)
{
  if (!self->ensemble_points)
    self->ensemble_points = noslip_ensemble_points_new();
  noslip_ensemble_points_show(noslip_ensemble_run_view(noslip_simulation_ensemble(self->simulation)),
                              noslip_playhead_time(noslip_simulation_playhead(self->simulation)),
                              self->choices.trails != NOSLIP_TRAILS_NONE, &self->theme, &self->camera,
                              gtk_widget_get_height(GTK_WIDGET(self)), self->ensemble_points, self->scene, bounds);
}
