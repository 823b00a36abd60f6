/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/branches.h"

#include <math.h>
#include <string.h>

#define SAME_PLACE 1e-4 /* the distance of two located points of a fold, whose state is found to a root, in sizes */
#define UNSTABLE 1e-7   /* an eigenvalue is unstable if its real part is above this fraction of the motion's rate */
#define SHARP 1e-13     /* the same if no eigenvalue lies on the imaginary axis before and after */
#define AWAY 1e-6
#define BESIDE 1e-3   /* of the distance of two values: where a crossing at one of them is looked for again */
#define CRITICAL 0.05 /* of the motion's rate; it falls with the fourth root of the distance from a fold */

typedef NoslipBranchSearch Search;

static guint
count_unstable(const NoslipEquilibrium *equilibrium, double small)
{
  guint shown = equilibrium->n - equilibrium->forced, count = 0;
  for (guint i = 0; i < shown; i++)
    count += equilibrium->eigenvalues[2 * i] > small * equilibrium->rate;
  return count;
}

NoslipEquilibrium *
noslip_branches_continue(Search *search, double value, const NoslipEquilibrium *from)
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

const NoslipEquilibrium *
noslip_branches_add_event(Search *search, const char *kind, double value, NoslipEquilibrium *at)
{
  const NoslipEquilibriumEvent event = {kind, value, at};
  double range = fabs(search->options->high - search->options->low);
  for (guint i = 0; i < search->result->events->len; i++) {
    const NoslipEquilibriumEvent *known = &g_array_index(search->result->events, NoslipEquilibriumEvent, i);
    if (strcmp(known->kind, kind) == 0 && fabs(known->parameter - value) <= NOSLIP_BRANCHES_SAME * range &&
        noslip_steady_distance(search->steady, known->at->state, at->state) <= SAME_PLACE) {
      noslip_equilibrium_free(at);
      return known->at;
    }
  }
  g_array_append_val(search->result->events, event);
  return at;
}

/* How far the branch is from `at` at this value; INFINITY if it is not found there. */
static double
distance_at(Search *search, double value, const NoslipEquilibrium *at)
{
  NoslipEquilibrium *there = noslip_branches_continue(search, value, at);
  double apart = there != NULL ? noslip_steady_distance(search->steady, there->state, at->state) : INFINITY;
  noslip_equilibrium_free(there);
  return apart;
}

/* Whether the branch ends at `at`, as at a fold: it approaches it as a root does, and there is none beyond. `at` may be
 * slightly before the end, so that several distances are tried. */
static gboolean
is_fold(Search *search, const NoslipBranchSpan *span, double value, const NoslipEquilibrium *at)
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

/* The equilibrium near the middle of two: where branches cross, the one or the other may lead to another branch. */
static NoslipEquilibrium *
continue_between(Search *search, double value, const NoslipEquilibrium *one, const NoslipEquilibrium *other)
{
  const NoslipSteady *steady = search->steady;
  NoslipEquilibrium middle = *one;
  g_autofree double *state = g_new0(double, steady->size + 1);
  g_autofree double *rates = g_new0(double, steady->n_symmetries + 1);
  for (guint i = 0; i < steady->size; i++)
    state[i] = one->state[i] + (other->state[i] - one->state[i]) / 2;
  for (guint s = 0; s < steady->n_symmetries; s++)
    rates[s] = one->rates[s] + (other->rates[s] - one->rates[s]) / 2;
  middle.state = state;
  middle.rates = rates;
  return noslip_branches_continue(search, value, &middle);
}

/* Halves the interval down to the change of the number of unstable eigenvalues; returns the equilibrium next to it,
 * NULL if there is none or the branch has none there. *kind: that of the change. */
static NoslipEquilibrium *
halve(Search *search, NoslipBranchSpan *span, double small, const char **kind)
{
  const NoslipSteady *steady = search->steady;
  guint unstable = count_unstable(span->from, small), most = MAX(unstable, count_unstable(span->to, small));
  NoslipEquilibrium *sides[2] = {NULL, NULL}, *at = NULL;
  *kind = kind_of(unstable == most ? span->from : span->to, small);
  for (guint i = 0;
       i < NOSLIP_BRANCHES_BISECTIONS && fabs(span->high - span->low) > 1e-12 * fmax(fabs(span->low), fabs(span->high));
       i++) {
    double middle = span->low + (span->high - span->low) / 2;
    NoslipEquilibrium *there = continue_between(search, middle, sides[0] != NULL ? sides[0] : span->from,
                                                sides[1] != NULL ? sides[1] : span->to);
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
locate_crossing(Search *search, const NoslipBranchSpan *whole, double small)
{
  NoslipBranchSpan span = *whole;
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
  noslip_branches_add_event(search, kind, value, at);
  return TRUE;
}

/* A crossing at one of the values, where an eigenvalue lies on the imaginary axis, is located again between two points
 * beside it; FALSE, without an event, if eigenvalues lie on the axis there too. */
static gboolean
sharpen(Search *search, double value, double apart, const NoslipEquilibrium *at)
{
  NoslipBranchSpan span = {.low = value - BESIDE * apart, .high = value + BESIDE * apart};
  NoslipEquilibrium *before = noslip_branches_continue(search, span.low, at),
                    *after = noslip_branches_continue(search, span.high, at);
  span.from = before;
  span.to = after;
  gboolean sharp = before != NULL && after != NULL && noslip_branches_is_hyperbolic(before) &&
                   noslip_branches_is_hyperbolic(after) &&
                   count_unstable(before, SHARP) != count_unstable(after, SHARP) &&
                   locate_crossing(search, &span, SHARP);
  noslip_equilibrium_free(before);
  noslip_equilibrium_free(after);
  return sharp;
}

/* The event other than a fold within the interval and this distance of a state. */
static const NoslipEquilibriumEvent *
find_event(const Search *search, double low, double high, const double *state, double within)
{
  for (guint i = 0; i < search->result->events->len; i++) {
    const NoslipEquilibriumEvent *event = &g_array_index(search->result->events, NoslipEquilibriumEvent, i);
    if (strcmp(event->kind, "fold") != 0 && event->parameter >= fmin(low, high) &&
        event->parameter <= fmax(low, high) &&
        noslip_steady_distance(search->steady, event->at->state, state) <= within)
      return event;
  }
  return NULL;
}

/* The equilibria of a branch that passes the end of a span, on both sides of it. FALSE if there are none so near that the
 * span turns back there. The caller owns what is filled in. */
static gboolean
find_beside(Search *search, const NoslipBranchSpan *span, double step, NoslipEquilibrium **before,
            NoslipEquilibrium **after)
{
  const NoslipSteady *steady = search->steady;
  double limit = noslip_steady_distance(steady, span->from->state, span->to->state) / 2;
  limit *= sqrt(step / (span->high - span->low)); /* as near as the span itself at that distance, or nearer */
  *after = noslip_branches_continue(search, span->high + step, span->to);
  *before = *after != NULL ? noslip_branches_continue(search, span->high - step, *after) : NULL;
  return *before != NULL && noslip_steady_distance(steady, (*after)->state, span->to->state) <= limit &&
         noslip_steady_distance(steady, (*before)->state, (*after)->state) <= limit;
}

gboolean
noslip_branches_find_passing(Search *search, const NoslipBranchSpan *span, const NoslipEquilibriumEvent **event)
{
  *event = NULL;
  double range = fabs(search->options->high - search->options->low);
  gboolean passes = TRUE, clear = FALSE;
  for (double step = BESIDE * (span->high - span->low); passes && !clear; step *= 4) {
    NoslipEquilibrium *before = NULL, *after = NULL;
    passes = find_beside(search, span, step, &before, &after);
    /* close to the point its eigenvalue is 0 to within rounding */
    clear = passes && ((noslip_branches_is_hyperbolic(before) && noslip_branches_is_hyperbolic(after)) ||
                       fabs(step) > BESIDE / 4 * range);
    if (clear &&
        noslip_branches_compare(search, &(NoslipBranchSpan){span->high - step, span->high + step, before, after}))
      *event = find_event(search, span->high - step, span->high + step, after->state,
                          noslip_steady_distance(search->steady, span->from->state, span->to->state));
    noslip_equilibrium_free(before);
    noslip_equilibrium_free(after);
  }
  return passes;
}

gboolean
noslip_branches_is_critical(const NoslipEquilibrium *at)
{
  double least = INFINITY;
  for (guint i = 0; i + at->forced < at->n; i++)
    least = fmin(least, hypot(at->eigenvalues[2 * i], at->eigenvalues[2 * i + 1]));
  return least <= CRITICAL * at->rate;
}

gboolean
noslip_branches_is_hyperbolic(const NoslipEquilibrium *equilibrium)
{
  for (guint i = 0; i + equilibrium->forced < equilibrium->n; i++)
    if (fabs(equilibrium->eigenvalues[2 * i]) <= AWAY * equilibrium->rate)
      return FALSE;
  return TRUE;
}

gboolean
noslip_branches_compare(Search *search, const NoslipBranchSpan *span)
{
  double small =
      noslip_branches_is_hyperbolic(span->from) && noslip_branches_is_hyperbolic(span->to) ? SHARP : UNSTABLE;
  return count_unstable(span->from, small) == count_unstable(span->to, small) || locate_crossing(search, span, small);
}
