/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the window is laid out: wide, narrow, and for presenting. */
#include "ui/widgets/window/window-private.h"

#include "ui/widgets/window/pane-handle.h"

#include <glib/gi18n.h>

#define COLUMN 360    /* pixels of the views' column, before the user drags it */
#define COLUMN_MOST 5 /* views in it; in a window that is wide they get two */
#define WIDE 1600
#define TWO_COLUMNS 816
#define COLUMN_LEAST 320 /* and at least: the window must get narrow enough to be a narrow one */
#define SIDE 280         /* the same of the side pane */
#define SIDE_MOST 560
#define PLACED 3          /* frames after which a divider that was placed stands */
#define VIEWS_PRESENTED 2 /* views beside the scene while presenting */

/* How much larger the desktop wants its type: curves, brackets, the legend and the scale bar follow. */
static double
text_scale(void)
{
  int dpi = 0; /* in 1/1024; -1: the usual 96 */
  g_object_get(gtk_settings_get_default(), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? CLAMP(dpi / (1024 * 96.0), 0.5, 3) : 1;
}

static void
text_scale_changed(GtkSettings *settings, GParamSpec *pspec, NoslipWindow *self)
{
  noslip_window_update_look(self);
}

void
noslip_window_update_look(NoslipWindow *self)
{
  gboolean dark = adw_style_manager_get_dark(adw_style_manager_get_default());
  double scale = text_scale() * (self->presentation ? NOSLIP_THEME_PRESENTATION_SCALE : 1);
  noslip_tiles_set_look(NOSLIP_TILES(self->tiles), dark, scale);
  if (self->editor)
    noslip_editor_set_dark(NOSLIP_EDITOR(self->editor), dark);
  noslip_scene_view_set_look(NOSLIP_SCENE_VIEW(self->scene), dark, scale);
  if (self->presentation)
    gtk_widget_add_css_class(GTK_WIDGET(self), "noslip-presentation");
  else
    gtk_widget_remove_css_class(GTK_WIDGET(self), "noslip-presentation");
}

/* Many views in one column are slits: in a wide window they stand in two, unless the user has said how wide. */
static gboolean
wants_two_columns(NoslipWindow *self, int width)
{
  return self->sizes.views == COLUMN && width >= WIDE && noslip_tiles_n_open(NOSLIP_TILES(self->tiles)) > COLUMN_MOST;
}

/* What the user made it, where that leaves the scene the larger part. */
static int
column_width(NoslipWindow *self, int width)
{
  if (self->presentation)
    return MAX(COLUMN, width * 3 / 8);
  int unused;
  if (width <= 0)
    gtk_window_get_default_size(GTK_WINDOW(self), &width, &unused);
  int views = wants_two_columns(self, width) ? TWO_COLUMNS : self->sizes.views;
  return CLAMP(views, COLUMN_LEAST, MAX(COLUMN, width / 2));
}

/* It stands: now the user may make the column narrower again. */
static gboolean
release_divider(GtkWidget *paned, GdkFrameClock *clock, gpointer data)
{
  NoslipWindow *self = data;
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
divider_moved(GtkPaned *paned, GParamSpec *pspec, NoslipWindow *self)
{
  int whole = gtk_widget_get_width(GTK_WIDGET(paned));
  gboolean same = whole == self->paned_width;
  self->paned_width = whole;
  if (same && !self->release && !self->narrow && !self->presentation && gtk_widget_get_mapped(self->tiles) &&
      gtk_widget_get_mapped(self->scene_paned))
    self->sizes.views = whole - gtk_paned_get_position(paned) - noslip_paned_divider(paned);
}

/* The views get what they ask for and the scene the rest; from then on the divider is the user's. */
void
noslip_window_place_divider(NoslipWindow *self)
{
  int width = gtk_widget_get_width(GTK_WIDGET(self)), height = gtk_widget_get_height(GTK_WIDGET(self));
  if (self->narrow)
    gtk_widget_set_size_request(self->tiles, -1, MAX(200, height * 2 / 5));
  else
    gtk_widget_set_size_request(self->tiles, column_width(self, width), -1);
  g_object_set(self->paned, "position-set", FALSE, NULL);
  self->placed = 0;
  if (!self->release)
    self->release = gtk_widget_add_tick_callback(self->paned, release_divider, self, NULL);
}

void
noslip_window_update_width(NoslipWindow *self)
{
  int width = gtk_widget_get_width(GTK_WIDGET(self));
  gboolean narrow = width > 0 && width < NOSLIP_WINDOW_NARROW;
  if (narrow == self->narrow)
    return;
  self->narrow = narrow;
  noslip_tiles_set_tabs(NOSLIP_TILES(self->tiles), narrow);
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self->paned),
                                 narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  /* Beside the scene while there is room, whatever the status says at length; over it where there is none. */
  adw_flap_set_fold_policy(ADW_FLAP(self->flap), narrow ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_NEVER);
  if (narrow)
    self->side_wide = noslip_window_has_side_pane(self);
  if (narrow || !self->presentation)
    adw_flap_set_reveal_flap(ADW_FLAP(self->flap), !narrow && self->side_wide);
  noslip_window_place_divider(self);
}

void
noslip_window_set_presentation(NoslipWindow *self, gboolean presentation)
{
  if (self->presentation == !!presentation)
    return;
  self->presentation = !!presentation;
  gtk_widget_set_visible(self->header, !presentation);
  gtk_widget_set_visible(self->timeline, !presentation);
  noslip_status_set_clock(NOSLIP_STATUS(self->status), presentation); /* the line of time had it */
  if (presentation)
    self->side_before = noslip_window_has_side_pane(self);
  adw_flap_set_reveal_flap(ADW_FLAP(self->flap), !presentation && self->side_before);
  adw_flap_set_locked(ADW_FLAP(self->flap), TRUE);
  if (presentation) {
    noslip_window_welcome(self, FALSE);
    gtk_window_fullscreen(GTK_WINDOW(self));
    gtk_widget_grab_focus(self->scene);
  } else {
    gtk_window_unfullscreen(GTK_WINDOW(self));
  }
  /* the lecturer's first two views stay, the others wait until the presentation ends */
  noslip_tiles_set_presented(NOSLIP_TILES(self->tiles), presentation ? VIEWS_PRESENTED : 0);
  noslip_window_place_editor(self);
  noslip_window_update_look(self);
  noslip_window_place_divider(self);
}

gboolean
noslip_window_is_presentation(NoslipWindow *self)
{
  return self->presentation;
}

void
noslip_window_set_side_pane(NoslipWindow *self, gboolean visible)
{
  adw_flap_set_reveal_flap(ADW_FLAP(self->flap), visible);
  noslip_window_place_divider(self);
}

gboolean
noslip_window_has_side_pane(NoslipWindow *self)
{
  return adw_flap_get_reveal_flap(ADW_FLAP(self->flap));
}

gboolean
noslip_window_is_narrow(NoslipWindow *self)
{
  return self->narrow;
}

void
noslip_window_get_sizes(NoslipWindow *self, NoslipWindowSizes *sizes)
{
  gtk_widget_get_size_request(self->side_pane, &self->sizes.side, NULL);
  *sizes = self->sizes;
}

void
noslip_window_set_sizes(NoslipWindow *self, const NoslipWindowSizes *sizes)
{
  self->sizes = *sizes;
  gtk_widget_set_size_request(self->side_pane, CLAMP(sizes->side, SIDE, SIDE_MOST), -1);
  for (guint i = 0; i < 2; i++)
    self->sizes.scene[i] = CLAMP(sizes->scene[i], 0.1, 0.9);
  noslip_window_place_divider(self);
}

static void
tiles_changed(NoslipTiles *tiles, NoslipWindow *self)
{
  gboolean alone = noslip_tiles_maximised(tiles) != NULL && !self->presentation;
  gtk_widget_set_visible(GTK_WIDGET(tiles), noslip_tiles_n_open(tiles) > 0 || noslip_tiles_maximised(tiles));
  gtk_widget_set_visible(self->scene_paned, !alone); /* a view that is maximised has the scene's place too */
  gboolean two = wants_two_columns(self, gtk_widget_get_width(GTK_WIDGET(self)));
  if (two != self->two_columns && !alone) {
    self->two_columns = two;
    noslip_window_place_divider(self);
  }
}

static GtkWidget *
build_scene(NoslipWindow *self)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  self->scene = noslip_scene_view_new();
  noslip_scene_view_set_meter(NOSLIP_SCENE_VIEW(self->scene), &self->meter);
  self->status = noslip_status_new();
  self->scene_above = gtk_overlay_new();
  gtk_overlay_set_child(GTK_OVERLAY(self->scene_above), self->scene);
  gtk_box_append(GTK_BOX(box), noslip_window_build_caption(self));
  gtk_box_append(GTK_BOX(box), self->scene_above);
  gtk_box_append(GTK_BOX(box), self->status);
  return box;
}

void
noslip_window_build_layout(NoslipWindow *self)
{
  self->scene_box = build_scene(self);
  g_signal_connect_object(gtk_settings_get_default(), "notify::gtk-xft-dpi", G_CALLBACK(text_scale_changed), self, 0);
  self->tiles = noslip_tiles_new();
  noslip_tiles_set_meter(NOSLIP_TILES(self->tiles), &self->meter);
  g_signal_connect_object(self->tiles, "changed", G_CALLBACK(tiles_changed), self, 0);
  self->paned = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL);
  self->problems = noslip_problems_new();
  noslip_window_build_document(self);
  gtk_paned_set_start_child(GTK_PANED(self->paned), self->scene_paned);
  gtk_paned_set_end_child(GTK_PANED(self->paned), self->tiles);
  gtk_paned_set_resize_start_child(GTK_PANED(self->paned), TRUE);
  gtk_paned_set_resize_end_child(GTK_PANED(self->paned), FALSE);
  gtk_paned_set_shrink_start_child(GTK_PANED(self->paned), FALSE);
  gtk_paned_set_shrink_end_child(GTK_PANED(self->paned), FALSE);
  gtk_widget_set_vexpand(self->paned, TRUE);
  g_signal_connect_object(self->paned, "notify::position", G_CALLBACK(divider_moved), self, 0);
  self->sizes = (NoslipWindowSizes){COLUMN, SIDE, {0.45, 0.5}};
  noslip_window_place_divider(self);

  self->timeline = noslip_timeline_new();
  self->side_pane = noslip_side_pane_new();
  self->flap = adw_flap_new();
  adw_flap_set_flap(ADW_FLAP(self->flap), self->side_pane);
  adw_flap_set_separator(ADW_FLAP(self->flap),
                         noslip_pane_handle_new(self->side_pane, _("Width of the side pane"), SIDE, SIDE_MOST));
  adw_flap_set_content(ADW_FLAP(self->flap), self->paned);
  adw_flap_set_locked(ADW_FLAP(self->flap), TRUE);
  adw_flap_set_fold_policy(ADW_FLAP(self->flap), ADW_FLAP_FOLD_POLICY_NEVER);
  adw_flap_set_swipe_to_open(ADW_FLAP(self->flap), FALSE);
  adw_flap_set_swipe_to_close(ADW_FLAP(self->flap), FALSE);
  gtk_widget_set_vexpand(self->flap, TRUE);

  self->bottom = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append(GTK_BOX(self->bottom), self->problems);
  self->works = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_add_css_class(self->works, "noslip-works");
  gtk_widget_set_visible(self->works, FALSE);
  gtk_box_append(GTK_BOX(self->bottom), self->works);
  gtk_box_append(GTK_BOX(self->bottom), self->timeline);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append(GTK_BOX(box), self->header);
  gtk_box_append(GTK_BOX(box), self->flap);
  gtk_box_append(GTK_BOX(box), self->bottom);
  self->toasts = adw_toast_overlay_new();
  adw_toast_overlay_set_child(ADW_TOAST_OVERLAY(self->toasts), box);
  self->toast_queue = noslip_toasts_new(ADW_TOAST_OVERLAY(self->toasts));
  noslip_window_build_above(self, self->toasts);
}
