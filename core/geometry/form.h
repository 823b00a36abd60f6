/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The form omega_L restricted to T^V M, from which the bracket is computed.
 *
 * T^V M = { z in T^E M : S z in T^E M } has rank 2 r (M "Regular non-holonomic Lagrangian systems"). Over a basis e_a
 * of D = ker Phi it is spanned by
 *   H_a = e_a^alpha X_alpha + c_a^alpha V_alpha,   Phi c_a = -dphi/dx rho e_a   (so that H_a is tangent to M),
 *   V_a = e_a^alpha V_alpha,
 * and there omega_L(H_a, V_b) = G_ab = W(e_a, e_b), omega_L(V_a, V_b) = 0 and
 *   omega_L(H_a, H_b) = Omega_ab = B(e_a, e_b) + W(e_a, c_b) - W(e_b, c_a),
 *   B_alpha beta = p_gamma C^gamma_alpha beta - rho_alpha(p_beta) + rho_beta(p_alpha),  p = dL/dy.
 * Pbar X_f is the section u of T^V M with omega_L(u, w) = w(f) for all w in it, hence
 *   {f, g} = H(f) G^-1 V(g) - V(f) G^-1 H(g) - V(f) G^-1 Omega G^-1 V(g).
 * All derivatives are along M: the values of f and g off M do not matter, nor do those of the bracket itself. */
#pragma once

#include "core/geometry/bracket.h"
#include "core/geometry/symbolic.h"

struct _NoslipBracketForm {
  NoslipProbe *probe;
  NoslipExpr *right;        /* n x k, Phi right = 1: W^-1 Phi^T (Phi W^-1 Phi^T)^-1 if W is regular */
  gboolean orthogonal;      /* whether it is: then the columns of `right` are W-orthogonal to D */
  NoslipExpr *lift;         /* c_a, n x r */
  NoslipExpr *inverse;      /* G^-1, r x r */
  NoslipExpr *omega;        /* Omega_ab, r x r */
  NoslipExpr *acceleration; /* dy/dt, n; NULL until first used */
  GHashTable *slopes;       /* f -> 3 r expressions: H_a(f), V_a(f), G^-1 V(f) */
};

/* Fills the metric and the form of a distribution that has its basis. FALSE if the system is not regular. */
gboolean noslip_bracket_form_new(NoslipDistribution *distribution, NoslipProbe *probe);
void noslip_bracket_form_free(NoslipBracketForm *form);
/* H_a(f), V_a(f), G^-1 V(f): 3 r expressions, owned by the form. */
const NoslipExpr *noslip_bracket_slopes(NoslipDistribution *distribution, NoslipExpr f);
