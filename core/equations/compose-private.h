/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections of the document that have files of their own. Private to equations/. */
#pragma once

#include "core/equations/portrait.h"

/* On D: basis, projected brackets, nonholonomic bracket (compose-distribution.c). */
void noslip_portrait_add_distribution(const NoslipPortrait *portrait, NoslipDocument *document);
/* The brackets of n sections, one a row: structure[c][a][b], n x n x n; names as text and as LaTeX, n each. */
void noslip_portrait_add_brackets(NoslipDocument *document, const NoslipPortrait *portrait, guint n,
                                  const NoslipExpr *structure, char **names, char **latex);
/* Adds the names of the sections of E, as text and LaTeX, to lists of strings. */
void noslip_portrait_section_names(const NoslipPortrait *portrait, GPtrArray *names, GPtrArray *latex);
/* On the prolongation T^E E and on the dual (compose-prolongation.c). */
void noslip_portrait_add_prolongation(const NoslipPortrait *portrait, NoslipDocument *document);
/* Omega and alpha of a presymplectic system (compose-presymplectic.c). */
void noslip_portrait_add_presymplectic(const NoslipPortrait *portrait, NoslipDocument *document);
/* H_W0, Omega_0 and W_1 of Skinner and Rusk, without constraints or for vakonomic dynamics (compose-skinner-rusk.c);
 * nothing for others. */
void noslip_portrait_add_skinner_rusk(const NoslipPortrait *portrait, NoslipDocument *document);
/* X with i_X omega_L = dE_L of a degenerate Lagrangian, or i_X Omega = alpha (compose-solutions.c); nothing for
 * others. */
void noslip_portrait_add_solutions(const NoslipPortrait *portrait, NoslipDocument *document);
/* M_1, h and M_k of a degenerate Lagrangian (compose-dual.c); nothing for others. */
void noslip_portrait_add_dual(const NoslipPortrait *portrait, NoslipDocument *document);
/* On constraint forces, the curvature of D, the projectors and R_L; nothing without constraints. */
void noslip_portrait_add_projections(const NoslipPortrait *portrait, NoslipDocument *document);
/* The growth vector of D, and the pairs of Noether's theorem (compose-symmetry.c). */
void noslip_portrait_add_symmetry(const NoslipPortrait *portrait, NoslipDocument *document);
/* The checks of the reductions, if they were asked for (compose-reduction.c). */
void noslip_portrait_add_reductions(const NoslipPortrait *portrait, NoslipDocument *document);

#define MOST_SECTIONS 12 /* rank of E: larger tables are not readable */

typedef struct {
  NoslipDocument *document;
  const NoslipPortrait *portrait;
  const NoslipModel *model;
  NoslipGraph *graph;
  guint m, n, k;
  guint shown; /* number of formulas in this section so far */
} NoslipComposer;

/* Begins a section of the document, with its title and source. */
void noslip_composer_begin(NoslipComposer *composer, const char *title, const char *source);
/* LaTeX of the a-th fibre coordinate. */
char *noslip_composer_name_latex(const NoslipComposer *composer, guint a);
/* The same as text. */
const char *noslip_composer_name_text(const NoslipComposer *composer, guint a);
/* Adds left = value, unless the value is 0. */
void noslip_composer_put(NoslipComposer *composer, const char *left, const char *left_latex, NoslipExpr value);
/* Ends the section; if it is empty, it says so. */
void noslip_composer_end(NoslipComposer *composer);
/* A component with one or two sections among its arguments: "omega_L(X_v1, V_omega)". */
void noslip_composer_put_component(NoslipComposer *composer, const char *form, const char *form_latex, char first,
                                   guint a, char second, guint b, NoslipExpr value);
/* rho_a(f) */
NoslipExpr noslip_composer_along(const NoslipComposer *composer, guint a, NoslipExpr f);
/* Adds a section "y^a V_a" as a row, or if that is long one row for each component: coefficients of X and of V, n each;
 * either may be NULL. */
void noslip_composer_put_section(NoslipComposer *composer, const char *left, const char *left_latex,
                                 const NoslipExpr *x, const NoslipExpr *v);
