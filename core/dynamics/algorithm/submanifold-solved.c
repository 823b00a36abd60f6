/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/algorithm/submanifold-solved.h"

#include "core/dynamics/algorithm/row-selection.h"
#include "core/expr/elimination.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

#define PRODUCTS_MOST 5000
#define UNKNOWNS_MOST 16
#define LEAST_PIVOT 1e-3 /* least pivot, relative to its size at the start */
#define AGREE 1e-8       /* allowed difference of the solutions at the start, relative to the largest acceleration */

struct _NoslipSubmanifoldSolved {
  guint m, n, rest; /* rest: rows whose residual does not vanish symbolically */
  NoslipTape *tape; /* t, x, y -> xdot (m), ydot (n), pivots (n), residuals (rest), their terms (rest) */
};

struct _NoslipSubmanifoldSolvedWorkspace {
  const NoslipSubmanifoldSolved *solved;
  NoslipTapeWorkspace *tape;
  double *out, *pivots; /* pivots: lower bound of each, n */
  gboolean used;
};

/* The rows of the equations: coefficients (rows x n), right sides and their absolute terms. */
typedef struct {
  NoslipModel *model;
  guint rows, n;
  NoslipExpr *coefficients, *right, *terms;
} Rows;

static NoslipExpr
size_of(NoslipGraph *graph, NoslipExpr e)
{
  return noslip_expr_apply(graph, NOSLIP_OP_ABS, 1, &e);
}

static void
rows_init(Rows *self, NoslipModel *model, guint n_psi, const NoslipExpr *psi)
{
  NoslipGraph *graph = model->graph;
  guint n = model->n;
  *self = (Rows){.model = model, .rows = n + n_psi, .n = n};
  self->coefficients = noslip_exprs_new((gsize) self->rows * n);
  self->right = noslip_exprs_new(self->rows);
  self->terms = noslip_exprs_new(self->rows);
  for (guint r = 0; r < n; r++) {
    for (guint a = 0; a < n; a++)
      self->coefficients[r * n + a] = noslip_expr_simplify(graph, model->mass[r * n + a]);
    self->right[r] = model->force[r];
    self->terms[r] = noslip_expr_magnitude(graph, model->force[r]);
  }
  for (guint f = 0; f < n_psi; f++) {
    NoslipExpr slope = noslip_expr_derivative(graph, psi[f], model->system->t);
    NoslipExpr *right = &self->right[n + f], *terms = &self->terms[n + f];
    for (guint a = 0; a < n; a++)
      self->coefficients[(n + f) * n + a] = noslip_expr_derivative(graph, psi[f], model->y[a]);
    *right = noslip_expr_neg(graph, slope);
    *terms = size_of(graph, slope);
    for (guint i = 0; i < model->m; i++) {
      NoslipExpr along = noslip_expr_mul(graph, noslip_expr_derivative(graph, psi[f], model->x[i]), model->velocity[i]);
      *right = noslip_expr_sub(graph, *right, along);
      *terms = noslip_expr_add(graph, *terms, size_of(graph, along));
    }
  }
}

static void
rows_clear(Rows *self)
{
  g_free(self->coefficients);
  g_free(self->right);
  g_free(self->terms);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Rows, rows_clear)

/* Selects n rows with large pivots at a point of the submanifold. */
static gboolean
select_rows(const Rows *self, const NoslipConstraintPoints *points, guint *selected)
{
  g_autofree double *matrix = g_new0(double, (gsize) self->rows * self->n + 1);
  if (points->n_points == 0 || self->n == 0 || self->n > UNKNOWNS_MOST)
    return FALSE;
  for (guint r = 0; r < self->rows; r++) {
    double *row = matrix + (gsize) r * self->n, largest = 0;
    for (guint a = 0; a < self->n; a++) {
      row[a] = noslip_expr_value(self->model->graph, self->coefficients[r * self->n + a], points->n_symbols,
                                 points->symbols, points->values);
      largest = fmax(largest, fabs(row[a]));
    }
    for (guint a = 0; a < self->n && largest > 0; a++)
      row[a] /= largest;
  }
  noslip_row_selection_choose(self->rows, self->n, matrix, selected);
  return TRUE;
}

static gboolean
is_selected(guint n, const guint *selected, guint row)
{
  for (guint k = 0; k < n; k++)
    if (selected[k] == row)
      return TRUE;
  return FALSE;
}

/* Appends the residuals of the other rows at this ydot, and the sums of their absolute terms. */
static void
add_residuals(const Rows *self, const guint *selected, const NoslipExpr *ydot, GArray *residuals, GArray *terms)
{
  NoslipGraph *graph = self->model->graph;
  for (guint r = 0; r < self->rows; r++) {
    NoslipExpr residual = noslip_expr_neg(graph, self->right[r]), size = self->terms[r];
    gboolean accelerates = FALSE;
    for (guint a = 0; a < self->n; a++) {
      NoslipExpr term = noslip_expr_mul(graph, self->coefficients[r * self->n + a], ydot[a]);
      accelerates = accelerates || self->coefficients[r * self->n + a] != NOSLIP_ZERO;
      residual = noslip_expr_add(graph, residual, term);
      size = noslip_expr_add(graph, size, size_of(graph, term));
    }
    if (is_selected(self->n, selected, r) || (r >= self->n && !accelerates) || residual == NOSLIP_ZERO)
      continue;
    g_array_append_val(residuals, residual);
    g_array_append_val(terms, size);
  }
}

/* Solves for ydot in symbols; also gives the pivots. */
static gboolean
solve(const Rows *self, const NoslipConstraintPoints *points, const guint *selected, NoslipExpr *ydot,
      NoslipExpr *pivots)
{
  guint n = self->n;
  g_autofree NoslipExpr *matrix = noslip_exprs_new((gsize) n * n);
  g_autofree NoslipExpr *right = noslip_exprs_new(n);
  for (guint k = 0; k < n; k++) {
    memcpy(matrix + (gsize) k * n, self->coefficients + (gsize) selected[k] * n, n * sizeof *matrix);
    right[k] = self->right[selected[k]];
  }
  NoslipSamples samples = {points->n_symbols, points->n_points, points->symbols, points->values};
  NoslipPivots choice = noslip_pivots_by_samples(&samples, PRODUCTS_MOST);
  return noslip_eliminate(self->model->graph, n, matrix, 1, right, &choice, ydot, pivots) == NOSLIP_ELIMINATION_SOLVED;
}

NoslipSubmanifoldSolved *
noslip_submanifold_solved_new(const NoslipConstraintAlgorithm *algorithm, guint n_psi, const NoslipExpr *psi)
{
  NoslipModel *model = algorithm->model;
  guint m = model->m, n = model->n;
  g_auto(Rows) rows;
  rows_init(&rows, model, n_psi, psi);
  g_autofree guint *selected = g_new0(guint, n + 1);
  g_autofree NoslipExpr *first = noslip_exprs_new(m + 2 * (gsize) n);
  if (!select_rows(&rows, &algorithm->points, selected) ||
      !solve(&rows, &algorithm->points, selected, first + m, first + m + n))
    return NULL;
  if (m > 0)
    memcpy(first, model->velocity, m * sizeof *first);
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_vals(outputs, first, m + 2 * n);
  add_residuals(&rows, selected, first + m, outputs, terms);
  guint rest = terms->len;
  if (rest > 0)
    g_array_append_vals(outputs, terms->data, rest);
  if (noslip_graph_failed(model->graph))
    return NULL;
  NoslipSubmanifoldSolved *solved = g_new0(NoslipSubmanifoldSolved, 1);
  *solved = (NoslipSubmanifoldSolved){.m = m, .n = n, .rest = rest};
  solved->tape =
      noslip_program_of_state(model->system, model->graph, outputs->len, (const NoslipExpr *) (gpointer) outputs->data);
  return solved;
}

void
noslip_submanifold_solved_free(NoslipSubmanifoldSolved *solved)
{
  if (solved == NULL)
    return;
  noslip_tape_unref(solved->tape);
  g_free(solved);
}

NoslipSubmanifoldSolvedWorkspace *
noslip_submanifold_solved_workspace_new(NoslipSubmanifoldSolved *solved)
{
  if (solved == NULL)
    return NULL;
  NoslipSubmanifoldSolvedWorkspace *work = g_new0(NoslipSubmanifoldSolvedWorkspace, 1);
  work->solved = solved;
  work->tape = noslip_tape_workspace_new(solved->tape);
  work->out = g_new0(double, solved->m + 2 * (gsize) solved->n + 2 * (gsize) solved->rest + 1);
  work->pivots = g_new0(double, solved->n + 1);
  return work;
}

void
noslip_submanifold_solved_workspace_free(NoslipSubmanifoldSolvedWorkspace *work)
{
  if (work == NULL)
    return;
  noslip_tape_workspace_free(work->tape);
  g_free(work->out);
  g_free(work->pivots);
  g_free(work);
}

void
noslip_submanifold_solved_set_parameters(NoslipSubmanifoldSolvedWorkspace *work, const double *parameters)
{
  if (work == NULL)
    return;
  noslip_tape_set_constants(work->tape, parameters);
  work->used = FALSE;
}

static void
evaluate(NoslipSubmanifoldSolvedWorkspace *work, double t, const double *z, double *zdot)
{
  guint first = work->solved->m + work->solved->n;
  noslip_tape_evaluate_state(work->tape, t, z, first, zdot, work->out);
}

void
noslip_submanifold_solved_enter(NoslipSubmanifoldSolvedWorkspace *work, double t, const double *z, const double *ydot,
                                const double *scale)
{
  guint m = work->solved->m, n = work->solved->n;
  g_autofree double *zdot = g_new0(double, (gsize) m + n + 1);
  evaluate(work, t, z, zdot);
  double size = 0, apart = 0;
  work->used = TRUE;
  for (guint a = 0; a < n; a++) {
    size = fmax(size, fabs(ydot[a] / scale[a]));
    apart = fmax(apart, fabs((zdot[m + a] - ydot[a]) / scale[a]));
    work->pivots[a] = LEAST_PIVOT * fabs(work->out[a]);
    work->used = work->used && isfinite(zdot[m + a]) && work->pivots[a] > 0;
  }
  work->used = work->used && apart <= AGREE * size;
}

gboolean
noslip_submanifold_solved_rates(NoslipSubmanifoldSolvedWorkspace *work, double t, const double *z, double solved,
                                double *zdot)
{
  guint n = work->solved->n, rest = work->solved->rest;
  if (!work->used)
    return FALSE;
  evaluate(work, t, z, zdot);
  const double *pivots = work->out, *residuals = pivots + n, *terms = residuals + rest;
  gboolean good = TRUE;
  for (guint a = 0; a < n; a++)
    good = good && fabs(pivots[a]) > work->pivots[a];
  for (guint r = 0; r < rest; r++)
    good = good && fabs(residuals[r]) <= solved * terms[r];
  for (guint i = 0; i < work->solved->m + n; i++)
    good = good && isfinite(zdot[i]);
  return good;
}
