/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulation: a system, its run and the runs beside it, as the window sees them. All of this is used on one thread
 * (the window's); a worker thread of its own reads texts and integrates, and nothing here waits for it. */
#pragma once

#include "core/simulation/channel.h"
#include "core/simulation/columns.h"
#include "core/simulation/comparison.h"
#include "core/simulation/playhead.h"
#include "core/simulation/ticket.h"

typedef struct _NoslipSimulation NoslipSimulation;

typedef enum {
  NOSLIP_CHANGED_SYSTEM = 1 << 0,      /* another system: everything is new */
  NOSLIP_CHANGED_PROBLEMS = 1 << 1,    /* the list of diagnostics of the last text */
  NOSLIP_CHANGED_ROWS = 1 << 2,        /* more, or other, rows */
  NOSLIP_CHANGED_CURSOR = 1 << 3,      /* the shared time */
  NOSLIP_CHANGED_PLAYBACK = 1 << 4,    /* playing, speed, lateness, loop */
  NOSLIP_CHANGED_RUNS = 1 << 5,        /* which runs there are, how they are computed, what is drawn of them */
  NOSLIP_CHANGED_START = 1 << 6,       /* parameters or initial values */
  NOSLIP_CHANGED_INSTRUMENTS = 1 << 7, /* the bracket */
  NOSLIP_CHANGED_ERROR = 1 << 8,       /* a run met an error: noslip_simulation_take_error() */
  NOSLIP_CHANGED_EDITED = 1 << 9,      /* with SYSTEM: it is the one of before, edited */
  NOSLIP_CHANGED_CLOUD = 1 << 10,      /* the cloud, or what of it is computed */
  NOSLIP_CHANGED_VERDICTS = 1 << 11,   /* warnings of the motion, what the witness says, nearest initial values */
} NoslipChange;
typedef void (*NoslipListener)(NoslipSimulation *simulation, NoslipChange change, gpointer data);

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
  gboolean pending; /* asked for and nothing has come yet */
  guint64 generation;
} NoslipRunView;

NoslipSimulation *noslip_simulation_new(void);
void noslip_simulation_free(NoslipSimulation *simulation);
void noslip_simulation_set_listener(NoslipSimulation *simulation, NoslipListener listener, gpointer data);
/* Takes what the worker has finished; called by itself from the default main context, and before each frame. */
void noslip_simulation_poll(NoslipSimulation *simulation);
/* What the main context calls instead: it polls too, and may watch what that takes. It gets the listener's data. */
typedef void (*NoslipPoller)(NoslipSimulation *simulation, gpointer data);
void noslip_simulation_set_poller(NoslipSimulation *simulation, NoslipPoller poller);
/* Nothing is being read or computed. */
gboolean noslip_simulation_is_settled(NoslipSimulation *simulation);

/* The system. A text with an error leaves the present system running; its diagnostics are the problems. */
void noslip_simulation_load(NoslipSimulation *simulation, const char *id_or_path);
/* Returns what noslip_simulation_source_generation() is once it has been read. */
guint64 noslip_simulation_load_text(NoslipSimulation *simulation, const char *text, const char *name);
/* The present system's text as it was edited: where it is good, values that were set, the time and how it is computed
 * stay as far as names match. Returns the same. */
guint64 noslip_simulation_edit(NoslipSimulation *simulation, const char *text, const char *name);
/* The text that was read last, with or without errors: its place in the order of requests, itself (NULL where there
 * was nothing to read) and its file (NULL where it was given as text). */
guint64 noslip_simulation_source_generation(const NoslipSimulation *simulation);
const char *noslip_simulation_source(const NoslipSimulation *simulation);
const char *noslip_simulation_source_file(const NoslipSimulation *simulation);
NoslipSystem *noslip_simulation_system(const NoslipSimulation *simulation);              /* NULL: none yet */
const NoslipDiagnostics *noslip_simulation_problems(const NoslipSimulation *simulation); /* or NULL */
const char *noslip_simulation_problems_name(const NoslipSimulation *simulation);         /* of that text */
gboolean noslip_simulation_is_loading(const NoslipSimulation *simulation);
/* Why a formulation does not apply, or NULL. */
const char *noslip_simulation_refusal(const NoslipSimulation *simulation, const NoslipFormulation *formulation);

/* How it is computed. A parameter acts at once from the present state; the others begin anew. */
double noslip_simulation_parameter(const NoslipSimulation *simulation, guint parameter);
void noslip_simulation_set_parameter(NoslipSimulation *simulation, guint parameter, double value);
/* index: coordinates, then fibre coordinates. */
double noslip_simulation_initial(const NoslipSimulation *simulation, guint index);
void noslip_simulation_set_initial(NoslipSimulation *simulation, guint index, double value);
/* Whether the value was chosen (by least energy, a coordinate by the least change from 0), because none is given. */
gboolean noslip_simulation_initial_is_chosen(const NoslipSimulation *simulation, guint index);
/* Where the given initial values contradict a constraint: which and by how much, and the nearest consistent values,
 * "x = 0.6, y' = 0.1" (of those that are given and differ). FALSE, and both NULL, where they do not contradict, or there
 * is no such state. Free with g_free(). */
gboolean noslip_simulation_nearest(const NoslipSimulation *simulation, char **contradiction, char **values);
/* Sets them. */
void noslip_simulation_take_nearest(NoslipSimulation *simulation);
/* The initial values of a trial of the system, all others as in the text. Begins anew at t = 0. */
void noslip_simulation_set_trial(NoslipSimulation *simulation, guint trial);
gboolean noslip_simulation_initial_is_set(const NoslipSimulation *simulation, guint index);
/* The motion goes on from the full state xy at the shared time, of which the `n` entries `changed` were set on purpose:
 * they are kept before all others where the constraints do not let all of them be. */
void noslip_simulation_place(NoslipSimulation *simulation, const double *xy, guint n, const guint *changed);
void noslip_simulation_reset(NoslipSimulation *simulation); /* parameters and initial values as in the text */
NoslipDynamicsKind noslip_simulation_kind(const NoslipSimulation *simulation);
void noslip_simulation_set_kind(NoslipSimulation *simulation, NoslipDynamicsKind kind);
const NoslipFormulation *noslip_simulation_formulation(const NoslipSimulation *simulation);
void noslip_simulation_set_formulation(NoslipSimulation *simulation, const NoslipFormulation *formulation);
const NoslipMethod *noslip_simulation_method(const NoslipSimulation *simulation);
void noslip_simulation_set_method(NoslipSimulation *simulation, const NoslipMethod *method);
double noslip_simulation_tolerance(const NoslipSimulation *simulation); /* relative; the absolute one is 1/100 of it */
void noslip_simulation_set_tolerance(NoslipSimulation *simulation, double tolerance);
/* The error of a run that nobody has taken yet, or NULL. */
NoslipDiagnostic *noslip_simulation_take_error(NoslipSimulation *simulation);

/* Notes on the initial state of the motion, and warnings of it: an observable that is not a number. May be NULL. */
const NoslipDiagnostics *noslip_simulation_warnings(const NoslipSimulation *simulation);
/* The witness (core/verdict/witness.h) looks at the motion when it is asked; the answer holds until the motion is
 * another one. NULL: not asked, or not answered yet. */
void noslip_simulation_ask_witness(NoslipSimulation *simulation);
gboolean noslip_simulation_witness_is_asked(const NoslipSimulation *simulation);
const NoslipTestimony *noslip_simulation_witness(const NoslipSimulation *simulation);

/* The runs: the primary, one for each other formulation that applies (they check it), and overlays. */
guint noslip_simulation_n_runs(const NoslipSimulation *simulation);
const NoslipRunView *noslip_simulation_run(const NoslipSimulation *simulation, guint run);
const NoslipRunView *noslip_simulation_primary(const NoslipSimulation *simulation);
/* Shows or hides a formulation as an overlay, of any kind of dynamics. */
void noslip_simulation_show(NoslipSimulation *simulation, const NoslipFormulation *formulation, gboolean shown);
gboolean noslip_simulation_shows(const NoslipSimulation *simulation, const NoslipFormulation *formulation);
/* Shows every formulation of the motion's dynamics that applies, or none of them. */
void noslip_simulation_show_all(NoslipSimulation *simulation, gboolean shown);
gboolean noslip_simulation_shows_all(const NoslipSimulation *simulation);
/* The formulation that "nonholonomic against vakonomic" shows beside the motion: the other kind's. */
const NoslipFormulation *noslip_simulation_opponent(const NoslipSimulation *simulation);

/* Overlays of their own, drawn beside the others; the variant is copied. add() returns the run's id, and takes a
 * colour that no other has where `color` is G_MAXUINT. */
guint noslip_simulation_add_overlay(NoslipSimulation *simulation, const NoslipVariant *variant);
void noslip_simulation_hide_overlay(NoslipSimulation *simulation, guint id, gboolean hidden);
void noslip_simulation_remove_overlay(NoslipSimulation *simulation, guint id);
/* Keeps the present motion, whatever is set later. Returns the overlay's id, 0 where there is no motion yet. */
guint noslip_simulation_keep_motion(NoslipSimulation *simulation, const char *name);
/* What an overlay has that the motion has not, in words. Free with g_free(). */
char *noslip_simulation_overlay_difference(const NoslipSimulation *simulation, const NoslipVariant *variant);
/* All that is compared as lines of text (comparison.h); free with g_free(). FALSE with a sentence in *problem, to be
 * freed, and nothing changed, where the text cannot be read. */
char *noslip_simulation_comparison_text(const NoslipSimulation *simulation);
gboolean noslip_simulation_set_comparison_text(NoslipSimulation *simulation, const char *text, char **problem);

/* The cloud: how it is to be, and what of it is there (NULL where it is off; no layout where nothing has come yet, or
 * where it cannot begin). stop() leaves it as far as it has come. */
const NoslipCloud *noslip_simulation_cloud(const NoslipSimulation *simulation);
void noslip_simulation_set_cloud(NoslipSimulation *simulation, const NoslipCloud *cloud); /* copied */
const NoslipCloudView *noslip_simulation_cloud_view(const NoslipSimulation *simulation);
void noslip_simulation_stop_cloud(NoslipSimulation *simulation);

/* The playhead. */
const NoslipPlayhead *noslip_simulation_playhead(const NoslipSimulation *simulation);
double noslip_simulation_time(const NoslipSimulation *simulation);
/* How many rows a run will have when all of it is computed; what is more than a few millions counts as that. */
guint noslip_simulation_n_expected(const NoslipSimulation *simulation);
double noslip_simulation_computed(const NoslipSimulation *simulation); /* seconds, 0 where nothing is */
/* Computes at least so far, until the playhead moves: for a time that is to be gone to once it is there. */
void noslip_simulation_compute_until(NoslipSimulation *simulation, double t);
void noslip_simulation_play(NoslipSimulation *simulation);
void noslip_simulation_pause(NoslipSimulation *simulation);
void noslip_simulation_restart(NoslipSimulation *simulation);
void noslip_simulation_step(NoslipSimulation *simulation, int samples);
void noslip_simulation_seek(NoslipSimulation *simulation, double t);
void noslip_simulation_set_speed(NoslipSimulation *simulation, double speed);
void noslip_simulation_set_loop(NoslipSimulation *simulation, gboolean looping, double from, double to);
void noslip_simulation_mark_loop(NoslipSimulation *simulation, gboolean end); /* at the shared time; loops */
/* Moves the playhead to the wall time of a frame (microseconds, monotonic). */
void noslip_simulation_advance(NoslipSimulation *simulation, gint64 now);

/* At the shared time. */
/* The row of a run between its samples; NULL where it has none. Valid until the next call. `parameters`, which may
 * be NULL, gets those that it was computed with. */
const double *noslip_simulation_row(NoslipSimulation *simulation, guint run, const double **parameters);
/* The index (with fraction) of the shared time among the rows of a run; NaN where it has none. */
double noslip_simulation_cursor(const NoslipSimulation *simulation, guint run);
/* The value of a column of a run at the last sample not after the shared time; NaN where there is none. */
double noslip_simulation_value(const NoslipSimulation *simulation, guint run, guint column);
/* The largest absolute value of a column up to the shared time. */
double noslip_simulation_worst(const NoslipSimulation *simulation, guint run, guint column);
/* The worst difference of the checking runs up to the shared time; NaN where nothing checks. */
double noslip_simulation_agreement(const NoslipSimulation *simulation);
/* What may be said of it: "5 motions by 3 derivations agree to 2e-12, allowed 1e-07; not among them: …". Free with
 * g_free(). */
char *noslip_simulation_agreement_line(const NoslipSimulation *simulation);
/* What formulations have to agree to, and energies to be kept to, relative to their size: motions that are integrated
 * less exactly part from each other more. */
double noslip_simulation_accord(const NoslipSimulation *simulation);

/* The bracket; NULL before it is compiled. values[n * n], jacobiators[n_triples] or NULL. */
const NoslipInstruments *noslip_simulation_instruments(const NoslipSimulation *simulation);
gboolean noslip_simulation_bracket(NoslipSimulation *simulation, double *values, double *jacobiators);
/* The energy where two velocities (fibre indices) have other values and the rest of the state is that of the shared
 * time: first prepare (FALSE where there is no motion), then as many values as wanted. */
gboolean noslip_simulation_prepare_energy(NoslipSimulation *simulation);
double noslip_simulation_energy(NoslipSimulation *simulation, guint fibre_x, double x, guint fibre_y, double y);
