/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lie algebroids in coordinates: frames of quasi-velocities, structure equations, tangency. */
#pragma once

#include "core/system/system.h"

/* From w^alpha = frame^alpha_i(x) xdot^i (n x n, row alpha) to the anchor rho = frame^-1 (n x n, [i * n + alpha]) and
 * the Hamel symbols C^gamma_alpha beta of the dual frame (Q 3, 5): with e_alpha = rho^i_alpha d/dx^i,
 * C^gamma_alpha beta = (d_i frame^gamma_j - d_j frame^gamma_i)(-1) rho^i_alpha rho^j_beta. Simplified.
 * FALSE if the frame is singular as an expression. Used while a system is built. */
gboolean noslip_algebroid_from_frame(NoslipGraph *graph, guint n, const NoslipExpr *x, const NoslipExpr *frame,
                                     NoslipExpr *anchor, NoslipExpr *structure);

/* Replaces anchor and brackets of the system by those over the sections of another frame, w^a = frame^a_alpha y^alpha
 * (n x n, row a); fills inverse[alpha * n + a] with frame^-1. FALSE, without changes, if the frame is singular as an
 * expression. Used while a system is built. */
gboolean noslip_algebroid_reframe(NoslipSystem *system, const NoslipExpr *frame, NoslipExpr *inverse);

/* The largest residuals of the structure equations, each relative to the size of its terms; NaN if not
 * computed. */
typedef struct {
  double skew;   /* C^c_ab + C^c_ba, and the difference of the two anchors: 0 except for general algebroids */
  double anchor; /* residual of the anchor being a homomorphism of brackets */
  double jacobi;
} NoslipStructureResiduals;

/* Checks the geometry of a system when it is loaded, as far as its kind of algebroid requires: skew symmetry, Jacobi
 * identity, anchor a homomorphism, anchor tangent to every manifold; symbolically if that simplifies to zero, else at
 * 16 seeded points brought onto the manifold. Adds a diagnostic for each failure, naming sections, point and residual;
 * returns TRUE if all holds. */
gboolean noslip_algebroid_check(const NoslipSystem *system, NoslipDiagnostics *diagnostics);
/* The same, but also for brackets that were derived from a frame, which loading does not check. Returns the largest
 * residual, relative to the size of the terms that should cancel in it, at most NOSLIP_ALGEBROID_TOLERANCE if all
 * equations hold; NaN if it was not, or not completely, computed, with a note in `diagnostics`. */
#define NOSLIP_ALGEBROID_TOLERANCE 1e-9
gboolean noslip_algebroid_check_residual(const NoslipSystem *system, NoslipDiagnostics *diagnostics, double *residual);
/* Measures each equation by itself, whether or not the kind of algebroid requires it. */
void noslip_algebroid_measure(const NoslipSystem *system, NoslipStructureResiduals *residuals);
