/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/chart-workspace.h"

#include "core/base/linear.h"
#include "core/dynamics/chart-private.h"

#include <math.h>
#include <string.h>

/* If a pivot of the minor of Phi falls below this fraction of its size at the choice of the chart, a chart is chosen
 * again. */
#define MINOR_LEAST 0.1
/* If a pivot of the mass matrix falls below this fraction of its size there, the pivoted dense solve takes over. */
#define MASS_LEAST 1e-4
/* Constraints whose pivots fall below this fraction of the largest are dependent. */
#define RANK_LEAST 1e-9
/* The same at a zero of the minor, found by bisection. */
#define CROSSING_LEAST 1e-6
/* The number of bisections of a step, less one, after which the two sides of a zero of the minor are compared: close
 * enough that the constraints' directions hardly turn, and far enough that they are no round-off. */
#define CLOSE_HALVINGS 19
/* A constraint whose row of Phi will be 0 within this part of the time since the start vanishes. */
#define VANISHING 1e-7

static void
chart_work_free(gpointer data)
{
  NoslipChartWorkspace *chart = data;
  NoslipTapeWorkspace *works[] = {chart->rates, chart->matrix, chart->observe,
                                  chart->enter, chart->newton, chart->jacobian};
  for (guint i = 0; i < G_N_ELEMENTS(works); i++)
    if (works[i])
      noslip_tape_workspace_free(works[i]);
  g_free(chart->reference);
  g_free(chart);
}

gpointer
noslip_charts_workspace_new(gconstpointer data)
{
  NoslipCharts *charts = (NoslipCharts *) data;
  guint m = charts->m, n = charts->n, k = charts->k, r = charts->r, size = m + r;
  NoslipChartsWorkspace *work = g_new0(NoslipChartsWorkspace, 1);
  work->charts = charts;
  work->m = m;
  work->n = n;
  work->k = k;
  work->r = r;
  work->parameters = g_new0(double, charts->system->n_parameters + 1);
  work->list = g_ptr_array_new_with_free_func(chart_work_free);
  work->survey = noslip_tape_workspace_new(charts->survey);
  work->solver = noslip_lu_new(r);
  work->manifold = charts->manifold ? noslip_manifold_workspace_new(charts->manifold) : NULL;
  work->failure = -1;
  work->pivot_rows = g_new0(guint, k + 1);
  work->pivot_columns = g_new0(guint, k + 1);
  work->variables = g_new0(double, 1 + m + 2 * n + 1);
  work->outputs = g_new0(double, MAX(MAX(size * (size + 1), k * n + n), MAX(m + 2 * n + k, 2 * n)) + 1);
  work->zdot = g_new0(double, size + 1);
  work->z_before = g_new0(double, size + 1);
  work->row_sizes = g_new0(double, k + 1);
  work->chosen_sizes = g_new0(double, k + 1);
  work->y = g_new0(double, n + 1);
  work->correction = g_new0(double, k + 1);
  work->correction_before = g_new0(double, k + 1);
  return work;
}

void
noslip_charts_workspace_free(gpointer data)
{
  NoslipChartsWorkspace *work = data;
  if (!work)
    return;
  g_ptr_array_unref(work->list);
  noslip_tape_workspace_free(work->survey);
  noslip_lu_free(work->solver);
  noslip_manifold_workspace_free(work->manifold);
  g_free(work->parameters);
  g_free(work->pivot_rows);
  g_free(work->pivot_columns);
  g_free(work->variables);
  g_free(work->outputs);
  g_free(work->zdot);
  g_free(work->z_before);
  g_free(work->row_sizes);
  g_free(work->chosen_sizes);
  g_free(work->y);
  g_free(work->correction);
  g_free(work->correction_before);
  g_free(work);
}

void
noslip_charts_set_parameters(gpointer data, const double *parameters)
{
  NoslipChartsWorkspace *work = data;
  if (work->charts->system->n_parameters > 0)
    memcpy(work->parameters, parameters, work->charts->system->n_parameters * sizeof(double));
  noslip_tape_set_constants(work->survey, parameters);
  if (work->manifold)
    noslip_manifold_set_parameters(work->manifold, work->parameters);
  for (guint i = 0; i < work->list->len; i++)
    noslip_chart_set_constants(g_ptr_array_index(work->list, i), parameters);
}

/* mass wdot = right by a pivoted solve; the variables are loaded. */
static gboolean
solve_dense(NoslipChartsWorkspace *work, double *wdot)
{
  guint r = work->r;
  noslip_tape_evaluate(work->current->matrix, work->variables, work->outputs);
  return noslip_lu_solve(work->solver, work->outputs, work->outputs + r * r, wdot);
}

static gboolean
mass_is_sound(const NoslipChartWorkspace *chart, const double *pivots)
{
  const double *reference = chart->reference;
  for (guint i = chart->chart->n_minor; i < chart->chart->n_minor + chart->chart->n_mass; i++)
    if (!(fabs(pivots[i]) >= MASS_LEAST * reference[i]))
      return FALSE;
  return TRUE;
}

static void
remember(NoslipChartsWorkspace *work, double t, const double *z)
{
  work->minor_before = work->minor;
  work->t_before = t;
  memcpy(work->z_before, z, (work->m + work->r) * sizeof(double));
}

static double
minor_of(const NoslipChartWorkspace *chart, const double *pivots)
{
  double minor = 1;
  for (guint i = 0; i < chart->chart->n_minor; i++)
    minor *= pivots[i];
  return minor;
}

/* At the state where a chart is chosen, its unrolled elimination must agree with the pivoted solve. */
static NoslipStepStatus
measure_chart(NoslipChartsWorkspace *work, double t, const double *z)
{
  NoslipChartWorkspace *chart = work->current;
  guint m = work->m, r = work->r, n_watched = chart->chart->n_minor + chart->chart->n_mass;
  g_autofree double *unrolled = g_new0(double, r + 1);
  g_autofree double *wdot = g_new0(double, r + 1);
  if (!noslip_chart_load_state(work, t, z))
    return NOSLIP_STEP_UNDEFINED;
  noslip_tape_evaluate(chart->rates, work->variables, work->outputs);
  memcpy(unrolled, work->outputs + m, r * sizeof(double));
  for (guint i = 0; i < n_watched; i++)
    chart->reference[i] = fabs(work->outputs[m + r + i]);
  work->worst_minor = 1;
  work->minor = minor_of(chart, work->outputs + m + r);
  if (!solve_dense(work, wdot)) {
    work->failure = -1;
    for (guint i = 0; i < r * r + r; i++)
      if (!isfinite(work->outputs[i]))
        return NOSLIP_STEP_UNDEFINED;
    return NOSLIP_STEP_RANK_LOST;
  }
  double size = 0, difference = 0;
  for (guint i = 0; i < r; i++) {
    size = fmax(size, fabs(wdot[i]));
    double off = fabs(wdot[i] - unrolled[i]);
    difference = isfinite(off) ? fmax(difference, off) : INFINITY;
  }
  chart->dense = !chart->chart->unrolled || !(difference <= 1e-7 * size + 1e-12);
  remember(work, t, z);
  return NOSLIP_STEP_OK;
}

/* Starts at (t, xy) in the chart that suits it best. */
static NoslipStepStatus
choose_chart(NoslipChartsWorkspace *work, double t, const double *xy, double *z)
{
  for (guint i = 0; i < work->m + work->n; i++)
    if (!isfinite(xy[i]))
      return NOSLIP_STEP_UNDEFINED;
  if (!noslip_chart_choose_pivots(work, t, xy, RANK_LEAST))
    return NOSLIP_STEP_RANK_LOST;
  memcpy(work->chosen_sizes, work->row_sizes, work->k * sizeof(double));
  work->t_chosen = t;
  work->current = noslip_chart_find(work);
  if (!work->current)
    return NOSLIP_STEP_RANK_LOST;
  memmove(z, xy, work->m * sizeof(double));
  memcpy(work->y, xy + work->m, work->n * sizeof(double));
  noslip_tape_evaluate(work->current->enter, noslip_chart_load(work, t, work->m + work->n, xy), z + work->m);
  return measure_chart(work, t, z);
}

NoslipStepStatus
noslip_charts_enter(gpointer data, double t, const double *xy, double *z)
{
  NoslipChartsWorkspace *work = data;
  work->lost_at = (double) NAN;
  work->t_start = t;
  return choose_chart(work, t, xy, z);
}

NoslipStepStatus
noslip_charts_rates(gpointer data, double t, const double *z, double *zdot)
{
  NoslipChartsWorkspace *work = data;
  NoslipChartWorkspace *chart = work->current;
  guint size = work->m + work->r;
  double *pivots = work->outputs + size;
  if (work->charts->curved) {
    if (!noslip_chart_load_state(work, t, z))
      return NOSLIP_STEP_UNDEFINED;
    noslip_tape_evaluate(chart->rates, work->variables, work->outputs);
    memcpy(zdot, work->outputs, size * sizeof(double));
  } else {
    noslip_tape_evaluate_state(chart->rates, t, z, size, zdot, pivots);
  }
  work->minor = 1;
  for (guint i = 0; i < chart->chart->n_minor; i++) {
    work->minor *= pivots[i];
    work->worst_minor = fmin(work->worst_minor, fabs(pivots[i]) / chart->reference[i]);
  }
  if (!chart->dense && mass_is_sound(chart, pivots))
    return NOSLIP_STEP_OK;
  if (!work->charts->curved)
    noslip_chart_load(work, t, size, z);
  if (solve_dense(work, zdot + work->m))
    return NOSLIP_STEP_OK;
  work->failure = -1;
  return isfinite(work->outputs[0]) ? NOSLIP_STEP_RANK_LOST : NOSLIP_STEP_UNDEFINED;
}

/* The minor at a fraction of the way from the last accepted state to z, which is left in z_between; NaN if it is not
 * defined there. */
static double
minor_between(NoslipChartsWorkspace *work, double t, const double *z, double part, double *z_between)
{
  guint size = work->m + work->r;
  for (guint i = 0; i < size; i++)
    z_between[i] = work->z_before[i] + part * (z[i] - work->z_before[i]);
  if (!noslip_chart_load_state(work, work->t_before + part * (t - work->t_before), z_between))
    return NAN;
  noslip_tape_evaluate(work->current->rates, work->variables, work->outputs);
  return minor_of(work->current, work->outputs + size);
}

/* The state (x, y) at a fraction of the way to z. */
static void
state_between(NoslipChartsWorkspace *work, double t, const double *z, double part, double *z_between, double *state)
{
  minor_between(work, t, z, part, z_between);
  noslip_tape_evaluate(work->current->observe, work->variables, work->outputs); /* only y is used */
  memcpy(state, z_between, work->m * sizeof(double));
  memcpy(state + work->m, work->outputs, work->n * sizeof(double));
}

/* Whether the space of the rows of Phi has the other orientation at the second of two fractions of the way to z that
 * are close together: then a row has passed through zero, or rows through each other. state: m + n. */
static gboolean
turns_over(NoslipChartsWorkspace *work, double t, const double *z, const double parts[2], double *z_between,
           double *state)
{
  guint n = work->n, k = work->k;
  g_autofree double *before = g_new0(double, (gsize) k *n + 1);
  g_autofree double *matrix = g_new0(double, (gsize) k *k + 1);
  for (guint side = 0; side < 2; side++) {
    state_between(work, t, z, parts[side], z_between, state);
    const double *phi = noslip_chart_survey(work, work->t_before + parts[side] * (t - work->t_before), state);
    if (side == 0)
      memcpy(before, phi, (gsize) k * n * sizeof(double));
    for (guint c = 0; c < k && side == 1; c++)
      for (guint d = 0; d < k; d++)
        for (guint j = 0; j < n; j++)
          matrix[c * k + d] += before[c * n + j] * phi[d * n + j];
  }
  if (noslip_linear_determinant_sign(k, matrix, 0) >= 0)
    return FALSE;
  work->failure = -1;
  for (guint c = 0; c < k && work->failure < 0; c++) {
    double along = 0;
    for (guint j = 0; j < n; j++)
      along += before[c * n + j] * work->outputs[c * n + j];
    work->failure = along < 0 ? (int) c : -1;
  }
  return TRUE;
}

/* Whether Phi lost its rank on the way to z, along which the minor changed its sign; otherwise only this chart broke
 * down. A step may pass over a loss of rank: if constraints coincide or one vanishes at an instant, they do not
 * determine the motion beyond it. */
static gboolean
rank_was_lost(NoslipChartsWorkspace *work, double t, const double *z)
{
  guint m = work->m, n = work->n;
  g_autofree double *between = g_new0(double, m + work->r + 1);
  g_autofree double *state = g_new0(double, m + n + 1);
  double low = 0, high = 1, near[2] = {0, 1};
  for (guint i = 0; i < 60; i++) {
    double part = 0.5 * (low + high), minor = minor_between(work, t, z, part, between);
    if (isnan(minor) || (minor > 0) != (work->minor_before > 0))
      high = part;
    else
      low = part;
    if (i == CLOSE_HALVINGS) {
      near[0] = fmax(0, 2 * low - high); /* one of the two may be at the zero itself */
      near[1] = fmin(1, 2 * high - low);
    }
  }
  state_between(work, t, z, low, between, state);
  double crossing = work->t_before + low * (t - work->t_before);
  if (noslip_chart_choose_pivots(work, crossing, state, CROSSING_LEAST) &&
      !turns_over(work, t, z, near, between, state))
    return FALSE;
  work->lost_at = crossing;
  work->lost = work->failure;
  return TRUE;
}

/* Whether Phi lost its rank on the way to z, or a step before, which was refused, has shown that it will by then: close
 * to a loss of rank the minor may be round-off. */
static gboolean
rank_is_lost(NoslipChartsWorkspace *work, double t, const double *z)
{
  if (work->current->chart->n_minor == 0)
    return FALSE;
  if ((work->minor > 0) != (work->minor_before > 0) && rank_was_lost(work, t, z))
    return TRUE;
  if (!((t - work->lost_at) * (t - work->t_before) >= 0)) /* NaN if no loss is known */
    return FALSE;
  work->failure = work->lost;
  return TRUE;
}

/* Whether a constraint vanishes at the state (x, y): a row of Phi that went on as since the last chart was chosen would
 * be 0 within a tiny part of the time since the start. The steps of the integrator become ever shorter then, and
 * round-off leads past the loss of rank. */
static gboolean
vanishes(NoslipChartsWorkspace *work, double t, const double *xy)
{
  double soon = VANISHING * fabs(t - work->t_start), part = fabs(t - work->t_chosen);
  noslip_chart_survey(work, t, xy);
  work->failure = -1;
  for (guint i = 0; i < work->k && work->failure < 0; i++)
    if (work->row_sizes[i] * part < soon * (work->chosen_sizes[i] - work->row_sizes[i]))
      work->failure = (int) i;
  return work->failure >= 0;
}

NoslipStepStatus
noslip_charts_accept(gpointer data, double t, double *z, gboolean stabilise, gboolean *changed)
{
  NoslipChartsWorkspace *work = data;
  /* Velocities satisfy the constraints by construction, but the coordinates may drift off M. */
  *changed = stabilise && work->manifold && noslip_manifold_project(work->manifold, t, z, NULL) > 0;
  if (rank_is_lost(work, t, z))
    return NOSLIP_STEP_RANK_LOST;
  if (work->worst_minor >= MINOR_LEAST) {
    remember(work, t, z);
    return NOSLIP_STEP_OK;
  }
  guint m = work->m, n = work->n;
  g_autofree double *state = g_new0(double, m + 2 * n);
  NoslipStepStatus status = noslip_charts_observe(work, t, z, state, state + m, state + m + n, NULL);
  if (status != NOSLIP_STEP_OK)
    return status;
  *changed = TRUE;
  if (vanishes(work, t, state))
    return NOSLIP_STEP_RANK_LOST;
  NoslipChartWorkspace *current = work->current;
  status = choose_chart(work, t, state, z);
  if (status != NOSLIP_STEP_OK)
    work->current = current; /* the integrator returns to its last state, which is in this chart */
  return status;
}

NoslipStepStatus
noslip_charts_observe(gpointer data, double t, const double *z, double *x, double *y, double *ydot, double *lambda)
{
  NoslipChartsWorkspace *work = data;
  guint m = work->m, n = work->n, r = work->r;
  NoslipStepStatus status = noslip_charts_rates(work, t, z, work->zdot);
  if (status != NOSLIP_STEP_OK)
    return status;
  if (!noslip_chart_load_state(work, t, z))
    return NOSLIP_STEP_UNDEFINED;
  guint q = work->charts->curved ? n : r;
  memcpy(work->variables + 1 + m + q, work->zdot + m, r * sizeof(double));
  noslip_tape_evaluate(work->current->observe, work->variables, work->outputs);
  memcpy(x, z, m * sizeof(double));
  memcpy(y, work->outputs, n * sizeof(double));
  memcpy(ydot, work->outputs + n, n * sizeof(double));
  for (guint i = 0; lambda && i < work->k; i++)
    lambda[i] = NAN;
  return NOSLIP_STEP_OK;
}

int
noslip_charts_failure(gconstpointer data)
{
  const NoslipChartsWorkspace *work = data;
  return work->failure;
}

NoslipStepStatus
noslip_charts_jacobian(gpointer data, double t, const double *z, double *dfdz, double *dfdt)
{
  NoslipChartsWorkspace *work = data;
  guint size = work->m + work->r;
  NoslipChartWorkspace *chart = work->current;
  if (!chart->jacobian) {
    g_autoptr(NoslipTape) tape = noslip_charts_jacobian_tape(work->charts, chart->chart);
    if (!tape)
      return NOSLIP_STEP_UNDEFINED;
    chart->jacobian = noslip_tape_workspace_new(tape);
    noslip_tape_set_constants(chart->jacobian, work->parameters);
  }
  if (!noslip_chart_load_state(work, t, z))
    return NOSLIP_STEP_UNDEFINED;
  noslip_tape_evaluate(chart->jacobian, work->variables, work->outputs);
  memcpy(dfdz, work->outputs, size * size * sizeof(double));
  memcpy(dfdt, work->outputs + size * size, size * sizeof(double));
  return NOSLIP_STEP_OK;
}
