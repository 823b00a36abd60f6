/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rates of the motion and their Jacobian, as the equations of equilibria use them. */
#include "core/base/linear.h"
#include "core/finder/steady/steady.h"

#include <string.h>

gboolean
noslip_steady_rates(NoslipSteady *steady, const double *z, double *zdot, double *slopes)
{
  g_autofree double *copy = g_memdup2(z, sizeof(double) * steady->size);
  g_autofree double *in_time = g_new0(double, steady->size);
  if (steady->formulation->enter(steady->work, 0, z, copy) != NOSLIP_STEP_OK)
    return FALSE;
  memcpy(copy, z, sizeof(double) * steady->size);
  if (steady->formulation->rates(steady->work, 0, copy, zdot) != NOSLIP_STEP_OK ||
      !noslip_all_finite(zdot, steady->size))
    return FALSE;
  return slopes == NULL || (steady->formulation->jacobian(steady->work, 0, copy, slopes, in_time) == NOSLIP_STEP_OK &&
                            noslip_all_finite(slopes, (gsize) steady->size * steady->size));
}
