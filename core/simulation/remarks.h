/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remarks on the motion besides its rows: warnings, initial values that contradict a constraint, the witness. */
#pragma once

#include "core/simulation/runs.h"
#include "core/simulation/start.h"
#include "core/simulation/worker.h"

typedef struct {
  const NoslipRuns *runs; /* the witness is asked about the primary */
  NoslipWorker *worker;
  NoslipReporter reporter;

  double *nearest; /* the consistent state nearest to contradicting values: m + n, or NULL */
  gboolean *nearest_chosen;
  char *contradiction;
  /* Notes on the initial state of the motion, and warnings about it: an observable that is not a number. May be
   * NULL. */
  NoslipDiagnostics *warnings;
  /* The witness's result (core/verdict/witness.h), valid until the motion changes. NULL: not requested, or not
   * finished. */
  gboolean witness_requested;
  NoslipTestimony *testimony;
} NoslipRemarks;

void noslip_remarks_init(NoslipRemarks *remarks, const NoslipRuns *runs, NoslipWorker *worker, NoslipReporter reporter);
void noslip_remarks_forget(NoslipRemarks *remarks);
/* The primary starts or restarts: remarks on the previous motion are dropped. */
void noslip_remarks_begin(NoslipRemarks *remarks);
/* Receives the remarks of a message, and sets which values of the start were chosen. FALSE if there is no remark. */
gboolean noslip_remarks_receive(NoslipRemarks *remarks, NoslipStart *start, NoslipMessage *message);
/* The contradiction between the given initial values and a constraint: which and by how much, and the nearest
 * consistent values, "x = 0.6, y' = 0.1" (of those that are given and differ). FALSE, and both NULL, if there is no
 * contradiction, or no such state. Free with g_free(). */
gboolean noslip_remarks_nearest(const NoslipRemarks *remarks, const NoslipStart *start, char **contradiction,
                                char **values);
/* Sets those values; FALSE if there are none. */
gboolean noslip_remarks_take_nearest(NoslipRemarks *remarks, NoslipStart *start);
/* Requests the witness (core/verdict/witness.h) for the primary run; nothing happens while that has no rows. */
void noslip_remarks_request_witness(NoslipRemarks *remarks);
