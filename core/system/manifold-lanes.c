/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/manifold-lanes.h"

#include "core/expr/lanes.h"
#include "core/system/manifold-private.h"

#include <math.h>
#include <string.h>

#define LANES NOSLIP_TAPE_LANES
#define FOR_LANES NOSLIP_FOR_LANES

struct _NoslipManifoldLanes {
  const NoslipManifold *manifold;
  NoslipTapeWorkspace *tape;
  guint width;             /* the lanes that are computed */
  double *trial, *out;     /* t, x; outputs of the program */
  NoslipManifoldRoom room; /* for one lane */
  double *one, *one_out;   /* m; outputs for one lane */
};

static gsize
n_outputs(const NoslipManifold *manifold)
{
  return (2 + (gsize) manifold->m) * manifold->c;
}

NoslipManifoldLanes *
noslip_manifold_lanes_new(const NoslipManifold *manifold)
{
  if (manifold->c == 0)
    return NULL;
  NoslipManifoldLanes *lanes = g_new0(NoslipManifoldLanes, 1);
  lanes->manifold = manifold;
  lanes->tape = noslip_tape_workspace_new(manifold->tape);
  lanes->width = LANES;
  lanes->trial = g_aligned_alloc0((1 + (gsize) manifold->m) * LANES, sizeof(double), 64);
  lanes->out = g_aligned_alloc0(n_outputs(manifold) * LANES, sizeof(double), 64);
  lanes->one = g_new0(double, (gsize) manifold->m + 1);
  lanes->one_out = g_new0(double, n_outputs(manifold));
  noslip_manifold_room_init(&lanes->room, manifold);
  return lanes;
}

void
noslip_manifold_lanes_free(NoslipManifoldLanes *lanes)
{
  if (lanes == NULL)
    return;
  noslip_tape_workspace_free(lanes->tape);
  g_aligned_free(lanes->trial);
  g_aligned_free(lanes->out);
  g_free(lanes->one);
  g_free(lanes->one_out);
  noslip_manifold_room_clear(&lanes->room);
  g_free(lanes);
}

void
noslip_manifold_lanes_set_parameters(NoslipManifoldLanes *lanes, const double *parameters)
{
  noslip_tape_set_constants_lanes(lanes->tape, parameters);
}

void
noslip_manifold_lanes_swap(NoslipManifoldLanes *lanes, guint a, guint b)
{
  noslip_tape_swap_lanes(lanes->tape, a, b);
}

void
noslip_manifold_lanes_use(NoslipManifoldLanes *lanes, guint n)
{
  lanes->width = noslip_lanes_width(n);
  noslip_tape_use_lanes(lanes->tape, n);
}

/* largest[lane]: the largest residual relative to its terms; NaN counts as the largest. */
NOSLIP_LANE_BUILDS static void
find_residuals(gsize c, const double *out, double *largest)
{
  const double *terms = out + c * LANES;
  memset(largest, 0, LANES * sizeof(double));
  for (gsize g = 0; g < c * LANES; g += LANES)
    FOR_LANES
    {
      double residual = fabs(out[g + lane]), scaled = residual == 0 ? 0 : residual / terms[g + lane];
      double before = largest[lane];
      largest[lane] = before >= scaled || before != before ? before : scaled;
    }
}

static void
evaluate(NoslipManifoldLanes *lanes, double *largest)
{
  noslip_tape_evaluate_lanes(lanes->tape, lanes->trial, lanes->out);
  find_residuals(lanes->manifold->c, lanes->out, largest);
}

/* The steps for a single equation, of the lanes whose `moves` is not 0. Returns the lanes of which they cannot be
 * computed so. */
NOSLIP_LANE_BUILDS static guint32
step_single(gsize m, const double *out, const double *moves, double *x)
{
  double square[LANES] = {0}, factor[LANES], bad[LANES];
  const double *slope = out + 2 * LANES;
  for (gsize i = 0; i < m * LANES; i += LANES)
    FOR_LANES
  square[lane] += slope[i + lane] * slope[i + lane];
  FOR_LANES
  {
    bad[lane] = square[lane] > NOSLIP_MANIFOLD_SQUARE_LEAST ? 0 : 1;
    bad[lane] = square[lane] < NOSLIP_MANIFOLD_SQUARE_MOST ? bad[lane] : 1;
    bad[lane] = 0 * out[lane] == 0 ? bad[lane] : 1;
    factor[lane] = out[lane] / square[lane];
  }
  for (gsize i = 0; i < m * LANES; i += LANES)
    FOR_LANES
    {
      double moved = x[i + lane] - slope[i + lane] * factor[lane];
      moved = bad[lane] == 0 ? moved : x[i + lane];
      x[i + lane] = moves[lane] != 0 ? moved : x[i + lane];
    }
  guint32 left = 0;
  for (guint lane = 0; lane < LANES; lane++)
    left |= (guint32) (moves[lane] != 0 && bad[lane] != 0) << lane;
  return left;
}

/* The step of one lane by the function for one point. */
static gboolean
step_one(NoslipManifoldLanes *lanes, guint lane)
{
  gsize m = lanes->manifold->m;
  for (gsize i = 0; i < n_outputs(lanes->manifold); i++)
    lanes->one_out[i] = lanes->out[i * LANES + lane];
  for (gsize i = 0; i < m; i++)
    lanes->one[i] = lanes->trial[(1 + i) * LANES + lane];
  if (!noslip_manifold_newton(lanes->manifold, lanes->one_out, &lanes->room, lanes->one))
    return FALSE;
  for (gsize i = 0; i < m; i++)
    lanes->trial[(1 + i) * LANES + lane] = lanes->one[i];
  return TRUE;
}

/* One step of the moving lanes. Those without a step do not move any more, and have an infinite residual. */
static void
step_all(NoslipManifoldLanes *lanes, double *moves, double *residual)
{
  guint32 left = 0;
  for (guint lane = 0; lane < LANES; lane++)
    left |= (guint32) (moves[lane] != 0) << lane;
  if (lanes->manifold->c == 1)
    left = step_single(lanes->manifold->m, lanes->out, moves, lanes->trial + LANES);
  for (guint lane = 0; left != 0 && lane < LANES; lane++)
    if ((left >> lane & 1) && !step_one(lanes, lane)) {
      moves[lane] = 0;
      residual[lane] = INFINITY;
    }
}

/* Takes the points of the lanes that were found; returns those that differ from the start. */
static guint32
take_points(const NoslipManifoldLanes *lanes, const double *residual, guint32 off, double *x)
{
  gsize m = lanes->manifold->m;
  const double *trial = lanes->trial + LANES;
  guint32 changed = 0;
  for (guint lane = 0; lane < LANES; lane++) {
    if (!(off >> lane & 1) || !(residual[lane] < NOSLIP_MANIFOLD_CLOSE))
      continue;
    double moved = 0;
    for (gsize i = lane; i < m * LANES; i += LANES) {
      moved += (trial[i] - x[i]) * (trial[i] - x[i]);
      x[i] = trial[i];
    }
    changed |= (guint32) (sqrt(moved) > 0) << lane;
  }
  return changed;
}

guint32
noslip_manifold_lanes_project(NoslipManifoldLanes *lanes, const double *t, double *x, guint32 in)
{
  double residual[LANES], next[LANES], moves[LANES];
  guint32 off = 0, moving = 0;
  memcpy(lanes->trial, t, LANES * sizeof(double));
  memcpy(lanes->trial + LANES, x, lanes->manifold->m * LANES * sizeof(double));
  evaluate(lanes, residual);
  for (guint lane = 0; lane < LANES; lane++) {
    gboolean here = (in >> lane & 1) && !(residual[lane] <= NOSLIP_MANIFOLD_ROUND_OFF);
    off |= (guint32) here << lane;
    moves[lane] = here && residual[lane] > NOSLIP_MANIFOLD_ROUND_OFF;
    moving |= (guint32) (moves[lane] != 0) << lane;
  }
  for (guint i = 0; i < NOSLIP_MANIFOLD_STEPS_MOST && moving != 0; i++) {
    step_all(lanes, moves, residual);
    evaluate(lanes, next);
    for (guint lane = 0; lane < LANES; lane++) {
      if (moves[lane] == 0)
        continue;
      gboolean ends = !(next[lane] < 0.5 * residual[lane]) && next[lane] < NOSLIP_MANIFOLD_CLOSE;
      residual[lane] = next[lane];
      moves[lane] = !ends && residual[lane] > NOSLIP_MANIFOLD_ROUND_OFF;
    }
    moving = 0;
    for (guint lane = 0; lane < LANES; lane++)
      moving |= (guint32) (moves[lane] != 0) << lane;
  }
  return off != 0 ? take_points(lanes, residual, off, x) : 0;
}
