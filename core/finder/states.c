/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/states.h"

#include "core/base/linear.h"
#include "core/system/manifold.h"
#include "core/system/mode.h"
#include "core/system/model.h"
#include "core/system/program.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MOST_STEPS 30
#define MOST_TRIES_FOR_ONE 50 /* tries for one state, on average */

typedef struct {
  const NoslipSystem *system;
  guint k; /* number of constraints */
  NoslipManifoldWorkspace *manifold;
  NoslipTapeWorkspace *tape; /* t, x, y -> phi k, sums of absolute terms k, Phi k x n, W n x n */
  double *inputs, *outputs, *scale;
  const double *initial; /* m + n */
  NoslipSvd *svd;
  double speed;
  gboolean timed;
} Drawing;

/* The splitmix64 generator (Steele, Lea, Flood 2014). */
double
noslip_states_draw(guint64 *seed)
{
  guint64 z = *seed += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z ^= z >> 31;
  return (double) (z >> 11) / 4503599627370496.0 - 1;
}

/* Newton's method with steps of least norm in the scaled velocities. */
static gboolean
onto_constraints(Drawing *drawing)
{
  guint n = drawing->system->n, m = drawing->system->m, k = drawing->k;
  double *y = drawing->inputs + 1 + m, *out = drawing->outputs;
  g_autofree double *a = g_new0(double, (gsize) k *n + 1);
  g_autofree double *step = g_new0(double, (gsize) n + 1);
  for (guint count = 0; count < MOST_STEPS; count++) {
    gboolean met = TRUE;
    noslip_tape_evaluate(drawing->tape, drawing->inputs, out);
    if (!noslip_all_finite(out, (gsize) 2 * k + (gsize) k * n))
      return FALSE;
    for (guint c = 0; c < k; c++)
      met = met && fabs(out[c]) <= 1e-14 * out[k + c];
    if (met)
      return TRUE;
    for (guint c = 0; c < k; c++)
      for (guint alpha = 0; alpha < n; alpha++)
        a[c * n + alpha] = out[2 * k + c * n + alpha] * drawing->scale[alpha];
    if (!noslip_svd_factor(drawing->svd, a))
      return FALSE;
    noslip_svd_solve(drawing->svd, 1e-13, out, step);
    for (guint alpha = 0; alpha < n; alpha++)
      y[alpha] -= drawing->scale[alpha] * step[alpha];
  }
  return TRUE; /* if it has not converged, the caller's check rejects it */
}

static gboolean
constraints_hold(const Drawing *drawing)
{
  for (guint c = 0; c < drawing->k; c++)
    if (!(fabs(drawing->outputs[c]) <= 1e-12 * drawing->outputs[drawing->k + c]))
      return FALSE;
  return TRUE;
}

static void
scale_velocities(Drawing *drawing)
{
  guint n = drawing->system->n;
  const double *metric = drawing->outputs + 2 * drawing->k + (gsize) drawing->k * n;
  if (!noslip_all_finite(metric, (gsize) n * n))
    for (guint alpha = 0; alpha < n; alpha++)
      drawing->scale[alpha] = 1;
  else
    noslip_linear_metric_scale(n, metric, drawing->scale);
  for (guint alpha = 0; alpha < n; alpha++)
    drawing->scale[alpha] = isfinite(drawing->scale[alpha]) && drawing->scale[alpha] > 0 ? drawing->scale[alpha] : 1;
}

static void
draw_coordinates(const Drawing *drawing, guint64 *seed, double *x)
{
  for (guint i = 0; i < drawing->system->m; i++) {
    const NoslipCoordinate *coordinate = &drawing->system->coordinates[i];
    double at = noslip_states_draw(seed);
    if (isfinite(coordinate->low) && isfinite(coordinate->high) && coordinate->high > coordinate->low)
      x[i] = coordinate->low + (coordinate->high - coordinate->low) * (at + 1) / 2;
    else
      x[i] = drawing->initial[i] + (coordinate->angle ? G_PI * at : at);
  }
}

static gboolean
draw_state(Drawing *drawing, guint64 *seed)
{
  const NoslipSystem *system = drawing->system;
  double *x = drawing->inputs + 1, *y = x + system->m;
  drawing->inputs[0] = drawing->timed ? 5 * (1 + noslip_states_draw(seed)) : 0;
  draw_coordinates(drawing, seed, x);
  if (noslip_manifold_project(drawing->manifold, drawing->inputs[0], x, NULL) < 0)
    return FALSE;
  for (guint alpha = 0; alpha < system->n; alpha++)
    y[alpha] = noslip_states_draw(seed);
  noslip_tape_evaluate(drawing->tape, drawing->inputs, drawing->outputs);
  scale_velocities(drawing);
  for (guint alpha = 0; alpha < system->n; alpha++)
    y[alpha] *= drawing->scale[alpha] * drawing->speed;
  return onto_constraints(drawing) && constraints_hold(drawing);
}

/* sqrt(y W y / n) at the given initial values; without them the value that gives velocities near 1. */
static double
initial_speed(Drawing *drawing)
{
  guint n = drawing->system->n, m = drawing->system->m;
  double *y = drawing->inputs + 1 + m, sum = 0, logs = 0;
  memcpy(drawing->inputs + 1, drawing->initial, sizeof(double) * m);
  memcpy(y, drawing->initial + m, sizeof(double) * n);
  noslip_tape_evaluate(drawing->tape, drawing->inputs, drawing->outputs);
  const double *metric = drawing->outputs + 2 * drawing->k + (gsize) drawing->k * n;
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      sum += y[a] * metric[a * n + b] * y[b];
  if (isfinite(sum) && sum > 0)
    return sqrt(sum / n) * 1.5;
  scale_velocities(drawing);
  for (guint a = 0; a < n; a++)
    logs -= log(drawing->scale[a]) / n;
  return isfinite(logs) ? exp(logs) : 1;
}

static NoslipTapeWorkspace *
compile(const NoslipSystem *system, guint k)
{
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_vals(outputs, model->phi, k);
  for (guint c = 0; c < k; c++) {
    NoslipExpr size = noslip_expr_magnitude(model->graph, model->phi[c]);
    g_array_append_val(outputs, size);
  }
  g_array_append_vals(outputs, model->jacobian, k * system->n);
  g_array_append_vals(outputs, model->mass, system->n * system->n);
  g_autoptr(NoslipTape) tape =
      noslip_program_of_state(system, model->graph, outputs->len, (const NoslipExpr *) (gpointer) outputs->data);
  return noslip_tape_workspace_new(tape);
}

static gboolean
observe(const NoslipDynamics *dynamics, gpointer work, const double *inputs, double *z, double *row)
{
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  row[0] = inputs[0];
  if (formulation->enter(work, inputs[0], inputs + 1, z) != NOSLIP_STEP_OK)
    return FALSE;
  if (formulation->observe(work, inputs[0], z, row + noslip_row_x(system), row + noslip_row_y(system),
                           row + noslip_row_ydot(system), row + noslip_row_lambda(system)) != NOSLIP_STEP_OK)
    return FALSE;
  return noslip_all_finite(row, 1 + system->m + 2 * (gsize) system->n);
}

static void
draw_all(Drawing *drawing, NoslipDynamics *dynamics, const double *parameters, guint64 seed, NoslipStates *states,
         guint *found)
{
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  gconstpointer data = noslip_dynamics_data(dynamics);
  gpointer work = formulation->work_new(data);
  g_autofree double *z = g_new0(double, (gsize) formulation->size(data) + 1);
  formulation->set_parameters(work, parameters);
  gsize most = (gsize) MOST_TRIES_FOR_ONE * states->n;
  for (gsize try = 0; try < most && *found < states->n; try++)
    if (draw_state(drawing, &seed))
      *found += observe(dynamics, work, drawing->inputs, z, states->rows + (gsize) *found * states->row_size);
  formulation->work_free(work);
}

NoslipStates *
noslip_states_new(NoslipDynamics *dynamics, const double *parameters, const double *xy, guint n, guint64 seed,
                  NoslipDiagnostic **error)
{
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  guint k = noslip_dynamics_formulation(dynamics)->kind == NOSLIP_DYNAMICS_FREE ? 0 : system->k, found = 0;
  g_autoptr(NoslipManifold) manifold = noslip_manifold_new(system, k > 0);
  g_autoptr(NoslipManifoldWorkspace) manifold_work = noslip_manifold_workspace_new(manifold);
  g_autoptr(NoslipTapeWorkspace) tape = compile(system, k);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(MAX(k, 1), MAX(system->n, 1));
  g_autofree double *inputs = g_new0(double, 1 + (gsize) system->m + system->n);
  g_autofree double *outputs =
      g_new0(double, 2 * (gsize) k + (gsize) k * system->n + (gsize) system->n * system->n + 1);
  g_autofree double *scale = g_new0(double, (gsize) system->n + 1);
  Drawing drawing = {system, k, manifold_work, tape, inputs, outputs, scale, xy, svd, 1, FALSE};
  drawing.timed = noslip_system_is_driven(system);
  noslip_manifold_set_parameters(manifold_work, parameters);
  noslip_tape_set_constants(tape, parameters);
  drawing.speed = initial_speed(&drawing);
  NoslipStates *states = g_new0(NoslipStates, 1);
  states->n = n;
  states->row_size = noslip_row_size(system);
  states->rows = g_new0(double, (gsize) n * states->row_size + 1);
  draw_all(&drawing, dynamics, parameters, seed * 1000003u, states, &found);
  if (found == n)
    return states;
  noslip_states_free(states);
  *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_UNDEFINED, NULL,
                                 _("give the coordinates ranges (in LO .. HI) within which the motion exists"),
                                 _("only %u of %u random states are regular states of the motion"), found, n);
  return NULL;
}

gboolean
noslip_states_refuse_modes(const NoslipSystem *system, NoslipDiagnostic **error)
{
  if (!noslip_system_has_modes(system))
    return FALSE;
  *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, noslip_modes_place(system),
                                 _("leave them out of the text, or write smooth forces in their place"),
                                 _("bounces and dry friction change what the smooth motion between them conserves"));
  return TRUE;
}

void
noslip_states_free(NoslipStates *states)
{
  if (states == NULL)
    return;
  g_free(states->rows);
  g_free(states);
}
