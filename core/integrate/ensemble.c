/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/ensemble.h"

#include "core/expr/lanes.h"
#include "core/integrate/adaptive-lanes.h"
#include "core/integrate/lane-order.h"
#include "core/integrate/rk4.h"
#include "core/integrate/schedule.h"
#include "core/integrate/switches.h"
#include "core/system/state.h"

#include <math.h>
#include <string.h>

#define LANES NOSLIP_TAPE_LANES

struct _NoslipEnsemble {
  NoslipDynamics *dynamics;
  const NoslipSystem *system; /* of the dynamics */
  const NoslipLanes *lanes;
  gpointer work;
  NoslipRunOptions options;
  NoslipSchedule schedule;
  guint n, next; /* number of motions; index of the next sample */
  NoslipLaneOrder order;
  guint32 in; /* bits of the lanes whose motion is still followed */
  double t;   /* s */
  gsize size; /* numbers of a state times LANES */
  double *z, *argument, *k1, *k2, *k3, *k4;
  double *rows, *before;         /* row size x LANES: of the last step, and of the step before it */
  double times[LANES];           /* s, all equal */
  double ends[LANES];            /* s, of the run, all equal */
  NoslipGuardLanes *guard;       /* or NULL */
  NoslipAdaptiveLanes *adaptive; /* NULL: the fixed steps of rk4 */
};

const NoslipMethod *
noslip_ensemble_method(void)
{
  return &noslip_method_rk4;
}

NoslipEnsemble *
noslip_ensemble_new(NoslipDynamics *dynamics, const NoslipRunOptions *options)
{
  return noslip_ensemble_new_at(dynamics, options, 0);
}

/* Whether the steps of this method can be taken in lanes. */
static gboolean
has_steps(NoslipDynamics *dynamics, const NoslipRunOptions *options)
{
  if (options->method == noslip_ensemble_method())
    return TRUE;
  if (noslip_embedded_pair(options->method) == NULL || options->fixed_step > 0)
    return FALSE;
  return !noslip_switches_has(dynamics);
}

NoslipEnsemble *
noslip_ensemble_new_at(NoslipDynamics *dynamics, const NoslipRunOptions *options, double t0)
{
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  gconstpointer data = noslip_dynamics_data(dynamics);
  NoslipSchedule schedule = {0};
  g_autoptr(NoslipDiagnostic) wrong = noslip_run_options_check(options);
  if (wrong == NULL)
    wrong = noslip_schedule_lay_out(&schedule, options, system, t0);
  if (wrong != NULL || formulation->lanes == NULL || noslip_system_has_modes(system) || formulation->size(data) == 0 ||
      !has_steps(dynamics, options))
    return NULL;
  gpointer work = formulation->lanes->work_new(data);
  if (work == NULL)
    return NULL;
  gboolean fixed = options->method == noslip_ensemble_method();
  NoslipEnsemble *ensemble = g_new0(NoslipEnsemble, 1);
  ensemble->dynamics = noslip_dynamics_ref(dynamics);
  ensemble->system = system;
  ensemble->lanes = formulation->lanes;
  ensemble->work = work;
  ensemble->options = *options;
  ensemble->schedule = schedule;
  ensemble->size = (gsize) formulation->size(data) * LANES;
  double **arrays[] = {&ensemble->z, &ensemble->argument, &ensemble->k1, &ensemble->k2, &ensemble->k3, &ensemble->k4};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    *arrays[i] = g_aligned_alloc0(ensemble->size, sizeof(double), 64);
  ensemble->rows = g_aligned_alloc0((gsize) LANES * noslip_row_size(system), sizeof(double), 64);
  ensemble->before = g_aligned_alloc0((gsize) LANES * noslip_row_size(system), sizeof(double), 64);
  ensemble->guard = noslip_guard_lanes_new(dynamics, fixed);
  ensemble->adaptive =
      noslip_adaptive_lanes_new(formulation->lanes, work, formulation->size(data), ensemble->guard, &ensemble->options);
  return ensemble;
}

void
noslip_ensemble_free(NoslipEnsemble *ensemble)
{
  if (ensemble == NULL)
    return;
  double *arrays[] = {ensemble->z,  ensemble->argument, ensemble->k1,   ensemble->k2,
                      ensemble->k3, ensemble->k4,       ensemble->rows, ensemble->before};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_aligned_free(arrays[i]);
  noslip_adaptive_lanes_free(ensemble->adaptive);
  noslip_guard_lanes_free(ensemble->guard);
  ensemble->lanes->work_free(ensemble->work);
  noslip_dynamics_unref(ensemble->dynamics);
  g_free(ensemble);
}

/* The rates of all motions at one time. */
static void
evaluate(NoslipEnsemble *ensemble, double t, const double *z, double *rates)
{
  for (guint lane = 0; lane < LANES; lane++)
    ensemble->times[lane] = t;
  ensemble->lanes->rates(ensemble->work, ensemble->times, z, rates, &ensemble->in);
}

void
noslip_ensemble_start(NoslipEnsemble *ensemble, guint n, const double *parameters, const double *xy)
{
  ensemble->n = MIN(n, LANES);
  noslip_lane_order_start(&ensemble->order, ensemble->n);
  ensemble->next = 0;
  ensemble->t = ensemble->schedule.t0;
  for (guint lane = 0; lane < LANES; lane++)
    ensemble->ends[lane] = ensemble->schedule.to;
  ensemble->lanes->enter(ensemble->work, ensemble->n, parameters, ensemble->t, xy, ensemble->z, &ensemble->in);
  if (ensemble->adaptive != NULL)
    noslip_adaptive_lanes_start(ensemble->adaptive, ensemble->t, ensemble->n);
  if (ensemble->guard == NULL)
    return;
  evaluate(ensemble, ensemble->t, ensemble->z, ensemble->k1);
  noslip_guard_lanes_start(ensemble->guard, ensemble->n, parameters, ensemble->times, ensemble->z, ensemble->k1);
}

static void
swap(gpointer data, guint a, guint b)
{
  NoslipEnsemble *ensemble = data;
  ensemble->in = noslip_lanes_swap_bits(ensemble->in, a, b);
  noslip_lanes_swap(ensemble->size / LANES, ensemble->z, a, b);
  noslip_lanes_swap(noslip_row_size(ensemble->system), ensemble->rows, a, b);
  ensemble->lanes->swap(ensemble->work, a, b);
  noslip_adaptive_lanes_swap(ensemble->adaptive, a, b);
  if (ensemble->guard != NULL)
    noslip_guard_lanes_swap(ensemble->guard, a, b);
}

/* Computes only the motions that still move, where fewer lanes are enough. */
static void
gather(NoslipEnsemble *ensemble, guint32 moving)
{
  guint n = noslip_lane_order_gather(&ensemble->order, moving, swap, ensemble);
  if (n == 0)
    return;
  ensemble->lanes->use(ensemble->work, n);
  noslip_adaptive_lanes_use(ensemble->adaptive, n);
  if (ensemble->guard != NULL)
    noslip_guard_lanes_use(ensemble->guard, n);
}

guint
noslip_ensemble_n_samples(const NoslipEnsemble *ensemble)
{
  return ensemble->schedule.n;
}

static void
stage(NoslipEnsemble *ensemble, double t, double h, const double *k, double *rates)
{
  for (gsize i = 0; i < ensemble->size; i++)
    ensemble->argument[i] = noslip_rk4_stage(ensemble->z[i], h, k[i]);
  evaluate(ensemble, t, ensemble->argument, rates);
}

static void
step(NoslipEnsemble *ensemble, double next)
{
  double t = ensemble->t, h = next - t;
  const double *k1 = ensemble->k1, *k2 = ensemble->k2, *k3 = ensemble->k3, *k4 = ensemble->k4;
  guint32 changed = 0;
  evaluate(ensemble, t, ensemble->z, ensemble->k1);
  stage(ensemble, t + 0.5 * h, 0.5 * h, k1, ensemble->k2);
  stage(ensemble, t + 0.5 * h, 0.5 * h, k2, ensemble->k3);
  stage(ensemble, t + h, h, k3, ensemble->k4);
  for (gsize i = 0; i < ensemble->size; i++)
    ensemble->z[i] = noslip_rk4_end(ensemble->z[i], h, k1[i], k2[i], k3[i], k4[i]);
  for (guint lane = 0; lane < LANES; lane++)
    ensemble->times[lane] = next;
  ensemble->lanes->accept(ensemble->work, ensemble->times, ensemble->z, ensemble->options.stabilise, &ensemble->in,
                          &changed);
  ensemble->t = next;
  if (ensemble->guard == NULL)
    return;
  /* The guard needs the rates at the new states; the next step computes the same. */
  evaluate(ensemble, next, ensemble->z, ensemble->k1);
  noslip_guard_lanes_step(ensemble->guard, ensemble->times, ensemble->z, ensemble->k1, &ensemble->in);
}

gboolean
noslip_ensemble_next(NoslipEnsemble *ensemble, const int *cancel)
{
  if (ensemble->next >= ensemble->schedule.n || ensemble->in == 0)
    return FALSE;
  double from = ensemble->t, to = noslip_schedule_time(&ensemble->schedule, ensemble->next);
  if (ensemble->adaptive != NULL) {
    if (from < to && !noslip_adaptive_lanes_advance(ensemble->adaptive, to, ensemble->z, cancel, &ensemble->in))
      return FALSE;
    ensemble->t = to;
    ensemble->next++;
    return TRUE;
  }
  guint n = from < to ? noslip_fixed_steps(from, to, ensemble->options.fixed_step) : 0;
  if (n == 0 && from < to) { /* too many steps: the run of a single motion reports it */
    ensemble->in = 0;
    return FALSE;
  }
  for (guint i = 1; i <= n; i++) {
    if (cancel != NULL && g_atomic_int_get(cancel))
      return FALSE;
    step(ensemble, noslip_fixed_time(from, to, i, n));
    if (ensemble->in == 0)
      return FALSE;
  }
  ensemble->next++;
  return TRUE;
}

/* Computes the rows of the motions in these lanes. Those that the lanes cannot follow leave; returns the others. */
static guint32
observe(NoslipEnsemble *ensemble, guint32 lanes)
{
  guint32 good = lanes;
  ensemble->lanes->observe(ensemble->work, ensemble->times, ensemble->z, ensemble->rows, &good);
  ensemble->in &= ~lanes | good;
  return good;
}

/* Copies these rows to the places of their motions. */
static void
copy_rows(const NoslipEnsemble *ensemble, guint32 lanes, double *rows)
{
  gsize size = noslip_row_size(ensemble->system);
  NOSLIP_FOR_BITS(lane, lanes)
  {
    double *row = rows + ensemble->order.motion[lane] * size;
    for (gsize i = 0; i < size; i++)
      row[i] = ensemble->rows[i * LANES + lane];
  }
}

static guint32
observe_now(NoslipEnsemble *ensemble)
{
  for (guint lane = 0; lane < LANES; lane++)
    ensemble->times[lane] = ensemble->t;
  return observe(ensemble, ensemble->in);
}

void
noslip_ensemble_rows(NoslipEnsemble *ensemble, double *rows)
{
  copy_rows(ensemble, observe_now(ensemble), rows);
}

/* One step of each moving motion; returns the lanes whose row is new, or 0 if no motion is left. */
static guint32
step_rows(NoslipEnsemble *ensemble, const int *cancel)
{
  guint32 stepped = 0;
  while (stepped == 0) {
    guint32 moving = noslip_adaptive_lanes_moving(ensemble->adaptive, ensemble->ends, ensemble->in);
    if (moving == 0 || (cancel != NULL && g_atomic_int_get(cancel)))
      return 0;
    gather(ensemble, moving);
    stepped = noslip_adaptive_lanes_step(ensemble->adaptive, ensemble->ends, ensemble->z, &ensemble->in);
    stepped &= ensemble->in;
    if (stepped == 0)
      continue;
    double *kept = ensemble->before;
    ensemble->before = ensemble->rows;
    ensemble->rows = kept;
    memcpy(ensemble->times, noslip_adaptive_lanes_times(ensemble->adaptive), sizeof ensemble->times);
    stepped = observe(ensemble, stepped);
  }
  return stepped;
}

guint32
noslip_ensemble_step_lanes(NoslipEnsemble *ensemble, const double **rows, const double **before, const int *cancel)
{
  guint32 stepped = 0;
  if (ensemble->adaptive != NULL && ensemble->next > 0)
    stepped = step_rows(ensemble, cancel);
  else if (ensemble->adaptive != NULL) {
    ensemble->next = 1;
    stepped = observe_now(ensemble);
  }
  *rows = ensemble->rows;
  *before = ensemble->before;
  return stepped;
}

guint32
noslip_ensemble_step(NoslipEnsemble *ensemble, double *rows, const int *cancel)
{
  const double *computed, *before;
  guint32 stepped = noslip_ensemble_step_lanes(ensemble, &computed, &before, cancel);
  copy_rows(ensemble, stepped, rows);
  return noslip_lane_order_motions(&ensemble->order, stepped);
}

const guint *
noslip_ensemble_motions(const NoslipEnsemble *ensemble)
{
  return ensemble->order.motion;
}

void
noslip_ensemble_drop(NoslipEnsemble *ensemble, guint motion)
{
  ensemble->in &= ~((guint32) 1 << ensemble->order.lane[motion]);
}

gboolean
noslip_ensemble_holds(const NoslipEnsemble *ensemble, guint motion)
{
  return motion < ensemble->n && (ensemble->in >> ensemble->order.lane[motion] & 1);
}
