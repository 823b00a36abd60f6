/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/finder/search.h"

#define POLL_INTERVAL 80 /* milliseconds */

struct _NoslipSearch {
  NoslipView *view;
  NoslipSearchLook look;
  NoslipJob *job; /* or NULL */
  char *key;
  guint source, closing; /* sources */
  gboolean cancelled;
};

void
noslip_search_forget(NoslipSearch *self)
{
  g_clear_handle_id(&self->source, g_source_remove);
  g_clear_pointer(&self->job, noslip_job_free);
  g_clear_pointer(&self->key, g_free);
  self->cancelled = FALSE;
}

/* A closed view has no root; one behind another tab has. */
static gboolean
close_search(gpointer data)
{
  NoslipSearch *self = data;
  self->closing = 0;
  if (!gtk_widget_get_root(GTK_WIDGET(self->view)))
    noslip_search_forget(self);
  return G_SOURCE_REMOVE;
}

static void
unmapped(GtkWidget *view, NoslipSearch *self)
{
  if (!self->closing)
    self->closing = g_idle_add(close_search, self);
}

NoslipSearch *
noslip_search_new(NoslipView *view, NoslipSearchLook look)
{
  NoslipSearch *self = g_new0(NoslipSearch, 1);
  self->view = view;
  self->look = look;
  g_signal_connect(view, "unmap", G_CALLBACK(unmapped), self);
  return self;
}

void
noslip_search_free(NoslipSearch *self)
{
  noslip_search_forget(self);
  g_clear_handle_id(&self->closing, g_source_remove);
  g_free(self);
}

static gboolean
poll_job(gpointer data)
{
  NoslipSearch *self = data;
  gboolean done = noslip_job_is_done(self->job); /* read before the results: none are added afterwards */
  if (done)
    self->source = 0;
  if (self->look)
    self->look(self->view);
  noslip_view_changed(self->view, NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_EDITED);
  return done ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

void
noslip_search_begin(NoslipSearch *self, const char *key, NoslipJobFunction function, gpointer data,
                    GDestroyNotify release)
{
  noslip_search_forget(self);
  self->key = g_strdup(key);
  self->job = noslip_job_new(function, data, release);
  self->source = g_timeout_add(POLL_INTERVAL, poll_job, self);
}

void
noslip_search_cancel(NoslipSearch *self)
{
  if (!noslip_search_is_running(self))
    return;
  self->cancelled = TRUE;
  noslip_job_cancel(self->job);
}

const char *
noslip_search_key(const NoslipSearch *self)
{
  return self->key;
}

gpointer
noslip_search_data(const NoslipSearch *self)
{
  return self->job ? noslip_job_data(self->job) : NULL;
}

gboolean
noslip_search_is_running(const NoslipSearch *self)
{
  return self->source != 0;
}

gboolean
noslip_search_is_cancelled(const NoslipSearch *self)
{
  return self->cancelled;
}

double
noslip_search_progress(const NoslipSearch *self)
{
  return self->job ? noslip_job_progress(self->job) : 0;
}
