/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/measure/fields.h"

#include "core/base/linear.h"
#include "core/finder/states.h"
#include "core/geometry/symbolic.h"
#include "core/system/program.h"
#include "core/verdict/proof.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define SINGULAR 1e-12
#define ZERO 1e-12 /* counts as zero, relative to the sum of the terms */

static void
field_clear(gpointer data)
{
  NoslipField *field = data;
  g_free(field->field);
  g_free(field->name);
  g_free(field->values);
}

guint
noslip_fields_given(const NoslipPrimitiveSetting *setting)
{
  return setting->distribution->r + (setting->drift != NULL);
}

void
noslip_fields_get(const NoslipPrimitiveSetting *setting, guint a, NoslipExpr *field)
{
  const NoslipDistribution *d = setting->distribution;
  guint m = setting->motion->model->m, given = noslip_fields_given(setting);
  for (guint i = 0; i < m; i++)
    field[i] = a < d->r    ? d->anchor[i * d->r + a]
               : a < given ? setting->drift[i]
                           : setting->symmetries[(gsize) (a - given) * m + i];
}

GArray *
noslip_fields_new(void)
{
  GArray *fields = g_array_new(FALSE, FALSE, sizeof(NoslipField));
  g_array_set_clear_func(fields, field_clear);
  return fields;
}

/* n numbers of `from` with relative changes of some units in the last place. */
static void
shake(guint n, const double *from, guint64 *seed, double *to)
{
  for (guint i = 0; i < n; i++)
    to[i] = from[i] * (1 + 4 * DBL_EPSILON * noslip_random_draw(seed));
}

/* Numbers that are rounding are 0 in all copies, so that no scale is taken from them. */
static void
clear_rounding(gsize n, double *values)
{
  for (gsize e = 0; e < n; e++) {
    double noise = 0;
    for (guint copy = 1; copy < NOSLIP_FIELDS_COPIES; copy++)
      noise = fmax(noise, fabs(values[copy * n + e] - values[e]));
    if (isfinite(values[e]) && fabs(values[e]) <= NOSLIP_FIELDS_NOISE * noise)
      for (guint copy = 0; copy < NOSLIP_FIELDS_COPIES; copy++)
        values[copy * n + e] = 0;
  }
}

void
noslip_fields_evaluate(const NoslipPrimitiveSetting *setting, guint n, const NoslipExpr *exprs, double *values)
{
  const NoslipModel *model = setting->motion->model;
  guint n_parameters = model->system->n_parameters;
  guint64 seed = 1;
  g_autofree double *parameters = g_new0(double, (gsize) n_parameters + 1);
  g_autofree double *inputs = g_new0(double, setting->row_size);
  g_autoptr(NoslipTape) tape = noslip_program_of_state(model->system, model->graph, n, exprs);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  for (guint copy = 0; copy < NOSLIP_FIELDS_COPIES; copy++) {
    if (n_parameters > 0)
      memcpy(parameters, setting->parameters, sizeof(double) * n_parameters);
    if (copy > 0)
      shake(n_parameters, setting->parameters, &seed, parameters);
    noslip_tape_set_constants(work, parameters);
    for (guint row = 0; row < setting->n_rows; row++) {
      memcpy(inputs, setting->rows + (gsize) row * setting->row_size, sizeof(double) * setting->row_size);
      if (copy > 0)
        shake(model->m, setting->rows + (gsize) row * setting->row_size + 1, &seed, inputs + 1);
      noslip_tape_evaluate(work, inputs, values + ((gsize) copy * setting->n_rows + row) * n);
    }
  }
  clear_rounding((gsize) setting->n_rows * n, values);
}

int
noslip_fields_is_zero(double number, double noise)
{
  if (fabs(number) <= NOSLIP_FIELDS_NOISE * noise)
    return TRUE;
  return fabs(number) > NOSLIP_FIELDS_GAP * noise ? FALSE : -1;
}

NoslipExpr
noslip_fields_along(const NoslipModel *model, const NoslipExpr *field, NoslipExpr e)
{
  const NoslipAnchoredSection section = {NULL, field, 1};
  return noslip_section_along(model, &section, e);
}

gboolean
noslip_fields_solve(const NoslipPrimitiveSetting *setting, guint n, NoslipExpr *a, NoslipExpr *right)
{
  const NoslipModel *model = setting->motion->model;
  g_autoptr(NoslipProbe) probe = noslip_probe_new(model->system);
  noslip_probe_set_state(probe, model->system, setting->parameters, setting->rows + 1, setting->rows + 1 + model->m);
  return noslip_symbolic_solve(model->graph, probe, n, a, 1, right);
}

void
noslip_fields_fill(const NoslipPrimitiveSetting *setting, NoslipField *field)
{
  guint m = setting->motion->model->m;
  g_autofree NoslipExpr *all = noslip_exprs_new((gsize) m + 1);
  memcpy(all, field->field, sizeof(NoslipExpr) * m);
  all[m] = field->u;
  field->values = g_new0(double, (gsize) NOSLIP_FIELDS_COPIES * setting->n_rows * (m + 1));
  noslip_fields_evaluate(setting, m + 1, all, field->values);
}

/* Scales rows and columns of a (m x n) so that their largest entries are near 1; entries that are only rounding do not
 * count, unlike in noslip_linear_balance(). */
static void
scale_entries(guint m, guint n, double *a, double *columns)
{
  for (guint k = 0; k < n; k++)
    columns[k] = 1;
  for (guint round = 0; round < 6; round++) {
    gboolean by_rows = round % 2 == 1;
    for (guint i = 0; i < (by_rows ? m : n); i++) {
      double largest = 0;
      for (guint j = 0; j < (by_rows ? n : m); j++)
        largest = fmax(largest, fabs(by_rows ? a[(gsize) i * n + j] : a[(gsize) j * n + i]));
      if (!(largest > 0))
        continue;
      for (guint j = 0; j < (by_rows ? n : m); j++)
        *(by_rows ? &a[(gsize) i * n + j] : &a[(gsize) j * n + i]) /= largest;
      if (!by_rows)
        columns[i] /= largest;
    }
  }
}

gboolean
noslip_fields_combine(guint m, guint n, const double *columns, const double *right, double *weights, double *outside)
{
  g_autofree double *all = g_new0(double, (gsize) m *(n + 1) + 1);
  g_autofree double *a = g_new0(double, (gsize) m *n + 1);
  g_autofree double *b = g_new0(double, (gsize) m + 1);
  g_autofree double *scales = g_new0(double, (gsize) n + 1);
  double norm = 0, rest = 0;
  for (guint i = 0; i < m; i++)
    for (guint k = 0; k <= n; k++)
      all[(gsize) i * (n + 1) + k] = k < n ? columns[(gsize) k * m + i] : right[i];
  if (!noslip_all_finite(all, (gsize) m * (n + 1)))
    return FALSE;
  scale_entries(m, n + 1, all, scales);
  for (guint i = 0; i < m; i++) {
    memcpy(a + (gsize) i * n, all + (gsize) i * (n + 1), sizeof(double) * n);
    b[i] = all[(gsize) i * (n + 1) + n];
  }
  g_autoptr(NoslipSvd) svd = n > 0 ? noslip_svd_new(m, n) : NULL;
  if (svd != NULL && !noslip_svd_factor(svd, a))
    return FALSE;
  if (svd != NULL)
    noslip_svd_solve(svd, SINGULAR, b, weights);
  for (guint i = 0; i < m; i++) {
    double difference = b[i];
    for (guint k = 0; k < n; k++)
      difference -= weights[k] * a[(gsize) i * n + k];
    norm += b[i] * b[i];
    rest += difference * difference;
  }
  for (guint k = 0; k < n; k++)
    weights[k] *= scales[k] / scales[n];
  *outside = norm > 0 ? sqrt(rest / norm) : 0;
  return TRUE;
}

gboolean
noslip_fields_vanishes(const NoslipPrimitiveSetting *setting, NoslipExpr e, gboolean *proved)
{
  gboolean vanishes = FALSE;
  if (e == NOSLIP_ZERO)
    return TRUE;
  noslip_proof_vanish(setting->motion, 1, &e, &vanishes);
  if (vanishes)
    return TRUE;
  const NoslipExpr both[2] = {e, noslip_expr_magnitude(setting->motion->model->graph, e)};
  g_autofree double *values = g_new0(double, (gsize) 2 * NOSLIP_FIELDS_COPIES * setting->n_rows + 1);
  noslip_fields_evaluate(setting, 2, both, values);
  for (guint row = 0; row < setting->n_rows; row++)
    if (!(fabs(values[2 * row]) <= ZERO * values[2 * row + 1]))
      return FALSE;
  *proved = FALSE;
  return TRUE;
}

gboolean
noslip_fields_verify(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, NoslipExpr exponential,
                     gboolean *proved)
{
  const NoslipModel *model = setting->motion->model;
  guint given = noslip_fields_given(setting);
  g_autofree NoslipExpr *field = noslip_exprs_new(model->m);
  *proved = TRUE;
  for (guint a = 0; a < given + setting->n_symmetries; a++) {
    noslip_fields_get(setting, a, field);
    NoslipExpr left = noslip_expr_div(model->graph, noslip_fields_along(model, field, exponential), exponential);
    if (!noslip_fields_vanishes(setting, a < given ? noslip_expr_sub(model->graph, left, u[a]) : left, proved))
      return FALSE;
  }
  return TRUE;
}

NoslipTapeWorkspace *
noslip_fields_program(const NoslipPrimitiveSetting *setting, const GArray *fields)
{
  const NoslipModel *model = setting->motion->model;
  guint m = model->m, n = fields->len;
  g_autofree NoslipExpr *all = noslip_exprs_new((gsize) n * (m + 1));
  for (guint k = 0; k < n; k++) {
    const NoslipField *field = &g_array_index(fields, NoslipField, k);
    memcpy(all + (gsize) k * m, field->field, sizeof(NoslipExpr) * m);
    all[(gsize) n * m + k] = field->u;
  }
  g_autoptr(NoslipTape) tape = noslip_program_of_state(model->system, model->graph, n * (m + 1), all);
  NoslipTapeWorkspace *work = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(work, setting->parameters);
  return work;
}

gboolean
noslip_fields_change(const NoslipPrimitiveSetting *setting, const GArray *fields, NoslipTapeWorkspace *work,
                     const double *row, const double *direction, double *change)
{
  guint m = setting->motion->model->m, n = fields->len;
  g_autofree double *values = g_new0(double, (gsize) n *(m + 1) + 1);
  g_autofree double *weights = g_new0(double, (gsize) n + 1);
  double outside = 0;
  noslip_tape_evaluate(work, row, values);
  *change = 0;
  if (!noslip_fields_combine(m, n, values, direction, weights, &outside) || outside > 1e-9)
    return FALSE;
  for (guint k = 0; k < n; k++)
    *change += weights[k] * values[(gsize) n * m + k];
  return isfinite(*change);
}
