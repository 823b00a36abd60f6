/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A motion with dry friction and bounces: its mode (system/mode.h), the end of the mode, and the jump of the velocities
 * at the change to the next. Private to integrate/.
 *
 * The mode follows from the state, so a run can continue from any of its rows. A friction sticks if its velocity is 0
 * and the force that holds it is within its limit; else it slides, along its velocity or, from rest, against the
 * holding force. What is at rest because of something else that is held (two frictions on a wheel that rolls, a block
 * that is pressed against a wall) is tied: a contact then needs no pressure of its own, and a friction has its full
 * limit, in the direction that helps what it is tied to. At a bounce the velocities jump by the impulse that is W-orthogonal to the constraints' and the
 * bounce's directions (Newton's restitution); frictions give no impulse. Impacts that follow each other within
 * NOSLIP_MODES_REST come to rest in contact, which lasts while the pressure is positive. */
#pragma once

#include "core/dynamics/mode-table.h"
#include "core/integrate/run.h"
#include "core/integrate/stepper.h"

#define NOSLIP_MODES_REST 1e-9  /* shorter hops are ignored; relative to noslip_time_scale() */
#define NOSLIP_MODES_SHORT 1e-6 /* round-off matters in shorter steps only; relative to the same */

/* A mode used by the motion. */
typedef struct {
  NoslipModeSign *mode;
  NoslipDynamics *dynamics; /* of the table */
  gpointer work;
  NoslipStepper *stepper;
  NoslipReactionWorkspace *reaction; /* created when needed */
  NoslipTapeWorkspace *watched;
  double *row; /* row of the mode's system */
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
  NoslipTapeWorkspace *jumps;
  double *in, *out;     /* of `jumps` */
  double *held, *now;   /* the functions that end the mode, at the start and the end of a step */
  double held_t, now_t; /* s */
  gboolean *touching;   /* b: in contact, or contact just made */
  gboolean *still;      /* f: at rest, also if it has just come to rest */
  gboolean *resting;    /* b: in contact in the present mode */
  gboolean *sticking;   /* f: at rest in the present mode */
  gboolean *tied;       /* b, then f: at rest because of what the present mode holds, and not held itself */
  guint n_tied;
  guint n_quick;      /* changes in a row without time between them */
  double last_change; /* s */
  GArray *changes;    /* of NoslipModeChange */
  NoslipDiagnostic *error;
} NoslipModesRun;

/* `parameters` and `dynamics` must outlive it. NULL with *error set. */
NoslipModesRun *noslip_modes_run_new(NoslipDynamics *dynamics, NoslipModeTable *table, const NoslipRunOptions *options,
                                     const double *parameters, NoslipDiagnostic **error);
void noslip_modes_run_free(NoslipModesRun *run);
/* Starts at t from xy (m + n). */
NoslipDiagnostic *noslip_modes_run_enter(NoslipModesRun *run, double t, const double *xy);
/* Continues to `to`, through as many modes as needed. */
NoslipAdvance noslip_modes_run_advance(NoslipModesRun *run, double to, const int *cancel);
/* The row of the system itself at the present time. */
NoslipStepStatus noslip_modes_run_row(NoslipModesRun *run, double *row);

/* modes-leg.c. Frees a NoslipLeg. */
void noslip_leg_free(gpointer leg);
/* The leg of a mode, started at (t, xy); NULL with run->error set. */
NoslipLeg *noslip_modes_enter(NoslipModesRun *run, const NoslipModeSign *mode, double t, const double *xy);

/* modes-settle.c. The mode at (t, xy), by trial: at first the chosen contacts and frictions (b, then f) are held;
 * conditions that the forces contradict are removed one by one. `watched`: the functions that end the mode. NULL with
 * run->error set; *contradicts tells whether `watched` is known nevertheless. */
NoslipLeg *noslip_modes_settle(NoslipModesRun *run, double t, const double *xy, const gboolean *chosen, double *watched,
                               gboolean *contradicts);

/* modes-ties.c. Directions of constraints and of what is held, made orthogonal in units of the kinetic metric. */
typedef struct {
  guint n, count;
  double *scale, *rows; /* n; count x n */
  int *owner;           /* count: the contact or friction (b, then f), -1 for a constraint */
} NoslipHeld;

/* With the constraints alone, at the state of the last look(). */
NoslipHeld *noslip_held_new(const NoslipModesRun *run);
void noslip_held_free(NoslipHeld *held);
/* Adds the direction of contact or friction i (b, then f) and returns TRUE if it does not depend on those added before.
 * Otherwise *owner is the one of these on which it depends most, -1 if there are only constraints, and *along the sign
 * of its rate in that of the owner. */
gboolean noslip_held_add(NoslipHeld *held, const NoslipModesRun *run, guint i, int *owner, int *along);
/* Sets run->tied: what is chosen and not held by the mode, but kept at rest by what is. Call look() first. */
void noslip_modes_find_tied(NoslipModesRun *run, const NoslipModeSign *mode, const gboolean *chosen);
/* Whether all of run->tied are still tied at the state of the last look(). */
gboolean noslip_modes_ties_last(const NoslipModesRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipHeld, noslip_held_free)

/* modes-jump.c. Evaluates `jumps` at (t, x, y); then the values after the matrices: */
void noslip_modes_look(NoslipModesRun *run, double t, const double *xy);
const double *noslip_modes_bounce(const NoslipModesRun *run, guint i);   /* gap, terms, rate, terms, restitution */
const double *noslip_modes_friction(const NoslipModesRun *run, guint i); /* v, terms */
double noslip_modes_energy(const NoslipModesRun *run);
/* Changes the velocities of xy by the W-orthogonal jump within the constraints that changes the rates along the bounces
 * and frictions with chosen[i] (b, then f) by change[i]. One that depends on those before it follows them; FALSE if it
 * depends on the constraints alone. Call look() first. */
gboolean noslip_modes_jump(const NoslipModesRun *run, const gboolean *chosen, const double *change, double *xy);

/* modes-watch.c: the functions that end the present mode. */
guint noslip_modes_n_watched(const NoslipModesRun *run);
/* The leg's row at (t, z), multipliers included, and the functions that end the mode. FALSE if they are undefined. */
gboolean noslip_modes_observe(NoslipModesRun *run, NoslipLeg *leg, double t, const double *z, double *watched);
/* Where the functions of a friction, a bounce or the corners begin (system/mode.h). */
const double *noslip_modes_of_friction(const double *watched, guint i);
const double *noslip_modes_of_bounce(const NoslipModesRun *run, const double *watched, guint i);
const double *noslip_modes_of_corners(const NoslipModesRun *run, const double *watched);
NoslipStepperWatch noslip_modes_watch(NoslipModesRun *run);

/* modes-contacts.c */
#define NOSLIP_MODES_CHANGES_MOST 1000 /* limit of changes without time between them */
#define NOSLIP_MODES_ROUND_OFF 1e-13   /* round-off of a velocity, relative to its terms */

/* Whether a gap closes within a step of h seconds with values and rates `from` and `to` at its ends: it is below 0 and
 * falling at the end, or the cubic through both dips below 0 in between. */
gboolean noslip_modes_closes(const double *from, const double *to, double h);
/* Adds a change to run->changes. */
void noslip_modes_note_change(NoslipModesRun *run, double t, NoslipModeChangeKind kind, guint index, double speed,
                              double loss);
/* Applies impacts of bounces in contact that close faster than the rate of rest, until none is left. */
gboolean noslip_modes_strike(NoslipModesRun *run, double t, double *xy, const double *resting);
/* Sets velocities that have come to rest to 0, and rates of resting contacts too, W-orthogonally. */
gboolean noslip_modes_bring_to_rest(NoslipModesRun *run, double t, double *xy, const gboolean *chosen);
/* The contacts that are closed and at rest at the state xy, besides those of the last mode and its end. */
void noslip_modes_find_contacts(NoslipModesRun *run, double t, const double *xy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipModesRun, noslip_modes_run_free)
