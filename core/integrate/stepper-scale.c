/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The absolute tolerance applies to coordinates and velocities. If the state holds momenta, it is converted by the
 * velocities to which they belong, so that the steps do not depend on the unit of the Lagrangian. */
#include "core/integrate/stepper-private.h"

#include <math.h>
#include <string.h>

/* Relative change of a momentum, to find the velocity to which it belongs. */
#define PART 1e-4
/* Momenta that differ from their velocities by a smaller factor are measured like these. */
#define ALIKE 1024

static gboolean
holds_momenta(const NoslipStepper *stepper)
{
  return stepper->full != NULL && stepper->xy == NULL && stepper->size > stepper->m &&
         stepper->size <= stepper->m + stepper->n && stepper->formulation->state == NOSLIP_STATE_MOMENTA;
}

/* The largest rate of change of the velocities with z[i]; 0 if it is not known. */
static double
slope_of_velocities(NoslipStepper *stepper, double t, guint i, double change, double *state, const double *velocities)
{
  double largest = 0;
  state[i] = stepper->z[i] + change;
  if (noslip_stepper_full_state(stepper, t, state, NULL))
    for (guint a = 0; a < stepper->n; a++)
      largest = fmax(largest, fabs(stepper->full[stepper->m + a] - velocities[a]));
  state[i] = stepper->z[i];
  return isfinite(largest) ? largest / change : 0;
}

void
noslip_stepper_find_scale(NoslipStepper *stepper, double t)
{
  g_clear_pointer(&stepper->scale, g_free);
  if (!holds_momenta(stepper) || !noslip_stepper_full_state(stepper, t, stepper->z, NULL))
    return;
  guint m = stepper->m, size = stepper->size;
  g_autofree double *velocities = g_memdup2(stepper->full + m, ((gsize) stepper->n + 1) * sizeof(double));
  g_autofree double *state = g_memdup2(stepper->z, ((gsize) size + 1) * sizeof(double));
  g_autofree double *scale = g_new0(double, (gsize) size + 1);
  double momentum = 0, most = 0;
  gboolean alike = TRUE;
  for (guint i = m; i < size; i++)
    momentum = fmax(momentum, fabs(stepper->z[i]));
  for (guint i = 0; i < size; i++) {
    double own = stepper->z[i] != 0 ? fabs(stepper->z[i]) : momentum;
    double slope = i < m ? 1 : slope_of_velocities(stepper, t, i, own > 0 ? PART * own : 1, state, velocities);
    scale[i] = slope > 0 && isfinite(1 / slope) ? 1 / slope : 0;
    most = fmax(most, i < m ? 0 : scale[i]);
  }
  for (guint i = 0; i < size; i++) {
    scale[i] = scale[i] > 0 ? scale[i] : most; /* if it belongs to multipliers only, the other momenta determine the
                                                * unit */
    alike = alike && scale[i] < ALIKE && scale[i] > 1.0 / ALIKE;
  }
  if (most > 0 && !alike)
    stepper->scale = g_steal_pointer(&scale);
  if (stepper->scale != NULL && stepper->measured == NULL)
    stepper->measured = g_new0(double, 3 * (gsize) size);
}

NoslipMethodStep
noslip_stepper_measured(NoslipStepper *stepper)
{
  NoslipMethodStep step = {stepper->z, stepper->zdot, stepper->error, stepper->zdot_after};
  if (stepper->scale == NULL || stepper->method->own_steps)
    return step;
  guint size = stepper->size;
  for (guint i = 0; i < size; i++) {
    stepper->measured[i] = stepper->z[i] / stepper->scale[i];
    stepper->measured[size + i] = stepper->error[i] / stepper->scale[i];
    stepper->measured[2 * size + i] = stepper->zdot_after[i] / stepper->scale[i];
  }
  return (NoslipMethodStep){stepper->measured, stepper->zdot, stepper->measured + size, stepper->measured + 2 * size};
}
