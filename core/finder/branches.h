/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: branches of equilibria over a parameter, around their folds, and changes of their
 * stability. */
#pragma once

#include "core/finder/steady.h"

typedef struct {
  NoslipSteady *steady;
  const NoslipEquilibriaOptions *options;
  const double *parameters;
  const double *xy;
  guint n_parameters;
  const int *cancel;
  NoslipEquilibria *result;
} NoslipBranchSearch;

/* branch-points.c: whether another branch of equilibria meets the one with `at` at this value of the parameter, where an
 * eigenvalue is 0: on one side at least there is another equilibrium near the branch, which approaches it towards the
 * value. */
gboolean noslip_branches_meet(NoslipBranchSearch *search, double value, const NoslipEquilibrium *at);
/* Follows each equilibrium of the result over the values of the parameter options->along: adds branches and events. */
void noslip_branches_follow(NoslipBranchSearch *search);
