/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/bracket.h"

#include "core/geometry/form.h"

static guint
momentum_index(const NoslipDistribution *distribution, NoslipExpr f)
{
  guint a = 0;
  while (a < distribution->r && distribution->momenta[a] != f)
    a++;
  return a;
}

/* {p_a, p_b} = -C^c_ab p_c, if L is mechanical and the constraints are linear (G 4): equal to the general formula on M,
 * but exactly zero where it vanishes. */
static gboolean
bracket_of_momenta(NoslipDistribution *distribution, NoslipExpr f, NoslipExpr g, NoslipExpr *value)
{
  const NoslipSystem *system = distribution->model->system;
  guint r = distribution->r, a = momentum_index(distribution, f), b = momentum_index(distribution, g);
  if (a == r || b == r || noslip_system_constraint_class(system) != NOSLIP_LINEAR ||
      !noslip_system_is_mechanical(system))
    return FALSE;
  *value = NOSLIP_ZERO;
  for (guint c = 0; c < r; c++)
    *value = noslip_expr_sub_product(distribution->model->graph, *value, distribution->structure[(c * r + a) * r + b],
                                     distribution->momenta[c]);
  return TRUE;
}

NoslipExpr
noslip_bracket(NoslipDistribution *distribution, NoslipExpr f, NoslipExpr g)
{
  NoslipGraph *graph = distribution->model->graph;
  guint r = distribution->r;
  NoslipExpr value;
  if (f == g)
    return NOSLIP_ZERO;
  if (bracket_of_momenta(distribution, f, g, &value))
    return value;
  const NoslipExpr *of_f = noslip_bracket_slopes(distribution, f);
  const NoslipExpr *of_g = noslip_bracket_slopes(distribution, g);
  const NoslipExpr *uf = of_f + 2 * r, *ug = of_g + 2 * r;
  value = noslip_expr_sub(graph, noslip_expr_dot(graph, r, of_f, ug), noslip_expr_dot(graph, r, uf, of_g));
  for (guint a = 0; a < r; a++)
    for (guint b = a + 1; b < r; b++) {
      NoslipExpr omega = distribution->form->omega[a * r + b];
      if (omega == NOSLIP_ZERO)
        continue;
      NoslipExpr area = noslip_expr_sub_product(graph, noslip_expr_mul(graph, uf[a], ug[b]), uf[b], ug[a]);
      value = noslip_expr_sub_product(graph, value, omega, area);
    }
  return value;
}

NoslipExpr
noslip_bracket_jacobiator(NoslipDistribution *distribution, NoslipExpr f, NoslipExpr g, NoslipExpr h)
{
  NoslipExpr of[3] = {f, g, h};
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < 3; i++) {
    NoslipExpr inner = noslip_bracket(distribution, of[(i + 1) % 3], of[(i + 2) % 3]);
    sum = noslip_expr_add(distribution->model->graph, sum, noslip_bracket(distribution, of[i], inner));
  }
  return sum;
}

/* On M the acceleration is yddot = c + e_a a^a, where c = -right . drift satisfies Phi ydot + drift = 0; contraction
 * with e_a eliminates the multipliers from W ydot = F + Phi^T lambda, and G a = e (F - W c). */
const NoslipExpr *
noslip_distribution_acceleration(NoslipDistribution *distribution)
{
  NoslipBracketForm *form = distribution->form;
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  guint n = model->n, k = model->k, r = distribution->r;
  if (form->acceleration != NULL)
    return form->acceleration;
  NoslipExpr *ydot = g_new0(NoslipExpr, MAX(n, 1));
  g_autofree NoslipExpr *rest = g_new0(NoslipExpr, MAX(n, 1)); /* F - W c */
  g_autofree NoslipExpr *pull = g_new0(NoslipExpr, MAX(r, 1)); /* e (F - W c) */
  for (guint alpha = 0; alpha < n; alpha++)
    ydot[alpha] = noslip_expr_neg(graph, noslip_expr_dot(graph, k, form->right + (gsize) alpha * k, model->drift));
  for (guint alpha = 0; alpha < n; alpha++)
    rest[alpha] =
        noslip_expr_sub(graph, model->force[alpha], noslip_expr_dot(graph, n, model->mass + (gsize) alpha * n, ydot));
  for (guint a = 0; a < r; a++)
    for (guint alpha = 0; alpha < n; alpha++)
      pull[a] = noslip_expr_add_product(graph, pull[a], distribution->basis[alpha * r + a], rest[alpha]);
  for (guint a = 0; a < r; a++) {
    NoslipExpr component = noslip_expr_dot(graph, r, form->inverse + (gsize) a * r, pull);
    for (guint alpha = 0; alpha < n; alpha++)
      ydot[alpha] = noslip_expr_add_product(graph, ydot[alpha], distribution->basis[alpha * r + a], component);
  }
  form->acceleration = ydot;
  return ydot;
}

static gboolean
is_linear_without_forces(const NoslipSystem *system)
{
  for (guint alpha = 0; alpha < system->n && system->forces != NULL; alpha++)
    if (system->forces[alpha] != NOSLIP_ZERO)
      return FALSE;
  return noslip_system_constraint_class(system) == NOSLIP_LINEAR;
}

/* xi = P xi_L is the SODE y^alpha X_alpha + ydot^alpha V_alpha; Pbar xi_L = h^a H_a + v^a V_a is the section of T^V M
 * that E_L gives: h = G^-1 V(E), v = -G^-1 (Omega h + H(E)). R_L is their difference, applied to f. */
NoslipExpr
noslip_bracket_residual_field(NoslipDistribution *distribution, NoslipExpr f)
{
  NoslipBracketForm *form = distribution->form;
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  guint n = model->n, r = distribution->r;
  if (is_linear_without_forces(model->system))
    return NOSLIP_ZERO; /* xi = Pbar xi_L (M, corollary of the second projection theorem) */
  const NoslipExpr *ydot = noslip_distribution_acceleration(distribution);
  const NoslipExpr *of_energy = noslip_bracket_slopes(distribution, model->system->energy);
  const NoslipExpr *h = of_energy + 2 * r;
  const NoslipExpr *of_f = noslip_bracket_slopes(distribution, f);
  NoslipExpr value = NOSLIP_ZERO;
  for (guint i = 0; i < model->m; i++)
    value = noslip_expr_add_product(graph, value, noslip_expr_derivative(graph, f, model->x[i]), model->velocity[i]);
  for (guint alpha = 0; alpha < n; alpha++)
    value = noslip_expr_add_product(graph, value, noslip_expr_derivative(graph, f, model->y[alpha]), ydot[alpha]);
  g_autofree NoslipExpr *load = g_new0(NoslipExpr, MAX(r, 1)); /* Omega h + H(E) */
  for (guint a = 0; a < r; a++)
    load[a] = noslip_expr_add(graph, of_energy[a], noslip_expr_dot(graph, r, form->omega + (gsize) a * r, h));
  value = noslip_expr_sub(graph, value, noslip_expr_dot(graph, r, h, of_f));
  /* v . V(f) = -(Omega h + H(E)) . G^-1 V(f), G being symmetric. */
  return noslip_expr_add(graph, value, noslip_expr_dot(graph, r, load, of_f + 2 * r));
}
