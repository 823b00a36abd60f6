/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/conserved-common.h"

#include "core/finder/recognise.h"

#include <math.h>

#define SETS 3 /* of parameters, the given one first */
#define USED 1e-9
#define MOST_DENOMINATOR 1000

/* Columns that a vector of the null space uses. */
static GArray *
used_columns(const NoslipNullspace *nullspace)
{
  GArray *used = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint c = 0; c < nullspace->columns; c++) {
    double largest = 0;
    for (guint i = 0; i < nullspace->n; i++)
      largest = fmax(largest, fabs(nullspace->vectors[(gsize) i * nullspace->columns + c]));
    if (largest > USED)
      g_array_append_val(used, c);
  }
  return used;
}

/* The rates of these columns at random states, for every set of parameters below the one before, and scale[n], the size
 * of each column, by which it is divided. NULL if there are no such states. */
static double *
stacked_rates(const NoslipSpace *space, NoslipDynamics *dynamics, const double *parameters, const double *xy,
              guint64 seed, const GArray *used, guint rows, double *scale)
{
  const NoslipSystem *system = space->model->system;
  guint n = used->len;
  const guint *columns = (const guint *) (gpointer) used->data;
  g_autofree double *stack = g_new0(double, (gsize) SETS *rows *n + 1);
  g_autofree double *rate = g_new0(double, (gsize) rows *n + 1);
  g_autofree double *size = g_new0(double, (gsize) rows *n + 1);
  g_autofree double *values = g_new0(double, (gsize) system->n_parameters + 1);
  guint64 draw = seed + 99;
  for (guint set = 0; set < SETS; set++) {
    g_autoptr(NoslipDiagnostic) error = NULL;
    for (guint i = 0; i < system->n_parameters; i++)
      values[i] = parameters[i] * (set == 0 ? 1 : exp(0.3 * noslip_states_draw(&draw)));
    g_autoptr(NoslipStates) states = noslip_states_new(dynamics, values, xy, rows, seed + 31 * set, &error);
    if (states == NULL)
      return NULL;
    noslip_space_evaluate(space, values, states, n, columns, NULL, rate, size);
    for (guint c = 0; c < n; c++) {
      scale[c] += noslip_nullspace_dot(rows, size + (gsize) c * rows, size + (gsize) c * rows);
      for (guint r = 0; r < rows; r++)
        stack[((gsize) c * SETS + set) * rows + r] = rate[(gsize) c * rows + r];
    }
  }
  for (guint c = 0; c < n; c++) {
    scale[c] = scale[c] > 0 ? sqrt(scale[c]) : 1;
    for (guint r = 0; r < SETS * rows; r++)
      stack[(gsize) c * SETS * rows + r] /= scale[c];
  }
  return g_steal_pointer(&stack);
}

GArray *
noslip_common_supports_new(const NoslipSpace *space, NoslipDynamics *dynamics, const double *parameters,
                           const double *xy, guint64 seed, const NoslipNullspace *nullspace)
{
  NoslipNullspace whole = {.columns = space->n_columns, .gap = 1};
  g_autofree double *scale = g_new0(double, (gsize) space->n_columns + 1);
  g_autofree double *part = g_new0(double, (gsize) space->n_columns + 1);
  g_autoptr(GArray) used = used_columns(nullspace);
  guint n = used->len, rows = 4 * n + 20;
  g_autofree double *rates = stacked_rates(space, dynamics, parameters, xy, seed, used, rows, part);
  g_autoptr(NoslipNullspace) common = rates != NULL ? noslip_nullspace_new(SETS * rows, n, rates, NULL) : NULL;
  g_autofree double *vectors = g_new0(double, (gsize) space->n_columns *(common != NULL ? common->n : 0) + 1);
  whole.vectors = vectors;
  if (common != NULL && common->definite) {
    whole.n = common->n;
    whole.gap = common->gap;
  }
  for (guint c = 0; c < n; c++) {
    guint column = g_array_index(used, guint, c);
    scale[column] = part[c];
    for (guint i = 0; i < whole.n; i++)
      vectors[(gsize) i * space->n_columns + column] = common->vectors[(gsize) i * n + c];
  }
  GArray *supports = noslip_supports_new(space, &whole, scale);
  for (guint i = 0; i < supports->len; i++) {
    NoslipSupport *support = &g_array_index(supports, NoslipSupport, i);
    double leading = support->weights[support->leading];
    support->common = TRUE;
    for (guint c = 0; c < support->n; c++)
      support->weights[c] /= leading;
  }
  return supports;
}

gboolean
noslip_common_recognise(const NoslipSpace *space, const NoslipSupport *support, NoslipExpr *coefficients)
{
  for (guint c = 0; c < support->n; c++) {
    gint64 p, q;
    if (!noslip_recognise_fraction(support->weights[c], MOST_DENOMINATOR, &p, &q))
      return FALSE;
    coefficients[c] = noslip_expr_rational(space->model->graph, p, q);
  }
  return TRUE;
}
