/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/ensemble.h"

#include "core/expr/tape.h"
#include "core/integrate/guard-lanes.h"
#include "core/integrate/rk4.h"
#include "core/integrate/schedule.h"

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
  guint n, next; /* motions; the sample that comes next */
  guint32 in;    /* the bits of those that are followed */
  double t;      /* s */
  gsize size;    /* of the state times LANES */
  double *z, *argument, *k1, *k2, *k3, *k4;
  double *rows;            /* LANES x row size */
  NoslipGuardLanes *guard; /* or NULL */
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
  if (wrong != NULL || formulation->lanes == NULL || noslip_system_has_modes(system) ||
      options->method != noslip_ensemble_method() || formulation->size(data) == 0)
    return NULL;
  gpointer work = formulation->lanes->work_new(data);
  if (work == NULL)
    return NULL;
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
  ensemble->rows = g_new0(double, (gsize) LANES *noslip_row_size(system));
  ensemble->guard = noslip_guard_lanes_new(system, formulation->kind);
  return ensemble;
}

void
noslip_ensemble_free(NoslipEnsemble *ensemble)
{
  if (ensemble == NULL)
    return;
  double *arrays[] = {ensemble->z, ensemble->argument, ensemble->k1, ensemble->k2, ensemble->k3, ensemble->k4};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_aligned_free(arrays[i]);
  g_free(ensemble->rows);
  noslip_guard_lanes_free(ensemble->guard);
  ensemble->lanes->work_free(ensemble->work);
  noslip_dynamics_unref(ensemble->dynamics);
  g_free(ensemble);
}

void
noslip_ensemble_start(NoslipEnsemble *ensemble, guint n, const double *parameters, const double *xy)
{
  ensemble->n = MIN(n, LANES);
  ensemble->next = 0;
  ensemble->t = ensemble->schedule.t0;
  ensemble->lanes->enter(ensemble->work, ensemble->n, parameters, ensemble->t, xy, ensemble->z, &ensemble->in);
  if (ensemble->guard == NULL)
    return;
  ensemble->lanes->rates(ensemble->work, ensemble->t, ensemble->z, ensemble->k1, &ensemble->in);
  noslip_guard_lanes_start(ensemble->guard, ensemble->n, parameters, ensemble->t, ensemble->z, ensemble->k1);
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
  ensemble->lanes->rates(ensemble->work, t, ensemble->argument, rates, &ensemble->in);
}

static void
step(NoslipEnsemble *ensemble, double next)
{
  double t = ensemble->t, h = next - t;
  const double *k1 = ensemble->k1, *k2 = ensemble->k2, *k3 = ensemble->k3, *k4 = ensemble->k4;
  ensemble->lanes->rates(ensemble->work, t, ensemble->z, ensemble->k1, &ensemble->in);
  stage(ensemble, t + 0.5 * h, 0.5 * h, k1, ensemble->k2);
  stage(ensemble, t + 0.5 * h, 0.5 * h, k2, ensemble->k3);
  stage(ensemble, t + h, h, k3, ensemble->k4);
  for (gsize i = 0; i < ensemble->size; i++)
    ensemble->z[i] = noslip_rk4_end(ensemble->z[i], h, k1[i], k2[i], k3[i], k4[i]);
  ensemble->lanes->accept(ensemble->work, next, ensemble->z, ensemble->options.stabilise, &ensemble->in);
  ensemble->t = next;
  if (ensemble->guard == NULL)
    return;
  /* These rates are those that the next step begins with. */
  ensemble->lanes->rates(ensemble->work, next, ensemble->z, ensemble->k1, &ensemble->in);
  noslip_guard_lanes_step(ensemble->guard, next, ensemble->z, ensemble->k1, &ensemble->in);
}

gboolean
noslip_ensemble_next(NoslipEnsemble *ensemble, const int *cancel)
{
  if (ensemble->next >= ensemble->schedule.n || ensemble->in == 0)
    return FALSE;
  double from = ensemble->t, to = noslip_schedule_time(&ensemble->schedule, ensemble->next);
  guint n = from < to ? noslip_fixed_steps(from, to, ensemble->options.fixed_step) : 0;
  if (n == 0 && from < to) { /* too many steps: a run of this motion alone reports it */
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

void
noslip_ensemble_rows(NoslipEnsemble *ensemble, double *rows)
{
  ensemble->lanes->observe(ensemble->work, ensemble->t, ensemble->z, ensemble->rows, &ensemble->in);
  memcpy(rows, ensemble->rows, (gsize) ensemble->n * noslip_row_size(ensemble->system) * sizeof(double));
}

gboolean
noslip_ensemble_holds(const NoslipEnsemble *ensemble, guint motion)
{
  return motion < ensemble->n && (ensemble->in >> motion & 1);
}
