/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/expr/eliminate.h"

#include "core/expr/tape.h"

#include <math.h>
#include <string.h>

/* Below this part of the terms that it is made of, a number is cancellation and counts as zero. */
#define ZERO_AGAINST_TERMS 1e-11
#define SMALL_AGAINST_COLUMN 1e-3

typedef struct {
  NoslipGraph *graph;
  guint n, r, n_points;
  guint n_operations, most_operations;
  NoslipExpr *a, *b; /* n x n, n x r; overwritten by the elimination */
  double *value;     /* [(i * n + j) * n_points + point]: the numbers that go with a */
  double *terms;     /* the same for the sums of the absolute terms */
  gboolean *row_done, *column_done;
  guint *row_count, *column_count; /* entries that are not zero in what is left */
  guint *pivot_row, *pivot_column;
  double *column_largest; /* n x n_points */
} Elimination;

static gboolean
vanishes(const Elimination *e, guint i, guint j)
{
  const double *value = &e->value[((gsize) i * e->n + j) * e->n_points];
  const double *terms = &e->terms[((gsize) i * e->n + j) * e->n_points];
  for (guint point = 0; point < e->n_points; point++)
    if (isfinite(value[point]) && fabs(value[point]) > ZERO_AGAINST_TERMS * terms[point])
      return FALSE;
  return TRUE;
}

static gboolean
is_large_enough(const Elimination *e, guint i, guint j)
{
  const double *value = &e->value[((gsize) i * e->n + j) * e->n_points];
  for (guint point = 0; point < e->n_points; point++)
    if (fabs(value[point]) < SMALL_AGAINST_COLUMN * e->column_largest[j * e->n_points + point])
      return FALSE;
  return TRUE;
}

static void
survey(Elimination *e)
{
  guint n = e->n;
  memset(e->row_count, 0, n * sizeof *e->row_count);
  memset(e->column_count, 0, n * sizeof *e->column_count);
  memset(e->column_largest, 0, (gsize) n * e->n_points * sizeof *e->column_largest);
  for (guint i = 0; i < n; i++) {
    if (e->row_done[i])
      continue;
    for (guint j = 0; j < n; j++) {
      if (e->column_done[j] || e->a[(gsize) i * n + j] == NOSLIP_ZERO)
        continue;
      e->row_count[i]++;
      e->column_count[j]++;
      for (guint point = 0; point < e->n_points; point++) {
        double *largest = &e->column_largest[j * e->n_points + point];
        *largest = fmax(*largest, fabs(e->value[((gsize) i * n + j) * e->n_points + point]));
      }
    }
  }
}

/* Smaller is better: fill first, then numbers before expressions. */
static guint
cost(const Elimination *e, guint i, guint j)
{
  guint fill = MIN((e->row_count[i] - 1) * (e->column_count[j] - 1), G_MAXUINT / 4 - 1);
  double number;
  gboolean simple = noslip_expr_is_number(e->graph, e->a[(gsize) i * e->n + j], &number);
  return 2 * fill + (simple ? 0 : 1);
}

/* FALSE where every entry that is left vanishes. First the large entries of the diagonal, then all large
 * ones, then the same without asking for size. */
static gboolean
choose_pivot(const Elimination *e, guint *row, guint *column)
{
  guint n = e->n;
  for (guint pass = 0; pass < 4; pass++) {
    gboolean diagonal_only = pass % 2 == 0, any_size = pass >= 2;
    guint best = G_MAXUINT;
    for (guint i = 0; i < n; i++) {
      if (e->row_done[i])
        continue;
      for (guint j = diagonal_only ? i : 0; j < (diagonal_only ? i + 1 : n); j++) {
        if (e->column_done[j] || e->a[(gsize) i * n + j] == NOSLIP_ZERO)
          continue;
        guint c = cost(e, i, j);
        if (c >= best || vanishes(e, i, j) || (!any_size && !is_large_enough(e, i, j)))
          continue;
        best = c;
        *row = i;
        *column = j;
      }
    }
    if (best != G_MAXUINT)
      return TRUE;
  }
  return FALSE;
}

/* a_ij - f a_pj, on the graph and in numbers. What cancels to nothing at every point is simplified, to see
 * whether it is exactly nothing. */
static void
update(Elimination *e, guint i, guint p, guint j, NoslipExpr factor, const double *factor_value)
{
  gsize at = (gsize) i * e->n + j, from = (gsize) p * e->n + j;
  e->a[at] = noslip_expr_sub(e->graph, e->a[at], noslip_expr_mul(e->graph, factor, e->a[from]));
  for (guint point = 0; point < e->n_points; point++) {
    double product = factor_value[point] * e->value[from * e->n_points + point];
    e->value[at * e->n_points + point] -= product;
    e->terms[at * e->n_points + point] += fabs(product);
  }
  if (e->a[at] == NOSLIP_ZERO)
    memset(&e->value[at * e->n_points], 0, e->n_points * sizeof(double));
  else if (vanishes(e, i, j) && noslip_expr_simplify(e->graph, e->a[at]) == NOSLIP_ZERO)
    e->a[at] = NOSLIP_ZERO;
}

static void
eliminate_below(Elimination *e, guint p, guint q)
{
  guint n = e->n;
  g_autofree double *factor_value = g_new(double, MAX(e->n_points, 1));
  NoslipExpr pivot = e->a[(gsize) p * n + q];
  for (guint i = 0; i < n; i++) {
    NoslipExpr entry = e->a[(gsize) i * n + q];
    if (e->row_done[i] || entry == NOSLIP_ZERO)
      continue;
    NoslipExpr factor = noslip_expr_div(e->graph, entry, pivot);
    for (guint point = 0; point < e->n_points; point++)
      factor_value[point] = e->value[((gsize) i * n + q) * e->n_points + point] /
                            e->value[((gsize) p * n + q) * e->n_points + point];
    for (guint j = 0; j < n; j++)
      if (!e->column_done[j] && j != q && e->a[(gsize) p * n + j] != NOSLIP_ZERO) {
        update(e, i, p, j, factor, factor_value);
        e->n_operations++;
      }
    e->a[(gsize) i * n + q] = NOSLIP_ZERO;
    for (guint c = 0; c < e->r; c++) {
      NoslipExpr right = e->b[(gsize) p * e->r + c];
      if (right == NOSLIP_ZERO)
        continue;
      NoslipExpr *left = &e->b[(gsize) i * e->r + c];
      *left = noslip_expr_sub(e->graph, *left, noslip_expr_mul(e->graph, factor, right));
      e->n_operations++;
    }
  }
}

static NoslipEliminationStatus
factor(Elimination *e)
{
  for (guint step = 0; step < e->n; step++) {
    guint p = 0, q = 0;
    survey(e);
    if (!choose_pivot(e, &p, &q))
      return NOSLIP_ELIMINATION_SINGULAR;
    e->pivot_row[step] = p;
    e->pivot_column[step] = q;
    e->row_done[p] = TRUE;
    eliminate_below(e, p, q);
    e->column_done[q] = TRUE;
    if (e->n_operations > e->most_operations)
      return NOSLIP_ELIMINATION_TOO_LARGE;
  }
  return NOSLIP_ELIMINATION_SOLVED;
}

/* From the last pivot to the first; the unknown of a pivot's column follows from its row. */
static gboolean
substitute_back(Elimination *e, NoslipExpr *z)
{
  guint n = e->n, r = e->r;
  g_autofree NoslipExpr *terms = g_new(NoslipExpr, n + 1);
  for (guint step = n; step-- > 0;) {
    guint p = e->pivot_row[step], q = e->pivot_column[step];
    NoslipExpr pivot = e->a[(gsize) p * n + q];
    for (guint c = 0; c < r; c++) {
      guint n_terms = 0;
      terms[n_terms++] = e->b[(gsize) p * r + c];
      for (guint later = step + 1; later < n; later++) {
        guint j = e->pivot_column[later];
        NoslipExpr entry = e->a[(gsize) p * n + j], known = z[(gsize) j * r + c];
        if (entry == NOSLIP_ZERO || known == NOSLIP_ZERO)
          continue;
        terms[n_terms++] = noslip_expr_neg(e->graph, noslip_expr_mul(e->graph, entry, known));
        if (++e->n_operations > e->most_operations)
          return FALSE;
      }
      z[(gsize) q * r + c] = noslip_expr_div(e->graph, noslip_expr_sum(e->graph, n_terms, terms), pivot);
    }
  }
  return TRUE;
}

/* The numbers of a at every point where all are finite; other points are left out. */
static void
evaluate(Elimination *e, const NoslipSamples *samples)
{
  gsize size = (gsize) e->n * e->n;
  g_autofree double *output = g_new(double, MAX(size, 1));
  g_autoptr(NoslipTape) tape =
      noslip_tape_new(e->graph, 0, NULL, samples->n_symbols, samples->symbols, (guint) size, e->a);
  g_autoptr(NoslipTapeWork) work = noslip_tape_work_new(tape);
  noslip_tape_set_constants(work, NULL);
  guint stride = samples->n_points, used = 0;
  for (guint point = 0; point < samples->n_points; point++) {
    noslip_tape_evaluate(work, samples->values + (gsize) point * samples->n_symbols, output);
    gboolean finite = TRUE;
    for (gsize i = 0; i < size; i++)
      finite &= isfinite(output[i]) != 0;
    if (!finite)
      continue;
    for (gsize i = 0; i < size; i++) {
      e->value[i * stride + used] = output[i];
      e->terms[i * stride + used] = fabs(output[i]);
    }
    used++;
  }
  for (gsize i = 1; i < size && used < stride; i++)
    for (guint point = 0; point < used; point++) {
      e->value[i * used + point] = e->value[i * stride + point];
      e->terms[i * used + point] = e->terms[i * stride + point];
    }
  e->n_points = used;
}

NoslipEliminationStatus
noslip_eliminate(NoslipGraph *graph, guint n, const NoslipExpr *a, guint r, const NoslipExpr *b,
                 const NoslipSamples *samples, guint most_operations, NoslipExpr *z, NoslipExpr *pivots)
{
  if (n == 0)
    return NOSLIP_ELIMINATION_SOLVED;
  guint n_points = samples->n_points;
  gsize size = (gsize) n * n;
  Elimination e = {graph, n, r, n_points, 0, most_operations};
  g_autofree NoslipExpr *a_copy = e.a = g_new(NoslipExpr, size);
  g_autofree NoslipExpr *b_copy = e.b = g_new(NoslipExpr, MAX((gsize) n * r, 1));
  g_autofree double *value = e.value = g_new0(double, size *n_points + 1);
  g_autofree double *terms = e.terms = g_new0(double, size *n_points + 1);
  g_autofree double *largest = e.column_largest = g_new0(double, (gsize) n *n_points + 1);
  g_autofree guint *counts = g_new0(guint, 6 * (gsize) n);
  e.row_count = counts;
  e.column_count = counts + n;
  e.pivot_row = counts + 2 * n;
  e.pivot_column = counts + 3 * n;
  e.row_done = (gboolean *) (counts + 4 * n);
  e.column_done = (gboolean *) (counts + 5 * n);
  memcpy(a_copy, a, size * sizeof *a);
  if (r > 0)
    memcpy(b_copy, b, (gsize) n * r * sizeof *b);
  (void) value;
  (void) terms;
  (void) largest;
  evaluate(&e, samples);
  if (e.n_points == 0)
    return NOSLIP_ELIMINATION_TOO_LARGE;
  g_autofree NoslipExpr *solution = g_new0(NoslipExpr, MAX((gsize) n * r, 1));
  NoslipEliminationStatus status = factor(&e);
  if (status == NOSLIP_ELIMINATION_SOLVED && !substitute_back(&e, solution))
    status = NOSLIP_ELIMINATION_TOO_LARGE;
  if (status == NOSLIP_ELIMINATION_SOLVED) {
    if (r > 0)
      memcpy(z, solution, (gsize) n * r * sizeof *z);
    for (guint step = 0; step < n; step++)
      pivots[step] = e.a[(gsize) e.pivot_row[step] * n + e.pivot_column[step]];
  }
  return status;
}
