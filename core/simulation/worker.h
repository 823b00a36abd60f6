/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worker: one thread that reads texts, compiles and integrates. It gets a plan (a list of tickets): runs whose
 * ticket is in the plan continue, others stop, new ones start. */
#pragma once

#include "core/simulation/channel.h"
#include "core/simulation/ticket.h"

typedef struct _NoslipWorker NoslipWorker;
NoslipWorker *noslip_worker_new(NoslipChannel *channel); /* the channel must outlive it */
void noslip_worker_free(NoslipWorker *worker);           /* cancels all runs, and joins the thread */

/* Reads a system: from `text` (called `name` in diagnostics), or if that is NULL from the catalogue or file `name`.
 * Replaces an earlier request. */
void noslip_worker_load(NoslipWorker *worker, guint64 generation, const char *name, const char *text);
/* Sets the required runs, primary first. Takes a reference to each. */
void noslip_worker_plan(NoslipWorker *worker, guint n, NoslipTicket *const *tickets);
/* Rows of the primary's motion for the witness. */
typedef struct {
  NoslipTicket *ticket; /* an additional reference */
  guint n_rows;
  double *rows;       /* n_rows x the size of a row */
  double *parameters; /* n_rows x n_parameters */
} NoslipInquiry;
/* Takes ownership of the inquiry, which replaces one that was not answered yet. The answer is a message of the ticket's
 * generation. */
void noslip_worker_request(NoslipWorker *worker, NoslipInquiry *inquiry);
/* Sets the time up to which the window needs samples, s: the playhead plus a generous lead. */
void noslip_worker_set_horizon(NoslipWorker *worker, double horizon);
/* Whether there is nothing to load, compile or integrate (for tests, and for pictures of a finished state). */
gboolean noslip_worker_is_idle(NoslipWorker *worker);
