/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short moves from the end of a step, for the search of events. */
#include "core/integrate/embedded.h"
#include "core/integrate/stepper-private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The longest move, relative to the natural step. A fifth power of the length, its error is below rounding for all
 * steps that an embedded pair can take. */
#define LONGEST 1e-3

static gboolean
can_nudge(const NoslipStepper *stepper, double h)
{
  return noslip_embedded_pair(stepper->method) != NULL && noslip_stepper_has_own_steps(stepper) &&
         stepper->switches == NULL && stepper->watch == NULL && fabs(h) <= LONGEST * stepper->step;
}

/* One step of rk4, with the sum of slopes in `error`. */
static gboolean
take_nudge(NoslipStepper *stepper, double h)
{
  static const double parts[] = {0, 0.5, 0.5, 1}, weights[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  double *slope = stepper->zdot, *sum = stepper->error;
  memcpy(stepper->before, stepper->z, stepper->size * sizeof(double));
  memset(sum, 0, stepper->size * sizeof(double));
  for (guint s = 0; s < G_N_ELEMENTS(parts); s++) {
    for (guint i = 0; s > 0 && i < stepper->size; i++)
      stepper->z[i] = stepper->before[i] + parts[s] * h * slope[i];
    if (noslip_stepper_evaluate_rates(stepper->t + parts[s] * h, stepper->z, slope, stepper) != GSL_SUCCESS)
      return FALSE;
    for (guint i = 0; i < stepper->size; i++)
      sum[i] += weights[s] * slope[i];
  }
  for (guint i = 0; i < stepper->size; i++)
    stepper->z[i] = stepper->before[i] + h * sum[i];
  return TRUE;
}

gboolean
noslip_stepper_nudge(NoslipStepper *stepper, double t)
{
  gboolean changed = FALSE;
  if (!can_nudge(stepper, t - stepper->t) || !take_nudge(stepper, t - stepper->t))
    return FALSE;
  stepper->t = t;
  stepper->fresh = FALSE;
  return stepper->formulation->accept(stepper->work, t, stepper->z, stepper->stabilise, &changed) == NOSLIP_STEP_OK;
}
