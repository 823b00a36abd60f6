/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The vakonomic Poisson bracket (I Theorem 5.8, (5.8)) on W_1, in symbols.
 *
 * W_1 is the graph of p_alpha = dL/dy^alpha + mu_A dphi^A/dy^alpha over { phi(x, y) = 0 }. If the system is regular,
 * (x, p) are coordinates of W_1 (I Remark 5.5), y and mu are functions of them, and
 *
 *   {F, G} = rho^i_a (dF/dx^i dG/dp_a - dF/dp_a dG/dx^i) - C^c_ab p_c dF/dp_a dG/dp_b                     (5.8)
 *
 * Functions on W_1 are written in (x, p, y, mu); their derivatives by x at fixed p and by p are those of the implicit
 * function, so nothing has to be solved symbolically. Without constraints W_1 is the graph of the Legendre map (Skinner
 * and Rusk, I 5.3). */
#pragma once

#include "core/geometry/symbolic.h"
#include "core/system/model.h"

typedef struct {
  NoslipModel *model;   /* not owned; its graph grows */
  NoslipProbe *probe;   /* states at which pivots are tested */
  NoslipExpr *momentum; /* p_alpha in (x, y, mu), n */
  NoslipExpr energy;    /* H_W1 in (x, y, mu): p_alpha y^alpha - L */
  NoslipExpr *along_p;  /* d(y, mu)/dp_alpha, (n + k) x n */
  NoslipExpr *along_x;  /* d(y, mu)/dx^i at fixed p, (n + k) x m */
  guint r;              /* n - k */
  NoslipExpr *basis;    /* of ker Phi, n x r */
  NoslipExpr *regular;  /* R_ab of I Prop. 5.3 over that basis, r x r: its rank is r on W_1 if it is regular */

  /* If L is quadratic in y and phi affine, the solution for (y, mu): */
  gboolean solved;
  NoslipExpr *p;          /* symbols p_1 … p_n (P_1 … if the system uses such a name), n */
  NoslipExpr *velocity;   /* y^alpha(x, p), n */
  NoslipExpr *mu;         /* mu_A(x, p), k */
  NoslipExpr hamiltonian; /* H_W1(x, p) */
  NoslipExpr *xdot;       /* {x^i, H_W1} in (x, p), m */
  NoslipExpr *pdot;       /* {p_alpha, H_W1} in (x, p), n */
} NoslipVakonomicBracket;

/* NULL with *error if the constraints are dependent, or the system is not regular anywhere (R_ab is singular). */
NoslipVakonomicBracket *noslip_vakonomic_bracket_new(NoslipModel *model, NoslipDiagnostic **error);
void noslip_vakonomic_bracket_free(NoslipVakonomicBracket *bracket);
/* {f, g} of functions of (x, p, y, mu), in (x, p, y, mu), to be evaluated on W_1. */
NoslipExpr noslip_vakonomic_bracket(NoslipVakonomicBracket *bracket, NoslipExpr f, NoslipExpr g);
/* {f,{g,h}} + {g,{h,f}} + {h,{f,g}}: zero (I Theorem 5.8), on W_1 */
NoslipExpr noslip_vakonomic_bracket_jacobiator(NoslipVakonomicBracket *bracket, NoslipExpr f, NoslipExpr g,
                                               NoslipExpr h);
/* H_W1 in (x, p) if it is solved and short enough to be read, else in (x, y, mu); free with g_free(). */
char *noslip_vakonomic_bracket_hamiltonian_text(const NoslipVakonomicBracket *bracket, gboolean latex);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipVakonomicBracket, noslip_vakonomic_bracket_free)
