/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/reaction.h"

#include "core/base/linear.h"
#include "core/expr/elimination.h"
#include "core/system/model.h"
#include "core/system/points.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

/* A pivot below this fraction of its original diagonal entry is recomputed by a pivoted solve. */
#define PIVOT_LEAST 1e-10

struct _NoslipReaction {
  guint m, n, k;
  gboolean unrolled;
  NoslipTape *tape; /* (t, x, y, ydot) -> C (k x k), Phi r (k), and if `unrolled` pivots (k), lambda (k) */
};

struct _NoslipReactionWorkspace {
  const NoslipReaction *reaction;
  NoslipTapeWorkspace *tape;
  NoslipLu *lu;
  double *variables, *outputs;
};

/* The symbols t, x, y and ydot, in this order; free with g_free(). */
static NoslipExpr *
motion_symbols(const NoslipModel *model, guint *n)
{
  const NoslipSystem *system = model->system;
  NoslipExpr *symbols = g_new0(NoslipExpr, 1 + model->m + 2 * model->n);
  symbols[0] = system->t;
  memcpy(symbols + 1, model->x, model->m * sizeof(NoslipExpr));
  memcpy(symbols + 1 + model->m, model->y, model->n * sizeof(NoslipExpr));
  for (guint a = 0; a < model->n; a++)
    symbols[1 + model->m + model->n + a] = system->fibres[a].acceleration;
  *n = 1 + model->m + 2 * model->n;
  return symbols;
}

#define POINTS 5 /* number of points at which the mass of a velocity is evaluated */

/* Powers of two near 1 / |W_aa|, n: with them the least squares below do not depend on the units of velocities. */
static double *
weights_of(const NoslipModel *model)
{
  guint n = model->n;
  g_autoptr(NoslipPoints) points = noslip_points_new(model->system, POINTS, FALSE);
  g_autofree double *metric = g_new0(double, (gsize) n *n + 1);
  double *weights = g_new0(double, n + 1);
  for (guint a = 0; a < n; a++) {
    double sum = 0;
    guint count = 0;
    for (guint point = 0; point < POINTS; point++) {
      double mass = noslip_expr_value(model->graph, model->mass[a * n + a], points->n_symbols, points->symbols,
                                      points->values + (gsize) point * points->n_symbols);
      if (mass == 0 || !isfinite(mass))
        continue;
      sum += log2(fabs(mass));
      count++;
    }
    metric[(gsize) a * n + a] = count > 0 ? exp2(sum / count) : 0;
  }
  noslip_linear_metric_scale(n, metric, weights);
  for (guint a = 0; a < n; a++)
    weights[a] = exp2(round(2 * log2(weights[a])));
  return weights;
}

/* Phi^T lambda = r with r = W ydot - F, multiplied by Phi N: C lambda = Phi N r, C = Phi N Phi^T, with weights N. */
static void
normal_equations(NoslipModel *model, const NoslipExpr *ydot, NoslipExpr *c, NoslipExpr *right)
{
  NoslipGraph *graph = model->graph;
  guint n = model->n, k = model->k;
  g_autofree NoslipExpr *r = g_new0(NoslipExpr, n + 1);
  g_autofree NoslipExpr *weighted = g_new0(NoslipExpr, (gsize) k * n + 1);
  g_autofree double *weights = weights_of(model);
  for (guint a = 0; a < n; a++) {
    r[a] = noslip_expr_sub(graph, noslip_expr_dot(graph, n, model->mass + a * n, ydot), model->force[a]);
    for (guint i = 0; i < k; i++)
      weighted[i * n + a] = noslip_expr_mul(graph, noslip_expr_number(graph, weights[a]), model->jacobian[i * n + a]);
  }
  for (guint i = 0; i < k; i++) {
    for (guint j = 0; j < k; j++)
      c[i * k + j] = noslip_expr_dot(graph, n, weighted + i * n, model->jacobian + j * n);
    right[i] = noslip_expr_dot(graph, n, weighted + i * n, r);
  }
}

NoslipReaction *
noslip_reaction_new(const NoslipSystem *system)
{
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  guint k = model->k, n_variables;
  g_autofree NoslipExpr *variables = motion_symbols(model, &n_variables);
  g_autofree NoslipExpr *outputs = g_new0(NoslipExpr, k * k + 3 * k + 1);
  NoslipExpr *c = outputs, *right = c + k * k, *pivots = right + k, *lambda = pivots + k;
  normal_equations(model, variables + 1 + model->m + model->n, c, right);

  NoslipReaction *reaction = g_new0(NoslipReaction, 1);
  reaction->m = model->m;
  reaction->n = model->n;
  reaction->k = k;
  NoslipPivots choice = noslip_pivots_by_structure(n_variables, variables);
  reaction->unrolled =
      noslip_eliminate(model->graph, k, c, 1, right, &choice, lambda, pivots) == NOSLIP_ELIMINATION_SOLVED;
  reaction->tape = noslip_program_new(system, model->graph, n_variables, variables,
                                      k * k + (reaction->unrolled ? 3 : 1) * k, outputs);
  return reaction;
}

void
noslip_reaction_free(NoslipReaction *reaction)
{
  if (!reaction)
    return;
  noslip_tape_unref(reaction->tape);
  g_free(reaction);
}

NoslipReactionWorkspace *
noslip_reaction_workspace_new(const NoslipReaction *reaction)
{
  guint k = reaction->k;
  NoslipReactionWorkspace *work = g_new0(NoslipReactionWorkspace, 1);
  work->reaction = reaction;
  work->tape = noslip_tape_workspace_new(reaction->tape);
  work->lu = noslip_lu_new(k);
  work->variables = g_new0(double, 1 + reaction->m + 2 * reaction->n);
  work->outputs = g_new0(double, k *k + 3 * k + 1);
  return work;
}

void
noslip_reaction_workspace_free(NoslipReactionWorkspace *work)
{
  if (!work)
    return;
  noslip_tape_workspace_free(work->tape);
  noslip_lu_free(work->lu);
  g_free(work->variables);
  g_free(work->outputs);
  g_free(work);
}

void
noslip_reaction_set_parameters(NoslipReactionWorkspace *work, const double *parameters)
{
  noslip_tape_set_constants(work->tape, parameters);
}

/* Whether no pivot is far below the smallest diagonal entry of C: for a positive definite C that would mean dependent
 * constraints, in any order of elimination. */
static gboolean
pivots_are_sound(const NoslipReactionWorkspace *work)
{
  guint k = work->reaction->k;
  const double *c = work->outputs, *pivots = c + k * k + k;
  double largest = 0, smallest = INFINITY;
  for (guint i = 0; i < k; i++) {
    largest = fmax(largest, c[i * k + i]);
    smallest = fmin(smallest, pivots[i]);
  }
  return smallest > PIVOT_LEAST * largest;
}

void
noslip_reaction_evaluate(NoslipReactionWorkspace *work, double t, const double *x, const double *y, const double *ydot,
                         double *lambda)
{
  const NoslipReaction *reaction = work->reaction;
  guint m = reaction->m, n = reaction->n, k = reaction->k;
  work->variables[0] = t;
  memcpy(work->variables + 1, x, m * sizeof(double));
  memcpy(work->variables + 1 + m, y, n * sizeof(double));
  memcpy(work->variables + 1 + m + n, ydot, n * sizeof(double));
  noslip_tape_evaluate(work->tape, work->variables, work->outputs);
  if (reaction->unrolled && pivots_are_sound(work)) {
    memcpy(lambda, work->outputs + k * k + 2 * k, k * sizeof(double));
    return;
  }
  if (!noslip_lu_solve(work->lu, work->outputs, work->outputs + k * k, lambda))
    for (guint i = 0; i < k; i++)
      lambda[i] = NAN;
}
