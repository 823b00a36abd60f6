/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An ensemble: up to NOSLIP_TAPE_LANES motions of one system in lanes, each with its own parameters and initial state,
 * by the fixed steps of rk4 or by an embedded pair (rk8pd, rkf45, rkck) with separate steps for each motion. Every
 * motion is bit-identical to a NoslipRun of it, whatever the other motions are. A motion that the lanes cannot follow
 * (a rank in doubt, a value that is not finite) leaves the ensemble; compute it by a NoslipRun then. */
#pragma once

#include "core/integrate/run.h"

typedef struct _NoslipEnsemble NoslipEnsemble; /* used by one thread */

/* The method of ensembles with fixed steps: rk4. */
const NoslipMethod *noslip_ensemble_method(void);
/* NULL if these options do not allow lanes: another method, a formulation or a system without lanes (with error control
 * also a system with if( ), whose switches must be located), or options that a run would refuse. */
NoslipEnsemble *noslip_ensemble_new(NoslipDynamics *dynamics, const NoslipRunOptions *options);
/* The same for motions that start at time t0, s. */
NoslipEnsemble *noslip_ensemble_new_at(NoslipDynamics *dynamics, const NoslipRunOptions *options, double t0);
void noslip_ensemble_free(NoslipEnsemble *ensemble);
/* Starts n motions (1 .. NOSLIP_TAPE_LANES): parameters[n][n_parameters], full states xy[n][m + n]. Replaces the
 * previous motions. */
void noslip_ensemble_start(NoslipEnsemble *ensemble, guint n, const double *parameters, const double *xy);
guint noslip_ensemble_n_samples(const NoslipEnsemble *ensemble);
/* Advances all motions to the next sample; the first call stays at the start. FALSE at the end, if no motion is left,
 * or if `cancel` (may be NULL; read with an atomic load after each step) is set. */
gboolean noslip_ensemble_next(NoslipEnsemble *ensemble, const int *cancel);
/* The rows of the motions in the ensemble at this sample: rows[n][noslip_row_size()]. */
void noslip_ensemble_rows(NoslipEnsemble *ensemble, double *rows);
/* Instead of noslip_ensemble_next(), for methods with error control: each motion makes one step of its own, as by
 * noslip_run_step(). The first call stays at the start. `rows` as for noslip_ensemble_rows(), each at the time of its
 * motion. Returns the motions (one bit each) whose row is new; 0 at the end, if `cancel` is set, or for methods with
 * fixed steps. */
guint32 noslip_ensemble_step(NoslipEnsemble *ensemble, double *rows, const int *cancel);
/* The same with the rows as they are in the lanes, [quantity][lane]: *rows after the step, *before it. Returns lanes. Both
 * are valid until the next call. */
guint32 noslip_ensemble_step_lanes(NoslipEnsemble *ensemble, const double **rows, const double **before,
                                   const int *cancel);
/* The motion in each of the NOSLIP_TAPE_LANES lanes; it may change with each step. */
const guint *noslip_ensemble_motions(const NoslipEnsemble *ensemble);
/* Removes this motion from the ensemble. */
void noslip_ensemble_drop(NoslipEnsemble *ensemble, guint motion);
/* Whether a motion is still in the ensemble; call this after the last rows. */
gboolean noslip_ensemble_holds(const NoslipEnsemble *ensemble, guint motion);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipEnsemble, noslip_ensemble_free)
