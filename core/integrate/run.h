/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run: one formulation, one integrator, from a state forward in time, landing on every sample time. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/integrate/method.h"
#include "core/system/row.h"

typedef struct {
  const NoslipMethod *method; /* the first of noslip_methods() */
  double rtol;                /* relative tolerance, 1e-10 */
  double atol;                /* absolute tolerance, 1e-12 */
  double fixed_step;          /* seconds; 0: adaptive where the method is, else the sampling step */
  gboolean stabilise;         /* bring the state back to phi = 0 after each step, TRUE */
  double step;                /* sampling step, seconds; 0: the system's */
  double to;                  /* end, seconds; 0: the system's */
} NoslipRunOptions;
void noslip_run_options_default(NoslipRunOptions *options, const NoslipSystem *system);
/* An error (ARGUMENT) for tolerances that are 0 where they may not, negative, NaN or infinite, steps <= 0, … */
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
 * FALSE at the end (*error NULL) or where the computation could not go on (*error set, with the time). `cancel` may
 * be NULL; it is read with an atomic load after each step. */
gboolean noslip_run_next(NoslipRun *run, double *row, const int *cancel, NoslipDiagnostic **error);
/* Starts again from another state at t0, same parameters and options; the next row is that at `to` > t0, and the last.
 */
gboolean noslip_run_restart(NoslipRun *run, double t0, const double *xy, const double *mu, double to,
                            NoslipDiagnostic **error);
/* What has happened to dry friction and bounces so far (NULL and 0 in a system without), in the order of time; valid
 * until the run goes on. */
typedef enum {
  NOSLIP_MODE_IMPACT, /* the velocity jumped */
  NOSLIP_MODE_RESTS,  /* a bounce came to rest in contact */
  NOSLIP_MODE_LEAVES, /* it left contact */
  NOSLIP_MODE_STICKS, /* a friction holds */
  NOSLIP_MODE_SLIDES, /* it gave way */
} NoslipModeChangeKind;
typedef struct {
  double t;
  NoslipModeChangeKind kind;
  guint index;        /* of the bounce or friction */
  double speed, loss; /* of an impact: how fast the gap closed, and the energy that it took */
} NoslipModeChange;
const NoslipModeChange *noslip_run_changes(const NoslipRun *run, guint *n);
/* For benchmarks. */
guint64 noslip_run_n_steps(const NoslipRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipRun, noslip_run_free)
