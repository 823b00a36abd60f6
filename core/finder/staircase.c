/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/staircase.h"

#include "core/base/linear.h"
#include "core/finder/linear/nullspace.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define ERRORS 10  /* singular values up to so many errors count as 0 */
#define GAP 1e3    /* ratio of the least other singular value to that limit */
#define KNOWN 1e-7 /* of the size of a: with a larger limit it is not known well enough, near a pole of coordinates */
#define STEPS 1e-5 /* likewise for later steps, whose limit is a coarse bound */

/* a (n x n) = q a q^t */
static void
turn(guint n, const double *q, double *a)
{
  g_autofree double *half = g_new0(double, (gsize) n *n);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      half[i * n + j] = noslip_nullspace_dot(n, a + (gsize) i * n, q + (gsize) j * n);
  memset(a, 0, sizeof(double) * n * n);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < n; k++)
      for (guint j = 0; j < n; j++)
        a[i * n + j] += q[i * n + k] * half[k * n + j];
}

/* The dimension of the kernel of the last n - done rows and columns of a; rows of `turned` (n x n): the first `done` unit
 * vectors, the kernel, and the vectors perpendicular to it. *limit is enlarged for the next step: errors of the kernel are
 * relative to the least other singular value. */
static guint
find_kernel(guint n, guint done, const double *a, double *limit, double *turned)
{
  guint rest = n - done;
  g_autofree double *c = g_new0(double, (gsize) rest *rest);
  g_autofree double *rows = g_new0(double, (gsize) rest *rest);
  g_autofree double *others = g_new0(double, (gsize) rest *rest);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rest, rest);
  for (guint i = 0; i < rest; i++)
    memcpy(c + (gsize) i * rest, a + (gsize) (done + i) * n + done, sizeof(double) * rest);
  if (!noslip_svd_factor(svd, c))
    return 0;
  double largest = noslip_svd_value(svd, 0);
  guint rank = 0;
  while (rank < rest && noslip_svd_value(svd, rank) > *limit)
    rank++;
  if (rank == rest || (rank > 0 && !(noslip_svd_value(svd, rank - 1) >= GAP * *limit)))
    return 0;
  memset(turned, 0, sizeof(double) * n * n);
  for (guint i = 0; i < n; i++)
    turned[i * n + i] = 1;
  if (rank == 0)
    return rest;
  guint count = noslip_svd_kernel(svd, sqrt(noslip_svd_value(svd, rank - 1) * *limit) / largest, rows);
  g_autoptr(NoslipSvd) across = noslip_svd_new(MAX(count, 1), rest);
  if (count != rest - rank || !noslip_svd_factor(across, rows) || noslip_svd_kernel(across, 0.5, others) != rank)
    return 0;
  for (guint i = 0; i < rest; i++)
    memcpy(turned + (gsize) (done + i) * n + done,
           i < count ? rows + (gsize) i * rest : others + (gsize) (i - count) * rest, sizeof(double) * rest);
  *limit *= largest / noslip_svd_value(svd, rank - 1);
  return count;
}

guint
noslip_staircase_split(guint n, double error, double *a, double *q)
{
  g_autofree double *turned = g_new0(double, (gsize) n *n + 1);
  g_autofree double *before = g_new0(double, (gsize) n *n + 1);
  double square = noslip_nullspace_dot(n * n, a, a), limit = ERRORS * (error + n * DBL_EPSILON * sqrt(square));
  guint done = square > 0 ? 0 : n, count;
  memset(q, 0, sizeof(double) * n * n);
  for (guint i = 0; i < n; i++)
    q[i * n + i] = 1;
  if (done == 0 && limit > KNOWN * sqrt(square))
    return 0;
  while (done < n && limit <= STEPS * sqrt(square) && (count = find_kernel(n, done, a, &limit, turned)) > 0) {
    turn(n, turned, a);
    memcpy(before, q, sizeof(double) * n * n);
    memset(q, 0, sizeof(double) * n * n);
    for (guint i = 0; i < n; i++)
      for (guint k = 0; k < n; k++)
        for (guint j = 0; j < n; j++)
          q[i * n + j] += turned[i * n + k] * before[k * n + j];
    for (guint i = done; i < n; i++)
      memset(a + (gsize) i * n + done, 0, sizeof(double) * count);
    done += count;
  }
  return done;
}
