/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs that the scene shows, each with the builder of its bodies. */
#include "ui/widgets/scene/scene-private.h"

#include <math.h>

static void
ghost_free(gpointer data)
{
  NoslipSceneGhost *ghost = data;
  noslip_scene_builder_free(ghost->builder);
  g_free(ghost);
}

GPtrArray *
noslip_scene_ghosts_new(void)
{
  return g_ptr_array_new_with_free_func(ghost_free);
}

NoslipSceneBuilder *
noslip_scene_view_builder(NoslipSceneView *self, guint index)
{
  return index < self->ghosts->len ? ((NoslipSceneGhost *) g_ptr_array_index(self->ghosts, index))->builder : NULL;
}

NoslipSceneGhost *
noslip_scene_view_ghost(NoslipSceneView *self, const NoslipRunView *run)
{
  for (guint i = 0; i < self->ghosts->len; i++) {
    NoslipSceneGhost *ghost = g_ptr_array_index(self->ghosts, i);
    if (ghost->run != run->id)
      continue;
    if (ghost->kind == run->formulation->kind)
      return ghost;
    g_ptr_array_remove_index(self->ghosts, i);
    break;
  }
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipSceneGhost *ghost = g_new0(NoslipSceneGhost, 1);
  ghost->run = run->id;
  ghost->kind = run->formulation->kind;
  ghost->revision = run->revision;
  ghost->builder = noslip_scene_builder_new(self->system, ghost->kind, diagnostics);
  noslip_scene_builder_expect(ghost->builder, noslip_playhead_n_samples(noslip_simulation_playhead(self->simulation)));
  g_ptr_array_insert(self->ghosts, run->id == 0 ? 0 : -1, ghost); /* the primary is the first */
  return ghost;
}

/* Trails lose the part that a change has removed. */
static void
follow_revision(NoslipSceneGhost *ghost, const NoslipRunView *run)
{
  if (ghost->revision == run->revision)
    return;
  ghost->revision = run->revision;
  ghost->n_rows = ghost->chunk = ghost->chunk_row = 0;
  if (!isfinite(run->kept) || run->n_rows == 0) {
    noslip_scene_builder_clear(ghost->builder);
    return;
  }
  noslip_scene_builder_truncate(ghost->builder, run->kept);
  while (ghost->n_rows < run->n_rows && noslip_trajectory_row(run->trajectory, ghost->n_rows, NULL)[0] <= run->kept)
    ghost->n_rows++;
}

void
noslip_scene_ghost_feed(NoslipSceneGhost *ghost, const NoslipRunView *run, guint *room)
{
  follow_revision(ghost, run);
  while (*room > 0 && ghost->n_rows < run->n_rows && ghost->chunk < noslip_trajectory_n_chunks(run->trajectory)) {
    const NoslipChunk *chunk = noslip_trajectory_chunk(run->trajectory, ghost->chunk);
    if (ghost->chunk_row + chunk->n_rows > ghost->n_rows) {
      guint skip = ghost->n_rows - ghost->chunk_row, n = MIN(chunk->n_rows - skip, *room);
      if (ghost->n_rows > 0 && skip == 0 && chunk->segment != ghost->segment)
        noslip_scene_builder_gap(ghost->builder); /* a body may have been moved by hand */
      ghost->segment = chunk->segment;
      noslip_scene_builder_add_rows(ghost->builder, chunk->parameters, n, chunk->rows + (gsize) skip * chunk->row_size);
      ghost->n_rows += n;
      *room -= n;
      if (skip + n < chunk->n_rows)
        return;
    }
    ghost->chunk_row += chunk->n_rows;
    ghost->chunk++;
  }
}

double
noslip_scene_view_aspect(NoslipSceneView *self)
{
  int width = gtk_widget_get_width(GTK_WIDGET(self)), height = gtk_widget_get_height(GTK_WIDGET(self));
  return width > 0 && height > 0 ? (double) width / height : 1;
}

gboolean
noslip_scene_view_framing(NoslipSceneView *self, NoslipFraming *framing)
{
  if (!self->framed || self->ghosts->len == 0)
    return FALSE;
  noslip_scene_builder_framing(noslip_scene_view_builder(self, 0), FALSE, framing);
  for (guint i = 1; i < self->ghosts->len; i++) {
    NoslipFraming one;
    noslip_scene_builder_framing(noslip_scene_view_builder(self, i), FALSE, &one);
    noslip_bounds_add_bounds(&framing->all, &one.all);
  }
  return TRUE;
}
