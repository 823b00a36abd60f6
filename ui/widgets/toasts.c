/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/toasts.h"

#define MOMENT (700 * G_TIME_SPAN_MILLISECOND) /* longer than libadwaita takes to bring a toast up */

struct NoslipToasts {
  AdwToastOverlay *overlay;
  AdwToast *current; /* on show, or NULL */
  gint64 since;      /* when it was */
  gboolean unwanted; /* it goes as soon as it may */
  GQueue waiting;    /* of AdwToast *, in turn */
  guint source;
};

static void advance(NoslipToasts *self);

static gboolean
moment_is_over(gpointer data)
{
  NoslipToasts *self = data;
  self->source = 0;
  advance(self);
  return G_SOURCE_REMOVE;
}

static void
went(AdwToast *toast, NoslipToasts *self)
{
  g_signal_handlers_disconnect_by_data(toast, self);
  g_clear_object(&self->current);
  advance(self);
}

static void
show_next(NoslipToasts *self)
{
  self->current = g_queue_pop_head(&self->waiting);
  self->since = g_get_monotonic_time();
  self->unwanted = FALSE;
  g_signal_connect(self->current, "dismissed", G_CALLBACK(went), self);
  adw_toast_overlay_add_toast(self->overlay, g_object_ref(self->current));
}

static void
advance(NoslipToasts *self)
{
  gboolean gives_way = self->current && adw_toast_get_timeout(self->current) > 0 && self->waiting.length > 0;
  if (self->current && (self->unwanted || gives_way)) {
    gint64 left = self->since + MOMENT - g_get_monotonic_time();
    if (left <= 0)
      adw_toast_dismiss(self->current); /* and went() goes on */
    else if (!self->source)
      self->source = g_timeout_add((guint) (left / G_TIME_SPAN_MILLISECOND) + 1, moment_is_over, self);
  } else if (!self->current && self->waiting.length > 0)
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
noslip_toasts_dismiss(NoslipToasts *self, AdwToast *toast)
{
  if (g_queue_remove(&self->waiting, toast))
    g_object_unref(toast);
  else if (toast == self->current) {
    self->unwanted = TRUE;
    advance(self);
  }
}

NoslipToasts *
noslip_toasts_new(AdwToastOverlay *overlay)
{
  NoslipToasts *self = g_new0(NoslipToasts, 1);
  g_set_weak_pointer(&self->overlay, overlay);
  return self;
}

void
noslip_toasts_free(NoslipToasts *self)
{
  if (!self)
    return;
  g_clear_handle_id(&self->source, g_source_remove);
  if (self->current)
    g_signal_handlers_disconnect_by_data(self->current, self);
  g_clear_object(&self->current);
  g_queue_clear_full(&self->waiting, g_object_unref);
  g_clear_weak_pointer(&self->overlay);
  g_free(self);
}
