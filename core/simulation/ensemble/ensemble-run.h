/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ensemble of a simulation: its settings, its ticket, and what of it has been computed. */
#pragma once

#include "core/simulation/runs.h"
#include "core/simulation/start.h"

#define NOSLIP_ENSEMBLE_RUN G_MAXUINT /* the number of its messages */

typedef struct {
  NoslipChannel *channel; /* takes back what the worker shares */
  NoslipEnsembleSettings settings;
  NoslipEnsembleView view;
  NoslipTicket *ticket; /* NULL: none */
  gboolean stale;       /* another one is wanted */
} NoslipEnsembleRun;

void noslip_ensemble_run_init(NoslipEnsembleRun *ensemble, NoslipChannel *channel);
void noslip_ensemble_run_forget(NoslipEnsembleRun *ensemble);
void noslip_ensemble_run_set(NoslipEnsembleRun *ensemble, const NoslipEnsembleSettings *settings); /* copied */
/* What of it is there: NULL where it is off; no layout where nothing has come yet, or where it cannot begin. */
const NoslipEnsembleView *noslip_ensemble_run_view(const NoslipEnsembleRun *ensemble);
/* A new ticket where one is wanted. `generation` counts tickets. */
void noslip_ensemble_run_plan(NoslipEnsembleRun *ensemble, const NoslipRuns *runs, const NoslipStart *start,
                              NoslipRunsManner manner, guint64 *generation);
/* Leaves it as far as it has come; FALSE where it was not being computed. */
gboolean noslip_ensemble_run_stop(NoslipEnsembleRun *ensemble);
gboolean noslip_ensemble_run_receive(NoslipEnsembleRun *ensemble, guint64 generation,
                                     NoslipEnsembleMessage *message); /* FALSE: out of date */
