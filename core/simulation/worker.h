/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worker: one thread that reads texts, compiles and integrates. It gets a plan (a list of tickets): runs whose
 * ticket is in the plan go on, others stop, new ones start. */
#pragma once

#include "core/simulation/channel.h"
#include "core/simulation/ticket.h"

typedef struct _NoslipWorker NoslipWorker;
NoslipWorker *noslip_worker_new(NoslipChannel *channel); /* the channel outlives it */
void noslip_worker_free(NoslipWorker *worker);           /* cancels what runs, and joins the thread */

/* Reads a system: from `text` (called `name` in diagnostics), or where that is NULL the catalogue's or file `name`. The
 * newest request counts. */
void noslip_worker_load(NoslipWorker *worker, guint64 generation, const char *name, const char *text);
/* The runs that there should be, primary first. Takes a reference to each. */
void noslip_worker_plan(NoslipWorker *worker, guint n, NoslipTicket *const *tickets);
/* Rows of the primary's motion that the witness is to look at. */
typedef struct {
  NoslipTicket *ticket; /* a reference of its own */
  guint n_rows;
  double *rows;       /* n_rows x the size of a row */
  double *parameters; /* n_rows x n_parameters */
} NoslipInquiry;
void noslip_inquiry_free(NoslipInquiry *inquiry, NoslipChannel *channel);
/* Takes the inquiry, in place of one that was not answered yet. The answer is a message of the ticket's generation. */
void noslip_worker_ask(NoslipWorker *worker, NoslipInquiry *inquiry);
/* How far, in seconds, the window wants samples to be ready: the playhead and a generous lead. */
void noslip_worker_set_horizon(NoslipWorker *worker, double horizon);
/* Nothing to load, compile or integrate (for tests and for the settled picture). */
gboolean noslip_worker_is_idle(NoslipWorker *worker);
