/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/bracket/symbolic.h"

#include <math.h>

/* A pivot that is smaller than this part of the largest entry counts as zero. */
#define LEAST_PIVOT 1e-11
/* What is larger than this is neither read by anybody nor worth the time. */
#define MOST_TIDY 160

double
noslip_probe_value(const NoslipProbe *probe, const NoslipGraph *graph, guint point, NoslipExpr e)
{
  return noslip_expr_value(graph, e, probe->n_symbols, probe->symbols,
                           probe->values + (gsize) point * probe->n_symbols);
}

double
noslip_probe_least(const NoslipProbe *probe, const NoslipGraph *graph, NoslipExpr e)
{
  double least = INFINITY;
  for (guint point = 0; point < NOSLIP_PROBES; point++) {
    double value = fabs(noslip_probe_value(probe, graph, point, e));
    least = isfinite(value) ? fmin(least, value) : 0;
  }
  return least;
}

guint
noslip_symbolic_size(const NoslipGraph *graph, NoslipExpr e, guint most)
{
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_val(stack, e);
  while (stack->len > 0 && g_hash_table_size(seen) < most) {
    NoslipExpr node = g_array_index(stack, NoslipExpr, stack->len - 1);
    g_array_set_size(stack, stack->len - 1);
    if (!g_hash_table_add(seen, GUINT_TO_POINTER(node)))
      continue;
    for (guint i = 0; i < noslip_expr_n_operands(graph, node); i++) {
      NoslipExpr operand = noslip_expr_operand(graph, node, i);
      g_array_append_val(stack, operand);
    }
  }
  return g_hash_table_size(seen);
}

NoslipExpr
noslip_symbolic_tidy(NoslipGraph *graph, NoslipExpr e)
{
  return noslip_symbolic_size(graph, e, MOST_TIDY) < MOST_TIDY ? noslip_expr_simplify(graph, e) : e;
}

static void
swap_rows(NoslipExpr *matrix, guint columns, guint i, guint j)
{
  for (guint k = 0; k < columns; k++) {
    NoslipExpr entry = matrix[i * columns + k];
    matrix[i * columns + k] = matrix[j * columns + k];
    matrix[j * columns + k] = entry;
  }
}

/* The row of the pivot of column `step`: the diagonal where it serves, else the first that does; n where none does. */
static guint
find_pivot(const NoslipGraph *graph, const NoslipProbe *probe, guint n, const NoslipExpr *a, guint step, double scale)
{
  guint row = step;
  while (row < n && !(noslip_probe_least(probe, graph, a[row * n + step]) > LEAST_PIVOT * scale))
    row++;
  return row;
}

gboolean
noslip_symbolic_solve(NoslipGraph *graph, const NoslipProbe *probe, guint n, NoslipExpr *a, guint n_right,
                      NoslipExpr *b)
{
  double scale = 0;
  for (guint i = 0; i < n * n; i++)
    if (a[i] != NOSLIP_ZERO)
      scale = fmax(scale, fabs(noslip_probe_value(probe, graph, 0, a[i])));
  for (guint step = 0; step < n; step++) {
    guint row = find_pivot(graph, probe, n, a, step, scale);
    if (row == n)
      return FALSE;
    if (row != step) {
      swap_rows(a, n, row, step);
      swap_rows(b, n_right, row, step);
    }
    NoslipExpr pivot = noslip_symbolic_tidy(graph, a[step * n + step]);
    for (guint i = step + 1; i < n; i++) {
      if (a[i * n + step] == NOSLIP_ZERO)
        continue;
      NoslipExpr factor = noslip_expr_div(graph, a[i * n + step], pivot);
      for (guint j = step + 1; j < n; j++)
        a[i * n + j] = noslip_expr_sub(graph, a[i * n + j], noslip_expr_mul(graph, factor, a[step * n + j]));
      for (guint j = 0; j < n_right; j++)
        b[i * n_right + j] =
          noslip_expr_sub(graph, b[i * n_right + j], noslip_expr_mul(graph, factor, b[step * n_right + j]));
      a[i * n + step] = NOSLIP_ZERO;
    }
    a[step * n + step] = pivot;
  }
  for (guint step = n; step-- > 0;)
    for (guint j = 0; j < n_right; j++) {
      NoslipExpr sum = b[step * n_right + j];
      for (guint k = step + 1; k < n; k++)
        sum = noslip_expr_sub(graph, sum, noslip_expr_mul(graph, a[step * n + k], b[k * n_right + j]));
      b[step * n_right + j] = noslip_expr_div(graph, sum, a[step * n + step]);
    }
  return TRUE;
}
