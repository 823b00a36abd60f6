/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why there is no motion on the last submanifold of the constraint algorithm. */
#include "core/dynamics/algorithm/submanifold-motion.h"

#include "core/base/linear.h"
#include "core/system/points.h"

#include <glib/gi18n-lib.h>

/* The error that there is no motion: none at all, or if there are other branches, none on this one. */
static NoslipDiagnostic *
contradiction(const NoslipSystem *system, const NoslipConstraintAlgorithm *algorithm)
{
  for (guint s = 0; s < algorithm->n_steps; s++)
    for (guint i = 0; i < algorithm->steps[s].n; i++) {
      if (algorithm->steps[s].reducible[i] == NOSLIP_ZERO)
        continue;
      g_autofree char *branch = noslip_expr_text(algorithm->model->graph, algorithm->steps[s].functions[i]);
      return noslip_diagnostic_new(
          NOSLIP_ERROR, NOSLIP_CODE_SINGULAR, NULL, _("start on another branch"),
          _("the constraint algorithm ends with a contradiction on the branch %s = 0, where the motion of '%s' starts"),
          branch, system->id);
    }
  return noslip_diagnostic_new(
      NOSLIP_ERROR, NOSLIP_CODE_SINGULAR, NULL, _("there is no motion to compute: change the Lagrangian"),
      _("the constraint algorithm ends with a contradiction, so '%s' has no motion at all"), system->id);
}

/* Why a gauge is invalid, or NULL: it must choose an undetermined component of the acceleration. */
static NoslipDiagnostic *
refuse_gauge(const NoslipSystem *system, const NoslipConstraintAlgorithm *algorithm)
{
  guint free = algorithm->n_gauge, chosen = system->n_gauges;
  if (chosen == 0)
    return NULL;
  g_autoptr(NoslipPoints) points = noslip_points_new(system, 1, FALSE);
  g_autofree double *rows = g_new0(double, (gsize) chosen *MAX(free, 1) + 1);
  NoslipGraph *graph = algorithm->model->graph;
  for (guint i = 0; i < chosen; i++)
    for (guint a = 0; a < system->n; a++) {
      NoslipExpr by_a = noslip_expr_derivative(graph, system->gauges[i].value, algorithm->model->y[a]);
      double slope = (a == system->gauges[i].fibre) -
                     noslip_expr_value(graph, by_a, points->n_symbols, points->symbols, points->values);
      for (guint j = 0; j < free; j++)
        rows[i * free + j] += slope * noslip_expr_value(graph, algorithm->gauge[(gsize) a * free + j],
                                                        points->n_symbols, points->symbols, points->values);
    }
  if (chosen <= free && noslip_linear_rank(chosen, free, rows, NULL) == chosen)
    return NULL;
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_SINGULAR, &system->gauges[chosen - 1].place,
                               _("choose velocities that show lists as free, and not too many"), "%s",
                               free == 0 ? _("no velocity is free: the motion is determined")
                                         : _("the gauge fixes a velocity that is not free, or too many velocities"));
}

NoslipDiagnostic *
noslip_submanifold_motion_refuse(const NoslipConstraintAlgorithm *algorithm)
{
  const NoslipSystem *system = algorithm->model->system;
  return algorithm->inconsistent ? contradiction(system, algorithm) : refuse_gauge(system, algorithm);
}
