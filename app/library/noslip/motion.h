/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A computed motion: its rows, and the verdicts on the system's claims along it. */
#pragma once

#include <noslip/system.h>

G_BEGIN_DECLS

/**
 * NoslipMotion:
 *
 * A computed motion.
 */
typedef struct _NoslipMotion NoslipMotion;

GType noslip_motion_get_type(void);

/**
 * noslip_motion_compute:
 * @system: a system
 * @values: (nullable) (array zero-terminated=1): "NAME=VALUE" of parameters and initial values that replace the text's
 * @options: (nullable) (array zero-terminated=1): "to=T", "step=H", "dynamics=D", "formulation=F", "method=M", "rtol=R",
 *   "atol=A", "fixed-step=H", "consistent=1"; as of noslip-cli run
 * @diagnostics: what is wrong, and notes
 *
 * Returns: (transfer full) (nullable): the motion; %NULL if there is none. A motion that could not go on is shorter,
 *   see noslip_motion_get_stop().
 */
NoslipMotion *noslip_motion_compute(NoslipSystem *system, const char *const *values, const char *const *options,
                                    NoslipDiagnostics *diagnostics);
/**
 * noslip_motion_ref: (skip)
 * @motion: a motion
 *
 * Returns: (transfer full): the motion.
 */
NoslipMotion *noslip_motion_ref(NoslipMotion *motion);
/**
 * noslip_motion_unref: (skip)
 * @motion: (nullable): a motion
 */
void noslip_motion_unref(NoslipMotion *motion);
/**
 * noslip_motion_get_n_rows:
 * @motion: a motion
 *
 * Returns: samples.
 */
guint noslip_motion_get_n_rows(const NoslipMotion *motion);
/**
 * noslip_motion_get_n_columns:
 * @motion: a motion
 *
 * Returns: values of a sample.
 */
guint noslip_motion_get_n_columns(const NoslipMotion *motion);
/**
 * noslip_motion_list_columns:
 * @motion: a motion
 *
 * Returns: (transfer full) (array zero-terminated=1): their names: t, coordinates, velocities, energy, lambda[NAME] or
 *   mu[NAME], observables.
 */
char **noslip_motion_list_columns(const NoslipMotion *motion);
/**
 * noslip_motion_get_values: (skip)
 * @motion: a motion
 *
 * Returns: the values, rows x columns, the last index fastest; they live as long as the motion.
 */
const double *noslip_motion_get_values(const NoslipMotion *motion);
/**
 * noslip_motion_get_address:
 * @motion: a motion
 *
 * For languages that take arrays by their address.
 *
 * Returns: noslip_motion_get_values() as a number.
 */
guint64 noslip_motion_get_address(const NoslipMotion *motion);
/**
 * noslip_motion_get_stop:
 * @motion: a motion
 *
 * Returns: (transfer none) (nullable): why it ended before its time.
 */
const NoslipDiagnostic *noslip_motion_get_stop(const NoslipMotion *motion);
/**
 * noslip_motion_get_witness:
 * @motion: a motion
 *
 * Returns: the residual of the equations of motion, derived a second time; not a number where it was not checked.
 */
double noslip_motion_get_witness(const NoslipMotion *motion);
/**
 * noslip_motion_get_n_claims:
 * @motion: a motion
 *
 * Returns: claims that apply to it.
 */
guint noslip_motion_get_n_claims(const NoslipMotion *motion);
/**
 * noslip_motion_get_claim_name:
 * @motion: a motion
 * @index: of a claim, from 0
 *
 * Returns: what is claimed.
 */
const char *noslip_motion_get_claim_name(const NoslipMotion *motion, guint index);
/**
 * noslip_motion_get_claim_line:
 * @motion: a motion
 * @index: of a claim, from 0
 *
 * Returns: its line in the text.
 */
guint noslip_motion_get_claim_line(const NoslipMotion *motion, guint index);
/**
 * noslip_motion_get_claim_verdict:
 * @motion: a motion
 * @index: of a claim, from 0
 *
 * Returns: "proved", "holds", "weak", "vacuous", "drifts", "fails", "undefined", "fails, as expected" or "holds, though
 *   expected to fail".
 */
const char *noslip_motion_get_claim_verdict(const NoslipMotion *motion, guint index);
/**
 * noslip_motion_get_claim_figure:
 * @motion: a motion
 * @index: of a claim, from 0
 * @which: "residual", "tolerance", "sensitivity" or "drift"
 *
 * Returns: the figure; not a number where there is none.
 */
double noslip_motion_get_claim_figure(const NoslipMotion *motion, guint index, const char *which);

G_END_DECLS
