/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: branches of equilibria over a parameter, around their folds, and changes of their
 * stability. */
#pragma once

#include "core/finder/steady/steady.h"

#define NOSLIP_BRANCHES_BISECTIONS 60
#define NOSLIP_BRANCHES_SAME 1e-6 /* points nearer in sizes, or values in the range, are the same */

typedef struct {
  NoslipSteady *steady;
  const NoslipEquilibriaOptions *options;
  const double *parameters;
  const double *xy;
  guint n_parameters;
  const int *cancel;
  NoslipEquilibria *result;
} NoslipBranchSearch;

/* branch-events.c */
/* An interval of the parameter with the equilibria of one branch at its ends. */
typedef struct {
  double low, high;
  const NoslipEquilibrium *from, *to;
} NoslipBranchSpan;

/* The equilibrium near another one at another value of the parameter; NULL if there is none. */
NoslipEquilibrium *noslip_branches_continue(NoslipBranchSearch *search, double value, const NoslipEquilibrium *from);
/* Takes ownership of `at`, and returns the equilibrium of the event. A point that several branches pass is one event. */
const NoslipEquilibrium *noslip_branches_add_event(NoslipBranchSearch *search, const char *kind, double value,
                                                   NoslipEquilibrium *at);
/* Whether an eigenvalue is near 0, as at a fold. A branch also ends where the equations do, or where the steps do not
 * converge. */
gboolean noslip_branches_is_critical(const NoslipEquilibrium *at);
/* Locates a change of the stability within the interval; FALSE if its ends belong to different branches. */
gboolean noslip_branches_compare(NoslipBranchSearch *search, const NoslipBranchSpan *span);
/* branch-points.c: whether another branch of equilibria meets the one with `at` at this value of the parameter, where an
 * eigenvalue is 0: on one side at least there is another equilibrium near the branch, which approaches it towards the
 * value. */
gboolean noslip_branches_meet(NoslipBranchSearch *search, double value, const NoslipEquilibrium *at);
/* The i-th of options->n_values values of the parameter. */
double noslip_branches_value(const NoslipEquilibriaOptions *options, guint i);
/* Follows an equilibrium at the index-th value over the values of the parameter options->along, both ways: adds a branch
 * and events, unless a branch passes it there. */
void noslip_branches_follow(NoslipBranchSearch *search, NoslipEquilibrium *start, guint index);
/* Adds the points of the branches at the index-th value, which the branches own. */
void noslip_branches_collect(const NoslipBranchSearch *search, guint index, GPtrArray *points);
