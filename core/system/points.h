/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seeded points of a system: where load-time checks look, and where pivots are chosen. */
#pragma once

#include "core/expr/elimination.h"
#include "core/system/system.h"

/* Values of t, the parameters (at their defaults), x and y, in this order, at `n_points` points. Coordinates
 * are drawn from `in LO .. HI`, or the initial value +- 1, and brought onto the manifolds; velocities from -1
 * .. 1. Point 0 has the initial coordinates where `with_initial`. The same points every time. */
typedef struct {
  guint n_symbols, n_points;
  guint x; /* where the coordinates start among the symbols; y follows */
  NoslipExpr *symbols;
  double *values; /* [point * n_symbols + symbol] */
} NoslipPoints;

NoslipPoints *noslip_points_new(const NoslipSystem *system, guint n_points, gboolean with_initial);
void noslip_points_free(NoslipPoints *points);
NoslipSamples noslip_points_samples(const NoslipPoints *points);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipPoints, noslip_points_free)
