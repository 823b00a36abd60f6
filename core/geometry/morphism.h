/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A `reduction`: a vector bundle map Phi from a system S (algebroid E over M) to a system S' (E' over M'),
 *   x'^j = phi^j(x),   y'^mu = Phi^mu_a(x) y^a,
 * which should be a morphism of Lie algebroids (I (2.1), M "Morphisms and reduction"). A pull-back along Phi is an
 * expression of the graph of S. A parameter of S' with the name of a parameter of S is that parameter; others have
 * their default values. */
#pragma once

#include "core/system/model.h"

typedef struct {
  NoslipSystem *source, *target; /* S and S' */
  NoslipModel *model;            /* of S: its graph owns all pull-backs */
  NoslipModel *target_model;     /* of S' */
  NoslipExpr *base;              /* phi^j, m' */
  NoslipExpr *fibre;             /* Phi^mu_a y^a, n' */
  NoslipExpr *slopes;            /* Phi^mu_a, n' x n: [mu * n + a] */
  double *target_parameters;     /* of S', n_parameters, for the defaults of S */
  guint n_symbols;               /* t, parameters, x', y' of S' by name in the graph of S, and their replacements */
  NoslipExpr *symbols, *images;
} NoslipMorphism;

/* From one of the reductions of `source`, whose other system the caller has loaded. NULL with errors if a name is not
 * one of S', a name of S' is missing, a coordinate's image contains velocities, or a fibre coordinate's image is not
 * linear in them. Keeps references to both systems. */
NoslipMorphism *noslip_morphism_new(NoslipSystem *source, guint reduction, NoslipSystem *target,
                                    NoslipDiagnostics *diagnostics);
void noslip_morphism_free(NoslipMorphism *morphism);
/* f' o Phi for an expression f' of target_model->graph in t, parameters, x', y' of S'. */
NoslipExpr noslip_morphism_pull(NoslipMorphism *morphism, NoslipExpr e);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipMorphism, noslip_morphism_free)
