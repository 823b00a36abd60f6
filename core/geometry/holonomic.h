/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a distribution is from being involutive: the flag D = D^1 in D^2 in ..., D^(i+1) = D^i + [D, D^i], with the
 * bracket of E, and its ranks, the growth vector. */
#pragma once

#include "core/geometry/bracket.h"

#define NOSLIP_GROWTH_MOST 12 /* steps */
typedef struct {
  guint n_generic, generic[NOSLIP_GROWTH_MOST]; /* ranks of D^1, D^2, ... at a generic point, until they are constant */
  /* The same at a point. There the rank may stay the same and grow again later: the sequence ends at the last generic
   * rank, or when D^i has no further sections. n_at is 0 if D has a kink at the point (abs, min, if). */
  guint n_at, at[NOSLIP_GROWTH_MOST];
  gboolean involutive; /* [D, D] in D: the generic ranks do not grow, and linear constraints are holonomic */
  gboolean complete;   /* the flag fills E at a generic point, with kinks at all: completely nonholonomic */
  gboolean bound;      /* a limit ended the list: the last ranks are lower bounds */
} NoslipGrowth;

/* At parameters and the coordinates x, m each as in the system; NULL: the defaults, and only generic points (n_at 0).
 * Brackets are computed symbolically. At the point they are evaluated in rational numbers if all coefficients are
 * rational there, else in doubles with error bounds: a rank counts only what these bounds prove, so it does not
 * depend on units. FALSE if the constraints are nonlinear (D depends on y) or the sections are not finite at the
 * point. */
gboolean noslip_distribution_growth(NoslipDistribution *distribution, const double *parameters, const double *x,
                                    NoslipGrowth *growth);
