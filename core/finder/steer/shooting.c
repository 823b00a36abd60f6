/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/shooting.h"

#include "core/base/linear.h"
#include "core/finder/linear/nullspace.h"

#include <math.h>
#include <string.h>

#define HALVINGS 7 /* limit of the halvings of a Newton step */
#define WHOLE 0.0  /* marks the step without elimination (shooting-whole.c) */
/* Singular values below this fraction of the largest count as 0: if a family of extremals meets the same end, one of
 * them approaches 0 with the residual, and steps along it are too long; then the next value is tried. */
static const double kept[] = {1e-9, WHOLE, 1e-6, 1e-3};
#define LEAST_SIZE 1e-3
#define LONGEST 8.0 /* limit of the change of a state, or of the time, in a step, in sizes */

static gsize
node_size(const NoslipShooting *shooting)
{
  return shooting->extremal->size;
}

NoslipShooting *
noslip_shooting_new(NoslipExtremal *extremal, NoslipArc *arc, const NoslipShootingEnd *end, guint arcs)
{
  NoslipShooting *shooting = g_new0(NoslipShooting, 1);
  gsize size = extremal->size;
  shooting->extremal = extremal;
  shooting->arcs = arcs;
  shooting->arc = arc;
  shooting->end = *end;
  shooting->n_unknowns = extremal->n + (end->open ? end->n_given : 0) + end->free_time;
  shooting->n_rows = end->n_given + (end->open ? extremal->n : 0) + end->free_time;
  shooting->nodes = g_new0(double, (shooting->arcs + 1) * size);
  shooting->seeds = g_new0(double, (gsize) shooting->arcs *(extremal->n + extremal->k) + 1);
  shooting->nu = g_new0(double, (gsize) end->n_given + 1);
  shooting->typical = g_new0(double, size);
  shooting->sizes = g_new0(double, size);
  shooting->rest = g_new0(double, (gsize) shooting->n_rows + 1);
  shooting->gaps = g_new0(double, shooting->arcs *size);
  shooting->ends = g_new0(double, (gsize) shooting->n_rows + 1);
  shooting->flows = g_new0(double, shooting->arcs *size *size);
  shooting->speeds = g_new0(double, shooting->arcs *size);
  return shooting;
}

void
noslip_shooting_free(NoslipShooting *shooting)
{
  if (shooting == NULL)
    return;
  g_free(shooting->nodes);
  g_free(shooting->seeds);
  g_free(shooting->nu);
  g_free(shooting->typical);
  g_free(shooting->sizes);
  g_free(shooting->rest);
  g_free(shooting->gaps);
  g_free(shooting->ends);
  g_free(shooting->flows);
  g_free(shooting->speeds);
  g_free(shooting);
}

static void
keep_seed(NoslipShooting *shooting, guint arc)
{
  const NoslipExtremal *extremal = shooting->extremal;
  gsize width = extremal->n + extremal->k;
  memcpy(shooting->seeds + arc * width, extremal->y, sizeof(double) * width); /* mu is stored after y */
}

/* The next velocities are searched near those at the start of this arc. */
static gboolean
take_seed(NoslipShooting *shooting, guint arc)
{
  const NoslipExtremal *extremal = shooting->extremal;
  gsize size = extremal->size, width = extremal->n + extremal->k;
  g_autofree double *xy = g_memdup2(shooting->nodes + arc * size, sizeof(double) * size);
  g_autofree double *ignored = g_new0(double, size);
  const double *seed = shooting->seeds + arc * width;
  memcpy(xy + extremal->m, seed, sizeof(double) * extremal->n);
  return noslip_extremal_enter(shooting->extremal, shooting->time * arc / shooting->arcs, xy, seed + extremal->n,
                               ignored);
}

/* b, and if `slopes` is not NULL its derivative by (z, nu): n_rows x (size + n_given). At the last node, whose rates
 * have just been computed. */
static void
fill_ends(NoslipShooting *shooting, double *slopes)
{
  const NoslipExtremal *extremal = shooting->extremal;
  const NoslipShootingEnd *end = &shooting->end;
  const double *z = shooting->nodes + shooting->arcs * node_size(shooting), *p = z + extremal->m;
  guint m = extremal->m, n = extremal->n, columns = extremal->size + end->n_given, row = 0;
  if (slopes != NULL)
    memset(slopes, 0, sizeof(double) * shooting->n_rows * columns);
  for (guint j = 0; j < end->n_given; j++, row++) {
    shooting->ends[row] = z[end->given[j]] - end->target[j];
    if (slopes != NULL)
      slopes[(gsize) row * columns + end->given[j]] = 1;
  }
  for (guint a = 0; end->open && a < n; a++, row++) {
    shooting->ends[row] = p[a];
    for (guint j = 0; j < end->n_given; j++) {
      gsize entry = (gsize) end->given[j] * n + a;
      shooting->ends[row] -= shooting->nu[j] * extremal->anchor[entry];
      for (guint i = 0; slopes != NULL && i < m; i++)
        slopes[(gsize) row * columns + i] -= shooting->nu[j] * extremal->anchor_slopes[entry * m + i];
      if (slopes != NULL)
        slopes[(gsize) row * columns + extremal->size + j] = -extremal->anchor[entry];
    }
    if (slopes != NULL)
      slopes[(gsize) row * columns + m + a] = 1;
  }
  if (!end->free_time)
    return;
  shooting->ends[row] = noslip_extremal_hamiltonian(extremal, z);
  for (guint i = 0; slopes != NULL && i < extremal->size; i++)
    slopes[(gsize) row * columns + i] = i < m ? -extremal->extended_slopes[i] : extremal->y[i - m];
}

void
noslip_shooting_ends(NoslipShooting *shooting, double *b)
{
  g_autofree double *zdot = g_new0(double, node_size(shooting));
  noslip_extremal_rates(shooting->extremal, shooting->time, shooting->nodes + shooting->arcs * node_size(shooting),
                        zdot, FALSE);
  fill_ends(shooting, NULL);
  memcpy(b, shooting->ends, sizeof(double) * shooting->n_rows);
}

/* Of coordinates: how far they go, whatever their origin. */
static void
take_sizes(NoslipShooting *shooting)
{
  const NoslipExtremal *extremal = shooting->extremal;
  gsize size = extremal->size;
  double momentum = 0, place = 0;
  memset(shooting->sizes, 0, sizeof(double) * size);
  for (guint i = 0; i < size; i++) {
    double origin = i < extremal->m ? shooting->nodes[i] : 0;
    for (guint node = 0; node <= shooting->arcs; node++)
      shooting->sizes[i] = fmax(shooting->sizes[i], fabs(shooting->nodes[node * size + i] - origin));
    *(i < extremal->m ? &place : &momentum) = fmax(i < extremal->m ? place : momentum, shooting->sizes[i]);
  }
  for (guint j = 0; j < shooting->end.n_given; j++) {
    guint given = shooting->end.given[j];
    shooting->sizes[given] = fmax(shooting->sizes[given], fabs(shooting->end.target[j] - shooting->nodes[given]));
  }
  for (guint i = 0; i < size; i++) {
    double all = i < extremal->m ? place : momentum;
    if (shooting->sizes[i] <= 1e-9 * all)
      shooting->sizes[i] = all;
    shooting->sizes[i] = fmax(shooting->sizes[i], LEAST_SIZE * shooting->typical[i]);
    if (i < extremal->m)
      shooting->sizes[i] = fmax(shooting->sizes[i], LEAST_SIZE * fabs(shooting->nodes[i])); /* for rounding */
  }
}

gboolean
noslip_shooting_start(NoslipShooting *shooting, const double *xy, const double *mu, double time)
{
  NoslipExtremal *extremal = shooting->extremal;
  gsize size = node_size(shooting);
  g_autofree double *zdot = g_new0(double, size);
  shooting->time = time;
  noslip_arc_set_tolerance(shooting->arc, 1e-6, shooting->typical);
  memset(shooting->nu, 0, sizeof(double) * shooting->end.n_given);
  if (!noslip_extremal_enter(extremal, 0, xy, mu, shooting->nodes))
    return FALSE;
  for (guint i = 0; i < shooting->arcs; i++) {
    double *next = shooting->nodes + (i + 1) * size;
    keep_seed(shooting, i);
    memcpy(next, shooting->nodes + i * size, sizeof(double) * size);
    if (!noslip_arc_move(shooting->arc, time * i / shooting->arcs, time * (i + 1) / shooting->arcs, next, 0, NULL,
                         NULL) ||
        !noslip_extremal_rates(extremal, time * (i + 1) / shooting->arcs, next, zdot, FALSE))
      return FALSE;
  }
  take_sizes(shooting);
  return TRUE;
}

void
noslip_shooting_take(NoslipShooting *shooting, double time)
{
  shooting->time = time;
  take_sizes(shooting);
}

/* Computes all arcs from the present nodes: gaps, flows, speeds, and b with its slopes. */
static gboolean
shoot(NoslipShooting *shooting, gboolean flows, double *slopes)
{
  NoslipExtremal *extremal = shooting->extremal;
  gsize size = node_size(shooting);
  g_autofree double *z = g_new0(double, size);
  for (guint i = 0; i < shooting->arcs; i++) {
    double *flow = shooting->flows + i * size * size, *next = shooting->nodes + (i + 1) * size;
    memcpy(z, shooting->nodes + i * size, sizeof(double) * size);
    memset(flow, 0, sizeof(double) * size * size);
    for (guint j = 0; j < size; j++)
      flow[j * size + j] = 1;
    double from = shooting->time * i / shooting->arcs, to = shooting->time * (i + 1) / shooting->arcs;
    if (!take_seed(shooting, i) || !noslip_arc_move(shooting->arc, from, to, z, flows ? (guint) size : 0, flow, NULL) ||
        !noslip_extremal_rates(extremal, to, z, shooting->speeds + i * size, FALSE))
      return FALSE;
    if (i + 1 == shooting->arcs)
      memcpy(next, z, sizeof(double) * size);
    else
      keep_seed(shooting, i + 1);
    for (guint j = 0; j < size; j++)
      shooting->gaps[i * size + j] = z[j] - next[j];
  }
  fill_ends(shooting, slopes);
  return TRUE;
}

/* The largest gap and the largest |b - rest|, relative to the sizes. */
static double
misfit(const NoslipShooting *shooting)
{
  const NoslipExtremal *extremal = shooting->extremal;
  gsize size = node_size(shooting);
  double largest = 0, momentum = 0;
  for (guint i = 0; i < extremal->n; i++)
    momentum = fmax(momentum, shooting->sizes[extremal->m + i]);
  for (guint i = 0; i + 1 < shooting->arcs; i++)
    for (guint j = 0; j < size; j++)
      largest = fmax(largest, fabs(shooting->gaps[i * size + j]) / shooting->sizes[j]);
  for (guint row = 0; row < shooting->n_rows; row++) {
    double scale = row < shooting->end.n_given ? shooting->sizes[shooting->end.given[row]] : momentum;
    if (shooting->end.free_time && row + 1 == shooting->n_rows)
      scale = fmax(noslip_extremal_energy_size(extremal, shooting->nodes + shooting->arcs * size), 1e-300);
    largest = fmax(largest, fabs(shooting->ends[row] - shooting->rest[row]) / scale);
  }
  return largest;
}

/* The Newton step of each node as an affine function of the step of u = (p_0, nu, T): M u + v, with M (size x
 * n_unknowns) in `moves` and v (size), which comes from the gaps, in `drift`. At the first node M = (0; 1) and v =
 * 0. */
static void
first_moves(const NoslipShooting *shooting, double *moves, double *drift)
{
  const NoslipExtremal *extremal = shooting->extremal;
  memset(moves, 0, sizeof(double) * node_size(shooting) * shooting->n_unknowns);
  memset(drift, 0, sizeof(double) * node_size(shooting));
  for (guint a = 0; a < extremal->n; a++)
    moves[(gsize) (extremal->m + a) * shooting->n_unknowns + a] = 1;
}

static void
next_moves(const NoslipShooting *shooting, guint arc, double *moves, double *drift)
{
  gsize size = node_size(shooting), unknowns = shooting->n_unknowns;
  const double *flow = shooting->flows + arc * size * size;
  g_autofree double *next = g_new0(double, size *unknowns);
  g_autofree double *further = g_new0(double, size);
  for (guint i = 0; i < size; i++) {
    further[i] = noslip_nullspace_dot((guint) size, flow + i * size, drift);
    if (arc + 1 < shooting->arcs)
      further[i] += shooting->gaps[arc * size + i];
    for (guint k = 0; k < size; k++)
      for (guint u = 0; u < unknowns; u++)
        next[i * unknowns + u] += flow[i * size + k] * moves[k * unknowns + u];
    if (shooting->end.free_time)
      next[i * unknowns + unknowns - 1] += shooting->speeds[arc * size + i] / shooting->arcs;
  }
  memcpy(moves, next, sizeof(double) * size * unknowns);
  memcpy(drift, further, sizeof(double) * size);
}

/* B (M u + v) + b_nu nu = rest - b, with least norm after scaling. */
static gboolean
solve_ends(const NoslipShooting *shooting, double small, const double *slopes, const double *moves, const double *drift,
           double *step)
{
  guint size = shooting->extremal->size, unknowns = shooting->n_unknowns, rows = shooting->n_rows;
  guint columns = size + shooting->end.n_given, n = shooting->extremal->n;
  g_autofree double *a = g_new0(double, (gsize) rows *unknowns + 1);
  g_autofree double *right = g_new0(double, (gsize) rows + 1);
  g_autofree double *row_scale = g_new0(double, (gsize) rows + 1);
  g_autofree double *column_scale = g_new0(double, (gsize) unknowns + 1);
  for (guint row = 0; row < rows; row++) {
    const double *slope = slopes + (gsize) row * columns;
    right[row] = shooting->rest[row] - shooting->ends[row] - noslip_nullspace_dot(size, slope, drift);
    for (guint u = 0; u < unknowns; u++)
      for (guint i = 0; i < size; i++)
        a[(gsize) row * unknowns + u] += slope[i] * moves[(gsize) i * unknowns + u];
    for (guint j = 0; shooting->end.open && j < shooting->end.n_given; j++)
      a[(gsize) row * unknowns + n + j] += slope[size + j];
  }
  if (!noslip_all_finite(a, (gsize) rows * unknowns) || !noslip_all_finite(right, rows))
    return FALSE;
  noslip_linear_balance(rows, unknowns, a, row_scale, column_scale);
  for (guint row = 0; row < rows; row++) {
    right[row] *= row_scale[row];
    for (guint u = 0; u < unknowns; u++)
      a[(gsize) row * unknowns + u] *= row_scale[row] * column_scale[u];
  }
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rows, unknowns);
  if (!noslip_svd_factor(svd, a))
    return FALSE;
  noslip_svd_solve(svd, small, right, step);
  for (guint u = 0; u < unknowns; u++)
    step[u] *= column_scale[u];
  return noslip_all_finite(step, unknowns);
}

/* Newton's step: of the unknowns, and of the nodes (shooting->arcs x size). */
static gboolean
newton_step(const NoslipShooting *shooting, double small, const double *slopes, double *step, double *node_steps)
{
  gsize size = node_size(shooting), unknowns = shooting->n_unknowns;
  g_autofree double *moves = g_new0(double, size *unknowns);
  g_autofree double *drift = g_new0(double, size);
  first_moves(shooting, moves, drift);
  for (guint i = 0; i < shooting->arcs; i++)
    next_moves(shooting, i, moves, drift);
  if (!solve_ends(shooting, small, slopes, moves, drift, step))
    return FALSE;
  first_moves(shooting, moves, drift);
  for (guint node = 0; node < shooting->arcs; node++) {
    for (guint i = 0; i < size; i++)
      node_steps[node * size + i] =
          drift[i] + noslip_nullspace_dot((guint) unknowns, moves + (gsize) i * unknowns, step);
    next_moves(shooting, node, moves, drift);
  }
  return noslip_all_finite(node_steps, shooting->arcs * size);
}

/* The fraction of the step that is tried first: less than 1 if the step is far too long. */
static double
first_part(const NoslipShooting *shooting, const double *step, const double *node_steps)
{
  gsize size = node_size(shooting);
  double longest = 0;
  for (guint i = 0; i < shooting->arcs * size; i++)
    longest = fmax(longest, fabs(node_steps[i]) / shooting->sizes[i % size]);
  double part = longest > LONGEST ? LONGEST / longest : 1;
  if (shooting->end.free_time)
    part = fmin(part, 0.5 * shooting->time / fmax(fabs(step[shooting->n_unknowns - 1]), 1e-300));
  return part;
}

static void
take_step(NoslipShooting *shooting, double part, const double *step, const double *node_steps, const double *nodes,
          const double *nu, double time)
{
  gsize size = node_size(shooting);
  for (guint i = 0; i < shooting->arcs * size; i++)
    shooting->nodes[i] = nodes[i] + part * node_steps[i];
  for (guint j = 0; shooting->end.open && j < shooting->end.n_given; j++)
    shooting->nu[j] = nu[j] + part * step[shooting->extremal->n + j];
  if (shooting->end.free_time)
    shooting->time = time + part * step[shooting->n_unknowns - 1];
}

/* One damped step of Newton's method; FALSE, without changes, if no damping decreases the misfit. */
static gboolean
improve(NoslipShooting *shooting, double small, double *slopes, double *now)
{
  gsize size = node_size(shooting);
  double time = shooting->time, next = INFINITY;
  g_autofree double *step = g_new0(double, (gsize) shooting->n_unknowns + 1);
  g_autofree double *node_steps = g_new0(double, shooting->arcs *size);
  g_autofree double *nodes = g_memdup2(shooting->nodes, sizeof(double) * (shooting->arcs + 1) * size);
  g_autofree double *nu = g_memdup2(shooting->nu, sizeof(double) * ((gsize) shooting->end.n_given + 1));
  if (!(small == WHOLE ? noslip_shooting_whole_step(shooting, slopes, step, node_steps)
                       : newton_step(shooting, small, slopes, step, node_steps)))
    return FALSE;
  double part = first_part(shooting, step, node_steps);
  for (guint count = 0; count < HALVINGS && !(next < *now); count++, part /= 2) {
    take_step(shooting, part, step, node_steps, nodes, nu, time);
    next = shoot(shooting, FALSE, NULL) ? misfit(shooting) : INFINITY;
  }
  if (next < *now && shoot(shooting, TRUE, slopes)) {
    *now = next;
    return TRUE;
  }
  take_step(shooting, 0, step, node_steps, nodes, nu, time);
  return FALSE;
}

gboolean
noslip_shooting_solve(NoslipShooting *shooting, guint most, double enough)
{
  guint level = shooting->arcs > NOSLIP_SHOOTING_ARCS; /* with many arcs nothing is eliminated */
  g_autofree double *slopes =
      g_new0(double, (gsize) shooting->n_rows *(node_size(shooting) + shooting->end.n_given) + 1);
  noslip_arc_set_tolerance(shooting->arc, fmax(1e-2 * enough, 1e-13), shooting->sizes);
  if (!shoot(shooting, TRUE, slopes))
    return FALSE;
  double now = misfit(shooting);
  for (guint count = 0; count < most && now > enough; count++)
    while (!improve(shooting, kept[level], slopes, &now))
      if (++level == G_N_ELEMENTS(kept) || !shoot(shooting, TRUE, slopes))
        return FALSE;
  return now <= enough;
}
