/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nonholonomic bracket (M "The nonholonomic bracket", G 4): an almost-Poisson bracket on the constraint
 * submanifold, its Jacobiator, the structure functions of the projected bracket, and R_L.
 *
 *   {f, g}_nh = omega_L(Pbar X_f, Pbar X_g), so that {x, p} = +rho. */
#pragma once

#include "core/system/model.h"

/* A basis of D = ker Phi and everything that is built on it, as expressions of the model's graph in (x, y). */
typedef struct {
  const NoslipModel *model;
  guint r;               /* rank of D = n - k where the constraints are independent */
  NoslipExpr *basis;     /* e_a = basis^alpha_a e_alpha, n x r: [alpha * r + a] */
  char **basis_text;     /* "r*x' + w2": e_a in sections, NULL-terminated */
  NoslipExpr *anchor;    /* rho_D, m x r */
  NoslipExpr *metric;    /* G_ab, r x r */
  NoslipExpr *structure; /* C^c_ab of [e_a, e_b]_P, [(c * r + a) * r + b], simplified */
  NoslipExpr *momenta;   /* p_a = <dL/dy, e_a>, r */
  char **momenta_text;   /* "r*p(x') + p(w2)" */
} NoslipDistribution;

/* NULL with *error where the constraints are not linear or affine, or not independent. */
NoslipDistribution *noslip_distribution_new(NoslipModel *model, NoslipDiagnostic **error);
void noslip_distribution_free(NoslipDistribution *distribution);

/* {f, g}, as an expression in (x, y) of the model's graph. Linear and affine constraints. */
NoslipExpr noslip_bracket(NoslipDistribution *distribution, NoslipExpr f, NoslipExpr g);
/* {f,{g,h}} + {g,{h,f}} + {h,{f,g}} */
NoslipExpr noslip_bracket_jacobiator(NoslipDistribution *distribution, NoslipExpr f, NoslipExpr g, NoslipExpr h);
/* R_L(f): fdot = R_L(f) + {f, E}; zero where the constraints are linear. */
NoslipExpr noslip_bracket_residual_field(NoslipDistribution *distribution, NoslipExpr f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipDistribution, noslip_distribution_free)
