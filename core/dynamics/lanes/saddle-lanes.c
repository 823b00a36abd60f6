/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/lanes/saddle-lanes.h"

#include "core/system/row.h"

#include <string.h>

#define LANES NOSLIP_TAPE_LANES

#define TAPES 4

/* The programs; returns their number. */
static guint
tapes_of(const NoslipSaddleLanes *lanes, NoslipTapeWorkspace *tapes[TAPES])
{
  tapes[0] = lanes->rates;
  tapes[1] = lanes->projection;
  tapes[2] = lanes->constraints;
  tapes[3] = lanes->linear;
  return lanes->linear != NULL ? TAPES : TAPES - 1;
}

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
  NoslipSaddleLanes *lanes = g_new0(NoslipSaddleLanes, 1);
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
  NoslipSaddleLanes *lanes = data;
  if (lanes == NULL)
    return;
  double *arrays[] = {lanes->constants, lanes->in,    lanes->out,   lanes->at,     lanes->phi,    lanes->delta,
                      lanes->reference, lanes->signs, lanes->scale, lanes->before, lanes->matrix, lanes->norms};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_aligned_free(arrays[i]);
  NoslipTapeWorkspace *tapes[TAPES];
  for (guint n = tapes_of(lanes, tapes), i = 0; i < n; i++)
    noslip_tape_workspace_free(tapes[i]);
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
enter_one(NoslipSaddleLanes *lanes, guint lane, const double *parameters, double t, const double *xy, double *z)
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
  NoslipSaddleLanes *lanes = data;
  NoslipTapeWorkspace *tapes[TAPES];
  guint n_tapes = tapes_of(lanes, tapes);
  lanes->width = noslip_lanes_width(n);
  lanes->evaluated = FALSE;
  for (guint i = 0; i < n_tapes; i++)
    noslip_tape_use_lanes(tapes[i], n);
  if (lanes->manifold != NULL)
    noslip_manifold_lanes_use(lanes->manifold, n);
}

static void
enter(gpointer data, guint n, const double *parameters, double t, const double *xy, double *z, guint32 *in)
{
  NoslipSaddleLanes *lanes = data;
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
  NoslipTapeWorkspace *tapes[TAPES];
  for (guint n_tapes = tapes_of(lanes, tapes), i = 0; i < n_tapes; i++)
    noslip_tape_set_constants_lanes(tapes[i], lanes->constants);
  if (lanes->manifold != NULL)
    noslip_manifold_lanes_set_parameters(lanes->manifold, lanes->constants);
  lanes->sound = 0;
  use(lanes, n);
}

static void
swap(gpointer data, guint a, guint b)
{
  NoslipSaddleLanes *lanes = data;
  const NoslipSaddle *saddle = lanes->saddle;
  gsize n = saddle->n, k = saddle->k, n_parameters = saddle->system->n_parameters;
  const struct {
    double *lanes;
    gsize n;
  } arrays[] = {{lanes->constants, n_parameters}, {lanes->reference, n + k},  {lanes->signs, n + k}, {lanes->scale, n},
                {lanes->before, k * n},           {lanes->phi, 2 * k + k * n}};
  NoslipTapeWorkspace *tapes[TAPES];
  guint n_tapes = tapes_of(lanes, tapes);
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    noslip_lanes_swap(arrays[i].n, arrays[i].lanes, a, b);
  for (guint i = 0; i < n_tapes; i++)
    noslip_tape_swap_lanes(tapes[i], a, b);
  if (lanes->manifold != NULL)
    noslip_manifold_lanes_swap(lanes->manifold, a, b);
  lanes->parity = noslip_lanes_swap_bits(lanes->parity, a, b);
  lanes->sound = noslip_lanes_swap_bits(lanes->sound, a, b);
  lanes->evaluated = FALSE;
}

static void
observe(gpointer data, const double *t, const double *z, double *rows, guint32 *in)
{
  NoslipSaddleLanes *lanes = data;
  const NoslipSaddle *saddle = lanes->saddle;
  const NoslipSystem *system = saddle->system;
  gsize m = saddle->m, n = saddle->n;
  const gsize lane_bytes = LANES * sizeof(double);
  double *lambda = rows + (gsize) noslip_row_lambda(system) * LANES;
  noslip_saddle_lanes_solve(lanes, t, z, in);
  memcpy(rows, t, lane_bytes);
  memcpy(rows + LANES, z, (m + n) * lane_bytes);
  memcpy(rows + (gsize) noslip_row_ydot(system) * LANES, lanes->out + m * LANES, n * lane_bytes);
  if (saddle->constrained)
    memcpy(lambda, lanes->out + (m + n) * LANES, system->k * lane_bytes);
  else
    memset(lambda, 0, system->k * lane_bytes);
}

const NoslipLanes noslip_saddle_lanes = {
    .work_new = work_new,
    .work_free = work_free,
    .enter = enter,
    .rates = noslip_saddle_lanes_rates,
    .accept = noslip_saddle_lanes_accept,
    .swap = swap,
    .use = use,
    .linearize = noslip_saddle_lanes_linearize,
    .observe = observe,
};
