/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/algorithm/constraint-algorithm.h"

#include "core/base/linear.h"
#include "core/dynamics/algorithm/constraint-step.h"
#include "core/dynamics/algorithm/mass-reduction.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define STEPS_MOST 16

static void
row_free(gpointer data)
{
  NoslipConstraintRow *row = data;
  g_free(row->coefficients);
  g_free(row);
}

/* A_alpha beta = -(rho^i_alpha d_i L_beta - rho^i_beta d_i L_alpha - C^gamma_alpha beta L_gamma), plus Omega_alpha beta
 * of a presymplectic system (I 3.2); its part of the right side is in the forces. */
static void
find_two_form(NoslipConstraintSearch *self)
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
      if (model->system->two_form != NULL)
        sum = noslip_expr_add(graph, sum, model->system->two_form[a * n + b]);
      self->two_form[a * n + b] = sum;
    }
}

static NoslipConstraintStep
step_of(const NoslipConstraintSearch *self, guint from)
{
  NoslipConstraintStep step = {self->functions->len - from, NULL, NULL};
  if (step.n > 0) {
    step.functions = g_memdup2(&g_array_index(self->functions, NoslipExpr, from), step.n * sizeof(NoslipExpr));
    step.reducible = g_memdup2(&g_array_index(self->reducible, NoslipExpr, from), step.n * sizeof(NoslipExpr));
  }
  return step;
}

static NoslipDiagnostic *
no_end(const NoslipConstraintSearch *self, const NoslipSystem *system)
{
  if (self->too_large)
    return noslip_diagnostic_new(
        NOSLIP_ERROR, NOSLIP_CODE_TOO_LARGE, NULL,
        _("check the Lagrangian, or make it regular with a small kinetic term"),
        _("the constraints that the constraint algorithm of '%s' finds grow beyond the limits"), system->id);
  if (self->timed)
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_SINGULAR, NULL,
                                 _("write it without t, or make the Lagrangian regular with a small kinetic term"),
                                 _("the constraints that the constraint algorithm of '%s' finds depend on the time t"),
                                 system->id);
  return noslip_diagnostic_new(
      NOSLIP_ERROR, NOSLIP_CODE_SINGULAR, NULL, _("check the Lagrangian, or make it regular with a small kinetic term"),
      _("the constraint algorithm of '%s' finds new constraints after %d steps"), system->id, STEPS_MOST);
}

/* Finds E_1, E_2, ..., after the functions already found, which are the first step. FALSE if the algorithm does not
 * end. */
static gboolean
find_chain(NoslipConstraintSearch *self, const NoslipMassReduction *reduction, NoslipConstraintAlgorithm *result)
{
  g_autofree NoslipExpr *g = noslip_constraint_right_side(self);
  noslip_constraint_find_b(self, reduction, g);
  g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(NoslipConstraintStep));
  guint added = 1;
  if (self->functions->len > 0) {
    NoslipConstraintStep step = step_of(self, 0);
    g_array_append_val(steps, step);
  }
  while (added > 0 && steps->len < STEPS_MOST && !result->inconsistent) {
    g_autoptr(GArray) fresh = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
    noslip_constraint_leftovers(self, g, fresh);
    added = noslip_constraint_adopt(self, fresh, &result->inconsistent);
    if (added > 0) {
      NoslipConstraintStep step = step_of(self, self->functions->len - added);
      g_array_append_val(steps, step);
    }
  }
  result->n_steps = steps->len;
  result->steps = (NoslipConstraintStep *) (gpointer) g_array_free(g_steal_pointer(&steps), FALSE);
  return !self->too_large && !self->timed && (added == 0 || result->inconsistent);
}

/* Continues from E_f with c = 0: finds S^X, and the accelerations that are undetermined on it. */
static gboolean
find_sode(NoslipConstraintSearch *self, const NoslipMassReduction *reduction, NoslipConstraintAlgorithm *result)
{
  self->second_order = TRUE;
  g_autofree NoslipExpr *g = noslip_constraint_right_side(self);
  noslip_constraint_find_b(self, reduction, g);
  guint from = self->functions->len, added = 1;
  for (guint round = 0; added > 0 && round < STEPS_MOST && !result->inconsistent; round++) {
    g_autoptr(GArray) fresh = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
    noslip_constraint_leftovers(self, g, fresh);
    added = noslip_constraint_adopt(self, fresh, &result->inconsistent);
    if (added == 0 && !result->inconsistent && noslip_constraint_tidy(self, from))
      added = 1;
  }
  result->sode = step_of(self, from);
  return !self->too_large && !self->timed && (added == 0 || result->inconsistent);
}

/* Finds the directions of the u that no row determines: N_j, with the values of the dependent pivots. */
static void
find_gauge(NoslipConstraintSearch *self, NoslipConstraintAlgorithm *result)
{
  NoslipGraph *graph = self->model->graph;
  guint n = self->n, kappa = self->kappa, count = 0;
  g_autofree NoslipExpr *directions = g_new0(NoslipExpr, (gsize) n * kappa + 1);
  g_autofree gboolean *determined = g_new0(gboolean, self->unknowns + 1);
  for (guint r = 0; r < self->rows->len; r++)
    determined[((NoslipConstraintRow *) g_ptr_array_index(self->rows, r))->pivot] = TRUE;
  for (guint j = 0; j < kappa; j++) {
    if (determined[kappa + j])
      continue;
    for (guint a = 0; a < n; a++) {
      NoslipExpr e = self->kernel[a * kappa + j];
      for (guint r = 0; r < self->rows->len; r++) {
        const NoslipConstraintRow *row = g_ptr_array_index(self->rows, r);
        if (row->pivot >= kappa)
          e = noslip_expr_sub_product(graph, e, row->coefficients[kappa + j],
                                      self->kernel[a * kappa + row->pivot - kappa]);
      }
      directions[a * kappa + count] = noslip_constraint_points_simplify(&self->points, e);
    }
    count++;
  }
  result->n_gauge = count;
  result->gauge = g_new0(NoslipExpr, (gsize) n * count + 1);
  for (guint a = 0; a < n; a++)
    memcpy(result->gauge + a * count, directions + a * kappa, count * sizeof(NoslipExpr));
}

static void
algorithm_init(NoslipConstraintSearch *self, NoslipModel *model)
{
  *self = (NoslipConstraintSearch){.model = model, .n = model->n};
  self->rows = g_ptr_array_new_with_free_func(row_free);
  self->functions = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  self->reducible = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  noslip_constraint_points_init(&self->points, model);
  noslip_constraint_points_draw(&self->points, 0, NULL);
}

static void
algorithm_clear(NoslipConstraintSearch *self)
{
  noslip_constraint_points_clear(&self->points);
  g_ptr_array_unref(self->rows);
  g_array_unref(self->functions);
  g_array_unref(self->reducible);
  g_free(self->two_form);
  g_free(self->b);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(NoslipConstraintSearch, algorithm_clear)

/* Everything after the reduction of W. FALSE if the algorithm does not end. */
static gboolean
run(NoslipConstraintSearch *self, NoslipConstraintAlgorithm *result)
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
  if (ended && !result->inconsistent && !self->second_order) {
    result->rows = g_steal_pointer(&self->rows);
    result->b = g_steal_pointer(&self->b);
    self->rows = g_ptr_array_new_with_free_func(row_free);
    ended = find_sode(self, &reduction, result);
  }
  if (ended && !result->inconsistent)
    find_gauge(self, result);
  result->points = self->points;
  self->points = (NoslipConstraintPoints){0};
  return ended;
}

NoslipConstraintAlgorithm *
noslip_constraint_algorithm_new(const NoslipSystem *system, NoslipDiagnostic **error)
{
  if (noslip_system_is_timed(system)) {
    if (error)
      *error = noslip_diagnostic_new(
          NOSLIP_ERROR, NOSLIP_CODE_SINGULAR, &system->lagrangian_place,
          _("write it without t, or make the Lagrangian regular with a small kinetic term"),
          _("the Lagrangian depends on the time t, and the constraint algorithm is for those that do not"));
    return NULL;
  }
  g_autoptr(NoslipConstraintAlgorithm) result = g_new0(NoslipConstraintAlgorithm, 1);
  result->model = noslip_model_new(system);
  g_auto(NoslipConstraintSearch) self;
  algorithm_init(&self, result->model);
  if (run(&self, result))
    return g_steal_pointer(&result);
  if (error)
    *error = no_end(&self, system);
  return NULL;
}

/* Takes ownership of the extension, whose motions are followed near `state` (x, y, mu), or near the initial state if
 * that is NULL. */
static NoslipConstraintAlgorithm *
new_vakonomic(NoslipVakonomicExtension *extension, const double *state, NoslipDiagnostic **error)
{
  const NoslipSystem *system = extension->origin;
  g_autoptr(NoslipConstraintAlgorithm) result = g_new0(NoslipConstraintAlgorithm, 1);
  result->extension = extension;
  result->model = noslip_model_new(extension->system);
  g_auto(NoslipConstraintSearch) self;
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
  noslip_constraint_adopt(&self, phi, &result->inconsistent);
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
  g_clear_pointer(&algorithm->rows, g_ptr_array_unref);
  g_free(algorithm->b);
  g_free(algorithm->gauge);
  noslip_constraint_points_clear(&algorithm->points);
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
