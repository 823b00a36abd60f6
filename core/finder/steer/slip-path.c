/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/slip-path.h"

#include "core/finder/linear/nullspace.h"
#include "core/system/model.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

/* Where the outputs of the program are: L, dL/dx (m), dL/dy (n), phi (k), dphi/dx (k x m), Phi (k x n), drho/dx
 * (m x n x m), W (n x n). */
typedef struct {
  const double *by_x, *by_y, *phi, *phi_by_x, *jacobian, *anchor_by_x, *metric;
} Outputs;

static Outputs
outputs_of(const NoslipSlipPath *path)
{
  gsize m = path->m, n = path->n, k = path->k;
  Outputs at;
  at.by_x = path->out + 1;
  at.by_y = at.by_x + m;
  at.phi = at.by_y + n;
  at.phi_by_x = at.phi + k;
  at.jacobian = at.phi_by_x + k * m;
  at.anchor_by_x = at.jacobian + k * n;
  at.metric = at.anchor_by_x + m * n * m;
  return at;
}

static void
append(GArray *outputs, gsize count, const NoslipExpr *exprs)
{
  if (count > 0)
    g_array_append_vals(outputs, exprs, (guint) count);
}

static void
append_slopes(GArray *outputs, const NoslipModel *model, gsize count, const NoslipExpr *exprs)
{
  for (gsize i = 0; i < count; i++)
    for (gsize j = 0; j < model->m; j++) {
      NoslipExpr slope = noslip_expr_derivative(model->graph, exprs[i], model->x[j]);
      g_array_append_val(outputs, slope);
    }
}

static NoslipTapeWorkspace *
compile(const NoslipModel *model, const GArray *outputs, const double *parameters)
{
  g_autoptr(NoslipTape) tape =
      noslip_program_of_state(model->system, model->graph, outputs->len, (const NoslipExpr *) (gpointer) outputs->data);
  NoslipTapeWorkspace *work = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(work, parameters);
  return work;
}

static void
compile_all(NoslipSlipPath *path, const NoslipSystem *system, const double *parameters)
{
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  gsize m = path->m, n = path->n, k = path->k;
  append(outputs, m * n, system->anchor);
  path->anchor = compile(model, outputs, parameters);
  g_array_set_size(outputs, 0);
  append(outputs, 1, &system->lagrangian);
  append_slopes(outputs, model, 1, &system->lagrangian);
  append(outputs, n, model->momentum);
  append(outputs, k, model->phi);
  append_slopes(outputs, model, k, model->phi);
  append(outputs, k * n, model->jacobian);
  append_slopes(outputs, model, m * n, system->anchor);
  append(outputs, n * n, model->mass);
  path->work = compile(model, outputs, parameters);
  path->out = g_new0(double, outputs->len);
}

/* rho at (t, x), which stay in path->in. */
static gboolean
fill_anchor(NoslipSlipPath *path, double t, const double *x)
{
  path->in[0] = t;
  memcpy(path->in + 1, x, sizeof(double) * path->m);
  noslip_tape_evaluate(path->anchor, path->in, path->rho);
  return noslip_all_finite(path->rho, (gsize) path->m * path->n);
}

const double *
noslip_slip_path_anchor(NoslipSlipPath *path, guint node)
{
  return fill_anchor(path, path->time * node / path->parts, path->places + (gsize) node * path->m) ? path->rho : NULL;
}

/* W, plus a term for each constraint that keeps it regular across them. */
static double *
full_metric(const NoslipSlipPath *path)
{
  const Outputs at = outputs_of(path);
  gsize n = path->n;
  double *metric = g_memdup2(at.metric, sizeof(double) * n * n);
  g_autofree double *scale = g_new0(double, n);
  noslip_linear_metric_scale((guint) n, at.metric, scale);
  for (guint c = 0; c < path->k; c++) {
    const double *phi = at.jacobian + c * n;
    double length = 0;
    for (gsize a = 0; a < n; a++)
      length += pow(phi[a] * scale[a], 2);
    for (gsize i = 0; i < n * n && length > 0; i++)
      metric[i] += phi[i / n] * phi[i % n] / length;
  }
  return metric;
}

/* 1/(Phi W^-1 Phi^T) of each constraint, and the diagonal of rho^-T W rho^-1, at the start. */
static gboolean
measure(NoslipSlipPath *path)
{
  guint m = path->m, n = path->n;
  g_autofree double *solved = g_new0(double, n);
  g_autofree double *rate = g_new0(double, m);
  if (!fill_anchor(path, 0, path->x))
    return FALSE;
  noslip_tape_evaluate(path->work, path->in, path->out);
  const Outputs at = outputs_of(path);
  if (!noslip_all_finite(at.metric, (gsize) n * n) || !noslip_all_finite(at.jacobian, (gsize) path->k * n))
    return FALSE;
  g_autofree double *metric = full_metric(path);
  for (guint c = 0; c < path->k; c++) {
    const double *row = at.jacobian + (gsize) c * n;
    if (!noslip_lu_solve(path->lu, metric, row, solved))
      return FALSE;
    path->size[c] = 1 / fabs(noslip_nullspace_dot(n, row, solved));
  }
  for (guint i = 0; i < m; i++) {
    rate[i] = 1;
    if (!noslip_lu_solve(path->lu, path->rho, rate, solved))
      return FALSE;
    rate[i] = 0;
    for (guint a = 0; a < n; a++)
      path->mass[i] += solved[a] * noslip_nullspace_dot(n, metric + (gsize) a * n, solved);
    path->mass[i] = fabs(path->mass[i]);
  }
  return noslip_all_finite(path->size, path->k) && noslip_all_finite(path->mass, m);
}

gboolean
noslip_slip_path_init(NoslipSlipPath *path, const NoslipSystem *system, const double *parameters)
{
  gsize m = path->m = system->m, n = path->n = system->n, k = path->k = system->k;
  compile_all(path, system, parameters);
  path->places = g_new0(double, (NOSLIP_SLIP_PARTS + 1) * m);
  path->mu = g_new0(double, NOSLIP_SLIP_PARTS *k + 1);
  path->slip = g_new0(double, NOSLIP_SLIP_PARTS *k + 1);
  path->size = g_new0(double, k + 1);
  path->mass = g_new0(double, m);
  path->in = g_new0(double, 1 + m + n);
  path->rho = g_new0(double, m *n);
  path->v = g_new0(double, 4 * (m + n));
  path->lu = noslip_lu_new((guint) m);
  return measure(path);
}

void
noslip_slip_path_clear(NoslipSlipPath *path)
{
  noslip_tape_workspace_free(path->anchor);
  noslip_tape_workspace_free(path->work);
  noslip_lu_free(path->lu);
  g_free(path->places);
  g_free(path->mu);
  g_free(path->slip);
  g_free(path->size);
  g_free(path->mass);
  g_free(path->in);
  g_free(path->out);
  g_free(path->rho);
  g_free(path->v);
}

/* The program in the middle of a part from a to b, with y there in path->in. */
static gboolean
enter(NoslipSlipPath *path, guint part, const double *a, const double *b)
{
  double h = path->time / path->parts, *x = path->v, *rate = x + path->m;
  for (guint i = 0; i < path->m; i++) {
    x[i] = (a[i] + b[i]) / 2;
    rate[i] = (b[i] - a[i]) / h;
  }
  if (!fill_anchor(path, h * (part + 0.5), x) || !noslip_lu_solve(path->lu, path->rho, rate, path->in + 1 + path->m))
    return FALSE;
  noslip_tape_evaluate(path->work, path->in, path->out);
  return TRUE;
}

/* q (m) with rho^T q = d(effort)/dy, and by (m) = d(effort)/dx at fixed y; for the multipliers `factor` (k) of phi. */
static gboolean
differentiate(NoslipSlipPath *path, const double *factor, double *q, double *by)
{
  guint m = path->m, n = path->n;
  const Outputs at = outputs_of(path);
  g_autofree double *transposed = g_new(double, (gsize) m *n);
  double *by_y = path->v + m + m;
  memcpy(by, at.by_x, sizeof(double) * m);
  memcpy(by_y, at.by_y, sizeof(double) * n);
  for (guint c = 0; c < path->k; c++) {
    for (guint i = 0; i < m; i++)
      by[i] += factor[c] * at.phi_by_x[(gsize) c * m + i];
    for (guint a = 0; a < n; a++)
      by_y[a] += factor[c] * at.jacobian[(gsize) c * n + a];
  }
  for (guint i = 0; i < m; i++)
    for (guint a = 0; a < n; a++)
      transposed[(gsize) a * m + i] = path->rho[(gsize) i * n + a];
  return noslip_lu_solve(path->lu, transposed, by_y, q);
}

/* mu + s phi/e of a part. */
static void
fill_factor(const NoslipSlipPath *path, guint part, double *factor)
{
  const double *phi = outputs_of(path).phi;
  for (guint c = 0; c < path->k; c++)
    factor[c] = path->mu[(gsize) part * path->k + c] + path->size[c] * phi[c] * path->weight;
}

double
noslip_slip_path_part(NoslipSlipPath *path, guint part, const double *a, const double *b, double *slope)
{
  guint m = path->m, n = path->n;
  double h = path->time / path->parts;
  if (!enter(path, part, a, b))
    return INFINITY;
  const Outputs at = outputs_of(path);
  double effort = path->out[0];
  for (guint c = 0; c < path->k; c++) {
    double phi = at.phi[c];
    path->slip[(gsize) part * path->k + c] = phi;
    effort += phi * (path->mu[(gsize) part * path->k + c] + 0.5 * path->size[c] * phi * path->weight);
  }
  if (slope != NULL) {
    g_autofree double *factor = g_new0(double, (gsize) path->k + 1);
    g_autofree double *q = g_new0(double, m);
    g_autofree double *by = g_new0(double, m);
    const double *y = path->in + 1 + m;
    fill_factor(path, part, factor);
    if (!differentiate(path, factor, q, by))
      return INFINITY;
    for (guint i = 0; i < m; i++) /* y = rho^-1 xdot changes with x, too */
      for (guint a2 = 0; a2 < n; a2++)
        for (guint j = 0; j < m; j++)
          by[j] -= q[i] * at.anchor_by_x[((gsize) i * n + a2) * m + j] * y[a2];
    for (guint i = 0; i < m; i++) {
      slope[i] = h / 2 * by[i] - q[i];
      slope[m + i] = h / 2 * by[i] + q[i];
    }
    if (!noslip_all_finite(slope, 2 * (gsize) m))
      return INFINITY;
  }
  return isfinite(effort) ? h * effort : INFINITY;
}

gboolean
noslip_slip_path_middle(NoslipSlipPath *path, guint part, double *y, double *mu)
{
  const double *a = path->places + (gsize) part * path->m;
  if (!enter(path, part, a, a + path->m))
    return FALSE;
  memcpy(y, path->in + 1 + path->m, sizeof(double) * path->n);
  fill_factor(path, part, mu);
  return noslip_all_finite(y, path->n) && noslip_all_finite(mu, path->k);
}
