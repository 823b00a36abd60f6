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
  FOR_LANES
  bad[lane] = moves[lane] != 0 ? bad[lane] : 0;
  return noslip_lanes_bits(bad);
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
  guint32 left = lanes->manifold->c == 1 ? step_single(lanes->manifold->m, lanes->out, moves, lanes->trial + LANES)
                                         : noslip_lanes_bits(moves);
  NOSLIP_FOR_BITS(lane, left)
  if (!step_one(lanes, lane)) {
    moves[lane] = 0;
    residual[lane] = INFINITY;
  }
}

/* Flags of the lanes of `in` off the manifold, and of those of them that move. Whether any moves. */
NOSLIP_LANE_BUILDS static gboolean
begin_moves(const double *residual, guint32 in, double *off, double *moves)
{
  double any = 0;
  noslip_lanes_flags(in, off);
  FOR_LANES
  {
    moves[lane] = residual[lane] > NOSLIP_MANIFOLD_ROUND_OFF ? off[lane] : 0;
    off[lane] = residual[lane] <= NOSLIP_MANIFOLD_ROUND_OFF ? 0 : off[lane];
  }
  FOR_LANES
  any += moves[lane];
  return any != 0;
}

/* After a step to the residuals `next`: the lanes that move further. Whether any does. */
NOSLIP_LANE_BUILDS static gboolean
continue_moves(const double *next, double *residual, double *moves)
{
  double any = 0;
  FOR_LANES
  {
    double better = next[lane] < 0.5 * residual[lane] ? 1 : 0, far = next[lane] < NOSLIP_MANIFOLD_CLOSE ? 0 : 1;
    double more = next[lane] > NOSLIP_MANIFOLD_ROUND_OFF ? better + far : 0;
    residual[lane] = moves[lane] != 0 ? next[lane] : residual[lane];
    moves[lane] = moves[lane] != 0 ? more : 0;
  }
  FOR_LANES
  any += moves[lane];
  return any != 0;
}

/* Takes the points of the lanes that were found; returns those that differ from the start. */
NOSLIP_LANE_BUILDS static guint32
take_points(gsize m, const double *trial, const double *residual, const double *off, double *x)
{
  double found[LANES], moved[LANES] = {0};
  FOR_LANES
  found[lane] = residual[lane] < NOSLIP_MANIFOLD_CLOSE ? off[lane] : 0;
  for (gsize i = 0; i < m * LANES; i += LANES)
    FOR_LANES
    {
      double change = found[lane] != 0 ? trial[i + lane] - x[i + lane] : 0;
      moved[lane] += change * change;
      x[i + lane] = found[lane] != 0 ? trial[i + lane] : x[i + lane];
    }
  FOR_LANES
  moved[lane] = moved[lane] > 0 ? 1 : 0;
  return noslip_lanes_bits(moved);
}

guint32
noslip_manifold_lanes_project(NoslipManifoldLanes *lanes, const double *t, double *x, guint32 in)
{
  gsize m = lanes->manifold->m;
  double residual[LANES], next[LANES], off[LANES], moves[LANES];
  memcpy(lanes->trial, t, LANES * sizeof(double));
  memcpy(lanes->trial + LANES, x, m * LANES * sizeof(double));
  evaluate(lanes, residual);
  gboolean moving = begin_moves(residual, in, off, moves);
  for (guint i = 0; i < NOSLIP_MANIFOLD_STEPS_MOST && moving; i++) {
    step_all(lanes, moves, residual);
    evaluate(lanes, next);
    moving = continue_moves(next, residual, moves);
  }
  return take_points(m, lanes->trial + LANES, residual, off, x);
}
