/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Discrete Lagrange-d'Alembert mechanics on the Lie groupoid of an algebroid with constant structure functions: a Lie
 * group (no coordinates), the pair groupoid of a vector space (C = 0), or that of an action (Iglesias, Marrero, Martín
 * de Diego, Martínez: Discrete nonholonomic Lagrangian systems on Lie groupoids, J. Nonlinear Sci. 18 (2008)).
 *
 * An element from x_k to x_k+1 is (x_k, exp(h y)), and x_k+1 is where the flow of the section y takes x_k in the time
 * h. The discrete Lagrangian is L_d(x, y) = h/2 (L(x_k, y) + L(x_k+1, y)). Elements that are varied by eta at both ends
 * have
 *
 *   h delta y = dexp^-1(-h y) eta_k+1 - dexp^-1(h y) eta_k,   dexp(z) = 1 + ad_z/2! + ad_z^2/3! + ...,
 *
 * so that with p = dL/dy, its mean P over both ends and G_a = rho^i_a dL/dx^i + Q_a
 *
 *   dexp^-1(h y)^T P  - h/2 G(x_k, y)   = p_k - Phi(x_k)^T lambda+,      phi(x_k, y) + phi(x_k+1, y) = 0,
 *   dexp^-1(-h y)^T P + h/2 G(x_k+1, y) = p_k+1 + Phi(x_k+1)^T lambda-,  phi(x_k+1, y_k+1) = 0.
 *
 * The map is its own adjoint, so that its order is two. Without forces the momentum of a Lie group moves by the
 * coadjoint action: Casimir functions, and the momentum in space, are kept to round-off. */
#include "core/base/linear.h"
#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/dynamics/companion.h"
#include "core/integrate/geometric.h"
#include "core/integrate/method.h"
#include "core/integrate/newton.h"
#include "core/system/manifold.h"
#include "core/system/model.h"
#include "core/system/program.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#define ITERATIONS_MOST 40
#define SLOPE_STEP 1e-6 /* of finite differences, relative to the velocities */
#define FLOW_STEPS 2    /* steps of order 8 for the flow of a section */
#define SERIES_MOST 60  /* terms of dexp */

/* Compiled once for a dynamics. */
typedef struct {
  guint m, n, k;
  NoslipTape *node;      /* (t, x, y) -> p n, G n, phi k, W n x n, Phi k x n */
  NoslipTape *anchor;    /* rho y */
  NoslipTape *structure; /* C^c_ab at [(c * n + a) * n + b] */
  NoslipManifold *manifold;
} Program;

typedef struct {
  guint m, n, k, size; /* size = n + k */
  gboolean stabilise;
  guint64 *n_evaluations;
  NoslipTapeWorkspace *node_work, *anchor_work;
  double *structure; /* the program's output */
  NoslipManifoldWorkspace *manifold_work;
  gsl_odeiv2_step *flow;                      /* NULL without coordinates */
  NoslipLu *lu;                               /* n x n */
  NoslipNewton *element_newton, *node_newton; /* size each */
  double *begin, *end;                        /* outputs of `node` at both ends, with the velocity of the element */
  double *in, *error;                         /* t, x, y; m */
  double *ad, *power, *dexp;                  /* n x n each */
  double *x, *mean, *start, *reaction;        /* x_k+1, m; P, n; p_k, n; Phi(x_k), k x n */
  double *unknowns, *matrix, *right, *moved, *next; /* y and lambda; size x size; size; size; x, y and lambda */
} Groupoid;

/* G_a = rho^i_a dL/dx^i + Q_a: the model's force without the terms that come from the bracket and from the rate of
 * p. */
static NoslipExpr
force_of_place(const NoslipModel *model, guint a)
{
  NoslipGraph *graph = model->graph;
  guint n = model->n;
  NoslipExpr force = noslip_geometric_force(model, a);
  for (guint b = 0; b < n; b++)
    for (guint c = 0; c < n; c++) {
      NoslipExpr structure = model->system->structure[(c * n + a) * n + b];
      if (structure != NOSLIP_ZERO)
        force =
            noslip_expr_add_product(graph, force, structure, noslip_expr_mul(graph, model->y[b], model->momentum[c]));
    }
  return noslip_expr_simplify(graph, force);
}

static NoslipTape *
compile(const NoslipModel *model, const GArray *outputs)
{
  return noslip_program_of_state(model->system, model->graph, outputs->len,
                                 (const NoslipExpr *) (gconstpointer) outputs->data);
}

static NoslipTape *
compile_node(const NoslipModel *model, guint k)
{
  guint n = model->n;
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_vals(outputs, model->momentum, n);
  for (guint a = 0; a < n; a++) {
    NoslipExpr force = force_of_place(model, a);
    g_array_append_val(outputs, force);
  }
  g_array_append_vals(outputs, model->phi, k);
  g_array_append_vals(outputs, model->mass, n * n);
  g_array_append_vals(outputs, model->jacobian, k * n);
  return compile(model, outputs);
}

static NoslipTape *
compile_list(const NoslipModel *model, guint count, const NoslipExpr *exprs)
{
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_vals(outputs, exprs, count);
  return compile(model, outputs);
}

static gboolean
has_constant_structure(const NoslipSystem *system)
{
  for (guint i = 0; i < system->n * system->n * system->n; i++)
    for (guint j = 0; j < system->m; j++)
      if (noslip_expr_depends(system->graph, system->structure[i], 1, &system->coordinates[j].symbol))
        return FALSE;
  return TRUE;
}

/* Evaluates the node's outputs at (t, x, y). */
static void
evaluate(Groupoid *self, double t, const double *x, const double *y, double *out)
{
  self->in[0] = t;
  memcpy(self->in + 1, x, self->m * sizeof(double));
  memcpy(self->in + 1 + self->m, y, self->n * sizeof(double));
  noslip_tape_evaluate(self->node_work, self->in, out);
  ++*self->n_evaluations;
}

static int
anchor_rates(double t, const double x[], double rates[], void *data)
{
  Groupoid *self = data;
  memcpy(self->in + 1, x, self->m * sizeof(double));
  noslip_tape_evaluate(self->anchor_work, self->in, rates);
  return noslip_all_finite(rates, self->m) ? GSL_SUCCESS : GSL_EBADFUNC;
}

/* Computes x_k+1 from x_k along the section y. */
static gboolean
flow(Groupoid *self, double t, double h, const double *from, const double *y)
{
  const gsl_odeiv2_system equations = {anchor_rates, NULL, self->m, self};
  memcpy(self->x, from, self->m * sizeof(double));
  self->in[0] = t;
  memcpy(self->in + 1 + self->m, y, self->n * sizeof(double));
  for (guint i = 0; i < FLOW_STEPS && self->m > 0; i++)
    if (gsl_odeiv2_step_apply(self->flow, 0, h / FLOW_STEPS, self->x, self->error, NULL, NULL, &equations) !=
        GSL_SUCCESS)
      return FALSE;
  return TRUE;
}

/* result = (dexp^-1 of ad_z)^T p for z = h y. */
static gboolean
pull(Groupoid *self, double h, const double *y, const double *p, double *result)
{
  gsize n = self->n;
  double size = 1;
  for (gsize c = 0; c < n; c++)
    for (gsize b = 0; b < n; b++) {
      double sum = 0;
      for (gsize a = 0; a < n; a++)
        sum += self->structure[(c * n + a) * n + b] * y[a];
      self->ad[c * n + b] = h * sum;
      self->dexp[b * n + c] = self->power[c * n + b] = c == b; /* dexp is kept transposed */
    }
  for (guint j = 1; j < SERIES_MOST && size > DBL_EPSILON / 16; j++) {
    double *product = self->matrix; /* used as scratch here; large enough */
    size = 0;
    for (gsize c = 0; c < n; c++)
      for (gsize b = 0; b < n; b++) {
        double sum = 0;
        for (gsize a = 0; a < n; a++)
          sum += self->power[c * n + a] * self->ad[a * n + b];
        product[c * n + b] = sum / (j + 1);
        size = fmax(size, fabs(product[c * n + b]));
      }
    memcpy(self->power, product, n * n * sizeof(double));
    for (gsize c = 0; c < n; c++)
      for (gsize b = 0; b < n; b++)
        self->dexp[b * n + c] += product[c * n + b];
  }
  return noslip_lu_solve(self->lu, self->dexp, p, result);
}

/* The first two equations for (y, lambda+) as right[]; FALSE if they are undefined. */
static gboolean
evaluate_element(Groupoid *self, double t, double h, const double *from, const double *unknowns, double *right)
{
  gsize n = self->n, k = self->k;
  const double *y = unknowns, *lambda = unknowns + n;
  if (!flow(self, t, h, from, y))
    return FALSE;
  evaluate(self, t, from, y, self->begin);
  evaluate(self, t + h, self->x, y, self->end);
  for (gsize a = 0; a < n; a++)
    self->mean[a] = (self->begin[a] + self->end[a]) / 2;
  if (!pull(self, h, y, self->mean, right))
    return FALSE;
  for (gsize a = 0; a < n; a++) {
    right[a] -= h / 2 * self->begin[n + a] + self->start[a];
    for (gsize c = 0; c < k; c++)
      right[a] += self->reaction[c * n + a] * lambda[c];
  }
  for (gsize c = 0; c < k; c++)
    right[n + c] = (self->begin[2 * n + c] + self->end[2 * n + c]) / 2;
  return noslip_all_finite(right, self->size);
}

/* Computes the columns of the matrix: those of the velocities by central differences, those of the multipliers, in which
 * the equations are linear, exactly. */
static gboolean
find_slopes(Groupoid *self, double t, double h, const double *from, double *slopes)
{
  guint n = self->n, size = self->size;
  double scale = 1;
  for (guint i = 0; i < n; i++)
    scale = fmax(scale, fabs(self->unknowns[i]));
  for (guint i = 0; i < size; i++)
    for (guint c = 0; c < self->k; c++)
      slopes[i * size + n + c] = i < n ? self->reaction[c * n + i] : 0;
  for (guint j = 0; j < n; j++) {
    double kept = self->unknowns[j], by = SLOPE_STEP * scale;
    for (int side = -1; side <= 1; side += 2) {
      self->unknowns[j] = kept + side * by;
      if (!evaluate_element(self, t, h, from, self->unknowns, self->moved))
        return FALSE;
      for (guint i = 0; i < size; i++)
        slopes[i * size + j] = (side < 0 ? 0 : slopes[i * size + j]) + side * self->moved[i] / (2 * by);
    }
    self->unknowns[j] = kept;
  }
  return TRUE;
}

static NoslipStepStatus
solve_element(Groupoid *self, double t, double h, const double *xy, double *slopes)
{
  double change = INFINITY, before;
  memcpy(self->unknowns, xy + self->m, self->n * sizeof(double));
  memset(self->unknowns + self->n, 0, self->k * sizeof(double));
  if (!find_slopes(self, t, h, xy, slopes))
    return NOSLIP_STEP_UNDEFINED;
  for (guint i = 0; i < ITERATIONS_MOST; i++) {
    if (i > 0 && i % 8 == 0 && !find_slopes(self, t, h, xy, slopes))
      return NOSLIP_STEP_UNDEFINED;
    if (!evaluate_element(self, t, h, xy, self->unknowns, self->right))
      return NOSLIP_STEP_UNDEFINED;
    before = change;
    NoslipStepStatus status =
        noslip_newton_step(self->element_newton, slopes, self->right, self->n, self->unknowns, &change);
    if (status != NOSLIP_STEP_OK)
      return status;
    if (noslip_newton_has_converged(change, before))
      break;
  }
  gboolean converged = change < NOSLIP_NEWTON_CONVERGED;
  return converged && evaluate_element(self, t, h, xy, self->unknowns, self->right) ? NOSLIP_STEP_OK
                                                                                    : NOSLIP_STEP_UNDEFINED;
}

/* Solves for the velocity at the end, given the momentum there. */
static NoslipStepStatus
solve_end(Groupoid *self, double t, const double *momentum)
{
  gsize n = self->n, k = self->k, size = self->size;
  double change = INFINITY, before, *next = self->next + self->m, *lambda = next + n;
  memcpy(next, self->unknowns, n * sizeof(double));
  memset(lambda, 0, k * sizeof(double));
  for (guint i = 0; i < ITERATIONS_MOST; i++) {
    evaluate(self, t, self->next, next, self->end);
    const double *mass = self->end + 2 * n + k, *jacobian = mass + n * n;
    memset(self->matrix, 0, size * size * sizeof(double));
    for (gsize a = 0; a < n; a++) {
      self->right[a] = self->end[a] - momentum[a];
      memcpy(self->matrix + a * size, mass + a * n, n * sizeof(double));
      for (gsize c = 0; c < k; c++) {
        self->right[a] += jacobian[c * n + a] * lambda[c];
        self->matrix[a * size + n + c] = self->matrix[(n + c) * size + a] = jacobian[c * n + a];
      }
    }
    memcpy(self->right + n, self->end + 2 * n, k * sizeof(double));
    before = change;
    NoslipStepStatus status = noslip_newton_step(self->node_newton, self->matrix, self->right, self->n, next, &change);
    if (status != NOSLIP_STEP_OK)
      return status;
    if (noslip_newton_has_converged(change, before))
      return NOSLIP_STEP_OK;
  }
  return change < NOSLIP_NEWTON_CONVERGED ? NOSLIP_STEP_OK : NOSLIP_STEP_UNDEFINED;
}

static NoslipStepStatus
groupoid_step(gpointer data, double t, double h, const NoslipMethodStep *step)
{
  Groupoid *self = data;
  gsize m = self->m, n = self->n, k = self->k;
  double *xy = step->state, *slopes = self->next + m + self->size, *momentum = self->moved;
  evaluate(self, t, xy, xy + m, self->begin);
  memcpy(self->start, self->begin, n * sizeof(double));
  memcpy(self->reaction, self->begin + 2 * n + k + n * n, k * n * sizeof(double));
  NoslipStepStatus status = solve_element(self, t, h, xy, slopes);
  if (status != NOSLIP_STEP_OK)
    return status;
  if (!pull(self, -h, self->unknowns, self->mean, momentum))
    return NOSLIP_STEP_UNDEFINED;
  for (gsize a = 0; a < n; a++)
    momentum[a] += h / 2 * self->end[n + a];
  memcpy(self->next, self->x, m * sizeof(double));
  if (self->stabilise)
    noslip_manifold_project(self->manifold_work, t + h, self->next, NULL);
  status = solve_end(self, t + h, momentum);
  if (status == NOSLIP_STEP_OK)
    memcpy(xy, self->next, (m + n) * sizeof(double));
  return status;
}

static void
groupoid_reset(gpointer data)
{
  Groupoid *self = data;
  noslip_newton_forget(self->element_newton);
  noslip_newton_forget(self->node_newton);
}

static void
groupoid_free(gpointer data)
{
  Groupoid *self = data;
  double *arrays[] = {self->structure, self->begin, self->end,    self->in,    self->error, self->ad,
                      self->power,     self->dexp,  self->x,      self->mean,  self->start, self->reaction,
                      self->unknowns,  self->right, self->matrix, self->moved, self->next};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_free(arrays[i]);
  noslip_tape_workspace_free(self->node_work);
  noslip_tape_workspace_free(self->anchor_work);
  noslip_manifold_workspace_free(self->manifold_work);
  g_clear_pointer(&self->flow, gsl_odeiv2_step_free);
  noslip_lu_free(self->lu);
  noslip_newton_free(self->element_newton);
  noslip_newton_free(self->node_newton);
  g_free(self);
}

static void
allocate(Groupoid *self)
{
  gsize m = self->m, n = self->n, k = self->k, size = self->size, outputs = 2 * n + k + n * n + k * n;
  self->structure = g_new0(double, n *n *n + 1);
  self->begin = g_new0(double, outputs + 1);
  self->end = g_new0(double, outputs + 1);
  self->in = g_new0(double, 1 + m + n);
  self->error = g_new0(double, m + 1);
  self->ad = g_new0(double, n *n + 1);
  self->power = g_new0(double, n *n + 1);
  self->dexp = g_new0(double, n *n + 1);
  self->x = g_new0(double, m + 1);
  self->mean = g_new0(double, n + 1);
  self->start = g_new0(double, n + 1);
  self->reaction = g_new0(double, k *n + 1);
  self->unknowns = g_new0(double, size + 1);
  self->right = g_new0(double, size + 1);
  self->matrix = g_new0(double, size *size + 1);
  self->moved = g_new0(double, size + 1);
  self->next = g_new0(double, m + size + size * size + 1); /* the state at the end, lambda-, and the slopes */
  self->lu = noslip_lu_new(self->n);
  self->element_newton = noslip_newton_new(self->size);
  self->node_newton = noslip_newton_new(self->size);
  self->flow = m > 0 ? gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, m) : NULL;
}

static gpointer
create(NoslipDynamics *dynamics, NoslipDiagnostic **error)
{
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  NoslipDynamicsKind kind = noslip_dynamics_formulation(dynamics)->kind;
  const char *own = system->algebroid != NOSLIP_ALGEBROID_LIE || !has_constant_structure(system)
                        ? _("its brackets are not those of a Lie algebra with constant structure functions")
                        : NULL;
  NoslipDiagnostic *problem = noslip_geometric_refusal("groupoid", system, kind, own);
  if (problem != NULL) {
    *error = problem;
    return NULL;
  }
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  Program *program = g_new(Program, 1);
  guint n = model->n, k = kind == NOSLIP_DYNAMICS_FREE ? 0 : model->k;
  *program = (Program){model->m,
                       n,
                       k,
                       compile_node(model, k),
                       compile_list(model, model->m, model->velocity),
                       compile_list(model, n * n * n, system->structure),
                       noslip_manifold_new(system, k > 0)};
  return program;
}

static void
destroy(gpointer data)
{
  Program *program = data;
  noslip_tape_unref(program->node);
  noslip_tape_unref(program->anchor);
  noslip_tape_unref(program->structure);
  noslip_manifold_free(program->manifold);
  g_free(program);
}

static gpointer
groupoid_create(const NoslipMethod *method, const NoslipMethodProblem *problem, NoslipDiagnostic **error)
{
  static const NoslipCompanionKind of_groupoid = {create, destroy};
  const Program *program = noslip_dynamics_companion(problem->dynamics, &of_groupoid, error);
  if (program == NULL)
    return NULL;
  Groupoid *self = g_new0(Groupoid, 1);
  self->m = program->m;
  self->n = program->n;
  self->k = program->k;
  self->size = self->n + self->k;
  self->stabilise = problem->stabilise;
  self->n_evaluations = problem->n_evaluations;
  allocate(self);
  self->node_work = noslip_tape_workspace_new(program->node);
  self->anchor_work = noslip_tape_workspace_new(program->anchor);
  self->manifold_work = noslip_manifold_workspace_new(program->manifold);
  noslip_tape_set_constants(self->node_work, problem->parameters);
  noslip_tape_set_constants(self->anchor_work, problem->parameters);
  noslip_manifold_set_parameters(self->manifold_work, problem->parameters);
  NoslipTapeWorkspace *work = noslip_tape_workspace_new(program->structure);
  noslip_tape_set_constants(work, problem->parameters);
  noslip_tape_evaluate(work, self->in, self->structure);
  noslip_tape_workspace_free(work);
  return self;
}

const NoslipMethod noslip_method_groupoid = {
    .id = "groupoid",
    .title = N_("Discrete mechanics on a Lie groupoid"),
    .documentation = N_("Equal steps by elements of a Lie group: keeps momenta of symmetries and Casimir functions."),
    .source =
        "D. Iglesias, J. C. Marrero, D. Martín de Diego, E. Martínez: Discrete nonholonomic Lagrangian systems on "
        "Lie groupoids (2008)",
    .order = 2,
    .kind = NOSLIP_METHOD_GEOMETRIC,
    .create = groupoid_create,
    .free = groupoid_free,
    .step = groupoid_step,
    .reset = groupoid_reset,
};
