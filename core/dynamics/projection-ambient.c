/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constrained motion as the projection of the free one, xi = P(xi_L|_M) (M "Regular nonholonomic systems").
 *
 * F = omega_L^-1(Psi) is spanned by the vertical lifts Z^A = W^alpha beta Phi^A_beta V_alpha, and dphi^B(Z^A) = C^AB is
 * regular if the system is. So
 *
 *   P    = id - C_AB Z^A (x) dphi^B,
 *   ydot = ydot_free - Z^A C_AB (Phi^B ydot_free + drift^B),   ydot_free = W^-1 F,
 *
 * and the same projector along Z^A moves a state back onto M. */
#include "core/dynamics/projection-ambient.h"

#include "core/expr/elimination.h"
#include "core/system/program.h"

#include <string.h>

static NoslipTape *
compile(const NoslipAmbient *ambient, guint n_outputs, const NoslipExpr *outputs)
{
  return noslip_program_new(ambient->system, ambient->model->graph, 1 + ambient->m + ambient->n, ambient->variables,
                            n_outputs, outputs);
}

/* free: W^-1 F (n); z: W^-1 Phi^T (n x k). */
static gboolean
raise_indices(const NoslipAmbient *ambient, NoslipExpr *free_rates, NoslipExpr *z, NoslipExpr *pivots)
{
  const NoslipModel *model = ambient->model;
  guint n = ambient->n, k = ambient->k;
  g_autofree NoslipExpr *b = noslip_exprs_new(n * (k + 1));
  for (guint alpha = 0; alpha < n; alpha++) {
    b[alpha * (k + 1)] = model->force[alpha];
    for (guint i = 0; i < k; i++)
      b[alpha * (k + 1) + 1 + i] = model->jacobian[i * n + alpha];
  }
  NoslipPivots choice = noslip_pivots_by_structure(1 + ambient->m + n, ambient->variables);
  if (noslip_eliminate(model->graph, n, model->mass, k + 1, b, &choice, b, pivots) != NOSLIP_ELIMINATION_SOLVED)
    return FALSE;
  for (guint alpha = 0; alpha < n; alpha++) {
    free_rates[alpha] = b[alpha * (k + 1)];
    memcpy(z + alpha * k, b + alpha * (k + 1) + 1, k * sizeof(NoslipExpr));
  }
  return TRUE;
}

/* right: C_AB dphi^B(xi_L) in column 0, C_AB phi^B in column 1; k x 2. */
static gboolean
solve_constraints(const NoslipAmbient *ambient, const NoslipExpr *free_rates, const NoslipExpr *z, NoslipExpr *right,
                  NoslipExpr *pivots)
{
  const NoslipModel *model = ambient->model;
  NoslipGraph *graph = model->graph;
  guint n = ambient->n, k = ambient->k;
  g_autofree NoslipExpr *c = noslip_exprs_new(k * k);
  g_autofree NoslipExpr *column = noslip_exprs_new(n);
  for (guint j = 0; j < k; j++) {
    for (guint alpha = 0; alpha < n; alpha++)
      column[alpha] = z[alpha * k + j];
    for (guint i = 0; i < k; i++)
      c[i * k + j] = noslip_expr_dot(graph, n, model->jacobian + i * n, column);
  }
  for (guint i = 0; i < k; i++) {
    NoslipExpr rate = noslip_expr_dot(graph, n, model->jacobian + i * n, free_rates);
    right[2 * i] = noslip_expr_add(graph, rate, model->drift[i]);
    right[2 * i + 1] = model->phi[i];
  }
  NoslipPivots choice = noslip_pivots_by_structure(1 + ambient->m + n, ambient->variables);
  return noslip_eliminate(graph, k, c, 2, right, &choice, right, pivots) == NOSLIP_ELIMINATION_SOLVED;
}

static void
compile_projected(NoslipAmbient *ambient)
{
  NoslipGraph *graph = ambient->model->graph;
  guint m = ambient->m, n = ambient->n, k = ambient->k;
  g_autofree NoslipExpr *free_rates = noslip_exprs_new(n);
  g_autofree NoslipExpr *z = noslip_exprs_new(n * k);
  g_autofree NoslipExpr *right = noslip_exprs_new(2 * k);
  g_autofree NoslipExpr *pivots = noslip_exprs_new(n + k);
  g_autofree NoslipExpr *outputs = noslip_exprs_new(m + 2 * n + k);
  g_autofree NoslipExpr *correction = noslip_exprs_new(n);
  g_autofree NoslipExpr *column = noslip_exprs_new(k);
  ambient->unrolled =
      raise_indices(ambient, free_rates, z, pivots) && solve_constraints(ambient, free_rates, z, right, pivots + n);
  if (!ambient->unrolled)
    return;
  memcpy(outputs, ambient->model->velocity, m * sizeof(NoslipExpr));
  for (guint alpha = 0; alpha < n; alpha++) {
    for (guint side = 0; side < 2; side++) {
      for (guint i = 0; i < k; i++)
        column[i] = right[2 * i + side];
      NoslipExpr normal = noslip_expr_dot(graph, k, z + alpha * k, column);
      if (side == 0)
        outputs[m + alpha] = noslip_expr_sub(graph, free_rates[alpha], normal);
      else
        correction[alpha] = normal;
    }
  }
  memcpy(ambient->rates, outputs, (m + n) * sizeof(NoslipExpr));
  for (guint i = 0; i < n + k; i++)
    if (noslip_expr_depends(graph, pivots[i], 1 + m + n, ambient->variables))
      outputs[m + n + ambient->n_watched++] = pivots[i];
  ambient->projected = compile(ambient, m + n + ambient->n_watched, outputs);
  ambient->correction = compile(ambient, n, correction);
}

static void
compile_raw(NoslipAmbient *ambient)
{
  const NoslipModel *model = ambient->model;
  guint m = ambient->m, n = ambient->n, k = ambient->k;
  g_autofree NoslipExpr *outputs = noslip_exprs_new(n * n + n + k * n + 2 * k + m);
  NoslipExpr *next = outputs;
  const struct {
    const NoslipExpr *exprs;
    guint count;
  } parts[] = {{model->mass, n * n}, {model->force, n}, {model->jacobian, k * n},
               {model->drift, k},    {model->phi, k},   {model->velocity, m}};
  for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
    memcpy(next, parts[i].exprs, parts[i].count * sizeof(NoslipExpr));
    next += parts[i].count;
  }
  ambient->raw = compile(ambient, (guint) (next - outputs), outputs);
}

gpointer
noslip_ambient_new(const NoslipSystem *system, NoslipDiagnostic **error)
{
  NoslipAmbient *ambient = g_new0(NoslipAmbient, 1);
  NoslipModel *model = ambient->model = noslip_model_new(system);
  ambient->system = system;
  ambient->m = model->m;
  ambient->n = model->n;
  ambient->k = model->k;
  ambient->variables = noslip_program_state_symbols(system);
  ambient->rates = noslip_exprs_new(model->m + model->n);
  pthread_mutex_init(&ambient->lock, NULL);
  compile_projected(ambient);
  compile_raw(ambient);
  ambient->manifold = noslip_system_n_positions(system, TRUE) > 0 ? noslip_manifold_new(system, TRUE) : NULL;
  return ambient;
}

void
noslip_ambient_free(gpointer data)
{
  NoslipAmbient *ambient = data;
  NoslipTape *tapes[] = {ambient->projected, ambient->correction, ambient->raw, ambient->jacobian};
  for (guint i = 0; i < G_N_ELEMENTS(tapes); i++)
    noslip_tape_unref(tapes[i]);
  pthread_mutex_destroy(&ambient->lock);
  noslip_manifold_free(ambient->manifold);
  noslip_model_free(ambient->model);
  g_free(ambient->variables);
  g_free(ambient->rates);
  g_free(ambient);
}

NoslipTape *
noslip_ambient_jacobian_tape(NoslipAmbient *ambient)
{
  guint full = ambient->m + ambient->n;
  pthread_mutex_lock(&ambient->lock);
  if (!ambient->jacobian && ambient->unrolled) {
    g_autofree NoslipExpr *outputs = noslip_exprs_new(full * (full + 1));
    for (guint i = 0; i < full; i++) {
      for (guint j = 0; j < full; j++)
        outputs[i * full + j] =
            noslip_expr_derivative(ambient->model->graph, ambient->rates[i], ambient->variables[1 + j]);
      outputs[full * full + i] =
          noslip_expr_derivative(ambient->model->graph, ambient->rates[i], ambient->variables[0]);
    }
    ambient->jacobian = compile(ambient, full * (full + 1), outputs);
  }
  NoslipTape *tape = ambient->jacobian ? noslip_tape_ref(ambient->jacobian) : NULL;
  pthread_mutex_unlock(&ambient->lock);
  return tape;
}
