/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/algorithm/mass-reduction.h"

#include "core/base/linear.h"

#include <math.h>
#include <string.h>

void
noslip_constraint_row_subtract(NoslipConstraintPoints *points, NoslipExpr *to, const NoslipExpr *from,
                               NoslipExpr factor, guint n)
{
  NoslipGraph *graph = points->model->graph;
  for (guint j = 0; j < n; j++)
    if (from[j] != NOSLIP_ZERO)
      to[j] = noslip_constraint_points_simplify(points, noslip_expr_sub_product(graph, to[j], factor, from[j]));
}

guint
noslip_constraint_row_pivot(NoslipConstraintPoints *points, const NoslipExpr *row, guint n)
{
  guint best = n;
  double best_quality = -1;
  for (guint j = 0; j < n; j++) {
    if (row[j] == NOSLIP_ZERO)
      continue;
    double smallest, largest, number;
    noslip_constraint_points_range(points, row[j], &smallest, &largest);
    double quality = largest > 0 ? smallest / largest : -1;
    if (noslip_expr_is_number(points->model->graph, row[j], &number))
      quality = 2; /* a number never vanishes */
    if (quality > best_quality) {
      best_quality = quality;
      best = j;
    }
  }
  return best;
}

/* W and the terms of its entries (2 n n numbers) at a point. */
static gboolean
evaluate_mass(const NoslipConstraintPoints *points, const double *at, double *out)
{
  const NoslipModel *model = points->model;
  guint size = model->n * model->n;
  for (guint i = 0; i < size; i++) {
    out[i] = noslip_expr_value(model->graph, model->mass[i], points->n_symbols, points->symbols, at);
    out[size + i] = noslip_constraint_points_size(points, model->mass[i], at);
  }
  return noslip_all_finite(out, size);
}

/* The largest rank of W at the centre and at the points; `best` is W (n x n) where it is reached, preferably at the
 * centre. */
static guint
largest_rank(const NoslipConstraintPoints *points, double *best)
{
  guint n = points->model->n, size = n * n, rank = 0;
  g_autofree double *mass = g_new(double, 2 * (gsize) size + 1);
  memset(best, 0, size * sizeof(double));
  for (guint p = 0; p <= points->n_points && rank < n; p++) {
    const double *at = p == 0 ? points->centre : points->values + (gsize) (p - 1) * points->n_symbols;
    guint here = evaluate_mass(points, at, mass) ? noslip_linear_rank(n, n, mass, mass + size) : 0;
    if (here <= rank)
      continue;
    rank = here;
    memcpy(best, mass, size * sizeof(double));
  }
  return rank;
}

guint
noslip_mass_rank(const NoslipConstraintPoints *points)
{
  g_autofree double *best = g_new(double, (gsize) points->model->n * points->model->n + 1);
  return largest_rank(points, best);
}

/* Chooses pivots of W: numbers and diagonal entries first. */
static guint
choose_pivots(const NoslipConstraintPoints *points, guint *rows, guint *columns)
{
  const NoslipModel *model = points->model;
  guint n = model->n, size = n * n;
  g_autofree double *best = g_new(double, (gsize) size + 1);
  g_autofree double *scales = g_new(double, 2 * (gsize) n + 1);
  g_autofree guint *preferred = g_new(guint, (gsize) size + 1);
  guint rank = largest_rank(points, best);
  noslip_linear_balance(n, n, best, scales, scales + n);
  for (guint i = 0; i < size; i++) {
    best[i] *= scales[i / n] * scales[n + i % n];
    preferred[i] = (noslip_expr_is_number(model->graph, model->mass[i], NULL) ? 0 : 2) + (i / n == i % n ? 0 : 1);
  }
  guint found = noslip_linear_pivots(n, n, best, 0, preferred, rows, columns); /* overwrites `best` */
  return MIN(rank, found);
}

/* Makes a pivot of the entry and clears its column in the other rows. */
static void
reduce_row(NoslipMassReduction *reduction, NoslipConstraintPoints *points, guint i, guint pivot)
{
  NoslipGraph *graph = points->model->graph;
  guint n = reduction->n;
  NoslipExpr *row = reduction->reduced + i * n, *left = reduction->left + i * n;
  NoslipExpr inverse = noslip_expr_powi(graph, row[pivot], -1);
  for (guint j = 0; j < n; j++) {
    row[j] = noslip_constraint_points_simplify(points, noslip_expr_mul(graph, row[j], inverse));
    left[j] = noslip_constraint_points_simplify(points, noslip_expr_mul(graph, left[j], inverse));
  }
  for (guint other = 0; other < n; other++) {
    NoslipExpr factor = reduction->reduced[other * n + pivot];
    if (other == i || factor == NOSLIP_ZERO)
      continue;
    noslip_constraint_row_subtract(points, reduction->reduced + other * n, row, factor, n);
    noslip_constraint_row_subtract(points, reduction->left + other * n, left, factor, n);
  }
}

/* Rows with their pivots first, in the order of `columns`. */
static void
sort_rows(NoslipMassReduction *reduction, const guint *pivot_of)
{
  guint n = reduction->n, front = 0, back = reduction->rank;
  g_autofree NoslipExpr *left = g_memdup2(reduction->left, (gsize) n * n * sizeof(NoslipExpr));
  g_autofree NoslipExpr *reduced = g_memdup2(reduction->reduced, (gsize) n * n * sizeof(NoslipExpr));
  for (guint i = 0; i < n; i++) {
    guint to = pivot_of[i] < n ? front++ : back++;
    memcpy(reduction->left + to * n, left + i * n, n * sizeof(NoslipExpr));
    memcpy(reduction->reduced + to * n, reduced + i * n, n * sizeof(NoslipExpr));
  }
}

void
noslip_mass_reduction_init(NoslipMassReduction *reduction, NoslipConstraintPoints *points)
{
  guint n = points->model->n;
  *reduction = (NoslipMassReduction){.n = n};
  reduction->columns = g_new0(guint, n);
  reduction->is_pivot = g_new0(gboolean, n);
  reduction->left = g_new0(NoslipExpr, n * n);
  reduction->reduced = g_memdup2(points->model->mass, (gsize) n * n * sizeof(NoslipExpr));
  g_autofree guint *pivot_of = g_new(guint, n + 1);
  g_autofree guint *rows = g_new(guint, n + 1);
  g_autofree guint *columns = g_new(guint, n + 1);
  for (guint i = 0; i < n; i++) {
    reduction->left[i * n + i] = NOSLIP_ONE;
    pivot_of[i] = n;
  }
  guint rank = choose_pivots(points, rows, columns);
  for (guint s = 0; s < rank; s++) {
    if (reduction->reduced[rows[s] * n + columns[s]] == NOSLIP_ZERO)
      continue;
    reduce_row(reduction, points, rows[s], columns[s]);
    pivot_of[rows[s]] = columns[s];
    reduction->is_pivot[columns[s]] = TRUE;
  }
  for (guint i = 0; i < n; i++)
    if (pivot_of[i] < n)
      reduction->columns[reduction->rank++] = pivot_of[i];
    else /* beyond the rank the rest vanishes */
      memset(reduction->reduced + i * n, 0, n * sizeof(NoslipExpr));
  sort_rows(reduction, pivot_of);
}

void
noslip_mass_reduction_clear(NoslipMassReduction *reduction)
{
  g_free(reduction->columns);
  g_free(reduction->is_pivot);
  g_free(reduction->left);
  g_free(reduction->reduced);
}

/* A vector for each column without a pivot: 1 there, and minus the reduced entries at the pivots. */
NoslipExpr *
noslip_mass_reduction_kernel(const NoslipMassReduction *reduction, NoslipGraph *graph)
{
  guint n = reduction->n, kappa = n - reduction->rank, free_column = 0;
  NoslipExpr *kernel = g_new0(NoslipExpr, (gsize) n * kappa + 1);
  for (guint j = 0; j < n; j++) {
    if (reduction->is_pivot[j])
      continue;
    kernel[j * kappa + free_column] = NOSLIP_ONE;
    for (guint i = 0; i < reduction->rank; i++)
      kernel[reduction->columns[i] * kappa + free_column] = noslip_expr_neg(graph, reduction->reduced[i * n + j]);
    free_column++;
  }
  return kernel;
}
