/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steering by paths that may slip. The constraints phi = 0 are replaced by an effort,
 *
 *   integral of L + mu phi + s phi^2/(2 e) dt,
 *
 * on paths of NOSLIP_SLIP_PARTS straight parts between the given configurations, L and phi taken at the middle of each
 * part. For large e a path may go anywhere; as e decreases, and mu is corrected by s phi/e after each minimum (the method
 * of multipliers), its minima tend to paths that keep the constraints, and mu to their multipliers. Every path has the
 * required end, and no part is computed from the one before, so that motions that diverge fast, as trailers do in
 * reverse, are found as well as others. The result is a start for multiple shooting (shooting.h). For systems whose
 * anchor is square and invertible, Lagrangians of degree two in the velocities and constraints that are linear in
 * them. */
#pragma once

#include "core/system/system.h"

#define NOSLIP_SLIP_PARTS 768 /* at the end of the search */

typedef struct _NoslipSlip NoslipSlip;
/* The path starts at x (m) and takes `time`; `given` are the coordinates prescribed at its end, ranges (m) a typical
 * long distance for each coordinate. All pointers are kept and must outlive it, as the system must. NULL if the system is
 * not of the kind above. */
NoslipSlip *noslip_slip_new(const NoslipSystem *system, const double *parameters, const double *x, guint n_given,
                            const guint *given, const double *ranges, double time, const int *cancel);
void noslip_slip_free(NoslipSlip *slip);
/* From a random smooth path to one of least effort that ends at target (n_given); advances *seed. TRUE if it keeps the
 * constraints up to a thousandth of its speed. */
gboolean noslip_slip_solve(NoslipSlip *slip, const double *target, guint64 *seed);
/* At n_nodes + 1 times, equally spaced, NOSLIP_SLIP_PARTS a multiple of n_nodes: z = (x, p) in `nodes`, and y, mu in
 * `seeds` (n_nodes x (n + k)); nu (n_given) are the multipliers of the end. FALSE if a value is not finite. */
gboolean noslip_slip_nodes(NoslipSlip *slip, guint n_nodes, double *nodes, double *seeds, double *nu);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipSlip, noslip_slip_free)
