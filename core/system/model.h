/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model: the derivatives from which every formulation starts, and the only part that formulations share. It owns a
 * copy of the system's graph (same handles), in which a formulation derives further expressions. */
#pragma once

#include "core/system/system.h"

typedef struct {
  const NoslipSystem *system;
  NoslipGraph *graph;
  guint m, n, k;
  NoslipExpr *x;        /* symbols, m */
  NoslipExpr *y;        /* symbols, n */
  NoslipExpr *velocity; /* xdot^i = rho^i_alpha y^alpha, m */
  NoslipExpr *momentum; /* dL/dy^alpha, n */
  NoslipExpr *mass;     /* W_alpha beta = d2L/dy dy, n x n */
  NoslipExpr *force;    /* F_alpha of core/README.md, n: W ydot = F + Phi^T lambda */
  NoslipExpr *phi;      /* k */
  NoslipExpr *jacobian; /* Phi^A_alpha = dphi^A/dy^alpha, k x n */
  NoslipExpr *drift;    /* dphi^A/dt + dphi^A/dx^i rho^i_alpha y^alpha, k: Phi ydot + drift = 0 */
} NoslipModel;

NoslipModel *noslip_model_new(const NoslipSystem *system);
/* The same without what only a motion needs: force and drift are 0. */
NoslipModel *noslip_model_new_still(const NoslipSystem *system);
/* de/dt + rho^i_alpha y^alpha de/dx^i: the rate of e due to the time and the base point alone. */
NoslipExpr noslip_model_base_rate(const NoslipModel *model, NoslipExpr e);
void noslip_model_free(NoslipModel *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipModel, noslip_model_free)
