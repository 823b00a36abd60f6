/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/bounds.h"

#include "core/base/linear.h"
#include "core/system/model.h"
#include "core/system/program.h"

#include <string.h>

NoslipBounds *
noslip_bounds_new(const NoslipSystem *system, gboolean constrained)
{
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  NoslipBounds *bounds = g_new0(NoslipBounds, 1);
  bounds->m = system->m;
  bounds->size = system->m + system->n;
  g_array_append_vals(outputs, system->manifolds, system->n_manifolds);
  for (guint c = 0; c < system->k && constrained; c++) {
    g_array_append_val(outputs, model->phi[c]);
    if (system->constraints[c].holonomic)
      g_array_append_val(outputs, system->constraints[c].position);
  }
  bounds->n = outputs->len;
  for (guint i = 0; i < bounds->n; i++) {
    NoslipExpr size = noslip_expr_magnitude(model->graph, g_array_index(outputs, NoslipExpr, i));
    g_array_append_val(outputs, size);
  }
  for (guint i = 0; i < bounds->n; i++)
    for (guint j = 0; j < bounds->size; j++) {
      NoslipExpr slope = noslip_expr_derivative(model->graph, g_array_index(outputs, NoslipExpr, i),
                                                j < system->m ? model->x[j] : model->y[j - system->m]);
      g_array_append_val(outputs, slope);
    }
  g_autoptr(NoslipTape) tape =
      noslip_program_of_state(system, model->graph, outputs->len, (const NoslipExpr *) (gpointer) outputs->data);
  bounds->work = noslip_tape_work_new(tape);
  bounds->inputs = g_new0(double, (gsize) bounds->size + 1);
  bounds->outputs = g_new0(double, (gsize) outputs->len + 1);
  return bounds;
}

void
noslip_bounds_free(NoslipBounds *bounds)
{
  if (bounds == NULL)
    return;
  noslip_tape_work_free(bounds->work);
  g_free(bounds->inputs);
  g_free(bounds->outputs);
  g_free(bounds);
}

void
noslip_bounds_set_parameters(NoslipBounds *bounds, const double *parameters)
{
  noslip_tape_set_constants(bounds->work, parameters);
}

void
noslip_bounds_evaluate(NoslipBounds *bounds, double t, const double *z)
{
  bounds->inputs[0] = t;
  memcpy(bounds->inputs + 1, z, sizeof(double) * bounds->size);
  noslip_tape_evaluate(bounds->work, bounds->inputs, bounds->outputs);
}

guint
noslip_bounds_tangent(NoslipBounds *bounds, double t, const double *z, const gboolean *without, double *basis)
{
  guint size = bounds->size, rows = bounds->n + bounds->m;
  g_autofree double *a = g_new0(double, (gsize) rows *size + 1);
  noslip_bounds_evaluate(bounds, t, z);
  memcpy(a, bounds->outputs + 2 * bounds->n, sizeof(double) * bounds->n * size);
  for (guint i = 0; i < bounds->m && without != NULL; i++)
    a[(gsize) (bounds->n + i) * size + i] = without[i] ? 1 : 0;
  if (rows == 0) {
    for (guint i = 0; i < size; i++)
      basis[(gsize) i * size + i] = 1;
    return size;
  }
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rows, size);
  return noslip_svd_factor(svd, a) ? noslip_svd_kernel(svd, 1e-11, basis) : 0;
}
