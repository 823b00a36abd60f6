/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A job: a function on a thread of its own, with readable progress and a way to cancel it. The caller never waits. */
#pragma once

#include <glib.h>

typedef struct _NoslipJob NoslipJob;

/* Runs on the job's thread. FALSE with *error if it failed or was cancelled. Its results in `data` may be read when the
 * job is done. */
typedef gboolean (*NoslipJobFunction)(NoslipJob *job, gpointer data, GError **error);

/* Starts it; `release` is called with `data` when the last reference is dropped, possibly on the job's thread. */
NoslipJob *noslip_job_new(NoslipJobFunction function, gpointer data, GDestroyNotify release);
/* Cancels it if it is still running, and drops it, without waiting. */
void noslip_job_free(NoslipJob *job);
void noslip_job_cancel(NoslipJob *job);
/* Waits for the threads of all jobs, at most this long, before the program ends: cancelled jobs remove their partial
 * files. FALSE if some are still running. */
gboolean noslip_jobs_wait(gint64 microseconds);
/* 0 to 1. */
double noslip_job_progress(NoslipJob *job);
gboolean noslip_job_is_done(NoslipJob *job);
/* After it is done: the function's result; the error is owned by the job. */
gboolean noslip_job_succeeded(NoslipJob *job, const GError **error);
/* After it is done: */
gpointer noslip_job_data(NoslipJob *job);

/* For the function: */
gboolean noslip_job_is_cancelled(NoslipJob *job);
/* The `cancel` argument for the core's functions: not 0 once it is cancelled. It lives as long as the job. */
const int *noslip_job_cancel_flag(NoslipJob *job);
void noslip_job_set_progress(NoslipJob *job, double progress);
/* The same as a NoslipOutputCancelled function of the job. */
gboolean noslip_job_was_cancelled(gpointer job);
/* FALSE with *error G_IO_ERROR_CANCELLED if it was cancelled. */
gboolean noslip_job_continue(NoslipJob *job, GError **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipJob, noslip_job_free)
