/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lie algebroids in coordinates: frames of quasi-velocities, structure equations, tangency. */
#pragma once

#include "core/system/system.h"

/* From w^alpha = frame^alpha_i(x) xdot^i (n x n, row alpha) to the anchor rho = frame^-1 (n x n, [i * n + alpha]) and
 * the Hamel symbols C^gamma_alpha beta of the dual frame (Q 3, 5): with e_alpha = rho^i_alpha d/dx^i,
 * C^gamma_alpha beta = (d_i frame^gamma_j - d_j frame^gamma_i)(-1) rho^i_alpha rho^j_beta. Simplified.
 * FALSE where the frame is singular as an expression. Used while a system is built. */
gboolean noslip_algebroid_from_frame(NoslipGraph *graph, guint n, const NoslipExpr *x, const NoslipExpr *frame,
                                     NoslipExpr *anchor, NoslipExpr *structure);

/* Anchor and brackets of the system over the sections of another frame, w^a = frame^a_alpha y^alpha (n x n, row a), in
 * place of its own; inverse[alpha * n + a] becomes frame^-1. FALSE, and nothing changes, where the frame is singular as
 * an expression. Used while a system is built. */
gboolean noslip_algebroid_reframe(NoslipSystem *system, const NoslipExpr *frame, NoslipExpr *inverse);

/* The largest residuals of the structure equations, each against the size of the terms that should cancel in it; NaN
 * where they were not computed. */
typedef struct {
  double skew;   /* C^c_ab + C^c_ba, and the difference of the two anchors: 0 but for general algebroids */
  double anchor; /* of the anchor as a homomorphism of brackets */
  double jacobi;
} NoslipStructureResiduals;

/* What loading checks of the geometry, as far as the system's kind of algebroid requires it: skew symmetry, Jacobi identity, anchor a homomorphism, anchor tangent to
 * every manifold; symbolically where that simplifies to zero, else at 16 seeded points brought onto the manifold.
 * Adds a diagnostic for each failure, naming sections, point and residual; returns TRUE where all holds. */
gboolean noslip_algebroid_check(const NoslipSystem *system, NoslipDiagnostics *diagnostics);
/* The same, also for the brackets that were derived from a frame, which loading does not evaluate; and the largest
 * residual, against the size of the terms that should cancel in it, at most NOSLIP_ALGEBROID_TOLERANCE where all
 * holds. NaN where it was not computed, or not to the end: a note in `diagnostics` says why. */
#define NOSLIP_ALGEBROID_TOLERANCE 1e-9
gboolean noslip_algebroid_check_residual(const NoslipSystem *system, NoslipDiagnostics *diagnostics, double *residual);
/* Each of them for itself; what the kind of algebroid requires or not has no part in it. */
void noslip_algebroid_measure(const NoslipSystem *system, NoslipStructureResiduals *residuals);
