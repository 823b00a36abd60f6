/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/measure/obstruction.h"

#include "core/base/decimal.h"
#include "core/base/linear.h"
#include "core/verdict/proof.h"

#include <math.h>
#include <string.h>

#define MOST_FIELDS 8  /* determinants of this size are expanded */
#define MOST_SIZE 4000 /* nodes of a value that is written */

/* The determinant of a (n x n) by minors: that of the first rows and a set of columns is computed once. */
static NoslipExpr
determinant(NoslipGraph *graph, guint n, const NoslipExpr *a)
{
  g_autofree NoslipExpr *minors = noslip_exprs_new((gsize) 1 << n);
  minors[0] = NOSLIP_ONE;
  for (guint set = 1; set < 1u << n; set++) {
    guint row = (guint) __builtin_popcount(set) - 1, after = 0;
    for (guint column = n; column-- > 0;) {
      if ((set >> column & 1) == 0)
        continue;
      NoslipExpr entry = a[row * n + column], minor = minors[set & ~(1u << column)];
      minors[set] = after++ % 2 == 0 ? noslip_expr_add_product(graph, minors[set], entry, minor)
                                     : noslip_expr_sub_product(graph, minors[set], entry, minor);
    }
  }
  return minors[(1u << n) - 1];
}

/* Rows of the fields in which all but the last are independent at the first state. FALSE if there are none. */
static gboolean
choose_rows(const NoslipPrimitiveSetting *setting, const GArray *fields, guint *rows)
{
  guint m = setting->motion->model->m, n = fields->len - 1;
  g_autofree double *a = g_new0(double, (gsize) m *n + 1);
  g_autofree double *row_scale = g_new0(double, (gsize) m + 1);
  g_autofree double *column_scale = g_new0(double, (gsize) n + 1);
  g_autofree guint *columns = g_new0(guint, (gsize) n + 1);
  for (guint k = 0; k < n; k++)
    for (guint i = 0; i < m; i++)
      a[(gsize) i * n + k] = g_array_index(fields, NoslipField, k).values[i];
  if (n > m || !noslip_all_finite(a, (gsize) m * n))
    return FALSE;
  if (n == 0)
    return TRUE;
  noslip_linear_balance(m, n, a, row_scale, column_scale);
  for (guint i = 0; i < m; i++)
    for (guint k = 0; k < n; k++)
      a[(gsize) i * n + k] *= row_scale[i] * column_scale[k];
  return noslip_linear_pivots(m, n, a, 1e-12, NULL, rows, columns) == n;
}

/* The determinant of the chosen rows and one more: row i of the fields, or their u's (i = m). */
static NoslipExpr
bordered(const NoslipPrimitiveSetting *setting, const GArray *fields, const guint *rows, guint i)
{
  const NoslipModel *model = setting->motion->model;
  guint n = fields->len;
  g_autofree NoslipExpr *a = noslip_exprs_new((gsize) n * n);
  for (guint j = 0; j < n; j++)
    for (guint k = 0; k < n; k++) {
      const NoslipField *field = &g_array_index(fields, NoslipField, k);
      guint row = j + 1 < n ? rows[j] : i;
      a[(gsize) j * n + k] = row < model->m ? field->field[row] : field->u;
    }
  return determinant(model->graph, n, a);
}

/* Whether all n expressions vanish with the present parameters. */
static gboolean
vanish(const NoslipPrimitiveSetting *setting, guint n, const NoslipExpr *exprs)
{
  const NoslipSystem *system = setting->motion->system;
  NoslipGraph *graph = setting->motion->model->graph;
  g_autofree NoslipExpr *symbols = noslip_exprs_new(system->n_parameters);
  g_autofree NoslipExpr *values = noslip_exprs_new(system->n_parameters);
  g_autofree gboolean *vanishes = g_new0(gboolean, (gsize) n + 1);
  for (guint i = 0; i < system->n_parameters; i++) {
    char text[NOSLIP_DECIMAL_SIZE];
    NoslipExpr size = noslip_expr_decimal(graph, noslip_decimal_text(fabs(setting->parameters[i]), text));
    symbols[i] = system->parameters[i].symbol;
    values[i] = setting->parameters[i] < 0 ? noslip_expr_neg(graph, size) : size;
  }
  noslip_proof_vanish_at(setting->motion, system->n_parameters, symbols, values, n, exprs, vanishes);
  for (guint i = 0; i < n; i++)
    if (!vanishes[i])
      return FALSE;
  return TRUE;
}

NoslipObstruction
noslip_obstruction_of(const NoslipPrimitiveSetting *setting, const GArray *fields)
{
  guint m = setting->motion->model->m;
  NoslipObstruction obstruction = {FALSE, FALSE};
  g_autofree guint *rows = g_new0(guint, (gsize) MIN(m, fields->len) + 1);
  g_autofree NoslipExpr *rests = noslip_exprs_new((gsize) m + 1);
  if (fields->len > MOST_FIELDS || !choose_rows(setting, fields, rows))
    return obstruction;
  for (guint i = 0; i <= m; i++)
    rests[i] = bordered(setting, fields, rows, i);
  if (noslip_graph_failed(setting->motion->model->graph))
    return obstruction;
  obstruction.dependent = vanish(setting, m, rests);
  obstruction.vanishes = obstruction.dependent && vanish(setting, 1, &rests[m]);
  return obstruction;
}

static gboolean
is_short(const NoslipGraph *graph, NoslipExpr e)
{
  return noslip_expr_size(graph, e, MOST_SIZE) < MOST_SIZE;
}

static gboolean
are_short(const NoslipPrimitiveSetting *setting, const GArray *fields)
{
  const NoslipModel *model = setting->motion->model;
  for (guint k = 0; k < fields->len; k++) {
    const NoslipField *field = &g_array_index(fields, NoslipField, k);
    for (guint i = 0; i < model->m; i++)
      if (!is_short(model->graph, field->field[i]))
        return FALSE;
    if (!is_short(model->graph, field->u))
      return FALSE;
  }
  return TRUE;
}

NoslipExpr
noslip_obstruction_value(const NoslipPrimitiveSetting *setting, const GArray *fields, guint row, double number)
{
  const NoslipModel *model = setting->motion->model;
  NoslipGraph *graph = model->graph;
  guint n = fields->len - 1;
  const NoslipField *last = &g_array_index(fields, NoslipField, n);
  g_autofree guint *rows = g_new0(guint, (gsize) model->m + 1);
  g_autofree NoslipExpr *matrix = noslip_exprs_new((gsize) n * n);
  g_autofree NoslipExpr *right = noslip_exprs_new(n);
  if (!are_short(setting, fields) || !choose_rows(setting, fields, rows))
    return NOSLIP_ZERO;
  for (guint i = 0; i < n; i++) {
    right[i] = last->field[rows[i]];
    for (guint k = 0; k < n; k++)
      matrix[i * n + k] = g_array_index(fields, NoslipField, k).field[rows[i]];
  }
  if (n > 0 && !noslip_fields_solve(setting, n, matrix, right))
    return NOSLIP_ZERO;
  NoslipExpr value = last->u;
  for (guint k = 0; k < n; k++)
    value = noslip_expr_sub_product(graph, value, right[k], g_array_index(fields, NoslipField, k).u);
  value = noslip_symbolic_tidy(graph, value);
  g_autofree double *values = g_new0(double, (gsize) NOSLIP_FIELDS_COPIES * setting->n_rows);
  noslip_fields_evaluate(setting, 1, &value, values);
  return is_short(graph, value) && fabs(values[row] - number) <= 1e-6 * fabs(number) ? value : NOSLIP_ZERO;
}
