/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Atiyah algebroids TQ/G in a local trivialisation, and the equations of motion on them, split into horizontal and
 * vertical parts (M "Lagrange-Poincare equations"; ML 5.4, (20) and (21) with the signs of first principles).
 *
 * The basis has a natural section e_i for each coordinate and sections e_a of anchor 0 that span the adjoint bundle;
 *   [e_i, e_j] = -omega^c_ij e_c,   [e_i, e_a] = Gamma^c_ia e_c,   [e_a, e_b] = C^c_ab e_c
 * with the curvature omega and the connection Gamma of the trivialisation. With p_c = dL/dv^c,
 *   d/dt dL/dx'^i - dL/dx^i = -p_c (Gamma^c_ia v^a - omega^c_ij x'^j) + Q_i + lambda_A dphi^A/dx'^i
 *   d/dt dL/dv^a            = -p_c (C^c_ab v^b - Gamma^c_ja x'^j)     + Q_a + lambda_A dphi^A/dv^a .
 * Vakonomic motions have L + mu_A phi^A instead of L, and no lambda. Over a point (no coordinates) only the vertical
 * part remains, the Euler-Poincare equations. */
#pragma once

#include "core/geometry/bracket.h"
#include "core/system/equations.h"

typedef struct {
  guint fibre;         /* index of the fibre coordinate of the equation */
  NoslipExpr momentum; /* dL/dy: the left side is its time derivative minus `slope` */
  NoslipExpr slope;    /* dL/dx^i; 0 in vertical equations */
  NoslipExpr coupling; /* -p_c (...), simplified */
  NoslipExpr force;    /* Q */
  NoslipExpr reaction; /* lambda_A dphi^A/dy with the symbols lambda(NAME); 0 in vakonomic and free dynamics */
} NoslipAtiyahEquation;

typedef struct {
  const NoslipModel *model;
  guint m, g;                      /* horizontal and vertical sections, m + g = n */
  guint *vertical;                 /* g fibre indices */
  guint *horizontal;               /* m fibre indices, by coordinate */
  NoslipExpr *curvature;           /* omega^c_ij, g x m x m: [(c * m + i) * m + j] */
  NoslipExpr *connection;          /* Gamma^c_ia, g x m x g: [(c * m + i) * g + a] */
  NoslipExpr *algebra;             /* C^c_ab, g x g x g: [(c * g + a) * g + b] */
  NoslipAtiyahEquation *equations; /* n: m horizontal ones by coordinate, then g vertical ones */
} NoslipAtiyah;

/* NULL if the algebroid is not given as an Atiyah algebroid, or has no vertical section. The graph of the model
 * grows. */
NoslipAtiyah *noslip_atiyah_new(NoslipModel *model, NoslipDynamicsKind kind);
void noslip_atiyah_free(NoslipAtiyah *atiyah);
/* "Lagrange-Poincaré", "Lagrange-d'Alembert-Poincaré" (with constraints) or "Euler-Poincaré" (over a point). */
const char *noslip_atiyah_name(const NoslipAtiyah *atiyah, NoslipDynamicsKind kind);
/* "d/dt(m*x') - force_x = lambda(slip_x)", and the same as LaTeX with & before the equals sign. Free with g_free(). */
char *noslip_atiyah_text(const NoslipAtiyah *atiyah, guint equation);
char *noslip_atiyah_latex(const NoslipAtiyah *atiyah, guint equation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipAtiyah, noslip_atiyah_free)

/* Without multipliers, for linear constraints with D + V = E, V the vertical sections (ML 5.4): D = H + S with S the
 * intersection of D and V, and H its orthogonal complement in D in the kinetic energy; h_i = e_i + A^c_i e_c are the
 * horizontal lifts of the nonholonomic connection. For X in D, d/dt <p, X> = (d^T X)(L) has no multiplier (G 5.3); for
 * the s_I these are the momentum equations. That is (21) of ML with the correct signs, before the sum is split. */
typedef struct {
  const NoslipAtiyah *atiyah;
  guint n;              /* m horizontal sections by coordinate, then g - k vertical ones */
  NoslipExpr *sections; /* n x (m + g): [i * (m + g) + alpha] */
  char **sections_text; /* "x' + w2/r", NULL-terminated */
  NoslipExpr *momentum; /* <p, X>, n */
  NoslipExpr *rate;     /* d/dt <p, X>, n; on D if `equations` could be solved */
} NoslipAtiyahSplit;

/* NULL if the constraints are not linear, there is none, or D + V is not E. `equations` may be NULL. All belong to
 * the same model; its graph grows. */
NoslipAtiyahSplit *noslip_atiyah_split_new(const NoslipAtiyah *atiyah, NoslipDistribution *distribution,
                                           const NoslipEquations *equations);
void noslip_atiyah_split_free(NoslipAtiyahSplit *split);
/* "d/dt(r*m*x' + I*w2) = r*force_x", and the same as LaTeX with & before the equals sign. Free with g_free(). */
char *noslip_atiyah_split_text(const NoslipAtiyahSplit *split, guint i);
char *noslip_atiyah_split_latex(const NoslipAtiyahSplit *split, guint i);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipAtiyahSplit, noslip_atiyah_split_free)
