/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ensemble of a simulation: its settings, its ticket, and the computed part. */
#pragma once

#include "core/simulation/hand/hands.h"
#include "core/simulation/runs.h"
#include "core/simulation/start.h"

#define NOSLIP_ENSEMBLE_RUN G_MAXUINT /* the run number in its messages */

typedef struct {
  NoslipChannel *channel; /* releases what the worker shares */
  NoslipEnsembleSettings settings;
  NoslipEnsembleView view;
  NoslipTicket *ticket; /* NULL: none */
  gboolean stale;       /* a new ticket is needed */
  NoslipReporter reporter;
} NoslipEnsembleRun;

void noslip_ensemble_run_init(NoslipEnsembleRun *ensemble, NoslipChannel *channel, NoslipReporter reporter);
void noslip_ensemble_run_forget(NoslipEnsembleRun *ensemble);
/* Copies the settings, and computes the ensemble with them. */
void noslip_ensemble_run_set(NoslipEnsembleRun *ensemble, const NoslipEnsembleSettings *settings);
/* Stops the computation and keeps its results. */
void noslip_ensemble_run_stop(NoslipEnsembleRun *ensemble);
/* The computed part: NULL if it is off; without a layout before the first frames, or if it cannot start. */
const NoslipEnsembleView *noslip_ensemble_run_view(const NoslipEnsembleRun *ensemble);
/* The rest is for the simulation. Copies the settings; the simulation reports them. */
void noslip_ensemble_run_take(NoslipEnsembleRun *ensemble, const NoslipEnsembleSettings *settings);
/* Makes a new ticket if one is needed. `generation` counts tickets. */
void noslip_ensemble_run_plan(NoslipEnsembleRun *ensemble, const NoslipRuns *runs, const NoslipStart *start,
                              const NoslipHands *hands, NoslipRunsManner manner, guint64 *generation);
gboolean noslip_ensemble_run_receive(NoslipEnsembleRun *ensemble, guint64 generation,
                                     NoslipEnsembleMessage *message); /* FALSE: the message is out of date */
