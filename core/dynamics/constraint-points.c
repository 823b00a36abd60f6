/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/constraint-points.h"

#include "core/base/linear.h"

#include <math.h>
#include <string.h>

#define DRAWS_MOST 64
#define NEWTON_MOST 40
#define ON_SET 1e-12
#define ZERO 1e-9

void
noslip_constraint_points_init(NoslipConstraintPoints *points, NoslipModel *model)
{
  const NoslipSystem *system = model->system;
  points->model = model;
  points->n_symbols = model->m + model->n + system->n_parameters;
  points->symbols = g_new(NoslipExpr, points->n_symbols + 1);
  memcpy(points->symbols, model->x, model->m * sizeof *model->x);
  memcpy(points->symbols + model->m, model->y, model->n * sizeof *model->y);
  for (guint p = 0; p < system->n_parameters; p++)
    points->symbols[model->m + model->n + p] = system->parameters[p].symbol;
  points->values = g_new0(double, NOSLIP_CONSTRAINT_POINTS * points->n_symbols + 1);
  points->n_points = 0;
}

void
noslip_constraint_points_clear(NoslipConstraintPoints *points)
{
  g_clear_pointer(&points->symbols, g_free);
  g_clear_pointer(&points->values, g_free);
}

static void
draw_start(const NoslipConstraintPoints *points, GRand *random, double *at)
{
  const NoslipSystem *system = points->model->system;
  for (guint i = 0; i < system->m; i++) {
    const NoslipCoordinate *coordinate = &system->coordinates[i];
    gboolean ranged = isfinite(coordinate->low) && isfinite(coordinate->high);
    at[i] = ranged ? g_rand_double_range(random, coordinate->low, coordinate->high)
                   : g_rand_double_range(random, -1.5, 1.5);
  }
  for (guint a = 0; a < system->n; a++)
    at[system->m + a] = g_rand_double_range(random, -1.5, 1.5);
  for (guint p = 0; p < system->n_parameters; p++)
    at[system->m + system->n + p] = system->parameters[p].value;
}

/* One Newton iteration onto functions = 0; returns the size of the residual before it, or infinity. */
static double
newton_step(const NoslipConstraintPoints *points, guint n, const NoslipExpr *functions, const NoslipExpr *gradients,
            NoslipSvd *svd, double *scratch, double *at)
{
  const NoslipGraph *graph = points->model->graph;
  guint d = points->model->m + points->model->n;
  double *jacobian = scratch, *residual = jacobian + (gsize) n * d, *change = residual + n;
  double size = 0;
  for (guint f = 0; f < n; f++) {
    residual[f] = -noslip_expr_value(graph, functions[f], points->n_symbols, points->symbols, at);
    size = fmax(size, fabs(residual[f]));
    for (guint i = 0; i < d; i++)
      jacobian[f * d + i] = noslip_expr_value(graph, gradients[f * d + i], points->n_symbols, points->symbols, at);
  }
  if (!isfinite(size) || !noslip_svd_factor(svd, jacobian))
    return INFINITY;
  noslip_svd_solve(svd, 1e-10, residual, change);
  for (guint i = 0; i < d; i++)
    at[i] += change[i];
  return size;
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
  g_autofree double *scratch = g_new(double, (gsize) total *d + total + d + 1);
  GRand *random = g_rand_new_with_seed(20);
  points->n_points = 0;
  for (guint draw = 0; draw < DRAWS_MOST && points->n_points < NOSLIP_CONSTRAINT_POINTS; draw++) {
    double *at = points->values + (gsize) points->n_points * points->n_symbols;
    draw_start(points, random, at);
    double residual = total > 0 ? INFINITY : 0;
    for (guint step = 0; step < NEWTON_MOST && residual > ON_SET; step++) {
      residual = newton_step(points, total, all, gradients, svd, scratch, at);
      if (!isfinite(residual))
        break;
    }
    if (residual <= ON_SET)
      points->n_points++;
  }
  g_rand_free(random);
}

void
noslip_constraint_points_range(const NoslipConstraintPoints *points, NoslipExpr e, double *smallest, double *largest)
{
  *smallest = INFINITY;
  *largest = 0;
  for (guint p = 0; p < points->n_points; p++) {
    double value = fabs(noslip_expr_value(points->model->graph, e, points->n_symbols, points->symbols,
                                          points->values + (gsize) p * points->n_symbols));
    *smallest = fmin(*smallest, value);
    *largest = isnan(value) ? INFINITY : fmax(*largest, value);
  }
}

gboolean
noslip_constraint_points_vanishes(NoslipConstraintPoints *points, NoslipExpr e)
{
  if (e == NOSLIP_ZERO)
    return TRUE;
  double smallest, largest, scale = 1;
  noslip_constraint_points_range(points, e, &smallest, &largest);
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  noslip_expr_terms(points->model->graph, e, terms);
  for (guint i = 0; i < terms->len; i++) {
    double low, high;
    noslip_constraint_points_range(points, g_array_index(terms, NoslipExpr, i), &low, &high);
    if (isfinite(high))
      scale = fmax(scale, high);
  }
  return largest <= ZERO * scale;
}

NoslipExpr
noslip_constraint_points_settle(NoslipConstraintPoints *points, NoslipExpr e)
{
  if (e == NOSLIP_ZERO)
    return e;
  e = noslip_expr_simplify(points->model->graph, e);
  return noslip_constraint_points_vanishes(points, e) ? NOSLIP_ZERO : e;
}
