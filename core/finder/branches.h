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
/* No eigenvalue near the imaginary axis. */
gboolean noslip_branches_is_hyperbolic(const NoslipEquilibrium *equilibrium);
/* Locates a change of the stability within the interval; FALSE if its ends belong to different branches. */
gboolean noslip_branches_compare(NoslipBranchSearch *search, const NoslipBranchSpan *span);
/* Whether another branch passes just beyond the span, as at a pitchfork, whose two arms turn back there: equilibria lie
 * near beyond it, which there are not at a fold. *event: the point where they meet; NULL if it was not located. */
gboolean noslip_branches_find_passing(NoslipBranchSearch *search, const NoslipBranchSpan *span,
                                      const NoslipEquilibriumEvent **event);
/* branch-points.c: whether another branch of equilibria meets the one with `at` at this value of the parameter, where an
 * eigenvalue is 0: on one side at least there is another equilibrium near the branch, which approaches it towards the
 * value. */
gboolean noslip_branches_meet(NoslipBranchSearch *search, double value, const NoslipEquilibrium *at);
/* branch-steps.c */
/* How far a branch was followed. */
typedef struct {
  double value, *z;              /* the parameter, and the state and the rates of the symmetries there */
  const NoslipEquilibrium *last; /* the equilibrium there */
  double *slope;                 /* of z by the parameter, on the way there */
  gboolean has_slope;
  double reach;    /* the largest distance from there to a fold before the next value, in sizes; 0: not known */
  double compared; /* the value up to which events were looked for */
  const NoslipEquilibrium *before; /* the equilibrium there: `last`, or the one before it */
  GPtrArray *kept;                 /* the equilibria that the branch does not own */
} NoslipBranchPlace;

/* Sets the place to an equilibrium at this value, which outlives it, without a slope. */
void noslip_branches_place(const NoslipBranchSearch *search, NoslipBranchPlace *place, double value,
                           const NoslipEquilibrium *at);
/* Frees what the place holds, and clears it. */
void noslip_branches_leave(NoslipBranchPlace *place);
/* Follows a branch to a value, with the events on the way, by steps so short that each leads near the place to which the
 * one before points. Returns the equilibrium there, which is to outlive the place; NULL, with the place up to which the
 * branch was followed, if the steps become shorter than 1e-8 of the way, as before a fold, or more than 300. */
NoslipEquilibrium *noslip_branches_approach(NoslipBranchSearch *search, NoslipBranchPlace *place, double value);
/* Looks for events on the last step too, at the end of a branch: where the step ended with an eigenvalue on the imaginary
 * axis, they are looked for only together with the next one, since the branch may turn back there. */
void noslip_branches_complete(NoslipBranchSearch *search, NoslipBranchPlace *place);
/* The i-th of options->n_values values of the parameter. */
double noslip_branches_value(const NoslipEquilibriaOptions *options, guint i);
/* Follows an equilibrium at the index-th value over the values of the parameter options->along, both ways: adds a branch
 * and events, unless a branch passes it there. */
void noslip_branches_follow(NoslipBranchSearch *search, NoslipEquilibrium *start, guint index);
/* Adds the points of the branches at the index-th value, which the branches own. */
void noslip_branches_collect(const NoslipBranchSearch *search, guint index, GPtrArray *points);
