/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The discrete Lagrange-d'Alembert principle (Cortes, Martinez: Non-holonomic integrators, Nonlinearity 14 (2001)):
 * with L_d(q0, q1) = h L((q0 + q1)/2, (q1 - q0)/h),
 *
 *   D_1 L_d(q_k, q_k+1) + D_2 L_d(q_k-1, q_k) = Phi(q_k)^T lambda_k,   phi((q_k + q_k+1)/2, (q_k+1 - q_k)/h) = 0.
 *
 * On a Lie algebroid the velocity y at the middle x_ = (x_k + x_k+1)/2 is a separate unknown, and the variations are
 * those of Hamel's equations, delta x = rho eta, delta y = etadot + C y eta. With p = dL/dy and
 * F_a = rho^i_a dL/dx^i - C^c_ab y^b p_c + Q_a, all at (x_, y):
 *
 *   x_k+1 - x_k = h rho(x_) y,                  phi(x_, y) = 0,
 *   p - h/2 F   = p_k - Phi(x_k)^T lambda+,
 *   p_k+1       = p + h/2 F - Phi(x_k+1)^T lambda-,    p_k+1 = dL/dy(x_k+1, y_k+1),   phi(x_k+1, y_k+1) = 0.
 *
 * On TM with natural velocities p + h/2 F is D_2 L_d(q_k, q_k+1) and p - h/2 F is -D_1 L_d(q_k, q_k+1): eliminating the
 * nodal momentum p_k from the two equations at a node, with lambda_k = lambda+ + lambda-, gives the principle above.
 * With the nodal velocity y_k+1 it is a map of states with phi = 0. The map is its own adjoint (exchange the nodes and
 * h for -h), so its order is even, and as it is consistent, two. If the metric and Phi are constant in the frame, the
 * step is the midpoint rule for (x, p) with reactions: it keeps quadratic invariants to round-off, such as the energies
 * of the sleigh and the free body and its |p|^2, and keeps quaternions on their sphere. */
#include "core/integrate/geometric.h"

#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/dynamics/companion.h"
#include "core/integrate/method.h"
#include "core/integrate/newton.h"
#include "core/system/manifold.h"
#include "core/system/program.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define ITERATIONS_MOST 40

/* Compiled once for a dynamics. */
typedef struct {
  guint m, n, k;      /* k = 0 for free motions */
  NoslipTape *middle; /* (t, x, y) -> f = (rho y m, p n, F n, phi k), df/d(x, y) row by row */
  NoslipTape *node;   /* (t, x, y) -> p n, phi k, W n x n, Phi k x n */
  NoslipManifold *manifold;
} Program;

struct _NoslipGeometric {
  guint m, n, k, size; /* size = m + n + k */
  NoslipTapeWorkspace *middle_work, *node_work;
  double *middle_out, *node_out;
  NoslipManifoldWorkspace *manifold_work;
  NoslipNewton *middle_newton, *node_newton; /* size; n + k */
  double *matrix, *right;                    /* size x size, size */
  double *in;                                /* t, x, y */
  double *unknowns;                          /* x_, y, lambda+ */
  double *momentum;                          /* n: p_k, then the momentum left for the end of the step */
  double *reaction;                          /* k x n: Phi(x_k) */
  double *next;                              /* m + n: the state at the end; then lambda-, k */
  guint64 n_evaluations;
};

static NoslipTape *
compile(const NoslipModel *model, const GArray *outputs)
{
  return noslip_program_of_state(model->system, model->graph, outputs->len,
                                 (const NoslipExpr *) (gpointer) outputs->data);
}

NoslipExpr
noslip_geometric_force(const NoslipModel *model, guint a)
{
  NoslipExpr force = model->force[a];
  for (guint i = 0; i < model->m; i++) {
    NoslipExpr slope = noslip_expr_derivative(model->graph, model->momentum[a], model->x[i]);
    force = noslip_expr_add_product(model->graph, force, slope, model->velocity[i]);
  }
  return force;
}

static NoslipTape *
compile_middle(NoslipModel *model, guint k)
{
  guint m = model->m, n = model->n;
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_vals(outputs, model->velocity, m);
  g_array_append_vals(outputs, model->momentum, n);
  for (guint a = 0; a < n; a++) {
    NoslipExpr force = noslip_geometric_force(model, a);
    g_array_append_val(outputs, force);
  }
  g_array_append_vals(outputs, model->phi, k);
  for (guint f = 0; f < m + 2 * n + k; f++)
    for (guint v = 0; v < m + n; v++) {
      NoslipExpr symbol = v < m ? model->x[v] : model->y[v - m];
      NoslipExpr slope = noslip_expr_derivative(model->graph, g_array_index(outputs, NoslipExpr, f), symbol);
      g_array_append_val(outputs, slope);
    }
  return compile(model, outputs);
}

static NoslipTape *
compile_node(const NoslipModel *model, guint k)
{
  guint n = model->n;
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_vals(outputs, model->momentum, n);
  g_array_append_vals(outputs, model->phi, k);
  g_array_append_vals(outputs, model->mass, n * n);
  g_array_append_vals(outputs, model->jacobian, k * n);
  return compile(model, outputs);
}

NoslipDiagnostic *
noslip_geometric_refusal(const char *method, const NoslipSystem *system, NoslipDynamicsKind kind, const char *own)
{
  const char *reason = NULL;
  if (kind == NOSLIP_DYNAMICS_VAKONOMIC)
    reason = _("vakonomic dynamics follows another principle");
  else if (kind == NOSLIP_DYNAMICS_NONHOLONOMIC && noslip_system_constraint_class(system) == NOSLIP_NONLINEAR)
    reason = _("the constraints are not linear or affine in the velocities");
  else if (noslip_system_is_timed(system))
    reason = _("the Lagrangian or a constraint depends on the time t");
  else if (own != NULL)
    reason = own;
  else if (noslip_system_is_degenerate(system))
    reason = _("the Lagrangian is degenerate: momenta do not determine velocities");
  if (!reason)
    return NULL;
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, _("choose another method"),
                               _("method '%s' does not apply: %s"), method, reason);
}

static gpointer
create(NoslipDynamics *dynamics, NoslipDiagnostic **error)
{
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  NoslipDynamicsKind kind = noslip_dynamics_formulation(dynamics)->kind;
  NoslipDiagnostic *problem = noslip_geometric_refusal("dla", system, kind, NULL);
  if (problem) {
    *error = problem;
    return NULL;
  }
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  Program *program = g_new(Program, 1);
  guint k = kind == NOSLIP_DYNAMICS_FREE ? 0 : model->k;
  *program = (Program){model->m,
                       model->n,
                       k,
                       compile_middle(model, k),
                       compile_node(model, k),
                       noslip_manifold_new(system, kind != NOSLIP_DYNAMICS_FREE)};
  return program;
}

static void
destroy(gpointer data)
{
  Program *program = data;
  noslip_tape_unref(program->middle);
  noslip_tape_unref(program->node);
  noslip_manifold_free(program->manifold);
  g_free(program);
}

NoslipGeometric *
noslip_geometric_new(NoslipDynamics *dynamics, const double *parameters, NoslipDiagnostic **error)
{
  static const NoslipCompanionKind of_dla = {create, destroy};
  const Program *program = noslip_dynamics_companion(dynamics, &of_dla, error);
  if (program == NULL)
    return NULL;
  NoslipGeometric *geometric = g_new0(NoslipGeometric, 1);
  gsize m = geometric->m = program->m, n = geometric->n = program->n, k = geometric->k = program->k;
  gsize size = geometric->size = (guint) (m + n + k);
  geometric->middle_work = noslip_tape_workspace_new(program->middle);
  geometric->node_work = noslip_tape_workspace_new(program->node);
  geometric->middle_out = g_new0(double, (m + 2 * n + k) * (1 + m + n) + 1);
  geometric->node_out = g_new0(double, n + k + n * n + k * n + 1);
  geometric->manifold_work = noslip_manifold_workspace_new(program->manifold);
  geometric->middle_newton = noslip_newton_new((guint) size);
  geometric->node_newton = noslip_newton_new((guint) (n + k));
  geometric->matrix = g_new0(double, size *size + 1);
  geometric->right = g_new0(double, size + 1);
  geometric->in = g_new0(double, 1 + m + n);
  geometric->unknowns = g_new0(double, size + 1);
  geometric->momentum = g_new0(double, n + 1);
  geometric->reaction = g_new0(double, k *n + 1);
  geometric->next = g_new0(double, size + 1);
  noslip_tape_set_constants(geometric->middle_work, parameters);
  noslip_tape_set_constants(geometric->node_work, parameters);
  noslip_manifold_set_parameters(geometric->manifold_work, parameters);
  return geometric;
}

void
noslip_geometric_free(NoslipGeometric *geometric)
{
  if (!geometric)
    return;
  double *arrays[] = {geometric->middle_out, geometric->node_out, geometric->matrix,   geometric->right, geometric->in,
                      geometric->unknowns,   geometric->momentum, geometric->reaction, geometric->next};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_free(arrays[i]);
  noslip_tape_workspace_free(geometric->middle_work);
  noslip_tape_workspace_free(geometric->node_work);
  noslip_manifold_workspace_free(geometric->manifold_work);
  noslip_newton_free(geometric->middle_newton);
  noslip_newton_free(geometric->node_newton);
  g_free(geometric);
}

static void
geometric_forget(NoslipGeometric *geometric)
{
  noslip_newton_forget(geometric->middle_newton);
  noslip_newton_forget(geometric->node_newton);
}

/* Number of evaluations of the equations so far. */
static guint64
geometric_n_evaluations(const NoslipGeometric *geometric)
{
  return geometric->n_evaluations;
}

/* p, phi, W and Phi at a state. */
static void
evaluate_node(NoslipGeometric *geometric, double t, const double *xy)
{
  geometric->in[0] = t;
  memcpy(geometric->in + 1, xy, ((gsize) geometric->m + geometric->n) * sizeof(double));
  noslip_tape_evaluate(geometric->node_work, geometric->in, geometric->node_out);
}

/* Residuals and matrix of the first half, for (x_, y, lambda+):
 *   x_ - x_k - h/2 rho y = 0,   p - h/2 F - p_k + Phi(x_k)^T lambda+ = 0,   phi = 0. */
static void
evaluate_middle(NoslipGeometric *geometric, double t, double h, const double *x)
{
  gsize m = geometric->m, n = geometric->n, k = geometric->k, size = geometric->size, width = m + n;
  const double *u = geometric->unknowns, *velocity = geometric->middle_out, *momentum = velocity + m;
  const double *force = momentum + n, *phi = force + n, *slope = phi + k;
  double *right = geometric->right, *matrix = geometric->matrix;
  geometric->in[0] = t;
  memcpy(geometric->in + 1, u, width * sizeof(double));
  noslip_tape_evaluate(geometric->middle_work, geometric->in, geometric->middle_out);
  geometric->n_evaluations++;
  memset(matrix, 0, size * size * sizeof(double));
  for (gsize i = 0; i < m; i++) {
    right[i] = u[i] - x[i] - h / 2 * velocity[i];
    for (gsize v = 0; v < width; v++)
      matrix[i * size + v] = (v == i ? 1 : 0) - h / 2 * slope[i * width + v];
  }
  for (gsize a = 0; a < n; a++) {
    double *row = matrix + (m + a) * size;
    right[m + a] = momentum[a] - h / 2 * force[a] - geometric->momentum[a];
    for (gsize v = 0; v < width; v++)
      row[v] = slope[(m + a) * width + v] - h / 2 * slope[(m + n + a) * width + v];
    for (gsize c = 0; c < k; c++) {
      row[width + c] = geometric->reaction[c * n + a];
      right[m + a] += geometric->reaction[c * n + a] * u[width + c];
    }
  }
  for (gsize c = 0; c < k; c++) {
    right[width + c] = phi[c];
    memcpy(matrix + (width + c) * size, slope + (m + 2 * n + c) * width, width * sizeof(double));
  }
}

/* The same for the second half, for (y, lambda-) at x_k+1:  p + Phi^T lambda- - (momentum left by the first half) = 0,
 * phi = 0. */
static void
evaluate_end(NoslipGeometric *geometric, double t)
{
  gsize m = geometric->m, n = geometric->n, k = geometric->k, size = n + k;
  const double *out = geometric->node_out, *mass = out + n + k, *jacobian = mass + n * n;
  const double *lambda = geometric->next + m + n;
  double *right = geometric->right, *matrix = geometric->matrix;
  evaluate_node(geometric, t, geometric->next);
  geometric->n_evaluations++;
  memset(matrix, 0, size * size * sizeof(double));
  for (gsize a = 0; a < n; a++) {
    right[a] = out[a] - geometric->momentum[a];
    memcpy(matrix + a * size, mass + a * n, n * sizeof(double));
    for (gsize c = 0; c < k; c++) {
      right[a] += jacobian[c * n + a] * lambda[c];
      matrix[a * size + n + c] = matrix[(n + c) * size + a] = jacobian[c * n + a];
    }
  }
  memcpy(right + n, out + n, k * sizeof(double));
}

static NoslipStepStatus
solve_middle(NoslipGeometric *geometric, double t, double h, const double *xy)
{
  guint judged = geometric->m + geometric->n;
  double change = INFINITY, before;
  memcpy(geometric->unknowns, xy, judged * sizeof(double));
  memset(geometric->unknowns + judged, 0, geometric->k * sizeof(double));
  for (guint i = 0; i < ITERATIONS_MOST; i++) {
    evaluate_middle(geometric, t + h / 2, h, xy);
    before = change;
    NoslipStepStatus status = noslip_newton_step(geometric->middle_newton, geometric->matrix, geometric->right, judged,
                                                 geometric->unknowns, &change);
    if (status != NOSLIP_STEP_OK)
      return status;
    if (noslip_newton_has_converged(change, before))
      return NOSLIP_STEP_OK;
  }
  return change < NOSLIP_NEWTON_CONVERGED ? NOSLIP_STEP_OK : NOSLIP_STEP_UNDEFINED;
}

static NoslipStepStatus
solve_end(NoslipGeometric *geometric, double t)
{
  guint m = geometric->m, n = geometric->n, k = geometric->k;
  double change = INFINITY, before;
  memcpy(geometric->next + m, geometric->unknowns + m, n * sizeof(double));
  memset(geometric->next + m + n, 0, k * sizeof(double));
  for (guint i = 0; i < ITERATIONS_MOST; i++) {
    evaluate_end(geometric, t);
    before = change;
    NoslipStepStatus status = noslip_newton_step(geometric->node_newton, geometric->matrix, geometric->right, n,
                                                 geometric->next + m, &change);
    if (status != NOSLIP_STEP_OK)
      return status;
    if (noslip_newton_has_converged(change, before))
      return NOSLIP_STEP_OK;
  }
  return change < NOSLIP_NEWTON_CONVERGED ? NOSLIP_STEP_OK : NOSLIP_STEP_UNDEFINED;
}

NoslipStepStatus
noslip_geometric_step(NoslipGeometric *geometric, double t, double h, double *xy, gboolean stabilise)
{
  gsize m = geometric->m, n = geometric->n, k = geometric->k;
  evaluate_node(geometric, t, xy);
  memcpy(geometric->momentum, geometric->node_out, n * sizeof(double));
  memcpy(geometric->reaction, geometric->node_out + n + k + n * n, k * n * sizeof(double));
  NoslipStepStatus status = solve_middle(geometric, t, h, xy);
  if (status != NOSLIP_STEP_OK)
    return status;
  evaluate_middle(geometric, t + h / 2, h, xy);
  const double *velocity = geometric->middle_out, *momentum = velocity + m, *force = momentum + n;
  for (gsize i = 0; i < m; i++)
    geometric->next[i] = xy[i] + h * velocity[i];
  for (gsize a = 0; a < n; a++)
    geometric->momentum[a] = momentum[a] + h / 2 * force[a];
  if (stabilise)
    noslip_manifold_project(geometric->manifold_work, t + h, geometric->next, NULL);
  status = solve_end(geometric, t + h);
  if (status == NOSLIP_STEP_OK)
    memcpy(xy, geometric->next, (m + n) * sizeof(double));
  return status;
}

typedef struct {
  NoslipGeometric *geometric;
  gboolean stabilise;
  guint64 *n_evaluations; /* the caller's count */
} DlaWorkspace;

static gpointer
dla_create(const NoslipMethod *method, const NoslipMethodProblem *problem, NoslipDiagnostic **error)
{
  NoslipGeometric *geometric = noslip_geometric_new(problem->dynamics, problem->parameters, error);
  if (geometric == NULL)
    return NULL;
  DlaWorkspace *work = g_new0(DlaWorkspace, 1);
  *work = (DlaWorkspace){geometric, problem->stabilise, problem->n_evaluations};
  return work;
}

static void
dla_free(gpointer data)
{
  DlaWorkspace *work = data;
  noslip_geometric_free(work->geometric);
  g_free(work);
}

static void
dla_reset(gpointer data)
{
  DlaWorkspace *work = data;
  geometric_forget(work->geometric);
}

static NoslipStepStatus
dla_step(gpointer data, double t, double h, const NoslipMethodStep *step)
{
  DlaWorkspace *work = data;
  NoslipStepStatus status = noslip_geometric_step(work->geometric, t, h, step->state, work->stabilise);
  *work->n_evaluations = geometric_n_evaluations(work->geometric);
  return status;
}

const NoslipMethod noslip_method_dla = {
    .id = "dla",
    .title = N_("Discrete Lagrange-d'Alembert"),
    .documentation = N_("Equal steps; keeps the constraints, and the energy within bounds over long times."),
    .source = "J. Cortés, S. Martínez: Non-holonomic integrators (2001)",
    .order = 2,
    .kind = NOSLIP_METHOD_GEOMETRIC,
    .create = dla_create,
    .free = dla_free,
    .step = dla_step,
    .reset = dla_reset,
};
