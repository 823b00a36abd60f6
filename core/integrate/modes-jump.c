/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/modes.h"

#include "core/base/linear.h"

#include <math.h>
#include <string.h>

void
noslip_modes_look(NoslipModesRun *run, double t, const double *xy)
{
  const NoslipSystem *system = run->system;
  run->in[0] = t;
  memcpy(run->in + 1, xy, ((gsize) system->m + system->n) * sizeof(double));
  noslip_tape_evaluate(run->jumps, run->in, run->out);
}

static gsize
values_at(const NoslipModesRun *run)
{
  const NoslipSystem *system = run->system;
  return (gsize) system->n * system->n + ((gsize) system->k + run->b + run->f) * system->n;
}

const double *
noslip_modes_bounce(const NoslipModesRun *run, guint i)
{
  return run->out + values_at(run) + 5 * (gsize) i;
}

const double *
noslip_modes_friction(const NoslipModesRun *run, guint i)
{
  return run->out + values_at(run) + 5 * (gsize) run->b + 2 * (gsize) i;
}

double
noslip_modes_energy(const NoslipModesRun *run)
{
  return run->out[values_at(run) + 5 * (gsize) run->b + 2 * (gsize) run->f];
}

/* Velocities in units of the kinetic metric, multipliers such that the rows of B have length 1 in them: the result does
 * not depend on the units of L, a constraint or a coordinate. */
static void
find_scales(guint n, guint rows, const double *metric, const double *matrix, double *scale)
{
  gsize size = (gsize) n + rows;
  noslip_linear_metric_scale(n, metric, scale);
  for (gsize row = n; row < size; row++) {
    double longest = 0;
    for (guint a = 0; a < n; a++)
      longest = fmax(longest, fabs(matrix[row * size + a]) * scale[a]);
    scale[row] = longest > 0 ? 1 / longest : 1;
  }
}

/* Solves matrix x = right in scaled units; x is written to `right`. */
static gboolean
solve_scaled(guint n, guint rows, const double *metric, double *matrix, double *right)
{
  gsize size = (gsize) n + rows;
  g_autofree double *scale = g_new(double, size + 1);
  find_scales(n, rows, metric, matrix, scale);
  for (gsize i = 0; i < size; i++) {
    right[i] *= scale[i];
    for (gsize j = 0; j < size; j++)
      matrix[i * size + j] *= scale[i] * scale[j];
  }
  g_autoptr(NoslipLu) lu = noslip_lu_new((guint) size);
  if (!noslip_lu_solve(lu, matrix, right, right))
    return FALSE;
  for (gsize i = 0; i < size; i++)
    right[i] *= scale[i];
  return TRUE;
}

/* W dy - B^T Lambda = 0, B dy = change; the rows of B are those of the constraints and of the chosen bounces and
 * frictions. */
gboolean
noslip_modes_jump(const NoslipModesRun *run, const gboolean *chosen, const double *change, double *xy)
{
  const NoslipSystem *system = run->system;
  guint n = system->n, rows = system->k;
  g_autoptr(NoslipHeld) held = noslip_held_new(run);
  g_autofree gboolean *kept = g_new0(gboolean, (gsize) run->b + run->f + 1);
  for (guint i = 0; i < run->b + run->f; i++) {
    int owner = -1, along;
    kept[i] = chosen[i] && (noslip_held_add(held, run, i, &owner, &along) || owner < 0);
    rows += kept[i] ? 1 : 0;
  }
  guint size = n + rows, row = n;
  g_autofree double *matrix = g_new0(double, (gsize) size *size + 1);
  g_autofree double *right = g_new0(double, (gsize) size + 1);
  const double *directions = run->out + (gsize) n * n;
  for (guint a = 0; a < n; a++)
    memcpy(matrix + (gsize) a * size, run->out + (gsize) a * n, n * sizeof(double));
  for (guint i = 0; i < system->k + run->b + run->f; i++) {
    if (i >= system->k && !kept[i - system->k])
      continue;
    for (guint a = 0; a < n; a++) {
      matrix[(gsize) row * size + a] = directions[(gsize) i * n + a];
      matrix[(gsize) a * size + row] = -directions[(gsize) i * n + a];
    }
    right[row++] = i >= system->k ? change[i - system->k] : 0;
  }
  if (!solve_scaled(n, rows, run->out, matrix, right) || !noslip_all_finite(right, n))
    return FALSE;
  for (guint a = 0; a < n; a++)
    xy[system->m + a] += right[a];
  return TRUE;
}
