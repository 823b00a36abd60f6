/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/family/family-directions.h"

#include "core/base/linear.h"
#include "core/finder/family/family-path.h"
#include "core/finder/linear/nullspace.h"

#include <math.h>
#include <string.h>

#define STEP 1e-4   /* to a point along a direction, in the units */
#define SLOPES 1e-6 /* relative: slopes of the size STEP count, as at a double root; STEP^2 is an error of the step */
#define LEAST_SLOPES 1e-12 /* relative: smaller ones lead away by errors of rounding */
#define BESIDE 1e-14       /* relative distance of a state beside another: what changes there are errors of rounding */
#define ROUNDING 1000      /* slopes below so many such errors lead away likewise */
#define FURTHER 1000       /* steps: whether a weak force pushes from there */
#define LONGEST 20         /* steps: how far at most the equilibrium is that is found there */
#define MOST_STEPS 20      /* of Newton's method */
#define STAYS 0.05         /* of a step: how far Newton's method may lead from there */
#define KERNEL 1e-9        /* singular values, relative */
#define ERRORS 10          /* likewise, in errors of the linearization */
#define MOST_ERRORS 1e-6   /* limit of both */
#define DEPENDENT 1e-2     /* directions are known up to a few steps */
#define PASSES 2
#define SUMS 4        /* number of sums of directions that are tried */
#define NO_STATE 1e-6 /* length of the part of a direction that is a change of the state */

/* Directions are changes of the state and of the rates, in the units. */
typedef struct {
  NoslipSteady *steady;
  const double *z, *rates, *basis;
  guint n, columns; /* columns = size + n_symmetries */
  guint n_kernel, n_found, n_cyclic;
  double *kernel; /* orthonormal rows (columns) */
  double *found;  /* likewise, and a row that is tested */
} Test;

/* Adds v (n) to the first `count` orthonormal rows unless it is a combination of them; returns the new number of rows. */
static guint
add_direction(guint n, guint count, const double *v, double *rows)
{
  double *row = rows + (gsize) count * n, length;
  if (count == n)
    return count;
  memcpy(row, v, sizeof(double) * n);
  double before = sqrt(noslip_nullspace_dot(n, v, v));
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < count; i++) {
      double part = noslip_nullspace_dot(n, rows + (gsize) i * n, row);
      for (guint j = 0; j < n; j++)
        row[j] -= part * rows[(gsize) i * n + j];
    }
  length = sqrt(noslip_nullspace_dot(n, row, row));
  for (guint j = 0; j < n && length > 0; j++)
    row[j] /= length;
  return length > DEPENDENT * before ? count + 1 : count;
}

/* Fills the kernel: directions in which the linearization, with rates of the symmetries that change, is 0. */
static void
find_kernel(Test *test, const double *b, double error)
{
  NoslipSteady *steady = test->steady;
  guint n = test->n, size = steady->size, n_rates = 0;
  g_autofree guint *used = g_new0(guint, (gsize) steady->n_symmetries + 1);
  for (guint s = 0; s < steady->n_symmetries; s++)
    if (!steady->idle[s])
      used[n_rates++] = s;
  guint across = n + n_rates;
  g_autofree double *wide = g_new0(double, (gsize) n *across + 1);
  g_autofree double *rows = g_new0(double, (gsize) across *across + 1);
  g_autofree double *xi = g_new0(double, size);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(n, across);
  for (guint i = 0; i < n; i++)
    memcpy(wide + (gsize) i * across, b + (gsize) i * n, sizeof(double) * n);
  for (guint s = 0; s < n_rates; s++) {
    noslip_steady_generator(steady, used[s], test->z, xi, NULL);
    for (guint i = 0; i < size; i++)
      xi[i] *= steady->units.rate / steady->units.states[i];
    for (guint i = 0; i < n; i++)
      wide[(gsize) i * across + n + s] = -noslip_nullspace_dot(size, test->basis + (gsize) i * size, xi);
  }
  if (!noslip_svd_factor(svd, wide))
    return;
  double largest = noslip_svd_value(svd, 0), least = largest > 0 ? ERRORS * error / largest : 0;
  test->n_kernel = noslip_svd_kernel(svd, fmax(KERNEL, fmin(MOST_ERRORS, least)), rows);
  for (guint k = 0; k < test->n_kernel; k++) {
    double *direction = test->kernel + (gsize) k * test->columns;
    for (guint i = 0; i < n; i++)
      for (guint j = 0; j < size; j++)
        direction[j] += rows[(gsize) k * across + i] * test->basis[(gsize) i * size + j];
    for (guint s = 0; s < n_rates; s++)
      direction[size + used[s]] = rows[(gsize) k * across + n + s];
  }
}

/* Fills way (columns) by the way from (z, rates) to u. */
static void
find_way(const Test *test, const double *u, double *way)
{
  guint size = test->steady->size;
  for (guint j = 0; j < test->columns; j++)
    way[j] = (u[j] - (j < size ? test->z[j] : test->rates[j - size])) / test->steady->units.states[j];
}

/* The largest error of rounding of the slopes of the equations at u, relative to the largest of these. */
static double
rounding_of_slopes(NoslipSteady *steady, const double *u)
{
  guint rows = noslip_steady_n_equations(steady), columns = steady->size + steady->n_symmetries;
  gsize n = (gsize) rows * columns;
  g_autofree double *f = g_new0(double, rows);
  g_autofree double *scale = g_new0(double, rows);
  g_autofree double *slopes = g_new0(double, n);
  g_autofree double *beside = g_new0(double, n);
  g_autofree double *near = g_memdup2(u, sizeof(double) * columns);
  double largest = 0, error = 0;
  if (!noslip_steady_equations(steady, u, u + steady->size, f, scale, slopes))
    return 0;
  noslip_steady_scale(steady, rows, f, slopes);
  for (guint turn = 0; turn < 3; turn++) {
    for (guint j = 0; j < steady->size; j++)
      near[j] = u[j] + ((j >> turn) % 2 == 0 ? 1 : -1) * BESIDE * fmax(fabs(u[j]), steady->units.states[j]);
    if (!noslip_steady_equations(steady, near, near + steady->size, f, scale, beside))
      return 0;
    noslip_steady_scale(steady, rows, f, beside);
    for (gsize e = 0; e < n; e++) {
      largest = fmax(largest, fabs(slopes[e]));
      error = fmax(error, fabs(slopes[e] - beside[e]));
    }
  }
  return largest > 0 ? error / largest : 0;
}

/* Moves u by steps of Newton's method, in all directions. The last one need not be small: where velocities are small,
 * errors of rounding still move u a little. */
static void
solve_on(NoslipSteady *steady, double *u)
{
  const NoslipSteadyUnits units = steady->units;
  steady->units = steady->fine_units; /* which slopes are errors of rounding does not depend on the units of a text */
  double least = fmin(SLOPES, fmax(LEAST_SLOPES, ROUNDING * rounding_of_slopes(steady, u)));
  noslip_family_solve_across(steady, 0, NULL, least, MOST_STEPS, u);
  steady->units = units;
}

/* Whether u is away from where `way` leads. */
static gboolean
is_away(const Test *test, const double *u, const double *way)
{
  g_autofree double *onwards = g_new0(double, test->columns);
  find_way(test, u, onwards);
  for (guint j = 0; j < test->columns; j++)
    onwards[j] -= way[j];
  return !(sqrt(noslip_nullspace_dot(test->columns, onwards, onwards)) <= STAYS * STEP);
}

/* Whether a weak force pushes from a point further along v, on the plane as in leads_on(): beside an equilibrium it
 * falls with the distance, and may be rounding at STEP. */
static gboolean
is_pushed_further_on(const Test *test, const double *v, guint n_rows, const double *rows)
{
  NoslipSteady *steady = test->steady;
  g_autofree double *u = g_new0(double, test->columns);
  for (guint j = 0; j < test->columns; j++)
    u[j] = (j < steady->size ? test->z[j] : test->rates[j - steady->size]) +
           FURTHER * STEP * v[j] * steady->units.states[j];
  if (!noslip_family_solve_across(steady, n_rows, rows, SLOPES, MOST_STEPS, u))
    return FALSE;
  solve_on(steady, u); /* what small slopes have left is no push */
  return noslip_steady_is_pushed(steady, FURTHER * STEP / 3, u, u + steady->size);
}

/* Whether there is an equilibrium near the point at STEP along v, on the plane through it that is perpendicular to the
 * first n_rows of rows. Fills way (columns) by the way to it. Newton's method must not lead away from there, as it does
 * where an equation has a multiple root, and no weak force may push from there. */
static gboolean
leads_on(Test *test, const double *v, guint n_rows, const double *rows, double *way)
{
  NoslipSteady *steady = test->steady;
  guint columns = test->columns;
  g_autofree double *u = g_new0(double, columns);
  for (guint j = 0; j < columns; j++)
    u[j] = (j < steady->size ? test->z[j] : test->rates[j - steady->size]) + STEP * v[j] * steady->units.states[j];
  if (!noslip_family_solve_across(steady, n_rows, rows, SLOPES, MOST_STEPS, u))
    return FALSE;
  find_way(test, u, way);
  if (!(sqrt(noslip_nullspace_dot(columns, way, way)) <= LONGEST * STEP))
    return FALSE;
  solve_on(steady, u);
  if (is_away(test, u, way))
    return FALSE;
  if (noslip_steady_falls(steady, STEP, u, u + steady->size) && is_away(test, u, way))
    return FALSE;
  return !is_pushed_further_on(test, v, n_rows, rows);
}

/* Whether sums of the directions lead to equilibria too. Where families cross they do not. */
static gboolean
is_smooth(Test *test)
{
  guint columns = test->columns;
  g_autofree double *v = g_new0(double, columns);
  g_autofree double *way = g_new0(double, columns);
  guint first = test->n_cyclic, count = test->n_found - first;
  for (guint turn = 0; turn < SUMS && count > 1; turn++) {
    memset(v, 0, sizeof(double) * columns);
    for (guint k = 0; k < count; k++)
      for (guint j = 0; j < columns; j++)
        v[j] += ((k >> turn) % 2 == 0 ? 1 : -1) / sqrt(count) * test->found[(gsize) (first + k) * columns + j];
    if (!leads_on(test, v, test->n_found, test->found, way))
      return FALSE;
    for (guint j = 0; j < columns; j++)
      way[j] -= STEP * v[j];
    if (!(sqrt(noslip_nullspace_dot(columns, way, way)) <= STAYS * STEP))
      return FALSE;
  }
  return TRUE;
}

/* Replaces v by its part in the kernel; its part (n) in the basis is `inside`. */
static void
take_part(const Test *test, double *v, double *inside)
{
  guint size = test->steady->size;
  g_autofree double *whole = g_memdup2(v, sizeof(double) * test->columns);
  memset(v, 0, sizeof(double) * test->columns);
  for (guint k = 0; k < test->n_kernel; k++) {
    const double *direction = test->kernel + (gsize) k * test->columns;
    double part = noslip_nullspace_dot(test->columns, direction, whole);
    for (guint j = 0; j < test->columns; j++)
      v[j] += part * direction[j];
  }
  for (guint i = 0; i < test->n; i++)
    inside[i] = noslip_nullspace_dot(size, test->basis + (gsize) i * size, v);
}

/* The rows that are found start with those of the coordinates on which nothing depends and of the rates that are not used,
 * which stay as they are. */
static void
start(Test *test)
{
  const NoslipSteady *steady = test->steady;
  test->n_found = 0;
  for (guint i = 0; i < test->columns; i++)
    if (i < steady->m ? steady->cyclic[i] : i >= steady->size && steady->idle[i - steady->size]) {
      double *row = test->found + (gsize) test->n_found++ * test->columns;
      memset(row, 0, sizeof(double) * test->columns);
      row[i] = 1;
    }
  test->n_cyclic = test->n_found;
}

/* Tests a direction of the kernel, made perpendicular to the rows that are found, and adds what it leads to; with `alone`
 * only if that is itself. */
static guint
try_direction(Test *test, const double *direction, gboolean alone, guint count, double *family)
{
  guint columns = test->columns, size = test->steady->size;
  g_autofree double *way = g_new0(double, columns);
  g_autofree double *inside = g_new0(double, test->n);
  const double *v = test->found + (gsize) test->n_found * columns;
  if (noslip_nullspace_dot(size, direction, direction) < NO_STATE * NO_STATE) /* symmetries without effect here */
    return count;
  if (add_direction(columns, test->n_found, direction, test->found) == test->n_found ||
      !leads_on(test, v, test->n_found + 1, test->found, way))
    return count;
  take_part(test, way, inside);
  double along = noslip_nullspace_dot(columns, way, v), square = noslip_nullspace_dot(columns, way, way);
  if (alone && square - along * along > STAYS * STAYS * square)
    return count;
  test->n_found = add_direction(columns, test->n_found, way, test->found);
  return add_direction(test->n, count, inside, family);
}

/* Finds orthonormal directions: rows of family (n), in the basis; returns their number. From between families that cross
 * Newton's method may come to none of them; once one is found, what is left of the direction may lead to another. */
static guint
find_directions(Test *test, gboolean alone, double *family)
{
  guint count = 0;
  start(test);
  for (guint pass = 0; pass < (alone ? 1 : PASSES); pass++)
    for (guint k = 0; k < test->n_kernel; k++)
      count = try_direction(test, test->kernel + (gsize) k * test->columns, alone, count, family);
  return count;
}

guint
noslip_family_directions(NoslipSteady *steady, const double *z, const double *rates, guint n, const double *basis,
                         const double *b, double error, double *family, gboolean *crossing)
{
  guint columns = steady->size + steady->n_symmetries;
  g_autofree double *kernel = g_new0(double, (gsize) columns *columns + 1);
  g_autofree double *found = g_new0(double, (gsize) columns *columns + 1);
  Test test = {.steady = steady,
               .z = z,
               .rates = rates,
               .basis = basis,
               .n = n,
               .columns = columns,
               .kernel = kernel,
               .found = found};
  if (n > 0)
    find_kernel(&test, b, error);
  guint count = find_directions(&test, FALSE, family);
  *crossing = !is_smooth(&test);
  return *crossing ? find_directions(&test, TRUE, family) : count;
}
