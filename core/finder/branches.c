/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/branches.h"

#include "core/finder/family/families.h"

#include <math.h>
#include <string.h>

#define BACK 0.25        /* fraction of the distance between two values: how far a branch is followed around a fold */
#define LEAST_TURN 1e-3  /* lower bound of the first step around a fold */
#define LEAST_CHORD 1e-5 /* the least distance of two equilibria that gives a direction */
#define LEAST_BACK 1e-3  /* of BACK: when the parameter is known to have gone back */
#define STRAIGHT 1.1     /* the most by which a step around a fold is longer than straight on */
#define MOST_TURN 400    /* limit of the steps around a fold */
#define SAME_FOLD 1e-4   /* equilibria at a fold nearer than this, in sizes, are the same: they are found to a root */
#define MOST_TURNS 8     /* limit of the folds of a branch */
#define NEAR_MEMBER 1    /* the largest distance of two members of a family at values next to each other, in sizes */
#define FLAT 1e-4        /* singular values below it, relative, are 0 at a fold, which is found to a root */
#define LEAST_REACH 1e-6 /* lower bound of the distance of a fold, in sizes */

typedef NoslipBranchSearch Search;

static gboolean
is_cancelled(const Search *search)
{
  return search->cancel != NULL && g_atomic_int_get(search->cancel);
}

/* The part of a branch that was followed. */
typedef struct {
  NoslipEquilibriumBranch *branch;
  NoslipBranchPlace place;
  const NoslipEquilibrium *last; /* of the branch */
  double before;                 /* the parameter there */
  int way;                       /* 1 towards options->high, -1 back */
  const NoslipEquilibrium *fold;
  double fold_value;
} Course;

/* Locates the fold between the last place and a value: the last equilibrium near that place; or the point of another
 * branch at which this one turns back. */
static void
locate_fold(Search *search, Course *course, double value)
{
  const NoslipBranchPlace *place = &course->place;
  double low = place->value, high = value, reach = fmax(place->reach, LEAST_REACH);
  NoslipEquilibrium *at = NULL;
  const NoslipEquilibrium *start = place->last, *last = start;
  const NoslipBranchSpan whole = {.low = course->before, .high = low, .from = course->last, .to = start};
  const NoslipEquilibriumEvent *passing;
  if (start != course->last && noslip_branches_is_critical(start) &&
      noslip_branches_find_passing(search, &whole, &passing)) {
    course->fold = passing != NULL ? passing->at : NULL;
    course->fold_value = passing != NULL ? passing->parameter : low;
    return;
  }
  for (guint i = 0; i < NOSLIP_BRANCHES_BISECTIONS && fabs(high - low) > 1e-12 * fmax(fabs(low), fabs(high)); i++) {
    double middle = low + (high - low) / 2;
    NoslipEquilibrium *there = noslip_branches_continue(search, middle, last);
    if (there != NULL && noslip_steady_distance(search->steady, there->state, start->state) <= reach) {
      noslip_equilibrium_free(at);
      last = at = there;
      low = middle;
    } else {
      noslip_equilibrium_free(there);
      high = middle;
    }
  }
  if (at == NULL) /* no equilibrium was found between: the last one is at the value itself */
    at = noslip_branches_continue(search, low, start);
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

/* The next equilibrium of a family, if it was not followed up to a fold: any member stands for it, and Newton's method may
 * lead far along it. NULL if there is none of the same kind near. */
static NoslipEquilibrium *
next_member(Search *search, Course *course, double value)
{
  const NoslipEquilibrium *last = course->last;
  NoslipEquilibrium *next = last->dimension > 0 && !noslip_branches_is_critical(course->place.last)
                                ? noslip_branches_continue(search, value, last)
                                : NULL;
  if (next == NULL)
    return NULL;
  if (next->dimension != last->dimension || next->forced != last->forced ||
      noslip_steady_distance(search->steady, next->state, last->state) > NEAR_MEMBER ||
      !noslip_branches_compare(search, &(NoslipBranchSpan){course->before, value, last, next}))
    g_clear_pointer(&next, noslip_equilibrium_free);
  return next;
}

/* Follows the branch to the next value; FALSE, with the fold located, if the branch does not reach it. */
static gboolean
advance(Search *search, Course *course, double value)
{
  gboolean first = course->branch->values->len == 0;
  NoslipEquilibrium *next = first ? noslip_branches_continue(search, value, course->last)
                                  : noslip_branches_approach(search, &course->place, value);
  course->fold = NULL;
  gboolean anew = first;
  if (next == NULL && !first && (next = next_member(search, course, value)) != NULL)
    anew = TRUE;
  if (next == NULL) {
    if (!first)
      locate_fold(search, course, value);
    return FALSE;
  }
  append(course, value, next);
  if (anew)
    noslip_branches_place(search, &course->place, value, next);
  return TRUE;
}

double
noslip_branches_value(const NoslipEquilibriaOptions *options, guint i)
{
  return options->n_values > 1 ? options->low + (options->high - options->low) * i / (options->n_values - 1)
                               : options->low;
}

/* Where the way around a fold begins: u at the fold, and the direction to it. Returns the length of the first step; 0 if
 * the direction is not known. */
static double
begin_turn(const Search *search, const Course *course, double span, double *u, double *normal)
{
  NoslipSteady *steady = search->steady;
  const NoslipBranchPlace *place = &course->place;
  guint size = steady->size + steady->n_symmetries + 1;
  g_autofree double *from = g_new0(double, size);
  noslip_steady_gather(steady, course->fold->state, course->fold->rates, course->fold_value / span, u);
  noslip_steady_gather(steady, place->z, place->z + steady->size, place->value / span, from);
  double step = noslip_steady_direction(steady, from, u, normal);
  for (guint i = course->branch->values->len; i-- > 0 && step < LEAST_CHORD;) { /* the place may be the fold itself */
    const NoslipEquilibrium *point = course->branch->points->pdata[i];
    noslip_steady_gather(steady, point->state, point->rates, g_array_index(course->branch->values, double, i) / span,
                         from);
    step = noslip_steady_direction(steady, from, u, normal);
  }
  return step < LEAST_CHORD ? 0 : fmax(step, LEAST_TURN);
}

/* Adds the equilibrium at u, past a fold, from which the branch is followed the other way. */
static gboolean
turn_back(Search *search, Course *course, double span, const double *u, const double *normal, double residual)
{
  NoslipSteady *steady = search->steady;
  guint columns = steady->size + steady->n_symmetries;
  g_autofree double *z = g_new0(double, columns + 1);
  g_autofree double *parameters = g_memdup2(search->parameters, sizeof(double) * MAX(search->n_parameters, 1));
  double value = u[columns] * span;
  parameters[search->options->along] = value;
  noslip_steady_set_parameters(steady, parameters);
  noslip_steady_scatter(steady, u, z, z + steady->size);
  NoslipEquilibrium *past = noslip_steady_linearize(steady, z, z + steady->size, residual);
  if (past == NULL)
    return FALSE;
  course->way = -course->way;
  append(course, value, past);
  noslip_branches_place(search, &course->place, value, past);
  if (!(fabs(normal[columns]) > 0))
    return TRUE;
  noslip_steady_scatter(steady, normal, course->place.slope, course->place.slope + steady->size);
  for (guint j = 0; j < columns; j++)
    course->place.slope[j] /= normal[columns] * span;
  course->place.has_slope = TRUE;
  return TRUE;
}

/* A step along the branch, in the plane perpendicular to its direction; FALSE if it leads aside or out of the range. */
static gboolean
step_along(Search *search, double span, double step, const double *u, const double *normal, double *to,
           double *residual)
{
  NoslipSteady *steady = search->steady;
  const NoslipEquilibriaOptions *options = search->options;
  guint size = steady->size + steady->n_symmetries + 1;
  double least = fmin(options->low, options->high), most = fmax(options->low, options->high);
  g_autofree double *parameters = g_memdup2(search->parameters, sizeof(double) * MAX(search->n_parameters, 1));
  for (guint j = 0; j < size; j++)
    to[j] = u[j] + step * normal[j];
  return noslip_steady_solve_along(steady, parameters, (guint) options->along, span, normal, to, residual) &&
         noslip_steady_direction(steady, u, to, NULL) <= STRAIGHT * step && to[size - 1] * span >= least &&
         to[size - 1] * span <= most;
}

/* Adds the fold itself, at the value that it is near to within rounding; it may be the last point. */
static void
append_fold(Search *search, Course *course, double value)
{
  NoslipSteady *steady = search->steady;
  double rounding = NOSLIP_BRANCHES_SAME * fabs(search->options->high - search->options->low);
  if (fabs(course->fold_value - course->before) <= rounding)
    return;
  if (!(fabs(course->fold_value - value) <= rounding))
    value = course->fold_value;
  NoslipEquilibrium *at = noslip_steady_linearize(steady, course->fold->state, course->fold->rates, 0);
  if (at != NULL) {
    at->residual = course->fold->residual;
    append(course, value, at);
  }
}

/* Follows the branch from the fold at u, with a first step of this length along the normal, until the parameter has
 * gone back by a fraction (BACK) of the spacing of values, or goes forward again as at another fold. FALSE if the
 * branch cannot be followed there. Changes u and the normal. */
static gboolean
turn_from(Search *search, Course *course, double step, double *u, double *normal)
{
  const NoslipEquilibriaOptions *options = search->options;
  guint size = search->steady->size + search->steady->n_symmetries + 1;
  double range = options->high - options->low, back = BACK * range / MAX(options->n_values - 1, 1);
  g_autofree double *to = g_new0(double, size);
  double residual = 0, past = 0;
  for (guint count = 0; count < MOST_TURN && step > LEAST_TURN / 64 && !is_cancelled(search); count++) {
    double reached = 0;
    gboolean good = step_along(search, fabs(range), step, u, normal, to, &residual);
    if (good)
      reached = course->way * (course->fold_value - to[size - 1] * fabs(range)) / back;
    if (!good || reached > 2 + past) {
      step /= 2;
      continue;
    }
    if (past > LEAST_BACK && reached < past)
      return turn_back(search, course, fabs(range), u, normal, residual);
    noslip_steady_direction(search->steady, u, to, normal);
    memcpy(u, to, sizeof(double) * size);
    past = reached;
    step *= 1.5;
    if (past >= 1)
      return turn_back(search, course, fabs(range), u, normal, residual);
  }
  return FALSE;
}

/* Follows the branch around a fold by its arc length. */
static gboolean
turn(Search *search, Course *course)
{
  guint size = search->steady->size + search->steady->n_symmetries + 1;
  double span = fabs(search->options->high - search->options->low);
  g_autofree double *u = g_new0(double, size);
  g_autofree double *normal = g_new0(double, size);
  if (!(span > 0))
    return FALSE;
  double step = begin_turn(search, course, span, u, normal);
  return turn_from(search, course, step, u, normal);
}

/* Finds the direction of the branch at a fold at which it begins, of those in which the equations do not change that
 * along which the parameter changes most: the others lead along a family. Returns that change after a short step, 0 if
 * there is none within the range. */
static double
find_direction(Search *search, double span, const double *u, double *normal)
{
  NoslipSteady *steady = search->steady;
  guint size = steady->size + steady->n_symmetries + 1;
  g_autofree double *parameters = g_memdup2(search->parameters, sizeof(double) * MAX(search->n_parameters, 1));
  g_autofree double *rows = g_new0(double, (gsize) size *size);
  g_autofree double *to = g_new0(double, size);
  double change = 0, residual;
  guint count = noslip_steady_tangents(steady, parameters, (guint) search->options->along, span, u, FLAT, rows);
  for (guint k = 0; k < 2 * count; k++) {
    double *row = rows + (gsize) (k / 2) * size;
    for (guint j = 0; j < size; j++)
      row[j] = -row[j];
    if (!step_along(search, span, LEAST_TURN, u, row, to, &residual) ||
        !(fabs(to[size - 1] - u[size - 1]) > fabs(change)))
      continue;
    change = to[size - 1] - u[size - 1];
    memcpy(normal, row, sizeof(double) * size);
  }
  return change;
}

/* Follows a branch that begins at a fold along one of its two arms: `arm` is 1 or -1. `normal` is filled for the first,
 * and belongs to the fold. */
static gboolean
leave_fold(Search *search, Course *course, int arm, double *normal)
{
  NoslipSteady *steady = search->steady;
  guint size = steady->size + steady->n_symmetries + 1;
  double range = search->options->high - search->options->low, span = fabs(range);
  g_autofree double *u = g_new0(double, size);
  g_autofree double *there = g_new0(double, size);
  noslip_steady_gather(steady, course->fold->state, course->fold->rates, course->fold_value / span, u);
  if (arm > 0) {
    double change = find_direction(search, span, u, normal);
    if (change == 0)
      return FALSE;
    course->way = change * range < 0 ? 1 : -1;
  }
  for (guint j = 0; j < size; j++)
    there[j] = arm * normal[j];
  return turn_from(search, course, LEAST_TURN, u, there);
}

/* Whether two equilibria at one value of the parameter are the same. */
static gboolean
is_near(const Search *search, const NoslipEquilibrium *one, const NoslipEquilibrium *other)
{
  return noslip_steady_distance(search->steady, one->state, other->state) <=
         (noslip_branches_is_critical(one) ? SAME_FOLD : NOSLIP_BRANCHES_SAME);
}

static gboolean
is_joined(const Search *search, const NoslipEquilibrium *one, const NoslipEquilibrium *other)
{
  return noslip_families_are_joined(search->steady, one, other);
}

/* Whether a branch other than `own` (may be NULL) has a point at a value of the parameter for which this holds. */
static gboolean
is_passed(const Search *search, const NoslipEquilibriumBranch *own, const NoslipEquilibrium *start, double value,
          gboolean (*holds)(const Search *, const NoslipEquilibrium *, const NoslipEquilibrium *))
{
  for (guint b = 0; b < search->result->branches->len; b++) {
    const NoslipEquilibriumBranch *branch = search->result->branches->pdata[b];
    for (guint i = 0; i < branch->values->len && branch != own; i++)
      if (g_array_index(branch->values, double, i) == value && holds(search, start, branch->points->pdata[i]))
        return TRUE;
  }
  return FALSE;
}

/* Whether a branch other than `own` (may be NULL) passes this equilibrium, or another member of its family, at a value
 * of the parameter. */
static gboolean
is_followed(const Search *search, const NoslipEquilibriumBranch *own, const NoslipEquilibrium *start, double value)
{
  g_autofree double *parameters = g_memdup2(search->parameters, sizeof(double) * MAX(search->n_parameters, 1));
  parameters[search->options->along] = value;
  noslip_steady_set_parameters(search->steady, parameters);
  return is_passed(search, own, start, value, is_near) || is_passed(search, own, start, value, is_joined);
}

/* Adds the point at a value between a fold and the last point, which turn() has put beyond it. */
static void
fill_in(Search *search, Course *course, double value)
{
  NoslipEquilibriumBranch *branch = course->branch;
  NoslipBranchPlace place = {0};
  noslip_branches_place(search, &place, course->before, course->last);
  NoslipEquilibrium *at = noslip_branches_approach(search, &place, value);
  noslip_branches_leave(&place);
  if (at == NULL || is_followed(search, NULL, at, value)) { /* it is on the part before the fold */
    noslip_equilibrium_free(at);
    return;
  }
  g_ptr_array_insert(branch->points, (int) branch->points->len - 1, at);
  g_array_insert_val(branch->values, branch->values->len - 1, value);
}

/* Whether the branch has come back to the fold at which it began. */
static gboolean
is_back(const Search *search, const Course *course, const NoslipEquilibrium *start, double first)
{
  double rounding = NOSLIP_BRANCHES_SAME * fabs(search->options->high - search->options->low);
  return fabs(course->before - first) <= rounding && noslip_branches_is_critical(start) &&
         noslip_steady_distance(search->steady, course->last->state, start->state) <= SAME_FOLD;
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
    if (course->fold == NULL)
      return FALSE;
    append_fold(search, course, noslip_branches_value(options, (guint) i));
    if (turns > 0 && is_back(search, course, start, first))
      return TRUE;
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
  noslip_branches_complete(search, &course->place);
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

/* Turns the branch round: it is followed on from where it began. */
static void
begin_again(Search *search, Course *course, int way)
{
  reverse(course->branch);
  guint last = course->branch->values->len - 1;
  course->last = course->branch->points->pdata[last];
  course->before = g_array_index(course->branch->values, double, last);
  course->way = way;
  noslip_branches_place(search, &course->place, course->before, course->last);
}

/* Whether another branch passes the families of the last point: at their fold, where the start lies, paths between
 * members are not found. */
static gboolean
is_known(const Search *search, const Course *course)
{
  return course->last->dimension > 0 && is_followed(search, course->branch, course->last, course->before);
}

/* Follows both arms of a branch of which only the index-th value, at a fold, is known. FALSE if another branch passes
 * there. */
static gboolean
walk_from_fold(Search *search, Course *course, guint index, const NoslipEquilibrium *start, double value)
{
  guint size = search->steady->size + search->steady->n_symmetries + 1;
  const NoslipEquilibrium *fold = course->fold;
  double fold_value = course->fold_value;
  g_autofree double *normal = g_new0(double, size);
  if (!leave_fold(search, course, 1, normal))
    return TRUE;
  int way = course->way;
  gboolean closed = walk(search, course, (int) index + way, start, value);
  if (closed || is_known(search, course))
    return closed;
  begin_again(search, course, -way);
  course->fold = fold;
  course->fold_value = fold_value;
  if (leave_fold(search, course, -1, normal))
    walk(search, course, (int) index + way, start, value);
  return TRUE;
}

void
noslip_branches_follow(NoslipBranchSearch *search, NoslipEquilibrium *start, guint index)
{
  double value = noslip_branches_value(search->options, index);
  if (is_followed(search, NULL, start, value))
    return;
  NoslipEquilibriumBranch *branch = g_new0(NoslipEquilibriumBranch, 1);
  Course course = {.branch = branch, .last = start, .before = value, .way = 1};
  branch->points = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_equilibrium_free);
  branch->values = g_array_new(FALSE, FALSE, sizeof(double));
  g_ptr_array_add(search->result->branches, branch);
  guint n_events = search->result->events->len;
  gboolean closed = walk(search, &course, (int) index, start, value);
  if (!closed && index > 0 && branch->values->len > 0) {
    begin_again(search, &course, -1);
    closed = walk(search, &course, (int) index - 1, start, value);
  }
  gboolean is_new =
      closed || branch->values->len > 1 || course.fold == NULL || walk_from_fold(search, &course, index, start, value);
  noslip_branches_leave(&course.place);
  if (is_new)
    return;
  g_array_set_size(search->result->events, n_events);
  g_ptr_array_remove(search->result->branches, branch);
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
