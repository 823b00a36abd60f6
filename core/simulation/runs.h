/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of a simulation: the primary, one for each other formulation that applies (as a check), and overlays; their
 * settings, their rows, and their values at the shared time. */
#pragma once

#include "core/simulation/change.h"
#include "core/simulation/channel.h"
#include "core/simulation/columns.h"
#include "core/simulation/comparison.h"
#include "core/simulation/playhead.h"
#include "core/simulation/ticket.h"

#define NOSLIP_FIRST_OVERLAY 1000 /* ids of the user's overlays; smaller ones belong to formulations */

/* The present state of one run. Rows are in order of time. */
typedef struct {
  guint id;                     /* 0: the primary */
  char *name;                   /* "gibbs-appell", translated; for a user's overlay its name */
  const NoslipVariant *variant; /* of a user's overlay, else NULL */
  const NoslipFormulation *formulation;
  gboolean shown;               /* drawn as a ghost and as additional curves; the primary always is */
  gboolean checks;              /* the primary's motion by another formulation */
  NoslipQuantities *quantities; /* NULL before the first rows */
  NoslipTrajectory *trajectory;
  NoslipColumns *values; /* quantities->n columns for each row of the trajectory */
  guint n_rows;
  guint64 revision; /* changes when earlier rows are removed or replaced */
  double kept;      /* seconds: rows up to here were kept at the last change of revision; -infinity: none */
  NoslipReport report;
  gboolean pending; /* requested, but without rows so far */
  guint64 generation;
} NoslipRunView;

typedef struct {
  NoslipRunView view;
  NoslipTicket *ticket;
  double *row; /* workspace of noslip_runs_row() */
} NoslipSimulationRun;

typedef struct {
  NoslipChannel *channel; /* releases what the worker shares */
  const NoslipPlayhead *playhead;
  NoslipReporter reporter;
  NoslipSystem *system;     /* NULL: none yet */
  char **refusals;          /* why formulations do not apply: see NoslipLoadedMessage */
  const char **derivations; /* of the others: see there */
  NoslipDynamicsKind kind;
  const NoslipFormulation *formulation;
  const NoslipMethod *method;
  double tolerance;        /* relative; the absolute one is 1/100 of it */
  GPtrArray *list;         /* of NoslipSimulationRun *, primary first */
  NoslipDiagnostic *error; /* error of a run that was not taken yet, or NULL */

  /* The start of the present segment of the motion, for runs that are added later. */
  gboolean has_base;
  double base_t;
  double *base_xy, *base_mu;
  gboolean *base_preferred; /* velocities set by hand: n, or NULL */
} NoslipRuns;

void noslip_runs_init(NoslipRuns *runs, NoslipChannel *channel, const NoslipPlayhead *playhead,
                      NoslipReporter reporter);
/* Takes ownership of the refusals and of the array of derivations. */
void noslip_runs_adopt(NoslipRuns *runs, NoslipSystem *system, char **refusals, const char **derivations);
void noslip_runs_forget_system(NoslipRuns *runs);

NoslipSimulationRun *noslip_runs_new_run(const NoslipRuns *runs, guint id, const NoslipFormulation *formulation);
void noslip_runs_free_run(const NoslipRuns *runs, NoslipSimulationRun *run);
NoslipSimulationRun *noslip_runs_find(const NoslipRuns *runs, guint id);
void noslip_runs_remove(NoslipRuns *runs, guint id);

guint noslip_runs_n(const NoslipRuns *runs);
const NoslipRunView *noslip_runs_view(const NoslipRuns *runs, guint run);
const NoslipRunView *noslip_runs_primary(const NoslipRuns *runs);
/* TRUE if rows of the primary are expected with which the shared time can go on: the first ones, or later ones. */
gboolean noslip_runs_awaits(const NoslipRuns *runs);
double noslip_runs_computed(const NoslipRuns *runs); /* of the primary, in seconds; 0 if nothing is computed */

/* Why a formulation does not apply, or NULL. */
const char *noslip_runs_refusal(const NoslipRuns *runs, const NoslipFormulation *formulation);
gboolean noslip_runs_applies(const NoslipRuns *runs, guint formulation); /* by index in noslip_formulations() */
/* The default formulation of a kind of dynamics if it applies, else the first that does. */
const NoslipFormulation *noslip_runs_formulation_for(const NoslipRuns *runs, NoslipDynamicsKind kind);
/* Whether the formulation computes the primary's motion independently. */
gboolean noslip_runs_may_check(const NoslipRuns *runs, const NoslipFormulation *formulation);
/* The formulation that "nonholonomic against vakonomic" adds to the motion: one of the other kind. */
const NoslipFormulation *noslip_runs_opponent(const NoslipRuns *runs);

/* Settings of all runs without their own. A change restarts the motion; what is not valid is ignored. */
void noslip_runs_set_kind(NoslipRuns *runs, NoslipDynamicsKind kind);
void noslip_runs_set_formulation(NoslipRuns *runs, const NoslipFormulation *formulation);
void noslip_runs_set_method(NoslipRuns *runs, const NoslipMethod *method);
void noslip_runs_set_tolerance(NoslipRuns *runs, double tolerance);
/* The error of a run, returned once; NULL if there is none. Free with noslip_diagnostic_free(). */
NoslipDiagnostic *noslip_runs_take_error(NoslipRuns *runs);

/* A run for one of the user's overlays, whose variant must outlive it. */
NoslipSimulationRun *noslip_runs_append_overlay(NoslipRuns *runs, guint id, const NoslipVariant *variant);
const NoslipFormulation *noslip_runs_variant_formulation(const NoslipRuns *runs, const NoslipVariant *variant);
gboolean noslip_runs_begins_apart(const NoslipRuns *runs, const NoslipVariant *variant);

/* Messages of the worker. `found` (m + n + k) receives the state and the multipliers at t = 0 of the primary. */
void noslip_runs_receive_start(NoslipRuns *runs, NoslipSimulationRun *run, NoslipStartedMessage *message,
                               double *found);
void noslip_runs_receive_rows(NoslipRuns *runs, NoslipSimulationRun *run, NoslipRowsMessage *message);

/* The state from which the motion continues: a row, or that of the playhead. */
void noslip_runs_take_base(NoslipRuns *runs, const double *row);
void noslip_runs_set_base(NoslipRuns *runs);
void noslip_runs_forget_base(NoslipRuns *runs);

/* At the shared time. All numbers of views and of the foot are those of the last sample not after it: accelerations,
 * multipliers and rates are known only at samples, and an interpolated state would satisfy constraints and claims only
 * up to the error of the interpolation. A change by hand continues from the same sample. */
/* The time of that sample; the shared time if there is no motion. */
double noslip_runs_time(const NoslipRuns *runs);
/* The state to draw, interpolated between samples so that it moves evenly; NULL if the run has no rows. Valid until the
 * next call. `parameters`, which may be NULL, receives the parameters with which it was computed. */
const double *noslip_runs_row(const NoslipRuns *runs, guint run, const double **parameters);
/* The row of the last sample not after the shared time; NULL if there is none. */
const double *noslip_runs_sample(const NoslipRuns *runs, guint run, const double **parameters);
/* The index (with fraction) of the shared time among the rows of a run; NaN if it has none. */
double noslip_runs_cursor(const NoslipRuns *runs, guint run);
/* The value of a column of a run at the last sample not after the shared time; NaN if there is none. */
double noslip_runs_value(const NoslipRuns *runs, guint run, guint column);
/* The largest absolute value of a column up to the shared time. */
double noslip_runs_worst(const NoslipRuns *runs, guint run, guint column);
/* The energy of the primary there less that at the start of its motion; NaN if there is none. */
double noslip_runs_energy_change(const NoslipRuns *runs);
/* The worst difference of the checking runs up to the shared time; NaN if there is no check. */
double noslip_runs_agreement(const NoslipRuns *runs);
/* The agreement as text: "5 motions by 3 derivations agree to 2e-12, allowed 1e-07; not among them: …". Free with
 * g_free(). */
char *noslip_runs_agreement_line(const NoslipRuns *runs);
/* The same in a few words: "3 derivations agree". Free with g_free(). */
char *noslip_runs_agreement_heading(const NoslipRuns *runs);
/* The allowed difference between formulations, and the allowed drift of energies, relative to their size: it grows with
 * the tolerance of the integration. */
double noslip_runs_accord(const NoslipRuns *runs);
