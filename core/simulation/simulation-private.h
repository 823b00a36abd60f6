/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of the simulation. */
#pragma once

#include "core/simulation/destination.h"
#include "core/simulation/simulation.h"
#include "core/simulation/worker.h"

typedef struct _NoslipWaker NoslipWaker;

/* Frames that wait for rows of the primary. */
typedef struct {
  gint64 requested; /* when the primary was requested last; monotonic, microseconds */
  gint64 longest;   /* of the last wait, microseconds */
  gboolean in_vain; /* the motion did not go on in that time, and no first rows have arrived as quickly since */
} NoslipPatience;

struct _NoslipSimulation {
  NoslipChannel *channel;
  NoslipWorker *worker;
  NoslipWaker *waker;
  NoslipListener listener;
  NoslipPoller poller; /* or NULL */
  gpointer listener_data;

  guint64 generation; /* counts loads and tickets */
  NoslipSystem *system;
  NoslipTextSource source;
  NoslipStart start;
  NoslipRuns runs;
  NoslipEnsembleRun ensemble;
  NoslipRemarks remarks;
  NoslipPlayback *playback;
  NoslipHands *hands;
  NoslipOverlays *overlays;
  NoslipReadings *readings;
  NoslipPatience patience;
  char *pointed;                  /* the symbol under the pointer, or NULL */
  NoslipDestination *destination; /* NULL until first used */
};

static inline void
noslip_simulation_notify(NoslipSimulation *simulation, NoslipChange change)
{
  if (change && simulation->listener)
    simulation->listener(simulation, change, simulation->listener_data);
}

/* simulation-plan.c */
void noslip_simulation_replan(NoslipSimulation *simulation, NoslipRunsManner manner);
/* For a new system; the chosen formulation and overlays are kept. */
void noslip_simulation_begin_runs(NoslipSimulation *simulation);

/* The primary was requested. */
static inline void
noslip_simulation_requested(NoslipSimulation *simulation)
{
  simulation->patience.requested = g_get_monotonic_time();
}

/* Its first rows since then were sent at that time. */
static inline void
noslip_simulation_answered(NoslipSimulation *simulation, gint64 sent)
{
  if (sent - simulation->patience.requested <= simulation->patience.longest)
    simulation->patience.in_vain = FALSE;
}

/* simulation-edit.c: what is kept when a text is edited. */
typedef struct _NoslipKept NoslipKept;
NoslipKept *noslip_simulation_keep(const NoslipSimulation *simulation); /* of the present system; NULL: there is none */
void noslip_simulation_restore(NoslipSimulation *simulation, const NoslipKept *kept);
void noslip_kept_free(NoslipKept *kept);
