/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/branches.h"

#include <math.h>
#include <string.h>

#define BACK 0.25        /* fraction of the distance between two values: how far a branch is followed around a fold */
#define LEAST_TURN 1e-3  /* lower bound of the first step around a fold */
#define MOST_TURN 400    /* limit of the steps around a fold */
#define MOST_TURNS 8     /* limit of the folds of a branch */
#define FIRST_CREEP 1e-6 /* of the distance of two values: the first of the small steps between them */
#define LEAST_CREEP 1e-12

typedef NoslipBranchSearch Search;

static gboolean
is_cancelled(const Search *search)
{
  return search->cancel != NULL && g_atomic_int_get(search->cancel);
}

/* The part of a branch that was followed. */
typedef struct {
  NoslipEquilibriumBranch *branch;
  const NoslipEquilibrium *last;
  double before; /* the parameter at the last equilibrium */
  double reach;  /* largest distance of the next one, in sizes */
  int way;       /* 1 towards options->high, -1 back */
  const NoslipEquilibrium *fold;
  double fold_value;
} Course;

/* Locates the fold between two values: the last equilibrium near the previous one. */
static void
locate_fold(Search *search, Course *course, double high)
{
  double low = course->before, reach = fmax(course->reach, 1e-6);
  NoslipEquilibrium *at = NULL;
  const NoslipEquilibrium *last = course->last;
  for (guint i = 0; i < NOSLIP_BRANCHES_BISECTIONS && fabs(high - low) > 1e-12 * fmax(fabs(low), fabs(high)); i++) {
    double middle = low + (high - low) / 2;
    NoslipEquilibrium *there = noslip_branches_continue(search, middle, last);
    if (there != NULL && noslip_steady_distance(search->steady, there->state, last->state) <= reach) {
      noslip_equilibrium_free(at);
      last = at = there;
      low = middle;
    } else {
      noslip_equilibrium_free(there);
      high = middle;
    }
  }
  if (at == NULL) /* no equilibrium was found between: the last one is at the value itself */
    at = noslip_branches_continue(search, low, course->last);
  if (at != NULL && !noslip_branches_is_critical(at))
    g_clear_pointer(&at, noslip_equilibrium_free);
  course->fold = at != NULL ? noslip_branches_add_event(search, "fold", low, at) : NULL;
  course->fold_value = low;
}

static void
append(Course *course, double value, NoslipEquilibrium *next)
{
  g_ptr_array_add(course->branch->points, next);
  g_array_append_val(course->branch->values, value);
  course->last = next;
  course->before = value;
}

/* The same as noslip_branches_continue() by small steps: each starts at the place to which the one before leads, and is
 * made smaller until the place found is near it. Where two branches pass near each other a whole step leads to the other
 * one. NULL, with the fold if there is one, if the branch does not reach the value. */
static NoslipEquilibrium *
creep(Search *search, Course *course, double value)
{
  NoslipSteady *steady = search->steady;
  guint size = steady->size, columns = size + steady->n_symmetries;
  double whole = value - course->before, at = course->before, step = whole * FIRST_CREEP, before = 0;
  g_autofree double *z = g_new0(double, columns);
  g_autofree double *change = g_new0(double, columns); /* of the last step */
  g_autofree double *guess = g_new0(double, columns + 1);
  g_autofree NoslipEquilibrium *start = g_memdup2(course->last, sizeof(NoslipEquilibrium)); /* its state is `guess` */
  NoslipEquilibrium *last = NULL;
  start->state = guess;
  start->rates = guess + size;
  memcpy(z, course->last->state, sizeof(double) * size);
  memcpy(z + size, course->last->rates, sizeof(double) * steady->n_symmetries);
  for (guint i = 0; i < MOST_TURN && at != value && fabs(step) > LEAST_CREEP * fabs(whole); i++) {
    double to = fabs(value - at) <= fabs(step) ? value : at + step;
    for (guint j = 0; j < columns; j++)
      guess[j] = z[j] + (before != 0 ? change[j] * (to - at) / before : 0);
    NoslipEquilibrium *next = noslip_branches_continue(search, to, start);
    double moved = next != NULL ? noslip_steady_distance(steady, next->state, z) : INFINITY;
    double missed = next != NULL ? noslip_steady_distance(steady, next->state, guess) : INFINITY;
    const NoslipEquilibrium *from = last != NULL ? last : course->last;
    if (next == NULL || !(missed <= (before != 0 ? 0.25 * moved + 1e-9 : 1e-3)) ||
        !noslip_branches_compare(search, &(NoslipBranchSpan){at, to, from, next})) {
      noslip_equilibrium_free(next);
      step /= 4;
      continue;
    }
    for (guint j = 0; j < columns; j++) {
      double now = j < size ? next->state[j] : next->rates[j - size];
      change[j] = now - z[j];
      z[j] = now;
    }
    before = to - at;
    at = to;
    step = 2 * before;
    noslip_equilibrium_free(last);
    last = next;
  }
  if (at == value)
    return last;
  if (last != NULL && noslip_branches_is_critical(last)) {
    course->fold = noslip_branches_add_event(search, "fold", at, last);
    course->fold_value = at;
  } else {
    noslip_equilibrium_free(last);
  }
  return NULL;
}

/* Follows the branch to the next value; FALSE, with the fold located, if the branch does not reach it. */
static gboolean
advance(Search *search, Course *course, double value)
{
  gboolean first = course->branch->values->len == 0;
  NoslipEquilibrium *next = noslip_branches_continue(search, value, course->last);
  double apart = next != NULL ? noslip_steady_distance(search->steady, next->state, course->last->state) : INFINITY;
  course->fold = NULL;
  if (next == NULL || apart > course->reach) {
    noslip_equilibrium_free(next);
    if (!first)
      locate_fold(search, course, value);
    return FALSE;
  }
  if (!first && !noslip_branches_compare(search, &(NoslipBranchSpan){course->before, value, course->last, next})) {
    noslip_equilibrium_free(next);
    next = creep(search, course, value);
    if (next == NULL)
      return FALSE;
    apart = noslip_steady_distance(search->steady, next->state, course->last->state);
  }
  if (!first) { /* the length of a whole step; the one after a fold is shorter */
    double whole = fabs(search->options->high - search->options->low) / (search->options->n_values - 1);
    apart *= fmax(1, whole / fmax(fabs(value - course->before), BACK / 10 * whole));
    course->reach = fmax(10 * apart, 0.1 * (1 + apart));
  }
  append(course, value, next);
  return TRUE;
}

double
noslip_branches_value(const NoslipEquilibriaOptions *options, guint i)
{
  return options->n_values > 1 ? options->low + (options->high - options->low) * i / (options->n_values - 1)
                               : options->low;
}

/* Follows the branch around a fold by its arc length, until the parameter has gone back by a fraction (BACK) of the
 * spacing of values. FALSE if the branch cannot be followed there. */
static gboolean
turn(Search *search, Course *course)
{
  NoslipSteady *steady = search->steady;
  const NoslipEquilibriaOptions *options = search->options;
  guint size = steady->size + steady->n_symmetries + 1;
  double range = options->high - options->low, span = fabs(range), back = BACK * range / MAX(options->n_values - 1, 1);
  double least = fmin(options->low, options->high), most = fmax(options->low, options->high);
  g_autofree double *parameters = g_memdup2(search->parameters, sizeof(double) * MAX(search->n_parameters, 1));
  g_autofree double *z = g_new0(double, size);
  g_autofree double *u = g_new0(double, size);
  g_autofree double *trial = g_new0(double, size);
  g_autofree double *normal = g_new0(double, size);
  double residual = 0, step;
  if (course->fold == NULL || !(span > 0))
    return FALSE;
  noslip_steady_gather(steady, course->fold->state, course->fold->rates, course->fold_value / span, u);
  step = 0;
  for (guint i = course->branch->values->len;
       i-- > 0 && step < LEAST_TURN;) { /* the last point may be the fold itself */
    const NoslipEquilibrium *from = course->branch->points->pdata[i];
    noslip_steady_gather(steady, from->state, from->rates, g_array_index(course->branch->values, double, i) / span,
                         trial);
    step = noslip_steady_direction(steady, trial, u, normal);
  }
  for (guint count = 0; count < MOST_TURN && step > LEAST_TURN / 64 && !is_cancelled(search); count++) {
    for (guint j = 0; j < size; j++)
      trial[j] = u[j] + step * normal[j];
    if (!noslip_steady_solve_along(steady, parameters, (guint) options->along, span, normal, trial, &residual) ||
        noslip_steady_direction(steady, u, trial, NULL) > 2 * step || trial[size - 1] * span < least ||
        trial[size - 1] * span > most) {
      step /= 2;
      continue;
    }
    noslip_steady_direction(steady, u, trial, normal);
    memcpy(u, trial, sizeof(double) * size);
    if (course->way * (course->fold_value - u[size - 1] * span) / back < 1)
      continue;
    noslip_steady_scatter(steady, u, z, z + steady->size);
    NoslipEquilibrium *past = noslip_steady_linearize(steady, z, z + steady->size, residual);
    if (past == NULL)
      return FALSE;
    course->reach =
        2 * noslip_steady_distance(steady, past->state,
                                   course->fold->state); /* the side from which the branch approached is further away */
    course->way = -course->way;
    append(course, u[size - 1] * span, past);
    return TRUE;
  }
  return FALSE;
}

/* Whether a branch passes this equilibrium at a value of the parameter. */
static gboolean
is_followed(const Search *search, const NoslipEquilibrium *start, double value)
{
  for (guint b = 0; b < search->result->branches->len; b++) {
    const NoslipEquilibriumBranch *branch = search->result->branches->pdata[b];
    for (guint i = 0; i < branch->values->len; i++) {
      const NoslipEquilibrium *point = branch->points->pdata[i];
      if (g_array_index(branch->values, double, i) == value &&
          noslip_steady_distance(search->steady, point->state, start->state) <= NOSLIP_BRANCHES_SAME)
        return TRUE;
    }
  }
  return FALSE;
}

/* Adds the point at a value between a fold and the last point, which turn() has put beyond it. */
static void
fill_in(Search *search, Course *course, double value)
{
  NoslipEquilibriumBranch *branch = course->branch;
  NoslipEquilibrium *at = noslip_branches_continue(search, value, course->last);
  if (at == NULL || noslip_steady_distance(search->steady, at->state, course->last->state) > course->reach ||
      is_followed(search, at, value)) { /* it is on the part before the fold */
    noslip_equilibrium_free(at);
    return;
  }
  g_ptr_array_insert(branch->points, (int) branch->points->len - 1, at);
  g_array_insert_val(branch->values, branch->values->len - 1, value);
}

/* Follows the branch over the values from the i-th on, and back where it turns. TRUE if it comes back to `start`, which
 * is at the value first: then it is closed. */
static gboolean
walk(Search *search, Course *course, int i, const NoslipEquilibrium *start, double first)
{
  const NoslipEquilibriaOptions *options = search->options;
  int towards = options->high < options->low ? -1 : 1;
  guint turns = 0;
  while (i >= 0 && i < (int) options->n_values && !is_cancelled(search)) {
    if (advance(search, course, noslip_branches_value(options, (guint) i))) {
      if (turns > 0 && course->before == first &&
          noslip_steady_distance(search->steady, course->last->state, start->state) <= NOSLIP_BRANCHES_SAME)
        return TRUE;
      i += course->way;
      continue;
    }
    if (turns++ == MOST_TURNS || !turn(search, course))
      return FALSE;
    for (; i >= 0 && i < (int) options->n_values; i += course->way) {
      double value = noslip_branches_value(options, (guint) i);
      if (course->way * towards * (value - course->before) > 0)
        break;
      if (course->way * towards * (value - course->fold_value) > 0)
        fill_in(search, course, value);
    }
  }
  return FALSE;
}

static void
reverse(NoslipEquilibriumBranch *branch)
{
  for (guint i = 0, j = branch->values->len; i + 1 < j; i++) {
    j--;
    double *values = (double *) (gpointer) branch->values->data, value = values[i];
    gpointer point = branch->points->pdata[i];
    values[i] = values[j];
    branch->points->pdata[i] = branch->points->pdata[j];
    values[j] = value;
    branch->points->pdata[j] = point;
  }
}

void
noslip_branches_follow(NoslipBranchSearch *search, NoslipEquilibrium *start, guint index)
{
  double value = noslip_branches_value(search->options, index);
  if (is_followed(search, start, value))
    return;
  NoslipEquilibriumBranch *branch = g_new0(NoslipEquilibriumBranch, 1);
  Course course = {.branch = branch, .last = start, .before = value, .reach = INFINITY, .way = 1};
  branch->points = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_equilibrium_free);
  branch->values = g_array_new(FALSE, FALSE, sizeof(double));
  g_ptr_array_add(search->result->branches, branch);
  if (walk(search, &course, (int) index, start, value) || index == 0 || branch->values->len == 0)
    return;
  reverse(branch);
  guint last = branch->values->len - 1;
  course = (Course){.branch = branch,
                    .last = branch->points->pdata[last],
                    .before = g_array_index(branch->values, double, last),
                    .reach = INFINITY,
                    .way = -1};
  walk(search, &course, (int) index - 1, start, value);
}

void
noslip_branches_collect(const NoslipBranchSearch *search, guint index, GPtrArray *points)
{
  double value = noslip_branches_value(search->options, index);
  for (guint b = 0; b < search->result->branches->len; b++) {
    const NoslipEquilibriumBranch *branch = search->result->branches->pdata[b];
    for (guint i = 0; i < branch->values->len; i++)
      if (g_array_index(branch->values, double, i) == value)
        g_ptr_array_add(points, branch->points->pdata[i]);
  }
}
