/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points at which another branch of equilibria leaves the one that is followed. */
#include "core/finder/branches.h"

#include <math.h>
#include <string.h>

#define NEARBY 1e-3   /* of the parameter's range: where the other branch is looked for, on both sides */
#define CLOSER 16     /* ratio of the two distances from the value */
#define APART 1e-5    /* equilibria closer than this, in sizes of coordinates and velocities, are the same */
#define APPROACH 0.75 /* the other branch comes nearer by more than this: by 1/4 if it grows as a root, else by 1/16 */
#define DIRECTION_FAR 64 /* ratio of the largest to the smallest displacement that is tried */

/* The eigenvector of the least eigenvalue, of length 1 in sizes. FALSE if there is none. */
static gboolean
critical_direction(const NoslipSteady *steady, const NoslipEquilibrium *at, double *v)
{
  guint shown = at->n - at->forced, least = 0, size = steady->size;
  double length[2] = {0, 0};
  for (guint k = 1; k < shown; k++)
    if (hypot(at->eigenvalues[2 * k], at->eigenvalues[2 * k + 1]) <
        hypot(at->eigenvalues[2 * least], at->eigenvalues[2 * least + 1]))
      least = k;
  for (guint part = 0; part < 2 && shown > 0; part++)
    for (guint j = 0; j < size; j++)
      length[part] = fmax(length[part], fabs(at->modes[((gsize) least * size + j) * 2 + part]) / steady->sizes[j]);
  guint part = length[1] > length[0];
  for (guint j = 0; j < size && length[part] > 0; j++)
    v[j] = at->modes[((gsize) least * size + j) * 2 + part] / length[part];
  return length[part] > 0;
}

/* The least distance between the branch at this value and another equilibrium found from beside it along v; 0 if there
 * is none. */
static double
other_branch(NoslipBranchSearch *search, double value, const NoslipEquilibrium *at, const double *v)
{
  NoslipSteady *steady = search->steady;
  g_autofree double *parameters = g_memdup2(search->parameters, sizeof(double) * MAX(search->n_parameters, 1));
  g_autofree double *z = g_memdup2(at->state, sizeof(double) * steady->size);
  g_autofree double *rates = g_memdup2(at->rates, sizeof(double) * MAX(steady->n_symmetries, 1));
  g_autofree double *there = g_new0(double, steady->size);
  g_autofree double *turning = g_new0(double, MAX(steady->n_symmetries, 1));
  double residual, nearest = 0;
  parameters[search->options->along] = value;
  noslip_steady_set_parameters(steady, parameters);
  if (!noslip_steady_solve(steady, z, rates, &residual))
    return 0;
  for (double step = 1.0 / DIRECTION_FAR; step <= 1; step *= 2)
    for (int side = -1; side <= 1; side += 2) {
      for (guint j = 0; j < steady->size; j++)
        there[j] = z[j] + side * step * v[j];
      memcpy(turning, rates, sizeof(double) * steady->n_symmetries);
      if (!noslip_steady_solve(steady, there, turning, &residual))
        continue;
      double apart = noslip_steady_distance(steady, there, z);
      if (apart > APART && (nearest == 0 || apart < nearest))
        nearest = apart;
    }
  return nearest;
}

gboolean
noslip_branches_meet(NoslipBranchSearch *search, double value, const NoslipEquilibrium *at)
{
  g_autofree double *v = g_new0(double, search->steady->size);
  double range = search->options->high - search->options->low;
  if (!critical_direction(search->steady, at, v))
    return FALSE;
  for (int side = -1; side <= 1; side += 2) {
    double far = other_branch(search, value + side * NEARBY * range, at, v);
    double near = far > 0 ? other_branch(search, value + side * NEARBY * range / CLOSER, at, v) : 0;
    if (near > 0 && near < APPROACH * far)
      return TRUE;
  }
  return FALSE;
}
