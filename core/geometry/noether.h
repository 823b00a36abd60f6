/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nonholonomic Noether theorem (G 5.3, 5.6): for a section X of D the momentum <p, X> has the rate of its momentum
 * equation, which contains no multiplier. */
#pragma once

#include "core/geometry/bracket.h"

/* The section X^alpha e_alpha given by a combination of fibre symbols ("r*x' + w2"). FALSE with *error if it is not
 * linear with coefficients in x, or not a section of D. */
gboolean noslip_noether_section(NoslipDistribution *distribution, NoslipExpr combination, NoslipExpr *section,
                                NoslipDiagnostic **error);
/* <p, X> = X^alpha dL/dy^alpha, for X[n] with coefficients in x. */
NoslipExpr noslip_noether_momentum(NoslipDistribution *distribution, const NoslipExpr *section);
/* d/dt <p, X> along the motion, in (x, y) and t, for a section X of D: X^alpha (rho^i_alpha dL/dx^i -
 * C^gamma_alpha beta y^beta p_gamma + Q_alpha) + p_alpha rho^i_beta y^beta dX^alpha/dx^i. X is a symmetry if this
 * vanishes on M. */
NoslipExpr noslip_noether_rate(NoslipDistribution *distribution, const NoslipExpr *section);
/* The complete lift d_T X on E (G (5.2)-(5.4)), a vector field: lift[i] along x^i (m), then lift[m + gamma] along
 * y^gamma (n): X^alpha rho^i_alpha, and rho^j_beta y^beta dX^gamma/dx^j - C^gamma_alpha beta X^alpha y^beta. The rate
 * of <p, X> is d_T X (L) + X^alpha Q_alpha. */
void noslip_noether_lift(NoslipDistribution *distribution, const NoslipExpr *section, NoslipExpr *lift);
/* The first integrals c^a p_a with constant c: writes up to r rows of r coefficients (in echelon form, leading
 * coefficient 1) and returns their number, at these parameters. Decided at seeded states on M. */
guint noslip_noether_integrals(NoslipDistribution *distribution, const double *parameters, double *coefficients);
/* Whether e, in (x, y) and t, vanishes along every motion on M: in symbols (*in_symbols), else at seeded states on M at
 * these parameters; *worst is the largest |e| there. With e = noslip_noether_rate() - df/dt this is the symmetry
 * condition of G 5.3 for (X, f). */
gboolean noslip_noether_vanishes(NoslipDistribution *distribution, const double *parameters, NoslipExpr e,
                                 gboolean *in_symbols, double *worst);
