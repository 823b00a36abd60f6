/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/direct.h"
#include "core/finder/steer/slip.h"
#include "core/finder/steer/steer-solve.h"

#include <string.h>

/* The position x (m) at the start, with given angles turned: unchanged for index 0, then each by one turn in both
 * directions; FALSE beyond these. */
static gboolean
turned(const NoslipSteer *steer, guint index, double *x)
{
  const NoslipSteerOptions *options = steer->options;
  memcpy(x, options->xy, sizeof(double) * steer->system->m);
  for (guint j = 0, turn = 1; index > 0 && j < options->n_given; j++) {
    if (!steer->system->coordinates[options->given[j]].angle)
      continue;
    for (guint k = 0; k < 2; k++, turn++)
      if (turn == index) {
        x[options->given[j]] += k == 0 ? 2 * G_PI : -2 * G_PI;
        return TRUE;
      }
  }
  return index == 0;
}

/* Finds a path to the end, starting from a straight one (with a turn of an angle), or from a random one. */
static gboolean
find_path(NoslipSteer *steer, guint index)
{
  guint64 seed = steer->options->seed * 1000003 + index;
  g_autofree double *x = g_new0(double, steer->system->m);
  gboolean straight = turned(steer, index, x);
  if (straight)
    noslip_steer_choose_targets(steer->system, steer->options, x, steer->target);
  if (!noslip_direct_draw(steer->direct, straight ? steer->target : NULL, &seed))
    return FALSE;
  if (!straight)
    noslip_steer_choose_targets(steer->system, steer->options, noslip_direct_end(steer->direct), steer->target);
  return noslip_direct_solve(steer->direct, steer->target);
}

/* A path to the end from one that may slip. */
gboolean
noslip_steer_solve_slip(NoslipSteer *steer, guint index)
{
  NoslipShooting *shooting = steer->shooting = steer->fine;
  guint64 seed = steer->options->seed * 1000003 + index;
  if (steer->slip == NULL)
    return FALSE;
  memset(shooting->rest, 0, sizeof(double) * shooting->n_rows);
  noslip_steer_choose_targets(steer->system, steer->options, steer->options->xy, steer->target);
  if (!noslip_slip_solve(steer->slip, steer->target, &seed) ||
      !noslip_slip_nodes(steer->slip, shooting->arcs, shooting->nodes, shooting->seeds, shooting->nu))
    return FALSE;
  noslip_shooting_take(shooting, steer->options->time);
  return noslip_steer_refine(steer);
}

gboolean
noslip_steer_solve_path(NoslipSteer *steer, guint index)
{
  NoslipShooting *shooting = steer->shooting = steer->coarse;
  memset(shooting->rest, 0, sizeof(double) * shooting->n_rows);
  if (steer->direct == NULL || !find_path(steer, index) ||
      !noslip_direct_nodes(steer->direct, shooting->arcs, shooting->nodes, shooting->seeds, shooting->nu))
    return FALSE;
  noslip_shooting_take(shooting, steer->options->time);
  return noslip_steer_refine(steer);
}
