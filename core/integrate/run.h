/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run: one formulation and one integrator, from a state forward in time, with a row at every sample time. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/integrate/method.h"
#include "core/system/row.h"

typedef struct {
  const NoslipMethod *method; /* the first of noslip_methods() */
  double rtol;                /* relative tolerance, 1e-10 */
  double atol;                /* absolute tolerance, 1e-12 */
  double fixed_step;          /* seconds; 0: adaptive if the method is, else the sampling step */
  gboolean stabilise;         /* project the state onto phi = 0 after each step, TRUE */
  double step;                /* sampling step, seconds; 0: the system's */
  double to;                  /* end, seconds; 0: the system's */
} NoslipRunOptions;
/* The defaults above; `step` and `to` from the system, or 0 if it is NULL. */
void noslip_run_options_default(NoslipRunOptions *options, const NoslipSystem *system);
/* An error (ARGUMENT) for invalid tolerances (0 if they must be positive, negative, NaN or infinite), steps <= 0, … */
NoslipDiagnostic *noslip_run_options_check(const NoslipRunOptions *options);

typedef struct _NoslipRun NoslipRun;
/* Starts at time t0 from the full state xy[m + n] (and mu[k] for vakonomic dynamics, else NULL). */
NoslipRun *noslip_run_new(NoslipDynamics *dynamics, const NoslipRunOptions *options, const double *parameters,
                          double t0, const double *xy, const double *mu, NoslipDiagnostic **error);
void noslip_run_free(NoslipRun *run);
/* The number of samples (rows at 0, H, 2H, … and T) and the time of one. */
guint noslip_run_n_samples(const NoslipRun *run);
double noslip_run_sample_time(const NoslipRun *run, guint sample);
/* Integrates to the next sample and writes its row (noslip_row_size() doubles). The first call gives the row at t0.
 * FALSE at the end (*error NULL) or if the computation could not continue (*error set, with the time). `cancel` may be
 * NULL; it is read with an atomic load after each step. */
gboolean noslip_run_next(NoslipRun *run, double *row, const int *cancel, NoslipDiagnostic **error);
/* Restarts from another state at t0, with the same parameters and options; the next row, which is the last, is at `to`
 * > t0. */
gboolean noslip_run_restart(NoslipRun *run, double t0, const double *xy, const double *mu, double to,
                            NoslipDiagnostic **error);
/* Like noslip_run_next(), but to the end of the method's next step, at most to the end of the run: the error control
 * determines the distance of rows. Methods with fixed steps, and systems with dry friction or bounces, give the
 * samples. */
gboolean noslip_run_step(NoslipRun *run, double *row, const int *cancel, NoslipDiagnostic **error);
/* Sets the first step to try after a restart, s, if the caller knows the usual length of steps there. The error control
 * may shorten it. */
void noslip_run_expect(NoslipRun *run, double step);
/* After a row of a method with error control: the row at a time t so near, before or after it, that one step of rk4 has
 * an error below rounding. FALSE if t is farther away, or not for this run; restart it then. */
gboolean noslip_run_nudge(NoslipRun *run, double t, double *row);
/* The changes of dry friction and bounces so far (NULL and 0 in a system without), in order of time; valid until the
 * run continues. */
typedef enum {
  NOSLIP_MODE_IMPACT, /* the velocities jumped at a bounce */
  NOSLIP_MODE_RESTS,  /* a bounce ended in contact at rest */
  NOSLIP_MODE_LEAVES, /* a bounce left contact */
  NOSLIP_MODE_STICKS, /* a friction began to stick */
  NOSLIP_MODE_SLIDES, /* a friction began to slide */
} NoslipModeChangeKind;
typedef struct {
  double t;
  NoslipModeChangeKind kind;
  guint index;        /* of the bounce or friction */
  double speed, loss; /* of an impact: the closing speed of the gap, and the energy lost */
} NoslipModeChange;
const NoslipModeChange *noslip_run_changes(const NoslipRun *run, guint *n);
/* Counts of steps and evaluations, for benchmarks. */
guint64 noslip_run_n_steps(const NoslipRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipRun, noslip_run_free)
