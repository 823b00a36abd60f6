/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/finder/steer-search.h"

#include "core/finder/steer/steer.h"
#include "core/integrate/run.h"

#include <math.h>
#include <string.h>

#define ROWS 240 /* of a way */
#define SEED 1

struct _NoslipSteerWork {
  NoslipSystem *system, *steered; /* references: the window's system, and the same without external forces */
  NoslipSteerRequest request;
  double *parameters, *xy, *mu; /* mu NULL: no start with multipliers */
  guint starts, found;          /* atomic */
  NoslipDynamics *dynamics;     /* used by the job */
  const int *cancel;            /* of the job */
  double best_cost;             /* of the way below, used by the job */
  GMutex lock;
  GPtrArray *best; /* protected by the lock: the cheapest way so far, until it is taken */
  GPtrArray *ways;
  NoslipDiagnostic *error;
};

void
noslip_steer_request_clear(NoslipSteerRequest *request)
{
  g_clear_pointer(&request->given, g_free);
  g_clear_pointer(&request->target, g_free);
}

static void
work_free(gpointer data)
{
  NoslipSteerWork *work = data;
  noslip_steer_request_clear(&work->request);
  noslip_system_unref(work->system);
  noslip_system_unref(work->steered);
  g_clear_pointer(&work->ways, g_ptr_array_unref);
  g_clear_pointer(&work->best, g_ptr_array_unref);
  g_clear_pointer(&work->dynamics, noslip_dynamics_unref);
  g_mutex_clear(&work->lock);
  g_clear_pointer(&work->error, noslip_diagnostic_free);
  g_free(work->parameters);
  g_free(work->xy);
  g_free(work->mu);
  g_free(work);
}

typedef struct {
  NoslipWay *way;
  guint size; /* of a row */
} Rows;

static void
add_row(const double *row, gpointer data)
{
  Rows *rows = data;
  if (rows->way->n_rows < ROWS + 2)
    memcpy(rows->way->rows + (gsize) rows->way->n_rows++ * rows->size, row, sizeof(double) * rows->size);
}

/* The motion of a way. */
static void
fill_rows(const NoslipSteerWork *work, NoslipDynamics *dynamics, const NoslipSteering *one, NoslipWay *way,
          const int *cancel)
{
  NoslipRunOptions options;
  Rows rows = {way, noslip_row_size(work->steered)};
  g_autoptr(NoslipDiagnostic) error = NULL;
  noslip_run_options_default(&options, work->steered);
  options.step = way->time / ROWS;
  way->rows = g_new0(double, (gsize) rows.size *(ROWS + 2));
  noslip_steering_follow(one, dynamics, &options, work->parameters, add_row, &rows, cancel, &error);
}

static NoslipWay *
way_of(const NoslipSteerWork *work, NoslipDynamics *dynamics, const NoslipSteering *one, const int *cancel)
{
  const NoslipSystem *system = work->steered;
  NoslipWay *way = g_new0(NoslipWay, 1);
  *way = (NoslipWay){.cost = one->cost, .time = one->time, .residual = one->residual, .abnormal = one->abnormal};
  way->n_pieces = one->n_pieces;
  way->xy = g_memdup2(one->xy, sizeof(double) * (system->m + system->n));
  way->mu = system->k > 0 ? g_memdup2(one->mu, sizeof(double) * system->k) : g_new0(double, 1);
  way->conjugate = one->conjugate ? g_array_ref(one->conjugate) : NULL;
  fill_rows(work, dynamics, one, way, cancel);
  return way;
}

/* Of a system that the search has not refused. FALSE with *error set if there are none. */
static gboolean
has_dynamics(NoslipSteerWork *work, NoslipDiagnostic **error)
{
  const NoslipFormulation *formulation = noslip_formulation_for(work->steered, NOSLIP_DYNAMICS_VAKONOMIC);
  if (!work->dynamics)
    work->dynamics = noslip_dynamics_new(formulation, work->steered, error);
  return work->dynamics != NULL;
}

/* On the job's thread. */
static void
count(gpointer data, guint done, guint all, const GPtrArray *found)
{
  NoslipSteerWork *work = data;
  (void) all;
  g_atomic_int_set(&work->starts, done);
  g_atomic_int_set(&work->found, found->len);
  const NoslipSteering *cheapest = found->len > 0 ? found->pdata[0] : NULL;
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (!cheapest || !(cheapest->cost < work->best_cost) || !has_dynamics(work, &error))
    return;
  NoslipWay *way = way_of(work, work->dynamics, cheapest, work->cancel);
  way->abnormal = -1;
  work->best_cost = cheapest->cost;
  g_mutex_lock(&work->lock);
  if (!work->best)
    work->best = g_ptr_array_new_with_free_func(noslip_way_free);
  g_ptr_array_set_size(work->best, 0);
  g_ptr_array_add(work->best, way);
  g_mutex_unlock(&work->lock);
}

static gboolean
run(NoslipJob *job, gpointer data, GError **ignored)
{
  NoslipSteerWork *work = data;
  const int *cancel = work->cancel = noslip_job_cancel_flag(job);
  g_atomic_pointer_set(&work->steered, noslip_steer_system(work->system));
  const NoslipSteerOptions options = {work->xy,
                                      work->mu,
                                      work->request.n_given,
                                      work->request.given,
                                      work->request.target,
                                      work->request.time,
                                      work->request.solutions,
                                      work->request.starts,
                                      SEED};
  g_autoptr(GPtrArray) found =
      noslip_steer_find(work->steered, work->parameters, &options, count, work, cancel, &work->error);
  if (!found || !has_dynamics(work, &work->error))
    return FALSE;
  work->ways = g_ptr_array_new_with_free_func(noslip_way_free);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add(work->ways, way_of(work, work->dynamics, found->pdata[i], cancel));
  return TRUE;
}

void
noslip_steer_search_begin(NoslipSearch *search, const char *key, const NoslipSimulation *simulation,
                          const NoslipSteerRequest *request, const NoslipWay *near)
{
  NoslipSystem *system = noslip_simulation_system(simulation);
  const NoslipStart *start = noslip_simulation_start(simulation);
  NoslipSteerWork *work = g_new0(NoslipSteerWork, 1);
  guint m = system->m, n = system->n, k = system->k;
  work->system = noslip_system_ref(system);
  work->best_cost = INFINITY;
  g_mutex_init(&work->lock);
  work->request = *request;
  work->request.given = g_memdup2(request->given, sizeof(guint) * MAX(request->n_given, 1));
  work->request.target = g_memdup2(request->target, sizeof(double) * MAX(request->n_given, 1));
  work->parameters = g_memdup2(start->parameters, sizeof(double) * MAX(system->n_parameters, 1));
  work->xy = g_memdup2(start->found, sizeof(double) * (m + n));
  if (near) {
    memcpy(work->xy + m, near->xy + m, sizeof(double) * n);
    work->mu = g_memdup2(near->mu, sizeof(double) * MAX(k, 1));
  } else if (noslip_simulation_runs(simulation)->kind == NOSLIP_DYNAMICS_VAKONOMIC) {
    work->mu = g_memdup2(start->found + m + n, sizeof(double) * MAX(k, 1));
  }
  noslip_search_begin(search, key, run, work, work_free);
}

void
noslip_steer_work_progress(NoslipSteerWork *work, guint *starts, guint *found)
{
  *starts = (guint) g_atomic_int_get(&work->starts);
  *found = (guint) g_atomic_int_get(&work->found);
}

GPtrArray *
noslip_steer_work_take_best(NoslipSteerWork *work)
{
  g_mutex_lock(&work->lock);
  GPtrArray *best = g_steal_pointer(&work->best);
  g_mutex_unlock(&work->lock);
  return best;
}

GPtrArray *
noslip_steer_work_ways(const NoslipSteerWork *work)
{
  return work->ways;
}

const NoslipDiagnostic *
noslip_steer_work_error(const NoslipSteerWork *work)
{
  return work->error;
}

gboolean
noslip_steer_work_drops_forces(NoslipSteerWork *work)
{
  const NoslipSystem *steered = g_atomic_pointer_get(&work->steered); /* the job may run */
  return steered && steered != work->system;
}
