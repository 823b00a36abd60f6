/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The multistep methods of SUNDIALS (CVODE), if the program was built with it: backward differentiation formulas for
 * stiff systems, and Adams-Moulton formulas. They choose order and step themselves, from their history; a step of the
 * stepper contains a few steps of CVODE, or ends at a sample, and CVODE continues from there. The error of each step is
 * controlled by both tolerances, as for the other methods.
 *
 * A. C. Hindmarsh et al.: SUNDIALS: suite of nonlinear and differential/algebraic equation solvers (2005) */
#include "core/integrate/sundials.h"

#include <cvode/cvode.h>
#include <glib/gi18n-lib.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

typedef struct {
  NoslipSundials base; /* the first member, for the functions that take a NoslipSundials */
  SUNNonlinearSolver nonlinear;
  void *cvode;
} CvodeWorkspace;

static const int bdf = CV_BDF, adams = CV_ADAMS;

/* A positive result makes CVODE try a shorter step. */
static int
cvode_rates(sunrealtype t, N_Vector state, N_Vector zdot, void *data)
{
  const CvodeWorkspace *work = data;
  return noslip_sundials_rates(&work->base, t, state, N_VGetArrayPointer(zdot));
}

static int
cvode_jacobian(sunrealtype t, N_Vector state, N_Vector zdot, SUNMatrix jacobian, void *data, N_Vector a, N_Vector b,
               N_Vector c)
{
  const CvodeWorkspace *work = data;
  return noslip_sundials_jacobian(&work->base, t, state, 0, 1, jacobian);
}

static void
cvode_free(gpointer data)
{
  CvodeWorkspace *work = data;
  if (work->cvode != NULL)
    CVodeFree(&work->cvode);
  if (work->nonlinear != NULL)
    SUNNonlinSolFree(work->nonlinear);
  noslip_sundials_end(&work->base);
  g_free(work);
}

static gboolean
make_integrator(CvodeWorkspace *work, int formula)
{
  work->cvode = CVodeCreate(formula, work->base.context);
#if SUNDIALS_VERSION_MAJOR < 7
  if (work->cvode == NULL || CVodeSetErrHandlerFn(work->cvode, noslip_sundials_ignore_message, NULL) != CV_SUCCESS)
    return FALSE;
#endif
  return work->cvode != NULL && CVodeInit(work->cvode, cvode_rates, 0, work->base.state) == CV_SUCCESS &&
         CVodeSetUserData(work->cvode, work) == CV_SUCCESS && CVodeSetMaxHnilWarns(work->cvode, -1) == CV_SUCCESS &&
         CVodeSetMaxNumSteps(work->cvode, NOSLIP_SUNDIALS_STEPS_MOST) == CV_SUCCESS &&
         CVodeSStolerances(work->cvode, work->base.rtol, work->base.atol) == CV_SUCCESS;
}

/* Newton's method with the exact Jacobian for stiff systems, else fixed-point iteration. The Jacobian is evaluated at
 * each step: with a Jacobian from before a pole, Newton's steps are tiny, and CVODE takes them for convergence. */
static gboolean
make_solver(CvodeWorkspace *work, gboolean stiff)
{
  if (!stiff) {
    work->nonlinear = SUNNonlinSol_FixedPoint(work->base.state, 0, work->base.context);
    return work->nonlinear != NULL && CVodeSetNonlinearSolver(work->cvode, work->nonlinear) == CV_SUCCESS;
  }
  return noslip_sundials_add_solver(&work->base) &&
         CVodeSetLinearSolver(work->cvode, work->base.linear, work->base.matrix) == CV_SUCCESS &&
         CVodeSetJacFn(work->cvode, cvode_jacobian) == CV_SUCCESS &&
         CVodeSetLSetupFrequency(work->cvode, 1) == CV_SUCCESS &&
         CVodeSetJacEvalFrequency(work->cvode, 1) == CV_SUCCESS;
}

static gpointer
cvode_create(const NoslipMethod *method, const NoslipMethodProblem *problem, NoslipDiagnostic **error)
{
  const int *formula = method->detail;
  CvodeWorkspace *work = g_new0(CvodeWorkspace, 1);
  if (noslip_sundials_begin(&work->base, problem) && make_integrator(work, *formula) &&
      make_solver(work, *formula == CV_BDF))
    return work;
  cvode_free(work);
  return noslip_sundials_refuse(method, error);
}

static NoslipStepStatus
cvode_step(gpointer data, double t, double h, const NoslipMethodStep *step)
{
  CvodeWorkspace *work = data;
  NoslipSundials *base = &work->base;
  sunrealtype end = t + h, reached = t;
  long before = 0, after = 0;
  if (!noslip_sundials_continues(base, t, step->state) && CVodeReInit(work->cvode, t, base->state) != CV_SUCCESS)
    return NOSLIP_STEP_UNDEFINED;
  if (CVodeGetNumSteps(work->cvode, &before) != CV_SUCCESS || CVodeSetStopTime(work->cvode, end) != CV_SUCCESS ||
      CVode(work->cvode, end, base->state, &reached, CV_NORMAL) < 0 || reached != end ||
      CVodeGetNumSteps(work->cvode, &after) != CV_SUCCESS ||
      CVodeGetEstLocalErrors(work->cvode, base->errors) != CV_SUCCESS)
    return NOSLIP_STEP_UNDEFINED;
  noslip_sundials_take(base, end, after - before, step);
  return NOSLIP_STEP_OK;
}

#define CVODE_METHOD_FUNCTIONS                                                                                         \
  .own_steps = TRUE, .create = cvode_create, .free = cvode_free, .step = cvode_step, .adjust = noslip_sundials_adjust, \
  .reset = noslip_sundials_reset

const NoslipMethod noslip_method_bdf = {
    .id = "bdf",
    .title = N_("Backward differentiation, implicit"),
    .documentation = N_("For stiff systems over long times; needs the Jacobian."),
    .source =
        "C. F. Curtiss, J. O. Hirschfelder: Integration of stiff equations (1952); A. C. Hindmarsh et al.: SUNDIALS "
        "(2005)",
    .order = 5,
    .kind = NOSLIP_METHOD_IMPLICIT,
    .detail = &bdf,
    CVODE_METHOD_FUNCTIONS,
};

const NoslipMethod noslip_method_adams = {
    .id = "adams",
    .title = N_("Adams-Moulton, variable order"),
    .documentation = N_("Few evaluations per step; for smooth motions whose equations take long to evaluate."),
    .source = "F. R. Moulton: New methods in exterior ballistics (1926); A. C. Hindmarsh et al.: SUNDIALS (2005)",
    .order = 12,
    .kind = NOSLIP_METHOD_EXPLICIT,
    .detail = &adams,
    CVODE_METHOD_FUNCTIONS,
};
