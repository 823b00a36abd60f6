/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/window.h"

#include "ui/widgets/editor/problems.h"
#include "ui/widgets/side/side-pane.h"
#include "ui/widgets/window/file-drop.h"
#include "ui/widgets/window/timeline.h"
#include "ui/widgets/window/window-connections.h"
#include "ui/widgets/window/window-private.h"
#include "ui/widgets/window/window-values.h"

#include <glib/gi18n.h>

G_DEFINE_FINAL_TYPE(NoslipWindow, noslip_window, ADW_TYPE_APPLICATION_WINDOW)

/* Frames drawn after everything is computed before a picture counts as finished: layout, scene, camera. */
#define SETTLED_FRAMES 4
/* Numbers and descriptions are updated after this time; microseconds. */
#define SETTLED_AFTER 300000

/* Time: while the motion plays, each frame moves the playhead. While it is paused, there is no callback. */

#define LONGEST_ROUND 1000000 /* microseconds after which the window no longer waits */
#define LONGEST_AWAIT 4000    /* microseconds of a frame for the first rows after a hand moved something */

/* Whether the scene and all views have drawn the present time, and may draw another one: they show one time. */
static gboolean
may_continue(NoslipWindow *self)
{
  NoslipView *view;
  if (g_get_monotonic_time() - self->advanced > LONGEST_ROUND)
    return TRUE;
  for (guint i = 0; (view = noslip_tiles_nth_open(NOSLIP_TILES(self->tiles), i)); i++)
    if (noslip_view_waits(view))
      return FALSE;
  return noslip_scene_view_may_draw(noslip_window_scene(self));
}

static gboolean
tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  NoslipWindow *self = NOSLIP_WINDOW(widget);
  if (may_continue(self)) {
    noslip_meter_enter(&self->meter);
    noslip_simulation_await(self->simulation, LONGEST_AWAIT);
    noslip_simulation_poll(self->simulation);
    noslip_playback_advance(noslip_simulation_playback(self->simulation), gdk_frame_clock_get_frame_time(clock));
    noslip_meter_leave(&self->meter);
    self->advanced = g_get_monotonic_time();
  }
  if (noslip_simulation_playhead(self->simulation)->state == NOSLIP_PLAYING)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
keep_ticking(NoslipWindow *self)
{
  if (!self->tick && noslip_simulation_playhead(self->simulation)->state == NOSLIP_PLAYING)
    self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), tick, NULL, NULL);
}

/* Passes changes to all parts that show them */

static void
show_error(NoslipWindow *self)
{
  g_autoptr(NoslipDiagnostic) error = noslip_runs_take_error(noslip_simulation_runs(self->simulation));
  if (!error)
    return;
  g_autofree char *contradiction = NULL, *values = NULL;
  g_autofree char *text =
      noslip_remarks_nearest(noslip_simulation_remarks(self->simulation), noslip_simulation_start(self->simulation),
                             &contradiction, &values) /* the side pane offers them */
          ? g_strdup_printf(_("%s; the nearest consistent values are %s"), contradiction, values)
          : error->remedy ? g_strdup_printf("%s; %s", error->cause, error->remedy) : g_strdup(error->cause);
  noslip_window_toast(self, text);
}

/* A new warning of the motion is shown in a toast; it stays in the list of the status line. */
static void
show_warnings(NoslipWindow *self)
{
  const NoslipDiagnostics *warnings = noslip_simulation_remarks(self->simulation)->warnings;
  guint n = 0;
  for (guint i = 0; warnings && i < warnings->list->len; i++) {
    const NoslipDiagnostic *warning = g_ptr_array_index(warnings->list, i);
    if (warning->severity == NOSLIP_WARNING && n++ >= self->n_warnings)
      noslip_window_toast(self, warning->cause);
  }
  self->n_warnings = n;
}

static void
changed(NoslipSimulation *simulation, NoslipChange change, gpointer data)
{
  NoslipWindow *self = data;
  noslip_meter_enter(&self->meter);
  self->settled_frames = 0;
  self->last_change = g_get_monotonic_time();
  noslip_value_history_changed(self->values, change);
  if (change & NOSLIP_CHANGED_SYSTEM)
    noslip_window_update_title(self);
  noslip_header_changed(NOSLIP_HEADER(self->header), change);
  noslip_side_pane_changed(NOSLIP_SIDE_PANE(self->side_pane), change);
  noslip_scene_pane_changed(NOSLIP_SCENE_PANE(self->scene_pane), change);
  noslip_tiles_changed(NOSLIP_TILES(self->tiles), change);
  noslip_tiles_follow_plots(NOSLIP_TILES(self->tiles), change);
  noslip_timeline_changed(NOSLIP_TIMELINE(self->timeline), change);
  if (change & NOSLIP_CHANGED_PROBLEMS)
    noslip_window_show_problems(self);
  noslip_system_document_changed(self->document, change);
  if (change & NOSLIP_CHANGED_ERROR)
    show_error(self);
  if (change & (NOSLIP_CHANGED_VERDICTS | NOSLIP_CHANGED_SYSTEM))
    show_warnings(self);
  noslip_meter_leave(&self->meter);
  noslip_opening_changed(self->opening, change);
  keep_ticking(self);
}

/* The time for new rows counts as our own too. */
static void
poll_simulation(NoslipSimulation *simulation, gpointer data)
{
  NoslipWindow *self = data;
  noslip_meter_enter(&self->meter);
  noslip_simulation_poll(simulation);
  noslip_meter_leave(&self->meter);
}

/* The parts */

static gboolean
is_all_drawn(NoslipWindow *self)
{
  NoslipTiles *tiles = NOSLIP_TILES(self->tiles);
  const NoslipViewKind *alone = noslip_tiles_maximised(tiles); /* need not be among the open ones */
  NoslipView *view = alone ? noslip_tiles_view(tiles, alone) : NULL;
  if (view && !noslip_view_is_ready(view))
    return FALSE;
  for (guint i = 0; (view = noslip_tiles_nth_open(tiles, i)); i++)
    if (gtk_widget_get_mapped(GTK_WIDGET(view)) && !noslip_view_is_ready(view))
      return FALSE;
  return noslip_scene_view_is_drawn(noslip_window_scene(self));
}

gboolean
noslip_window_is_settled(NoslipWindow *self)
{
  if (!noslip_simulation_is_settled(self->simulation) || noslip_opening_has_time(self->opening) || !is_all_drawn(self))
    return FALSE;
  return self->settled_frames >= SETTLED_FRAMES && g_get_monotonic_time() - self->last_change > SETTLED_AFTER;
}

static void
close_now(gpointer window, const char *unused)
{
  gtk_window_destroy(GTK_WINDOW(window));
}

static gboolean
noslip_window_close_request(GtkWindow *window)
{
  NoslipWindow *self = NOSLIP_WINDOW(window);
  if (noslip_system_document_has_unsaved(self->document)) {
    noslip_system_document_when_saved(self->document, G_OBJECT(self), close_now, NULL);
    return TRUE;
  }
  return GTK_WINDOW_CLASS(noslip_window_parent_class)->close_request(window);
}

/* Construction */

static void
after_paint(GdkFrameClock *clock, NoslipWindow *self)
{
  noslip_meter_frame(&self->meter);
  self->settled_frames++;
}

static void
noslip_window_realize(GtkWidget *widget)
{
  GTK_WIDGET_CLASS(noslip_window_parent_class)->realize(widget);
  g_signal_connect_object(gtk_widget_get_frame_clock(widget), "after-paint", G_CALLBACK(after_paint), widget, 0);
}

static void
set_simulation(NoslipWindow *self, NoslipSimulation *simulation)
{
  noslip_header_set_simulation(NOSLIP_HEADER(self->header), simulation);
  noslip_scene_pane_set_simulation(NOSLIP_SCENE_PANE(self->scene_pane), simulation);
  noslip_tiles_set_simulation(NOSLIP_TILES(self->tiles), simulation);
  noslip_timeline_set_simulation(NOSLIP_TIMELINE(self->timeline), simulation);
  noslip_side_pane_set_simulation(NOSLIP_SIDE_PANE(self->side_pane), simulation);
}

static void
noslip_window_dispose(GObject *object)
{
  NoslipWindow *self = NOSLIP_WINDOW(object);
  if (self->tick)
    gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->tick);
  self->tick = 0;
  if (self->simulation) {
    gtk_window_set_focus(GTK_WINDOW(self), NULL); /* an entry that loses the focus sets its value */
    g_clear_pointer(&self->toasts, noslip_toasts_free);
    noslip_simulation_set_poller(self->simulation, NULL);
    noslip_simulation_set_listener(self->simulation, NULL, NULL);
    set_simulation(self, NULL);
    noslip_system_document_release(self->document);
    g_clear_pointer(&self->values, noslip_value_history_free);
    g_clear_pointer(&self->simulation, noslip_simulation_free);
  }
  g_clear_object(&self->pointer_focus);
  g_clear_object(&self->opening);
  g_clear_object(&self->presentation);
  g_clear_object(&self->document);
  G_OBJECT_CLASS(noslip_window_parent_class)->dispose(object);
}

static void
noslip_window_finalize(GObject *object)
{
  noslip_meter_clear(&NOSLIP_WINDOW(object)->meter);
  g_object_unref(NOSLIP_WINDOW(object)->lecture);
  G_OBJECT_CLASS(noslip_window_parent_class)->finalize(object);
}

static void
noslip_window_class_init(NoslipWindowClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_window_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_window_finalize;
  noslip_window_class_add_value_keys(GTK_WIDGET_CLASS(class));
  GTK_WINDOW_CLASS(class)->close_request = noslip_window_close_request;
  g_signal_new("document-changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  GTK_WIDGET_CLASS(class)->realize = noslip_window_realize;
}

/* Parts without a picture, and their connections. */
static void
build_objects(NoslipWindow *self)
{
  self->presentation = noslip_presentation_new(GTK_WINDOW(self));
  self->lecture = noslip_lecture_new();
  self->document = noslip_system_document_new(GTK_WINDOW(self), self->simulation);
  self->opening = noslip_opening_new(self->document, self->simulation);
}

static GtkWidget *
build_bottom(NoslipWindow *self)
{
  GtkWidget *bottom = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  self->problems = noslip_problems_new();
  self->works = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_add_css_class(self->works, "noslip-works");
  gtk_widget_set_visible(self->works, FALSE);
  self->timeline = noslip_timeline_new();
  gtk_box_append(GTK_BOX(bottom), self->problems);
  gtk_box_append(GTK_BOX(bottom), self->works);
  gtk_box_append(GTK_BOX(bottom), self->timeline);
  return bottom;
}

static void
build_widgets(NoslipWindow *self)
{
  self->scene_pane = noslip_scene_pane_new(&self->meter);
  self->header = noslip_header_new(GTK_WIDGET(noslip_window_scene(self)));
  self->tiles = noslip_tiles_new();
  noslip_tiles_set_meter(NOSLIP_TILES(self->tiles), &self->meter);
  self->side_pane = noslip_side_pane_new();
  self->layout = noslip_layout_new(self->scene_pane, NOSLIP_TILES(self->tiles), self->side_pane);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *overlay = adw_toast_overlay_new();
  gtk_box_append(GTK_BOX(box), self->header);
  gtk_box_append(GTK_BOX(box), self->layout);
  gtk_box_append(GTK_BOX(box), build_bottom(self));
  adw_toast_overlay_set_child(ADW_TOAST_OVERLAY(overlay), box);
  self->toasts = noslip_toasts_new(ADW_TOAST_OVERLAY(overlay));
  self->announcements = noslip_announcements_new(overlay);
  adw_application_window_set_content(ADW_APPLICATION_WINDOW(self), self->announcements);
  GtkWidget *drop = noslip_file_drop_new(GTK_WIDGET(self));
  noslip_announcements_add(NOSLIP_ANNOUNCEMENTS(self->announcements), drop);
  noslip_window_connect_parts(self, drop);
  noslip_window_name_regions(self);
  noslip_window_add_numbers(self);
}

static void
noslip_window_init(NoslipWindow *self)
{
  self->simulation = noslip_simulation_new();
  self->values = noslip_value_history_new(self->simulation);
  build_objects(self);
  build_widgets(self);
  self->pointer_focus = noslip_pointer_focus_new(GTK_WINDOW(self), GTK_WIDGET(noslip_window_scene(self)));
  noslip_simulation_set_listener(self->simulation, changed, self);
  noslip_simulation_set_poller(self->simulation, poll_simulation);
  set_simulation(self, self->simulation);
  noslip_window_update_look(self);
  noslip_window_update_title(self);
  gtk_window_set_default_size(GTK_WINDOW(self), 1280, 800);
  gtk_widget_grab_focus(GTK_WIDGET(noslip_window_scene(self)));
}

NoslipWindow *
noslip_window_new(GtkApplication *application)
{
  return g_object_new(NOSLIP_TYPE_WINDOW, "application", application, "title", "Noslip", NULL);
}
