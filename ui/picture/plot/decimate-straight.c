/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Leaves out the points of a curve that lie on straight lines between others. */
#include "ui/picture/plot/decimate.h"

#include <math.h>
#include <string.h>

/* The directions from a kept point in which all later ones lie, to the tolerance. */
typedef struct {
  double low[2], high[2]; /* the bounds, low clockwise of high; only if `bounded` */
  gboolean bounded;
  double along[2], farthest; /* the direction of the first point that is away, and how far the points went along it */
} Cone;

static double
cross(const double a[2], const double b[2])
{
  return a[0] * b[1] - a[1] * b[0];
}

/* Takes a point at d from the kept one into the cone; FALSE if it is outside, or on the way back. */
static gboolean
narrow(Cone *cone, const double d[2], double tolerance)
{
  double square = d[0] * d[0] + d[1] * d[1];
  if (square <= tolerance * tolerance)
    return !cone->bounded;
  if (cone->bounded && (cross(cone->low, d) < 0 || cross(d, cone->high) < 0))
    return FALSE;
  double length = sqrt(square), side = tolerance / length, ahead = sqrt(1 - side * side);
  const double low[2] = {ahead * d[0] + side * d[1], ahead * d[1] - side * d[0]},
               high[2] = {ahead * d[0] - side * d[1], ahead * d[1] + side * d[0]};
  if (!cone->bounded) {
    cone->along[0] = d[0] / length;
    cone->along[1] = d[1] / length;
  }
  double reach = d[0] * cone->along[0] + d[1] * cone->along[1];
  if (cone->bounded && reach < cone->farthest)
    return FALSE;
  cone->farthest = reach;
  if (!cone->bounded || cross(cone->low, low) > 0)
    memcpy(cone->low, low, sizeof low);
  if (!cone->bounded || cross(high, cone->high) > 0)
    memcpy(cone->high, high, sizeof high);
  cone->bounded = TRUE;
  return TRUE;
}

void
noslip_decimate_straight(guint n, const double *xy, double tolerance, GArray *kept)
{
  Cone cone = {.bounded = FALSE};
  if (n == 0)
    return;
  g_array_append_vals(kept, xy, 2);
  const double *from = xy;
  for (guint i = 1; i < n; i++) {
    const double *p = xy + 2 * i, d[2] = {p[0] - from[0], p[1] - from[1]};
    if (narrow(&cone, d, tolerance))
      continue;
    from = p - 2;
    g_array_append_vals(kept, from, 2);
    const double step[2] = {p[0] - from[0], p[1] - from[1]};
    cone = (Cone){.bounded = FALSE};
    narrow(&cone, step, tolerance);
  }
  if (n > 1)
    g_array_append_vals(kept, xy + 2 * (n - 1), 2);
}
