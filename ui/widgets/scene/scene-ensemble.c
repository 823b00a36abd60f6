/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/scene/scene-private.h"

#include "ui/export/ensemble-points.h"
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"

#include <math.h>

/* The value at the middle of the spread, or NaN. */
static double
middle_of(NoslipSceneView *self, const char *name)
{
  const NoslipSystem *system = self->system;
  const NoslipStart *start = noslip_simulation_start(self->simulation);
  for (guint i = 0; i < system->m + system->n; i++) {
    const char *own = i < system->m ? system->coordinates[i].name : system->fibres[i - system->m].name;
    if (g_str_equal(own, name))
      return noslip_start_initial(start, i);
  }
  return NAN;
}

/* The legend of the cloud's colours: the initial value of the first spread quantity. */
static void
add_key(NoslipSceneView *self, const NoslipEnsembleSettings *settings)
{
  const NoslipOverride *first = &settings->spreads[0];
  double middle = middle_of(self, first->name);
  g_autofree char *name = noslip_math_name(first->name, FALSE);
  for (guint end = 0; end < 2 && isfinite(middle); end++) {
    g_autofree char *value = noslip_number_text(middle + (end ? 1 : -1) * first->value, 3);
    g_autofree char *text = g_strdup_printf("%s = %s", name, value);
    noslip_scene_add_ghost(self->scene, text, noslip_theme_gradient(&self->theme, end));
  }
}

void
noslip_scene_view_add_ensemble(NoslipSceneView *self, NoslipBounds *bounds)
{
  if (!self->ensemble_points)
    self->ensemble_points = noslip_ensemble_points_new();
  noslip_ensemble_points_show(noslip_ensemble_run_view(noslip_simulation_ensemble(self->simulation)),
                              noslip_playhead_time(noslip_simulation_playhead(self->simulation)),
                              self->choices.trails != NOSLIP_TRAILS_NONE, &self->theme, &self->camera,
                              gtk_widget_get_height(GTK_WIDGET(self)), self->ensemble_points, self->scene, bounds);
  const NoslipEnsembleSettings *settings = &noslip_simulation_ensemble(self->simulation)->settings;
  if (settings->on && settings->n_spreads > 0 && !noslip_bounds_is_empty(bounds))
    add_key(self, settings);
}
