/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a distribution is from being involutive: the derived flag D = D^1 in D^2 in ..., D^(i+1) = D^i + [D, D^i],
 * with the bracket of E. */
#pragma once

#include "core/geometry/bracket.h"

#define NOSLIP_GROWTH_MOST 12
typedef struct {
  guint n;                         /* steps until the rank stays */
  guint ranks[NOSLIP_GROWTH_MOST]; /* growth vector: the rank of D^1, D^2, ... at a generic point */
  gboolean involutive;             /* [D, D] in D: the constraints, where linear, are holonomic in E */
  gboolean complete;               /* the flag fills E: completely nonholonomic */
} NoslipGrowth;

/* FALSE where the constraints are nonlinear (D depends on y), or the flag grows beyond the limits. */
gboolean noslip_distribution_growth(NoslipDistribution *distribution, NoslipGrowth *growth);
