/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the simulation share. */
#pragma once

#include "core/simulation/simulation.h"
#include "core/simulation/worker.h"

typedef struct {
  NoslipRunView view;
  NoslipTicket *ticket;
  NoslipVariant *variant; /* of an overlay: owned; the view has it too */
  double *row;            /* scratch of noslip_simulation_row() */
} NoslipSimulationRun;

typedef struct _NoslipWaker NoslipWaker;

struct _NoslipSimulation {
  NoslipChannel *channel;
  NoslipWorker *worker;
  NoslipWaker *waker;
  NoslipListener listener;
  NoslipPoller poller; /* or NULL */
  gpointer listener_data;

  NoslipSystem *system;
  char **refusals; /* as in the message */
  NoslipDiagnostics *problems;
  char *problems_name, *loading_name;
  guint64 generation; /* counts loads and tickets */
  guint64 load_generation;
  gboolean loading, editing; /* what is being read is the present text, edited */
  char *source, *source_file;
  guint64 source_generation;

  double *parameters;
  double *start;       /* xy at t = 0 as the worker found it; m + n */
  gboolean *start_set; /* set by the user: m + n, and k multipliers of vakonomic dynamics, which set-ups set */
  double *start_value;
  gboolean *start_chosen; /* because it was not given; m + n */
  double *nearest;        /* the consistent state next to contradicting values: m + n, or NULL */
  gboolean *nearest_chosen;
  char *contradiction;
  NoslipDiagnostics *warnings; /* or NULL */
  gboolean witness_asked;
  NoslipTestimony *testimony; /* or NULL */
  NoslipDynamicsKind kind;
  const NoslipFormulation *formulation;
  const NoslipMethod *method;
  double tolerance;
  gboolean *shown; /* by place in noslip_formulations() */
  GPtrArray *runs; /* of NoslipSimulationRun *, primary first */
  guint next_overlay;
  NoslipCloud cloud;
  NoslipCloudView cloud_view;
  NoslipTicket *cloud_ticket; /* NULL: none is asked for */
  gboolean cloud_stale;       /* another one is wanted */
  NoslipDiagnostic *error;

  /* Where the present segment of the motion began, for runs that join later. */
  gboolean has_base;
  double base_t;
  double *base_xy, *base_mu;
  gboolean *base_preferred; /* velocities that a hand set: n, or NULL */

  NoslipPlayhead playhead;
  gboolean late;
  double horizon;

  NoslipInstruments *instruments;
  NoslipTapeWork *energy_work;
  double *energy_state;                /* x, y */
  NoslipQuantities *energy_quantities; /* that energy_work belongs to */
};

void noslip_simulation_notify(NoslipSimulation *simulation, NoslipChange change);

/* simulation-edit.c: what stays where a text is edited. */
typedef struct _NoslipKept NoslipKept;
NoslipKept *noslip_simulation_keep(const NoslipSimulation *simulation); /* of the present system; NULL: there is none */
void noslip_simulation_restore(NoslipSimulation *simulation, const NoslipKept *kept);
void noslip_kept_free(NoslipKept *kept);

/* simulation-runs.c */
#define NOSLIP_FIRST_OVERLAY 1000 /* ids of overlays of their own; those of formulations lie below */
typedef enum {
  NOSLIP_RUNS_KEEP,  /* runs that exist go on */
  NOSLIP_RUNS_ANEW,  /* all begin at t = 0 */
  NOSLIP_RUNS_GO_ON, /* all begin at the base, from their present state */
} NoslipRunsManner;
/* How many values a start has, and how one is called: "x", "omega", "mu(blade)". */
guint noslip_simulation_n_starts(const NoslipSystem *system);
const char *noslip_simulation_start_name(const NoslipSystem *system, guint index);
void noslip_simulation_set_start(NoslipSimulation *simulation, guint index, double value);
void noslip_simulation_replan(NoslipSimulation *simulation, NoslipRunsManner manner);
NoslipSimulationRun *noslip_simulation_run_new(NoslipSimulation *simulation, guint id,
                                               const NoslipFormulation *formulation);
void noslip_simulation_run_free(NoslipSimulation *simulation, NoslipSimulationRun *run);
/* The formulation that a kind of dynamics takes by itself: the default where it applies, else the first that does. */
const NoslipFormulation *noslip_simulation_formulation_for(const NoslipSimulation *simulation, NoslipDynamicsKind kind);
void noslip_simulation_begin_runs(
    NoslipSimulation *simulation); /* for a new system; a formulation and overlays that are chosen already stay */
void noslip_simulation_clear_runs(NoslipSimulation *simulation);
NoslipSimulationRun *noslip_simulation_find_run(NoslipSimulation *simulation, guint id);
void noslip_simulation_receive_start(NoslipSimulation *simulation, NoslipSimulationRun *run, NoslipMessage *message);
void noslip_simulation_receive_rows(NoslipSimulation *simulation, NoslipSimulationRun *run, NoslipMessage *message);
/* simulation-verdicts.c */
void noslip_simulation_forget_verdicts(NoslipSimulation *simulation);
/* The primary begins, or begins anew: what was said of the motion is no more. */
void noslip_simulation_begin_verdicts(NoslipSimulation *simulation);
NoslipChange noslip_simulation_receive_verdicts(NoslipSimulation *simulation, NoslipMessage *message);
/* simulation-overlays.c */
NoslipComparison *noslip_simulation_comparison(const NoslipSimulation *simulation); /* a copy of what is compared */
void noslip_simulation_set_comparison(NoslipSimulation *simulation, const NoslipComparison *comparison); /* no notice */
const NoslipFormulation *noslip_simulation_variant_formulation(const NoslipSimulation *simulation,
                                                               const NoslipVariant *variant);
gboolean noslip_simulation_begins_apart(const NoslipSimulation *simulation, const NoslipVariant *variant);
/* simulation-cloud.c */
#define NOSLIP_CLOUD_RUN G_MAXUINT /* the number of its messages */
void noslip_simulation_plan_cloud(NoslipSimulation *simulation, NoslipRunsManner manner);
void noslip_simulation_forget_cloud(NoslipSimulation *simulation);
NoslipChange noslip_simulation_receive_cloud(NoslipSimulation *simulation, NoslipMessage *message);
/* simulation-read.c */
void noslip_simulation_forget_readings(NoslipSimulation *simulation);
