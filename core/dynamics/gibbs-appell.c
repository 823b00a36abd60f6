/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gibbs-Appell (Q 7.2) in the independent velocities w of a chart of M, for constraints of any kind; for constraints
 * nonlinear in the velocities these are the equations of Appell and Hamel. */
#include "core/dynamics/chart.h"
#include "core/dynamics/form-writer.h"
#include "core/dynamics/formulations.h"
#include "core/expr/elimination.h"

#include <glib/gi18n-lib.h>

/* c of ydot = X wdot + c: the accelerations for wdot = 0. From Phi ydot + drift = 0 the dependent ones are -Phi_J^-1
 * drift. */
static gboolean
acceleration_offset(const NoslipChartDraft *draft, NoslipExpr *c)
{
  NoslipModel *model = draft->model;
  NoslipGraph *graph = model->graph;
  guint n = draft->n, k = draft->k;
  g_autofree NoslipExpr *a = g_new0(NoslipExpr, k * k + 1);
  g_autofree NoslipExpr *b = g_new0(NoslipExpr, k + 1);
  g_autofree guint *order = g_new0(guint, k + 1);
  for (guint i = 0; i < k; i++) {
    order[i] = i;
    for (guint j = 0; j < k; j++)
      a[i * k + j] = model->jacobian[draft->rows[i] * n + draft->dependent[j]];
    b[i] = noslip_expr_neg(graph, noslip_chart_restrict(draft, model->drift[draft->rows[i]]));
  }
  NoslipPivots choice = noslip_pivots_prescribed(order, order);
  if (noslip_eliminate(graph, k, a, 1, b, &choice, b, NULL) != NOSLIP_ELIMINATION_SOLVED)
    return FALSE;
  for (guint i = 0; i < k; i++)
    c[draft->dependent[i]] = b[i];
  return TRUE;
}

/* The Gibbs-Appell function G = 1/2 (ydot - W^-1 F)^T W (ydot - W^-1 F) is least among ydot = X wdot + c where
 *
 *   X^T W X wdot = X^T (F - W c). */
static gboolean
derive(NoslipChartDraft *draft)
{
  NoslipModel *model = draft->model;
  NoslipGraph *graph = model->graph;
  guint m = draft->m, n = draft->n, r = draft->r;
  g_autofree NoslipExpr *c = g_new0(NoslipExpr, n + 1);
  g_autofree NoslipExpr *mass = g_new0(NoslipExpr, n * n + 1);
  g_autofree NoslipExpr *rest = g_new0(NoslipExpr, n + 1);       /* F - W c */
  g_autofree NoslipExpr *mass_x = g_new0(NoslipExpr, n * r + 1); /* (W X)_alpha a, as r rows of n */
  g_autofree NoslipExpr *column = g_new0(NoslipExpr, n + 1);
  if (!acceleration_offset(draft, c))
    return FALSE;
  for (guint i = 0; i < m; i++)
    draft->xdot[i] = noslip_chart_restrict(draft, model->velocity[i]);
  for (guint i = 0; i < n * n; i++)
    mass[i] = noslip_chart_restrict(draft, model->mass[i]);
  for (guint i = 0; i < n; i++)
    rest[i] = noslip_expr_sub(graph, noslip_chart_restrict(draft, model->force[i]),
                              noslip_expr_dot(graph, n, mass + i * n, c));
  for (guint a = 0; a < r; a++) {
    for (guint i = 0; i < n; i++)
      column[i] = draft->basis[i * r + a];
    for (guint i = 0; i < n; i++)
      mass_x[a * n + i] = noslip_expr_dot(graph, n, mass + i * n, column);
    draft->right[a] = noslip_expr_dot(graph, n, column, rest);
    for (guint b = 0; b <= a; b++)
      draft->mass[a * r + b] = draft->mass[b * r + a] = noslip_expr_dot(graph, n, mass_x + b * n, column);
  }
  for (guint i = 0; i < n; i++)
    draft->ydot[i] = noslip_expr_add(graph, noslip_expr_dot(graph, r, draft->basis + i * r, draft->wdot), c[i]);
  return TRUE;
}

static gpointer
create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  return noslip_charts_new(system, derive, error);
}

/* e with the dependent velocities replaced by the solution of the constraints. */
static NoslipExpr
on_constraints(const NoslipFormWriter *writer, NoslipExpr e)
{
  const NoslipEquations *equations = writer->equations;
  guint k = writer->model->k;
  g_autofree NoslipExpr *symbols = g_new0(NoslipExpr, k + 1);
  for (guint i = 0; i < k; i++)
    symbols[i] = writer->model->y[equations->dependent[i]];
  return noslip_expr_substitute(writer->graph, e, k, symbols, equations->value);
}

/* The accelerations B wdot + c that the solved constraints allow. */
static NoslipExpr *
admissible(const NoslipFormWriter *writer)
{
  const NoslipModel *model = writer->model;
  const NoslipEquations *equations = writer->equations;
  NoslipExpr *ydot = g_new0(NoslipExpr, model->n + 1);
  for (guint a = 0; a < equations->r; a++)
    ydot[equations->independent[a]] = model->system->fibres[equations->independent[a]].acceleration;
  for (guint i = 0; i < model->k; i++) {
    NoslipExpr *sum = &ydot[equations->dependent[i]];
    for (guint a = 0; a < equations->r; a++) {
      guint j = equations->independent[a];
      NoslipExpr slope = noslip_expr_derivative(writer->graph, equations->value[i], model->y[j]);
      *sum = noslip_expr_add_product(writer->graph, *sum, slope, ydot[j]);
    }
    for (guint j = 0; j < model->m; j++) {
      NoslipExpr slope = noslip_expr_derivative(writer->graph, equations->value[i], model->x[j]);
      *sum = noslip_expr_add_product(writer->graph, *sum, slope, equations->xdot[j]);
    }
  }
  return ydot;
}

/* 1/2 ydot W ydot - F ydot, which differs from the Gibbs-Appell function by terms without ydot. */
static NoslipExpr
acceleration_energy(const NoslipFormWriter *writer, const NoslipExpr *ydot, gboolean solved)
{
  const NoslipModel *model = writer->model;
  NoslipGraph *graph = writer->graph;
  NoslipExpr half = noslip_expr_rational(graph, 1, 2), sum = NOSLIP_ZERO;
  for (guint a = 0; a < model->n; a++) {
    NoslipExpr force = solved ? on_constraints(writer, model->force[a]) : model->force[a];
    sum = noslip_expr_sub_product(graph, sum, ydot[a], force);
    for (guint b = 0; b < model->n; b++) {
      NoslipExpr mass = model->mass[a * model->n + b];
      mass = noslip_expr_mul(graph, half, solved ? on_constraints(writer, mass) : mass);
      sum = noslip_expr_add_product(graph, sum, mass, noslip_expr_mul(graph, ydot[a], ydot[b]));
    }
  }
  return sum;
}

/* G without the terms that do not depend on the accelerations. */
static NoslipExpr
without_constant(const NoslipFormWriter *writer, NoslipExpr e, guint r, const NoslipExpr *rates)
{
  g_autofree NoslipExpr *zeros = g_new0(NoslipExpr, r + 1);
  return noslip_expr_sub(writer->graph, e, noslip_expr_substitute(writer->graph, e, r, rates, zeros));
}

/* slope(rates) = 0, linear in the rates, as  (their coefficients) = (the rest) */
static void
add_linear(NoslipFormWriter *writer, NoslipExpr slope, guint r, const NoslipExpr *rates)
{
  g_autofree NoslipExpr *zeros = g_new0(NoslipExpr, r + 1);
  NoslipExpr rest = noslip_expr_substitute(writer->graph, slope, r, rates, zeros);
  NoslipExpr left = NOSLIP_ZERO;
  for (guint a = 0; a < r; a++) {
    NoslipExpr factor = noslip_expr_derivative(writer->graph, slope, rates[a]);
    left = noslip_expr_add_product(writer->graph, left, noslip_form_tidy(writer, factor), rates[a]);
  }
  noslip_form_add_line(writer, left, noslip_expr_neg(writer->graph, rest));
}

static void
write_equations(NoslipFormWriter *writer)
{
  const NoslipModel *model = writer->model;
  const NoslipEquations *equations = writer->equations;
  gboolean solved = equations != NULL && equations->solved;
  guint r = solved ? equations->r : model->n;
  g_autofree NoslipExpr *rates = g_new0(NoslipExpr, r + 1);
  g_autofree NoslipExpr *ydot = NULL;
  for (guint a = 0; a < r; a++)
    rates[a] = model->system->fibres[solved ? equations->independent[a] : a].acceleration;
  ydot = solved ? admissible(writer) : g_memdup2(rates, (r + 1) * sizeof *rates);
  NoslipExpr g = without_constant(writer, acceleration_energy(writer, ydot, solved), r, rates);
  for (guint i = 0; i < model->k && solved; i++)
    noslip_form_add_line(writer, model->y[equations->dependent[i]], equations->value[i]);
  noslip_form_add_base(writer, solved ? equations->xdot : model->velocity);
  noslip_form_add_line(writer, noslip_form_symbol(writer, "G", "G_A"), g);
  for (guint a = 0; a < r && solved; a++)
    add_linear(writer, noslip_expr_derivative(writer->graph, g, rates[a]), r, rates);
  for (guint c = 0; c < model->k && !solved; c++) {
    NoslipExpr left = noslip_expr_dot(writer->graph, model->n, model->jacobian + (gsize) c * model->n, rates);
    noslip_form_add_line(writer, noslip_form_tidy(writer, left), noslip_expr_neg(writer->graph, model->drift[c]));
  }
  if (!solved)
    noslip_form_add_constraints(writer);
}

const NoslipFormulation noslip_formulation_gibbs_appell = {
    .id = NC_("formulation", "gibbs-appell"),
    .title = N_("Gibbs-Appell"),
    .summary = N_("Independent velocities w, the constraints solved, and the acceleration that makes the Gibbs-Appell "
                  "function least."),
    .source = N_("Quasi-coordinates from the point of view of Lie algebroid structures, section 7.2, equation (17)"),
    .latex = "y = \\Psi(x, w), \\quad \\varphi(x, \\Psi(x, w)) = 0, \\quad "
             "\\dot y = B \\dot w + c, \\quad B = \\frac{\\partial \\Psi}{\\partial w}, \\\\ "
             "G = \\tfrac12 (\\dot y - W^{-1}F)^{\\mathsf T} W (\\dot y - W^{-1}F), \\quad "
             "\\frac{\\partial G}{\\partial \\dot w} = 0 \\iff "
             "B^{\\mathsf T} W B\\, \\dot w = B^{\\mathsf T} (F - W c)",
    .write = write_equations,
    .kind = NOSLIP_DYNAMICS_NONHOLONOMIC,
    .color = "#E69F00",
    .dash = NOSLIP_DASH_DASHED,
    .shares = noslip_charts_shares,
    .refusal = noslip_charts_refusal, /* constraints of any kind, and any regular Lagrangian */
    .create = create,
    NOSLIP_CHARTS_FUNCTIONS,
};
