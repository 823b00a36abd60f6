/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/stepper.h"

#include "core/integrate/rk4.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The time of a loss of rank is told to this, relative to the time or to 1 s. */
#define LOST_LEAST 1e-9

/* A run is given up after so many steps in a row that are so much shorter than its longest one. */
#define CRAWLING_MOST 1000000
#define CRAWL 1e-4

static int
evaluate_rates(double t, const double z[], double zdot[], void *data)
{
  NoslipStepper *stepper = data;
  stepper->n_evaluations++;
  NoslipStepStatus status = stepper->formulation->rates(stepper->work, t, z, zdot);
  if (status == NOSLIP_STEP_OK)
    return GSL_SUCCESS;
  stepper->status = status;
  return GSL_EBADFUNC;
}

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

static const gsl_odeiv2_step_type *
step_type(const NoslipMethod *method)
{
  const struct {
    const char *id;
    const gsl_odeiv2_step_type *type;
  } types[] = {
      {"rkf45", gsl_odeiv2_step_rkf45},   {"rkck", gsl_odeiv2_step_rkck},   {"rk4", gsl_odeiv2_step_rk4},
      {"rk4imp", gsl_odeiv2_step_rk4imp}, {"bsimp", gsl_odeiv2_step_bsimp},
  };
  for (guint i = 0; i < G_N_ELEMENTS(types); i++)
    if (g_strcmp0(method->id, types[i].id) == 0)
      return types[i].type;
  return gsl_odeiv2_step_rk8pd;
}

NoslipStepper *
noslip_stepper_new(const NoslipFormulation *formulation, gpointer work, guint size, const NoslipRunOptions *options)
{
  NoslipStepper *stepper = g_new0(NoslipStepper, 1);
  stepper->formulation = formulation;
  stepper->work = work;
  stepper->method = options->method;
  stepper->stabilise = options->stabilise;
  stepper->fixed_step = options->fixed_step;
  stepper->rtol = options->rtol;
  stepper->atol = options->atol;
  stepper->size = size;
  stepper->z = g_new0(double, MAX(size, 1));
  stepper->zdot = g_new0(double, MAX(size, 1));
  stepper->before = g_new0(double, MAX(size, 1));
  stepper->error = g_new0(double, MAX(size, 1));
  stepper->zdot_after = g_new0(double, MAX(size, 1));
  stepper->system = (gsl_odeiv2_system){evaluate_rates, evaluate_jacobian, size, stepper};
  if (g_strcmp0(options->method->id, "rk4") == 0)
    stepper->stages = g_new0(double, 4 * (gsize) MAX(size, 1));
  if (size > 0)
    stepper->driver =
        gsl_odeiv2_driver_alloc_y_new(&stepper->system, step_type(options->method), 1.0, options->atol, options->rtol);
  return stepper;
}

void
noslip_stepper_free(NoslipStepper *stepper)
{
  if (!stepper)
    return;
  if (stepper->driver)
    gsl_odeiv2_driver_free(stepper->driver);
  noslip_geometric_free(stepper->geometric);
  g_free(stepper->xy);
  g_free(stepper->z);
  g_free(stepper->zdot);
  g_free(stepper->before);
  g_free(stepper->error);
  g_free(stepper->zdot_after);
  g_free(stepper->stages);
  g_free(stepper);
}

void
noslip_stepper_take_geometric(NoslipStepper *stepper, NoslipGeometric *geometric, double *xy)
{
  stepper->geometric = geometric;
  stepper->xy = xy;
}

void
noslip_stepper_start(NoslipStepper *stepper, double t)
{
  stepper->t = t;
  stepper->step = stepper->longest = 0;
  stepper->n_crawling = 0;
  stepper->fresh = FALSE;
  stepper->status = NOSLIP_STEP_OK;
  if (stepper->driver)
    gsl_odeiv2_step_reset(stepper->driver->s);
}

/* One comparison for all: a product with zero is zero for finite numbers alone. */
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
  if (evaluate_rates(stepper->t, stepper->z, stepper->zdot, stepper) != GSL_SUCCESS)
    return NOSLIP_ADVANCE_STATUS;
  if (!is_finite(stepper->size, stepper->zdot))
    return NOSLIP_ADVANCE_UNDEFINED;
  stepper->fresh = TRUE;
  return NOSLIP_ADVANCE_OK;
}

/* A first step of a hundredth of the time in which the state changes by its own size; the control corrects
 * it. */
static double
first_step(const NoslipStepper *stepper, double most)
{
  double size = 0, rate = 0;
  for (guint i = 0; i < stepper->size; i++) {
    double scale = stepper->atol + stepper->rtol * fabs(stepper->z[i]);
    size = MAX(size, fabs(stepper->z[i]) / scale);
    rate = MAX(rate, fabs(stepper->zdot[i]) / scale);
  }
  if (!(size > 1e-5 && rate > 1e-5))
    return MIN(most, 1e-6);
  return MIN(most, 0.01 * size / rate);
}

/* GSL's rk4 estimates an error by three times the work, which fixed steps have no use for. */
static int
apply_rk4(NoslipStepper *stepper, double h)
{
  guint n = stepper->size;
  double *k1 = stepper->zdot, *k2 = stepper->stages, *k3 = k2 + n, *k4 = k3 + n, *next = k4 + n;
  const double *z = stepper->before, t = stepper->t;
  for (guint i = 0; i < n; i++)
    next[i] = noslip_rk4_stage(z[i], 0.5 * h, k1[i]);
  if (evaluate_rates(t + 0.5 * h, next, k2, stepper) != GSL_SUCCESS)
    return GSL_EBADFUNC;
  for (guint i = 0; i < n; i++)
    next[i] = noslip_rk4_stage(z[i], 0.5 * h, k2[i]);
  if (evaluate_rates(t + 0.5 * h, next, k3, stepper) != GSL_SUCCESS)
    return GSL_EBADFUNC;
  for (guint i = 0; i < n; i++)
    next[i] = noslip_rk4_stage(z[i], h, k3[i]);
  if (evaluate_rates(t + h, next, k4, stepper) != GSL_SUCCESS)
    return GSL_EBADFUNC;
  for (guint i = 0; i < n; i++)
    stepper->z[i] = noslip_rk4_end(z[i], h, k1[i], k2[i], k3[i], k4[i]);
  return GSL_SUCCESS;
}

/* A step of h from `before`; leaves z and zdot_after at its end. FALSE where it has no finite result. */
static gboolean
try_step(NoslipStepper *stepper, double h)
{
  memcpy(stepper->z, stepper->before, stepper->size * sizeof(double));
  int status = stepper->stages != NULL
                   ? apply_rk4(stepper, h)
                   : gsl_odeiv2_step_apply(stepper->driver->s, stepper->t, h, stepper->z, stepper->error, stepper->zdot,
                                           stepper->zdot_after, &stepper->system);
  if (status == GSL_SUCCESS && is_finite(stepper->size, stepper->z) && is_finite(stepper->size, stepper->error) &&
      is_finite(stepper->size, stepper->zdot_after))
    return TRUE;
  if (status == GSL_SUCCESS)
    stepper->status = NOSLIP_STEP_UNDEFINED;
  return FALSE;
}

/* The step was good: the state moves to t, if the formulation agrees; otherwise it stays where it was. */
static NoslipAdvance
accept_step(NoslipStepper *stepper, double t)
{
  gboolean changed = FALSE;
  stepper->status = stepper->formulation->accept(stepper->work, t, stepper->z, stepper->stabilise, &changed);
  if (stepper->status != NOSLIP_STEP_OK) {
    memcpy(stepper->z, stepper->before, stepper->size * sizeof(double));
    gsl_odeiv2_step_reset(stepper->driver->s);
    return NOSLIP_ADVANCE_STATUS;
  }
  stepper->t = t;
  stepper->n_steps++;
  memcpy(stepper->zdot, stepper->zdot_after, stepper->size * sizeof(double));
  if (changed)
    gsl_odeiv2_step_reset(stepper->driver->s);
  stepper->fresh = !changed && stepper->stages == NULL;
  return NOSLIP_ADVANCE_OK;
}

/* Why a step could not be made smaller any more. */
static NoslipAdvance
give_up(NoslipStepper *stepper)
{
  memcpy(stepper->z, stepper->before, stepper->size * sizeof(double));
  if (stepper->status == NOSLIP_STEP_UNDEFINED)
    return NOSLIP_ADVANCE_UNDEFINED;
  return stepper->status == NOSLIP_STEP_OK ? NOSLIP_ADVANCE_UNDERFLOW : NOSLIP_ADVANCE_STATUS;
}

/* A motion that grows like exp(t) and turns ever faster with it, as a vakonomic ball on a rotating table, exists for
 * all times, but each second of it takes a multiple of the steps of the one before. */
static gboolean
is_crawling(NoslipStepper *stepper, double h)
{
  stepper->longest = fmax(stepper->longest, h);
  stepper->n_crawling = stepper->step < CRAWL * stepper->longest ? stepper->n_crawling + 1 : 0;
  return stepper->n_crawling >= CRAWLING_MOST;
}

/* One accepted step towards `to`. Where the natural step would leave a short rest, two equal steps are taken;
 * a step that was shortened to land does not shorten the natural one. */
static NoslipAdvance
adaptive_step(NoslipStepper *stepper, double to)
{
  double remaining = to - stepper->t;
  double least = 4 * DBL_EPSILON * MAX(fabs(stepper->t), fabs(to));
  if (!(stepper->step > 0))
    stepper->step = first_step(stepper, remaining);
  stepper->status = NOSLIP_STEP_OK;
  memcpy(stepper->before, stepper->z, stepper->size * sizeof(double));
  for (;;) {
    double natural = stepper->step;
    gboolean landing = natural >= remaining;
    double h = landing ? remaining : natural > 0.5 * remaining ? 0.5 * remaining : natural;
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
    int adjustment = gsl_odeiv2_control_hadjust(stepper->driver->c, stepper->driver->s, stepper->z, stepper->error,
                                                stepper->zdot_after, &next);
    if (adjustment == GSL_ODEIV_HADJ_DEC && next < h) {
      stepper->step = next;
      if (next < least)
        return give_up(stepper);
      continue;
    }
    NoslipAdvance advance = accept_step(stepper, landing ? to : stepper->t + h);
    if (advance != NOSLIP_ADVANCE_OK && h > LOST_LEAST * fmax(1, fabs(stepper->t))) {
      stepper->step = 0.25 * h; /* something was lost on the way, and shorter steps tell when */
      continue;
    }
    if (whole || next > natural)
      stepper->step = next;
    return advance == NOSLIP_ADVANCE_OK && is_crawling(stepper, h) ? NOSLIP_ADVANCE_CRAWLING : advance;
  }
}

static NoslipAdvance
advance_adaptive(NoslipStepper *stepper, double to, const int *cancel)
{
  for (guint i = 0; stepper->t < to; i++) {
    if (cancel && g_atomic_int_get(cancel))
      return NOSLIP_ADVANCE_CANCELLED;
    if (i == NOSLIP_STEPS_MOST)
      return NOSLIP_ADVANCE_TOO_MANY;
    NoslipAdvance advance = refresh_rates(stepper);
    if (advance == NOSLIP_ADVANCE_OK)
      advance = adaptive_step(stepper, to);
    if (advance != NOSLIP_ADVANCE_OK)
      return advance;
  }
  return NOSLIP_ADVANCE_OK;
}

static NoslipAdvance
step_to(NoslipStepper *stepper, double next)
{
  NoslipAdvance advance = refresh_rates(stepper);
  if (advance != NOSLIP_ADVANCE_OK)
    return advance;
  memcpy(stepper->before, stepper->z, stepper->size * sizeof(double));
  stepper->status = NOSLIP_STEP_OK;
  return try_step(stepper, next - stepper->t) ? accept_step(stepper, next) : give_up(stepper);
}

static NoslipAdvance
geometric_step_to(NoslipStepper *stepper, double next)
{
  stepper->status =
      noslip_geometric_step(stepper->geometric, stepper->t, next - stepper->t, stepper->xy, stepper->stabilise);
  stepper->n_evaluations = noslip_geometric_n_evaluations(stepper->geometric);
  if (stepper->status != NOSLIP_STEP_OK)
    return NOSLIP_ADVANCE_STATUS;
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
    NoslipAdvance advance = stepper->geometric ? geometric_step_to(stepper, next) : step_to(stepper, next);
    if (advance != NOSLIP_ADVANCE_OK)
      return advance;
  }
  return NOSLIP_ADVANCE_OK;
}

/* The formulation's state follows: it gives the row its accelerations and multipliers, and notices lost ranks. */
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

NoslipAdvance
noslip_stepper_advance(NoslipStepper *stepper, double to, const int *cancel)
{
  if (!(stepper->t < to))
    return NOSLIP_ADVANCE_OK;
  if (cancel && g_atomic_int_get(cancel))
    return NOSLIP_ADVANCE_CANCELLED;
  if (stepper->geometric)
    return advance_geometric(stepper, to, cancel);
  if (!stepper->driver) { /* nothing moves */
    stepper->t = to;
    return NOSLIP_ADVANCE_OK;
  }
  return stepper->method->adaptive && stepper->fixed_step <= 0 ? advance_adaptive(stepper, to, cancel)
                                                               : advance_fixed(stepper, to, cancel);
}
