/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run as the worker holds it. Used on the worker's thread only. */
#pragma once

#include "core/simulation/channel.h"
#include "core/simulation/hand/pushes.h"
#include "core/simulation/ticket.h"
#include "core/verdict/watch.h"

typedef struct {
  NoslipTicket *ticket;
  NoslipDynamics *dynamics;  /* without a hand */
  NoslipPushes *pushes;      /* with one; the worker's */
  const NoslipGesture *push; /* that acts now, or NULL */
  NoslipRun *run;
  double *parameters; /* in force */
  double next;        /* seconds: when a hand changes them, infinity where none does */
  NoslipQuantities *quantities;
  NoslipGauge *gauge;
  NoslipClaims *claims; /* of the primary */
  NoslipWatch *watch;   /* of the primary: observables that are not a number */
  guint n_warned;       /* of them */
  NoslipDynamicsKind kind;
  GArray *rows;     /* of double: kept of the primary, for the others to be compared with, and of those that
                       tell when they part from it */
  guint n_measured; /* rows that were looked at for that */
  guint n_rows;
  double computed; /* time of the last row; -infinity before the first */
  guint batch;     /* rows of the next chunk: grows, so that the first ones come at once */
  gboolean finished;
} NoslipWorkerRun;

/* Starts the ticket's run and announces it. The dynamics and the quantities are compiled for its system. Where it
 * cannot start, a message with the error is sent and the run is finished. Takes a reference to the ticket. */
NoslipWorkerRun *noslip_worker_run_start(NoslipTicket *ticket, NoslipDynamics *dynamics, NoslipPushes *pushes,
                                         NoslipQuantities *quantities, NoslipDiagnostic *error, NoslipChannel *channel);
void noslip_worker_run_free(NoslipWorkerRun *work, NoslipChannel *channel);
/* Integrates one chunk and sends it. `primary` is what a run that checks it is compared with, or NULL. */
void noslip_worker_run_advance(NoslipWorkerRun *work, const NoslipWorkerRun *primary, NoslipChannel *channel);
/* Whether it may go on: not finished, not beyond the horizon, and, where it is compared, behind the primary. */
gboolean noslip_worker_run_is_ready(const NoslipWorkerRun *work, const NoslipWorkerRun *primary, double horizon);
