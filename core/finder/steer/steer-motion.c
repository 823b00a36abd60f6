/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The motions of solutions, by the vakonomic formulation, and what they miss. */
#include "core/finder/steer/steer-solve.h"

#include "core/integrate/run.h"

#include <math.h>
#include <string.h>

#define STILL 1e-3    /* of the way in ranges, for a coordinate that hardly moves */
#define ROUNDED 1e-10 /* of a coordinate: a smaller way has no correct digits left */

static gsize
width_of(const NoslipSystem *system)
{
  return 1 + (gsize) system->m + system->n + system->k;
}

/* The rows of one piece at the sample times in [from, to), or up to `to` itself for the last. */
typedef struct {
  NoslipRun *run;
  const NoslipSystem *system;
  const double *start; /* t, x, y, mu */
  double *row;
} Piece;

static gboolean
row_at(const Piece *piece, double t, const int *cancel, NoslipDiagnostic **error)
{
  const double *start = piece->start, *xy = start + 1, *mu = xy + piece->system->m + piece->system->n;
  return (!(t > start[0]) || noslip_run_restart(piece->run, start[0], xy, mu, t, error)) &&
         noslip_run_next(piece->run, piece->row, cancel, error);
}

static gboolean
follow_pieces(const NoslipSteering *steering, NoslipDynamics *dynamics, const NoslipRunOptions *options,
              const double *parameters, NoslipSteeringRow found, gpointer data, const int *cancel,
              NoslipDiagnostic **error)
{
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  gsize width = width_of(system), n = system->m + system->n;
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  guint sample = 0, last = (guint) ceil(steering->time / options->step * (1 - 1e-12));
  for (guint i = 0; i < steering->n_pieces; i++) {
    const double *start = steering->pieces + i * width;
    g_autoptr(NoslipRun) run = noslip_run_new(dynamics, options, parameters, start[0], start + 1, start + 1 + n, error);
    const Piece piece = {run, system, start, row};
    if (run == NULL)
      return FALSE;
    for (; sample <= last; sample++) {
      double t = sample == last ? steering->time : sample * options->step;
      if (i + 1 < steering->n_pieces && t >= start[width])
        break;
      if (!row_at(&piece, t, cancel, error))
        return FALSE;
      found(row, data);
    }
  }
  return TRUE;
}

gboolean
noslip_steering_follow(const NoslipSteering *steering, NoslipDynamics *dynamics, const NoslipRunOptions *options,
                       const double *parameters, NoslipSteeringRow found, gpointer data, const int *cancel,
                       NoslipDiagnostic **error)
{
  NoslipRunOptions whole = *options;
  whole.to = steering->time;
  if (steering->n_pieces > 1)
    return follow_pieces(steering, dynamics, &whole, parameters, found, data, cancel, error);
  g_autoptr(NoslipDiagnostic) problem = NULL;
  g_autofree double *row = g_new0(double, noslip_row_size(noslip_dynamics_system(dynamics)));
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &whole, parameters, 0, steering->xy, steering->mu, &problem);
  while (run != NULL && noslip_run_next(run, row, cancel, &problem))
    found(row, data);
  gboolean complete = run != NULL && problem == NULL;
  *error = g_steal_pointer(&problem);
  return complete;
}

static void
exact_options(const NoslipSteer *steer, double time, NoslipRunOptions *options)
{
  noslip_run_options_default(options, steer->system);
  options->rtol = 1e-12;
  options->atol = 1e-14;
  options->to = time;
  options->step = time / 100;
}

/* Fills sizes (m), for errors of a motion that ends at x and goes ways[m] from its start: for each coordinate its own
 * way, or that to the target; a coordinate that hardly moves has a part of its range, as small as the others' ways are
 * in theirs. Thus a motion that hardly moves at all, such as one in a time near 0, has no error that counts as small.
 * */
static void
fill_sizes(const NoslipSteer *steer, const double *target, const double *ways, double *sizes)
{
  const NoslipSteerOptions *options = steer->options;
  guint m = steer->system->m;
  double whole = 0;
  memcpy(sizes, ways, sizeof(double) * m);
  for (guint j = 0; j < options->n_given; j++) {
    guint i = options->given[j];
    sizes[i] = fmax(sizes[i], fabs(target[j] - options->xy[i]));
  }
  for (guint i = 0; i < m; i++)
    whole = fmax(whole, sizes[i] / steer->ranges[i]);
  for (guint i = 0; i < m; i++)
    sizes[i] = fmax(fmax(sizes[i], STILL * whole * steer->ranges[i]), ROUNDED * fabs(options->xy[i]));
}

/* The largest error of the end x (m) of a motion, relative to the sizes of fill_sizes(). */
static double
end_error(const NoslipSteer *steer, const double *x, const double *ways)
{
  const NoslipSteerOptions *options = steer->options;
  g_autofree double *target = g_new0(double, (gsize) options->n_given + 1);
  g_autofree double *sizes = g_new0(double, (gsize) steer->system->m + 1);
  double largest = 0;
  noslip_steer_choose_targets(steer->system, options, x, target);
  fill_sizes(steer, target, ways, sizes);
  for (guint j = 0; j < options->n_given; j++) {
    double error = fabs(x[options->given[j]] - target[j]);
    if (error > 0) /* at rest the size may be 0 too */
      largest = fmax(largest, error / sizes[options->given[j]]);
  }
  return largest;
}

double
noslip_steer_miss(const NoslipSteer *steer, const NoslipSteering *steering)
{
  const NoslipSystem *system = steer->system;
  NoslipRunOptions options;
  exact_options(steer, steering->time, &options);
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  g_autofree double *ways = g_new0(double, (gsize) system->m + 1);
  g_autoptr(NoslipRun) run =
      noslip_run_new(steer->dynamics, &options, steer->parameters, 0, steering->xy, steering->mu, &error);
  while (run != NULL && noslip_run_next(run, row, steer->cancel, &error))
    for (guint i = 0; i < system->m; i++)
      ways[i] = fmax(ways[i], fabs(row[1 + i] - steering->xy[i]));
  return run == NULL || error != NULL ? INFINITY : end_error(steer, row + 1, ways);
}

/* Where each arc of the shooting begins; adds the costs of the arcs. */
static gboolean
fill_pieces(NoslipSteer *steer, NoslipSteering *steering)
{
  NoslipExtremal *extremal = steer->extremal;
  const NoslipShooting *shooting = steer->shooting;
  gsize size = extremal->size, v = extremal->n + extremal->k, width = width_of(steer->system);
  g_autofree double *z = g_new0(double, size);
  g_autofree double *xy = g_new0(double, size);
  g_autofree double *zdot = g_new0(double, size);
  for (guint i = 0; i < shooting->arcs; i++) {
    double *piece = steering->pieces + i * width, from = shooting->time * i / shooting->arcs;
    const double *seed = shooting->seeds + i * v;
    memcpy(z, shooting->nodes + i * size, sizeof(double) * size);
    memcpy(xy, z, sizeof(double) * extremal->m);
    memcpy(xy + extremal->m, seed, sizeof(double) * extremal->n);
    if (!noslip_extremal_enter(extremal, from, xy, seed + extremal->n, zdot) ||
        !noslip_extremal_rates(extremal, from, z, zdot, FALSE))
      return FALSE;
    piece[0] = from;
    memcpy(piece + 1, z, sizeof(double) * extremal->m);
    memcpy(piece + 1 + extremal->m, extremal->y, sizeof(double) * v); /* mu is stored after y */
    if (!noslip_arc_move(steer->arc, from, shooting->time * (i + 1) / shooting->arcs, z, 0, NULL, &steering->cost))
      return FALSE;
  }
  return TRUE;
}

/* The largest difference between the end of a piece and the next one, and at the end. */
static double
miss_of_pieces(const NoslipSteer *steer, const NoslipSteering *steering)
{
  const NoslipSystem *system = steer->system;
  gsize width = width_of(system), n = system->m + system->n;
  NoslipRunOptions options;
  exact_options(steer, steering->time, &options);
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  g_autofree double *sizes = g_new0(double, n);
  g_autofree double *ways = g_new0(double, (gsize) system->m + 1);
  double largest = 0;
  for (guint i = 0; i < steering->n_pieces; i++)
    for (guint j = 0; j < n; j++)
      sizes[j] = fmax(sizes[j], fabs(steering->pieces[i * width + 1 + j] - (j < system->m ? steering->xy[j] : 0)));
  memcpy(ways, sizes, sizeof(double) * system->m);
  fill_sizes(steer, steer->target, ways, sizes);
  for (guint i = 0; i < steering->n_pieces; i++) {
    const double *start = steering->pieces + i * width, *next = start + width;
    gboolean last = i + 1 == steering->n_pieces;
    options.to = last ? steering->time : next[0];
    options.step = options.to - start[0];
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_autoptr(NoslipRun) run =
        noslip_run_new(steer->dynamics, &options, steer->parameters, start[0], start + 1, start + 1 + n, &error);
    while (run != NULL && noslip_run_next(run, row, steer->cancel, &error))
      ;
    if (run == NULL || error != NULL)
      return INFINITY;
    for (guint j = 0; j < n && !last; j++)
      largest = fmax(largest, fabs(row[1 + j] - next[1 + j]) / fmax(sizes[j], 1e-300));
  }
  return fmax(largest, end_error(steer, row + 1, ways));
}

double
noslip_steer_miss_in_pieces(NoslipSteer *steer, NoslipSteering *steering)
{
  gsize width = width_of(steer->system);
  g_free(steering->pieces);
  steering->n_pieces = steer->shooting->arcs;
  steering->pieces = g_new0(double, steering->n_pieces *width);
  steering->cost = 0;
  return fill_pieces(steer, steering) ? miss_of_pieces(steer, steering) : INFINITY;
}
