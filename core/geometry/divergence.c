/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/divergence.h"

#include "core/geometry/form.h"
#include "core/geometry/symbolic.h"

#include <glib/gi18n-lib.h>

static gboolean
refuse(NoslipDiagnostic **error, const char *cause)
{
  *error =
      noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL,
                            _("take constraints that are linear in the velocities, and a Lagrangian of degree two"),
                            _("the phase volume is that of D*: %s"), cause);
  return FALSE;
}

/* Whether e_a(g) vanishes in symbols for all a: then the volume induced by dx on g = 0 has the same divergence. */
static gboolean
is_tangent(const NoslipDistribution *distribution, NoslipExpr g)
{
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  for (guint a = 0; a < distribution->r; a++) {
    NoslipExpr slope = NOSLIP_ZERO;
    for (guint i = 0; i < model->m; i++)
      slope = noslip_expr_add_product(graph, slope, distribution->anchor[i * distribution->r + a],
                                      noslip_expr_derivative(graph, g, model->x[i]));
    if (noslip_expr_simplify(graph, slope) != NOSLIP_ZERO)
      return FALSE;
  }
  return TRUE;
}

static gboolean
is_defined(const NoslipDistribution *distribution, NoslipDiagnostic **error)
{
  const NoslipSystem *system = distribution->model->system;
  if (distribution->model->k > 0 && noslip_system_constraint_class(system) != NOSLIP_LINEAR)
    return refuse(error, _("the constraints are not linear"));
  if (!noslip_system_is_quadratic(system))
    return refuse(error, _("the Lagrangian is not of degree two in the velocities"));
  if (noslip_system_is_timed(system))
    return refuse(error, _("the system depends on t"));
  for (guint i = 0; i < system->n_manifolds; i++)
    if (!is_tangent(distribution, system->manifolds[i]))
      return refuse(error, _("the anchor is tangent to a manifold on the manifold alone"));
  for (guint c = 0; c < distribution->model->k; c++)
    if (system->constraints[c].holonomic)
      return refuse(error, _("a constraint is holonomic"));
  return TRUE;
}

gboolean
noslip_divergence_theta(NoslipDistribution *distribution, NoslipExpr *theta, NoslipDiagnostic **error)
{
  const NoslipModel *model = distribution->model;
  guint r = distribution->r;
  if (!is_defined(distribution, error))
    return FALSE;
  for (guint b = 0; b < r; b++) {
    theta[b] = NOSLIP_ZERO;
    for (guint i = 0; i < model->m; i++)
      theta[b] = noslip_expr_add(model->graph, theta[b],
                                 noslip_expr_derivative(model->graph, distribution->anchor[i * r + b], model->x[i]));
    for (guint a = 0; a < r; a++)
      theta[b] = noslip_expr_add(model->graph, theta[b], distribution->structure[(a * r + b) * r + a]);
    theta[b] = noslip_symbolic_tidy(model->graph, theta[b]);
  }
  return TRUE;
}

/* W(e_a, y), and dQ_a/dy^beta e_b^beta (r x r). */
static void
components(const NoslipDistribution *distribution, NoslipExpr *lowered, NoslipExpr *slopes)
{
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  guint n = model->n, r = distribution->r;
  for (guint a = 0; a < r; a++)
    for (guint alpha = 0; alpha < n; alpha++) {
      NoslipExpr e = distribution->basis[alpha * r + a];
      lowered[a] =
          noslip_expr_add_product(graph, lowered[a], e, noslip_expr_dot(graph, n, model->mass + alpha * n, model->y));
      NoslipExpr force = model->system->forces != NULL ? model->system->forces[alpha] : NOSLIP_ZERO;
      for (guint b = 0; b < r && force != NOSLIP_ZERO && e != NOSLIP_ZERO; b++)
        for (guint beta = 0; beta < n; beta++)
          slopes[a * r + b] = noslip_expr_add_product(graph, slopes[a * r + b],
                                                      noslip_expr_mul(graph, e, distribution->basis[beta * r + b]),
                                                      noslip_expr_derivative(graph, force, model->y[beta]));
    }
}

gboolean
noslip_divergence(NoslipDistribution *distribution, NoslipExpr *divergence, NoslipDiagnostic **error)
{
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  guint r = distribution->r, columns = r + 1;
  g_autofree NoslipExpr *theta = noslip_exprs_new(r);
  g_autofree NoslipExpr *metric = g_memdup2(distribution->metric, sizeof(NoslipExpr) * MAX(r * r, 1));
  g_autofree NoslipExpr *lowered = noslip_exprs_new(r);
  g_autofree NoslipExpr *slopes = noslip_exprs_new((gsize) r * r);
  g_autofree NoslipExpr *right = noslip_exprs_new((gsize) r * columns);
  if (!noslip_divergence_theta(distribution, theta, error))
    return FALSE;
  components(distribution, lowered, slopes);
  for (guint a = 0; a < r; a++) {
    right[a * columns] = lowered[a];
    for (guint b = 0; b < r; b++)
      right[a * columns + 1 + b] = slopes[b * r + a]; /* y^c = G^ca p_a: dQ_a/dp_a = G^ca dQ_a/dy^c */
  }
  if (!noslip_symbolic_solve(graph, distribution->form->probe, r, metric, columns, right))
    return refuse(error, _("the metric on D is singular"));
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint b = 0; b < r; b++) {
    sum = noslip_expr_add_product(graph, sum, theta[b], right[b * columns]);
    sum = noslip_expr_add(graph, sum, right[b * columns + 1 + b]);
  }
  *divergence = noslip_symbolic_tidy(graph, sum);
  return TRUE;
}
