/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps with error control of stepper.c for many motions, with the same arithmetic in the same order. A motion
 * whose step fails, or is not accepted by the formulation or the guard, leaves the lanes and is computed alone. */
#include "core/integrate/adaptive-lanes.h"

#include "core/expr/lanes.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#define LANES NOSLIP_TAPE_LANES
#define MOST NOSLIP_EMBEDDED_STAGES_MOST
/* After this many attempts between two samples, the motions that have not reached the second sample leave the lanes, so
 * that the others continue. */
#define ATTEMPTS_MOST 100000

#define FOR_LANES for (guint lane = 0; lane < LANES; lane++)
#define FOR_GROUPS NOSLIP_FOR_GROUPS

struct _NoslipAdaptiveLanes {
  const NoslipLanes *lanes;
  gpointer work;
  NoslipGuardLanes *guard;
  const NoslipEmbedded *pair;
  guint order;
  double rtol, atol;
  gboolean stabilise;
  gsize size; /* numbers of a state */
  /* Arrays of size x LANES: */
  double *k[MOST];                /* slopes of the stages; k[0]: at the start of the step */
  double *argument, *end, *error; /* argument of a stage; end of the step, and its estimated error */
  double *slopes_after;
  NoslipStageSums sums;
  guint width; /* the lanes that are computed */
  /* For each motion: */
  double t[LANES], at[LANES], next[LANES]; /* s: present time, time of a stage, end of the step */
  double *h;                               /* s: the step, LANES */
  double step[LANES], longest[LANES];      /* s: the natural step; the longest step so far */
  double ratio[LANES];                     /* error / tolerance */
  guint crawling[LANES];
  guint32 fresh; /* bits of the motions whose k[0] is up to date */
};

NoslipAdaptiveLanes *
noslip_adaptive_lanes_new(const NoslipLanes *lanes, gpointer work, guint size, NoslipGuardLanes *guard,
                          const NoslipRunOptions *options)
{
  const NoslipEmbedded *pair = noslip_embedded_pair(options->method);
  if (pair == NULL)
    return NULL;
  NoslipAdaptiveLanes *adaptive = g_new0(NoslipAdaptiveLanes, 1);
  adaptive->lanes = lanes;
  adaptive->work = work;
  adaptive->guard = guard;
  adaptive->pair = pair;
  adaptive->order = options->method->order;
  adaptive->rtol = options->rtol;
  adaptive->atol = options->atol;
  adaptive->stabilise = options->stabilise;
  adaptive->size = size;
  gsize array = (gsize) size * LANES;
  adaptive->k[0] = g_aligned_alloc0(array * (MOST + 4) + LANES, sizeof(double), 64);
  for (guint s = 1; s < MOST; s++)
    adaptive->k[s] = adaptive->k[0] + s * array;
  adaptive->argument = adaptive->k[0] + MOST * array;
  adaptive->end = adaptive->argument + array;
  adaptive->error = adaptive->end + array;
  adaptive->slopes_after = adaptive->error + array;
  adaptive->h = adaptive->slopes_after + array;
  adaptive->width = LANES;
  noslip_stage_sums_set(&adaptive->sums, pair, adaptive->k);
  return adaptive;
}

void
noslip_adaptive_lanes_free(NoslipAdaptiveLanes *adaptive)
{
  if (adaptive == NULL)
    return;
  g_aligned_free(adaptive->k[0]);
  g_free(adaptive);
}

void
noslip_adaptive_lanes_start(NoslipAdaptiveLanes *adaptive, double t0, guint n)
{
  adaptive->width = noslip_lanes_width(n);
  FOR_LANES
  adaptive->t[lane] = t0;
  memset(adaptive->step, 0, sizeof adaptive->step);
  memset(adaptive->longest, 0, sizeof adaptive->longest);
  memset(adaptive->crawling, 0, sizeof adaptive->crawling);
  adaptive->fresh = 0;
}

/* The sums of combine() for 4 n lanes stay in registers. */
static inline __attribute__((always_inline)) void
combine_lanes(const NoslipAdaptiveLanes *adaptive, const NoslipStageSum *sum, const guint n, const double *z,
              double *to)
{
  const NoslipFourLanes *step = (const NoslipFourLanes *) (gpointer) adaptive->h;
  for (gsize at = 0; at < adaptive->size * LANES; at += LANES) {
    NoslipFourLanes sums[LANES / 4], *target = (NoslipFourLanes *) (gpointer) (to + at);
    const NoslipFourLanes *first = (const NoslipFourLanes *) (gpointer) (sum->slopes[0] + at);
    FOR_GROUPS(n)
    sums[g] = sum->weights[0] * first[g];
    for (guint s = 1; s < sum->n; s++) {
      const NoslipFourLanes *slope = (const NoslipFourLanes *) (gpointer) (sum->slopes[s] + at);
      double weight = sum->weights[s];
      FOR_GROUPS(n)
      sums[g] += weight * slope[g];
    }
    if (z != NULL) {
      const NoslipFourLanes *from = (const NoslipFourLanes *) (gpointer) (z + at);
      FOR_GROUPS(n)
      target[g] = from[g] + step[g] * sums[g];
    } else {
      FOR_GROUPS(n)
      target[g] = step[g] * sums[g];
    }
  }
}

/* to = z + h * sum_s weights_s k_s; z may be NULL for 0. */
NOSLIP_LANE_BUILDS static void
combine(const NoslipAdaptiveLanes *adaptive, const NoslipStageSum *sum, const double *z, double *to)
{
  if (adaptive->width == LANES)
    combine_lanes(adaptive, sum, LANES / 4, z, to);
  else if (adaptive->width == LANES / 2)
    combine_lanes(adaptive, sum, LANES / 8, z, to);
  else
    combine_lanes(adaptive, sum, LANES / 16, z, to);
}

/* ratio[lane]: the largest |error| / (rtol |end| + atol) of each motion; NaN if a value is not finite. */
NOSLIP_LANE_BUILDS static void
measure(gsize size, double rtol, double atol, const double *end, const double *error, const double *slopes,
        double *ratio)
{
  double sum[LANES] = {0};
  FOR_LANES
  ratio[lane] = DBL_MIN;
  for (gsize i = 0; i < size * LANES; i += LANES)
    NOSLIP_FOR_LANES
    {
      double here = fabs(error[i + lane]) / (rtol * fabs(end[i + lane]) + atol);
      ratio[lane] = here > ratio[lane] ? here : ratio[lane];
      sum[lane] += 0 * end[i + lane] + 0 * error[i + lane] + 0 * slopes[i + lane];
    }
  FOR_LANES
  ratio[lane] = sum[lane] == 0 ? ratio[lane] : (double) NAN;
}

/* at = t + c h */
NOSLIP_LANE_BUILDS static void
place(const double *t, double c, const double *h, double *at)
{
  NOSLIP_FOR_LANES
  at[lane] = t[lane] + c * h[lane];
}

/* The lanes whose `size` values are finite: only for these the product with 0 is 0. */
NOSLIP_LANE_BUILDS static guint32
find_finite(gsize size, const double *values)
{
  double sum[LANES] = {0};
  for (gsize i = 0; i < size * LANES; i += LANES)
    NOSLIP_FOR_LANES
  sum[lane] += 0 * values[i + lane];
  return ~noslip_lanes_bits(sum);
}

/* Copies the lanes `which` of `from` to `to`. */
NOSLIP_LANE_BUILDS static void
take(guint width, gsize size, guint32 which, const double *from, double *to)
{
  for (guint g = 0; g < width / 4; g++) {
    const NoslipFourMasks mask = NOSLIP_FOUR_MASKS(which, g);
    for (gsize i = 0; i < size; i++) {
      const NoslipFourLanes *taken = (const NoslipFourLanes *) (gconstpointer) (from + i * LANES);
      NoslipFourLanes *kept = (NoslipFourLanes *) (gpointer) (to + i * LANES);
      kept[g] = (NoslipFourLanes) (((NoslipFourMasks) taken[g] & mask) | ((NoslipFourMasks) kept[g] & ~mask));
    }
  }
}

/* Computes k[0], the slopes at the start of the next step, for motions whose k[0] is not up to date. */
static void
refresh(NoslipAdaptiveLanes *adaptive, const double *z, guint32 moving, guint32 *in)
{
  guint32 stale = moving & ~adaptive->fresh, good = stale;
  if (stale == 0)
    return;
  adaptive->lanes->rates(adaptive->work, adaptive->t, z, adaptive->argument, &good);
  good &= find_finite(adaptive->size, adaptive->argument);
  take(adaptive->width, adaptive->size, good, adaptive->argument, adaptive->k[0]);
  adaptive->fresh |= good;
  *in &= ~stale | good;
}

static double
first_step(const NoslipAdaptiveLanes *adaptive, guint lane, const double *z, double most, double least)
{
  double size = 0, rate = 0;
  for (gsize i = lane; i < adaptive->size * LANES; i += LANES) {
    double scale = adaptive->atol + adaptive->rtol * fabs(z[i]);
    size = MAX(size, fabs(z[i]) / scale);
    rate = MAX(rate, fabs(adaptive->k[0][i]) / scale);
  }
  return noslip_pace_first(size, rate, most, least);
}

/* Chooses the next step of each motion: 0 if it waits at its target. Motions whose step is too short leave. */
static void
choose_steps(NoslipAdaptiveLanes *adaptive, const double *to, const double *z, guint32 moving, guint32 *in)
{
  memset(adaptive->h, 0, LANES * sizeof(double));
  memcpy(adaptive->next, adaptive->t, sizeof adaptive->next);
  NOSLIP_FOR_BITS(lane, moving & *in)
  {
    double t = adaptive->t[lane], remaining = to[lane] - t;
    double least = NOSLIP_PACE_LEAST * MAX(fabs(t), fabs(to[lane]));
    if (!(adaptive->step[lane] > 0))
      adaptive->step[lane] = first_step(adaptive, lane, z, remaining, least);
    NoslipPace pace = noslip_pace_choose(adaptive->step[lane], remaining);
    if (!pace.landing && pace.h < least) {
      *in &= ~((guint32) 1 << lane);
      continue;
    }
    adaptive->h[lane] = pace.h;
    adaptive->next[lane] = pace.landing ? to[lane] : t + pace.h;
  }
}

/* Computes all stages, and `end`, `error` and `slopes_after` at t + h. */
static void
try_steps(NoslipAdaptiveLanes *adaptive, const double *z, guint32 *good)
{
  const NoslipEmbedded *pair = adaptive->pair;
  for (guint s = 1; s < pair->stages; s++) {
    combine(adaptive, &adaptive->sums.stages[s], z, adaptive->argument);
    place(adaptive->t, pair->c[s], adaptive->h, adaptive->at);
    adaptive->lanes->rates(adaptive->work, adaptive->at, adaptive->argument, adaptive->k[s], good);
  }
  combine(adaptive, &adaptive->sums.error, NULL, adaptive->error);
  combine(adaptive, &adaptive->sums.end, z, adaptive->end);
  place(adaptive->t, 1, adaptive->h, adaptive->at);
  adaptive->lanes->rates(adaptive->work, adaptive->at, adaptive->end, adaptive->slopes_after, good);
  measure(adaptive->size, adaptive->rtol, adaptive->atol, adaptive->end, adaptive->error, adaptive->slopes_after,
          adaptive->ratio);
}

/* Sets the next natural steps. Returns the motions whose error is within the tolerance; those with values that are not
 * finite leave. */
static guint32
judge_steps(NoslipAdaptiveLanes *adaptive, const double *to, guint32 tried, guint32 *in)
{
  guint32 good = 0;
  NOSLIP_FOR_BITS(lane, tried)
  {
    double h = adaptive->h[lane], natural = adaptive->step[lane], next = h;
    if (isnan(adaptive->ratio[lane])) {
      *in &= ~((guint32) 1 << lane);
      continue;
    }
    int adjustment = noslip_pace_adjust(adaptive->order, adaptive->ratio[lane], &next);
    if (adjustment == GSL_ODEIV_HADJ_DEC && next < h) {
      adaptive->step[lane] = next;
      if (next < NOSLIP_PACE_LEAST * MAX(fabs(adaptive->t[lane]), fabs(to[lane])))
        *in &= ~((guint32) 1 << lane);
      continue;
    }
    good |= (guint32) 1 << lane;
    if (h == natural || next > natural)
      adaptive->step[lane] = next;
    adaptive->longest[lane] = fmax(adaptive->longest[lane], h);
    gboolean crawls = adaptive->step[lane] < NOSLIP_PACE_CRAWL * adaptive->longest[lane];
    adaptive->crawling[lane] = crawls ? adaptive->crawling[lane] + 1 : 0;
  }
  return good;
}

/* Moves the motions of `good` to the ends of their steps. */
static void
accept_steps(NoslipAdaptiveLanes *adaptive, double *z, guint32 good, guint32 *in)
{
  guint32 accepted = good, changed = 0;
  take(adaptive->width, adaptive->size, good, adaptive->end, z);
  NOSLIP_FOR_BITS(lane, good)
  adaptive->t[lane] = adaptive->next[lane];
  adaptive->lanes->accept(adaptive->work, adaptive->t, z, adaptive->stabilise, &accepted, &changed);
  if (adaptive->guard != NULL)
    noslip_guard_lanes_step(adaptive->guard, adaptive->t, z, NULL, &accepted);
  NOSLIP_FOR_BITS(lane, good)
  if (adaptive->crawling[lane] >= NOSLIP_PACE_CRAWLING_MOST)
    accepted &= ~((guint32) 1 << lane);
  take(adaptive->width, adaptive->size, good, adaptive->slopes_after, adaptive->k[0]);
  adaptive->fresh = (adaptive->fresh & ~good) | (good & ~changed);
  *in &= ~good | accepted;
}

guint32
noslip_adaptive_lanes_moving(const NoslipAdaptiveLanes *adaptive, const double *to, guint32 in)
{
  guint32 moving = 0;
  NOSLIP_FOR_BITS(lane, in)
  moving |= (guint32) (adaptive->t[lane] < to[lane]) << lane;
  return moving;
}

static guint32
attempt_steps(NoslipAdaptiveLanes *adaptive, const double *to, double *z, guint32 moving, guint32 *in)
{
  refresh(adaptive, z, moving, in);
  choose_steps(adaptive, to, z, moving, in);
  guint32 tried = moving & *in;
  try_steps(adaptive, z, &tried);
  *in &= ~moving | tried;
  guint32 good = judge_steps(adaptive, to, tried, in);
  if (good != 0)
    accept_steps(adaptive, z, good, in);
  return good;
}

guint32
noslip_adaptive_lanes_step(NoslipAdaptiveLanes *adaptive, const double *to, double *z, guint32 *in)
{
  guint32 moving = noslip_adaptive_lanes_moving(adaptive, to, *in);
  return moving != 0 ? attempt_steps(adaptive, to, z, moving, in) : 0;
}

void
noslip_adaptive_lanes_expect(NoslipAdaptiveLanes *adaptive, guint lane, double step)
{
  adaptive->step[lane] = step;
  adaptive->fresh &= ~((guint32) 1 << lane);
}

void
noslip_adaptive_lanes_swap(NoslipAdaptiveLanes *adaptive, guint a, guint b)
{
  guint crawling = adaptive->crawling[a];
  adaptive->crawling[a] = adaptive->crawling[b];
  adaptive->crawling[b] = crawling;
  noslip_lanes_swap(1, adaptive->t, a, b);
  noslip_lanes_swap(1, adaptive->step, a, b);
  noslip_lanes_swap(1, adaptive->longest, a, b);
  noslip_lanes_swap(adaptive->size, adaptive->k[0], a, b);
  adaptive->fresh = noslip_lanes_swap_bits(adaptive->fresh, a, b);
}

void
noslip_adaptive_lanes_use(NoslipAdaptiveLanes *adaptive, guint n)
{
  adaptive->width = noslip_lanes_width(n);
}

double
noslip_adaptive_lanes_expected(const NoslipAdaptiveLanes *adaptive, guint lane)
{
  return adaptive->step[lane];
}

const double *
noslip_adaptive_lanes_times(const NoslipAdaptiveLanes *adaptive)
{
  return adaptive->t;
}

gboolean
noslip_adaptive_lanes_advance(NoslipAdaptiveLanes *adaptive, double to, double *z, const int *cancel, guint32 *in)
{
  double targets[LANES];
  FOR_LANES
  targets[lane] = to;
  for (guint attempt = 0;; attempt++) {
    guint32 moving = noslip_adaptive_lanes_moving(adaptive, targets, *in);
    if (moving == 0)
      return *in != 0;
    if (cancel != NULL && g_atomic_int_get(cancel))
      return FALSE;
    if (attempt == ATTEMPTS_MOST) {
      *in &= ~moving;
      continue;
    }
    attempt_steps(adaptive, targets, z, moving, in);
  }
}
