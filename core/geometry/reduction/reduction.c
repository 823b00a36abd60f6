/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/reduction/reduction-private.h"

#include "core/base/linear.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MOST_STEPS 20

static const char *const titles[NOSLIP_N_REDUCTION_CHECKS] = {
    [NOSLIP_REDUCTION_MANIFOLD] = N_("points are mapped to points of the manifold"),
    [NOSLIP_REDUCTION_ANCHOR] = N_("velocities are mapped to velocities"),
    [NOSLIP_REDUCTION_BRACKET] = N_("brackets are mapped to brackets"),
    [NOSLIP_REDUCTION_ONTO] = N_("the map is onto"),
    [NOSLIP_REDUCTION_LAGRANGIAN] = N_("the Lagrangian is that of the reduced system"),
    [NOSLIP_REDUCTION_FORCES] = N_("the forces are those of the reduced system"),
    [NOSLIP_REDUCTION_CONSTRAINTS] = N_("the constraints are mapped into each other"),
    [NOSLIP_REDUCTION_SECTION] = N_("(T^Phi Phi, Phi) maps the section xi of the motion to that of the reduced system"),
    [NOSLIP_REDUCTION_MOTION] = N_("motions are mapped to motions"),
    [NOSLIP_REDUCTION_POISSON] = N_("nonholonomic brackets are mapped to nonholonomic brackets"),
    [NOSLIP_REDUCTION_ALGORITHM] = N_("the constraint algorithm commutes with the reduction (Theorem 3.3)"),
};

/* Moves the velocities of every point onto phi = 0 by steps of least norm; points where that fails are not moved. */
static void
onto_constraints(NoslipReductionWorkspace *work)
{
  const NoslipModel *model = work->morphism->model;
  NoslipPoints *points = work->on_m;
  guint n = model->n, k = model->k, size = k + k * n;
  if (k == 0)
    return;
  g_autofree NoslipExpr *outputs = g_new(NoslipExpr, size);
  memcpy(outputs, model->phi, k * sizeof *outputs);
  memcpy(outputs + k, model->jacobian, (gsize) k * n * sizeof *outputs);
  g_autoptr(NoslipTape) tape =
      noslip_tape_new(model->graph, 0, NULL, points->n_symbols, points->symbols, size, outputs);
  g_autoptr(NoslipTapeWorkspace) tape_workspace = noslip_tape_workspace_new(tape);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(k, n);
  g_autofree double *values = g_new(double, size), *step = g_new0(double, n);
  noslip_tape_set_constants(tape_workspace, NULL);
  for (guint point = 0; point < points->n_points; point++) {
    double *at = points->values + (gsize) point * points->n_symbols;
    for (guint i = 0; i < MOST_STEPS; i++) {
      noslip_tape_evaluate(tape_workspace, at, values);
      double worst = 0;
      for (guint c = 0; c < k; c++)
        worst = fmax(worst, fabs(values[c]));
      if (!(worst > 1e-15) || !noslip_svd_factor(svd, values + k))
        break;
      noslip_svd_solve(svd, 1e-12, values, step);
      for (guint a = 0; a < n; a++)
        at[points->x + model->m + a] -= step[a];
    }
  }
}

static void
make_distributions(NoslipReductionWorkspace *work)
{
  NoslipMorphism *morphism = work->morphism;
  g_autoptr(NoslipDiagnostic) error = NULL;
  work->distribution = noslip_distribution_new(morphism->model, &error);
  if (work->distribution != NULL)
    work->target_distribution = noslip_distribution_new(morphism->target_model, &error);
  if (work->target_distribution == NULL)
    work->no_distribution =
        g_strdup_printf("%s: %s", (work->distribution == NULL ? morphism->source : morphism->target)->id,
                        error != NULL ? error->cause : "there is no bracket");
}

static void
work_clear(NoslipReductionWorkspace *work)
{
  g_clear_pointer(&work->distribution, noslip_distribution_free);
  g_clear_pointer(&work->target_distribution, noslip_distribution_free);
  g_clear_pointer(&work->points, noslip_points_free);
  g_clear_pointer(&work->on_m, noslip_points_free);
  g_clear_pointer(&work->terms, g_array_unref);
  g_clear_pointer(&work->equations, g_array_unref);
  g_free(work->no_distribution);
}

NoslipReductionReport *
noslip_reduction_check(NoslipMorphism *morphism, double to, const int *cancel)
{
  NoslipReductionReport *report = g_new0(NoslipReductionReport, 1);
  for (guint i = 0; i < NOSLIP_N_REDUCTION_CHECKS; i++)
    report->checks[i] = (NoslipReductionCheck){
        .title = titles[i], .applies = TRUE, .in_symbols = TRUE, .allowed = NOSLIP_REDUCTION_ALLOWED};
  NoslipReductionWorkspace work = {.morphism = morphism, .report = report};
  work.points = noslip_points_new(morphism->source, NOSLIP_REDUCTION_POINTS, FALSE);
  work.on_m = noslip_points_new(morphism->source, NOSLIP_REDUCTION_POINTS, FALSE);
  onto_constraints(&work);
  make_distributions(&work);
  noslip_reduction_equations(&work);
  noslip_reduction_ranks(&work);
  noslip_reduction_section(&work);
  noslip_reduction_motion(&work, to, cancel);
  noslip_reduction_poisson(&work);
  noslip_reduction_algorithm(&work);
  for (guint i = 0; i < NOSLIP_N_REDUCTION_CHECKS; i++) {
    NoslipReductionCheck *check = &report->checks[i];
    check->good = check->residual <= check->allowed;
  }
  gboolean failed = noslip_graph_failed(morphism->model->graph) || noslip_graph_failed(morphism->target_model->graph);
  for (guint i = 0; i < NOSLIP_N_REDUCTION_CHECKS && failed; i++)
    if (i != NOSLIP_REDUCTION_MOTION) { /* the other checks may hold only because expressions are missing */
      noslip_reduction_skip(&work, (NoslipReductionKind) i, "the expressions grow beyond the limits");
      report->checks[i].applies = TRUE;
      report->checks[i].good = FALSE;
    }
  work_clear(&work);
  return report;
}

void
noslip_reduction_report_free(NoslipReductionReport *report)
{
  if (report == NULL)
    return;
  for (guint i = 0; i < NOSLIP_N_REDUCTION_CHECKS; i++)
    g_free(report->checks[i].detail);
  g_free(report);
}

gboolean
noslip_reduction_holds(const NoslipReductionReport *report)
{
  gboolean holds = TRUE;
  for (guint i = 0; i < NOSLIP_N_REDUCTION_CHECKS; i++)
    holds &= !report->checks[i].applies || report->checks[i].good;
  return holds;
}
