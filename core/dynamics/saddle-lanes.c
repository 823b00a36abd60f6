/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle point problem for many motions in lanes: the computations of saddle-workspace.c and saddle-watch.c, with
 * the same arithmetic in the same order, while the symbolic solution is sound. A motion that needs the dense solver, or
 * the chord between two states, leaves its lane. */
#include "core/dynamics/saddle-private.h"

#include "core/expr/lanes.h"
#include "core/system/manifold-lanes.h"
#include "core/system/row.h"

#include <math.h>
#include <string.h>

#define LANES NOSLIP_TAPE_LANES
/* If the determinant of the cosines between two states' rows is smaller, its sign may be rounding (1e-16): the motion
 * leaves, and is checked alone. */
#define DEPENDENT 1e-10
#define FOR_LANES NOSLIP_FOR_LANES

typedef struct {
  const NoslipSaddle *saddle;
  NoslipSaddleWorkspace *alone;  /* for entering a motion */
  NoslipManifoldLanes *manifold; /* or NULL */
  NoslipTapeWorkspace *rates, *projection, *constraints;
  /* Index order of the arrays below: [quantity][lane]. */
  double *constants; /* the parameters again */
  double *in;        /* t, x, y at which `out` was computed, if `evaluated` */
  double *out;       /* outputs of `rates` */
  double *at;        /* t, x, y at which `phi` was computed */
  double *phi;       /* outputs of `constraints` */
  double *delta;     /* n: outputs of `projection` */
  double *reference; /* n + k: pivots on entering */
  double *signs;     /* n + k: signs of the pivots, or 0 before they are known */
  double *scale;     /* n: 1 / sqrt |W_aa| on entering */
  double *before;    /* k x n: Phi at the last accepted state */
  double *matrix;    /* k x k */
  double *norms;     /* 2k: norms of the rows of Phi: at the last accepted state, then at this one */
  gboolean evaluated;
  guint width;    /* the lanes that are computed */
  guint32 sound;  /* lanes whose pivots were found sound and do not vary */
  guint32 parity; /* parity of the number of negative pivots at the last accepted state, one bit per lane */
  double *one;    /* m, or k x k: scratch for one motion */
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
  lanes->alone = noslip_saddle_workspace_new(saddle);
  lanes->rates = noslip_tape_workspace_new(saddle->rates);
  lanes->projection = noslip_tape_workspace_new(saddle->projection);
  lanes->constraints = noslip_tape_workspace_new(saddle->constraints);
  lanes->manifold = noslip_manifold_lanes_new(saddle->manifold);
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
  noslip_tape_workspace_free(lanes->rates);
  noslip_tape_workspace_free(lanes->projection);
  noslip_tape_workspace_free(lanes->constraints);
  noslip_saddle_workspace_free(lanes->alone);
  noslip_manifold_lanes_free(lanes->manifold);
  g_free(lanes->one);
  g_free(lanes);
}

static void
scatter(double *to, guint lane, const double *from, gsize n)
{
  for (gsize i = 0; i < n; i++)
    to[i * LANES + lane] = from[i];
}

/* Starts one motion by the functions for one motion. FALSE if it needs a computation that lanes do not have. */
static gboolean
enter_one(SaddleLanes *lanes, guint lane, const double *parameters, double t, const double *xy, double *z)
{
  const NoslipSaddle *saddle = lanes->saddle;
  NoslipSaddleWorkspace *alone = lanes->alone;
  gsize n = saddle->n, k = saddle->k, n_parameters = saddle->system->n_parameters;
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
use(gpointer data, guint n)
{
  SaddleLanes *lanes = data;
  NoslipTapeWorkspace *tapes[] = {lanes->rates, lanes->projection, lanes->constraints};
  lanes->width = noslip_lanes_width(n);
  lanes->evaluated = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(tapes); i++)
    noslip_tape_use_lanes(tapes[i], n);
  if (lanes->manifold != NULL)
    noslip_manifold_lanes_use(lanes->manifold, n);
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
    guint motion = lane < n ? lane : 0; /* unused lanes repeat the first motion */
    gboolean entered = enter_one(lanes, lane, parameters + motion * n_parameters, t, xy + motion * size, z);
    if (entered && lane < n)
      *in |= 1u << lane;
  }
  noslip_tape_set_constants_lanes(lanes->rates, lanes->constants);
  noslip_tape_set_constants_lanes(lanes->projection, lanes->constants);
  noslip_tape_set_constants_lanes(lanes->constraints, lanes->constants);
  if (lanes->manifold != NULL)
    noslip_manifold_lanes_set_parameters(lanes->manifold, lanes->constants);
  lanes->sound = 0;
  use(lanes, n);
}

static void
swap(gpointer data, guint a, guint b)
{
  SaddleLanes *lanes = data;
  const NoslipSaddle *saddle = lanes->saddle;
  gsize n = saddle->n, k = saddle->k, n_parameters = saddle->system->n_parameters;
  const struct {
    double *lanes;
    gsize n;
  } arrays[] = {{lanes->constants, n_parameters}, {lanes->reference, n + k},  {lanes->signs, n + k}, {lanes->scale, n},
                {lanes->before, k * n},           {lanes->phi, 2 * k + k * n}};
  NoslipTapeWorkspace *tapes[] = {lanes->rates, lanes->projection, lanes->constraints};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    noslip_lanes_swap(arrays[i].n, arrays[i].lanes, a, b);
  for (guint i = 0; i < G_N_ELEMENTS(tapes); i++)
    noslip_tape_swap_lanes(tapes[i], a, b);
  if (lanes->manifold != NULL)
    noslip_manifold_lanes_swap(lanes->manifold, a, b);
  lanes->parity = noslip_lanes_swap_bits(lanes->parity, a, b);
  lanes->sound = noslip_lanes_swap_bits(lanes->sound, a, b);
  lanes->evaluated = FALSE;
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
place(const NoslipSaddle *saddle, double *in, const double *t, const double *z)
{
  memcpy(in, t, LANES * sizeof(double));
  memcpy(in + LANES, z, ((gsize) saddle->m + saddle->n) * LANES * sizeof(double));
}

/* The lanes whose first n values are all finite: only for a finite number is the product with zero zero. */
NOSLIP_LANE_BUILDS static guint32
finite_lanes(guint width, gsize n, const double *values)
{
  NoslipFourLanes sums[LANES / 4] = {{0}}, all = {0};
  for (guint lane = 0; lane < width; lane += NOSLIP_LANE_GROUP) {
    NoslipFourLanes first = {0}, second = {0};
    const NoslipFourLanes *value = (const NoslipFourLanes *) (gconstpointer) (values + lane);
    for (gsize i = 0; i < n; i++, value += LANES / 4) {
      first += 0 * value[0];
      second += 0 * value[1];
    }
    sums[lane / 4] = first;
    sums[lane / 4 + 1] = second;
    all += first + second;
  }
  if (all[0] + all[1] + all[2] + all[3] == 0)
    return G_MAXUINT32;
  return bits_of_zeros((const double *) (gconstpointer) sums);
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
  return bits_of_zeros(unsound);
}

/* Whether `out` is the solution at (t, z). */
static gboolean
is_solved(const SaddleLanes *lanes, const double *t, const double *z)
{
  gsize state = ((gsize) lanes->saddle->m + lanes->saddle->n) * LANES * sizeof(double);
  return lanes->evaluated && memcmp(lanes->in, t, LANES * sizeof(double)) == 0 &&
         memcmp(lanes->in + LANES, z, state) == 0;
}

/* Lanes whose pivots in `out` are not sound leave. */
static void
check_pivots(SaddleLanes *lanes, guint32 *in)
{
  const NoslipSaddle *saddle = lanes->saddle;
  gsize m = saddle->m, size = (gsize) saddle->n + saddle->k;
  if ((*in & ~lanes->sound) == 0)
    return;
  guint32 sound = sound_pivots(size, lanes->out + (m + size) * LANES, lanes->reference, lanes->signs);
  *in &= sound;
  if (!saddle->pivots_vary)
    lanes->sound |= sound;
}

/* Computes `out` at (t, z) if it is not up to date; lanes whose solution is not sound leave. */
static void
solve(SaddleLanes *lanes, const double *t, const double *z, guint32 *in)
{
  const NoslipSaddle *saddle = lanes->saddle;
  gsize m = saddle->m, size = (gsize) saddle->n + saddle->k;
  if (is_solved(lanes, t, z))
    return;
  place(saddle, lanes->in, t, z);
  noslip_tape_evaluate_lanes(lanes->rates, lanes->in, lanes->out);
  lanes->evaluated = TRUE;
  *in &= finite_lanes(lanes->width, m + size, lanes->out);
  check_pivots(lanes, in);
}

/* As solve(), but the program writes to its place what the integrator needs. */
static void
rates(gpointer data, const double *t, const double *z, double *zdot, guint32 *in)
{
  SaddleLanes *lanes = data;
  const NoslipSaddle *saddle = lanes->saddle;
  gsize m = saddle->m, n = saddle->n, k = saddle->k;
  if (is_solved(lanes, t, z)) {
    memcpy(zdot, lanes->out, (m + n) * LANES * sizeof(double));
    return;
  }
  double *rest = lanes->out + (m + n) * LANES;
  lanes->evaluated = FALSE;
  noslip_tape_evaluate_state_lanes(lanes->rates, t, z, (guint) (m + n), zdot, rest);
  *in &= finite_lanes(lanes->width, m + n, zdot);
  if (k > 0)
    *in &= finite_lanes(lanes->width, k, rest);
  check_pivots(lanes, in);
}

static void
evaluate_constraints(SaddleLanes *lanes, const double *t, const double *z)
{
  place(lanes->saddle, lanes->at, t, z);
  noslip_tape_evaluate_lanes(lanes->constraints, lanes->at, lanes->phi);
}

/* largest[lane]: the largest |phi| relative to its terms. */
static void
residual(SaddleLanes *lanes, const double *t, const double *z, double *largest)
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
project_velocities(SaddleLanes *lanes, const double *t, double *z, guint32 *in, guint32 *changed)
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
    guint32 lost = ~finite_lanes(lanes->width, n, lanes->delta);
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
watch_directions(SaddleLanes *lanes, guint32 *in)
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
watch_pivots(SaddleLanes *lanes, const double *t, const double *z, guint32 *in)
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
accept(gpointer data, const double *t, double *z, gboolean stabilise, guint32 *in, guint32 *changed)
{
  SaddleLanes *lanes = data;
  const NoslipSaddle *saddle = lanes->saddle;
  gboolean current = FALSE;
  *in &= finite_lanes(lanes->width, (gsize) saddle->m + saddle->n, z);
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

static void
observe(gpointer data, const double *t, const double *z, double *rows, guint32 *in)
{
  SaddleLanes *lanes = data;
  const NoslipSaddle *saddle = lanes->saddle;
  const NoslipSystem *system = saddle->system;
  gsize m = saddle->m, n = saddle->n;
  solve(lanes, t, z, in);
  FOR_LANES
  {
    double *row = rows + (gsize) lane * noslip_row_size(system);
    row[0] = t[lane];
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
    .swap = swap,
    .use = use,
    .observe = observe,
};
