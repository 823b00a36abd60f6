/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The multipliers of a motion that was computed without them: the least squares solution of
 * Phi^T lambda = W ydot - F (Q 7.1). Along a motion of nonholonomic dynamics the equation has an exact solution. */
#pragma once

#include "core/system/system.h"

typedef struct _NoslipReaction NoslipReaction;         /* compiled, immutable, shared by threads */
typedef struct _NoslipReactionWork NoslipReactionWork; /* one a thread */

NoslipReaction *noslip_reaction_new(const NoslipSystem *system);
void noslip_reaction_free(NoslipReaction *reaction);

NoslipReactionWork *noslip_reaction_work_new(const NoslipReaction *reaction);
void noslip_reaction_work_free(NoslipReactionWork *work);
void noslip_reaction_set_parameters(NoslipReactionWork *work, const double *parameters);
/* x[m], y[n], ydot[n] at time t -> lambda[k], in the units of power over phi; NaN where the constraints are
 * dependent. Does not allocate. */
void noslip_reaction_evaluate(NoslipReactionWork *work, double t, const double *x, const double *y, const double *ydot,
                              double *lambda);
