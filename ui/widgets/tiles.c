/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/tiles.h"

#include <glib/gi18n.h>

#define MOST_KINDS 16
#define TURNS 3 /* frames between two pictures of a view while time runs */

typedef struct {
  const NoslipViewKind *kind;
  GtkWidget *tile, *view, *maximise; /* strong references to the tile */
  gboolean open;
} Entry;

struct _NoslipTiles {
  GtkWidget parent;
  Entry entries[MOST_KINDS];
  guint n;
  GtkWidget *child;   /* what holds the content */
  GtkWidget *content; /* panes, or tabs, or the only tile */
  guint turn;
  gboolean tabs, fresh; /* fresh: the panes have not been given their shares of the height yet */
  const NoslipViewKind *maximised;
};

G_DEFINE_FINAL_TYPE(NoslipTiles, noslip_tiles, GTK_TYPE_WIDGET)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static Entry *
entry_of(NoslipTiles *self, const NoslipViewKind *kind)
{
  for (guint i = 0; i < self->n; i++)
    if (self->entries[i].kind == kind)
      return &self->entries[i];
  return NULL;
}

/* Takes the tiles out of whatever holds them; they live on. */
static void
take_out(NoslipTiles *self)
{
  for (guint i = 0; i < self->n; i++) {
    GtkWidget *tile = self->entries[i].tile, *parent = gtk_widget_get_parent(tile);
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
notebook(GtkWidget **tiles, const Entry **entries, guint n)
{
  GtkWidget *book = gtk_notebook_new();
  gtk_notebook_set_scrollable(GTK_NOTEBOOK(book), TRUE);
  for (guint i = 0; i < n; i++)
    gtk_notebook_append_page(GTK_NOTEBOOK(book), tiles[i], gtk_label_new(_(entries[i]->kind->name)));
  return book;
}

/* What a tile asks for: two figures need more than one, a matrix needs its rows. */
static double
weight(const NoslipViewKind *kind)
{
  return kind->n_figures == 2 ? 1.55 : kind->n_figures == 1 ? 1.1 : 1.25;
}

/* Gives each pane its share of the height; afterwards the dividers are the user's. */
static void
share_out(NoslipTiles *self, int height)
{
  double weights[MOST_KINDS], sum = 0;
  guint n = 0;
  for (guint i = 0; i < self->n; i++)
    if (self->entries[i].open && !self->maximised)
      sum += weights[n++] = weight(self->entries[i].kind);
  GtkWidget *pane = self->content;
  double rest = height;
  for (guint i = 0; i + 1 < n && GTK_IS_PANED(pane); i++) {
    int position = (int) (rest * weights[i] / sum);
    gtk_paned_set_position(GTK_PANED(pane), position);
    rest -= position;
    sum -= weights[i];
    pane = gtk_paned_get_end_child(GTK_PANED(pane));
  }
}

/* a over (b over (c over d)) */
static GtkWidget *
stack_of_panes(GtkWidget **tiles, guint n)
{
  if (n == 1)
    return tiles[0];
  GtkWidget *paned = gtk_paned_new(GTK_ORIENTATION_VERTICAL);
  gtk_paned_set_start_child(GTK_PANED(paned), tiles[0]);
  gtk_paned_set_end_child(GTK_PANED(paned), stack_of_panes(tiles + 1, n - 1));
  gtk_paned_set_shrink_start_child(GTK_PANED(paned), FALSE);
  gtk_paned_set_shrink_end_child(GTK_PANED(paned), FALSE);
  return paned;
}

/* More views than fit are scrolled through. */
static GtkWidget *
scrolled(GtkWidget *content)
{
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), content);
  return scroller;
}

static void
arrange(NoslipTiles *self)
{
  GtkWidget *tiles[MOST_KINDS];
  const Entry *entries[MOST_KINDS];
  guint n = 0;
  take_out(self);
  for (guint i = 0; i < self->n; i++) {
    const Entry *entry = &self->entries[i];
    if (self->maximised ? entry->kind != self->maximised : !entry->open)
      continue;
    entries[n] = entry;
    tiles[n++] = entry->tile;
  }
  for (guint i = 0; i < self->n; i++)
    gtk_button_set_icon_name(GTK_BUTTON(self->entries[i].maximise),
                             self->maximised ? "view-restore-symbolic" : "view-fullscreen-symbolic");
  if (n > 0) {
    self->content = self->tabs ? notebook(tiles, entries, n) : stack_of_panes(tiles, n);
    self->child = self->tabs ? self->content : scrolled(self->content);
    gtk_widget_set_parent(self->child, GTK_WIDGET(self));
    self->fresh = TRUE;
  }
  g_signal_emit(self, signals[CHANGED], 0);
}

/* A tile: its title, its menu, its view */

static GtkWidget *
small_button(const char *icon, const char *label)
{
  GtkWidget *button = gtk_button_new_from_icon_name(icon);
  gtk_widget_add_css_class(button, "flat");
  gtk_widget_add_css_class(button, "noslip-small");
  gtk_widget_set_tooltip_text(button, label);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return button;
}

static void
fill_menu(GtkMenuButton *button, gpointer data)
{
  NoslipView *view = data;
  GtkWidget *popover = gtk_popover_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
  noslip_view_add_menu(view, GTK_BOX(box));
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scroller), TRUE);
  gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scroller), 420);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), box);
  gtk_popover_set_child(GTK_POPOVER(popover), scroller);
  gtk_menu_button_set_popover(button, popover);
}

static void
maximise_clicked(GtkButton *button, NoslipTiles *self)
{
  const NoslipViewKind *kind = g_object_get_data(G_OBJECT(button), "kind");
  noslip_tiles_maximise(self, self->maximised ? NULL : kind);
}

static void
close_clicked(GtkButton *button, NoslipTiles *self)
{
  self->maximised = NULL;
  noslip_tiles_set_open(self, g_object_get_data(G_OBJECT(button), "kind"), FALSE);
}

static GtkWidget *
tile_header(NoslipTiles *self, Entry *entry)
{
  g_autofree char *view_name = g_strdup(_(entry->kind->name));
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class(box, "noslip-tile-header");
  GtkWidget *title = gtk_label_new(view_name);
  gtk_label_set_xalign(GTK_LABEL(title), 0);
  gtk_widget_set_hexpand(title, TRUE);
  gtk_widget_add_css_class(title, "heading");
  gtk_box_append(GTK_BOX(box), title);
  GtkWidget *menu = gtk_menu_button_new();
  gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(menu), "view-more-symbolic");
  gtk_widget_add_css_class(menu, "flat");
  gtk_widget_add_css_class(menu, "noslip-small");
  g_autofree char *label = g_strdup_printf(_("Choices of %s"), view_name);
  gtk_widget_set_tooltip_text(menu, label);
  gtk_accessible_update_property(GTK_ACCESSIBLE(menu), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_menu_button_set_create_popup_func(GTK_MENU_BUTTON(menu), fill_menu, entry->view, NULL);
  gtk_box_append(GTK_BOX(box), menu);
  g_autofree char *maximise = g_strdup_printf(_("Maximise %s"), view_name);
  g_autofree char *close = g_strdup_printf(_("Close %s"), view_name);
  entry->maximise = small_button("view-fullscreen-symbolic", maximise);
  GtkWidget *closing = small_button("window-close-symbolic", close);
  g_object_set_data(G_OBJECT(entry->maximise), "kind", (gpointer) entry->kind);
  g_object_set_data(G_OBJECT(closing), "kind", (gpointer) entry->kind);
  g_signal_connect_object(entry->maximise, "clicked", G_CALLBACK(maximise_clicked), self, 0);
  g_signal_connect_object(closing, "clicked", G_CALLBACK(close_clicked), self, 0);
  gtk_box_append(GTK_BOX(box), entry->maximise);
  gtk_box_append(GTK_BOX(box), closing);
  return box;
}

static void
add_entry(NoslipTiles *self, const NoslipViewKind *kind)
{
  Entry *entry = &self->entries[self->n++];
  entry->kind = kind;
  entry->view = noslip_view_new(kind);
  entry->tile = g_object_ref_sink(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0));
  gtk_widget_add_css_class(entry->tile, "noslip-tile");
  gtk_box_append(GTK_BOX(entry->tile), tile_header(self, entry));
  if (kind->n_figures == 0) {
    GtkWidget *scroller = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller),
                                   kind->least_width ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), entry->view);
    gtk_scrolled_window_set_min_content_height(GTK_SCROLLED_WINDOW(scroller), 120);
    gtk_widget_set_vexpand(scroller, TRUE);
    gtk_box_append(GTK_BOX(entry->tile), scroller);
  } else {
    gtk_box_append(GTK_BOX(entry->tile), entry->view);
  }
}

/* What the window uses */

void
noslip_tiles_set_simulation(NoslipTiles *self, NoslipSimulation *simulation)
{
  for (guint i = 0; i < self->n; i++)
    noslip_view_set_simulation(NOSLIP_VIEW(self->entries[i].view), simulation);
}

void
noslip_tiles_set_meter(NoslipTiles *self, NoslipMeter *meter)
{
  for (guint i = 0; i < self->n; i++)
    noslip_view_set_meter(NOSLIP_VIEW(self->entries[i].view), meter);
}

void
noslip_tiles_set_look(NoslipTiles *self, gboolean dark, double scale)
{
  for (guint i = 0; i < self->n; i++)
    noslip_view_set_look(NOSLIP_VIEW(self->entries[i].view), dark, scale);
}

void
noslip_tiles_changed(NoslipTiles *self, NoslipChange change)
{
  /* while time runs the views take turns, so that no frame has to draw all of them */
  gboolean turns = change == NOSLIP_CHANGED_CURSOR;
  guint open = 0;
  self->turn = (self->turn + 1) % TURNS;
  for (guint i = 0; i < self->n; i++) {
    open += self->entries[i].open;
    if (!turns || open % TURNS == self->turn)
      noslip_view_changed(NOSLIP_VIEW(self->entries[i].view), change);
  }
}

void
noslip_tiles_set_tabs(NoslipTiles *self, gboolean tabs)
{
  if (self->tabs == tabs)
    return;
  self->tabs = tabs;
  arrange(self);
}

void
noslip_tiles_set_open(NoslipTiles *self, const NoslipViewKind *kind, gboolean open)
{
  Entry *entry = entry_of(self, kind);
  if (!entry || entry->open == open)
    return;
  entry->open = open;
  if (self->maximised && open)
    self->maximised = NULL;
  arrange(self);
}

gboolean
noslip_tiles_is_open(NoslipTiles *self, const NoslipViewKind *kind)
{
  Entry *entry = entry_of(self, kind);
  return entry && entry->open;
}

void
noslip_tiles_maximise(NoslipTiles *self, const NoslipViewKind *kind)
{
  if (self->maximised == kind)
    return;
  self->maximised = kind;
  arrange(self);
}

NoslipView *
noslip_tiles_view(NoslipTiles *self, const NoslipViewKind *kind)
{
  Entry *entry = entry_of(self, kind);
  return entry ? NOSLIP_VIEW(entry->view) : NULL;
}

const NoslipViewKind *
noslip_tiles_maximised(NoslipTiles *self)
{
  return self->maximised;
}

guint
noslip_tiles_n_open(NoslipTiles *self)
{
  guint n = 0;
  for (guint i = 0; i < self->n; i++)
    n += self->entries[i].open;
  return n;
}

static void
noslip_tiles_dispose(GObject *object)
{
  NoslipTiles *self = NOSLIP_TILES(object);
  take_out(self);
  for (guint i = 0; i < self->n; i++)
    g_clear_object(&self->entries[i].tile);
  self->n = 0;
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
}

static void
noslip_tiles_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  NoslipTiles *self = NOSLIP_TILES(widget);
  if (!self->child)
    return;
  if (self->fresh && height > 0) {
    int least = 0;
    self->fresh = FALSE;
    gtk_widget_measure(self->content, GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
    share_out(self, MAX(height, least));
  }
  gtk_widget_allocate(self->child, width, height, baseline, NULL);
}

static void
noslip_tiles_class_init(NoslipTilesClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_tiles_dispose;
  GTK_WIDGET_CLASS(class)->measure = noslip_tiles_measure;
  GTK_WIDGET_CLASS(class)->size_allocate = noslip_tiles_size_allocate;
  gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_GROUP);
  signals[CHANGED] =
      g_signal_new("changed", NOSLIP_TYPE_TILES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
noslip_tiles_init(NoslipTiles *self)
{
  for (guint i = 0; noslip_view_kinds()[i] && i < MOST_KINDS; i++)
    add_entry(self, noslip_view_kinds()[i]);
  const NoslipViewKind *first[] = {&noslip_energy_view, &noslip_path_view, &noslip_bracket_view};
  for (guint i = 0; i < G_N_ELEMENTS(first); i++)
    entry_of(self, first[i])->open = TRUE;
  arrange(self);
}

GtkWidget *
noslip_tiles_new(void)
{
  return g_object_new(NOSLIP_TYPE_TILES, NULL);
}
