/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle point problem for many motions side by side. What saddle-workspace.c and saddle-watch.c do one motion at a
 * time is done here with the same arithmetic in the same order, as long as the solution in symbols is sound; a motion
 * that the dense solver or the chord between two states has to judge leaves its lane. */
#include "core/dynamics/saddle-private.h"

#include "core/system/row.h"

#include <math.h>
#include <string.h>

#define LANES NOSLIP_TAPE_LANES
/* Rows whose volume of cosines is smaller are left to the function for one motion: its rounding is 1e-16. */
#define DEPENDENT 1e-10
#define FOR_LANES for (guint lane = 0; lane < LANES; lane++)

typedef struct {
  const NoslipSaddle *saddle;
  NoslipSaddleWork *alone; /* enters each motion, and brings its coordinates back onto the manifold */
  NoslipTapeWork *rates, *projection, *constraints;
  double *parameters; /* LANES x n_parameters, one motion after the other */
  /* All below: quantity x LANES. */
  double *constants; /* the parameters again */
  double *in;        /* t, x, y where `out` was computed; after `evaluated` */
  double *out;       /* of rates */
  double *at;        /* t, x, y where `phi` was computed */
  double *phi;       /* of constraints */
  double *delta;     /* n: of projection */
  double *reference; /* n + k: pivots on entering */
  double *signs;     /* n + k: of the pivots, or 0 before they are known */
  double *scale;     /* n: 1 / sqrt |W_aa| on entering */
  double *before;    /* k x n: Phi at the last accepted state */
  double *matrix;    /* k x k */
  double *norms;     /* 2k: of the rows of Phi at the last accepted state, and of those now */
  gboolean evaluated;
  guint32 parity; /* of the negative pivots at the last accepted state, a bit a lane */
  double *one;    /* m, or k x k: of one motion */
} SaddleLanes;

static double *
lanes_new(gsize n)
{
  return g_aligned_alloc0((n + 1) * LANES, sizeof(double), 64);
}

static gpointer
work_new(gconstpointer data)
{
  const NoslipSaddle *saddle = data;
  gsize m = saddle->m, n = saddle->n, k = saddle->k;
  if (saddle->rates == NULL)
    return NULL;
  SaddleLanes *lanes = g_new0(SaddleLanes, 1);
  lanes->saddle = saddle;
  lanes->alone = noslip_saddle_work_new(saddle);
  lanes->rates = noslip_tape_work_new(saddle->rates);
  lanes->projection = noslip_tape_work_new(saddle->projection);
  lanes->constraints = noslip_tape_work_new(saddle->constraints);
  lanes->parameters = g_new0(double, (gsize) saddle->system->n_parameters *LANES + 1);
  lanes->constants = lanes_new(saddle->system->n_parameters);
  lanes->in = lanes_new(1 + m + n);
  lanes->out = lanes_new(m + 2 * (n + k));
  lanes->at = lanes_new(1 + m + n);
  lanes->phi = lanes_new(2 * k + k * n);
  lanes->delta = lanes_new(n);
  lanes->reference = lanes_new(n + k);
  lanes->signs = lanes_new(n + k);
  lanes->scale = lanes_new(n);
  lanes->before = lanes_new(k * n);
  lanes->matrix = lanes_new(k * k);
  lanes->norms = lanes_new(2 * k);
  lanes->one = g_new0(double, MAX(m + n, k * k) + 1);
  return lanes;
}

static void
work_free(gpointer data)
{
  SaddleLanes *lanes = data;
  if (lanes == NULL)
    return;
  double *arrays[] = {lanes->constants, lanes->in,    lanes->out,   lanes->at,     lanes->phi,    lanes->delta,
                      lanes->reference, lanes->signs, lanes->scale, lanes->before, lanes->matrix, lanes->norms};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_aligned_free(arrays[i]);
  noslip_tape_work_free(lanes->rates);
  noslip_tape_work_free(lanes->projection);
  noslip_tape_work_free(lanes->constraints);
  noslip_saddle_work_free(lanes->alone);
  g_free(lanes->parameters);
  g_free(lanes->one);
  g_free(lanes);
}

static void
scatter(double *to, guint lane, const double *from, gsize n)
{
  for (gsize i = 0; i < n; i++)
    to[i * LANES + lane] = from[i];
}

/* One motion's start, by the functions for one motion. FALSE where it takes another way than that of lanes. */
static gboolean
enter_one(SaddleLanes *lanes, guint lane, const double *parameters, double t, const double *xy, double *z)
{
  const NoslipSaddle *saddle = lanes->saddle;
  NoslipSaddleWork *alone = lanes->alone;
  gsize n = saddle->n, k = saddle->k, n_parameters = saddle->system->n_parameters;
  if (n_parameters > 0)
    memcpy(lanes->parameters + lane * n_parameters, parameters, n_parameters * sizeof(double));
  scatter(lanes->constants, lane, parameters, n_parameters);
  noslip_saddle_set_parameters(alone, parameters);
  gboolean entered = noslip_saddle_enter(alone, t, xy, lanes->one) == NOSLIP_STEP_OK;
  scatter(z, lane, xy, (gsize) saddle->m + n);
  scatter(lanes->reference, lane, alone->reference, n + k);
  scatter(lanes->scale, lane, alone->dense->column_scale, n);
  scatter(lanes->before, lane, alone->before, k * n);
  if (alone->parity)
    lanes->parity |= 1u << lane;
  return entered && !alone->dense_only;
}

static void
enter(gpointer data, guint n, const double *parameters, double t, const double *xy, double *z, guint32 *in)
{
  SaddleLanes *lanes = data;
  const NoslipSaddle *saddle = lanes->saddle;
  gsize size = (gsize) saddle->m + saddle->n, n_parameters = saddle->system->n_parameters;
  *in = 0;
  lanes->parity = 0;
  lanes->evaluated = FALSE;
  memset(lanes->signs, 0, ((gsize) saddle->n + saddle->k) * LANES * sizeof(double));
  for (guint lane = 0; lane < LANES; lane++) {
    guint motion = lane < n ? lane : 0; /* lanes without a motion of their own repeat the first */
    gboolean entered = enter_one(lanes, lane, parameters + motion * n_parameters, t, xy + motion * size, z);
    if (entered && lane < n)
      *in |= 1u << lane;
  }
  noslip_tape_set_constants_lanes(lanes->rates, lanes->constants);
  noslip_tape_set_constants_lanes(lanes->projection, lanes->constants);
  noslip_tape_set_constants_lanes(lanes->constraints, lanes->constants);
}

/* Bits of the lanes whose flag is 0. */
static guint32
bits_of_zeros(const double *flags)
{
  guint32 bits = 0;
  FOR_LANES
  bits |= (guint32) (flags[lane] == 0) << lane;
  return bits;
}

static void
place(const NoslipSaddle *saddle, double *in, double t, const double *z)
{
  FOR_LANES
  in[lane] = t;
  memcpy(in + LANES, z, ((gsize) saddle->m + saddle->n) * LANES * sizeof(double));
}

/* Lanes whose first n values are all finite: a product with zero is zero for finite numbers alone. */
static guint32
finite_lanes(gsize n, const double *values)
{
  double sum[LANES] = {0};
  for (gsize i = 0; i < n; i++)
    FOR_LANES
  sum[lane] += 0 * values[i * LANES + lane];
  return bits_of_zeros(sum);
}

/* `out` at (t, z), recomputed only where it is not up to date; lanes where it is not sound leave. */
static void
solve(SaddleLanes *lanes, double t, const double *z, guint32 *in)
{
  const NoslipSaddle *saddle = lanes->saddle;
  gsize m = saddle->m, size = (gsize) saddle->n + saddle->k, state = (m + saddle->n) * LANES * sizeof(double);
  if (lanes->evaluated && lanes->in[0] == t && memcmp(lanes->in + LANES, z, state) == 0)
    return;
  place(saddle, lanes->in, t, z);
  noslip_tape_evaluate_lanes(lanes->rates, lanes->in, lanes->out);
  lanes->evaluated = TRUE;
  double shrunk[LANES] = {0};
  const double *pivots = lanes->out + (m + size) * LANES;
  for (gsize i = 0; i < size; i++)
    FOR_LANES
    {
      double least = NOSLIP_SADDLE_PIVOT_SHRUNK * lanes->reference[i * LANES + lane];
      double pivot = pivots[i * LANES + lane], sign = lanes->signs[i * LANES + lane];
      shrunk[lane] = fabs(pivot) > least && pivot * sign >= 0 ? shrunk[lane] : 1;
      lanes->signs[i * LANES + lane] = sign != 0 ? sign : pivot > 0 ? 1 : -1;
    }
  *in &= finite_lanes(m + size, lanes->out) & bits_of_zeros(shrunk);
}

static void
rates(gpointer data, double t, const double *z, double *zdot, guint32 *in)
{
  SaddleLanes *lanes = data;
  solve(lanes, t, z, in);
  memcpy(zdot, lanes->out, ((gsize) lanes->saddle->m + lanes->saddle->n) * LANES * sizeof(double));
}

static void
evaluate_constraints(SaddleLanes *lanes, double t, const double *z)
{
  place(lanes->saddle, lanes->at, t, z);
  noslip_tape_evaluate_lanes(lanes->constraints, lanes->at, lanes->phi);
}

/* Largest |phi| in units of its terms. */
static void
residual(SaddleLanes *lanes, double t, const double *z, double *largest)
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

/* Projects onto phi = 0. Returns whether `phi` is evaluated at the final z. */
static gboolean
project_velocities(SaddleLanes *lanes, double t, double *z, guint32 *in)
{
  gsize m = lanes->saddle->m, n = lanes->saddle->n;
  double now[LANES], next[LANES], moves[LANES];
  gboolean current = TRUE;
  residual(lanes, t, z, now);
  for (guint i = 0; i < NOSLIP_SADDLE_PROJECTIONS_MOST; i++) {
    gboolean any = FALSE;
    FOR_LANES
    {
      moves[lane] = (i == 0 || moves[lane] != 0) && now[lane] > NOSLIP_SADDLE_ROUND_OFF;
      any |= moves[lane] != 0;
    }
    if (!any)
      break;
    noslip_tape_evaluate_lanes(lanes->projection, lanes->at, lanes->delta);
    guint32 lost = ~finite_lanes(n, lanes->delta);
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
        continue;
      }
      for (gsize a = 0; a < n; a++) /* round-off is reached: the better of the two stays */
        y[a * LANES + lane] -= lanes->delta[a * LANES + lane];
      moves[lane] = 0;
      current = FALSE;
    }
  }
  return current;
}

static void
project_coordinates(SaddleLanes *lanes, double t, double *z, guint32 in)
{
  gsize m = lanes->saddle->m, n_parameters = lanes->saddle->system->n_parameters;
  FOR_LANES
  {
    if (!(in >> lane & 1))
      continue;
    for (gsize i = 0; i < m; i++)
      lanes->one[i] = z[i * LANES + lane];
    noslip_manifold_set_parameters(lanes->alone->manifold, lanes->parameters + lane * n_parameters);
    noslip_manifold_project(lanes->alone->manifold, t, lanes->one, NULL);
    scatter(z, lane, lanes->one, m);
  }
}

/* to: the products a_i b_i over the velocities i, in units of the kinetic metric, of each lane. */
static void
multiply_rows(const SaddleLanes *lanes, const double *a, const double *b, double *to)
{
  memset(to, 0, LANES * sizeof(double));
  for (gsize i = 0; i < lanes->saddle->n; i++) {
    const double *scale = lanes->scale + i * LANES;
    FOR_LANES
    to[lane] += a[i * LANES + lane] * b[i * LANES + lane] * scale[lane] * scale[lane];
  }
}

/* Lanes whose constraints' directions may have lost their rank since the last accepted state leave; see
 * saddle-watch.c. The cosines between the rows then and now decide it, where the sign of their determinant is beyond
 * rounding; the function for one motion decides about the others. */
static void
watch_directions(SaddleLanes *lanes, guint32 *in)
{
  gsize n = lanes->saddle->n, k = lanes->saddle->k;
  double *before = lanes->before, *now = lanes->phi + 2 * k * LANES, *norms = lanes->norms;
  for (gsize c = 0; c < 2 * k; c++) {
    const double *row = c < k ? before + c * n * LANES : now + (c - k) * n * LANES;
    multiply_rows(lanes, row, row, norms + c * LANES);
    FOR_LANES
    norms[c * LANES + lane] = sqrt(norms[c * LANES + lane]);
  }
  for (gsize c = 0; c < k; c++)
    for (gsize d = 0; d < k; d++) {
      double *cosine = lanes->matrix + (c * k + d) * LANES;
      multiply_rows(lanes, before + c * n * LANES, now + d * n * LANES, cosine);
      FOR_LANES
      cosine[lane] /= norms[c * LANES + lane] * norms[(k + d) * LANES + lane];
    }
  FOR_LANES
  {
    for (gsize i = 0; i < k * k; i++)
      lanes->one[i] = lanes->matrix[i * LANES + lane];
    if (!(noslip_saddle_sign((guint) k, lanes->one, DEPENDENT) > 0))
      *in &= ~(1u << lane);
  }
  memcpy(before, now, k * n * LANES * sizeof(double));
}

static void
watch_pivots(SaddleLanes *lanes, double t, const double *z, guint32 *in)
{
  gsize m = lanes->saddle->m, size = (gsize) lanes->saddle->n + lanes->saddle->k;
  double sign[LANES];
  solve(lanes, t, z, in);
  FOR_LANES
  sign[lane] = lanes->parity >> lane & 1 ? -1 : 1;
  for (gsize i = 0; i < size; i++)
    FOR_LANES
  sign[lane] = lanes->out[(m + size + i) * LANES + lane] < 0 ? -sign[lane] : sign[lane];
  FOR_LANES
  if (sign[lane] < 0)
    *in &= ~(1u << lane);
}

static void
accept(gpointer data, double t, double *z, gboolean stabilise, guint32 *in)
{
  SaddleLanes *lanes = data;
  const NoslipSaddle *saddle = lanes->saddle;
  gboolean current = FALSE;
  *in &= finite_lanes((gsize) saddle->m + saddle->n, z);
  if (stabilise && noslip_system_n_positions(saddle->system, saddle->constrained) > 0)
    project_coordinates(lanes, t, z, *in);
  if (stabilise && saddle->k > 0)
    current = project_velocities(lanes, t, z, in);
  if (noslip_saddle_watches_directions(saddle)) {
    if (!current)
      evaluate_constraints(lanes, t, z);
    watch_directions(lanes, in);
  }
  if (saddle->pivots_vary)
    watch_pivots(lanes, t, z, in);
}

static void
observe(gpointer data, double t, const double *z, double *rows, guint32 *in)
{
  SaddleLanes *lanes = data;
  const NoslipSaddle *saddle = lanes->saddle;
  const NoslipSystem *system = saddle->system;
  gsize m = saddle->m, n = saddle->n;
  solve(lanes, t, z, in);
  FOR_LANES
  {
    double *row = rows + (gsize) lane * noslip_row_size(system);
    row[0] = t;
    for (gsize i = 0; i < m + n; i++)
      row[1 + i] = z[i * LANES + lane];
    for (gsize a = 0; a < n; a++)
      row[noslip_row_ydot(system) + a] = lanes->out[(m + a) * LANES + lane];
    for (gsize c = 0; c < system->k; c++)
      row[noslip_row_lambda(system) + c] = saddle->constrained ? lanes->out[(m + n + c) * LANES + lane] : 0;
  }
}

const NoslipLanes noslip_saddle_lanes = {
    .work_new = work_new,
    .work_free = work_free,
    .enter = enter,
    .rates = rates,
    .accept = accept,
    .observe = observe,
};
