/* SPDX-License-Identifier: GPL-3.0-or-later */
/* {f' o Phi, g' o Phi} = {f', g'}' o Phi on M (M "Morphisms and reduction"), for the coordinates of S' and the momenta
 * of its basis of D'. */
#include "core/geometry/reduction/reduction-private.h"
#include "core/geometry/symbolic.h"

#include <math.h>

/* Limit of the number of functions whose brackets are compared. */
#define MOST_FUNCTIONS 40

/* Both sides of each pair, and the names of the functions. */
typedef struct {
  GArray *left, *right; /* of NoslipExpr */
  GPtrArray *names;
} Pairs;

static char *
name_of(const NoslipReductionWorkspace *work, guint i)
{
  const NoslipSystem *target = work->morphism->target;
  return g_strdup(i < target->m ? target->coordinates[i].name : work->target_distribution->momenta_text[i - target->m]);
}

static NoslipExpr
function_of(const NoslipReductionWorkspace *work, guint i)
{
  const NoslipSystem *target = work->morphism->target;
  return i < target->m ? target->coordinates[i].symbol : work->target_distribution->momenta[i - target->m];
}

/* Collects the pairs whose sides are not the same expression. */
static void
collect(NoslipReductionWorkspace *work, guint n, Pairs *pairs)
{
  NoslipMorphism *morphism = work->morphism;
  NoslipGraph *graph = morphism->model->graph;
  g_autofree NoslipExpr *pulled = g_new0(NoslipExpr, n + 1);
  for (guint i = 0; i < n; i++)
    pulled[i] = noslip_morphism_pull(morphism, function_of(work, i));
  for (guint i = 0; i < n; i++)
    for (guint j = i + 1; j < n; j++) {
      NoslipExpr left = noslip_bracket(work->distribution, pulled[i], pulled[j]);
      NoslipExpr right = noslip_morphism_pull(
          morphism, noslip_bracket(work->target_distribution, function_of(work, i), function_of(work, j)));
      if (left == right || noslip_symbolic_tidy(graph, noslip_expr_sub(graph, left, right)) == NOSLIP_ZERO)
        left = right; /* equal brackets contribute to the size too */
      g_autofree char *a = name_of(work, i), *b = name_of(work, j);
      g_array_append_val(pairs->left, left);
      g_array_append_val(pairs->right, right);
      g_ptr_array_add(pairs->names, g_strdup_printf("{%s, %s}", a, b));
    }
}

/* Differences relative to the largest bracket of the table at the state, because entries may vanish. */
static void
judge(NoslipReductionWorkspace *work, const Pairs *pairs)
{
  const NoslipPoints *points = work->on_m;
  const NoslipGraph *graph = work->morphism->model->graph;
  guint n = pairs->left->len, n_used = 0;
  g_autoptr(NoslipTape) left = noslip_tape_new(graph, 0, NULL, points->n_symbols, points->symbols, n,
                                               (const NoslipExpr *) (gpointer) pairs->left->data);
  g_autoptr(NoslipTape) right = noslip_tape_new(graph, 0, NULL, points->n_symbols, points->symbols, n,
                                                (const NoslipExpr *) (gpointer) pairs->right->data);
  g_autoptr(NoslipTapeWorkspace) left_work = noslip_tape_workspace_new(left),
                                 right_work = noslip_tape_workspace_new(right);
  g_autofree double *a = g_new0(double, n + 1), *b = g_new0(double, n + 1);
  noslip_tape_set_constants(left_work, NULL);
  noslip_tape_set_constants(right_work, NULL);
  for (guint point = 0; point < points->n_points; point++) {
    double size = 0;
    noslip_tape_evaluate(left_work, points->values + (gsize) point * points->n_symbols, a);
    noslip_tape_evaluate(right_work, points->values + (gsize) point * points->n_symbols, b);
    for (guint i = 0; i < n; i++)
      size += fabs(a[i]) + fabs(b[i]);
    if (!isfinite(size))
      continue;
    n_used++;
    for (guint i = 0; i < n; i++)
      if (g_array_index(pairs->left, NoslipExpr, i) != g_array_index(pairs->right, NoslipExpr, i))
        noslip_reduction_take(work, NOSLIP_REDUCTION_POISSON, a[i] == b[i] ? 0 : fabs(a[i] - b[i]) / size,
                              pairs->names->pdata[i], points, point);
  }
  if (n_used == 0)
    noslip_reduction_take(work, NOSLIP_REDUCTION_POISSON, INFINITY, "the brackets are not defined at any point", NULL,
                          0);
}

void
noslip_reduction_poisson(NoslipReductionWorkspace *work)
{
  if (!work->report->checks[NOSLIP_REDUCTION_POISSON].applies)
    return;
  if (work->distribution == NULL || work->target_distribution == NULL) {
    noslip_reduction_skip(work, NOSLIP_REDUCTION_POISSON, work->no_distribution);
    return;
  }
  guint n = work->morphism->target->m + work->target_distribution->r;
  if (n < 2 || n > MOST_FUNCTIONS) {
    noslip_reduction_skip(work, NOSLIP_REDUCTION_POISSON, n < 2 ? NULL : "there are too many brackets");
    return;
  }
  Pairs pairs = {g_array_new(FALSE, FALSE, sizeof(NoslipExpr)), g_array_new(FALSE, FALSE, sizeof(NoslipExpr)),
                 g_ptr_array_new_with_free_func(g_free)};
  collect(work, n, &pairs);
  judge(work, &pairs);
  g_array_unref(pairs.left);
  g_array_unref(pairs.right);
  g_ptr_array_unref(pairs.names);
}
