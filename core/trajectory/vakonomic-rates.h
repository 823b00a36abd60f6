/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accelerations and multiplier rates of the vakonomic motion in symbols, for d(mu) and for second derivatives.
 *
 * With Lt = L + mu_A phi^A the equations (I 5) are d/dt dLt/dy^alpha = rho^i_alpha dLt/dx^i - C^gamma_alpha beta
 * y^beta dLt/dy^gamma and phi = 0, hence Wt ydot + Phi^T mudot = Ft, Phi ydot = -drift. */
#pragma once

#include "core/geometry/symbolic.h"
#include "core/system/model.h"

/* Wt (n x n) and Ft (n). */
void noslip_vakonomic_equations(const NoslipModel *model, NoslipExpr *mass, NoslipExpr *force);
/* mudot[k] = (Phi D Phi^T)^-1 Phi D (Ft - Wt ydot), with ydot the accelerations of the row and D diagonal: 1 for
 * velocities without a mass of their own if their equations are sufficient, else 1/W_aa for the others, so that units
 * do not matter; else 1. FALSE if the constraints are dependent. */
gboolean noslip_vakonomic_mu_rate(const NoslipModel *model, const NoslipProbe *probe, NoslipExpr *mu_rate);
/* ydot[n] in (x, y, mu, t). FALSE if the system above is singular. */
gboolean noslip_vakonomic_acceleration(const NoslipModel *model, const NoslipProbe *probe, NoslipExpr *acceleration);
