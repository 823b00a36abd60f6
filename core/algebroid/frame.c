/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/algebroid/algebroid.h"
#include "core/expr/elimination.h"

#include <math.h>
#include <string.h>

/* Blocks of the frame up to this size are inverted by cofactors: their determinant is often a number (a
 * rotation's is 1), and no pivot can vanish somewhere on M. */
#define COFACTOR_MOST 5
#define POINTS 3
#define DEPENDENT 1e-12 /* a determinant below this fraction of its terms is 0 */
#define PRODUCTS_MOST 200000
/* Limit on the number of simplified entries: simplification is slow, and few readers want the brackets of a hundred
 * sections. */
#define SIMPLIFIED_MOST 4000

typedef struct {
  NoslipGraph *graph;
  guint n_simplified;
} Simplifier;

static NoslipExpr
simplify(Simplifier *simplifier, NoslipExpr e)
{
  double number;
  if (noslip_expr_is_number(simplifier->graph, e, &number) ||
      noslip_expr_op(simplifier->graph, e) == NOSLIP_OP_SYMBOL || simplifier->n_simplified >= SIMPLIFIED_MOST)
    return e;
  simplifier->n_simplified++;
  return noslip_expr_simplify(simplifier->graph, e);
}

/* Numbers for every symbol of the graph, the same every time. */
static double *
sample_symbols(const NoslipGraph *graph, GArray *symbols)
{
  guint size = noslip_graph_size(graph);
  for (NoslipExpr e = 0; e < size; e++)
    if (noslip_expr_op(graph, e) == NOSLIP_OP_SYMBOL)
      g_array_append_val(symbols, e);
  double *values = g_new(double, POINTS *(gsize) symbols->len + 1);
  guint64 seed = 20;
  for (gsize i = 0; i < POINTS * (gsize) symbols->len; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    values[i] = 0.3 + 1.4 * ((double) (seed >> 11) / 9007199254740992.0);
  }
  return values;
}

/* Determinant of the listed rows and columns, at most COFACTOR_MOST, by expansion along the first row. */
static NoslipExpr
determinant(NoslipGraph *graph, guint n, const NoslipExpr *frame, guint size, const guint *rows, const guint *columns)
{
  if (size == 0)
    return NOSLIP_ONE;
  NoslipExpr terms[COFACTOR_MOST];
  guint n_terms = 0, rest[COFACTOR_MOST];
  for (guint j = 0; j < size; j++) {
    NoslipExpr entry = frame[(gsize) rows[0] * n + columns[j]];
    if (entry == NOSLIP_ZERO)
      continue;
    for (guint l = 0, r = 0; l < size; l++)
      if (l != j)
        rest[r++] = columns[l];
    NoslipExpr minor = determinant(graph, n, frame, size - 1, rows + 1, rest);
    NoslipExpr term = noslip_expr_mul(graph, entry, minor);
    terms[n_terms++] = j % 2 == 0 ? term : noslip_expr_neg(graph, term);
  }
  return noslip_expr_sum(graph, n_terms, terms);
}

/* The sum of the absolute terms of a determinant of size x size numbers, its reference size for any units of rows and
 * columns. */
static double
sum_of_terms(guint size, const double *entries, guint row, guint used)
{
  double sum = row == size ? 1 : 0;
  for (guint j = 0; j < size && row < size; j++)
    if (!(used & 1u << j) && entries[row * size + j] != 0)
      sum += fabs(entries[row * size + j]) * sum_of_terms(size, entries, row + 1, used | 1u << j);
  return sum;
}

/* Whether the determinant `whole` of a block is 0 at all samples where it is a number, and there is such a sample. */
static gboolean
vanishes(const NoslipGraph *graph, guint n, const NoslipExpr *frame, guint size, const guint *rows,
         const guint *columns, NoslipExpr whole, const NoslipSamples *samples)
{
  gboolean any = FALSE;
  for (guint point = 0; point < samples->n_points; point++) {
    const double *values = samples->values + (gsize) point * samples->n_symbols;
    double entries[COFACTOR_MOST * COFACTOR_MOST];
    for (guint a = 0; a < size; a++)
      for (guint i = 0; i < size; i++)
        entries[a * size + i] = noslip_expr_value(graph, frame[(gsize) rows[a] * n + columns[i]], samples->n_symbols,
                                                  samples->symbols, values);
    double value = noslip_expr_value(graph, whole, samples->n_symbols, samples->symbols, values);
    double terms = sum_of_terms(size, entries, 0, 0);
    if (!isfinite(value) || !isfinite(terms))
      continue;
    if (fabs(value) > DEPENDENT * terms)
      return FALSE;
    any = TRUE;
  }
  return any;
}

/* rho^i_alpha = cofactor(alpha, i) / determinant inside one block. */
static gboolean
invert_block(Simplifier *simplifier, guint n, const NoslipExpr *frame, guint size, const guint *rows,
             const guint *columns, const NoslipSamples *samples, NoslipExpr *anchor)
{
  NoslipGraph *graph = simplifier->graph;
  NoslipExpr whole = simplify(simplifier, determinant(graph, n, frame, size, rows, columns));
  if (whole == NOSLIP_ZERO || vanishes(graph, n, frame, size, rows, columns, whole, samples))
    return FALSE;
  guint other_rows[COFACTOR_MOST], other_columns[COFACTOR_MOST];
  for (guint a = 0; a < size; a++)
    for (guint i = 0; i < size; i++) {
      for (guint l = 0, r = 0; l < size; l++)
        if (l != a)
          other_rows[r++] = rows[l];
      for (guint l = 0, r = 0; l < size; l++)
        if (l != i)
          other_columns[r++] = columns[l];
      NoslipExpr cofactor = determinant(graph, n, frame, size - 1, other_rows, other_columns);
      if ((a + i) % 2 == 1)
        cofactor = noslip_expr_neg(graph, cofactor);
      anchor[(gsize) columns[i] * n + rows[a]] = simplify(simplifier, noslip_expr_div(graph, cofactor, whole));
    }
  return TRUE;
}

static gboolean
invert_by_elimination(Simplifier *simplifier, guint n, const NoslipExpr *frame, const NoslipSamples *samples,
                      NoslipExpr *anchor)
{
  g_autofree NoslipExpr *unit = g_new0(NoslipExpr, (gsize) n * n);
  NoslipPivots choice = noslip_pivots_by_samples(samples, PRODUCTS_MOST);
  for (guint i = 0; i < n; i++)
    unit[(gsize) i * n + i] = NOSLIP_ONE;
  if (noslip_eliminate(simplifier->graph, n, frame, n, unit, &choice, anchor, NULL) != NOSLIP_ELIMINATION_SOLVED)
    return FALSE;
  for (gsize i = 0; i < (gsize) n * n; i++)
    anchor[i] = simplify(simplifier, anchor[i]);
  return TRUE;
}

/* Collects the rows and columns connected with `row` by nonzero entries. FALSE if there are not as many rows as
 * columns: the frame is singular then. */
static gboolean
collect_block(guint n, const NoslipExpr *frame, guint row, gboolean *row_seen, gboolean *column_seen, guint *rows,
              guint *columns, guint *size)
{
  guint n_rows = 0, n_columns = 0, next_row = 0, next_column = 0;
  rows[n_rows++] = row;
  row_seen[row] = TRUE;
  while (next_row < n_rows || next_column < n_columns) {
    if (next_row < n_rows) {
      guint a = rows[next_row++];
      for (guint i = 0; i < n; i++)
        if (!column_seen[i] && frame[(gsize) a * n + i] != NOSLIP_ZERO) {
          column_seen[i] = TRUE;
          columns[n_columns++] = i;
        }
    } else {
      guint i = columns[next_column++];
      for (guint a = 0; a < n; a++)
        if (!row_seen[a] && frame[(gsize) a * n + i] != NOSLIP_ZERO) {
          row_seen[a] = TRUE;
          rows[n_rows++] = a;
        }
    }
  }
  *size = n_rows;
  return n_rows == n_columns;
}

static gboolean
invert(Simplifier *simplifier, guint n, const NoslipExpr *frame, const NoslipSamples *samples, NoslipExpr *anchor)
{
  g_autofree gboolean *seen = g_new0(gboolean, 2 * (gsize) n);
  g_autofree guint *members = g_new0(guint, 2 * (gsize) n);
  memset(anchor, 0, (gsize) n * n * sizeof *anchor);
  for (guint a = 0; a < n; a++) {
    guint size;
    if (seen[a])
      continue;
    if (!collect_block(n, frame, a, seen, seen + n, members, members + n, &size))
      return FALSE;
    if (size > COFACTOR_MOST)
      return invert_by_elimination(simplifier, n, frame, samples, anchor);
    if (!invert_block(simplifier, n, frame, size, members, members + n, samples, anchor))
      return FALSE;
  }
  return TRUE;
}

/* From dw(e_alpha, e_beta) = -w([e_alpha, e_beta]) for the dual frame w^gamma = frame^gamma_i dx^i:
 * C^gamma_alpha beta = -(d_i frame^gamma_j - d_j frame^gamma_i) rho^i_alpha rho^j_beta (Q 3, 5). */
static void
derive_structure(Simplifier *simplifier, guint n, const NoslipExpr *x, const NoslipExpr *frame,
                 const NoslipExpr *anchor, NoslipExpr *structure)
{
  NoslipGraph *graph = simplifier->graph;
  memset(structure, 0, (gsize) n * n * n * sizeof *structure);
  for (guint c = 0; c < n; c++) {
    NoslipExpr *block = structure + (gsize) c * n * n;
    for (guint i = 0; i < n; i++)
      for (guint j = i + 1; j < n; j++) {
        NoslipExpr curl = noslip_expr_sub(graph, noslip_expr_derivative(graph, frame[(gsize) c * n + j], x[i]),
                                          noslip_expr_derivative(graph, frame[(gsize) c * n + i], x[j]));
        if (curl == NOSLIP_ZERO)
          continue;
        for (guint a = 0; a < n; a++)
          for (guint b = a + 1; b < n; b++) {
            NoslipExpr minor = noslip_expr_sub_product(
                graph, noslip_expr_mul(graph, anchor[(gsize) i * n + a], anchor[(gsize) j * n + b]),
                anchor[(gsize) j * n + a], anchor[(gsize) i * n + b]);
            if (minor != NOSLIP_ZERO)
              block[a * n + b] = noslip_expr_sub_product(graph, block[a * n + b], curl, minor);
          }
      }
    for (guint a = 0; a < n; a++)
      for (guint b = a + 1; b < n; b++) {
        block[a * n + b] = simplify(simplifier, block[a * n + b]);
        block[b * n + a] = noslip_expr_neg(graph, block[a * n + b]);
      }
  }
}

gboolean
noslip_algebroid_from_frame(NoslipGraph *graph, guint n, const NoslipExpr *x, const NoslipExpr *frame,
                            NoslipExpr *anchor, NoslipExpr *structure)
{
  if (n == 0)
    return TRUE;
  Simplifier simplifier = {graph, 0};
  g_autoptr(GArray) symbols = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autofree double *values = sample_symbols(graph, symbols);
  NoslipSamples samples = {symbols->len, POINTS, (const NoslipExpr *) (gpointer) symbols->data, values};
  if (!invert(&simplifier, n, frame, &samples, anchor))
    return FALSE;
  derive_structure(&simplifier, n, x, frame, anchor, structure);
  return TRUE;
}
