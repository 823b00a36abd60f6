/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/equations/objects.h"

#include "core/geometry/form.h"

/* rho_a(f) */
static NoslipExpr
along(const NoslipPortrait *portrait, guint a, NoslipExpr f)
{
  const NoslipModel *model = portrait->model;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < model->m; i++) {
    NoslipExpr rho = portrait->system->anchor[(gsize) i * model->n + a];
    if (rho != NOSLIP_ZERO)
      sum = noslip_expr_add_product(model->graph, sum, rho, noslip_expr_derivative(model->graph, f, model->x[i]));
  }
  return sum;
}

/* C^c_ab p_c */
static NoslipExpr
bracket_momentum(const NoslipPortrait *portrait, const NoslipExpr *p, guint a, guint b)
{
  guint n = portrait->model->n;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint c = 0; c < n; c++)
    sum = noslip_expr_add_product(portrait->model->graph, sum, portrait->system->structure[((gsize) c * n + a) * n + b],
                                  p[c]);
  return sum;
}

NoslipExpr
noslip_portrait_omega(const NoslipPortrait *portrait, guint a, guint b)
{
  NoslipGraph *graph = portrait->model->graph;
  const NoslipExpr *momentum = portrait->model->momentum;
  NoslipExpr slopes = noslip_expr_sub(graph, along(portrait, a, momentum[b]), along(portrait, b, momentum[a]));
  return noslip_expr_sub(graph, bracket_momentum(portrait, momentum, a, b), slopes);
}

NoslipExpr
noslip_portrait_curvature(const NoslipPortrait *portrait, guint c, guint a, guint b)
{
  NoslipGraph *graph = portrait->model->graph;
  const NoslipDistribution *distribution = portrait->distribution;
  guint n = portrait->model->n, r = distribution->r;
  const NoslipExpr *phi = portrait->model->jacobian + (gsize) c * n;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint alpha = 0; alpha < n; alpha++)
    for (guint beta = 0; beta < n; beta++) {
      NoslipExpr both = noslip_expr_mul(graph, distribution->basis[alpha * r + a], distribution->basis[beta * r + b]);
      if (both == NOSLIP_ZERO)
        continue;
      NoslipExpr slope = noslip_expr_sub(graph, along(portrait, alpha, phi[beta]), along(portrait, beta, phi[alpha]));
      slope = noslip_expr_sub(graph, slope, bracket_momentum(portrait, phi, alpha, beta));
      sum = noslip_expr_sub_product(graph, sum, slope, both);
    }
  return sum;
}

NoslipExpr
noslip_portrait_projector(const NoslipPortrait *portrait, guint a, guint b)
{
  const NoslipModel *model = portrait->model;
  NoslipExpr sum = NOSLIP_ZERO;
  guint k = portrait->system->k;
  for (guint c = 0; c < k; c++)
    sum = noslip_expr_add_product(model->graph, sum, portrait->distribution->form->right[(gsize) a * k + c],
                                  model->jacobian[(gsize) c * model->n + b]);
  return noslip_symbolic_tidy(model->graph, sum);
}

gboolean
noslip_portrait_constrained_lagrangian(const NoslipPortrait *portrait, NoslipExpr *lagrangian)
{
  const NoslipEquations *equations = portrait->equations;
  const NoslipModel *model = portrait->model;
  guint k = portrait->system->k;
  if (equations == NULL || !equations->solved || equations->naming != NULL || k == 0)
    return FALSE;
  g_autofree NoslipExpr *dependent = g_new0(NoslipExpr, k);
  for (guint c = 0; c < k; c++)
    dependent[c] = model->y[equations->dependent[c]];
  *lagrangian = noslip_symbolic_tidy(
      model->graph, noslip_expr_substitute(model->graph, portrait->system->lagrangian, k, dependent, equations->value));
  return TRUE;
}
