/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The methods of the GNU Scientific Library (gsl_odeiv2): embedded Runge-Kutta pairs and an implicit one, each
 * with its estimate of the error. bsimp.c holds the one that needs its state scaled. */
#include "core/integrate/method.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_errno.h>

typedef struct {
  const gsl_odeiv2_system *equations;
  gsl_odeiv2_driver *driver; /* holds the stepper and the control of its error */
} GslWork;

/* `detail` is the address of GSL's name for the method, which is a variable and so no constant itself. */
static gpointer
gsl_create(const NoslipMethod *method, const NoslipMethodProblem *problem, NoslipDiagnostic **error)
{
  const gsl_odeiv2_step_type *const *type = method->detail;
  GslWork *work = g_new0(GslWork, 1);
  work->equations = problem->equations;
  work->driver = gsl_odeiv2_driver_alloc_y_new(problem->equations, *type, 1.0, problem->atol, problem->rtol);
  return work;
}

static void
gsl_free(gpointer data)
{
  GslWork *work = data;
  gsl_odeiv2_driver_free(work->driver);
  g_free(work);
}

static NoslipStepStatus
gsl_step(gpointer data, double t, double h, const NoslipMethodStep *step)
{
  GslWork *work = data;
  int status = gsl_odeiv2_step_apply(work->driver->s, t, h, step->state, step->error, step->rates_before,
                                     step->rates_after, work->equations);
  return status == GSL_SUCCESS ? NOSLIP_STEP_OK : NOSLIP_STEP_UNDEFINED;
}

static int
gsl_adjust(gpointer data, const NoslipMethodStep *step, double *h)
{
  GslWork *work = data;
  return gsl_odeiv2_control_hadjust(work->driver->c, work->driver->s, step->state, step->error, step->rates_after, h);
}

static void
gsl_reset(gpointer data)
{
  GslWork *work = data;
  gsl_odeiv2_step_reset(work->driver->s);
}

#define GSL_METHOD_FUNCTIONS                                                                                           \
  .rates_after = TRUE, .create = gsl_create, .free = gsl_free, .step = gsl_step, .adjust = gsl_adjust,                 \
  .reset = gsl_reset

const NoslipMethod noslip_method_rk8pd = {
    .id = "rk8pd",
    .title = N_("Prince-Dormand 8(7)"),
    .documentation = N_("Long steps at tight tolerances; for smooth motions."),
    .source = "P. J. Prince, J. R. Dormand: High order embedded Runge-Kutta formulae (1981)",
    .order = 8,
    .kind = NOSLIP_METHOD_EXPLICIT,
    .detail = &gsl_odeiv2_step_rk8pd,
    GSL_METHOD_FUNCTIONS,
};

const NoslipMethod noslip_method_rkf45 = {
    .id = "rkf45",
    .title = N_("Runge-Kutta-Fehlberg 4(5)"),
    .documentation = N_("For loose tolerances and forces that are not smooth."),
    .source = "E. Fehlberg: Low-order classical Runge-Kutta formulas with stepsize control (1969)",
    .order = 5,
    .kind = NOSLIP_METHOD_EXPLICIT,
    .detail = &gsl_odeiv2_step_rkf45,
    GSL_METHOD_FUNCTIONS,
};

const NoslipMethod noslip_method_rkck = {
    .id = "rkck",
    .title = N_("Cash-Karp 4(5)"),
    .documentation = N_("For loose tolerances, with a little more accuracy for its work than rkf45."),
    .source = "J. R. Cash, A. H. Karp: A variable order Runge-Kutta method for initial value problems with rapidly "
              "varying right-hand sides (1990)",
    .order = 5,
    .kind = NOSLIP_METHOD_EXPLICIT,
    .detail = &gsl_odeiv2_step_rkck,
    GSL_METHOD_FUNCTIONS,
};

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
