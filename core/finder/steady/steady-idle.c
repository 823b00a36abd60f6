/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symmetries of which several turn a state in the same way: on the axis of a table, a turn of all and one of the ball alone.
 * The rates of a steady motion there are not determined, and with most of them the motions near by are not steady. */
#include "core/base/linear.h"
#include "core/finder/linear/nullspace.h"
#include "core/finder/steady/steady.h"

#include <math.h>
#include <string.h>

#define DEPENDENT 1e-9  /* singular values, relative */
#define TAKES_PART 1e-3 /* part of a symmetry in a combination without effect */

/* Fills orthonormal rows (n_symmetries) of combinations of symmetries that leave z as it is; returns their number. */
static guint
find_combinations(NoslipSteady *steady, const double *z, double *rows)
{
  guint size = steady->size, k = steady->n_symmetries;
  g_autofree double *a = g_new0(double, (gsize) size *k + 1);
  g_autofree double *xi = g_new0(double, size);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(size, MAX(k, 1));
  for (guint s = 0; s < k; s++) {
    noslip_steady_generator(steady, s, z, xi, NULL);
    for (guint i = 0; i < size; i++)
      a[(gsize) i * k + s] = i < steady->m && steady->cyclic[i] ? 0 : xi[i] / steady->fine_units.states[i];
  }
  return k > 0 && noslip_svd_factor(svd, a) ? noslip_svd_kernel(svd, DEPENDENT, rows) : 0;
}

/* The part of the symmetry s in the span of the rows: fills part (k), returns its length. */
static double
find_part(guint n_rows, guint k, const double *rows, guint s, double *part)
{
  memset(part, 0, sizeof(double) * k);
  for (guint i = 0; i < n_rows; i++)
    for (guint j = 0; j < k; j++)
      part[j] += rows[(gsize) i * k + s] * rows[(gsize) i * k + j];
  return sqrt(noslip_nullspace_dot(k, part, part));
}

guint
noslip_steady_leave_idle(NoslipSteady *steady, const double *z, guint first, double *rates)
{
  guint k = steady->n_symmetries, count = 0;
  g_autofree double *rows = g_new0(double, (gsize) k *k + 1);
  g_autofree double *part = g_new0(double, (gsize) k + 1);
  guint n_rows = find_combinations(steady, z, rows);
  memset(steady->idle, 0, sizeof(gboolean) * k);
  for (guint t = 0; t < k && count < n_rows; t++) {
    guint s = (first + t) % k;
    double length = find_part(n_rows, k, rows, s, part);
    if (length < TAKES_PART)
      continue;
    double rate = rates[s];
    for (guint j = 0; j < k; j++)
      rates[j] -= rate / part[s] * part[j];
    rates[s] = 0;
    for (guint i = 0; i < n_rows; i++) { /* the combinations without s */
      double along = noslip_nullspace_dot(k, rows + (gsize) i * k, part) / (length * length);
      for (guint j = 0; j < k; j++)
        rows[(gsize) i * k + j] -= along * part[j];
    }
    steady->idle[s] = TRUE;
    count++;
  }
  return count;
}
