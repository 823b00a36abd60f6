/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/atiyah.h"
#include "core/geometry/noether.h"
#include "core/geometry/symbolic-kernel.h"
#include "core/geometry/symbolic.h"

#include <string.h>

/* S = ker Phi in V: writes g - k sections after the m horizontal ones. FALSE if Phi does not have full rank on V. */
static gboolean
find_vertical(NoslipAtiyahSplit *split, const NoslipProbe *probe)
{
  const NoslipAtiyah *atiyah = split->atiyah;
  const NoslipModel *model = atiyah->model;
  guint g = atiyah->g, k = model->k, n = model->n, s = g - k;
  g_autofree NoslipExpr *rows = g_new0(NoslipExpr, MAX((gsize) k * g, 1));
  g_autofree NoslipExpr *basis = g_new0(NoslipExpr, MAX((gsize) g * s, 1));
  for (guint c = 0; c < k; c++)
    for (guint a = 0; a < g; a++)
      rows[c * g + a] = model->jacobian[c * n + atiyah->vertical[a]];
  if (noslip_symbolic_kernel(model->graph, probe, FALSE, NULL, k, g, rows, basis) >= 0)
    return FALSE;
  for (guint i = 0; i < s; i++)
    for (guint a = 0; a < g; a++)
      split->sections[(gsize) (atiyah->m + i) * n + atiyah->vertical[a]] = basis[a * s + i];
  return TRUE;
}

/* W(s_I, e_alpha) */
static NoslipExpr
metric_row(const NoslipAtiyahSplit *split, guint vertical, guint alpha)
{
  const NoslipModel *model = split->atiyah->model;
  const NoslipExpr *s = split->sections + (gsize) (split->atiyah->m + vertical) * model->n;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint beta = 0; beta < model->n; beta++)
    sum = noslip_expr_add_product(model->graph, sum, s[beta], model->mass[beta * model->n + alpha]);
  return sum;
}

/* h_i = e_i + A^c_i e_c with Phi h_i = 0 and W(s_I, h_i) = 0: g equations for the g numbers A_i. */
static gboolean
find_horizontal(NoslipAtiyahSplit *split, const NoslipProbe *probe)
{
  const NoslipAtiyah *atiyah = split->atiyah;
  const NoslipModel *model = atiyah->model;
  NoslipGraph *graph = model->graph;
  guint m = atiyah->m, g = atiyah->g, k = model->k, n = model->n;
  g_autofree NoslipExpr *matrix = g_new0(NoslipExpr, (gsize) g * g);
  g_autofree NoslipExpr *right = g_new0(NoslipExpr, MAX((gsize) g * m, 1));
  for (guint row = 0; row < g; row++) {
    for (guint a = 0; a < g; a++)
      matrix[row * g + a] =
          row < k ? model->jacobian[row * n + atiyah->vertical[a]] : metric_row(split, row - k, atiyah->vertical[a]);
    for (guint i = 0; i < m; i++)
      right[row * m + i] = noslip_expr_neg(graph, row < k ? model->jacobian[row * n + atiyah->horizontal[i]]
                                                          : metric_row(split, row - k, atiyah->horizontal[i]));
  }
  if (m > 0 && !noslip_symbolic_solve(graph, probe, g, matrix, m, right))
    return FALSE;
  for (guint i = 0; i < m; i++) {
    split->sections[(gsize) i * n + atiyah->horizontal[i]] = NOSLIP_ONE;
    for (guint a = 0; a < g; a++)
      split->sections[(gsize) i * n + atiyah->vertical[a]] = noslip_symbolic_tidy(graph, right[a * m + i]);
  }
  return TRUE;
}

/* e with the solution of the constraints substituted for the dependent velocities. */
static NoslipExpr
on_constraints(const NoslipModel *model, const NoslipEquations *equations, NoslipExpr e)
{
  if (equations == NULL || !equations->solved)
    return noslip_symbolic_tidy(model->graph, e);
  g_autofree NoslipExpr *symbols = g_new0(NoslipExpr, model->k + 1);
  for (guint c = 0; c < model->k; c++)
    symbols[c] = model->y[equations->dependent[c]];
  return noslip_symbolic_tidy(model->graph,
                              noslip_expr_substitute(model->graph, e, model->k, symbols, equations->value));
}

NoslipAtiyahSplit *
noslip_atiyah_split_new(const NoslipAtiyah *atiyah, NoslipDistribution *distribution, const NoslipEquations *equations)
{
  const NoslipModel *model = atiyah->model;
  if (model->k == 0 || model->k > atiyah->g || noslip_system_constraint_class(model->system) != NOSLIP_LINEAR)
    return NULL;
  g_autoptr(NoslipAtiyahSplit) split = g_new0(NoslipAtiyahSplit, 1);
  g_autoptr(NoslipProbe) probe = noslip_probe_new(model->system);
  guint n = model->n;
  split->atiyah = atiyah;
  split->n = atiyah->m + atiyah->g - model->k;
  split->sections = g_new0(NoslipExpr, MAX((gsize) split->n * n, 1));
  split->sections_text = g_new0(char *, split->n + 1);
  split->momentum = g_new0(NoslipExpr, MAX(split->n, 1));
  split->rate = g_new0(NoslipExpr, MAX(split->n, 1));
  if (!find_vertical(split, probe) || !find_horizontal(split, probe))
    return NULL;
  for (guint i = 0; i < split->n; i++) {
    const NoslipExpr *section = split->sections + (gsize) i * n;
    split->sections_text[i] = noslip_section_text(model, section, 1, FALSE);
    split->momentum[i] = on_constraints(model, equations, noslip_noether_momentum(distribution, section));
    split->rate[i] = on_constraints(model, equations, noslip_noether_rate(distribution, section));
  }
  return noslip_graph_failed(model->graph) ? NULL : g_steal_pointer(&split);
}

void
noslip_atiyah_split_free(NoslipAtiyahSplit *split)
{
  if (split == NULL)
    return;
  g_strfreev(split->sections_text);
  g_free(split->sections);
  g_free(split->momentum);
  g_free(split->rate);
  g_free(split);
}

char *
noslip_atiyah_split_text(const NoslipAtiyahSplit *split, guint i)
{
  const NoslipGraph *graph = split->atiyah->model->graph;
  g_autofree char *momentum = noslip_symbolic_print(graph, split->momentum[i], noslip_expr_text);
  g_autofree char *rate = noslip_symbolic_print(graph, split->rate[i], noslip_expr_text);
  return g_strdup_printf("d/dt(%s) = %s", momentum, rate);
}

char *
noslip_atiyah_split_latex(const NoslipAtiyahSplit *split, guint i)
{
  const NoslipGraph *graph = split->atiyah->model->graph;
  g_autofree char *momentum = noslip_symbolic_print(graph, split->momentum[i], noslip_expr_latex);
  g_autofree char *rate = noslip_symbolic_print(graph, split->rate[i], noslip_expr_latex);
  return g_strdup_printf("\\frac{d}{dt}\\left(%s\\right) &= %s", momentum, rate);
}
