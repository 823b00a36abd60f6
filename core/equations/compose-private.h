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
/* M_1, h and M_k of a degenerate Lagrangian (compose-dual.c); none of others. */
void noslip_portrait_add_dual(const NoslipPortrait *portrait, NoslipDocument *document);
/* On constraint forces, the curvature of D, the projectors and R_L; none without constraints. */
void noslip_portrait_add_projections(const NoslipPortrait *portrait, NoslipDocument *document);
