/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The averages over blocks of time, finished or begun. */
#include "core/finder/lyapunov/lyapunov-private.h"

#include <math.h>

/* The counted blocks of a motion. */
typedef struct {
  const double *sums; /* of the finished ones, then of the present one: n values each */
  guint n, n_blocks;  /* exponents; finished blocks */
  double block, part; /* s: length of a block; the finished fraction of the present one */
} Counted;

/* The rate in a block of one exponent, or (k = n) of their sum. */
static double
rate_of(const Counted *counted, guint b, guint k)
{
  const double *sums = counted->sums + (gsize) b * counted->n;
  double sum = 0;
  for (guint i = 0; i < counted->n && k == counted->n; i++)
    sum += sums[i];
  return (k < counted->n ? sums[k] : sum) / counted->block;
}

/* Half the difference between the means of the first and of the last half of the finished blocks. */
static double
trend_of(const Counted *counted, guint k)
{
  guint half = counted->n_blocks / 2;
  double difference = 0;
  for (guint b = 0; b < half; b++)
    difference += (rate_of(counted, counted->n_blocks - 1 - b, k) - rate_of(counted, b, k)) / half;
  return fabs(difference) / 2;
}

/* The mean rate, and the standard error of the mean over the finished blocks. Where the tangent vectors still turn when
 * the counting begins, the first blocks are off in one direction, and the mean by as much as the trend; blocks that
 * scatter at random have a trend of the size of the standard error. */
static double
mean_of(const Counted *counted, guint k, double *error)
{
  guint n = counted->n_blocks;
  double mean = 0, finished = 0, square = 0;
  for (guint b = 0; b < n; b++) {
    mean += rate_of(counted, b, k) / (n + counted->part);
    finished += rate_of(counted, b, k) / n;
  }
  if (counted->part > 0)
    mean += rate_of(counted, n, k) / (n + counted->part);
  for (guint b = 0; b < n; b++)
    square += pow(rate_of(counted, b, k) - finished, 2);
  *error = n > 1 ? fmax(sqrt(square / (n - 1) / n), trend_of(counted, k)) : NAN;
  return mean;
}

void
noslip_lyapunov_motion_average(const NoslipLyapunovMotion *motion, NoslipLyapunov *lyapunov)
{
  guint n = motion->n;
  const Counted counted = {motion->sums + (gsize) NOSLIP_LYAPUNOV_BEFORE * n, n,
                           motion->n_blocks - NOSLIP_LYAPUNOV_BEFORE, motion->block,
                           motion->n_blocks < NOSLIP_LYAPUNOV_BLOCKS ? (double) motion->turn / motion->n_turns : 0};
  lyapunov->n = n;
  lyapunov->dimension = motion->dimension;
  lyapunov->time = motion->block * (counted.n_blocks + counted.part);
  for (guint k = 0; k < n; k++) {
    double error, mean = mean_of(&counted, k, &error);
    guint place = k;
    for (; place > 0 && lyapunov->exponents[place - 1] < mean; place--) {
      lyapunov->exponents[place] = lyapunov->exponents[place - 1];
      lyapunov->errors[place] = lyapunov->errors[place - 1];
    }
    lyapunov->exponents[place] = mean;
    lyapunov->errors[place] = error;
  }
  lyapunov->sum = mean_of(&counted, n, &lyapunov->sum_error);
}
