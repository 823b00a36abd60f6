/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/drawing/drawing.h"

#include "core/system/model.h"

#include <math.h>

#define MOST_STEPS 30

/* Newton's method with steps of least norm in the scaled velocities. If it has not converged, the check that follows
 * rejects the state. */
static gboolean
project(NoslipDrawing *drawing)
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
  return TRUE;
}

static gboolean
constraints_hold(const NoslipDrawing *drawing)
{
  for (guint c = 0; c < drawing->k; c++)
    if (!(fabs(drawing->outputs[c]) <= 1e-12 * drawing->outputs[drawing->k + c]))
      return FALSE;
  return TRUE;
}

gboolean
noslip_drawing_onto_constraints(NoslipDrawing *drawing)
{
  return project(drawing) && constraints_hold(drawing);
}

void
noslip_drawing_scale_velocities(NoslipDrawing *drawing)
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
draw_coordinates(const NoslipDrawing *drawing, guint64 *seed, double *x)
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

gboolean
noslip_drawing_place(NoslipDrawing *drawing, guint64 *seed)
{
  double *x = drawing->inputs + 1;
  drawing->inputs[0] = drawing->timed ? 5 * (1 + noslip_states_draw(seed)) : 0;
  draw_coordinates(drawing, seed, x);
  return noslip_manifold_project(drawing->manifold, drawing->inputs[0], x, NULL) >= 0;
}

/* The sums of the absolute terms of the forces where all velocities are 0. */
static void
append_sizes_of_forces(const NoslipModel *model, GArray *outputs)
{
  g_autofree NoslipExpr *zeros = noslip_exprs_new(model->n);
  for (guint alpha = 0; alpha < model->n; alpha++) {
    NoslipExpr still = noslip_expr_substitute(model->graph, model->force[alpha], model->n, model->y, zeros);
    NoslipExpr size = noslip_expr_magnitude(model->graph, still);
    g_array_append_val(outputs, size);
  }
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
  g_array_append_vals(outputs, model->velocity, system->m);
  append_sizes_of_forces(model, outputs);
  g_autoptr(NoslipTape) tape =
      noslip_program_of_state(system, model->graph, outputs->len, (const NoslipExpr *) (gpointer) outputs->data);
  return noslip_tape_workspace_new(tape);
}

gboolean
noslip_drawing_observe(const NoslipDrawing *drawing, double *row)
{
  const NoslipSystem *system = drawing->system;
  const NoslipFormulation *formulation = drawing->formulation;
  const double *inputs = drawing->inputs;
  double *z = drawing->z;
  row[0] = inputs[0];
  if (formulation->enter(drawing->work, inputs[0], inputs + 1, z) != NOSLIP_STEP_OK)
    return FALSE;
  if (formulation->observe(drawing->work, inputs[0], z, row + noslip_row_x(system), row + noslip_row_y(system),
                           row + noslip_row_ydot(system), row + noslip_row_lambda(system)) != NOSLIP_STEP_OK)
    return FALSE;
  return noslip_all_finite(row, 1 + system->m + 2 * (gsize) system->n);
}

NoslipDrawing *
noslip_drawing_new(NoslipDynamics *dynamics, const double *parameters, const double *xy)
{
  NoslipDrawing *drawing = g_new0(NoslipDrawing, 1);
  const NoslipSystem *system = drawing->system = noslip_dynamics_system(dynamics);
  const NoslipFormulation *formulation = drawing->formulation = noslip_dynamics_formulation(dynamics);
  gconstpointer data = noslip_dynamics_data(dynamics);
  guint k = drawing->k = formulation->kind == NOSLIP_DYNAMICS_FREE ? 0 : system->k, m = system->m, n = system->n;
  drawing->set = noslip_manifold_new(system, k > 0);
  drawing->manifold = noslip_manifold_workspace_new(drawing->set);
  drawing->tape = compile(system, k);
  drawing->svd = noslip_svd_new(MAX(k, 1), MAX(n, 1));
  drawing->inputs = g_new0(double, 1 + (gsize) m + n);
  drawing->outputs = g_new0(double, noslip_drawing_sizes(drawing) + n + 1);
  drawing->scale = g_new0(double, (gsize) n + 1);
  drawing->z = g_new0(double, (gsize) formulation->size(data) + 1);
  drawing->work = formulation->work_new(data);
  drawing->initial = xy;
  drawing->timed = noslip_system_is_driven(system);
  formulation->set_parameters(drawing->work, parameters);
  noslip_manifold_set_parameters(drawing->manifold, parameters);
  noslip_tape_set_constants(drawing->tape, parameters);
  return drawing;
}

void
noslip_drawing_free(NoslipDrawing *drawing)
{
  drawing->formulation->work_free(drawing->work);
  noslip_manifold_workspace_free(drawing->manifold);
  noslip_manifold_free(drawing->set);
  noslip_tape_workspace_free(drawing->tape);
  noslip_svd_free(drawing->svd);
  g_free(drawing->inputs);
  g_free(drawing->outputs);
  g_free(drawing->scale);
  g_free(drawing->z);
  g_free(drawing);
}
