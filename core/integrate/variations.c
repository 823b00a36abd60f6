/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/variations.h"

#include "core/integrate/stepper.h"
#include "core/integrate/variations-private.h"

#include <string.h>

struct _NoslipVariations {
  NoslipDynamics *dynamics;
  const NoslipFormulation *formulation; /* of the dynamics */
  gpointer work;                        /* of the formulation */
  guint size, n;
  double *linear;  /* zdot, dzdot/dz */
  double *by_time; /* dzdot/dt, which is not needed */
  NoslipStepper *stepper;
};

static NoslipStepStatus
linearize(NoslipVariations *variations, double t, const double *z)
{
  const NoslipFormulation *formulation = variations->formulation;
  double *linear = variations->linear;
  if (formulation->linearize != NULL)
    return formulation->linearize(variations->work, t, z, linear);
  NoslipStepStatus status = formulation->rates(variations->work, t, z, linear);
  return status == NOSLIP_STEP_OK
             ? formulation->jacobian(variations->work, t, z, linear + variations->size, variations->by_time)
             : status;
}

/* Entries that are 0 are left out, as in lanes. */
static NoslipStepStatus
rates(gpointer data, double t, const double *state, double *slopes)
{
  NoslipVariations *variations = data;
  gsize size = variations->size, vectors = variations->n * size;
  NoslipStepStatus status = linearize(variations, t, state);
  if (status != NOSLIP_STEP_OK)
    return status;
  memcpy(slopes, variations->linear, size * sizeof(double));
  memset(slopes + size, 0, vectors * sizeof(double));
  const double *entries = variations->linear + size;
  for (gsize i = 0; i < size; i++)
    for (gsize j = 0; j < size; j++) {
      double entry = entries[i * size + j];
      if (entry == 0)
        continue;
      for (gsize at = size; at <= vectors; at += size)
        slopes[at + i] += entry * state[at + j];
    }
  return NOSLIP_STEP_OK;
}

static NoslipStepStatus
accept(gpointer data, double t, double *state, gboolean stabilise, gboolean *changed)
{
  const NoslipVariations *variations = data;
  return variations->formulation->accept(variations->work, t, state, stabilise, changed);
}

/* What the stepper needs of a formulation. */
static const NoslipFormulation table = {.id = "variations", .rates = rates, .accept = accept};

NoslipRunOptions
noslip_variations_options(double rtol, double atol)
{
  NoslipRunOptions options;
  noslip_run_options_default(&options, NULL);
  options.method = noslip_method_find("rk8pd");
  options.rtol = rtol;
  options.atol = atol;
  return options;
}

NoslipVariations *
noslip_variations_new(NoslipDynamics *dynamics, guint n, double rtol, double atol)
{
  NoslipVariations *variations = g_new0(NoslipVariations, 1);
  const NoslipRunOptions options = noslip_variations_options(rtol, atol);
  variations->dynamics = noslip_dynamics_ref(dynamics);
  variations->formulation = noslip_dynamics_formulation(dynamics);
  variations->work = variations->formulation->work_new(noslip_dynamics_data(dynamics));
  gsize size = variations->size = variations->formulation->size(noslip_dynamics_data(dynamics));
  variations->n = n;
  variations->linear = g_new0(double, size *(1 + size) + 1);
  variations->by_time = g_new0(double, size + 1);
  /* an embedded pair applies to all rates */
  variations->stepper = noslip_stepper_new(&table, variations, (1 + n) * (guint) size, NULL, NULL, &options, NULL);
  return variations;
}

void
noslip_variations_free(NoslipVariations *variations)
{
  if (variations == NULL)
    return;
  noslip_stepper_free(variations->stepper);
  variations->formulation->work_free(variations->work);
  noslip_dynamics_unref(variations->dynamics);
  g_free(variations->linear);
  g_free(variations->by_time);
  g_free(variations);
}

void
noslip_variations_set_parameters(NoslipVariations *variations, const double *parameters)
{
  variations->formulation->set_parameters(variations->work, parameters);
}

NoslipStepStatus
noslip_variations_enter(NoslipVariations *variations, double t, const double *xy, double *z)
{
  return variations->formulation->enter(variations->work, t, xy, z);
}

const double *
noslip_variations_linear(NoslipVariations *variations, double t, const double *z)
{
  return linearize(variations, t, z) == NOSLIP_STEP_OK ? variations->linear : NULL;
}

void
noslip_variations_start(NoslipVariations *variations, double t, const double *state, double step)
{
  noslip_stepper_start(variations->stepper, t);
  noslip_variations_set(variations, state, step);
}

gboolean
noslip_variations_advance(NoslipVariations *variations, double to, const int *cancel)
{
  return noslip_stepper_advance(variations->stepper, to, cancel) == NOSLIP_ADVANCE_OK;
}

void
noslip_variations_set(NoslipVariations *variations, const double *state, double step)
{
  memcpy(variations->stepper->z, state, variations->stepper->size * sizeof(double));
  variations->stepper->step = step;
  variations->stepper->fresh = FALSE;
}

const double *
noslip_variations_state(const NoslipVariations *variations)
{
  return variations->stepper->z;
}

double
noslip_variations_step(const NoslipVariations *variations)
{
  return variations->stepper->step;
}

double
noslip_variations_time(const NoslipVariations *variations)
{
  return variations->stepper->t;
}
