/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the constraints act. */
#include "core/geometry/allowed-private.h"

#include <math.h>
#include <string.h>

/* For each constraint, whether it acts at the point; returns their number. */
static guint
find_acting(NoslipAllowed *self, guint point, const double *row, gboolean *acting)
{
  guint n = self->n, size = 6 + 6 * n, found = 0;
  memset(acting, 0, self->k * sizeof *acting);
  if (!noslip_allowed_run(self, point, row))
    return 0;
  const double *carried = self->out + point * size + 6 + 3 * n, *phi = self->out + self->n_points * size;
  for (guint i = 0; i < self->k; i++) {
    double force[3], largest = 0;
    for (guint a = 0; a < n; a++)
      largest = fmax(largest, fabs(phi[i * n + a]));
    acting[i] = largest > 0 && noslip_allowed_pulls(self, carried, phi + (gsize) i * n, force);
    found += acting[i];
  }
  return found;
}

guint
noslip_allowed_contacts(NoslipAllowed *self, const double *row, guint *acts, gboolean *all)
{
  guint k = self->k, n_contacts = 0, n_covered = 0;
  g_autofree gboolean *acting = g_new0(gboolean, (gsize) self->n_points * k + 1), *covered = g_new0(gboolean, k + 1);
  g_autofree guint *n_acting = g_new0(guint, self->n_points + 1);
  for (guint p = 0; p < self->n_points; p++)
    n_acting[p] = find_acting(self, p, row, acting + (gsize) p * k);
  for (guint number = k; number > 0; number--)
    for (guint p = 0; p < self->n_points; p++) {
      gboolean more = FALSE;
      for (guint i = 0; i < k && n_acting[p] == number; i++)
        more = more || (acting[p * k + i] && !covered[i]);
      if (!more)
        continue;
      acts[n_contacts++] = p;
      for (guint i = 0; i < k; i++) {
        n_covered += acting[p * k + i] && !covered[i];
        covered[i] = covered[i] || acting[p * k + i];
      }
    }
  *all = n_covered == k;
  return n_contacts;
}
