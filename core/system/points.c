/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/points.h"

#include "core/system/coordinates.h"
#include "core/system/manifold.h"

#include <math.h>
#include <string.h>

/* -1 .. 1, a linear congruential generator (Knuth's MMIX constants): good enough for points in general
 * position. */
static double
draw(guint64 *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double) (*seed >> 11) / 4503599627370496.0 - 1;
}

static void
draw_coordinates(const NoslipSystem *system, NoslipManifoldWorkspace *manifold, double t, const double *initial,
                 guint64 *seed, double *x)
{
  for (guint attempt = 0; attempt < 20; attempt++) {
    for (guint i = 0; i < system->m; i++) {
      const NoslipCoordinate *coordinate = &system->coordinates[i];
      double at = draw(seed);
      if (isfinite(coordinate->low) && isfinite(coordinate->high) && coordinate->high > coordinate->low)
        x[i] = coordinate->low + (coordinate->high - coordinate->low) * (at + 1) / 2;
      else
        x[i] = initial[i] + at;
    }
    if (noslip_manifold_project(manifold, t, x, NULL) >= 0)
      return;
  }
}

NoslipPoints *
noslip_points_new(const NoslipSystem *system, guint n_points, gboolean with_initial)
{
  NoslipPoints *points = g_new0(NoslipPoints, 1);
  guint n_parameters = system->n_parameters, m = system->m, n = system->n;
  points->n_points = n_points;
  points->n_symbols = 1 + n_parameters + m + n;
  points->x = 1 + n_parameters;
  points->symbols = g_new0(NoslipExpr, points->n_symbols);
  points->values = g_new0(double, (gsize) points->n_symbols *MAX(n_points, 1));
  points->symbols[0] = system->t;
  for (guint i = 0; i < n_parameters; i++)
    points->symbols[1 + i] = system->parameters[i].symbol;
  for (guint i = 0; i < m; i++)
    points->symbols[points->x + i] = system->coordinates[i].symbol;
  for (guint i = 0; i < n; i++)
    points->symbols[points->x + m + i] = system->fibres[i].symbol;

  g_autoptr(NoslipManifold) manifold = noslip_manifold_new(system, TRUE);
  g_autoptr(NoslipManifoldWorkspace) work = noslip_manifold_workspace_new(manifold);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *initial = g_new0(double, MAX(m, 1));
  noslip_manifold_set_parameters(work, parameters);
  noslip_coordinates_initial(system, parameters, 0, NULL, initial, NULL);
  guint64 seed = 1742;
  for (guint point = 0; point < n_points; point++) {
    double *values = points->values + (gsize) point * points->n_symbols;
    values[0] = 0.5 * point;
    memcpy(values + 1, parameters, n_parameters * sizeof(double));
    if (point == 0 && with_initial)
      memcpy(values + points->x, initial, m * sizeof(double));
    else
      draw_coordinates(system, work, values[0], initial, &seed, values + points->x);
    for (guint i = 0; i < n; i++)
      values[points->x + m + i] = draw(&seed);
  }
  return points;
}

void
noslip_points_free(NoslipPoints *points)
{
  if (points == NULL)
    return;
  g_free(points->symbols);
  g_free(points->values);
  g_free(points);
}

NoslipSamples
noslip_points_samples(const NoslipPoints *points)
{
  return (NoslipSamples){points->n_symbols, points->n_points, points->symbols, points->values};
}
