/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/algebroid/structure-values.h"

#include "core/expr/tape.h"

#include <string.h>

static void
add_entry(NoslipStructureCheck *check, GArray **list, guint index, guint along, NoslipExpr e)
{
  NoslipStructureEntry entry = {index, along, check->outputs->len};
  if (*list == NULL)
    *list = g_array_new(FALSE, FALSE, sizeof(NoslipStructureEntry));
  g_array_append_val(*list, entry);
  g_array_append_val(check->outputs, e);
}

void
noslip_structure_add_slopes(NoslipStructureCheck *check, NoslipGraph *graph, GArray **list, guint index, NoslipExpr e)
{
  if (!noslip_expr_depends(graph, e, check->m, check->x))
    return;
  for (guint j = 0; j < check->m; j++) {
    if (!noslip_expr_depends(graph, e, 1, &check->x[j]))
      continue;
    NoslipExpr slope = noslip_expr_derivative(graph, e, check->x[j]);
    if (slope != NOSLIP_ZERO)
      add_entry(check, list, index, j, slope);
  }
}

void
noslip_structure_collect(NoslipStructureCheck *check, NoslipGraph *graph)
{
  const NoslipSystem *system = check->system;
  guint m = check->m, n = check->n;
  for (guint a = 0; a < n; a++)
    for (guint i = 0; i < m; i++) {
      NoslipExpr rho = system->anchor[(gsize) i * n + a];
      check->anchor_value[(gsize) i * n + a] = G_MAXUINT;
      if (rho == NOSLIP_ZERO)
        continue;
      check->anchor_value[(gsize) i * n + a] = check->outputs->len;
      add_entry(check, &check->anchor[a], i, 0, rho);
      noslip_structure_add_slopes(check, graph, &check->anchor_slopes[a], i, rho);
    }
  for (guint c = 0; c < n; c++)
    for (gsize pair = 0; pair < (gsize) n * n; pair++) {
      NoslipExpr e = system->structure[(gsize) c * n * n + pair];
      if (e == NOSLIP_ZERO)
        continue;
      add_entry(check, &check->structure[pair], c, 0, e);
      noslip_structure_add_slopes(check, graph, &check->structure_slopes[pair], c, e);
    }
}

void
noslip_structure_evaluate(NoslipStructureCheck *check, const NoslipGraph *graph)
{
  guint n_outputs = check->outputs->len;
  NoslipPoints *points = check->points;
  g_autoptr(NoslipTape) tape = noslip_tape_new(graph, 0, NULL, points->n_symbols, points->symbols, n_outputs,
                                               (const NoslipExpr *) (gpointer) check->outputs->data);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  g_autofree double *out = g_new(double, (gsize) n_outputs + 1);
  noslip_tape_set_constants(work, NULL);
  for (guint point = 0; point < points->n_points; point++) {
    gboolean finite = TRUE;
    noslip_tape_evaluate(work, points->values + (gsize) point * points->n_symbols, out);
    for (guint i = 0; i < n_outputs; i++)
      finite &= isfinite(out[i]) != 0;
    if (!finite)
      continue;
    for (guint i = 0; i < n_outputs; i++)
      check->values[(gsize) i * NOSLIP_STRUCTURE_POINTS + check->n_points] = out[i];
    check->used[check->n_points++] = point;
  }
}

void
noslip_structure_evaluate_sizes(NoslipStructureCheck *check, NoslipGraph *graph)
{
  const NoslipPoints *points = check->points;
  guint n = check->outputs->len;
  g_autofree NoslipExpr *magnitudes = noslip_exprs_new(n);
  for (guint i = 0; i < n; i++)
    magnitudes[i] = noslip_expr_magnitude(graph, g_array_index(check->outputs, NoslipExpr, i));
  g_autoptr(NoslipTape) tape = noslip_tape_new(graph, 0, NULL, points->n_symbols, points->symbols, n, magnitudes);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  g_autofree double *out = g_new(double, (gsize) n + 1);
  noslip_tape_set_constants(work, NULL);
  check->sizes = g_new0(double, (gsize) n *NOSLIP_STRUCTURE_POINTS + 1);
  for (guint point = 0; point < check->n_points; point++) {
    noslip_tape_evaluate(work, points->values + (gsize) check->used[point] * points->n_symbols, out);
    for (guint i = 0; i < n; i++)
      check->sizes[(gsize) i * NOSLIP_STRUCTURE_POINTS + point] =
          MAX(out[i], fabs(noslip_structure_value(check, i, point)));
  }
}

gboolean
noslip_structure_largest_residual(NoslipStructureCheck *check, guint size, guint *worst)
{
  double largest = NOSLIP_ALGEBROID_TOLERANCE;
  gboolean found = FALSE;
  for (guint i = 0; i < size; i++) {
    double scaled = check->sum[i] == 0 ? 0 : fabs(check->sum[i]) / check->terms[i];
    check->worst = MAX(check->worst, scaled);
    if (scaled > largest) {
      largest = scaled;
      *worst = i;
      found = TRUE;
    }
  }
  return found;
}

void
noslip_structure_clear_sums(NoslipStructureCheck *check, guint size)
{
  memset(check->sum, 0, size * sizeof(double));
  memset(check->terms, 0, size * sizeof(double));
}
