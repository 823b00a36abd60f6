/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/linear.h"
#include "core/finder/conserved-check.h"
#include "core/finder/linear/nullspace.h"
#include "core/system/program.h"

#include <math.h>

/* Least independent part of a differential of size 1. */
#define INDEPENDENT 1e-7

struct _NoslipIndependence {
  NoslipMotion *motion;
  const double *parameters;
  const NoslipStates *states;
  guint size;     /* m + n */
  double *scale;  /* of x and y, size */
  GArray **bases; /* for each state: orthonormal differentials, rows of `size` */
};

/* Computes df at each state, times the scales. */
static gboolean
differentials(const NoslipIndependence *independence, NoslipExpr f, double *rows)
{
  NoslipMotion *motion = independence->motion;
  const NoslipModel *model = motion->model;
  guint size = independence->size;
  g_autofree NoslipExpr *slopes = noslip_exprs_new(size);
  for (guint i = 0; i < size; i++)
    slopes[i] = noslip_expr_derivative(model->graph, f, i < model->m ? model->x[i] : model->y[i - model->m]);
  g_autoptr(NoslipTape) tape = noslip_program_of_state(motion->system, model->graph, size, slopes);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(work, independence->parameters);
  for (guint s = 0; s < independence->states->n; s++) {
    noslip_tape_evaluate(work, noslip_states_row(independence->states, s), rows + (gsize) s * size);
    for (guint i = 0; i < size; i++)
      rows[(gsize) s * size + i] *= independence->scale[i];
  }
  return noslip_all_finite(rows, (gsize) independence->states->n * size);
}

/* The part of v outside the span of the basis, in place; returns its fraction of the whole. */
static double
part_outside(const GArray *basis, guint size, double *v)
{
  const double *q = (const double *) (gpointer) basis->data;
  double norm = sqrt(noslip_nullspace_dot(size, v, v));
  for (guint pass = 0; pass < 2; pass++)
    for (guint j = 0; j < basis->len / MAX(size, 1); j++) {
      double part = noslip_nullspace_dot(size, v, q + (gsize) j * size);
      for (guint i = 0; i < size; i++)
        v[i] -= part * q[(gsize) j * size + i];
    }
  return norm > 0 ? sqrt(noslip_nullspace_dot(size, v, v)) / norm : 0;
}

gboolean
noslip_independence_add(NoslipIndependence *independence, NoslipExpr f)
{
  guint size = independence->size, n = independence->states->n, independent = 0;
  g_autofree double *rows = g_new0(double, (gsize) n *size + 1);
  g_autofree double *parts = g_new0(double, n);
  if (!differentials(independence, f, rows))
    return FALSE;
  for (guint s = 0; s < n; s++) {
    parts[s] = part_outside(independence->bases[s], size, rows + (gsize) s * size);
    independent += parts[s] > INDEPENDENT;
  }
  if (independent <= n / 2)
    return FALSE;
  for (guint s = 0; s < n; s++) {
    double *v = rows + (gsize) s * size, norm = sqrt(noslip_nullspace_dot(size, v, v));
    for (guint i = 0; i < size && parts[s] > INDEPENDENT; i++)
      v[i] /= norm;
    if (parts[s] > INDEPENDENT)
      g_array_append_vals(independence->bases[s], v, size);
  }
  return TRUE;
}

NoslipIndependence *
noslip_independence_new(NoslipMotion *motion, const double *parameters, const NoslipStates *states)
{
  const NoslipSystem *system = motion->system;
  NoslipIndependence *independence = g_new0(NoslipIndependence, 1);
  independence->motion = motion;
  independence->parameters = parameters;
  independence->states = states;
  independence->size = system->m + system->n;
  independence->scale = g_new0(double, (gsize) independence->size + 1);
  independence->bases = g_new0(GArray *, states->n);
  for (guint i = 0; i < independence->size; i++) {
    double sum = 0;
    for (guint s = 0; s < states->n; s++)
      sum += fabs(noslip_states_row(states, s)[1 + i]) / states->n;
    independence->scale[i] = sum > 0 ? sum : 1;
  }
  for (guint s = 0; s < states->n; s++)
    independence->bases[s] = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < system->n_manifolds; i++)
    noslip_independence_add(independence, system->manifolds[i]);
  for (guint c = 0; c < motion->model->k; c++) {
    noslip_independence_add(independence, motion->model->phi[c]);
    if (system->constraints[c].holonomic)
      noslip_independence_add(independence, system->constraints[c].position);
  }
  return independence;
}

void
noslip_independence_free(NoslipIndependence *independence)
{
  if (independence == NULL)
    return;
  for (guint s = 0; s < independence->states->n; s++)
    g_array_unref(independence->bases[s]);
  g_free(independence->bases);
  g_free(independence->scale);
  g_free(independence);
}
