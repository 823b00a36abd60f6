/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What chart.c (choosing and compiling) and chart-workspace.c (evaluating) share. */
#pragma once

#include "core/dynamics/chart.h"
#include "core/expr/tape.h"
#include "core/system/manifold.h"

#include <pthread.h>

/* A compiled chart; immutable once it is in the list, except for the Jacobian, which is made under the lock. In the
 * variables of tapes q is w, or all of y if the constraints are nonlinear. */
typedef struct {
  guint *rows, *dependent, *independent; /* k, k, r */
  NoslipTape *newton;   /* (t, x, y) -> correction of the dependent y (k); NULL if the constraints are not curved */
  NoslipTape *rates;    /* (t, x, q) -> xdot (m), wdot (r), pivots (n_minor, then n_mass) */
  NoslipTape *matrix;   /* (t, x, q) -> mass (r x r), right (r) */
  NoslipTape *observe;  /* (t, x, q, wdot) -> y (n), ydot (n) */
  NoslipTape *enter;    /* (t, x, y) -> w (r) */
  NoslipTape *jacobian; /* (t, x, q) -> d(xdot, wdot)/d(x, w), d(xdot, wdot)/dt; NULL until first used */
  guint n_minor;        /* pivots of Phi that vary along the motion */
  guint n_mass;         /* pivots of the mass matrix that vary along the motion */
  gboolean unrolled;    /* the rates include wdot; else the dense solve computes it */
} NoslipChart;

struct _NoslipCharts {
  const NoslipSystem *system;
  NoslipChartDerive derive;
  NoslipModel *model;
  guint m, n, k, r;
  gboolean curved;          /* constraints that are nonlinear in the velocities */
  NoslipManifold *manifold; /* NULL if no equation restricts the coordinates */
  NoslipTape *survey;       /* (t, x, y) -> Phi (k x n), W_alpha alpha (n) */
  guint *preferred;         /* k x n: 0 if an entry of Phi is constant, for noslip_linear_pivots() */
  pthread_mutex_t lock;     /* protects the list and the Jacobians */
  GPtrArray *list;          /* NoslipChart */
};

/* The chart with these pivots (k constraints and the fibre coordinates that they determine); compiled if it does not
 * exist yet. NULL if the equations are structurally singular. */
const NoslipChart *noslip_charts_find(NoslipCharts *charts, const guint *rows, const guint *dependent);
/* The tape of the Jacobian, with a reference; NULL if there is none. */
NoslipTape *noslip_charts_jacobian_tape(NoslipCharts *charts, const NoslipChart *chart);
