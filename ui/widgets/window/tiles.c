/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/tiles-private.h"

#include <math.h>

G_DEFINE_FINAL_TYPE(NoslipTiles, noslip_tiles, GTK_TYPE_WIDGET)

/* Functions for the window */

void
noslip_tiles_set_simulation(NoslipTiles *self, NoslipSimulation *simulation)
{
  if (!simulation)
    noslip_tiles_keep(self);
  self->simulation = simulation;
  for (guint i = 0; i < self->list->len; i++)
    noslip_view_set_simulation(NOSLIP_VIEW(noslip_tiles_at(self, i)->view), simulation);
}

void
noslip_tiles_set_meter(NoslipTiles *self, NoslipMeter *meter)
{
  self->meter = meter;
  for (guint i = 0; i < self->list->len; i++)
    noslip_view_set_meter(NOSLIP_VIEW(noslip_tiles_at(self, i)->view), meter);
}

void
noslip_tiles_set_look(NoslipTiles *self, gboolean dark, double scale)
{
  self->dark = dark;
  self->scale = scale;
  for (guint i = 0; i < self->list->len; i++)
    noslip_tiles_set_tile_look(self, noslip_tiles_at(self, i));
}

void
noslip_tiles_changed(NoslipTiles *self, NoslipChange change)
{
  if (change & NOSLIP_CHANGED_SYSTEM && !(change & NOSLIP_CHANGED_EDITED))
    noslip_tiles_change_system(self);
  for (guint i = 0; i < self->list->len; i++)
    noslip_view_changed(NOSLIP_VIEW(noslip_tiles_at(self, i)->view), change);
}

void
noslip_tiles_set_tabs(NoslipTiles *self, gboolean tabs)
{
  if (self->tabs == tabs)
    return;
  noslip_tiles_measure_shares(self);
  self->tabs = tabs;
  noslip_tiles_arrange(self);
}

void
noslip_tiles_set_presented(NoslipTiles *self, guint most)
{
  if (self->presented == most)
    return;
  noslip_tiles_measure_shares(self);
  NoslipTile *waiting = self->presented ? NULL : self->maximised;
  self->maximised = most ? NULL : self->waiting;
  self->waiting = waiting;
  self->presented = most;
  noslip_tiles_arrange(self);
}

/* The open tile after this place, or else before it; NULL if there is none. */
static NoslipTile *
beside(NoslipTiles *self, guint place)
{
  for (guint i = place + 1; i < self->list->len; i++)
    if (noslip_tiles_at(self, i)->open)
      return noslip_tiles_at(self, i);
  for (guint i = place; i-- > 0;)
    if (noslip_tiles_at(self, i)->open)
      return noslip_tiles_at(self, i);
  return NULL;
}

/* The last of its kind is kept, with its choices, until it is opened again. */
static void
close_tile(NoslipTiles *self, guint place)
{
  NoslipTile *tile = noslip_tiles_at(self, place);
  gboolean others = FALSE;
  for (guint i = 0; i < self->list->len; i++)
    others = others || (i != place && noslip_tiles_at(self, i)->kind == tile->kind);
  if (self->maximised == tile)
    self->maximised = NULL;
  if (self->waiting == tile)
    self->waiting = NULL;
  if (self->used == tile)
    self->used = NULL;
  if (self->scroll_target == tile)
    self->scroll_target = NULL;
  if (self->tab == tile)
    self->tab = beside(self, place);
  tile->open = FALSE;
  if (others)
    g_ptr_array_remove_index(self->list, place);
}

void
noslip_tiles_close(NoslipTiles *self, NoslipView *view)
{
  guint place = 0;
  NoslipTile *tile = noslip_tiles_with(self, view, &place);
  if (!tile || !tile->open)
    return;
  noslip_tiles_measure_shares(self);
  noslip_tiles_take_out(self);
  close_tile(self, place);
  noslip_tiles_arrange(self);
}

void
noslip_tiles_set_open(NoslipTiles *self, const NoslipViewKind *kind, gboolean open)
{
  NoslipTile *tile = noslip_tiles_first_of(self, kind);
  if (!tile || tile->open == open)
    return;
  noslip_tiles_measure_shares(self);
  noslip_tiles_take_out(self);
  self->maximised = NULL;
  if (open) { /* below all others */
    guint place = 0;
    noslip_tiles_with(self, NOSLIP_VIEW(tile->view), &place);
    g_ptr_array_add(self->list, g_ptr_array_steal_index(self->list, place));
    tile->open = TRUE;
    tile->share = 0; /* among other tiles than when it was closed */
    self->scroll_target = tile;
  }
  for (guint i = self->list->len; i-- > 0 && !open;)
    if (noslip_tiles_at(self, i)->kind == kind && noslip_tiles_at(self, i)->open)
      close_tile(self, i);
  noslip_tiles_arrange(self);
}

gboolean
noslip_tiles_is_open(NoslipTiles *self, const NoslipViewKind *kind)
{
  NoslipTile *tile = noslip_tiles_first_of(self, kind);
  return tile && tile->open;
}

gboolean
noslip_tiles_select(NoslipTiles *self, const NoslipViewKind *kind)
{
  NoslipTile *tile = noslip_tiles_first_of(self, kind);
  if (!tile || !tile->open || !self->content || !GTK_IS_NOTEBOOK(self->content))
    return FALSE;
  int page = gtk_notebook_page_num(GTK_NOTEBOOK(self->content), tile->box);
  if (page < 0 || page == gtk_notebook_get_current_page(GTK_NOTEBOOK(self->content)))
    return FALSE;
  gtk_notebook_set_current_page(GTK_NOTEBOOK(self->content), page);
  return TRUE;
}

NoslipView *
noslip_tiles_view(NoslipTiles *self, const NoslipViewKind *kind)
{
  NoslipTile *tile = self->used && self->used->kind == kind ? self->used : noslip_tiles_first_of(self, kind);
  return tile ? NOSLIP_VIEW(tile->view) : NULL;
}

const NoslipViewKind *
noslip_tiles_maximised(NoslipTiles *self)
{
  return self->maximised ? self->maximised->kind : NULL;
}

NoslipView *
noslip_tiles_nth_open(NoslipTiles *self, guint nth)
{
  for (guint i = 0; i < self->list->len; i++)
    if (noslip_tiles_at(self, i)->open && nth-- == 0)
      return NOSLIP_VIEW(noslip_tiles_at(self, i)->view);
  return NULL;
}

guint
noslip_tiles_n_open(NoslipTiles *self)
{
  guint n = 0;
  while (noslip_tiles_nth_open(self, n))
    n++;
  return n;
}

NoslipView *
noslip_tiles_duplicate(NoslipTiles *self, NoslipView *view)
{
  guint place = 0;
  NoslipTile *tile = noslip_tiles_with(self, view, &place);
  if (!tile)
    return NULL;
  noslip_tiles_measure_shares(self);
  NoslipTile *other = noslip_tiles_insert(self, (int) place + 1, tile->kind);
  g_autoptr(GKeyFile) choices = g_key_file_new();
  noslip_view_save_choices(view, choices, "view");
  noslip_view_load_choices(NOSLIP_VIEW(other->view), choices, "view");
  other->open = TRUE;
  other->share = tile->share;
  self->scroll_target = other;
  self->maximised = NULL;
  noslip_tiles_arrange(self);
  return NOSLIP_VIEW(other->view);
}

static void
noslip_tiles_dispose(GObject *object)
{
  NoslipTiles *self = NOSLIP_TILES(object);
  self->maximised = self->waiting = self->used = self->scroll_target = NULL;
  if (self->list) {
    noslip_tiles_take_out(self);
    g_clear_weak_pointer(&self->focus);
    g_clear_weak_pointer(&self->in_sight);
    g_clear_pointer(&self->list, g_ptr_array_unref);
  }
  g_clear_pointer(&self->system, noslip_system_unref);
  g_clear_pointer(&self->last_path, g_free);
  G_OBJECT_CLASS(noslip_tiles_parent_class)->dispose(object);
}

static void
noslip_tiles_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                     int *minimum_baseline, int *natural_baseline)
{
  NoslipTiles *self = NOSLIP_TILES(widget);
  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  if (self->child)
    gtk_widget_measure(self->child, orientation, -1, minimum, natural, NULL, NULL);
  /* columns follow from the width; they do not request it */
  if (orientation == GTK_ORIENTATION_HORIZONTAL && self->columns > 1)
    *minimum = *natural = MIN(*minimum, NOSLIP_TILES_COLUMN - 40);
}

static void
noslip_tiles_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  NoslipTiles *self = NOSLIP_TILES(widget);
  if (!self->child)
    return;
  gboolean fits = noslip_tiles_fitting_columns(self, width) == self->columns;
  if (self->fresh && fits && height > 0) {
    int least = 0, narrowest = 0;
    self->fresh = FALSE;
    gtk_widget_measure(self->content, GTK_ORIENTATION_HORIZONTAL, -1, &narrowest, NULL, NULL, NULL);
    gtk_widget_measure(self->content, GTK_ORIENTATION_VERTICAL, MAX(width, narrowest), &least, NULL, NULL, NULL);
    noslip_tiles_share_all(self, width, MAX(height, least));
  }
  /* a widget must not reparent its children during size allocation */
  if (!fits)
    g_idle_add_full(G_PRIORITY_DEFAULT, noslip_tiles_arrange_late, g_object_ref(self), g_object_unref);
  gtk_widget_allocate(self->child, width, height, baseline, NULL);
  if (self->scroll_target || self->in_sight)
    g_idle_add_full(G_PRIORITY_DEFAULT, noslip_tiles_show_target_late, g_object_ref(self), g_object_unref);
}

static void
noslip_tiles_class_init(NoslipTilesClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_tiles_dispose;
  GTK_WIDGET_CLASS(class)->measure = noslip_tiles_measure;
  GTK_WIDGET_CLASS(class)->size_allocate = noslip_tiles_size_allocate;
  gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_REGION);
  g_signal_new("changed", NOSLIP_TYPE_TILES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
act(NoslipTiles *self, NoslipView *view, NoslipTileAct what)
{
  switch (what) {
  case NOSLIP_TILE_DUPLICATE:
    noslip_tiles_duplicate(self, view);
    break;
  case NOSLIP_TILE_RESET:
    noslip_tiles_reset(self);
    break;
  case NOSLIP_TILE_MAXIMISE:
    noslip_tiles_maximise_view(self, self->maximised ? NULL : view);
    break;
  case NOSLIP_TILE_CLOSE:
    noslip_tiles_close(self, view);
    break;
  }
}

static void
noslip_tiles_init(NoslipTiles *self)
{
  static const NoslipTileHost host = {act, noslip_tiles_plot, noslip_tiles_bring, noslip_tiles_name_tabs};
  self->host = &host;
  self->scale = 1;
  self->columns = 1;
  self->list = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_tile_free);
  for (guint i = 0; noslip_view_kinds()[i]; i++)
    noslip_tiles_insert(self, -1, noslip_view_kinds()[i]);
  noslip_tiles_reset(self);
}

GtkWidget *
noslip_tiles_new(void)
{
  return g_object_new(NOSLIP_TYPE_TILES, NULL);
}

void
noslip_tiles_plot(NoslipTiles *self, const char *quantity)
{
  noslip_tiles_set_open(self, &noslip_time_view, TRUE);
  noslip_view_drop(noslip_tiles_view(self, &noslip_time_view), quantity, NAN, NAN);
}
