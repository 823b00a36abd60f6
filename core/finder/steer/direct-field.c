/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/direct-field.h"

#include "core/finder/linear/nullspace.h"
#include "core/system/model.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

/* Outputs of the program at y = 0: L, dL/dy (n), phi (k), W (n x n), Phi (k x n), rho (m x n). */
static const double *
at_rest(const NoslipDirectField *field)
{
  return field->out + 1;
}

static const double *
anchor_of(const NoslipDirectField *field)
{
  return field->phi + (gsize) field->k * field->n;
}

void
noslip_direct_field_init(NoslipDirectField *field, const NoslipSystem *system, const double *parameters)
{
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  gsize m = model->m, n = model->n, k = model->k, size = n + k;
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_val(outputs, system->lagrangian);
  g_array_append_vals(outputs, model->momentum, (guint) n);
  if (k > 0)
    g_array_append_vals(outputs, model->phi, (guint) k);
  g_array_append_vals(outputs, model->mass, (guint) (n * n));
  if (k > 0)
    g_array_append_vals(outputs, model->jacobian, (guint) (k * n));
  g_array_append_vals(outputs, system->anchor, (guint) (m * n));
  g_autoptr(NoslipTape) tape =
      noslip_program_of_state(system, model->graph, outputs->len, (const NoslipExpr *) (gpointer) outputs->data);
  *field = (NoslipDirectField){.m = (guint) m, .n = (guint) n, .k = (guint) k};
  field->work = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(field->work, parameters);
  field->in = g_new0(double, 1 + m + n);
  field->out = g_new0(double, outputs->len);
  field->metric = field->out + 1 + n + k;
  field->phi = field->metric + n * n;
  field->matrix = g_new0(double, size *size);
  field->right = g_new0(double, size);
  field->y = field->right;
  field->mu = field->right + n;
  field->lu = noslip_lu_new((guint) size);
}

void
noslip_direct_field_clear(NoslipDirectField *field)
{
  noslip_tape_workspace_free(field->work);
  noslip_lu_free(field->lu);
  g_free(field->in);
  g_free(field->out);
  g_free(field->matrix);
  g_free(field->right);
}

gboolean
noslip_direct_field_metric(NoslipDirectField *field, double t, const double *x)
{
  gsize m = field->m, n = field->n, k = field->k;
  field->in[0] = t;
  memcpy(field->in + 1, x, m * sizeof(double));
  noslip_tape_evaluate(field->work, field->in, field->out);
  return noslip_all_finite(field->out, 1 + n + k + n * n + k * n + m * n);
}

/* (W Phi^T; Phi 0) (y, mu) = (right, -phi at rest), solved in place of `right`. */
static gboolean
solve(NoslipDirectField *field)
{
  guint n = field->n, k = field->k, size = n + k;
  memset(field->matrix, 0, sizeof(double) * size * size);
  for (guint a = 0; a < n; a++)
    memcpy(field->matrix + (gsize) a * size, field->metric + (gsize) a * n, sizeof(double) * n);
  for (guint c = 0; c < k; c++) {
    field->right[n + c] = -at_rest(field)[n + c];
    for (guint a = 0; a < n; a++)
      field->matrix[(gsize) (n + c) * size + a] = field->matrix[(gsize) a * size + n + c] =
          field->phi[(gsize) c * n + a];
  }
  return noslip_lu_solve(field->lu, field->matrix, field->right, field->right);
}

gboolean
noslip_direct_field_velocity(NoslipDirectField *field, double t, const double *x, const double *v, double *xdot)
{
  guint n = field->n;
  if (!noslip_direct_field_metric(field, t, x))
    return FALSE;
  for (guint a = 0; a < n; a++)
    field->right[a] = noslip_nullspace_dot(n, field->metric + (gsize) a * n, v);
  if (!solve(field))
    return FALSE;
  field->lagrangian = field->out[0] + noslip_nullspace_dot(n, at_rest(field), field->y);
  for (guint a = 0; a < n; a++)
    field->lagrangian += 0.5 * field->y[a] * noslip_nullspace_dot(n, field->metric + (gsize) a * n, field->y);
  for (guint i = 0; i < field->m; i++)
    xdot[i] = noslip_nullspace_dot(n, anchor_of(field) + (gsize) i * n, field->y);
  return TRUE;
}

gboolean
noslip_direct_field_momentum(NoslipDirectField *field, double t, const double *x, const double *xi, double *p)
{
  guint n = field->n;
  if (!noslip_direct_field_metric(field, t, x))
    return FALSE;
  memset(p, 0, sizeof(double) * n);
  for (guint i = 0; i < field->m; i++)
    for (guint a = 0; a < n; a++)
      p[a] += anchor_of(field)[(gsize) i * n + a] * xi[i];
  for (guint a = 0; a < n; a++)
    field->right[a] = p[a] - at_rest(field)[a];
  return solve(field);
}
