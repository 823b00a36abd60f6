/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's method for (relative) equilibria. */
#include "core/base/linear.h"
#include "core/finder/steady/steady.h"

#include <math.h>
#include <string.h>

#define MOST_STEPS 200
#define CONVERGED 1e-11  /* limit of the relative residual */
#define STANDS 1e-10     /* limit of the relative step; near a double root the residual alone is no criterion */
#define MOST_MOVING 40   /* limit of the steps that keep the speed */
#define SPEED_WEIGHT 1e3 /* of the speed, relative to the largest entry of the Jacobian */
#define LEAST_SPEED 1e-3 /* in units of the velocities' sizes: below it a start is at rest */
#define NO_SPEED 1e-6    /* likewise: accuracy of a double root at rest */
#define LONGEST 0.5      /* longest step, in sizes of the coordinates and velocities */
#define LEAST_STANDING 2 /* steps on the spot after which a residual may be one of rounding */
#define NO_TERMS 1e-4    /* terms below this part of the rate may be rounding */
#define ROUNDING 1e-14   /* of the size of a coordinate or velocity */
#define RANK 1e-12       /* relative: singular values below it are taken for 0 */
#define WEAK_RANK 1e-15  /* likewise where a weak force is left */
#define NEAR 1e-7 /* limit of a step that counts small slopes: the distance of the state at which the equations hold */
#define STEADY_FALLS 4 /* in succession, which rounding hardly does */
#define MOVED_ON 1e-6  /* limit of a residual that was small in another equation before */
#define SHORT 1e-4     /* limit of the step before the last one, on a way that ends */
#define FALLS 0.1      /* the least part of what Newton's method predicts, by which an equation falls */

/* The residual of f[rows]: each row relative to the largest of its terms so far and of its change when coordinates and
 * velocities change by their sizes, since rows may have different units. */
static double
residual_of(const NoslipSteady *steady, guint rows, const double *f, const double *scale, const double *jacobian,
            double *largest)
{
  guint columns = steady->size + steady->n_symmetries;
  double worst = 0;
  for (guint i = 0; i < rows; i++) {
    largest[i] = fmax(largest[i], scale[i]);
    for (guint j = 0; j < steady->size; j++)
      largest[i] = fmax(largest[i], fabs(jacobian[(gsize) i * columns + j]) * steady->sizes[j]);
    if (f[i] != 0)
      worst = fmax(worst, fabs(f[i]) / largest[i]);
  }
  return worst;
}

/* The size of a rate below which it may be rounding: a small part of the motion's rate times the size if all its terms are
 * as small (an acceleration that is always 0), else of what its terms are at least at the states that are known, as forces
 * may be far larger at others. */
static double
least_rate(const NoslipSteady *steady, guint i)
{
  double small = NO_TERMS * steady->rate * steady->sizes[i];
  return steady->terms[i] <= small ? small : fmin(small, NO_TERMS * steady->terms[steady->size + i]);
}

/* The residual where Newton's method stands. */
static double
standing_residual(const NoslipSteady *steady, guint rows, const double *f, const double *largest)
{
  double worst = 0;
  for (guint i = 0; i < rows; i++) {
    double least = i < steady->size ? least_rate(steady, i) : 0;
    if (f[i] != 0)
      worst = fmax(worst, fabs(f[i]) / fmax(largest[i], least));
  }
  return worst;
}

/* The largest |step| in units of the coordinates' and velocities' sizes and of the rate; *extent: the largest value in
 * these units, at least 1. */
static double
length_of(const NoslipSteady *steady, const double *z, const double *step, double *extent)
{
  double length = 0;
  *extent = 1;
  for (guint j = 0; j < steady->size; j++) {
    length = fmax(length, fabs(step[j]) / steady->sizes[j]);
    *extent = fmax(*extent, fabs(z[j]) / steady->sizes[j]);
  }
  for (guint s = 0; s < steady->n_symmetries && steady->rate > 0; s++)
    length = fmax(length, fabs(step[steady->size + s]) / steady->rate);
  return length;
}

/* The row of a step that keeps the speed, with much weight, in scaled equations. */
static void
fill_speed_row(const NoslipSteady *steady, const double *z, guint rows, double *jacobian)
{
  guint columns = steady->size + steady->n_symmetries;
  double *row = jacobian + (gsize) rows * columns, largest = 0, square = 0;
  for (gsize e = 0; e < (gsize) rows * columns; e++)
    largest = fmax(largest, fabs(jacobian[e]));
  memset(row, 0, sizeof(double) * columns);
  for (guint j = steady->m; j < steady->size; j++) {
    row[j] = z[j] / (steady->sizes[j] * steady->sizes[j]) * steady->units.states[j];
    square += row[j] * row[j];
  }
  for (guint j = steady->m; j < steady->size && square > 0; j++)
    row[j] *= SPEED_WEIGHT * largest / sqrt(square);
}

/* Replaces z and the rates by others (which may be the same rates) if the equations hold there. */
static void
replace_if_steady(NoslipSteady *steady, const double *other, const double *other_rates, double *z, double *rates,
                  double *residual)
{
  guint size = steady->size, rows = noslip_steady_n_equations(steady), columns = size + steady->n_symmetries;
  g_autofree double *f = g_new0(double, rows);
  g_autofree double *scale = g_new0(double, rows);
  g_autofree double *largest = g_new0(double, rows);
  g_autofree double *jacobian = g_new0(double, (gsize) rows *columns);
  if (!noslip_steady_equations(steady, other, other_rates, f, scale, jacobian))
    return;
  double there = residual_of(steady, rows, f, scale, jacobian, largest);
  if (!(there <= CONVERGED))
    return;
  memcpy(z, other, sizeof(double) * size);
  memmove(rates, other_rates, sizeof(double) * steady->n_symmetries);
  *residual = there;
}

/* Replaces values that are rounding by 0, if the equations hold there too: beside the pole of polar coordinates
 * derivatives are large that are finite at the pole. */
static void
drop_rounding(NoslipSteady *steady, double *z, double *rates, double *residual)
{
  g_autofree double *exact = g_memdup2(z, sizeof(double) * steady->size);
  gboolean found = FALSE;
  for (guint j = 0; j < steady->size; j++)
    if (exact[j] != 0 && fabs(exact[j]) <= ROUNDING * steady->sizes[j]) {
      exact[j] = 0;
      found = TRUE;
    }
  if (found)
    replace_if_steady(steady, exact, rates, z, rates, residual);
}

/* What Newton's method works with. */
typedef struct {
  NoslipSteady *steady;
  guint rows, columns; /* columns = size + n_symmetries */
  gboolean keep_speed;
  double rank; /* relative: singular values below it are taken for 0 */
  double *f, *scale, *jacobian, *largest, *step;
  double part; /* of Newton's step: long ones are shortened */
  NoslipSvd *svd;
} Newton;

static void
newton_init(Newton *newton, NoslipSteady *steady, gboolean keep_speed)
{
  guint rows = noslip_steady_n_equations(steady), columns = steady->size + steady->n_symmetries;
  *newton = (Newton){.steady = steady, .rows = rows, .columns = columns, .keep_speed = keep_speed, .rank = RANK};
  newton->f = g_new0(double, (gsize) rows + 1);
  newton->scale = g_new0(double, rows);
  newton->jacobian = g_new0(double, (gsize) (rows + 1) * columns);
  newton->largest = g_new0(double, rows);
  newton->step = g_new0(double, columns);
  newton->svd = noslip_svd_new(rows + keep_speed, columns);
}

static void
newton_clear(Newton *newton)
{
  g_free(newton->f);
  g_free(newton->scale);
  g_free(newton->jacobian);
  g_free(newton->largest);
  g_free(newton->step);
  noslip_svd_free(newton->svd);
}

/* Divides columns and rows of the scaled equations, and f, by their largest entries, so that small slopes count as large
 * ones do; `factors` (columns): of the steps. */
static void
equilibrate(Newton *newton, double *factors)
{
  guint rows = newton->rows + newton->keep_speed, columns = newton->columns;
  for (guint j = 0; j < columns; j++) {
    double largest = 0;
    for (guint i = 0; i < rows; i++)
      largest = fmax(largest, fabs(newton->jacobian[(gsize) i * columns + j]));
    factors[j] = largest > 0 ? 1 / largest : 1;
    for (guint i = 0; i < rows; i++)
      newton->jacobian[(gsize) i * columns + j] *= factors[j];
  }
  for (guint i = 0; i < rows; i++) {
    double *row = newton->jacobian + (gsize) i * columns, largest = 0;
    for (guint j = 0; j < columns; j++)
      largest = fmax(largest, fabs(row[j]));
    for (guint j = 0; j < columns && largest > 0; j++)
      row[j] /= largest;
    newton->f[i] /= largest > 0 ? largest : 1;
  }
}

/* Moves z and the rates by a step, from the equations there; *moved: its length, relative to the sizes. Directions in which
 * the slopes are small, as those of a family, have no part in it unless `fine`. */
static gboolean
take_step(Newton *newton, gboolean fine, double *z, double *rates, double *moved)
{
  NoslipSteady *steady = newton->steady;
  g_autofree double *factors = g_new0(double, newton->columns);
  noslip_steady_scale(steady, newton->rows, newton->f, newton->jacobian);
  if (newton->keep_speed)
    fill_speed_row(steady, z, newton->rows, newton->jacobian);
  if (fine)
    equilibrate(newton, factors);
  if (!noslip_svd_factor(newton->svd, newton->jacobian))
    return FALSE;
  noslip_svd_solve(newton->svd, newton->rank, newton->f, newton->step);
  for (guint j = 0; j < newton->columns; j++)
    newton->step[j] *= steady->units.states[j] * (fine ? factors[j] : 1);
  double extent, length = length_of(steady, z, newton->step, &extent);
  newton->part = length > LONGEST ? LONGEST / length : 1;
  for (guint j = 0; j < newton->columns; j++)
    (j < steady->size ? z : rates - steady->size)[j] -= newton->part * newton->step[j];
  *moved = newton->part * length / extent;
  return TRUE;
}

/* Whether the equations hold at z, where they are small compared to where the search came from. A force that decays, or
 * that has a multiple root near by, is small too, and its slopes may count as 0. It still falls along Newton's direction,
 * which what is only rounding hardly does several times in succession: z and the rates are moved on while the equations
 * fall, to the multiple root. FALSE if they fall for ever, or stop abruptly, too small to be computed. */
static gboolean
settle(Newton *newton, double *z, double *rates, double *residual)
{
  NoslipSteady *steady = newton->steady;
  double before = INFINITY, moved = INFINITY, moved_before = INFINITY;
  g_autofree double *first = g_memdup2(z, sizeof(double) * MAX(steady->size, 1));
  g_autofree double *first_rates = g_new0(double, (gsize) steady->n_symmetries + 1);
  guint falls = 0;
  memcpy(first_rates, rates, sizeof(double) * steady->n_symmetries);
  for (; falls < MOST_STEPS; falls++) {
    double now = standing_residual(steady, newton->rows, newton->f, newton->largest);
    /* the first step may move what is left from one equation to another, with other units */
    if (falls == 1 ? !(now <= MOVED_ON) : !(now < (1 - FALLS * newton->part) * before))
      break;
    before = now;
    moved_before = moved;
    if (!take_step(newton, TRUE, z, rates, &moved) ||
        !noslip_steady_equations(steady, z, rates, newton->f, newton->scale, newton->jacobian))
      break;
    if (moved <= (falls == 0 ? NEAR : ROUNDING))
      break;
  }
  if (falls > STEADY_FALLS) {
    if (!noslip_steady_equations(steady, z, rates, newton->f, newton->scale, newton->jacobian))
      return FALSE;
    *residual = standing_residual(steady, newton->rows, newton->f, newton->largest);
    return *residual <= CONVERGED && moved_before <= SHORT;
  }
  memcpy(z, first, sizeof(double) * steady->size);
  memcpy(rates, first_rates, sizeof(double) * steady->n_symmetries);
  return TRUE;
}

gboolean
noslip_steady_falls(NoslipSteady *steady, double longest, double *z, double *rates)
{
  double before = INFINITY, moved;
  guint falls = 0;
  Newton newton;
  newton_init(&newton, steady, FALSE);
  while (falls <= STEADY_FALLS && noslip_steady_equations(steady, z, rates, newton.f, newton.scale, newton.jacobian)) {
    residual_of(steady, newton.rows, newton.f, newton.scale, newton.jacobian, newton.largest);
    double now = standing_residual(steady, newton.rows, newton.f, newton.largest);
    if (!(now > 0) || !(now < (1 - FALLS * newton.part) * before) || !take_step(&newton, TRUE, z, rates, &moved) ||
        moved > longest)
      break;
    before = now;
    falls++;
  }
  newton_clear(&newton);
  return falls > STEADY_FALLS;
}

/* Goes where a weak force across strong ones leads, for which the equations hold as exactly as they are compared. FALSE
 * if that does not end: then there is no equilibrium at z. */
static gboolean
follow_push(Newton *newton, double *z, double *rates, double *residual)
{
  NoslipSteady *steady = newton->steady;
  gsize size = steady->size, n = size + steady->n_symmetries;
  g_autofree double *there = g_new0(double, n);
  double moved = INFINITY;
  guint standing = 0;
  gboolean good = TRUE;
  memcpy(there, z, sizeof(double) * size);
  memcpy(there + size, rates, sizeof(double) * steady->n_symmetries);
  newton->rank = WEAK_RANK;
  for (guint count = 0; count < MOST_STEPS && standing <= LEAST_STANDING && good; count++) {
    good = noslip_steady_equations(steady, there, there + size, newton->f, newton->scale, newton->jacobian) &&
           take_step(newton, FALSE, there, there + size, &moved);
    standing = moved <= STANDS ? standing + 1 : 0;
  }
  newton->rank = RANK;
  if (!good || standing == 0 || noslip_steady_is_pushed(steady, SHORT, there, there + size))
    return FALSE;
  replace_if_steady(steady, there, there + size, z, rates, residual);
  return !noslip_steady_is_pushed(steady, SHORT, z, rates);
}

static gboolean
iterate(Newton *newton, double *z, double *rates, double *residual)
{
  NoslipSteady *steady = newton->steady;
  double moved = INFINITY;
  guint standing = 0;
  for (guint count = 0; count < (newton->keep_speed ? MOST_MOVING : MOST_STEPS); count++) {
    if (!noslip_steady_equations(steady, z, rates, newton->f, newton->scale, newton->jacobian))
      return FALSE;
    *residual = residual_of(steady, newton->rows, newton->f, newton->scale, newton->jacobian, newton->largest);
    standing = moved <= STANDS ? standing + 1 : 0;
    if (standing > LEAST_STANDING)
      *residual = standing_residual(steady, newton->rows, newton->f, newton->largest);
    if (standing > 0 && *residual <= CONVERGED) {
      if (!settle(newton, z, rates, residual))
        return FALSE;
      if (noslip_steady_is_pushed(steady, SHORT, z, rates) &&
          (newton->keep_speed || !follow_push(newton, z, rates, residual)))
        return FALSE;
      drop_rounding(steady, z, rates, residual);
      return TRUE;
    }
    if (!take_step(newton, FALSE, z, rates, &moved))
      return FALSE;
  }
  return FALSE;
}

static gboolean
solve(NoslipSteady *steady, double *z, double *rates, gboolean keep_speed, double *residual)
{
  Newton newton;
  newton_init(&newton, steady, keep_speed);
  gboolean found = iterate(&newton, z, rates, residual);
  newton_clear(&newton);
  return found;
}

gboolean
noslip_steady_solve(NoslipSteady *steady, double *z, double *rates, double *residual)
{
  return solve(steady, z, rates, FALSE, residual);
}

gboolean
noslip_steady_solve_moving(NoslipSteady *steady, double *z, double *rates, double *residual)
{
  double speed = 0, after = 0;
  for (guint j = steady->m; j < steady->size; j++)
    speed = hypot(speed, z[j] / steady->sizes[j]);
  if (!(speed > LEAST_SPEED) || !solve(steady, z, rates, TRUE, residual))
    return FALSE;
  for (guint j = steady->m; j < steady->size; j++)
    after = hypot(after, z[j] / steady->sizes[j]);
  return after > speed / 2;
}

void
noslip_steady_stop(NoslipSteady *steady, double *z, double *rates, double *residual)
{
  g_autofree double *rest = g_memdup2(z, sizeof(double) * steady->size);
  g_autofree double *none = g_new0(double, (gsize) steady->n_symmetries + 1);
  for (guint j = steady->m; j < steady->size; j++) {
    if (fabs(z[j]) > NO_SPEED * steady->sizes[j])
      return;
    rest[j] = 0;
  }
  replace_if_steady(steady, rest, none, z, rates, residual);
}
