/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The multipliers of a motion that was computed without them: the least squares solution of Phi^T lambda = W ydot - F
 * (Q 7.1). Along a nonholonomic motion the equation has an exact solution. */
#pragma once

#include "core/system/system.h"

typedef struct _NoslipReaction NoslipReaction;                   /* compiled, immutable, shared by threads */
typedef struct _NoslipReactionWorkspace NoslipReactionWorkspace; /* one for each thread */

NoslipReaction *noslip_reaction_new(const NoslipSystem *system);
void noslip_reaction_free(NoslipReaction *reaction);

NoslipReactionWorkspace *noslip_reaction_workspace_new(const NoslipReaction *reaction);
void noslip_reaction_workspace_free(NoslipReactionWorkspace *work);
/* Sets the parameters (n_parameters) of the following calls. */
void noslip_reaction_set_parameters(NoslipReactionWorkspace *work, const double *parameters);
/* x[m], y[n], ydot[n] at time t -> lambda[k], in the units of power over phi; NaN if the constraints are
 * dependent. Does not allocate. */
void noslip_reaction_evaluate(NoslipReactionWorkspace *work, double t, const double *x, const double *y,
                              const double *ydot, double *lambda);
