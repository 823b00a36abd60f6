/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/finder/holonomy-work.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define CELLS NOSLIP_CURVATURE_CELLS
#define HALF 1.2 /* size of the box about the start for a coordinate without a range */

struct _NoslipCurvatureMap {
  NoslipSystem *system; /* a reference */
  double *parameters, *xy;
  NoslipDiagnostic *error;
  GMutex lock; /* protects the fields below */
  guint shape[2];
  gboolean known; /* the shape */
  double low[2], high[2];
  double *values; /* cells x cells x m */
  guint n_rows;   /* of cells, computed so far */
};

static void
map_free(gpointer data)
{
  NoslipCurvatureMap *map = data;
  noslip_system_unref(map->system);
  g_clear_pointer(&map->error, noslip_diagnostic_free);
  g_mutex_clear(&map->lock);
  g_free(map->parameters);
  g_free(map->xy);
  g_free(map->values);
  g_free(map);
}

static void
set_box(NoslipCurvatureMap *map, const guint shape[2])
{
  g_mutex_lock(&map->lock);
  for (guint s = 0; s < 2; s++) {
    const NoslipCoordinate *coordinate = &map->system->coordinates[shape[s]];
    gboolean ranged = isfinite(coordinate->low) && isfinite(coordinate->high);
    map->shape[s] = shape[s];
    map->low[s] = ranged ? coordinate->low : map->xy[shape[s]] - HALF;
    map->high[s] = ranged ? coordinate->high : map->xy[shape[s]] + HALF;
  }
  map->known = TRUE;
  g_mutex_unlock(&map->lock);
}

static void
fill_row(NoslipCurvatureMap *map, NoslipHolonomy *holonomy, guint row, double *values)
{
  guint m = map->system->m;
  for (guint column = 0; column < CELLS; column++) {
    const double at[2] = {map->low[0] + (map->high[0] - map->low[0]) * (row + 0.5) / CELLS,
                          map->low[1] + (map->high[1] - map->low[1]) * (column + 0.5) / CELLS};
    double *one = values + (gsize) column * m;
    if (!noslip_holonomy_curvature(holonomy, at, one))
      for (guint i = 0; i < m; i++)
        one[i] = NAN;
  }
}

static gboolean
fill_map(NoslipJob *job, gpointer data, GError **ignored)
{
  NoslipCurvatureMap *map = data;
  guint shape[2] = {map->shape[0], map->shape[1]}, m = map->system->m;
  if (shape[0] == shape[1] && !noslip_holonomy_guess(map->system, map->parameters, map->xy, shape, &map->error)) {
    if (!map->error)
      map->error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, NULL, "%s",
                                         _("no loop of two coordinates moves another one"));
    return FALSE;
  }
  g_autoptr(NoslipHolonomy) holonomy = noslip_holonomy_new(map->system, map->parameters, shape, map->xy, &map->error);
  if (!holonomy)
    return FALSE;
  set_box(map, shape);
  g_autofree double *values = g_new0(double, (gsize) CELLS *m);
  for (guint row = 0; row < CELLS && !noslip_job_is_cancelled(job); row++) {
    fill_row(map, holonomy, row, values);
    g_mutex_lock(&map->lock);
    memcpy(map->values + (gsize) row * CELLS * m, values, sizeof(double) * CELLS * m);
    map->n_rows = row + 1;
    g_mutex_unlock(&map->lock);
    noslip_job_set_progress(job, (row + 1.0) / CELLS);
  }
  return TRUE;
}

void
noslip_curvature_map_begin(NoslipSearch *search, const char *key, const NoslipSimulation *simulation,
                           const guint shape[2])
{
  NoslipSystem *system = noslip_simulation_system(simulation);
  const NoslipStart *start = noslip_simulation_start(simulation);
  NoslipCurvatureMap *map = g_new0(NoslipCurvatureMap, 1);
  map->system = noslip_system_ref(system);
  map->parameters = g_memdup2(start->parameters, sizeof(double) * MAX(system->n_parameters, 1));
  map->xy = g_memdup2(start->found, sizeof(double) * (system->m + system->n));
  map->values = g_new0(double, (gsize) CELLS *CELLS *MAX(system->m, 1));
  memcpy(map->shape, shape, sizeof map->shape);
  g_mutex_init(&map->lock);
  noslip_search_begin(search, key, fill_map, map, map_free);
}

gboolean
noslip_curvature_map_box(NoslipCurvatureMap *map, guint shape[2], double low[2], double high[2])
{
  g_mutex_lock(&map->lock);
  gboolean known = map->known;
  memcpy(shape, map->shape, sizeof map->shape);
  memcpy(low, map->low, sizeof map->low);
  memcpy(high, map->high, sizeof map->high);
  g_mutex_unlock(&map->lock);
  return known;
}

double *
noslip_curvature_map_values(NoslipCurvatureMap *map, guint coordinate, double *largest)
{
  guint m = map->system->m;
  double *copy = g_new(double, CELLS *CELLS);
  *largest = 0;
  g_mutex_lock(&map->lock);
  for (guint cell = 0; cell < CELLS * CELLS; cell++) {
    copy[cell] = cell / CELLS < map->n_rows ? map->values[(gsize) cell * m + coordinate] : NAN;
    if (isfinite(copy[cell]))
      *largest = fmax(*largest, fabs(copy[cell]));
  }
  g_mutex_unlock(&map->lock);
  return copy;
}

guint
noslip_curvature_map_rows(NoslipCurvatureMap *map)
{
  g_mutex_lock(&map->lock);
  guint n = map->n_rows;
  g_mutex_unlock(&map->lock);
  return n;
}

const NoslipDiagnostic *
noslip_curvature_map_error(const NoslipCurvatureMap *map)
{
  return map->error;
}

/* The loop */

static void
loop_free(gpointer data)
{
  NoslipLoopWork *work = data;
  noslip_system_unref(work->system);
  g_clear_pointer(&work->error, noslip_diagnostic_free);
  g_free(work->parameters);
  g_free(work->xy);
  g_free(work->points);
  g_free(work->displacement);
  g_free(work->area_rule);
  g_free(work->path);
  g_free(work);
}

static gboolean
go_around(NoslipJob *job, gpointer data, GError **ignored)
{
  NoslipLoopWork *work = data;
  const int *cancel = noslip_job_cancel_flag(job);
  g_autoptr(NoslipHolonomy) holonomy =
      noslip_holonomy_new(work->system, work->parameters, work->shape, work->xy, &work->error);
  if (!holonomy)
    return FALSE;
  work->path = noslip_holonomy_path(holonomy, &work->loop, &work->n_path, cancel);
  work->good = noslip_holonomy_loop(holonomy, &work->loop, work->displacement, work->area_rule, &work->area, cancel,
                                    &work->error);
  return work->good;
}

void
noslip_loop_work_begin(NoslipSearch *search, const char *key, const NoslipSimulation *simulation, const guint shape[2],
                       const NoslipLoop *loop)
{
  NoslipSystem *system = noslip_simulation_system(simulation);
  const NoslipStart *start = noslip_simulation_start(simulation);
  NoslipLoopWork *work = g_new0(NoslipLoopWork, 1);
  work->system = noslip_system_ref(system);
  work->parameters = g_memdup2(start->parameters, sizeof(double) * MAX(system->n_parameters, 1));
  work->xy = g_memdup2(start->found, sizeof(double) * (system->m + system->n));
  work->points = g_memdup2(loop->points, sizeof(double) * 2 * loop->n_points);
  work->loop = *loop;
  work->loop.points = work->points;
  work->displacement = g_new0(double, system->m);
  work->area_rule = g_new0(double, system->m);
  memcpy(work->shape, shape, sizeof work->shape);
  noslip_search_begin(search, key, go_around, work, loop_free);
}
