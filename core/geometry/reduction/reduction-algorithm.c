/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the constraint algorithm commutes with the reduction (I Lemma 3.2, Theorem 3.3): both have the same number of
 * steps, and E_k is the preimage of E'_k, so that Phi(E_k) = E'_k. Each function of E'_k o Phi is evaluated at seeded
 * points of E_k, and each function of E_k at points where those of E'_k o Phi vanish. */
#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/dynamics/algorithm/constraint-points.h"
#include "core/geometry/reduction/reduction-private.h"

#include <math.h>

typedef struct {
  NoslipReductionWorkspace *work;
  const NoslipConstraintAlgorithm *source, *target;
  GArray *own, *pulled; /* of NoslipExpr, in the graph of the morphism's model: of all steps so far */
} Steps;

/* The functions of step `k`, copied into the graph of the pulled-back expressions. */
static void
add_step(Steps *steps, guint k)
{
  NoslipMorphism *morphism = steps->work->morphism;
  const NoslipConstraintStep *own = &steps->source->steps[k], *other = &steps->target->steps[k];
  for (guint i = 0; i < own->n; i++) {
    NoslipExpr e = noslip_expr_import(morphism->model->graph, steps->source->model->graph, own->functions[i]);
    g_array_append_val(steps->own, e);
  }
  for (guint i = 0; i < other->n; i++) {
    NoslipExpr e = noslip_expr_import(morphism->target_model->graph, steps->target->model->graph, other->functions[i]);
    e = noslip_morphism_pull(morphism, e);
    g_array_append_val(steps->pulled, e);
  }
}

/* The largest |f| of `functions`, relative to the sizes of their terms, where all of `zeros` vanish. */
static void
compare(NoslipReductionWorkspace *work, const GArray *functions, const GArray *zeros, const char *what)
{
  NoslipConstraintPoints points;
  noslip_constraint_points_init(&points, work->morphism->model);
  noslip_constraint_points_draw(&points, zeros->len, (const NoslipExpr *) (gpointer) zeros->data);
  double worst = points.n_points == 0 ? 1 : 0;
  for (guint f = 0; f < functions->len; f++) {
    NoslipExpr e = g_array_index(functions, NoslipExpr, f);
    for (guint p = 0; p < points.n_points; p++) {
      const double *at = points.values + (gsize) p * points.n_symbols;
      double value = fabs(noslip_expr_value(work->morphism->model->graph, e, points.n_symbols, points.symbols, at));
      double size = noslip_constraint_points_size(&points, e, at);
      worst = fmax(worst, value == 0 ? 0 : value / fmax(size, value));
    }
  }
  noslip_reduction_take(work, NOSLIP_REDUCTION_ALGORITHM, worst, what, NULL, 0);
  noslip_constraint_points_clear(&points);
}

static void
compare_steps(Steps *steps)
{
  guint n = steps->source->n_steps, others = steps->target->n_steps;
  if (n != others) {
    g_autofree char *what = g_strdup_printf("it has %u steps before the reduction and %u after it", n, others);
    noslip_reduction_take(steps->work, NOSLIP_REDUCTION_ALGORITHM, fabs((double) n - others), what, NULL, 0);
    return;
  }
  for (guint k = 0; k < n; k++) {
    g_autofree char *there = g_strdup_printf("the functions of the reduced E_%u on E_%u", k + 1, k + 1),
                    *back = g_strdup_printf("the functions of E_%u over the reduced E_%u", k + 1, k + 1);
    add_step(steps, k);
    compare(steps->work, steps->pulled, steps->own, there);
    compare(steps->work, steps->own, steps->pulled, back);
  }
}

static gboolean
is_singular(const NoslipSystem *system)
{
  return system->k == 0 && noslip_system_is_degenerate(system);
}

void
noslip_reduction_algorithm(NoslipReductionWorkspace *work)
{
  const NoslipMorphism *morphism = work->morphism;
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (!is_singular(morphism->source) || !is_singular(morphism->target)) {
    noslip_reduction_skip(work, NOSLIP_REDUCTION_ALGORITHM, NULL);
    return;
  }
  g_autoptr(NoslipConstraintAlgorithm) source = noslip_constraint_algorithm_new(morphism->source, &error);
  g_autoptr(NoslipConstraintAlgorithm) target =
      source != NULL ? noslip_constraint_algorithm_new(morphism->target, &error) : NULL;
  if (target == NULL) {
    noslip_reduction_skip(work, NOSLIP_REDUCTION_ALGORITHM, error != NULL ? error->cause : NULL);
    return;
  }
  Steps steps = {work, source, target, g_array_new(FALSE, FALSE, sizeof(NoslipExpr)),
                 g_array_new(FALSE, FALSE, sizeof(NoslipExpr))};
  compare_steps(&steps);
  g_array_unref(steps.own);
  g_array_unref(steps.pulled);
}
