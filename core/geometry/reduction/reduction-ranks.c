/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether Phi is onto for fibre, base and constraints, by ranks at seeded states. The image of ker A under B has
 * dimension rank [A; B] - rank A. */
#include "core/base/linear.h"
#include "core/geometry/reduction/reduction-private.h"

#include <math.h>
#include <string.h>

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

/* The rank of the matrices `a` and `b` (N_MATRICES: none) stacked on each other. */
static guint
rank_of(const Matrices *matrices, guint a, guint b)
{
  guint columns = matrices->columns[a], rows_a = matrices->rows[a];
  guint rows_b = b < N_MATRICES ? matrices->rows[b] : 0, rows = rows_a + rows_b;
  if (rows == 0 || columns == 0)
    return 0;
  g_autofree double *stacked = g_new0(double, (gsize) rows *columns);
  memcpy(stacked, matrices->values + matrices->first[a], (gsize) rows_a * columns * sizeof *stacked);
  if (rows_b > 0)
    memcpy(stacked + (gsize) rows_a * columns, matrices->values + matrices->first[b],
           (gsize) rows_b * columns * sizeof *stacked);
  return noslip_linear_rank(rows, columns, stacked, NULL);
}

/* The dimension of b(ker a) */
static guint
image_of_kernel(const Matrices *matrices, guint a, guint b)
{
  return rank_of(matrices, a, b) - MIN(rank_of(matrices, a, N_MATRICES), rank_of(matrices, a, b));
}

static void
compare(NoslipReductionWorkspace *work, NoslipReductionKind kind, const char *what, guint is, guint should, guint point)
{
  double lacks = fabs((double) should - (double) is);
  if (lacks == 0)
    return;
  g_autofree char *text = g_strdup_printf("%s has dimension %u, not %u", what, is, should);
  noslip_reduction_take(work, kind, lacks, text, work->on_m, point);
}

/* The dimensions of fibre and base, of S and of S', and of their images, at the present values. */
typedef struct {
  guint fibre, base, fibre_image, base_image, source_base;
} Dimensions;

static Dimensions
dimensions_of(const NoslipReductionWorkspace *work, const Matrices *matrices)
{
  const NoslipMorphism *morphism = work->morphism;
  return (Dimensions){
      .fibre = morphism->target->n,
      .base = morphism->target->m - rank_of(matrices, TARGET_TANGENT, N_MATRICES),
      .fibre_image = rank_of(matrices, SLOPES, N_MATRICES),
      .base_image = image_of_kernel(matrices, TANGENT, BASE),
      .source_base = morphism->source->m - rank_of(matrices, TANGENT, N_MATRICES),
  };
}

typedef struct {
  Matrices *matrices;
  NoslipTapeWorkspace *tape_workspace;
  guint size, n_used;
  gboolean onto, injective; /* at all points so far */
} Ranks;

static gboolean
evaluate(const NoslipReductionWorkspace *work, const Ranks *ranks, guint point)
{
  double *values = ranks->matrices->values;
  noslip_tape_evaluate(ranks->tape_workspace, work->on_m->values + (gsize) point * work->on_m->n_symbols, values);
  for (guint i = 0; i < ranks->size; i++)
    if (!isfinite(values[i]))
      return FALSE;
  return TRUE;
}

/* Updates `ranks` at the present values: whether Phi is onto, or an injective immersion, which makes S a Lie
 * subalgebroid of S' (ML (8)-(10), I 2). */
static void
update_ranks(const NoslipReductionWorkspace *work, Ranks *ranks)
{
  for (guint point = 0; point < work->on_m->n_points; point++) {
    if (!evaluate(work, ranks, point))
      continue;
    const Dimensions d = dimensions_of(work, ranks->matrices);
    ranks->n_used++;
    ranks->onto = ranks->onto && d.fibre_image == d.fibre && d.base_image == d.base;
    ranks->injective = ranks->injective && d.fibre_image == work->morphism->source->n && d.base_image == d.source_base;
  }
}

/* The image of D lies in D', but need not be all of D'. */
static void
check_subalgebroid(NoslipReductionWorkspace *work, const Ranks *ranks)
{
  static const char why[] =
      "S is a Lie subalgebroid with fewer virtual displacements: motions of S' need not stay on it";
  const NoslipMorphism *morphism = work->morphism;
  NoslipReductionCheck *onto = &work->report->checks[NOSLIP_REDUCTION_ONTO];
  gboolean smaller = FALSE;
  onto->title = "the map is injective: a Lie subalgebroid";
  for (guint point = 0; point < work->on_m->n_points; point++)
    smaller = smaller || (evaluate(work, ranks, point) &&
                          image_of_kernel(ranks->matrices, JACOBIAN, SLOPES) <
                              morphism->target->n - rank_of(ranks->matrices, TARGET_JACOBIAN, N_MATRICES));
  if (!smaller)
    return;
  noslip_reduction_skip(work, NOSLIP_REDUCTION_SECTION, why);
  noslip_reduction_skip(work, NOSLIP_REDUCTION_MOTION, why);
  noslip_reduction_skip(work, NOSLIP_REDUCTION_POISSON, why);
}

static void
check_onto(NoslipReductionWorkspace *work, const Ranks *ranks)
{
  const NoslipMorphism *morphism = work->morphism;
  for (guint point = 0; point < work->on_m->n_points; point++) {
    if (!evaluate(work, ranks, point))
      continue;
    const Dimensions d = dimensions_of(work, ranks->matrices);
    compare(work, NOSLIP_REDUCTION_ONTO, "the image of a fibre", d.fibre_image, d.fibre, point);
    compare(work, NOSLIP_REDUCTION_ONTO, "the image of the base", d.base_image, d.base, point);
    if (work->report->checks[NOSLIP_REDUCTION_CONSTRAINTS].applies)
      compare(work, NOSLIP_REDUCTION_CONSTRAINTS, "the image of D", image_of_kernel(ranks->matrices, JACOBIAN, SLOPES),
              morphism->target->n - rank_of(ranks->matrices, TARGET_JACOBIAN, N_MATRICES), point);
  }
}

void
noslip_reduction_ranks(NoslipReductionWorkspace *work)
{
  NoslipMorphism *morphism = work->morphism;
  const NoslipPoints *points = work->on_m;
  Matrices matrices = {.outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr))};
  collect(&matrices, morphism);
  guint size = matrices.outputs->len;
  g_autoptr(NoslipTape) tape = noslip_tape_new(morphism->model->graph, 0, NULL, points->n_symbols, points->symbols,
                                               size, (const NoslipExpr *) (gpointer) matrices.outputs->data);
  g_autoptr(NoslipTapeWorkspace) tape_workspace = noslip_tape_workspace_new(tape);
  g_autofree double *values = matrices.values = g_new0(double, size + 1);
  (void) values;
  noslip_tape_set_constants(tape_workspace, NULL);
  work->report->checks[NOSLIP_REDUCTION_ONTO].in_symbols = FALSE;
  work->report->checks[NOSLIP_REDUCTION_ONTO].allowed = 0;
  Ranks ranks = {
      .matrices = &matrices, .tape_workspace = tape_workspace, .size = size, .onto = TRUE, .injective = TRUE};
  update_ranks(work, &ranks);
  if (ranks.n_used == 0)
    noslip_reduction_take(work, NOSLIP_REDUCTION_ONTO, INFINITY, "the map is not defined at any point", NULL, 0);
  else if (ranks.injective && !ranks.onto)
    check_subalgebroid(work, &ranks);
  else
    check_onto(work, &ranks);
  g_array_unref(matrices.outputs);
}
