/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast random states move: neither so slow nor so fast that the forces, or the velocities, would be rounding beside
 * the other ones, in whatever unit of time a text is written. */
#include "core/finder/sampling/sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PLACES 15      /* at which the forces are compared */
#define MOST_TRIES 200 /* for these places */
#define SEED 20220915  /* the same speed for all seeds of states */
#define ROUNDING 1e-12 /* accelerations below, relative to the forces that balance, are rounding */
#define TURNING 1e-9   /* the same for those by velocities, relative to all accelerations */
#define REST_BITS 5    /* a speed of motions from rest within this power of 2 of the natural one is kept */
#define SLOW_BITS 6    /* the same for initial velocities that are too small */
#define FAST_BITS 13   /* and for larger ones */

/* sqrt(v W v / n), by the outputs' W. */
static double
size_of(const NoslipSampling *sampling, const double *v)
{
  guint n = sampling->system->n;
  const double *metric = sampling->outputs + noslip_sampling_metric(sampling);
  double sum = 0;
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      sum += v[a] * metric[a * n + b] * v[b];
  return sqrt(fmax(sum, 0) / n);
}

/* The speed of the initial values; *given is FALSE if they are at rest: then the one of velocities near 1. */
static double
initial_speed(NoslipSampling *sampling, gboolean *given)
{
  guint n = sampling->system->n, m = sampling->system->m;
  double *y = sampling->inputs + 1 + m, logs = 0;
  memcpy(sampling->inputs + 1, sampling->initial, sizeof(double) * m);
  memcpy(y, sampling->initial + m, sizeof(double) * n);
  noslip_tape_evaluate(sampling->tape, sampling->inputs, sampling->outputs);
  double speed = size_of(sampling, y);
  *given = isfinite(speed) && speed > 0;
  if (*given)
    return speed * 1.5;
  noslip_sampling_scale_velocities(sampling);
  for (guint a = 0; a < n; a++)
    logs -= log(sampling->scale[a]) / n;
  return isfinite(logs) ? exp(logs) : 1;
}

/* Half the range of a coordinate; without one, the distance over which it is drawn or, if that is more, that from 0. */
static double
length_of(const NoslipSampling *sampling, guint i)
{
  const NoslipCoordinate *coordinate = &sampling->system->coordinates[i];
  if (isfinite(coordinate->low) && isfinite(coordinate->high) && coordinate->high > coordinate->low)
    return (coordinate->high - coordinate->low) / 2;
  return coordinate->angle ? G_PI : fmax(sampling->spread[i], fabs(sampling->initial[i]));
}

/* The size of the accelerations by forces alone, if all their terms had one sign. */
static double
size_of_forces(const NoslipSampling *sampling)
{
  const double *force = sampling->outputs + noslip_sampling_sizes(sampling);
  double sum = 0;
  for (guint alpha = 0; alpha < sampling->system->n; alpha++)
    sum += pow(force[alpha] * sampling->scale[alpha], 2);
  return sqrt(sum / sampling->system->n);
}

/* Accelerations, velocities and rates of coordinates at the drawn place, with velocities `part` (NULL: as small as the
 * constraints allow). */
typedef struct {
  double *row, *rates;
} Moving;

static gboolean
move(NoslipSampling *sampling, const double *part, double factor, Moving *moving)
{
  guint n = sampling->system->n, m = sampling->system->m;
  double *y = sampling->inputs + 1 + m;
  for (guint alpha = 0; alpha < n; alpha++)
    y[alpha] = part != NULL ? factor * sampling->scale[alpha] * part[alpha] : 0;
  if (!noslip_sampling_onto_constraints(sampling))
    return FALSE;
  memcpy(moving->rates, sampling->outputs + noslip_sampling_rates(sampling), sizeof(double) * m);
  return noslip_all_finite(moving->rates, m) && noslip_sampling_observe(sampling, moving->row);
}

/* Half the difference of two arrays, into the first. */
static void
half_difference(guint n, double *a, const double *b)
{
  for (guint i = 0; i < n; i++)
    a[i] = (a[i] - b[i]) / 2;
}

/* The largest rate of a coordinate relative to its length. */
static double
fastest(const NoslipSampling *sampling, const double *rates)
{
  double largest = 0;
  for (guint i = 0; i < sampling->system->m; i++)
    largest = fmax(largest, fabs(rates[i]) / length_of(sampling, i));
  return largest;
}

/* The rates by velocities at the drawn place, for each unit of speed: of coordinates, relative to their lengths, and of
 * the velocities themselves (by friction or magnetic forces; 0 if that is rounding). */
static gboolean
rates_by_velocities(NoslipSampling *sampling, guint64 *seed, Moving both[2], double *moved, double *turned)
{
  const NoslipSystem *system = sampling->system;
  guint n = system->n;
  g_autofree double *part = g_new0(double, (gsize) n + 1);
  for (guint alpha = 0; alpha < n; alpha++)
    part[alpha] = noslip_random_draw(seed);
  for (guint i = 0; i < 2; i++)
    if (!move(sampling, part, i == 0 ? sampling->speed : -sampling->speed, &both[i]))
      return FALSE;
  double *y = both[0].row + noslip_row_y(system), *ydot = both[0].row + noslip_row_ydot(system);
  double largest = size_of(sampling, ydot) + size_of(sampling, both[1].row + noslip_row_ydot(system));
  half_difference(n, y, both[1].row + noslip_row_y(system));
  half_difference(n, ydot, both[1].row + noslip_row_ydot(system));
  half_difference(system->m, both[0].rates, both[1].rates);
  double unit = size_of(sampling, y), turn = size_of(sampling, ydot);
  *moved = fastest(sampling, both[0].rates) / unit;
  *turned = turn > TURNING * largest ? turn / unit : 0;
  return unit > 0 && isfinite(*moved) && isfinite(*turned) && *moved > 0;
}

/* The speed with which the system crosses its ranges in the time in which its forces change its velocities, at a random
 * place: v/l = a/v or, without forces at rest, the rate at which velocities turn or decay. At least the speed that the
 * constraints impose. 0 if there is none. */
static double
speed_at_place(NoslipSampling *sampling, guint64 *seed, Moving both[2])
{
  const NoslipSystem *system = sampling->system;
  double moved, turned;
  if (!noslip_sampling_place(sampling, seed))
    return 0;
  noslip_tape_evaluate(sampling->tape, sampling->inputs, sampling->outputs);
  noslip_sampling_scale_velocities(sampling);
  if (!move(sampling, NULL, 0, &both[0]))
    return 0;
  double own = size_of(sampling, both[0].row + noslip_row_y(system));
  double forced = size_of(sampling, both[0].row + noslip_row_ydot(system));
  if (!(forced > ROUNDING * size_of_forces(sampling)))
    forced = 0;
  if (!rates_by_velocities(sampling, seed, both, &moved, &turned))
    return 0;
  double speed = forced > 0 ? sqrt(forced / moved) : turned / moved;
  return isfinite(speed) && speed > 0 ? fmax(speed, own) : 0;
}

static int
compare(gconstpointer a, gconstpointer b)
{
  double one = *(const double *) a, other = *(const double *) b;
  return (one > other) - (one < other);
}

/* The median of these speeds; 0 if there are none. */
static double
natural_speed(NoslipSampling *sampling)
{
  const NoslipSystem *system = sampling->system;
  guint size = noslip_row_size(system), found = 0;
  guint64 seed = SEED;
  double speeds[PLACES];
  g_autofree double *numbers = g_new0(double, 2 * ((gsize) size + system->m) + 1);
  Moving both[2] = {{numbers, numbers + 2 * (gsize) size}, {numbers + size, numbers + 2 * (gsize) size + system->m}};
  for (guint try = 0; try < MOST_TRIES && found < PLACES; try++) {
    double speed = speed_at_place(sampling, &seed, both);
    if (speed > 0)
      speeds[found++] = speed;
    else if (try == MOST_TRIES / 4 && found == 0)
      break;
  }
  qsort(speeds, found, sizeof(double), compare);
  return found > 0 ? speeds[found / 2] : 0;
}

double
noslip_sampling_speed(NoslipSampling *sampling)
{
  gboolean given;
  double speed = sampling->speed = initial_speed(sampling, &given), natural = natural_speed(sampling);
  double bits = natural > 0 ? log2(natural / speed) : 0;
  if (bits > (given ? SLOW_BITS : REST_BITS) || bits < -(given ? FAST_BITS : REST_BITS))
    speed = ldexp(speed, (int) round(bits));
  return speed;
}
