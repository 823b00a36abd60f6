/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The implicit method of the GNU Scientific Library (gsl_odeiv2) with its error estimate, except the one that needs a
 * scaled state (bsimp.c). */
#include "core/integrate/method.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_errno.h>

typedef struct {
  const gsl_odeiv2_system *equations;
  gsl_odeiv2_driver *driver; /* holds the stepper and its error control */
} GslWorkspace;

/* `detail` is the address of GSL's name for the method, because the name is a variable and not a constant. */
static gpointer
gsl_create(const NoslipMethod *method, const NoslipMethodProblem *problem, NoslipDiagnostic **error)
{
  const gsl_odeiv2_step_type *const *type = method->detail;
  GslWorkspace *work = g_new0(GslWorkspace, 1);
  work->equations = problem->equations;
  work->driver = gsl_odeiv2_driver_alloc_y_new(problem->equations, *type, 1.0, problem->atol, problem->rtol);
  return work;
}

static void
gsl_free(gpointer data)
{
  GslWorkspace *work = data;
  gsl_odeiv2_driver_free(work->driver);
  g_free(work);
}

static NoslipStepStatus
gsl_step(gpointer data, double t, double h, const NoslipMethodStep *step)
{
  GslWorkspace *work = data;
  int status = gsl_odeiv2_step_apply(work->driver->s, t, h, step->state, step->error, step->rates_before,
                                     step->rates_after, work->equations);
  return status == GSL_SUCCESS ? NOSLIP_STEP_OK : NOSLIP_STEP_UNDEFINED;
}

static int
gsl_adjust(gpointer data, const NoslipMethodStep *step, double *h)
{
  GslWorkspace *work = data;
  return gsl_odeiv2_control_hadjust(work->driver->c, work->driver->s, step->state, step->error, step->rates_after, h);
}

static void
gsl_reset(gpointer data)
{
  GslWorkspace *work = data;
  gsl_odeiv2_step_reset(work->driver->s);
}

#define GSL_METHOD_FUNCTIONS                                                                                           \
  .rates_after = TRUE, .create = gsl_create, .free = gsl_free, .step = gsl_step, .adjust = gsl_adjust,                 \
  .reset = gsl_reset

const NoslipMethod noslip_method_rk4imp = {
    .id = "rk4imp",
    .title = N_("Gauss 4, implicit"),
    .documentation = N_("For stiff systems at loose tolerances; needs the Jacobian."),
    .source = "J. C. Butcher: Implicit Runge-Kutta processes (1964)",
    .order = 4,
    .kind = NOSLIP_METHOD_IMPLICIT,
    .detail = &gsl_odeiv2_step_rk4imp,
    GSL_METHOD_FUNCTIONS,
};
