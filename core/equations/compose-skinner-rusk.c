/* SPDX-License-Identifier: GPL-3.0-or-later */
/* W_0 = M x_Q E* of Skinner and Rusk (I 5.1; 5.3.1 without constraints). In coordinates of M, y^A = Psi^A(x, y^a),
 *
 *   H_W0 = p_a y^a + p_A Psi^A - L~,                                                           (I (5.1))
 *   W_1: 0 = dH_W0/dy^a = p_a + p_A dPsi^A/dy^a - dL~/dy^a,                                    (I 5.1)
 *
 * and Omega_0 is the pull-back of Omega_E, whose kernel is spanned by the V_a. */
#include "core/equations/compose-private.h"
#include "core/geometry/symbolic.h"

#include "core/base/linear.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Velocities y^A for which the constraints can be solved, as many as constraints; FALSE if there are none. */
static gboolean
choose_dependent(const NoslipComposer *composer, const NoslipProbe *probe, guint *dependent)
{
  const NoslipModel *model = composer->model;
  guint n = composer->n, k = composer->k, size = 0;
  g_autofree double *minor = g_new0(double, (gsize) k *k + 1);
  for (guint pass = 0; pass < 2; pass++)
    for (guint a = n; a-- > 0 && size < k;) {
      gboolean varies = FALSE, chosen = FALSE;
      for (guint c = 0; c < k; c++)
        varies = varies || noslip_expr_depends(composer->graph, model->jacobian[c * n + a], model->m, model->x);
      for (guint i = 0; i < size; i++)
        chosen = chosen || dependent[i] == a;
      if (chosen || varies != (pass == 1))
        continue;
      dependent[size] = a;
      for (guint i = 0; i <= size; i++)
        for (guint c = 0; c < k; c++)
          minor[i * k + c] = noslip_probe_value(probe, composer->graph, 0, model->jacobian[c * n + dependent[i]]);
      size += noslip_linear_rank(size + 1, k, minor, NULL) == size + 1;
    }
  return size == k;
}

/* Writes Psi^A over the dependent velocities in `y`, which holds all; FALSE if the constraints are not affine, or
 * cannot be solved. */
static gboolean
solve_constraints(const NoslipComposer *composer, guint *dependent, NoslipExpr *y)
{
  const NoslipModel *model = composer->model;
  NoslipGraph *graph = composer->graph;
  guint n = composer->n, k = composer->k;
  g_autoptr(NoslipProbe) probe = noslip_probe_new(model->system);
  g_autofree NoslipExpr *matrix = g_new0(NoslipExpr, (gsize) k * k + 1), *right = g_new0(NoslipExpr, k + 1);
  g_autofree NoslipExpr *symbols = g_new0(NoslipExpr, k + 1), *zeros = g_new0(NoslipExpr, k + 1);
  for (guint i = 0; i < k * n; i++)
    if (noslip_expr_depends(graph, model->jacobian[i], n, model->y))
      return FALSE;
  if (k == 0)
    return TRUE;
  if (!choose_dependent(composer, probe, dependent))
    return FALSE;
  for (guint i = 0; i < k; i++)
    symbols[i] = model->y[dependent[i]];
  for (guint c = 0; c < k; c++) {
    right[c] = noslip_expr_neg(graph, noslip_expr_substitute(graph, model->phi[c], k, symbols, zeros));
    for (guint i = 0; i < k; i++)
      matrix[c * k + i] = model->jacobian[c * n + dependent[i]];
  }
  if (!noslip_symbolic_solve(graph, probe, k, matrix, 1, right))
    return FALSE;
  for (guint i = 0; i < k; i++)
    y[dependent[i]] = noslip_symbolic_tidy(graph, right[i]);
  return TRUE;
}

/* One function of W_1 for each of the velocities that are coordinates of M. */
static void
put_first_step(NoslipComposer *composer, NoslipExpr hamiltonian, const NoslipExpr *y)
{
  for (guint a = 0, i = 0; a < composer->n; a++) {
    if (y[a] != composer->model->y[a])
      continue;
    i++;
    g_autofree char *left = g_strdup_printf("W_1 (%u): 0", i), *latex = g_strdup_printf("W_1^{%u}: \\; 0", i);
    noslip_composer_put(composer, left, latex,
                        noslip_expr_derivative(composer->graph, hamiltonian, composer->model->y[a]));
  }
}

void
noslip_portrait_add_skinner_rusk(const NoslipPortrait *portrait, NoslipDocument *document)
{
  const NoslipModel *model = portrait->model;
  const NoslipSystem *system = portrait->system;
  NoslipGraph *graph = model->graph;
  guint n = model->n;
  NoslipComposer composer = {document, portrait, model, graph, model->m, n, system->k, 0};
  if (n == 0 || n > MOST_SECTIONS || system->algebroid == NOSLIP_ALGEBROID_GENERAL || noslip_system_is_timed(system) ||
      (system->k > 0 && system->dynamics != NOSLIP_DYNAMICS_VAKONOMIC))
    return;
  g_autofree guint *dependent = g_new0(guint, system->k + 1);
  g_autofree NoslipExpr *y = g_new0(NoslipExpr, n + 1);
  memcpy(y, model->y, n * sizeof *y);
  noslip_composer_begin(&composer, N_("W_0 of Skinner and Rusk: H_W0, Omega_0 and W_1"), "I 5.1, (5.1), (5.2)");
  noslip_document_row(
      document, "W_0 = M x E* over the base, with projections to M, to E* and to the base; Omega_0 = pr_2^* Omega_E",
      "W_0 &= M \\times_Q E^*, \\quad \\Omega_0 = \\mathrm{pr}_2^* \\Omega_E");
  gboolean solved = solve_constraints(&composer, dependent, y);
  NoslipExpr hamiltonian = noslip_expr_neg(graph, noslip_expr_substitute(graph, system->lagrangian, n, model->y, y));
  for (guint a = 0; a < n; a++) {
    g_autofree char *name = g_strdup_printf("p_%u", a + 1);
    hamiltonian = noslip_expr_add_product(graph, hamiltonian, noslip_expr_symbol(graph, name), y[a]);
  }
  noslip_composer_put(&composer, "H_W0", "H_{W_0}", hamiltonian);
  if (solved)
    put_first_step(&composer, hamiltonian, y);
  else
    noslip_document_sentence(document, N_("for the velocities that the constraints, which are not solved here, allow"));
}
