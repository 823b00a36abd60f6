/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact Jacobian of the rates. With K the matrix of the saddle point problem, s = (ydot, lambda) its
 * solution and r(t, z, s) = K s - right its residual, differentiating r = 0 gives K ds/dz = -dr/dz at
 * constant s: only entries of W, Phi, F and the drift are differentiated in symbols, the rest is one
 * factorisation with many right hand sides. */
#include "core/dynamics/saddle-private.h"

#include "core/system/model.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

static NoslipExpr *
numbered_symbols(NoslipGraph *graph, const char *what, guint n)
{
  NoslipExpr *symbols = g_new(NoslipExpr, MAX(n, 1));
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf("%s %u", what, i); /* no name of a text has a space */
    symbols[i] = noslip_expr_symbol(graph, name);
  }
  return symbols;
}

static NoslipExpr *
residuals(NoslipModel *model, guint k, const NoslipExpr *ydot, const NoslipExpr *lambda)
{
  NoslipGraph *graph = model->graph;
  guint n = model->n;
  NoslipExpr *r = g_new0(NoslipExpr, (gsize) n + k + 1);
  g_autofree NoslipExpr *column = g_new0(NoslipExpr, (gsize) k + 1);
  for (guint a = 0; a < n; a++) {
    for (guint c = 0; c < k; c++)
      column[c] = model->jacobian[(gsize) c * n + a];
    r[a] = noslip_expr_dot(graph, n, model->mass + (gsize) a * n, ydot);
    r[a] = noslip_expr_sub(graph, r[a], noslip_expr_dot(graph, k, column, lambda));
    r[a] = noslip_expr_sub(graph, r[a], model->force[a]);
  }
  for (guint c = 0; c < k; c++)
    r[n + c] =
        noslip_expr_add(graph, noslip_expr_dot(graph, n, model->jacobian + (gsize) c * n, ydot), model->drift[c]);
  return r;
}

static void
append_slopes(GArray *outputs, NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExpr *symbols)
{
  for (guint j = 0; j < n; j++) {
    NoslipExpr slope = NOSLIP_ZERO;
    if (noslip_expr_depends(graph, e, 1, &symbols[j]))
      slope = noslip_expr_derivative(graph, e, symbols[j]);
    g_array_append_val(outputs, slope);
  }
}

/* (t, z, ydot, lambda) -> d xdot/dz (m x (m + n)), dr/d(z, t) ((n + k) x (m + n + 1)). */
static NoslipTape *
compile_slopes(const NoslipSaddle *saddle)
{
  const NoslipSystem *system = saddle->system;
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  guint m = model->m, n = model->n, k = saddle->k;
  g_autofree NoslipExpr *ydot = numbered_symbols(model->graph, "ydot", n);
  g_autofree NoslipExpr *lambda = numbered_symbols(model->graph, "lambda", k);
  g_autofree NoslipExpr *r = residuals(model, k, ydot, lambda);
  g_autoptr(GArray) variables = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_vals(variables, model->x, m);
  g_array_append_vals(variables, model->y, n);
  g_array_append_val(variables, system->t);
  const NoslipExpr *z = (const NoslipExpr *) (gpointer) variables->data;
  for (guint i = 0; i < m; i++)
    append_slopes(outputs, model->graph, model->velocity[i], m + n, z);
  for (guint i = 0; i < n + k; i++)
    append_slopes(outputs, model->graph, r[i], m + n + 1, z);
  g_array_append_vals(variables, ydot, n);
  g_array_append_vals(variables, lambda, k);
  return noslip_program_new(system, model->graph, variables->len, (const NoslipExpr *) (gpointer) variables->data,
                            outputs->len, (const NoslipExpr *) (gpointer) outputs->data);
}

/* Compiled on first use: explicit integrators never need it. */
static NoslipTape *
slopes_tape(const NoslipSaddle *saddle)
{
  NoslipSaddle *shared = (NoslipSaddle *) saddle;
  pthread_mutex_lock(&shared->lock);
  if (shared->slopes == NULL)
    shared->slopes = compile_slopes(saddle);
  NoslipTape *tape = shared->slopes;
  pthread_mutex_unlock(&shared->lock);
  return tape;
}

static void
prepare(NoslipSaddleWork *work)
{
  const NoslipSaddle *saddle = work->saddle;
  gsize m = saddle->m, n = saddle->n, k = saddle->k;
  if (work->slopes != NULL)
    return;
  work->slopes = noslip_tape_work_new(slopes_tape(saddle));
  noslip_tape_set_constants(work->slopes, work->parameters);
  work->slopes_in = g_new0(double, m + 2 * n + k + 1);
  work->slopes_out = g_new0(double, m *(m + n) + (n + k) * (m + n + 1) + 1);
}

NoslipStepStatus
noslip_saddle_jacobian(gpointer data, double t, const double *z, double *dfdz, double *dfdt)
{
  NoslipSaddleWork *work = data;
  const NoslipSaddle *saddle = work->saddle;
  gsize m = saddle->m, n = saddle->n, k = saddle->k, size = m + n;
  prepare(work);
  NoslipStepStatus status = noslip_saddle_factor(work, t, z);
  if (status != NOSLIP_STEP_OK)
    return status;
  memcpy(work->delta, work->dense_out + m, (n + k) * sizeof(double));
  if (!noslip_saddle_dense_solve(work->dense, work->delta, work->delta + n))
    return NOSLIP_STEP_UNDEFINED;
  memcpy(work->slopes_in, z, size * sizeof(double));
  work->slopes_in[size] = t;
  memcpy(work->slopes_in + size + 1, work->delta, (n + k) * sizeof(double));
  noslip_tape_evaluate(work->slopes, work->slopes_in, work->slopes_out);
  memcpy(dfdz, work->slopes_out, m * size * sizeof(double));
  memset(dfdt, 0, m * sizeof(double));
  const double *slopes = work->slopes_out + m * size;
  for (gsize i = 0; i < m * size; i++)
    if (!isfinite(dfdz[i]))
      return NOSLIP_STEP_UNDEFINED;
  for (gsize j = 0; j < size + 1; j++) {
    for (gsize i = 0; i < n + k; i++)
      work->delta[i] = -slopes[i * (size + 1) + j];
    if (!noslip_saddle_dense_solve(work->dense, work->delta, work->delta + n))
      return NOSLIP_STEP_UNDEFINED;
    for (gsize a = 0; a < n; a++)
      if (j < size)
        dfdz[(m + a) * size + j] = work->delta[a];
      else
        dfdt[m + a] = work->delta[a];
  }
  return NOSLIP_STEP_OK;
}
