/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A job: a function on a thread of its own, with readable progress and a way to cancel it. The caller never waits. */
#pragma once

#include <glib.h>

typedef struct _NoslipJob NoslipJob;

/* Runs on the job's thread. FALSE with *error where it failed or was cancelled. What it leaves in `data` may be read
 * once the job is done. */
typedef gboolean (*NoslipJobFunction)(NoslipJob *job, gpointer data, GError **error);

/* Starts it; `release` is called with `data` when the last reference is dropped, possibly on the job's thread. */
NoslipJob *noslip_job_new(NoslipJobFunction function, gpointer data, GDestroyNotify release);
/* Cancels it where it still runs, and forgets it, without waiting. */
void noslip_job_free(NoslipJob *job);
void noslip_job_cancel(NoslipJob *job);
/* Waits for the threads of all jobs, at most so long, before the program ends: what was cancelled takes away what it
 * had begun to write. FALSE where some still run. */
gboolean noslip_jobs_wait(gint64 microseconds);
/* 0 to 1. */
double noslip_job_progress(NoslipJob *job);
gboolean noslip_job_is_done(NoslipJob *job);
/* After it is done: what the function returned; the error is the job's. */
gboolean noslip_job_succeeded(NoslipJob *job, const GError **error);
/* After it is done: */
gpointer noslip_job_data(NoslipJob *job);

/* For the function: */
gboolean noslip_job_is_cancelled(NoslipJob *job);
/* What the core's functions read as `cancel`: not 0 once it is cancelled. It lives as long as the job. */
const int *noslip_job_cancel_flag(NoslipJob *job);
void noslip_job_set_progress(NoslipJob *job, double progress);
/* The same as a NoslipOutputCancelled of the job. */
gboolean noslip_job_was_cancelled(gpointer job);
/* G_IO_ERROR_CANCELLED as *error where it was cancelled; FALSE then. */
gboolean noslip_job_go_on(NoslipJob *job, GError **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipJob, noslip_job_free)
