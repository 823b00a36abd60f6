/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the motion is to end: the system's bodies there as a ghost, and the trail of the cheapest way. */
#include "ui/widgets/scene/scene-private.h"

#include "core/system/row.h"

#include <glib/gi18n.h>
#include <string.h>

static void
changed(gpointer data)
{
  noslip_scene_view_draw_soon(data);
}

void
noslip_scene_view_forget_destination(NoslipSceneView *self)
{
  g_clear_pointer(&self->destination_builder, noslip_scene_builder_free);
  g_clear_pointer(&self->destination_ways, g_ptr_array_unref);
  self->destination_first = self->destination_end = 0;
  if (!self->destination)
    return;
  noslip_destination_ignore(self->destination, self);
  g_clear_pointer(&self->destination, noslip_destination_unref);
}

void
noslip_scene_view_follow_destination(NoslipSceneView *self)
{
  noslip_scene_view_forget_destination(self);
  if (!self->simulation)
    return;
  self->destination = noslip_destination_ref(noslip_simulation_destination(self->simulation));
  noslip_destination_listen(self->destination, changed, self);
}

/* The cheapest way; NULL where none is known. */
static const NoslipWay *
cheapest(const NoslipSceneView *self)
{
  const GPtrArray *ways = noslip_destination_ways(self->destination);
  return ways && ways->len > 0 ? ways->pdata[0] : NULL;
}

static void
take_trail(NoslipSceneView *self, const double *parameters)
{
  GPtrArray *ways = noslip_destination_ways(self->destination);
  const NoslipWay *way = cheapest(self);
  if (self->destination_ways == ways)
    return;
  g_clear_pointer(&self->destination_ways, g_ptr_array_unref);
  self->destination_ways = ways ? g_ptr_array_ref(ways) : NULL;
  noslip_scene_builder_clear(self->destination_builder);
  if (way)
    noslip_scene_builder_add_rows(self->destination_builder, parameters, way->n_rows, way->rows);
}

void
noslip_scene_view_add_destination(NoslipSceneView *self, const NoslipSceneLook *motion, NoslipBounds *bounds)
{
  const double *x = self->destination ? noslip_destination_x(self->destination) : NULL;
  self->destination_first = self->destination_end = 0;
  if (!x)
    return;
  const NoslipSystem *system = self->system;
  const double *parameters = noslip_simulation_start(self->simulation)->parameters;
  const NoslipWay *way = cheapest(self);
  if (!self->destination_builder) {
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    self->destination_builder = noslip_scene_builder_new(self->system, NOSLIP_DYNAMICS_VAKONOMIC, diagnostics);
  }
  take_trail(self, parameters);
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  if (way && way->n_rows > 0)
    row[0] = way->rows[(gsize) (way->n_rows - 1) * noslip_row_size(system)];
  memcpy(row + noslip_row_x(system), x, sizeof(double) * system->m);
  NoslipSceneLook look = *motion;
  look.alpha = NOSLIP_GHOST_ALPHA;
  look.arrow_length = -1;
  look.hide_ground = TRUE;
  look.constraints = FALSE;
  look.trails_stay = TRUE;
  look.trail_seconds = 0;
  look.has_tint = TRUE;
  look.tint = self->theme.good;
  look.name = _("the end");
  self->destination_first = noslip_scene_n_bodies(self->scene);
  noslip_scene_builder_build(self->destination_builder, parameters, row, &look, self->scene);
  self->destination_end = noslip_scene_n_bodies(self->scene);
  NoslipBounds own;
  noslip_scene_builder_bounds(self->destination_builder, &own);
  noslip_bounds_add_bounds(bounds, &own);
}

gboolean
noslip_scene_view_is_destination(NoslipSceneView *self, int body)
{
  return body >= 0 && (guint) body >= self->destination_first && (guint) body < self->destination_end;
}
