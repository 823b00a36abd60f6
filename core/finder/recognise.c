/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/recognise.h"

#include "core/base/linear.h"
#include "core/finder/linear/fractions.h"
#include "core/finder/linear/nullspace.h"
#include "core/geometry/symbolic.h"

#include <math.h>
#include <string.h>

#define MOST_DENOMINATOR 10000
#define MOST_CONFIRMED 1000000 /* the same if it is the same at several sets of parameters: 7e-3*1.4e-2 */
#define MOST_EXPONENT 6        /* limit of the doubled exponents: u^3 */
#define EXTRA_SETS 4           /* sets of parameters in addition to the number of unknowns */
#define AGREE 1e-7             /* relative difference of coefficients that agree */
#define MOST_SUMS 8
#define MOST_SQUARED 6 /* parameters of which products of two are tried as terms of a sum */
#define MOST_TERMS 30

typedef struct {
  const NoslipSpace *space;
  NoslipDynamics *dynamics;
  const double *xy;
  guint64 seed;
  guint n;
  const guint *columns;
  guint leading; /* index among `columns` */
} Task;

/* The combination at these parameters, with leading coefficient 1. */
static gboolean
solve(const Task *task, const double *parameters, guint64 seed, double *coefficients)
{
  NoslipDiagnostic *error = NULL;
  guint n = task->n, rows = 4 * n + 20;
  g_autoptr(NoslipStates) states = noslip_states_new(task->dynamics, parameters, task->xy, rows, seed, &error);
  if (states == NULL) {
    noslip_diagnostic_free(error);
    return FALSE;
  }
  g_autofree double *rate = g_new0(double, (gsize) n *rows);
  g_autofree double *size = g_new0(double, (gsize) n *rows);
  g_autofree double *scale = g_new0(double, n);
  noslip_space_evaluate(task->space, parameters, states, n, task->columns, NULL, rate, size);
  noslip_nullspace_balance(rows, n, size, rate, scale);
  g_autoptr(NoslipNullspace) nullspace = noslip_nullspace_new(rows, n, rate, NULL);
  if (nullspace == NULL || nullspace->n != 1 || !nullspace->definite || nullspace->vectors[task->leading] == 0)
    return FALSE;
  for (guint c = 0; c < n; c++)
    coefficients[c] = nullspace->vectors[c] / scale[c] / (nullspace->vectors[task->leading] / scale[task->leading]);
  return TRUE;
}

/* The metric on D where all coordinates are 0, and rotations the identity. */
static void
add_metric_at_origin(const NoslipSpace *space, GArray *list)
{
  const NoslipModel *model = space->model;
  const NoslipSystem *system = model->system;
  g_autofree NoslipExpr *origin = noslip_exprs_new(model->m);
  for (guint i = 0; i < model->m; i++)
    for (guint r = 0; r < system->n_rotations; r++)
      if (model->x[i] == system->rotations[r].quaternion[0])
        origin[i] = NOSLIP_ONE;
  for (guint e = 0; e < space->distribution->r * space->distribution->r; e++) {
    NoslipExpr there = noslip_expr_substitute(model->graph, space->distribution->metric[e], model->m, model->x, origin);
    there = noslip_symbolic_tidy(model->graph, there);
    g_array_append_val(list, there);
  }
}

/* Sums of parameters, such as J + m a^2: those in the functions of the columns and in the metric on D, then those in the
 * constraints and the Lagrangian. */
static void
collect_sums(const Task *task, GArray *sums)
{
  const NoslipSpace *space = task->space;
  const NoslipModel *model = space->model;
  NoslipGraph *graph = model->graph;
  g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  g_array_append_val(open, model->system->lagrangian);
  for (guint c = 0; c < model->system->k; c++)
    g_array_append_val(open, model->system->constraints[c].phi);
  add_metric_at_origin(space, open);
  g_array_append_vals(open, space->distribution->metric, space->distribution->r * space->distribution->r);
  for (guint c = 0; c < task->n; c++)
    g_array_append_vals(open, &space->b[space->columns[task->columns[c]].b], 1);
  while (open->len > 0 && sums->len < MOST_SUMS) {
    NoslipExpr e = g_array_index(open, NoslipExpr, open->len - 1);
    g_array_set_size(open, open->len - 1);
    if (!g_hash_table_add(seen, GUINT_TO_POINTER(e)))
      continue;
    gboolean constant = !noslip_expr_depends(graph, e, model->m, model->x) &&
                        !noslip_expr_depends(graph, e, model->n, model->y) &&
                        !noslip_expr_depends(graph, e, 1, &model->system->t);
    if (constant && noslip_expr_op(graph, e) == NOSLIP_OP_SUM && noslip_expr_n_operands(graph, e) > 1)
      g_array_append_val(sums, e);
    for (guint i = 0; i < noslip_expr_n_operands(graph, e); i++) {
      NoslipExpr operand = noslip_expr_operand(graph, e, i);
      g_array_append_val(open, operand);
    }
  }
}

static double
factor_value(const Task *task, NoslipExpr e, const double *parameters)
{
  const NoslipSystem *system = task->space->model->system;
  g_autofree NoslipExpr *symbols = noslip_exprs_new(system->n_parameters);
  for (guint i = 0; i < system->n_parameters; i++)
    symbols[i] = system->parameters[i].symbol;
  return noslip_expr_value(task->space->model->graph, e, system->n_parameters, symbols, parameters);
}

/* Whether e is a multiple of an earlier factor, judged at random parameters: then its exponent is not determined. */
static gboolean
is_multiple(const Task *task, const double *parameters, const GArray *factors, NoslipExpr e)
{
  guint n = task->space->model->system->n_parameters;
  g_autofree double *values = g_new0(double, (gsize) n + 1);
  for (guint f = 0; f < factors->len; f++) {
    guint64 seed = task->seed + 7;
    double ratio = 0;
    gboolean same = TRUE;
    for (guint s = 0; s < 3 && same; s++) {
      for (guint i = 0; i < n; i++)
        values[i] = parameters[i] * exp(0.3 * noslip_random_draw(&seed));
      double now = factor_value(task, e, values) / factor_value(task, g_array_index(factors, NoslipExpr, f), values);
      same = s == 0 || fabs(now - ratio) <= AGREE * fabs(now);
      ratio = now;
    }
    if (same)
      return TRUE;
  }
  return FALSE;
}

/* Parameters that are not 0, *n_parameters of them, and sums of them: possible factors of coefficients. */
static GArray *
collect_factors(const Task *task, const double *parameters, guint *n_parameters)
{
  const NoslipSystem *system = task->space->model->system;
  g_autoptr(GArray) sums = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  GArray *factors = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint i = 0; i < system->n_parameters; i++)
    if (parameters[i] != 0)
      g_array_append_val(factors, system->parameters[i].symbol);
  *n_parameters = factors->len;
  collect_sums(task, sums);
  for (guint i = 0; i < sums->len; i++)
    if (!is_multiple(task, parameters, factors, g_array_index(sums, NoslipExpr, i)))
      g_array_append_val(factors, g_array_index(sums, NoslipExpr, i));
  return factors;
}

/* Values of the factors and coefficients at several sets of parameters, the given one first. */
typedef struct {
  guint n_sets, n_factors;
  double *factors;      /* n_sets x n_factors */
  double *coefficients; /* n_sets x n */
} Sets;

static gboolean
fill_sets(const Task *task, const double *parameters, const GArray *factors, Sets *sets)
{
  const NoslipSystem *system = task->space->model->system;
  g_autofree double *values = g_new0(double, (gsize) system->n_parameters + 1);
  guint64 seed = task->seed + 99;
  for (guint s = 0; s < sets->n_sets; s++) {
    for (guint i = 0; i < system->n_parameters; i++)
      values[i] = parameters[i] * (s == 0 ? 1 : exp(0.3 * noslip_random_draw(&seed)));
    if (!solve(task, values, task->seed + 31 * s, sets->coefficients + (gsize) s * task->n))
      return FALSE;
    for (guint f = 0; f < sets->n_factors; f++)
      sets->factors[s * sets->n_factors + f] = factor_value(task, g_array_index(factors, NoslipExpr, f), values);
  }
  return TRUE;
}

/* log|c - shift| = log|q| + sum e_f log|u_f| over the sets, e_f multiples of 1/2; *half[f] = 2 e_f. */
static gboolean
fit_exponents(const Sets *sets, guint n, guint column, double shift, int *half, double *number)
{
  guint unknowns = sets->n_factors + 1;
  g_autofree double *a = g_new0(double, (gsize) sets->n_sets *unknowns);
  g_autofree double *b = g_new0(double, sets->n_sets);
  g_autofree double *e = g_new0(double, unknowns);
  for (guint s = 0; s < sets->n_sets; s++) {
    b[s] = log(fabs(sets->coefficients[s * n + column] - shift));
    a[s * unknowns] = 1;
    for (guint f = 0; f < sets->n_factors; f++)
      a[s * unknowns + 1 + f] = log(fabs(sets->factors[s * sets->n_factors + f]));
  }
  g_autoptr(NoslipSvd) svd = noslip_svd_new(sets->n_sets, unknowns);
  if (!noslip_all_finite(b, sets->n_sets) || !noslip_svd_factor(svd, a))
    return FALSE;
  noslip_svd_solve(svd, 1e-10, b, e);
  for (guint f = 0; f < sets->n_factors; f++) {
    if (!(fabs(e[1 + f]) <= MOST_EXPONENT))
      return FALSE;
    half[f] = (int) lround(2 * e[1 + f]);
    if (fabs(2 * e[1 + f] - half[f]) > 1e-3 || abs(half[f]) > MOST_EXPONENT)
      return FALSE;
  }
  for (guint s = 0; s < sets->n_sets; s++) {
    double rest = sets->coefficients[s * n + column] - shift;
    for (guint f = 0; f < sets->n_factors; f++)
      rest /= pow(fabs(sets->factors[s * sets->n_factors + f]), half[f] / 2.0);
    if (s > 0 && !(fabs(rest - *number) <= AGREE * fabs(*number)))
      return FALSE;
    *number = s == 0 ? rest : *number;
  }
  return TRUE;
}

/* Whether a fit has the root of a sum: (r - a)/r would be sqrt(r^2 - 2 r a + a^2)/r, for r > a only. */
static gboolean
has_root_of_sum(const NoslipGraph *graph, const GArray *factors, const int *half)
{
  for (guint f = 0; f < factors->len; f++)
    if (half[f] % 2 != 0 && noslip_expr_op(graph, g_array_index(factors, NoslipExpr, f)) == NOSLIP_OP_SUM)
      return TRUE;
  return FALSE;
}

/* The coefficient as p/q times powers of the factors, plus a fraction that is not 0 if there is no such product, or only
 * one with the root of a sum. */
static gboolean
fit_coefficient(const Task *task, const Sets *sets, const GArray *factors, guint column, int *half, gint64 pq[2],
                NoslipExpr *shift)
{
  static const int shifts[][2] = {{1, 2}, {1, 1}, {2, 1}, {1, 3}, {2, 3}, {1, 4}, {3, 4}, {3, 2}};
  NoslipGraph *graph = task->space->model->graph;
  double number = 0;
  g_autofree int *other = g_new0(int, (gsize) sets->n_factors + 1);
  *shift = NOSLIP_ZERO;
  gboolean fits = fit_exponents(sets, task->n, column, 0, half, &number) &&
                  noslip_recognise_fraction(number, MOST_CONFIRMED, &pq[0], &pq[1]);
  for (guint i = 0; i < 2 * G_N_ELEMENTS(shifts) && (!fits || has_root_of_sum(graph, factors, half)); i++) {
    const int *fraction = shifts[i / 2];
    int p = i % 2 == 0 ? -fraction[0] : fraction[0];
    /* beside the fraction the coefficient must not be rounding: it would be recognised as 0 */
    if (!(fabs(sets->coefficients[column]) * fraction[1] > 10 * AGREE * fraction[0]))
      continue;
    if (!fit_exponents(sets, task->n, column, (double) p / fraction[1], other, &number) ||
        has_root_of_sum(graph, factors, other) || !noslip_recognise_fraction(number, MOST_CONFIRMED, &pq[0], &pq[1]))
      continue;
    memcpy(half, other, sizeof(int) * sets->n_factors);
    *shift = noslip_expr_rational(graph, p, fraction[1]);
    return TRUE;
  }
  return fits;
}

static gboolean
recognise_one(const Task *task, const Sets *sets, const GArray *factors, guint column, NoslipExpr *coefficient)
{
  NoslipGraph *graph = task->space->model->graph;
  gint64 pq[2];
  NoslipExpr shift;
  g_autofree int *half = g_new0(int, (gsize) sets->n_factors + 1);
  if (!fit_coefficient(task, sets, factors, column, half, pq, &shift))
    return FALSE;
  *coefficient = noslip_expr_rational(graph, pq[0], pq[1]);
  for (guint f = 0; f < sets->n_factors; f++) {
    NoslipExpr factor = g_array_index(factors, NoslipExpr, f);
    /* an odd power of a negative factor changes the sign of the number, because |u| is used above */
    if (half[f] % 4 != 0 && sets->factors[f] < 0)
      factor = noslip_expr_neg(graph, factor);
    if (half[f] != 0)
      *coefficient =
          noslip_expr_mul(graph, *coefficient, noslip_expr_pow(graph, factor, noslip_expr_rational(graph, half[f], 2)));
  }
  *coefficient = noslip_expr_add(graph, *coefficient, shift);
  return TRUE;
}

/* The product of two factors, or one of them, or 1: n_factors stands for 1. */
typedef struct {
  guint i, j;
} Pair;

/* All pairs i <= j <= n of the first n factors and 1, or only those with 1. */
static GArray *
collect_pairs(const Sets *sets, guint n, gboolean with_one)
{
  GArray *pairs = g_array_new(FALSE, FALSE, sizeof(Pair));
  for (guint i = 0; i <= n; i++)
    for (guint j = with_one ? n : i; j <= n; j++) {
      Pair pair = {i < n ? i : sets->n_factors, j < n ? j : sets->n_factors};
      g_array_append_val(pairs, pair);
    }
  return pairs;
}

static double
pair_value(const Sets *sets, guint s, Pair pair)
{
  const double *factors = sets->factors + (gsize) s * sets->n_factors;
  return (pair.i < sets->n_factors ? factors[pair.i] : 1) * (pair.j < sets->n_factors ? factors[pair.j] : 1);
}

static NoslipExpr
pair_expr(NoslipGraph *graph, const GArray *factors, Pair pair)
{
  NoslipExpr e = pair.i < factors->len ? g_array_index(factors, NoslipExpr, pair.i) : NOSLIP_ONE;
  return pair.j < factors->len ? noslip_expr_mul(graph, e, g_array_index(factors, NoslipExpr, pair.j)) : e;
}

/* The coefficient as a sum of products of at most two parameters, over at most two factors. */
static gboolean
recognise_sum(const Task *task, const Sets *sets, const GArray *factors, const GArray *terms, guint column,
              NoslipExpr *coefficient)
{
  NoslipGraph *graph = task->space->model->graph;
  g_autoptr(GArray) divisors = collect_pairs(sets, sets->n_factors, FALSE);
  g_autofree double *products = g_new0(double, (gsize) sets->n_sets * terms->len);
  g_autofree double *values = g_new0(double, sets->n_sets);
  g_autofree gint64 *p = g_new0(gint64, terms->len);
  g_autofree gint64 *q = g_new0(gint64, terms->len);
  for (guint s = 0; s < sets->n_sets; s++)
    for (guint k = 0; k < terms->len; k++)
      products[s * terms->len + k] = pair_value(sets, s, g_array_index(terms, Pair, k));
  for (guint d = divisors->len; d-- > 0;) { /* 1 is the last one */
    Pair divisor = g_array_index(divisors, Pair, d);
    for (guint s = 0; s < sets->n_sets; s++)
      values[s] = sets->coefficients[s * task->n + column] * pair_value(sets, s, divisor);
    if (!noslip_recognise_sum(sets->n_sets, terms->len, products, values, MOST_DENOMINATOR, p, q))
      continue;
    *coefficient = NOSLIP_ZERO;
    for (guint k = 0; k < terms->len; k++)
      if (p[k] != 0)
        *coefficient = noslip_expr_add_product(graph, *coefficient, noslip_expr_rational(graph, p[k], q[k]),
                                               pair_expr(graph, factors, g_array_index(terms, Pair, k)));
    *coefficient = noslip_expr_div(graph, *coefficient, pair_expr(graph, factors, divisor));
    return TRUE;
  }
  return FALSE;
}

static Sets
sets_new(const Task *task, guint n_factors, guint n_sets)
{
  return (Sets){.n_sets = n_sets,
                .n_factors = n_factors,
                .factors = g_new0(double, (gsize) n_sets *n_factors + 1),
                .coefficients = g_new0(double, (gsize) n_sets * task->n + 1)};
}

static void
sets_clear(Sets *sets)
{
  g_free(sets->factors);
  g_free(sets->coefficients);
}

/* Those coefficients that are not yet known (NOSLIP_ZERO). */
static gboolean
recognise_sums(const Task *task, const double *parameters, const GArray *factors, guint n_parameters,
               NoslipExpr *coefficients)
{
  Sets sets = {.n_factors = factors->len};
  g_autoptr(GArray) terms = collect_pairs(&sets, n_parameters, n_parameters > MOST_SQUARED);
  sets = sets_new(task, factors->len, terms->len + EXTRA_SETS);
  gboolean known = terms->len <= MOST_TERMS && fill_sets(task, parameters, factors, &sets);
  for (guint c = 0; c < task->n && known; c++)
    known = coefficients[c] != NOSLIP_ZERO || recognise_sum(task, &sets, factors, terms, c, &coefficients[c]);
  sets_clear(&sets);
  return known;
}

static gboolean
recognise_symbols(const Task *task, const double *parameters, NoslipExpr *coefficients)
{
  guint n_parameters = 0, left = 0;
  g_autoptr(GArray) factors = collect_factors(task, parameters, &n_parameters);
  Sets sets = sets_new(task, factors->len, factors->len + 1 + EXTRA_SETS);
  gboolean filled = fill_sets(task, parameters, factors, &sets);
  for (guint c = 0; c < task->n && filled; c++)
    if (!recognise_one(task, &sets, factors, c, &coefficients[c])) {
      coefficients[c] = NOSLIP_ZERO;
      left++;
    }
  sets_clear(&sets);
  return filled && (left == 0 || recognise_sums(task, parameters, factors, n_parameters, coefficients));
}

gboolean
noslip_recognise(const NoslipSpace *space, NoslipDynamics *dynamics, const double *parameters, const double *xy,
                 guint64 seed, guint n, const guint *columns, guint leading, NoslipExpr *coefficients,
                 NoslipCoefficients *how)
{
  const Task task = {space, dynamics, xy, seed, n, columns, leading};
  NoslipGraph *graph = space->model->graph;
  g_autofree double *numbers = g_new0(double, (gsize) n + 1);
  if (!solve(&task, parameters, seed, numbers))
    return FALSE;
  *how = NOSLIP_COEFFICIENTS_SYMBOLIC;
  if (recognise_symbols(&task, parameters, coefficients))
    return TRUE;
  *how = NOSLIP_COEFFICIENTS_RATIONAL;
  for (guint c = 0; c < n; c++) {
    gint64 p, q;
    gboolean rational = noslip_recognise_fraction(numbers[c], MOST_DENOMINATOR, &p, &q);
    coefficients[c] = rational ? noslip_expr_rational(graph, p, q) : noslip_expr_number(graph, numbers[c]);
    if (!rational)
      *how = NOSLIP_COEFFICIENTS_NUMBERS;
  }
  return TRUE;
}
