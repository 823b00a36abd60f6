/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of a simulation: the primary, one for each other formulation that applies (they check it), and overlays; how
 * they are computed, their rows, and their values at the shared time. */
#pragma once

#include "core/simulation/channel.h"
#include "core/simulation/columns.h"
#include "core/simulation/comparison.h"
#include "core/simulation/playhead.h"
#include "core/simulation/ticket.h"

#define NOSLIP_FIRST_OVERLAY 1000 /* ids of overlays of their own; those of formulations lie below */

typedef enum {
  NOSLIP_RUNS_KEEP,  /* runs that exist go on */
  NOSLIP_RUNS_ANEW,  /* all begin at t = 0 */
  NOSLIP_RUNS_GO_ON, /* all begin at the base, from their present state */
  NOSLIP_RUNS_DRIVE, /* a hand moved an input: each goes on from its own state at that time */
} NoslipRunsManner;

/* One run as it stands. Rows are in the order of time. */
typedef struct {
  guint id;                     /* 0: the primary */
  char *name;                   /* "gibbs-appell", in words; of an overlay of its own, what it was called */
  const NoslipVariant *variant; /* of an overlay of its own, else NULL */
  const NoslipFormulation *formulation;
  gboolean shown;               /* drawn as a ghost and as further curves; the primary always is */
  gboolean checks;              /* the primary's motion by another formulation */
  NoslipQuantities *quantities; /* NULL before the first rows */
  NoslipTrajectory *trajectory;
  NoslipColumns *values; /* quantities->n columns for each row of the trajectory */
  guint n_rows;
  guint64 revision; /* changes when rows that were there before are gone or differ */
  double kept;      /* seconds: after the last change of revision, rows up to here stayed; -infinity: none */
  NoslipReport report;
  gboolean pending; /* requested, without rows yet */
  guint64 generation;
} NoslipRunView;

typedef struct {
  NoslipRunView view;
  NoslipTicket *ticket;
  NoslipVariant *variant; /* of an overlay: owned; the view has it too */
  double *row;            /* workspace of noslip_runs_row() */
} NoslipSimulationRun;

typedef struct {
  NoslipChannel *channel; /* takes back what the worker shares */
  const NoslipPlayhead *playhead;
  NoslipSystem *system; /* NULL: none yet */
  char **refusals;      /* as in the message */
  NoslipDynamicsKind kind;
  const NoslipFormulation *formulation;
  const NoslipMethod *method;
  double tolerance; /* relative; the absolute one is 1/100 of it */
  gboolean *shown;  /* by place in noslip_formulations() */
  GPtrArray *list;  /* of NoslipSimulationRun *, primary first */
  guint next_overlay;
  NoslipDiagnostic *error; /* of a run, not taken yet; or NULL */

  /* Where the present segment of the motion began, for runs that join later. */
  gboolean has_base;
  double base_t;
  double *base_xy, *base_mu;
  gboolean *base_preferred; /* velocities that a hand set: n, or NULL */
  NoslipGestures *gestures; /* of hands, since t = 0 or the base; or NULL */
  double driven_t;          /* the last of them, seconds */
} NoslipRuns;

void noslip_runs_init(NoslipRuns *runs, NoslipChannel *channel, const NoslipPlayhead *playhead);
void noslip_runs_adopt(NoslipRuns *runs, NoslipSystem *system, char **refusals); /* takes the refusals */
void noslip_runs_forget_system(NoslipRuns *runs);

NoslipSimulationRun *noslip_runs_new_run(const NoslipRuns *runs, guint id, const NoslipFormulation *formulation);
void noslip_runs_free_run(const NoslipRuns *runs, NoslipSimulationRun *run);
NoslipSimulationRun *noslip_runs_find(const NoslipRuns *runs, guint id);
void noslip_runs_remove(NoslipRuns *runs, guint index);
void noslip_runs_clear(NoslipRuns *runs);

guint noslip_runs_n(const NoslipRuns *runs);
const NoslipRunView *noslip_runs_view(const NoslipRuns *runs, guint run);
const NoslipRunView *noslip_runs_primary(const NoslipRuns *runs);
double noslip_runs_computed(const NoslipRuns *runs); /* of the primary, in seconds; 0 where nothing is */

/* Why a formulation does not apply, or NULL. */
const char *noslip_runs_refusal(const NoslipRuns *runs, const NoslipFormulation *formulation);
gboolean noslip_runs_applies(const NoslipRuns *runs, guint formulation); /* by place in noslip_formulations() */
/* The formulation that a kind of dynamics takes by itself: the default where it applies, else the first that does. */
const NoslipFormulation *noslip_runs_formulation_for(const NoslipRuns *runs, NoslipDynamicsKind kind);
/* Whether the formulation computes the primary's motion another way. */
gboolean noslip_runs_may_check(const NoslipRuns *runs, const NoslipFormulation *formulation);
gboolean noslip_runs_shows(const NoslipRuns *runs, const NoslipFormulation *formulation);
/* TRUE if every formulation of the motion's dynamics that applies is shown, and at least one applies. */
gboolean noslip_runs_shows_all(const NoslipRuns *runs);
/* The formulation that "nonholonomic against vakonomic" shows beside the motion: the other kind's. */
const NoslipFormulation *noslip_runs_opponent(const NoslipRuns *runs);

/* Overlays of their own. */
NoslipSimulationRun *noslip_runs_append_overlay(NoslipRuns *runs, const NoslipVariant *variant); /* copied */
const NoslipFormulation *noslip_runs_variant_formulation(const NoslipRuns *runs, const NoslipVariant *variant);
gboolean noslip_runs_begins_apart(const NoslipRuns *runs, const NoslipVariant *variant);

/* Messages of the worker. `found` (m + n + k) gets the state and the multipliers at t = 0 of the primary. */
void noslip_runs_receive_start(NoslipRuns *runs, NoslipSimulationRun *run, NoslipStartedMessage *message,
                               double *found);
void noslip_runs_receive_rows(NoslipRuns *runs, NoslipSimulationRun *run, NoslipRowsMessage *message);

/* The state that the motion goes on from: a row, or where the playhead is. */
void noslip_runs_take_base(NoslipRuns *runs, const double *row);
void noslip_runs_set_base(NoslipRuns *runs);
void noslip_runs_forget_base(NoslipRuns *runs);

/* At the shared time. */
/* The row of a run between its samples; NULL where it has none. Valid until the next call. `parameters`, which may
 * be NULL, gets those that it was computed with. */
const double *noslip_runs_row(const NoslipRuns *runs, guint run, const double **parameters);
/* The row of the last sample not after the shared time: what the columns have values of; NULL where there is none. */
const double *noslip_runs_sample(const NoslipRuns *runs, guint run, const double **parameters);
/* The index (with fraction) of the shared time among the rows of a run; NaN where it has none. */
double noslip_runs_cursor(const NoslipRuns *runs, guint run);
/* The value of a column of a run at the last sample not after the shared time; NaN where there is none. */
double noslip_runs_value(const NoslipRuns *runs, guint run, guint column);
/* The largest absolute value of a column up to the shared time. */
double noslip_runs_worst(const NoslipRuns *runs, guint run, guint column);
/* The worst difference of the checking runs up to the shared time; NaN where nothing checks. */
double noslip_runs_agreement(const NoslipRuns *runs);
/* The agreement in words: "5 motions by 3 derivations agree to 2e-12, allowed 1e-07; not among them: …". Free with
 * g_free(). */
char *noslip_runs_agreement_line(const NoslipRuns *runs);
/* The difference that is allowed between formulations, and the drift that is allowed of energies, relative to their
 * size: it grows with the tolerance of the integration. */
double noslip_runs_accord(const NoslipRuns *runs);
