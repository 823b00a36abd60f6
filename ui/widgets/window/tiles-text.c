/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arrangement of the views as a text, and its change from one system to the next. */
#include "ui/widgets/window/tiles-private.h"

#include "core/dynamics/algorithm/constraint-algorithm.h"

#define GROUP "View "
#define MOST 32 /* limit of the views that a text may open */

char *
noslip_tiles_to_text(NoslipTiles *self)
{
  g_autoptr(GKeyFile) file = g_key_file_new();
  guint n = 0;
  noslip_tiles_measure_shares(self);
  for (guint i = 0; i < self->list->len; i++) {
    const NoslipTile *tile = self->list->pdata[i];
    if (!tile->open)
      continue;
    g_autofree char *group = g_strdup_printf(GROUP "%u", ++n);
    g_key_file_set_string(file, group, "kind", tile->kind->id);
    if (tile->share > 0)
      g_key_file_set_double(file, group, "share", tile->share);
    if (tile == (self->presented ? self->waiting : self->maximised))
      g_key_file_set_boolean(file, group, "alone", TRUE);
    noslip_view_save_choices(NOSLIP_VIEW(tile->view), file, group);
  }
  if (n == 0)
    g_key_file_set_boolean(file, "Views", "none", TRUE);
  return g_key_file_to_data(file, NULL, NULL);
}

/* One closed tile for each kind, in the order of the kinds. */
static void
clear(NoslipTiles *self)
{
  self->maximised = self->waiting = self->used = self->scroll_target = self->tab = NULL;
  g_clear_weak_pointer(&self->in_sight);
  for (guint i = self->list->len; i-- > 0;) {
    NoslipTile *tile = self->list->pdata[i];
    gboolean first = TRUE;
    for (guint j = 0; j < i && first; j++)
      first = ((NoslipTile *) self->list->pdata[j])->kind != tile->kind;
    tile->open = FALSE;
    tile->share = 0;
    if (first)
      noslip_view_forget_choices(NOSLIP_VIEW(tile->view));
    else
      g_ptr_array_remove_index(self->list, i);
  }
}

/* The tile for the next view: the waiting one of its kind, moved to the end, or a new one. */
static NoslipTile *
next_tile(NoslipTiles *self, const NoslipViewKind *kind)
{
  for (guint i = 0; i < self->list->len; i++) {
    NoslipTile *tile = self->list->pdata[i];
    if (tile->kind != kind || tile->open)
      continue;
    g_ptr_array_steal_index(self->list, i);
    g_ptr_array_add(self->list, tile);
    return tile;
  }
  return noslip_tiles_insert(self, -1, kind);
}

gboolean
noslip_tiles_from_text(NoslipTiles *self, const char *text)
{
  g_autoptr(GKeyFile) file = g_key_file_new();
  if (!text || !g_key_file_load_from_data(file, text, (gsize) -1, G_KEY_FILE_NONE, NULL))
    return FALSE;
  if (!g_key_file_has_group(file, GROUP "1") && !g_key_file_has_group(file, "Views"))
    return FALSE;
  noslip_tiles_take_out(self);
  clear(self);
  for (guint n = 1; n <= MOST; n++) {
    g_autofree char *group = g_strdup_printf(GROUP "%u", n);
    g_autofree char *id = g_key_file_get_string(file, group, "kind", NULL);
    const NoslipViewKind *kind = id ? noslip_view_kind_find(id) : NULL;
    if (!kind)
      continue;
    NoslipTile *tile = next_tile(self, kind);
    tile->open = TRUE;
    double share = g_key_file_get_double(file, group, "share", NULL);
    tile->share = share > 0 && share <= 1 ? share : 0;
    if (g_key_file_get_boolean(file, group, "alone", NULL))
      *(self->presented ? &self->waiting : &self->maximised) = tile;
    noslip_view_load_choices(NOSLIP_VIEW(tile->view), file, group);
  }
  noslip_tiles_arrange(self);
  return TRUE;
}

static NoslipTile *
open_next(NoslipTiles *self, const NoslipViewKind *kind)
{
  NoslipTile *tile = next_tile(self, kind);
  tile->open = TRUE;
  return tile;
}

/* A path for each pair that the text plots; without any plot at all, one path of what it shows by itself. */
static void
open_paths(NoslipTiles *self, const NoslipSystem *system, gboolean plots_time)
{
  guint n = 0;
  for (guint i = 0; system && i < system->n_plots; i++) {
    const NoslipPlot *plot = &system->plots[i];
    if (!plot->against)
      continue;
    NoslipTile *tile = open_next(self, &noslip_path_view);
    if (n++ == 0)
      continue; /* the first one is the default of a path view */
    noslip_view_set_choice(NOSLIP_VIEW(tile->view), "x", (const char *const[]){plot->against, NULL});
    noslip_view_set_choice(NOSLIP_VIEW(tile->view), "y", (const char *const[]){plot->name, NULL});
  }
  if (n == 0 && !plots_time)
    open_next(self, &noslip_path_view);
}

/* The graphs of the text's `plot` statements open with the system. What it plots against time stands above the energy,
 * unless the text plots the energy too. */
void
noslip_tiles_reset(NoslipTiles *self)
{
  noslip_tiles_take_out(self);
  clear(self);
  const NoslipSystem *system = self->simulation ? noslip_simulation_system(self->simulation) : NULL;
  gboolean plots_energy = FALSE, plots_time = FALSE;
  for (guint i = 0; system && i < system->n_plots; i++)
    if (!system->plots[i].against)
      *(system->plots[i].expr == system->energy ? &plots_energy : &plots_time) = TRUE;
  if (plots_time && !plots_energy)
    open_next(self, &noslip_time_view);
  open_next(self, &noslip_energy_view);
  if (plots_time && plots_energy)
    open_next(self, &noslip_time_view);
  open_paths(self, system, plots_time);
  /* A Lagrangian that is singular has no bracket to show. */
  gboolean singular = system && system->k == 0 && noslip_system_is_degenerate(system);
  open_next(self, singular ? &noslip_claims_view : &noslip_bracket_view);
  noslip_tiles_arrange(self);
}

void
noslip_tiles_set_store(NoslipTiles *self, NoslipTilesLoad load, NoslipTilesSave save)
{
  self->load = load;
  self->save = save;
}

void
noslip_tiles_keep(NoslipTiles *self)
{
  if (!self->save || !self->system)
    return;
  g_autofree char *text = noslip_tiles_to_text(self);
  self->save(self->system, text);
}

void
noslip_tiles_change_system(NoslipTiles *self)
{
  NoslipSystem *system = self->simulation ? noslip_simulation_system(self->simulation) : NULL;
  noslip_tiles_keep(self);
  g_clear_pointer(&self->system, noslip_system_unref);
  self->system = system ? noslip_system_ref(system) : NULL;
  if (!system)
    return;
  g_autofree char *text = self->load ? self->load(system) : NULL;
  if (!noslip_tiles_from_text(self, text))
    noslip_tiles_reset(self);
  noslip_tiles_maximise(self, NULL); /* a newly opened system shows its scene */
}
