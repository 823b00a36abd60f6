/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps along a branch of equilibria, which do not lead to another one. */
#include "core/finder/branches.h"

#include <math.h>
#include <string.h>

#define QUARTERS 4     /* parts of a step */
#define TURN 0.3       /* the most by which a part of a step may differ from the one before it, of its length */
#define FIRST_TURN 0.5 /* the same for the first part, for which only that of another step is known */
#define LEVEL                                                                                                          \
  0.05 /* the same, of the parameter's change: a branch that is nearly level has short parts of any direction */
#define ROUNDING 1e-8   /* of a place, in sizes */
#define MOST_STEPS 300  /* limit of the steps between two values */
#define LEAST_STEP 1e-8 /* of the distance of two values */
#define LEFT 0.5        /* of the distance of two values: how far events are left */
#define SHORT 1e-3      /* of that distance: a short step */
#define MARGIN 10       /* a fold is not further from the last place than this multiple of the last step */

typedef NoslipBranchSearch Search;
typedef NoslipBranchPlace Place;

static guint
n_columns(const Search *search)
{
  return search->steady->size + search->steady->n_symmetries;
}

void
noslip_branches_place(const Search *search, Place *place, double value, const NoslipEquilibrium *at)
{
  const NoslipSteady *steady = search->steady;
  noslip_branches_leave(place);
  place->z = g_new0(double, n_columns(search));
  place->slope = g_new0(double, n_columns(search));
  memcpy(place->z, at->state, sizeof(double) * steady->size);
  memcpy(place->z + steady->size, at->rates, sizeof(double) * steady->n_symmetries);
  place->value = place->compared = value;
  place->last = place->before = at;
  place->kept = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_equilibrium_free);
}

void
noslip_branches_leave(Place *place)
{
  g_free(place->z);
  g_free(place->slope);
  g_clear_pointer(&place->kept, g_ptr_array_unref);
  *place = (Place){0};
}

static gboolean
solve_at(Search *search, double value, double *z, double *residual)
{
  g_autofree double *parameters = g_memdup2(search->parameters, sizeof(double) * MAX(search->n_parameters, 1));
  parameters[search->options->along] = value;
  noslip_steady_set_parameters(search->steady, parameters);
  return noslip_steady_solve(search->steady, z, z + search->steady->size, residual);
}

/* Four parts of a step: each place is sought where the part before leads, and has to be near that. Only so is it known
 * that the branch goes from the one end of the step to the other: Newton's method also leads from one branch to
 * another. It starts there if `ahead`, else at the end of the part before. Fills in the end and the slope there. */
static gboolean
try_step(Search *search, const Place *place, double to, gboolean ahead, double *end, double *slope, double *residual)
{
  const NoslipSteady *steady = search->steady;
  guint columns = n_columns(search);
  double change = (to - place->value) / QUARTERS;
  double level = LEVEL * fabs(change) / fabs(search->options->high - search->options->low);
  gboolean has_slope = place->has_slope;
  g_autofree double *from = g_memdup2(place->z, sizeof(double) * columns);
  g_autofree double *guess = g_new0(double, columns);
  memcpy(slope, place->slope, sizeof(double) * columns);
  for (guint part = 1; part <= QUARTERS; part++) {
    for (guint j = 0; j < columns; j++)
      guess[j] = from[j] + slope[j] * change;
    memcpy(end, ahead ? guess : from, sizeof(double) * columns);
    if (!solve_at(search, part == QUARTERS ? to : place->value + part * change, end, residual))
      return FALSE;
    double moved = noslip_steady_distance(steady, end, from), missed = noslip_steady_distance(steady, end, guess);
    if (has_slope && missed > (part == 1 ? FIRST_TURN : TURN) * moved + level + ROUNDING)
      return FALSE;
    for (guint j = 0; j < columns; j++)
      slope[j] = (end[j] - from[j]) / change;
    memcpy(from, end, sizeof(double) * columns);
    has_slope = TRUE;
  }
  return TRUE;
}

/* Whether events on a step are left until the next one: it is short, or its end has an eigenvalue on the imaginary axis;
 * there the branch may turn back, and the eigenvalue is 0 to within rounding already before. */
static gboolean
is_left(const Search *search, const Place *place, double to, const NoslipEquilibrium *next)
{
  const NoslipEquilibriaOptions *options = search->options;
  double spacing = fabs(options->high - options->low) / MAX(options->n_values - 1, 1);
  if (place->before != place->last && fabs(to - place->compared) >= LEFT * spacing)
    return FALSE;
  return fabs(to - place->value) < SHORT * spacing ||
         (noslip_branches_is_hyperbolic(place->before) && !noslip_branches_is_hyperbolic(next));
}

/* Looks for events on a step, and on those before that are left. FALSE if it leads to another branch. */
static gboolean
look_for_events(Search *search, const Place *place, double to, const NoslipEquilibrium *next)
{
  const NoslipBranchSpan whole = {place->compared, to, place->before, next};
  const NoslipBranchSpan parts[] = {{place->compared, place->value, place->before, place->last},
                                    {place->value, to, place->last, next}};
  if (place->before == place->last || noslip_branches_is_hyperbolic(next))
    return noslip_branches_compare(search, &whole);
  return noslip_branches_compare(search, &parts[0]) && noslip_branches_compare(search, &parts[1]);
}

/* Goes to an equilibrium at a value, which was found by a step. */
static void
move(const Search *search, Place *place, double to, const NoslipEquilibrium *next, const double *end,
     const double *slope)
{
  gsize bytes = sizeof(double) * n_columns(search);
  place->reach = MARGIN * noslip_steady_distance(search->steady, end, place->z);
  memcpy(place->z, end, bytes);
  memcpy(place->slope, slope, bytes);
  place->has_slope = TRUE;
  place->value = to;
  place->last = next;
}

NoslipEquilibrium *
noslip_branches_approach(Search *search, Place *place, double value)
{
  gsize bytes = sizeof(double) * n_columns(search);
  double whole = value - place->value, step = whole, residual = 0;
  g_autofree double *end = g_malloc(bytes);
  g_autofree double *slope = g_malloc(bytes);
  for (guint i = 0; i < MOST_STEPS && fabs(step) > LEAST_STEP * fabs(whole); i++) {
    double to = fabs(value - place->value) <= fabs(step) ? value : place->value + step;
    NoslipEquilibrium *next = NULL;
    /* ahead, what a step moves along a family would be kept and add up */
    if ((place->last->dimension > 0 && try_step(search, place, to, FALSE, end, slope, &residual)) ||
        try_step(search, place, to, TRUE, end, slope, &residual))
      next = noslip_steady_linearize(search->steady, end, end + search->steady->size, residual);
    gboolean left = next != NULL && is_left(search, place, to, next);
    if (next == NULL || !(left || look_for_events(search, place, to, next))) {
      noslip_equilibrium_free(next);
      step = (to - place->value) / 4;
      continue;
    }
    step = 2 * (to - place->value);
    move(search, place, to, next, end, slope);
    if (!left) {
      place->compared = to;
      place->before = next;
    }
    if (to == value)
      return next;
    g_ptr_array_add(place->kept, next);
  }
  return NULL;
}

void
noslip_branches_complete(Search *search, Place *place)
{
  if (place->before == place->last)
    return;
  noslip_branches_compare(search, &(NoslipBranchSpan){place->compared, place->value, place->before, place->last});
  place->before = place->last;
  place->compared = place->value;
}
