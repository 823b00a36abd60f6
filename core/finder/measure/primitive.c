/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/measure/primitive.h"

#include "core/base/linear.h"
#include "core/finder/linear/fractions.h"
#include "core/finder/measure/closure.h"
#include "core/finder/measure/periods.h"
#include "core/geometry/form.h"
#include "core/system/program.h"
#include "core/verdict/proof.h"

#include <math.h>
#include <string.h>

#define ZERO 1e-9 /* counts as zero, relative to the sum of the terms */
#define MOST_CANDIDATES 60
#define MOST_DETERMINANT 5 /* rows */

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
  for (guint i = 0; setting->drift != NULL && i < model->m && logs->len < MOST_CANDIDATES; i++)
    if (noslip_expr_depends(graph, setting->drift[i], model->m, model->x)) {
      NoslipExpr square = noslip_expr_powi(graph, setting->drift[i], 2);
      g_array_append_val(logs, square);
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
  guint r = noslip_fields_given(setting), n = logs->len + terms->len;
  g_autofree NoslipExpr *exprs = noslip_exprs_new((gsize) (n + 1) * r);
  g_autofree NoslipExpr *field = noslip_exprs_new(model->m);
  for (guint a = 0; a < r; a++) {
    noslip_fields_get(setting, a, field);
    for (guint c = 0; c < n; c++) {
      NoslipExpr e =
          c < logs->len ? g_array_index(logs, NoslipExpr, c) : g_array_index(terms, NoslipExpr, c - logs->len);
      NoslipExpr slope = noslip_fields_along(model, field, e);
      exprs[c * r + a] = c < logs->len ? noslip_expr_div(model->graph, slope, e) : slope;
    }
    exprs[n * r + a] = u[a];
  }
  g_autofree double *values = g_new0(double, (gsize) NOSLIP_FIELDS_COPIES *(n + 1) * r * setting->n_rows + 1);
  noslip_fields_evaluate(setting, (n + 1) * r, exprs, values);
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

/* Whether exp(sigma) is finite and positive at the initial state. */
static gboolean
is_regular(const NoslipPrimitiveSetting *setting, NoslipExpr exponential)
{
  const NoslipModel *model = setting->motion->model;
  double value;
  if (setting->start == NULL)
    return TRUE;
  g_autofree double *inputs = g_new0(double, (gsize) 1 + model->m + model->n);
  memcpy(inputs + 1, setting->start, sizeof(double) * model->m);
  g_autoptr(NoslipTape) tape = noslip_program_of_state(model->system, model->graph, 1, &exponential);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(work, setting->parameters);
  noslip_tape_evaluate(work, inputs, &value);
  return isfinite(value) && value > 0;
}

/* A formula that is not regular is kept in *primitive, but the search goes on. */
static gboolean
try_candidates(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, const Table *table, const GArray *logs,
               const GArray *terms, guint k, const guint *which, NoslipPrimitive *primitive)
{
  double weights[2];
  NoslipExpr exponential;
  gboolean proved;
  if (!fit(table, k, which, weights) || !exponential_of(setting, table, logs, terms, k, which, weights, &exponential) ||
      !noslip_fields_verify(setting, u, exponential, &proved))
    return FALSE;
  gboolean regular = is_regular(setting, exponential);
  if (regular || primitive->exponential == NOSLIP_ZERO) {
    primitive->exponential = exponential;
    primitive->proved = proved;
  }
  return regular;
}

/* Tries to write sigma with one of these candidates, then with two; TRUE if that is regular. */
static gboolean
search_among(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, const GArray *logs, const GArray *terms,
             NoslipPrimitive *primitive)
{
  Table table = {0};
  gboolean found = FALSE;
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

/* Where sigma is found, but not regular, coordinates are candidates too. FALSE if it is not found. */
static gboolean
search_symbols(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, NoslipPrimitive *primitive)
{
  const NoslipModel *model = setting->motion->model;
  g_autoptr(GArray) logs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  list_candidates(setting, logs, terms);
  if (search_among(setting, u, logs, terms, primitive) || primitive->exponential == NOSLIP_ZERO)
    return primitive->exponential != NOSLIP_ZERO;
  for (guint i = 0; i < model->m; i++)
    if (!model->system->coordinates[i].angle)
      g_array_append_val(terms, model->x[i]);
  search_among(setting, u, logs, terms, primitive);
  return TRUE;
}

static gboolean
all_vanish(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, gboolean *proved)
{
  *proved = TRUE;
  for (guint a = 0; a < noslip_fields_given(setting); a++)
    if (!noslip_fields_vanishes(setting, u[a], proved))
      return FALSE;
  return TRUE;
}

/* sigma as a combination of the coordinates, unless a formula was proved before; slopes: its derivatives. */
static gboolean
try_constant(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, const GArray *fields, NoslipExpr *slopes,
             NoslipPrimitive *primitive)
{
  const NoslipModel *model = setting->motion->model;
  gboolean proved;
  if (!noslip_periods_constant(setting, fields, slopes))
    return FALSE;
  NoslipExpr sigma = noslip_expr_dot(model->graph, model->m, slopes, model->x);
  NoslipExpr exponential = noslip_expr_apply(model->graph, NOSLIP_OP_EXP, 1, &sigma);
  if (!noslip_fields_verify(setting, u, exponential, &proved))
    return FALSE;
  primitive->in_symbols = TRUE;
  primitive->proved = proved;
  primitive->exponential = exponential;
  return TRUE;
}

/* sigma exists locally: whether it is a function on the base. */
static void
judge_globally(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, const GArray *fields,
               NoslipPrimitive *primitive)
{
  const NoslipModel *model = setting->motion->model;
  g_autofree NoslipExpr *slopes = noslip_exprs_new(model->m);
  gboolean constant = try_constant(setting, u, fields, slopes, primitive);
  primitive->locally = TRUE;
  primitive->turns = noslip_periods_find(setting, fields, &primitive->period);
  if (primitive->turns != NULL) {
    primitive->decided = TRUE;
    for (guint i = 0; i < model->m && constant; i++)
      primitive->period_value = noslip_expr_add_product(
          model->graph, primitive->period_value, slopes[i],
          noslip_expr_mul(model->graph, noslip_expr_number(model->graph, 2 * primitive->turns[i]),
                          noslip_expr_pi(model->graph)));
    return;
  }
  /* On the leaves of fewer fields sigma may have to change from one leaf to the next: only a formula decides. */
  primitive->exists = primitive->in_symbols ? noslip_periods_is_periodic(setting, primitive->exponential)
                                            : fields->len + model->system->n_manifolds >= model->m;
  primitive->decided = primitive->exists;
}

static void
find_by_fields(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, NoslipPrimitive *primitive)
{
  g_autoptr(GArray) fields = noslip_fields_new();
  if (noslip_closure_find(setting, u, fields, primitive, &primitive->proved))
    judge_globally(setting, u, fields, primitive);
}

void
noslip_primitive_find(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, NoslipPrimitive *primitive)
{
  gboolean proved = FALSE;
  NoslipPrimitive formula = {0};
  *primitive = (NoslipPrimitive){0};
  if (all_vanish(setting, u, &proved)) {
    formula = (NoslipPrimitive){.proved = proved, .in_symbols = TRUE, .exponential = NOSLIP_ONE};
  } else if (search_symbols(setting, u, &formula)) {
    formula.in_symbols = noslip_periods_is_periodic(setting, formula.exponential);
    primitive->in_symbols = !formula.in_symbols;
    primitive->exponential = formula.exponential;
  }
  formula.decided = formula.exists = formula.locally = formula.in_symbols;
  if (!formula.in_symbols || !formula.proved)
    find_by_fields(setting, u, primitive);
  /* A formula that agrees with all numbers, where the fields give none that is proved. */
  if (formula.in_symbols && !(primitive->in_symbols && primitive->proved)) {
    noslip_primitive_clear(primitive);
    *primitive = formula;
  }
  primitive->singular = primitive->in_symbols && !is_regular(setting, primitive->exponential);
}

void
noslip_primitive_clear(NoslipPrimitive *primitive)
{
  g_free(primitive->of[0]);
  g_free(primitive->of[1]);
  g_free(primitive->turns);
}
