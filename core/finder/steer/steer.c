/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/steer.h"

#include "core/base/linear.h"
#include "core/finder/linear/nullspace.h"
#include "core/finder/steer/conjugate.h"
#include "core/finder/steer/direct.h"
#include "core/finder/steer/slip.h"
#include "core/finder/steer/steer-solve.h"
#include "core/finder/steer/steer-starts.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Limit of starts without a new solution; 3 times as many while solutions are missing. */
#define MAX_IDLE 6
#define MUCH_LESS 0.1
#define FINE_ARCS 48         /* for shooting from paths that may slip, whose motions diverge fast */
#define SLIP_STARTS 6        /* the first starts try paths that may slip while no solution is known */
#define PERSISTENT_STARTS 12 /* the first starts try a homotopy even if a solution is known */

/* Costs may be 0, or nearly so beside their terms; and they are as wrong as the ends. */
static gboolean
costs_equal(const NoslipSteering *a, const NoslipSteering *b)
{
  double size = fmax(fmax(fabs(a->cost), fabs(b->cost)), fmax(a->size, b->size));
  return fabs(a->cost - b->cost) <= fmax(1e-7, a->residual + b->residual) * size;
}

static gboolean
has_momenta(const NoslipSteer *steer, const NoslipSteering *a, const NoslipSteering *b, const double *metric)
{
  guint m = steer->extremal->m, n = steer->extremal->n;
  double largest = 0, apart = 0;
  for (guint i = 0; i < n; i++) {
    double kinetic = noslip_nullspace_dot(n, metric + (gsize) i * n, a->xy + m);
    largest = fmax(largest, fmax(fabs(a->z[m + i]), fabs(kinetic)));
    apart = fmax(apart, fabs(a->z[m + i] - b->z[m + i]));
  }
  return apart <= 1e-5 * largest;
}

/* Fills v (n) with the velocity at a fraction of the time. */
static gboolean
velocity_at(const NoslipSteer *steer, const NoslipSteering *one, double fraction, double *v)
{
  NoslipExtremal *extremal = steer->extremal;
  g_autofree double *z = g_new0(double, extremal->size);
  g_autofree double *zdot = g_new0(double, extremal->size);
  double t = fraction * one->time;
  if (!noslip_extremal_enter(extremal, 0, one->xy, one->mu, z) ||
      (t > 0 && !noslip_arc_move(steer->arc, 0, t, z, 0, NULL, NULL)) ||
      !noslip_extremal_rates(extremal, t, z, zdot, FALSE))
    return FALSE;
  memcpy(v, extremal->y, sizeof(double) * extremal->n);
  return TRUE;
}

/* Whether the velocities are the same at three times: an abnormal motion has many multipliers. */
static gboolean
has_motion(const NoslipSteer *steer, const NoslipSteering *a, const NoslipSteering *b, const double *metric)
{
  guint n = steer->extremal->n;
  g_autofree double *scale = g_new0(double, n);
  g_autofree double *v = g_new0(double, n);
  g_autofree double *other = g_new0(double, n);
  double largest = 0, apart = 0;
  noslip_linear_metric_scale(n, metric, scale);
  for (guint third = 0; third < 3; third++) {
    if (!velocity_at(steer, a, third / 3.0, v) || !velocity_at(steer, b, third / 3.0, other))
      return FALSE;
    for (guint i = 0; i < n; i++) {
      largest = fmax(largest, fabs(v[i] / scale[i]));
      apart = fmax(apart, fabs((v[i] - other[i]) / scale[i]));
    }
  }
  return apart <= 1e-5 * largest;
}

/* Whether two solutions are the same, or belong to one family: equal cost and time, and equal momenta or motions. */
static gboolean
is_same(const NoslipSteer *steer, const NoslipSteering *a, const NoslipSteering *b)
{
  guint n = steer->extremal->n;
  g_autofree double *metric = g_new0(double, (gsize) n *n);
  g_autofree double *phi = g_new0(double, (gsize) steer->extremal->k *n + 1);
  return costs_equal(a, b) && fabs(a->time - b->time) <= fmax(1e-6, a->residual + b->residual) * a->time &&
         noslip_extremal_metric(steer->extremal, 0, a->xy, metric, phi) &&
         (has_momenta(steer, a, b, metric) || has_motion(steer, a, b, metric));
}

/* Whether the end is conjugate to the start. Then a family of solutions of equal cost ends there; one is listed. */
static gboolean
ends_conjugate(const NoslipSteering *a)
{
  if (a->conjugate == NULL || a->conjugate->len == 0)
    return FALSE;
  return g_array_index(a->conjugate, double, a->conjugate->len - 1) > a->time * (1 - 1e-5);
}

/* The one in the list that is the same, or of the same family; NULL if there is none. */
static gpointer *
find_known(const NoslipSteer *steer, const GPtrArray *found, const NoslipSteering *one)
{
  for (guint i = 0; i < found->len; i++) {
    const NoslipSteering *other = found->pdata[i];
    if (is_same(steer, one, other) || (ends_conjugate(other) && costs_equal(one, other)))
      return &found->pdata[i];
  }
  return NULL;
}

static int
by_cost(gconstpointer a, gconstpointer b)
{
  const NoslipSteering *one = *(NoslipSteering *const *) a, *other = *(NoslipSteering *const *) b;
  return one->cost < other->cost ? -1 : one->cost > other->cost;
}

static gboolean
is_cancelled(const NoslipSteer *steer)
{
  return steer->cancel != NULL && g_atomic_int_get(steer->cancel);
}

static void
find_conjugate(NoslipSteer *steer, NoslipSteering *one)
{
  if (one->n_pieces == 1) /* otherwise the extremal from its initial values ends elsewhere */
    one->conjugate = noslip_conjugate_times(steer->extremal, one->z, one->time, steer->cancel);
}

/* Adds a solution to the list, which is sorted and holds the cheapest ones only; or puts it in the place of a less
 * exact one that is the same. Takes ownership. FALSE if the solution is known or too expensive. */
static gboolean
keep(NoslipSteer *steer, GPtrArray *found, NoslipSteering *one)
{
  gpointer *known = find_known(steer, found, one);
  if (known != NULL) {
    NoslipSteering *other = *known;
    gboolean better = one->n_pieces == other->n_pieces && one->residual < MUCH_LESS * other->residual;
    if (better) {
      find_conjugate(steer, one);
      *known = one;
      g_ptr_array_sort(found, by_cost);
    }
    noslip_steering_free(better ? other : one);
    return FALSE;
  }
  find_conjugate(steer, one);
  g_ptr_array_add(found, one);
  g_ptr_array_sort(found, by_cost);
  if (found->len <= steer->options->solutions)
    return TRUE;
  gboolean last = found->pdata[found->len - 1] == one;
  g_ptr_array_set_size(found, (int) steer->options->solutions);
  return !last;
}

static void
search(NoslipSteer *steer, NoslipSteerProgress progress, gpointer data, GPtrArray *found)
{
  g_autofree double *xy = g_new0(double, steer->extremal->size);
  g_autofree double *mu = g_new0(double, (gsize) steer->extremal->k + 1);
  guint idle = 0;
  for (guint i = 0; i < steer->options->starts && !is_cancelled(steer); i++) {
    if (progress != NULL)
      progress(data, i, steer->options->starts, found);
    steer->persistent = found->len == 0 || (i < PERSISTENT_STARTS && found->len < steer->options->solutions);
    noslip_steer_draw_start(steer, i, xy, mu);
    if (!noslip_steer_solve(steer, xy, mu) && (!steer->persistent || !noslip_steer_solve_path(steer, i)) &&
        (found->len > 0 || i >= SLIP_STARTS || !noslip_steer_solve_slip(steer, i)))
      continue;
    NoslipSteering *one = noslip_steer_read(steer);
    if (one == NULL)
      continue;
    idle = keep(steer, found, one) ? 0 : idle + 1;
    if (idle >= (found->len < steer->options->solutions ? 3 * MAX_IDLE : MAX_IDLE))
      break;
  }
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
steer_all(NoslipSteer *steer, NoslipSteerProgress progress, gpointer data, GPtrArray *found, NoslipDiagnostic **error)
{
  guint n = steer->system->n, k = steer->system->k;
  g_autofree double *target = g_new0(double, (gsize) steer->options->n_given + 1);
  g_autofree double *ranges = g_new0(double, (gsize) steer->system->m + 1);
  g_autofree double *metric = g_new0(double, (gsize) n *n);
  g_autofree double *phi = g_new0(double, (gsize) k *n + 1);
  g_autofree double *basis = g_new0(double, (gsize) n *n);
  steer->target = target, steer->ranges = ranges;
  steer->metric = metric, steer->phi = phi, steer->basis = basis;
  noslip_steer_fill_ranges(steer);
  if (!noslip_steer_prepare(steer)) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_UNDEFINED, NULL, NULL,
                                   _("the extremals are not determined where the motion begins"));
    return;
  }
  *error = noslip_steer_rest(steer);
  if (*error != NULL)
    return;
  const NoslipShootingEnd end = {steer->options->n_given, (guint *) steer->options->given, target,
                                 noslip_steer_is_open(steer), steer->options->time == 0};
  g_autoptr(NoslipShooting) coarse = noslip_shooting_new(steer->extremal, steer->arc, &end, NOSLIP_SHOOTING_ARCS);
  g_autoptr(NoslipShooting) fine = NULL;
  steer->shooting = steer->coarse = coarse;
  noslip_steer_fill_typical(steer, coarse->typical);
  g_autoptr(NoslipDirect) direct = NULL;
  if (steer->options->time > 0)
    direct = noslip_direct_new(steer->system, steer->parameters, steer->options->xy, steer->options->n_given,
                               steer->options->given, ranges, steer->options->time, steer->cancel);
  steer->direct = direct;
  g_autoptr(NoslipSlip) slip = NULL;
  if (steer->options->time > 0)
    slip = noslip_slip_new(steer->system, steer->parameters, steer->options->xy, steer->options->n_given,
                           steer->options->given, ranges, steer->options->time, steer->cancel);
  steer->slip = slip;
  if (slip != NULL) {
    steer->fine = fine = noslip_shooting_new(steer->extremal, steer->arc, &end, FINE_ARCS);
    noslip_steer_fill_typical(steer, fine->typical);
  }
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
  g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(noslip_steering_free);
  NoslipSteer steer = {.system = system,
                       .dynamics = dynamics,
                       .parameters = parameters,
                       .options = options,
                       .extremal = extremal,
                       .arc = arc,
                       .seed = options->seed,
                       .cancel = cancel};
  steer_all(&steer, progress, data, found, error);
  if (*error == NULL)
    noslip_steer_name_abnormal(system, dynamics, parameters, found, cancel);
  return *error == NULL || (*error)->severity == NOSLIP_NOTE ? g_steal_pointer(&found) : NULL;
}
