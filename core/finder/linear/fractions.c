/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/linear/fractions.h"

#include "core/base/linear.h"

#include <math.h>
#include <string.h>

#define CHANCE 1e-4 /* p/q may miss by CHANCE/q^2: chance of about 0.2 % for a random number */
#define AGREE 1e-8  /* what a sum may miss, relative to its largest terms */
#define CONFIRMED 4 /* sets beyond the number of unknowns */

gboolean
noslip_recognise_fraction(double value, gint64 most, gint64 *p, gint64 *q)
{
  double rest = fabs(value);
  gint64 p0 = 0, q0 = 1, p1 = 1, q1 = 0;
  for (guint i = 0; i < 40; i++) {
    double whole = floor(rest);
    if (!(whole < 1e12))
      return FALSE;
    gint64 p2 = (gint64) whole * p1 + p0, q2 = (gint64) whole * q1 + q0;
    if (q2 > most || p2 > (gint64) 1e13)
      return FALSE;
    double miss = fabs((double) p2 / (double) q2 - fabs(value));
    if (miss <= 1e-9 * fabs(value) && miss * (double) q2 * (double) q2 <= CHANCE) {
      *p = value < 0 ? -p2 : p2;
      *q = q2;
      return TRUE;
    }
    p0 = p1;
    q0 = q1;
    p1 = p2;
    q1 = q2;
    rest = 1 / (rest - whole);
    if (!isfinite(rest))
      return FALSE;
  }
  return FALSE;
}

/* Values at the sets, and which functions are in use. */
typedef struct {
  guint n_sets, n;
  const double *functions, *values;
  gboolean *used;
  double *weights; /* n: 0 for functions that are not used */
} Sum;

static double
term(const Sum *sum, guint s, guint k)
{
  return sum->weights[k] * sum->functions[s * sum->n + k];
}

/* The largest term or value of a set: what the sum may miss is relative to it. */
static double
size_at(const Sum *sum, guint s)
{
  double size = fabs(sum->values[s]);
  for (guint k = 0; k < sum->n; k++)
    size = fmax(size, fabs(term(sum, s, k)));
  return size;
}

static gboolean
holds(const Sum *sum)
{
  for (guint s = 0; s < sum->n_sets; s++) {
    double rest = sum->values[s];
    for (guint k = 0; k < sum->n; k++)
      rest -= term(sum, s, k);
    if (!(fabs(rest) <= AGREE * size_at(sum, s)))
      return FALSE;
  }
  return TRUE;
}

/* Least squares over the functions in use, each row divided by its value; whether the sum then holds. */
static gboolean
fit(Sum *sum)
{
  guint columns = 0, c;
  g_autofree guint *of = g_new0(guint, (gsize) sum->n + 1);
  for (guint k = 0; k < sum->n; k++)
    if (sum->used[k])
      of[columns++] = k;
  memset(sum->weights, 0, sizeof(double) * sum->n);
  if (columns == 0 || columns + CONFIRMED > sum->n_sets)
    return FALSE;
  g_autofree double *a = g_new0(double, (gsize) sum->n_sets *columns);
  g_autofree double *b = g_new0(double, sum->n_sets);
  g_autofree double *x = g_new0(double, columns);
  g_autofree double *scale = g_new0(double, columns);
  for (c = 0; c < columns; c++)
    for (guint s = 0; s < sum->n_sets; s++)
      scale[c] = fmax(scale[c], fabs(sum->functions[s * sum->n + of[c]] / sum->values[s]));
  for (guint s = 0; s < sum->n_sets; s++) {
    b[s] = 1;
    for (c = 0; c < columns; c++)
      a[s * columns + c] = sum->functions[s * sum->n + of[c]] / sum->values[s] / scale[c];
  }
  g_autoptr(NoslipSvd) svd = noslip_svd_new(sum->n_sets, columns);
  if (!noslip_all_finite(a, sum->n_sets * columns) || !noslip_svd_factor(svd, a))
    return FALSE;
  noslip_svd_solve(svd, 1e-13, b, x);
  for (c = 0; c < columns; c++)
    sum->weights[of[c]] = x[c] / scale[c];
  return holds(sum);
}

/* The function in use whose largest share of the value is the smallest. */
static guint
smallest(const Sum *sum)
{
  guint which = sum->n;
  double least = INFINITY;
  for (guint k = 0; k < sum->n; k++) {
    double share = 0;
    for (guint s = 0; s < sum->n_sets; s++)
      share = fmax(share, fabs(term(sum, s, k) / sum->values[s]));
    if (sum->used[k] && share < least) {
      which = k;
      least = share;
    }
  }
  return which;
}

gboolean
noslip_recognise_sum(guint n_sets, guint n, const double *functions, const double *values, gint64 most, gint64 *p,
                     gint64 *q)
{
  g_autofree gboolean *used = g_new0(gboolean, (gsize) n + 1);
  g_autofree double *weights = g_new0(double, (gsize) n + 1);
  Sum sum = {n_sets, n, functions, values, used, weights};
  guint left = n;
  for (guint k = 0; k < n; k++)
    used[k] = TRUE;
  if (!fit(&sum))
    return FALSE;
  for (gboolean going = TRUE; going && left > 1;) {
    guint k = smallest(&sum);
    if (k >= n)
      return FALSE;
    used[k] = FALSE;
    going = fit(&sum);
    used[k] = !going;
    left -= going;
  }
  if (!fit(&sum) || 2 * left > n_sets)
    return FALSE;
  for (guint k = 0; k < n; k++) {
    p[k] = 0;
    q[k] = 1;
    if (used[k] && !noslip_recognise_fraction(weights[k], most, &p[k], &q[k]))
      return FALSE;
    weights[k] = (double) p[k] / (double) q[k];
  }
  return holds(&sum);
}
