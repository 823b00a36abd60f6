/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The discrete Lagrange-d'Alembert integrator on a Lie algebroid. It steps the state (x, y) itself, without a
 * formulation. Private to integrate/. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/system/model.h"

typedef struct _NoslipGeometric NoslipGeometric; /* one for each thread */

/* Why a method of discrete Lagrange-d'Alembert mechanics does not apply (REFUSED), or NULL. own: a reason of this
 * method only, or NULL. */
NoslipDiagnostic *noslip_geometric_refusal(const char *method, const NoslipSystem *system, NoslipDynamicsKind kind,
                                           const char *own);
/* The model's force without its last term: d/dx(dL/dy) rho y is part of the change of p. */
NoslipExpr noslip_geometric_force(const NoslipModel *model, guint a);

/* NULL with *error (REFUSED) for vakonomic dynamics, nonlinear constraints and degenerate Lagrangians. The dynamics
 * must outlive it. */
NoslipGeometric *noslip_geometric_new(NoslipDynamics *dynamics, const double *parameters, NoslipDiagnostic **error);
void noslip_geometric_free(NoslipGeometric *geometric);

/* One step of h seconds (also backwards) from xy = (x, y), m + n, at time t; in place. xy must satisfy phi = 0 and
 * satisfies it afterwards. `stabilise` moves x back onto the manifold, if there is one. RANK_LOST if Newton's method
 * meets a matrix that is singular in any units, UNDEFINED if it does not converge; xy is unchanged then. Allocates only
 * where the scales of a matrix have changed. */
NoslipStepStatus noslip_geometric_step(NoslipGeometric *geometric, double t, double h, double *xy, gboolean stabilise);
