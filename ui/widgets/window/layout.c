/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/layout.h"

#include "ui/widgets/window/pane-handle.h"

#include <glib/gi18n.h>

#define NARROW 1100      /* pixels: below this width the views are tabs below the scene */
#define EDITOR_WIDE 1500 /* from this width on the editor is beside the scene, not below */
#define COLUMN 360       /* of the views' column, before the user drags it */
#define COLUMN_LEAST 320 /* its minimum: the window must be able to become narrow */
#define COLUMN_MOST 5    /* number of views in it; in a wide window more get two columns */
#define WIDE 1600
#define VERY_WIDE 1800 /* from this width on, so do fewer if they would be lower than this */
#define VIEW_LOW 210
#define BARS 96 /* height of the header bar and the timeline */
#define TWO_COLUMNS 816
#define SIDE 280 /* of the side pane */
#define SIDE_MOST 560
#define PLACED 3          /* frames after which a divider keeps its place */
#define VIEWS_PRESENTED 2 /* views beside the scene while presenting */

struct _NoslipLayout {
  AdwBin parent;
  GtkWidget *flap, *paned, *scene_paned, *scene_pane, *tiles, *side_pane;
  GtkWidget *editor; /* or NULL */
  gboolean presentation, narrow, editing;
  gboolean side_before; /* while presenting: whether the side pane was shown before */
  gboolean side_wide;   /* whether it was shown when the window was last wide */
  gboolean two_columns; /* for views, because there are many */
  NoslipLayoutSizes sizes;
  int paned_width, split_size; /* of the two dividers at their last move: if they are the same, the user moved them */
  guint placed;                /* frames since the divider was placed */
  guint release;               /* tick callback */
};

G_DEFINE_FINAL_TYPE(NoslipLayout, noslip_layout, ADW_TYPE_BIN)

/* Of its window; 0 before there is one. */
static int
window_width(NoslipLayout *self)
{
  GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
  return root ? gtk_widget_get_width(GTK_WIDGET(root)) : 0;
}

static int
window_height(NoslipLayout *self)
{
  GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
  return root ? gtk_widget_get_height(GTK_WIDGET(root)) : 0;
}

/* Many views in one column are too low: a wide window shows them in two columns, unless the user has set the width. */
static gboolean
wants_two_columns(NoslipLayout *self, int width)
{
  guint n = noslip_tiles_n_open(NOSLIP_TILES(self->tiles));
  gboolean low = width >= VERY_WIDE && (int) n * VIEW_LOW > window_height(self) - BARS;
  return self->sizes.views == COLUMN && width >= WIDE && (low || n > COLUMN_MOST);
}

/* The user's width, as far as the scene keeps the larger part. */
static int
column_width(NoslipLayout *self, int width)
{
  if (self->presentation)
    return MAX(COLUMN, width * 3 / 8);
  GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
  int unused;
  if (width <= 0 && root)
    gtk_window_get_default_size(GTK_WINDOW(root), &width, &unused);
  int views = wants_two_columns(self, width) ? TWO_COLUMNS : self->sizes.views;
  return CLAMP(views, COLUMN_LEAST, MAX(COLUMN, width / 2));
}

/* The divider is placed: now the user may make the column narrower. */
static gboolean
release_divider(GtkWidget *paned, GdkFrameClock *clock, gpointer data)
{
  NoslipLayout *self = data;
  if (++self->placed < PLACED)
    return G_SOURCE_CONTINUE;
  self->release = 0;
  if (!self->narrow && !self->presentation && gtk_widget_get_mapped(self->tiles) &&
      gtk_widget_get_mapped(self->scene_paned)) {
    gtk_paned_set_position(GTK_PANED(paned), gtk_paned_get_position(GTK_PANED(paned)));
    gtk_widget_set_size_request(self->tiles, COLUMN_LEAST, -1);
  }
  return G_SOURCE_REMOVE;
}

static void
views_divider_moved(GtkPaned *paned, GParamSpec *pspec, NoslipLayout *self)
{
  int whole = gtk_widget_get_width(GTK_WIDGET(paned));
  gboolean same = whole == self->paned_width;
  self->paned_width = whole;
  if (same && !self->release && !self->narrow && !self->presentation && gtk_widget_get_mapped(self->tiles) &&
      gtk_widget_get_mapped(self->scene_paned))
    self->sizes.views = whole - gtk_paned_get_position(paned) - noslip_paned_divider(paned);
}

/* The views get their preferred width and the scene the rest; after that the divider is the user's. */
static void
place_divider(NoslipLayout *self)
{
  int width = window_width(self), height = window_height(self);
  if (self->narrow)
    gtk_widget_set_size_request(self->tiles, -1, MAX(200, height * 2 / 5));
  else
    gtk_widget_set_size_request(self->tiles, column_width(self, width), -1);
  g_object_set(self->paned, "position-set", FALSE, NULL);
  self->placed = 0;
  if (!self->release)
    self->release = gtk_widget_add_tick_callback(self->paned, release_divider, self, NULL);
}

/* Whether the number of columns should change: a maximised view stays alone. */
static gboolean
is_in_wrong_columns(NoslipLayout *self)
{
  return wants_two_columns(self, window_width(self)) != self->two_columns &&
         (noslip_tiles_maximised(NOSLIP_TILES(self->tiles)) == NULL || self->presentation);
}

static void
update_columns(NoslipLayout *self)
{
  if (!is_in_wrong_columns(self))
    return;
  self->two_columns = !self->two_columns;
  place_divider(self);
}

static void
update_width(NoslipLayout *self)
{
  int width = window_width(self);
  gboolean narrow = width > 0 && width < NARROW;
  update_columns(self);
  if (narrow == self->narrow)
    return;
  self->narrow = narrow;
  noslip_tiles_set_tabs(NOSLIP_TILES(self->tiles), narrow);
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self->paned),
                                 narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  /* Beside the scene while there is room, whatever the length of the status line; over it otherwise. */
  adw_flap_set_fold_policy(ADW_FLAP(self->flap), narrow ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_NEVER);
  if (narrow)
    self->side_wide = noslip_layout_has_side_pane(self);
  if (narrow || !self->presentation)
    adw_flap_set_reveal_flap(ADW_FLAP(self->flap), !narrow && self->side_wide);
  place_divider(self);
}

static gboolean
update_width_late(gpointer data)
{
  if (gtk_widget_get_root(GTK_WIDGET(data)))
    update_width(data);
  return G_SOURCE_REMOVE;
}

/* A bin uses its layout manager instead of the class's measure(), so it gets its own. */
static GtkSizeRequestMode
request_mode(GtkWidget *widget)
{
  return gtk_widget_get_request_mode(NOSLIP_LAYOUT(widget)->flap);
}

static void
measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
        int *natural_baseline)
{
  gtk_widget_measure(NOSLIP_LAYOUT(widget)->flap, orientation, for_size, minimum, natural, minimum_baseline,
                     natural_baseline);
}

static void
allocate(GtkWidget *widget, int width, int height, int baseline)
{
  NoslipLayout *self = NOSLIP_LAYOUT(widget);
  gtk_widget_allocate(self->flap, width, height, baseline, NULL);
  /* a widget must not reparent its children during size allocation */
  if ((window_width(self) < NARROW) != self->narrow || is_in_wrong_columns(self))
    g_idle_add_full(G_PRIORITY_DEFAULT, update_width_late, g_object_ref(self), g_object_unref);
}

/* The editor */

/* The division between the scene and the editor stays as the user left it. */
static void
editor_divider_moved(GtkPaned *paned, GParamSpec *pspec, NoslipLayout *self)
{
  gboolean beside = gtk_orientable_get_orientation(GTK_ORIENTABLE(paned)) == GTK_ORIENTATION_HORIZONTAL;
  int room = beside ? gtk_widget_get_width(GTK_WIDGET(paned)) : gtk_widget_get_height(GTK_WIDGET(paned));
  gboolean same = room == self->split_size;
  self->split_size = room;
  if (same && room > 0 && self->editor && gtk_widget_get_mapped(self->editor) &&
      gtk_widget_get_mapped(self->scene_pane))
    self->sizes.scene[beside ? 0 : 1] = CLAMP((double) gtk_paned_get_position(paned) / room, 0.1, 0.9);
}

static void
place_editor(NoslipLayout *self)
{
  gboolean shown = self->editing && !self->presentation;
  if (self->editor)
    gtk_widget_set_visible(self->editor, shown);
  if (!shown)
    return;
  gboolean beside = window_width(self) >= EDITOR_WIDE;
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self->scene_paned),
                                 beside ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  int room = beside ? gtk_widget_get_width(self->scene_paned) : gtk_widget_get_height(self->scene_paned);
  if (room > 0)
    gtk_paned_set_position(GTK_PANED(self->scene_paned), (int) (room * self->sizes.scene[beside ? 0 : 1]));
}

void
noslip_layout_set_editor(NoslipLayout *self, GtkWidget *editor)
{
  self->editor = editor;
  gtk_widget_set_visible(editor, FALSE);
  gtk_paned_set_end_child(GTK_PANED(self->scene_paned), editor);
}

void
noslip_layout_set_editing(NoslipLayout *self, gboolean editing)
{
  self->editing = editing;
  place_editor(self);
}

/* Set by the window */

void
noslip_layout_set_presentation(NoslipLayout *self, gboolean presentation)
{
  self->presentation = presentation;
  if (presentation)
    self->side_before = noslip_layout_has_side_pane(self);
  adw_flap_set_reveal_flap(ADW_FLAP(self->flap), !presentation && self->side_before);
  adw_flap_set_locked(ADW_FLAP(self->flap), TRUE);
  /* the first two views stay, the others wait until the presentation ends */
  noslip_tiles_set_presented(NOSLIP_TILES(self->tiles), presentation ? VIEWS_PRESENTED : 0);
  place_editor(self);
  place_divider(self);
}

void
noslip_layout_set_side_pane(NoslipLayout *self, gboolean visible)
{
  adw_flap_set_reveal_flap(ADW_FLAP(self->flap), visible);
  place_divider(self);
}

gboolean
noslip_layout_has_side_pane(NoslipLayout *self)
{
  return adw_flap_get_reveal_flap(ADW_FLAP(self->flap));
}

gboolean
noslip_layout_is_narrow(NoslipLayout *self)
{
  return self->narrow;
}

void
noslip_layout_get_sizes(NoslipLayout *self, NoslipLayoutSizes *sizes)
{
  gtk_widget_get_size_request(self->side_pane, &self->sizes.side, NULL);
  *sizes = self->sizes;
}

void
noslip_layout_set_sizes(NoslipLayout *self, const NoslipLayoutSizes *sizes)
{
  self->sizes = *sizes;
  gtk_widget_set_size_request(self->side_pane, CLAMP(sizes->side, SIDE, SIDE_MOST), -1);
  for (guint i = 0; i < 2; i++)
    self->sizes.scene[i] = CLAMP(sizes->scene[i], 0.1, 0.9);
  place_divider(self);
}

static void
tiles_changed(NoslipTiles *tiles, NoslipLayout *self)
{
  gboolean alone = noslip_tiles_maximised(tiles) != NULL && !self->presentation;
  gtk_widget_set_visible(GTK_WIDGET(tiles), noslip_tiles_n_open(tiles) > 0 || noslip_tiles_maximised(tiles));
  gtk_widget_set_visible(self->scene_paned, !alone); /* a maximised view also takes the place of the scene */
  update_columns(self);
}

GtkWidget *
noslip_layout_scene(NoslipLayout *self)
{
  return self->scene_paned;
}

GtkWidget *
noslip_layout_side_pane(NoslipLayout *self)
{
  return self->side_pane;
}

/* The object */

static void
noslip_layout_dispose(GObject *object)
{
  NoslipLayout *self = NOSLIP_LAYOUT(object);
  if (self->release)
    gtk_widget_remove_tick_callback(self->paned, self->release);
  self->release = 0;
  G_OBJECT_CLASS(noslip_layout_parent_class)->dispose(object);
}

static void
noslip_layout_class_init(NoslipLayoutClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_layout_dispose;
}

static void
noslip_layout_init(NoslipLayout *self)
{
  self->sizes = (NoslipLayoutSizes){COLUMN, SIDE, {0.45, 0.5}};
}

static void
build_panes(NoslipLayout *self)
{
  self->scene_paned = gtk_paned_new(GTK_ORIENTATION_VERTICAL);
  gtk_paned_set_start_child(GTK_PANED(self->scene_paned), self->scene_pane);
  gtk_paned_set_shrink_start_child(GTK_PANED(self->scene_paned), FALSE);
  gtk_paned_set_shrink_end_child(GTK_PANED(self->scene_paned), FALSE);
  g_signal_connect_object(self->scene_paned, "notify::position", G_CALLBACK(editor_divider_moved), self, 0);
  self->paned = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child(GTK_PANED(self->paned), self->scene_paned);
  gtk_paned_set_end_child(GTK_PANED(self->paned), self->tiles);
  gtk_paned_set_resize_start_child(GTK_PANED(self->paned), TRUE);
  gtk_paned_set_resize_end_child(GTK_PANED(self->paned), FALSE);
  gtk_paned_set_shrink_start_child(GTK_PANED(self->paned), FALSE);
  gtk_paned_set_shrink_end_child(GTK_PANED(self->paned), FALSE);
  gtk_widget_set_vexpand(self->paned, TRUE);
  g_signal_connect_object(self->paned, "notify::position", G_CALLBACK(views_divider_moved), self, 0);
  place_divider(self);
}

GtkWidget *
noslip_layout_new(GtkWidget *scene_pane, NoslipTiles *tiles, GtkWidget *side_pane)
{
  NoslipLayout *self = g_object_new(NOSLIP_TYPE_LAYOUT, NULL);
  self->scene_pane = scene_pane;
  self->tiles = GTK_WIDGET(tiles);
  self->side_pane = side_pane;
  build_panes(self);
  g_signal_connect_object(tiles, "changed", G_CALLBACK(tiles_changed), self, 0);
  self->flap = adw_flap_new();
  adw_flap_set_flap(ADW_FLAP(self->flap), side_pane);
  adw_flap_set_separator(ADW_FLAP(self->flap),
                         noslip_pane_handle_new(side_pane, _("Width of the side pane"), SIDE, SIDE_MOST));
  adw_flap_set_content(ADW_FLAP(self->flap), self->paned);
  adw_flap_set_locked(ADW_FLAP(self->flap), TRUE);
  adw_flap_set_fold_policy(ADW_FLAP(self->flap), ADW_FLAP_FOLD_POLICY_NEVER);
  adw_flap_set_swipe_to_open(ADW_FLAP(self->flap), FALSE);
  adw_flap_set_swipe_to_close(ADW_FLAP(self->flap), FALSE);
  gtk_widget_set_layout_manager(GTK_WIDGET(self), gtk_custom_layout_new(request_mode, measure, allocate));
  adw_bin_set_child(ADW_BIN(self), self->flap);
  gtk_widget_set_vexpand(GTK_WIDGET(self), TRUE);
  return GTK_WIDGET(self);
}
