/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constrained motion as the projection of the free one, xi = P(xi_L|_M) (M "Regular nonholonomic systems").
 *
 * F = omega_L^-1(Psi) is spanned by the vertical lifts Z^A = W^alpha beta Phi^A_beta V_alpha, and dphi^B(Z^A) = C^AB,
 * regular where the system is. So
 *     P = id - C_AB Z^A (x) dphi^B ,
 *     ydot = ydot_free - Z^A C_AB (Phi^B ydot_free + drift^B) ,   ydot_free = W^-1 F ,
 * and the same projector along Z^A brings a state back to M. */
#include "core/base/dense.h"
#include "core/dynamics/projection-private.h"
#include "core/expr/elimination.h"
#include "core/expr/tape.h"
#include "core/system/model.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#define PIVOT_LEAST 1e-4 /* of its size at the start: below, the pivoted solves take over */
#define RANK_LEAST 1e-9
#define RETURNS_MOST 10 /* Newton steps back to M */

typedef struct {
  NoslipModel *model;
  const NoslipSystem *system;
  guint m, n, k;
  NoslipExpr *variables;  /* t, x, y */
  NoslipExpr *parameters; /* symbols */
  NoslipExpr *rates;      /* xdot (m), ydot (n) */
  gboolean unrolled;
  guint n_watched;
  NoslipTape *projected;  /* -> xdot (m), ydot (n), varying pivots */
  NoslipTape *correction; /* -> Z^A C_AB phi^B (n) */
  NoslipTape *raw;        /* -> W (n x n), F (n), Phi (k x n), drift (k), phi (k), xdot (m) */
  pthread_mutex_t lock;   /* of the Jacobian and of the graph */
  NoslipTape *jacobian;
} Ambient;

typedef struct {
  Ambient *ambient;
  NoslipTapeWork *projected, *correction, *raw, *jacobian;
  double *parameters;
  double *variables, *outputs, *step, *zdot;
  double *reference;  /* sizes of the pivots at the start */
  gboolean dense;     /* the unrolled elimination is of no use here */
  NoslipDense *mass_solver, *constraint_solver;
  double *z;          /* Z^A, k x n */
  double *c;          /* C^AB, k x k */
  double *multiplier; /* k */
  int failure;
} AmbientWork;

static NoslipExpr *
new_exprs(guint n)
{
  return g_new0(NoslipExpr, n + 1);
}

static NoslipTape *
compile(const Ambient *ambient, guint n_outputs, const NoslipExpr *outputs)
{
  return noslip_tape_new(ambient->model->graph, ambient->system->n_parameters, ambient->parameters,
                         1 + ambient->m + ambient->n, ambient->variables, n_outputs, outputs);
}

/* free: W^-1 F (n); z: W^-1 Phi^T (n x k). */
static gboolean
raise_indices(const Ambient *ambient, NoslipExpr *free_rates, NoslipExpr *z, NoslipExpr *pivots)
{
  const NoslipModel *model = ambient->model;
  guint n = ambient->n, k = ambient->k;
  g_autofree NoslipExpr *a = g_memdup2(model->mass, n * n * sizeof(NoslipExpr));
  g_autofree NoslipExpr *b = new_exprs(n * (k + 1));
  for (guint alpha = 0; alpha < n; alpha++) {
    b[alpha * (k + 1)] = model->force[alpha];
    for (guint i = 0; i < k; i++)
      b[alpha * (k + 1) + 1 + i] = model->jacobian[i * n + alpha];
  }
  if (!noslip_elimination_solve(model->graph, n, a, k + 1, b, pivots, 1 + ambient->m + n, ambient->variables))
    return FALSE;
  for (guint alpha = 0; alpha < n; alpha++) {
    free_rates[alpha] = b[alpha * (k + 1)];
    memcpy(z + alpha * k, b + alpha * (k + 1) + 1, k * sizeof(NoslipExpr));
  }
  return TRUE;
}

/* right: C_AB dphi^B(xi_L) in column 0, C_AB phi^B in column 1; k x 2. */
static gboolean
solve_constraints(const Ambient *ambient, const NoslipExpr *free_rates, const NoslipExpr *z, NoslipExpr *right,
                  NoslipExpr *pivots)
{
  const NoslipModel *model = ambient->model;
  NoslipGraph *graph = model->graph;
  guint n = ambient->n, k = ambient->k;
  g_autofree NoslipExpr *c = new_exprs(k * k);
  g_autofree NoslipExpr *column = new_exprs(n);
  for (guint j = 0; j < k; j++) {
    for (guint alpha = 0; alpha < n; alpha++)
      column[alpha] = z[alpha * k + j];
    for (guint i = 0; i < k; i++)
      c[i * k + j] = noslip_expr_dot(graph, n, model->jacobian + i * n, column);
  }
  for (guint i = 0; i < k; i++) {
    NoslipExpr rate = noslip_expr_dot(graph, n, model->jacobian + i * n, free_rates);
    right[2 * i] = noslip_expr_add(graph, rate, model->drift[i]);
    right[2 * i + 1] = model->phi[i];
  }
  return noslip_elimination_solve(graph, k, c, 2, right, pivots, 1 + ambient->m + n, ambient->variables);
}

static void
compile_projected(Ambient *ambient)
{
  NoslipGraph *graph = ambient->model->graph;
  guint m = ambient->m, n = ambient->n, k = ambient->k;
  g_autofree NoslipExpr *free_rates = new_exprs(n);
  g_autofree NoslipExpr *z = new_exprs(n * k);
  g_autofree NoslipExpr *right = new_exprs(2 * k);
  g_autofree NoslipExpr *pivots = new_exprs(n + k);
  g_autofree NoslipExpr *outputs = new_exprs(m + 2 * n + k);
  g_autofree NoslipExpr *correction = new_exprs(n);
  g_autofree NoslipExpr *column = new_exprs(k);
  ambient->unrolled = raise_indices(ambient, free_rates, z, pivots) &&
                      solve_constraints(ambient, free_rates, z, right, pivots + n);
  if (!ambient->unrolled)
    return;
  memcpy(outputs, ambient->model->velocity, m * sizeof(NoslipExpr));
  for (guint alpha = 0; alpha < n; alpha++) {
    for (guint side = 0; side < 2; side++) {
      for (guint i = 0; i < k; i++)
        column[i] = right[2 * i + side];
      NoslipExpr normal = noslip_expr_dot(graph, k, z + alpha * k, column);
      if (side == 0)
        outputs[m + alpha] = noslip_expr_sub(graph, free_rates[alpha], normal);
      else
        correction[alpha] = normal;
    }
  }
  memcpy(ambient->rates, outputs, (m + n) * sizeof(NoslipExpr));
  for (guint i = 0; i < n + k; i++)
    if (noslip_expr_depends(graph, pivots[i], 1 + m + n, ambient->variables))
      outputs[m + n + ambient->n_watched++] = pivots[i];
  ambient->projected = compile(ambient, m + n + ambient->n_watched, outputs);
  ambient->correction = compile(ambient, n, correction);
}

static void
compile_raw(Ambient *ambient)
{
  const NoslipModel *model = ambient->model;
  guint m = ambient->m, n = ambient->n, k = ambient->k;
  g_autofree NoslipExpr *outputs = new_exprs(n * n + n + k * n + 2 * k + m);
  NoslipExpr *next = outputs;
  const struct {
    const NoslipExpr *exprs;
    guint count;
  } parts[] = {{model->mass, n * n}, {model->force, n}, {model->jacobian, k * n},
               {model->drift, k},    {model->phi, k},   {model->velocity, m}};
  for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
    memcpy(next, parts[i].exprs, parts[i].count * sizeof(NoslipExpr));
    next += parts[i].count;
  }
  ambient->raw = compile(ambient, (guint) (next - outputs), outputs);
}

static gpointer
create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  Ambient *ambient = g_new0(Ambient, 1);
  NoslipModel *model = ambient->model = noslip_model_new(system);
  ambient->system = system;
  ambient->m = model->m;
  ambient->n = model->n;
  ambient->k = model->k;
  ambient->variables = new_exprs(1 + model->m + model->n);
  ambient->variables[0] = system->t;
  memcpy(ambient->variables + 1, model->x, model->m * sizeof(NoslipExpr));
  memcpy(ambient->variables + 1 + model->m, model->y, model->n * sizeof(NoslipExpr));
  ambient->parameters = new_exprs(system->n_parameters);
  for (guint i = 0; i < system->n_parameters; i++)
    ambient->parameters[i] = system->parameters[i].symbol;
  ambient->rates = new_exprs(model->m + model->n);
  pthread_mutex_init(&ambient->lock, NULL);
  compile_projected(ambient);
  compile_raw(ambient);
  return ambient;
}

static void
destroy(gpointer data)
{
  Ambient *ambient = data;
  NoslipTape *tapes[] = {ambient->projected, ambient->correction, ambient->raw, ambient->jacobian};
  for (guint i = 0; i < G_N_ELEMENTS(tapes); i++)
    if (tapes[i])
      noslip_tape_unref(tapes[i]);
  pthread_mutex_destroy(&ambient->lock);
  noslip_model_free(ambient->model);
  g_free(ambient->variables);
  g_free(ambient->parameters);
  g_free(ambient->rates);
  g_free(ambient);
}

static guint
size(gconstpointer data)
{
  const Ambient *ambient = data;
  return ambient->m + ambient->n;
}

static gpointer
work_new(gconstpointer data)
{
  Ambient *ambient = (Ambient *) data;
  guint m = ambient->m, n = ambient->n, k = ambient->k, full = m + n;
  AmbientWork *work = g_new0(AmbientWork, 1);
  work->ambient = ambient;
  work->projected = ambient->unrolled ? noslip_tape_work_new(ambient->projected) : NULL;
  work->correction = ambient->unrolled ? noslip_tape_work_new(ambient->correction) : NULL;
  work->raw = noslip_tape_work_new(ambient->raw);
  work->parameters = g_new0(double, ambient->system->n_parameters + 1);
  work->variables = g_new0(double, 1 + full);
  work->outputs = g_new0(double, MAX(full * (full + 1), n * n + n + k * n + 2 * k + m) + k + 1);
  work->step = g_new0(double, n + 1);
  work->zdot = g_new0(double, full + 1);
  work->reference = g_new0(double, n + k + 1);
  work->mass_solver = noslip_dense_new(n);
  work->constraint_solver = noslip_dense_new(k);
  work->z = g_new0(double, k * n + 1);
  work->c = g_new0(double, k * k + 1);
  work->multiplier = g_new0(double, k + 1);
  work->failure = -1;
  return work;
}

static void
work_free(gpointer data)
{
  AmbientWork *work = data;
  NoslipTapeWork *works[] = {work->projected, work->correction, work->raw, work->jacobian};
  for (guint i = 0; i < G_N_ELEMENTS(works); i++)
    if (works[i])
      noslip_tape_work_free(works[i]);
  noslip_dense_free(work->mass_solver);
  noslip_dense_free(work->constraint_solver);
  double *arrays[] = {work->parameters, work->variables, work->outputs, work->step, work->zdot,
                      work->reference,  work->z,         work->c,       work->multiplier};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_free(arrays[i]);
  g_free(work);
}

static void
set_parameters(gpointer data, const double *parameters)
{
  AmbientWork *work = data;
  if (work->ambient->system->n_parameters > 0)
    memcpy(work->parameters, parameters, work->ambient->system->n_parameters * sizeof(double));
  NoslipTapeWork *works[] = {work->projected, work->correction, work->raw, work->jacobian};
  for (guint i = 0; i < G_N_ELEMENTS(works); i++)
    if (works[i])
      noslip_tape_set_constants(works[i], parameters);
}

static void
load(AmbientWork *work, double t, const double *z)
{
  work->variables[0] = t;
  memcpy(work->variables + 1, z, (work->ambient->m + work->ambient->n) * sizeof(double));
}

static NoslipStepStatus
not_regular(AmbientWork *work)
{
  const Ambient *ambient = work->ambient;
  guint n = ambient->n, k = ambient->k;
  double *phi = work->outputs + n * n + n;
  g_autofree guint *rows = g_new0(guint, k + 1);
  g_autofree guint *columns = g_new0(guint, k + 1);
  work->failure = -1;
  for (guint i = 0; i < n * n + n + k * n; i++)
    if (!isfinite(work->outputs[i]))
      return NOSLIP_STEP_UNDEFINED;
  guint rank = noslip_dense_pivots(k, n, phi, RANK_LEAST, NULL, rows, columns);
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

/* The same projection with pivoted solves. normal: what of `along` (n) leaves M, Z^A C_AB (Phi^B along + offset^B). */
static gboolean
project_dense(AmbientWork *work, const double *along, const double *offset, double *normal)
{
  const Ambient *ambient = work->ambient;
  guint n = ambient->n, k = ambient->k;
  const double *mass = work->outputs, *phi = mass + n * n + n;
  for (guint i = 0; i < k; i++) {
    if (!noslip_dense_solve(work->mass_solver, mass, phi + i * n, work->z + i * n))
      return FALSE;
    work->multiplier[i] = (along ? dot(n, phi + i * n, along) : 0) + offset[i];
  }
  for (guint i = 0; i < k; i++)
    for (guint j = 0; j < k; j++)
      work->c[i * k + j] = dot(n, phi + i * n, work->z + j * n);
  if (!noslip_dense_solve(work->constraint_solver, work->c, work->multiplier, work->multiplier))
    return FALSE;
  memset(normal, 0, n * sizeof(double));
  for (guint i = 0; i < k; i++)
    for (guint alpha = 0; alpha < n; alpha++)
      normal[alpha] += work->z[i * n + alpha] * work->multiplier[i];
  return TRUE;
}

static NoslipStepStatus
rates_dense(AmbientWork *work, double *zdot)
{
  const Ambient *ambient = work->ambient;
  guint m = ambient->m, n = ambient->n, k = ambient->k;
  noslip_tape_evaluate(work->raw, work->variables, work->outputs);
  const double *mass = work->outputs, *force = mass + n * n, *drift = force + n + k * n;
  double *ydot = zdot + m;
  memcpy(zdot, drift + 2 * k, m * sizeof(double));
  if (!noslip_dense_solve(work->mass_solver, mass, force, ydot) || !project_dense(work, ydot, drift, work->step))
    return not_regular(work);
  for (guint alpha = 0; alpha < n; alpha++)
    ydot[alpha] -= work->step[alpha];
  return NOSLIP_STEP_OK;
}

static NoslipStepStatus
rates(gpointer data, double t, const double *z, double *zdot)
{
  AmbientWork *work = data;
  const Ambient *ambient = work->ambient;
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
  AmbientWork *work = data;
  const Ambient *ambient = work->ambient;
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

/* Z^A C_AB phi^B at the variables, in `step`. */
static gboolean
distance_from_m(AmbientWork *work)
{
  const Ambient *ambient = work->ambient;
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
  AmbientWork *work = data;
  const Ambient *ambient = work->ambient;
  guint m = ambient->m, n = ambient->n;
  *changed = FALSE;
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
    if (step <= 1e-9 * largest) /* the next would be of the order of its square */
      break;
  }
  return NOSLIP_STEP_OK;
}

static NoslipStepStatus
observe(gpointer data, double t, const double *z, double *x, double *y, double *ydot, double *lambda)
{
  AmbientWork *work = data;
  const Ambient *ambient = work->ambient;
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
  const AmbientWork *work = data;
  return work->failure;
}

static NoslipTape *
jacobian_tape(Ambient *ambient)
{
  guint full = ambient->m + ambient->n;
  pthread_mutex_lock(&ambient->lock);
  if (!ambient->jacobian && ambient->unrolled) {
    g_autofree NoslipExpr *outputs = new_exprs(full * (full + 1));
    for (guint i = 0; i < full; i++) {
      for (guint j = 0; j < full; j++)
        outputs[i * full + j] =
          noslip_expr_derivative(ambient->model->graph, ambient->rates[i], ambient->variables[1 + j]);
      outputs[full * full + i] =
        noslip_expr_derivative(ambient->model->graph, ambient->rates[i], ambient->variables[0]);
    }
    ambient->jacobian = compile(ambient, full * (full + 1), outputs);
  }
  NoslipTape *tape = ambient->jacobian ? noslip_tape_ref(ambient->jacobian) : NULL;
  pthread_mutex_unlock(&ambient->lock);
  return tape;
}

static NoslipStepStatus
jacobian(gpointer data, double t, const double *z, double *dfdz, double *dfdt)
{
  AmbientWork *work = data;
  guint full = work->ambient->m + work->ambient->n;
  if (!work->jacobian) {
    g_autoptr(NoslipTape) tape = jacobian_tape(work->ambient);
    if (!tape)
      return NOSLIP_STEP_UNDEFINED;
    work->jacobian = noslip_tape_work_new(tape);
    noslip_tape_set_constants(work->jacobian, work->parameters);
  }
  load(work, t, z);
  noslip_tape_evaluate(work->jacobian, work->variables, work->outputs);
  memcpy(dfdz, work->outputs, full * full * sizeof(double));
  memcpy(dfdt, work->outputs + full * full, full * sizeof(double));
  return NOSLIP_STEP_OK;
}

const NoslipFormulation noslip_projection_ambient = {
  .create = create,
  .destroy = destroy,
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
