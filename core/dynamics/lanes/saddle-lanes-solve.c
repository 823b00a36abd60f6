/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rates in lanes. */
#include "core/dynamics/lanes/saddle-lanes.h"

#include <math.h>
#include <string.h>

#define LANES NOSLIP_TAPE_LANES
#define FOR_LANES NOSLIP_FOR_LANES

void
noslip_saddle_lanes_place(const NoslipSaddle *saddle, double *in, const double *t, const double *z)
{
  memcpy(in, t, LANES * sizeof(double));
  memcpy(in + LANES, z, ((gsize) saddle->m + saddle->n) * LANES * sizeof(double));
}

/* The sums over n values of 4 n_groups lanes: finite only if all values are, except for an overflow. */
static inline __attribute__((always_inline)) gboolean
sums_finite(const guint n_groups, gsize n, const double *values)
{
  NoslipFourLanes sums[LANES / 4], all = {0};
  NOSLIP_FOR_GROUPS(n_groups)
  sums[g] = (NoslipFourLanes){0};
  for (gsize i = 0; i < n * LANES; i += LANES) {
    const NoslipFourLanes *value = (const NoslipFourLanes *) (gconstpointer) (values + i);
    NOSLIP_FOR_GROUPS(n_groups)
    sums[g] += value[g];
  }
  NOSLIP_FOR_GROUPS(n_groups)
  all += 0 * sums[g];
  return all[0] + all[1] + all[2] + all[3] == 0;
}

NOSLIP_LANE_BUILDS guint32
noslip_saddle_lanes_finite(guint width, gsize n, const double *values)
{
  if (width == LANES       ? sums_finite(LANES / 4, n, values)
      : width == LANES / 2 ? sums_finite(LANES / 8, n, values)
                           : sums_finite(LANES / 16, n, values))
    return G_MAXUINT32;
  double sums[LANES] = {0};
  for (gsize i = 0; i < n * LANES; i += LANES)
    for (guint lane = 0; lane < width; lane++)
      sums[lane] += 0 * values[i + lane];
  return ~noslip_lanes_bits(sums);
}

/* The lanes whose pivots are large enough and have the signs `signs`; signs that are 0 are set. */
NOSLIP_LANE_BUILDS static guint32
sound_pivots(gsize size, const double *pivots, const double *reference, double *signs)
{
  double unsound[LANES] = {0};
  for (gsize i = 0; i < size * LANES; i += LANES)
    FOR_LANES
    {
      double least = NOSLIP_SADDLE_PIVOT_SHRUNK * reference[i + lane];
      double pivot = pivots[i + lane], sign = signs[i + lane], bad = fabs(pivot) > least ? 0 : 1;
      bad = pivot * sign >= 0 ? bad : 1;
      unsound[lane] += bad;
      sign = sign != 0 ? sign : pivot;
      signs[i + lane] = sign > 0 ? 1 : -1;
    }
  return ~noslip_lanes_bits(unsound);
}

/* Whether `out` is the solution at (t, z). */
static gboolean
is_solved(const NoslipSaddleLanes *lanes, const double *t, const double *z)
{
  gsize state = ((gsize) lanes->saddle->m + lanes->saddle->n) * LANES * sizeof(double);
  return lanes->evaluated && memcmp(lanes->in, t, LANES * sizeof(double)) == 0 &&
         memcmp(lanes->in + LANES, z, state) == 0;
}

/* Whether the pivots of these lanes must be checked: they vary, or were not yet found sound. */
static gboolean
needs_pivots(const NoslipSaddleLanes *lanes, guint32 in)
{
  return (in & ~lanes->sound) != 0;
}

/* Lanes whose pivots in `out` are not sound leave. */
static void
check_pivots(NoslipSaddleLanes *lanes, guint32 *in)
{
  const NoslipSaddle *saddle = lanes->saddle;
  gsize m = saddle->m, size = (gsize) saddle->n + saddle->k;
  if (!needs_pivots(lanes, *in))
    return;
  guint32 sound = sound_pivots(size, lanes->out + (m + size) * LANES, lanes->reference, lanes->signs);
  *in &= sound;
  if (!saddle->pivots_vary)
    lanes->sound |= sound;
}

void
noslip_saddle_lanes_solve(NoslipSaddleLanes *lanes, const double *t, const double *z, guint32 *in)
{
  const NoslipSaddle *saddle = lanes->saddle;
  gsize m = saddle->m, size = (gsize) saddle->n + saddle->k;
  if (is_solved(lanes, t, z))
    return;
  noslip_saddle_lanes_place(saddle, lanes->in, t, z);
  noslip_tape_evaluate_lanes(lanes->rates, lanes->in, lanes->out);
  lanes->evaluated = TRUE;
  *in &= noslip_saddle_lanes_finite(lanes->width, m + size, lanes->out);
  check_pivots(lanes, in);
}

/* Evaluates a program whose outputs are `n_first` for the integrator, then lambda and pivots, with those to their place
 * in `out`. Lanes whose outputs are not sound leave. */
static void
evaluate_in_place(NoslipSaddleLanes *lanes, NoslipTapeWorkspace *tape, const double *t, const double *z, gsize n_first,
                  double *first, guint32 *in)
{
  const NoslipSaddle *saddle = lanes->saddle;
  double *rest = lanes->out + ((gsize) saddle->m + saddle->n) * LANES;
  guint n_rest = saddle->k + (needs_pivots(lanes, *in) ? saddle->n + saddle->k : 0);
  lanes->evaluated = FALSE;
  noslip_tape_evaluate_state_lanes(tape, t, z, (guint) n_first, first, n_rest, rest);
  *in &= noslip_saddle_lanes_finite(lanes->width, n_first, first);
  if (saddle->k > 0)
    *in &= noslip_saddle_lanes_finite(lanes->width, saddle->k, rest);
  check_pivots(lanes, in);
}

void
noslip_saddle_lanes_rates(gpointer data, const double *t, const double *z, double *zdot, guint32 *in)
{
  NoslipSaddleLanes *lanes = data;
  gsize state = (gsize) lanes->saddle->m + lanes->saddle->n;
  if (is_solved(lanes, t, z))
    memcpy(zdot, lanes->out, state * LANES * sizeof(double));
  else
    evaluate_in_place(lanes, lanes->rates, t, z, state, zdot, in);
}

void
noslip_saddle_lanes_linearize(gpointer data, const double *t, const double *z, double *linear, guint32 *in)
{
  NoslipSaddleLanes *lanes = data;
  gsize state = (gsize) lanes->saddle->m + lanes->saddle->n;
  if (lanes->linear == NULL) {
    NoslipTape *tape = noslip_saddle_linear(lanes->saddle);
    if (tape == NULL) {
      *in = 0;
      return;
    }
    lanes->linear = noslip_tape_workspace_new(tape);
    noslip_tape_set_constants_lanes(lanes->linear, lanes->constants);
    noslip_tape_use_lanes(lanes->linear, lanes->width);
  }
  evaluate_in_place(lanes, lanes->linear, t, z, state + state * state, linear, in);
}
