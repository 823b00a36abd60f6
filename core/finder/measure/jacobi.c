/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/measure/jacobi.h"

#include "core/base/linear.h"
#include "core/finder/measure/fields.h"
#include "core/finder/measure/primitive.h"
#include "core/finder/measure/quotient.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The equations  rest + coefficients . v = 0  for v_j = ds/dg_j, s a function of the reduced functions g_j. */
typedef struct {
  const NoslipPrimitiveSetting *setting;
  const NoslipQuotient *quotient;
  const NoslipModel *model;
  NoslipGraph *graph;
  guint r, n;        /* sections of D; functions g_j */
  NoslipExpr *rates; /* X_a g_j, n x r */
  GArray *equations; /* of NoslipExpr: n coefficients, then the rest */
} Reduced;

static NoslipExpr
structure(const Reduced *reduced, guint c, guint a, guint b)
{
  return reduced->setting->distribution->structure[(c * reduced->r + a) * reduced->r + b];
}

static NoslipExpr
along(const Reduced *reduced, guint a, NoslipExpr e)
{
  g_autofree NoslipExpr *field = noslip_exprs_new(reduced->model->m);
  for (guint i = 0; i < reduced->model->m; i++)
    field[i] = reduced->setting->distribution->anchor[i * reduced->r + a];
  return noslip_fields_along(reduced->model, field, e);
}

static void
add_equation(Reduced *reduced, const NoslipExpr *coefficients, NoslipExpr rest)
{
  gboolean empty = rest == NOSLIP_ZERO;
  for (guint j = 0; j < reduced->n; j++)
    empty = empty && coefficients[j] == NOSLIP_ZERO;
  if (empty)
    return;
  g_array_append_vals(reduced->equations, coefficients, reduced->n);
  g_array_append_val(reduced->equations, rest);
}

/* T^k_ab + u_a X_b g_k - u_b X_a g_k, u_a = v_j X_a g_j. */
static void
add_coordinate_equation(Reduced *reduced, guint a, guint b, guint k, NoslipExpr *coefficients)
{
  NoslipGraph *graph = reduced->graph;
  const NoslipExpr *rates = reduced->rates;
  guint r = reduced->r;
  NoslipExpr rest = noslip_expr_sub(graph, along(reduced, a, rates[k * r + b]), along(reduced, b, rates[k * r + a]));
  for (guint c = 0; c < r; c++)
    rest = noslip_expr_sub_product(graph, rest, rates[k * r + c], structure(reduced, c, a, b));
  for (guint j = 0; j < reduced->n; j++) {
    NoslipExpr e = noslip_expr_mul(graph, rates[j * r + a], rates[k * r + b]);
    e = noslip_expr_sub_product(graph, e, rates[j * r + b], rates[k * r + a]);
    coefficients[j] = noslip_symbolic_tidy(graph, e);
  }
  add_equation(reduced, coefficients, noslip_symbolic_tidy(graph, rest));
}

static void
add_momentum_equation(Reduced *reduced, const guint abc[3], guint e, NoslipExpr *coefficients)
{
  NoslipGraph *graph = reduced->graph;
  NoslipExpr rest = NOSLIP_ZERO;
  memset(coefficients, 0, sizeof(NoslipExpr) * reduced->n);
  for (guint turn = 0; turn < 3; turn++) {
    guint a = abc[turn], b = abc[(turn + 1) % 3], c = abc[(turn + 2) % 3];
    rest = noslip_expr_add(graph, rest, along(reduced, a, structure(reduced, e, b, c)));
    for (guint d = 0; d < reduced->r; d++)
      rest = noslip_expr_add_product(graph, rest, structure(reduced, d, b, c), structure(reduced, e, a, d));
    for (guint j = 0; j < reduced->n; j++)
      coefficients[j] = noslip_expr_add_product(graph, coefficients[j], reduced->rates[j * reduced->r + a],
                                                structure(reduced, e, b, c));
  }
  for (guint j = 0; j < reduced->n; j++)
    coefficients[j] = noslip_symbolic_tidy(graph, coefficients[j]);
  add_equation(reduced, coefficients, noslip_symbolic_tidy(graph, rest));
}

/* v is chosen tangent to the manifolds, and to the spheres of unit vectors. */
static void
add_relations(Reduced *reduced, NoslipExpr *coefficients)
{
  const NoslipExpr *functions = (const NoslipExpr *) (gpointer) reduced->quotient->functions->data;
  const GArray *relations = reduced->quotient->relations;
  for (guint g = 0; g < reduced->model->system->n_manifolds; g++) {
    for (guint j = 0; j < reduced->n; j++)
      coefficients[j] = noslip_expr_op(reduced->graph, functions[j]) == NOSLIP_OP_SYMBOL
                            ? noslip_expr_derivative(reduced->graph, reduced->model->system->manifolds[g], functions[j])
                            : NOSLIP_ZERO;
    add_equation(reduced, coefficients, NOSLIP_ZERO);
  }
  for (guint s = 0; s < relations->len; s++) {
    guint first = g_array_index(relations, guint, s);
    memset(coefficients, 0, sizeof(NoslipExpr) * reduced->n);
    memcpy(coefficients + first, functions + first, sizeof(NoslipExpr) * 3);
    add_equation(reduced, coefficients, NOSLIP_ZERO);
  }
}

static void
add_equations(Reduced *reduced)
{
  g_autofree NoslipExpr *coefficients = noslip_exprs_new(reduced->n);
  for (guint b = 0; b < reduced->r; b++)
    for (guint a = 0; a < b; a++)
      for (guint k = 0; k < reduced->n; k++)
        add_coordinate_equation(reduced, a, b, k, coefficients);
  for (guint c = 2; c < reduced->r; c++)
    for (guint b = 1; b < c; b++)
      for (guint a = 0; a < b; a++)
        for (guint e = 0; e < reduced->r; e++)
          add_momentum_equation(reduced, (const guint[]){a, b, c}, e, coefficients);
  add_relations(reduced, coefficients);
}

typedef struct {
  guint n_rows, width;
  double *values; /* copies x states x n_rows x width: the equations (fields.h) */
} Numbers;

static void
evaluate(const Reduced *reduced, Numbers *numbers)
{
  guint n = reduced->equations->len;
  numbers->width = reduced->n + 1;
  numbers->n_rows = n / numbers->width;
  numbers->values = g_new0(double, (gsize) NOSLIP_FIELDS_COPIES * reduced->setting->n_rows * n + 1);
  noslip_fields_evaluate(reduced->setting, n, (const NoslipExpr *) (gpointer) reduced->equations->data,
                         numbers->values);
}

/* What the equations leave, relative to their rests, with the best v at one copy of a state. */
static gboolean
solve_at(const Numbers *numbers, gsize at, double *outside)
{
  guint n = numbers->width - 1, rows = numbers->n_rows;
  const double *values = numbers->values + at * rows * numbers->width;
  g_autofree double *columns = g_new0(double, (gsize) rows *n + 1);
  g_autofree double *right = g_new0(double, (gsize) rows + 1);
  g_autofree double *v = g_new0(double, (gsize) n + 1);
  for (guint row = 0; row < rows; row++) {
    for (guint j = 0; j < n; j++)
      columns[(gsize) j * rows + row] = values[row * numbers->width + j];
    right[row] = -values[row * numbers->width + n];
  }
  return noslip_fields_combine(rows, n, columns, right, v, outside);
}

typedef struct {
  guint good, solvable, unsolvable, row;
  double number, noise; /* what is left at `row`, where it is the clearest */
} Count;

static Count
count_states(const NoslipPrimitiveSetting *setting, const Numbers *numbers)
{
  Count count = {0};
  for (guint row = 0; row < setting->n_rows; row++) {
    double outside = 0, noise = DBL_EPSILON;
    gboolean finite = TRUE;
    for (guint copy = 0; copy < NOSLIP_FIELDS_COPIES && finite; copy++) {
      double o = 0;
      finite = solve_at(numbers, (gsize) copy * setting->n_rows + row, &o);
      outside = copy == 0 ? o : outside;
      noise = fmax(noise, fabs(o - outside));
    }
    if (!finite)
      continue;
    int zero = noslip_fields_is_zero(outside, noise);
    count.good++;
    count.solvable += zero == TRUE && noise <= NOSLIP_FIELDS_MOST_NOISE;
    count.unsolvable += zero == FALSE;
    if (zero == FALSE && (count.noise == 0 || outside * count.noise > count.number * noise)) {
      count.row = row;
      count.number = outside;
      count.noise = noise;
    }
  }
  return count;
}

/* Whether all v that solve the equations have the same u_a = v_j X_a g_j: the rank does not grow with the X_a g_j. */
static gboolean
determines_slopes(const Reduced *reduced, const Numbers *numbers, guint rank)
{
  guint n = reduced->n, rows = numbers->n_rows, all = rows + reduced->r;
  gsize count = (gsize) n * reduced->r;
  g_autofree double *a = g_new0(double, (gsize) all *n + 1);
  g_autofree double *rates = g_new0(double, (gsize) NOSLIP_FIELDS_COPIES * reduced->setting->n_rows * count + 1);
  g_autofree guint *pivot_rows = g_new0(guint, (gsize) n + 1);
  g_autofree guint *pivot_columns = g_new0(guint, (gsize) n + 1);
  noslip_fields_evaluate(reduced->setting, n * reduced->r, reduced->rates, rates);
  for (guint j = 0; j < n; j++) {
    for (guint row = 0; row < rows; row++)
      a[row * n + j] = numbers->values[row * numbers->width + j];
    for (guint b = 0; b < reduced->r; b++)
      a[(rows + b) * n + j] = rates[j * reduced->r + b];
  }
  return noslip_linear_pivots(all, n, a, 1e-9, NULL, pivot_rows, pivot_columns) == rank;
}

/* v in symbols, from equations that are independent at the first state; then the u_a. */
static gboolean
derive_slopes(const Reduced *reduced, const Numbers *numbers, NoslipExpr *u)
{
  guint n = reduced->n, rows = numbers->n_rows, width = numbers->width;
  const NoslipExpr *equations = (const NoslipExpr *) (gpointer) reduced->equations->data;
  g_autofree double *a = g_new0(double, (gsize) rows *n + 1);
  g_autofree guint *pivot_rows = g_new0(guint, (gsize) n + 1);
  g_autofree guint *pivot_columns = g_new0(guint, (gsize) n + 1);
  for (guint row = 0; row < rows; row++)
    for (guint j = 0; j < n; j++)
      a[row * n + j] = numbers->values[row * width + j];
  guint rank = noslip_linear_pivots(rows, n, a, 1e-9, NULL, pivot_rows, pivot_columns);
  if (rank == 0 || (rank < n && !determines_slopes(reduced, numbers, rank)))
    return FALSE;
  g_autofree NoslipExpr *matrix = noslip_exprs_new((gsize) rank * rank);
  g_autofree NoslipExpr *right = noslip_exprs_new(rank);
  for (guint i = 0; i < rank; i++) {
    for (guint j = 0; j < rank; j++)
      matrix[i * rank + j] = equations[pivot_rows[i] * width + pivot_columns[j]];
    right[i] = noslip_expr_neg(reduced->graph, equations[pivot_rows[i] * width + n]);
  }
  if (!noslip_fields_solve(reduced->setting, rank, matrix, right))
    return FALSE;
  for (guint b = 0; b < reduced->r; b++) {
    u[b] = NOSLIP_ZERO;
    for (guint j = 0; j < rank; j++)
      u[b] = noslip_expr_add_product(reduced->graph, u[b], reduced->rates[pivot_columns[j] * reduced->r + b], right[j]);
    u[b] = noslip_symbolic_tidy(reduced->graph, u[b]);
  }
  return TRUE;
}

static void
find_multiplier(const Reduced *reduced, const Numbers *numbers, NoslipMultiplier *multiplier)
{
  g_autofree NoslipExpr *u = noslip_exprs_new(reduced->r);
  const GArray *symmetries = reduced->quotient->symmetries;
  NoslipPrimitiveSetting setting = *reduced->setting;
  NoslipPrimitive primitive;
  if (!derive_slopes(reduced, numbers, u))
    return;
  setting.drift = NULL;
  setting.n_symmetries = reduced->model->m > 0 ? symmetries->len / reduced->model->m : 0;
  setting.symmetries = (const NoslipExpr *) (gpointer) symmetries->data;
  noslip_primitive_find(&setting, u, &primitive);
  if (primitive.decided)
    multiplier->exists = primitive.exists ? NOSLIP_YES : NOSLIP_NO;
  multiplier->proved = primitive.proved;
  if (primitive.exists && primitive.in_symbols)
    multiplier->phi = noslip_expr_text(reduced->graph, noslip_symbolic_tidy(reduced->graph, primitive.exponential));
  noslip_hindrance_fill(&multiplier->hindrance, &setting, &primitive);
  noslip_primitive_clear(&primitive);
}

/* Whether the bracket satisfies the Jacobi identity without a multiplier. */
static gboolean
is_poisson(const Reduced *reduced, const Numbers *numbers, gboolean *proved)
{
  const NoslipExpr *equations = (const NoslipExpr *) (gpointer) reduced->equations->data;
  *proved = TRUE;
  for (guint row = 0; row < numbers->n_rows; row++)
    if (!noslip_fields_vanishes(reduced->setting, equations[row * numbers->width + numbers->width - 1], proved))
      return FALSE;
  return TRUE;
}

static void
answer(const Reduced *reduced, const Numbers *numbers, NoslipMultiplier *multiplier)
{
  const NoslipPrimitiveSetting *setting = reduced->setting;
  Count count = count_states(setting, numbers);
  if (is_poisson(reduced, numbers, &multiplier->proved)) {
    multiplier->exists = NOSLIP_YES;
    multiplier->phi = g_strdup("1");
    return;
  }
  if (count.good < setting->n_rows / 2 + 1)
    return;
  if (count.unsolvable > count.good / 2) {
    multiplier->exists = NOSLIP_NO;
    noslip_hindrance_place(&multiplier->hindrance, setting, count.row, count.number, count.noise);
  } else if (count.unsolvable == 0 && count.solvable > count.good / 2)
    find_multiplier(reduced, numbers, multiplier);
}

static void
name_space(NoslipMultiplier *multiplier, const NoslipQuotient *quotient)
{
  multiplier->space = g_new0(char *, (gsize) quotient->names->len + 1);
  for (guint i = 0; i < quotient->names->len; i++)
    multiplier->space[i] = g_strdup(g_ptr_array_index(quotient->names, i));
}

void
noslip_jacobi_multiplier(const NoslipPrimitiveSetting *setting, NoslipMultiplier *multiplier)
{
  const NoslipModel *model = setting->motion->model;
  g_autoptr(NoslipQuotient) quotient = noslip_quotient_new(setting);
  g_autoptr(GArray) equations = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  guint r = setting->distribution->r, n = quotient->functions->len;
  g_autofree NoslipExpr *rates = noslip_exprs_new((gsize) n * r);
  Reduced reduced = {setting, quotient, model, model->graph, r, n, rates, equations};
  for (guint j = 0; j < n; j++)
    for (guint a = 0; a < r; a++)
      rates[j * r + a] =
          noslip_symbolic_tidy(model->graph, along(&reduced, a, g_array_index(quotient->functions, NoslipExpr, j)));
  *multiplier = (NoslipMultiplier){.exists = NOSLIP_UNKNOWN};
  multiplier->reduced = n < model->m;
  name_space(multiplier, quotient);
  add_equations(&reduced);
  Numbers numbers = {0};
  evaluate(&reduced, &numbers);
  answer(&reduced, &numbers, multiplier);
  g_free(numbers.values);
}

void
noslip_multiplier_clear(NoslipMultiplier *multiplier)
{
  g_free(multiplier->phi);
  g_strfreev(multiplier->space);
  noslip_hindrance_clear(&multiplier->hindrance);
}
