/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Geometric objects of a portrait, one entry at a time, as expressions of the model's graph, which grows. */
#pragma once

#include "core/equations/portrait.h"

/* omega_L(X_a, X_b) = p_c C^c_ab - rho_a(p_b) + rho_b(p_a), p = dL/dy; a, b count sections of E (M, I (2.8)). */
NoslipExpr noslip_portrait_omega(const NoslipPortrait *portrait, guint a, guint b);
/* B^c_ab = phi^c([e_a, e_b]) of linear constraints, e_a the basis of D, which measures how D fails to be integrable (ML
 * (19)). */
NoslipExpr noslip_portrait_curvature(const NoslipPortrait *portrait, guint c, guint a, guint b);
/* Q^a_b of Q = Z_A (x) dphi^A on the velocities, Z_A = W^-1 Phi^T C^-1; P = 1 - Q projects on D (M). */
NoslipExpr noslip_portrait_projector(const NoslipPortrait *portrait, guint a, guint b);
/* L_c: L with the dependent velocities replaced by the solution of the constraints. FALSE if they are not solved. */
gboolean noslip_portrait_constrained_lagrangian(const NoslipPortrait *portrait, NoslipExpr *lagrangian);

typedef struct {
  char *name; /* "h", or the submanifold of E* where `text` vanishes: "M_1", "M_2", ... */
  char *text; /* a function of (x, p) in the system language */
} NoslipDualFunction;
/* The Hamiltonian side of a degenerate Lagrangian without constraints (I 4.1-4.3). Array of NoslipDualFunction *, empty
 * for other systems; free with g_ptr_array_unref(). */
GPtrArray *noslip_portrait_dual(const NoslipPortrait *portrait);
