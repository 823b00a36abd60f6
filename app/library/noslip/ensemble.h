/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An ensemble: many motions of one system, each with values of its own. */
#pragma once

#include <noslip/system.h>

G_BEGIN_DECLS

/**
 * NoslipEnsemble:
 *
 * Computed motions of one system.
 */
typedef struct _NoslipEnsemble NoslipEnsemble;

GType noslip_ensemble_get_type(void);

/**
 * noslip_ensemble_compute:
 * @system: a system
 * @names: (array zero-terminated=1): parameters and initial values that differ from motion to motion
 * @points: (array length=n_points): their values, motions x names, the last index fastest
 * @n_points: how many: a multiple of the number of names
 * @values: (nullable) (array zero-terminated=1): "NAME=VALUE" of parameters and initial values of all motions
 * @options: (nullable) (array zero-terminated=1): as of noslip_motion_compute()
 * @diagnostics: what is wrong
 *
 * Motions are computed side by side where the method allows it. Each has the numbers that it has alone; claims are not
 * judged.
 *
 * Returns: (transfer full) (nullable): the ensemble. A motion without an initial state has no rows, and one that could
 *   not go on has fewer: see noslip_ensemble_get_stop().
 */
NoslipEnsemble *noslip_ensemble_compute(NoslipSystem *system, const char *const *names, const double *points,
                                        guint n_points, const char *const *values, const char *const *options,
                                        NoslipDiagnostics *diagnostics);
/**
 * noslip_ensemble_ref: (skip)
 * @ensemble: an ensemble
 *
 * Returns: (transfer full): the ensemble.
 */
NoslipEnsemble *noslip_ensemble_ref(NoslipEnsemble *ensemble);
/**
 * noslip_ensemble_unref: (skip)
 * @ensemble: (nullable): an ensemble
 */
void noslip_ensemble_unref(NoslipEnsemble *ensemble);
/**
 * noslip_ensemble_get_n_motions:
 * @ensemble: an ensemble
 *
 * Returns: motions.
 */
guint noslip_ensemble_get_n_motions(const NoslipEnsemble *ensemble);
/**
 * noslip_ensemble_get_n_samples:
 * @ensemble: an ensemble
 *
 * Returns: samples of a motion that runs to its end.
 */
guint noslip_ensemble_get_n_samples(const NoslipEnsemble *ensemble);
/**
 * noslip_ensemble_list_columns:
 * @ensemble: an ensemble
 *
 * Returns: (transfer full) (array zero-terminated=1): names of a sample's values, as of noslip_motion_list_columns().
 */
char **noslip_ensemble_list_columns(const NoslipEnsemble *ensemble);
/**
 * noslip_ensemble_get_values: (skip)
 * @ensemble: an ensemble
 *
 * Returns: the values, motions x samples x columns, the last index fastest, not a number in samples that a motion did
 *   not reach; they live as long as the ensemble.
 */
const double *noslip_ensemble_get_values(const NoslipEnsemble *ensemble);
/**
 * noslip_ensemble_get_address:
 * @ensemble: an ensemble
 *
 * For languages that take arrays by their address.
 *
 * Returns: noslip_ensemble_get_values() as a number.
 */
guint64 noslip_ensemble_get_address(const NoslipEnsemble *ensemble);
/**
 * noslip_ensemble_get_n_rows:
 * @ensemble: an ensemble
 * @motion: from 0
 *
 * Returns: samples that this motion reached.
 */
guint noslip_ensemble_get_n_rows(const NoslipEnsemble *ensemble, guint motion);
/**
 * noslip_ensemble_get_stop:
 * @ensemble: an ensemble
 * @motion: from 0
 *
 * Returns: (transfer none) (nullable): why this motion did not start, or ended before its time.
 */
const NoslipDiagnostic *noslip_ensemble_get_stop(const NoslipEnsemble *ensemble, guint motion);

G_END_DECLS
