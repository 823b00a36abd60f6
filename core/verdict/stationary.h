/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the action of a vakonomic motion is stationary (I 5.2, (5.9), (5.10)): no multiplier and no equation of
 * motion is used.
 *
 * A variation is sigma(t) in E, 0 at both ends, with delta x = rho sigma and delta y^c = sigma'^c + C^c_ab y^a sigma^b.
 * It is admissible where delta phi = 0: r of its components are random functions, the others follow by a linear
 * equation, and of k + 1 of such variations one combination is 0 at the end as well. Along it the integral of dL(delta
 * x, delta y) vanishes. */
#pragma once

#include "core/system/system.h"

typedef struct _NoslipStationary NoslipStationary;

/* NULL for other than vakonomic dynamics, without constraints, and if the frame depends on time. Keeps a reference to
 * the system. */
NoslipStationary *noslip_stationary_new(NoslipSystem *system, NoslipDynamicsKind kind);
void noslip_stationary_free(NoslipStationary *stationary);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipStationary, noslip_stationary_free)

/* The next row of the motion (system/row.h). Rows must be equally spaced in time; rows after the first one that is not
 * are ignored. */
void noslip_stationary_add_row(NoslipStationary *stationary, const double *parameters, const double *row);

typedef struct {
  double residual; /* |integral of dL(delta)| over the integral of its absolute terms; NaN if it was not found */
  double
      allowed; /* 1e-7, or half of the change of the residual when only every second row is used, which bounds the error
                * of the method */
  guint n_rows;
} NoslipStationaryResult;

/* The largest residual of a few variations. NaN if there are few rows, or these are too far apart (allowed above
 * 1e-3). */
void noslip_stationary_result(const NoslipStationary *stationary, NoslipStationaryResult *result);
