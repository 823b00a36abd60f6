/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rate of change of the phase volume on D*, for constraints of degree one and a Lagrangian of degree two in the
 * velocities.
 *
 * On D* with (x, p_a) the motion is  xdot^i = rho^i_b y^b,  pdot_a = -rho^i_a dH/dx^i - C^c_ab p_c y^b + Q_a, where y^b
 * = dH/dp_b and C belongs to the projected bracket. In the divergence of this field the second derivatives of H cancel,
 * except C^c_ab p_c d2H/dp_a dp_b, which is 0 because C is skew and the Hessian symmetric. The result is
 *   theta_b y^b + dQ_a/dp_a,   theta_b = d rho^i_b/dx^i - C^a_ab = d rho^i_b/dx^i + C^a_ba.
 * A term of L that is linear in the velocities adds B_ab(x) y^b to pdot_a with B skew, and nothing to the divergence.
 *
 * With affine constraints the velocities are y0 + y^b e_b, y0(x) the section of M that is W-orthogonal to D. Then p_a =
 * W(e_a, y) = G_ab y^b as before, the momenta across D are functions of x, and the divergence has one more term, that of
 * y0 as if it were one more section: theta_0 = d rho(y0)^i/dx^i + (P [y0, e_a])^a. */
#pragma once

#include "core/geometry/bracket.h"

/* The name of the rate of the logarithm of the phase volume in observables and claims. */
#define NOSLIP_DIVERGENCE "divergence"

/* theta[r]. FALSE with *error if it is not defined: other constraints or Lagrangians, an anchor that is tangent to a
 * manifold only on it, a dependence on time. */
gboolean noslip_divergence_theta(NoslipDistribution *distribution, NoslipExpr *theta, NoslipDiagnostic **error);
/* y0 (n), rho(y0) (m) and theta_0; all are 0 for linear constraints. */
gboolean noslip_divergence_drift(NoslipDistribution *distribution, NoslipExpr *section, NoslipExpr *anchor,
                                 NoslipExpr *theta, NoslipDiagnostic **error);
/* theta_b y^b + theta_0 + dQ_a/dp_a in (x, y) on M. */
gboolean noslip_divergence(NoslipDistribution *distribution, NoslipExpr *divergence, NoslipDiagnostic **error);
