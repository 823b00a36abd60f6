/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trajectory/vakonomic-rates.h"

#include <string.h>

/* Wt = W + mu_A d2phi^A/dy dy, n x n, and Ft = F + mu_A (rho dphi^A/dx - C y Phi^A - d/dx(Phi^A) rho y), n. */
void
noslip_vakonomic_equations(const NoslipModel *model, NoslipExpr *mass, NoslipExpr *force)
{
  const NoslipSystem *system = model->system;
  NoslipGraph *graph = model->graph;
  guint m = model->m, n = model->n, k = model->k;
  memcpy(mass, model->mass, sizeof(NoslipExpr) * n * n);
  memcpy(force, model->force, sizeof(NoslipExpr) * n);
  for (guint c = 0; c < k; c++)
    for (guint alpha = 0; alpha < n; alpha++) {
      NoslipExpr mu = system->constraints[c].mu, sum = NOSLIP_ZERO;
      NoslipExpr momentum = model->jacobian[c * n + alpha];
      for (guint beta = 0; beta < n; beta++)
        mass[alpha * n + beta] = noslip_expr_add_product(graph, mass[alpha * n + beta], mu,
                                                         noslip_expr_derivative(graph, momentum, model->y[beta]));
      for (guint i = 0; i < m; i++)
        sum = noslip_expr_add_product(graph, sum, system->anchor[i * n + alpha],
                                      noslip_expr_derivative(graph, model->phi[c], model->x[i]));
      for (guint gamma = 0; gamma < n; gamma++)
        for (guint beta = 0; beta < n; beta++) {
          NoslipExpr structure = system->structure[(gamma * n + alpha) * n + beta];
          if (structure != NOSLIP_ZERO)
            sum = noslip_expr_sub_product(graph, sum, noslip_expr_mul(graph, structure, model->y[beta]),
                                          model->jacobian[c * n + gamma]);
        }
      for (guint gamma = 0; gamma < n && system->time_structure != NULL; gamma++)
        sum = noslip_expr_add_product(graph, sum, system->time_structure[gamma * n + alpha],
                                      model->jacobian[c * n + gamma]);
      sum = noslip_expr_sub(graph, sum, noslip_model_base_rate(model, momentum));
      force[alpha] = noslip_expr_add_product(graph, force[alpha], mu, sum);
    }
}

/* mudot = (Phi D Phi^T)^-1 Phi D rest with weights D (n) of the equations; FALSE if that is singular. */
static gboolean
solve_mu_rate(const NoslipModel *model, const NoslipProbe *probe, const NoslipExpr *rest, const NoslipExpr *weight,
              NoslipExpr *mu_rate)
{
  NoslipGraph *graph = model->graph;
  guint n = model->n, k = model->k;
  g_autofree NoslipExpr *gram = noslip_exprs_new((gsize) k * k);
  g_autofree NoslipExpr *row = noslip_exprs_new(n);
  for (guint c = 0; c < k; c++) {
    for (guint alpha = 0; alpha < n; alpha++)
      row[alpha] = noslip_expr_mul(graph, model->jacobian[c * n + alpha], weight[alpha]);
    mu_rate[c] = noslip_expr_dot(graph, n, row, rest);
    for (guint d = 0; d < k; d++)
      gram[c * k + d] = noslip_expr_dot(graph, n, row, model->jacobian + (gsize) d * n);
  }
  return noslip_symbolic_solve(graph, probe, k, gram, 1, mu_rate);
}

gboolean
noslip_vakonomic_mu_rate(const NoslipModel *model, const NoslipProbe *probe, NoslipExpr *mu_rate)
{
  NoslipGraph *graph = model->graph;
  guint n = model->n;
  g_autofree NoslipExpr *mass = noslip_exprs_new((gsize) n * n), *rest = noslip_exprs_new(n);
  g_autofree NoslipExpr *without = noslip_exprs_new(n), *with = noslip_exprs_new(n), *one = noslip_exprs_new(n);
  noslip_vakonomic_equations(model, mass, rest);
  for (guint alpha = 0; alpha < n; alpha++) {
    for (guint beta = 0; beta < n; beta++)
      rest[alpha] =
          noslip_expr_sub_product(graph, rest[alpha], mass[alpha * n + beta], model->system->fibres[beta].acceleration);
    NoslipExpr own = model->mass[alpha * n + alpha];
    without[alpha] = own == NOSLIP_ZERO ? NOSLIP_ONE : NOSLIP_ZERO;
    with[alpha] = own == NOSLIP_ZERO ? NOSLIP_ZERO : noslip_expr_div(graph, NOSLIP_ONE, own);
    one[alpha] = NOSLIP_ONE;
  }
  return solve_mu_rate(model, probe, rest, without, mu_rate) || solve_mu_rate(model, probe, rest, with, mu_rate) ||
         solve_mu_rate(model, probe, rest, one, mu_rate);
}

gboolean
noslip_vakonomic_acceleration(const NoslipModel *model, const NoslipProbe *probe, NoslipExpr *acceleration)
{
  NoslipGraph *graph = model->graph;
  guint n = model->n, k = model->k, size = n + k;
  g_autofree NoslipExpr *mass = g_new0(NoslipExpr, MAX(n * n, 1));
  g_autofree NoslipExpr *matrix = g_new0(NoslipExpr, MAX(size * size, 1));
  g_autofree NoslipExpr *right = g_new0(NoslipExpr, MAX(size, 1));
  noslip_vakonomic_equations(model, mass, right);
  for (guint alpha = 0; alpha < n; alpha++)
    for (guint beta = 0; beta < n; beta++)
      matrix[alpha * size + beta] = mass[alpha * n + beta];
  for (guint c = 0; c < k; c++) {
    right[n + c] = noslip_expr_neg(graph, model->drift[c]);
    for (guint alpha = 0; alpha < n; alpha++)
      matrix[alpha * size + n + c] = matrix[(n + c) * size + alpha] = model->jacobian[c * n + alpha];
  }
  if (!noslip_symbolic_solve(graph, probe, size, matrix, 1, right))
    return FALSE;
  memcpy(acceleration, right, sizeof(NoslipExpr) * n);
  return TRUE;
}
