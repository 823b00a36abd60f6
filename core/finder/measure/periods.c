/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/measure/periods.h"

#include "core/base/linear.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

#define POINTS 64     /* of a path */
#define MOST_TURNS 4  /* of an angle of a pair */
#define MOST_STATES 4 /* at which a path is tried */
#define SAME 1e-9

/* Columns of the fields' components: the coordinates marked in `use`, angles last in none. At each state sigma's change
 * along the fields must be a combination of them. */
static gboolean
spanned_by(const NoslipPrimitiveSetting *setting, const GArray *fields, const gboolean *use)
{
  guint m = setting->motion->model->m, n = fields->len;
  g_autofree double *a = g_new0(double, (gsize) n *m + 1);
  g_autofree double *b = g_new0(double, (gsize) n + 1);
  g_autofree double *slopes = g_new0(double, (gsize) m + 1);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(n, m);
  for (guint row = 0; row < setting->n_rows; row++) {
    double size = 0, rest = 0;
    for (guint k = 0; k < n; k++) {
      const double *values = g_array_index(fields, NoslipField, k).values + (gsize) row * (m + 1);
      for (guint i = 0; i < m; i++)
        a[k * m + i] = use[i] ? values[i] : 0;
      b[k] = values[m];
      size = fmax(size, fabs(b[k]));
    }
    if (!noslip_all_finite(b, n) || !noslip_svd_factor(svd, a))
      return FALSE;
    noslip_svd_solve(svd, 1e-12, b, slopes);
    for (guint k = 0; k < n; k++) {
      double difference = b[k];
      for (guint i = 0; i < m; i++)
        difference -= a[k * m + i] * slopes[i];
      rest = fmax(rest, fabs(difference));
    }
    if (rest > SAME * size)
      return FALSE;
  }
  return TRUE;
}

/* The slopes of the coordinates in `use` from fields and coordinates that are independent at the first state, the
 * others being 0. */
static gboolean
solve_slopes(const NoslipPrimitiveSetting *setting, const GArray *fields, const gboolean *use, NoslipExpr *slopes)
{
  const NoslipModel *model = setting->motion->model;
  guint m = model->m, n = fields->len;
  g_autofree double *a = g_new0(double, (gsize) n *m + 1);
  g_autofree guint *rows = g_new0(guint, (gsize) MIN(m, n) + 1);
  g_autofree guint *columns = g_new0(guint, (gsize) MIN(m, n) + 1);
  for (guint k = 0; k < n; k++)
    for (guint i = 0; i < m; i++)
      a[k * m + i] = use[i] ? g_array_index(fields, NoslipField, k).values[i] : 0;
  guint rank = noslip_linear_pivots(n, m, a, 1e-9, NULL, rows, columns);
  g_autofree NoslipExpr *matrix = noslip_exprs_new((gsize) rank * rank);
  g_autofree NoslipExpr *right = noslip_exprs_new(rank);
  for (guint j = 0; j < rank; j++) {
    const NoslipField *field = &g_array_index(fields, NoslipField, rows[j]);
    right[j] = field->u;
    for (guint i = 0; i < rank; i++)
      matrix[j * rank + i] = field->field[columns[i]];
  }
  if (rank == 0 || !noslip_fields_solve(setting, rank, matrix, right))
    return FALSE;
  memset(slopes, 0, sizeof(NoslipExpr) * m);
  for (guint i = 0; i < rank; i++)
    slopes[columns[i]] = noslip_symbolic_tidy(model->graph, right[i]);
  for (guint i = 0; i < m; i++)
    if (noslip_expr_depends(model->graph, slopes[i], m, model->x))
      return FALSE;
  return TRUE;
}

gboolean
noslip_periods_constant(const NoslipPrimitiveSetting *setting, const GArray *fields, NoslipExpr *slopes)
{
  const NoslipModel *model = setting->motion->model;
  g_autofree gboolean *use = g_new0(gboolean, (gsize) model->m + 1);
  for (guint pass = 0; pass < 2; pass++) {
    for (guint i = 0; i < model->m; i++)
      use[i] = pass == 1 || !model->system->coordinates[i].angle;
    if (spanned_by(setting, fields, use))
      return solve_slopes(setting, fields, use, slopes);
  }
  return FALSE;
}

/* Whether the n values are the same after a turn of coordinate i, at all states where they are finite. */
static gboolean
same_after_turn(const NoslipPrimitiveSetting *setting, guint n, const NoslipExpr *exprs, guint i)
{
  const NoslipModel *model = setting->motion->model;
  g_autofree double *before = g_new0(double, (gsize) n + 1);
  g_autofree double *after = g_new0(double, (gsize) n + 1);
  g_autofree double *inputs = g_new0(double, setting->row_size);
  g_autoptr(NoslipTape) tape = noslip_program_of_state(model->system, model->graph, n, exprs);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(work, setting->parameters);
  for (guint row = 0; row < setting->n_rows; row++) {
    memcpy(inputs, setting->rows + (gsize) row * setting->row_size, sizeof(double) * setting->row_size);
    noslip_tape_evaluate(work, inputs, before);
    inputs[1 + i] += 2 * G_PI;
    noslip_tape_evaluate(work, inputs, after);
    double size = 0;
    for (guint e = 0; e < n; e++)
      size = fmax(size, fabs(before[e]));
    for (guint e = 0; e < n; e++)
      if (fabs(after[e] - before[e]) > SAME * size)
        return FALSE;
  }
  return TRUE;
}

static gboolean
goes_round(const NoslipPrimitiveSetting *setting, guint i)
{
  const NoslipModel *model = setting->motion->model;
  const NoslipSystem *system = model->system;
  const NoslipCoordinate *coordinate = &system->coordinates[i];
  if (!coordinate->angle || coordinate->high - coordinate->low < 2 * G_PI * (1 - SAME))
    return FALSE;
  return same_after_turn(setting, 1, &system->lagrangian, i) &&
         same_after_turn(setting, model->m * model->n, system->anchor, i) &&
         same_after_turn(setting, model->k, model->phi, i);
}

gboolean
noslip_periods_is_periodic(const NoslipPrimitiveSetting *setting, NoslipExpr e)
{
  for (guint i = 0; i < setting->motion->model->m; i++)
    if (goes_round(setting, i) && !same_after_turn(setting, 1, &e, i))
      return FALSE;
  return TRUE;
}

/* The change of sigma along the path that starts at a state; FALSE if the path is not tangent to the fields, or if the
 * integral has not converged. The trapezoidal rule is exact to rounding for smooth periodic integrands. */
static gboolean
integrate(const NoslipPrimitiveSetting *setting, const GArray *fields, NoslipTapeWorkspace *work, const double *row,
          const int *turns, double *period)
{
  guint m = setting->motion->model->m;
  g_autofree double *direction = g_new0(double, (gsize) m + 1);
  g_autofree double *inputs = g_memdup2(row, sizeof(double) * setting->row_size);
  double sums[2] = {0, 0}, size = 0;
  for (guint i = 0; i < m; i++)
    direction[i] = 2 * G_PI * turns[i];
  for (guint point = 0; point < POINTS; point++) {
    double change;
    for (guint i = 0; i < m; i++)
      inputs[1 + i] = row[1 + i] + direction[i] * point / POINTS;
    if (!noslip_fields_change(setting, fields, work, inputs, direction, &change))
      return FALSE;
    sums[point % 2] += change / POINTS * 2;
    size += fabs(change) / POINTS;
  }
  *period = (sums[0] + sums[1]) / 2;
  double error = fabs(sums[0] - sums[1]) + 1e-12 * size;
  return error <= 1e-6 * size && (fabs(*period) > NOSLIP_FIELDS_GAP * error || fabs(*period) <= 1e-6 * size);
}

/* 0 if sigma does not change along the path, or if that is not known. */
static double
period_of(const NoslipPrimitiveSetting *setting, const GArray *fields, NoslipTapeWorkspace *work, const int *turns)
{
  double period;
  for (guint row = 0; row < MIN(setting->n_rows, MOST_STATES); row++)
    if (integrate(setting, fields, work, setting->rows + (gsize) row * setting->row_size, turns, &period))
      return fabs(period) > 1e-6 ? period : 0;
  return 0;
}

/* Whether p and q have no common factor. */
static gboolean
are_coprime(int p, int q)
{
  p = ABS(p);
  q = ABS(q);
  while (q != 0) {
    int rest = p % q;
    p = q;
    q = rest;
  }
  return p == 1;
}

static double
pair_period(const NoslipPrimitiveSetting *setting, const GArray *fields, NoslipTapeWorkspace *work, guint i, guint j,
            int *turns)
{
  double period = 0;
  for (int p = 1; p <= MOST_TURNS; p++)
    for (int q = -MOST_TURNS; q <= MOST_TURNS; q++) {
      if (q == 0 || !are_coprime(p, q))
        continue;
      turns[i] = p;
      turns[j] = q;
      period = period_of(setting, fields, work, turns);
      if (period != 0)
        return period;
    }
  turns[i] = turns[j] = 0;
  return 0;
}

int *
noslip_periods_find(const NoslipPrimitiveSetting *setting, const GArray *fields, double *period)
{
  guint m = setting->motion->model->m;
  g_autofree int *turns = g_new0(int, (gsize) m + 1);
  g_autofree gboolean *round = g_new0(gboolean, (gsize) m + 1);
  g_autoptr(NoslipTapeWorkspace) work = noslip_fields_program(setting, fields);
  *period = 0;
  for (guint i = 0; i < m && *period == 0; i++) {
    round[i] = goes_round(setting, i);
    turns[i] = 1;
    if (round[i])
      *period = period_of(setting, fields, work, turns);
    if (*period == 0)
      turns[i] = 0;
  }
  for (guint j = 1; j < m && *period == 0; j++)
    for (guint i = 0; i < j && *period == 0; i++)
      if (round[i] && round[j])
        *period = pair_period(setting, fields, work, i, j, turns);
  return *period != 0 ? g_steal_pointer(&turns) : NULL;
}
