/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The vakonomic momenta dL/dy + mu Phi and their rates, in symbols: equations (1) and (2) of vakonomic-regular.c. */
#include "core/dynamics/vakonomic-private.h"
#include "core/system/model.h"

NoslipExpr *
noslip_vakonomic_momentum(NoslipModel *model)
{
  const NoslipSystem *system = model->system;
  NoslipExpr *momentum = g_new(NoslipExpr, model->n);
  for (guint a = 0; a < model->n; a++) {
    momentum[a] = model->momentum[a];
    for (guint c = 0; c < model->k; c++)
      momentum[a] = noslip_expr_add_product(model->graph, momentum[a], system->constraints[c].mu,
                                            model->jacobian[c * model->n + a]);
  }
  return momentum;
}

/* rho^i_alpha (dL/dx^i + mu_A dphi^A/dx^i) - C^gamma_alpha beta y^beta p_gamma, plus T^gamma_alpha p_gamma if the frame
 * depends on t */
static NoslipExpr
momentum_rate(NoslipModel *model, const NoslipExpr *p, NoslipExpr extended, guint alpha)
{
  const NoslipSystem *system = model->system;
  NoslipGraph *graph = model->graph;
  NoslipExpr rate = NOSLIP_ZERO;
  for (guint i = 0; i < model->m; i++)
    rate = noslip_expr_add_product(graph, rate, system->anchor[i * model->n + alpha],
                                   noslip_expr_derivative(graph, extended, model->x[i]));
  for (guint gamma = 0; gamma < model->n; gamma++)
    for (guint beta = 0; beta < model->n; beta++) {
      NoslipExpr c = system->structure[(gamma * model->n + alpha) * model->n + beta];
      if (c == NOSLIP_ZERO)
        continue;
      NoslipExpr term = noslip_expr_mul(graph, c, noslip_expr_mul(graph, model->y[beta], p[gamma]));
      rate = noslip_expr_sub(graph, rate, term);
    }
  for (guint gamma = 0; gamma < model->n && system->time_structure != NULL; gamma++)
    rate = noslip_expr_add_product(graph, rate, system->time_structure[gamma * model->n + alpha], p[gamma]);
  return rate;
}

void
noslip_vakonomic_momentum_rates(NoslipModel *model, const NoslipExpr *p, NoslipExpr *rates)
{
  NoslipExpr extended = model->system->lagrangian;
  for (guint c = 0; c < model->k; c++)
    extended = noslip_expr_add_product(model->graph, extended, model->system->constraints[c].mu, model->phi[c]);
  for (guint a = 0; a < model->n; a++)
    rates[a] = momentum_rate(model, p, extended, a);
}
