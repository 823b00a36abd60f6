/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run in the worker. Used on the worker's thread only. */
#pragma once

#include "core/simulation/compiled-system.h"
#include "core/simulation/hand/hand-run.h"
#include "core/simulation/ticket.h"

typedef struct {
  NoslipTicket *ticket;
  NoslipDynamics *dynamics; /* without a hand */
  NoslipPushes *pushes;     /* dynamics with a push; owned by the compiled system */
  NoslipHandRun *run;
  NoslipQuantities *quantities;
  NoslipGauge *gauge;
  NoslipJudges judges; /* of the primary; owned by the compiled system */
  guint n_warned;      /* number of observables that were warned of */
  NoslipDynamicsKind kind;
  GArray *rows;     /* of double: rows of the primary, for comparison with the others, and of runs whose parting from it
                     * is reported */
  guint n_measured; /* number of rows compared so far */
  guint n_rows;
  double computed; /* time of the last row; -infinity before the first */
  guint batch;     /* rows of the next chunk: grows, so that the first ones arrive early */
  gboolean finished;
} NoslipWorkerRun;

/* Starts the ticket's run, of the compiled system, and announces it. If it cannot start, a message with the error is
 * sent and the run is finished. Takes a reference to the ticket. */
NoslipWorkerRun *noslip_worker_run_start(NoslipTicket *ticket, NoslipCompiledSystem *compiled, NoslipChannel *channel);
void noslip_worker_run_free(NoslipWorkerRun *work, NoslipChannel *channel);
/* Integrates one chunk and sends it. `primary` is the run that it checks, or NULL. */
void noslip_worker_run_advance(NoslipWorkerRun *work, const NoslipWorkerRun *primary, NoslipChannel *channel);
/* Whether it can continue: not finished, not beyond the horizon, and, if it is compared, behind the primary. */
gboolean noslip_worker_run_is_ready(const NoslipWorkerRun *work, const NoslipWorkerRun *primary, double horizon);
