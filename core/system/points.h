/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seeded points of a system: used by load-time checks and for the choice of pivots. */
#pragma once

#include "core/expr/elimination.h"
#include "core/system/system.h"

/* Values of t, the parameters (at their defaults), x and y, in this order, at `n_points` points. Coordinates are drawn
 * from `in LO .. HI`, or the initial value +- 1, and brought onto the manifolds; velocities from -1 .. 1. Point 0 has
 * the initial coordinates if `with_initial`. The points are the same every time. */
typedef struct {
  guint n_symbols, n_points;
  guint x; /* index of the first coordinate among the symbols; y follows */
  NoslipExpr *symbols;
  double *values; /* [point * n_symbols + symbol] */
} NoslipPoints;

NoslipPoints *noslip_points_new(const NoslipSystem *system, guint n_points, gboolean with_initial);
void noslip_points_free(NoslipPoints *points);
/* The same points as samples for noslip_eliminate(); borrows their memory. */
NoslipSamples noslip_points_samples(const NoslipPoints *points);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipPoints, noslip_points_free)
