/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solutions of i_X omega_L = dE_L on the final constraint submanifold, with the functions that stay arbitrary. */
#include "core/dynamics/algorithm/constraint-algorithm.h"

/* The unknowns (c, u), 2 kappa: those without a row are the symbols f_1, f_2, ...; returns their number. With forms
 * given on E itself X has no part V, so there the u are 0. */
static guint
solve_rows(const NoslipConstraintAlgorithm *algorithm, NoslipExpr *unknowns)
{
  NoslipGraph *graph = algorithm->model->graph;
  guint width = 2 * algorithm->kappa, n_free = 0;
  guint n_unknown = algorithm->model->system->two_form != NULL ? algorithm->kappa : width;
  g_autofree gboolean *fixed = g_new0(gboolean, width + 1);
  for (guint r = 0; r < algorithm->rows->len; r++)
    fixed[((const NoslipConstraintRow *) g_ptr_array_index(algorithm->rows, r))->pivot] = TRUE;
  for (guint j = 0; j < n_unknown; j++) {
    if (fixed[j])
      continue;
    g_autofree char *name = g_strdup_printf("f_%u", ++n_free);
    unknowns[j] = noslip_expr_symbol(graph, name);
  }
  for (guint r = 0; r < algorithm->rows->len; r++) {
    const NoslipConstraintRow *row = g_ptr_array_index(algorithm->rows, r);
    NoslipExpr value = noslip_expr_neg(graph, row->rest);
    for (guint j = 0; j < width; j++)
      if (!fixed[j])
        value = noslip_expr_sub_product(graph, value, row->coefficients[j], unknowns[j]);
    unknowns[row->pivot] = value;
  }
  return n_free;
}

guint
noslip_constraint_algorithm_solutions(const NoslipConstraintAlgorithm *algorithm, NoslipExpr *a, NoslipExpr *b)
{
  NoslipGraph *graph = algorithm->model->graph;
  guint n = algorithm->model->n, kappa = algorithm->kappa, width = 2 * kappa;
  for (guint i = 0; i < n; i++)
    a[i] = b[i] = NOSLIP_ZERO;
  if (algorithm->rows == NULL || algorithm->inconsistent)
    return 0;
  g_autofree NoslipExpr *unknowns = g_new0(NoslipExpr, width + 1);
  g_autofree NoslipExpr *zeros = g_new0(NoslipExpr, n + 1);
  guint n_free = solve_rows(algorithm, unknowns);
  for (guint i = 0; i < n; i++) {
    a[i] = algorithm->model->y[i];
    for (guint j = 0; j < kappa; j++)
      a[i] = noslip_expr_add_product(graph, a[i], algorithm->kernel[i * kappa + j], unknowns[j]);
    if (algorithm->model->system->two_form != NULL) /* the y are themselves the components of X */
      a[i] = noslip_expr_substitute(graph, a[i], n, algorithm->model->y, zeros);
    b[i] = algorithm->b[i * (width + 1) + width];
    for (guint j = 0; j < width; j++)
      b[i] = noslip_expr_add_product(graph, b[i], algorithm->b[i * (width + 1) + j], unknowns[j]);
  }
  return n_free;
}
