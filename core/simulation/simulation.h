/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulation connects what a window shows of a system: its text, the start of its motion, the runs, the ensemble and
 * the playhead, each an object with functions of its own. All of this is used on one thread (the window's); a worker
 * thread reads texts and integrates, and nothing here waits for it. */
#pragma once

#include "core/simulation/ensemble/ensemble-run.h"
#include "core/simulation/remarks.h"
#include "core/simulation/text-source.h"

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
  NOSLIP_CHANGED_EDITED = 1 << 9,      /* with SYSTEM: it is the present system, edited */
  NOSLIP_CHANGED_ENSEMBLE = 1 << 10,   /* the ensemble, or what of it is computed */
  NOSLIP_CHANGED_VERDICTS = 1 << 11,   /* warnings of the motion, what the witness says, nearest initial values */
  NOSLIP_CHANGED_POINTED = 1 << 12,    /* the symbol that is pointed at */
  NOSLIP_CHANGED_HAND = 1 << 13,       /* what hands did to inputs */
} NoslipChange;
typedef void (*NoslipListener)(NoslipSimulation *simulation, NoslipChange change, gpointer data);

NoslipSimulation *noslip_simulation_new(void);
void noslip_simulation_free(NoslipSimulation *simulation);
void noslip_simulation_set_listener(NoslipSimulation *simulation, NoslipListener listener, gpointer data);
/* Takes what the worker has finished; called by itself from the default main context, and before each frame. */
void noslip_simulation_poll(NoslipSimulation *simulation);
/* What the main context calls instead: it polls too, and may watch what that takes. It gets the listener's data. */
typedef void (*NoslipPoller)(NoslipSimulation *simulation, gpointer data);
void noslip_simulation_set_poller(NoslipSimulation *simulation, NoslipPoller poller);
/* Nothing is being read or computed, and nothing waits for the next poll. Changes nothing: it may be asked while a
 * picture is drawn, when no widget may change. */
gboolean noslip_simulation_is_idle(const NoslipSimulation *simulation);
/* Polls, and then says whether nothing is being read or computed. */
gboolean noslip_simulation_is_settled(NoslipSimulation *simulation);

/* The system. A text with an error leaves the present system running; its diagnostics are the problems. */
void noslip_simulation_load(NoslipSimulation *simulation, const char *id_or_path);
/* Returns what noslip_simulation_source_generation() is once it has been read. */
guint64 noslip_simulation_load_text(NoslipSimulation *simulation, const char *text, const char *name);
/* The present system's text as it was edited: where it is good, values that were set, the time and how it is computed
 * stay as far as names match. Returns the same. */
guint64 noslip_simulation_edit(NoslipSimulation *simulation, const char *text, const char *name);
NoslipSystem *noslip_simulation_system(const NoslipSimulation *simulation); /* NULL: none yet */
const NoslipTextSource *noslip_simulation_source(const NoslipSimulation *simulation);
const NoslipStart *noslip_simulation_start(const NoslipSimulation *simulation);
const NoslipRuns *noslip_simulation_runs(const NoslipSimulation *simulation);
const NoslipRemarks *noslip_simulation_remarks(const NoslipSimulation *simulation);
const NoslipEnsembleRun *noslip_simulation_ensemble(const NoslipSimulation *simulation);
const NoslipPlayhead *noslip_simulation_playhead(const NoslipSimulation *simulation);

/* How it is computed. A parameter acts from the present state on; the others restart the motion. */
void noslip_simulation_set_parameter(NoslipSimulation *simulation, guint parameter, double value);
/* index: coordinates, then fibre coordinates, then multipliers mu of vakonomic dynamics. */
void noslip_simulation_set_initial(NoslipSimulation *simulation, guint index, double value);
/* Where the given initial values contradict a constraint: which and by how much, and the nearest consistent values, "x
 * = 0.6, y' = 0.1" (of those that are given and differ). FALSE, and both NULL, where they do not contradict, or there
 * is no such state. Free with g_free(). */
gboolean noslip_simulation_nearest(const NoslipSimulation *simulation, char **contradiction, char **values);
/* Sets them. */
void noslip_simulation_take_nearest(NoslipSimulation *simulation);
/* The initial values of a trial of the system, all others as in the text. Restarts at t = 0. */
void noslip_simulation_set_trial(NoslipSimulation *simulation, guint trial);
/* The motion goes on from the full state xy at the shared time, of which the `n` entries `changed` were set on purpose:
 * they are kept before all others where the constraints do not let all of them be. */
void noslip_simulation_place(NoslipSimulation *simulation, const double *xy, guint n, const guint *changed);
void noslip_simulation_reset(NoslipSimulation *simulation); /* parameters and initial values as in the text */
void noslip_simulation_set_kind(NoslipSimulation *simulation, NoslipDynamicsKind kind);
void noslip_simulation_set_formulation(NoslipSimulation *simulation, const NoslipFormulation *formulation);
void noslip_simulation_set_method(NoslipSimulation *simulation, const NoslipMethod *method);
void noslip_simulation_set_tolerance(NoslipSimulation *simulation, double tolerance);
/* The error of a run, once; NULL where there is none. */
NoslipDiagnostic *noslip_simulation_take_error(NoslipSimulation *simulation);

/* The symbol that is pointed at in a formula, a list or a picture, by its name in the system; NULL: none. Whatever shows
 * it stands out. */
void noslip_simulation_point_at(NoslipSimulation *simulation, const char *symbol);
const char *noslip_simulation_pointed(const NoslipSimulation *simulation);

/* The witness (core/verdict/witness.h) looks at the motion when it is asked; the answer is one of the remarks. */
void noslip_simulation_ask_witness(NoslipSimulation *simulation);

/* Shows or hides a formulation as an overlay, of any kind of dynamics. */
void noslip_simulation_show(NoslipSimulation *simulation, const NoslipFormulation *formulation, gboolean shown);
/* Shows every formulation of the motion's dynamics that applies, or none of them. */
void noslip_simulation_show_all(NoslipSimulation *simulation, gboolean shown);

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

/* stop() leaves the ensemble as far as it has come. */
void noslip_simulation_set_ensemble(NoslipSimulation *simulation, const NoslipEnsembleSettings *ensemble); /* copied */
void noslip_simulation_stop_ensemble(NoslipSimulation *simulation);

/* Inputs by hand, from the shared time on. What was recorded after it goes away. */
/* The value at the shared time; NaN where there is no motion yet. */
double noslip_simulation_input(NoslipSimulation *simulation, guint input);
/* Whether a hand has it then; else it follows its own course. */
gboolean noslip_simulation_input_is_held(const NoslipSimulation *simulation, guint input);
/* To this value, which is brought into LO .. HI, within a few hundredths of a second of the wall clock. */
void noslip_simulation_move_input(NoslipSimulation *simulation, guint input, double value);
/* As by a key: -1 towards LO, 1 towards HI, all of it in NOSLIP_INPUT_SWEEP seconds of motion; 0: it springs back to its
 * own course. */
#define NOSLIP_INPUT_SWEEP 1.0
void noslip_simulation_drive_input(NoslipSimulation *simulation, guint input, int direction);
/* A hand that pulls at a body while the motion runs (core/system/push.h), in nonholonomic and free dynamics. Takes hold
 * of what the draw statement shows, at this point of the picture; FALSE where that cannot be pulled. */
gboolean noslip_simulation_take_body(NoslipSimulation *simulation, guint draw, const double point[3]);
/* Why what the draw statement shows cannot be pulled, in a sentence for people, or NULL where it can. Free with
 * g_free(). */
char *noslip_simulation_push_refusal(NoslipSimulation *simulation, guint draw);
/* How stiff the next pull is: so many times a second a body would swing about the hand (Hz). */
#define NOSLIP_PUSH_SOFTEST 0.25
#define NOSLIP_PUSH_STIFFEST 4.0
void noslip_simulation_set_push_frequency(NoslipSimulation *simulation, double frequency); /* brought into that range */
double noslip_simulation_push_frequency(const NoslipSimulation *simulation);               /* 1 at first */
/* The claim that the energy changes by the work of the hand, judged along those samples of the motion at which one pulls
 * (hand/balance.h). FALSE where none has, or nothing of that is computed. */
gboolean noslip_simulation_hand_verdict(const NoslipSimulation *simulation, NoslipVerdict *verdict);
/* What follows does nothing while no body is held. */
void noslip_simulation_pull_body(NoslipSimulation *simulation, const double target[3]);
void noslip_simulation_spin_body(NoslipSimulation *simulation, double steps); /* of a wheel */
void noslip_simulation_brake_body(NoslipSimulation *simulation, gboolean brakes);
void noslip_simulation_release_body(NoslipSimulation *simulation);
/* The point of the body that a hand holds at the shared time, and where it pulls to; FALSE where none does. */
gboolean noslip_simulation_pushed(NoslipSimulation *simulation, double point[3], double target[3]);
/* What hands did; NULL: nothing. The motion is computed again with what is set. */
const NoslipGestures *noslip_simulation_gestures(const NoslipSimulation *simulation);
void noslip_simulation_set_gestures(NoslipSimulation *simulation, const NoslipGestures *gestures); /* copied */

/* The playhead. */
/* Computes at least up to t, until the playhead moves: before seeking to t. */
void noslip_simulation_compute_until(NoslipSimulation *simulation, double t);
void noslip_simulation_play(NoslipSimulation *simulation);
void noslip_simulation_pause(NoslipSimulation *simulation);
void noslip_simulation_restart(NoslipSimulation *simulation);
void noslip_simulation_step(NoslipSimulation *simulation, int samples);
void noslip_simulation_seek(NoslipSimulation *simulation, double t);
void noslip_simulation_set_speed(NoslipSimulation *simulation, double speed);
void noslip_simulation_set_loop(NoslipSimulation *simulation, gboolean looping, double from, double to);
/* The end of the motion (seconds), instead of the text's. Restarts the motion. */
void noslip_simulation_set_end(NoslipSimulation *simulation, double end);
void noslip_simulation_set_pause(NoslipSimulation *simulation, double t);     /* playing stops there; NaN: nowhere */
void noslip_simulation_mark_loop(NoslipSimulation *simulation, gboolean end); /* at the shared time; loops */
/* Moves the playhead to the wall time of a frame (microseconds, monotonic). */
void noslip_simulation_advance(NoslipSimulation *simulation, gint64 now);

/* The bracket; NULL before it is compiled. values[n * n], jacobiators[n_triples] or NULL. */
const NoslipInstruments *noslip_simulation_instruments(const NoslipSimulation *simulation);
gboolean noslip_simulation_bracket(NoslipSimulation *simulation, double *values, double *jacobiators);
/* The energy where two velocities (fibre indices) have other values and the rest of the state is that of the shared
 * time: first prepare (FALSE where there is no motion), then as many values as wanted. */
gboolean noslip_simulation_prepare_energy(NoslipSimulation *simulation);
double noslip_simulation_energy(NoslipSimulation *simulation, guint fibre_x, double x, guint fibre_y, double y);
