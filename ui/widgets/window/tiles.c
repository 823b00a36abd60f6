/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/scroll.h"
#include "ui/widgets/window/pane-handle.h"
#include "ui/widgets/window/tiles-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define TURNS 3       /* frames between two pictures of a view while time runs */
#define MOST_SHOWN 64 /* tiles */
#define COLUMN 400    /* pixels of width for each column of tiles */
#define MOST_COLUMNS 3
#define ENLARGED 1.3 /* times the type of a tile */

G_DEFINE_FINAL_TYPE(NoslipTiles, noslip_tiles, GTK_TYPE_WIDGET)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static NoslipTile *
tile_at(NoslipTiles *self, guint i)
{
  return self->list->pdata[i];
}

/* The first of a kind that is open, else the first. */
static NoslipTile *
tile_of(NoslipTiles *self, const NoslipViewKind *kind)
{
  NoslipTile *found = NULL;
  for (guint i = 0; i < self->list->len; i++)
    if (tile_at(self, i)->kind == kind && (!found || (!found->open && tile_at(self, i)->open)))
      found = tile_at(self, i);
  return found;
}

static NoslipTile *
tile_with(NoslipTiles *self, NoslipView *view, guint *place)
{
  for (guint i = 0; i < self->list->len; i++)
    if (tile_at(self, i)->view == GTK_WIDGET(view)) {
      if (place)
        *place = i;
      return tile_at(self, i);
    }
  return NULL;
}

/* Takes the tiles out of whatever holds them; they live on. */
void
noslip_tiles_take_out(NoslipTiles *self)
{
  GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
  GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
  if (focus && gtk_widget_is_ancestor(focus, GTK_WIDGET(self)))
    g_set_weak_pointer(&self->focus, focus);
  for (guint i = 0; i < self->list->len; i++) {
    GtkWidget *tile = tile_at(self, i)->box, *parent = gtk_widget_get_parent(tile);
    if (!parent)
      continue;
    GtkWidget *notebook = gtk_widget_get_ancestor(tile, GTK_TYPE_NOTEBOOK);
    if (notebook)
      gtk_notebook_remove_page(GTK_NOTEBOOK(notebook), gtk_notebook_page_num(GTK_NOTEBOOK(notebook), tile));
    else if (GTK_IS_PANED(parent) && gtk_paned_get_start_child(GTK_PANED(parent)) == tile)
      gtk_paned_set_start_child(GTK_PANED(parent), NULL);
    else if (GTK_IS_PANED(parent))
      gtk_paned_set_end_child(GTK_PANED(parent), NULL);
    else if (GTK_IS_VIEWPORT(parent))
      gtk_viewport_set_child(GTK_VIEWPORT(parent), NULL);
    else
      gtk_widget_unparent(tile);
  }
  if (self->child && gtk_widget_get_parent(self->child) == GTK_WIDGET(self))
    gtk_widget_unparent(self->child);
  self->child = self->content = NULL;
}

static GtkWidget *
notebook(NoslipTile **tiles, guint n)
{
  GtkWidget *book = gtk_notebook_new();
  gtk_notebook_set_scrollable(GTK_NOTEBOOK(book), TRUE);
  for (guint i = 0; i < n; i++)
    gtk_notebook_append_page(GTK_NOTEBOOK(book), tiles[i]->box, gtk_label_new(_(tiles[i]->kind->name)));
  return book;
}

/* The height that a tile needs: two figures need more than one, a matrix needs its rows. */
static double
weight(const NoslipTile *tile)
{
  const NoslipViewKind *kind = tile->kind;
  return tile->share > 0 ? 3 * tile->share : kind->n_figures == 2 ? 1.55 : kind->n_figures == 1 ? 1.1 : 1.25;
}

/* The tiles that are seen. */
static guint
seen(NoslipTiles *self, NoslipTile **tiles)
{
  guint n = 0, most = self->presented ? MIN(self->presented, MOST_SHOWN) : MOST_SHOWN;
  for (guint i = 0; i < self->list->len && n < most; i++)
    if (self->maximised ? tile_at(self, i) == self->maximised : tile_at(self, i)->open)
      tiles[n++] = tile_at(self, i);
  return n;
}

/* How many of n tiles stand in each column: in their order, and about as much in each. */
static void
fill_columns(NoslipTile **tiles, guint n, guint n_columns, guint *count)
{
  double whole = 0, taken = 0;
  guint column = 0;
  for (guint i = 0; i < n; i++)
    whole += weight(tiles[i]);
  for (guint c = 0; c < n_columns; c++)
    count[c] = 0;
  for (guint i = 0; i < n; i++) {
    double middle = taken + weight(tiles[i]) / 2;
    guint wanted = MIN((guint) (middle / whole * n_columns), n_columns - 1);
    column = MAX(column, MIN(wanted, column + 1));
    count[column]++;
    taken += weight(tiles[i]);
  }
}

/* Gives each pane of a stack its share; afterwards the dividers are the user's. */
static void
share_out(GtkWidget *pane, double rest, guint n, const double *weights)
{
  double sum = 0;
  if (n > 1 && GTK_IS_PANED(pane))
    rest -= (n - 1) * noslip_paned_divider(GTK_PANED(pane));
  for (guint i = 0; i < n; i++)
    sum += weights[i];
  for (guint i = 0; i + 1 < n && GTK_IS_PANED(pane); i++) {
    int position = (int) round(rest * weights[i] / sum);
    gtk_paned_set_position(GTK_PANED(pane), position);
    rest -= position;
    sum -= weights[i];
    pane = gtk_paned_get_end_child(GTK_PANED(pane));
  }
}

static void
share_all(NoslipTiles *self, int width, int height)
{
  NoslipTile *tiles[MOST_SHOWN];
  double weights[MOST_SHOWN];
  const double equal[MOST_COLUMNS] = {1, 1, 1};
  guint n = seen(self, tiles), count[MOST_COLUMNS], first = 0;
  if (self->tabs || self->maximised || n == 0)
    return;
  fill_columns(tiles, n, self->columns, count);
  share_out(self->content, width, self->columns, equal);
  GtkWidget *pane = self->content;
  for (guint c = 0; c < self->columns; c++) {
    gboolean more = c + 1 < self->columns;
    for (guint i = 0; i < count[c]; i++)
      weights[i] = weight(tiles[first + i]);
    share_out(more ? gtk_paned_get_start_child(GTK_PANED(pane)) : pane, height, count[c], weights);
    pane = more ? gtk_paned_get_end_child(GTK_PANED(pane)) : NULL;
    first += count[c];
  }
}

/* What the user made of the dividers. */
void
noslip_tiles_measure_shares(NoslipTiles *self)
{
  NoslipTile *tiles[MOST_SHOWN];
  int whole = self->content ? gtk_widget_get_height(self->content) : 0;
  if (self->tabs || self->maximised || self->presented || self->fresh || whole <= 0)
    return;
  guint n = seen(self, tiles);
  for (guint i = 0; i < n; i++) {
    int height = gtk_widget_get_height(tiles[i]->box);
    if (height > 0)
      tiles[i]->share = (double) height / whole;
  }
}

/* a over (b over (c over d)), or beside */
static GtkWidget *
stack_of_panes(GtkOrientation orientation, GtkWidget **children, guint n)
{
  if (n == 1)
    return children[0];
  GtkWidget *paned = gtk_paned_new(orientation);
  gtk_paned_set_start_child(GTK_PANED(paned), children[0]);
  gtk_paned_set_end_child(GTK_PANED(paned), stack_of_panes(orientation, children + 1, n - 1));
  gtk_paned_set_shrink_start_child(GTK_PANED(paned), FALSE);
  gtk_paned_set_shrink_end_child(GTK_PANED(paned), FALSE);
  return paned;
}

static GtkWidget *
columns_of_panes(NoslipTiles *self, NoslipTile **tiles, guint n)
{
  guint count[MOST_COLUMNS], first = 0;
  GtkWidget *columns[MOST_COLUMNS], *boxes[MOST_SHOWN];
  fill_columns(tiles, n, self->columns, count);
  for (guint c = 0; c < self->columns; c++) {
    for (guint i = 0; i < count[c]; i++)
      boxes[i] = tiles[first + i]->box;
    columns[c] = stack_of_panes(GTK_ORIENTATION_VERTICAL, boxes, count[c]);
    first += count[c];
  }
  return stack_of_panes(GTK_ORIENTATION_HORIZONTAL, columns, self->columns);
}

/* More views than fit are scrolled through. */
static GtkWidget *
scrolled(GtkWidget *content)
{
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), content);
  noslip_scroll_keep(scroller);
  return scroller;
}

static guint
fitting_columns(NoslipTiles *self, int width)
{
  NoslipTile *tiles[MOST_SHOWN];
  guint n = seen(self, tiles);
  return self->tabs || self->maximised ? 1 : CLAMP((guint) MAX(width, 0) / COLUMN, 1, MAX(1, MIN(MOST_COLUMNS, n)));
}

/* A view that is alone is read from farther away. */
static void
set_look(NoslipTiles *self, const NoslipTile *tile)
{
  gboolean enlarged = self->maximised == tile && !self->tabs && !self->presented;
  noslip_view_set_look(NOSLIP_VIEW(tile->view), self->dark, self->scale * (enlarged ? ENLARGED : 1));
}

void
noslip_tiles_arrange(NoslipTiles *self)
{
  NoslipTile *tiles[MOST_SHOWN];
  noslip_tiles_take_out(self);
  guint n = seen(self, tiles);
  self->columns = fitting_columns(self, gtk_widget_get_width(GTK_WIDGET(self)));
  for (guint i = 0; i < self->list->len; i++) {
    noslip_tile_set_maximised(tile_at(self, i), self->maximised != NULL);
    noslip_tile_show_title(tile_at(self, i), !self->tabs); /* the tab says it */
    set_look(self, tile_at(self, i));
  }
  if (n > 0) {
    self->content = self->tabs ? notebook(tiles, n) : columns_of_panes(self, tiles, n);
    self->child = self->tabs ? self->content : scrolled(self->content);
    gtk_widget_set_parent(self->child, GTK_WIDGET(self));
    self->fresh = TRUE;
  }
  g_signal_emit(self, signals[CHANGED], 0);
  if (self->focus && gtk_widget_get_root(self->focus))
    gtk_widget_grab_focus(self->focus); /* it has the keys still */
  g_clear_weak_pointer(&self->focus);
}

NoslipTile *
noslip_tiles_insert(NoslipTiles *self, int place, const NoslipViewKind *kind)
{
  NoslipTile *tile = noslip_tile_new(self, kind);
  g_ptr_array_insert(self->list, place, tile);
  noslip_view_set_meter(NOSLIP_VIEW(tile->view), self->meter);
  set_look(self, tile);
  if (self->simulation)
    noslip_view_set_simulation(NOSLIP_VIEW(tile->view), self->simulation);
  return tile;
}

/* What the window uses */

void
noslip_tiles_set_simulation(NoslipTiles *self, NoslipSimulation *simulation)
{
  if (!simulation)
    noslip_tiles_keep(self);
  self->simulation = simulation;
  for (guint i = 0; i < self->list->len; i++)
    noslip_view_set_simulation(NOSLIP_VIEW(tile_at(self, i)->view), simulation);
}

void
noslip_tiles_set_meter(NoslipTiles *self, NoslipMeter *meter)
{
  self->meter = meter;
  for (guint i = 0; i < self->list->len; i++)
    noslip_view_set_meter(NOSLIP_VIEW(tile_at(self, i)->view), meter);
}

void
noslip_tiles_set_look(NoslipTiles *self, gboolean dark, double scale)
{
  self->dark = dark;
  self->scale = scale;
  for (guint i = 0; i < self->list->len; i++)
    set_look(self, tile_at(self, i));
}

void
noslip_tiles_changed(NoslipTiles *self, NoslipChange change)
{
  /* while time runs the views take turns, so that no frame has to draw all of them */
  gboolean turns = change == NOSLIP_CHANGED_CURSOR;
  guint open = 0;
  self->turn = (self->turn + 1) % TURNS;
  if (change & NOSLIP_CHANGED_SYSTEM && !(change & NOSLIP_CHANGED_EDITED))
    noslip_tiles_change_system(self);
  for (guint i = 0; i < self->list->len; i++) {
    open += tile_at(self, i)->open;
    if (!turns || open % TURNS == self->turn)
      noslip_view_changed(NOSLIP_VIEW(tile_at(self, i)->view), change);
  }
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

/* The last of its kind waits with its choices until it is opened again. */
static void
close_tile(NoslipTiles *self, guint place)
{
  NoslipTile *tile = tile_at(self, place);
  gboolean others = FALSE;
  for (guint i = 0; i < self->list->len; i++)
    others = others || (i != place && tile_at(self, i)->kind == tile->kind);
  if (self->maximised == tile)
    self->maximised = NULL;
  if (self->waiting == tile)
    self->waiting = NULL;
  if (self->used == tile)
    self->used = NULL;
  if (self->scroll_target == tile)
    self->scroll_target = NULL;
  tile->open = FALSE;
  if (others)
    g_ptr_array_remove_index(self->list, place);
}

void
noslip_tiles_close(NoslipTiles *self, NoslipView *view)
{
  guint place = 0;
  NoslipTile *tile = tile_with(self, view, &place);
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
  NoslipTile *tile = tile_of(self, kind);
  if (!tile || tile->open == open)
    return;
  noslip_tiles_measure_shares(self);
  noslip_tiles_take_out(self);
  self->maximised = NULL;
  if (open) { /* below all others */
    guint place = 0;
    tile_with(self, NOSLIP_VIEW(tile->view), &place);
    g_ptr_array_add(self->list, g_ptr_array_steal_index(self->list, place));
    tile->open = TRUE;
    self->scroll_target = tile;
  }
  for (guint i = self->list->len; i-- > 0 && !open;)
    if (tile_at(self, i)->kind == kind && tile_at(self, i)->open)
      close_tile(self, i);
  noslip_tiles_arrange(self);
}

gboolean
noslip_tiles_is_open(NoslipTiles *self, const NoslipViewKind *kind)
{
  NoslipTile *tile = tile_of(self, kind);
  return tile && tile->open;
}

static void
maximise_tile(NoslipTiles *self, NoslipTile *tile)
{
  if (self->maximised == tile)
    return;
  noslip_tiles_measure_shares(self);
  self->scroll_target = tile ? NULL : self->maximised; /* who was alone is still in sight among the others */
  self->maximised = tile;
  noslip_tiles_arrange(self);
}

void
noslip_tiles_maximise(NoslipTiles *self, const NoslipViewKind *kind)
{
  maximise_tile(self, kind ? tile_of(self, kind) : NULL);
}

void
noslip_tiles_maximise_view(NoslipTiles *self, NoslipView *view)
{
  maximise_tile(self, view ? tile_with(self, view, NULL) : NULL);
}

NoslipView *
noslip_tiles_view(NoslipTiles *self, const NoslipViewKind *kind)
{
  NoslipTile *tile = self->used && self->used->kind == kind ? self->used : tile_of(self, kind);
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
    if (tile_at(self, i)->open && nth-- == 0)
      return NOSLIP_VIEW(tile_at(self, i)->view);
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
  NoslipTile *tile = tile_with(self, view, &place);
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
    g_clear_pointer(&self->list, g_ptr_array_unref);
  }
  g_clear_pointer(&self->system, noslip_system_unref);
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
  /* columns come with the width; they do not ask for it */
  if (orientation == GTK_ORIENTATION_HORIZONTAL && self->columns > 1)
    *minimum = *natural = MIN(*minimum, COLUMN - 40);
}

static gboolean
arrange_late(gpointer data)
{
  NoslipTiles *self = data;
  if (self->list && fitting_columns(self, gtk_widget_get_width(GTK_WIDGET(self))) != self->columns) {
    noslip_tiles_measure_shares(self);
    noslip_tiles_arrange(self);
  }
  return G_SOURCE_REMOVE;
}

/* What was just opened is seen, also where the tiles are more than fit. */
static gboolean
show_news_late(gpointer data)
{
  NoslipTiles *self = data;
  graphene_rect_t bounds;
  if (self->fresh)
    return G_SOURCE_REMOVE; /* it is looked at again once there are places */
  if (self->scroll_target && GTK_IS_SCROLLED_WINDOW(self->child) &&
      gtk_widget_compute_bounds(self->scroll_target->box, self->content, &bounds)) {
    GtkAdjustment *down = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(self->child));
    gtk_adjustment_clamp_page(down, bounds.origin.y, bounds.origin.y + bounds.size.height);
  }
  self->scroll_target = NULL;
  return G_SOURCE_REMOVE;
}

void
noslip_tiles_bring(NoslipTiles *self, NoslipTile *tile)
{
  self->scroll_target = tile;
  g_idle_add_full(G_PRIORITY_DEFAULT, show_news_late, g_object_ref(self), g_object_unref);
}

static void
noslip_tiles_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  NoslipTiles *self = NOSLIP_TILES(widget);
  if (!self->child)
    return;
  gboolean fits = fitting_columns(self, width) == self->columns;
  if (self->fresh && fits && height > 0) {
    int least = 0, narrowest = 0;
    self->fresh = FALSE;
    gtk_widget_measure(self->content, GTK_ORIENTATION_HORIZONTAL, -1, &narrowest, NULL, NULL, NULL);
    gtk_widget_measure(self->content, GTK_ORIENTATION_VERTICAL, MAX(width, narrowest), &least, NULL, NULL, NULL);
    share_all(self, width, MAX(height, least));
  }
  /* a widget may not move its children about while it is given its size */
  if (!fits)
    g_idle_add_full(G_PRIORITY_DEFAULT, arrange_late, g_object_ref(self), g_object_unref);
  gtk_widget_allocate(self->child, width, height, baseline, NULL);
  if (self->scroll_target)
    g_idle_add_full(G_PRIORITY_DEFAULT, show_news_late, g_object_ref(self), g_object_unref);
}

static void
noslip_tiles_class_init(NoslipTilesClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_tiles_dispose;
  GTK_WIDGET_CLASS(class)->measure = noslip_tiles_measure;
  GTK_WIDGET_CLASS(class)->size_allocate = noslip_tiles_size_allocate;
  gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_REGION);
  signals[CHANGED] = g_signal_new("changed", NOSLIP_TYPE_TILES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
noslip_tiles_init(NoslipTiles *self)
{
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
