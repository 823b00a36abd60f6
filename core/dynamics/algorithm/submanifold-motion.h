/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The motion on the last submanifold of the constraint algorithm (I Theorem 4.6, I Def. 5.1).
 *
 * State z = (x, y) on the zero set of psi^1 ... psi^s, all functions of the constraint algorithm
 * (constraint-algorithm.h). The acceleration solves
 *
 *   W ydot = F,   dpsi/dy ydot = - dpsi/dx rho y.
 *
 * On this set they have a solution; undetermined accelerations (gauge freedom) are chosen as small as possible, which
 * is a choice of gauge, not a result of mechanics; `gauge NAME = g(t, x, y)` chooses another: NAME - g joins the psi,
 * and its derivative by t the right side. After each step the state is brought back to psi = 0. */
#pragma once

#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/dynamics/formulation.h"

/* Why there is no motion, or why the gauge of the text is invalid; NULL if there is no objection. */
NoslipDiagnostic *noslip_submanifold_motion_refuse(const NoslipConstraintAlgorithm *algorithm);
/* Immutable, compiled. The system of the algorithm's model must outlive it; the algorithm need not. The functions are
 * those of a formulation of that system. */
gpointer noslip_submanifold_motion_new(const NoslipConstraintAlgorithm *algorithm);
void noslip_submanifold_motion_destroy(gpointer dynamics);
guint noslip_submanifold_motion_size(gconstpointer dynamics);
gpointer noslip_submanifold_motion_workspace_new(gconstpointer dynamics);
void noslip_submanifold_motion_workspace_free(gpointer work);
void noslip_submanifold_motion_set_parameters(gpointer work, const double *parameters);
NoslipStepStatus noslip_submanifold_motion_enter(gpointer work, double t, const double *xy, double *z);
NoslipStepStatus noslip_submanifold_motion_rates(gpointer work, double t, const double *z, double *zdot);
NoslipStepStatus noslip_submanifold_motion_accept(gpointer work, double t, double *z, gboolean stabilise,
                                                  gboolean *changed);
/* lambda is not written. */
NoslipStepStatus noslip_submanifold_motion_observe(gpointer work, double t, const double *z, double *x, double *y,
                                                   double *ydot, double *lambda);
