/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The semi-implicit extrapolation of Bader and Deuflhard, by gsl_odeiv2_step_bsimp. GSL rejects a step when a component
 * changes by many times its value at the start of the step, so a velocity that starts at 1e-30, such as that of a block
 * released by friction, allows no step at all. Each step therefore integrates u = (z - z0)/s from u = 0, where GSL
 * measures changes relative to 1; z0 is the state at the start of the step and s the size of each component or of its
 * change. */
#include "core/integrate/method.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

typedef struct {
  const gsl_odeiv2_system *equations; /* equations of z */
  gsl_odeiv2_system scaled;           /* equations of u */
  gsl_odeiv2_driver *driver;          /* holds the stepper of u and the control of the error of z */
  double atol;
  double *origin, *scale; /* z0 and s */
  double *z;              /* scratch: the state for u */
  double *u, *before, *after, *error;
} BsimpWorkspace;

static void
state_of(const BsimpWorkspace *work, const double *u, double *z)
{
  for (gsize i = 0; i < work->equations->dimension; i++)
    z[i] = work->origin[i] + work->scale[i] * u[i];
}

static int
scaled_rates(double t, const double u[], double rates[], void *data)
{
  BsimpWorkspace *work = data;
  state_of(work, u, work->z);
  int status = work->equations->function(t, work->z, rates, work->equations->params);
  for (gsize i = 0; i < work->equations->dimension; i++)
    rates[i] /= work->scale[i];
  return status;
}

static int
scaled_jacobian(double t, const double u[], double *dfdu, double dfdt[], void *data)
{
  BsimpWorkspace *work = data;
  gsize n = work->equations->dimension;
  state_of(work, u, work->z);
  int status = work->equations->jacobian(t, work->z, dfdu, dfdt, work->equations->params);
  for (gsize i = 0; i < n; i++) {
    for (gsize j = 0; j < n; j++)
      dfdu[i * n + j] *= work->scale[j] / work->scale[i];
    dfdt[i] /= work->scale[i];
  }
  return status;
}

static gpointer
bsimp_create(const NoslipMethod *method, const NoslipMethodProblem *problem, NoslipDiagnostic **error)
{
  BsimpWorkspace *work = g_new0(BsimpWorkspace, 1);
  gsize n = problem->equations->dimension;
  work->equations = problem->equations;
  work->scaled = (gsl_odeiv2_system){scaled_rates, scaled_jacobian, n, work};
  work->driver = gsl_odeiv2_driver_alloc_y_new(&work->scaled, gsl_odeiv2_step_bsimp, 1.0, problem->atol, problem->rtol);
  work->atol = problem->atol;
  double **arrays[] = {&work->origin, &work->scale, &work->z, &work->u, &work->before, &work->after, &work->error};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    *arrays[i] = g_new0(double, n);
  return work;
}

static void
bsimp_free(gpointer data)
{
  BsimpWorkspace *work = data;
  double *arrays[] = {work->origin, work->scale, work->z, work->u, work->before, work->after, work->error};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_free(arrays[i]);
  gsl_odeiv2_driver_free(work->driver);
  g_free(work);
}

static NoslipStepStatus
bsimp_step(gpointer data, double t, double h, const NoslipMethodStep *step)
{
  BsimpWorkspace *work = data;
  gsize n = work->equations->dimension;
  for (gsize i = 0; i < n; i++) {
    double size = fmax(work->atol, fmax(fabs(step->state[i]), fabs(h * step->rates_before[i])));
    work->origin[i] = step->state[i];
    work->scale[i] = size > 0 ? size : 1;
    work->before[i] = step->rates_before[i] / work->scale[i];
    work->u[i] = 0;
  }
  int status =
      gsl_odeiv2_step_apply(work->driver->s, t, h, work->u, work->error, work->before, work->after, &work->scaled);
  state_of(work, work->u, step->state);
  for (gsize i = 0; i < n; i++) {
    step->error[i] = work->scale[i] * work->error[i];
    step->rates_after[i] = work->scale[i] * work->after[i];
  }
  return status == GSL_SUCCESS ? NOSLIP_STEP_OK : NOSLIP_STEP_UNDEFINED;
}

static int
bsimp_adjust(gpointer data, const NoslipMethodStep *step, double *h)
{
  BsimpWorkspace *work = data;
  return gsl_odeiv2_control_hadjust(work->driver->c, work->driver->s, step->state, step->error, step->rates_after, h);
}

static void
bsimp_reset(gpointer data)
{
  BsimpWorkspace *work = data;
  gsl_odeiv2_step_reset(work->driver->s);
}

const NoslipMethod noslip_method_bsimp = {
    .id = "bsimp",
    .title = N_("Bader-Deuflhard, implicit"),
    .documentation = N_("For stiff systems at tight tolerances; needs the Jacobian."),
    .source = "G. Bader, P. Deuflhard: A semi-implicit mid-point rule for stiff systems (1983)",
    .order = 12,
    .kind = NOSLIP_METHOD_IMPLICIT,
    .rates_after = TRUE,
    .create = bsimp_create,
    .free = bsimp_free,
    .step = bsimp_step,
    .adjust = bsimp_adjust,
    .reset = bsimp_reset,
};
