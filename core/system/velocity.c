/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Given values are linear conditions: y = y0 + N^T u with the rows of N spanning their kernel. The search continues in
 * u (velocity-search.h), from several starts, because nonlinear constraints may have several roots. */
#include "core/system/velocity.h"

#include "core/system/velocity-search.h"

#include <math.h>
#include <string.h>

#define ITERATIONS_MOST 80
#define SEEDS_MOST 48
#define BLAMED_MOST 64
#define WORK_MOST 1.5e9 /* limit of the multiplications over all seeds, about a second */

/* Whether y0 has the given value j, to rounding. A value that is a multiple of a single velocity is set exactly. */
static gboolean
meets_given(NoslipVelocitySearch *s, guint j, double *residual)
{
  const NoslipVelocityProblem *p = s->problem;
  double sum = -p->given[j], terms = fabs(p->given[j]);
  guint n = p->n, only = n, count = 0;
  for (guint a = 0; a < n; a++) {
    double slope = s->targets[(gsize) j * n + a];
    sum += slope * s->base[a];
    terms += fabs(slope * s->base[a]);
    if (slope != 0) {
      only = a;
      count++;
    }
  }
  if (fabs(sum) > NOSLIP_VELOCITY_CONSISTENT * terms) {
    *residual = fabs(sum);
    return FALSE;
  }
  if (count == 1)
    s->base[only] = p->given[j] / s->targets[(gsize) j * n + only];
  return TRUE;
}

/* Computes y0 and N from the given values, checking each against the earlier ones. */
static NoslipVelocityStatus
take_given(NoslipVelocitySearch *s, guint *which, double *residual)
{
  const NoslipVelocityProblem *p = s->problem;
  guint n = p->n, q = p->q;
  if (q == 0) {
    s->d = n;
    for (guint i = 0; i < n; i++)
      s->basis[(gsize) i * n + i] = 1;
    return NOSLIP_VELOCITY_FOUND;
  }
  g_autoptr(NoslipSvd) svd = noslip_svd_new(q, n);
  g_autofree double *rows = g_new0(double, (gsize) q *n);
  g_autofree double *right = g_new0(double, q);
  for (guint j = 0; j < q; j++) {
    double size = noslip_velocity_norm(n, s->targets + (gsize) j * n), scale = size > 0 ? 1 / size : 1;
    for (guint a = 0; a < n; a++)
      rows[(gsize) j * n + a] = s->targets[(gsize) j * n + a] * scale;
    right[j] = p->given[j] * scale;
  }
  if (!noslip_svd_factor(svd, rows))
    return NOSLIP_VELOCITY_UNDEFINED;
  double tolerance = noslip_velocity_rank_tolerance(svd);
  noslip_svd_solve(svd, tolerance, right, s->base);
  s->d = noslip_svd_kernel(svd, tolerance, s->basis);
  for (guint j = 0; j < q; j++)
    if (!meets_given(s, j, residual)) {
      *which = j;
      return NOSLIP_VELOCITY_GIVEN_CLASH;
    }
  /* A fixed direction must have no component in the kernel, not even round-off. */
  for (gsize i = 0; i < (gsize) s->d * n; i++)
    if (fabs(s->basis[i]) < 1e-15)
      s->basis[i] = 0;
  return NOSLIP_VELOCITY_FOUND;
}

static gboolean
differ(guint n, const double *a, const double *b)
{
  double difference = 0;
  for (guint i = 0; i < n; i++)
    difference = hypot(difference, a[i] - b[i]);
  return difference > 1e-6 * (noslip_velocity_norm(n, a) + noslip_velocity_norm(n, b));
}

/* -1, 0, 1: which of two roots is nearer to rest: by kinetic energy first, then by size. */
static int
compare_roots(guint n, double kinetic_a, const double *a, double kinetic_b, const double *b)
{
  double scale = fabs(kinetic_a) + fabs(kinetic_b), size = noslip_velocity_norm(n, a) + noslip_velocity_norm(n, b);
  if (fabs(kinetic_a - kinetic_b) > 1e-7 * scale)
    return kinetic_a < kinetic_b ? -1 : 1;
  double difference = noslip_velocity_norm(n, a) - noslip_velocity_norm(n, b);
  if (fabs(difference) > 1e-7 * size)
    return difference < 0 ? -1 : 1;
  return 0;
}

/* The best root so far. */
typedef struct {
  gboolean found, tie;
  double kinetic;
} Best;

static void
consider(NoslipVelocitySearch *s, const double *trial, double *y, Best *best)
{
  guint n = s->problem->n;
  double kinetic = *s->kinetic;
  int order = best->found ? compare_roots(n, kinetic, trial, best->kinetic, y) : -1;
  if (order < 0) {
    *best = (Best){TRUE, FALSE, kinetic};
    memcpy(y, trial, n * sizeof(double));
  } else if (order == 0 && differ(n, trial, y)) {
    best->tie = TRUE;
  }
}

/* Tries the reflections of a root, by the given values and in its largest component: they are often near other
 * roots. */
static void
try_reflections(NoslipVelocitySearch *s, double *trial, double *y, guint iterations, Best *best)
{
  guint n = s->problem->n, largest = 0;
  for (guint a = 0; a < n; a++)
    if (fabs(y[a] - s->base[a]) > fabs(y[largest] - s->base[largest]))
      largest = a;
  for (guint twin = 0; twin < 2 && !best->tie; twin++) {
    memcpy(trial, y, n * sizeof(double));
    for (guint a = 0; a < n; a++)
      if (twin == 0 || a == largest)
        trial[a] = 2 * s->base[a] - y[a];
    if (noslip_velocity_search_run(s, trial, iterations))
      consider(s, trial, y, best);
  }
}

/* Starting points of the search: y0, then points away from it along all free directions, by varying distances. */
static void
draw_seed(const NoslipVelocitySearch *s, guint seed, guint64 *random, double *trial)
{
  static const double sizes[] = {1, 0.1, 10, 3};
  guint n = s->problem->n;
  memcpy(trial, s->base, n * sizeof(double));
  for (guint i = 0; seed > 0 && i < s->d; i++) {
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    double unit = (double) (*random >> 11) / 4503599627370496.0 - 1;
    double u = unit * sizes[seed % 4] * (1 + noslip_velocity_norm(n, s->base));
    for (guint a = 0; a < n; a++)
      trial[a] += u * s->basis[(gsize) i * n + a];
  }
}

static NoslipVelocityStatus
search_all(NoslipVelocitySearch *s, double *y)
{
  const NoslipVelocityProblem *p = s->problem;
  guint n = p->n;
  double cost = 30.0 * n * n * n * ITERATIONS_MOST;
  guint seeds = p->is_nonlinear ? (guint) CLAMP(WORK_MOST / cost, 2, SEEDS_MOST) : 1;
  guint iterations = cost > WORK_MOST ? 10 : ITERATIONS_MOST;
  g_autofree double *trial = g_new(double, (gsize) n + 1);
  Best best = {FALSE, FALSE, INFINITY};
  guint64 random = 99;
  for (guint seed = 0; seed < seeds; seed++) {
    draw_seed(s, seed, &random, trial);
    if (noslip_velocity_search_run(s, trial, iterations))
      consider(s, trial, y, &best);
    else if (seed == 0)
      memcpy(y, trial, n * sizeof(double));
  }
  if (!best.found)
    return NOSLIP_VELOCITY_CONSTRAINT_FAILS;
  if (p->is_nonlinear)
    try_reflections(s, trial, y, iterations, &best);
  return best.tie ? NOSLIP_VELOCITY_NOT_UNIQUE : NOSLIP_VELOCITY_FOUND;
}

/* Whether step_u solves c linear equations, to rounding. */
static gboolean
satisfies(const NoslipVelocitySearch *s, guint c, const double *rows, const double *right)
{
  for (guint b = 0; b < c; b++) {
    double residual = -right[b], terms = fabs(right[b]);
    for (guint i = 0; i < s->d; i++) {
      residual += rows[(gsize) b * s->d + i] * s->step_u[i];
      terms += fabs(rows[(gsize) b * s->d + i] * s->step_u[i]);
    }
    if (fabs(residual) > NOSLIP_VELOCITY_CONSISTENT * terms)
      return FALSE;
  }
  return TRUE;
}

/* Sets y to the velocity that satisfies, by the shortest change, every constraint that can hold together with those
 * before it: only the constraints that contradict others then have a residual. */
static void
find_failing_constraint(NoslipVelocitySearch *s, double *y)
{
  const NoslipVelocityProblem *p = s->problem;
  guint n = p->n, d = s->d, kept = 0;
  if (p->is_nonlinear || p->k > BLAMED_MOST)
    return;
  g_autofree double *rows = g_new0(double, (gsize) p->k *d + 1); /* the linearised constraints that hold together */
  g_autofree double *right = g_new0(double, (gsize) p->k + 1);
  memcpy(y, s->base, n * sizeof(double));
  noslip_velocity_search_evaluate(s, s->base, NULL);
  noslip_velocity_search_linearise(s);
  for (guint c = 0; c < p->k; c++) {
    memcpy(rows + (gsize) kept * d, s->a + (gsize) c * d, d * sizeof(double));
    right[kept] = s->right[c];
    g_autoptr(NoslipSvd) svd = noslip_svd_new(kept + 1, d);
    if (!noslip_svd_factor(svd, rows))
      return;
    noslip_svd_solve(svd, noslip_velocity_rank_tolerance(svd), right, s->step_u);
    if (!satisfies(s, kept + 1, rows, right))
      continue;
    kept++;
    noslip_velocity_search_lift(s, s->step_u, y);
    for (guint a = 0; a < n; a++)
      y[a] += s->base[a];
  }
}

/* Sets fixed velocities to their given values, and velocities that are only rounding to 0. */
static void
clean(NoslipVelocitySearch *s, double *y)
{
  guint n = s->problem->n;
  double size = noslip_velocity_norm(n, y);
  for (guint a = 0; a < n; a++) {
    gboolean fixed = TRUE;
    for (guint i = 0; i < s->d && fixed; i++)
      fixed = s->basis[(gsize) i * n + a] == 0;
    if (fixed)
      y[a] = s->base[a];
    else if (fabs(y[a]) < 1e-15 * size)
      y[a] = 0;
  }
}

static NoslipVelocityStatus
solve(NoslipVelocitySearch *s, double *y, guint *which, double *residual)
{
  const NoslipVelocityProblem *p = s->problem;
  NoslipVelocityStatus status = take_given(s, which, residual);
  if (status != NOSLIP_VELOCITY_FOUND)
    return status;
  noslip_velocity_search_prepare(s);
  status = search_all(s, y);
  if (status == NOSLIP_VELOCITY_FOUND)
    clean(s, y);
  if (status == NOSLIP_VELOCITY_CONSTRAINT_FAILS)
    find_failing_constraint(s, y);
  noslip_velocity_search_evaluate(s, y, NULL);
  double scaled = noslip_velocity_search_residual(s, y, which);
  if (p->k > 0)
    *residual = fabs(s->phi[*which]);
  if (status == NOSLIP_VELOCITY_FOUND && !(scaled <= NOSLIP_VELOCITY_CONSISTENT))
    return NOSLIP_VELOCITY_CONSTRAINT_FAILS;
  if (status == NOSLIP_VELOCITY_CONSTRAINT_FAILS && (p->k == 0 || isnan(scaled) || !isfinite(*s->kinetic)))
    return NOSLIP_VELOCITY_UNDEFINED;
  return status;
}

NoslipVelocityStatus
noslip_velocity_solve(const NoslipVelocityProblem *p, double *y, guint *which, double *residual)
{
  g_auto(NoslipVelocitySearch) s;
  noslip_velocity_search_init(&s, p);
  *which = 0;
  *residual = 0;
  memset(y, 0, p->n * sizeof(double));
  NoslipVelocityStatus status = solve(&s, y, which, residual);
  for (guint a = 0; a < p->n; a++)
    y[a] *= s.scale[a];
  return status;
}
