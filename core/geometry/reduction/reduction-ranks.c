/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether Phi is onto, fibre, base and constraints, by ranks at seeded states. The image of ker A under B has dimension
 * rank [A; B] - rank A. */
#include "core/base/linear.h"
#include "core/geometry/reduction/reduction-private.h"

#include <math.h>
#include <string.h>

#define RELATIVE 1e-9

/* Matrices at a state, each rows x columns, one after the other among the outputs of a tape. */
enum {
  SLOPES,          /* Phi^mu_a, n' x n */
  JACOBIAN,        /* dphi/dy, k x n */
  TARGET_JACOBIAN, /* dphi'/dy', k' x n' */
  BASE,            /* d_i phi^j, m' x m */
  TANGENT,         /* d_i g, manifolds x m */
  TARGET_TANGENT,  /* d_j g', manifolds' x m' */
  N_MATRICES
};

typedef struct {
  guint rows[N_MATRICES], columns[N_MATRICES], first[N_MATRICES];
  GArray *outputs; /* of NoslipExpr */
  double *values;
} Matrices;

static void
start_matrix(Matrices *matrices, guint matrix, guint rows, guint columns)
{
  matrices->rows[matrix] = rows;
  matrices->columns[matrix] = columns;
  matrices->first[matrix] = matrices->outputs->len;
}

static void
add_derivatives(Matrices *matrices, NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExpr *symbols,
                NoslipMorphism *pulled_by)
{
  for (guint i = 0; i < n; i++) {
    NoslipExpr slope = noslip_expr_derivative(graph, e, symbols[i]);
    if (pulled_by != NULL)
      slope = noslip_morphism_pull(pulled_by, slope);
    g_array_append_val(matrices->outputs, slope);
  }
}

static void
collect(Matrices *matrices, NoslipMorphism *morphism)
{
  const NoslipModel *model = morphism->model, *target_model = morphism->target_model;
  const NoslipSystem *source = morphism->source, *target = morphism->target;
  start_matrix(matrices, SLOPES, target->n, source->n);
  if (target->n * source->n > 0)
    g_array_append_vals(matrices->outputs, morphism->slopes, target->n * source->n);
  start_matrix(matrices, JACOBIAN, source->k, source->n);
  if (source->k * source->n > 0)
    g_array_append_vals(matrices->outputs, model->jacobian, source->k * source->n);
  start_matrix(matrices, TARGET_JACOBIAN, target->k, target->n);
  for (guint i = 0; i < target->k * target->n; i++) {
    NoslipExpr slope = noslip_morphism_pull(morphism, target_model->jacobian[i]);
    g_array_append_val(matrices->outputs, slope);
  }
  start_matrix(matrices, BASE, target->m, source->m);
  for (guint j = 0; j < target->m; j++)
    add_derivatives(matrices, model->graph, morphism->base[j], source->m, model->x, NULL);
  start_matrix(matrices, TANGENT, source->n_manifolds, source->m);
  for (guint g = 0; g < source->n_manifolds; g++)
    add_derivatives(matrices, model->graph, source->manifolds[g], source->m, model->x, NULL);
  start_matrix(matrices, TARGET_TANGENT, target->n_manifolds, target->m);
  for (guint g = 0; g < target->n_manifolds; g++)
    add_derivatives(matrices, target_model->graph, target->manifolds[g], target->m, target_model->x, morphism);
}

/* The rank of the matrices `a` and `b` (N_MATRICES: none) above each other. */
static guint
rank_of(const Matrices *matrices, guint a, guint b)
{
  guint columns = matrices->columns[a], rows_a = matrices->rows[a];
  guint rows_b = b < N_MATRICES ? matrices->rows[b] : 0, rows = rows_a + rows_b;
  if (rows == 0 || columns == 0)
    return 0;
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rows, columns);
  g_autofree double *stacked = g_new0(double, (gsize) rows *columns);
  memcpy(stacked, matrices->values + matrices->first[a], (gsize) rows_a * columns * sizeof *stacked);
  if (rows_b > 0)
    memcpy(stacked + (gsize) rows_a * columns, matrices->values + matrices->first[b],
           (gsize) rows_b * columns * sizeof *stacked);
  return noslip_svd_factor(svd, stacked) ? noslip_svd_rank(svd, RELATIVE) : 0;
}

/* The dimension of b(ker a) */
static guint
image_of_kernel(const Matrices *matrices, guint a, guint b)
{
  return rank_of(matrices, a, b) - MIN(rank_of(matrices, a, N_MATRICES), rank_of(matrices, a, b));
}

static void
compare(NoslipReductionWork *work, NoslipReductionKind kind, const char *what, guint is, guint should, guint point)
{
  double lacks = fabs((double) should - (double) is);
  if (lacks == 0)
    return;
  g_autofree char *text = g_strdup_printf("%s has dimension %u, not %u", what, is, should);
  noslip_reduction_take(work, kind, lacks, text, work->on_m, point);
}

void
noslip_reduction_ranks(NoslipReductionWork *work)
{
  NoslipMorphism *morphism = work->morphism;
  const NoslipSystem *target = morphism->target;
  const NoslipPoints *points = work->on_m;
  Matrices matrices = {.outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr))};
  guint n_used = 0;
  collect(&matrices, morphism);
  guint size = matrices.outputs->len;
  g_autoptr(NoslipTape) tape = noslip_tape_new(morphism->model->graph, 0, NULL, points->n_symbols, points->symbols,
                                               size, (const NoslipExpr *) (gpointer) matrices.outputs->data);
  g_autoptr(NoslipTapeWork) tape_work = noslip_tape_work_new(tape);
  g_autofree double *values = matrices.values = g_new0(double, size + 1);
  noslip_tape_set_constants(tape_work, NULL);
  work->report->checks[NOSLIP_REDUCTION_ONTO].in_symbols = FALSE;
  work->report->checks[NOSLIP_REDUCTION_ONTO].allowed = 0;
  for (guint point = 0; point < points->n_points; point++) {
    gboolean finite = TRUE;
    noslip_tape_evaluate(tape_work, points->values + (gsize) point * points->n_symbols, values);
    for (guint i = 0; i < size; i++)
      finite &= isfinite(values[i]) != 0;
    if (!finite)
      continue;
    n_used++;
    compare(work, NOSLIP_REDUCTION_ONTO, "the image of a fibre", rank_of(&matrices, SLOPES, N_MATRICES), target->n,
            point);
    compare(work, NOSLIP_REDUCTION_ONTO, "the image of the base", image_of_kernel(&matrices, TANGENT, BASE),
            target->m - rank_of(&matrices, TARGET_TANGENT, N_MATRICES), point);
    if (work->report->checks[NOSLIP_REDUCTION_CONSTRAINTS].applies)
      compare(work, NOSLIP_REDUCTION_CONSTRAINTS, "the image of D", image_of_kernel(&matrices, JACOBIAN, SLOPES),
              target->n - rank_of(&matrices, TARGET_JACOBIAN, N_MATRICES), point);
  }
  if (n_used == 0)
    noslip_reduction_take(work, NOSLIP_REDUCTION_ONTO, INFINITY, "the map is not defined at any point", NULL, 0);
  g_array_unref(matrices.outputs);
}
