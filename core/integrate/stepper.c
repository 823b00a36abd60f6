/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/stepper.h"

#include "core/integrate/embedded.h"
#include "core/integrate/stepper-private.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Resolution of the rank-loss time, relative to noslip_time_scale(). */
#define LOST_LEAST 1e-9

static int
evaluate_jacobian(double t, const double z[], double *dfdz, double dfdt[], void *data)
{
  NoslipStepper *stepper = data;
  NoslipStepStatus status = stepper->formulation->jacobian(stepper->work, t, z, dfdz, dfdt);
  if (status == NOSLIP_STEP_OK)
    return GSL_SUCCESS;
  stepper->status = status;
  return GSL_EBADFUNC;
}

NoslipStepper *
noslip_stepper_new(const NoslipFormulation *formulation, gpointer work, guint size, NoslipDynamics *dynamics,
                   const double *parameters, const NoslipRunOptions *options, NoslipDiagnostic **error)
{
  const NoslipSystem *system = dynamics != NULL ? noslip_dynamics_system(dynamics) : NULL;
  g_autoptr(NoslipStepper) stepper = g_new0(NoslipStepper, 1);
  stepper->formulation = formulation;
  stepper->work = work;
  stepper->method = options->method;
  stepper->stabilise = options->stabilise;
  stepper->fixed_step = options->fixed_step;
  stepper->rtol = options->rtol;
  stepper->atol = options->atol;
  stepper->scale_of_time = noslip_time_scale(options, 0);
  stepper->size = size;
  double **arrays[] = {&stepper->z, &stepper->zdot, &stepper->before, &stepper->error, &stepper->zdot_after};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    *arrays[i] = g_new0(double, MAX(size, system != NULL ? system->m + system->n : 0) + 1);
  stepper->equations = (gsl_odeiv2_system){noslip_stepper_evaluate_rates, evaluate_jacobian, size, stepper};
  gboolean geometric = stepper->method->kind == NOSLIP_METHOD_GEOMETRIC;
  if (geometric)
    stepper->xy = g_new0(double, system->m + system->n + 1);
  if (system != NULL) {
    gboolean fixed = geometric || stepper->fixed_step > 0 || !noslip_method_is_adaptive(stepper->method);
    stepper->m = system->m;
    stepper->n = system->n;
    stepper->full = g_new0(double, (gsize) system->m + 2 * (gsize) system->n + system->k + 1);
    stepper->guard = noslip_guard_new(dynamics, parameters, fixed, geometric);
  }
  if (size == 0 && !geometric)
    return g_steal_pointer(&stepper);
  const NoslipMethodProblem problem = {
      .equations = &stepper->equations,
      .dynamics = dynamics,
      .parameters = parameters,
      .rtol = stepper->rtol,
      .atol = stepper->atol,
      .stabilise = stepper->stabilise,
      .n_evaluations = &stepper->n_evaluations,
  };
  if (system != NULL)
    stepper->switches = noslip_switches_new(dynamics, parameters);
  stepper->memory = stepper->method->create(stepper->method, &problem, error);
  return stepper->memory != NULL ? g_steal_pointer(&stepper) : NULL;
}

void
noslip_stepper_free(NoslipStepper *stepper)
{
  if (!stepper)
    return;
  if (stepper->memory)
    stepper->method->free(stepper->memory);
  noslip_switches_free(stepper->switches);
  noslip_guard_free(stepper->guard);
  g_free(stepper->scale);
  g_free(stepper->measured);
  g_free(stepper->full);
  g_free(stepper->xy);
  g_free(stepper->z);
  g_free(stepper->zdot);
  g_free(stepper->before);
  g_free(stepper->error);
  g_free(stepper->zdot_after);
  g_free(stepper);
}

void
noslip_stepper_start(NoslipStepper *stepper, double t)
{
  stepper->t = t;
  stepper->step = stepper->longest = 0;
  stepper->n_crawling = 0;
  stepper->fresh = FALSE;
  stepper->status = NOSLIP_STEP_OK;
  stepper->most = 0;
  stepper->until = t;
  if (stepper->switches != NULL)
    noslip_switches_remember(stepper->switches, stepper->formulation, stepper->work, t, stepper->z);
  noslip_stepper_forget(stepper);
  noslip_stepper_find_scale(stepper, t);
  if (stepper->guard != NULL && noslip_stepper_full_state(stepper, t, stepper->z, stepper->xy))
    noslip_guard_start(stepper->guard, t, stepper->full, stepper->full + stepper->m);
}

/* One comparison for all: only a finite number times zero is zero. */
static gboolean
is_finite(guint n, const double *values)
{
  double sum = 0;
  for (guint i = 0; i < n; i++)
    sum += 0 * values[i];
  return sum == 0;
}

static NoslipAdvance
refresh_rates(NoslipStepper *stepper)
{
  if (stepper->fresh)
    return NOSLIP_ADVANCE_OK;
  if (noslip_stepper_evaluate_rates(stepper->t, stepper->z, stepper->zdot, stepper) != GSL_SUCCESS)
    return NOSLIP_ADVANCE_STATUS;
  if (!is_finite(stepper->size, stepper->zdot))
    return NOSLIP_ADVANCE_UNDEFINED;
  stepper->fresh = TRUE;
  return NOSLIP_ADVANCE_OK;
}

static double
first_step(const NoslipStepper *stepper, double most, double least)
{
  double size = 0, rate = 0;
  for (guint i = 0; i < stepper->size; i++) {
    double unit = stepper->scale != NULL ? stepper->scale[i] : 1;
    double scale = stepper->atol * unit + stepper->rtol * fabs(stepper->z[i]);
    size = MAX(size, fabs(stepper->z[i]) / scale);
    rate = MAX(rate, fabs(stepper->zdot[i]) / scale);
  }
  return noslip_pace_first(size, rate, most, least);
}

static NoslipMethodStep
step_of(NoslipStepper *stepper)
{
  return (NoslipMethodStep){stepper->z, stepper->zdot, stepper->error, stepper->zdot_after};
}

/* A step of h from `before`; leaves z and zdot_after at its end. FALSE if the result is not finite. */
static gboolean
try_step(NoslipStepper *stepper, double h)
{
  memcpy(stepper->z, stepper->before, stepper->size * sizeof(double));
  const NoslipMethodStep step = step_of(stepper);
  if (stepper->method->step(stepper->memory, stepper->t, h, &step) != NOSLIP_STEP_OK)
    return FALSE;
  if (is_finite(stepper->size, stepper->z) && is_finite(stepper->size, stepper->error) &&
      is_finite(stepper->size, stepper->zdot_after))
    return TRUE;
  stepper->status = NOSLIP_STEP_UNDEFINED;
  return FALSE;
}

/* Moves the state to t after a good step if the formulation accepts it; otherwise leaves it unchanged. */
static NoslipAdvance
accept_step(NoslipStepper *stepper, double t)
{
  gboolean changed = FALSE;
  stepper->status = stepper->formulation->accept(stepper->work, t, stepper->z, stepper->stabilise, &changed);
  if (stepper->status != NOSLIP_STEP_OK) {
    memcpy(stepper->z, stepper->before, stepper->size * sizeof(double));
    noslip_stepper_forget(stepper);
    return NOSLIP_ADVANCE_STATUS;
  }
  NoslipAdvance seen = noslip_stepper_look_back(stepper, t, stepper->z, NULL);
  if (seen != NOSLIP_ADVANCE_OK) {
    memcpy(stepper->z, stepper->before, stepper->size * sizeof(double));
    noslip_stepper_forget(stepper);
    return seen;
  }
  stepper->t = t;
  stepper->n_steps++;
  if (t >= stepper->until)
    stepper->most = 0; /* the part of the longer step has passed without a crossing */
  memcpy(stepper->zdot, stepper->zdot_after, stepper->size * sizeof(double));
  if (changed && !stepper->method->own_steps) /* methods with their own steps detect the change themselves */
    noslip_stepper_forget(stepper);
  stepper->fresh = !changed && stepper->method->rates_after;
  if (stepper->watch != NULL)
    stepper->watch->kept(stepper->watch->data);
  return NOSLIP_ADVANCE_OK;
}

#define JUST_AHEAD 1e-6 /* range of look_ahead(), relative to noslip_time_scale() */

/* Sets the status to UNDEFINED if the equations are undefined just ahead of the state, on its tangent. Near the zero of
 * a root the error control may require steps that are too short before one of them leaves the reals. */
static void
look_ahead(NoslipStepper *stepper)
{
  for (double h = 1e-6 * JUST_AHEAD; h <= 1.01 * JUST_AHEAD && stepper->status == NOSLIP_STEP_OK; h *= 10) {
    double ahead = h * fmax(stepper->scale_of_time, fabs(stepper->t));
    for (guint i = 0; i < stepper->size; i++)
      stepper->z[i] = stepper->before[i] + ahead * stepper->zdot[i];
    if (noslip_stepper_evaluate_rates(stepper->t + ahead, stepper->z, stepper->zdot_after, stepper) == GSL_SUCCESS &&
        !is_finite(stepper->size, stepper->zdot_after))
      stepper->status = NOSLIP_STEP_UNDEFINED;
  }
}

/* Restores the state; returns why the step could not be made smaller. */
static NoslipAdvance
give_up(NoslipStepper *stepper)
{
  if (stepper->status == NOSLIP_STEP_OK)
    look_ahead(stepper);
  memcpy(stepper->z, stepper->before, stepper->size * sizeof(double));
  if (stepper->status == NOSLIP_STEP_UNDEFINED)
    return NOSLIP_ADVANCE_UNDEFINED;
  return stepper->status == NOSLIP_STEP_OK ? NOSLIP_ADVANCE_UNDERFLOW : NOSLIP_ADVANCE_STATUS;
}

/* Whether the steps have been much shorter than the longest one for too long. A motion that grows like exp(t) and
 * rotates faster and faster, such as a vakonomic ball on a rotating table, exists for all times, but each second takes
 * a multiple of the steps of the second before. */
static gboolean
is_crawling(NoslipStepper *stepper, double h)
{
  stepper->longest = fmax(stepper->longest, h);
  stepper->n_crawling = stepper->step < NOSLIP_PACE_CRAWL * stepper->longest ? stepper->n_crawling + 1 : 0;
  return stepper->n_crawling >= NOSLIP_PACE_CRAWLING_MOST;
}

typedef enum { CROSSING_NONE, CROSSING_SHORTEN, CROSSING_EVENT } Crossing;

/* Whether a good step passes a switch of an if( ) or the end of a mode. It is then repeated with half its length, until
 * the step across is as short as the resolution, or as `shortest`, the shortest possible step, so that the other steps
 * stay in one branch and the error control sees no jump. */
static Crossing
find_crossing(NoslipStepper *stepper, double t, double h, double shortest)
{
  gboolean switched = stepper->switches != NULL &&
                      noslip_switches_passed(stepper->switches, stepper->formulation, stepper->work, t, stepper->z);
  gboolean ended = stepper->watch != NULL && stepper->watch->passed(stepper->watch->data, t, stepper->z);
  if (!switched && !ended)
    return CROSSING_NONE;
  double resolution = ended ? NOSLIP_MODE_RESOLUTION : NOSLIP_SWITCH_RESOLUTION;
  double least = fmax(shortest, resolution * fmax(stepper->scale_of_time, fabs(t)));
  gboolean met = !switched && stepper->watch->is_met(stepper->watch->data);
  if (h > 2 * least && !met) {
    stepper->most = 0.5 * h;
    stepper->until = t;
    return CROSSING_SHORTEN;
  }
  stepper->most = 0;
  if (!switched)
    return CROSSING_EVENT;
  noslip_stepper_forget(stepper);
  noslip_switches_count(stepper->switches, t, NOSLIP_PACE_CRAWL * stepper->longest);
  noslip_switches_remember(stepper->switches, stepper->formulation, stepper->work, t, stepper->z);
  return ended ? CROSSING_EVENT : CROSSING_NONE;
}

/* One accepted step towards `to`. If the natural step would leave a short rest, two equal steps are taken; shortening a
 * step to land does not shorten the natural one. */
static NoslipAdvance
adaptive_step(NoslipStepper *stepper, double to)
{
  double remaining = to - stepper->t;
  double least = NOSLIP_PACE_LEAST * MAX(fabs(stepper->t), fabs(to));
  if (!(stepper->step > 0))
    stepper->step = first_step(stepper, remaining, least);
  stepper->status = NOSLIP_STEP_OK;
  memcpy(stepper->before, stepper->z, stepper->size * sizeof(double));
  for (;;) {
    double natural = stepper->step;
    NoslipPace pace = noslip_pace_choose(natural, remaining);
    gboolean landing = pace.landing;
    double h = pace.h;
    if (stepper->most > 0 && h > stepper->most) {
      h = fmax(stepper->most, least);
      landing = FALSE;
    }
    gboolean whole = h == natural;
    if (!landing && h < least)
      return give_up(stepper);
    if (!try_step(stepper, h)) {
      stepper->step = 0.25 * h;
      if (stepper->step < least)
        return give_up(stepper);
      continue;
    }
    stepper->status = NOSLIP_STEP_OK;
    double next = h;
    const NoslipMethodStep step = noslip_stepper_measured(stepper);
    int adjustment = stepper->method->adjust(stepper->memory, &step, &next);
    if (adjustment == GSL_ODEIV_HADJ_DEC && next < h) {
      stepper->step = next;
      if (next < least)
        return give_up(stepper);
      continue;
    }
    Crossing crossing = find_crossing(stepper, landing ? to : stepper->t + h, h, least);
    if (crossing == CROSSING_SHORTEN)
      continue;
    NoslipAdvance advance = accept_step(stepper, landing ? to : stepper->t + h);
    if (advance != NOSLIP_ADVANCE_OK && h > LOST_LEAST * fmax(stepper->scale_of_time, fabs(stepper->t))) {
      stepper->step = 0.25 * h; /* rank or validity was lost within the step: shorter steps locate the time */
      continue;
    }
    if (whole || next > natural)
      stepper->step = next;
    if (crossing == CROSSING_EVENT && advance == NOSLIP_ADVANCE_OK)
      return NOSLIP_ADVANCE_EVENT;
    return advance == NOSLIP_ADVANCE_OK && is_crawling(stepper, h) ? NOSLIP_ADVANCE_CRAWLING : advance;
  }
}

NoslipAdvance
noslip_stepper_step(NoslipStepper *stepper, double to, const int *cancel)
{
  if (cancel && g_atomic_int_get(cancel))
    return NOSLIP_ADVANCE_CANCELLED;
  NoslipAdvance advance = refresh_rates(stepper);
  return advance == NOSLIP_ADVANCE_OK ? adaptive_step(stepper, to) : advance;
}

static NoslipAdvance
advance_adaptive(NoslipStepper *stepper, double to, const int *cancel)
{
  for (guint i = 0; stepper->t < to; i++) {
    if (i == NOSLIP_STEPS_MOST)
      return NOSLIP_ADVANCE_TOO_MANY;
    NoslipAdvance advance = noslip_stepper_step(stepper, to, cancel);
    if (advance != NOSLIP_ADVANCE_OK)
      return advance;
  }
  return NOSLIP_ADVANCE_OK;
}

/* Steps of a fixed length land on the end of a mode; switches of if( ) are handled by steps with error control only. */
static NoslipAdvance
step_to(NoslipStepper *stepper, double next)
{
  while (stepper->t < next) {
    NoslipAdvance advance = refresh_rates(stepper);
    if (advance != NOSLIP_ADVANCE_OK)
      return advance;
    double rest = next - stepper->t, h = stepper->most > 0 ? fmin(stepper->most, rest) : rest;
    double t = h < rest && stepper->t + h < next ? stepper->t + h : next;
    memcpy(stepper->before, stepper->z, stepper->size * sizeof(double));
    stepper->status = NOSLIP_STEP_OK;
    if (!try_step(stepper, t - stepper->t))
      return give_up(stepper);
    Crossing crossing = stepper->watch != NULL
                            ? find_crossing(stepper, t, h, 4 * DBL_EPSILON * fmax(fabs(t), fabs(next)))
                            : CROSSING_NONE;
    if (crossing == CROSSING_SHORTEN) {
      memcpy(stepper->z, stepper->before, stepper->size * sizeof(double));
      noslip_stepper_forget(stepper);
      continue;
    }
    advance = accept_step(stepper, t);
    if (advance != NOSLIP_ADVANCE_OK || crossing == CROSSING_EVENT)
      return advance != NOSLIP_ADVANCE_OK ? advance : NOSLIP_ADVANCE_EVENT;
  }
  stepper->most = 0;
  return NOSLIP_ADVANCE_OK;
}

static NoslipAdvance
geometric_step_to(NoslipStepper *stepper, double next)
{
  const NoslipMethodStep step = {.state = stepper->xy};
  memcpy(stepper->before, stepper->xy, ((gsize) stepper->m + stepper->n) * sizeof(double));
  stepper->status = stepper->method->step(stepper->memory, stepper->t, next - stepper->t, &step);
  if (stepper->status != NOSLIP_STEP_OK)
    return NOSLIP_ADVANCE_STATUS;
  NoslipAdvance seen = noslip_stepper_look_back(stepper, next, NULL, stepper->xy);
  if (seen != NOSLIP_ADVANCE_OK)
    return seen;
  stepper->t = next;
  stepper->n_steps++;
  return NOSLIP_ADVANCE_OK;
}

/* Equal steps, none longer than the given one, that end exactly at `to`. */
static NoslipAdvance
advance_fixed(NoslipStepper *stepper, double to, const int *cancel)
{
  double from = stepper->t;
  guint n = noslip_fixed_steps(from, to, stepper->fixed_step);
  if (n == 0)
    return NOSLIP_ADVANCE_TOO_MANY;
  for (guint i = 1; i <= n; i++) {
    if (cancel && g_atomic_int_get(cancel))
      return NOSLIP_ADVANCE_CANCELLED;
    double next = noslip_fixed_time(from, to, i, n);
    NoslipAdvance advance = stepper->xy ? geometric_step_to(stepper, next) : step_to(stepper, next);
    if (advance != NOSLIP_ADVANCE_OK)
      return advance;
  }
  return NOSLIP_ADVANCE_OK;
}

/* Advances a geometric method, then updates the formulation's state, which supplies accelerations and multipliers of
 * the row and detects lost ranks. */
static NoslipAdvance
advance_geometric(NoslipStepper *stepper, double to, const int *cancel)
{
  NoslipAdvance advance = advance_fixed(stepper, to, cancel);
  NoslipStepStatus status = stepper->formulation->enter(stepper->work, stepper->t, stepper->xy, stepper->z);
  if (advance != NOSLIP_ADVANCE_OK || status == NOSLIP_STEP_OK)
    return advance;
  stepper->status = status;
  return NOSLIP_ADVANCE_STATUS;
}

gboolean
noslip_stepper_has_own_steps(const NoslipStepper *stepper)
{
  return stepper->memory != NULL && stepper->xy == NULL && noslip_method_is_adaptive(stepper->method) &&
         stepper->fixed_step <= 0;
}

NoslipAdvance
noslip_stepper_advance(NoslipStepper *stepper, double to, const int *cancel)
{
  if (!(stepper->t < to))
    return NOSLIP_ADVANCE_OK;
  if (cancel && g_atomic_int_get(cancel))
    return NOSLIP_ADVANCE_CANCELLED;
  if (stepper->xy)
    return advance_geometric(stepper, to, cancel);
  if (!stepper->memory) { /* nothing moves */
    stepper->t = to;
    return NOSLIP_ADVANCE_OK;
  }
  return noslip_stepper_has_own_steps(stepper) ? advance_adaptive(stepper, to, cancel)
                                               : advance_fixed(stepper, to, cancel);
}
