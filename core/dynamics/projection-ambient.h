/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the derivation (projection-ambient.c) and the evaluation (projection-ambient-workspace.c) share. */
#pragma once

#include "core/expr/tape.h"
#include "core/system/manifold.h"
#include "core/system/model.h"

#include <pthread.h>

typedef struct {
  NoslipModel *model;
  const NoslipSystem *system;
  guint m, n, k;
  NoslipExpr *variables;    /* t, x, y */
  NoslipExpr *rates;        /* xdot (m), ydot (n) */
  NoslipManifold *manifold; /* NULL if no equation restricts the coordinates */
  gboolean unrolled;
  guint n_watched;
  NoslipTape *projected;  /* -> xdot (m), ydot (n), varying pivots */
  NoslipTape *correction; /* -> Z^A C_AB phi^B (n) */
  NoslipTape *raw;        /* -> W (n x n), F (n), Phi (k x n), drift (k), phi (k), xdot (m) */
  pthread_mutex_t lock;   /* protects the Jacobian and the graph */
  NoslipTape *jacobian;
} NoslipAmbient;

gpointer noslip_ambient_new(const NoslipSystem *system, NoslipDiagnostic **error);
void noslip_ambient_free(gpointer ambient);
/* The tape of the Jacobian, with a reference; NULL if there is none. */
NoslipTape *noslip_ambient_jacobian_tape(NoslipAmbient *ambient);
/* Whether the motion that the workspace has entered needs pivoted solves from the start. */
gboolean noslip_ambient_is_dense(gconstpointer work);
