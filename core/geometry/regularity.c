/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/regularity.h"

#include "core/base/linear.h"
#include "core/system/model.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

typedef struct {
  gsize n, k;
  double *mass, *jacobian; /* W; Phi */
  double *scale;           /* n: units of the velocities in which W is near 1 */
} State;

static void
state_clear(State *state)
{
  g_free(state->mass);
  g_free(state->jacobian);
  g_free(state->scale);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(State, state_clear)

/* W and Phi over velocities and equations of size 1, so that units do not matter. */
static gboolean
evaluate(const NoslipSystem *system, const double *parameters, const double *x, const double *y, State *state)
{
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  gsize n = state->n = system->n, k = state->k = system->k, m = system->m, total = n * n + k * n;
  g_autofree NoslipExpr *outputs = noslip_exprs_new(total);
  memcpy(outputs, model->mass, n * n * sizeof *outputs);
  memcpy(outputs + n * n, model->jacobian, k * n * sizeof *outputs);
  g_autoptr(NoslipTape) tape = noslip_program_of_state(system, model->graph, (guint) total, outputs);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  g_autofree double *at = g_new0(double, 1 + m + n), *values = g_new0(double, total + 1);
  memcpy(at + 1, x, m * sizeof *at);
  memcpy(at + 1 + m, y, n * sizeof *at);
  noslip_tape_set_constants(work, parameters);
  noslip_tape_evaluate(work, at, values);
  state->mass = g_memdup2(values, n * n * sizeof(double));
  state->jacobian = g_memdup2(values + n * n, k * n * sizeof(double));
  state->scale = g_new0(double, n + 1);
  if (!noslip_all_finite(values, total))
    return FALSE;
  noslip_linear_metric_scale((guint) n, state->mass, state->scale);
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      state->mass[i * n + j] *= state->scale[i] * state->scale[j];
  for (gsize a = 0; a < k; a++) {
    double size = 0;
    for (gsize i = 0; i < n; i++) {
      state->jacobian[a * n + i] *= state->scale[i];
      size = hypot(size, state->jacobian[a * n + i]);
    }
    for (gsize i = 0; i < n && size > 0; i++)
      state->jacobian[a * n + i] /= size;
  }
  return TRUE;
}

static NoslipRegularityNumber
judge(guint rows, guint columns, const double *matrix)
{
  NoslipRegularityNumber number = {0, columns, 1};
  if (columns == 0)
    return number;
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rows, columns);
  if (rows == 0 || !noslip_svd_factor(svd, matrix))
    return (NoslipRegularityNumber){0, columns, 0};
  number.rank = noslip_svd_rank(svd, NOSLIP_LINEAR_RANK);
  double largest = noslip_svd_value(svd, 0);
  number.reciprocal = rows >= columns && largest > 0 ? noslip_svd_value(svd, columns - 1) / largest : 0;
  return number;
}

/* Phi W^-1 Phi^T */
static gboolean
judge_multipliers(const State *state, NoslipRegularity *regularity)
{
  gsize n = state->n, k = state->k;
  g_autoptr(NoslipLu) lu = noslip_lu_new((guint) n);
  g_autofree double *raised = g_new0(double, n + 1), *matrix = g_new0(double, k *k + 1);
  for (gsize b = 0; b < k; b++) {
    if (!noslip_lu_solve(lu, state->mass, state->jacobian + b * n, raised))
      return FALSE;
    for (gsize a = 0; a < k; a++)
      for (gsize i = 0; i < n; i++)
        matrix[a * k + b] += state->jacobian[a * n + i] * raised[i];
  }
  regularity->multipliers = judge((guint) k, (guint) k, matrix);
  return TRUE;
}

/* B^T W B, and [Phi; B^T W] whose kernel is tangent to M and along the reactions. */
static gboolean
judge_kernel(const State *state, NoslipRegularity *regularity)
{
  gsize n = state->n, k = state->k;
  g_autoptr(NoslipSvd) svd = noslip_svd_new((guint) k, (guint) n);
  g_autofree double *basis = g_new0(double, n *n + 1), *lowered = g_new0(double, (k + n) * n + 1),
                    *metric = g_new0(double, n *n + 1);
  if (!noslip_svd_factor(svd, state->jacobian))
    return FALSE;
  gsize r = noslip_svd_kernel(svd, NOSLIP_LINEAR_RANK, basis);
  memcpy(lowered, state->jacobian, k * n * sizeof *lowered);
  for (gsize a = 0; a < r; a++)
    for (gsize i = 0; i < n; i++)
      for (gsize j = 0; j < n; j++)
        lowered[(k + a) * n + i] += basis[a * n + j] * state->mass[j * n + i];
  for (gsize a = 0; a < r; a++)
    for (gsize b = 0; b < r; b++)
      for (gsize i = 0; i < n; i++)
        metric[a * r + b] += lowered[(k + a) * n + i] * basis[b * n + i];
  regularity->metric = judge((guint) r, (guint) r, metric);
  regularity->transverse = judge((guint) (k + r), (guint) n, lowered);
  return TRUE;
}

gboolean
noslip_regularity_at(const NoslipSystem *system, const double *parameters, const double *x, const double *y,
                     NoslipRegularity *regularity)
{
  g_auto(State) state = {0};
  *regularity = (NoslipRegularity){0};
  return system->n > 0 && system->k > 0 && evaluate(system, parameters, x, y, &state) &&
         judge_multipliers(&state, regularity) && judge_kernel(&state, regularity);
}

gboolean
noslip_admissibility_at(const NoslipSystem *system, const double *parameters, const double *x, const double *y,
                        guint *of_differentials, guint *of_fibre)
{
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  guint m = system->m, n = system->n, k = system->k, width = m + n;
  g_autofree NoslipExpr *outputs = noslip_exprs_new((gsize) k * width);
  for (guint c = 0; c < k; c++)
    for (guint i = 0; i < width; i++)
      outputs[c * width + i] =
          noslip_expr_derivative(model->graph, model->phi[c], i < n ? model->y[i] : model->x[i - n]);
  g_autoptr(NoslipTape) tape = noslip_program_of_state(system, model->graph, k * width, outputs);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  g_autofree double *at = g_new0(double, 1 + m + n), *all = g_new0(double, (gsize) k *width + 1);
  g_autofree double *fibre = g_new0(double, (gsize) k *n + 1);
  memcpy(at + 1, x, m * sizeof *at);
  memcpy(at + 1 + m, y, n * sizeof *at);
  noslip_tape_set_constants(work, parameters);
  noslip_tape_evaluate(work, at, all);
  if (!noslip_all_finite(all, (gsize) k * width))
    return FALSE;
  for (guint c = 0; c < k; c++)
    memcpy(fibre + (gsize) c * n, all + (gsize) c * width, n * sizeof *fibre);
  *of_differentials = noslip_linear_rank(k, width, all, NULL);
  *of_fibre = noslip_linear_rank(k, n, fibre, NULL);
  return TRUE;
}
