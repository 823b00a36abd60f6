/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/steer-solve.h"

#include <math.h>
#include <string.h>

#define COARSE 1e-7 /* residuals of the search, and of an accepted solution */
#define FINE 1e-11
#define ACCEPTED 1e-9
#define TRUSTED 1e-4 /* tolerated error of a motion whose shooting has converged: nearby extremals may diverge fast */
#define NEWTON_MOST 25
#define HOMOTOPY_LEAST 0.05 /* smallest fraction of the way tried at once */
#define HOMOTOPY_MOST 24

void
noslip_steering_free(gpointer data)
{
  NoslipSteering *steering = data;
  g_free(steering->xy);
  g_free(steering->mu);
  g_free(steering->z);
  g_free(steering->pieces);
  g_clear_pointer(&steering->conjugate, g_array_unref);
  g_free(steering);
}

/* Homotopy from the extremal of the start: moves its end to the target in steps. */
static gboolean
follow_homotopy(NoslipSteer *steer, const double *xy, const double *mu)
{
  NoslipShooting *shooting = steer->shooting;
  guint rows = shooting->n_rows, size = steer->extremal->size;
  g_autofree double *first = g_new0(double, (gsize) rows + 1);
  g_autofree double *nodes = g_new0(double, (gsize) (shooting->arcs + 1) * size);
  g_autofree double *nu = g_new0(double, (gsize) shooting->end.n_given + 1);
  double done = 0, part = 0.25;
  if (!noslip_shooting_start(shooting, xy, mu, steer->start_time))
    return FALSE;
  noslip_shooting_ends(shooting, first);
  for (guint count = 0; count < HOMOTOPY_MOST && part >= HOMOTOPY_LEAST; count++) {
    double next = fmin(done + part, 1), time = shooting->time;
    memcpy(nodes, shooting->nodes, sizeof(double) * (shooting->arcs + 1) * size);
    memcpy(nu, shooting->nu, sizeof(double) * shooting->end.n_given);
    for (guint row = 0; row < rows; row++)
      shooting->rest[row] = (1 - next) * first[row];
    if (noslip_shooting_solve(shooting, 8, next < 1 ? 1e-4 : COARSE)) {
      done = next;
      part *= 2;
    } else {
      memcpy(shooting->nodes, nodes, sizeof(double) * (shooting->arcs + 1) * size);
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
  NoslipShooting *shooting = steer->shooting = steer->coarse;
  gsize last = (gsize) shooting->arcs * steer->extremal->size;
  memset(shooting->rest, 0, sizeof(double) * shooting->n_rows);
  if (!noslip_shooting_start(shooting, xy, mu, steer->start_time))
    return FALSE;
  noslip_steer_choose_targets(steer->system, steer->options, shooting->nodes + last, steer->target);
  if (!noslip_shooting_solve(shooting, NEWTON_MOST, COARSE) && (!steer->persistent || !follow_homotopy(steer, xy, mu)))
    return FALSE;
  return noslip_shooting_solve(shooting, 6, FINE) || noslip_shooting_solve(shooting, 0, ACCEPTED);
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
    steering->size = steering->time * noslip_extremal_energy_size(extremal, z);
    g_autofree double *v = g_memdup2(extremal->y, sizeof(double) * width); /* mu is stored after y */
    memcpy(steering->xy + extremal->m, v, sizeof(double) * extremal->n);
    memcpy(steering->mu, v + extremal->n, sizeof(double) * extremal->k);
    steering->n_pieces = 1;
    steering->pieces = g_new0(double, 1 + size + extremal->k);
    memcpy(steering->pieces + 1, steering->xy, sizeof(double) * size);
    memcpy(steering->pieces + 1 + size, steering->mu, sizeof(double) * extremal->k);
    if (noslip_arc_move(steer->arc, 0, steering->time, z, 0, NULL, &steering->cost))
      steering->residual = noslip_steer_miss(steer, steering);
  }
  if (steering->residual <= TRUSTED)
    return steering;
  steering->residual = noslip_steer_miss_in_pieces(steer, steering);
  if (steering->residual <= ACCEPTED)
    return steering;
  noslip_steering_free(steering);
  return NULL;
}
