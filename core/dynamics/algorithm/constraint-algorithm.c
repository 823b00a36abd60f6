/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/algorithm/constraint-algorithm.h"

#include "core/base/linear.h"
#include "core/dynamics/algorithm/mass-reduction.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define STEPS_MOST 16
#define SIZE_MOST 4000 /* nodes of a constraint, written out: values of larger ones at all points take hours */

/* sum_j coefficients_j z_j + rest = 0 for the unknowns z = (c, u): c the part of a in ker W, u that of b. */
typedef struct {
  NoslipExpr *coefficients;
  NoslipExpr rest;
  guint pivot;
} Row;

typedef struct {
  NoslipModel *model;
  NoslipConstraintPoints points;
  guint n, kappa, unknowns;
  gboolean second_order;    /* c = 0 */
  gboolean too_large;       /* a constraint grew beyond SIZE_MOST, and the chain ends there */
  const NoslipExpr *kernel; /* N, n x kappa */
  NoslipExpr *two_form;     /* A_alpha beta, n x n */
  NoslipExpr *b;            /* b^alpha as [alpha * (unknowns + 1) + j], last column the rest */
  GPtrArray *rows;          /* of Row, reduced */
  GArray *functions;        /* all that vanish so far */
  GArray *reducible;        /* of NoslipExpr, beside the functions: see NoslipConstraintStep */
} Algorithm;

static void
row_free(gpointer data)
{
  Row *row = data;
  g_free(row->coefficients);
  g_free(row);
}

/* A_alpha beta = -(rho^i_alpha d_i L_beta - rho^i_beta d_i L_alpha - C^gamma_alpha beta L_gamma) */
static void
find_two_form(Algorithm *self)
{
  NoslipModel *model = self->model;
  NoslipGraph *graph = model->graph;
  guint n = self->n;
  self->two_form = g_new0(NoslipExpr, (gsize) n * n + 1);
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++) {
      NoslipExpr sum = NOSLIP_ZERO;
      for (guint i = 0; i < model->m; i++) {
        NoslipExpr d_b = noslip_expr_derivative(graph, model->momentum[b], model->x[i]);
        NoslipExpr d_a = noslip_expr_derivative(graph, model->momentum[a], model->x[i]);
        sum = noslip_expr_sub_product(graph, sum, model->system->anchor[i * n + a], d_b);
        sum = noslip_expr_add_product(graph, sum, model->system->anchor[i * n + b], d_a);
      }
      for (guint c = 0; c < n; c++)
        sum = noslip_expr_add_product(graph, sum, model->system->structure[(c * n + a) * n + b], model->momentum[c]);
      self->two_form[a * n + b] = sum;
    }
}

/* The right side of (1): g_beta = F_beta + c^j N^alpha_j A_alpha beta, as n x (unknowns + 1). */
static NoslipExpr *
right_side(Algorithm *self)
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

static void
find_b(Algorithm *self, const NoslipMassReduction *reduction, const NoslipExpr *g)
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

/* Reduces a row by the others and keeps what it says about the unknowns; where it says nothing, what is left
 * must vanish and is returned, else NOSLIP_ZERO. Takes the coefficients. */
static NoslipExpr
add_row(Algorithm *self, NoslipExpr *coefficients, NoslipExpr rest)
{
  NoslipGraph *graph = self->model->graph;
  for (guint j = 0; j < self->unknowns; j++)
    coefficients[j] = noslip_constraint_points_settle(&self->points, coefficients[j]);
  rest = noslip_constraint_points_settle(&self->points, rest);
  for (guint r = 0; r < self->rows->len; r++) {
    const Row *row = g_ptr_array_index(self->rows, r);
    NoslipExpr factor = coefficients[row->pivot];
    if (factor == NOSLIP_ZERO)
      continue;
    noslip_constraint_row_subtract(&self->points, coefficients, row->coefficients, factor, self->unknowns);
    rest = noslip_constraint_points_settle(&self->points, noslip_expr_sub_product(graph, rest, factor, row->rest));
  }
  guint pivot = noslip_constraint_row_pivot(&self->points, coefficients, self->unknowns);
  if (pivot == self->unknowns) {
    g_free(coefficients);
    return rest;
  }
  NoslipExpr inverse = noslip_expr_powi(graph, coefficients[pivot], -1);
  for (guint j = 0; j < self->unknowns; j++)
    coefficients[j] = noslip_constraint_points_settle(&self->points, noslip_expr_mul(graph, coefficients[j], inverse));
  rest = noslip_constraint_points_settle(&self->points, noslip_expr_mul(graph, rest, inverse));
  for (guint r = 0; r < self->rows->len; r++) {
    Row *row = g_ptr_array_index(self->rows, r);
    NoslipExpr factor = row->coefficients[pivot];
    if (factor == NOSLIP_ZERO)
      continue;
    noslip_constraint_row_subtract(&self->points, row->coefficients, coefficients, factor, self->unknowns);
    row->rest = noslip_constraint_points_settle(&self->points, noslip_expr_sub_product(graph, row->rest, factor, rest));
  }
  Row *row = g_new(Row, 1);
  *row = (Row){coefficients, rest, pivot};
  g_ptr_array_add(self->rows, row);
  return NOSLIP_ZERO;
}

/* f without the factors that vanish nowhere on the submanifold (numbers, parameters, denominators). */
static NoslipExpr
essential(Algorithm *self, NoslipExpr f)
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
along_field(Algorithm *self, NoslipExpr psi, NoslipExpr *rest)
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

/* One round: all equations for the unknowns on the present submanifold; the functions that they leave over. */
static void
leftovers(Algorithm *self, const NoslipExpr *g, GArray *fresh)
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
draw_points(Algorithm *self)
{
  noslip_constraint_points_draw(&self->points, self->functions->len, (NoslipExpr *) (gpointer) self->functions->data);
}

/* Leaves out functions from `from` on that vanish where all others do. */
static void
keep_generators(Algorithm *self, guint from)
{
  for (guint i = self->functions->len; i-- > from && self->functions->len > 1;) {
    NoslipExpr f = g_array_index(self->functions, NoslipExpr, i);
    NoslipExpr whole = g_array_index(self->reducible, NoslipExpr, i);
    g_array_remove_index(self->functions, i);
    g_array_remove_index(self->reducible, i);
    draw_points(self);
    if (self->points.n_points > 0 && noslip_constraint_points_vanishes(&self->points, f))
      continue;
    g_array_insert_val(self->functions, i, f);
    g_array_insert_val(self->reducible, i, whole);
  }
  draw_points(self);
}

/* Adds to the functions those of `fresh` that do not vanish on the zero set of the others before them; of a product
 * the factor on whose zero set the initial state is. Returns how many; *empty tells that the zero set has no points. */
static guint
adopt(Algorithm *self, const GArray *fresh, gboolean *empty)
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

static NoslipConstraintStep
step_of(const Algorithm *self, guint from)
{
  NoslipConstraintStep step = {self->functions->len - from, NULL, NULL};
  if (step.n > 0) {
    step.functions = g_memdup2(&g_array_index(self->functions, NoslipExpr, from), step.n * sizeof(NoslipExpr));
    step.reducible = g_memdup2(&g_array_index(self->reducible, NoslipExpr, from), step.n * sizeof(NoslipExpr));
  }
  return step;
}

static NoslipDiagnostic *
no_end(const Algorithm *self, const NoslipSystem *system)
{
  if (self->too_large)
    return noslip_diagnostic_new(
        NOSLIP_ERROR, NOSLIP_CODE_TOO_LARGE, NULL,
        _("check the Lagrangian, or make it regular with a small kinetic term"),
        _("the constraints that the constraint algorithm of '%s' finds grow beyond the limits"), system->id);
  return noslip_diagnostic_new(
      NOSLIP_ERROR, NOSLIP_CODE_SINGULAR, NULL, _("check the Lagrangian, or make it regular with a small kinetic term"),
      _("the constraint algorithm of '%s' finds new constraints after %d steps"), system->id, STEPS_MOST);
}

/* E_1, E_2, ..., after what there is already, which is the first step. FALSE where there is no end. */
static gboolean
find_chain(Algorithm *self, const NoslipMassReduction *reduction, NoslipConstraintAlgorithm *result)
{
  g_autofree NoslipExpr *g = right_side(self);
  find_b(self, reduction, g);
  g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(NoslipConstraintStep));
  guint added = 1;
  if (self->functions->len > 0) {
    NoslipConstraintStep step = step_of(self, 0);
    g_array_append_val(steps, step);
  }
  while (added > 0 && steps->len < STEPS_MOST && !result->inconsistent) {
    g_autoptr(GArray) fresh = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
    leftovers(self, g, fresh);
    added = adopt(self, fresh, &result->inconsistent);
    if (added > 0) {
      NoslipConstraintStep step = step_of(self, self->functions->len - added);
      g_array_append_val(steps, step);
    }
  }
  result->n_steps = steps->len;
  result->steps = (NoslipConstraintStep *) (gpointer) g_array_free(g_steal_pointer(&steps), FALSE);
  return !self->too_large && (added == 0 || result->inconsistent);
}

/* The same with c = 0 from E_f on: S^X, and the accelerations that stay free on it. */
static gboolean
find_sode(Algorithm *self, const NoslipMassReduction *reduction, NoslipConstraintAlgorithm *result)
{
  self->second_order = TRUE;
  g_autofree NoslipExpr *g = right_side(self);
  find_b(self, reduction, g);
  guint from = self->functions->len, added = 1;
  for (guint round = 0; added > 0 && round < STEPS_MOST && !result->inconsistent; round++) {
    g_autoptr(GArray) fresh = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
    leftovers(self, g, fresh);
    added = adopt(self, fresh, &result->inconsistent);
  }
  result->sode = step_of(self, from);
  return !self->too_large && (added == 0 || result->inconsistent);
}

/* The u that no row determines: directions N_j plus what the pivots follow with. */
static void
find_gauge(Algorithm *self, NoslipConstraintAlgorithm *result)
{
  NoslipGraph *graph = self->model->graph;
  guint n = self->n, kappa = self->kappa, count = 0;
  g_autofree NoslipExpr *directions = g_new0(NoslipExpr, (gsize) n * kappa + 1);
  g_autofree gboolean *determined = g_new0(gboolean, self->unknowns + 1);
  for (guint r = 0; r < self->rows->len; r++)
    determined[((Row *) g_ptr_array_index(self->rows, r))->pivot] = TRUE;
  for (guint j = 0; j < kappa; j++) {
    if (determined[kappa + j])
      continue;
    for (guint a = 0; a < n; a++) {
      NoslipExpr e = self->kernel[a * kappa + j];
      for (guint r = 0; r < self->rows->len; r++) {
        const Row *row = g_ptr_array_index(self->rows, r);
        if (row->pivot >= kappa)
          e = noslip_expr_sub_product(graph, e, row->coefficients[kappa + j],
                                      self->kernel[a * kappa + row->pivot - kappa]);
      }
      directions[a * kappa + count] = noslip_constraint_points_settle(&self->points, e);
    }
    count++;
  }
  result->n_gauge = count;
  result->gauge = g_new0(NoslipExpr, (gsize) n * count + 1);
  for (guint a = 0; a < n; a++)
    memcpy(result->gauge + a * count, directions + a * kappa, count * sizeof(NoslipExpr));
}

static void
algorithm_init(Algorithm *self, NoslipModel *model)
{
  *self = (Algorithm){.model = model, .n = model->n};
  self->rows = g_ptr_array_new_with_free_func(row_free);
  self->functions = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  self->reducible = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  noslip_constraint_points_init(&self->points, model);
  noslip_constraint_points_draw(&self->points, 0, NULL);
}

static void
algorithm_clear(Algorithm *self)
{
  noslip_constraint_points_clear(&self->points);
  g_ptr_array_unref(self->rows);
  g_array_unref(self->functions);
  g_array_unref(self->reducible);
  g_free(self->two_form);
  g_free(self->b);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Algorithm, algorithm_clear)

/* Everything from the reduction of W on. FALSE where there is no end. */
static gboolean
run(Algorithm *self, NoslipConstraintAlgorithm *result)
{
  g_auto(NoslipMassReduction) reduction;
  noslip_mass_reduction_init(&reduction, &self->points);
  result->rank = reduction.rank;
  result->kappa = self->kappa = self->n - reduction.rank;
  self->kernel = result->kernel = noslip_mass_reduction_kernel(&reduction, result->model->graph);
  self->unknowns = 2 * self->kappa;
  if (!self->second_order)
    find_two_form(self);
  gboolean ended = find_chain(self, &reduction, result);
  if (ended && !result->inconsistent && !self->second_order)
    ended = find_sode(self, &reduction, result);
  if (ended && !result->inconsistent)
    find_gauge(self, result);
  return ended;
}

NoslipConstraintAlgorithm *
noslip_constraint_algorithm_new(const NoslipSystem *system, NoslipDiagnostic **error)
{
  g_autoptr(NoslipConstraintAlgorithm) result = g_new0(NoslipConstraintAlgorithm, 1);
  result->model = noslip_model_new(system);
  g_auto(Algorithm) self;
  algorithm_init(&self, result->model);
  if (run(&self, result))
    return g_steal_pointer(&result);
  if (error)
    *error = no_end(&self, system);
  return NULL;
}

/* Takes the extension, whose motions are followed near `state` (x, y, mu), or where that is NULL near the initial state. */
static NoslipConstraintAlgorithm *
new_vakonomic(NoslipVakonomicExtension *extension, const double *state, NoslipDiagnostic **error)
{
  const NoslipSystem *system = extension->origin;
  g_autoptr(NoslipConstraintAlgorithm) result = g_new0(NoslipConstraintAlgorithm, 1);
  result->extension = extension;
  result->model = noslip_model_new(extension->system);
  g_auto(Algorithm) self;
  algorithm_init(&self, result->model);
  if (state == NULL) {
    noslip_vakonomic_extension_start(extension, self.points.centre);
  } else {
    memcpy(self.points.centre, state, ((gsize) self.model->m + self.n) * sizeof *state);
    self.points.n_lasting = system->k;
  }
  self.second_order = TRUE;
  g_autoptr(GArray) phi = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_vals(phi, extension->phi, system->k);
  adopt(&self, phi, &result->inconsistent);
  if (run(&self, result))
    return g_steal_pointer(&result);
  *error = no_end(&self, system);
  return NULL;
}

NoslipConstraintAlgorithm *
noslip_constraint_algorithm_new_vakonomic(const NoslipSystem *system, NoslipDiagnostic **error)
{
  if (!noslip_system_is_timed(system))
    return new_vakonomic(noslip_vakonomic_extension_new(system, FALSE), NULL, error);
  *error = noslip_diagnostic_new(
      NOSLIP_ERROR, NOSLIP_CODE_SINGULAR, &system->lagrangian_place,
      _("make R_ab regular with a small kinetic term, or write it without t"),
      _("R_ab of '%s' is singular, and the constraint algorithm is for systems that do not depend on the time t"),
      system->id);
  return NULL;
}

NoslipConstraintAlgorithm *
noslip_constraint_algorithm_new_abnormal(const NoslipSystem *system, const double *state, NoslipDiagnostic **error)
{
  return new_vakonomic(noslip_vakonomic_extension_new(system, TRUE), state, error);
}

void
noslip_constraint_algorithm_free(NoslipConstraintAlgorithm *algorithm)
{
  if (!algorithm)
    return;
  for (guint s = 0; s < algorithm->n_steps; s++) {
    g_free(algorithm->steps[s].functions);
    g_free(algorithm->steps[s].reducible);
  }
  g_free(algorithm->steps);
  g_free(algorithm->sode.functions);
  g_free(algorithm->sode.reducible);
  g_free(algorithm->kernel);
  g_free(algorithm->gauge);
  noslip_model_free(algorithm->model);
  noslip_vakonomic_extension_free(algorithm->extension);
  g_free(algorithm);
}

NoslipExpr *
noslip_constraint_algorithm_functions(const NoslipConstraintAlgorithm *algorithm, guint *n)
{
  GArray *all = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint s = 0; s < algorithm->n_steps; s++)
    g_array_append_vals(all, algorithm->steps[s].functions, algorithm->steps[s].n);
  if (algorithm->sode.n > 0)
    g_array_append_vals(all, algorithm->sode.functions, algorithm->sode.n);
  *n = all->len;
  return (NoslipExpr *) (gpointer) g_array_free(all, FALSE);
}

guint
noslip_constraint_algorithm_free_at(const NoslipConstraintAlgorithm *algorithm, const double *parameters,
                                    const double *x, const double *y)
{
  const NoslipModel *model = algorithm->model;
  guint m = model->m, n = model->n, n_functions, n_symbols = m + n + model->system->n_parameters;
  g_autofree NoslipExpr *functions = noslip_constraint_algorithm_functions(algorithm, &n_functions);
  g_autofree NoslipExpr *symbols = g_new(NoslipExpr, (gsize) n_symbols + 1);
  g_autofree double *values = g_new(double, (gsize) n_symbols + 1);
  g_autofree double *matrix = g_new(double, (gsize) (n + n_functions) * n + 1);
  memcpy(symbols, model->x, m * sizeof *symbols);
  memcpy(symbols + m, model->y, n * sizeof *symbols);
  memcpy(values, x, m * sizeof *values);
  memcpy(values + m, y, n * sizeof *values);
  for (guint p = 0; p < model->system->n_parameters; p++) {
    symbols[m + n + p] = model->system->parameters[p].symbol;
    values[m + n + p] = parameters[p];
  }
  for (guint i = 0; i < n * n; i++)
    matrix[i] =
        noslip_expr_value(model->graph, noslip_expr_simplify(model->graph, model->mass[i]), n_symbols, symbols, values);
  for (guint f = 0; f < n_functions; f++)
    for (guint a = 0; a < n; a++)
      matrix[(n + f) * n + a] = noslip_expr_value(
          model->graph, noslip_expr_derivative(model->graph, functions[f], model->y[a]), n_symbols, symbols, values);
  return n - noslip_linear_rank(n + n_functions, n, matrix, NULL);
}
