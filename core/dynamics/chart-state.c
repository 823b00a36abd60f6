/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart's variables at a state, and the choice of another chart there. */
#include "core/base/linear.h"
#include "core/dynamics/chart-private.h"
#include "core/dynamics/chart-workspace.h"

#include <math.h>
#include <string.h>

/* Newton's method: limit of the iterations, and the relative size of the last correction. */
#define NEWTON_MOST 30
#define NEWTON_LAST 1e-9

void
noslip_chart_set_constants(NoslipChartWorkspace *chart, const double *parameters)
{
  NoslipTapeWorkspace *works[] = {chart->rates, chart->matrix, chart->observe,
                                  chart->enter, chart->newton, chart->jacobian};
  for (guint i = 0; i < G_N_ELEMENTS(works); i++)
    if (works[i])
      noslip_tape_set_constants(works[i], parameters);
}

double *
noslip_chart_load(NoslipChartsWorkspace *work, double t, guint n, const double *values)
{
  work->variables[0] = t;
  memcpy(work->variables + 1, values, n * sizeof(double));
  return work->variables;
}

/* Adds a step of Newton's method to the dependent y. FALSE if one of them is not a number afterwards. *small: each step
 * is small relative to the largest y; *settled: each is also small relative to its own y, or limited by rounding (the y
 * may have different units). */
static gboolean
add_newton_step(NoslipChartsWorkspace *work, double *y, gboolean *small, gboolean *settled)
{
  double size = 0;
  noslip_tape_evaluate(work->current->newton, work->variables, work->correction);
  *small = *settled = TRUE;
  for (guint s = 0; s < work->k; s++) {
    double *dependent = y + work->current->chart->dependent[s];
    *dependent += work->correction[s];
    if (!isfinite(*dependent))
      return FALSE;
  }
  for (guint a = 0; a < work->n; a++)
    size = fmax(size, fabs(y[a]));
  for (guint s = 0; s < work->k; s++) {
    double step = fabs(work->correction[s]), own = fabs(y[work->current->chart->dependent[s]]);
    *small = *small && step <= NEWTON_LAST * size;
    *settled = *settled && (step <= NEWTON_LAST * own || step >= work->correction_before[s] / 2);
    work->correction_before[s] = step;
  }
  return TRUE;
}

/* The dependent y by Newton's method, started at the last solution; y is among the variables. FALSE if it does
 * not converge. The remaining error is of the order of the last correction's square. */
static gboolean
solve_constraints(NoslipChartsWorkspace *work)
{
  double *y = work->variables + 1 + work->m;
  gboolean small = FALSE, settled = FALSE;
  for (guint s = 0; s < work->k; s++)
    work->correction_before[s] = INFINITY;
  for (guint i = 0; i < NEWTON_MOST && !(small && settled); i++)
    if (!add_newton_step(work, y, &small, &settled))
      return FALSE;
  if (small)
    memcpy(work->y, y, work->n * sizeof(double));
  return small;
}

gboolean
noslip_chart_load_state(NoslipChartsWorkspace *work, double t, const double *z)
{
  if (!work->charts->curved) {
    noslip_chart_load(work, t, work->m + work->r, z);
    return TRUE;
  }
  noslip_chart_load(work, t, work->m, z);
  double *y = work->variables + 1 + work->m;
  memcpy(y, work->y, work->n * sizeof(double));
  for (guint a = 0; a < work->r; a++)
    y[work->current->chart->independent[a]] = z[work->m + a];
  return solve_constraints(work);
}

double *
noslip_chart_survey(NoslipChartsWorkspace *work, double t, const double *xy)
{
  guint n = work->n, k = work->k;
  noslip_tape_evaluate(work->survey, noslip_chart_load(work, t, work->m + n, xy), work->outputs);
  double *phi = work->outputs;
  const double *mass = work->outputs + k * n;
  for (guint i = 0; i < k; i++) {
    double largest = 0;
    for (guint j = 0; j < n; j++) {
      double scale = sqrt(fabs(mass[j]));
      phi[i * n + j] /= scale > 0 && isfinite(scale) ? scale : 1;
      largest = fmax(largest, fabs(phi[i * n + j]));
    }
    for (guint j = 0; j < n; j++)
      phi[i * n + j] /= largest > 0 ? largest : 1;
    work->row_sizes[i] = largest;
  }
  return phi;
}

gboolean
noslip_chart_choose_pivots(NoslipChartsWorkspace *work, double t, const double *xy, double relative)
{
  guint n = work->n, k = work->k;
  double *phi = noslip_chart_survey(work, t, xy);
  guint rank =
      noslip_linear_pivots(k, n, phi, relative, work->charts->preferred, work->pivot_rows, work->pivot_columns);
  work->failure = -1;
  for (guint i = 0; i < k && rank < k && work->failure < 0; i++) {
    gboolean has_pivot = FALSE;
    for (guint s = 0; s < rank; s++)
      has_pivot |= work->pivot_rows[s] == i;
    if (!has_pivot)
      work->failure = (int) i;
  }
  return rank == k;
}

NoslipChartWorkspace *
noslip_chart_find(NoslipChartsWorkspace *work)
{
  for (guint i = 0; i < work->list->len; i++) {
    NoslipChartWorkspace *chart = g_ptr_array_index(work->list, i);
    if (memcmp(chart->chart->rows, work->pivot_rows, work->k * sizeof(guint)) == 0 &&
        memcmp(chart->chart->dependent, work->pivot_columns, work->k * sizeof(guint)) == 0)
      return chart;
  }
  const NoslipChart *compiled = noslip_charts_find(work->charts, work->pivot_rows, work->pivot_columns);
  if (!compiled)
    return NULL;
  NoslipChartWorkspace *chart = g_new0(NoslipChartWorkspace, 1);
  chart->chart = compiled;
  chart->rates = noslip_tape_workspace_new(compiled->rates);
  chart->matrix = noslip_tape_workspace_new(compiled->matrix);
  chart->observe = noslip_tape_workspace_new(compiled->observe);
  chart->enter = noslip_tape_workspace_new(compiled->enter);
  chart->newton = compiled->newton ? noslip_tape_workspace_new(compiled->newton) : NULL;
  chart->reference = g_new0(double, compiled->n_minor + compiled->n_mass + 1);
  noslip_chart_set_constants(chart, work->parameters);
  g_ptr_array_add(work->list, chart);
  return chart;
}
