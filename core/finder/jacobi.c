/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/jacobi.h"

#include "core/base/linear.h"
#include "core/finder/measure.h"
#include "core/geometry/form.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

#define ZERO 1e-9

/* The reduced space (x^i of `base`, p_a), with the equations  rest + coefficients . v = 0  for v_i = ds/dx^i. */
typedef struct {
  const NoslipPrimitiveSetting *setting;
  NoslipGraph *graph;
  guint m, r;
  gboolean *base; /* m: whether the coordinate is one of the reduced space */
  guint n_base;
  guint *index;      /* of the reduced coordinates, n_base */
  GArray *equations; /* of NoslipExpr: n_base coefficients, then the rest */
} Reduced;

static NoslipExpr
anchor(const Reduced *reduced, guint i, guint a)
{
  return reduced->setting->distribution->anchor[i * reduced->r + a];
}

static NoslipExpr
structure(const Reduced *reduced, guint c, guint a, guint b)
{
  return reduced->setting->distribution->structure[(c * reduced->r + a) * reduced->r + b];
}

static NoslipExpr
along(const Reduced *reduced, guint a, NoslipExpr e)
{
  const NoslipModel *model = reduced->setting->motion->model;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < reduced->m; i++)
    if (anchor(reduced, i, a) != NOSLIP_ZERO)
      sum = noslip_expr_add_product(reduced->graph, sum, anchor(reduced, i, a),
                                    noslip_expr_derivative(reduced->graph, e, model->x[i]));
  return sum;
}

/* Marks the coordinates on which e depends; TRUE if one was not marked before. */
static gboolean
mark(Reduced *reduced, NoslipExpr e)
{
  const NoslipModel *model = reduced->setting->motion->model;
  gboolean changed = FALSE;
  e = noslip_symbolic_tidy(reduced->graph, e);
  for (guint i = 0; i < reduced->m; i++)
    if (!reduced->base[i] && noslip_expr_depends(reduced->graph, e, 1, &model->x[i]))
      changed = reduced->base[i] = TRUE;
  return changed;
}

static void
choose_base(Reduced *reduced)
{
  const NoslipDistribution *d = reduced->setting->distribution;
  const NoslipSystem *system = reduced->setting->motion->system;
  guint r = reduced->r;
  for (guint e = 0; e < r * r; e++)
    mark(reduced, d->metric[e]);
  for (guint e = 0; e < r * r * r; e++)
    mark(reduced, d->structure[e]);
  mark(reduced, system->potential);
  for (guint alpha = 0; alpha < system->n && system->forces != NULL; alpha++)
    mark(reduced, system->forces[alpha]);
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < reduced->m; i++)
      for (guint a = 0; a < r && reduced->base[i]; a++)
        changed = mark(reduced, anchor(reduced, i, a)) || changed;
    for (guint g = 0; g < system->n_manifolds; g++)
      for (guint i = 0; i < reduced->m; i++)
        if (reduced->base[i] &&
            noslip_expr_depends(reduced->graph, system->manifolds[g], 1, &system->coordinates[i].symbol))
          changed = mark(reduced, system->manifolds[g]) || changed;
  }
  for (guint i = 0; i < reduced->m; i++)
    if (reduced->base[i])
      reduced->index[reduced->n_base++] = i;
}

static void
add_equation(Reduced *reduced, const NoslipExpr *coefficients, NoslipExpr rest)
{
  gboolean empty = rest == NOSLIP_ZERO;
  for (guint j = 0; j < reduced->n_base; j++)
    empty = empty && coefficients[j] == NOSLIP_ZERO;
  if (empty)
    return;
  g_array_append_vals(reduced->equations, coefficients, reduced->n_base);
  g_array_append_val(reduced->equations, rest);
}

/* T^i_ab + u_a rho^i_b - u_b rho^i_a, u_a = rho^j_a v_j. */
static void
add_coordinate_equations(Reduced *reduced, NoslipExpr *coefficients)
{
  NoslipGraph *graph = reduced->graph;
  for (guint b = 0; b < reduced->r; b++)
    for (guint a = 0; a < b; a++)
      for (guint k = 0; k < reduced->n_base; k++) {
        guint i = reduced->index[k];
        NoslipExpr rest =
            noslip_expr_sub(graph, along(reduced, a, anchor(reduced, i, b)), along(reduced, b, anchor(reduced, i, a)));
        for (guint c = 0; c < reduced->r; c++)
          rest = noslip_expr_sub_product(graph, rest, anchor(reduced, i, c), structure(reduced, c, a, b));
        for (guint j = 0; j < reduced->n_base; j++) {
          NoslipExpr e = noslip_expr_mul(graph, anchor(reduced, reduced->index[j], a), anchor(reduced, i, b));
          e = noslip_expr_sub_product(graph, e, anchor(reduced, reduced->index[j], b), anchor(reduced, i, a));
          coefficients[j] = noslip_symbolic_tidy(graph, e);
        }
        add_equation(reduced, coefficients, noslip_symbolic_tidy(graph, rest));
      }
}

static void
add_momentum_equation(Reduced *reduced, const guint abc[3], guint e, NoslipExpr *coefficients)
{
  NoslipGraph *graph = reduced->graph;
  NoslipExpr rest = NOSLIP_ZERO;
  memset(coefficients, 0, sizeof(NoslipExpr) * reduced->n_base);
  for (guint turn = 0; turn < 3; turn++) {
    guint a = abc[turn], b = abc[(turn + 1) % 3], c = abc[(turn + 2) % 3];
    rest = noslip_expr_add(graph, rest, along(reduced, a, structure(reduced, e, b, c)));
    for (guint d = 0; d < reduced->r; d++)
      rest = noslip_expr_add_product(graph, rest, structure(reduced, d, b, c), structure(reduced, e, a, d));
    for (guint j = 0; j < reduced->n_base; j++)
      coefficients[j] = noslip_expr_add_product(graph, coefficients[j], anchor(reduced, reduced->index[j], a),
                                                structure(reduced, e, b, c));
  }
  for (guint j = 0; j < reduced->n_base; j++)
    coefficients[j] = noslip_symbolic_tidy(graph, coefficients[j]);
  add_equation(reduced, coefficients, noslip_symbolic_tidy(graph, rest));
}

static void
add_equations(Reduced *reduced)
{
  const NoslipModel *model = reduced->setting->motion->model;
  g_autofree NoslipExpr *coefficients = noslip_exprs_new(reduced->n_base);
  add_coordinate_equations(reduced, coefficients);
  for (guint c = 2; c < reduced->r; c++)
    for (guint b = 1; b < c; b++)
      for (guint a = 0; a < b; a++)
        for (guint e = 0; e < reduced->r; e++)
          add_momentum_equation(reduced, (const guint[]){a, b, c}, e, coefficients);
  for (guint g = 0; g < model->system->n_manifolds; g++) { /* v along the manifold */
    for (guint j = 0; j < reduced->n_base; j++)
      coefficients[j] =
          noslip_expr_derivative(reduced->graph, model->system->manifolds[g], model->x[reduced->index[j]]);
    add_equation(reduced, coefficients, NOSLIP_ZERO);
  }
}

typedef struct {
  guint n_rows, width;
  double *values; /* values of the equations: states x n_rows x width */
} Numbers;

static void
evaluate(const Reduced *reduced, Numbers *numbers)
{
  const NoslipPrimitiveSetting *setting = reduced->setting;
  const NoslipModel *model = setting->motion->model;
  guint n = reduced->equations->len;
  numbers->width = reduced->n_base + 1;
  numbers->n_rows = n / numbers->width;
  numbers->values = g_new0(double, (gsize) n * setting->n_rows + 1);
  g_autoptr(NoslipTape) tape =
      noslip_program_of_state(model->system, model->graph, n, (const NoslipExpr *) (gpointer) reduced->equations->data);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(work, setting->parameters);
  for (guint s = 0; s < setting->n_rows; s++)
    noslip_tape_evaluate(work, setting->rows + (gsize) s * setting->row_size, numbers->values + (gsize) s * n);
}

/* Rank of the coefficients at a state, and whether the equations have a solution there. */
static guint
solve_at(const Numbers *numbers, const double *values, gboolean *solvable, gboolean *finite)
{
  guint n = numbers->width - 1, rows = numbers->n_rows;
  g_autofree double *a = g_new0(double, (gsize) rows *n + 1);
  g_autofree double *b = g_new0(double, (gsize) rows + 1);
  g_autofree double *v = g_new0(double, (gsize) n + 1);
  double size = 0, rest = 0;
  *finite = noslip_all_finite(values, (gsize) rows * numbers->width);
  *solvable = FALSE;
  if (!*finite)
    return 0;
  for (guint row = 0; row < rows; row++) {
    for (guint j = 0; j < n; j++)
      a[row * n + j] = values[row * numbers->width + j];
    b[row] = -values[row * numbers->width + n];
    size = fmax(size, fabs(b[row]));
  }
  guint rank = 0;
  if (n > 0 && rows > 0) {
    g_autoptr(NoslipSvd) svd = noslip_svd_new(rows, n);
    noslip_svd_factor(svd, a);
    rank = noslip_svd_rank(svd, 1e-9);
    noslip_svd_solve(svd, 1e-9, b, v);
  }
  for (guint row = 0; row < rows; row++) {
    double difference = b[row];
    for (guint j = 0; j < n; j++)
      difference -= a[row * n + j] * v[j];
    rest = fmax(rest, fabs(difference));
  }
  *solvable = rest <= ZERO * size;
  return rank;
}

/* v in symbols, from equations that are independent at the first state; then u_a = rho^i_a v_i. */
static gboolean
derive_slopes(const Reduced *reduced, const Numbers *numbers, NoslipExpr *u)
{
  guint n = reduced->n_base, rows = numbers->n_rows, width = numbers->width;
  const NoslipExpr *equations = (const NoslipExpr *) (gpointer) reduced->equations->data;
  g_autofree double *a = g_new0(double, (gsize) rows *n + 1);
  g_autofree guint *pivot_rows = g_new0(guint, (gsize) n + 1);
  g_autofree guint *pivot_columns = g_new0(guint, (gsize) n + 1);
  for (guint row = 0; row < rows; row++)
    for (guint j = 0; j < n; j++)
      a[row * n + j] = numbers->values[row * width + j];
  if (noslip_linear_pivots(rows, n, a, 1e-9, NULL, pivot_rows, pivot_columns) < n)
    return FALSE;
  g_autofree NoslipExpr *matrix = noslip_exprs_new((gsize) n * n);
  g_autofree NoslipExpr *right = noslip_exprs_new(n);
  for (guint i = 0; i < n; i++) {
    memcpy(matrix + (gsize) i * n, equations + (gsize) pivot_rows[i] * width, sizeof(NoslipExpr) * n);
    right[i] = noslip_expr_neg(reduced->graph, equations[pivot_rows[i] * width + n]);
  }
  if (!noslip_symbolic_solve(reduced->graph, reduced->setting->distribution->form->probe, n, matrix, 1, right))
    return FALSE;
  for (guint a_index = 0; a_index < reduced->r; a_index++) {
    u[a_index] = NOSLIP_ZERO;
    for (guint j = 0; j < n; j++)
      u[a_index] =
          noslip_expr_add_product(reduced->graph, u[a_index], anchor(reduced, reduced->index[j], a_index), right[j]);
    u[a_index] = noslip_symbolic_tidy(reduced->graph, u[a_index]);
  }
  return TRUE;
}

static void
find_multiplier(const Reduced *reduced, const Numbers *numbers, NoslipMultiplier *multiplier)
{
  g_autofree NoslipExpr *u = noslip_exprs_new(reduced->r);
  NoslipPrimitive primitive;
  if (!derive_slopes(reduced, numbers, u))
    return;
  noslip_primitive_find(reduced->setting, u, &primitive);
  if (primitive.decided)
    multiplier->exists = primitive.exists ? NOSLIP_YES : NOSLIP_NO;
  multiplier->in_symbols = primitive.in_symbols;
  multiplier->phi = primitive.exponential;
  noslip_primitive_clear(&primitive);
}

/* Whether the bracket satisfies the Jacobi identity without a multiplier. */
static gboolean
is_poisson(const Reduced *reduced, const Numbers *numbers)
{
  const NoslipExpr *equations = (const NoslipExpr *) (gpointer) reduced->equations->data;
  for (guint row = 0; row < numbers->n_rows; row++)
    if (!noslip_primitive_vanishes(reduced->setting, equations[row * numbers->width + numbers->width - 1]))
      return FALSE;
  return TRUE;
}

static void
answer(const Reduced *reduced, NoslipMultiplier *multiplier)
{
  const NoslipPrimitiveSetting *setting = reduced->setting;
  Numbers numbers = {0};
  guint solvable_states = 0, finite_states = 0;
  evaluate(reduced, &numbers);
  if (is_poisson(reduced, &numbers)) {
    *multiplier = (NoslipMultiplier){NOSLIP_YES, multiplier->reduced, TRUE, NOSLIP_ONE};
    g_free(numbers.values);
    return;
  }
  for (guint s = 0; s < setting->n_rows; s++) {
    gboolean solvable, finite;
    solve_at(&numbers, numbers.values + (gsize) s * numbers.n_rows * numbers.width, &solvable, &finite);
    solvable_states += solvable;
    finite_states += finite;
  }
  /* Symmetries of rotations are not divided out: with rotations a negative answer would hold for the larger space
   * only. */
  gboolean all_divided = setting->motion->system->n_rotations == 0;
  if (finite_states > 0 && solvable_states == 0)
    multiplier->exists = all_divided ? NOSLIP_NO : NOSLIP_UNKNOWN;
  else if (solvable_states == setting->n_rows)
    find_multiplier(reduced, &numbers, multiplier);
  if (multiplier->exists == NOSLIP_NO && !all_divided)
    multiplier->exists = NOSLIP_UNKNOWN;
  g_free(numbers.values);
}

void
noslip_jacobi_multiplier(const NoslipPrimitiveSetting *setting, NoslipMultiplier *multiplier)
{
  const NoslipModel *model = setting->motion->model;
  g_autofree gboolean *base = g_new0(gboolean, (gsize) model->m + 1);
  g_autofree guint *index = g_new0(guint, (gsize) model->m + 1);
  g_autoptr(GArray) equations = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  Reduced reduced = {setting, model->graph, model->m, setting->distribution->r, base, 0, index, equations};
  choose_base(&reduced);
  *multiplier = (NoslipMultiplier){.exists = NOSLIP_UNKNOWN, .reduced = reduced.n_base < model->m};
  add_equations(&reduced);
  answer(&reduced, multiplier);
}
