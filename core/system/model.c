/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/model.h"

NoslipExpr
noslip_model_base_rate(const NoslipModel *model, NoslipExpr e)
{
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  NoslipExpr t = model->system->t;
  gboolean timed = noslip_expr_depends(model->graph, e, 1, &t);
  if (!timed && !noslip_expr_depends(model->graph, e, model->m, model->x))
    return NOSLIP_ZERO;
  if (timed) {
    NoslipExpr slope = noslip_expr_derivative(model->graph, e, t);
    g_array_append_val(terms, slope);
  }
  for (guint i = 0; i < model->m; i++) {
    if (model->velocity[i] == NOSLIP_ZERO)
      continue;
    NoslipExpr slope = noslip_expr_derivative(model->graph, e, model->x[i]);
    if (slope == NOSLIP_ZERO)
      continue;
    NoslipExpr term = noslip_expr_mul(model->graph, slope, model->velocity[i]);
    g_array_append_val(terms, term);
  }
  return noslip_expr_sum(model->graph, terms->len, (const NoslipExpr *) (gpointer) terms->data);
}

/* W_alpha beta is symmetric: only one half is computed. */
static void
derive_mass(NoslipModel *model)
{
  guint n = model->n;
  for (guint a = 0; a < n; a++) {
    if (!noslip_expr_depends(model->graph, model->momentum[a], n, model->y))
      continue;
    for (guint b = a; b < n; b++) {
      NoslipExpr w = noslip_expr_derivative(model->graph, model->momentum[a], model->y[b]);
      model->mass[a * n + b] = model->mass[b * n + a] = w;
    }
  }
}

/* The Euler-Lagrange equations on a Lie algebroid (I 2), without the term of the accelerations:
 *   F_alpha = rho^i_alpha dL/dx^i - C^gamma_alpha beta y^beta p_gamma - dp_alpha/dx^i rho^i_beta y^beta + Q_alpha.
 * On a general algebroid (G (2.7)) the right anchor is used before dL/dx and C^gamma_beta alpha instead of
 * -C^gamma_alpha beta.
 * If the frame depends on t, on the algebroid over M x R, [d/dt, e_alpha] = T^gamma_alpha e_gamma adds
 * T^gamma_alpha p_gamma, and p_alpha its own dp_alpha/dt: p_alpha = P_i rho^i_alpha, where P_i obeys Lagrange's
 * equations in the natural frame. */
static void
derive_force(NoslipModel *model)
{
  const NoslipSystem *system = model->system;
  NoslipGraph *graph = model->graph;
  guint m = model->m, n = model->n;
  gboolean general = system->algebroid == NOSLIP_ALGEBROID_GENERAL;
  const NoslipExpr *anchor = system->right_anchor != NULL ? system->right_anchor : system->anchor;
  g_autofree NoslipExpr *slopes = noslip_exprs_new(m);
  for (guint i = 0; i < m; i++)
    slopes[i] = noslip_expr_derivative(graph, system->lagrangian, model->x[i]);
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint a = 0; a < n; a++) {
    g_array_set_size(terms, 0);
    for (guint i = 0; i < m; i++) {
      if (anchor[i * n + a] == NOSLIP_ZERO || slopes[i] == NOSLIP_ZERO)
        continue;
      NoslipExpr term = noslip_expr_mul(graph, anchor[i * n + a], slopes[i]);
      g_array_append_val(terms, term);
    }
    for (guint c = 0; c < n; c++)
      for (guint b = 0; b < n; b++) {
        NoslipExpr structure = system->structure[((gsize) c * n + (general ? b : a)) * n + (general ? a : b)];
        if (structure == NOSLIP_ZERO || model->momentum[c] == NOSLIP_ZERO)
          continue;
        NoslipExpr term = noslip_expr_mul(graph, structure, noslip_expr_mul(graph, model->y[b], model->momentum[c]));
        term = general ? term : noslip_expr_neg(graph, term);
        g_array_append_val(terms, term);
      }
    for (guint c = 0; c < n && system->time_structure != NULL; c++)
      if (system->time_structure[c * n + a] != NOSLIP_ZERO && model->momentum[c] != NOSLIP_ZERO) {
        NoslipExpr term = noslip_expr_mul(graph, system->time_structure[c * n + a], model->momentum[c]);
        g_array_append_val(terms, term);
      }
    NoslipExpr convective = noslip_expr_neg(graph, noslip_model_base_rate(model, model->momentum[a]));
    g_array_append_val(terms, convective);
    if (system->forces != NULL)
      g_array_append_val(terms, system->forces[a]);
    model->force[a] = noslip_expr_sum(graph, terms->len, (const NoslipExpr *) (gpointer) terms->data);
  }
}

static void
derive_constraints(NoslipModel *model, gboolean with_drift)
{
  for (guint c = 0; c < model->k; c++) {
    model->phi[c] = model->system->constraints[c].phi;
    for (guint a = 0; a < model->n; a++)
      model->jacobian[c * model->n + a] = noslip_expr_derivative(model->graph, model->phi[c], model->y[a]);
    if (with_drift)
      model->drift[c] = noslip_model_base_rate(model, model->phi[c]);
  }
}

/* The symbols, the momenta and the mass matrix. */
static NoslipModel *
new_without_equations(const NoslipSystem *system)
{
  NoslipModel *model = g_new0(NoslipModel, 1);
  guint m = model->m = system->m, n = model->n = system->n, k = model->k = system->k;
  model->system = system;
  model->graph = noslip_graph_copy(system->graph);
  model->x = noslip_exprs_new(m);
  model->y = noslip_exprs_new(n);
  model->velocity = noslip_exprs_new(m);
  model->momentum = noslip_exprs_new(n);
  model->mass = noslip_exprs_new((gsize) n * n);
  model->force = noslip_exprs_new(n);
  model->phi = noslip_exprs_new(k);
  model->jacobian = noslip_exprs_new((gsize) k * n);
  model->drift = noslip_exprs_new(k);
  for (guint i = 0; i < m; i++)
    model->x[i] = system->coordinates[i].symbol;
  for (guint a = 0; a < n; a++)
    model->y[a] = system->fibres[a].symbol;
  for (guint i = 0; i < m; i++)
    model->velocity[i] = noslip_expr_dot(model->graph, n, &system->anchor[i * n], model->y);
  for (guint a = 0; a < n; a++)
    model->momentum[a] = noslip_expr_derivative(model->graph, system->lagrangian, model->y[a]);
  derive_mass(model);
  return model;
}

NoslipModel *
noslip_model_new(const NoslipSystem *system)
{
  NoslipModel *model = new_without_equations(system);
  derive_force(model);
  derive_constraints(model, TRUE);
  return model;
}

NoslipModel *
noslip_model_new_still(const NoslipSystem *system)
{
  NoslipModel *model = new_without_equations(system);
  derive_constraints(model, FALSE);
  return model;
}

void
noslip_model_free(NoslipModel *model)
{
  if (model == NULL)
    return;
  noslip_graph_free(model->graph);
  g_free(model->x);
  g_free(model->y);
  g_free(model->velocity);
  g_free(model->momentum);
  g_free(model->mass);
  g_free(model->force);
  g_free(model->phi);
  g_free(model->jacobian);
  g_free(model->drift);
  g_free(model);
}
