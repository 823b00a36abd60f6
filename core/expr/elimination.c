/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/expr/elimination.h"

#include "core/base/linear.h"
#include "core/expr/tape.h"

#include <math.h>
#include <string.h>

/* A number smaller than this fraction of the sum of its terms is cancellation and counts as zero. */
#define ZERO_AGAINST_TERMS 1e-13
#define SMALL_AGAINST_COLUMN 1e-3

typedef struct {
  NoslipGraph *graph;
  guint n, r;
  const NoslipPivots *choice;
  guint n_operations;
  NoslipExpr *a, *b; /* n x n, n x r; overwritten by the elimination */
  gboolean *row_done, *column_done;
  guint *row_count, *column_count; /* nonzero entries of the remaining matrix */
  guint *pivot_row, *pivot_column; /* of the pivots so far */
  guint n_points;                  /* 0 if the pivots are not checked in numbers */
  double *value;                   /* [(i * n + j) * n_points + point]: the values of a */
  double *terms;                   /* the same for the sums of the absolute terms */
  double *column_largest;          /* n x n_points */
} Elimination;

static NoslipExpr *
copy_of(gsize size, const NoslipExpr *values)
{
  NoslipExpr *copy = g_new(NoslipExpr, MAX(size, 1));
  if (size > 0)
    memcpy(copy, values, size * sizeof *copy);
  return copy;
}

static void
elimination_init(Elimination *e, NoslipGraph *graph, guint n, const NoslipExpr *a, guint r, const NoslipExpr *b,
                 const NoslipPivots *choice)
{
  *e = (Elimination){.graph = graph, .n = n, .r = r, .choice = choice};
  e->a = copy_of((gsize) n * n, a);
  e->b = copy_of((gsize) n * r, b);
  e->row_done = g_new0(gboolean, n);
  e->column_done = g_new0(gboolean, n);
  e->row_count = g_new0(guint, n);
  e->column_count = g_new0(guint, n);
  e->pivot_row = g_new0(guint, n);
  e->pivot_column = g_new0(guint, n);
}

static void
elimination_clear(Elimination *e)
{
  g_free(e->a);
  g_free(e->b);
  g_free(e->row_done);
  g_free(e->column_done);
  g_free(e->row_count);
  g_free(e->column_count);
  g_free(e->pivot_row);
  g_free(e->pivot_column);
  g_free(e->value);
  g_free(e->terms);
  g_free(e->column_largest);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Elimination, elimination_clear)

/* Scales the rows and columns of the values in the same way at all points: a pivot is then compared with entries of its
 * own units, and the choice does not depend on the units of the unknowns and equations. */
static void
level_samples(Elimination *e)
{
  guint n = e->n, points = e->n_points;
  g_autofree double *sizes = g_new0(double, (gsize) n *n);
  g_autofree double *row = g_new0(double, n);
  g_autofree double *column = g_new0(double, n);
  for (gsize i = 0; i < (gsize) n * n; i++)
    for (guint point = 0; point < points; point++)
      sizes[i] = fmax(sizes[i], e->terms[i * points + point]);
  noslip_linear_balance(n, n, sizes, row, column);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      for (guint point = 0; point < points; point++) {
        gsize at = ((gsize) i * n + j) * points + point;
        e->value[at] *= row[i] * column[j];
        e->terms[at] = fabs(e->value[at]);
      }
}

/* The values of a at every point where all are finite; other points are left out. FALSE if no point is left. */
static gboolean
evaluate_samples(Elimination *e)
{
  const NoslipSamples *samples = e->choice->samples;
  gsize size = (gsize) e->n * e->n;
  g_autofree double *outputs = g_new(double, size * samples->n_points + 1);
  g_autoptr(NoslipTape) tape =
      noslip_tape_new(e->graph, 0, NULL, samples->n_symbols, samples->symbols, (guint) size, e->a);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(work, NULL);
  guint used = 0;
  for (guint point = 0; point < samples->n_points; point++) {
    double *output = outputs + size * used;
    noslip_tape_evaluate(work, samples->values + (gsize) point * samples->n_symbols, output);
    gboolean finite = TRUE;
    for (gsize i = 0; i < size; i++)
      finite &= isfinite(output[i]) != 0;
    used += finite;
  }
  e->n_points = used;
  e->value = g_new(double, size *used + 1);
  e->terms = g_new(double, size *used + 1);
  e->column_largest = g_new0(double, (gsize) e->n *used + 1);
  for (gsize i = 0; i < size; i++)
    for (guint point = 0; point < used; point++) {
      e->value[i * used + point] = outputs[size * point + i];
      e->terms[i * used + point] = fabs(outputs[size * point + i]);
    }
  level_samples(e);
  return used > 0;
}

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

/* Counts the remaining entries of each row and column, and measures their size. */
static void
survey(Elimination *e)
{
  guint n = e->n;
  memset(e->row_count, 0, n * sizeof *e->row_count);
  memset(e->column_count, 0, n * sizeof *e->column_count);
  if (e->n_points > 0)
    memset(e->column_largest, 0, (gsize) n * e->n_points * sizeof *e->column_largest);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n && !e->row_done[i]; j++) {
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

/* Smaller is better. By numerical size: the fewest entries that the step may fill (Markowitz), then numbers before
 * expressions. By structure: numbers, then constants along the motion, then the least fill-in. */
static guint
cost(const Elimination *e, guint i, guint j)
{
  NoslipExpr entry = e->a[(gsize) i * e->n + j];
  guint fill = MIN((e->row_count[i] - 1) * (e->column_count[j] - 1), G_MAXUINT / 4 - 1);
  gboolean is_number = noslip_expr_is_number(e->graph, entry, NULL);
  if (e->choice->samples)
    return 2 * fill + (is_number ? 0 : 1);
  if (is_number)
    return fill;
  gboolean varies = noslip_expr_depends(e->graph, entry, e->choice->n_symbols, e->choice->symbols);
  return fill + (varies ? 2 : 1) * e->n * e->n;
}

/* The best pivot on the diagonal, or among all remaining entries. */
static gboolean
best_pivot(const Elimination *e, gboolean diagonal, gboolean any_size, guint *row, guint *column)
{
  guint n = e->n, best = G_MAXUINT;
  for (guint i = 0; i < n; i++)
    for (guint j = diagonal ? i : 0; j < (diagonal ? i + 1 : n); j++) {
      if (e->row_done[i] || e->column_done[j] || e->a[(gsize) i * n + j] == NOSLIP_ZERO)
        continue;
      guint c = cost(e, i, j);
      if (c >= best || (e->choice->samples && vanishes(e, i, j)) || (!any_size && !is_large_enough(e, i, j)))
        continue;
      best = c;
      *row = i;
      *column = j;
    }
  return best < G_MAXUINT;
}

/* FALSE if every remaining entry vanishes. */
static gboolean
choose_pivot(Elimination *e, guint step, guint *row, guint *column)
{
  if (e->choice->rows) {
    *row = e->choice->rows[step];
    *column = e->choice->columns[step];
    return e->a[(gsize) *row * e->n + *column] != NOSLIP_ZERO;
  }
  survey(e);
  if (e->choice->samples && (best_pivot(e, TRUE, FALSE, row, column) || best_pivot(e, FALSE, FALSE, row, column)))
    return TRUE;
  return best_pivot(e, TRUE, TRUE, row, column) || best_pivot(e, FALSE, TRUE, row, column);
}

/* entry -= factor * with */
static void
subtract_product(Elimination *e, NoslipExpr *entry, NoslipExpr factor, NoslipExpr with)
{
  if (with == NOSLIP_ZERO)
    return;
  *entry = noslip_expr_sub(e->graph, *entry, noslip_expr_mul(e->graph, factor, with));
  e->n_operations++;
}

/* Updates the values of a_ij - f a_pj. An entry that cancels at every point is simplified, to test whether it is
 * exactly 0. */
static void
follow_in_numbers(Elimination *e, guint i, guint p, guint j, const double *factor)
{
  gsize at = (gsize) i * e->n + j, from = (gsize) p * e->n + j;
  for (guint point = 0; point < e->n_points; point++) {
    double product = factor[point] * e->value[from * e->n_points + point];
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
  e->row_done[p] = e->column_done[q] = TRUE;
  for (guint i = 0; i < n; i++) {
    NoslipExpr entry = e->a[(gsize) i * n + q];
    if (e->row_done[i] || entry == NOSLIP_ZERO)
      continue;
    NoslipExpr factor = noslip_expr_div(e->graph, entry, pivot);
    for (guint point = 0; point < e->n_points; point++)
      factor_value[point] =
          e->value[((gsize) i * n + q) * e->n_points + point] / e->value[((gsize) p * n + q) * e->n_points + point];
    for (guint j = 0; j < n; j++) {
      NoslipExpr above = e->a[(gsize) p * n + j];
      if (e->column_done[j] || above == NOSLIP_ZERO)
        continue;
      subtract_product(e, &e->a[(gsize) i * n + j], factor, above);
      if (e->choice->samples)
        follow_in_numbers(e, i, p, j, factor_value);
    }
    for (guint c = 0; c < e->r; c++)
      subtract_product(e, &e->b[(gsize) i * e->r + c], factor, e->b[(gsize) p * e->r + c]);
  }
}

static NoslipEliminationStatus
factor(Elimination *e)
{
  for (guint step = 0; step < e->n; step++) {
    guint p = 0, q = 0;
    if (!choose_pivot(e, step, &p, &q))
      return NOSLIP_ELIMINATION_SINGULAR;
    e->pivot_row[step] = p;
    e->pivot_column[step] = q;
    eliminate_below(e, p, q);
    if (e->n_operations > e->choice->most_operations)
      return NOSLIP_ELIMINATION_TOO_LARGE;
  }
  return NOSLIP_ELIMINATION_SOLVED;
}

/* Back substitution, from the last pivot to the first; the unknown of a pivot's column follows from its row. */
static NoslipEliminationStatus
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
        if (++e->n_operations > e->choice->most_operations)
          return NOSLIP_ELIMINATION_TOO_LARGE;
      }
      z[(gsize) q * r + c] = noslip_expr_div(e->graph, noslip_expr_sum(e->graph, n_terms, terms), pivot);
    }
  }
  return NOSLIP_ELIMINATION_SOLVED;
}

NoslipEliminationStatus
noslip_eliminate(NoslipGraph *graph, guint n, const NoslipExpr *a, guint r, const NoslipExpr *b,
                 const NoslipPivots *choice, NoslipExpr *z, NoslipExpr *pivots)
{
  if (n == 0)
    return NOSLIP_ELIMINATION_SOLVED;
  g_auto(Elimination) e;
  elimination_init(&e, graph, n, a, r, b, choice);
  if (choice->samples && !evaluate_samples(&e))
    return NOSLIP_ELIMINATION_TOO_LARGE;
  g_autofree NoslipExpr *solution = g_new0(NoslipExpr, MAX((gsize) n * r, 1));
  NoslipEliminationStatus status = factor(&e);
  if (status == NOSLIP_ELIMINATION_SOLVED)
    status = substitute_back(&e, solution);
  if (status != NOSLIP_ELIMINATION_SOLVED)
    return status;
  if (r > 0)
    memcpy(z, solution, (gsize) n * r * sizeof *z);
  for (guint step = 0; pivots && step < n; step++)
    pivots[step] = e.a[(gsize) e.pivot_row[step] * n + e.pivot_column[step]];
  return status;
}
