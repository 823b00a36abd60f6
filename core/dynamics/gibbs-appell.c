/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gibbs-Appell (Q 7.2) in the independent velocities w of a chart of M, for constraints of any kind: where they are
 * nonlinear in the velocities these are the equations of Appell and Hamel. */
#include "core/dynamics/chart.h"
#include "core/dynamics/table.h"
#include "core/expr/elimination.h"

#include <glib/gi18n-lib.h>

/* c of ydot = X wdot + c: what the accelerations are where wdot vanishes. From Phi ydot + drift = 0 the dependent ones
 * are -Phi_J^-1 drift. */
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

const NoslipFormulation noslip_formulation_gibbs_appell = {
    .id = NC_("formulation", "gibbs-appell"),
    .title = N_("Gibbs-Appell"),
    .summary = N_("Independent velocities w, the constraints solved, and the acceleration that makes the Gibbs-Appell "
                  "function least."),
    .source = "Quasi-coordinates from the point of view of Lie algebroid structures, section 7.2, equation (17)",
    .latex = "y = \\Psi(x, w), \\quad \\varphi(x, \\Psi(x, w)) = 0, \\quad "
             "\\dot y = B \\dot w + c, \\quad B = \\frac{\\partial \\Psi}{\\partial w}, \\\\ "
             "G = \\tfrac12 (\\dot y - W^{-1}F)^{\\mathsf T} W (\\dot y - W^{-1}F), \\quad "
             "\\frac{\\partial G}{\\partial \\dot w} = 0 \\iff "
             "B^{\\mathsf T} W B\\, \\dot w = B^{\\mathsf T} (F - W c)",
    .kind = NOSLIP_DYNAMICS_NONHOLONOMIC,
    .refusal = noslip_charts_refusal, /* constraints of any kind, and any regular Lagrangian */
    .create = create,
    NOSLIP_CHARTS_FUNCTIONS,
};
