/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives of observed quantities of a motion by parameters and initial values. The derivative s_u of the state by
 * the unknown u satisfies the variational equation s_u' = (dzdot/dz) s_u + dzdot/du along the motion, with exact
 * derivatives that are compiled as programs, and is integrated with the motion. Only the derivative of the initial
 * state by the unknowns is a difference quotient, of order 8, because the search for consistent velocities has no exact
 * derivative; no motion is integrated for it. */
#pragma once

#include "core/finder/fit.h"
#include "core/system/state.h"

typedef struct _NoslipSensitivity NoslipSensitivity; /* used by one thread */

/* The derivatives of the columns of the data. NULL if there are no variational equations: vakonomic and singular
 * motions, bounces and dry friction, if( ), sign( ) and abs( ); also with *error, if a column cannot be observed. */
NoslipSensitivity *noslip_sensitivity_new(NoslipSystem *system, NoslipDynamicsKind kind, const NoslipFitData *data,
                                          guint n, const NoslipFitUnknown *unknowns, NoslipDiagnostic **error);
void noslip_sensitivity_free(NoslipSensitivity *sensitivity);
/* The size of an unknown to which steps are relative: of its value or of the one that it starts from; where both are 0,
 * small in the units of the text. */
double noslip_sensitivity_step_size(const NoslipFitUnknown *unknown, double value);
/* slopes[n_rows][n_columns][n]: derivatives of the columns at the times of the data by the unknowns, at `values`.
 * `starter` finds the initial states, with `overrides` set. FALSE if the motion or its variational equations stop (with
 * *error if there is a reason), or if *cancel is set. */
gboolean noslip_sensitivity_evaluate(NoslipSensitivity *sensitivity, NoslipStarter *starter, const double *parameters,
                                     GArray *overrides, const double *values, double *slopes, const int *cancel,
                                     NoslipDiagnostic **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipSensitivity, noslip_sensitivity_free)
