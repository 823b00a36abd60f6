/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections of the document that are written in files of their own. Private to equations/. */
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
/* M_1, h and M_k of a degenerate Lagrangian (compose-dual.c); none of others. */
void noslip_portrait_add_dual(const NoslipPortrait *portrait, NoslipDocument *document);
/* On constraint forces, the curvature of D, the projectors and R_L; none without constraints. */
void noslip_portrait_add_projections(const NoslipPortrait *portrait, NoslipDocument *document);

#define MOST_SECTIONS 12 /* of E: larger tables are not readable */

typedef struct {
  NoslipDocument *document;
  const NoslipPortrait *portrait;
  const NoslipModel *model;
  NoslipGraph *graph;
  guint m, n, k;
  guint shown; /* formulas of this section */
} NoslipComposer;

/* Begins a section of the document: its title, and where it is from. */
void noslip_composer_begin(NoslipComposer *composer, const char *title, const char *source);
/* LaTeX of the a-th fibre coordinate. */
char *noslip_composer_name_latex(const NoslipComposer *composer, guint a);
/* The same as text. */
const char *noslip_composer_name_text(const NoslipComposer *composer, guint a);
/* left = value, where the value is not 0. */
void noslip_composer_put(NoslipComposer *composer, const char *left, const char *left_latex, NoslipExpr value);
/* Ends the section; where nothing was put into it, it says so. */
void noslip_composer_end(NoslipComposer *composer);
/* A component with one or two sections among its arguments: "omega_L(X_v1, V_omega)". */
void noslip_composer_put_component(NoslipComposer *composer, const char *form, const char *form_latex, char first,
                                   guint a, char second, guint b, NoslipExpr value);
/* rho_a(f) */
NoslipExpr noslip_composer_along(const NoslipComposer *composer, guint a, NoslipExpr f);
/* C^c_ab p_c */
NoslipExpr noslip_composer_bracket_momentum(const NoslipComposer *composer, const NoslipExpr *p, guint a, guint b);
/* A section "y^a V_a" as a row, or one component a row where that is long: coefficients of X and of V, n each; either
 * may be NULL. */
void noslip_composer_put_section(NoslipComposer *composer, const char *left, const char *left_latex,
                                 const NoslipExpr *x, const NoslipExpr *v);
