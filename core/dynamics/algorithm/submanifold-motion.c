/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/algorithm/submanifold-motion.h"

#include "core/base/larger.h"
#include "core/base/linear.h"
#include "core/dynamics/algorithm/row-selection.h"
#include "core/dynamics/algorithm/submanifold-solved.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

#define RANK_TOLERANCE NOSLIP_LINEAR_RANK
#define PROJECTIONS_MOST 8
#define ROUND_OFF 1e-15
#define ON_SET 1e-8         /* largest |psi|, relative to its terms, at which a motion may start */
#define SOLVED 1e-6         /* residual of the equations relative to their size: above it the state is off S^X */
#define MOST_SELECTED 16    /* limit of the unknowns that are solved for by elimination */
#define LEAST_ROW 1e-6      /* least independent part of a row, relative to the longest row */
#define SOLVED_BETWEEN 1e-4 /* the same inside a step, whose trial states are off the set by their error */

typedef struct {
  const NoslipSystem *system;
  guint m, n, s;                   /* s: functions of the algorithm, then the manifolds */
  NoslipTape *tape;                /* (x, y) -> xdot (m), F (n), W (n x n), psi (s), their terms (s), dpsi/dx (s x m),
                       dpsi/dy (s x n), dpsi/dt (s), the terms of F (n) */
  NoslipSubmanifoldSolved *solved; /* or NULL */
} Motion;

typedef struct {
  const Motion *dynamics;
  NoslipTapeWorkspace *tape;
  double *out;
  NoslipSubmanifoldSolvedWorkspace *solved; /* NULL if everything is solved in numbers */
  NoslipSvd *motion;
  double *matrix, *right, *solution;
  double *terms;       /* n + s: the absolute terms of the right sides */
  double *scale;       /* m + n: scales of the unknowns, from the state at the start of the motion */
  double force;        /* the reference size of equations of motion without accelerations, at the start, in scaled
                        * units */
  guint rank;          /* rank of the equations at the start */
  guint *selected;     /* n: rows that determine ydot at the start; the first `rank` if that is less than n */
  double *elimination; /* n x (n + 1) */
} Work;

static guint
n_outputs(const Motion *self)
{
  return self->m + 2 * self->n + self->n * self->n + self->s * (3 + self->m + self->n);
}

void
noslip_submanifold_motion_destroy(gpointer dynamics)
{
  Motion *self = dynamics;
  noslip_tape_unref(self->tape);
  noslip_submanifold_solved_free(self->solved);
  g_free(self);
}

static void
compile(Motion *self, const NoslipConstraintAlgorithm *algorithm)
{
  NoslipModel *model = algorithm->model;
  const NoslipSystem *system = self->system;
  NoslipGraph *graph = model->graph;
  guint m = self->m, n = self->n, n_functions;
  g_autofree NoslipExpr *found = noslip_constraint_algorithm_functions(algorithm, &n_functions);
  self->s = n_functions + system->n_manifolds + system->n_gauges;
  g_autofree NoslipExpr *psi = g_new(NoslipExpr, self->s + 1);
  if (n_functions > 0)
    memcpy(psi, found, n_functions * sizeof *psi);
  for (guint i = 0; i < system->n_manifolds; i++)
    psi[n_functions + i] = system->manifolds[i];
  for (guint i = 0; i < system->n_gauges; i++)
    psi[n_functions + system->n_manifolds + i] =
        noslip_expr_sub(graph, model->y[system->gauges[i].fibre], system->gauges[i].value);

  g_autofree NoslipExpr *out = g_new(NoslipExpr, n_outputs(self));
  NoslipExpr *next = out;
  memcpy(next, model->velocity, m * sizeof *next);
  next += m;
  memcpy(next, model->force, n * sizeof *next);
  next += n;
  for (guint i = 0; i < n * n; i++)
    *next++ = noslip_expr_simplify(graph, model->mass[i]);
  memcpy(next, psi, self->s * sizeof *next);
  next += self->s;
  for (guint f = 0; f < self->s; f++)
    *next++ = noslip_expr_magnitude(graph, psi[f]);
  for (guint f = 0; f < self->s; f++)
    for (guint i = 0; i < m; i++)
      *next++ = noslip_expr_derivative(graph, psi[f], model->x[i]);
  for (guint f = 0; f < self->s; f++)
    for (guint a = 0; a < n; a++)
      *next++ = noslip_expr_derivative(graph, psi[f], model->y[a]);
  for (guint f = 0; f < self->s; f++)
    *next++ = noslip_expr_derivative(graph, psi[f], system->t);
  for (guint a = 0; a < n; a++)
    *next++ = noslip_expr_magnitude(graph, model->force[a]);
  self->tape = noslip_program_of_state(system, graph, n_outputs(self), out);
  self->solved = noslip_submanifold_solved_new(algorithm, self->s, psi);
}

gpointer
noslip_submanifold_motion_new(const NoslipConstraintAlgorithm *algorithm)
{
  Motion *self = g_new0(Motion, 1);
  self->system = algorithm->model->system;
  self->m = self->system->m;
  self->n = self->system->n;
  compile(self, algorithm);
  return self;
}

guint
noslip_submanifold_motion_size(gconstpointer dynamics)
{
  const Motion *self = dynamics;
  return self->m + self->n;
}

gpointer
noslip_submanifold_motion_workspace_new(gconstpointer dynamics)
{
  const Motion *self = dynamics;
  guint rows = self->n + self->s, most = self->m + self->n;
  Work *work = g_new0(Work, 1);
  work->dynamics = self;
  work->tape = noslip_tape_workspace_new(self->tape);
  work->out = g_new0(double, n_outputs(self));
  work->solved = noslip_submanifold_solved_workspace_new(self->solved);
  work->motion = noslip_svd_new(rows, self->n);
  work->matrix = g_new0(double, (gsize) rows *most);
  work->right = g_new0(double, rows);
  work->terms = g_new0(double, rows);
  work->solution = g_new0(double, 1 + most);
  work->scale = g_new0(double, 1 + most);
  for (guint i = 0; i < most; i++)
    work->scale[i] = 1;
  work->force = 1;
  work->selected = g_new0(guint, self->n + 1);
  work->elimination = g_new0(double, (gsize) self->n *(self->n + 1) + 1);
  return work;
}

void
noslip_submanifold_motion_workspace_free(gpointer data)
{
  Work *work = data;
  noslip_tape_workspace_free(work->tape);
  noslip_submanifold_solved_workspace_free(work->solved);
  noslip_svd_free(work->motion);
  g_free(work->out);
  g_free(work->matrix);
  g_free(work->right);
  g_free(work->terms);
  g_free(work->solution);
  g_free(work->scale);
  g_free(work->selected);
  g_free(work->elimination);
  g_free(work);
}

void
noslip_submanifold_motion_set_parameters(gpointer data, const double *parameters)
{
  Work *work = data;
  noslip_tape_set_constants(work->tape, parameters);
  noslip_submanifold_solved_set_parameters(work->solved, parameters);
}

static void
evaluate(Work *work, double t, const double *z)
{
  work->solution[0] = t;
  memcpy(work->solution + 1, z, (work->dynamics->m + work->dynamics->n) * sizeof *z);
  noslip_tape_evaluate(work->tape, work->solution, work->out);
}

/* Collects the unscaled rows W and dpsi/dy of the equations at the state of the last evaluation. */
static void
collect_rows(Work *work)
{
  const Motion *self = work->dynamics;
  guint m = self->m, n = self->n, s = self->s;
  const double *mass = work->out + m + n, *psi_y = mass + n * n + 2 * s + s * m;
  memcpy(work->matrix, mass, (gsize) n * n * sizeof *mass);
  memcpy(work->matrix + n * n, psi_y, (gsize) s * n * sizeof *psi_y);
}

/* fmax() of a number and a value that may be NaN, without a call. */
static inline double
at_least(double least, double value)
{
  return value > least ? value : least;
}

/* Scales the columns by the scales of the unknowns, then each row with its right side by its largest entry. */
static void
scale_rows(Work *work, guint rows, guint columns, const double *scale)
{
  for (guint r = 0; r < rows; r++) {
    double *row = work->matrix + (gsize) r * columns, largest = 0;
    for (guint a = 0; a < columns; a++) {
      row[a] *= scale[a];
      largest = at_least(largest, fabs(row[a]));
    }
    for (guint a = 0; a < columns && largest > 0; a++)
      row[a] /= largest;
    if (largest > 0) {
      work->right[r] /= largest;
      work->terms[r] /= largest;
    }
  }
}

/* Collects the right sides F and -dpsi/dx xdot, and their absolute terms. */
static void
collect_right(Work *work)
{
  const Motion *self = work->dynamics;
  guint m = self->m, n = self->n, s = self->s;
  const double *force = work->out + m, *psi_x = force + n + n * n + 2 * s, *terms = work->out + n_outputs(self) - n;
  const double *psi_t = terms - s;
  memcpy(work->right, force, n * sizeof *force);
  memcpy(work->terms, terms, n * sizeof *terms);
  for (guint f = 0; f < s; f++) {
    work->right[n + f] = -psi_t[f];
    work->terms[n + f] = fabs(psi_t[f]);
    for (guint i = 0; i < m; i++) {
      work->right[n + f] -= psi_x[f * m + i] * work->out[i];
      work->terms[n + f] += fabs(psi_x[f * m + i] * work->out[i]);
    }
  }
}

/* Computes ydot from the rows of the scaled equations that were selected at the start; the least one if they do not
 * determine it. FALSE if these rows are no longer independent enough. */
static gboolean
solve_selected(Work *work, double *ydot)
{
  guint n = work->dynamics->n, rank = work->rank;
  double *right = work->elimination + (gsize) rank * n;
  if (n > MOST_SELECTED || rank == 0)
    return FALSE;
  if (rank == n)
    return noslip_row_selection_solve(n, work->matrix, work->right, work->selected, work->elimination, ydot);
  for (guint k = 0; k < rank; k++) {
    memcpy(work->elimination + (gsize) k * n, work->matrix + (gsize) work->selected[k] * n, n * sizeof *ydot);
    right[k] = work->right[work->selected[k]];
  }
  return noslip_all_finite(work->elimination, (gsize) rank * (n + 1)) &&
         noslip_linear_least_change(rank, n, work->elimination, right, LEAST_ROW, ydot) == rank;
}

/* Computes ydot from all equations by least squares, if the selected rows are not sufficient; RANK_LOST if the
 * equations determine less than at the start. */
static NoslipStepStatus
solve_all(Work *work, double *ydot)
{
  if (!noslip_svd_factor(work->motion, work->matrix))
    return NOSLIP_STEP_UNDEFINED;
  if (noslip_svd_rank(work->motion, RANK_TOLERANCE) < work->rank)
    return NOSLIP_STEP_RANK_LOST;
  noslip_svd_solve(work->motion, RANK_TOLERANCE, work->right, ydot);
  return NOSLIP_STEP_OK;
}

/* Computes ydot at z; RANK_LOST if the equations contradict each other by more than the fraction `solved` (z is not on
 * S^X) or determine less than at the start. A row dpsi/dt = 0 without accelerations means that the next function of the
 * algorithm vanishes, which is measured separately. */
static NoslipStepStatus
accelerate(Work *work, double t, const double *z, double solved, double *ydot)
{
  const Motion *self = work->dynamics;
  guint m = self->m, n = self->n, s = self->s;
  evaluate(work, t, z);
  const double *scale = work->scale + m;
  collect_rows(work);
  collect_right(work);
  scale_rows(work, n + s, n, scale);
  NoslipStepStatus solved_all = solve_selected(work, ydot) ? NOSLIP_STEP_OK : solve_all(work, ydot);
  if (solved_all != NOSLIP_STEP_OK)
    return solved_all;
  double residual = 0, size = 0;
  for (guint r = 0; r < n + s; r++) {
    double left = 0, largest = 0;
    for (guint a = 0; a < n; a++) {
      largest = at_least(largest, fabs(work->matrix[r * n + a]));
      left += work->matrix[r * n + a] * ydot[a];
      size = at_least(size, fabs(work->matrix[r * n + a] * ydot[a]));
    }
    if (r >= n && largest == 0 && isfinite(work->right[r]))
      continue;
    if (r < n && largest == 0) {
      work->right[r] *= scale[r] / work->force;
      work->terms[r] *= scale[r] / work->force;
    }
    size = at_least(size, work->terms[r]);
    double here = fabs(left - work->right[r]);
    residual = noslip_larger(residual, here);
  }
  for (guint a = 0; a < n; a++)
    ydot[a] *= scale[a];
  if (!isfinite(residual))
    return NOSLIP_STEP_UNDEFINED;
  return residual <= solved * size ? NOSLIP_STEP_OK : NOSLIP_STEP_RANK_LOST;
}

/* The largest |psi| relative to its terms, at the state of the last evaluation. */
static double
off_set(const Work *work)
{
  const Motion *self = work->dynamics;
  const double *psi = work->out + self->m + self->n + self->n * self->n;
  double largest = 0;
  for (guint f = 0; f < self->s; f++) {
    double scaled = psi[f] == 0 ? 0 : fabs(psi[f]) / psi[self->s + f];
    largest = noslip_larger(largest, scaled);
  }
  return largest;
}

NoslipStepStatus
noslip_submanifold_motion_accept(gpointer data, double t, double *z, gboolean stabilise, gboolean *changed)
{
  Work *work = data;
  const Motion *self = work->dynamics;
  guint m = self->m, n = self->n, s = self->s, d = m + n;
  double before = INFINITY;
  *changed = FALSE;
  for (guint round = 0; stabilise && s > 0 && round < PROJECTIONS_MOST; round++) {
    evaluate(work, t, z);
    double off = off_set(work);
    if (off <= ROUND_OFF || !(off < 0.5 * before))
      break;
    before = off;
    const double *psi = work->out + m + n + n * n, *psi_x = psi + 2 * s, *psi_y = psi_x + s * m;
    for (guint f = 0; f < s; f++) {
      work->right[f] = -psi[f];
      memcpy(work->matrix + f * d, psi_x + f * m, m * sizeof *psi_x);
      memcpy(work->matrix + f * d + m, psi_y + f * n, n * sizeof *psi_y);
    }
    scale_rows(work, s, d, work->scale);
    if (!noslip_all_finite(work->matrix, (gsize) s * d))
      return NOSLIP_STEP_UNDEFINED;
    noslip_linear_least_change(s, d, work->matrix, work->right, RANK_TOLERANCE, work->solution);
    for (guint i = 0; i < d; i++)
      z[i] += work->solution[i] * work->scale[i];
    *changed = TRUE;
  }
  return NOSLIP_STEP_OK;
}

/* Sets work->force to the largest entry of the scaled mass matrix, or without masses to the largest term of a force. */
static void
measure_force(Work *work)
{
  const Motion *self = work->dynamics;
  guint m = self->m, n = self->n;
  const double *mass = work->out + m + n, *terms = work->out + n_outputs(self) - n, *scale = work->scale + m;
  double largest = 0, of_forces = 0;
  for (guint a = 0; a < n; a++) {
    of_forces = fmax(of_forces, terms[a] * scale[a]);
    for (guint b = 0; b < n; b++)
      largest = fmax(largest, fabs(mass[a * n + b]) * scale[a] * scale[b]);
  }
  work->force = largest > 0 ? largest : of_forces > 0 ? of_forces : 1;
}

/* Sets the scales of the unknowns and the rank of the equations at z. */
static void
enter_rank(Work *work, double t, const double *z)
{
  const Motion *self = work->dynamics;
  guint m = self->m, n = self->n, s = self->s, rows = n + s, d = m + n;
  g_autofree double *row_scale = g_new(double, rows + d + 1);
  g_autofree double *both = g_new0(double, (gsize) rows *d + 1);
  evaluate(work, t, z);
  collect_rows(work);
  work->rank = noslip_linear_rank(rows, n, work->matrix, NULL);
  const double *psi_x = work->out + m + n + n * n + 2 * s;
  for (guint r = 0; r < rows; r++) {
    if (r >= n)
      memcpy(both + (gsize) r * d, psi_x + (r - n) * m, m * sizeof(double));
    memcpy(both + (gsize) r * d + m, work->matrix + (gsize) r * n, n * sizeof(double));
  }
  noslip_linear_balance(rows, d, both, row_scale, work->scale);
  scale_rows(work, rows, n, work->scale + m);
  noslip_row_selection_choose(rows, n, work->matrix, work->selected);
  measure_force(work);
}

/* Uses the symbolic solution from now on if it agrees with the numerical one. */
static void
enter_solved(Work *work, double t, const double *z, const double *ydot)
{
  const Motion *self = work->dynamics;
  if (work->solved != NULL && work->rank == self->n)
    noslip_submanifold_solved_enter(work->solved, t, z, ydot, work->scale + self->m);
}

NoslipStepStatus
noslip_submanifold_motion_enter(gpointer data, double t, const double *xy, double *z)
{
  Work *work = data;
  const Motion *self = work->dynamics;
  g_autofree double *ydot = g_new0(double, self->n + 1);
  memcpy(z, xy, (self->m + self->n) * sizeof *z);
  work->rank = 0;
  enter_rank(work, t, z);
  if (!(off_set(work) <= ON_SET))
    return NOSLIP_STEP_INCONSISTENT;
  NoslipStepStatus status = accelerate(work, t, z, SOLVED, ydot);
  if (status == NOSLIP_STEP_OK)
    enter_solved(work, t, z, ydot);
  return status;
}

NoslipStepStatus
noslip_submanifold_motion_rates(gpointer data, double t, const double *z, double *zdot)
{
  Work *work = data;
  const Motion *self = work->dynamics;
  if (work->solved != NULL && noslip_submanifold_solved_rates(work->solved, t, z, SOLVED_BETWEEN, zdot))
    return NOSLIP_STEP_OK;
  NoslipStepStatus status = accelerate(work, t, z, SOLVED_BETWEEN, zdot + self->m);
  memcpy(zdot, work->out, self->m * sizeof *zdot);
  return status;
}

NoslipStepStatus
noslip_submanifold_motion_observe(gpointer data, double t, const double *z, double *x, double *y, double *ydot,
                                  double *lambda)
{
  Work *work = data;
  memcpy(x, z, work->dynamics->m * sizeof *x);
  memcpy(y, z + work->dynamics->m, work->dynamics->n * sizeof *y);
  return accelerate(work, t, z, SOLVED, ydot);
}
