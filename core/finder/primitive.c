/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/primitive.h"

#include "core/base/linear.h"
#include "core/finder/recognise.h"
#include "core/geometry/form.h"
#include "core/system/program.h"
#include "core/verdict/proof.h"

#include <math.h>
#include <string.h>

#define ZERO 1e-9 /* counts as zero, relative to the sum of the terms */
#define MOST_CANDIDATES 60
#define MOST_DETERMINANT 5 /* rows */
#define MOST_SIZE 4000     /* nodes of a field */

/* A vector field on the base, and the change of sigma along it. */
typedef struct {
  NoslipExpr *field; /* m */
  NoslipExpr u;
  char *name;
} Field;

static void
field_clear(gpointer data)
{
  g_free(((Field *) data)->field);
  g_free(((Field *) data)->name);
}

/* Values of expressions at the rows: values[row * n + i]. */
static void
evaluate(const NoslipPrimitiveSetting *setting, guint n, const NoslipExpr *exprs, double *values)
{
  const NoslipModel *model = setting->motion->model;
  g_autoptr(NoslipTape) tape = noslip_program_of_state(model->system, model->graph, n, exprs);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(work, setting->parameters);
  for (guint row = 0; row < setting->n_rows; row++)
    noslip_tape_evaluate(work, setting->rows + (gsize) row * setting->row_size, values + (gsize) row * n);
}

gboolean
noslip_primitive_vanishes(const NoslipPrimitiveSetting *setting, NoslipExpr e)
{
  gboolean vanishes = FALSE;
  if (e == NOSLIP_ZERO)
    return TRUE;
  noslip_proof_vanish(setting->motion, 1, &e, &vanishes);
  if (vanishes)
    return TRUE;
  const NoslipExpr both[2] = {e, noslip_expr_magnitude(setting->motion->model->graph, e)};
  g_autofree double *values = g_new0(double, (gsize) 2 * setting->n_rows + 1);
  evaluate(setting, 2, both, values);
  for (guint row = 0; row < setting->n_rows; row++)
    if (!(fabs(values[2 * row]) <= ZERO * 1e-3 * values[2 * row + 1]))
      return FALSE;
  return TRUE;
}

static NoslipExpr
along(const NoslipModel *model, const NoslipExpr *field, NoslipExpr e)
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < model->m; i++)
    if (field[i] != NOSLIP_ZERO)
      sum = noslip_expr_add_product(model->graph, sum, field[i], noslip_expr_derivative(model->graph, e, model->x[i]));
  return sum;
}

static void
bracket_of(const NoslipModel *model, const Field *a, const Field *b, Field *bracket)
{
  NoslipGraph *graph = model->graph;
  bracket->field = noslip_exprs_new(model->m);
  for (guint i = 0; i < model->m; i++)
    bracket->field[i] = noslip_symbolic_tidy(
        graph, noslip_expr_sub(graph, along(model, a->field, b->field[i]), along(model, b->field, a->field[i])));
  bracket->u =
      noslip_symbolic_tidy(graph, noslip_expr_sub(graph, along(model, a->field, b->u), along(model, b->field, a->u)));
  bracket->name = g_strdup_printf("[%s, %s]", a->name, b->name);
}

/* At each row: the values of the fields and the u's, (m + 1) for each. */
static double *
field_values(const NoslipPrimitiveSetting *setting, const GArray *fields)
{
  guint m = setting->motion->model->m, n = fields->len;
  g_autofree NoslipExpr *all = noslip_exprs_new((gsize) n * (m + 1));
  for (guint f = 0; f < n; f++) {
    const Field *field = &g_array_index(fields, Field, f);
    memcpy(all + (gsize) f * (m + 1), field->field, sizeof(NoslipExpr) * m);
    all[f * (m + 1) + m] = field->u;
  }
  double *values = g_new0(double, (gsize) setting->n_rows *n *(m + 1) + 1);
  evaluate(setting, n * (m + 1), all, values);
  return values;
}

typedef enum { FIELD_INDEPENDENT, FIELD_CONSISTENT, FIELD_OBSTRUCTS, FIELD_UNCLEAR } FieldKind;

/* Writes the last of n fields (values n x (m + 1): m components, then its derivative of sigma) as a combination of the
 * others. *outside: the rest, relative; *beyond: the derivative of sigma minus that of the combination. */
static void
compare_last(guint m, guint n, const double *values, double *outside, double *beyond, double *scale)
{
  const double *last = values + (gsize) (n - 1) * (m + 1);
  g_autofree double *a = g_new0(double, (gsize) m *n + 1);
  g_autofree double *f = g_new0(double, n);
  double norm = 0, rest = 0;
  for (guint i = 0; i < m; i++)
    for (guint k = 0; k + 1 < n; k++)
      a[i * (n - 1) + k] = values[k * (m + 1) + i];
  if (n > 1) {
    g_autoptr(NoslipSvd) svd = noslip_svd_new(m, n - 1);
    if (noslip_svd_factor(svd, a))
      noslip_svd_solve(svd, 1e-10, last, f);
  }
  *beyond = last[m];
  *scale = fabs(last[m]);
  for (guint k = 0; k + 1 < n; k++) {
    *beyond -= f[k] * values[k * (m + 1) + m];
    *scale += fabs(f[k] * values[k * (m + 1) + m]);
  }
  for (guint i = 0; i < m; i++) {
    double difference = last[i];
    for (guint k = 0; k + 1 < n; k++)
      difference -= f[k] * a[i * (n - 1) + k];
    norm += last[i] * last[i];
    rest += difference * difference;
  }
  *outside = norm > 0 ? sqrt(rest / norm) : 0;
}

static FieldKind
judge_last(const NoslipPrimitiveSetting *setting, const GArray *fields)
{
  guint m = setting->motion->model->m, n = fields->len, independent = 0, obstructs = 0, good = 0;
  g_autofree double *values = field_values(setting, fields);
  for (guint row = 0; row < setting->n_rows; row++) {
    const double *at = values + (gsize) row * n * (m + 1);
    double outside, beyond, scale;
    if (!noslip_all_finite(at, (gsize) n * (m + 1)))
      continue;
    compare_last(m, n, at, &outside, &beyond, &scale);
    good++;
    independent += outside > 1e-8;
    obstructs += fabs(beyond) > ZERO * fmax(scale, 1e-300) && scale > 0;
  }
  if (good < setting->n_rows / 2 + 1)
    return FIELD_UNCLEAR;
  if (independent > 0)
    return independent > good / 2 ? FIELD_INDEPENDENT : FIELD_UNCLEAR;
  if (obstructs == 0)
    return FIELD_CONSISTENT;
  return obstructs > good / 2 ? FIELD_OBSTRUCTS : FIELD_UNCLEAR;
}

/* u of the last field beyond that of its combination of the others, in symbols: fields that are independent at the
 * probe's states are solved for the combination. */
static NoslipExpr
obstruction_value(const NoslipPrimitiveSetting *setting, const GArray *fields)
{
  const NoslipModel *model = setting->motion->model;
  NoslipGraph *graph = model->graph;
  guint m = model->m, n = fields->len - 1;
  const Field *last = &g_array_index(fields, Field, n);
  g_autofree double *numbers = field_values(setting, fields);
  g_autofree double *a = g_new0(double, (gsize) m *n + 1);
  g_autofree guint *rows = g_new0(guint, MIN(m, n) + 1);
  g_autofree guint *columns = g_new0(guint, MIN(m, n) + 1);
  for (guint i = 0; i < m; i++)
    for (guint k = 0; k < n; k++)
      a[i * n + k] = numbers[k * (m + 1) + i];
  guint rank = n > 0 ? noslip_linear_pivots(m, n, a, 1e-9, NULL, rows, columns) : 0;
  g_autofree NoslipExpr *matrix = noslip_exprs_new((gsize) rank * rank);
  g_autofree NoslipExpr *right = noslip_exprs_new(rank);
  for (guint i = 0; i < rank; i++) {
    right[i] = last->field[rows[i]];
    for (guint k = 0; k < rank; k++)
      matrix[i * rank + k] = g_array_index(fields, Field, columns[k]).field[rows[i]];
  }
  if (rank > 0 && !noslip_symbolic_solve(graph, setting->distribution->form->probe, rank, matrix, 1, right))
    return NOSLIP_ZERO;
  NoslipExpr value = last->u;
  for (guint k = 0; k < rank; k++)
    value = noslip_expr_sub_product(graph, value, right[k], g_array_index(fields, Field, columns[k]).u);
  return noslip_symbolic_tidy(graph, value);
}

static gboolean
is_small(const NoslipModel *model, const Field *field)
{
  for (guint i = 0; i < model->m; i++)
    if (noslip_expr_size(model->graph, field->field[i], MOST_SIZE) >= MOST_SIZE)
      return FALSE;
  return noslip_expr_size(model->graph, field->u, MOST_SIZE) < MOST_SIZE;
}

/* Adds the field if it is independent; FALSE if it shows an obstruction (recorded in `primitive`) or is too large. */
static gboolean
take_field(const NoslipPrimitiveSetting *setting, GArray *fields, Field *field, const char *of_first,
           const char *of_second, NoslipPrimitive *primitive)
{
  gboolean small = is_small(setting->motion->model, field);
  g_array_append_vals(fields, field, 1);
  FieldKind kind = small ? judge_last(setting, fields) : FIELD_UNCLEAR;
  if (kind == FIELD_INDEPENDENT)
    return TRUE;
  if (kind == FIELD_OBSTRUCTS) {
    primitive->decided = TRUE;
    primitive->of[0] = g_strdup(of_first);
    primitive->of[1] = g_strdup(of_second);
    primitive->value = obstruction_value(setting, fields);
  }
  g_array_set_size(fields, fields->len - 1);
  return kind == FIELD_CONSISTENT;
}

/* Adds the fields of the sections, then brackets until no new field is independent. FALSE if that answers the question,
 * or if it cannot be answered. */
static gboolean
close_fields(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, GArray *fields, NoslipPrimitive *primitive)
{
  const NoslipDistribution *d = setting->distribution;
  const NoslipModel *model = setting->motion->model;
  for (guint a = 0; a < d->r; a++) {
    Field field = {noslip_exprs_new(model->m), u[a], g_strdup(d->basis_text[a])};
    for (guint i = 0; i < model->m; i++)
      field.field[i] = d->anchor[i * d->r + a];
    if (!take_field(setting, fields, &field, d->basis_text[a], d->basis_text[a], primitive))
      return FALSE;
  }
  for (guint b = 1; b < fields->len; b++) /* fields->len grows */
    for (guint a = 0; a < b; a++) {
      Field field;
      g_autofree char *first = g_strdup(g_array_index(fields, Field, a).name);
      g_autofree char *second = g_strdup(g_array_index(fields, Field, b).name);
      bracket_of(model, &g_array_index(fields, Field, a), &g_array_index(fields, Field, b), &field);
      if (!take_field(setting, fields, &field, first, second, primitive))
        return FALSE;
    }
  return TRUE;
}

/* Functions f whose logarithm may be a term of sigma, and functions b that may be a term themselves. */
static void
list_candidates(const NoslipPrimitiveSetting *setting, GArray *logs, GArray *terms)
{
  const NoslipModel *model = setting->motion->model;
  const NoslipDistribution *d = setting->distribution;
  NoslipGraph *graph = model->graph;
  const GArray *radicals = setting->atoms->radicals, *atoms = setting->atoms->atoms;
  for (guint i = 1; i < radicals->len && logs->len < MOST_CANDIDATES; i += NOSLIP_ATOMS_FAMILY) {
    NoslipExpr g = noslip_expr_powi(graph, g_array_index(radicals, NoslipExpr, i), 2);
    g_array_append_val(logs, g);
  }
  if (d->r > 0 && d->r <= MOST_DETERMINANT) {
    NoslipExpr whole = noslip_atoms_determinant(graph, d->r, d->metric);
    if (noslip_expr_depends(graph, whole, model->m, model->x))
      g_array_append_val(logs, whole);
  }
  for (guint i = 0; i < atoms->len && logs->len < MOST_CANDIDATES; i++) {
    NoslipExpr square = noslip_expr_powi(graph, g_array_index(atoms, NoslipExpr, i), 2);
    g_array_append_val(logs, square);
    g_array_append_vals(terms, &g_array_index(atoms, NoslipExpr, i), 1);
  }
  for (guint e = 0; e < model->n * d->r && logs->len < MOST_CANDIDATES; e++)
    if (noslip_expr_depends(graph, d->basis[e], model->m, model->x)) {
      NoslipExpr square = noslip_expr_powi(graph, d->basis[e], 2);
      g_array_append_val(logs, square);
    }
}

/* X_a of the candidates and u_a at the rows, one column for each. */
typedef struct {
  guint rows, n_logs, n;
  double *columns; /* n x rows */
  double *u;
} Table;

static gboolean
fill_table(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, const GArray *logs, const GArray *terms,
           Table *table)
{
  const NoslipModel *model = setting->motion->model;
  const NoslipDistribution *d = setting->distribution;
  guint r = d->r, n = logs->len + terms->len;
  g_autofree NoslipExpr *exprs = noslip_exprs_new((gsize) (n + 1) * r);
  g_autofree NoslipExpr *field = noslip_exprs_new(model->m);
  for (guint a = 0; a < r; a++) {
    for (guint i = 0; i < model->m; i++)
      field[i] = d->anchor[i * r + a];
    for (guint c = 0; c < n; c++) {
      NoslipExpr e =
          c < logs->len ? g_array_index(logs, NoslipExpr, c) : g_array_index(terms, NoslipExpr, c - logs->len);
      NoslipExpr slope = along(model, field, e);
      exprs[c * r + a] = c < logs->len ? noslip_expr_div(model->graph, slope, e) : slope;
    }
    exprs[n * r + a] = u[a];
  }
  g_autofree double *values = g_new0(double, (gsize) (n + 1) * r * setting->n_rows + 1);
  evaluate(setting, (n + 1) * r, exprs, values);
  table->rows = r * setting->n_rows;
  table->n_logs = logs->len;
  table->n = n;
  table->columns = g_new0(double, (gsize) n * table->rows + 1);
  table->u = g_new0(double, (gsize) table->rows + 1);
  for (guint row = 0; row < setting->n_rows; row++)
    for (guint c = 0; c <= n; c++)
      for (guint a = 0; a < r; a++)
        (c < n ? table->columns + (gsize) c * table->rows : table->u)[row * r + a] =
            values[(gsize) row * (n + 1) * r + c * r + a];
  return noslip_all_finite(table->u, table->rows);
}

/* u as a combination of k columns: weights[k]; FALSE if there is none. */
static gboolean
fit(const Table *table, guint k, const guint *which, double *weights)
{
  g_autofree double *a = g_new0(double, (gsize) table->rows *k);
  double rest = 0, size = 0;
  for (guint row = 0; row < table->rows; row++)
    for (guint c = 0; c < k; c++)
      a[row * k + c] = table->columns[(gsize) which[c] * table->rows + row];
  g_autoptr(NoslipSvd) svd = noslip_svd_new(table->rows, k);
  if (!noslip_svd_factor(svd, a) || noslip_svd_rank(svd, 1e-10) < k)
    return FALSE;
  noslip_svd_solve(svd, 1e-12, table->u, weights);
  for (guint row = 0; row < table->rows; row++) {
    double difference = table->u[row];
    for (guint c = 0; c < k; c++)
      difference -= weights[c] * a[row * k + c];
    rest += difference * difference;
    size += table->u[row] * table->u[row];
  }
  return rest <= 1e-18 * size;
}

/* exp(sigma) for rational weights; FALSE if a weight is not rational. */
static gboolean
exponential_of(const NoslipPrimitiveSetting *setting, const Table *table, const GArray *logs, const GArray *terms,
               guint k, const guint *which, const double *weights, NoslipExpr *exponential)
{
  NoslipGraph *graph = setting->motion->model->graph;
  NoslipExpr exponent = NOSLIP_ZERO;
  *exponential = NOSLIP_ONE;
  for (guint c = 0; c < k; c++) {
    gint64 p = 0, q = 1;
    if (fabs(weights[c]) > 1e-9 && !noslip_recognise_fraction(weights[c], 24, &p, &q))
      return FALSE;
    NoslipExpr weight = noslip_expr_rational(graph, p, q);
    if (which[c] < table->n_logs)
      *exponential = noslip_expr_mul(graph, *exponential,
                                     noslip_expr_pow(graph, g_array_index(logs, NoslipExpr, which[c]), weight));
    else
      exponent =
          noslip_expr_add_product(graph, exponent, weight, g_array_index(terms, NoslipExpr, which[c] - table->n_logs));
  }
  if (exponent != NOSLIP_ZERO)
    *exponential = noslip_expr_mul(graph, *exponential, noslip_expr_apply(graph, NOSLIP_OP_EXP, 1, &exponent));
  return TRUE;
}

/* X_a exp(sigma) = u_a exp(sigma). */
static gboolean
verify(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, NoslipExpr exponential)
{
  const NoslipModel *model = setting->motion->model;
  const NoslipDistribution *d = setting->distribution;
  g_autofree NoslipExpr *field = noslip_exprs_new(model->m);
  for (guint a = 0; a < d->r; a++) {
    for (guint i = 0; i < model->m; i++)
      field[i] = d->anchor[i * d->r + a];
    NoslipExpr left = noslip_expr_div(model->graph, along(model, field, exponential), exponential);
    if (!noslip_primitive_vanishes(setting, noslip_expr_sub(model->graph, left, u[a])))
      return FALSE;
  }
  return TRUE;
}

static gboolean
try_candidates(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, const Table *table, const GArray *logs,
               const GArray *terms, guint k, const guint *which, NoslipPrimitive *primitive)
{
  double weights[2];
  NoslipExpr exponential;
  if (!fit(table, k, which, weights) || !exponential_of(setting, table, logs, terms, k, which, weights, &exponential) ||
      !verify(setting, u, exponential))
    return FALSE;
  primitive->exponential = exponential;
  return TRUE;
}

/* Tries to write sigma with one candidate, then with two. */
static gboolean
search_symbols(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, NoslipPrimitive *primitive)
{
  g_autoptr(GArray) logs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  Table table = {0};
  gboolean found = FALSE;
  list_candidates(setting, logs, terms);
  if (fill_table(setting, u, logs, terms, &table)) {
    for (guint i = 0; i < table.n && !found; i++)
      found = try_candidates(setting, u, &table, logs, terms, 1, &i, primitive);
    for (guint i = 0; i < table.n && !found; i++)
      for (guint j = 0; j < i && !found; j++)
        found = try_candidates(setting, u, &table, logs, terms, 2, (guint[]){j, i}, primitive);
  }
  g_free(table.columns);
  g_free(table.u);
  return found;
}

static gboolean
all_vanish(const NoslipPrimitiveSetting *setting, const NoslipExpr *u)
{
  for (guint a = 0; a < setting->distribution->r; a++)
    if (!noslip_primitive_vanishes(setting, u[a]))
      return FALSE;
  return TRUE;
}

void
noslip_primitive_find(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, NoslipPrimitive *primitive)
{
  *primitive = (NoslipPrimitive){0};
  if (all_vanish(setting, u)) {
    *primitive = (NoslipPrimitive){.decided = TRUE, .exists = TRUE, .in_symbols = TRUE, .exponential = NOSLIP_ONE};
    return;
  }
  primitive->in_symbols = primitive->decided = primitive->exists = search_symbols(setting, u, primitive);
  if (primitive->decided)
    return;
  g_autoptr(GArray) fields = g_array_new(FALSE, FALSE, sizeof(Field));
  g_array_set_clear_func(fields, field_clear);
  gboolean closed = close_fields(setting, u, fields, primitive);
  if (!primitive->decided)
    primitive->decided = primitive->exists = closed;
}

void
noslip_primitive_clear(NoslipPrimitive *primitive)
{
  g_free(primitive->of[0]);
  g_free(primitive->of[1]);
}
