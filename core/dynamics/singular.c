/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The motion of a degenerate Lagrangian on its SODE submanifold S^X (I Theorem 4.6).
 *
 * State z = (x, y) on S^X, the zero set of psi^1 ... psi^s, all functions of the constraint algorithm
 * (constraint-algorithm.h). The acceleration solves
 *
 *   W ydot = F,   dpsi/dy ydot = - dpsi/dx rho y.
 *
 * On S^X these have a solution; where accelerations stay free (gauge freedom) the smallest one is taken, which is a
 * choice of gauge and no statement of mechanics. After each step the state is brought back to psi = 0. */
#include "core/dynamics/formulation.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "core/base/linear.h"
#include "core/dynamics/constraint-algorithm.h"
#include "core/system/program.h"

#define RANK_TOLERANCE 1e-10
#define PROJECTIONS_MOST 8
#define ON_SET 1e-14
#define SOLVED 1e-6 /* residual of the equations against their size: above it the state is off S^X */

typedef struct {
  const NoslipSystem *system;
  guint m, n, s;    /* s: functions of the algorithm, then the manifolds */
  NoslipTape *tape; /* (x, y) -> xdot (m), F (n), W (n x n), psi (s), dpsi/dx (s x m), dpsi/dy (s x n) */
} Singular;

typedef struct {
  const Singular *dynamics;
  NoslipTapeWork *tape;
  double *out;
  NoslipSvd *motion, *projection;
  double *matrix, *right, *solution;
} Work;

static guint
n_outputs(const Singular *self)
{
  return self->m + self->n + self->n * self->n + self->s * (1 + self->m + self->n);
}

static char *
singular_refusal(const NoslipSystem *system)
{
  if (system->k > 0)
    return g_strdup(_("it is for degenerate Lagrangians without constraints"));
  if (!noslip_system_is_degenerate(system))
    return g_strdup(_("the Lagrangian is regular: every formulation of the free motion applies"));
  return NULL;
}

static void
singular_destroy(gpointer dynamics)
{
  Singular *self = dynamics;
  noslip_tape_unref(self->tape);
  g_free(self);
}

static void
compile(Singular *self, NoslipConstraintAlgorithm *algorithm)
{
  NoslipModel *model = algorithm->model;
  const NoslipSystem *system = self->system;
  NoslipGraph *graph = model->graph;
  guint m = self->m, n = self->n, n_functions;
  g_autofree NoslipExpr *found = noslip_constraint_algorithm_functions(algorithm, &n_functions);
  self->s = n_functions + system->n_manifolds;
  g_autofree NoslipExpr *psi = g_new(NoslipExpr, self->s + 1);
  if (n_functions > 0)
    memcpy(psi, found, n_functions * sizeof *psi);
  for (guint i = 0; i < system->n_manifolds; i++)
    psi[n_functions + i] = system->manifolds[i];

  g_autofree NoslipExpr *out = g_new(NoslipExpr, n_outputs(self));
  NoslipExpr *next = out;
  memcpy(next, model->velocity, m * sizeof *next);
  next += m;
  memcpy(next, model->force, n * sizeof *next);
  next += n;
  memcpy(next, model->mass, (gsize) n * n * sizeof *next);
  next += n * n;
  memcpy(next, psi, self->s * sizeof *next);
  next += self->s;
  for (guint f = 0; f < self->s; f++)
    for (guint i = 0; i < m; i++)
      *next++ = noslip_expr_derivative(graph, psi[f], model->x[i]);
  for (guint f = 0; f < self->s; f++)
    for (guint a = 0; a < n; a++)
      *next++ = noslip_expr_derivative(graph, psi[f], model->y[a]);

  self->tape = noslip_program_of_state(system, graph, n_outputs(self), out);
}

static gpointer
singular_create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new(system, error);
  if (!algorithm)
    return NULL;
  if (algorithm->inconsistent) {
    if (error)
      *error = noslip_diagnostic_new(
          NOSLIP_ERROR, NOSLIP_CODE_SINGULAR, NULL, _("there is no motion to compute: change the Lagrangian"),
          _("the constraint algorithm ends with a contradiction, so '%s' has no motion at all"), system->id);
    return NULL;
  }
  Singular *self = g_new0(Singular, 1);
  self->system = system;
  self->m = system->m;
  self->n = system->n;
  compile(self, algorithm);
  return self;
}

static guint
singular_size(gconstpointer dynamics)
{
  const Singular *self = dynamics;
  return self->m + self->n;
}

static gpointer
singular_work_new(gconstpointer dynamics)
{
  const Singular *self = dynamics;
  guint rows = self->n + self->s, most = self->m + self->n;
  Work *work = g_new0(Work, 1);
  work->dynamics = self;
  work->tape = noslip_tape_work_new(self->tape);
  work->out = g_new0(double, n_outputs(self));
  work->motion = noslip_svd_new(rows, self->n);
  work->projection = self->s > 0 ? noslip_svd_new(self->s, most) : NULL;
  work->matrix = g_new0(double, (gsize) rows *most);
  work->right = g_new0(double, rows);
  work->solution = g_new0(double, 1 + most);
  return work;
}

static void
singular_work_free(gpointer data)
{
  Work *work = data;
  noslip_tape_work_free(work->tape);
  noslip_svd_free(work->motion);
  g_clear_pointer(&work->projection, noslip_svd_free);
  g_free(work->out);
  g_free(work->matrix);
  g_free(work->right);
  g_free(work->solution);
  g_free(work);
}

static void
singular_set_parameters(gpointer data, const double *parameters)
{
  Work *work = data;
  noslip_tape_set_constants(work->tape, parameters);
}

static void
evaluate(Work *work, double t, const double *z)
{
  work->solution[0] = t;
  memcpy(work->solution + 1, z, (work->dynamics->m + work->dynamics->n) * sizeof *z);
  noslip_tape_evaluate(work->tape, work->solution, work->out);
}

/* ydot at z; RANK_LOST where the equations contradict each other: z is not on S^X. */
static NoslipStepStatus
accelerate(Work *work, double t, const double *z, double *ydot)
{
  const Singular *self = work->dynamics;
  guint m = self->m, n = self->n, s = self->s;
  evaluate(work, t, z);
  const double *force = work->out + m, *mass = force + n, *psi_x = mass + n * n + s, *psi_y = psi_x + s * m;
  memcpy(work->matrix, mass, (gsize) n * n * sizeof *mass);
  memcpy(work->matrix + n * n, psi_y, (gsize) s * n * sizeof *psi_y);
  memcpy(work->right, force, n * sizeof *force);
  double size = 0;
  for (guint f = 0; f < s; f++) {
    work->right[n + f] = 0;
    for (guint i = 0; i < m; i++)
      work->right[n + f] -= psi_x[f * m + i] * work->out[i];
  }
  if (!noslip_svd_factor(work->motion, work->matrix))
    return NOSLIP_STEP_UNDEFINED;
  noslip_svd_solve(work->motion, RANK_TOLERANCE, work->right, ydot);
  double residual = 0;
  for (guint r = 0; r < n + s; r++) {
    double left = 0;
    for (guint a = 0; a < n; a++) {
      left += work->matrix[r * n + a] * ydot[a];
      size = fmax(size, fabs(work->matrix[r * n + a] * ydot[a]));
    }
    size = fmax(size, fabs(work->right[r]));
    residual = fmax(residual, fabs(left - work->right[r]));
  }
  if (!isfinite(residual))
    return NOSLIP_STEP_UNDEFINED;
  return residual <= SOLVED * (1 + size) ? NOSLIP_STEP_OK : NOSLIP_STEP_RANK_LOST;
}

static NoslipStepStatus
singular_accept(gpointer data, double t, double *z, gboolean stabilise, gboolean *changed)
{
  Work *work = data;
  const Singular *self = work->dynamics;
  guint m = self->m, n = self->n, s = self->s, d = m + n;
  *changed = FALSE;
  for (guint round = 0; stabilise && s > 0 && round < PROJECTIONS_MOST; round++) {
    evaluate(work, t, z);
    const double *psi = work->out + m + n + n * n, *psi_x = psi + s, *psi_y = psi_x + s * m;
    double off = 0;
    for (guint f = 0; f < s; f++) {
      work->right[f] = -psi[f];
      off = fmax(off, fabs(psi[f]));
      memcpy(work->matrix + f * d, psi_x + f * m, m * sizeof *psi_x);
      memcpy(work->matrix + f * d + m, psi_y + f * n, n * sizeof *psi_y);
    }
    if (off <= ON_SET)
      break;
    if (!noslip_svd_factor(work->projection, work->matrix))
      return NOSLIP_STEP_UNDEFINED;
    noslip_svd_solve(work->projection, RANK_TOLERANCE, work->right, work->solution);
    for (guint i = 0; i < d; i++)
      z[i] += work->solution[i];
    *changed = TRUE;
  }
  return NOSLIP_STEP_OK;
}

static NoslipStepStatus
singular_enter(gpointer data, double t, const double *xy, double *z)
{
  Work *work = data;
  const Singular *self = work->dynamics;
  gboolean changed;
  memcpy(z, xy, (self->m + self->n) * sizeof *z);
  NoslipStepStatus status = singular_accept(work, t, z, TRUE, &changed);
  return status == NOSLIP_STEP_OK ? accelerate(work, t, z, work->solution) : status;
}

static NoslipStepStatus
singular_rates(gpointer data, double t, const double *z, double *zdot)
{
  Work *work = data;
  const Singular *self = work->dynamics;
  NoslipStepStatus status = accelerate(work, t, z, zdot + self->m);
  memcpy(zdot, work->out, self->m * sizeof *zdot);
  return status;
}

static NoslipStepStatus
singular_observe(gpointer data, double t, const double *z, double *x, double *y, double *ydot, double *lambda)
{
  Work *work = data;
  memcpy(x, z, work->dynamics->m * sizeof *x);
  memcpy(y, z + work->dynamics->m, work->dynamics->n * sizeof *y);
  return accelerate(work, t, z, ydot);
}

static int
singular_failure(gconstpointer work)
{
  return -1;
}

const NoslipFormulation noslip_formulation_singular = {
    .id = NC_("formulation", "singular"),
    .title = N_("Singular Lagrangian"),
    .summary = N_("The constraint algorithm finds where motions exist; they run on its SODE submanifold."),
    .source =
        "Iglesias, Marrero, Martín de Diego, Sosa: Singular Lagrangian systems and variational constrained mechanics "
        "on Lie algebroids, sections 3 and 4",
    .latex = "i_X \\omega_L = d E_L, \\qquad E = E_0 \\supset E_1 \\supset \\cdots \\supset E_f \\supset S^X",
    .kind = NOSLIP_DYNAMICS_NONHOLONOMIC,
    .automatic = TRUE,
    .refusal = singular_refusal,
    .create = singular_create,
    .destroy = singular_destroy,
    .size = singular_size,
    .work_new = singular_work_new,
    .work_free = singular_work_free,
    .set_parameters = singular_set_parameters,
    .enter = singular_enter,
    .rates = singular_rates,
    .accept = singular_accept,
    .observe = singular_observe,
    .failure = singular_failure,
};
