/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arrangement of tiles: columns of panes or tabs, their shares of the height, and which is maximised. */
#include "ui/widgets/common/scroll.h"
#include "ui/widgets/window/pane-handle.h"
#include "ui/widgets/window/tiles-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST_SHOWN 64 /* tiles */
#define MOST_COLUMNS 3
#define ENLARGED 1.3 /* times the type of a tile */

NoslipTile *
noslip_tiles_at(NoslipTiles *self, guint i)
{
  return self->list->pdata[i];
}

NoslipTile *
noslip_tiles_first_of(NoslipTiles *self, const NoslipViewKind *kind)
{
  NoslipTile *found = NULL;
  for (guint i = 0; i < self->list->len; i++)
    if (noslip_tiles_at(self, i)->kind == kind && (!found || (!found->open && noslip_tiles_at(self, i)->open)))
      found = noslip_tiles_at(self, i);
  return found;
}

NoslipTile *
noslip_tiles_with(NoslipTiles *self, NoslipView *view, guint *place)
{
  for (guint i = 0; i < self->list->len; i++)
    if (noslip_tiles_at(self, i)->view == GTK_WIDGET(view)) {
      if (place)
        *place = i;
      return noslip_tiles_at(self, i);
    }
  return NULL;
}

/* Removes the tiles from their parents; they are kept. */
void
noslip_tiles_take_out(NoslipTiles *self)
{
  GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
  GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
  if (focus && gtk_widget_is_ancestor(focus, GTK_WIDGET(self)))
    g_set_weak_pointer(&self->focus, focus);
  for (guint i = 0; i < self->list->len && self->content && GTK_IS_NOTEBOOK(self->content); i++)
    if (gtk_notebook_page_num(GTK_NOTEBOOK(self->content), noslip_tiles_at(self, i)->box) ==
        gtk_notebook_get_current_page(GTK_NOTEBOOK(self->content)))
      self->tab = noslip_tiles_at(self, i);
  for (guint i = 0; i < self->list->len; i++) {
    GtkWidget *tile = noslip_tiles_at(self, i)->box, *parent = gtk_widget_get_parent(tile);
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

#define TAB_LONGEST 30 /* characters */

/* A unique name for the `at`-th tab: the view's name; if another tab has the same, also its subject; if that is the
 * same too, a number. Free with g_free(). */
static char *
tab_title(NoslipTile *const *tiles, guint n, guint at)
{
  const char *caption = noslip_view_caption(NOSLIP_VIEW(tiles[at]->view)), *name = _(tiles[at]->kind->name);
  guint n_alike = 0, n_same = 0, nth = 1;
  for (guint i = 0; i < n; i++) {
    if (i == at || tiles[i]->kind != tiles[at]->kind)
      continue;
    gboolean same = g_str_equal(noslip_view_caption(NOSLIP_VIEW(tiles[i]->view)), caption);
    n_alike++;
    n_same += same;
    nth += same && i < at;
  }
  g_autofree char *shown = n_alike && *caption ? g_strdup_printf("%s: %s", name, caption) : g_strdup(name);
  return n_same ? g_strdup_printf("%s (%u)", shown, nth) : g_steal_pointer(&shown);
}

static void
set_tab_title(GtkWidget *label, const char *title)
{
  gtk_label_set_text(GTK_LABEL(label), title);
  gboolean cut = g_utf8_strlen(title, -1) > TAB_LONGEST;
  gtk_label_set_ellipsize(GTK_LABEL(label), cut ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_width_chars(GTK_LABEL(label), cut ? TAB_LONGEST : -1);
  gtk_widget_set_tooltip_text(label, title);
}

static GtkWidget *
notebook(NoslipTile **tiles, guint n)
{
  GtkWidget *book = gtk_notebook_new();
  gtk_notebook_set_scrollable(GTK_NOTEBOOK(book), TRUE);
  for (guint i = 0; i < n; i++) {
    g_autofree char *title = tab_title(tiles, n, i);
    GtkWidget *label = gtk_label_new(NULL);
    set_tab_title(label, title);
    gtk_notebook_append_page(GTK_NOTEBOOK(book), tiles[i]->box, label);
  }
  return book;
}

/* The tab of a view that was just opened, or the one selected before. */
static void
select_tab(NoslipTiles *self)
{
  NoslipTile *tile = self->scroll_target ? self->scroll_target : self->tab;
  int page = tile ? gtk_notebook_page_num(GTK_NOTEBOOK(self->content), tile->box) : -1;
  if (page >= 0)
    gtk_notebook_set_current_page(GTK_NOTEBOOK(self->content), page);
}

/* The relative height that a tile needs: two figures need more than one, a matrix needs its rows. */
static double
need(const NoslipTile *tile)
{
  return tile->kind->n_figures == 2 ? 1.55 : tile->kind->n_figures == 1 ? 1.1 : 1.25;
}

/* Weights of tiles: those that have been shown keep their heights relative to each other, and together have the weight
 * that they need, so that a view opened beside them gets no more than it needs. */
static void
weigh(NoslipTile *const *tiles, guint n, double *weights)
{
  double needed = 0, shared = 0;
  for (guint i = 0; i < n; i++)
    if (tiles[i]->share > 0) {
      needed += need(tiles[i]);
      shared += tiles[i]->share;
    }
  for (guint i = 0; i < n; i++)
    weights[i] = tiles[i]->share > 0 ? tiles[i]->share / shared * needed : need(tiles[i]);
}

/* The visible tiles. */
static guint
seen(NoslipTiles *self, NoslipTile **tiles)
{
  guint n = 0, most = self->presented ? MIN(self->presented, MOST_SHOWN) : MOST_SHOWN;
  for (guint i = 0; i < self->list->len && n < most; i++)
    if (self->maximised ? noslip_tiles_at(self, i) == self->maximised : noslip_tiles_at(self, i)->open)
      tiles[n++] = noslip_tiles_at(self, i);
  return n;
}

void
noslip_tiles_name_tabs(NoslipTiles *self)
{
  NoslipTile *tiles[MOST_SHOWN];
  guint n = seen(self, tiles);
  for (guint i = 0; i < n && self->content && GTK_IS_NOTEBOOK(self->content); i++) {
    gboolean held = gtk_widget_is_ancestor(tiles[i]->box, self->content);
    GtkWidget *label = held ? gtk_notebook_get_tab_label(GTK_NOTEBOOK(self->content), tiles[i]->box) : NULL;
    g_autofree char *title = tab_title(tiles, n, i);
    if (label && !g_str_equal(gtk_label_get_text(GTK_LABEL(label)), title))
      set_tab_title(label, title);
  }
}

/* The number of n tiles in each column: in order, with about equal heights. Their heights in other arrangements are not
 * used. */
static void
fill_columns(NoslipTile **tiles, guint n, guint n_columns, guint *count)
{
  double whole = 0, taken = 0;
  guint column = 0;
  for (guint i = 0; i < n; i++)
    whole += need(tiles[i]);
  for (guint c = 0; c < n_columns; c++)
    count[c] = 0;
  for (guint i = 0; i < n; i++) {
    double middle = taken + need(tiles[i]) / 2;
    guint wanted = MIN((guint) (middle / whole * n_columns), n_columns - 1);
    column = MAX(column, MIN(wanted, column + 1));
    count[column]++;
    taken += need(tiles[i]);
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

void
noslip_tiles_share_all(NoslipTiles *self, int width, int height)
{
  NoslipTile *tiles[MOST_SHOWN];
  double weights[MOST_SHOWN];
  const double equal[MOST_COLUMNS] = {1, 1, 1};
  guint n = seen(self, tiles), count[MOST_COLUMNS], first = 0;
  if (self->tabs || self->maximised || n == 0)
    return;
  fill_columns(tiles, n, self->columns, count);
  weigh(tiles, n, weights);
  share_out(self->content, width, self->columns, equal);
  GtkWidget *pane = self->content;
  for (guint c = 0; c < self->columns; c++) {
    gboolean more = c + 1 < self->columns;
    share_out(more ? gtk_paned_get_start_child(GTK_PANED(pane)) : pane, height, count[c], weights + first);
    pane = more ? gtk_paned_get_end_child(GTK_PANED(pane)) : NULL;
    first += count[c];
  }
}

/* Stores the user's positions of the dividers. */
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

static void
scrolled_away(GtkAdjustment *down, NoslipTiles *self)
{
  if (!self->scrolls)
    g_clear_weak_pointer(&self->in_sight);
}

/* If there are more views than fit, they are scrolled. */
static GtkWidget *
scrolled(NoslipTiles *self, GtkWidget *content)
{
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), content);
  noslip_scroll_keep(scroller);
  g_signal_connect(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller)), "value-changed",
                   G_CALLBACK(scrolled_away), self);
  return scroller;
}

guint
noslip_tiles_fitting_columns(NoslipTiles *self, int width)
{
  NoslipTile *tiles[MOST_SHOWN];
  guint n = seen(self, tiles);
  return self->tabs || self->maximised
             ? 1
             : CLAMP((guint) MAX(width, 0) / NOSLIP_TILES_COLUMN, 1, MAX(1, MIN(MOST_COLUMNS, n)));
}

void
noslip_tiles_set_tile_look(NoslipTiles *self, const NoslipTile *tile)
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
  self->columns = noslip_tiles_fitting_columns(self, gtk_widget_get_width(GTK_WIDGET(self)));
  for (guint i = 0; i < self->list->len; i++) {
    noslip_tile_set_maximised(noslip_tiles_at(self, i), self->maximised != NULL);
    noslip_tile_show_title(noslip_tiles_at(self, i), !self->tabs); /* the tab shows it */
    noslip_tiles_set_tile_look(self, noslip_tiles_at(self, i));
  }
  if (n > 0) {
    self->content = self->tabs ? notebook(tiles, n) : columns_of_panes(self, tiles, n);
    self->child = self->tabs ? self->content : scrolled(self, self->content);
    gtk_widget_set_parent(self->child, GTK_WIDGET(self));
    self->fresh = TRUE;
  }
  g_signal_emit_by_name(self, "changed");
  if (self->focus && gtk_widget_get_root(self->focus))
    gtk_widget_grab_focus(self->focus); /* it has the keys still */
  g_clear_weak_pointer(&self->focus);
  if (self->content && GTK_IS_NOTEBOOK(self->content))
    select_tab(self);
}

NoslipTile *
noslip_tiles_insert(NoslipTiles *self, int place, const NoslipViewKind *kind)
{
  NoslipTile *tile = noslip_tile_new(self, kind);
  g_ptr_array_insert(self->list, place, tile);
  noslip_view_set_meter(NOSLIP_VIEW(tile->view), self->meter);
  noslip_tiles_set_tile_look(self, tile);
  if (self->simulation)
    noslip_view_set_simulation(NOSLIP_VIEW(tile->view), self->simulation);
  return tile;
}

static void
maximise_tile(NoslipTiles *self, NoslipTile *tile)
{
  if (self->maximised == tile)
    return;
  noslip_tiles_measure_shares(self);
  self->scroll_target = tile ? NULL : self->maximised; /* a view that was alone stays visible among the others */
  self->maximised = tile;
  noslip_tiles_arrange(self);
}

void
noslip_tiles_maximise(NoslipTiles *self, const NoslipViewKind *kind)
{
  maximise_tile(self, kind ? noslip_tiles_first_of(self, kind) : NULL);
}

void
noslip_tiles_maximise_view(NoslipTiles *self, NoslipView *view)
{
  maximise_tile(self, view ? noslip_tiles_with(self, view, NULL) : NULL);
}

gboolean
noslip_tiles_arrange_late(gpointer data)
{
  NoslipTiles *self = data;
  if (self->list && noslip_tiles_fitting_columns(self, gtk_widget_get_width(GTK_WIDGET(self))) != self->columns) {
    noslip_tiles_measure_shares(self);
    noslip_tiles_arrange(self);
  }
  return G_SOURCE_REMOVE;
}

gboolean
noslip_tiles_show_target_late(gpointer data)
{
  NoslipTiles *self = data;
  graphene_rect_t bounds;
  if (self->fresh)
    return G_SOURCE_REMOVE; /* checked again once the positions are known */
  if (self->scroll_target)
    g_set_weak_pointer(&self->in_sight, self->scroll_target->box);
  self->scroll_target = NULL;
  if (self->in_sight && GTK_IS_SCROLLED_WINDOW(self->child) && gtk_widget_is_ancestor(self->in_sight, self->content) &&
      gtk_widget_compute_bounds(self->in_sight, self->content, &bounds)) {
    GtkAdjustment *down = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(self->child));
    self->scrolls = TRUE;
    gtk_adjustment_clamp_page(down, bounds.origin.y, bounds.origin.y + bounds.size.height);
    self->scrolls = FALSE;
  }
  return G_SOURCE_REMOVE;
}

void
noslip_tiles_bring(NoslipTiles *self, NoslipTile *tile)
{
  self->scroll_target = tile;
  g_idle_add_full(G_PRIORITY_DEFAULT, noslip_tiles_show_target_late, g_object_ref(self), g_object_unref);
}
