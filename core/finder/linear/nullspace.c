/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/linear/nullspace.h"

#include "core/base/linear.h"
#include "core/expr/lanes.h"
#include "core/finder/linear/reflections.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Rounding error of an entry of size 1: the noise floor if no column is dropped. */
#define NOISE (16 * DBL_EPSILON)
#define INVERSE_STEPS 60
#define ROUNDS 20 /* of the balance */
/* A larger singular value cannot be a rounding error. */
#define MOST_DROPPED 1e-11
/* Relative to a row of size 1: smaller entries are not taken as pivots. */
#define SMALL_PIVOT 1e-6

typedef struct {
  guint rows, columns;
  double *a;      /* columns one after the other */
  guint *order;   /* order[i]: the column of the matrix at position i */
  double *square; /* squared norm of the remainder of each column */
} Factor;

double
noslip_nullspace_dot(guint n, const double *a, const double *b)
{
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  guint i = 0;
  for (; i + 4 <= n; i += 4) {
    s0 += a[i] * b[i];
    s1 += a[i + 1] * b[i + 1];
    s2 += a[i + 2] * b[i + 2];
    s3 += a[i + 3] * b[i + 3];
  }
  for (; i < n; i++)
    s0 += a[i] * b[i];
  return (s0 + s1) + (s2 + s3);
}

/* Four entries of an array that begins anywhere. */
typedef double Four __attribute__((vector_size(32), aligned(8), may_alias));

/* w -= (beta v w) v; the product has the same bits as noslip_nullspace_dot(). */
NOSLIP_LANE_BUILDS static void
reflect_column(guint n, double beta, const double *v, double *w)
{
  Four sums = {0};
  guint whole = n / 4, i = 4 * whole;
  const Four *fours = (const Four *) (gconstpointer) v;
  Four *to = (Four *) (gpointer) w;
  for (guint four = 0; four < whole; four++)
    sums += fours[four] * to[four];
  for (; i < n; i++)
    sums[0] += v[i] * w[i];
  double scale = beta * ((sums[0] + sums[1]) + (sums[2] + sums[3]));
  for (guint four = 0; four < whole; four++)
    to[four] -= scale * fours[four];
  for (i = 4 * whole; i < n; i++)
    w[i] -= scale * v[i];
}

/* The sum of weight v^2. */
NOSLIP_LANE_BUILDS static double
weighted_square(guint n, const double *weight, const double *v)
{
  Four sums = {0};
  guint whole = n / 4;
  const Four *fours = (const Four *) (gconstpointer) v, *weights = (const Four *) (gconstpointer) weight;
  for (guint four = 0; four < whole; four++)
    sums += weights[four] * (fours[four] * fours[four]);
  for (guint i = 4 * whole; i < n; i++)
    sums[0] += weight[i] * (v[i] * v[i]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/* sum += scale v^2, for each entry. */
NOSLIP_LANE_BUILDS static void
add_squares(guint n, double scale, const double *v, double *sum)
{
  guint whole = n / 4;
  const Four *fours = (const Four *) (gconstpointer) v;
  Four *sums = (Four *) (gpointer) sum;
  for (guint four = 0; four < whole; four++)
    sums[four] += fours[four] * fours[four] * scale;
  for (guint i = 4 * whole; i < n; i++)
    sum[i] += v[i] * v[i] * scale;
}

void
noslip_nullspace_balance(guint rows, guint columns, const double *size, double *a, double *scale)
{
  g_autofree double *weight = g_new0(double, rows);
  g_autofree double *sum = g_new0(double, rows);
  g_autofree double *weight_square = g_new0(double, rows);
  for (guint r = 0; r < rows; r++)
    weight[r] = weight_square[r] = 1;
  for (guint round = 0; round <= ROUNDS; round++) {
    memset(sum, 0, sizeof(double) * rows);
    for (guint c = 0; c < columns; c++) {
      const double *v = size + (gsize) c * rows;
      double square = weighted_square(rows, weight_square, v);
      scale[c] = square > 0 ? sqrt(square) : 1;
      if (round < ROUNDS)
        add_squares(rows, square > 0 ? 1 / square : 1, v, sum);
    }
    for (guint r = 0; r < rows && round < ROUNDS; r++) {
      weight_square[r] = sum[r] > 0 ? 1 / sum[r] : 1;
      weight[r] = sqrt(weight_square[r]);
    }
  }
  for (guint c = 0; c < columns; c++)
    for (guint r = 0; r < rows; r++)
      a[(gsize) c * rows + r] *= weight[r] / scale[c];
}

static double *
column(const Factor *factor, guint i)
{
  return factor->a + (gsize) factor->order[i] * factor->rows;
}

/* Moves the remaining column of largest norm to position `step`. */
static void
choose_pivot(Factor *factor, guint step)
{
  guint best = step;
  for (guint i = step; i < factor->columns; i++)
    if (factor->square[factor->order[i]] > factor->square[factor->order[best]])
      best = i;
  guint swap = factor->order[step];
  factor->order[step] = factor->order[best];
  factor->order[best] = swap;
}

static void
reflect(Factor *factor, guint step)
{
  guint n = factor->rows - step;
  double *v = column(factor, step) + step;
  double norm = sqrt(noslip_nullspace_dot(n, v, v));
  if (norm == 0)
    return;
  double alpha = v[0] > 0 ? -norm : norm, beta = 1 / (norm * (norm + fabs(v[0])));
  v[0] -= alpha;
  for (guint j = step + 1; j < factor->columns; j++) {
    double *w = column(factor, j) + step;
    reflect_column(n, beta, v, w);
    /* updated; recomputed if cancellation would make it inaccurate */
    double *square = &factor->square[factor->order[j]];
    double rest = *square - w[0] * w[0];
    *square = rest > 0.01 * *square ? rest : noslip_nullspace_dot(n - 1, w + 1, w + 1);
  }
  v[0] = alpha;
}

static gboolean
is_cancelled(const int *cancel)
{
  return cancel != NULL && g_atomic_int_get(cancel);
}

static gboolean
factorize(Factor *factor, const int *cancel)
{
  for (guint i = 0; i < factor->columns; i++) {
    factor->order[i] = i;
    factor->square[i] = noslip_nullspace_dot(factor->rows, column(factor, i), column(factor, i));
  }
  for (guint step = 0; step < factor->columns; step++) {
    if (is_cancelled(cancel))
      return FALSE;
    choose_pivot(factor, step);
    reflect(factor, step);
  }
  return TRUE;
}

static double
diagonal(const Factor *factor, guint i)
{
  return fabs(column(factor, i)[i]);
}

/* The rank: the position of the largest drop on the diagonal of R. */
static guint
find_rank(const Factor *factor, double noise)
{
  guint rank = factor->columns;
  double best = 0;
  for (guint i = 0; i <= factor->columns; i++) {
    double before = i == 0 ? 1 : diagonal(factor, i - 1), after = i == factor->columns ? 0 : diagonal(factor, i);
    double ratio = before / MAX(after, noise);
    if (ratio >= best) {
      best = ratio;
      rank = i;
    }
  }
  return rank;
}

/* R11 x = b, in place. */
static void
solve_upper(const Factor *factor, guint rank, double *b)
{
  for (guint i = rank; i-- > 0;) {
    const double *r = column(factor, i);
    b[i] /= r[i];
    for (guint j = 0; j < i; j++)
      b[j] -= b[i] * r[j];
  }
}

/* R11^T x = b, in place. */
static void
solve_lower(const Factor *factor, guint rank, double *b)
{
  for (guint i = 0; i < rank; i++) {
    const double *r = column(factor, i);
    b[i] = (b[i] - noslip_nullspace_dot(i, r, b)) / r[i];
  }
}

static double
norm_of(guint n, const double *v)
{
  return sqrt(noslip_nullspace_dot(n, v, v));
}

/* The smallest singular value of R11 by inverse iteration. */
static double
smallest(const Factor *factor, guint rank)
{
  if (rank == 0)
    return INFINITY;
  g_autofree double *v = g_new0(double, rank);
  double growth = 0;
  for (guint i = 0; i < rank; i++)
    v[i] = 1 + 0.1 * sin(1 + 7.0 * i);
  for (guint step = 0; step < INVERSE_STEPS; step++) {
    double norm = norm_of(rank, v);
    for (guint i = 0; i < rank; i++)
      v[i] /= norm;
    solve_lower(factor, rank, v);
    growth = norm_of(rank, v);
    solve_upper(factor, rank, v);
    if (!isfinite(growth) || growth == 0)
      return 0;
  }
  return 1 / growth;
}

static void
orthonormalize(guint n, guint columns, double *vectors)
{
  for (guint i = 0; i < n; i++) {
    double *v = vectors + (gsize) i * columns;
    for (guint pass = 0; pass < 2; pass++)
      for (guint j = 0; j < i; j++) {
        const double *u = vectors + (gsize) j * columns;
        double part = noslip_nullspace_dot(columns, u, v);
        for (guint c = 0; c < columns; c++)
          v[c] -= part * u[c];
      }
    double norm = norm_of(columns, v);
    for (guint c = 0; c < columns; c++)
      v[c] /= norm;
  }
}

static void
fill_vectors(const Factor *factor, NoslipNullspace *nullspace)
{
  guint columns = factor->columns, rank = columns - nullspace->n;
  g_autofree double *x = g_new0(double, (gsize) rank + 1);
  for (guint i = 0; i < nullspace->n; i++) {
    double *v = nullspace->vectors + (gsize) i * columns;
    const double *r = column(factor, rank + i);
    for (guint j = 0; j < rank; j++)
      x[j] = -r[j];
    solve_upper(factor, rank, x);
    for (guint j = 0; j < rank; j++)
      v[factor->order[j]] = x[j];
    v[factor->order[rank + i]] = 1;
  }
  orthonormalize(nullspace->n, columns, nullspace->vectors);
}

/* |A Z| (Frobenius) with the original matrix. */
static double
image_size(guint rows, guint columns, const double *a, const NoslipNullspace *nullspace)
{
  g_autofree double *image = g_new0(double, rows);
  double sum = 0;
  for (guint i = 0; i < nullspace->n; i++) {
    memset(image, 0, sizeof(double) * rows);
    for (guint c = 0; c < columns; c++) {
      double z = nullspace->vectors[(gsize) i * columns + c];
      for (guint r = 0; r < rows && z != 0; r++)
        image[r] += z * a[(gsize) c * rows + r];
    }
    sum += noslip_nullspace_dot(rows, image, image);
  }
  return sqrt(sum);
}

NoslipNullspace *
noslip_nullspace_new(guint rows, guint columns, const double *a, const int *cancel)
{
  if (!noslip_all_finite(a, (gsize) rows * columns))
    return NULL;
  g_autofree guint *order = g_new0(guint, (gsize) columns + 1);
  g_autofree double *square = g_new0(double, (gsize) columns + 1);
  g_autofree double *triangle = g_new(double, (gsize) columns *columns + 1);
  noslip_reflections_distances(rows, columns, a, 0, square, triangle, cancel);
  Factor factor = {columns, columns, triangle, order, square};
  if (is_cancelled(cancel) || !factorize(&factor, cancel))
    return NULL;
  guint rank = find_rank(&factor, NOISE);
  NoslipNullspace *nullspace = g_new0(NoslipNullspace, 1);
  nullspace->columns = columns;
  nullspace->n = columns - rank;
  nullspace->vectors = g_new0(double, (gsize) nullspace->n *columns + 1);
  fill_vectors(&factor, nullspace);
  nullspace->kept = rank > 0 ? smallest(&factor, rank) : 1;
  nullspace->dropped = nullspace->n > 0 ? fmax(DBL_EPSILON, image_size(rows, columns, a, nullspace)) : NOISE;
  nullspace->gap = nullspace->kept / nullspace->dropped;
  nullspace->definite = nullspace->gap >= NOSLIP_NULLSPACE_GAP && nullspace->dropped <= MOST_DROPPED;
  return nullspace;
}

void
noslip_nullspace_free(NoslipNullspace *nullspace)
{
  if (nullspace == NULL)
    return;
  g_free(nullspace->vectors);
  g_free(nullspace);
}

static void
swap_rows(guint columns, double *a, double *b)
{
  for (guint c = 0; c < columns && a != b; c++) {
    double entry = a[c];
    a[c] = b[c];
    b[c] = entry;
  }
}

guint
noslip_nullspace_reduce(guint n, guint columns, double *rows, const guint *order, double small, guint *pivots)
{
  guint done = 0;
  for (guint o = 0; o < columns && done < n; o++) {
    guint c = order[o], best = done;
    for (guint i = done; i < n; i++) {
      double norm = norm_of(columns, rows + (gsize) i * columns);
      for (guint j = 0; j < columns && norm > 0; j++)
        rows[(gsize) i * columns + j] /= norm;
      if (fabs(rows[(gsize) i * columns + c]) > fabs(rows[(gsize) best * columns + c]))
        best = i;
    }
    double *pivot = rows + (gsize) done * columns;
    if (!(fabs(rows[(gsize) best * columns + c]) > SMALL_PIVOT))
      continue;
    swap_rows(columns, pivot, rows + (gsize) best * columns);
    double head = pivot[c];
    for (guint j = 0; j < columns; j++)
      pivot[j] = j == c ? 1 : pivot[j] / head;
    for (guint i = 0; i < n; i++) {
      double *row = rows + (gsize) i * columns, factor = row[c];
      for (guint j = 0; j < columns && i != done && factor != 0; j++)
        row[j] = j == c ? 0 : row[j] - factor * pivot[j];
    }
    pivots[done++] = c;
  }
  for (guint i = 0; i < done; i++) {
    double *row = rows + (gsize) i * columns, largest = 0;
    for (guint j = 0; j < columns; j++)
      largest = fmax(largest, fabs(row[j]));
    for (guint j = 0; j < columns; j++)
      if (fabs(row[j]) < small * largest)
        row[j] = 0;
  }
  return done;
}
