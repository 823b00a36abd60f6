/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer.h"

#include "core/base/linear.h"
#include "core/finder/conjugate.h"
#include "core/finder/nullspace.h"
#include "core/finder/shooting.h"
#include "core/finder/states.h"
#include "core/integrate/run.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define COARSE 1e-7 /* residuals of the search, and of what is taken for a solution */
#define FINE 1e-11
#define ACCEPTED 1e-9
#define NEWTON_MOST 25
#define HOMOTOPY_LEAST 0.05 /* the shortest part of the way that is tried at once */
#define HOMOTOPY_MOST 24
#define PATIENCE                                                                                                       \
  6               /* starts in turn that lead to known solutions, after which no more are tried; thrice as many where
                    * fewer solutions are known than wanted */
#define EARLY 12  /* starts from which homotopy is tried although a solution is known */
#define TURNS 1.5 /* by how many half turns the multipliers of a start bend a motion, and two more for each solution */

typedef struct {
  NoslipSystem *system;
  NoslipDynamics *dynamics;
  const double *parameters;
  const NoslipSteerOptions *options;
  NoslipExtremal *extremal;
  NoslipArc *arc;
  NoslipShooting *shooting;
  gboolean persistent;          /* fewer solutions than wanted are known: homotopy is tried, too */
  double *target;               /* n_given: for this start, angles and quaternions as near as they may be */
  double *ranges;               /* m: what is a long way for a coordinate */
  double *metric, *phi, *basis; /* of the constraints' kernel at the start: n x n, k x n, n_basis x n */
  guint n_basis;
  guint64 seed;
  const int *cancel;
} Steer;

static void
steering_free(gpointer data)
{
  NoslipSteering *steering = data;
  g_free(steering->xy);
  g_free(steering->mu);
  g_free(steering->z);
  g_clear_pointer(&steering->conjugate, g_array_unref);
  g_free(steering);
}

static int
given_index(const NoslipSteerOptions *options, guint coordinate)
{
  for (guint j = 0; j < options->n_given; j++)
    if (options->given[j] == coordinate)
      return (int) j;
  return -1;
}

/* Where the four numbers of a rotation are coordinates that are given, their places among these. */
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

/* The ends that mean the same as what is given, and are nearest to x. */
static void
choose_targets(const NoslipSystem *system, const NoslipSteerOptions *options, const double *x, double *target)
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

/* How far a coordinate may go: half its declared range, or 1. */
static void
fill_ranges(Steer *steer)
{
  for (guint i = 0; i < steer->system->m; i++) {
    const NoslipCoordinate *coordinate = &steer->system->coordinates[i];
    double range = (coordinate->high - coordinate->low) / 2;
    int j = given_index(steer->options, i);
    double way = j >= 0 ? fabs(steer->options->target[j] - steer->options->xy[i]) : 0;
    steer->ranges[i] = isfinite(range) && range > 0 ? range : coordinate->angle ? G_PI : fmax(1, way);
  }
}

/* The mean square of the coordinates of v that the end is to have, against their ranges. */
static double
length_of(const Steer *steer, const double *v)
{
  double sum = 0;
  for (guint j = 0; j < steer->options->n_given; j++)
    sum += pow(v[j] / steer->ranges[steer->options->given[j]], 2);
  return sqrt(sum / MAX(steer->options->n_given, 1));
}

/* xdot of the given coordinates at the start for a velocity y. */
static void
given_rates(const Steer *steer, const double *y, double *rates)
{
  guint n = steer->system->n;
  for (guint j = 0; j < steer->options->n_given; j++)
    rates[j] = noslip_nullspace_dot(n, steer->extremal->anchor + (gsize) steer->options->given[j] * n, y);
}

static double
time_of(const Steer *steer)
{
  return steer->options->time > 0 ? steer->options->time : steer->system->run_to;
}

/* y of least norm in the kernel of the constraints that goes straight to the end, as far as they let it. */
static void
straight(const Steer *steer, double *y)
{
  guint n = steer->system->n, given = steer->options->n_given, r = steer->n_basis;
  g_autofree double *a = g_new0(double, (gsize) given *r + 1);
  g_autofree double *column = g_new0(double, (gsize) given + 1);
  g_autofree double *right = g_new0(double, (gsize) given + 1);
  g_autofree double *parts = g_new0(double, (gsize) r + 1);
  for (guint j = 0; j < given; j++)
    right[j] = (steer->target[j] - steer->options->xy[steer->options->given[j]]) / time_of(steer) /
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

/* A velocity whose straight continuation is about as long as the way. */
static void
draw_velocity(Steer *steer, double *y)
{
  const NoslipSteerOptions *options = steer->options;
  guint n = steer->system->n;
  g_autofree double *rates = g_new0(double, (gsize) options->n_given + 1);
  g_autofree double *way = g_new0(double, (gsize) options->n_given + 1);
  memset(y, 0, sizeof(double) * n);
  for (guint b = 0; b < steer->n_basis; b++) {
    double part = noslip_states_draw(&steer->seed);
    for (guint i = 0; i < n; i++)
      y[i] += part * steer->basis[(gsize) b * n + i];
  }
  for (guint j = 0; j < options->n_given; j++)
    way[j] = steer->target[j] - options->xy[options->given[j]];
  given_rates(steer, y, rates);
  double distance = length_of(steer, way), speed = length_of(steer, rates);
  double size = pow(10, 0.2 + 0.5 * noslip_states_draw(&steer->seed));
  double factor = size * (distance > 1e-9 ? distance : 0.3) / time_of(steer) / (speed > 0 ? speed : 1);
  for (guint i = 0; i < n; i++)
    y[i] *= factor;
}

static double
metric_norm(const Steer *steer, const double *v)
{
  guint n = steer->system->n;
  double sum = 0;
  for (guint i = 0; i < n; i++)
    sum += v[i] * noslip_nullspace_dot(n, steer->metric + (gsize) i * n, v);
  return sqrt(fabs(sum));
}

/* How fast the multiplier turns the velocity y about the start: what mu = 1 adds to ydot, against y. */
static double
bend(Steer *steer, const double *y, guint constraint)
{
  guint m = steer->system->m, n = steer->system->n;
  g_autofree double *xy = g_memdup2(steer->options->xy, sizeof(double) * (m + n));
  g_autofree double *mu = g_new0(double, (gsize) steer->system->k + 1);
  g_autofree double *with = g_new0(double, n);
  g_autofree double *without = g_new0(double, n);
  double largest = 0;
  for (guint look = 0; look < 4; look++) {
    for (guint i = 0; i < m; i++)
      xy[i] = steer->options->xy[i] + 0.1 * steer->ranges[i] * noslip_states_draw(&steer->seed);
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
draw_multipliers(Steer *steer, const double *y, double *mu)
{
  for (guint c = 0; c < steer->system->k; c++) {
    double rate = bend(steer, y, c), part = noslip_states_draw(&steer->seed);
    mu[c] = isfinite(rate) && rate > 0 ? part * (TURNS + 2 * steer->options->solutions) * G_PI / (rate * time_of(steer))
                                       : part;
  }
}

/* Start 0 is the system's own, where it has one, 1 goes straight; the others are random. */
static void
draw_start(Steer *steer, guint index, double *xy, double *mu)
{
  guint m = steer->system->m, n = steer->system->n, k = steer->system->k;
  memcpy(xy, steer->options->xy, sizeof(double) * (m + n));
  memset(mu, 0, sizeof(double) * k);
  if (index == 0 && steer->options->mu != NULL) {
    memcpy(mu, steer->options->mu, sizeof(double) * k);
    return;
  }
  choose_targets(steer->system, steer->options, xy, steer->target);
  if (index <= 1) {
    straight(steer, xy + m);
    return;
  }
  draw_velocity(steer, xy + m);
  draw_multipliers(steer, xy + m, mu);
}

/* The kernel of the constraints, the anchor and the metric at the start. */
static gboolean
prepare_start(Steer *steer)
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

/* Whether what is given leaves directions of the algebroid free where the motion begins. */
static gboolean
is_open(const Steer *steer)
{
  guint n = steer->system->n, given = steer->options->n_given;
  g_autofree double *rows = g_new0(double, (gsize) MAX(given, 1) * n);
  for (guint j = 0; j < given; j++)
    memcpy(rows + (gsize) j * n, steer->extremal->anchor + (gsize) steer->options->given[j] * n, sizeof(double) * n);
  return noslip_linear_rank(MAX(given, 1), n, rows, NULL) < n;
}

/* From the extremal that the start has led to. */
static gboolean
follow_homotopy(Steer *steer, const double *xy, const double *mu)
{
  NoslipShooting *shooting = steer->shooting;
  guint rows = shooting->n_rows, size = steer->extremal->size;
  g_autofree double *first = g_new0(double, (gsize) rows + 1);
  g_autofree double *nodes = g_new0(double, (gsize) (NOSLIP_SHOOTING_ARCS + 1) * size);
  g_autofree double *nu = g_new0(double, (gsize) shooting->end.n_given + 1);
  double done = 0, part = 0.25;
  if (!noslip_shooting_start(shooting, xy, mu, time_of(steer)))
    return FALSE;
  noslip_shooting_ends(shooting, first);
  for (guint count = 0; count < HOMOTOPY_MOST && part >= HOMOTOPY_LEAST; count++) {
    double next = fmin(done + part, 1), time = shooting->time;
    memcpy(nodes, shooting->nodes, sizeof(double) * (NOSLIP_SHOOTING_ARCS + 1) * size);
    memcpy(nu, shooting->nu, sizeof(double) * shooting->end.n_given);
    for (guint row = 0; row < rows; row++)
      shooting->rest[row] = (1 - next) * first[row];
    if (noslip_shooting_solve(shooting, 8, next < 1 ? 1e-4 : COARSE)) {
      done = next;
      part *= 2;
    } else {
      memcpy(shooting->nodes, nodes, sizeof(double) * (NOSLIP_SHOOTING_ARCS + 1) * size);
      memcpy(shooting->nu, nu, sizeof(double) * shooting->end.n_given);
      shooting->time = time;
      part /= 2;
    }
    if (done >= 1)
      return TRUE;
  }
  return FALSE;
}

/* Nodes and multipliers of a solution near this start. */
static gboolean
solve_from(Steer *steer, const double *xy, const double *mu)
{
  NoslipShooting *shooting = steer->shooting;
  gsize last = (gsize) NOSLIP_SHOOTING_ARCS * steer->extremal->size;
  memset(shooting->rest, 0, sizeof(double) * shooting->n_rows);
  if (!noslip_shooting_start(shooting, xy, mu, time_of(steer)))
    return FALSE;
  choose_targets(steer->system, steer->options, shooting->nodes + last, steer->target);
  if (!noslip_shooting_solve(shooting, NEWTON_MOST, COARSE) && (!steer->persistent || !follow_homotopy(steer, xy, mu)))
    return FALSE;
  return noslip_shooting_solve(shooting, 6, FINE) || noslip_shooting_solve(shooting, 0, ACCEPTED);
}

/* The motion of the formulation from the initial values of a solution: what it misses. */
static double
miss(const Steer *steer, const NoslipSteering *steering)
{
  const NoslipSystem *system = steer->system;
  const NoslipSteerOptions *options = steer->options;
  NoslipRunOptions run_options;
  noslip_run_options_default(&run_options, system);
  run_options.rtol = 1e-12;
  run_options.atol = 1e-14;
  run_options.to = steering->time;
  run_options.step = steering->time / 100;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  g_autofree double *target = g_new0(double, (gsize) options->n_given + 1);
  g_autofree double *sizes = g_new0(double, (gsize) system->m + 1);
  g_autoptr(NoslipRun) run =
      noslip_run_new(steer->dynamics, &run_options, steer->parameters, 0, steering->xy, steering->mu, &error);
  double largest = 0;
  while (run != NULL && noslip_run_next(run, row, steer->cancel, &error))
    for (guint i = 0; i < system->m; i++)
      sizes[i] = fmax(sizes[i], fabs(row[1 + i]));
  if (run == NULL || error != NULL)
    return INFINITY;
  choose_targets(system, options, row + 1, target);
  for (guint j = 0; j < options->n_given; j++) {
    double size = fmax(sizes[options->given[j]], fabs(target[j]));
    largest = fmax(largest,
                   fabs(row[1 + options->given[j]] - target[j]) / fmax(size, 1e-3 * steer->ranges[options->given[j]]));
  }
  return largest;
}

/* What the shooting has found; NULL where the motion from its initial values leads elsewhere. */
static NoslipSteering *
read_solution(Steer *steer)
{
  NoslipExtremal *extremal = steer->extremal;
  const NoslipShooting *shooting = steer->shooting;
  gsize size = extremal->size, width = extremal->n + extremal->k;
  g_autofree double *z = g_memdup2(shooting->nodes, sizeof(double) * size);
  g_autofree double *zdot = g_new0(double, size);
  g_autofree double *xy = g_memdup2(shooting->nodes, sizeof(double) * size);
  memcpy(xy + extremal->m, shooting->seeds, sizeof(double) * extremal->n);
  NoslipSteering *steering = g_new0(NoslipSteering, 1);
  steering->time = shooting->time;
  steering->z = g_memdup2(z, sizeof(double) * size);
  steering->xy = g_memdup2(z, sizeof(double) * size);
  steering->mu = g_new0(double, (gsize) extremal->k + 1);
  steering->residual = INFINITY;
  if (noslip_extremal_enter(extremal, 0, xy, shooting->seeds + extremal->n, zdot) &&
      noslip_extremal_rates(extremal, 0, z, zdot, FALSE)) {
    g_autofree double *v = g_memdup2(extremal->y, sizeof(double) * width); /* mu stands behind y */
    memcpy(steering->xy + extremal->m, v, sizeof(double) * extremal->n);
    memcpy(steering->mu, v + extremal->n, sizeof(double) * extremal->k);
    if (noslip_arc_move(steer->arc, 0, steering->time, z, 0, NULL, &steering->cost))
      steering->residual = miss(steer, steering);
  }
  if (steering->residual <= 1e-6)
    return steering;
  steering_free(steering);
  return NULL;
}

/* Whether two solutions are the same, or of one family: equal in cost, and their momenta equal but for what a family
 * moves. */
static gboolean
is_same(const Steer *steer, const NoslipSteering *a, const NoslipSteering *b)
{
  guint m = steer->extremal->m, n = steer->extremal->n;
  double largest = 0, apart = 0, cost = fmax(fabs(a->cost), fabs(b->cost));
  if (fabs(a->cost - b->cost) > 1e-7 * cost || fabs(a->time - b->time) > 1e-6 * a->time)
    return FALSE;
  for (guint i = m; i < m + n; i++) {
    largest = fmax(largest, fabs(a->z[i]));
    apart = fmax(apart, fabs(a->z[i] - b->z[i]));
  }
  return apart <= 1e-5 * largest;
}

/* A conjugate end: a family of solutions of the same cost ends there, and one of them stands for it. */
static gboolean
ends_conjugate(const NoslipSteering *a)
{
  if (a->conjugate == NULL || a->conjugate->len == 0)
    return FALSE;
  return g_array_index(a->conjugate, double, a->conjugate->len - 1) > a->time * (1 - 1e-5);
}

static gboolean
is_known(const Steer *steer, const GPtrArray *found, const NoslipSteering *one)
{
  for (guint i = 0; i < found->len; i++) {
    const NoslipSteering *other = found->pdata[i];
    double cost = fmax(fabs(one->cost), fabs(other->cost));
    if (is_same(steer, one, other) || (ends_conjugate(other) && fabs(one->cost - other->cost) <= 1e-7 * cost))
      return TRUE;
  }
  return FALSE;
}

static int
by_cost(gconstpointer a, gconstpointer b)
{
  const NoslipSteering *one = *(NoslipSteering *const *) a, *other = *(NoslipSteering *const *) b;
  return one->cost < other->cost ? -1 : one->cost > other->cost;
}

static gboolean
is_cancelled(const Steer *steer)
{
  return steer->cancel != NULL && g_atomic_int_get(steer->cancel);
}

/* Whether something new was found that belongs to the cheapest. */
static gboolean
keep(Steer *steer, GPtrArray *found, NoslipSteering *one)
{
  if (is_known(steer, found, one)) {
    steering_free(one);
    return FALSE;
  }
  one->conjugate = noslip_conjugate_times(steer->extremal, one->z, one->time, steer->cancel);
  g_ptr_array_add(found, one);
  g_ptr_array_sort(found, by_cost);
  if (found->len <= steer->options->solutions)
    return TRUE;
  gboolean last = found->pdata[found->len - 1] == one;
  g_ptr_array_set_size(found, (int) steer->options->solutions);
  return !last;
}

static void
search(Steer *steer, NoslipSteerProgress progress, gpointer data, GPtrArray *found)
{
  g_autofree double *xy = g_new0(double, steer->extremal->size);
  g_autofree double *mu = g_new0(double, (gsize) steer->extremal->k + 1);
  guint idle = 0;
  for (guint i = 0; i < steer->options->starts && !is_cancelled(steer); i++) {
    if (progress != NULL)
      progress(data, i, steer->options->starts, found->len);
    steer->persistent = found->len == 0 || (i < EARLY && found->len < steer->options->solutions);
    draw_start(steer, i, xy, mu);
    if (!solve_from(steer, xy, mu))
      continue;
    NoslipSteering *one = read_solution(steer);
    if (one == NULL)
      continue;
    idle = keep(steer, found, one) ? 0 : idle + 1;
    if (idle >= (found->len < steer->options->solutions ? 3 * PATIENCE : PATIENCE))
      break;
  }
}

/* Sizes of states: ranges, and the momenta of velocities that go as far in the time. */
static void
fill_typical(const Steer *steer, double *typical)
{
  guint m = steer->system->m, n = steer->system->n;
  g_autofree double *rates = g_new0(double, (gsize) steer->options->n_given + 1);
  double momentum = 0;
  memcpy(typical, steer->ranges, sizeof(double) * m);
  for (guint b = 0; b < steer->n_basis; b++) {
    const double *e = steer->basis + (gsize) b * n;
    given_rates(steer, e, rates);
    double way = length_of(steer, rates) * time_of(steer);
    for (guint a = 0; a < n && way > 0; a++)
      momentum = fmax(momentum, fabs(noslip_nullspace_dot(n, steer->metric + (gsize) a * n, e)) / way);
  }
  for (guint a = 0; a < n; a++)
    typical[m + a] = momentum > 0 ? momentum : 1;
}

static NoslipDiagnostic *
refuse(const char *cause)
{
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, NULL, "%s", cause);
}

static NoslipDiagnostic *
refusal(const NoslipSystem *system, const NoslipSteerOptions *options)
{
  if (options->time == 0 && noslip_system_is_timed(system))
    return refuse(_("the time can be free only where nothing depends on it"));
  if (noslip_system_has_modes(system))
    return refuse(_("bounces and dry friction have no extremals here"));
  return NULL;
}

static void
steer_all(Steer *steer, NoslipSteerProgress progress, gpointer data, GPtrArray *found, NoslipDiagnostic **error)
{
  guint n = steer->system->n, k = steer->system->k;
  g_autofree double *target = steer->target = g_new0(double, (gsize) steer->options->n_given + 1);
  g_autofree double *ranges = steer->ranges = g_new0(double, (gsize) steer->system->m + 1);
  g_autofree double *metric = steer->metric = g_new0(double, (gsize) n *n);
  g_autofree double *phi = steer->phi = g_new0(double, (gsize) k *n + 1);
  g_autofree double *basis = steer->basis = g_new0(double, (gsize) n *n);
  fill_ranges(steer);
  if (!prepare_start(steer)) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_UNDEFINED, NULL, NULL,
                                   _("the extremals are not determined where the motion begins"));
    return;
  }
  const NoslipShootingEnd end = {steer->options->n_given, (guint *) steer->options->given, target, is_open(steer),
                                 steer->options->time == 0};
  g_autoptr(NoslipShooting) shooting = steer->shooting = noslip_shooting_new(steer->extremal, steer->arc, &end);
  fill_typical(steer, shooting->typical);
  search(steer, progress, data, found);
  if (is_cancelled(steer))
    *error =
        noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_CANCELLED, NULL, NULL, _("the computation was interrupted"));
}

GPtrArray *
noslip_steer_find(NoslipSystem *system, const double *parameters, const NoslipSteerOptions *options,
                  NoslipSteerProgress progress, gpointer data, const int *cancel, NoslipDiagnostic **error)
{
  *error = refusal(system, options);
  if (*error != NULL)
    return NULL;
  const NoslipFormulation *formulation = noslip_formulation_for(system, NOSLIP_DYNAMICS_VAKONOMIC);
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, system, error);
  if (dynamics == NULL)
    return NULL;
  g_autoptr(NoslipExtremal) extremal = noslip_extremal_new(system, parameters);
  if (extremal == NULL) {
    *error = refuse(_("the equations of extremals are too large"));
    return NULL;
  }
  g_autoptr(NoslipArc) arc = noslip_arc_new(extremal, cancel);
  g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(steering_free);
  Steer steer = {.system = system,
                 .dynamics = dynamics,
                 .parameters = parameters,
                 .options = options,
                 .extremal = extremal,
                 .arc = arc,
                 .seed = options->seed,
                 .cancel = cancel};
  steer_all(&steer, progress, data, found, error);
  if (*error == NULL)
    noslip_steer_name_abnormal(system, parameters, found, cancel);
  return *error == NULL ? g_steal_pointer(&found) : NULL;
}
