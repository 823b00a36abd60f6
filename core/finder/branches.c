/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/branches.h"

#include <math.h>
#include <string.h>

#define BISECTIONS 60
#define BACK 0.25       /* fraction of the distance between two values: how far a branch is followed around a fold */
#define LEAST_TURN 1e-3 /* lower bound of the first step around a fold */
#define MOST_TURN 400   /* limit of the steps around a fold */
#define MOST_TURNS 8    /* limit of the folds of a branch */
#define SAME_END 1e-6
#define SAME_PLACE 1e-4 /* the distance of two located points of a fold, whose state is found to a root, in sizes */
#define UNSTABLE 1e-7   /* an eigenvalue is unstable if its real part is above this fraction of the motion's rate */
#define SHARP 1e-13     /* the same if no eigenvalue lies on the imaginary axis before and after */
#define AWAY 1e-6
#define BESIDE 1e-3      /* of the distance of two values: where a crossing at one of them is looked for again */
#define FIRST_CREEP 1e-6 /* of the distance of two values: the first of the small steps between them */
#define LEAST_CREEP 1e-12
#define CRITICAL 0.05 /* of the motion's rate; it falls with the fourth root of the distance from a fold */

typedef NoslipBranchSearch Search;

static gboolean
is_cancelled(const Search *search)
{
  return search->cancel != NULL && g_atomic_int_get(search->cancel);
}

static guint
count_unstable(const NoslipEquilibrium *equilibrium, double small)
{
  guint shown = equilibrium->n - equilibrium->forced, count = 0;
  for (guint i = 0; i < shown; i++)
    count += equilibrium->eigenvalues[2 * i] > small * equilibrium->rate;
  return count;
}

/* No eigenvalue near the imaginary axis. */
static gboolean
is_hyperbolic(const NoslipEquilibrium *equilibrium)
{
  for (guint i = 0; i + equilibrium->forced < equilibrium->n; i++)
    if (fabs(equilibrium->eigenvalues[2 * i]) <= AWAY * equilibrium->rate)
      return FALSE;
  return TRUE;
}

/* The equilibrium near another one at another value of the parameter; NULL if there is none. */
static NoslipEquilibrium *
continue_to(Search *search, double value, const NoslipEquilibrium *from)
{
  NoslipSteady *steady = search->steady;
  g_autofree double *parameters = g_memdup2(search->parameters, sizeof(double) * MAX(search->n_parameters, 1));
  g_autofree double *z = g_memdup2(from->state, sizeof(double) * steady->size);
  g_autofree double *rates = g_memdup2(from->rates, sizeof(double) * MAX(steady->n_symmetries, 1));
  double residual;
  parameters[search->options->along] = value;
  noslip_steady_set_parameters(steady, parameters);
  return noslip_steady_solve(steady, z, rates, &residual) ? noslip_steady_linearize(steady, z, rates, residual) : NULL;
}

/* The kind of a crossing, from the equilibrium just beyond it. The eigenvalue that has become unstable (the one with
 * the least positive real part) is complex beyond a Hopf point and real beyond a zero, also if an imaginary pair meets
 * at 0 and separates along the real axis. */
static const char *
kind_of(const NoslipEquilibrium *at, double small)
{
  double least = INFINITY;
  const char *kind = "zero";
  for (guint i = 0; i + at->forced < at->n; i++) {
    double re = at->eigenvalues[2 * i], im = at->eigenvalues[2 * i + 1];
    if (!(re > small * at->rate && re < least))
      continue;
    least = re;
    kind = fabs(im) > re ? "hopf" : "zero";
  }
  return kind;
}

/* Takes ownership of `at`, and returns the equilibrium of the event. A point that several branches pass is one event. */
static const NoslipEquilibrium *
add_event(Search *search, const char *kind, double value, NoslipEquilibrium *at)
{
  const NoslipEquilibriumEvent event = {kind, value, at};
  double range = fabs(search->options->high - search->options->low);
  for (guint i = 0; i < search->result->events->len; i++) {
    const NoslipEquilibriumEvent *known = &g_array_index(search->result->events, NoslipEquilibriumEvent, i);
    if (strcmp(known->kind, kind) == 0 && fabs(known->parameter - value) <= SAME_END * range &&
        noslip_steady_distance(search->steady, known->at->state, at->state) <= SAME_PLACE) {
      noslip_equilibrium_free(at);
      return known->at;
    }
  }
  g_array_append_val(search->result->events, event);
  return at;
}

/* An interval of the parameter with the equilibria of one branch at its ends. */
typedef struct {
  double low, high;
  const NoslipEquilibrium *from, *to;
} Span;

/* How far the branch is from `at` at this value; INFINITY if it is not found there. */
static double
distance_at(Search *search, double value, const NoslipEquilibrium *at)
{
  NoslipEquilibrium *there = continue_to(search, value, at);
  double apart = there != NULL ? noslip_steady_distance(search->steady, there->state, at->state) : INFINITY;
  noslip_equilibrium_free(there);
  return apart;
}

/* Whether the branch ends at `at`, as at a fold: it approaches it as a root does, and there is none beyond. `at` may be
 * slightly before the end, so that several distances are tried. */
static gboolean
is_fold(Search *search, const Span *span, double value, const NoslipEquilibrium *at)
{
  double range = fabs(search->options->high - search->options->low);
  for (double step = BESIDE * (span->high - span->low); fabs(step) <= BESIDE * range; step *= 16) {
    double near = distance_at(search, value - step, at), nearer = distance_at(search, value - step / 16, at);
    double beyond = distance_at(search, value + step, at);
    if (isfinite(near) && nearer > near / 8 && !(beyond <= 10 * near))
      return TRUE;
  }
  return FALSE;
}

static gboolean sharpen(Search *search, double value, double apart, const NoslipEquilibrium *at);

/* Halves the interval down to the change of the number of unstable eigenvalues; returns the equilibrium next to it,
 * NULL if there is none or the branch has none there. *kind: that of the change. */
static NoslipEquilibrium *
halve(Search *search, Span *span, double small, const char **kind)
{
  const NoslipSteady *steady = search->steady;
  guint unstable = count_unstable(span->from, small), most = MAX(unstable, count_unstable(span->to, small));
  NoslipEquilibrium *sides[2] = {NULL, NULL}, *at = NULL;
  *kind = kind_of(unstable == most ? span->from : span->to, small);
  for (guint i = 0; i < BISECTIONS && fabs(span->high - span->low) > 1e-12 * fmax(fabs(span->low), fabs(span->high));
       i++) {
    double middle = span->low + (span->high - span->low) / 2;
    NoslipEquilibrium *there = continue_to(search, middle, at != NULL ? at : span->from);
    if (there == NULL)
      break;
    guint count = count_unstable(there, small), side = count != unstable;
    *(side ? &span->high : &span->low) = middle;
    if (count == most)
      *kind = kind_of(there, small);
    noslip_equilibrium_free(sides[side]);
    at = sides[side] = there;
  }
  const NoslipEquilibrium *before = sides[0] != NULL ? sides[0] : span->from;
  const NoslipEquilibrium *after = sides[1] != NULL ? sides[1] : span->to;
  gboolean joined = noslip_steady_distance(steady, before->state, after->state) <= SAME_PLACE;
  noslip_equilibrium_free(at == sides[0] ? sides[1] : sides[0]);
  if (!joined)
    g_clear_pointer(&at, noslip_equilibrium_free);
  return at;
}

/* Locates the change of the number of unstable eigenvalues. Does not take ownership of the equilibria. FALSE if they
 * belong to different branches: then there is no such point between them. */
static gboolean
locate_crossing(Search *search, const Span *whole, double small)
{
  Span span = *whole;
  const char *kind;
  NoslipEquilibrium *at = halve(search, &span, small, &kind);
  if (at == NULL)
    return FALSE;
  double value = span.low + (span.high - span.low) / 2;
  if (small > SHARP && sharpen(search, value, whole->high - whole->low, at)) {
    noslip_equilibrium_free(at);
    return TRUE;
  }
  if (at->forced > whole->from->forced)
    kind = "zero";
  else if (strcmp(kind, "zero") == 0)
    kind = is_fold(search, whole, value, at) ? "fold" : noslip_branches_meet(search, value, at) ? "branch" : kind;
  add_event(search, kind, value, at);
  return TRUE;
}

/* A crossing at one of the values, where an eigenvalue lies on the imaginary axis, is located again between two points
 * beside it; FALSE, without an event, if eigenvalues lie on the axis there too. */
static gboolean
sharpen(Search *search, double value, double apart, const NoslipEquilibrium *at)
{
  Span span = {.low = value - BESIDE * apart, .high = value + BESIDE * apart};
  NoslipEquilibrium *before = continue_to(search, span.low, at), *after = continue_to(search, span.high, at);
  span.from = before;
  span.to = after;
  gboolean sharp = before != NULL && after != NULL && is_hyperbolic(before) && is_hyperbolic(after) &&
                   count_unstable(before, SHARP) != count_unstable(after, SHARP) &&
                   locate_crossing(search, &span, SHARP);
  noslip_equilibrium_free(before);
  noslip_equilibrium_free(after);
  return sharp;
}

/* Whether an eigenvalue is near 0, as at a fold. A branch also ends where the equations do, or where the steps do not
 * converge. */
static gboolean
is_critical(const NoslipEquilibrium *at)
{
  double least = INFINITY;
  for (guint i = 0; i + at->forced < at->n; i++)
    least = fmin(least, hypot(at->eigenvalues[2 * i], at->eigenvalues[2 * i + 1]));
  return least <= CRITICAL * at->rate;
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
  for (guint i = 0; i < BISECTIONS && fabs(high - low) > 1e-12 * fmax(fabs(low), fabs(high)); i++) {
    double middle = low + (high - low) / 2;
    NoslipEquilibrium *there = continue_to(search, middle, last);
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
    at = continue_to(search, low, course->last);
  if (at != NULL && !is_critical(at))
    g_clear_pointer(&at, noslip_equilibrium_free);
  course->fold = at != NULL ? add_event(search, "fold", low, at) : NULL;
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

/* Locates a change of the stability within the interval; FALSE if its ends belong to different branches. */
static gboolean
compare(Search *search, const Span *span)
{
  double small = is_hyperbolic(span->from) && is_hyperbolic(span->to) ? SHARP : UNSTABLE;
  return count_unstable(span->from, small) == count_unstable(span->to, small) || locate_crossing(search, span, small);
}

/* The same as continue_to() by small steps: each starts at the place to which the one before leads, and is made smaller
 * until the place found is near it. Where two branches pass near each other a whole step leads to the other one. NULL,
 * with the fold if there is one, if the branch does not reach the value. */
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
    NoslipEquilibrium *next = continue_to(search, to, start);
    double moved = next != NULL ? noslip_steady_distance(steady, next->state, z) : INFINITY;
    double missed = next != NULL ? noslip_steady_distance(steady, next->state, guess) : INFINITY;
    const NoslipEquilibrium *from = last != NULL ? last : course->last;
    if (next == NULL || !(missed <= (before != 0 ? 0.25 * moved + 1e-9 : 1e-3)) ||
        !compare(search, &(Span){at, to, from, next})) {
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
  if (last != NULL && is_critical(last)) {
    course->fold = add_event(search, "fold", at, last);
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
  NoslipEquilibrium *next = continue_to(search, value, course->last);
  double apart = next != NULL ? noslip_steady_distance(search->steady, next->state, course->last->state) : INFINITY;
  course->fold = NULL;
  if (next == NULL || apart > course->reach) {
    noslip_equilibrium_free(next);
    if (!first)
      locate_fold(search, course, value);
    return FALSE;
  }
  if (!first && !compare(search, &(Span){course->before, value, course->last, next})) {
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

static double
value_at(const NoslipEquilibriaOptions *options, int i)
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

/* Follows an equilibrium over the values of the parameter, and back if the branch turns. */
static void
follow(Search *search, NoslipEquilibrium *start)
{
  const NoslipEquilibriaOptions *options = search->options;
  NoslipEquilibriumBranch *branch = g_new0(NoslipEquilibriumBranch, 1);
  Course course = {.branch = branch, .last = start, .before = options->low, .reach = INFINITY, .way = 1};
  int towards = options->high < options->low ? -1 : 1;
  guint turns = 0;
  branch->points = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_equilibrium_free);
  branch->values = g_array_new(FALSE, FALSE, sizeof(double));
  g_ptr_array_add(search->result->branches, branch);
  for (int i = 0; i >= 0 && i < (int) options->n_values && !is_cancelled(search);) {
    if (advance(search, &course, value_at(options, i))) {
      i += course.way;
      continue;
    }
    if (turns++ == MOST_TURNS || !turn(search, &course))
      return;
    while (i >= 0 && i < (int) options->n_values && course.way * towards * (value_at(options, i) - course.before) <= 0)
      i += course.way;
  }
}

/* Whether a branch that has turned back ends at this equilibrium. */
static gboolean
is_followed(const Search *search, const NoslipEquilibrium *start)
{
  for (guint b = 0; b < search->result->branches->len; b++) {
    const NoslipEquilibriumBranch *branch = search->result->branches->pdata[b];
    guint n = branch->values->len;
    const NoslipEquilibrium *last = n > 1 ? branch->points->pdata[n - 1] : NULL;
    if (last != NULL && g_array_index(branch->values, double, n - 1) == search->options->low &&
        noslip_steady_distance(search->steady, last->state, start->state) <= SAME_END)
      return TRUE;
  }
  return FALSE;
}

void
noslip_branches_follow(NoslipBranchSearch *search)
{
  for (guint e = 0; e < search->result->equilibria->len && !is_cancelled(search); e++)
    if (!is_followed(search, search->result->equilibria->pdata[e]))
      follow(search, search->result->equilibria->pdata[e]);
}
