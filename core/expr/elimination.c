/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/expr/elimination.h"

#include <string.h>

typedef struct {
  NoslipGraph *graph;
  guint n, n_rhs;
  NoslipExpr *a, *b;
  guint n_symbols;
  const NoslipExpr *symbols;
  guint *rows, *columns;            /* of the pivots so far */
  gboolean *row_done, *column_done; /* n each */
} Elimination;

static guint
count_row(const Elimination *e, guint row)
{
  guint count = 0;
  for (guint j = 0; j < e->n; j++)
    count += !e->column_done[j] && e->a[row * e->n + j] != NOSLIP_ZERO;
  return count;
}

static guint
count_column(const Elimination *e, guint column)
{
  guint count = 0;
  for (guint i = 0; i < e->n; i++)
    count += !e->row_done[i] && e->a[i * e->n + column] != NOSLIP_ZERO;
  return count;
}

/* Smaller is better: numbers, then constants along the motion, then the fewest entries that the step may fill
 * (Markowitz). */
static guint
pivot_cost(const Elimination *e, guint row, guint column)
{
  NoslipExpr pivot = e->a[row * e->n + column];
  guint fill = (count_row(e, row) - 1) * (count_column(e, column) - 1);
  if (noslip_expr_is_number(e->graph, pivot, NULL))
    return fill;
  gboolean varies = noslip_expr_depends(e->graph, pivot, e->n_symbols, e->symbols);
  return fill + (varies ? 2 : 1) * e->n * e->n;
}

static gboolean
choose_pivot(const Elimination *e, gboolean diagonal, guint *row, guint *column)
{
  guint best = G_MAXUINT;
  for (guint i = 0; i < e->n; i++)
    for (guint j = diagonal ? i : 0; j < (diagonal ? i + 1 : e->n); j++) {
      if (e->row_done[i] || e->column_done[j] || e->a[i * e->n + j] == NOSLIP_ZERO)
        continue;
      guint cost = pivot_cost(e, i, j);
      if (cost < best) {
        best = cost;
        *row = i;
        *column = j;
      }
    }
  return best < G_MAXUINT;
}

/* entry -= factor * with */
static void
subtract_product(NoslipGraph *graph, NoslipExpr *entry, NoslipExpr factor, NoslipExpr with)
{
  if (factor != NOSLIP_ZERO && with != NOSLIP_ZERO)
    *entry = noslip_expr_sub(graph, *entry, noslip_expr_mul(graph, factor, with));
}

static void
eliminate(Elimination *e, guint row, guint column)
{
  guint n = e->n;
  NoslipExpr pivot = e->a[row * n + column];
  e->row_done[row] = e->column_done[column] = TRUE;
  for (guint i = 0; i < n; i++) {
    if (e->row_done[i] || e->a[i * n + column] == NOSLIP_ZERO)
      continue;
    NoslipExpr factor = noslip_expr_div(e->graph, e->a[i * n + column], pivot);
    for (guint j = 0; j < n; j++)
      if (!e->column_done[j])
        subtract_product(e->graph, &e->a[i * n + j], factor, e->a[row * n + j]);
    for (guint j = 0; j < e->n_rhs; j++)
      subtract_product(e->graph, &e->b[i * e->n_rhs + j], factor, e->b[row * e->n_rhs + j]);
  }
}

/* From the last pivot to the first: the unknown of its column out of its row. */
static void
substitute_back(Elimination *e)
{
  guint n = e->n, n_rhs = e->n_rhs;
  g_autofree NoslipExpr *solution = g_new0(NoslipExpr, MAX(n * n_rhs, 1));
  for (guint s = n; s-- > 0;) {
    guint row = e->rows[s], column = e->columns[s];
    for (guint j = 0; j < n_rhs; j++) {
      NoslipExpr value = e->b[row * n_rhs + j];
      for (guint later = s + 1; later < n; later++)
        subtract_product(e->graph, &value, e->a[row * n + e->columns[later]],
                         solution[e->columns[later] * n_rhs + j]);
      solution[column * n_rhs + j] = noslip_expr_div(e->graph, value, e->a[row * n + column]);
    }
  }
  if (n * n_rhs > 0)
    memcpy(e->b, solution, n * n_rhs * sizeof(NoslipExpr));
}

static gboolean
solve(NoslipGraph *graph, guint n, NoslipExpr *a, guint n_rhs, NoslipExpr *b, NoslipExpr *pivots,
      guint n_symbols, const NoslipExpr *symbols, const guint *rows, const guint *columns)
{
  g_autofree guint *pivot_rows = g_new0(guint, n + 1);
  g_autofree guint *pivot_columns = g_new0(guint, n + 1);
  g_autofree gboolean *row_done = g_new0(gboolean, n + 1);
  g_autofree gboolean *column_done = g_new0(gboolean, n + 1);
  Elimination e = {graph,   n,          n_rhs,         a,        b,          n_symbols,
                   symbols, pivot_rows, pivot_columns, row_done, column_done};
  for (guint s = 0; s < n; s++) {
    guint row = rows ? rows[s] : 0, column = rows ? columns[s] : 0;
    gboolean found = rows ? a[row * n + column] != NOSLIP_ZERO
                          : choose_pivot(&e, TRUE, &row, &column) || choose_pivot(&e, FALSE, &row, &column);
    if (!found)
      return FALSE;
    pivot_rows[s] = row;
    pivot_columns[s] = column;
    if (pivots)
      pivots[s] = a[row * n + column];
    eliminate(&e, row, column);
  }
  substitute_back(&e);
  return TRUE;
}

gboolean
noslip_elimination_solve(NoslipGraph *graph, guint n, NoslipExpr *a, guint n_rhs, NoslipExpr *b,
                         NoslipExpr *pivots, guint n_symbols, const NoslipExpr *symbols)
{
  return solve(graph, n, a, n_rhs, b, pivots, n_symbols, symbols, NULL, NULL);
}

gboolean
noslip_elimination_solve_ordered(NoslipGraph *graph, guint n, NoslipExpr *a, guint n_rhs, NoslipExpr *b,
                                 NoslipExpr *pivots, const guint *rows, const guint *columns)
{
  return solve(graph, n, a, n_rhs, b, pivots, 0, NULL, rows, columns);
}
