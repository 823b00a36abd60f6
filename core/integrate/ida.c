/* SPDX-License-Identifier: GPL-3.0-or-later */
/* IDA of SUNDIALS, a solver of implicit equations F(t, z, z') = 0, if the program was built with it; here F = z' - f(t,
 * z). It uses backward differentiation formulas like bdf, but with a fixed leading coefficient when the step changes,
 * and it corrects z and z' together.
 *
 * K. E. Brenan, S. L. Campbell, L. R. Petzold: Numerical solution of initial-value problems in differential-algebraic
 * equations (1996), section 5.1.1; A. C. Hindmarsh et al.: SUNDIALS (2005) */
#include "core/integrate/sundials.h"

#include <glib/gi18n-lib.h>
#include <ida/ida.h>

typedef struct {
  NoslipSundials base; /* the first member, for the functions that take a NoslipSundials */
  N_Vector slope;      /* z' */
  double *rates;
  void *ida;
} IdaWorkspace;

static int
ida_residual(sunrealtype t, N_Vector state, N_Vector slope, N_Vector residual, void *data)
{
  const IdaWorkspace *work = data;
  const double *z = N_VGetArrayPointer(slope);
  double *F = N_VGetArrayPointer(residual);
  if (noslip_sundials_rates(&work->base, t, state, work->rates) != 0)
    return 1;
  for (gsize i = 0; i < work->base.equations->dimension; i++)
    F[i] = z[i] - work->rates[i];
  return 0;
}

/* dF/dz + alpha dF/dz' */
static int
ida_jacobian(sunrealtype t, sunrealtype alpha, N_Vector state, N_Vector slope, N_Vector residual, SUNMatrix matrix,
             void *data, N_Vector a, N_Vector b, N_Vector c)
{
  const IdaWorkspace *work = data;
  return noslip_sundials_jacobian(&work->base, t, state, alpha, -1, matrix);
}

static void
ida_free(gpointer data)
{
  IdaWorkspace *work = data;
  if (work->ida != NULL)
    IDAFree(&work->ida);
  if (work->slope != NULL)
    N_VDestroy(work->slope);
  noslip_sundials_end(&work->base);
  g_free(work->rates);
  g_free(work);
}

static gboolean
make_solver(IdaWorkspace *work)
{
  work->slope = N_VClone(work->base.state);
  work->ida = IDACreate(work->base.context);
  if (work->slope == NULL || work->ida == NULL)
    return FALSE;
  N_VConst(0, work->slope);
#if SUNDIALS_VERSION_MAJOR < 7
  if (IDASetErrHandlerFn(work->ida, noslip_sundials_ignore_message, NULL) != IDA_SUCCESS)
    return FALSE;
#endif
  return IDAInit(work->ida, ida_residual, 0, work->base.state, work->slope) == IDA_SUCCESS &&
         IDASetUserData(work->ida, work) == IDA_SUCCESS && noslip_sundials_add_solver(&work->base) &&
         IDASetLinearSolver(work->ida, work->base.linear, work->base.matrix) == IDA_SUCCESS &&
         IDASetJacFn(work->ida, ida_jacobian) == IDA_SUCCESS &&
         IDASetMaxNumSteps(work->ida, NOSLIP_SUNDIALS_STEPS_MOST) == IDA_SUCCESS &&
         IDASStolerances(work->ida, work->base.rtol, work->base.atol) == IDA_SUCCESS;
}

static gpointer
ida_create(const NoslipMethod *method, const NoslipMethodProblem *problem, NoslipDiagnostic **error)
{
  IdaWorkspace *work = g_new0(IdaWorkspace, 1);
  work->rates = g_new0(double, problem->equations->dimension);
  if (noslip_sundials_begin(&work->base, problem) && make_solver(work))
    return work;
  ida_free(work);
  return noslip_sundials_refuse(method, error);
}

/* Restarts IDA at t with the first step h. Its own first step would be a thousandth of that, and it would need many
 * steps to reach h. */
static gboolean
start_again(IdaWorkspace *work, double t, double h)
{
  NoslipSundials *base = &work->base;
  return noslip_sundials_rates(base, t, base->state, N_VGetArrayPointer(work->slope)) == 0 &&
         IDAReInit(work->ida, t, base->state, work->slope) == IDA_SUCCESS &&
         IDASetInitStep(work->ida, h) == IDA_SUCCESS;
}

static NoslipStepStatus
ida_step(gpointer data, double t, double h, const NoslipMethodStep *step)
{
  IdaWorkspace *work = data;
  NoslipSundials *base = &work->base;
  sunrealtype end = t + h, reached = t;
  long before = 0, after = 0;
  if (!noslip_sundials_continues(base, t, step->state) && !start_again(work, t, h))
    return NOSLIP_STEP_UNDEFINED;
  if (IDAGetNumSteps(work->ida, &before) != IDA_SUCCESS || IDASetStopTime(work->ida, end) != IDA_SUCCESS ||
      IDASolve(work->ida, end, &reached, base->state, work->slope, IDA_NORMAL) < 0 || reached != end ||
      IDAGetNumSteps(work->ida, &after) != IDA_SUCCESS || IDAGetEstLocalErrors(work->ida, base->errors) != IDA_SUCCESS)
    return NOSLIP_STEP_UNDEFINED;
  noslip_sundials_take(base, end, after - before, step);
  return NOSLIP_STEP_OK;
}

const NoslipMethod noslip_method_ida = {
    .id = "ida",
    .title = N_("IDA, backward differentiation of implicit equations"),
    .documentation = N_("For stiff systems; corrects the state and its rate together, and needs the Jacobian."),
    .source = "K. E. Brenan, S. L. Campbell, L. R. Petzold: Numerical solution of initial-value problems in "
              "differential-algebraic equations (1996); A. C. Hindmarsh et al.: SUNDIALS (2005)",
    .order = 5,
    .kind = NOSLIP_METHOD_IMPLICIT,
    .own_steps = TRUE,
    .create = ida_create,
    .free = ida_free,
    .step = ida_step,
    .adjust = noslip_sundials_adjust,
    .reset = noslip_sundials_reset,
};
