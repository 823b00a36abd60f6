/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nonholonomic bracket (M "The nonholonomic bracket", G 4): an almost-Poisson bracket on the constraint
 * submanifold M = { phi = 0 }, its Jacobiator, the structure functions of the projected bracket, and R_L.
 *
 *   {f, g}_nh = omega_L(Pbar X_f, Pbar X_g), so that {x, p} = +rho. */
#pragma once

#include "core/system/model.h"

typedef struct _NoslipBracketForm NoslipBracketForm; /* omega_L on T^V M; form.h */

/* A basis of D = ker Phi and the objects built on it, as expressions of the model's graph in (x, y). If the constraints
 * are nonlinear, D depends on y too; it then has no projected bracket, and `structure` is NaN. */
typedef struct {
  const NoslipModel *model;
  guint r;               /* rank of D = n - k if the constraints are independent */
  NoslipExpr *basis;     /* e_a = basis^alpha_a e_alpha, n x r: [alpha * r + a] */
  char **basis_text;     /* "r*x' + w2": e_a in sections, NULL-terminated */
  NoslipExpr *anchor;    /* rho_D, m x r */
  NoslipExpr *metric;    /* G_ab = W(e_a, e_b), r x r */
  NoslipExpr *structure; /* C^c_ab of [e_a, e_b]_P, [(c * r + a) * r + b], simplified */
  NoslipExpr *momenta;   /* p_a = <dL/dy, e_a>, r */
  char **momenta_text;   /* "r*p(x') + p(w2)" */
  NoslipBracketForm *form;
} NoslipDistribution;

/* NULL with *error if the constraints are not independent, or the constrained system is not regular. The graph of the
 * model grows. The basis is well conditioned at generic states and at the system's initial state. */
NoslipDistribution *noslip_distribution_new(NoslipModel *model, NoslipDiagnostic **error);
/* The same with a basis that is well conditioned at a state: parameters, x[m], y[n]. */
NoslipDistribution *noslip_distribution_new_at(NoslipModel *model, const double *parameters, const double *x,
                                               const double *y, NoslipDiagnostic **error);
void noslip_distribution_free(NoslipDistribution *distribution);

/* A section X^alpha e_alpha as text, "r*x' + w2", or its momentum, "r*p(x') + p(w2)"; X^alpha = coefficients[alpha *
 * stride]. Free with g_free(). */
char *noslip_section_text(const NoslipModel *model, const NoslipExpr *coefficients, guint stride, gboolean momenta);

/* A section X of E: X^alpha = components[alpha * stride], rho(X)^i = anchor[i * stride]. */
typedef struct {
  const NoslipExpr *components, *anchor;
  guint stride;
} NoslipAnchoredSection;

/* rho(X)(e), the derivative of a function of the coordinates along X. */
NoslipExpr noslip_section_along(const NoslipModel *model, const NoslipAnchoredSection *x, NoslipExpr e);
/* bracket[n] = [X, Y]^gamma = X^alpha Y^beta C^gamma_alpha beta + rho(X)(Y^gamma) - rho(Y)(X^gamma), simplified; FALSE if
 * it vanishes. curved[n]: whether any C^gamma is not 0, which saves most of the work for hundreds of coordinates. */
gboolean noslip_section_bracket(const NoslipModel *model, const gboolean *curved, const NoslipAnchoredSection *x,
                                const NoslipAnchoredSection *y, NoslipExpr *bracket);
/* Whether any C^gamma_alpha beta is not zero, for each gamma; free with g_free(). */
gboolean *noslip_section_curved(const NoslipModel *model);

/* {f, g}, as an expression in (x, y) of the model's graph, to be evaluated on M; it depends only on the values of f and
 * g on M. Formal operators, t, accelerations and multipliers are treated as constants. */
NoslipExpr noslip_bracket(NoslipDistribution *distribution, NoslipExpr f, NoslipExpr g);
/* {f,{g,h}} + {g,{h,f}} + {h,{f,g}} */
NoslipExpr noslip_bracket_jacobiator(NoslipDistribution *distribution, NoslipExpr f, NoslipExpr g, NoslipExpr h);
/* R_L(f): fdot = R_L(f) + {f, E}, R_L = P xi_L - Pbar xi_L (M "The evolution of an observable"); zero if the
 * constraints are linear. Includes the contribution of external forces. */
NoslipExpr noslip_bracket_residual_field(NoslipDistribution *distribution, NoslipExpr f);
/* The acceleration dy^alpha/dt of the constrained motion in (x, y) and t; n expressions, owned by the distribution. */
const NoslipExpr *noslip_distribution_acceleration(NoslipDistribution *distribution);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipDistribution, noslip_distribution_free)
