/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/job.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <pthread.h>
#include <stdatomic.h>

#define POLL_INTERVAL 2000 /* microseconds */

static atomic_int running; /* threads */

struct _NoslipJob {
  NoslipJobFunction function;
  gpointer data;
  GDestroyNotify release;
  atomic_int references; /* the owner, and the thread */
  pthread_t thread;
  gboolean started;
  int cancelled; /* accessed with GLib's atomic functions, which the core uses too */
  atomic_bool done;
  atomic_int progress; /* thousandths */
  gboolean succeeded;
  GError *error;
};

static void
unref(NoslipJob *job)
{
  if (atomic_fetch_sub_explicit(&job->references, 1, memory_order_acq_rel) != 1)
    return;
  if (job->release)
    job->release(job->data);
  g_clear_error(&job->error);
  g_free(job);
}

static gpointer
run(gpointer data)
{
  NoslipJob *job = data;
  job->succeeded = job->function(job, job->data, &job->error);
  atomic_store_explicit(&job->done, TRUE, memory_order_release);
  unref(job);
  atomic_fetch_sub(&running, 1);
  return NULL;
}

NoslipJob *
noslip_job_new(NoslipJobFunction function, gpointer data, GDestroyNotify release)
{
  NoslipJob *job = g_new0(NoslipJob, 1);
  job->function = function;
  job->data = data;
  job->release = release;
  atomic_init(&job->references, 2);
  atomic_fetch_add(&running, 1);
  job->started = pthread_create(&job->thread, NULL, run, job) == 0;
  if (!job->started) {
    job->error = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_FAILED, _("no thread could be started"));
    atomic_store(&job->done, TRUE);
    atomic_fetch_sub(&running, 1);
    unref(job);
  }
  return job;
}

void
noslip_job_free(NoslipJob *job)
{
  if (!job)
    return;
  /* A thread that is done ends at once: waiting for it keeps the program from ending before it. */
  if (job->started && noslip_job_is_done(job))
    pthread_join(job->thread, NULL);
  else if (job->started)
    pthread_detach(job->thread);
  noslip_job_cancel(job);
  unref(job);
}

void
noslip_job_cancel(NoslipJob *job)
{
  g_atomic_int_set(&job->cancelled, TRUE);
}

gboolean
noslip_jobs_wait(gint64 microseconds)
{
  gint64 end = g_get_monotonic_time() + microseconds;
  while (atomic_load(&running) > 0 && g_get_monotonic_time() < end)
    g_usleep(POLL_INTERVAL);
  return atomic_load(&running) == 0;
}

double
noslip_job_progress(NoslipJob *job)
{
  return atomic_load_explicit(&job->progress, memory_order_relaxed) * 1e-3;
}

gboolean
noslip_job_is_done(NoslipJob *job)
{
  return atomic_load_explicit(&job->done, memory_order_acquire);
}

gboolean
noslip_job_succeeded(NoslipJob *job, const GError **error)
{
  if (error)
    *error = job->error;
  return job->succeeded;
}

gpointer
noslip_job_data(NoslipJob *job)
{
  return job->data;
}

gboolean
noslip_job_is_cancelled(NoslipJob *job)
{
  return g_atomic_int_get(&job->cancelled);
}

const int *
noslip_job_cancel_flag(NoslipJob *job)
{
  return &job->cancelled;
}

gboolean
noslip_job_was_cancelled(gpointer job)
{
  return noslip_job_is_cancelled(job);
}

void
noslip_job_set_progress(NoslipJob *job, double progress)
{
  atomic_store_explicit(&job->progress, (int) (CLAMP(progress, 0, 1) * 1000), memory_order_relaxed);
}

gboolean
noslip_job_continue(NoslipJob *job, GError **error)
{
  if (!noslip_job_is_cancelled(job))
    return TRUE;
  g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
  return FALSE;
}
