/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equilibria with a free parameter: Newton's method for the intersection of the branch and a plane. u = (z, rates of
 * the symmetries, parameter / span), z and the rates in their units. */
#include "core/base/linear.h"
#include "core/finder/steady/steady.h"

#include <math.h>
#include <string.h>

#define MAX_STEPS 60
#define RESIDUAL_CONVERGED 1e-11 /* relative */
#define STEP_CONVERGED 1e-9      /* relative */
#define DIFFERENCE 1e-6 /* relative step of the parameter's finite difference; it affects only the convergence rate */

typedef struct {
  NoslipSteady *steady;
  double *parameters;
  guint along;         /* index of the free parameter */
  guint rows, columns; /* of the jacobian of the equations by (z, rates) */
  double span;         /* the parameter's unit in u */
  double *z;           /* columns: z and the rates at u */
  double *f, *other;   /* rows: values of the equations, in their units, as are the next two */
  double *scale;       /* rows: sizes of their terms */
  double *jacobian;
} Along;

static gboolean
evaluate_at(Along *at, const double *u, double parameter, double *f)
{
  at->parameters[at->along] = parameter;
  noslip_steady_set_parameters(at->steady, at->parameters);
  noslip_steady_scatter(at->steady, u, at->z, at->z + at->steady->size);
  if (!noslip_steady_equations(at->steady, at->z, at->z + at->steady->size, f, at->scale, at->jacobian))
    return FALSE;
  noslip_steady_scale(at->steady, at->rows, f, at->jacobian);
  for (guint i = 0; i < at->rows; i++)
    at->scale[i] /= at->steady->units.rows[i];
  return TRUE;
}

/* `whole`: the Jacobian by u, and the normal of the plane as its last row. f and scale are left as they are at u. */
static gboolean
assemble(Along *at, const double *u, const double *normal, double *whole)
{
  guint rows = at->rows, columns = at->columns;
  double parameter = u[columns] * at->span, h = DIFFERENCE * fmax(fabs(parameter), at->span);
  if (!evaluate_at(at, u, parameter + h, at->f) || !evaluate_at(at, u, parameter - h, at->other))
    return FALSE;
  for (guint i = 0; i < rows; i++)
    whole[(gsize) i * (columns + 1) + columns] = (at->f[i] - at->other[i]) / (2 * h) * at->span;
  if (!evaluate_at(at, u, parameter, at->f))
    return FALSE;
  for (guint i = 0; i < rows; i++) {
    double *row = whole + (gsize) i * (columns + 1);
    memcpy(row, at->jacobian + (gsize) i * columns, sizeof(double) * columns);
    at->scale[i] =
        fmax(at->scale[i], fabs(row[columns] * u[columns])); /* terms of the parameter alone are rounded too */
  }
  memcpy(whole + (gsize) rows * (columns + 1), normal, sizeof(double) * (columns + 1));
  return TRUE;
}

/* The largest equation relative to the largest term. */
static double
residual_of(const Along *at)
{
  double worst = 0, largest = 0;
  for (guint i = 0; i < at->rows; i++) {
    worst = fmax(worst, fabs(at->f[i]));
    largest = fmax(largest, at->scale[i]);
  }
  return largest > 0 ? worst / largest : worst;
}

static gboolean
solve(Along *at, const double *normal, double *u, double *residual)
{
  guint rows = at->rows + 1, columns = at->columns + 1;
  g_autofree double *whole = g_new0(double, (gsize) rows *columns);
  g_autofree double *right = g_new0(double, rows);
  g_autofree double *step = g_new0(double, columns);
  g_autofree double *start = g_memdup2(u, sizeof(double) * columns);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rows, columns);
  double moved = INFINITY;
  for (guint count = 0; count < MAX_STEPS; count++) {
    if (!assemble(at, u, normal, whole))
      return FALSE;
    *residual = residual_of(at);
    if (*residual <= RESIDUAL_CONVERGED && moved <= STEP_CONVERGED)
      return TRUE;
    memcpy(right, at->f, sizeof(double) * at->rows);
    right[at->rows] = 0;
    for (guint j = 0; j < columns; j++)
      right[at->rows] += normal[j] * (u[j] - start[j]);
    if (!noslip_svd_factor(svd, whole))
      return FALSE;
    noslip_svd_solve(svd, 1e-12, right, step);
    moved = 0;
    for (guint j = 0; j < columns; j++)
      moved = fmax(moved, fabs(step[j]) / (1 + fabs(u[j])));
    for (guint j = 0; j < columns; j++)
      u[j] -= moved > 1 ? step[j] / moved : step[j];
  }
  return FALSE;
}

static void
along_init(Along *at, NoslipSteady *steady, double *parameters, guint along, double span)
{
  *at = (Along){.steady = steady, .parameters = parameters, .along = along, .span = span};
  at->columns = steady->size + steady->n_symmetries;
  at->rows = noslip_steady_n_equations(steady);
  at->z = g_new0(double, at->columns);
  at->f = g_new0(double, at->rows);
  at->other = g_new0(double, at->rows);
  at->scale = g_new0(double, at->rows);
  at->jacobian = g_new0(double, (gsize) at->rows * at->columns);
}

static void
along_clear(Along *at)
{
  g_free(at->z);
  g_free(at->f);
  g_free(at->other);
  g_free(at->scale);
  g_free(at->jacobian);
}

gboolean
noslip_steady_solve_along(NoslipSteady *steady, double *parameters, guint along, double span, const double *normal,
                          double *u, double *residual)
{
  Along at;
  along_init(&at, steady, parameters, along, span);
  gboolean found = solve(&at, normal, u, residual);
  along_clear(&at);
  return found;
}

guint
noslip_steady_tangents(NoslipSteady *steady, double *parameters, guint along, double span, const double *u,
                       double least, double *rows)
{
  guint columns = steady->size + steady->n_symmetries + 1, n = noslip_steady_n_equations(steady), count = 0;
  g_autofree double *whole = g_new0(double, (gsize) (n + steady->m + 1) * columns);
  g_autofree double *none = g_new0(double, columns);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(n + steady->m + 1, columns);
  Along at;
  along_init(&at, steady, parameters, along, span);
  if (assemble(&at, u, none, whole)) {
    double largest = 0;
    for (gsize e = 0; e < (gsize) n * columns; e++)
      largest = fmax(largest, fabs(whole[e]));
    for (guint i = 0; i < steady->m; i++)
      whole[(gsize) (n + i) * columns + i] = steady->cyclic[i] ? largest : 0;
    if (noslip_svd_factor(svd, whole))
      count = noslip_svd_kernel(svd, least, rows);
  }
  along_clear(&at);
  return count;
}

void
noslip_steady_gather(const NoslipSteady *steady, const double *z, const double *rates, double parameter, double *u)
{
  for (guint i = 0; i < steady->size; i++)
    u[i] = z[i] / steady->units.states[i];
  for (guint s = steady->size; s < steady->size + steady->n_symmetries; s++)
    u[s] = rates[s - steady->size] / steady->units.states[s];
  u[steady->size + steady->n_symmetries] = parameter;
}

void
noslip_steady_scatter(const NoslipSteady *steady, const double *u, double *z, double *rates)
{
  for (guint i = 0; i < steady->size; i++)
    z[i] = u[i] * steady->units.states[i];
  for (guint s = steady->size; s < steady->size + steady->n_symmetries; s++)
    rates[s - steady->size] = u[s] * steady->units.states[s];
}

double
noslip_steady_direction(const NoslipSteady *steady, const double *from, const double *to, double *normal)
{
  guint size = steady->size + steady->n_symmetries + 1;
  double length = 0;
  for (guint j = 0; j < size; j++)
    if (!(j < steady->m && steady->cyclic[j]))
      length = hypot(length, to[j] - from[j]);
  for (guint j = 0; normal != NULL && j < size; j++)
    normal[j] = (j < steady->m && steady->cyclic[j]) || !(length > 0) ? 0 : (to[j] - from[j]) / length;
  return length;
}
