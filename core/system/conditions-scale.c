/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scales of the unknowns of a search, and the round-off in them. */
#include "core/base/larger.h"
#include "core/base/linear.h"
#include "core/system/conditions-private.h"

#include <math.h>

#define ROUND_OFF 1e-14

/* Finds the parts: the unknowns of a row belong to the same part, and all get the least of their numbers. */
static void
connect(NoslipConditionsSearch *search, const double *sizes)
{
  guint d = search->d;
  gboolean changed = TRUE;
  for (guint i = 0; i < d; i++)
    search->part[i] = i;
  while (changed) {
    changed = FALSE;
    for (guint r = 0; r < search->rows; r++) {
      const double *row = sizes + (gsize) r * d;
      guint least = d;
      for (guint i = 0; i < d; i++)
        least = row[i] > 0 ? MIN(least, search->part[i]) : least;
      for (guint i = 0; i < d; i++) {
        changed |= row[i] > 0 && search->part[i] != least;
        search->part[i] = row[i] > 0 ? least : search->part[i];
      }
    }
  }
}

void
noslip_conditions_take_scale(NoslipConditionsSearch *search, const double *sizes)
{
  g_autofree double *row_scale = g_new0(double, (gsize) search->rows + 1);
  noslip_linear_balance(search->rows, search->d, sizes, row_scale, search->scale);
  connect(search, sizes);
}

void
noslip_conditions_find_round_off(NoslipConditionsSearch *search)
{
  guint all = search->conditions->n + search->conditions->q, d = search->d;
  g_autofree double *reach = g_new0(double, (gsize) d + 1);
  for (guint i = 0; i < d; i++) {
    double *largest = &reach[search->part[i]];
    *largest = noslip_larger(*largest, fabs(search->u[i] - search->target[i]) / search->scale[i]);
  }
  for (guint r = 0; r < search->rows; r++) {
    const double *slope = search->out + 2 * (gsize) all + (gsize) search->row[r] * d;
    double norm = 0;
    guint part = d;
    for (guint i = 0; i < d; i++)
      if (search->freedom[i] != NOSLIP_UNKNOWN_KEPT && slope[i] != 0) {
        norm = hypot(norm, slope[i] * search->scale[i]);
        part = search->part[i];
      }
    if (norm > 0)
      reach[part] = noslip_larger(reach[part], search->out[all + search->row[r]] / norm);
  }
  for (guint i = 0; i < d; i++)
    search->round_off[i] =
        search->freedom[i] == NOSLIP_UNKNOWN_KEPT ? 0 : ROUND_OFF * search->scale[i] * reach[search->part[i]];
}
