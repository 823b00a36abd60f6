/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/algorithm/constraint-points.h"

#include "core/base/linear.h"
#include "core/system/state.h"

#include <math.h>
#include <string.h>

#define DRAWS_MOST 120
#define NEWTON_MOST 40
#define ROUND_OFF 1e-15 /* a residual against the terms of its function */
#define ON_SET 1e-13
#define ZERO 1e-11    /* what is below this part of its terms vanishes */
#define REACH 0.5     /* of the points from the initial state, against its size */
#define DRAWS_WIDE 24 /* then the reach is halved with each draw */
#define DEPTH 4

/* The parameters' defaults, and the initial state as far as it is given. */
static void
find_centre(NoslipConstraintPoints *points)
{
  const NoslipSystem *system = points->model->system;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  guint state = system->m + system->n;
  points->centre = g_new0(double, points->n_symbols + 1);
  noslip_state_initial(system, parameters, 0, NULL, points->centre, points->centre + system->m, NULL, ignored);
  memcpy(points->centre + state, parameters, system->n_parameters * sizeof(double));
}

void
noslip_constraint_points_init(NoslipConstraintPoints *points, NoslipModel *model)
{
  const NoslipSystem *system = model->system;
  points->model = model;
  points->n_symbols = model->m + model->n + system->n_parameters + 1;
  points->symbols = g_new(NoslipExpr, points->n_symbols + 1);
  memcpy(points->symbols, model->x, model->m * sizeof *model->x);
  memcpy(points->symbols + model->m, model->y, model->n * sizeof *model->y);
  for (guint p = 0; p < system->n_parameters; p++)
    points->symbols[model->m + model->n + p] = system->parameters[p].symbol;
  points->symbols[points->n_symbols - 1] = system->t; /* motions begin at 0, as g_new0() leaves it */
  points->values = g_new0(double, NOSLIP_CONSTRAINT_POINTS * points->n_symbols + 1);
  points->n_points = 0;
  find_centre(points);
}

void
noslip_constraint_points_clear(NoslipConstraintPoints *points)
{
  g_clear_pointer(&points->symbols, g_free);
  g_clear_pointer(&points->values, g_free);
  g_clear_pointer(&points->centre, g_free);
}

/* Near the centre: at random, nearer with each draw once the first ones were of no use. */
static void
draw_start(const NoslipConstraintPoints *points, GRand *random, guint attempt, double *at)
{
  const NoslipSystem *system = points->model->system;
  guint state = system->m + system->n;
  double reach = attempt < DRAWS_WIDE ? REACH : ldexp(REACH, (int) DRAWS_WIDE - (int) attempt);
  memcpy(at, points->centre, points->n_symbols * sizeof(double));
  for (guint i = 0; i < state; i++)
    at[i] += reach * g_rand_double_range(random, -1, 1) * (at[i] != 0 ? fabs(at[i]) : 1);
}

/* Whether W and F are finite there. */
static gboolean
is_usable(const NoslipConstraintPoints *points, const double *at)
{
  const NoslipModel *model = points->model;
  for (guint i = 0; i < model->n * model->n; i++)
    if (!isfinite(noslip_expr_value(model->graph, model->mass[i], points->n_symbols, points->symbols, at)))
      return FALSE;
  for (guint i = 0; i < model->n; i++)
    if (!isfinite(noslip_expr_value(model->graph, model->force[i], points->n_symbols, points->symbols, at)))
      return FALSE;
  return TRUE;
}

/* One Newton iteration onto functions = 0; returns the size of the residual before it, or infinity. */
static double
newton_step(const NoslipConstraintPoints *points, guint n, const NoslipExpr *functions, const NoslipExpr *gradients,
            NoslipSvd *svd, double *scratch, double *at)
{
  const NoslipGraph *graph = points->model->graph;
  guint d = points->model->m + points->model->n;
  double *jacobian = scratch, *residual = jacobian + (gsize) n * d, *change = residual + n;
  double *row_scale = change + d, *column_scale = row_scale + n, size = 0;
  for (guint f = 0; f < n; f++) {
    residual[f] = -noslip_expr_value(graph, functions[f], points->n_symbols, points->symbols, at);
    double terms = noslip_constraint_points_size(points, functions[f], at);
    size = fmax(size, residual[f] == 0 ? 0 : fabs(residual[f]) / terms);
    for (guint i = 0; i < d; i++)
      jacobian[f * d + i] = noslip_expr_value(graph, gradients[f * d + i], points->n_symbols, points->symbols, at);
  }
  if (!isfinite(size) || !noslip_all_finite(jacobian, (gsize) n * d))
    return INFINITY;
  noslip_linear_balance(n, d, jacobian, row_scale, column_scale);
  for (guint f = 0; f < n; f++) {
    residual[f] *= row_scale[f];
    for (guint i = 0; i < d; i++)
      jacobian[f * d + i] *= row_scale[f] * column_scale[i];
  }
  if (!noslip_svd_factor(svd, jacobian))
    return INFINITY;
  noslip_svd_solve(svd, 1e-10, residual, change);
  for (guint i = 0; i < d; i++)
    at[i] += change[i] * column_scale[i];
  return size;
}

/* Newton's method onto functions = 0, to round-off. */
static gboolean
settles(const NoslipConstraintPoints *points, guint n, const NoslipExpr *functions, const NoslipExpr *gradients,
        NoslipSvd *svd, double *scratch, double *at)
{
  double residual = INFINITY, before = INFINITY;
  for (guint step = 0; step < NEWTON_MOST && residual > ROUND_OFF; step++) {
    residual = newton_step(points, n, functions, gradients, svd, scratch, at);
    if (!isfinite(residual))
      return FALSE;
    if (residual <= ON_SET && !(residual < 0.5 * before))
      break;
    before = residual;
  }
  return residual <= ON_SET;
}

void
noslip_constraint_points_draw(NoslipConstraintPoints *points, guint n, const NoslipExpr *functions)
{
  NoslipModel *model = points->model;
  const NoslipSystem *system = model->system;
  guint d = model->m + model->n, total = n + system->n_manifolds;
  g_autofree NoslipExpr *all = g_new(NoslipExpr, total + 1);
  g_autofree NoslipExpr *gradients = g_new(NoslipExpr, (gsize) total * d + 1);
  if (n > 0)
    memcpy(all, functions, n * sizeof *functions);
  for (guint f = 0; f < system->n_manifolds; f++)
    all[n + f] = system->manifolds[f];
  for (guint f = 0; f < total; f++)
    for (guint i = 0; i < d; i++)
      gradients[f * d + i] = noslip_expr_derivative(model->graph, all[f], points->symbols[i]);
  g_autoptr(NoslipSvd) svd = total > 0 ? noslip_svd_new(total, d) : NULL;
  g_autofree double *scratch = g_new(double, (gsize) total *d + 2 * (gsize) total + 2 * (gsize) d + 1);
  GRand *random = g_rand_new_with_seed(20);
  points->n_points = 0;
  for (guint draw = 0; draw < DRAWS_MOST && points->n_points < NOSLIP_CONSTRAINT_POINTS; draw++) {
    double *at = points->values + (gsize) points->n_points * points->n_symbols;
    draw_start(points, random, draw, at);
    if (total == 0 || settles(points, total, all, gradients, svd, scratch, at))
      points->n_points += is_usable(points, at);
  }
  g_rand_free(random);
}

/* Sums are measured by their absolute terms, products by their factors, a few levels deep. */
static double
size_of(const NoslipConstraintPoints *points, NoslipExpr e, const double *at, guint depth)
{
  const NoslipGraph *graph = points->model->graph;
  NoslipOp op = noslip_expr_op(graph, e);
  if (depth == 0 || (op != NOSLIP_OP_SUM && op != NOSLIP_OP_PRODUCT))
    return fabs(noslip_expr_value(graph, e, points->n_symbols, points->symbols, at));
  double size = op == NOSLIP_OP_SUM ? 0 : 1;
  for (guint i = 0; i < noslip_expr_n_operands(graph, e); i++) {
    NoslipExpr operand = noslip_expr_operand(graph, e, i);
    double number = noslip_expr_operand_number(graph, e, i);
    if (op == NOSLIP_OP_SUM)
      size += fabs(number) * size_of(points, operand, at, depth - 1);
    else
      size *= pow(size_of(points, operand, at, number > 0 ? depth - 1 : 0), number);
  }
  return size;
}

double
noslip_constraint_points_size(const NoslipConstraintPoints *points, NoslipExpr e, const double *at)
{
  return size_of(points, e, at, DEPTH);
}

void
noslip_constraint_points_range(const NoslipConstraintPoints *points, NoslipExpr e, double *smallest, double *largest)
{
  *smallest = INFINITY;
  *largest = 0;
  for (guint p = 0; p < points->n_points; p++) {
    const double *at = points->values + (gsize) p * points->n_symbols;
    double value = fabs(noslip_expr_value(points->model->graph, e, points->n_symbols, points->symbols, at));
    if (!isfinite(value))
      continue;
    if (value <= ZERO * noslip_constraint_points_size(points, e, at))
      value = 0;
    *smallest = fmin(*smallest, value);
    *largest = fmax(*largest, value);
  }
}

gboolean
noslip_constraint_points_vanishes(NoslipConstraintPoints *points, NoslipExpr e)
{
  double smallest, largest;
  if (e == NOSLIP_ZERO)
    return TRUE;
  noslip_constraint_points_range(points, e, &smallest, &largest);
  return largest == 0;
}

NoslipExpr
noslip_constraint_points_settle(NoslipConstraintPoints *points, NoslipExpr e)
{
  if (e == NOSLIP_ZERO)
    return e;
  e = noslip_expr_simplify(points->model->graph, e);
  return noslip_constraint_points_vanishes(points, e) ? NOSLIP_ZERO : e;
}
