/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guard's check of a step, and the test whether two half steps explain an imbalance of the energy. */
#include "core/integrate/stepper-private.h"
#include "core/integrate/stepper.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Fraction of an imbalance of the energy that two half steps may leave. */
#define EXPLAINED 0.4
/* Part of the energy's terms by which the energies after a step and after its two halves may differ. Beyond it the step
 * follows no motion, however good its halves are: in steps of 2.5 radians an oscillator gains or loses most of its
 * energy each time, though steps of half the length keep it. */
#define APART 0.4

int
noslip_stepper_evaluate_rates(double t, const double z[], double zdot[], void *data)
{
  NoslipStepper *stepper = data;
  stepper->n_evaluations++;
  NoslipStepStatus status = stepper->formulation->rates(stepper->work, t, z, zdot);
  if (status == NOSLIP_STEP_OK)
    return GSL_SUCCESS;
  stepper->status = status;
  return GSL_EBADFUNC;
}

void
noslip_stepper_forget(NoslipStepper *stepper)
{
  if (stepper->memory && stepper->method->reset)
    stepper->method->reset(stepper->memory);
}

gboolean
noslip_stepper_full_state(NoslipStepper *stepper, double t, const double *z, const double *xy)
{
  double *x = stepper->full, *y = x + stepper->m, *ydot = y + stepper->n;
  if (xy == NULL)
    return stepper->formulation->observe(stepper->work, t, z, x, y, ydot, ydot + stepper->n) == NOSLIP_STEP_OK;
  memcpy(x, xy, ((gsize) stepper->m + stepper->n) * sizeof(double));
  return TRUE;
}

/* Energy, its rate and terms for a state z, or xy. */
static gboolean
energy_of(NoslipStepper *stepper, double t, const double *z, double *energy)
{
  if (!noslip_stepper_full_state(stepper, t, z, stepper->xy != NULL ? z : NULL))
    return FALSE;
  noslip_guard_energy(stepper->guard, t, stepper->full, stepper->full + stepper->m, &energy[0], &energy[1], &energy[2]);
  return isfinite(energy[0]) && isfinite(energy[1]);
}

/* Whether two half steps from `before` to t have a much smaller imbalance, as they do if the steps of a method of order
 * two or more resolve the motion, and end with much the same energy. Where the halves follow the work done, the energy
 * may pass 0 as the body is momentarily at rest: there the imbalance is relative to a part of the largest energy, as
 * that of the whole step is. What goes with little or no work, as in steps too long or about a force that sticks, is
 * relative to the energy that is left. */
static gboolean
is_explained(NoslipStepper *stepper, double t)
{
  gsize size = stepper->xy != NULL ? (gsize) stepper->m + stepper->n : stepper->size;
  double h = 0.5 * (t - stepper->t), energies[3][3], whole = noslip_guard_imbalance(stepper->guard);
  g_autofree double *state = g_memdup2(stepper->before, (size + 1) * sizeof(double));
  g_autofree double *rates = g_new0(double, size + 1);
  g_autofree double *after = g_new0(double, size + 1);
  g_autofree double *error = g_new0(double, size + 1);
  gboolean good = energy_of(stepper, stepper->t, state, energies[0]);
  noslip_stepper_forget(stepper);
  for (guint half = 0; half < 2 && good; half++) {
    double from = stepper->t + half * h;
    const NoslipMethodStep step = {state, rates, error, after};
    good = stepper->xy != NULL || noslip_stepper_evaluate_rates(from, state, rates, stepper) == GSL_SUCCESS;
    good = good && stepper->method->step(stepper->memory, from, h, &step) == NOSLIP_STEP_OK &&
           energy_of(stepper, from + h, state, energies[half + 1]);
  }
  noslip_stepper_forget(stepper);
  if (!good)
    return FALSE;
  double work = 0.5 * h * (energies[0][1] + 2 * energies[1][1] + energies[2][1]);
  double exchanged = 0.5 * fabs(h) * (fabs(energies[0][1]) + 2 * fabs(energies[1][1]) + fabs(energies[2][1]));
  double halves = fabs(energies[2][0] - energies[0][0] - work), terms = fmax(energies[0][2], energies[2][2]);
  double beside = halves <= EXPLAINED * exchanged ? noslip_guard_size(stepper->guard, terms) : terms;
  return halves <= EXPLAINED * whole * beside && noslip_guard_apart(stepper->guard, energies[2][0], terms) <= APART;
}

NoslipAdvance
noslip_stepper_look_back(NoslipStepper *stepper, double t, const double *z, const double *xy)
{
  if (stepper->guard == NULL || !noslip_stepper_full_state(stepper, t, z, xy))
    return NOSLIP_ADVANCE_OK;
  switch (noslip_guard_step(stepper->guard, t, stepper->full, stepper->full + stepper->m)) {
  case NOSLIP_GUARD_OK:
    break;
  case NOSLIP_GUARD_POLE:
    return NOSLIP_ADVANCE_POLE;
  case NOSLIP_GUARD_RANK:
    stepper->status = NOSLIP_STEP_RANK_LOST;
    return NOSLIP_ADVANCE_STATUS;
  case NOSLIP_GUARD_STUCK:
    return NOSLIP_ADVANCE_STUCK;
  case NOSLIP_GUARD_ENERGY:
    return is_explained(stepper, t) ? NOSLIP_ADVANCE_OK : NOSLIP_ADVANCE_ENERGY;
  }
  return NOSLIP_ADVANCE_OK;
}
