/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of vakonomic dynamics share: its two computations, and its equations in symbols. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/expr/tape.h"
#include "core/system/manifold.h"
#include "core/system/model.h"

/* The functions of vakonomic.c if R_ab is regular, and if it is singular. */
extern const NoslipFormulation noslip_vakonomic_regular, noslip_vakonomic_singular;

/* dL/dy^alpha + mu_A Phi^A_alpha, the vakonomic momentum; n, free with g_free(). */
NoslipExpr *noslip_vakonomic_momentum(NoslipModel *model);
/* Their rates (2), n; p (n) are the momenta. */
void noslip_vakonomic_momentum_rates(NoslipModel *model, const NoslipExpr *p, NoslipExpr *rates);
/* (x, p, t) -> xdot (m), pdot (n), y (n), mu (k), pivots of K (n + k), for p (n) as symbols of the momenta; NULL if K
 * depends on y or mu, or is too large. The result is accurate while no pivot is small relative to its usual size. */
NoslipTape *noslip_vakonomic_solved(NoslipModel *model, const NoslipExpr *p);
/* (x, y, mu, p, t), the variables `in` -> the change of (y, mu) by a step of Newton's method (n + k), pivots of K
 * (n + k), accurate as above. NULL if K is too large, or the program takes more than `most` operations. */
NoslipTape *noslip_vakonomic_step(NoslipModel *model, const NoslipExpr *p, guint n_in, const NoslipExpr *in,
                                  guint most);
/* NoslipFormulation.flow for a motion that starts at xy (x, y, mu); the manifold may be NULL. */
gboolean noslip_vakonomic_flow(const NoslipSystem *system, const NoslipManifold *manifold, const double *parameters,
                               const double *xy, NoslipFlow *flow, NoslipDiagnostic **error);
