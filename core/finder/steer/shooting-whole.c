/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's step for all unknowns at once. Elimination of the intermediate states multiplies the flows of the arcs; if
 * extremals diverge fast, as for trailers, the product has no correct digit. The whole matrix is accurate. */
#include "core/finder/steer/shooting.h"

#include "core/base/linear.h"

#include <string.h>

typedef struct {
  guint width; /* rows, and columns: u = (p_0, nu, T), then the states z_1 .. z_(N-1) */
  double *a, *right;
} Whole;

/* The column of unknown i of a node; the unknowns of the first node are its momenta. */
static guint
column_of(const NoslipShooting *shooting, guint node, guint i)
{
  guint m = shooting->extremal->m, size = shooting->extremal->size;
  return node == 0 ? i - m : shooting->n_unknowns + (node - 1) * size + i;
}

/* Adds factors[size] times the derivative of the arc's end to a row. */
static void
add_arc(const NoslipShooting *shooting, guint arc, guint row, const double *factors, Whole *whole)
{
  guint m = shooting->extremal->m, size = shooting->extremal->size;
  const double *flow = shooting->flows + (gsize) arc * size * size, *speed = shooting->speeds + (gsize) arc * size;
  double *to = whole->a + (gsize) row * whole->width;
  for (guint i = 0; i < size; i++) {
    for (guint k = arc == 0 ? m : 0; k < size && factors[i] != 0; k++)
      to[column_of(shooting, arc, k)] += factors[i] * flow[i * size + k];
    if (shooting->end.free_time)
      to[shooting->n_unknowns - 1] += factors[i] * speed[i] / shooting->arcs;
  }
}

static void
fill(const NoslipShooting *shooting, const double *slopes, Whole *whole)
{
  guint n = shooting->extremal->n, size = shooting->extremal->size, row = 0;
  guint columns = size + shooting->end.n_given;
  g_autofree double *unit = g_new0(double, size);
  for (guint arc = 0; arc + 1 < shooting->arcs; arc++)
    for (guint i = 0; i < size; i++, row++) {
      unit[i] = 1;
      add_arc(shooting, arc, row, unit, whole);
      unit[i] = 0;
      whole->a[(gsize) row * whole->width + column_of(shooting, arc + 1, i)] -= 1;
      whole->right[row] = -shooting->gaps[arc * size + i];
    }
  for (guint b = 0; b < shooting->n_rows; b++, row++) {
    const double *slope = slopes + (gsize) b * columns;
    add_arc(shooting, shooting->arcs - 1, row, slope, whole);
    for (guint j = 0; shooting->end.open && j < shooting->end.n_given; j++)
      whole->a[(gsize) row * whole->width + n + j] += slope[size + j];
    whole->right[row] = shooting->rest[b] - shooting->ends[b];
  }
}

/* a x = right after scaling its rows and columns to size 1; x replaces `right`. */
static gboolean
solve(Whole *whole)
{
  gsize width = whole->width;
  g_autofree double *row_scale = g_new0(double, width);
  g_autofree double *column_scale = g_new0(double, width);
  g_autoptr(NoslipLu) lu = noslip_lu_new((guint) width);
  if (!noslip_all_finite(whole->a, width * width) || !noslip_all_finite(whole->right, width))
    return FALSE;
  noslip_linear_balance((guint) width, (guint) width, whole->a, row_scale, column_scale);
  for (gsize i = 0; i < width; i++) {
    whole->right[i] *= row_scale[i];
    for (gsize j = 0; j < width; j++)
      whole->a[i * width + j] *= row_scale[i] * column_scale[j];
  }
  if (!noslip_lu_solve(lu, whole->a, whole->right, whole->right))
    return FALSE;
  for (gsize j = 0; j < width; j++)
    whole->right[j] *= column_scale[j];
  return noslip_all_finite(whole->right, width);
}

gboolean
noslip_shooting_whole_step(const NoslipShooting *shooting, const double *slopes, double *step, double *node_steps)
{
  gsize m = shooting->extremal->m, n = shooting->extremal->n, size = shooting->extremal->size;
  if (shooting->n_rows != shooting->n_unknowns)
    return FALSE;
  gsize width = shooting->n_unknowns + (shooting->arcs - 1) * size;
  g_autofree double *a = g_new0(double, width *width);
  g_autofree double *right = g_new0(double, width);
  Whole whole = {(guint) width, a, right};
  fill(shooting, slopes, &whole);
  if (!solve(&whole))
    return FALSE;
  memcpy(step, right, sizeof(double) * shooting->n_unknowns);
  memset(node_steps, 0, sizeof(double) * m);
  memcpy(node_steps + m, right, sizeof(double) * n);
  memcpy(node_steps + size, right + shooting->n_unknowns, sizeof(double) * (shooting->arcs - 1) * size);
  return TRUE;
}
