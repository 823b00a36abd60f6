/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact Jacobian of the rates. With K the matrix of the saddle point problem, s = (ydot, lambda) its solution and
 * r(t, z, s) = K s - right its residual, differentiating r = 0 gives K ds/dz = -dr/dz at constant s: only entries of W,
 * Phi, F and the drift are differentiated symbolically; the rest is one factorisation with many right hand sides. */
#include "core/dynamics/saddle-private.h"

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

/* (z, t, ydot, lambda) -> d xdot/d first (m x n_first), dr/d all ((n + k) x n_all). */
static NoslipTape *
compile_by(const NoslipSaddle *saddle, NoslipModel *model, guint n_first, guint n_all, const NoslipExpr *symbols)
{
  const NoslipSystem *system = saddle->system;
  guint m = model->m, n = model->n, k = saddle->k;
  g_autofree NoslipExpr *ydot = numbered_symbols(model->graph, "ydot", n);
  g_autofree NoslipExpr *lambda = numbered_symbols(model->graph, "lambda", k);
  g_autofree NoslipExpr *r = residuals(model, k, ydot, lambda);
  g_autoptr(GArray) variables = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint i = 0; i < m; i++)
    append_slopes(outputs, model->graph, model->velocity[i], n_first, symbols);
  for (guint i = 0; i < n + k; i++)
    append_slopes(outputs, model->graph, r[i], n_all, symbols);
  g_array_append_vals(variables, model->x, m);
  g_array_append_vals(variables, model->y, n);
  g_array_append_val(variables, system->t);
  g_array_append_vals(variables, ydot, n);
  g_array_append_vals(variables, lambda, k);
  return noslip_program_new(system, model->graph, variables->len, (const NoslipExpr *) (gpointer) variables->data,
                            outputs->len, (const NoslipExpr *) (gpointer) outputs->data);
}

/* Compiles the slopes by z, and those of the residual by t. */
static NoslipTape *
compile_slopes(const NoslipSaddle *saddle)
{
  g_autoptr(NoslipModel) model = noslip_model_new(saddle->system);
  guint size = model->m + model->n;
  g_autoptr(GArray) symbols = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_vals(symbols, model->x, model->m);
  g_array_append_vals(symbols, model->y, model->n);
  g_array_append_val(symbols, saddle->system->t);
  return compile_by(saddle, model, size, size + 1, (const NoslipExpr *) (gpointer) symbols->data);
}

/* The slopes of the symbolic solution s = (ydot, lambda) are that of K ds/dz = -dr/dz in symbols, with its own pivots. */
static NoslipTape *
compile_linear(const NoslipSaddle *saddle)
{
  g_autoptr(NoslipModel) model = noslip_model_new(saddle->system);
  NoslipGraph *graph = model->graph;
  guint m = model->m, n = model->n, k = saddle->k, size = m + n, rows = n + k;
  g_autofree NoslipExpr *symbols = noslip_program_state_symbols(saddle->system);
  g_autofree NoslipExpr *unknown = numbered_symbols(graph, "unknown", rows);
  g_autofree NoslipExpr *s = g_new0(NoslipExpr, (gsize) rows + 1);
  g_autofree NoslipExpr *slopes = g_new0(NoslipExpr, (gsize) rows * size + 1);
  g_autofree NoslipExpr *pivots = g_new0(NoslipExpr, (gsize) rows + 1);
  g_autofree NoslipExpr *r = residuals(model, k, unknown, unknown + n);
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint i = 0; i < rows; i++)
    s[i] = i < n ? model->force[i] : noslip_expr_neg(graph, model->drift[i - n]);
  if (noslip_saddle_eliminate(saddle, model, NULL, 1, s, s, pivots) != NOSLIP_ELIMINATION_SOLVED)
    return NULL;
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < size; j++) {
      NoslipExpr slope = noslip_expr_neg(graph, noslip_expr_derivative(graph, r[i], symbols[1 + j]));
      slopes[(gsize) i * size + j] = noslip_expr_substitute(graph, slope, rows, unknown, s);
    }
  if (noslip_saddle_eliminate(saddle, model, NULL, size, slopes, slopes, NULL) != NOSLIP_ELIMINATION_SOLVED)
    return NULL;
  g_array_append_vals(outputs, model->velocity, m);
  g_array_append_vals(outputs, s, n);
  for (guint i = 0; i < m; i++)
    append_slopes(outputs, graph, model->velocity[i], size, symbols + 1);
  g_array_append_vals(outputs, slopes, n * size);
  g_array_append_vals(outputs, s + n, k);
  g_array_append_vals(outputs, pivots, rows);
  return noslip_program_of_state(saddle->system, graph, outputs->len, (const NoslipExpr *) (gpointer) outputs->data);
}

NoslipTape *
noslip_saddle_linear(const NoslipSaddle *saddle)
{
  NoslipSaddle *shared = (NoslipSaddle *) saddle;
  pthread_mutex_lock(&shared->lock);
  if (!shared->linear_known && saddle->rates != NULL)
    shared->linear = compile_linear(saddle);
  shared->linear_known = TRUE;
  NoslipTape *tape = shared->linear;
  pthread_mutex_unlock(&shared->lock);
  return tape;
}

/* The tape of the slopes, compiled on first use, because explicit integrators never need it. */
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
prepare(NoslipSaddleWorkspace *work)
{
  const NoslipSaddle *saddle = work->saddle;
  gsize m = saddle->m, n = saddle->n, k = saddle->k;
  if (work->slopes != NULL)
    return;
  work->slopes = noslip_tape_workspace_new(slopes_tape(saddle));
  noslip_tape_set_constants(work->slopes, work->parameters);
  work->slopes_in = g_new0(double, m + 2 * n + k + 1);
  work->slopes_out = g_new0(double, m *(m + n) + (n + k) * (m + n + 1) + 1);
}

/* The factorisation at (t, z), (ydot, lambda) there, and the slopes of velocities and residuals in `slopes_out`. */
static NoslipStepStatus
evaluate_slopes(NoslipSaddleWorkspace *work, double t, const double *z)
{
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
  for (gsize i = 0; i < m * size; i++)
    if (!isfinite(work->slopes_out[i]))
      return NOSLIP_STEP_UNDEFINED;
  return NOSLIP_STEP_OK;
}

/* Computes the slopes of (ydot, lambda) in work->delta from one column of the slopes of the residuals, an array of
 * `columns` columns. */
static gboolean
solve_column(NoslipSaddleWorkspace *work, const double *residuals, gsize columns)
{
  gsize n = work->saddle->n, k = work->saddle->k;
  for (gsize i = 0; i < n + k; i++)
    work->delta[i] = -residuals[i * columns];
  return noslip_saddle_dense_solve(work->dense, work->delta, work->delta + n);
}

NoslipStepStatus
noslip_saddle_jacobian(gpointer data, double t, const double *z, double *dfdz, double *dfdt)
{
  NoslipSaddleWorkspace *work = data;
  gsize m = work->saddle->m, n = work->saddle->n, size = m + n;
  NoslipStepStatus status = evaluate_slopes(work, t, z);
  if (status != NOSLIP_STEP_OK)
    return status;
  memcpy(dfdz, work->slopes_out, m * size * sizeof(double));
  memset(dfdt, 0, m * sizeof(double));
  for (gsize j = 0; j < size + 1; j++) {
    if (!solve_column(work, work->slopes_out + m * size + j, size + 1))
      return NOSLIP_STEP_UNDEFINED;
    for (gsize a = 0; a < n; a++)
      if (j < size)
        dfdz[(m + a) * size + j] = work->delta[a];
      else
        dfdt[m + a] = work->delta[a];
  }
  return NOSLIP_STEP_OK;
}

NoslipStepStatus
noslip_saddle_linearize(gpointer data, double t, const double *z, double *linear)
{
  NoslipSaddleWorkspace *work = data;
  gsize state = (gsize) work->saddle->m + work->saddle->n;
  if (work->linear == NULL && !work->dense_only) {
    NoslipTape *tape = noslip_saddle_linear(work->saddle);
    if (tape != NULL) {
      work->linear = noslip_tape_workspace_new(tape);
      noslip_tape_set_constants(work->linear, work->parameters);
    }
  }
  if (work->linear != NULL && !work->dense_only &&
      noslip_saddle_evaluate(work, work->linear, t, z, state + state * state, linear))
    return NOSLIP_STEP_OK;
  NoslipStepStatus status = noslip_saddle_solve_dense(work, t, z);
  if (status != NOSLIP_STEP_OK)
    return status;
  memcpy(linear, work->out, state * sizeof(double));
  return noslip_saddle_jacobian(work, t, z, linear + state, work->by_time);
}

/* Slopes by parameters */

struct _NoslipSaddleParameters {
  guint n;
  NoslipTapeWorkspace *tape; /* (z, t, ydot, lambda) -> d xdot/dp (m x n), dr/dp ((n + k) x n) */
  double *out;
};

NoslipSaddleParameters *
noslip_saddle_parameters_new(gconstpointer data, guint n, const guint *which)
{
  const NoslipSaddle *saddle = data;
  NoslipSaddleParameters *parameters = g_new0(NoslipSaddleParameters, 1);
  g_autoptr(NoslipModel) model = noslip_model_new(saddle->system);
  g_autofree NoslipExpr *symbols = g_new0(NoslipExpr, (gsize) n + 1);
  for (guint p = 0; p < n; p++)
    symbols[p] = saddle->system->parameters[which[p]].symbol;
  g_autoptr(NoslipTape) tape = compile_by(saddle, model, n, n, symbols);
  parameters->n = n;
  parameters->tape = noslip_tape_workspace_new(tape);
  parameters->out = g_new0(double, ((gsize) saddle->m + saddle->n + saddle->k) * n + 1);
  return parameters;
}

void
noslip_saddle_parameters_free(NoslipSaddleParameters *parameters)
{
  if (parameters == NULL)
    return;
  noslip_tape_workspace_free(parameters->tape);
  g_free(parameters->out);
  g_free(parameters);
}

NoslipStepStatus
noslip_saddle_sensitivity(gpointer data, NoslipSaddleParameters *parameters, double t, const double *z, double *slopes)
{
  NoslipSaddleWorkspace *work = data;
  gsize m = work->saddle->m, n = work->saddle->n, rest = n + work->saddle->k, size = m + n, by = parameters->n;
  gsize columns = size + by;
  NoslipStepStatus status = evaluate_slopes(work, t, z);
  if (status != NOSLIP_STEP_OK)
    return status;
  noslip_tape_set_constants(parameters->tape, work->parameters);
  noslip_tape_evaluate(parameters->tape, work->slopes_in, parameters->out);
  for (gsize i = 0; i < m; i++) {
    memcpy(slopes + i * columns, work->slopes_out + i * size, size * sizeof(double));
    memcpy(slopes + i * columns + size, parameters->out + i * by, by * sizeof(double));
  }
  for (gsize j = 0; j < columns; j++) {
    gboolean good = j < size ? solve_column(work, work->slopes_out + m * size + j, size + 1)
                             : solve_column(work, parameters->out + m * by + (j - size), by);
    if (!good)
      return NOSLIP_STEP_UNDEFINED;
    for (gsize a = 0; a < rest; a++)
      slopes[(m + a) * columns + j] = work->delta[a];
  }
  return NOSLIP_STEP_OK;
}
