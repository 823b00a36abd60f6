/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/pivots.h"

#include "core/base/decimal.h"
#include "core/base/linear.h"
#include "core/system/state.h"

#include <math.h>
#include <string.h>

#define LEAST_PIVOT 1e-9 /* relative to the largest entry of its row, in units of the kinetic metric */

/* Finds the initial state, if there is one: a pivot should not vanish there. */
static void
find_state(NoslipPivots *self)
{
  const NoslipModel *model = self->model;
  const NoslipSystem *system = model->system;
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  guint n = system->n_parameters + model->m + model->n;
  self->symbols = g_new0(NoslipExpr, n + 1);
  self->values = g_new0(double, n + 1);
  for (guint i = 0; i < system->n_parameters; i++)
    self->symbols[i] = system->parameters[i].symbol;
  memcpy(self->symbols + system->n_parameters, model->x, model->m * sizeof(NoslipExpr));
  memcpy(self->symbols + system->n_parameters + model->m, model->y, model->n * sizeof(NoslipExpr));
  memcpy(self->values, parameters, system->n_parameters * sizeof(double));
  double *x = self->values + system->n_parameters;
  if (noslip_state_initial(system, parameters, 0, NULL, x, x + model->m, NULL, ignored))
    self->n_symbols = n;
}

/* e at the initial state; 1 if there is none. */
static double
value_at_start(const NoslipPivots *self, NoslipExpr e)
{
  return self->n_symbols > 0 ? noslip_expr_value(self->model->graph, e, self->n_symbols, self->symbols, self->values)
                             : 1;
}

/* Finds the units in which velocities are compared at the initial state. */
static void
find_units(NoslipPivots *self)
{
  gsize n = self->model->n;
  g_autofree double *mass = g_new0(double, n *n + 1);
  self->units = g_new(double, n + 1);
  for (gsize i = 0; i < n * n; i++)
    mass[i] = value_at_start(self, self->model->mass[i]);
  if (self->n_symbols > 0 && noslip_all_finite(mass, n * n)) {
    noslip_linear_metric_scale((guint) n, mass, self->units);
    return;
  }
  for (gsize j = 0; j < n; j++)
    self->units[j] = 1;
}

void
noslip_pivots_init(NoslipPivots *self, NoslipModel *model)
{
  *self = (NoslipPivots){.model = model};
  find_state(self);
  find_units(self);
}

void
noslip_pivots_clear(NoslipPivots *self)
{
  g_free(self->symbols);
  g_free(self->values);
  g_free(self->units);
}

NoslipExpr
noslip_pivots_simplify(NoslipPivots *self, NoslipExpr e)
{
  if (self->too_large || noslip_graph_failed(self->model->graph) ||
      noslip_graph_size(self->model->graph) > NOSLIP_PIVOTS_MOST_NODES) {
    self->too_large = TRUE;
    return e;
  }
  return noslip_expr_simplify(self->model->graph, e);
}

/* The length of a text without its numbers (3 for "1000*x*y/2"), which does not depend on the units of coordinates. */
static gsize
length_without_numbers(const char *text)
{
  gsize length = 0;
  gboolean in_name = FALSE;
  for (const char *p = text; *p != '\0';) {
    gboolean is_digit = g_ascii_isdigit(*p) != 0;
    if (is_digit && !in_name) {
      const char *end = p + 1;
      double number;
      noslip_decimal_prefix(p, &number, &end);
      if (*end == '^') /* 0.1^2*x */
        noslip_decimal_prefix(end + 1, &number, &end);
      p = *end == '*' ? end + 1 : end; /* 2*x */
      continue;
    }
    in_name = g_ascii_isalpha(*p) || (guchar) *p >= 0x80 || *p == '_' || (in_name && is_digit);
    length += *p != '/' || !g_ascii_isdigit(p[1]); /* x/2 */
    p++;
  }
  return length;
}

/* The cost of a pivot: numbers are best, then parameters, then short expressions of the coordinates, last entries that
 * vanish at the start. */
static gsize
cost(const NoslipPivots *self, NoslipExpr e, gboolean vanishes)
{
  if (!isnan(noslip_expr_value(self->model->graph, e, 0, NULL, NULL))) /* a number, or a product of numbers */
    return 0;
  g_autofree char *text = noslip_expr_text(self->model->graph, e);
  gsize turning = noslip_expr_depends(self->model->graph, e, self->model->m, self->model->x) ? 1000 : 0;
  return 2 + length_without_numbers(text) + turning + (vanishes ? G_MAXINT : 0);
}

/* The least cost of an entry of the row, and its column; G_MAXSIZE if all are zero. units: of the columns, or NULL. */
static gsize
cheapest(const NoslipPivots *self, const NoslipExpr *row, guint columns, const double *units, guint *column)
{
  gsize least = G_MAXSIZE;
  double largest = 0;
  g_autofree double *sizes = g_new0(double, (gsize) columns + 1);
  for (guint j = 0; j < columns; j++) {
    if (row[j] != NOSLIP_ZERO)
      sizes[j] = fabs(value_at_start(self, row[j])) * (units != NULL ? units[j] : 1);
    largest = fmax(largest, sizes[j]);
  }
  for (guint j = 0; j < columns; j++) {
    gsize here = row[j] != NOSLIP_ZERO ? cost(self, row[j], !(sizes[j] > LEAST_PIVOT * largest)) : G_MAXSIZE;
    if (here >= least)
      continue;
    least = here;
    *column = j;
  }
  return least;
}

/* Divides row `row` by its pivot and clears the pivot's column from the other rows. */
static void
eliminate(NoslipPivots *self, NoslipExpr *matrix, guint rows, guint width, guint row, guint column)
{
  NoslipGraph *graph = self->model->graph;
  NoslipExpr pivot = matrix[row * width + column];
  for (guint j = 0; j < width; j++)
    matrix[row * width + j] = noslip_pivots_simplify(self, noslip_expr_div(graph, matrix[row * width + j], pivot));
  for (guint i = 0; i < rows; i++) {
    NoslipExpr factor = matrix[i * width + column];
    if (i == row || factor == NOSLIP_ZERO)
      continue;
    for (guint j = 0; j < width; j++) {
      NoslipExpr product = noslip_expr_mul(graph, factor, matrix[row * width + j]);
      matrix[i * width + j] = noslip_pivots_simplify(self, noslip_expr_sub(graph, matrix[i * width + j], product));
    }
    matrix[i * width + column] = NOSLIP_ZERO;
  }
}

gboolean
noslip_pivots_reduce(NoslipPivots *self, NoslipExpr *matrix, guint rows, guint columns, guint width,
                     const double *units, guint *pivot_of)
{
  g_autofree gboolean *done = g_new0(gboolean, rows + 1);
  for (guint step = 0; step < rows; step++) {
    guint best_row = rows, best_column = 0;
    gsize least = G_MAXSIZE;
    for (guint i = 0; i < rows; i++) {
      guint column = 0;
      gsize here = done[i] ? G_MAXSIZE : cheapest(self, matrix + (gsize) i * width, columns, units, &column);
      if (here >= least)
        continue;
      least = here;
      best_row = i;
      best_column = column;
    }
    if (best_row == rows)
      return FALSE;
    eliminate(self, matrix, rows, width, best_row, best_column);
    done[best_row] = TRUE;
    pivot_of[best_row] = best_column;
  }
  return TRUE;
}
