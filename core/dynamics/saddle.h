/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle point problem of motion with multipliers (Q 7.1; M "Dynamical equations"), for any k, also none:
 *
 *   ( W    -Phi^T ) ( ydot   )   (  F     )
 *   ( Phi   0     ) ( lambda ) = ( -drift )
 *
 * It is solved in two ways: by symbolic elimination, compiled into one program, and by a dense numerical factorisation,
 * which decides about ranks and takes over when a symbolic pivot becomes small. The functions are those of
 * NoslipFormulation; z = (x, y). */
#pragma once

#include "core/dynamics/formulation.h"

gpointer noslip_saddle_new(const NoslipSystem *system, gboolean constrained, NoslipDiagnostic **error);
void noslip_saddle_free(gpointer saddle);
guint noslip_saddle_size(gconstpointer saddle);
gpointer noslip_saddle_workspace_new(gconstpointer saddle);
void noslip_saddle_workspace_free(gpointer work);
void noslip_saddle_set_parameters(gpointer work, const double *parameters);
NoslipStepStatus noslip_saddle_enter(gpointer work, double t, const double *xy, double *z);
NoslipStepStatus noslip_saddle_rates(gpointer work, double t, const double *z, double *zdot);
NoslipStepStatus noslip_saddle_accept(gpointer work, double t, double *z, gboolean stabilise, gboolean *changed);
/* lambda is 0 in a motion without constraints. */
NoslipStepStatus noslip_saddle_observe(gpointer work, double t, const double *z, double *x, double *y, double *ydot,
                                       double *lambda);
int noslip_saddle_failure(gconstpointer work);
NoslipStepStatus noslip_saddle_jacobian(gpointer work, double t, const double *z, double *dfdz, double *dfdt);
NoslipStepStatus noslip_saddle_linearize(gpointer work, double t, const double *z, double *linear);
/* Slopes of the motion by the n parameters with the indices which[n], compiled. Used by one thread; the saddle and its
 * system must outlive it. */
typedef struct _NoslipSaddleParameters NoslipSaddleParameters;
NoslipSaddleParameters *noslip_saddle_parameters_new(gconstpointer saddle, guint n, const guint *which);
void noslip_saddle_parameters_free(NoslipSaddleParameters *parameters);
/* slopes[m + n + k][m + n + n_parameters] of (xdot, ydot, lambda) by z, then by these parameters; exact. */
NoslipStepStatus noslip_saddle_sensitivity(gpointer work, NoslipSaddleParameters *parameters, double t, const double *z,
                                           double *slopes);
gboolean noslip_saddle_flow(gconstpointer saddle, const double *parameters, const double *xy, NoslipFlow *flow,
                            NoslipDiagnostic **error);
/* Many motions at once, while the symbolic solution is valid. */
extern const NoslipLanes noslip_saddle_lanes;
/* All functions above, for the table of a formulation. */
#define NOSLIP_SADDLE_FUNCTIONS                                                                                        \
  .destroy = noslip_saddle_free, .size = noslip_saddle_size, .work_new = noslip_saddle_workspace_new,                  \
  .work_free = noslip_saddle_workspace_free, .set_parameters = noslip_saddle_set_parameters,                           \
  .enter = noslip_saddle_enter, .rates = noslip_saddle_rates, .accept = noslip_saddle_accept,                          \
  .observe = noslip_saddle_observe, .failure = noslip_saddle_failure, .jacobian = noslip_saddle_jacobian,              \
  .linearize = noslip_saddle_linearize, .flow = noslip_saddle_flow, .lanes = &noslip_saddle_lanes
