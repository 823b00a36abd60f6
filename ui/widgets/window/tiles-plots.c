/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs that open while `plot` statements are typed. */
#include "ui/widgets/window/tiles-private.h"

#include <string.h>

static guint
count_paths(const NoslipSystem *system)
{
  guint n = 0;
  for (guint i = 0; i < system->n_plots; i++)
    n += system->plots[i].against != NULL;
  return n;
}

/* Whether the text plots something but the energy against time. */
static gboolean
has_time_plot(const NoslipSystem *system)
{
  for (guint i = 0; i < system->n_plots; i++)
    if (!system->plots[i].against && system->plots[i].expr != system->energy)
      return TRUE;
  return FALSE;
}

/* There is one. */
static const NoslipPlot *
last_path(const NoslipSystem *system)
{
  guint last = system->n_plots - 1;
  while (!system->plots[last].against)
    last--;
  return &system->plots[last];
}

static NoslipView *
last_path_view(NoslipTiles *self)
{
  NoslipView *view, *last = NULL;
  for (guint i = 0; (view = noslip_tiles_nth_open(self, i)); i++)
    if (noslip_view_kind(view) == &noslip_path_view)
      last = view;
  return last;
}

/* The last pair that the text plots, in another path view than the first pair. If it is `added`, the view opens;
 * otherwise the view that an edit has opened follows the names. */
static void
show_last_path(NoslipTiles *self, const NoslipPlot *plot, gboolean added)
{
  g_autofree char *pair = g_strdup_printf("%s %s", plot->name, plot->against);
  NoslipView *view = last_path_view(self);
  if (!added && (!view || !self->last_path || strcmp(pair, self->last_path) == 0))
    return;
  if (added && view) {
    view = noslip_tiles_duplicate(self, view);
  } else if (added) {
    noslip_tiles_set_open(self, &noslip_path_view, TRUE);
    view = last_path_view(self);
  }
  noslip_view_set_choice(view, "x", (const char *const[]){plot->against, NULL});
  noslip_view_set_choice(view, "y", (const char *const[]){plot->name, NULL});
  g_free(self->last_path);
  self->last_path = g_steal_pointer(&pair);
}

/* The first pair is what a path view shows by itself. */
static void
open_added(NoslipTiles *self, const NoslipSystem *system, gboolean had_time, guint before)
{
  gboolean time = has_time_plot(system), opens = time && !had_time;
  guint n = count_paths(system);
  if (opens && !noslip_tiles_is_open(self, &noslip_time_view)) {
    noslip_tiles_set_open(self, &noslip_time_view, TRUE);
    self->time_opened = TRUE;
  } else if (!time && self->time_opened) { /* `plot x` became `plot x against y` */
    noslip_tiles_set_open(self, &noslip_time_view, FALSE);
    self->time_opened = FALSE;
  }
  if (n > 1)
    show_last_path(self, last_path(system), n > before);
  else if (n > before)
    noslip_tiles_set_open(self, &noslip_path_view, TRUE);
}

void
noslip_tiles_follow_plots(NoslipTiles *self, NoslipChange change)
{
  const NoslipSystem *system = self->simulation ? noslip_simulation_system(self->simulation) : NULL;
  gboolean edited = (change & NOSLIP_CHANGED_EDITED) != 0, had_time = self->plots_time;
  guint before = self->n_paths;
  if (!(change & NOSLIP_CHANGED_SYSTEM))
    return;
  self->n_paths = system ? count_paths(system) : 0;
  self->plots_time = system && has_time_plot(system);
  if (!edited) {
    self->time_opened = FALSE;
    g_clear_pointer(&self->last_path, g_free);
  } else if (system && !self->maximised && !self->presented) {
    open_added(self, system, had_time, before);
  }
}
