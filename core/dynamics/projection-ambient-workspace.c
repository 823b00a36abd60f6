/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ambient projection in numbers: the unrolled program with watched pivots, and pivoted solves as a fallback. */
#include "core/base/linear.h"
#include "core/dynamics/projection-ambient.h"
#include "core/dynamics/projection-private.h"

#include <math.h>
#include <string.h>

#define PIVOT_LEAST 1e-4 /* a pivot below this fraction of its size at the start: the pivoted solves take over */
#define RANK_LEAST 1e-9
#define RETURNS_MOST 10 /* limit of the Newton steps back to M */

typedef struct {
  NoslipAmbient *ambient;
  NoslipTapeWorkspace *projected, *correction, *raw, *jacobian;
  double *parameters;
  double *variables, *outputs, *step, *zdot;
  double *reference; /* sizes of the pivots at the start */
  gboolean dense;    /* the unrolled elimination is not accurate here */
  NoslipLu *mass_solver, *constraint_solver;
  NoslipManifoldWorkspace *manifold; /* or NULL */
  double *z;                         /* Z^A, k x n */
  double *c;                         /* C^AB, k x k */
  double *multiplier;                /* k */
  int failure;
} AmbientWorkspace;

static guint
size(gconstpointer data)
{
  const NoslipAmbient *ambient = data;
  return ambient->m + ambient->n;
}

static gpointer
work_new(gconstpointer data)
{
  NoslipAmbient *ambient = (NoslipAmbient *) data;
  guint m = ambient->m, n = ambient->n, k = ambient->k, full = m + n;
  AmbientWorkspace *work = g_new0(AmbientWorkspace, 1);
  work->ambient = ambient;
  work->projected = ambient->unrolled ? noslip_tape_workspace_new(ambient->projected) : NULL;
  work->correction = ambient->unrolled ? noslip_tape_workspace_new(ambient->correction) : NULL;
  work->raw = noslip_tape_workspace_new(ambient->raw);
  work->parameters = g_new0(double, ambient->system->n_parameters + 1);
  work->variables = g_new0(double, 1 + full);
  work->outputs = g_new0(double, MAX(full * (full + 1), n * n + n + k * n + 2 * k + m) + k + 1);
  work->step = g_new0(double, n + 1);
  work->zdot = g_new0(double, full + 1);
  work->reference = g_new0(double, n + k + 1);
  work->manifold = ambient->manifold ? noslip_manifold_workspace_new(ambient->manifold) : NULL;
  work->mass_solver = noslip_lu_new(n);
  work->constraint_solver = noslip_lu_new(k);
  work->z = g_new0(double, k *n + 1);
  work->c = g_new0(double, k *k + 1);
  work->multiplier = g_new0(double, k + 1);
  work->failure = -1;
  return work;
}

static void
work_free(gpointer data)
{
  AmbientWorkspace *work = data;
  NoslipTapeWorkspace *works[] = {work->projected, work->correction, work->raw, work->jacobian};
  for (guint i = 0; i < G_N_ELEMENTS(works); i++)
    if (works[i])
      noslip_tape_workspace_free(works[i]);
  noslip_lu_free(work->mass_solver);
  noslip_manifold_workspace_free(work->manifold);
  noslip_lu_free(work->constraint_solver);
  double *arrays[] = {work->parameters, work->variables, work->outputs, work->step,      work->zdot,
                      work->reference,  work->z,         work->c,       work->multiplier};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_free(arrays[i]);
  g_free(work);
}

static void
set_parameters(gpointer data, const double *parameters)
{
  AmbientWorkspace *work = data;
  if (work->ambient->system->n_parameters > 0)
    memcpy(work->parameters, parameters, work->ambient->system->n_parameters * sizeof(double));
  NoslipTapeWorkspace *works[] = {work->projected, work->correction, work->raw, work->jacobian};
  for (guint i = 0; i < G_N_ELEMENTS(works); i++)
    if (works[i])
      noslip_tape_set_constants(works[i], parameters);
  if (work->manifold)
    noslip_manifold_set_parameters(work->manifold, work->parameters);
}

static void
load(AmbientWorkspace *work, double t, const double *z)
{
  work->variables[0] = t;
  memcpy(work->variables + 1, z, (work->ambient->m + work->ambient->n) * sizeof(double));
}

static NoslipStepStatus
not_regular(AmbientWorkspace *work)
{
  const NoslipAmbient *ambient = work->ambient;
  guint n = ambient->n, k = ambient->k;
  double *phi = work->outputs + n * n + n;
  g_autofree guint *rows = g_new0(guint, k + 1);
  g_autofree guint *columns = g_new0(guint, k + 1);
  work->failure = -1;
  for (guint i = 0; i < n * n + n + k * n; i++)
    if (!isfinite(work->outputs[i]))
      return NOSLIP_STEP_UNDEFINED;
  guint rank = noslip_linear_pivots(k, n, phi, RANK_LEAST, NULL, rows, columns);
  for (guint i = 0; i < k && rank < k; i++) {
    gboolean has_pivot = FALSE;
    for (guint s = 0; s < rank; s++)
      has_pivot |= rows[s] == i;
    if (!has_pivot)
      work->failure = (int) i;
  }
  return NOSLIP_STEP_RANK_LOST;
}

static double
dot(guint n, const double *a, const double *b)
{
  double sum = 0;
  for (guint i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* The same projection with pivoted solves. normal: the component of `along` (n) that leaves M, Z^A C_AB (Phi^B along +
 * offset^B). */
static gboolean
project_dense(AmbientWorkspace *work, const double *along, const double *offset, double *normal)
{
  const NoslipAmbient *ambient = work->ambient;
  guint n = ambient->n, k = ambient->k;
  const double *mass = work->outputs, *phi = mass + n * n + n;
  for (guint i = 0; i < k; i++) {
    if (!noslip_lu_solve(work->mass_solver, mass, phi + i * n, work->z + i * n))
      return FALSE;
    work->multiplier[i] = (along ? dot(n, phi + i * n, along) : 0) + offset[i];
  }
  for (guint i = 0; i < k; i++)
    for (guint j = 0; j < k; j++)
      work->c[i * k + j] = dot(n, phi + i * n, work->z + j * n);
  if (!noslip_lu_solve(work->constraint_solver, work->c, work->multiplier, work->multiplier))
    return FALSE;
  memset(normal, 0, n * sizeof(double));
  for (guint i = 0; i < k; i++)
    for (guint alpha = 0; alpha < n; alpha++)
      normal[alpha] += work->z[i * n + alpha] * work->multiplier[i];
  return TRUE;
}

static NoslipStepStatus
rates_dense(AmbientWorkspace *work, double *zdot)
{
  const NoslipAmbient *ambient = work->ambient;
  guint m = ambient->m, n = ambient->n, k = ambient->k;
  noslip_tape_evaluate(work->raw, work->variables, work->outputs);
  const double *mass = work->outputs, *force = mass + n * n, *drift = force + n + k * n;
  double *ydot = zdot + m;
  memcpy(zdot, drift + 2 * k, m * sizeof(double));
  if (!noslip_lu_solve(work->mass_solver, mass, force, ydot) || !project_dense(work, ydot, drift, work->step))
    return not_regular(work);
  for (guint alpha = 0; alpha < n; alpha++)
    ydot[alpha] -= work->step[alpha];
  return NOSLIP_STEP_OK;
}

static NoslipStepStatus
rates(gpointer data, double t, const double *z, double *zdot)
{
  AmbientWorkspace *work = data;
  const NoslipAmbient *ambient = work->ambient;
  guint full = ambient->m + ambient->n;
  load(work, t, z);
  if (work->dense)
    return rates_dense(work, zdot);
  noslip_tape_evaluate(work->projected, work->variables, work->outputs);
  for (guint i = 0; i < ambient->n_watched; i++)
    if (!(fabs(work->outputs[full + i]) >= PIVOT_LEAST * work->reference[i]))
      return rates_dense(work, zdot);
  memcpy(zdot, work->outputs, full * sizeof(double));
  return NOSLIP_STEP_OK;
}

static NoslipStepStatus
enter(gpointer data, double t, const double *xy, double *z)
{
  AmbientWorkspace *work = data;
  const NoslipAmbient *ambient = work->ambient;
  guint m = ambient->m, n = ambient->n, full = m + n;
  g_autofree double *exact = g_new0(double, full + 1);
  memmove(z, xy, full * sizeof(double));
  load(work, t, z);
  NoslipStepStatus status = rates_dense(work, exact);
  work->dense = !ambient->unrolled;
  if (status != NOSLIP_STEP_OK || work->dense)
    return status;
  noslip_tape_evaluate(work->projected, work->variables, work->outputs);
  double largest = 0, difference = 0;
  for (guint i = m; i < full; i++) {
    double off = fabs(exact[i] - work->outputs[i]);
    largest = fmax(largest, fabs(exact[i]));
    difference = isfinite(off) ? fmax(difference, off) : INFINITY;
  }
  work->dense = !(difference <= 1e-7 * largest + 1e-12);
  for (guint i = 0; i < ambient->n_watched; i++)
    work->reference[i] = fabs(work->outputs[full + i]);
  return NOSLIP_STEP_OK;
}

/* Computes Z^A C_AB phi^B at the present variables, in `step`. */
static gboolean
distance_from_m(AmbientWorkspace *work)
{
  const NoslipAmbient *ambient = work->ambient;
  guint n = ambient->n, k = ambient->k;
  if (!work->dense) {
    noslip_tape_evaluate(work->correction, work->variables, work->step);
    if (isfinite(dot(n, work->step, work->step)))
      return TRUE;
  }
  noslip_tape_evaluate(work->raw, work->variables, work->outputs);
  return project_dense(work, NULL, work->outputs + n * n + n + k * n + k, work->step);
}

/* Newton steps y -= Z^A C_AB phi^B, each W-orthogonal to D. */
static NoslipStepStatus
accept(gpointer data, double t, double *z, gboolean stabilise, gboolean *changed)
{
  AmbientWorkspace *work = data;
  const NoslipAmbient *ambient = work->ambient;
  guint m = ambient->m, n = ambient->n;
  *changed = stabilise && work->manifold && noslip_manifold_project(work->manifold, t, z, NULL) > 0;
  for (guint i = 0; stabilise && ambient->k > 0 && i < RETURNS_MOST; i++) {
    double largest = 0, step = 0;
    load(work, t, z);
    if (!distance_from_m(work))
      return not_regular(work);
    for (guint alpha = 0; alpha < n; alpha++) {
      largest = fmax(largest, fabs(z[m + alpha]));
      step = fmax(step, fabs(work->step[alpha]));
    }
    if (!(step > 4e-16 * largest))
      break;
    for (guint alpha = 0; alpha < n; alpha++)
      z[m + alpha] -= work->step[alpha];
    *changed = TRUE;
    if (step <= 1e-9 * largest) /* the next step would be of the order of its square */
      break;
  }
  return NOSLIP_STEP_OK;
}

static NoslipStepStatus
observe(gpointer data, double t, const double *z, double *x, double *y, double *ydot, double *lambda)
{
  AmbientWorkspace *work = data;
  const NoslipAmbient *ambient = work->ambient;
  guint m = ambient->m, n = ambient->n;
  double *zdot = work->zdot;
  NoslipStepStatus status = rates(work, t, z, zdot);
  if (status != NOSLIP_STEP_OK)
    return status;
  memcpy(x, z, m * sizeof(double));
  memcpy(y, z + m, n * sizeof(double));
  memcpy(ydot, zdot + m, n * sizeof(double));
  for (guint i = 0; lambda && i < ambient->k; i++)
    lambda[i] = NAN;
  return NOSLIP_STEP_OK;
}

static int
failure(gconstpointer data)
{
  const AmbientWorkspace *work = data;
  return work->failure;
}

static NoslipStepStatus
jacobian(gpointer data, double t, const double *z, double *dfdz, double *dfdt)
{
  AmbientWorkspace *work = data;
  guint full = work->ambient->m + work->ambient->n;
  if (!work->jacobian) {
    g_autoptr(NoslipTape) tape = noslip_ambient_jacobian_tape(work->ambient);
    if (!tape)
      return NOSLIP_STEP_UNDEFINED;
    work->jacobian = noslip_tape_workspace_new(tape);
    noslip_tape_set_constants(work->jacobian, work->parameters);
  }
  load(work, t, z);
  noslip_tape_evaluate(work->jacobian, work->variables, work->outputs);
  memcpy(dfdz, work->outputs, full * full * sizeof(double));
  memcpy(dfdt, work->outputs + full * full, full * sizeof(double));
  return NOSLIP_STEP_OK;
}

const NoslipFormulation noslip_projection_ambient = {
    .create = noslip_ambient_new,
    .destroy = noslip_ambient_free,
    .size = size,
    .work_new = work_new,
    .work_free = work_free,
    .set_parameters = set_parameters,
    .enter = enter,
    .rates = rates,
    .accept = accept,
    .observe = observe,
    .failure = failure,
    .jacobian = jacobian,
};
