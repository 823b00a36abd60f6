/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vakonomic dynamics (I 5) with regular R_ab: the motions that make the action stationary among the curves that
 * satisfy the constraints.
 *
 * State z = (x^i, p_alpha), coordinates of W_1 (I Remark 5.5). With the extended Lagrangian L + mu_A phi^A,
 *
 *   p_alpha = dL/dy^alpha + mu_A dphi^A/dy^alpha,   phi^A(x, y) = 0                                        (1)
 *   xdot^i  = rho^i_alpha y^alpha
 *   pdot_alpha = rho^i_alpha (dL/dx^i + mu_A dphi^A/dx^i) - C^gamma_alpha beta y^beta p_gamma                (2)
 *
 * At each evaluation (1) is solved for (y, mu) by Newton's method with the symmetric matrix
 *
 *   K = ( d2L/dy dy + mu_A d2phi^A/dy dy   Phi^T )
 *       ( Phi                              0     )
 *
 * from the last solution; one step is exact if L is quadratic and the constraints are affine. K is regular exactly if
 * R_ab of I Prop. 5.3 is (eliminate the dependent velocities and mu from K), so a loss of rank of K is the end of the
 * motion on W_1; a step across such a place is detected by the sign of det K. Differentiating (1) along the motion
 * gives (ydot, mudot) from the same matrix.
 *
 * A holonomic constraint f(t, x) = 0 enters by phi = df/dt. Up to a total derivative mu df/dt is -mudot f: the
 * multiplier of f, which the rows hold, is -mudot. */
#include "core/base/larger.h"
#include "core/base/linear.h"
#include "core/dynamics/formulation.h"
#include "core/dynamics/vakonomic-private.h"
#include "core/dynamics/vakonomic-workspace.h"
#include "core/system/manifold.h"
#include "core/system/model.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

#define SOLVED 1e-12 /* relative error of velocities and multipliers, tolerated at the start */

static void
compile(NoslipVakonomic *self, NoslipModel *model)
{
  NoslipGraph *graph = model->graph;
  const NoslipSystem *system = model->system;
  guint m = self->m, n = self->n, k = self->k;
  g_autofree NoslipExpr *in = g_new(NoslipExpr, m + 2 * n + k + 2);
  memcpy(in, model->x, m * sizeof *in);
  memcpy(in + m, model->y, n * sizeof *in);
  for (guint c = 0; c < k; c++)
    in[m + n + c] = system->constraints[c].mu;
  NoslipExpr *p = in + m + n + k;
  in[m + 2 * n + k] = system->t;
  for (guint a = 0; a < n; a++) {
    g_autofree char *name = g_strdup_printf("p_%u of vakonomic", a);
    p[a] = noslip_expr_symbol(graph, name);
  }

  g_autofree NoslipExpr *momentum = noslip_vakonomic_momentum(model);
  g_autofree NoslipExpr *solve = g_new(NoslipExpr, n + k + (n + k) * n);
  memcpy(solve, momentum, n * sizeof *solve);
  memcpy(solve + n, model->phi, k * sizeof *solve);
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      solve[n + k + a * n + b] = noslip_expr_derivative(graph, momentum[a], model->y[b]);
  memcpy(solve + n + k + n * n, model->jacobian, (gsize) k * n * sizeof *solve);
  self->solve = noslip_program_new(system, graph, m + 2 * n + k + 1, in, n + k + (n + k) * n, solve);

  g_autofree NoslipExpr *flow = g_new(NoslipExpr, m + 2 * n + k);
  memcpy(flow, model->velocity, m * sizeof *flow);
  noslip_vakonomic_momentum_rates(model, p, flow + m);
  for (guint a = 0; a < n; a++)
    flow[m + n + a] = noslip_model_base_rate(model, momentum[a]);
  for (guint c = 0; c < k; c++)
    flow[m + 2 * n + c] = noslip_model_base_rate(model, model->phi[c]);
  self->flow = noslip_program_new(system, graph, m + 2 * n + k + 1, in, m + 2 * n + k, flow);
  self->solved = noslip_vakonomic_solved(model, p);
  guint size = n + k, most = noslip_tape_n_operations(self->solve) + size * size * size;
  if (self->solved == NULL)
    self->step = noslip_vakonomic_step(model, p, m + 2 * n + k + 1, in, most);
}

static void
vakonomic_destroy(gpointer dynamics)
{
  NoslipVakonomic *self = dynamics;
  noslip_manifold_free(self->manifold);
  noslip_tape_unref(self->solve);
  noslip_tape_unref(self->flow);
  g_clear_pointer(&self->solved, noslip_tape_unref);
  g_clear_pointer(&self->step, noslip_tape_unref);
  g_free(self);
}

static gpointer
vakonomic_create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  NoslipVakonomic *self = g_new0(NoslipVakonomic, 1);
  self->system = system;
  self->m = model->m;
  self->n = model->n;
  self->k = model->k;
  if (noslip_system_n_positions(system, TRUE) > system->n_manifolds)
    self->manifold = noslip_manifold_new(system, TRUE);
  compile(self, model);
  return self;
}

static guint
vakonomic_size(gconstpointer dynamics)
{
  const NoslipVakonomic *self = dynamics;
  return self->m + self->n;
}

static gpointer
vakonomic_work_new(gconstpointer dynamics)
{
  const NoslipVakonomic *self = dynamics;
  guint size = self->n + self->k;
  NoslipVakonomicWorkspace *work = g_new0(NoslipVakonomicWorkspace, 1);
  work->dynamics = self;
  work->manifold = self->manifold != NULL ? noslip_manifold_workspace_new(self->manifold) : NULL;
  work->solve = noslip_tape_workspace_new(self->solve);
  work->flow = noslip_tape_workspace_new(self->flow);
  work->solved = self->solved != NULL ? noslip_tape_workspace_new(self->solved) : NULL;
  work->solved_in = g_new0(double, (gsize) self->m + self->n + 1);
  work->solved_out = g_new0(double, (gsize) self->m + self->n + 2 * (gsize) size + 1);
  work->step = self->step != NULL ? noslip_tape_workspace_new(self->step) : NULL;
  work->step_out = g_new0(double, 2 * (gsize) size + 1);
  work->pivots = g_new0(double, (gsize) size + 1);
  work->unit = g_new0(double, (gsize) size + 1);
  work->in = g_new0(double, self->m + size + self->n + 1);
  work->seed = g_new0(double, size + 1);
  work->system = g_new0(double, size + size * self->n);
  work->flow_out = g_new0(double, self->m + self->n + size);
  work->scale = g_new0(double, size + 1);
  work->k_matrix = g_new0(double, (gsize) size *size + 1);
  work->permutation = g_new0(guint, (gsize) size + 1);
  work->right = g_new0(double, (gsize) size + 1);
  work->delta = g_new0(double, (gsize) size + 1);
  work->failure = -1;
  return work;
}

static void
vakonomic_work_free(gpointer data)
{
  NoslipVakonomicWorkspace *work = data;
  noslip_manifold_workspace_free(work->manifold);
  noslip_tape_workspace_free(work->solve);
  noslip_tape_workspace_free(work->flow);
  g_clear_pointer(&work->solved, noslip_tape_workspace_free);
  g_clear_pointer(&work->step, noslip_tape_workspace_free);
  g_free(work->step_out);
  g_free(work->unit);
  g_free(work->solved_in);
  g_free(work->solved_out);
  g_free(work->pivots);
  g_free(work->in);
  g_free(work->seed);
  g_free(work->system);
  g_free(work->flow_out);
  g_free(work->scale);
  g_free(work->k_matrix);
  g_free(work->permutation);
  g_free(work->right);
  g_free(work->delta);
  g_free(work);
}

static void
vakonomic_set_parameters(gpointer data, const double *parameters)
{
  NoslipVakonomicWorkspace *work = data;
  if (work->manifold != NULL)
    noslip_manifold_set_parameters(work->manifold, parameters);
  noslip_tape_set_constants(work->solve, parameters);
  noslip_tape_set_constants(work->flow, parameters);
  if (work->solved != NULL)
    noslip_tape_set_constants(work->solved, parameters);
  if (work->step != NULL)
    noslip_tape_set_constants(work->step, parameters);
}

/* Stores t and z in work->in and solves (1). */
static NoslipStepStatus
at_state(NoslipVakonomicWorkspace *work, double t, const double *z)
{
  const NoslipVakonomic *self = work->dynamics;
  work->in[self->m + 2 * self->n + self->k] = t;
  memcpy(work->in, z, self->m * sizeof *z);
  memcpy(work->in + self->m + self->n + self->k, z + self->m, self->n * sizeof *z);
  return noslip_vakonomic_solve_velocities(work, z + self->m);
}

static const double *
evaluate_solved(NoslipVakonomicWorkspace *work, double t, const double *z)
{
  const NoslipVakonomic *self = work->dynamics;
  memcpy(work->solved_in, z, ((gsize) self->m + self->n) * sizeof *z);
  work->solved_in[self->m + self->n] = t;
  noslip_tape_evaluate(work->solved, work->solved_in, work->solved_out);
  return work->solved_out;
}

/* Stores the pivots at the start of the motion, unless the computed velocities and multipliers differ from the given
 * ones. */
static void
enter_solved(NoslipVakonomicWorkspace *work, double t, const double *z)
{
  const NoslipVakonomic *self = work->dynamics;
  guint m = self->m, n = self->n, size = n + self->k;
  double most = 0, apart = 0;
  if (work->solved == NULL && work->step == NULL)
    return;
  memcpy(work->in + m + size, z + m, n * sizeof *z);
  if (work->solved == NULL)
    noslip_tape_evaluate(work->step, work->in, work->step_out);
  const double *solution = work->solved != NULL ? evaluate_solved(work, t, z) + m + n : work->step_out;
  const double *pivots = solution + size;
  for (guint i = 0; i < size; i++) {
    double given = work->in[m + i], change = work->solved != NULL ? solution[i] - given : solution[i];
    most = fmax(most, fabs(given / work->scale[i]));
    double here = fabs(change / work->scale[i]);
    apart = noslip_larger(apart, here);
  }
  for (guint i = 0; i < size; i++)
    work->pivots[i] = apart <= SOLVED * most && isfinite(1 / pivots[i]) ? 1 / pivots[i] : 0;
}

/* The rates at z by the symbolic elimination, or NULL if Newton's method is more accurate; Newton's method also reports
 * errors. */
static const double *
solved_rates(NoslipVakonomicWorkspace *work, double t, const double *z)
{
  const NoslipVakonomic *self = work->dynamics;
  guint m = self->m, n = self->n, size = n + self->k;
  if (work->solved == NULL)
    return NULL;
  const double *out = evaluate_solved(work, t, z), *pivots = out + m + n + size;
  for (guint i = 0; i < size; i++)
    if (!(pivots[i] * work->pivots[i] > NOSLIP_VAKONOMIC_PIVOT_SHRUNK))
      return NULL;
  if (!noslip_all_finite(out, (gsize) m + n + size))
    return NULL;
  memcpy(work->in + m, out + m + n, size * sizeof *out); /* the result that Newton's method would have */
  return out;
}

static NoslipStepStatus
vakonomic_enter(gpointer data, double t, const double *xy, double *z)
{
  NoslipVakonomicWorkspace *work = data;
  const NoslipVakonomic *self = work->dynamics;
  memcpy(work->in, xy, (self->m + self->n + self->k) * sizeof *xy);
  work->in[self->m + 2 * self->n + self->k] = t;
  work->scaled = FALSE;
  NoslipStepStatus status = noslip_vakonomic_factorise(work);
  if (status != NOSLIP_STEP_OK)
    return status;
  work->entered = work->orientation;
  memcpy(z, xy, self->m * sizeof *z);
  memcpy(z + self->m, work->system, self->n * sizeof *z);
  enter_solved(work, t, z);
  return NOSLIP_STEP_OK;
}

static NoslipStepStatus
vakonomic_rates(gpointer data, double t, const double *z, double *zdot)
{
  NoslipVakonomicWorkspace *work = data;
  const NoslipVakonomic *self = work->dynamics;
  const double *rates = solved_rates(work, t, z);
  if (rates != NULL) {
    memcpy(zdot, rates, ((gsize) self->m + self->n) * sizeof *zdot);
    return NOSLIP_STEP_OK;
  }
  NoslipStepStatus status = at_state(work, t, z);
  if (status != NOSLIP_STEP_OK)
    return status;
  noslip_tape_evaluate(work->flow, work->in, work->flow_out);
  memcpy(zdot, work->flow_out, (self->m + self->n) * sizeof *zdot);
  return NOSLIP_STEP_OK;
}

/* phi = 0 holds by construction: (1) is solved at each evaluation. The positions may drift off their manifold. */
static NoslipStepStatus
vakonomic_accept(gpointer data, double t, double *z, gboolean stabilise, gboolean *changed)
{
  NoslipVakonomicWorkspace *work = data;
  *changed = stabilise && work->manifold != NULL && noslip_manifold_project(work->manifold, t, z, NULL) > 0;
  return NOSLIP_STEP_OK;
}

/* (1) differentiated along the motion: K (ydot, mudot) = (pdot - d(momentum)/dx xdot - d(momentum)/dt, -dphi/dx xdot
 * - dphi/dt). */
static NoslipStepStatus
vakonomic_observe(gpointer data, double t, const double *z, double *x, double *y, double *ydot, double *mu)
{
  NoslipVakonomicWorkspace *work = data;
  const NoslipVakonomic *self = work->dynamics;
  guint m = self->m, n = self->n, k = self->k;
  NoslipStepStatus status = at_state(work, t, z);
  if (status == NOSLIP_STEP_OK)
    status = noslip_vakonomic_factorise(work);
  if (status != NOSLIP_STEP_OK)
    return status;
  noslip_tape_evaluate(work->flow, work->in, work->flow_out);
  const double *pdot = work->flow_out + m, *base = pdot + n;
  for (guint a = 0; a < n; a++)
    work->right[a] = pdot[a] - base[a];
  for (guint c = 0; c < k; c++)
    work->right[n + c] = -base[n + c];
  noslip_vakonomic_solve_matrix(work);
  memcpy(x, z, m * sizeof *x);
  memcpy(y, work->in + m, n * sizeof *y);
  memcpy(mu, work->in + m + n, k * sizeof *mu);
  for (guint a = 0; a < n; a++)
    ydot[a] = work->delta[a] * work->scale[a];
  for (guint c = 0; c < k; c++)
    if (self->system->constraints[c].holonomic)
      mu[c] = -work->delta[n + c] * work->scale[n + c];
  return NOSLIP_STEP_OK;
}

static gboolean
vakonomic_flow(gconstpointer dynamics, const double *parameters, const double *xy, NoslipFlow *flow,
               NoslipDiagnostic **error)
{
  const NoslipVakonomic *self = dynamics;
  return noslip_vakonomic_flow(self->system, self->manifold, parameters, xy, flow, error);
}

static int
vakonomic_failure(gconstpointer data)
{
  const NoslipVakonomicWorkspace *work = data;
  return work->failure;
}

const NoslipFormulation noslip_vakonomic_regular = {
    .create = vakonomic_create,
    .destroy = vakonomic_destroy,
    .size = vakonomic_size,
    .work_new = vakonomic_work_new,
    .work_free = vakonomic_work_free,
    .set_parameters = vakonomic_set_parameters,
    .enter = vakonomic_enter,
    .rates = vakonomic_rates,
    .accept = vakonomic_accept,
    .observe = vakonomic_observe,
    .failure = vakonomic_failure,
    .flow = vakonomic_flow,
};
