/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One step of the constraint algorithm: the consequences of the rows so far, and which of them are new. */
#include "core/dynamics/algorithm/constraint-step.h"

#include "core/base/linear.h"
#include "core/dynamics/algorithm/mass-reduction.h"

#include <glib/gi18n-lib.h>

#define ROUNDS_MOST 64
#define SIZE_MOST 4000 /* limit of the nodes of a written constraint: larger ones take hours to evaluate */

NoslipExpr *
noslip_constraint_right_side(NoslipConstraintSearch *self)
{
  NoslipGraph *graph = self->model->graph;
  guint n = self->n, width = self->unknowns + 1;
  NoslipExpr *g = g_new0(NoslipExpr, (gsize) n * width);
  for (guint b = 0; b < n; b++) {
    g[b * width + self->unknowns] = self->model->force[b];
    for (guint j = 0; j < self->kappa && !self->second_order; j++)
      for (guint a = 0; a < n; a++)
        g[b * width + j] = noslip_expr_add_product(graph, g[b * width + j], self->kernel[a * self->kappa + j],
                                                   self->two_form[a * n + b]);
  }
  return g;
}

void
noslip_constraint_find_b(NoslipConstraintSearch *self, const NoslipMassReduction *reduction, const NoslipExpr *g)
{
  NoslipGraph *graph = self->model->graph;
  guint n = self->n, width = self->unknowns + 1;
  g_free(self->b);
  self->b = g_new0(NoslipExpr, (gsize) n * width);
  for (guint i = 0; i < reduction->rank; i++)
    for (guint j = 0; j < width; j++)
      for (guint a = 0; a < n; a++) {
        NoslipExpr term = noslip_expr_mul(graph, reduction->left[i * n + a], g[a * width + j]);
        NoslipExpr *entry = &self->b[reduction->columns[i] * width + j];
        *entry = noslip_expr_add(graph, *entry, term);
      }
  for (guint a = 0; a < n; a++)
    for (guint j = 0; j < self->kappa; j++)
      self->b[a * width + self->kappa + j] = self->kernel[a * self->kappa + j];
}

/* Reduces a row by the others, and adds it if it restricts the unknowns (returns NOSLIP_ZERO). Otherwise returns its
 * rest, which must vanish. Takes ownership of the coefficients. */
static NoslipExpr
add_row(NoslipConstraintSearch *self, NoslipExpr *coefficients, NoslipExpr rest)
{
  NoslipGraph *graph = self->model->graph;
  for (guint j = 0; j < self->unknowns; j++)
    coefficients[j] = noslip_constraint_points_simplify(&self->points, coefficients[j]);
  rest = noslip_constraint_points_simplify(&self->points, rest);
  for (guint r = 0; r < self->rows->len; r++) {
    const NoslipConstraintRow *row = g_ptr_array_index(self->rows, r);
    NoslipExpr factor = coefficients[row->pivot];
    if (factor == NOSLIP_ZERO)
      continue;
    noslip_constraint_row_subtract(&self->points, coefficients, row->coefficients, factor, self->unknowns);
    rest = noslip_constraint_points_simplify(&self->points, noslip_expr_sub_product(graph, rest, factor, row->rest));
  }
  guint pivot = noslip_constraint_row_pivot(&self->points, coefficients, self->unknowns);
  if (pivot == self->unknowns) {
    g_free(coefficients);
    return rest;
  }
  NoslipExpr inverse = noslip_expr_powi(graph, coefficients[pivot], -1);
  for (guint j = 0; j < self->unknowns; j++)
    coefficients[j] =
        noslip_constraint_points_simplify(&self->points, noslip_expr_mul(graph, coefficients[j], inverse));
  rest = noslip_constraint_points_simplify(&self->points, noslip_expr_mul(graph, rest, inverse));
  for (guint r = 0; r < self->rows->len; r++) {
    NoslipConstraintRow *row = g_ptr_array_index(self->rows, r);
    NoslipExpr factor = row->coefficients[pivot];
    if (factor == NOSLIP_ZERO)
      continue;
    noslip_constraint_row_subtract(&self->points, row->coefficients, coefficients, factor, self->unknowns);
    row->rest =
        noslip_constraint_points_simplify(&self->points, noslip_expr_sub_product(graph, row->rest, factor, rest));
  }
  NoslipConstraintRow *row = g_new(NoslipConstraintRow, 1);
  *row = (NoslipConstraintRow){coefficients, rest, pivot};
  g_ptr_array_add(self->rows, row);
  return NOSLIP_ZERO;
}

/* f without the factors that vanish nowhere on the submanifold (numbers, parameters, denominators). */
static NoslipExpr
essential(NoslipConstraintSearch *self, NoslipExpr f)
{
  NoslipGraph *graph = self->model->graph;
  if (noslip_expr_op(graph, f) == NOSLIP_OP_SUM && noslip_expr_n_operands(graph, f) == 1)
    f = noslip_expr_operand(graph, f, 0);
  if (noslip_expr_op(graph, f) != NOSLIP_OP_PRODUCT)
    return f;
  guint d = self->model->m + self->model->n;
  NoslipExpr kept = NOSLIP_ONE;
  for (guint i = 0; i < noslip_expr_n_operands(graph, f); i++) {
    NoslipExpr factor = noslip_expr_operand(graph, f, i);
    if (noslip_expr_operand_number(graph, f, i) > 0 && noslip_expr_depends(graph, factor, d, self->points.symbols))
      kept = noslip_expr_mul(graph, kept, factor);
  }
  return kept == NOSLIP_ONE ? f : kept;
}

/* The coefficients of X(psi) = rho^i_alpha a^alpha d_i psi + b^alpha dpsi/dy^alpha in the unknowns. */
static NoslipExpr *
along_field(NoslipConstraintSearch *self, NoslipExpr psi, NoslipExpr *rest)
{
  NoslipModel *model = self->model;
  NoslipGraph *graph = model->graph;
  guint n = self->n, width = self->unknowns + 1;
  NoslipExpr *sum = g_new0(NoslipExpr, width);
  for (guint a = 0; a < n; a++) {
    NoslipExpr along = NOSLIP_ZERO;
    for (guint i = 0; i < model->m; i++)
      along = noslip_expr_add_product(graph, along, model->system->anchor[i * n + a],
                                      noslip_expr_derivative(graph, psi, model->x[i]));
    NoslipExpr across = noslip_expr_derivative(graph, psi, model->y[a]);
    sum[self->unknowns] = noslip_expr_add_product(graph, sum[self->unknowns], along, model->y[a]);
    for (guint j = 0; j < self->kappa && !self->second_order; j++)
      sum[j] = noslip_expr_add_product(graph, sum[j], along, self->kernel[a * self->kappa + j]);
    for (guint j = 0; j < width; j++)
      sum[j] = noslip_expr_add_product(graph, sum[j], across, self->b[a * width + j]);
  }
  *rest = sum[self->unknowns];
  return sum;
}

void
noslip_constraint_leftovers(NoslipConstraintSearch *self, const NoslipExpr *g, GArray *fresh)
{
  NoslipGraph *graph = self->model->graph;
  guint n = self->n, width = self->unknowns + 1;
  g_ptr_array_set_size(self->rows, 0);
  for (guint k = 0; k < self->kappa; k++) {
    NoslipExpr *row = g_new0(NoslipExpr, width);
    for (guint j = 0; j < width; j++)
      for (guint a = 0; a < n; a++)
        row[j] = noslip_expr_add_product(graph, row[j], self->kernel[a * self->kappa + k], g[a * width + j]);
    NoslipExpr left = add_row(self, row, row[self->unknowns]);
    if (left != NOSLIP_ZERO)
      g_array_append_val(fresh, left);
  }
  for (guint f = 0; f < self->functions->len; f++) {
    NoslipExpr rest;
    NoslipExpr *row = along_field(self, g_array_index(self->functions, NoslipExpr, f), &rest);
    NoslipExpr left = add_row(self, row, rest);
    if (left != NOSLIP_ZERO)
      g_array_append_val(fresh, left);
  }
  for (guint i = 0; i < fresh->len; i++)
    g_array_index(fresh, NoslipExpr, i) = essential(self, g_array_index(fresh, NoslipExpr, i));
}

static void
draw_points(NoslipConstraintSearch *self)
{
  noslip_constraint_points_draw(&self->points, self->functions->len, (NoslipExpr *) (gpointer) self->functions->data);
}

/* Whether the derivatives of all functions, those of the manifolds included, are independent at a point of their zero
 * set. Then the zero set grows if any one is left out. */
static gboolean
are_independent(const NoslipConstraintSearch *self)
{
  const NoslipModel *model = self->model;
  const NoslipConstraintPoints *points = &self->points;
  guint n = self->functions->len, rows = n + model->system->n_manifolds, d = model->m + model->n;
  if (points->n_points == 0 || rows > d)
    return FALSE;
  g_autofree double *slopes = g_new(double, 2 * (gsize) rows * d);
  for (guint r = 0; r < rows; r++)
    for (guint i = 0; i < d; i++) {
      NoslipExpr f = r < n ? g_array_index(self->functions, NoslipExpr, r) : model->system->manifolds[r - n];
      NoslipExpr slope = noslip_expr_derivative(model->graph, f, points->symbols[i]);
      gsize at = (gsize) r * d + i;
      slopes[at] = noslip_expr_value(model->graph, slope, points->n_symbols, points->symbols, points->values);
      slopes[(gsize) rows * d + at] = noslip_constraint_points_size(points, slope, points->values);
    }
  return noslip_all_finite(slopes, 2 * (gsize) rows * d) &&
         noslip_linear_rank(rows, d, slopes, slopes + (gsize) rows * d) == rows;
}

/* Removes the function at `place` if it vanishes wherever all others do. */
static gboolean
remove_if_needless(NoslipConstraintSearch *self, guint place)
{
  NoslipExpr f = g_array_index(self->functions, NoslipExpr, place);
  NoslipExpr whole = g_array_index(self->reducible, NoslipExpr, place);
  g_array_remove_index(self->functions, place);
  g_array_remove_index(self->reducible, place);
  draw_points(self);
  if (self->points.n_points > 0 && noslip_constraint_points_vanishes(&self->points, f))
    return TRUE;
  g_array_insert_val(self->functions, place, f);
  g_array_insert_val(self->reducible, place, whole);
  return FALSE;
}

/* Removes functions from `from` on that vanish wherever all others do. The points are those of all functions. */
static void
keep_generators(NoslipConstraintSearch *self, guint from)
{
  if (are_independent(self))
    return;
  for (guint i = self->functions->len; i-- > from && self->functions->len > 1;)
    remove_if_needless(self, i);
  draw_points(self);
}

static gboolean
is_function(const NoslipConstraintSearch *self, NoslipExpr e)
{
  for (guint f = 0; f < self->functions->len; f++)
    if (g_array_index(self->functions, NoslipExpr, f) == e)
      return TRUE;
  return FALSE;
}

/* Whether e is one of the functions, or a product with such a factor, and so vanishes with them. Values at the points
 * do not show this: there e is as large as its factors, since the function is only rounding. */
static gboolean
has_factor(const NoslipConstraintSearch *self, NoslipExpr e)
{
  const NoslipGraph *graph = self->model->graph;
  for (guint i = 0; noslip_expr_op(graph, e) == NOSLIP_OP_PRODUCT && i < noslip_expr_n_operands(graph, e); i++)
    if (noslip_expr_operand_number(graph, e, i) > 0 && is_function(self, noslip_expr_operand(graph, e, i)))
      return TRUE;
  return is_function(self, e);
}

guint
noslip_constraint_adopt(NoslipConstraintSearch *self, const GArray *fresh, gboolean *empty)
{
  guint before = self->functions->len;
  for (guint i = 0; i < fresh->len && !*empty; i++) {
    NoslipExpr f = g_array_index(fresh, NoslipExpr, i);
    if (noslip_constraint_points_vanishes(&self->points, f))
      continue;
    NoslipExpr less = noslip_constraint_points_without_zeros(&self->points, self->functions->len,
                                                             (NoslipExpr *) (gpointer) self->functions->data, f);
    if (noslip_expr_op(self->model->graph, less) == NOSLIP_OP_PRODUCT ||
        noslip_expr_op(self->model->graph, f) == NOSLIP_OP_SUM)
      f = essential(self, less);
    if (has_factor(self, f))
      continue;
    self->timed = noslip_expr_depends(self->model->graph, f, 1, &self->model->system->t);
    if (self->timed)
      return 0;
    NoslipExpr branch = noslip_constraint_points_branch(&self->points, f);
    NoslipExpr whole = branch == f ? NOSLIP_ZERO : f;
    self->too_large = noslip_expr_size(self->model->graph, branch, SIZE_MOST) >= SIZE_MOST;
    if (self->too_large)
      return 0;
    g_array_append_val(self->functions, branch);
    g_array_append_val(self->reducible, whole);
    draw_points(self);
    *empty = self->points.n_points == 0;
  }
  if (!*empty && self->functions->len > before + 1)
    keep_generators(self, before);
  return self->functions->len - before;
}

/* Simplifies the function at `place` on the zero set of the others: replaces it by a branch of the result, or removes
 * it if a factor of the result is one of the others. FALSE if it is unchanged. */
static gboolean
rewrite_by_others(NoslipConstraintSearch *self, guint place)
{
  NoslipExpr f = g_array_index(self->functions, NoslipExpr, place);
  NoslipExpr whole = g_array_index(self->reducible, NoslipExpr, place);
  g_array_remove_index(self->functions, place);
  g_array_remove_index(self->reducible, place);
  NoslipExpr less = noslip_constraint_points_without_zeros(&self->points, self->functions->len,
                                                           (NoslipExpr *) (gpointer) self->functions->data, f);
  less = less == f ? f : essential(self, less);
  if (less != f && has_factor(self, less))
    return TRUE;
  NoslipExpr branch = noslip_constraint_points_branch(&self->points, less);
  whole = branch == f ? whole : branch == less ? NOSLIP_ZERO : less;
  g_array_insert_val(self->functions, place, branch);
  g_array_insert_val(self->reducible, place, whole);
  return branch != f;
}

/* The indices of the functions from `from` on, shorter functions first. */
static guint *
places_by_size(const NoslipConstraintSearch *self, guint from)
{
  guint n = self->functions->len - from;
  guint *places = g_new(guint, n + 1);
  for (guint i = 0; i < n; i++) {
    guint size = noslip_expr_size(self->model->graph, g_array_index(self->functions, NoslipExpr, from + i), SIZE_MOST);
    guint at = i;
    for (; at > 0; at--) {
      NoslipExpr before = g_array_index(self->functions, NoslipExpr, places[at - 1]);
      if (noslip_expr_size(self->model->graph, before, SIZE_MOST) <= size)
        break;
      places[at] = places[at - 1];
    }
    places[at] = from + i;
  }
  return places;
}

gboolean
noslip_constraint_tidy(NoslipConstraintSearch *self, guint from)
{
  gboolean changed = FALSE, found = TRUE;
  if (self->functions->len <= from + 1 || self->points.n_points == 0 || are_independent(self))
    return FALSE;
  for (guint round = 0; found && round < ROUNDS_MOST; round++) {
    g_autofree guint *places = places_by_size(self, from);
    guint n = self->functions->len - from;
    found = FALSE;
    for (guint i = 0; i < n && !found; i++)
      found = rewrite_by_others(self, places[i]);
    changed = changed || found;
    draw_points(self);
  }
  return changed;
}
