/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/divergence.h"

#include "core/geometry/form.h"
#include "core/geometry/symbolic.h"

#include <glib/gi18n-lib.h>

static gboolean
refuse(NoslipDiagnostic **error, const char *cause)
{
  *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL,
                                 _("take constraints of degree one in the velocities, and a Lagrangian of degree two"),
                                 _("the phase volume is that of D*: %s"), cause);
  return FALSE;
}

/* Whether X(g) vanishes in symbols: then the volume induced by dx on g = 0 has the same divergence. */
static gboolean
is_tangent(const NoslipModel *model, const NoslipExpr *anchor, guint stride, NoslipExpr g)
{
  const NoslipAnchoredSection section = {NULL, anchor, stride};
  return noslip_expr_simplify(model->graph, noslip_section_along(model, &section, g)) == NOSLIP_ZERO;
}

static gboolean
refuse_manifold(NoslipDiagnostic **error)
{
  return refuse(error, _("the anchor is tangent to a manifold on the manifold alone"));
}

static gboolean
is_defined(const NoslipDistribution *distribution, NoslipDiagnostic **error)
{
  const NoslipSystem *system = distribution->model->system;
  if (distribution->model->k > 0 && noslip_system_constraint_class(system) == NOSLIP_NONLINEAR)
    return refuse(error, _("the constraints are not linear or affine in the velocities"));
  if (!noslip_system_is_quadratic(system))
    return refuse(error, _("the Lagrangian is not of degree two in the velocities"));
  if (noslip_system_is_timed(system))
    return refuse(error, _("the system depends on t"));
  for (guint i = 0; i < system->n_manifolds; i++)
    for (guint a = 0; a < distribution->r; a++)
      if (!is_tangent(distribution->model, distribution->anchor + a, distribution->r, system->manifolds[i]))
        return refuse_manifold(error);
  for (guint c = 0; c < distribution->model->k; c++)
    if (system->constraints[c].holonomic)
      return refuse(error, _("a constraint is holonomic"));
  return TRUE;
}

static NoslipExpr
base_divergence(const NoslipModel *model, const NoslipExpr *anchor, guint stride)
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < model->m; i++)
    sum = noslip_expr_add(model->graph, sum, noslip_expr_derivative(model->graph, anchor[i * stride], model->x[i]));
  return sum;
}

gboolean
noslip_divergence_theta(NoslipDistribution *distribution, NoslipExpr *theta, NoslipDiagnostic **error)
{
  const NoslipModel *model = distribution->model;
  guint r = distribution->r;
  if (!is_defined(distribution, error))
    return FALSE;
  for (guint b = 0; b < r; b++) {
    theta[b] = base_divergence(model, distribution->anchor + b, r);
    for (guint a = 0; a < r; a++)
      theta[b] = noslip_expr_add(model->graph, theta[b], distribution->structure[(a * r + b) * r + a]);
    theta[b] = noslip_symbolic_tidy(model->graph, theta[b]);
  }
  return TRUE;
}

/* y0 = -right phi(x, 0), rho(y0). */
static void
drift_section(const NoslipDistribution *distribution, NoslipExpr *section, NoslipExpr *anchor)
{
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  guint n = model->n, k = model->k;
  g_autofree NoslipExpr *zeros = noslip_exprs_new(n);
  g_autofree NoslipExpr *rest = noslip_exprs_new(k);
  for (guint c = 0; c < k; c++)
    rest[c] = noslip_expr_substitute(graph, model->phi[c], n, model->y, zeros);
  for (guint alpha = 0; alpha < n; alpha++)
    section[alpha] = noslip_symbolic_tidy(
        graph, noslip_expr_neg(graph, noslip_expr_dot(graph, k, distribution->form->right + (gsize) alpha * k, rest)));
  for (guint i = 0; i < model->m; i++)
    anchor[i] = noslip_symbolic_tidy(graph, noslip_expr_dot(graph, n, model->system->anchor + (gsize) i * n, section));
}

/* The trace of e_b -> P [y0, e_b]: G^ab W(e_a, [y0, e_b]). */
static NoslipExpr
drift_trace(const NoslipDistribution *distribution, const NoslipExpr *section, const NoslipExpr *anchor)
{
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  guint n = model->n, r = distribution->r;
  NoslipExpr trace = NOSLIP_ZERO;
  g_autofree gboolean *curved = noslip_section_curved(model);
  g_autofree NoslipExpr *bracket = noslip_exprs_new(n);
  g_autofree NoslipExpr *load = noslip_exprs_new(n);
  for (guint b = 0; b < r; b++) {
    const NoslipAnchoredSection y0 = {section, anchor, 1};
    const NoslipAnchoredSection e_b = {distribution->basis + b, distribution->anchor + b, r};
    if (!noslip_section_bracket(model, curved, &y0, &e_b, bracket))
      continue;
    for (guint alpha = 0; alpha < n; alpha++)
      load[alpha] = noslip_expr_dot(graph, n, model->mass + (gsize) alpha * n, bracket);
    for (guint a = 0; a < r; a++)
      for (guint alpha = 0; alpha < n; alpha++)
        trace = noslip_expr_add_product(graph, trace, distribution->form->inverse[a * r + b],
                                        noslip_expr_mul(graph, distribution->basis[alpha * r + a], load[alpha]));
  }
  return trace;
}

gboolean
noslip_divergence_drift(NoslipDistribution *distribution, NoslipExpr *section, NoslipExpr *anchor, NoslipExpr *theta,
                        NoslipDiagnostic **error)
{
  const NoslipModel *model = distribution->model;
  const NoslipSystem *system = model->system;
  *theta = NOSLIP_ZERO;
  for (guint alpha = 0; alpha < model->n; alpha++)
    section[alpha] = NOSLIP_ZERO;
  for (guint i = 0; i < model->m; i++)
    anchor[i] = NOSLIP_ZERO;
  if (model->k == 0 || noslip_system_constraint_class(system) == NOSLIP_LINEAR)
    return TRUE;
  if (!distribution->form->orthogonal)
    return refuse(error, _("the constraints are affine, and the kinetic metric is singular"));
  drift_section(distribution, section, anchor);
  for (guint i = 0; i < system->n_manifolds; i++)
    if (!is_tangent(model, anchor, 1, system->manifolds[i]))
      return refuse_manifold(error);
  *theta = noslip_symbolic_tidy(model->graph, noslip_expr_add(model->graph, base_divergence(model, anchor, 1),
                                                              drift_trace(distribution, section, anchor)));
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
  g_autofree NoslipExpr *section = noslip_exprs_new(model->n);
  g_autofree NoslipExpr *anchor = noslip_exprs_new(model->m);
  NoslipExpr sum;
  if (!noslip_divergence_theta(distribution, theta, error) ||
      !noslip_divergence_drift(distribution, section, anchor, &sum, error))
    return FALSE;
  components(distribution, lowered, slopes);
  for (guint a = 0; a < r; a++) {
    right[a * columns] = lowered[a];
    for (guint b = 0; b < r; b++)
      right[a * columns + 1 + b] = slopes[b * r + a]; /* y^c = G^ca p_a: dQ_a/dp_a = G^ca dQ_a/dy^c */
  }
  if (!noslip_symbolic_solve(graph, distribution->form->probe, r, metric, columns, right))
    return refuse(error, _("the metric on D is singular"));
  for (guint b = 0; b < r; b++) {
    sum = noslip_expr_add_product(graph, sum, theta[b], right[b * columns]);
    sum = noslip_expr_add(graph, sum, right[b * columns + 1 + b]);
  }
  *divergence = noslip_symbolic_tidy(graph, sum);
  return TRUE;
}
