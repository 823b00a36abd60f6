/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/holonomy-loop.h"

#include <gsl/gsl_integration.h>
#include <math.h>
#include <string.h>

#define PIECES 48  /* pieces of an ellipse */
#define NODES 8    /* nodes of the quadrature along one piece */
#define DEPTH 24   /* nodes of the quadrature from the middle outwards */
#define AGREE 1e-4 /* of the integral of the size, with half the nodes: the full number has about twice the digits */

guint
noslip_loop_n_pieces(const NoslipLoop *loop)
{
  return loop->n_points > 0 ? loop->n_points : PIECES;
}

void
noslip_loop_at(const NoslipLoop *loop, guint piece, double u, double place[2], double rate[2])
{
  if (loop->n_points > 0) {
    const double *from = loop->points + (gsize) 2 * piece;
    const double *to = loop->points + (gsize) 2 * ((piece + 1) % loop->n_points);
    for (guint s = 0; s < 2; s++) {
      rate[s] = to[s] - from[s];
      place[s] = from[s] + u * rate[s];
    }
    return;
  }
  double angle = 2 * G_PI * (piece + u) / PIECES;
  place[0] = loop->center[0] + loop->radius[0] * cos(angle);
  place[1] = loop->center[1] + loop->radius[1] * sin(angle);
  rate[0] = -loop->radius[0] * sin(angle) * 2 * G_PI / PIECES;
  rate[1] = loop->radius[1] * cos(angle) * 2 * G_PI / PIECES;
}

/* The mean of the loop's corners: the centre for the area integral. */
static void
middle_of(const NoslipLoop *loop, double middle[2])
{
  memcpy(middle, loop->center, sizeof(double) * 2);
  if (loop->n_points > 0)
    middle[0] = middle[1] = 0;
  for (guint i = 0; i < loop->n_points; i++)
    for (guint s = 0; s < 2; s++)
      middle[s] += loop->points[(gsize) 2 * i + s] / loop->n_points;
}

typedef struct {
  guint m;
  NoslipShapeValues fill;
  void *data;
  double middle[2];
  double *values, *roundings, *sums;
  double *sizes, *noises; /* m: the sums of the absolute values, and of the roundings */
  const int *cancel;
} Area;

/* Adds what lies between the middle and a place, whose part of the loop has this weight. */
static gboolean
add_depth(Area *area, const gsl_integration_glfixed_table *nodes, const double place[2], double weight)
{
  double v, depth_weight;
  for (guint j = 0; j < nodes->n; j++) {
    gsl_integration_glfixed_point(0, 1, j, &v, &depth_weight, nodes);
    const double at[2] = {area->middle[0] + v * (place[0] - area->middle[0]),
                          area->middle[1] + v * (place[1] - area->middle[1])};
    if (!area->fill(area->data, at, area->values, area->roundings) ||
        (area->cancel != NULL && g_atomic_int_get(area->cancel)))
      return FALSE;
    double share = weight * depth_weight * v;
    for (guint c = 0; c < area->m; c++) {
      area->sums[c] += share * area->values[c];
      area->sizes[c] += fabs(share * area->values[c]);
      area->noises[c] += fabs(share) * area->roundings[c];
    }
  }
  return TRUE;
}

/* The area is parametrised by the points middle + v (place(u) - middle), 0 <= v <= 1. */
static gboolean
integrate(Area *area, const NoslipLoop *loop, guint n_along, guint n_depth, double *enclosed)
{
  double place[2], rate[2], u, weight;
  gboolean good = TRUE;
  gsl_integration_glfixed_table *along = gsl_integration_glfixed_table_alloc(n_along);
  gsl_integration_glfixed_table *depth = gsl_integration_glfixed_table_alloc(n_depth);
  memset(area->sums, 0, sizeof(double) * area->m);
  memset(area->sizes, 0, sizeof(double) * area->m);
  memset(area->noises, 0, sizeof(double) * area->m);
  *enclosed = 0;
  for (guint piece = 0; piece < noslip_loop_n_pieces(loop) && good; piece++)
    for (guint i = 0; i < n_along && good; i++) {
      gsl_integration_glfixed_point(0, 1, i, &u, &weight, along);
      noslip_loop_at(loop, piece, u, place, rate);
      double across = (place[0] - area->middle[0]) * rate[1] - (place[1] - area->middle[1]) * rate[0];
      *enclosed += weight * across / 2;
      good = add_depth(area, depth, place, weight * across);
    }
  gsl_integration_glfixed_table_free(along);
  gsl_integration_glfixed_table_free(depth);
  return good;
}

gboolean
noslip_loop_integrate(const NoslipLoop *loop, guint m, NoslipShapeValues values, void *data, double *integrals,
                      double *area, const int *cancel)
{
  double coarse_area;
  gsize n = m;
  g_autofree double *coarse = g_new0(double, 5 * n + 1);
  Area sum = {.m = m, .fill = values, .data = data, .sums = coarse, .cancel = cancel};
  sum.values = coarse + n;
  sum.roundings = sum.values + n;
  sum.sizes = sum.roundings + n;
  sum.noises = sum.sizes + n;
  middle_of(loop, sum.middle);
  if (!integrate(&sum, loop, NODES / 2, DEPTH / 2, &coarse_area))
    return FALSE;
  sum.sums = integrals;
  if (!integrate(&sum, loop, NODES, DEPTH, area))
    return FALSE;
  for (guint i = 0; i < m; i++)
    if (!(fabs(integrals[i] - coarse[i]) <= AGREE * sum.sizes[i] + 2 * sum.noises[i]))
      integrals[i] = NAN;
  return TRUE;
}
