/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the simulation share. */
#pragma once

#include "core/simulation/hand/pushes.h"
#include "core/simulation/simulation.h"
#include "core/simulation/worker.h"

typedef struct _NoslipWaker NoslipWaker;

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
  NoslipPlayhead playhead;
  NoslipInputs *inputs;  /* of the system; made when it is first needed */
  NoslipPushes *pushes;  /* the same */
  NoslipGesture held;    /* a body that is held now, */
  gboolean holds;        /* where this is TRUE */
  double push_frequency; /* Hz */
  gboolean late;
  double horizon;
  char *pointed; /* the symbol that is pointed at, or NULL */

  NoslipInstruments *instruments;
  NoslipTapeWork *energy_work;
  double *energy_state;                /* x, y */
  NoslipQuantities *energy_quantities; /* that energy_work belongs to */
};

static inline void
noslip_simulation_notify(NoslipSimulation *simulation, NoslipChange change)
{
  if (change && simulation->listener)
    simulation->listener(simulation, change, simulation->listener_data);
}

/* simulation-plan.c */
void noslip_simulation_replan(NoslipSimulation *simulation, NoslipRunsManner manner);
/* For a new system; a formulation and overlays that are chosen already stay. */
void noslip_simulation_begin_runs(NoslipSimulation *simulation);

/* simulation-choices.c: a start's entry by its index, multipliers included. */
void noslip_simulation_set_start(NoslipSimulation *simulation, guint index, double value);

/* simulation-overlays.c: a copy of what is compared; it is set without a notice. */
NoslipComparison *noslip_simulation_comparison(const NoslipSimulation *simulation);
void noslip_simulation_set_comparison(NoslipSimulation *simulation, const NoslipComparison *comparison);

/* hand/simulation-inputs.c: the time of the sample at which a hand acts now; NaN where nothing comes after it. */
double noslip_simulation_hand_sample(const NoslipSimulation *simulation);
/* Gestures of one input, or of a push, in place of its own after t; the motion goes on from there. */
void noslip_simulation_gesture(NoslipSimulation *simulation, double t, guint n, const NoslipGesture *gestures);
/* What it holds of the system's inputs and bodies. */
void noslip_simulation_forget_inputs(NoslipSimulation *simulation);

/* simulation-edit.c: what stays where a text is edited. */
typedef struct _NoslipKept NoslipKept;
NoslipKept *noslip_simulation_keep(const NoslipSimulation *simulation); /* of the present system; NULL: there is none */
void noslip_simulation_restore(NoslipSimulation *simulation, const NoslipKept *kept);
void noslip_kept_free(NoslipKept *kept);

/* simulation-read.c */
void noslip_simulation_forget_readings(NoslipSimulation *simulation);
