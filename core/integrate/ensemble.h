/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An ensemble: up to NOSLIP_TAPE_LANES motions of one system side by side, each with parameters and an initial state
 * of its own, by the fixed steps of rk4. Every motion has the bits that a NoslipRun of its own would give, whatever
 * its companions are. A motion that the lanes cannot follow (a rank that is in doubt, a value that is not finite)
 * leaves the ensemble; a run of its own then tells how it goes on. */
#pragma once

#include "core/integrate/run.h"

typedef struct _NoslipEnsemble NoslipEnsemble; /* of one thread */

/* The only method that ensembles use: rk4. */
const NoslipMethod *noslip_ensemble_method(void);
/* NULL where motions cannot go side by side with these options: another method, a formulation or a system
 * without lanes, options that a run would refuse. */
NoslipEnsemble *noslip_ensemble_new(NoslipDynamics *dynamics, const NoslipRunOptions *options);
/* The same for motions that begin at t0, seconds. */
NoslipEnsemble *noslip_ensemble_new_at(NoslipDynamics *dynamics, const NoslipRunOptions *options, double t0);
void noslip_ensemble_free(NoslipEnsemble *ensemble);
/* n motions (1 .. NOSLIP_TAPE_LANES) at their beginning: parameters[n][n_parameters], full states xy[n][m + n].
 * Replaces what the ensemble held. */
void noslip_ensemble_start(NoslipEnsemble *ensemble, guint n, const double *parameters, const double *xy);
guint noslip_ensemble_n_samples(const NoslipEnsemble *ensemble);
/* All motions to the next sample; the first call stays at the beginning. FALSE at the end, where no motion is left, and
 * where `cancel` (may be NULL; read with an atomic load after each step) is set. */
gboolean noslip_ensemble_next(NoslipEnsemble *ensemble, const int *cancel);
/* The rows of all motions at this sample: rows[n][noslip_row_size()]. */
void noslip_ensemble_rows(NoslipEnsemble *ensemble, double *rows);
/* Whether a motion is still followed; to be asked after the last rows. */
gboolean noslip_ensemble_holds(const NoslipEnsemble *ensemble, guint motion);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipEnsemble, noslip_ensemble_free)
