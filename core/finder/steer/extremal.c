/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/extremal.h"

#include "core/base/linear.h"
#include "core/dynamics/vakonomic-private.h"
#include "core/finder/linear/nullspace.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

#define NEWTON_MOST 30
#define NEWTON_ENOUGH 1e-14

/* The first index of each group of outputs of the second program. */
typedef struct {
  gsize zdot, lagrangian, extended, anchor, anchor_slopes, structure, by_x, by_v, by_p, g_by_x, total;
} Layout;

typedef struct _NoslipExtremalPrograms {
  NoslipTapeWorkspace *solve; /* (x, y, mu, p, t) -> g (n + k), without p; K without its zero block (n x n, k x n) */
  NoslipTapeWorkspace *flow;  /* the same -> the outputs listed in Layout */
  Layout at;
  double *in, *solve_out, *flow_out, *matrix, *right, *scale;
  NoslipQr *qr; /* of K, scaled */
} Programs;

static void
append(GArray *outputs, gsize n, const NoslipExpr *exprs)
{
  if (n > 0)
    g_array_append_vals(outputs, exprs, (guint) n);
}

static void
append_slopes(GArray *outputs, NoslipGraph *graph, gsize n_exprs, const NoslipExpr *exprs, gsize n,
              const NoslipExpr *symbols)
{
  for (gsize i = 0; i < n_exprs; i++)
    for (gsize j = 0; j < n; j++) {
      NoslipExpr slope = noslip_expr_derivative(graph, exprs[i], symbols[j]);
      g_array_append_val(outputs, slope);
    }
}

static NoslipTapeWorkspace *
compile(const NoslipModel *model, const GArray *in, const GArray *outputs, const double *parameters)
{
  g_autoptr(NoslipTape) tape =
      noslip_program_new(model->system, model->graph, in->len, (const NoslipExpr *) (gpointer) in->data, outputs->len,
                         (const NoslipExpr *) (gpointer) outputs->data);
  NoslipTapeWorkspace *work = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(work, parameters);
  return work;
}

/* The variables x, y, mu, p, t. */
static GArray *
variables(const NoslipModel *model)
{
  GArray *in = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  append(in, model->m, model->x);
  append(in, model->n, model->y);
  for (guint c = 0; c < model->k; c++)
    g_array_append_val(in, model->system->constraints[c].mu);
  for (guint a = 0; a < model->n; a++) {
    g_autofree char *name = g_strdup_printf("p_%u of extremals", a); /* no name of a text has a space */
    NoslipExpr p = noslip_expr_symbol(model->graph, name);
    g_array_append_val(in, p);
  }
  g_array_append_val(in, model->system->t);
  return in;
}

static NoslipTapeWorkspace *
compile_solve(const NoslipModel *model, const GArray *in, const NoslipExpr *momentum, const double *parameters)
{
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  append(outputs, model->n, momentum);
  append(outputs, model->k, model->phi);
  append_slopes(outputs, model->graph, model->n, momentum, model->n, model->y);
  append(outputs, (gsize) model->k * model->n, model->jacobian);
  return compile(model, in, outputs, parameters);
}

static NoslipTapeWorkspace *
compile_flow(NoslipModel *model, const GArray *in, const NoslipExpr *momentum, const double *parameters, Layout *at)
{
  const NoslipSystem *system = model->system;
  NoslipGraph *graph = model->graph;
  gsize m = model->m, n = model->n, k = model->k;
  const NoslipExpr *symbols = (const NoslipExpr *) (gpointer) in->data, *p = symbols + m + n + k;
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autofree NoslipExpr *zdot = noslip_exprs_new(m + n);
  NoslipExpr extended = system->lagrangian;
  for (guint c = 0; c < k; c++)
    extended = noslip_expr_add_product(graph, extended, system->constraints[c].mu, model->phi[c]);
  memcpy(zdot, model->velocity, m * sizeof *zdot);
  noslip_vakonomic_momentum_rates(model, p, zdot + m);
  at->zdot = outputs->len, append(outputs, m + n, zdot);
  at->lagrangian = outputs->len, append(outputs, 1, &system->lagrangian);
  at->extended = outputs->len, append_slopes(outputs, graph, 1, &extended, m, model->x);
  at->anchor = outputs->len, append(outputs, m * n, system->anchor);
  at->anchor_slopes = outputs->len, append_slopes(outputs, graph, m * n, system->anchor, m, model->x);
  at->structure = outputs->len, append(outputs, n * n * n, system->structure);
  at->by_x = outputs->len, append_slopes(outputs, graph, m + n, zdot, m, symbols);
  at->by_v = outputs->len, append_slopes(outputs, graph, m + n, zdot, n + k, symbols + m);
  at->by_p = outputs->len, append_slopes(outputs, graph, m + n, zdot, n, p);
  at->g_by_x = outputs->len, append_slopes(outputs, graph, n, momentum, m, symbols);
  append_slopes(outputs, graph, k, model->phi, m, symbols);
  at->total = outputs->len;
  return compile(model, in, outputs, parameters);
}

NoslipExtremal *
noslip_extremal_new(const NoslipSystem *system, const double *parameters)
{
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  gsize m = model->m, n = model->n, k = model->k;
  NoslipExtremal *extremal = g_new0(NoslipExtremal, 1);
  Programs *programs = extremal->programs = g_new0(Programs, 1);
  g_autofree NoslipExpr *momentum = noslip_vakonomic_momentum(model);
  g_autoptr(GArray) in = variables(model);
  extremal->m = model->m;
  extremal->n = model->n;
  extremal->k = model->k;
  extremal->size = model->m + model->n;
  programs->solve = compile_solve(model, in, momentum, parameters);
  programs->flow = compile_flow(model, in, momentum, parameters, &programs->at);
  programs->in = g_new0(double, in->len);
  programs->solve_out = g_new0(double, n + k + (n + k) * n + 1);
  programs->flow_out = g_new0(double, programs->at.total + 1);
  programs->matrix = g_new0(double, (n + k) * (n + k) + 1);
  programs->right = g_new0(double, n + k + 1);
  programs->scale = g_new0(double, n + k + 1);
  programs->qr = noslip_qr_new((guint) (n + k));
  extremal->y = programs->in + m;
  extremal->mu = programs->in + m + n;
  extremal->slopes = g_new0(double, (m + n) * (m + n) + 1);
  extremal->y_slopes = g_new0(double, n *(m + n) + 1);
  extremal->structure = programs->flow_out + programs->at.structure;
  extremal->anchor = programs->flow_out + programs->at.anchor;
  extremal->anchor_slopes = programs->flow_out + programs->at.anchor_slopes;
  extremal->extended_slopes = programs->flow_out + programs->at.extended;
  if (!noslip_graph_failed(model->graph))
    return extremal;
  noslip_extremal_free(extremal);
  return NULL;
}

void
noslip_extremal_free(NoslipExtremal *extremal)
{
  if (extremal == NULL)
    return;
  Programs *programs = extremal->programs;
  noslip_tape_workspace_free(programs->solve);
  noslip_tape_workspace_free(programs->flow);
  noslip_qr_free(programs->qr);
  g_free(programs->in);
  g_free(programs->solve_out);
  g_free(programs->flow_out);
  g_free(programs->matrix);
  g_free(programs->right);
  g_free(programs->scale);
  g_free(programs);
  g_free(extremal->slopes);
  g_free(extremal->y_slopes);
  g_free(extremal);
}

/* Evaluates g and K at `in`, and factors K with rows and columns scaled. */
static gboolean
factor(NoslipExtremal *extremal)
{
  Programs *programs = extremal->programs;
  guint n = extremal->n, k = extremal->k, size = n + k;
  noslip_tape_evaluate(programs->solve, programs->in, programs->solve_out);
  const double *hessian = programs->solve_out + size, *phi = hessian + (gsize) n * n;
  if (!noslip_all_finite(programs->solve_out, size + (gsize) size * n))
    return FALSE;
  noslip_linear_metric_scale(n, hessian, programs->scale);
  for (guint c = 0; c < k; c++) {
    double length = 0;
    for (guint a = 0; a < n; a++)
      length = fmax(length, fabs(phi[(gsize) c * n + a] * programs->scale[a]));
    programs->scale[n + c] = length > 0 && isfinite(length) ? 1 / length : 1;
  }
  memset(programs->matrix, 0, sizeof(double) * size * size);
  for (guint a = 0; a < n; a++) {
    for (guint b = 0; b < n; b++)
      programs->matrix[a * size + b] = hessian[a * n + b] * programs->scale[a] * programs->scale[b];
    for (guint c = 0; c < k; c++)
      programs->matrix[a * size + n + c] = programs->matrix[(n + c) * size + a] =
          phi[(gsize) c * n + a] * programs->scale[a] * programs->scale[n + c];
  }
  return noslip_qr_factor(programs->qr, programs->matrix) &&
         noslip_qr_reciprocal_condition(programs->qr) > NOSLIP_LINEAR_RANK;
}

/* K v = right, in place. */
static gboolean
solve(const NoslipExtremal *extremal, double *right)
{
  const Programs *programs = extremal->programs;
  guint size = extremal->n + extremal->k;
  for (guint i = 0; i < size; i++)
    right[i] *= programs->scale[i];
  if (!noslip_qr_solve(programs->qr, right))
    return FALSE;
  for (guint i = 0; i < size; i++)
    right[i] *= programs->scale[i];
  return TRUE;
}

/* Solves for y and mu at the x and p in `in` by Newton's method from their present values; leaves K factored. */
static gboolean
find_velocities(NoslipExtremal *extremal)
{
  Programs *programs = extremal->programs;
  guint m = extremal->m, n = extremal->n, size = n + extremal->k;
  double *v = programs->in + m, *p = v + size, previous = INFINITY;
  for (guint iteration = 0; iteration < NEWTON_MOST; iteration++) {
    if (!factor(extremal))
      return FALSE;
    double change = 0, length = 0;
    for (guint i = 0; i < size; i++)
      programs->right[i] = (i < n ? p[i] : 0) - programs->solve_out[i];
    if (!solve(extremal, programs->right))
      return FALSE;
    for (guint i = 0; i < size; i++) {
      v[i] += programs->right[i];
      change = fmax(change, fabs(programs->right[i] / programs->scale[i]));
      length = fmax(length, fabs(v[i] / programs->scale[i]));
    }
    if (!isfinite(length))
      return FALSE;
    if (change <= NEWTON_ENOUGH * length || (change <= 1e-10 * length && change >= previous))
      return TRUE;
    previous = change;
  }
  return FALSE;
}

gboolean
noslip_extremal_enter(NoslipExtremal *extremal, double t, const double *xy, const double *mu, double *z)
{
  Programs *programs = extremal->programs;
  gsize m = extremal->m, n = extremal->n, k = extremal->k;
  memcpy(programs->in, xy, (m + n) * sizeof(double));
  memcpy(programs->in + m + n, mu, k * sizeof(double));
  programs->in[m + 2 * n + k] = t;
  noslip_tape_evaluate(programs->solve, programs->in, programs->solve_out);
  memcpy(z, xy, m * sizeof(double));
  memcpy(z + m, programs->solve_out, n * sizeof(double));
  memcpy(programs->in + m + n + k, z + m, n * sizeof(double));
  return noslip_all_finite(z, m + n);
}

/* dzdot/dz from the partial slopes and K. */
static gboolean
fill_slopes(NoslipExtremal *extremal)
{
  const Programs *programs = extremal->programs;
  guint m = extremal->m, n = extremal->n, v = n + extremal->k, size = extremal->size;
  const double *out = programs->flow_out, *by_x = out + programs->at.by_x, *by_v = out + programs->at.by_v;
  const double *by_p = out + programs->at.by_p, *g_by_x = out + programs->at.g_by_x;
  double *right = programs->right;
  for (guint j = 0; j < size; j++) {
    for (guint i = 0; i < v; i++)
      right[i] = j < m ? -g_by_x[(gsize) i * m + j] : i == j - m;
    if (!solve(extremal, right))
      return FALSE;
    for (guint a = 0; a < n; a++)
      extremal->y_slopes[(gsize) a * size + j] = right[a];
    for (guint i = 0; i < size; i++)
      extremal->slopes[(gsize) i * size + j] = (j < m ? by_x[(gsize) i * m + j] : by_p[(gsize) i * n + j - m]) +
                                               noslip_nullspace_dot(v, by_v + (gsize) i * v, right);
  }
  return noslip_all_finite(extremal->slopes, (gsize) size * size);
}

gboolean
noslip_extremal_rates(NoslipExtremal *extremal, double t, const double *z, double *zdot, gboolean slopes)
{
  Programs *programs = extremal->programs;
  gsize m = extremal->m, n = extremal->n, k = extremal->k;
  if (!noslip_all_finite(z, m + n))
    return FALSE;
  memcpy(programs->in, z, m * sizeof(double));
  memcpy(programs->in + m + n + k, z + m, n * sizeof(double));
  programs->in[m + 2 * n + k] = t;
  if (!find_velocities(extremal))
    return FALSE;
  noslip_tape_evaluate(programs->flow, programs->in, programs->flow_out);
  memcpy(zdot, programs->flow_out + programs->at.zdot, (m + n) * sizeof(double));
  extremal->lagrangian = programs->flow_out[programs->at.lagrangian];
  return noslip_all_finite(zdot, m + n) && isfinite(extremal->lagrangian) && (!slopes || fill_slopes(extremal));
}

gboolean
noslip_extremal_metric(NoslipExtremal *extremal, double t, const double *xy, double *metric, double *phi)
{
  Programs *programs = extremal->programs;
  gsize m = extremal->m, n = extremal->n, k = extremal->k;
  g_autofree double *z = g_new0(double, m + n);
  g_autofree double *mu = g_new0(double, k + 1);
  if (!noslip_extremal_enter(extremal, t, xy, mu, z))
    return FALSE;
  memcpy(metric, programs->solve_out + n + k, n * n * sizeof(double));
  memcpy(phi, programs->solve_out + n + k + n * n, k * n * sizeof(double));
  return noslip_all_finite(programs->solve_out, n + k + (n + k) * n);
}

gboolean
noslip_extremal_acceleration(NoslipExtremal *extremal, double t, const double *xy, const double *mu, double *ydot)
{
  const Programs *programs = extremal->programs;
  guint m = extremal->m, n = extremal->n, v = n + extremal->k;
  g_autofree double *z = g_new0(double, extremal->size);
  g_autofree double *zdot = g_new0(double, extremal->size);
  if (!noslip_extremal_enter(extremal, t, xy, mu, z) || !noslip_extremal_rates(extremal, t, z, zdot, FALSE))
    return FALSE;
  const double *g_by_x = programs->flow_out + programs->at.g_by_x;
  for (guint i = 0; i < v; i++)
    programs->right[i] = (i < n ? zdot[m + i] : 0) - noslip_nullspace_dot(m, g_by_x + (gsize) i * m, zdot);
  if (!solve(extremal, programs->right))
    return FALSE;
  memcpy(ydot, programs->right, n * sizeof(double));
  return TRUE;
}

double
noslip_extremal_hamiltonian(const NoslipExtremal *extremal, const double *z)
{
  return noslip_nullspace_dot(extremal->n, z + extremal->m, extremal->y) - extremal->lagrangian;
}

double
noslip_extremal_energy_size(const NoslipExtremal *extremal, const double *z)
{
  const Programs *programs = extremal->programs;
  guint n = extremal->n;
  const double *metric = programs->solve_out + n + extremal->k, *p = z + extremal->m;
  double largest = fabs(extremal->lagrangian);
  for (guint a = 0; a < n; a++) {
    largest = fmax(largest, fabs(p[a] * extremal->y[a]));
    for (guint b = 0; b < n; b++)
      largest = fmax(largest, fabs(extremal->y[a] * metric[(gsize) a * n + b] * extremal->y[b]));
  }
  return largest;
}
