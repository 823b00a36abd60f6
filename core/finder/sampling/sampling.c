/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/sampling/sampling.h"

#include "core/system/model.h"

#include <math.h>
#include <string.h>

#define MOST_STEPS 30
#define FAR 1e-6     /* of the forces at the initial state: at a distance where there is less they have decayed */
#define REACHES 1e-3 /* likewise: they reach as far as there is more */

/* Newton's method with steps of least norm in the scaled velocities. If it has not converged, the check that follows
 * rejects the state. */
static gboolean
project(NoslipSampling *sampling)
{
  guint n = sampling->system->n, m = sampling->system->m, k = sampling->k;
  double *y = sampling->inputs + 1 + m, *out = sampling->outputs;
  g_autofree double *a = g_new0(double, (gsize) k *n + 1);
  g_autofree double *step = g_new0(double, (gsize) n + 1);
  for (guint count = 0; count < MOST_STEPS; count++) {
    gboolean met = TRUE;
    noslip_tape_evaluate(sampling->tape, sampling->inputs, out);
    if (!noslip_all_finite(out, (gsize) 2 * k + (gsize) k * n))
      return FALSE;
    for (guint c = 0; c < k; c++)
      met = met && fabs(out[c]) <= 1e-14 * out[k + c];
    if (met)
      return TRUE;
    for (guint c = 0; c < k; c++)
      for (guint alpha = 0; alpha < n; alpha++)
        a[c * n + alpha] = out[2 * k + c * n + alpha] * sampling->scale[alpha];
    if (!noslip_svd_factor(sampling->svd, a))
      return FALSE;
    noslip_svd_solve(sampling->svd, 1e-13, out, step);
    for (guint alpha = 0; alpha < n; alpha++)
      y[alpha] -= sampling->scale[alpha] * step[alpha];
  }
  return TRUE;
}

static gboolean
constraints_hold(const NoslipSampling *sampling)
{
  for (guint c = 0; c < sampling->k; c++)
    if (!(fabs(sampling->outputs[c]) <= 1e-12 * sampling->outputs[sampling->k + c]))
      return FALSE;
  return TRUE;
}

gboolean
noslip_sampling_onto_constraints(NoslipSampling *sampling)
{
  return project(sampling) && constraints_hold(sampling);
}

void
noslip_sampling_scale_velocities(NoslipSampling *sampling)
{
  guint n = sampling->system->n;
  const double *metric = sampling->outputs + 2 * sampling->k + (gsize) sampling->k * n;
  if (!noslip_all_finite(metric, (gsize) n * n))
    for (guint alpha = 0; alpha < n; alpha++)
      sampling->scale[alpha] = 1;
  else
    noslip_linear_metric_scale(n, metric, sampling->scale);
  for (guint alpha = 0; alpha < n; alpha++)
    sampling->scale[alpha] =
        isfinite(sampling->scale[alpha]) && sampling->scale[alpha] > 0 ? sampling->scale[alpha] : 1;
}

static void
draw_coordinates(const NoslipSampling *sampling, guint64 *seed, double *x)
{
  for (guint i = 0; i < sampling->system->m; i++) {
    const NoslipCoordinate *coordinate = &sampling->system->coordinates[i];
    double at = noslip_random_draw(seed);
    if (isfinite(coordinate->low) && isfinite(coordinate->high) && coordinate->high > coordinate->low)
      x[i] = coordinate->low + (coordinate->high - coordinate->low) * (at + 1) / 2;
    else
      x[i] = sampling->initial[i] + sampling->spread[i] * at;
  }
}

gboolean
noslip_sampling_place(NoslipSampling *sampling, guint64 *seed)
{
  double *x = sampling->inputs + 1;
  sampling->inputs[0] = sampling->timed ? 5 * (1 + noslip_random_draw(seed)) : 0;
  draw_coordinates(sampling, seed, x);
  return noslip_manifold_project(sampling->manifold, sampling->inputs[0], x, NULL) >= 0;
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
noslip_sampling_observe(const NoslipSampling *sampling, double *row)
{
  const NoslipSystem *system = sampling->system;
  const NoslipFormulation *formulation = sampling->formulation;
  const double *inputs = sampling->inputs;
  double *z = sampling->z;
  row[0] = inputs[0];
  if (formulation->enter(sampling->work, inputs[0], inputs + 1, z) != NOSLIP_STEP_OK)
    return FALSE;
  if (formulation->observe(sampling->work, inputs[0], z, row + noslip_row_x(system), row + noslip_row_y(system),
                           row + noslip_row_ydot(system), row + noslip_row_lambda(system)) != NOSLIP_STEP_OK)
    return FALSE;
  return noslip_all_finite(row, 1 + system->m + 2 * (gsize) system->n);
}

/* The size of the forces at rest, at the initial state with one coordinate changed; the tape is evaluated there. */
static double
force_beside(NoslipSampling *sampling, guint i, double change)
{
  guint m = sampling->system->m, n = sampling->system->n;
  const double *force = sampling->outputs + noslip_sampling_sizes(sampling);
  double largest = 0;
  memcpy(sampling->inputs + 1, sampling->initial, sizeof(double) * (m + n));
  sampling->inputs[1 + i] += change;
  noslip_tape_evaluate(sampling->tape, sampling->inputs, sampling->outputs);
  for (guint alpha = 0; alpha < n; alpha++)
    largest = fmax(largest, fabs(force[alpha]));
  return noslip_all_finite(force, n) ? largest : INFINITY;
}

/* Both ways. */
static gboolean
is_decayed(NoslipSampling *sampling, guint i, double distance, double limit)
{
  return force_beside(sampling, i, distance) < limit && force_beside(sampling, i, -distance) < limit;
}

/* Coordinates without a range are drawn within 1 of the initial state; where the forces there have decayed, as those
 * between atoms a metre apart, within the distance to which they reach. */
static void
find_spread(NoslipSampling *sampling)
{
  for (guint i = 0; i < sampling->system->m; i++) {
    double here = force_beside(sampling, i, 0), distance = 1;
    if (!sampling->system->coordinates[i].angle && isfinite(here) && is_decayed(sampling, i, 1, FAR * here))
      while (distance > fabs(sampling->initial[i]) / 4 && is_decayed(sampling, i, distance, REACHES * here))
        distance /= 2;
    sampling->spread[i] = sampling->system->coordinates[i].angle ? G_PI : distance;
  }
  memset(sampling->inputs, 0, sizeof(double) * (1 + (gsize) sampling->system->m + sampling->system->n));
}

NoslipSampling *
noslip_sampling_new(NoslipDynamics *dynamics, const double *parameters, const double *xy)
{
  NoslipSampling *sampling = g_new0(NoslipSampling, 1);
  const NoslipSystem *system = sampling->system = noslip_dynamics_system(dynamics);
  const NoslipFormulation *formulation = sampling->formulation = noslip_dynamics_formulation(dynamics);
  gconstpointer data = noslip_dynamics_data(dynamics);
  guint k = sampling->k = formulation->kind == NOSLIP_DYNAMICS_FREE ? 0 : system->k, m = system->m, n = system->n;
  sampling->set = noslip_manifold_new(system, k > 0);
  sampling->manifold = noslip_manifold_workspace_new(sampling->set);
  sampling->tape = compile(system, k);
  sampling->svd = noslip_svd_new(MAX(k, 1), MAX(n, 1));
  sampling->inputs = g_new0(double, 1 + (gsize) m + n);
  sampling->outputs = g_new0(double, noslip_sampling_sizes(sampling) + n + 1);
  sampling->scale = g_new0(double, (gsize) n + 1);
  sampling->z = g_new0(double, (gsize) formulation->size(data) + 1);
  sampling->work = formulation->work_new(data);
  sampling->initial = xy;
  sampling->timed = noslip_system_is_driven(system);
  formulation->set_parameters(sampling->work, parameters);
  noslip_manifold_set_parameters(sampling->manifold, parameters);
  noslip_tape_set_constants(sampling->tape, parameters);
  sampling->spread = g_new0(double, (gsize) m + 1);
  find_spread(sampling);
  return sampling;
}

void
noslip_sampling_free(NoslipSampling *sampling)
{
  sampling->formulation->work_free(sampling->work);
  noslip_manifold_workspace_free(sampling->manifold);
  noslip_manifold_free(sampling->set);
  noslip_tape_workspace_free(sampling->tape);
  noslip_svd_free(sampling->svd);
  g_free(sampling->inputs);
  g_free(sampling->outputs);
  g_free(sampling->scale);
  g_free(sampling->z);
  g_free(sampling->spread);
  g_free(sampling);
}
