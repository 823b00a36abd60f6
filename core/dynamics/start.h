/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The initial state of a motion under its dynamics. A degenerate Lagrangian restricts its states beyond the text's
 * constraints, by the functions of the constraint algorithm (I 3-4). */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/system/state.h"

/* A starter whose states satisfy the constraints and the further conditions of the dynamics. Used by one thread; the
 * system must outlive it. */
NoslipStarter *noslip_start_new(const NoslipSystem *system, NoslipDynamicsKind kind);
/* noslip_state_initial() for a motion of this kind. `consistent`: given values that contradict a constraint are
 * replaced by consistent ones, see noslip_starter_take_consistent(). chosen: m + n, or NULL; see
 * noslip_starter_chosen(). */
gboolean noslip_start_state(const NoslipSystem *system, NoslipDynamicsKind kind, gboolean consistent,
                            const double *parameters, guint n_overrides, const NoslipOverride *overrides, double *x,
                            double *y, double *mu, gboolean *chosen, NoslipDiagnostics *diagnostics);
