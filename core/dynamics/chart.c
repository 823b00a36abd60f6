/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/dynamics/chart-private.h"
#include "core/expr/elimination.h"
#include "core/system/program.h"

#include <glib/gi18n-lib.h>
#include <string.h>

NoslipExpr
noslip_chart_restrict(const NoslipChartDraft *draft, NoslipExpr e)
{
  if (draft->curved)
    return e;
  g_autofree NoslipExpr *symbols = noslip_exprs_new(draft->k);
  g_autofree NoslipExpr *values = noslip_exprs_new(draft->k);
  for (guint s = 0; s < draft->k; s++) {
    symbols[s] = draft->model->y[draft->dependent[s]];
    values[s] = draft->y[draft->dependent[s]];
  }
  return noslip_expr_substitute(draft->model->graph, e, draft->k, symbols, values);
}

/* phi^A = Phi^A_alpha y^alpha + phi0^A = 0, solved for the dependent y:  y_J = -Phi_J^-1 (Phi_I w + phi0). If phi is
 * nonlinear the same elimination gives the derivatives of Psi, and the Newton correction -Phi_J^-1 phi instead of the
 * offset. pivots: k. */
static gboolean
parametrise(NoslipChartDraft *draft, NoslipExpr *pivots)
{
  NoslipModel *model = draft->model;
  NoslipGraph *graph = model->graph;
  guint n = draft->n, k = draft->k, r = draft->r, width = r + 1;
  g_autofree NoslipExpr *a = noslip_exprs_new(k * k);
  g_autofree NoslipExpr *b = noslip_exprs_new(k * width);
  g_autofree NoslipExpr *zeros = noslip_exprs_new(n);
  g_autofree guint *order = g_new0(guint, k + 1);
  for (guint i = 0; i < k; i++) {
    order[i] = i;
    const NoslipExpr *row = model->jacobian + draft->rows[i] * n;
    for (guint j = 0; j < k; j++)
      a[i * k + j] = row[draft->dependent[j]];
    for (guint j = 0; j < r; j++)
      b[i * width + j] = noslip_expr_neg(graph, row[draft->independent[j]]);
    NoslipExpr phi0 = model->phi[draft->rows[i]];
    if (!draft->curved)
      phi0 = noslip_expr_substitute(graph, phi0, n, model->y, zeros);
    b[i * width + r] = noslip_expr_neg(graph, phi0);
  }
  NoslipPivots choice = noslip_pivots_prescribed(order, order);
  if (noslip_eliminate(graph, k, a, width, b, &choice, b, pivots) != NOSLIP_ELIMINATION_SOLVED)
    return FALSE;
  for (guint j = 0; j < r; j++)
    draft->basis[draft->independent[j] * r + j] = NOSLIP_ONE;
  for (guint i = 0; i < k; i++) {
    memcpy(draft->basis + draft->dependent[i] * r, b + i * width, r * sizeof(NoslipExpr));
    draft->offset[draft->dependent[i]] = b[i * width + r];
  }
  return TRUE;
}

static NoslipExpr
rate_symbol(NoslipGraph *graph, guint index)
{
  g_autofree char *name = g_strdup_printf("chart rate %u", index); /* a name with a space cannot clash with a name of
                                                                    * the system */
  return noslip_expr_symbol(graph, name);
}

static void
draft_clear(NoslipChartDraft *draft)
{
  if (draft->model)
    noslip_graph_free(draft->model->graph);
  g_clear_pointer(&draft->model, g_free);
  NoslipExpr **arrays[] = {&draft->basis, &draft->offset, &draft->w, &draft->wdot, &draft->xdot,
                           &draft->mass,  &draft->right,  &draft->y, &draft->ydot, &draft->enter};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_clear_pointer(arrays[i], g_free);
}

/* The parametrisation of the chart, then the formulation's equations. */
static gboolean
draft_derive(NoslipChartDraft *draft, const NoslipCharts *charts, const NoslipChart *chart, NoslipExpr *pivots)
{
  guint m = charts->m, n = charts->n, r = charts->r;
  *draft = (NoslipChartDraft){.m = m,
                              .n = n,
                              .k = charts->k,
                              .r = r,
                              .curved = charts->curved,
                              .independent = chart->independent,
                              .dependent = chart->dependent,
                              .rows = chart->rows};
  draft->model = g_memdup2(charts->model, sizeof(NoslipModel)); /* its arrays belong to charts->model */
  NoslipGraph *graph = draft->model->graph = noslip_graph_copy(charts->model->graph);
  draft->basis = noslip_exprs_new(n * r);
  draft->offset = noslip_exprs_new(n);
  draft->w = noslip_exprs_new(r);
  draft->wdot = noslip_exprs_new(r);
  draft->xdot = noslip_exprs_new(m);
  draft->mass = noslip_exprs_new(r * r);
  draft->right = noslip_exprs_new(r);
  draft->y = noslip_exprs_new(n);
  draft->ydot = noslip_exprs_new(n);
  draft->enter = noslip_exprs_new(r);
  if (!parametrise(draft, pivots))
    return FALSE;
  for (guint a = 0; a < r; a++) {
    draft->w[a] = draft->enter[a] = charts->model->y[chart->independent[a]];
    draft->wdot[a] = rate_symbol(graph, a);
  }
  for (guint i = 0; i < n; i++)
    draft->y[i] = draft->curved ? draft->model->y[i]
                                : noslip_expr_add(graph, noslip_expr_dot(graph, r, draft->basis + i * r, draft->w),
                                                  draft->offset[i]);
  return charts->derive(draft);
}

static void
chart_free(gpointer data)
{
  NoslipChart *chart = data;
  NoslipTape *tapes[] = {chart->rates, chart->matrix, chart->observe, chart->enter, chart->jacobian, chart->newton};
  for (guint i = 0; i < G_N_ELEMENTS(tapes); i++)
    noslip_tape_unref(tapes[i]);
  g_free(chart->rows);
  g_free(chart->dependent);
  g_free(chart->independent);
  g_free(chart);
}

/* t, x, q (the draft's w, or y) and wdot; *n is their number without wdot. */
static NoslipExpr *
chart_variables(const NoslipCharts *charts, const NoslipChartDraft *draft, guint *n)
{
  guint q = charts->curved ? charts->n : charts->r;
  NoslipExpr *variables = noslip_exprs_new(1 + charts->m + q + charts->r);
  variables[0] = charts->system->t;
  memcpy(variables + 1, charts->model->x, charts->m * sizeof(NoslipExpr));
  memcpy(variables + 1 + charts->m, charts->curved ? charts->model->y : draft->w, q * sizeof(NoslipExpr));
  memcpy(variables + 1 + charts->m + q, draft->wdot, charts->r * sizeof(NoslipExpr));
  *n = 1 + charts->m + q;
  return variables;
}

static NoslipTape *
compile(const NoslipCharts *charts, const NoslipGraph *graph, guint n_variables, const NoslipExpr *variables,
        guint n_outputs, const NoslipExpr *outputs)
{
  return noslip_program_new(charts->system, graph, n_variables, variables, n_outputs, outputs);
}

/* wdot on the graph; FALSE if elimination finds no pivot. */
static gboolean
solve_rates(NoslipChartDraft *draft, NoslipExpr *wdot, NoslipExpr *pivots, guint n_variables,
            const NoslipExpr *variables)
{
  guint r = draft->r;
  NoslipPivots choice = noslip_pivots_by_structure(n_variables, variables);
  return noslip_eliminate(draft->model->graph, r, draft->mass, 1, draft->right, &choice, wdot, pivots) ==
         NOSLIP_ELIMINATION_SOLVED;
}

/* Appends those pivots that vary along the motion; returns their number. */
static guint
watch(const NoslipChartDraft *draft, guint n, const NoslipExpr *pivots, guint n_variables, const NoslipExpr *variables,
      NoslipExpr *outputs)
{
  guint count = 0;
  for (guint i = 0; i < n; i++)
    if (noslip_expr_depends(draft->model->graph, pivots[i], n_variables, variables))
      outputs[count++] = pivots[i];
  return count;
}

static void
compile_rates(NoslipCharts *charts, NoslipChart *chart, NoslipChartDraft *draft, const NoslipExpr *minor)
{
  guint m = charts->m, r = charts->r, n_variables;
  g_autofree NoslipExpr *variables = chart_variables(charts, draft, &n_variables);
  g_autofree NoslipExpr *outputs = noslip_exprs_new(m + 2 * r + charts->k);
  g_autofree NoslipExpr *pivots = noslip_exprs_new(r);
  memcpy(outputs, draft->xdot, m * sizeof(NoslipExpr));
  chart->unrolled = solve_rates(draft, outputs + m, pivots, n_variables, variables);
  guint count = m + r;
  chart->n_minor = watch(draft, charts->k, minor, n_variables, variables, outputs + count);
  count += chart->n_minor;
  if (chart->unrolled)
    chart->n_mass = watch(draft, r, pivots, n_variables, variables, outputs + count);
  else
    memset(outputs + m, 0, r * sizeof(NoslipExpr));
  count += chart->n_mass;
  chart->rates = compile(charts, draft->model->graph, n_variables, variables, count, outputs);

  g_autofree NoslipExpr *matrix = noslip_exprs_new(r * r + r);
  memcpy(matrix, draft->mass, r * r * sizeof(NoslipExpr));
  memcpy(matrix + r * r, draft->right, r * sizeof(NoslipExpr));
  chart->matrix = compile(charts, draft->model->graph, n_variables, variables, r * r + r, matrix);

  if (!charts->curved)
    return;
  g_autofree NoslipExpr *correction = noslip_exprs_new(charts->k);
  for (guint s = 0; s < charts->k; s++)
    correction[s] = draft->offset[chart->dependent[s]];
  chart->newton = compile(charts, draft->model->graph, n_variables, variables, charts->k, correction);
}

static void
compile_observations(NoslipCharts *charts, NoslipChart *chart, NoslipChartDraft *draft)
{
  guint m = charts->m, n = charts->n, r = charts->r, n_variables;
  g_autofree NoslipExpr *variables = chart_variables(charts, draft, &n_variables);
  g_autofree NoslipExpr *outputs = noslip_exprs_new(2 * n);
  memcpy(outputs, draft->y, n * sizeof(NoslipExpr));
  memcpy(outputs + n, draft->ydot, n * sizeof(NoslipExpr));
  chart->observe = compile(charts, draft->model->graph, n_variables + r, variables, 2 * n, outputs);

  g_autofree NoslipExpr *full = noslip_program_state_symbols(charts->system);
  chart->enter = compile(charts, draft->model->graph, 1 + m + n, full, r, draft->enter);
}

static NoslipChart *
chart_new(NoslipCharts *charts, const guint *rows, const guint *dependent)
{
  guint n = charts->n, k = charts->k;
  NoslipChart *chart = g_new0(NoslipChart, 1);
  chart->rows = g_memdup2(rows, (k + 1) * sizeof(guint));
  chart->dependent = g_memdup2(dependent, (k + 1) * sizeof(guint));
  chart->independent = g_new0(guint, n + 1);
  for (guint i = 0, count = 0; i < n; i++) {
    gboolean is_dependent = FALSE;
    for (guint s = 0; s < k; s++)
      is_dependent |= dependent[s] == i;
    if (!is_dependent)
      chart->independent[count++] = i;
  }
  g_autofree NoslipExpr *minor = noslip_exprs_new(k);
  NoslipChartDraft draft;
  gboolean derived = draft_derive(&draft, charts, chart, minor);
  if (derived) {
    compile_rates(charts, chart, &draft, minor);
    compile_observations(charts, chart, &draft);
  } else {
    g_clear_pointer(&chart, chart_free);
  }
  draft_clear(&draft);
  return chart;
}

const NoslipChart *
noslip_charts_find(NoslipCharts *charts, const guint *rows, const guint *dependent)
{
  NoslipChart *found = NULL;
  pthread_mutex_lock(&charts->lock);
  for (guint i = 0; i < charts->list->len && !found; i++) {
    NoslipChart *chart = g_ptr_array_index(charts->list, i);
    if (memcmp(chart->rows, rows, charts->k * sizeof(guint)) == 0 &&
        memcmp(chart->dependent, dependent, charts->k * sizeof(guint)) == 0)
      found = chart;
  }
  if (!found) {
    found = chart_new(charts, rows, dependent);
    if (found)
      g_ptr_array_add(charts->list, found);
  }
  pthread_mutex_unlock(&charts->lock);
  return found;
}

/* Psi_J along x^i: -Phi_J^-1 dphi/dx^i, k. Used only if the constraints are curved. */
static void
base_derivative(const NoslipChartDraft *draft, NoslipExpr x, NoslipExpr *derivative)
{
  NoslipModel *model = draft->model;
  guint k = draft->k;
  g_autofree NoslipExpr *a = noslip_exprs_new(k * k);
  g_autofree guint *order = g_new0(guint, k + 1);
  for (guint i = 0; i < k; i++) {
    order[i] = i;
    for (guint j = 0; j < k; j++)
      a[i * k + j] = model->jacobian[draft->rows[i] * draft->n + draft->dependent[j]];
    derivative[i] = noslip_expr_neg(model->graph, noslip_expr_derivative(model->graph, model->phi[draft->rows[i]], x));
  }
  NoslipPivots choice = noslip_pivots_prescribed(order, order);
  noslip_eliminate(model->graph, k, a, 1, derivative, &choice, derivative, NULL);
}

/* The derivatives of the rates along component j of z = (x, w): entry [i * size + j]. The dependent y vary with it. */
static void
differentiate(const NoslipChartDraft *draft, const NoslipExpr *rates, guint j, NoslipExpr *outputs)
{
  NoslipGraph *graph = draft->model->graph;
  guint m = draft->m, k = draft->k, r = draft->r, size = m + r;
  NoslipExpr symbol = j < m ? draft->model->x[j] : draft->w[j - m];
  g_autofree NoslipExpr *along = noslip_exprs_new(k);
  for (guint s = 0; s < k && draft->curved && j >= m; s++)
    along[s] = draft->basis[draft->dependent[s] * r + j - m];
  if (draft->curved && j < m)
    base_derivative(draft, symbol, along);
  for (guint i = 0; i < size; i++) {
    NoslipExpr sum = noslip_expr_derivative(graph, rates[i], symbol);
    for (guint s = 0; s < k; s++)
      if (along[s] != NOSLIP_ZERO) {
        NoslipExpr partial = noslip_expr_derivative(graph, rates[i], draft->model->y[draft->dependent[s]]);
        sum = noslip_expr_add_product(graph, sum, partial, along[s]);
      }
    outputs[i * size + j] = sum;
  }
}

static NoslipTape *
compile_jacobian(NoslipCharts *charts, const NoslipChart *chart)
{
  guint m = charts->m, r = charts->r, size = m + r, n_variables;
  g_autofree NoslipExpr *minor = noslip_exprs_new(charts->k);
  NoslipChartDraft draft;
  NoslipTape *tape = NULL;
  if (draft_derive(&draft, charts, chart, minor)) {
    NoslipGraph *graph = draft.model->graph;
    g_autofree NoslipExpr *variables = chart_variables(charts, &draft, &n_variables);
    g_autofree NoslipExpr *rates = noslip_exprs_new(size);
    g_autofree NoslipExpr *outputs = noslip_exprs_new(size * (size + 1));
    memcpy(rates, draft.xdot, m * sizeof(NoslipExpr));
    if (solve_rates(&draft, rates + m, NULL, n_variables, variables)) {
      for (guint j = 0; j < size; j++)
        differentiate(&draft, rates, j, outputs);
      for (guint i = 0; i < size; i++)
        outputs[size * size + i] = noslip_expr_derivative(graph, rates[i], variables[0]);
      tape = compile(charts, graph, n_variables, variables, size * (size + 1), outputs);
    }
  }
  draft_clear(&draft);
  return tape;
}

NoslipTape *
noslip_charts_jacobian_tape(NoslipCharts *charts, const NoslipChart *chart)
{
  NoslipChart *own = (NoslipChart *) chart;
  pthread_mutex_lock(&charts->lock);
  if (!own->jacobian)
    own->jacobian = compile_jacobian(charts, chart);
  NoslipTape *tape = own->jacobian ? noslip_tape_ref(own->jacobian) : NULL;
  pthread_mutex_unlock(&charts->lock);
  return tape;
}

static void
compile_survey(NoslipCharts *charts)
{
  const NoslipModel *model = charts->model;
  guint m = charts->m, n = charts->n, k = charts->k;
  g_autofree NoslipExpr *variables = noslip_program_state_symbols(charts->system);
  g_autofree NoslipExpr *outputs = noslip_exprs_new(k * n + n);
  memcpy(outputs, model->jacobian, k * n * sizeof(NoslipExpr));
  charts->preferred = g_new0(guint, k * n + 1);
  for (guint i = 0; i < k * n; i++)
    charts->preferred[i] = noslip_expr_depends(model->graph, outputs[i], 1 + m + n, variables);
  for (guint i = 0; i < n; i++)
    outputs[k * n + i] = model->mass[i * n + i];
  charts->survey = compile(charts, model->graph, 1 + m + n, variables, k * n + n, outputs);
}

const char *
noslip_charts_shares(const NoslipSystem *system)
{
  static const char *const chart = NOSLIP_SHARES_CHART;
  (void) system;
  return chart;
}

char *
noslip_charts_refusal(const NoslipSystem *system)
{
  if (system->k == 0 && noslip_system_is_degenerate(system))
    return g_strdup(_("the Lagrangian is degenerate, so that it does not determine the accelerations"));
  return NULL;
}

NoslipCharts *
noslip_charts_new(const NoslipSystem *system, NoslipChartDerive derive, NoslipDiagnostic **error)
{
  if (system->k > system->n) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_DEPENDENT, NULL, _("leave constraints out"),
                                   _("%u constraints cannot be independent on %u velocities"), system->k, system->n);
    return NULL;
  }
  NoslipCharts *charts = g_new0(NoslipCharts, 1);
  charts->system = system;
  charts->derive = derive;
  charts->model = noslip_model_new(system);
  charts->m = charts->model->m;
  charts->n = charts->model->n;
  charts->k = charts->model->k;
  charts->r = charts->n - charts->k;
  charts->curved = noslip_system_constraint_class(system) == NOSLIP_NONLINEAR;
  charts->list = g_ptr_array_new_with_free_func(chart_free);
  pthread_mutex_init(&charts->lock, NULL);
  charts->manifold = noslip_system_n_positions(system, TRUE) > 0 ? noslip_manifold_new(system, TRUE) : NULL;
  compile_survey(charts);
  return charts;
}

void
noslip_charts_free(gpointer data)
{
  NoslipCharts *charts = data;
  if (!charts)
    return;
  g_ptr_array_unref(charts->list);
  pthread_mutex_destroy(&charts->lock);
  noslip_tape_unref(charts->survey);
  noslip_manifold_free(charts->manifold);
  noslip_model_free(charts->model);
  g_free(charts->preferred);
  g_free(charts);
}

guint
noslip_charts_size(gconstpointer data)
{
  const NoslipCharts *charts = data;
  return charts->m + charts->r;
}
