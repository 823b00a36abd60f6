/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/mass-reduction.h"

#include <math.h>
#include <string.h>

#define PIVOT_LEAST 1e-6

void
noslip_constraint_row_subtract(NoslipConstraintPoints *points, NoslipExpr *to, const NoslipExpr *from,
                               NoslipExpr factor, guint n)
{
  NoslipGraph *graph = points->model->graph;
  for (guint j = 0; j < n; j++)
    if (from[j] != NOSLIP_ZERO)
      to[j] = noslip_constraint_points_settle(points, noslip_expr_sub_product(graph, to[j], factor, from[j]));
}

guint
noslip_constraint_row_pivot(NoslipConstraintPoints *points, const NoslipExpr *row, guint n)
{
  guint best = n;
  double best_quality = 0;
  for (guint j = 0; j < n; j++) {
    if (row[j] == NOSLIP_ZERO)
      continue;
    double smallest, largest, number;
    noslip_constraint_points_range(points, row[j], &smallest, &largest);
    double quality = largest > 0 && isfinite(largest) ? smallest / largest : 0;
    if (noslip_expr_is_number(points->model->graph, row[j], &number))
      quality = 2; /* a number never vanishes */
    if (quality > best_quality && smallest > PIVOT_LEAST * largest) {
      best_quality = quality;
      best = j;
    }
  }
  return best;
}

/* Makes a pivot of row i, where it has one, and clears its column in the other rows. Returns its column, or
 * n. */
static guint
reduce_row(NoslipMassReduction *reduction, NoslipConstraintPoints *points, guint i)
{
  NoslipGraph *graph = points->model->graph;
  guint n = reduction->n;
  NoslipExpr *row = reduction->reduced + i * n, *left = reduction->left + i * n;
  guint pivot = noslip_constraint_row_pivot(points, row, n);
  if (pivot == n)
    return n;
  NoslipExpr inverse = noslip_expr_powi(graph, row[pivot], -1);
  for (guint j = 0; j < n; j++) {
    row[j] = noslip_constraint_points_settle(points, noslip_expr_mul(graph, row[j], inverse));
    left[j] = noslip_constraint_points_settle(points, noslip_expr_mul(graph, left[j], inverse));
  }
  for (guint other = 0; other < n; other++) {
    NoslipExpr factor = reduction->reduced[other * n + pivot];
    if (other == i || factor == NOSLIP_ZERO)
      continue;
    noslip_constraint_row_subtract(points, reduction->reduced + other * n, row, factor, n);
    noslip_constraint_row_subtract(points, reduction->left + other * n, left, factor, n);
  }
  return pivot;
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
  g_autofree guint *pivot_of = g_new(guint, n);
  for (guint i = 0; i < n; i++)
    reduction->left[i * n + i] = NOSLIP_ONE;
  for (guint i = 0; i < n; i++) {
    pivot_of[i] = reduce_row(reduction, points, i);
    if (pivot_of[i] == n)
      continue;
    reduction->is_pivot[pivot_of[i]] = TRUE;
    reduction->columns[reduction->rank++] = pivot_of[i];
  }
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

/* For each column without a pivot, 1 there and minus the reduced entries at the pivots. */
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
