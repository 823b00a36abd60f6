/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/steer-starts.h"

#include "core/base/linear.h"
#include "core/finder/linear/nullspace.h"
#include "core/finder/states.h"

#include <math.h>
#include <string.h>

#define TURNS 1.5         /* half turns that the multipliers of a start cause in a motion; two more for each solution */
#define PACE_DOUBLINGS 60 /* of the speed, up and down, to find one with the Hamiltonian 0 */
#define PACE_HALVINGS 12

static int
given_index(const NoslipSteerOptions *options, guint coordinate)
{
  for (guint j = 0; j < options->n_given; j++)
    if (options->given[j] == coordinate)
      return (int) j;
  return -1;
}

/* If the four numbers of a rotation are given coordinates, their indices among these. */
static gboolean
find_quaternion(const NoslipSystem *system, const NoslipSteerOptions *options, guint rotation, int *places)
{
  for (guint q = 0; q < 4; q++) {
    places[q] = -1;
    for (guint i = 0; i < system->m; i++)
      if (system->rotations[rotation].quaternion[q] == system->coordinates[i].symbol)
        places[q] = given_index(options, i);
    if (places[q] < 0)
      return FALSE;
  }
  return TRUE;
}

void
noslip_steer_choose_targets(const NoslipSystem *system, const NoslipSteerOptions *options, const double *x,
                            double *target)
{
  for (guint j = 0; j < options->n_given; j++) {
    target[j] = options->target[j];
    if (system->coordinates[options->given[j]].angle)
      target[j] += 2 * G_PI * round((x[options->given[j]] - target[j]) / (2 * G_PI));
  }
  for (guint r = 0; r < system->n_rotations; r++) {
    int places[4];
    double product = 0;
    if (!find_quaternion(system, options, r, places))
      continue;
    for (guint q = 0; q < 4; q++)
      product += x[options->given[places[q]]] * target[places[q]];
    for (guint q = 0; q < 4 && product < 0; q++)
      target[places[q]] = -target[places[q]];
  }
}

void
noslip_steer_fill_ranges(NoslipSteer *steer)
{
  for (guint i = 0; i < steer->system->m; i++) {
    const NoslipCoordinate *coordinate = &steer->system->coordinates[i];
    double range = (coordinate->high - coordinate->low) / 2;
    int j = given_index(steer->options, i);
    double way = j >= 0 ? fabs(steer->options->target[j] - steer->options->xy[i]) : 0;
    steer->ranges[i] = isfinite(range) && range > 0 ? range : coordinate->angle ? G_PI : fmax(1, way);
  }
}

/* The mean square of the given coordinates of v, relative to their ranges. */
static double
length_of(const NoslipSteer *steer, const double *v)
{
  double sum = 0;
  for (guint j = 0; j < steer->options->n_given; j++)
    sum += pow(v[j] / steer->ranges[steer->options->given[j]], 2);
  return sqrt(sum / MAX(steer->options->n_given, 1));
}

/* xdot of the given coordinates at the start for a velocity y. */
static void
given_rates(const NoslipSteer *steer, const double *y, double *rates)
{
  guint n = steer->system->n;
  for (guint j = 0; j < steer->options->n_given; j++)
    rates[j] = noslip_nullspace_dot(n, steer->extremal->anchor + (gsize) steer->options->given[j] * n, y);
}

double
noslip_steer_time(const NoslipSteer *steer)
{
  return steer->options->time > 0 ? steer->options->time : steer->system->run_to;
}

/* The y in the kernel of the constraints, of least norm, that points to the end as directly as they allow. */
static void
straight(const NoslipSteer *steer, double *y)
{
  guint n = steer->system->n, given = steer->options->n_given, r = steer->n_basis;
  g_autofree double *a = g_new0(double, (gsize) given *r + 1);
  g_autofree double *column = g_new0(double, (gsize) given + 1);
  g_autofree double *right = g_new0(double, (gsize) given + 1);
  g_autofree double *parts = g_new0(double, (gsize) r + 1);
  for (guint j = 0; j < given; j++)
    right[j] = (steer->target[j] - steer->options->xy[steer->options->given[j]]) / noslip_steer_time(steer) /
               steer->ranges[steer->options->given[j]];
  for (guint b = 0; b < r; b++) {
    given_rates(steer, steer->basis + (gsize) b * n, column);
    for (guint j = 0; j < given; j++)
      a[(gsize) j * r + b] = column[j] / steer->ranges[steer->options->given[j]];
  }
  g_autoptr(NoslipSvd) svd = noslip_svd_new(MAX(given, 1), MAX(r, 1));
  if (given > 0 && r > 0 && noslip_svd_factor(svd, a))
    noslip_svd_solve(svd, 1e-9, right, parts);
  memset(y, 0, sizeof(double) * n);
  for (guint b = 0; b < r; b++)
    for (guint i = 0; i < n; i++)
      y[i] += parts[b] * steer->basis[(gsize) b * n + i];
}

/* Draws a velocity whose straight continuation covers about the distance to the end. */
static void
draw_velocity(NoslipSteer *steer, double *y)
{
  const NoslipSteerOptions *options = steer->options;
  guint n = steer->system->n;
  g_autofree double *rates = g_new0(double, (gsize) options->n_given + 1);
  g_autofree double *way = g_new0(double, (gsize) options->n_given + 1);
  memset(y, 0, sizeof(double) * n);
  for (guint b = 0; b < steer->n_basis; b++) {
    double part = noslip_random_draw(&steer->seed);
    for (guint i = 0; i < n; i++)
      y[i] += part * steer->basis[(gsize) b * n + i];
  }
  for (guint j = 0; j < options->n_given; j++)
    way[j] = steer->target[j] - options->xy[options->given[j]];
  given_rates(steer, y, rates);
  double distance = length_of(steer, way), speed = length_of(steer, rates);
  double size = pow(10, 0.2 + 0.5 * noslip_random_draw(&steer->seed));
  double factor = size * (distance > 1e-9 ? distance : 0.3) / noslip_steer_time(steer) / (speed > 0 ? speed : 1);
  for (guint i = 0; i < n; i++)
    y[i] *= factor;
}

static double
metric_norm(const NoslipSteer *steer, const double *v)
{
  guint n = steer->system->n;
  double sum = 0;
  for (guint i = 0; i < n; i++)
    sum += v[i] * noslip_nullspace_dot(n, steer->metric + (gsize) i * n, v);
  return sqrt(fabs(sum));
}

/* How fast the multiplier changes the direction of y near the start: the change of ydot for mu = 1, relative to y. */
static double
bending_rate(NoslipSteer *steer, const double *y, guint constraint)
{
  guint m = steer->system->m, n = steer->system->n;
  g_autofree double *xy = g_memdup2(steer->options->xy, sizeof(double) * (m + n));
  g_autofree double *mu = g_new0(double, (gsize) steer->system->k + 1);
  g_autofree double *with = g_new0(double, n);
  g_autofree double *without = g_new0(double, n);
  double largest = 0;
  for (guint look = 0; look < 4; look++) {
    for (guint i = 0; i < m; i++)
      xy[i] = steer->options->xy[i] + 0.1 * steer->ranges[i] * noslip_random_draw(&steer->seed);
    memcpy(xy + m, y, sizeof(double) * n);
    mu[constraint] = 0;
    if (!noslip_extremal_acceleration(steer->extremal, 0, xy, mu, without))
      continue;
    mu[constraint] = 1;
    if (!noslip_extremal_acceleration(steer->extremal, 0, xy, mu, with))
      continue;
    for (guint a = 0; a < n; a++)
      with[a] -= without[a];
    largest = fmax(largest, metric_norm(steer, with) / metric_norm(steer, y));
  }
  return largest;
}

static void
draw_multipliers(NoslipSteer *steer, const double *y, double *mu)
{
  for (guint c = 0; c < steer->system->k; c++) {
    double rate = bending_rate(steer, y, c), part = noslip_random_draw(&steer->seed);
    mu[c] = isfinite(rate) && rate > 0
                ? part * (TURNS + 2 * steer->options->solutions) * G_PI / (rate * noslip_steer_time(steer))
                : part;
  }
}

/* The Hamiltonian where a start begins that covers the same way in the time T / factor: y and mu times the factor. NaN
 * if it is not determined. */
static double
hamiltonian_at(NoslipSteer *steer, const double *xy, const double *mu, double factor)
{
  guint m = steer->system->m, n = steer->system->n, k = steer->system->k;
  g_autofree double *faster = g_memdup2(xy, sizeof(double) * (m + n));
  g_autofree double *multipliers = g_new0(double, (gsize) k + 1);
  g_autofree double *z = g_new0(double, m + n);
  g_autofree double *zdot = g_new0(double, m + n);
  for (guint a = 0; a < n; a++)
    faster[m + a] *= factor;
  for (guint c = 0; c < k; c++)
    multipliers[c] = factor * mu[c];
  if (!noslip_extremal_enter(steer->extremal, 0, faster, multipliers, z) ||
      !noslip_extremal_rates(steer->extremal, 0, z, zdot, FALSE))
    return NAN;
  return noslip_extremal_hamiltonian(steer->extremal, z);
}

/* The factor nearest to 1, within a factor of two, below or above which the Hamiltonian changes its sign: half of it is
 * the lower end; 0 if there is none. */
static double
sign_change(NoslipSteer *steer, const double *xy, const double *mu)
{
  double low = 1, high = 1, at_low = hamiltonian_at(steer, xy, mu, 1), at_high = at_low;
  for (guint i = 0; i < PACE_DOUBLINGS; i++) {
    double above = hamiltonian_at(steer, xy, mu, 2 * high), below = hamiltonian_at(steer, xy, mu, low / 2);
    if (at_high * above < 0)
      return 2 * high;
    if (below * at_low < 0)
      return low;
    high *= 2, low /= 2;
    at_high = above, at_low = below;
  }
  return 0;
}

/* With a free time: chooses the speed of a start such that the Hamiltonian is 0 where it begins. The way remains. */
static void
choose_pace(NoslipSteer *steer, double *xy, double *mu)
{
  guint m = steer->system->m, n = steer->system->n;
  double high = sign_change(steer, xy, mu), low = high / 2;
  if (!(high > 0))
    return;
  double at_low = hamiltonian_at(steer, xy, mu, low);
  for (guint i = 0; i < PACE_HALVINGS; i++) {
    double middle = sqrt(low * high);
    *(hamiltonian_at(steer, xy, mu, middle) * at_low > 0 ? &low : &high) = middle;
  }
  for (guint a = 0; a < n; a++)
    xy[m + a] *= high;
  for (guint c = 0; c < steer->system->k; c++)
    mu[c] *= high;
  steer->start_time /= high;
}

void
noslip_steer_draw_start(NoslipSteer *steer, guint index, double *xy, double *mu)
{
  guint m = steer->system->m, n = steer->system->n, k = steer->system->k;
  memcpy(xy, steer->options->xy, sizeof(double) * (m + n));
  memset(mu, 0, sizeof(double) * k);
  steer->start_time = noslip_steer_time(steer);
  if (index == 0 && steer->options->mu != NULL) {
    memcpy(mu, steer->options->mu, sizeof(double) * k);
    return;
  }
  noslip_steer_choose_targets(steer->system, steer->options, xy, steer->target);
  if (index <= 1) {
    straight(steer, xy + m);
  } else {
    draw_velocity(steer, xy + m);
    draw_multipliers(steer, xy + m, mu);
  }
  if (steer->options->time == 0)
    choose_pace(steer, xy, mu);
}

gboolean
noslip_steer_prepare(NoslipSteer *steer)
{
  guint m = steer->system->m, n = steer->system->n, k = steer->system->k;
  g_autofree double *z = g_new0(double, m + n);
  g_autofree double *zdot = g_new0(double, m + n);
  g_autofree double *scale = g_new0(double, n);
  g_autofree double *mu = g_new0(double, (gsize) k + 1);
  g_autofree double *rows = g_new0(double, (gsize) MAX(k, 1) * n);
  if (!noslip_extremal_metric(steer->extremal, 0, steer->options->xy, steer->metric, steer->phi))
    return FALSE;
  noslip_linear_metric_scale(n, steer->metric, scale);
  for (guint c = 0; c < k; c++)
    for (guint a = 0; a < n; a++)
      rows[(gsize) c * n + a] = steer->phi[(gsize) c * n + a] * scale[a];
  g_autoptr(NoslipSvd) svd = noslip_svd_new(MAX(k, 1), n);
  if (!noslip_svd_factor(svd, rows))
    return FALSE;
  steer->n_basis = noslip_svd_kernel(svd, 1e-12, steer->basis);
  for (guint b = 0; b < steer->n_basis; b++)
    for (guint a = 0; a < n; a++)
      steer->basis[(gsize) b * n + a] *= scale[a];
  return noslip_extremal_enter(steer->extremal, 0, steer->options->xy, mu, z) &&
         noslip_extremal_rates(steer->extremal, 0, z, zdot, FALSE); /* fills the anchor */
}

gboolean
noslip_steer_is_open(const NoslipSteer *steer)
{
  guint n = steer->system->n, given = steer->options->n_given;
  g_autofree double *rows = g_new0(double, (gsize) MAX(given, 1) * n);
  for (guint j = 0; j < given; j++)
    memcpy(rows + (gsize) j * n, steer->extremal->anchor + (gsize) steer->options->given[j] * n, sizeof(double) * n);
  return noslip_linear_rank(MAX(given, 1), n, rows, NULL) < n;
}

void
noslip_steer_fill_typical(const NoslipSteer *steer, double *typical)
{
  guint m = steer->system->m, n = steer->system->n;
  g_autofree double *rates = g_new0(double, (gsize) steer->options->n_given + 1);
  double momentum = 0;
  memcpy(typical, steer->ranges, sizeof(double) * m);
  for (guint b = 0; b < steer->n_basis; b++) {
    const double *e = steer->basis + (gsize) b * n;
    given_rates(steer, e, rates);
    double way = length_of(steer, rates) * noslip_steer_time(steer);
    for (guint a = 0; a < n && way > 0; a++)
      momentum = fmax(momentum, fabs(noslip_nullspace_dot(n, steer->metric + (gsize) a * n, e)) / way);
  }
  for (guint a = 0; a < n; a++)
    typical[m + a] = momentum > 0 ? momentum : 1;
}
