/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the equations hold to within their own rounding. The residual is relative to the largest terms: beside a
 * stiff force a weak one across it is smaller than any such limit, and still is no rounding. */
#include "core/base/linear.h"
#include "core/finder/linear/nullspace.h"
#include "core/finder/steady/steady.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define WEAK 1e-9     /* singular values, relative: the equations hardly change */
#define STATES 6      /* beside the one in question */
#define BESIDE 4      /* units in the last place: how far these are */
#define ROUNDING 1000 /* changes there: more is no rounding */
#define TERMS 20      /* roundings of the largest terms: likewise */
#define RANK 1e-13    /* singular values, relative, with equations relative to their slopes: those below are 0 */
#define FALLS 0.7     /* limit of what it leaves; a root of order n leaves (1 - 1/n)^n */
#define STRONG 10     /* likewise, in what is left of the other equations: z is known no better */
#define MOST 1e-10    /* of the slopes: beyond it the equations do not hold at all */

/* The equations at (z, rates) and their Jacobian, in the units. */
static gboolean
scaled_equations(NoslipSteady *steady, const double *z, const double *rates, double *f, double *jacobian)
{
  guint rows = noslip_steady_n_equations(steady);
  g_autofree double *scale = g_new0(double, rows);
  if (!noslip_steady_equations(steady, z, rates, f, scale, jacobian))
    return FALSE;
  noslip_steady_scale(steady, rows, f, jacobian);
  return TRUE;
}

/* Fills orthonormal combinations of the equations (rows x rows) that hardly change with z and the rates, by their
 * Jacobian; returns their number. */
static guint
find_weak(const NoslipSteady *steady, guint rows, const double *jacobian, double *weak)
{
  guint columns = steady->size + steady->n_symmetries;
  g_autofree double *turned = g_new0(double, (gsize) rows *columns);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(columns, rows);
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < columns; j++)
      turned[(gsize) j * rows + i] = jacobian[(gsize) i * columns + j];
  return noslip_svd_factor(svd, turned) ? noslip_svd_kernel(svd, WEAK, weak) : 0;
}

/* Enlarges the errors of the combinations to the largest change between z and states next to it. FALSE if a value is
 * not finite. */
static gboolean
measure_rounding(NoslipSteady *steady, const double *z, const double *rates, const double *f, guint count,
                 const double *weak, double *errors)
{
  guint rows = noslip_steady_n_equations(steady), columns = steady->size + steady->n_symmetries;
  g_autofree double *other = g_new0(double, rows);
  g_autofree double *slopes = g_new0(double, (gsize) rows *columns);
  g_autofree double *near = g_new0(double, steady->size);
  for (guint turn = 0; turn < STATES; turn++) {
    for (guint j = 0; j < steady->size; j++) {
      int side = ((j + 1) >> (turn / 2)) % 2 == turn % 2 ? 1 : -1;
      near[j] = z[j] + side * BESIDE * DBL_EPSILON * fmax(fabs(z[j]), steady->units.states[j]);
    }
    if (!scaled_equations(steady, near, rates, other, slopes))
      return FALSE;
    for (guint i = 0; i < rows; i++)
      other[i] -= f[i];
    for (guint k = 0; k < count; k++)
      errors[k] = fmax(errors[k], ROUNDING * fabs(noslip_nullspace_dot(rows, weak + (gsize) k * rows, other)));
  }
  return TRUE;
}

static double
largest_slope(guint n, const double *row)
{
  double largest = 0;
  for (guint j = 0; j < n; j++)
    largest = fmax(largest, fabs(row[j]));
  return largest;
}

/* Whether a combination of the equations is larger than its error. */
static gboolean
exceeds(guint rows, const double *f, guint count, const double *weak, const double *errors)
{
  for (guint k = 0; k < count; k++)
    if (fabs(noslip_nullspace_dot(rows, weak + (gsize) k * rows, f)) > errors[k])
      return TRUE;
  return FALSE;
}

/* Whether the combinations above their errors fall in a step of at most `longest` of Newton's method, with each
 * equation relative to its slopes: near a multiple root, where these are small too, and as which z counts. Changes the
 * Jacobian. */
static gboolean
falls(NoslipSteady *steady, double longest, const double *z, const double *rates, const double *f, double *jacobian,
      guint count, const double *weak, const double *errors)
{
  guint rows = noslip_steady_n_equations(steady), size = steady->size, columns = size + steady->n_symmetries;
  g_autofree double *right = g_memdup2(f, sizeof(double) * rows);
  g_autofree double *step = g_new0(double, columns);
  g_autofree double *other = g_new0(double, rows);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rows, columns);
  double length = 0;
  for (guint i = 0; i < rows; i++) {
    double largest = largest_slope(columns, jacobian + (gsize) i * columns);
    right[i] /= largest > 0 ? largest : 1;
    for (guint j = 0; j < columns && largest > 0; j++)
      jacobian[(gsize) i * columns + j] /= largest;
  }
  if (!noslip_svd_factor(svd, jacobian))
    return FALSE;
  noslip_svd_solve(svd, RANK, right, step);
  for (guint j = 0; j < columns; j++) {
    length = fmax(length, fabs(step[j]));
    step[j] = (j < size ? z[j] : rates[j - size]) - step[j] * steady->units.states[j];
  }
  if (length > longest || !scaled_equations(steady, step, step + size, other, jacobian))
    return FALSE;
  for (guint k = 0; k < count; k++) {
    double before = fabs(noslip_nullspace_dot(rows, weak + (gsize) k * rows, f));
    if (before > errors[k] && !(fabs(noslip_nullspace_dot(rows, weak + (gsize) k * rows, other)) <= FALLS * before))
      return FALSE;
  }
  return TRUE;
}

/* The length of f without its parts along the combinations. */
static double
strong_part(guint rows, const double *f, guint count, const double *weak)
{
  g_autofree double *strong = g_memdup2(f, sizeof(double) * rows);
  for (guint k = 0; k < count; k++) {
    double part = noslip_nullspace_dot(rows, weak + (gsize) k * rows, f);
    for (guint i = 0; i < rows; i++)
      strong[i] -= part * weak[(gsize) k * rows + i];
  }
  return sqrt(noslip_nullspace_dot(rows, strong, strong));
}

static gboolean
is_pushed(NoslipSteady *steady, double longest, const double *z, const double *rates)
{
  guint rows = noslip_steady_n_equations(steady), columns = steady->size + steady->n_symmetries;
  g_autofree double *f = g_new0(double, rows);
  g_autofree double *jacobian = g_new0(double, (gsize) rows *columns);
  g_autofree double *weak = g_new0(double, (gsize) rows *rows);
  g_autofree double *errors = g_new0(double, rows);
  if (!scaled_equations(steady, z, rates, f, jacobian))
    return FALSE;
  guint count = find_weak(steady, rows, jacobian, weak);
  double strong = strong_part(rows, f, count, weak);
  for (guint k = 0; k < count; k++)
    errors[k] = STRONG * strong;
  for (guint i = 0; i < rows; i++) {
    double largest = fmax(fabs(f[i]), largest_slope(columns, jacobian + (gsize) i * columns));
    if (fabs(f[i]) > MOST * largest)
      return FALSE;
    for (guint k = 0; k < count; k++)
      errors[k] += TERMS * DBL_EPSILON * fabs(weak[(gsize) k * rows + i]) * largest;
  }
  return exceeds(rows, f, count, weak, errors) && measure_rounding(steady, z, rates, f, count, weak, errors) &&
         exceeds(rows, f, count, weak, errors) && !falls(steady, longest, z, rates, f, jacobian, count, weak, errors);
}

/* Moves u (z and the rates) by a step of Newton's method, so that of the equations that change only rounding is left.
 * */
static gboolean
settle(NoslipSteady *steady, double *u)
{
  guint rows = noslip_steady_n_equations(steady), columns = steady->size + steady->n_symmetries;
  g_autofree double *f = g_new0(double, rows);
  g_autofree double *jacobian = g_new0(double, (gsize) rows *columns);
  g_autofree double *step = g_new0(double, columns);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rows, columns);
  if (!scaled_equations(steady, u, u + steady->size, f, jacobian) || !noslip_svd_factor(svd, jacobian))
    return FALSE;
  noslip_svd_solve(svd, WEAK, f, step);
  for (guint j = 0; j < columns; j++)
    u[j] -= step[j] * steady->units.states[j];
  return TRUE;
}

gboolean
noslip_steady_is_pushed(NoslipSteady *steady, double longest, const double *z, const double *rates)
{
  const NoslipSteadyUnits units = steady->units;
  g_autofree double *u = g_new0(double, (gsize) steady->size + steady->n_symmetries + 1);
  memcpy(u, z, sizeof(double) * steady->size);
  memcpy(u + steady->size, rates, sizeof(double) * steady->n_symmetries);
  steady->units = steady->fine_units;
  gboolean pushed = settle(steady, u) && is_pushed(steady, longest, u, u + steady->size);
  steady->units = units;
  return pushed;
}
