/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A motion with dry friction and bounces: which mode it is in (system/mode.h), when that ends, and the jump of the
 * velocities on the way to the next. Private to integrate/.
 *
 * The mode follows from the state, so that a run goes on from any of its rows. A friction sticks where its velocity is 0
 * and the force that holds it is within its limit; else it slides, along its velocity or, from rest, against the holding
 * force. At a bounce the velocities jump by the impulse that is W-orthogonal to the constraints' and the bounce's
 * directions (Newton's restitution); frictions give no impulse. Impacts that follow each other within
 * NOSLIP_MODES_REST come to rest in contact, which lasts while the pressure is positive. */
#pragma once

#include "core/dynamics/mode-table.h"
#include "core/integrate/run.h"
#include "core/integrate/stepper.h"

#define NOSLIP_MODES_REST 1e-9 /* of the time, at least of 1 s: a hop that is shorter is none */

/* A mode that the motion has been in. */
typedef struct {
  NoslipModeSign *mode;
  NoslipDynamics *dynamics; /* of the table */
  gpointer work;
  NoslipStepper *stepper;
  NoslipReactionWork *reaction; /* made when it is needed */
  NoslipTapeWork *watched;
  double *row; /* of the mode's system */
} NoslipLeg;

typedef struct {
  NoslipModeTable *table; /* of the dynamics */
  NoslipDynamics *dynamics;
  const NoslipSystem *system;
  const NoslipRunOptions *options; /* copied */
  const double *parameters;        /* of the run */
  guint f, b, c;                   /* frictions, bounces, corners */
  GHashTable *legs;                /* bytes -> NoslipLeg */
  NoslipLeg *leg;                  /* the present one; NULL before enter() */
  NoslipStepperWatch watch;
  NoslipTapeWork *jumps;
  double *in, *out;     /* of `jumps` */
  double *held, *now;   /* what ends the mode, at the start and the end of a step */
  double held_t, now_t; /* s */
  gboolean *touching;   /* b: in contact, or just met */
  gboolean *still;      /* f: at rest, or just come to rest */
  guint n_quick;        /* changes in a row without time between them */
  double last_change;   /* s */
  GArray *changes;      /* of NoslipModeChange */
  NoslipDiagnostic *error;
} NoslipModesRun;

/* `parameters` and `dynamics` outlive it. NULL with *error set. */
NoslipModesRun *noslip_modes_run_new(NoslipDynamics *dynamics, NoslipModeTable *table, const NoslipRunOptions *options,
                                     const double *parameters, NoslipDiagnostic **error);
void noslip_modes_run_free(NoslipModesRun *run);
/* Starts at t from xy (m + n). */
NoslipDiagnostic *noslip_modes_run_enter(NoslipModesRun *run, double t, const double *xy);
/* Goes on to `to`, through as many modes as there are. */
NoslipAdvance noslip_modes_run_advance(NoslipModesRun *run, double to, const int *cancel);
/* The row of the system itself at the present time. */
NoslipStepStatus noslip_modes_run_row(NoslipModesRun *run, double *row);

/* modes-jump.c. Evaluates `jumps` at (t, x, y); then the values behind the matrices: */
void noslip_modes_look(NoslipModesRun *run, double t, const double *xy);
const double *noslip_modes_bounce(const NoslipModesRun *run, guint i);   /* gap, terms, rate, terms, restitution */
const double *noslip_modes_friction(const NoslipModesRun *run, guint i); /* v, terms */
double noslip_modes_energy(const NoslipModesRun *run);
/* Changes the velocities of xy by the W-orthogonal jump within the constraints that changes the rates along the bounces
 * and frictions with chosen[i] (b, then f) by change[i]. FALSE where these are not independent. After look(). */
gboolean noslip_modes_jump(const NoslipModesRun *run, const gboolean *chosen, const double *change, double *xy);

/* modes-contacts.c */
#define NOSLIP_MODES_CHANGES_MOST 1000 /* without time between them: the modes follow each other without end */
#define NOSLIP_MODES_ROUND_OFF 1e-13   /* of the terms of a velocity */

/* Whether a gap that goes from `from` to `to` (value and rate) within h closes: it is below 0 and falls at the end, or
 * the cubic through both dips below 0 in between. */
gboolean noslip_modes_closes(const double *from, const double *to, double h);
/* Adds a change to run->changes. */
void noslip_modes_note_change(NoslipModesRun *run, double t, NoslipModeChangeKind kind, guint index, double speed,
                              double loss);
/* One impact of each bounce that is touched and closes faster than it rests, again until none does. */
gboolean noslip_modes_strike(NoslipModesRun *run, double t, double *xy, const double *resting);
/* Velocities of what is still become 0, and rates of what rests, W-orthogonally. */
gboolean noslip_modes_bring_to_rest(NoslipModesRun *run, double t, double *xy, const gboolean *chosen);
/* The contacts that touch and are at rest at the state xy, besides those of the last mode and its end. */
void noslip_modes_find_contacts(NoslipModesRun *run, double t, const double *xy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipModesRun, noslip_modes_run_free)
