/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vakonomic dynamics as lists of assignments. The matrix K of vakonomic-regular.c is eliminated symbolically with two
 * right hand sides: the rates of (y, mu) along the motion, and Newton's step of (y, mu) to given momenta p, which are
 * the inner variables. */
#include "core/dynamics/flow.h"
#include "core/dynamics/vakonomic-private.h"
#include "core/expr/elimination.h"
#include "core/system/points.h"
#include "core/system/program.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define POINTS 4
#define PRODUCTS_MOST 100000

typedef struct {
  NoslipModel *model;
  guint m, n, k;
  NoslipExpr *momentum;  /* n */
  NoslipExpr *p;         /* symbols, n */
  NoslipExpr *pdot;      /* n, with the momentum substituted for p */
  NoslipExpr *solution;  /* (n + k) x 2 */
  NoslipExpr *variables; /* t, x, y, mu, p */
} Vakonomic;

static guint
n_variables(const Vakonomic *v)
{
  return 1 + v->m + 2 * v->n + v->k;
}

static void
fill_variables(Vakonomic *v)
{
  const NoslipSystem *system = v->model->system;
  guint m = v->m, n = v->n, k = v->k;
  v->variables[0] = system->t;
  memcpy(v->variables + 1, v->model->x, m * sizeof(NoslipExpr));
  memcpy(v->variables + 1 + m, v->model->y, n * sizeof(NoslipExpr));
  for (guint c = 0; c < k; c++)
    v->variables[1 + m + n + c] = system->constraints[c].mu;
  v->p = v->variables + 1 + m + n + k;
  for (guint a = 0; a < n; a++) {
    g_autofree char *name = g_strdup_printf("p_%u of vakonomic", a);
    v->p[a] = noslip_expr_symbol(v->model->graph, name);
  }
}

/* Fills K and the two right hand sides. */
static void
fill_equations(Vakonomic *v, NoslipExpr *matrix, NoslipExpr *right)
{
  NoslipModel *model = v->model;
  NoslipGraph *graph = model->graph;
  guint n = v->n, k = v->k, size = n + k;
  for (guint a = 0; a < n; a++) {
    for (guint b = 0; b < n; b++)
      matrix[a * size + b] = noslip_expr_derivative(graph, v->momentum[a], model->y[b]);
    for (guint c = 0; c < k; c++)
      matrix[a * size + n + c] = matrix[(n + c) * size + a] = model->jacobian[c * n + a];
    right[2 * a] = noslip_expr_sub(graph, v->pdot[a], noslip_model_base_rate(model, v->momentum[a]));
    right[2 * a + 1] = noslip_expr_sub(graph, v->p[a], v->momentum[a]);
  }
  for (guint c = 0; c < k; c++) {
    right[2 * (n + c)] = noslip_expr_neg(graph, noslip_model_base_rate(model, model->phi[c]));
    right[2 * (n + c) + 1] = noslip_expr_neg(graph, model->phi[c]);
  }
}

/* Values of all symbols except p at points, the first of which is the start of the motion. */
static double *
sample(const Vakonomic *v, const NoslipPoints *points, const double *parameters, const double *xy)
{
  guint n_points = points->n_points, n_old = points->n_symbols, width = n_old + v->k;
  double *values = g_new0(double, (gsize) n_points *width + 1);
  for (guint point = 0; point < n_points; point++) {
    double *row = values + (gsize) point * width;
    memcpy(row, points->values + (gsize) point * n_old, n_old * sizeof(double));
    for (guint c = 0; c < v->k; c++)
      row[n_old + c] = 0.3 + 0.17 * point - 0.11 * c;
  }
  guint n_parameters = v->model->system->n_parameters;
  values[0] = 0;
  if (n_parameters > 0)
    memcpy(values + 1, parameters, n_parameters * sizeof(double));
  memcpy(values + points->x, xy, ((gsize) v->m + v->n) * sizeof(double));
  memcpy(values + n_old, xy + v->m + v->n, v->k * sizeof(double));
  return values;
}

static NoslipEliminationStatus
solve(Vakonomic *v, const double *parameters, const double *xy)
{
  guint size = v->n + v->k;
  g_autofree NoslipExpr *matrix = noslip_exprs_new((gsize) size * size);
  g_autofree NoslipExpr *right = noslip_exprs_new(2 * (gsize) size);
  g_autoptr(NoslipPoints) points = noslip_points_new(v->model->system, POINTS, TRUE);
  g_autofree double *values = sample(v, points, parameters, xy);
  g_autofree NoslipExpr *symbols = noslip_exprs_new((gsize) points->n_symbols + v->k);
  memcpy(symbols, points->symbols, points->n_symbols * sizeof(NoslipExpr));
  memcpy(symbols + points->n_symbols, v->variables + 1 + v->m + v->n, v->k * sizeof(NoslipExpr));
  fill_equations(v, matrix, right);
  const NoslipSamples samples = {points->n_symbols + v->k, points->n_points, symbols, values};
  NoslipPivots choice = noslip_pivots_by_samples(&samples, PRODUCTS_MOST);
  return noslip_eliminate(v->model->graph, size, matrix, 2, right, &choice, v->solution, NULL);
}

static NoslipListing *
list(const Vakonomic *v, const GArray *outputs)
{
  g_autoptr(NoslipTape) tape = noslip_program_new(v->model->system, v->model->graph, n_variables(v), v->variables,
                                                  outputs->len, (const NoslipExpr *) (gpointer) outputs->data);
  return noslip_flow_listing(tape, n_variables(v), 0, outputs->len);
}

/* Every second entry of the solution, from `first` on. */
static void
append_solution(const Vakonomic *v, guint first, GArray *outputs)
{
  for (guint i = 0; i < v->n + v->k; i++)
    g_array_append_val(outputs, v->solution[2 * i + first]);
}

/* Rows contain -mudot for the multiplier of a holonomic constraint. */
static void
append_multipliers(const Vakonomic *v, GArray *outputs)
{
  for (guint c = 0; c < v->k; c++) {
    const NoslipConstraint *constraint = &v->model->system->constraints[c];
    NoslipExpr mudot = v->solution[2 * (v->n + c)];
    NoslipExpr mu = constraint->holonomic ? noslip_expr_neg(v->model->graph, mudot) : constraint->mu;
    g_array_append_val(outputs, mu);
  }
}

static void
write_lists(const Vakonomic *v, NoslipFlow *flow)
{
  g_autoptr(GArray) rates = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) correction = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) enter = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) inner = g_array_new(FALSE, TRUE, sizeof(NoslipExpr));
  if (v->m > 0)
    g_array_append_vals(rates, v->model->velocity, v->m);
  append_solution(v, 0, rates);
  append_multipliers(v, rates);
  append_solution(v, 1, correction);
  g_array_append_vals(enter, v->momentum, v->n);
  if (v->m > 0)
    g_array_append_vals(inner, v->model->velocity, v->m);
  g_array_set_size(inner, v->m + v->n + v->k); /* y and mu follow from p: NOSLIP_ZERO */
  g_array_append_vals(inner, v->pdot, v->n);
  flow->rates = list(v, rates);
  flow->correction = list(v, correction);
  flow->enter = list(v, enter);
  flow->inner_rates = list(v, inner);
}

gboolean
noslip_vakonomic_flow(const NoslipSystem *system, const NoslipManifold *manifold, const double *parameters,
                      const double *xy, NoslipFlow *flow, NoslipDiagnostic **error)
{
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  Vakonomic v = {.model = model, .m = model->m, .n = model->n, .k = model->k};
  g_autofree NoslipExpr *momentum = v.momentum = noslip_vakonomic_momentum(model);
  g_autofree NoslipExpr *pdot = v.pdot = noslip_exprs_new(v.n);
  g_autofree NoslipExpr *solution = noslip_exprs_new(2 * ((gsize) v.n + v.k));
  v.solution = solution;
  g_autofree NoslipExpr *variables = noslip_exprs_new(n_variables(&v));
  v.variables = variables;
  fill_variables(&v);
  noslip_vakonomic_momentum_rates(model, momentum, pdot);
  NoslipEliminationStatus status = solve(&v, parameters, xy);
  if (status != NOSLIP_ELIMINATION_SOLVED) {
    *error = noslip_flow_refusal_alone(status == NOSLIP_ELIMINATION_SINGULAR
                                           ? _("they do not determine the accelerations at the initial state")
                                           : _("their solution in symbols is too large"));
    return FALSE;
  }
  flow->n_state = v.m + v.n + v.k;
  flow->n_multipliers = v.k;
  flow->n_inner = v.n;
  write_lists(&v, flow);
  noslip_flow_bind(flow, manifold, v.m);
  return TRUE;
}
