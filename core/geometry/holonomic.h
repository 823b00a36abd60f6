/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a distribution is from being involutive: the flag D = D^1 in D^2 in ..., D^(i+1) = D^i + [D, D^i], with the
 * bracket of E, and its ranks: the growth vector. */
#pragma once

#include "core/geometry/bracket.h"

#define NOSLIP_GROWTH_MOST 12 /* steps */
typedef struct {
  guint n_generic, generic[NOSLIP_GROWTH_MOST]; /* ranks of D^1, D^2, ... at a generic point, until they stay */
  /* The same at a point. There the rank may stay for a while and grow again: it goes on until it is the last of the
   * generic ones, or until D^i has no further sections. */
  guint n_at, at[NOSLIP_GROWTH_MOST];
  gboolean
      involutive;    /* [D, D] in D: the generic ranks do not grow, and the constraints, where linear, are holonomic */
  gboolean complete; /* the flag fills E at a generic point: completely nonholonomic */
  gboolean bound;    /* a limit ended it: the last ranks are lower bounds */
} NoslipGrowth;

/* At parameters and the coordinates x, m each as in the system; NULL: the defaults, and generic points alone (n_at 0).
 * Brackets are taken in symbols. At the point they are evaluated in rational numbers where all coefficients are
 * rational there, else in doubles with bounds of their errors: a rank counts only what these bounds prove, so that it
 * depends on no unit. FALSE where the constraints are nonlinear (D depends on y) or the sections are not finite at
 * the point. */
gboolean noslip_distribution_growth(NoslipDistribution *distribution, const double *parameters, const double *x,
                                    NoslipGrowth *growth);
