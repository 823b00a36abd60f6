/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The multistep methods of SUNDIALS (CVODE), where the program was built with it: backward differentiation formulas for
 * stiff systems, and the formulas of Adams and Moulton. They choose order and step themselves, from the steps before; a
 * step of the stepper holds a few of CVODE's, or ends at a sample, and CVODE goes on from there. Their errors are
 * those of single steps, measured by both tolerances as for the other methods.
 *
 * Where the state is brought back onto the constraints after a step, by no more than errors are, CVODE's own state stays
 * and the difference is added to it from then on: the steps before stay usable. Where it changes by more, CVODE begins
 * anew there.
 *
 * A. C. Hindmarsh et al.: SUNDIALS: suite of nonlinear and differential/algebraic equation solvers (2005) */
#include "core/integrate/method.h"

#include <cvode/cvode.h>
#include <float.h>
#include <glib/gi18n-lib.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_logger.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#ifndef SUNDIALS_DOUBLE_PRECISION
#error "SUNDIALS is built for other numbers than doubles"
#endif
#if SUNDIALS_VERSION_MAJOR >= 7
#define NO_COMMUNICATOR SUN_COMM_NULL
#else
#define NO_COMMUNICATOR NULL
#endif

/* CVODE's own steps within one of the stepper, which then tries a shorter one: so a run can be cancelled. */
#define STEPS_MOST 1000
/* As many fit at least, as a rule: where it has to stop, CVODE's last one is cut short. */
#define STEPS_FEW 3
/* A state that is changed by more, in tolerances of a step, is another one. */
#define CHANGE_MOST 10

typedef struct {
  const gsl_odeiv2_system *equations;
  SUNLogger logger;
  SUNContext context;
  N_Vector state, errors; /* state: at the end of the last step, t */
  SUNMatrix matrix;
  SUNLinearSolver linear;
  SUNNonlinearSolver nonlinear;
  void *cvode;
  double rtol, atol;
  double *offset; /* of the state from CVODE's */
  double *z;      /* the state that is evaluated */
  double *jacobian, *dfdt;
  gboolean started; /* CVODE stands at t, and the state was `state` + offset there */
  double t;         /* s */
  long n_own;       /* CVODE's own steps in the last one of the stepper */
} CvodeWork;

static const int bdf = CV_BDF, adams = CV_ADAMS;

static const double *
state_at(const CvodeWork *work, N_Vector vector)
{
  const double *own = N_VGetArrayPointer(vector);
  for (gsize i = 0; i < work->equations->dimension; i++)
    work->z[i] = own[i] + work->offset[i];
  return work->z;
}

/* Positive: CVODE tries a shorter step. */
static int
cvode_rates(sunrealtype t, N_Vector state, N_Vector zdot, void *data)
{
  const CvodeWork *work = data;
  double *rates = N_VGetArrayPointer(zdot), sum = 0;
  if (work->equations->function(t, state_at(work, state), rates, work->equations->params) != GSL_SUCCESS)
    return 1;
  for (gsize i = 0; i < work->equations->dimension; i++)
    sum += 0 * rates[i];
  return sum == 0 ? 0 : 1;
}

static int
cvode_jacobian(sunrealtype t, N_Vector state, N_Vector zdot, SUNMatrix jacobian, void *data, N_Vector a, N_Vector b,
               N_Vector c)
{
  const CvodeWork *work = data;
  gsize n = work->equations->dimension;
  if (work->equations->jacobian(t, state_at(work, state), work->jacobian, work->dfdt, work->equations->params) !=
      GSL_SUCCESS)
    return 1;
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      SM_ELEMENT_D(jacobian, (sunindextype) i, (sunindextype) j) = work->jacobian[i * n + j];
  return 0;
}

static void
cvode_free(gpointer data)
{
  CvodeWork *work = data;
  if (work->cvode != NULL)
    CVodeFree(&work->cvode);
  if (work->nonlinear != NULL)
    SUNNonlinSolFree(work->nonlinear);
  if (work->linear != NULL)
    SUNLinSolFree(work->linear);
  if (work->matrix != NULL)
    SUNMatDestroy(work->matrix);
  if (work->errors != NULL)
    N_VDestroy(work->errors);
  if (work->state != NULL)
    N_VDestroy(work->state);
  if (work->context != NULL)
    SUNContext_Free(&work->context);
  if (work->logger != NULL)
    SUNLogger_Destroy(&work->logger);
  g_free(work->offset);
  g_free(work->jacobian);
  g_free(work->dfdt);
  g_free(work);
}

#if SUNDIALS_VERSION_MAJOR < 7
static void
say_nothing(int code, const char *module, const char *function, char *message, void *data)
{
}
#endif

/* Drops the messages of SUNDIALS: the status of a step is enough. */
static gboolean
silence(CvodeWork *work)
{
#if SUNDIALS_VERSION_MAJOR >= 7
  return SUNContext_ClearErrHandlers(work->context) == 0;
#else
  return CVodeSetErrHandlerFn(work->cvode, say_nothing, NULL) == CV_SUCCESS;
#endif
}

static gboolean
make_vectors(CvodeWork *work, int formula)
{
  sunindextype n = (sunindextype) work->equations->dimension;
  if (SUNLogger_Create(NO_COMMUNICATOR, 0, &work->logger) != 0 ||
      SUNContext_Create(NO_COMMUNICATOR, &work->context) != 0 || SUNContext_SetLogger(work->context, work->logger) != 0)
    return FALSE;
  work->state = N_VNew_Serial(n, work->context);
  work->errors = N_VNew_Serial(n, work->context);
  work->cvode = CVodeCreate(formula, work->context);
  if (work->state == NULL || work->errors == NULL || work->cvode == NULL || !silence(work))
    return FALSE;
  N_VConst(0, work->state);
  N_VConst(0, work->errors);
  return CVodeInit(work->cvode, cvode_rates, 0, work->state) == CV_SUCCESS &&
         CVodeSetUserData(work->cvode, work) == CV_SUCCESS && CVodeSetMaxHnilWarns(work->cvode, -1) == CV_SUCCESS &&
         CVodeSetMaxNumSteps(work->cvode, STEPS_MOST) == CV_SUCCESS;
}

/* Newton's method with the exact Jacobian for stiff systems, else iteration. The Jacobian is that of each step: with one
 * from before a pole, Newton's method hardly moves, which CVODE takes for a solution. */
static gboolean
make_solver(CvodeWork *work, gboolean stiff)
{
  gsize n = work->equations->dimension;
  if (!stiff) {
    work->nonlinear = SUNNonlinSol_FixedPoint(work->state, 0, work->context);
    return work->nonlinear != NULL && CVodeSetNonlinearSolver(work->cvode, work->nonlinear) == CV_SUCCESS;
  }
  work->jacobian = g_new0(double, n *n);
  work->dfdt = g_new0(double, n);
  work->matrix = SUNDenseMatrix((sunindextype) n, (sunindextype) n, work->context);
  work->linear = work->matrix != NULL ? SUNLinSol_Dense(work->state, work->matrix, work->context) : NULL;
  return work->linear != NULL && CVodeSetLinearSolver(work->cvode, work->linear, work->matrix) == CV_SUCCESS &&
         CVodeSetJacFn(work->cvode, cvode_jacobian) == CV_SUCCESS &&
         CVodeSetLSetupFrequency(work->cvode, 1) == CV_SUCCESS &&
         CVodeSetJacEvalFrequency(work->cvode, 1) == CV_SUCCESS;
}

static gpointer
cvode_create(const NoslipMethod *method, const NoslipMethodProblem *problem, NoslipDiagnostic **error)
{
  const int *formula = method->detail;
  CvodeWork *work = g_new0(CvodeWork, 1);
  work->equations = problem->equations;
  work->rtol = problem->rtol;
  work->atol = problem->atol;
  work->offset = g_new0(double, 2 * work->equations->dimension);
  work->z = work->offset + work->equations->dimension;
  if (make_vectors(work, *formula) && make_solver(work, *formula == CV_BDF) &&
      CVodeSStolerances(work->cvode, problem->rtol, problem->atol) == CV_SUCCESS)
    return work;
  cvode_free(work);
  if (error != NULL)
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, _("choose another method"),
                                   _("SUNDIALS cannot begin with method '%s'"), method->id);
  return NULL;
}

/* Takes up the difference of the state from CVODE's, where it is small. */
static gboolean
stands_at(CvodeWork *work, double t, const double *state)
{
  const double *own = N_VGetArrayPointer(work->state);
  if (!work->started || fabs(t - work->t) > 4 * DBL_EPSILON * fmax(fabs(t), fabs(work->t)))
    return FALSE;
  for (gsize i = 0; i < work->equations->dimension; i++)
    if (!(fabs(state[i] - own[i] - work->offset[i]) <= CHANGE_MOST * (work->rtol * fabs(state[i]) + work->atol)))
      return FALSE;
  for (gsize i = 0; i < work->equations->dimension; i++)
    work->offset[i] = state[i] - own[i];
  return TRUE;
}

static NoslipStepStatus
cvode_step(gpointer data, double t, double h, const NoslipMethodStep *step)
{
  CvodeWork *work = data;
  gsize size = work->equations->dimension * sizeof(double);
  double *values = N_VGetArrayPointer(work->state);
  sunrealtype end = t + h, reached = t;
  long before = 0, after = 0;
  if (!stands_at(work, t, step->state)) {
    memcpy(values, step->state, size);
    memset(work->offset, 0, size);
    if (CVodeReInit(work->cvode, t, work->state) != CV_SUCCESS)
      return NOSLIP_STEP_UNDEFINED;
  }
  work->started = FALSE;
  if (CVodeGetNumSteps(work->cvode, &before) != CV_SUCCESS || CVodeSetStopTime(work->cvode, end) != CV_SUCCESS ||
      CVode(work->cvode, end, work->state, &reached, CV_NORMAL) < 0 || reached != end ||
      CVodeGetNumSteps(work->cvode, &after) != CV_SUCCESS ||
      CVodeGetEstLocalErrors(work->cvode, work->errors) != CV_SUCCESS)
    return NOSLIP_STEP_UNDEFINED;
  work->started = TRUE;
  work->t = end;
  work->n_own = after - before;
  memcpy(step->state, state_at(work, work->state), size);
  memcpy(step->error, N_VGetArrayPointer(work->errors), size);
  return NOSLIP_STEP_OK;
}

/* CVODE has controlled the error of each of its steps. At a forced stop it does not always report its next step, so
 * the number of its steps decides. */
static int
cvode_adjust(gpointer data, const NoslipMethodStep *step, double *h)
{
  CvodeWork *work = data;
  if (work->n_own > 2 * STEPS_FEW)
    *h *= 0.5;
  if (work->n_own > STEPS_FEW)
    return GSL_ODEIV_HADJ_NIL;
  *h *= 2;
  return GSL_ODEIV_HADJ_INC;
}

static void
cvode_reset(gpointer data)
{
  CvodeWork *work = data;
  work->started = FALSE;
}

#define CVODE_METHOD_FUNCTIONS                                                                                         \
  .own_steps = TRUE, .create = cvode_create, .free = cvode_free, .step = cvode_step, .adjust = cvode_adjust,           \
  .reset = cvode_reset

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
    .documentation = N_("Few evaluations a step; for smooth motions whose equations take long to evaluate."),
    .source = "F. R. Moulton: New methods in exterior ballistics (1926); A. C. Hindmarsh et al.: SUNDIALS (2005)",
    .order = 12,
    .kind = NOSLIP_METHOD_EXPLICIT,
    .detail = &adams,
    CVODE_METHOD_FUNCTIONS,
};
