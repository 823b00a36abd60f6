/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the results of the checks into the report. */
#include "core/geometry/reduction/reduction-private.h"

#include <math.h>

#define COORDINATES_MOST 8

/* ", at x = 0.3, y = -1" */
static void
append_point(GString *text, const NoslipSystem *system, const NoslipPoints *points, guint point)
{
  const double *x = points->values + (gsize) point * points->n_symbols + points->x;
  for (guint i = 0; i < MIN(system->m, COORDINATES_MOST); i++)
    g_string_append_printf(text, "%s%s = %.6g", i == 0 ? ", at " : ", ", system->coordinates[i].name, x[i]);
  if (system->m > COORDINATES_MOST)
    g_string_append(text, ", …");
}

void
noslip_reduction_take(NoslipReductionWorkspace *work, NoslipReductionKind kind, double residual, const char *what,
                      const NoslipPoints *points, guint point)
{
  NoslipReductionCheck *check = &work->report->checks[kind];
  check->in_symbols = FALSE;
  if (isnan(residual))
    residual = INFINITY;
  if (residual <= check->residual)
    return;
  GString *text = g_string_new(what);
  if (points != NULL)
    append_point(text, work->morphism->source, points, point);
  g_free(check->detail);
  check->detail = g_string_free(text, FALSE);
  check->residual = residual;
}

void
noslip_reduction_skip(NoslipReductionWorkspace *work, NoslipReductionKind kind, const char *why)
{
  NoslipReductionCheck *check = &work->report->checks[kind];
  check->applies = FALSE;
  g_free(check->detail);
  check->detail = g_strdup(why);
}
