/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What follows an accepted step, in lanes: the projection onto the constraints and the checks of ranks. */
#include "core/dynamics/lanes/saddle-lanes.h"

#include <math.h>
#include <string.h>

#define LANES NOSLIP_TAPE_LANES
/* If the determinant of the cosines between two states' rows is smaller, its sign may be rounding (1e-16): the motion
 * leaves, and is checked alone. */
#define DEPENDENT 1e-10
#define FOR_LANES NOSLIP_FOR_LANES

static void
evaluate_constraints(NoslipSaddleLanes *lanes, const double *t, const double *z)
{
  noslip_saddle_lanes_place(lanes->saddle, lanes->at, t, z);
  noslip_tape_evaluate_lanes(lanes->constraints, lanes->at, lanes->phi);
}

/* largest[lane]: the largest |phi| relative to its terms. */
static void
residual(NoslipSaddleLanes *lanes, const double *t, const double *z, double *largest)
{
  const NoslipSaddle *saddle = lanes->saddle;
  gsize m = saddle->m, n = saddle->n, k = saddle->k;
  evaluate_constraints(lanes, t, z);
  FOR_LANES
  largest[lane] = 0;
  for (gsize c = 0; c < k; c++) {
    double terms[LANES];
    const double *phi = lanes->phi + c * LANES, *slope = lanes->phi + (2 * k + c * n) * LANES;
    memcpy(terms, lanes->phi + (k + c) * LANES, sizeof terms);
    for (gsize a = 0; a < n; a++)
      FOR_LANES
    terms[lane] += fabs(slope[a * LANES + lane] * z[(m + a) * LANES + lane]);
    FOR_LANES
    {
      double scaled = phi[lane] == 0 ? 0 : fabs(phi[lane]) / terms[lane];
      largest[lane] = scaled <= largest[lane] ? largest[lane] : scaled;
    }
  }
}

/* Projects the motions of *in onto phi = 0. Returns whether `phi` is evaluated at the final z. */
static gboolean
project_velocities(NoslipSaddleLanes *lanes, const double *t, double *z, guint32 *in, guint32 *changed)
{
  gsize m = lanes->saddle->m, n = lanes->saddle->n;
  double now[LANES], next[LANES], moves[LANES];
  gboolean current = TRUE;
  residual(lanes, t, z, now);
  for (guint i = 0; i < NOSLIP_SADDLE_PROJECTIONS_MOST; i++) {
    gboolean any = FALSE;
    FOR_LANES
    {
      moves[lane] = (i == 0 ? *in >> lane & 1 : moves[lane] != 0) && now[lane] > NOSLIP_SADDLE_ROUND_OFF;
      any |= moves[lane] != 0;
    }
    if (!any)
      break;
    noslip_tape_evaluate_lanes(lanes->projection, lanes->at, lanes->delta);
    guint32 lost = ~noslip_saddle_lanes_finite(lanes->width, n, lanes->delta);
    FOR_LANES
    if (moves[lane] != 0 && (lost >> lane & 1))
      *in &= ~(1u << lane);
    double *y = z + m * LANES;
    for (gsize a = 0; a < n; a++)
      FOR_LANES
      {
        double moved = y[a * LANES + lane] + lanes->delta[a * LANES + lane];
        y[a * LANES + lane] = moves[lane] != 0 ? moved : y[a * LANES + lane];
      }
    residual(lanes, t, z, next);
    FOR_LANES
    {
      if (moves[lane] == 0)
        continue;
      if (next[lane] < now[lane]) {
        now[lane] = next[lane];
        *changed |= (guint32) 1 << lane;
        continue;
      }
      for (gsize a = 0; a < n; a++) /* round-off is reached: undo the last step */
        y[a * LANES + lane] -= lanes->delta[a * LANES + lane];
      moves[lane] = 0;
      current = FALSE;
    }
  }
  return current;
}

/* to[lane] = sum of a_i b_i over the n velocities, in units of the kinetic metric. */
NOSLIP_LANE_BUILDS static void
multiply_rows(gsize n, const double *scale, const double *a, const double *b, double *to)
{
  memset(to, 0, LANES * sizeof(double));
  for (gsize i = 0; i < n * LANES; i += LANES)
    FOR_LANES
  to[lane] += a[i + lane] * b[i + lane] * scale[i + lane] * scale[i + lane];
}

/* Lanes whose constraint directions may have lost rank since the last accepted state leave; see saddle-watch.c. A lane
 * stays if the determinant of the cosines between the rows then and now is positive beyond rounding; the others are
 * checked by the function for one motion. */
static void
watch_directions(NoslipSaddleLanes *lanes, guint32 *in)
{
  gsize n = lanes->saddle->n, k = lanes->saddle->k;
  double *before = lanes->before, *now = lanes->phi + 2 * k * LANES, *norms = lanes->norms;
  for (gsize c = 0; c < 2 * k; c++) {
    const double *row = c < k ? before + c * n * LANES : now + (c - k) * n * LANES;
    multiply_rows(n, lanes->scale, row, row, norms + c * LANES);
    FOR_LANES
    norms[c * LANES + lane] = sqrt(norms[c * LANES + lane]);
  }
  for (gsize c = 0; c < k; c++)
    for (gsize d = 0; d < k; d++) {
      double *cosine = lanes->matrix + (c * k + d) * LANES;
      multiply_rows(n, lanes->scale, before + c * n * LANES, now + d * n * LANES, cosine);
      FOR_LANES
      cosine[lane] /= norms[c * LANES + lane] * norms[(k + d) * LANES + lane];
    }
  FOR_LANES
  {
    for (gsize i = 0; i < k * k; i++)
      lanes->one[i] = lanes->matrix[i * LANES + lane];
    if (!(noslip_linear_determinant_sign((guint) k, lanes->one, DEPENDENT) > 0))
      *in &= ~(1u << lane);
  }
  memcpy(before, now, k * n * LANES * sizeof(double));
}

static void
watch_pivots(NoslipSaddleLanes *lanes, const double *t, const double *z, guint32 *in)
{
  gsize m = lanes->saddle->m, size = (gsize) lanes->saddle->n + lanes->saddle->k;
  double sign[LANES];
  noslip_saddle_lanes_solve(lanes, t, z, in);
  FOR_LANES
  sign[lane] = lanes->parity >> lane & 1 ? -1 : 1;
  for (gsize i = 0; i < size; i++)
    FOR_LANES
  sign[lane] = lanes->out[(m + size + i) * LANES + lane] < 0 ? -sign[lane] : sign[lane];
  FOR_LANES
  if (sign[lane] < 0)
    *in &= ~(1u << lane);
}

void
noslip_saddle_lanes_accept(gpointer data, const double *t, double *z, gboolean stabilise, guint32 *in, guint32 *changed)
{
  NoslipSaddleLanes *lanes = data;
  const NoslipSaddle *saddle = lanes->saddle;
  gboolean current = FALSE;
  *in &= noslip_saddle_lanes_finite(lanes->width, (gsize) saddle->m + saddle->n, z);
  if (stabilise && lanes->manifold != NULL)
    *changed |= noslip_manifold_lanes_project(lanes->manifold, t, z, *in);
  if (stabilise && saddle->k > 0)
    current = project_velocities(lanes, t, z, in, changed);
  if (noslip_saddle_watches_directions(saddle)) {
    if (!current)
      evaluate_constraints(lanes, t, z);
    watch_directions(lanes, in);
  }
  if (saddle->pivots_vary)
    watch_pivots(lanes, t, z, in);
}
