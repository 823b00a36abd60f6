/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/window-private.h"

#include <glib/gi18n.h>
#include <math.h>

G_DEFINE_FINAL_TYPE(NoslipWindow, noslip_window, ADW_TYPE_APPLICATION_WINDOW)

/* Frames that are drawn after everything is computed before a picture counts as settled: layout, scene, camera. */
#define SETTLED_FRAMES 4
/* Numbers and descriptions follow what changed after so long; microseconds. */
#define SETTLED_AFTER 300000

/* Time: while the motion plays, each frame moves the playhead. While it rests, nothing wakes us. */

static gboolean
tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  NoslipWindow *self = NOSLIP_WINDOW(widget);
  noslip_meter_enter(&self->meter);
  noslip_simulation_advance(self->simulation, gdk_frame_clock_get_frame_time(clock));
  noslip_meter_leave(&self->meter);
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

/* What changed goes to everything that shows it */

static void
show_error(NoslipWindow *self)
{
  g_autoptr(NoslipDiagnostic) error = noslip_simulation_take_error(self->simulation);
  if (!error)
    return;
  g_autofree char *contradiction = NULL, *values = NULL;
  g_autofree char *text =
      noslip_simulation_nearest(self->simulation, &contradiction, &values) /* the side pane offers them */
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
begin_system(NoslipWindow *self)
{
  if (!isnan(self->time_when_open) && self->time_when_open > 0)
    return; /* it plays when that time has been reached */
  if (self->play_when_open)
    noslip_simulation_play(self->simulation);
  self->play_when_open = FALSE;
}

/* The time that was asked for is reached as soon as it is computed. */
static void
reach_time(NoslipWindow *self)
{
  double wanted = self->time_when_open, end = noslip_simulation_playhead(self->simulation)->end;
  if (isnan(wanted) || noslip_simulation_source(self->simulation)->is_reading)
    return;
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(self->simulation));
  gboolean done = primary && primary->report.finished;
  if (!done && noslip_runs_computed(noslip_simulation_runs(self->simulation)) < fmin(wanted, end)) {
    noslip_simulation_compute_until(self->simulation, wanted);
    return;
  }
  self->time_when_open = NAN;
  noslip_simulation_seek(self->simulation, wanted);
  if (self->play_when_open)
    noslip_simulation_play(self->simulation);
  self->play_when_open = FALSE;
}

static void
changed(NoslipSimulation *simulation, NoslipChange change, gpointer data)
{
  NoslipWindow *self = data;
  noslip_meter_enter(&self->meter);
  self->settled_frames = 0;
  self->last_change = g_get_monotonic_time();
  noslip_value_history_changed(self->values, change);
  noslip_window_update_header(self, change);
  noslip_side_pane_changed(NOSLIP_SIDE_PANE(self->side_pane), change);
  noslip_scene_view_changed(NOSLIP_SCENE_VIEW(self->scene), change);
  noslip_tiles_changed(NOSLIP_TILES(self->tiles), change);
  noslip_timeline_changed(NOSLIP_TIMELINE(self->timeline), change);
  noslip_status_changed(NOSLIP_STATUS(self->status), change);
  noslip_window_update_story(self, change);
  if (self->welcome)
    noslip_welcome_changed(NOSLIP_WELCOME(self->welcome), change);
  if (change & NOSLIP_CHANGED_PROBLEMS)
    noslip_window_show_problems(self);
  if (self->editor)
    noslip_editor_changed(NOSLIP_EDITOR(self->editor), change);
  if (change & NOSLIP_CHANGED_ERROR)
    show_error(self);
  if (change & (NOSLIP_CHANGED_VERDICTS | NOSLIP_CHANGED_SYSTEM))
    show_warnings(self);
  noslip_meter_leave(&self->meter);
  if (change & NOSLIP_CHANGED_SYSTEM)
    noslip_window_give_setup(self);
  else if (change & NOSLIP_CHANGED_PROBLEMS)
    g_clear_pointer(&self->setup, noslip_setup_unref); /* its text has errors: the system of before stays as it is */
  if (change & NOSLIP_CHANGED_SYSTEM)
    begin_system(self);
  if (change & NOSLIP_CHANGED_ROWS)
    reach_time(self);
  keep_ticking(self);
}

/* What it takes to take in new rows is our time too. */
static void
poll_simulation(NoslipSimulation *simulation, gpointer data)
{
  NoslipWindow *self = data;
  noslip_meter_enter(&self->meter);
  noslip_simulation_poll(simulation);
  noslip_meter_leave(&self->meter);
}

/* What app/desktop uses */

NoslipSimulation *
noslip_window_simulation(NoslipWindow *self)
{
  return self->simulation;
}

NoslipSceneView *
noslip_window_scene(NoslipWindow *self)
{
  return NOSLIP_SCENE_VIEW(self->scene);
}

NoslipTiles *
noslip_window_tiles(NoslipWindow *self)
{
  return NOSLIP_TILES(self->tiles);
}

NoslipMeter *
noslip_window_meter(NoslipWindow *self)
{
  return &self->meter;
}

static void
open_now(NoslipWindow *self, const char *id_or_path)
{
  noslip_window_forget_setup(self);
  noslip_window_welcome(self, FALSE); /* it speaks of what was there before */
  self->play_when_open = self->play_when_saved;
  self->time_when_open = self->time_when_saved;
  noslip_simulation_load(self->simulation, id_or_path);
}

void
noslip_window_open(NoslipWindow *self, const char *id_or_path, gboolean play, double time)
{
  if (noslip_window_open_setups(self, id_or_path, play, time))
    return;
  self->play_when_saved = play;
  self->time_when_saved = time;
  noslip_window_when_saved(self, open_now, id_or_path);
}

static gboolean
noslip_window_close_request(GtkWindow *window)
{
  if (noslip_window_ask_before_closing(NOSLIP_WINDOW(window)))
    return TRUE;
  return GTK_WINDOW_CLASS(noslip_window_parent_class)->close_request(window);
}

static gboolean
is_all_drawn(NoslipWindow *self)
{
  NoslipTiles *tiles = NOSLIP_TILES(self->tiles);
  const NoslipViewKind *alone = noslip_tiles_maximised(tiles); /* need not be among those that are open */
  NoslipView *view = alone ? noslip_tiles_view(tiles, alone) : NULL;
  if (view && !noslip_view_is_ready(view))
    return FALSE;
  for (guint i = 0; (view = noslip_tiles_nth_open(tiles, i)); i++)
    if (gtk_widget_get_mapped(GTK_WIDGET(view)) && !noslip_view_is_ready(view))
      return FALSE;
  return noslip_scene_view_is_drawn(NOSLIP_SCENE_VIEW(self->scene));
}

gboolean
noslip_window_is_settled(NoslipWindow *self)
{
  if (!noslip_simulation_is_settled(self->simulation) || !isnan(self->time_when_open) || !is_all_drawn(self))
    return FALSE;
  return self->settled_frames >= SETTLED_FRAMES && g_get_monotonic_time() - self->last_change > SETTLED_AFTER;
}

void
noslip_window_add_toast(NoslipWindow *self, AdwToast *toast)
{
  noslip_toasts_add(self->toast_queue, toast);
}

void
noslip_window_add_work(NoslipWindow *self, NoslipJobRow *row)
{
  gtk_box_append(GTK_BOX(self->works), GTK_WIDGET(row));
  gtk_widget_set_visible(self->works, TRUE);
}

void
noslip_window_remove_work(NoslipWindow *self, NoslipJobRow *row)
{
  gtk_box_remove(GTK_BOX(self->works), GTK_WIDGET(row));
  gtk_widget_set_visible(self->works, gtk_widget_get_first_child(self->works) != NULL);
}

void
noslip_window_toast(NoslipWindow *self, const char *text)
{
  noslip_toasts_tell(self->toast_queue, text);
}

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

static gboolean
narrow_or_wide(gpointer data)
{
  noslip_window_update_width(NOSLIP_WINDOW(data));
  return G_SOURCE_REMOVE;
}

static void
noslip_window_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  GTK_WIDGET_CLASS(noslip_window_parent_class)->size_allocate(widget, width, height, baseline);
  NoslipWindow *self = NOSLIP_WINDOW(widget);
  /* a widget may not move its children about while it is given its size */
  if ((gtk_widget_get_width(widget) < NOSLIP_WINDOW_NARROW) != self->narrow)
    g_idle_add_full(G_PRIORITY_DEFAULT, narrow_or_wide, g_object_ref(self), g_object_unref);
}

static void
noslip_window_dispose(GObject *object)
{
  NoslipWindow *self = NOSLIP_WINDOW(object);
  if (self->tick)
    gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->tick);
  if (self->release)
    gtk_widget_remove_tick_callback(self->paned, self->release);
  self->tick = self->release = 0;
  if (self->simulation)
    gtk_window_set_focus(GTK_WINDOW(self), NULL); /* an entry that is left has a value to give */
  g_clear_weak_pointer(&self->focus_before);
  noslip_window_welcome(self, FALSE);
  noslip_window_forget_setup(self);
  noslip_window_clear_above(self);
  g_clear_pointer(&self->toast_queue, noslip_toasts_free);
  g_clear_pointer(&self->setup_when_saved, noslip_setup_unref);
  g_clear_pointer(&self->setup_told, noslip_diagnostics_free);
  if (self->simulation) {
    noslip_simulation_set_poller(self->simulation, NULL);
    noslip_simulation_set_listener(self->simulation, NULL, NULL);
    noslip_scene_view_set_simulation(NOSLIP_SCENE_VIEW(self->scene), NULL);
    noslip_tiles_set_simulation(NOSLIP_TILES(self->tiles), NULL);
    if (self->editor)
      noslip_editor_set_simulation(NOSLIP_EDITOR(self->editor), NULL);
    noslip_timeline_set_simulation(NOSLIP_TIMELINE(self->timeline), NULL);
    noslip_status_set_simulation(NOSLIP_STATUS(self->status), NULL);
    noslip_side_pane_set_simulation(NOSLIP_SIDE_PANE(self->side_pane), NULL);
    g_signal_handlers_disconnect_by_data(adw_style_manager_get_default(), self);
    g_clear_pointer(&self->values, noslip_value_history_free);
    g_clear_pointer(&self->simulation, noslip_simulation_free);
  }
  G_OBJECT_CLASS(noslip_window_parent_class)->dispose(object);
}

static void
noslip_window_finalize(GObject *object)
{
  noslip_meter_clear(&NOSLIP_WINDOW(object)->meter);
  G_OBJECT_CLASS(noslip_window_parent_class)->finalize(object);
}

static void
noslip_window_class_init(NoslipWindowClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_window_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_window_finalize;
  noslip_window_class_add_value_keys(GTK_WIDGET_CLASS(class));
  GTK_WINDOW_CLASS(class)->close_request = noslip_window_close_request;
  g_signal_new("setups-opened", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
               G_TYPE_PTR_ARRAY);
  g_signal_new("setup-file-opened", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
               G_TYPE_STRING);
  g_signal_new("document-changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  GTK_WIDGET_CLASS(class)->realize = noslip_window_realize;
  GTK_WIDGET_CLASS(class)->size_allocate = noslip_window_size_allocate;
}

static void
noslip_window_init(NoslipWindow *self)
{
  self->time_when_open = NAN;
  self->simulation = noslip_simulation_new();
  self->values = noslip_value_history_new(self->simulation);
  noslip_window_build_header(self);
  noslip_window_build_layout(self);
  noslip_simulation_set_listener(self->simulation, changed, self);
  noslip_simulation_set_poller(self->simulation, poll_simulation);
  noslip_scene_view_set_simulation(NOSLIP_SCENE_VIEW(self->scene), self->simulation);
  noslip_tiles_set_simulation(NOSLIP_TILES(self->tiles), self->simulation);
  noslip_timeline_set_simulation(NOSLIP_TIMELINE(self->timeline), self->simulation);
  noslip_status_set_simulation(NOSLIP_STATUS(self->status), self->simulation);
  noslip_side_pane_set_simulation(NOSLIP_SIDE_PANE(self->side_pane), self->simulation);
  g_signal_connect_swapped(adw_style_manager_get_default(), "notify::dark", G_CALLBACK(noslip_window_update_look),
                           self);
  noslip_window_update_look(self);
  noslip_window_update_header(self, NOSLIP_CHANGED_SYSTEM);
  noslip_window_build_drop(self);
  gtk_window_set_default_size(GTK_WINDOW(self), 1280, 800);
  gtk_widget_grab_focus(self->scene);
}

NoslipWindow *
noslip_window_new(GtkApplication *application)
{
  return g_object_new(NOSLIP_TYPE_WINDOW, "application", application, "title", "Noslip", NULL);
}
