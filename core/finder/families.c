/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/families.h"

#include "core/base/linear.h"
#include "core/finder/linear/nullspace.h"

#include <math.h>
#include <string.h>

#define PARTS 16            /* the longest step is the whole way divided by this */
#define MOST_PARTS 200      /* steps of a path */
#define LEAST_PROGRESS 1e-3 /* a path that approaches the other end by less than this part of a step is given up */
#define NEAR 1e-3           /* part of the way at which a path has arrived */
#define KERNEL 1e-8         /* singular values, relative */
#define MOST_STEPS 20       /* of Newton's method */
#define STANDS 1e-9         /* limit of its last step, relative */
#define UNSTABLE 1e-7
#define NEAR_ROOT 1e-2 /* distance of two approximations of a multiple root, in sizes */
#define ROOT 1e-9      /* of the equations' sizes: what is left half-way between them */

static guint
count_unstable(const NoslipEquilibrium *equilibrium)
{
  guint count = 0;
  for (guint i = 0; i + equilibrium->forced < equilibrium->n; i++)
    count += equilibrium->eigenvalues[2 * i] > UNSTABLE * equilibrium->rate;
  return count;
}

static gboolean
is_alike(const NoslipEquilibrium *one, const NoslipEquilibrium *other)
{
  return one->relative == other->relative && one->forced == other->forced && one->dimension == other->dimension &&
         one->n == other->n && one->stable == other->stable && count_unstable(one) == count_unstable(other);
}

/* The vector from z to `to`, with angles taken the short way round; returns its length in units of the sizes of
 * coordinates and velocities. Coordinates on which nothing depends do not count. */
static double
way(const NoslipSteady *steady, const double *z, const double *to, double *change)
{
  double square = 0;
  for (guint i = 0; i < steady->size; i++) {
    change[i] = to[i] - z[i];
    if (i < steady->m && steady->system->coordinates[i].angle)
      change[i] = remainder(change[i], 2 * G_PI);
    if (i < steady->m && steady->cyclic[i])
      change[i] = 0;
    double part = change[i] / (steady->sizes[i] > 0 ? steady->sizes[i] : 1);
    square += part * part;
  }
  return sqrt(square);
}

/* The directions in which the equations of an equilibrium do not change at (z, rates), in the units of `steady`: rows
 * of kernel[columns x columns], columns = the numbers of states and rates. Returns their number. */
static guint
find_kernel(NoslipSteady *steady, const double *z, const double *rates, double *kernel)
{
  guint rows = noslip_steady_n_equations(steady), columns = steady->size + steady->n_symmetries;
  g_autofree double *f = g_new0(double, rows);
  g_autofree double *scale = g_new0(double, rows);
  g_autofree double *jacobian = g_new0(double, (gsize) rows *columns);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rows, columns);
  if (!noslip_steady_equations(steady, z, rates, f, scale, jacobian))
    return 0;
  noslip_steady_scale(steady, rows, f, jacobian);
  return noslip_svd_factor(svd, jacobian) ? noslip_svd_kernel(svd, KERNEL, kernel) : 0;
}

gboolean
noslip_families_solve_across(NoslipSteady *steady, guint n_kernel, const double *kernel, double least, double *u)
{
  guint n = noslip_steady_n_equations(steady), rows = n + n_kernel, columns = steady->size + steady->n_symmetries;
  g_autofree double *f = g_new0(double, rows);
  g_autofree double *scale = g_new0(double, rows);
  g_autofree double *jacobian = g_new0(double, (gsize) rows *columns);
  g_autofree double *step = g_new0(double, columns);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rows, columns);
  for (guint count = 0; count < MOST_STEPS; count++) {
    double moved = 0, extent = 1;
    if (!noslip_steady_equations(steady, u, u + steady->size, f, scale, jacobian))
      return FALSE;
    noslip_steady_scale(steady, n, f, jacobian);
    memcpy(jacobian + (gsize) n * columns, kernel, sizeof(double) * n_kernel * columns);
    if (!noslip_svd_factor(svd, jacobian))
      return FALSE;
    noslip_svd_solve(svd, least, f, step);
    for (guint j = 0; j < columns; j++) {
      u[j] -= step[j] * steady->units.states[j];
      moved = fmax(moved, fabs(step[j]));
      extent = fmax(extent, fabs(u[j]) / steady->units.states[j]);
    }
    if (moved <= STANDS * extent)
      return TRUE;
    if (!(moved <= extent))
      return FALSE;
  }
  return FALSE;
}

/* Moves u by the projection of the change onto the kernel, scaled to `part` of the length of the change, all in the
 * units. */
static void
step_along(guint n_kernel, guint columns, const double *kernel, const double *units, double *change, double part,
           double *u)
{
  g_autofree double *along = g_new0(double, columns);
  for (guint j = 0; j < columns; j++)
    change[j] /= units[j];
  for (guint k = 0; k < n_kernel; k++) {
    const double *direction = kernel + (gsize) k * columns;
    double dot = noslip_nullspace_dot(columns, direction, change);
    for (guint j = 0; j < columns; j++)
      along[j] += dot * direction[j];
  }
  double length = sqrt(noslip_nullspace_dot(columns, along, along));
  double whole = sqrt(noslip_nullspace_dot(columns, change, change));
  for (guint j = 0; j < columns && length > 0; j++)
    u[j] += part * whole / length * along[j] * units[j];
}

/* Whether a path of equilibria leads from one to the other: steps towards it along the kernel of the equations, each
 * corrected back onto an equilibrium. */
static gboolean
is_joined(NoslipSteady *steady, const NoslipEquilibrium *from, const NoslipEquilibrium *to)
{
  guint size = steady->size, columns = size + steady->n_symmetries;
  g_autofree double *u = g_new0(double, columns);
  g_autofree double *kernel = g_new0(double, (gsize) columns *columns);
  g_autofree double *change = g_new0(double, columns);
  memcpy(u, from->state, sizeof(double) * size);
  memcpy(u + size, from->rates, sizeof(double) * steady->n_symmetries);
  double whole = way(steady, u, to->state, change), left = whole;
  for (guint i = 0; i < MOST_PARTS && left > NEAR * whole; i++) {
    guint n_kernel = find_kernel(steady, u, u + size, kernel);
    for (guint s = 0; s < steady->n_symmetries; s++)
      change[size + s] = to->rates[s] - u[size + s];
    step_along(n_kernel, columns, kernel, steady->units.states, change, fmin(left, whole / PARTS) / left, u);
    if (n_kernel == 0 || !noslip_families_solve_across(steady, n_kernel, kernel, 1e-12, u))
      return FALSE;
    double now = way(steady, u, to->state, change);
    if (!(now <= left - LEAST_PROGRESS * fmin(left, whole / PARTS)))
      return FALSE;
    left = now;
  }
  return left <= NEAR * whole;
}

/* Whether a path is found in either direction, in the units of the equations or in those nearest to the sizes: the
 * steps along the kernel depend on them where it has several dimensions. */
static gboolean
is_joined_in_any_way(NoslipSteady *steady, const NoslipEquilibrium *one, const NoslipEquilibrium *other)
{
  gboolean joined = is_joined(steady, one, other);
  const NoslipSteadyUnits units = steady->units;
  if (!joined && steady->n_symmetries > 0) {
    steady->units = steady->fine_units;
    joined = is_joined(steady, one, other) || is_joined(steady, other, one);
    steady->units = units;
  }
  return joined || is_joined(steady, other, one);
}

NoslipEquilibrium *
noslip_families_find(NoslipSteady *steady, const GPtrArray *known, const NoslipEquilibrium *equilibrium)
{
  if (equilibrium->dimension == 0)
    return NULL;
  for (guint i = 0; i < known->len; i++)
    if (is_alike(known->pdata[i], equilibrium) && is_joined_in_any_way(steady, known->pdata[i], equilibrium))
      return known->pdata[i];
  return NULL;
}

gboolean
noslip_families_is_same(NoslipSteady *steady, const NoslipEquilibrium *one, const NoslipEquilibrium *other)
{
  guint n = noslip_steady_n_equations(steady), columns = steady->size + steady->n_symmetries;
  if (!is_alike(one, other) || noslip_steady_distance(steady, one->state, other->state) > NEAR_ROOT)
    return FALSE;
  g_autofree double *u = g_new0(double, columns);
  g_autofree double *change = g_new0(double, columns);
  g_autofree double *f = g_new0(double, n);
  g_autofree double *scale = g_new0(double, n);
  g_autofree double *jacobian = g_new0(double, (gsize) n *columns);
  way(steady, one->state, other->state, change);
  for (guint i = 0; i < steady->size; i++)
    u[i] = one->state[i] + change[i] / 2;
  for (guint s = 0; s < steady->n_symmetries; s++)
    u[steady->size + s] = (one->rates[s] + other->rates[s]) / 2;
  if (!noslip_steady_equations(steady, u, u + steady->size, f, scale, jacobian))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (fabs(f[i]) > ROOT * steady->fine_units.rows[i])
      return FALSE;
  return TRUE;
}
