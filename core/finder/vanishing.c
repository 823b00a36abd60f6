/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/vanishing.h"

#include "core/base/linear.h"
#include "core/system/model.h"
#include "core/system/program.h"

#include <string.h>

NoslipVanishing *
noslip_vanishing_new(const NoslipSystem *system, gboolean constrained)
{
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  NoslipVanishing *vanishing = g_new0(NoslipVanishing, 1);
  vanishing->m = system->m;
  vanishing->size = system->m + system->n;
  g_array_append_vals(outputs, system->manifolds, system->n_manifolds);
  for (guint c = 0; c < system->k && constrained; c++) {
    g_array_append_val(outputs, model->phi[c]);
    if (system->constraints[c].holonomic)
      g_array_append_val(outputs, system->constraints[c].position);
  }
  vanishing->n = outputs->len;
  for (guint i = 0; i < vanishing->n; i++) {
    NoslipExpr size = noslip_expr_magnitude(model->graph, g_array_index(outputs, NoslipExpr, i));
    g_array_append_val(outputs, size);
  }
  for (guint i = 0; i < vanishing->n; i++)
    for (guint j = 0; j < vanishing->size; j++) {
      NoslipExpr slope = noslip_expr_derivative(model->graph, g_array_index(outputs, NoslipExpr, i),
                                                j < system->m ? model->x[j] : model->y[j - system->m]);
      g_array_append_val(outputs, slope);
    }
  g_autoptr(NoslipTape) tape =
      noslip_program_of_state(system, model->graph, outputs->len, (const NoslipExpr *) (gpointer) outputs->data);
  vanishing->work = noslip_tape_workspace_new(tape);
  vanishing->inputs = g_new0(double, (gsize) vanishing->size + 1);
  vanishing->outputs = g_new0(double, (gsize) outputs->len + 1);
  return vanishing;
}

void
noslip_vanishing_free(NoslipVanishing *vanishing)
{
  if (vanishing == NULL)
    return;
  noslip_tape_workspace_free(vanishing->work);
  g_free(vanishing->inputs);
  g_free(vanishing->outputs);
  g_free(vanishing);
}

void
noslip_vanishing_set_parameters(NoslipVanishing *vanishing, const double *parameters)
{
  noslip_tape_set_constants(vanishing->work, parameters);
}

void
noslip_vanishing_evaluate(NoslipVanishing *vanishing, double t, const double *z)
{
  vanishing->inputs[0] = t;
  memcpy(vanishing->inputs + 1, z, sizeof(double) * vanishing->size);
  noslip_tape_evaluate(vanishing->work, vanishing->inputs, vanishing->outputs);
}

guint
noslip_vanishing_tangent(NoslipVanishing *vanishing, double t, const double *z, const gboolean *without,
                         const double *units, double *basis)
{
  guint size = vanishing->size, rows = vanishing->n + vanishing->m;
  g_autofree double *a = g_new0(double, (gsize) rows *size + 1);
  noslip_vanishing_evaluate(vanishing, t, z);
  memcpy(a, vanishing->outputs + 2 * vanishing->n, sizeof(double) * vanishing->n * size);
  for (guint i = 0; i < vanishing->m && without != NULL; i++)
    a[(gsize) (vanishing->n + i) * size + i] = without[i] ? 1 : 0;
  for (gsize e = 0; e < (gsize) vanishing->n * size && units != NULL; e++)
    a[e] *= units[e % size];
  if (rows == 0) {
    for (guint i = 0; i < size; i++)
      basis[(gsize) i * size + i] = 1;
    return size;
  }
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rows, size);
  return noslip_svd_factor(svd, a) ? noslip_svd_kernel(svd, 1e-11, basis) : 0;
}
