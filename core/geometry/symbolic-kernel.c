/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/symbolic-kernel.h"

#include "core/base/linear.h"

#include <math.h>
#include <string.h>

/* Least size of a pivot relative to the largest candidate, at a given state and at generic states. */
#define PART_AT_STATE 0.2
#define PART_GENERIC 1e-5
/* Limit of the number of factors that are cleared. */
#define MOST_FACTORS 64
/* sin(n u) is expanded up to this n. */
#define MOST_MULTIPLE 4
/* Longer entries count as equally long. */
#define MOST_COUNTED 500

typedef struct {
  NoslipGraph *graph;
  const NoslipProbe *probe;
  gboolean at_state;
  guint k, n;
  NoslipExpr *rows;
  gboolean *is_pivot; /* columns, n */
  guint *column_of;   /* the pivot column of each row, k */
  guint *row_of;      /* the original number of each row, k */
  double *row_scale;  /* of the original rows, k */
  double *column_scale;
  double largest; /* largest scaled entry of the original rows */
} Elimination;

/* The length of e without its positive numbers: it is the same in all units of the coordinates. */
static guint
length(const NoslipGraph *graph, NoslipExpr e)
{
  guint n = 0;
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_val(stack, e);
  while (stack->len > 0 && n < MOST_COUNTED) {
    NoslipExpr node = g_array_index(stack, NoslipExpr, stack->len - 1);
    g_array_set_size(stack, stack->len - 1);
    guint n_operands = noslip_expr_n_operands(graph, node), n_others = 0;
    double number;
    for (guint i = 0; i < n_operands; i++) {
      NoslipExpr operand = noslip_expr_operand(graph, node, i);
      if (noslip_expr_is_number(graph, operand, &number)) {
        n += number < 0;
        continue;
      }
      n_others++;
      g_array_append_val(stack, operand);
    }
    NoslipOp op = noslip_expr_op(graph, node);
    gboolean is_multiple = op == NOSLIP_OP_SUM && n_operands == 1;
    if (is_multiple)
      n += noslip_expr_operand_number(graph, node, 0) < 0;
    else if (op != NOSLIP_OP_PRODUCT || n_others != 1 || n_operands == 1)
      n++;
  }
  return n;
}

/* Numbers first, then expressions of parameters alone, then the rest; shorter ones first. */
static guint
cost(const Elimination *elimination, NoslipExpr e)
{
  const NoslipProbe *probe = elimination->probe;
  if (!isnan(noslip_expr_value(elimination->graph, e, 0, NULL, NULL))) /* a number, or a product of numbers */
    return 0;
  /* Two states of the probe differ in all symbols except parameters: equal values mean parameters alone. */
  double first = noslip_probe_value(probe, elimination->graph, 0, e);
  gboolean is_constant = !elimination->at_state && first == noslip_probe_value(probe, elimination->graph, 1, e);
  return (is_constant ? 2 : 1000) + length(elimination->graph, e);
}

static gboolean
choose_pivot(const Elimination *elimination, guint step, guint *row, guint *column)
{
  guint k = elimination->k, n = elimination->n;
  g_autofree double *size = g_new0(double, MAX(k * n, 1));
  double largest = 0;
  for (guint i = step; i < k; i++)
    for (guint j = 0; j < n; j++) {
      NoslipExpr entry = elimination->rows[i * n + j];
      if (elimination->is_pivot[j] || entry == NOSLIP_ZERO)
        continue;
      size[i * n + j] = noslip_probe_least(elimination->probe, elimination->graph, entry) *
                        elimination->row_scale[elimination->row_of[i]] * elimination->column_scale[j];
      largest = fmax(largest, size[i * n + j]);
    }
  if (!(largest > NOSLIP_LINEAR_RANK * elimination->largest))
    return FALSE;
  guint best = G_MAXUINT;
  for (guint i = step; i < k; i++)
    for (guint j = 0; j < n; j++) {
      if (!(size[i * n + j] > largest * (elimination->at_state ? PART_AT_STATE : PART_GENERIC)))
        continue;
      guint price = cost(elimination, elimination->rows[i * n + j]);
      if (price >= best)
        continue;
      best = price;
      *row = i;
      *column = j;
    }
  return best != G_MAXUINT;
}

static void
eliminate(Elimination *elimination, guint step, guint row, guint column)
{
  NoslipGraph *graph = elimination->graph;
  guint n = elimination->n;
  NoslipExpr *rows = elimination->rows;
  for (guint j = 0; j < n && row != step; j++) {
    NoslipExpr entry = rows[step * n + j];
    rows[step * n + j] = rows[row * n + j];
    rows[row * n + j] = entry;
  }
  guint number = elimination->row_of[step];
  elimination->row_of[step] = elimination->row_of[row];
  elimination->row_of[row] = number;
  elimination->is_pivot[column] = TRUE;
  elimination->column_of[step] = column;
  NoslipExpr pivot = rows[step * n + column];
  for (guint j = 0; j < n; j++)
    if (!elimination->is_pivot[j] && rows[step * n + j] != NOSLIP_ZERO)
      rows[step * n + j] = noslip_symbolic_tidy(graph, noslip_expr_div(graph, rows[step * n + j], pivot));
  rows[step * n + column] = NOSLIP_ONE;
  for (guint i = 0; i < elimination->k; i++) {
    NoslipExpr factor = rows[i * n + column];
    if (i == step || factor == NOSLIP_ZERO)
      continue;
    for (guint j = 0; j < n; j++)
      if (!elimination->is_pivot[j] && rows[step * n + j] != NOSLIP_ZERO)
        rows[i * n + j] =
            noslip_symbolic_tidy(graph, noslip_expr_sub_product(graph, rows[i * n + j], factor, rows[step * n + j]));
    rows[i * n + column] = NOSLIP_ZERO;
  }
}

/* Lowers the powers in `factors` (base -> exponent + BIAS) to those in the terms of e: denominators are negative
 * powers, common factors positive ones. */
#define BIAS 1000

static void
collect_factors(const NoslipGraph *graph, NoslipExpr product, gboolean first, GHashTable *factors)
{
  g_autoptr(GHashTable) powers = g_hash_table_new(NULL, NULL);
  gboolean is_product = noslip_expr_op(graph, product) == NOSLIP_OP_PRODUCT;
  for (guint j = 0; j < (is_product ? noslip_expr_n_operands(graph, product) : 1); j++) {
    NoslipExpr base = is_product ? noslip_expr_operand(graph, product, j) : product;
    double exponent = is_product ? floor(noslip_expr_operand_number(graph, product, j)) : 1;
    if (base != NOSLIP_ONE && fabs(exponent) < BIAS / 2)
      g_hash_table_insert(powers, GUINT_TO_POINTER(base), GINT_TO_POINTER((int) exponent + BIAS));
  }
  GHashTableIter iter;
  gpointer base, value;
  g_hash_table_iter_init(&iter, factors);
  while (g_hash_table_iter_next(&iter, &base, &value)) {
    gpointer other = g_hash_table_lookup(powers, base);
    int power = other != NULL ? GPOINTER_TO_INT(other) : BIAS;
    if (power < GPOINTER_TO_INT(value))
      g_hash_table_iter_replace(&iter, GINT_TO_POINTER(power));
  }
  g_hash_table_iter_init(&iter, powers);
  while (g_hash_table_iter_next(&iter, &base, &value))
    if (!g_hash_table_contains(factors, base) && (first || GPOINTER_TO_INT(value) < BIAS))
      g_hash_table_insert(factors, base, value);
}

/* The common powers of the terms of all coefficients, and the greatest common divisor of their numbers. */
static GHashTable *
common_factors(const NoslipGraph *graph, guint n, guint r, const NoslipExpr *section, gint64 *divisor)
{
  GHashTable *factors = g_hash_table_new(NULL, NULL);
  gboolean first = TRUE;
  *divisor = 0;
  for (guint alpha = 0; alpha < n; alpha++) {
    NoslipExpr e = section[alpha * r];
    gboolean is_sum = noslip_expr_op(graph, e) == NOSLIP_OP_SUM;
    for (guint i = 0; e != NOSLIP_ZERO && i < (is_sum ? noslip_expr_n_operands(graph, e) : 1); i++) {
      double number = is_sum ? fabs(noslip_expr_operand_number(graph, e, i)) : 1;
      gint64 a = number == floor(number) && number < 1e9 ? (gint64) number : 1;
      while (a != 0) { /* Euclid */
        gint64 rest = *divisor % a;
        *divisor = a;
        a = rest;
      }
      collect_factors(graph, is_sum ? noslip_expr_operand(graph, e, i) : e, first, factors);
      first = FALSE;
    }
  }
  return factors;
}

/* e times `multiplier`, distributed over the terms of e so that denominators cancel. */
static NoslipExpr
scale_terms(NoslipGraph *graph, NoslipExpr e, NoslipExpr multiplier)
{
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  noslip_expr_terms(graph, e, terms);
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < terms->len; i++)
    sum = noslip_expr_add_product(graph, sum, g_array_index(terms, NoslipExpr, i), multiplier);
  return noslip_symbolic_tidy(graph, sum);
}

/* The index of the first section in a combination; n if there is none. */
static guint
leading(const NoslipExpr *section, guint n, guint r)
{
  guint alpha = 0;
  while (alpha < n && section[alpha * r] == NOSLIP_ZERO)
    alpha++;
  return alpha;
}

static gboolean
has_denominator(const NoslipGraph *graph, NoslipExpr sum)
{
  for (guint i = 0; i < noslip_expr_n_operands(graph, sum); i++) {
    NoslipExpr term = noslip_expr_operand(graph, sum, i);
    guint n_factors = noslip_expr_op(graph, term) == NOSLIP_OP_PRODUCT ? noslip_expr_n_operands(graph, term) : 0;
    for (guint j = 0; j < n_factors; j++)
      if (noslip_expr_operand_number(graph, term, j) < 0)
        return TRUE;
  }
  return FALSE;
}

/* Multiplies out products with factors that are sums with denominators, so that the denominators are found. */
static NoslipExpr
open_products(NoslipGraph *graph, NoslipExpr e)
{
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  NoslipExpr sum = NOSLIP_ZERO;
  noslip_expr_terms(graph, e, terms);
  for (guint i = 0; i < terms->len && terms->len < MOST_FACTORS; i++) {
    NoslipExpr term = g_array_index(terms, NoslipExpr, i), factor = NOSLIP_ZERO;
    gboolean scaled = noslip_expr_op(graph, term) == NOSLIP_OP_SUM;
    NoslipExpr product = scaled ? noslip_expr_operand(graph, term, 0) : term;
    guint n_factors = noslip_expr_op(graph, product) == NOSLIP_OP_PRODUCT ? noslip_expr_n_operands(graph, product) : 0;
    for (guint j = 0; j < n_factors; j++) {
      NoslipExpr base = noslip_expr_operand(graph, product, j);
      if (noslip_expr_operand_number(graph, product, j) == 1 && noslip_expr_op(graph, base) == NOSLIP_OP_SUM &&
          has_denominator(graph, base))
        factor = base;
    }
    if (factor == NOSLIP_ZERO) {
      sum = noslip_expr_add(graph, sum, term);
      continue;
    }
    NoslipExpr rest = noslip_expr_div(graph, term, factor);
    g_autoptr(GArray) parts = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
    noslip_expr_terms(graph, factor, parts);
    for (guint j = 0; j < parts->len; j++) {
      NoslipExpr part = noslip_expr_mul(graph, rest, g_array_index(parts, NoslipExpr, j));
      g_array_append_val(terms, part); /* to be examined later */
    }
  }
  return terms->len < MOST_FACTORS ? sum : e;
}

/* Replaces a section (stride `r`) by a proportional one without denominators and common factors, whose first
 * coefficient has no minus sign. */
static void
beautify(NoslipGraph *graph, guint n, guint r, NoslipExpr *section)
{
  gint64 divisor;
  for (guint alpha = 0; alpha < n; alpha++)
    section[alpha * r] = open_products(graph, section[alpha * r]);
  g_autoptr(GHashTable) factors = common_factors(graph, n, r, section, &divisor);
  NoslipExpr multiplier = noslip_expr_rational(graph, 1, MAX(divisor, 1));
  GHashTableIter iter;
  gpointer base, power;
  g_hash_table_iter_init(&iter, factors);
  while (g_hash_table_size(factors) <= MOST_FACTORS && g_hash_table_iter_next(&iter, &base, &power))
    multiplier = noslip_expr_mul(graph, multiplier,
                                 noslip_expr_powi(graph, GPOINTER_TO_UINT(base), BIAS - GPOINTER_TO_INT(power)));
  guint first = leading(section, n, r);
  if (first == n)
    return;
  g_autofree char *text = noslip_expr_text(graph, scale_terms(graph, section[first * r], multiplier));
  if (text[0] == '-')
    multiplier = noslip_expr_neg(graph, multiplier);
  if (multiplier == NOSLIP_ONE)
    return;
  for (guint alpha = 0; alpha < n; alpha++)
    if (section[alpha * r] != NOSLIP_ZERO)
      section[alpha * r] = scale_terms(graph, section[alpha * r], multiplier);
}

/* Sections in the order of their first coefficients. */
static void
sort_basis(guint n, guint r, NoslipExpr *basis)
{
  for (guint a = 1; a < r; a++)
    for (guint b = a; b > 0 && leading(basis + b, n, r) < leading(basis + b - 1, n, r); b--)
      for (guint alpha = 0; alpha < n; alpha++) {
        NoslipExpr entry = basis[alpha * r + b];
        basis[alpha * r + b] = basis[alpha * r + b - 1];
        basis[alpha * r + b - 1] = entry;
      }
}

static void
read_kernel(const Elimination *elimination, NoslipExpr *basis)
{
  NoslipGraph *graph = elimination->graph;
  guint n = elimination->n, r = n - elimination->k, a = 0;
  memset(basis, 0, sizeof(NoslipExpr) * n * r);
  for (guint column = 0; column < n; column++) {
    if (elimination->is_pivot[column])
      continue;
    basis[column * r + a] = NOSLIP_ONE;
    for (guint i = 0; i < elimination->k; i++)
      basis[elimination->column_of[i] * r + a] = noslip_expr_neg(graph, elimination->rows[i * n + column]);
    beautify(graph, n, r, basis + a);
    a++;
  }
  sort_basis(n, r, basis);
}

/* Scales that do not depend on units, from the entries at the probe's states. In units of the velocities a large
 * coefficient stays large, so that the others in its row are small and are not chosen as pivots; such pivots would give
 * long, almost parallel sections. */
static void
find_scales(Elimination *elimination, const double *units)
{
  guint k = elimination->k, n = elimination->n;
  g_autofree double *sizes = g_new0(double, (gsize) k *n + 1);
  for (guint i = 0; i < k * n; i++)
    if (elimination->rows[i] != NOSLIP_ZERO)
      sizes[i] = noslip_probe_least(elimination->probe, elimination->graph, elimination->rows[i]);
  if (units == NULL)
    noslip_linear_balance(k, n, sizes, elimination->row_scale, elimination->column_scale);
  for (guint i = 0; i < k && units != NULL; i++) {
    double longest = 0;
    for (guint j = 0; j < n; j++)
      longest = fmax(longest, sizes[i * n + j] * units[j]);
    elimination->row_scale[i] = longest > 0 ? 1 / longest : 1;
  }
  for (guint j = 0; j < n && units != NULL; j++)
    elimination->column_scale[j] = units[j];
  for (guint i = 0; i < k; i++)
    for (guint j = 0; j < n; j++)
      elimination->largest =
          fmax(elimination->largest, sizes[i * n + j] * elimination->row_scale[i] * elimination->column_scale[j]);
}

int
noslip_symbolic_kernel(NoslipGraph *graph, const NoslipProbe *probe, gboolean at_state, const double *units, guint k,
                       guint n, NoslipExpr *rows, NoslipExpr *basis)
{
  g_autofree gboolean *is_pivot = g_new0(gboolean, MAX(n, 1));
  g_autofree guint *column_of = g_new0(guint, MAX(k, 1));
  g_autofree guint *row_of = g_new0(guint, MAX(k, 1));
  g_autofree double *row_scale = g_new0(double, MAX(k, 1));
  g_autofree double *column_scale = g_new0(double, MAX(n, 1));
  Elimination elimination = {graph,  probe,     at_state,     k, n, rows, is_pivot, column_of,
                             row_of, row_scale, column_scale, 0};
  for (guint i = 0; i < k * n; i++)
    rows[i] = noslip_expr_expand_angles(graph, rows[i], MOST_MULTIPLE);
  for (guint i = 0; i < k; i++)
    row_of[i] = i;
  find_scales(&elimination, units);
  for (guint step = 0; step < k; step++) {
    guint row = step, column = 0;
    if (!choose_pivot(&elimination, step, &row, &column))
      return (int) row_of[step];
    eliminate(&elimination, step, row, column);
  }
  read_kernel(&elimination, basis);
  return -1;
}
