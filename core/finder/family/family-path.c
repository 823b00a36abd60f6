/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/family/family-path.h"

#include "core/base/linear.h"
#include "core/finder/linear/nullspace.h"

#include <math.h>
#include <string.h>

#define LONGEST (1.0 / 8)    /* step along the straight line, which has the length 1 */
#define SHORTEST (1.0 / 128) /* a path that needs shorter steps is given up */
#define MOST_PARTS 256       /* steps of a path, those that are halved included */
#define STRETCH 4            /* the path may move by so many times the step on the line */
#define BEND 0.15            /* limit of the squared sine of the angle by which it may turn in a step: 23 degrees */
#define KERNEL 1e-8          /* singular values, relative */
#define MOST_STEPS 10        /* of Newton's method from a point of the line */
#define STANDS 1e-9          /* limit of its last step, relative */
#define HOLDS 1e-9           /* limit of what is left of the equations there */
#define TURNS 24             /* turns that are tried for each symmetry, over 4 pi */
#define PASSES 2             /* over the symmetries */
#define HALVINGS 8           /* of the interval between turns that are tried */
#define QUARTERS 4           /* further turns, from the nearest one, by parts of 2 pi */

/* A place on a path, and the directions in which the equations change there. */
typedef struct {
  guint rank;
  double *u, *rows; /* rows: orthonormal (rank x columns), in the units; room for as many as there are equations */
} Place;

double
noslip_family_way(const NoslipSteady *steady, const double *z, const double *to, double *change)
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

/* Fills turned (size) by z, turned by a symmetry with the generator xi and its Jacobian: a shift, or turns in planes of
 * which each row of the Jacobian has the rate. */
static void
turn_by(guint size, double angle, const double *z, const double *xi, const double *slopes, double *turned)
{
  for (guint i = 0; i < size; i++) {
    double rate = 0;
    for (guint j = 0; j < size; j++)
      rate = fmax(rate, fabs(slopes[(gsize) i * size + j]));
    turned[i] = rate > 0 ? cos(rate * angle) * z[i] + sin(rate * angle) / rate * xi[i] : z[i] + angle * xi[i];
  }
}

/* Turns z by one symmetry as near to the state `to` as it brings it. */
static void
turn_one(const NoslipSteady *steady, guint symmetry, const double *to, double *z)
{
  guint size = steady->size;
  g_autofree double *xi = g_new0(double, size);
  g_autofree double *slopes = g_new0(double, (gsize) size *size);
  g_autofree double *turned = g_new0(double, size);
  g_autofree double *change = g_new0(double, size);
  double best = 0, between = 4 * G_PI / TURNS, nearest = noslip_family_way(steady, z, to, change);
  noslip_steady_generator(steady, symmetry, z, xi, slopes);
  for (guint k = 0; k < TURNS + 2 * HALVINGS; k++) {
    guint halving = k < TURNS ? 0 : (k - TURNS) / 2 + 1;
    double angle = halving == 0 ? k * between : best + (k % 2 == 0 ? 1 : -1) * ldexp(between, -(int) halving);
    turn_by(size, angle, z, xi, slopes, turned);
    double apart = noslip_family_way(steady, turned, to, change);
    if (apart < nearest) {
      nearest = apart;
      best = angle;
    }
  }
  if (best == 0)
    return;
  turn_by(size, best, z, xi, slopes, turned);
  memcpy(z, turned, sizeof(double) * size);
}

double
noslip_family_turn(NoslipSteady *steady, const double *to, double *u)
{
  g_autofree double *change = g_new0(double, steady->size);
  for (guint pass = 0; pass < PASSES; pass++)
    for (guint s = 0; s < steady->n_symmetries; s++)
      turn_one(steady, s, to, u);
  noslip_steady_guess_rates(steady, u, u + steady->size);
  return noslip_family_way(steady, u, to, change);
}

/* Fills rows and rank of a place from u. FALSE if there is no direction in which the equations do not change. */
static gboolean
find_rank(NoslipSteady *steady, Place *at)
{
  guint rows = noslip_steady_n_equations(steady), columns = steady->size + steady->n_symmetries;
  g_autofree double *f = g_new0(double, rows);
  g_autofree double *scale = g_new0(double, rows);
  g_autofree double *step = g_new0(double, columns);
  if (!noslip_steady_equations(steady, at->u, at->u + steady->size, f, scale, at->rows))
    return FALSE;
  noslip_steady_scale(steady, rows, f, at->rows);
  at->rank = noslip_linear_least_change(rows, columns, at->rows, f, KERNEL, step);
  return at->rank < columns;
}

gboolean
noslip_family_solve_across(NoslipSteady *steady, guint n_kernel, const double *kernel, double least, guint most_steps,
                           double *u)
{
  guint n = noslip_steady_n_equations(steady), rows = n + n_kernel, columns = steady->size + steady->n_symmetries;
  g_autofree double *f = g_new0(double, rows);
  g_autofree double *scale = g_new0(double, rows);
  g_autofree double *jacobian = g_new0(double, (gsize) rows *columns);
  g_autofree double *step = g_new0(double, columns);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rows, columns);
  for (guint count = 0; count < most_steps; count++) {
    double moved = 0, extent = 1;
    if (!noslip_steady_equations(steady, u, u + steady->size, f, scale, jacobian))
      return FALSE;
    noslip_steady_scale(steady, n, f, jacobian);
    if (n_kernel > 0)
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

/* The square of the length of the part of v in which the equations change. */
static double
square_across(const Place *at, guint columns, const double *v)
{
  double square = 0;
  for (guint k = 0; k < at->rank; k++) {
    double part = noslip_nullspace_dot(columns, at->rows + (gsize) k * columns, v);
    square += part * part;
  }
  return square;
}

/* Whether the path bends by less than the limit from one place to the next: the equations change little on the way
 * between them, at both, and they change in nearly the same directions: squared sines of the angles between these are
 * added up. Where families cross there are fewer such directions, which are among those near by. */
static gboolean
is_straight(const NoslipSteady *steady, const Place *one, const Place *next)
{
  guint columns = steady->size + steady->n_symmetries;
  const Place *few = one->rank < next->rank ? one : next, *many = few == one ? next : one;
  g_autofree double *chord = g_new0(double, columns);
  double turned = 0;
  for (guint j = 0; j < columns; j++)
    chord[j] = (next->u[j] - one->u[j]) / steady->units.states[j];
  double most = BEND * noslip_nullspace_dot(columns, chord, chord);
  for (guint k = 0; k < few->rank; k++)
    turned += 1 - square_across(many, columns, few->rows + (gsize) k * columns);
  return square_across(one, columns, chord) <= most && square_across(next, columns, chord) <= most && turned <= BEND;
}

/* Moves u towards the nearest equilibrium by Newton's method with steps of least norm, for equations of which `rank` are
 * independent there: what is left of the others then is the distance from the equilibria. FALSE if it does not
 * converge. */
static gboolean
project_onto(NoslipSteady *steady, guint rank, double *u)
{
  guint rows = noslip_steady_n_equations(steady), columns = steady->size + steady->n_symmetries;
  g_autofree double *f = g_new0(double, rows);
  g_autofree double *scale = g_new0(double, rows);
  g_autofree double *jacobian = g_new0(double, (gsize) rows *columns);
  g_autofree double *step = g_new0(double, columns);
  for (guint count = 0; count < MOST_STEPS; count++) {
    double moved = 0, extent = 1, left = 0;
    if (!noslip_steady_equations(steady, u, u + steady->size, f, scale, jacobian))
      return FALSE;
    noslip_steady_scale(steady, rows, f, jacobian);
    for (guint i = 0; i < rows; i++)
      left = fmax(left, fabs(f[i]));
    noslip_linear_least_change_of_rank(rows, columns, rank, jacobian, f, 0, step);
    for (guint j = 0; j < columns; j++) {
      u[j] -= step[j] * steady->units.states[j];
      moved = fmax(moved, fabs(step[j]));
      extent = fmax(extent, fabs(u[j]) / steady->units.states[j]);
    }
    if (moved <= STANDS * extent)
      return left <= HOLDS * extent * extent;
    if (!(moved <= extent))
      return FALSE;
  }
  return FALSE;
}

/* Fills change (columns) by the way to another equilibrium, with the change of the rates; returns its length in the
 * units. */
static double
find_change(const NoslipSteady *steady, const double *from, const double *to, double *change)
{
  guint size = steady->size, columns = size + steady->n_symmetries;
  double square = 0;
  noslip_family_way(steady, from, to, change);
  for (guint j = 0; j < columns; j++) {
    if (j >= size)
      change[j] = to[j] - from[j];
    square += change[j] / steady->units.states[j] * (change[j] / steady->units.states[j]);
  }
  return sqrt(square);
}

/* Finds the equilibrium nearest to the point at `part` of the way from `at` to another, if the path to it is no longer than
 * `most` and does not bend much. No more than `independent` of the equations may be independent there. */
static gboolean
step_towards(NoslipSteady *steady, const double *to, double part, double most, guint independent, const Place *at,
             Place *next)
{
  guint columns = steady->size + steady->n_symmetries;
  g_autofree double *change = g_new0(double, columns);
  find_change(steady, at->u, to, change);
  for (guint j = 0; j < columns; j++)
    next->u[j] = at->u[j] + part * change[j];
  return project_onto(steady, at->rank, next->u) && find_change(steady, at->u, next->u, change) <= most &&
         find_rank(steady, next) && next->rank <= independent && is_straight(steady, at, next);
}

/* Takes steps towards the other, each from the equilibrium nearest to the end of the one before. The last step ends at the
 * other: what is left of the way must not be longer than it would be along a straight line. Where more equations are
 * independent than at both ends a family of fewer dimensions crosses, which does not lead to the other. */
static NoslipPathEnd
follow_line(NoslipSteady *steady, const double *from, const double *to, Place at[2], guint *steps)
{
  guint columns = steady->size + steady->n_symmetries;
  g_autofree double *change = g_new0(double, columns);
  double t = 0, step = LONGEST, whole = find_change(steady, from, to, change);
  memcpy(at[1].u, to, sizeof(double) * columns);
  memcpy(at[0].u, from, sizeof(double) * columns);
  if (!find_rank(steady, &at[1]) || !find_rank(steady, &at[0]))
    return NOSLIP_PATH_ENDS;
  guint independent = MAX(at[0].rank, at[1].rank);
  for (guint i = 0; i < MOST_PARTS && t < 1 && step >= SHORTEST && *steps > 0; i++, (*steps)--) {
    double next = fmin(1, t + step), part = next < 1 ? (next - t) / (1 - t) : 1;
    if (!step_towards(steady, to, part, STRETCH * (next - t) * whole, independent, &at[0], &at[1])) {
      step /= 2;
      continue;
    }
    Place swap = at[0];
    at[0] = at[1];
    at[1] = swap;
    t = next;
    step = fmin(2 * step, LONGEST);
  }
  return t == 1 ? NOSLIP_PATH_JOINS : step < SHORTEST ? NOSLIP_PATH_ENDS : NOSLIP_PATH_UNDECIDED;
}

/* The same from the state turned by one symmetry, by parts of a turn. */
static NoslipPathEnd
follow_from_turned(NoslipSteady *steady, const double *from, const double *to, Place at[2], guint *steps)
{
  guint size = steady->size;
  NoslipPathEnd worst = NOSLIP_PATH_ENDS;
  g_autofree double *xi = g_new0(double, size);
  g_autofree double *slopes = g_new0(double, (gsize) size *size);
  g_autofree double *turned = g_new0(double, (gsize) size + steady->n_symmetries);
  for (guint s = 0; s < steady->n_symmetries; s++) {
    noslip_steady_generator(steady, s, from, xi, slopes);
    for (guint k = 1; k < QUARTERS; k++) {
      turn_by(size, 2 * G_PI * k / QUARTERS, from, xi, slopes, turned);
      noslip_steady_guess_rates(steady, turned, turned + size);
      NoslipPathEnd end = follow_line(steady, turned, to, at, steps);
      if (end == NOSLIP_PATH_JOINS)
        return end;
      worst = MAX(worst, end);
    }
  }
  return worst;
}

NoslipPathEnd
noslip_family_path(NoslipSteady *steady, const double *from, const double *to, gboolean turned, guint *steps)
{
  guint equations = noslip_steady_n_equations(steady), columns = steady->size + steady->n_symmetries;
  g_autofree double *u = g_new0(double, (gsize) 3 * columns);
  g_autofree double *rows = g_new0(double, (gsize) 2 * equations * columns);
  Place at[2];
  for (guint i = 0; i < 2; i++)
    at[i] = (Place){0, u + (gsize) i * columns, rows + (gsize) i * equations * columns};
  double *near = u + (gsize) 2 * columns;
  const NoslipSteadyUnits units = steady->units;
  steady->units = steady->fine_units; /* as the family may have several dimensions, the path depends on the units */
  NoslipPathEnd end = turned ? NOSLIP_PATH_ENDS : follow_line(steady, from, to, at, steps);
  if (end != NOSLIP_PATH_JOINS && steady->n_symmetries > 0) {
    memcpy(near, from, sizeof(double) * columns);
    noslip_family_turn(steady, to, near);
    NoslipPathEnd other =
        turned ? follow_from_turned(steady, near, to, at, steps) : follow_line(steady, near, to, at, steps);
    end = other == NOSLIP_PATH_JOINS ? other : MAX(end, other);
  }
  steady->units = units;
  return end;
}
