/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the projection of one point (manifold.c) and of many in lanes (manifold-lanes.c), which round alike. */
#pragma once

#include "core/system/manifold.h"

#define NOSLIP_MANIFOLD_ROUND_OFF 1e-15 /* relative to the sum of the absolute terms of an equation */
#define NOSLIP_MANIFOLD_CLOSE 1e-13     /* a projection that ends with a larger residual has failed */
#define NOSLIP_MANIFOLD_STEPS_MOST 30

struct _NoslipManifold {
  const NoslipSystem *system;
  guint m, c; /* c equations */
  guint n_parameters;
  NoslipTape *tape; /* (t, x) -> g (c), sums of absolute terms (c), dg/dx (c x m) */
};

/* Room for a step: matrix c x m, right c, step m. */
typedef struct {
  double *matrix, *right, *step;
} NoslipManifoldRoom;
void noslip_manifold_room_init(NoslipManifoldRoom *room, const NoslipManifold *manifold);
void noslip_manifold_room_clear(NoslipManifoldRoom *room);

/* Changes x (m) by the shortest solution of g + dg/dx (change of x) = 0, from the outputs of the program at x. FALSE if
 * there is none. */
gboolean noslip_manifold_newton(const NoslipManifold *manifold, const double *out, const NoslipManifoldRoom *room,
                                double *x);
/* The bounds of a square that can be divided by. */
#define NOSLIP_MANIFOLD_SQUARE_LEAST 1e-200
#define NOSLIP_MANIFOLD_SQUARE_MOST 1e200
/* Whether |dg/dx|^2 of a single equation can be divided by: then the step is -g dg/dx / |dg/dx|^2. */
static inline gboolean
noslip_manifold_divides(double square)
{
  return square > NOSLIP_MANIFOLD_SQUARE_LEAST && square < NOSLIP_MANIFOLD_SQUARE_MOST;
}
