/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches of equilibria for tests. */
#pragma once

#include "core/finder/equilibria.h"

typedef struct {
  const char *name; /* of a coordinate or velocity */
  double value;
} Value;

/* With the default parameters, and seed 1 if none is given; near the initial state with these n_near values, or from many starts if n_near
 * is 0. */
NoslipEquilibria *test_find_equilibria(NoslipSystem *system, NoslipEquilibriaOptions options, guint n_near,
                                       const Value *near);
const NoslipEquilibrium *test_first_equilibrium(const NoslipEquilibria *found);
