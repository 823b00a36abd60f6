/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/front.h"

#include "core/base/linear.h"
#include "core/finder/steer/conjugate.h"
#include "core/finder/steer/front-meetings.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define TURNS 2 /* turns of the velocity at the largest multiplier */
#define TOLERANCE 1e-11

static double
product(const NoslipFront *front, const double *u, const double *v)
{
  guint n = front->system->n;
  double sum = 0;
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      sum += u[a] * front->metric[(gsize) a * n + b] * v[b];
  return sum;
}

/* Fills `basis`: two vectors that satisfy the constraints, orthonormal in the metric. */
static gboolean
fill_basis(NoslipFront *front)
{
  guint n = front->system->n, k = front->system->k;
  g_autofree double *kernel = g_new0(double, (gsize) n *n);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(MAX(k, 1), n);
  if (!noslip_svd_factor(svd, front->phi) || noslip_svd_kernel(svd, 1e-12, kernel) < 2)
    return FALSE;
  memcpy(front->basis, kernel, sizeof(double) * 2 * n);
  double *first = front->basis, *second = first + n;
  double size = sqrt(product(front, first, first));
  for (guint a = 0; a < n; a++)
    first[a] /= size;
  double along = product(front, first, second);
  for (guint a = 0; a < n; a++)
    second[a] -= along * first[a];
  size = sqrt(product(front, second, second));
  for (guint a = 0; a < n; a++)
    second[a] /= size;
  return noslip_all_finite(front->basis, (gsize) 2 * n);
}

/* The rate at which the velocity of a state turns for a multiplier of 1 (1/s); 0 if it is not known. */
static double
turning_rate_at(NoslipFront *front, double t, const double *xy)
{
  guint n = front->system->n;
  g_autofree double *without = g_new0(double, n);
  g_autofree double *with = g_new0(double, n);
  front->mu[front->options->constraint] = 0;
  if (!noslip_extremal_acceleration(front->extremal, t, xy, front->mu, without))
    return 0;
  front->mu[front->options->constraint] = 1;
  if (!noslip_extremal_acceleration(front->extremal, t, xy, front->mu, with))
    return 0;
  for (guint a = 0; a < n; a++)
    with[a] -= without[a];
  return sqrt(product(front, with, with)) / front->options->speed;
}

/* The largest turning rate over several directions at the initial position; if it is 0 there (on Martinet's surface),
 * at the positions reached after half of the time. */
static double
turning_rate(NoslipFront *front)
{
  guint m = front->system->m, n = front->system->n;
  double largest = 0, half = front->options->time / 2;
  g_autofree double *xy = g_new0(double, m + n);
  g_autofree double *rates = g_new0(double, m + n);
  for (guint direction = 0; direction < 2; direction++) {
    noslip_front_set_velocity(front, direction * G_PI / 2);
    largest = fmax(largest, turning_rate_at(front, 0, front->xy));
  }
  for (guint direction = 0; direction < 4 && !(largest > 0); direction++) {
    if (!noslip_front_enter(front, direction * G_PI / 2, 0) ||
        !noslip_arc_move(front->arc, 0, half, front->z, 0, NULL, NULL) ||
        !noslip_extremal_rates(front->extremal, half, front->z, rates, FALSE))
      continue;
    memcpy(xy, front->z, sizeof(double) * m);
    memcpy(xy + m, front->extremal->y, sizeof(double) * n);
    double rate = turning_rate_at(front, half, xy);
    largest = isfinite(rate) ? fmax(largest, rate) : largest;
  }
  return largest;
}

static gboolean
enter_of_grid(NoslipFront *front, guint i)
{
  guint n = front->options->n_multipliers;
  return noslip_front_enter(front, noslip_front_angle(front, i / n), noslip_front_multiplier(front, i % n));
}

static double
first_conjugate(const NoslipFront *front)
{
  g_autoptr(GArray) times = noslip_conjugate_times(front->extremal, front->z, front->options->time, front->cancel);
  return !times ? (double) NAN : times->len > 0 ? g_array_index(times, double, 0) : (double) INFINITY;
}

static gboolean
is_cancelled(const NoslipFront *front)
{
  return front->cancel != NULL && g_atomic_int_get(front->cancel);
}

/* Reports the ends of all extremals first, then the conjugate times, then the cuts. */
static void
run_all(NoslipFront *front, NoslipFrontFound found, gpointer data)
{
  const NoslipFrontOptions *options = front->options;
  guint n = options->n_directions * options->n_multipliers, m = front->system->m, n_velocity = front->system->n;
  g_autofree NoslipFrontPoint *points = g_new0(NoslipFrontPoint, n);
  g_autofree double *ends = g_new0(double, (gsize) n *m + 1);
  g_autofree double *velocities = g_new0(double, (gsize) n *n_velocity);
  g_autofree double *meetings = g_new0(double, n);
  for (guint i = 0; i < n && !is_cancelled(front); i++) {
    double *velocity = velocities + (gsize) i * n_velocity;
    gboolean begins = enter_of_grid(front, i);
    memcpy(velocity, front->xy + m, sizeof(double) * n_velocity);
    points[i] = (NoslipFrontPoint){.velocity = velocity,
                                   .multiplier = noslip_front_multiplier(front, i % options->n_multipliers),
                                   .conjugate = NAN,
                                   .cut = NAN};
    if (begins && noslip_arc_move(front->arc, 0, options->time, front->z, 0, NULL, NULL)) {
      memcpy(ends + (gsize) i * m, front->z, sizeof(double) * m);
      points[i].end = ends + (gsize) i * m;
    }
    found(i / options->n_multipliers, i % options->n_multipliers, &points[i], data);
  }
  for (guint i = 0; i < n && !is_cancelled(front); i++) {
    if (points[i].end != NULL && enter_of_grid(front, i))
      points[i].conjugate = first_conjugate(front);
    found(i / options->n_multipliers, i % options->n_multipliers, &points[i], data);
  }
  if (is_cancelled(front) || !noslip_front_meetings(front, meetings))
    return;
  for (guint i = 0; i < n; i++) {
    points[i].cut = isnan(points[i].conjugate) ? (double) NAN : fmin(points[i].conjugate, meetings[i]);
    if (isnan(meetings[i]))
      points[i].cut = NAN;
    found(i / options->n_multipliers, i % options->n_multipliers, &points[i], data);
  }
}

static NoslipDiagnostic *
refuse(const char *cause)
{
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, NULL, "%s", cause);
}

static gboolean
prepare(NoslipFront *front, NoslipDiagnostic **error)
{
  guint size = front->extremal->size;
  g_autofree double *sizes = g_new0(double, size);
  if (!noslip_extremal_metric(front->extremal, 0, front->options->xy, front->metric, front->phi) ||
      !fill_basis(front)) {
    *error = refuse(_("a wave front needs two directions that the constraints allow"));
    return FALSE;
  }
  for (guint i = 0; i < size; i++)
    sizes[i] = 1;
  noslip_arc_set_tolerance(front->arc, TOLERANCE, sizes);
  double rate = turning_rate(front);
  front->most = front->options->most > 0 ? front->options->most : TURNS * 2 * G_PI / (rate * front->options->time);
  if (!isfinite(front->most))
    *error = refuse(_("no multiplier turns the extremals: there is no front to draw"));
  return *error == NULL;
}

gboolean
noslip_front_run(const NoslipSystem *system, const double *parameters, const NoslipFrontOptions *options,
                 NoslipFrontFound found, gpointer data, const int *cancel, NoslipDiagnostic **error)
{
  guint m = system->m, n = system->n, k = system->k;
  if (k == 0 || options->constraint >= k || noslip_system_has_modes(system)) {
    *error = refuse(_("a wave front needs constraints, and a motion without bounces and dry friction"));
    return FALSE;
  }
  g_autoptr(NoslipExtremal) extremal = noslip_extremal_new(system, parameters);
  if (extremal == NULL) {
    *error = refuse(_("the equations of extremals are too large"));
    return FALSE;
  }
  g_autoptr(NoslipArc) arc = noslip_arc_new(extremal, cancel);
  g_autofree double *metric = g_new0(double, (gsize) n *n);
  g_autofree double *phi = g_new0(double, (gsize) k *n);
  g_autofree double *basis = g_new0(double, (gsize) 2 * n);
  g_autofree double *xy = g_memdup2(options->xy, sizeof(double) * (m + n));
  g_autofree double *mu = g_new0(double, k);
  g_autofree double *z = g_new0(double, m + n);
  NoslipFront front = {system, options, extremal, arc, metric, phi, basis, xy, mu, z, 0, cancel};
  if (!prepare(&front, error))
    return FALSE;
  run_all(&front, found, data);
  return TRUE;
}
