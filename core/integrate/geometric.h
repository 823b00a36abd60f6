/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The discrete Lagrange-d'Alembert integrator on a Lie algebroid. It steps the state (x, y) itself, without a
 * formulation. Private to integrate/. */
#pragma once

#include "core/dynamics/formulation.h"

typedef struct _NoslipGeometric NoslipGeometric; /* one for each thread */

/* NULL with *error (REFUSED) for vakonomic dynamics, nonlinear constraints and degenerate Lagrangians. The system
 * outlives it. */
NoslipGeometric *noslip_geometric_new(const NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters,
                                      NoslipDiagnostic **error);
void noslip_geometric_free(NoslipGeometric *geometric);

/* One step of h seconds (also backwards) from xy = (x, y), m + n, at time t; in place. xy has to satisfy phi = 0 and
 * satisfies it afterwards. `stabilise` brings x back onto the manifold, where there is one. RANK_LOST where Newton's
 * method meets a singular matrix, UNDEFINED where it does not converge; xy is unchanged then. Does not allocate. */
NoslipStepStatus noslip_geometric_step(NoslipGeometric *geometric, double t, double h, double *xy, gboolean stabilise);
