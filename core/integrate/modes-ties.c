/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which contacts and frictions are at rest already because of others that are held. */
#include "core/integrate/modes.h"

#include "core/base/linear.h"

#include <math.h>

/* A direction depends on others if less than this fraction of it is left without them. */
#define DEPENDENT 1e-9

static double
length(guint n, const double *row)
{
  double sum = 0;
  for (guint a = 0; a < n; a++)
    sum += row[a] * row[a];
  return sqrt(sum);
}

/* Makes row (n, scaled) orthogonal to those of `held`, and of length 1; FALSE if too little of it is left. *owner
 * and *along: where it had its largest part. */
static gboolean
reduce(const NoslipHeld *held, double *row, int *owner, int *along)
{
  double whole = length(held->n, row), largest = 0;
  *owner = -1;
  *along = 1;
  for (guint round = 0; round < 2; round++) /* twice, against round-off */
    for (guint c = 0; c < held->count; c++) {
      const double *unit = held->rows + (gsize) c * held->n;
      double part = 0;
      for (guint a = 0; a < held->n; a++)
        part += row[a] * unit[a];
      for (guint a = 0; a < held->n; a++)
        row[a] -= part * unit[a];
      if (held->owner[c] >= 0 && fabs(part) > fmax(largest, DEPENDENT * whole)) {
        largest = fabs(part);
        *owner = held->owner[c];
        *along = part > 0 ? 1 : -1;
      }
    }
  double left = length(held->n, row);
  if (!(left > DEPENDENT * whole))
    return FALSE;
  for (guint a = 0; a < held->n; a++)
    row[a] /= left;
  return TRUE;
}

static gboolean
add(NoslipHeld *held, const double *direction, int index, int *owner, int *along)
{
  double *row = held->rows + (gsize) held->count * held->n;
  for (guint a = 0; a < held->n; a++)
    row[a] = direction[a] * held->scale[a];
  if (!reduce(held, row, owner, along))
    return FALSE;
  held->owner[held->count++] = index;
  return TRUE;
}

static const double *
direction_of(const NoslipModesRun *run, guint i)
{
  gsize n = run->system->n;
  return run->out + n * n + i * n;
}

NoslipHeld *
noslip_held_new(const NoslipModesRun *run)
{
  gsize n = run->system->n, most = (gsize) run->system->k + run->b + run->f;
  NoslipHeld *held = g_new0(NoslipHeld, 1);
  held->n = run->system->n;
  held->scale = g_new0(double, n + 1);
  held->rows = g_new0(double, (most + 1) * n + 1);
  held->owner = g_new0(int, most + 1);
  noslip_linear_metric_scale(held->n, run->out, held->scale);
  for (guint c = 0; c < run->system->k; c++) {
    int owner, along;
    add(held, direction_of(run, c), -1, &owner, &along);
  }
  return held;
}

void
noslip_held_free(NoslipHeld *held)
{
  if (held == NULL)
    return;
  g_free(held->scale);
  g_free(held->rows);
  g_free(held->owner);
  g_free(held);
}

gboolean
noslip_held_add(NoslipHeld *held, const NoslipModesRun *run, guint i, int *owner, int *along)
{
  return add(held, direction_of(run, run->system->k + i), (int) i, owner, along);
}

/* Whether contact or friction i (b, then f) is held in a mode. */
static gboolean
is_held(const NoslipModesRun *run, const NoslipModeSign *mode, guint i)
{
  return i < run->b ? mode[run->f + i] != 0 : mode[i - run->b] == 0;
}

/* The directions of the constraints and of what the mode holds, at the state of the last look(). */
static NoslipHeld *
held_in(const NoslipModesRun *run, const NoslipModeSign *mode)
{
  NoslipHeld *held = noslip_held_new(run);
  int owner, along;
  for (guint i = 0; i < run->b + run->f; i++)
    if (is_held(run, mode, i))
      noslip_held_add(held, run, i, &owner, &along);
  return held;
}

void
noslip_modes_find_tied(NoslipModesRun *run, const NoslipModeSign *mode, const gboolean *chosen)
{
  g_autoptr(NoslipHeld) held = held_in(run, mode);
  run->n_tied = 0;
  for (guint i = 0; i < run->b + run->f; i++) {
    guint count = held->count;
    int owner, along;
    run->tied[i] = chosen[i] && !is_held(run, mode, i) && !noslip_held_add(held, run, i, &owner, &along);
    held->count = count;
    run->n_tied += run->tied[i] ? 1 : 0;
  }
}

gboolean
noslip_modes_ties_last(const NoslipModesRun *run)
{
  gboolean last = TRUE;
  g_autoptr(NoslipHeld) held = held_in(run, run->leg->mode);
  for (guint i = 0; i < run->b + run->f && last; i++) {
    int owner, along;
    last = !run->tied[i] || !noslip_held_add(held, run, i, &owner, &along);
  }
  return last;
}
