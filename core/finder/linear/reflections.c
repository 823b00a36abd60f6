/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/linear/reflections.h"

#include "core/expr/lanes.h"

#include <math.h>
#include <string.h>

#define FOUR 4 /* columns that are reflected together, and entries of a vector */

/* Reflections H = 1 - beta v v^T in pairs: two are applied in one pass over a column. The kept column j has v_i = 0 for
 * i < j. All columns have `stride` entries, zeros after the last row. */
typedef struct {
  guint rows, n; /* n: number of reflections */
  gsize stride;
  double *v;     /* columns one after the other */
  double *beta;  /* of each */
  double *cross; /* of each pair: the product of its two v */
  double *panel; /* FOUR columns */
} Reflections;

static inline double
sum_of(const NoslipFourLanes *four)
{
  return ((*four)[0] + (*four)[1]) + ((*four)[2] + (*four)[3]);
}

/* Entries first .. stride - 1. */
NOSLIP_LANE_BUILDS static double
dot(gsize first, gsize stride, const double *a, const double *b)
{
  NoslipFourLanes sum = {0};
  for (gsize i = first / FOUR; i < stride / FOUR; i++)
    sum += ((const NoslipFourLanes *) (gconstpointer) a)[i] * ((const NoslipFourLanes *) (gconstpointer) b)[i];
  return sum_of(&sum);
}

/* Applies 1 - beta[0] v v^T and then 1 - beta[1] w w^T to the panel; cross is v w; all are 0 before `first`. */
NOSLIP_LANE_BUILDS static void
apply_two(gsize first, gsize stride, const double *v, const double *w, const double *beta, double cross, double *panel)
{
  const NoslipFourLanes *one = (const NoslipFourLanes *) (gconstpointer) v;
  const NoslipFourLanes *two = (const NoslipFourLanes *) (gconstpointer) w;
  NoslipFourLanes *columns = (NoslipFourLanes *) (gpointer) panel;
  NoslipFourLanes by_one[FOUR] = {{0}}, by_two[FOUR] = {{0}};
  double part_one[FOUR], part_two[FOUR];
  gsize n = stride / FOUR;
  for (gsize i = first / FOUR; i < n; i++)
    NOSLIP_FOR_GROUPS(FOUR)
    {
      by_one[g] += one[i] * columns[g * n + i];
      by_two[g] += two[i] * columns[g * n + i];
    }
  NOSLIP_FOR_GROUPS(FOUR)
  {
    part_one[g] = beta[0] * sum_of(&by_one[g]);
    part_two[g] = beta[1] * (sum_of(&by_two[g]) - part_one[g] * cross);
  }
  for (gsize i = first / FOUR; i < n; i++)
    NOSLIP_FOR_GROUPS(FOUR)
  columns[g * n + i] -= part_one[g] * one[i] + part_two[g] * two[i];
}

/* Applies all reflections so far to the panel. */
static void
apply_all(const Reflections *reflections)
{
  for (guint j = 0; j < reflections->n; j += 2) {
    const double *v = reflections->v + j * reflections->stride;
    gboolean both = j + 1 < reflections->n;
    const double beta[2] = {reflections->beta[j], both ? reflections->beta[j + 1] : 0};
    apply_two(j, reflections->stride, v, both ? v + reflections->stride : v, beta, both ? reflections->cross[j / 2] : 0,
              reflections->panel);
  }
}

/* Adds the reflection that makes the entries of a column of the panel after entry n zero; their norm with that entry is
 * `rest`. Applies it to the panel. */
static void
add_reflection(Reflections *reflections, guint g, double rest)
{
  guint j = reflections->n++;
  gsize stride = reflections->stride;
  double *v = reflections->v + j * stride, *c = reflections->panel + g * stride;
  memcpy(v + j, c + j, (stride - j) * sizeof(double));
  double alpha = v[j] > 0 ? -rest : rest;
  const double beta[2] = {1 / (rest * (rest + fabs(v[j]))), 0};
  v[j] -= alpha;
  reflections->beta[j] = beta[0];
  if (j % 2 == 1)
    reflections->cross[j / 2] = dot(j, stride, v - stride, v);
  apply_two(j, stride, v, v, beta, 0, reflections->panel);
  memset(c + j, 0, (stride - j) * sizeof(double));
  c[j] = alpha;
}

/* The next columns, at most FOUR. */
static void
take_panel(Reflections *reflections, guint n, const double *a, double *norms)
{
  guint rows = reflections->rows;
  gsize stride = reflections->stride;
  memset(reflections->panel, 0, FOUR * stride * sizeof(double));
  for (guint g = 0; g < n; g++) {
    double *c = reflections->panel + g * stride;
    memcpy(c, a + (gsize) g * rows, rows * sizeof(double));
    norms[g] = sqrt(dot(0, stride, c, c));
    if (!isfinite(norms[g]))
      memset(c, 0, rows * sizeof(double));
  }
  apply_all(reflections);
}

/* The norm of the entries of a column of the panel that no reflection has made zero. */
static double
rest_of(const Reflections *reflections, guint g)
{
  gsize j = reflections->n, first = MIN((j + FOUR - 1) / FOUR * FOUR, reflections->stride);
  const double *c = reflections->panel + g * reflections->stride;
  double square = dot(first, reflections->stride, c, c);
  for (gsize i = j; i < first; i++)
    square += c[i] * c[i];
  return sqrt(square);
}

guint
noslip_reflections_distances(guint rows, guint n, const double *a, double small, double *distance, double *image,
                             const int *cancel)
{
  gsize stride = ((gsize) rows + FOUR - 1) / FOUR * FOUR;
  Reflections reflections = {.rows = rows, .stride = stride};
  reflections.v = g_aligned_alloc0(((gsize) n + FOUR) * stride, sizeof(double), 64);
  reflections.panel = reflections.v + n * stride;
  reflections.beta = g_new0(double, 2 * ((gsize) n + 1));
  reflections.cross = reflections.beta + n;
  memset(distance, 0, n * sizeof(double));
  if (image != NULL)
    memset(image, 0, (gsize) n * n * sizeof(double));
  for (guint c = 0; c < n && !(cancel != NULL && g_atomic_int_get(cancel)); c += FOUR) {
    double norms[FOUR];
    guint width = MIN(n - c, FOUR);
    take_panel(&reflections, width, a + (gsize) c * rows, norms);
    for (guint g = 0; g < width; g++) {
      double rest = rest_of(&reflections, g);
      if (norms[g] > 0 && isfinite(norms[g]))
        distance[c + g] = rest / norms[g];
      if (distance[c + g] > 0 && distance[c + g] >= small)
        add_reflection(&reflections, g, rest);
      if (image != NULL)
        memcpy(image + ((gsize) c + g) * n, reflections.panel + g * stride, reflections.n * sizeof(double));
    }
  }
  g_aligned_free(reflections.v);
  g_free(reflections.beta);
  return reflections.n;
}
