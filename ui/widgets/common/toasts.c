/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/toasts.h"

#define MOMENT (700 * G_TIME_SPAN_MILLISECOND) /* of frames: longer than libadwaita takes to show a toast */

struct NoslipToasts {
  AdwToastOverlay *overlay;
  AdwToast *current; /* the toast that is shown, or NULL */
  guint timeout;     /* s, until it goes by itself, counted from when it is up; 0: it stays */
  gint64 since;      /* the time of its first frame; 0: before it */
  gboolean is_up;    /* it may be dismissed */
  GQueue waiting;    /* of AdwToast *, in turn */
  guint tick, source;
  GtkEventController *keys;
};

static void advance(NoslipToasts *self);

static gboolean
on_idle(gpointer data)
{
  NoslipToasts *self = data;
  self->source = 0;
  advance(self);
  return G_SOURCE_REMOVE;
}

/* It is not dismissed earlier: it has no timeout, no buttons, */
static void
set_reachable(NoslipToasts *self, gboolean reachable)
{
  GtkWidget *shown = gtk_widget_get_last_child(GTK_WIDGET(self->overlay));
  if (shown == adw_toast_overlay_get_child(self->overlay))
    return;
  gtk_widget_set_can_target(shown, reachable);
  gtk_widget_set_can_focus(shown, reachable);
}

/* … nor Escape, which the overlay handles. */
static gboolean
key_pressed(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, NoslipToasts *self)
{
  return key == GDK_KEY_Escape && self->current && !self->is_up;
}

/* Adding it again begins its time. */
static void
begin_timeout(NoslipToasts *self)
{
  adw_toast_set_timeout(self->current, self->timeout);
  adw_toast_overlay_add_toast(self->overlay, g_object_ref(self->current));
}

/* Counts frames, not time: while the main loop is busy the animation does not advance. The animation may end in the
 * same frame as the time; the next toast is shown after that frame. */
static gboolean
comes_up(GtkWidget *overlay, GdkFrameClock *clock, gpointer data)
{
  NoslipToasts *self = data;
  gint64 now = gdk_frame_clock_get_frame_time(clock);
  if (self->since == 0) {
    self->since = now;
    set_reachable(self, FALSE);
  }
  if (now - self->since < MOMENT)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  self->is_up = TRUE;
  begin_timeout(self);
  set_reachable(self, TRUE);
  self->source = g_idle_add_full(G_PRIORITY_DEFAULT, on_idle, self, NULL);
  return G_SOURCE_REMOVE;
}

static void
stop_waiting(NoslipToasts *self)
{
  if (self->tick && self->overlay)
    gtk_widget_remove_tick_callback(GTK_WIDGET(self->overlay), self->tick);
  self->tick = 0;
  g_clear_handle_id(&self->source, g_source_remove);
}

static void
on_dismissed(AdwToast *toast, NoslipToasts *self)
{
  g_signal_handlers_disconnect_by_data(toast, self);
  g_clear_object(&self->current);
  stop_waiting(self);
  advance(self);
}

static void
show_next(NoslipToasts *self)
{
  self->current = g_queue_pop_head(&self->waiting);
  self->since = 0;
  self->is_up = FALSE;
  self->timeout = adw_toast_get_timeout(self->current);
  adw_toast_set_timeout(self->current, 0);
  g_signal_connect(self->current, "dismissed", G_CALLBACK(on_dismissed), self);
  adw_toast_overlay_add_toast(self->overlay, g_object_ref(self->current));
  self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self->overlay), comes_up, self, NULL);
}

static void
advance(NoslipToasts *self)
{
  gboolean gives_way = self->current && !adw_toast_get_button_label(self->current) && self->waiting.length > 0;
  if (self->current && self->is_up && gives_way)
    adw_toast_dismiss(self->current); /* on_dismissed() continues */
  else if (!self->current && self->waiting.length > 0)
    show_next(self);
}

void
noslip_toasts_add(NoslipToasts *self, AdwToast *toast)
{
  if (self) {
    g_queue_push_tail(&self->waiting, toast);
    advance(self);
  } else
    g_object_unref(toast);
}

void
noslip_toasts_show(NoslipToasts *self, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text(text, -1);
  AdwToast *toast = adw_toast_new(escaped);
  adw_toast_set_timeout(toast, 8);
  noslip_toasts_add(self, toast);
}

NoslipToasts *
noslip_toasts_new(AdwToastOverlay *overlay)
{
  NoslipToasts *self = g_new0(NoslipToasts, 1);
  g_set_weak_pointer(&self->overlay, overlay);
  self->keys = gtk_event_controller_key_new();
  g_signal_connect(self->keys, "key-pressed", G_CALLBACK(key_pressed), self);
  gtk_widget_add_controller(adw_toast_overlay_get_child(overlay), g_object_ref(self->keys));
  return self;
}

void
noslip_toasts_free(NoslipToasts *self)
{
  if (!self)
    return;
  stop_waiting(self);
  g_signal_handlers_disconnect_by_data(self->keys, self);
  g_object_unref(self->keys);
  if (self->current)
    g_signal_handlers_disconnect_by_data(self->current, self);
  g_clear_object(&self->current);
  g_queue_clear_full(&self->waiting, g_object_unref);
  g_clear_weak_pointer(&self->overlay);
  g_free(self);
}
