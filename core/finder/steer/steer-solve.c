/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/steer-solve.h"

#include "core/integrate/run.h"

#include <math.h>
#include <string.h>

#define COARSE 1e-7 /* residuals of the search, and of what is taken for a solution */
#define FINE 1e-11
#define ACCEPTED 1e-9
#define TRUSTED 1e-4 /* what a motion may miss whose shooting has converged: extremals may part fast */
#define NEWTON_MOST 25
#define HOMOTOPY_LEAST 0.05 /* the shortest part of the way that is tried at once */
#define HOMOTOPY_MOST 24

void
noslip_steering_free(gpointer data)
{
  NoslipSteering *steering = data;
  g_free(steering->xy);
  g_free(steering->mu);
  g_free(steering->z);
  g_clear_pointer(&steering->conjugate, g_array_unref);
  g_free(steering);
}

/* From the extremal that the start has led to. */
static gboolean
follow_homotopy(NoslipSteer *steer, const double *xy, const double *mu)
{
  NoslipShooting *shooting = steer->shooting;
  guint rows = shooting->n_rows, size = steer->extremal->size;
  g_autofree double *first = g_new0(double, (gsize) rows + 1);
  g_autofree double *nodes = g_new0(double, (gsize) (NOSLIP_SHOOTING_ARCS + 1) * size);
  g_autofree double *nu = g_new0(double, (gsize) shooting->end.n_given + 1);
  double done = 0, part = 0.25;
  if (!noslip_shooting_start(shooting, xy, mu, noslip_steer_time(steer)))
    return FALSE;
  noslip_shooting_ends(shooting, first);
  for (guint count = 0; count < HOMOTOPY_MOST && part >= HOMOTOPY_LEAST; count++) {
    double next = fmin(done + part, 1), time = shooting->time;
    memcpy(nodes, shooting->nodes, sizeof(double) * (NOSLIP_SHOOTING_ARCS + 1) * size);
    memcpy(nu, shooting->nu, sizeof(double) * shooting->end.n_given);
    for (guint row = 0; row < rows; row++)
      shooting->rest[row] = (1 - next) * first[row];
    if (noslip_shooting_solve(shooting, 8, next < 1 ? 1e-4 : COARSE)) {
      done = next;
      part *= 2;
    } else {
      memcpy(shooting->nodes, nodes, sizeof(double) * (NOSLIP_SHOOTING_ARCS + 1) * size);
      memcpy(shooting->nu, nu, sizeof(double) * shooting->end.n_given);
      shooting->time = time;
      part /= 2;
    }
    if (done >= 1)
      return TRUE;
  }
  return FALSE;
}

gboolean
noslip_steer_refine(NoslipSteer *steer)
{
  NoslipShooting *shooting = steer->shooting;
  return noslip_shooting_solve(shooting, NEWTON_MOST, COARSE) &&
         (noslip_shooting_solve(shooting, 6, FINE) || noslip_shooting_solve(shooting, 0, ACCEPTED));
}

gboolean
noslip_steer_solve(NoslipSteer *steer, const double *xy, const double *mu)
{
  NoslipShooting *shooting = steer->shooting;
  gsize last = (gsize) NOSLIP_SHOOTING_ARCS * steer->extremal->size;
  memset(shooting->rest, 0, sizeof(double) * shooting->n_rows);
  if (!noslip_shooting_start(shooting, xy, mu, noslip_steer_time(steer)))
    return FALSE;
  noslip_steer_choose_targets(steer->system, steer->options, shooting->nodes + last, steer->target);
  if (!noslip_shooting_solve(shooting, NEWTON_MOST, COARSE) && (!steer->persistent || !follow_homotopy(steer, xy, mu)))
    return FALSE;
  return noslip_shooting_solve(shooting, 6, FINE) || noslip_shooting_solve(shooting, 0, ACCEPTED);
}

/* The motion of the formulation from the initial values of a solution: what it misses. */
static double
miss(const NoslipSteer *steer, const NoslipSteering *steering)
{
  const NoslipSystem *system = steer->system;
  const NoslipSteerOptions *options = steer->options;
  NoslipRunOptions run_options;
  noslip_run_options_default(&run_options, system);
  run_options.rtol = 1e-12;
  run_options.atol = 1e-14;
  run_options.to = steering->time;
  run_options.step = steering->time / 100;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  g_autofree double *target = g_new0(double, (gsize) options->n_given + 1);
  g_autofree double *sizes = g_new0(double, (gsize) system->m + 1);
  g_autoptr(NoslipRun) run =
      noslip_run_new(steer->dynamics, &run_options, steer->parameters, 0, steering->xy, steering->mu, &error);
  double largest = 0;
  while (run != NULL && noslip_run_next(run, row, steer->cancel, &error))
    for (guint i = 0; i < system->m; i++)
      sizes[i] = fmax(sizes[i], fabs(row[1 + i]));
  if (run == NULL || error != NULL)
    return INFINITY;
  noslip_steer_choose_targets(system, options, row + 1, target);
  for (guint j = 0; j < options->n_given; j++) {
    double size = fmax(sizes[options->given[j]], fabs(target[j]));
    largest = fmax(largest,
                   fabs(row[1 + options->given[j]] - target[j]) / fmax(size, 1e-3 * steer->ranges[options->given[j]]));
  }
  return largest;
}

NoslipSteering *
noslip_steer_read(NoslipSteer *steer)
{
  NoslipExtremal *extremal = steer->extremal;
  const NoslipShooting *shooting = steer->shooting;
  gsize size = extremal->size, width = extremal->n + extremal->k;
  g_autofree double *z = g_memdup2(shooting->nodes, sizeof(double) * size);
  g_autofree double *zdot = g_new0(double, size);
  g_autofree double *xy = g_memdup2(shooting->nodes, sizeof(double) * size);
  memcpy(xy + extremal->m, shooting->seeds, sizeof(double) * extremal->n);
  NoslipSteering *steering = g_new0(NoslipSteering, 1);
  steering->time = shooting->time;
  steering->z = g_memdup2(z, sizeof(double) * size);
  steering->xy = g_memdup2(z, sizeof(double) * size);
  steering->mu = g_new0(double, (gsize) extremal->k + 1);
  steering->residual = INFINITY;
  if (noslip_extremal_enter(extremal, 0, xy, shooting->seeds + extremal->n, zdot) &&
      noslip_extremal_rates(extremal, 0, z, zdot, FALSE)) {
    g_autofree double *v = g_memdup2(extremal->y, sizeof(double) * width); /* mu stands behind y */
    memcpy(steering->xy + extremal->m, v, sizeof(double) * extremal->n);
    memcpy(steering->mu, v + extremal->n, sizeof(double) * extremal->k);
    if (noslip_arc_move(steer->arc, 0, steering->time, z, 0, NULL, &steering->cost))
      steering->residual = miss(steer, steering);
  }
  if (steering->residual <= TRUSTED)
    return steering;
  noslip_steering_free(steering);
  return NULL;
}
