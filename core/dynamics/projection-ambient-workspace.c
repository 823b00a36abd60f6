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
#define HALVINGS 20     /* bisections of a step: the constraints' directions hardly turn in the remainder */
/* A constraint whose row of Phi will be 0 within this part of the time since the start vanishes. */
#define VANISHING 1e-7

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
  /* The start and the last accepted state: times, z, Phi with rows of size 1, and the sizes of its rows. */
  double t_start, t_before, *z_before, *phi_before, *sizes_before;
  double *phi_low, *z_between, *sizes; /* the same between two accepted states */
  double lost_at;                      /* time at which a refused step lost the rank of Phi; NaN: none did */
  int lost;                            /* the constraint that vanished then, or -1 */
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
  work->z_before = g_new0(double, full + 1);
  work->z_between = g_new0(double, full + 1);
  work->phi_before = g_new0(double, k *n + 1);
  work->phi_low = g_new0(double, k *n + 1);
  work->sizes_before = g_new0(double, k + 1);
  work->sizes = g_new0(double, k + 1);
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
  double *arrays[] = {work->parameters, work->variables, work->outputs,   work->step,         work->zdot,
                      work->reference,  work->z,         work->c,         work->multiplier,   work->z_before,
                      work->phi_before, work->phi_low,   work->z_between, work->sizes_before, work->sizes};
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

/* Phi at (t, z), in work->outputs: columns in units of the kinetic energy, rows of size 1; work->sizes are their sizes
 * before. */
static const double *
directions(AmbientWorkspace *work, double t, const double *z)
{
  guint n = work->ambient->n, k = work->ambient->k;
  double *phi = work->outputs + (gsize) n * n + n;
  load(work, t, z);
  noslip_tape_evaluate(work->raw, work->variables, work->outputs);
  for (guint i = 0; i < k; i++) {
    double sum = 0;
    for (guint j = 0; j < n; j++) {
      double scale = sqrt(fabs(work->outputs[j * n + j]));
      phi[i * n + j] /= scale > 0 && isfinite(scale) ? scale : 1;
      sum = hypot(sum, phi[i * n + j]);
    }
    for (guint j = 0; j < n; j++)
      phi[i * n + j] /= sum > 0 ? sum : 1;
    work->sizes[i] = sum;
  }
  return phi;
}

/* Sign of det(a b^T) of two k x n arrays. */
static double
orientation(AmbientWorkspace *work, const double *a, const double *b)
{
  guint n = work->ambient->n, k = work->ambient->k;
  for (guint i = 0; i < k; i++)
    for (guint j = 0; j < k; j++)
      work->c[i * k + j] = dot(n, a + (gsize) i * n, b + (gsize) j * n);
  return noslip_linear_determinant_sign(k, work->c, 0);
}

static void
remember(AmbientWorkspace *work, double t, const double *z)
{
  guint n = work->ambient->n, k = work->ambient->k;
  memcpy(work->phi_before, directions(work, t, z), (gsize) k * n * sizeof(double));
  memcpy(work->sizes_before, work->sizes, k * sizeof(double));
  memcpy(work->z_before, z, (work->ambient->m + n) * sizeof(double));
  work->t_before = t;
}

static const double *
directions_between(AmbientWorkspace *work, double t, const double *z, double part)
{
  for (guint i = 0; i < work->ambient->m + work->ambient->n; i++)
    work->z_between[i] = work->z_before[i] + part * (z[i] - work->z_before[i]);
  return directions(work, work->t_before + part * (t - work->t_before), work->z_between);
}

/* Whether the space of the rows of Phi turns over between the last accepted state and z, and not only turns round: a
 * row passes through zero, or rows through each other. work->lost_at is the time then. */
static gboolean
turns_over(AmbientWorkspace *work, double t, const double *z)
{
  guint n = work->ambient->n, k = work->ambient->k;
  double low = 0, high = 1;
  if (orientation(work, work->phi_before, directions(work, t, z)) >= 0)
    return FALSE;
  for (guint i = 0; i < HALVINGS; i++) {
    double part = 0.5 * (low + high);
    if (orientation(work, work->phi_before, directions_between(work, t, z, part)) < 0)
      high = part;
    else
      low = part;
  }
  double width = high - low; /* one of the two may be at the zero itself */
  memcpy(work->phi_low, directions_between(work, t, z, fmax(0, low - width)), (gsize) k * n * sizeof(double));
  const double *phi = directions_between(work, t, z, fmin(1, high + width));
  if (orientation(work, work->phi_low, phi) >= 0)
    return FALSE;
  work->lost_at = work->t_before + low * (t - work->t_before);
  work->lost = -1;
  for (guint i = 0; i < k && work->lost < 0; i++)
    work->lost = dot(n, work->phi_low + (gsize) i * n, phi + (gsize) i * n) < 0 ? (int) i : -1;
  return TRUE;
}

/* Whether Phi loses its rank on the way to z: it turns over, or a refused step has shown that it will by then, or a row
 * that went on as in this step would be 0 at once. */
static gboolean
loses_rank(AmbientWorkspace *work, double t, const double *z)
{
  double soon = VANISHING * fabs(t - work->t_start), part = fabs(t - work->t_before);
  if (turns_over(work, t, z) || (t - work->lost_at) * (t - work->t_before) >= 0) {
    work->failure = work->lost;
    return TRUE;
  }
  directions(work, t, z);
  work->failure = -1;
  for (guint i = 0; i < work->ambient->k && work->failure < 0; i++)
    if (work->sizes[i] * part < soon * (work->sizes_before[i] - work->sizes[i]))
      work->failure = (int) i;
  return work->failure >= 0;
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
  work->t_start = t;
  work->lost_at = (double) NAN;
  if (status == NOSLIP_STEP_OK)
    remember(work, t, z);
  load(work, t, z);
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

gboolean
noslip_ambient_is_dense(gconstpointer data)
{
  const AmbientWorkspace *work = data;
  return work->dense;
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
  if (ambient->k > 0 && loses_rank(work, t, z))
    return NOSLIP_STEP_RANK_LOST;
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
  if (ambient->k > 0)
    remember(work, t, z);
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
