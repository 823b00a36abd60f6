/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lagrange-d'Alembert equations on a subbundle W of a Lie algebroid V (ML (5), (18); (19) in natural coordinates), in
 * Hamel's manner: the frame of V is e_A = i^a_A(x) on W, completed by frame sections that are not orthogonal to W, and
 * the momenta are those of the full L, differentiated before it is restricted.
 *
 * With the velocities v = i_A w^A + i_0 (i_0 = 0 for linear constraints; an affine term is one more section, whose
 * component is 1) and L_c(x, w) = L(x, v):
 *
 *   d/dt dL_c/dw^A = lambda^i_A dL_c/dx^i
 *                    + (C^c_ba v^b i^a_A - lambda^i_A dv^c/dx^i + xdot^i di^c_A/dx^i) dL/dv^c + i^a_A Q_a,
 *
 * where dv/dx is taken at fixed w and lambda_A = rho(i_A). If something depends on t, d/dt i^c_A and d/dt dL_c/dw
 * include the partial derivatives by t, and [d/dt, e_a] = T^c_a e_c adds T^c_a i^a_A to the bracket. */
#include "core/dynamics/chart.h"
#include "core/dynamics/form-writer.h"
#include "core/dynamics/formulations.h"

#include <glib/gi18n-lib.h>

typedef struct {
  NoslipChartDraft *draft;
  NoslipGraph *graph;
  guint m, n, r;
  NoslipExpr *momentum; /* dL/dv^c on W, n */
  NoslipExpr *lambda;   /* lambda^i_A, m x r */
  NoslipExpr *velocity; /* dv^c/dx^i, n x m */
} Subbundle;

static void
subbundle_fill(Subbundle *s)
{
  NoslipChartDraft *draft = s->draft;
  const NoslipSystem *system = draft->model->system;
  for (guint c = 0; c < s->n; c++) {
    s->momentum[c] = noslip_chart_restrict(draft, draft->model->momentum[c]);
    for (guint i = 0; i < s->m; i++)
      s->velocity[c * s->m + i] = noslip_expr_derivative(s->graph, draft->y[c], draft->model->x[i]);
  }
  for (guint i = 0; i < s->m; i++) {
    draft->xdot[i] = noslip_expr_dot(s->graph, s->n, system->anchor + i * s->n, draft->y);
    for (guint a = 0; a < s->r; a++)
      for (guint c = 0; c < s->n; c++)
        s->lambda[i * s->r + a] = noslip_expr_add_product(s->graph, s->lambda[i * s->r + a],
                                                          system->anchor[i * s->n + c], draft->basis[c * s->r + a]);
  }
}

/* The bracket of ML (18), component c, for the section A. */
static NoslipExpr
variation(const Subbundle *s, guint c, guint a)
{
  const NoslipChartDraft *draft = s->draft;
  const NoslipExpr *structure = draft->model->system->structure + c * s->n * s->n;
  NoslipExpr sum = NOSLIP_ZERO, along = NOSLIP_ZERO;
  for (guint b = 0; b < s->n; b++)
    for (guint d = 0; d < s->n; d++)
      if (structure[b * s->n + d] != NOSLIP_ZERO && draft->basis[d * s->r + a] != NOSLIP_ZERO)
        sum = noslip_expr_add_product(s->graph, sum, structure[b * s->n + d],
                                      noslip_expr_mul(s->graph, draft->y[b], draft->basis[d * s->r + a]));
  const NoslipSystem *system = draft->model->system;
  sum = noslip_expr_add(s->graph, sum, noslip_expr_derivative(s->graph, draft->basis[c * s->r + a], system->t));
  for (guint d = 0; d < s->n && system->time_structure != NULL; d++)
    sum = noslip_expr_add_product(s->graph, sum, system->time_structure[c * s->n + d], draft->basis[d * s->r + a]);
  for (guint i = 0; i < s->m; i++) {
    NoslipExpr slope = noslip_expr_derivative(s->graph, draft->basis[c * s->r + a], draft->model->x[i]);
    sum = noslip_expr_add_product(s->graph, sum, draft->xdot[i], slope);
    along = noslip_expr_add_product(s->graph, along, s->lambda[i * s->r + a], s->velocity[c * s->m + i]);
  }
  return noslip_expr_sub(s->graph, sum, along);
}

static NoslipExpr
right_side(const Subbundle *s, NoslipExpr restricted, NoslipExpr momentum, guint a)
{
  const NoslipChartDraft *draft = s->draft;
  NoslipExpr sum = NOSLIP_ZERO, convected = noslip_expr_derivative(s->graph, momentum, draft->model->system->t);
  for (guint i = 0; i < s->m; i++) {
    NoslipExpr x = draft->model->x[i];
    if (s->lambda[i * s->r + a] != NOSLIP_ZERO)
      sum = noslip_expr_add_product(s->graph, sum, s->lambda[i * s->r + a],
                                    noslip_expr_derivative(s->graph, restricted, x));
    convected =
        noslip_expr_add_product(s->graph, convected, noslip_expr_derivative(s->graph, momentum, x), draft->xdot[i]);
  }
  for (guint c = 0; c < s->n; c++) {
    NoslipExpr force = noslip_chart_restrict(draft, draft->model->system->forces[c]);
    sum = noslip_expr_add_product(s->graph, sum, draft->basis[c * s->r + a], force);
    if (s->momentum[c] != NOSLIP_ZERO)
      sum = noslip_expr_add_product(s->graph, sum, variation(s, c, a), s->momentum[c]);
  }
  return noslip_expr_sub(s->graph, sum, convected);
}

static gboolean
derive(NoslipChartDraft *draft)
{
  guint m = draft->m, n = draft->n, r = draft->r;
  NoslipGraph *graph = draft->model->graph;
  g_autofree NoslipExpr *momentum = g_new0(NoslipExpr, n + 1);
  g_autofree NoslipExpr *lambda = g_new0(NoslipExpr, m * r + 1);
  g_autofree NoslipExpr *velocity = g_new0(NoslipExpr, n * m + 1);
  Subbundle s = {draft, graph, m, n, r, momentum, lambda, velocity};
  subbundle_fill(&s);
  NoslipExpr restricted = noslip_chart_restrict(draft, draft->model->system->lagrangian);
  for (guint a = 0; a < r; a++) {
    NoslipExpr p = noslip_expr_derivative(graph, restricted, draft->w[a]);
    for (guint b = 0; b < r; b++)
      draft->mass[a * r + b] = noslip_expr_derivative(graph, p, draft->w[b]);
    draft->right[a] = right_side(&s, restricted, p, a);
  }
  for (guint c = 0; c < n; c++) {
    NoslipExpr sum = noslip_expr_dot(graph, r, draft->basis + c * r, draft->wdot);
    sum = noslip_expr_add(graph, sum, noslip_expr_derivative(graph, draft->y[c], draft->model->system->t));
    for (guint i = 0; i < m; i++)
      sum = noslip_expr_add_product(s.graph, sum, velocity[c * m + i], draft->xdot[i]);
    draft->ydot[c] = sum;
  }
  return TRUE;
}

static char *
refusal(const NoslipSystem *system)
{
  if (noslip_system_constraint_class(system) == NOSLIP_NONLINEAR)
    return g_strdup(_("the constraints are not linear or affine in the velocities, so that they define no subbundle"));
  return noslip_charts_refusal(system);
}

static gpointer
create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  return noslip_charts_new(system, derive, error);
}

static void
write_equations(NoslipFormWriter *writer)
{
  if (!noslip_form_has_basis(writer))
    return;
  const NoslipModel *model = writer->model;
  guint r = writer->r;
  noslip_form_add_base(writer, model->velocity);
  for (guint a = 0; a < r; a++) {
    NoslipExpr left = NOSLIP_ZERO, right = NOSLIP_ZERO;
    for (guint alpha = 0; alpha < model->n; alpha++) {
      NoslipExpr e = writer->basis[alpha * r + a];
      left = noslip_expr_add_product(writer->graph, left, e, noslip_form_inertia(writer, alpha));
      right = noslip_expr_add_product(writer->graph, right, e, model->force[alpha]);
    }
    noslip_form_add_line(writer, noslip_form_tidy(writer, left), right);
  }
  noslip_form_add_constraints(writer);
}

static const char *
derivation(const NoslipSystem *system)
{
  (void) system;
  return N_("the full Lagrangian in adapted coordinates");
}

const NoslipFormulation noslip_formulation_lagrange_dalembert = {
    .id = NC_("formulation", "lagrange-dalembert"),
    .title = N_("Lagrange-d'Alembert"),
    .summary = N_("Adapted coordinates with a complement that is not orthogonal, and the full Lagrangian "
                  "differentiated before it is restricted."),
    .source = N_("Mestdag, Langerock: A Lie algebroid framework for non-holonomic systems, equations (5), (18) "
                 "and (19)"),
    .latex = "\\dot x^i = \\lambda^i_A w^A, \\quad L_c(x, w) = L(x, i(w)), \\\\ "
             "\\frac{d}{dt}\\frac{\\partial L_c}{\\partial w^A} = \\lambda^i_A \\frac{\\partial L_c}{\\partial x^i} "
             "+ w^B \\Bigl( C^c_{ba} i^b_B i^a_A - \\lambda^i_A \\frac{\\partial i^c_B}{\\partial x^i} "
             "+ \\lambda^i_B \\frac{\\partial i^c_A}{\\partial x^i} \\Bigr) \\frac{\\partial L}{\\partial v^c} "
             "+ i^a_A Q_a",
    .write = write_equations,
    .kind = NOSLIP_DYNAMICS_NONHOLONOMIC,
    .color = "#F0E442",
    .dash = NOSLIP_DASH_DOTTED,
    .derivation = derivation,
    .shares = noslip_charts_shares,
    .refusal = refusal,
    .create = create,
    NOSLIP_CHARTS_FUNCTIONS,
};
