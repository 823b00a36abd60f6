/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Embedded pairs of explicit Runge-Kutta methods: a step, and an estimate of its error from the same stages. One motion
 * and many in lanes (adaptive-lanes.c) use the same formulas, so that both round alike. Private to integrate/. */
#pragma once

#include "core/integrate/method.h"

#define NOSLIP_EMBEDDED_STAGES_MOST 13
/* The shortest step is this times the larger of the times at its ends. */
#define NOSLIP_PACE_LEAST (4 * 2.220446049250313e-16)
/* The first step is at least this times the shortest one. */
#define NOSLIP_PACE_FIRST 1000
/* A run ends after this many steps in a row that are shorter than CRAWL times its longest one. */
#define NOSLIP_PACE_CRAWLING_MOST 1000000
#define NOSLIP_PACE_CRAWL 1e-4

/* k_s = f(t + c_s h, z + h sum_j a_sj k_j); the end is z + h sum b_s k_s, its estimated error h sum e_s k_s. */
typedef struct {
  guint stages;
  const double *c; /* stages */
  const double *a; /* stages x NOSLIP_EMBEDDED_STAGES_MOST, below the diagonal */
  const double *b; /* stages */
  const double *e; /* stages */
} NoslipEmbedded;

/* The weights of a sum over stages that are not 0, and the arrays to which they belong. */
typedef struct {
  guint n;
  double weights[NOSLIP_EMBEDDED_STAGES_MOST];
  const double *slopes[NOSLIP_EMBEDDED_STAGES_MOST];
} NoslipStageSum;
/* The sums of a step over slopes k[stages]: of the argument of each stage, of the end of the step, and of its error. */
typedef struct {
  NoslipStageSum stages[NOSLIP_EMBEDDED_STAGES_MOST], end, error;
} NoslipStageSums;
void noslip_stage_sums_set(NoslipStageSums *sums, const NoslipEmbedded *pair, double *const *k);

/* NULL if the method is not an embedded pair. */
const NoslipEmbedded *noslip_embedded_pair(const NoslipMethod *method);

/* The control of the step size (E. Hairer, S. P. Norsett, G. Wanner: Solving Ordinary Differential Equations I, II.4).
 * `ratio` is the largest of |error| / (rtol |z| + atol). Sets *h to the suitable step; returns GSL_ODEIV_HADJ_DEC if
 * the step of the old *h must be repeated with it. */
int noslip_pace_adjust(guint order, double ratio, double *h);

/* The next step to try, given the natural step `step` and the time `remaining` to the sample (s): two equal steps if a
 * natural one would leave a short rest. */
typedef struct {
  double h;         /* s */
  gboolean landing; /* the step ends at the sample */
} NoslipPace;
static inline NoslipPace
noslip_pace_choose(double step, double remaining)
{
  gboolean landing = step >= remaining;
  return (NoslipPace){landing ? remaining : step > 0.5 * remaining ? 0.5 * remaining : step, landing};
}

/* The first step: a hundredth of the time in which the state changes by its own size, from the largest |z| (`size`) and
 * |zdot| (`rate`) in units of the tolerance. At least NOSLIP_PACE_FIRST times the least step, since fast coordinates
 * that start at 0 have almost no size. The error control corrects it. */
static inline double
noslip_pace_first(double size, double rate, double most, double least)
{
  double wanted = size > 1e-5 && rate > 1e-5 ? 0.01 * size / rate : 1e-6;
  return MIN(most, MAX(NOSLIP_PACE_FIRST * least, wanted));
}
