/* SPDX-License-Identifier: GPL-3.0-or-later */
/* If the projection onto the constraints after a step changes the state by no more than its error, the solver keeps its
 * own state, and the difference is stored and added to it from then on, so that its history stays valid. After a larger
 * change the solver is restarted. */
#include "core/integrate/sundials.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#if SUNDIALS_VERSION_MAJOR >= 7
#define NO_COMMUNICATOR SUN_COMM_NULL
#else
#define NO_COMMUNICATOR NULL
#endif

/* A step of the stepper usually contains at least this many of the solver's, because the stop time shortens the last
 * one. */
#define STEPS_FEW 3
/* A larger change of the state, in tolerances of a step, restarts the solver. */
#define CHANGE_MOST 10

gboolean
noslip_sundials_begin(NoslipSundials *self, const NoslipMethodProblem *problem)
{
  sunindextype n = (sunindextype) problem->equations->dimension;
  self->equations = problem->equations;
  self->rtol = problem->rtol;
  self->atol = problem->atol;
  self->offset = g_new0(double, 2 * problem->equations->dimension);
  self->z = self->offset + n;
  if (SUNLogger_Create(NO_COMMUNICATOR, 0, &self->logger) != 0 ||
      SUNContext_Create(NO_COMMUNICATOR, &self->context) != 0 || SUNContext_SetLogger(self->context, self->logger) != 0)
    return FALSE;
#if SUNDIALS_VERSION_MAJOR >= 7
  if (SUNContext_ClearErrHandlers(self->context) != 0) /* no messages: the status of a step is enough */
    return FALSE;
#endif
  self->state = N_VNew_Serial(n, self->context);
  self->errors = N_VNew_Serial(n, self->context);
  if (self->state == NULL || self->errors == NULL)
    return FALSE;
  N_VConst(0, self->state);
  N_VConst(0, self->errors);
  return TRUE;
}

gboolean
noslip_sundials_add_solver(NoslipSundials *self)
{
  gsize n = self->equations->dimension;
  self->jacobian = g_new0(double, n *n);
  self->dfdt = g_new0(double, n);
  self->matrix = SUNDenseMatrix((sunindextype) n, (sunindextype) n, self->context);
  self->linear = self->matrix != NULL ? SUNLinSol_Dense(self->state, self->matrix, self->context) : NULL;
  return self->linear != NULL;
}

void
noslip_sundials_end(NoslipSundials *self)
{
  if (self->linear != NULL)
    SUNLinSolFree(self->linear);
  if (self->matrix != NULL)
    SUNMatDestroy(self->matrix);
  if (self->errors != NULL)
    N_VDestroy(self->errors);
  if (self->state != NULL)
    N_VDestroy(self->state);
  if (self->context != NULL)
    SUNContext_Free(&self->context);
  if (self->logger != NULL)
    SUNLogger_Destroy(&self->logger);
  g_free(self->offset);
  g_free(self->jacobian);
  g_free(self->dfdt);
}

/* The state that a vector of the solver represents. */
static const double *
represented_state(const NoslipSundials *self, N_Vector vector)
{
  const double *own = N_VGetArrayPointer(vector);
  for (gsize i = 0; i < self->equations->dimension; i++)
    self->z[i] = own[i] + self->offset[i];
  return self->z;
}

int
noslip_sundials_rates(const NoslipSundials *self, double t, N_Vector state, double *rates)
{
  double sum = 0;
  if (self->equations->function(t, represented_state(self, state), rates, self->equations->params) != GSL_SUCCESS)
    return 1;
  for (gsize i = 0; i < self->equations->dimension; i++)
    sum += 0 * rates[i];
  return sum == 0 ? 0 : 1;
}

int
noslip_sundials_jacobian(const NoslipSundials *self, double t, N_Vector state, double diagonal, double factor,
                         SUNMatrix matrix)
{
  gsize n = self->equations->dimension;
  if (self->equations->jacobian(t, represented_state(self, state), self->jacobian, self->dfdt,
                                self->equations->params) != GSL_SUCCESS)
    return 1;
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      SM_ELEMENT_D(matrix, (sunindextype) i, (sunindextype) j) =
          (i == j ? diagonal : 0) + factor * self->jacobian[i * n + j];
  return 0;
}

#if SUNDIALS_VERSION_MAJOR < 7
void
noslip_sundials_ignore_message(int code, const char *module, const char *function, char *message, void *data)
{
}
#endif

static gboolean
is_close_to(const NoslipSundials *self, double t, const double *state)
{
  const double *own = N_VGetArrayPointer(self->state);
  if (!self->started || fabs(t - self->t) > 4 * DBL_EPSILON * fmax(fabs(t), fabs(self->t)))
    return FALSE;
  for (gsize i = 0; i < self->equations->dimension; i++)
    if (!(fabs(state[i] - own[i] - self->offset[i]) <= CHANGE_MOST * (self->rtol * fabs(state[i]) + self->atol)))
      return FALSE;
  return TRUE;
}

gboolean
noslip_sundials_continues(NoslipSundials *self, double t, const double *state)
{
  gboolean is_close = is_close_to(self, t, state);
  double *own = N_VGetArrayPointer(self->state);
  for (gsize i = 0; i < self->equations->dimension; i++) {
    if (!is_close)
      own[i] = state[i];
    self->offset[i] = state[i] - own[i];
  }
  self->started = FALSE;
  return is_close;
}

void
noslip_sundials_take(NoslipSundials *self, double t, long n_own, const NoslipMethodStep *step)
{
  gsize size = self->equations->dimension * sizeof(double);
  self->started = TRUE;
  self->t = t;
  self->n_own = n_own;
  memcpy(step->state, represented_state(self, self->state), size);
  memcpy(step->error, N_VGetArrayPointer(self->errors), size);
}

/* The solver controls the error of its own steps. It does not always report its next step after a stop, so the number
 * of its steps decides whether the stepper's step is doubled or halved. */
int
noslip_sundials_adjust(gpointer data, const NoslipMethodStep *step, double *h)
{
  const NoslipSundials *self = data;
  if (self->n_own > 2 * STEPS_FEW)
    *h *= 0.5;
  if (self->n_own > STEPS_FEW)
    return GSL_ODEIV_HADJ_NIL;
  *h *= 2;
  return GSL_ODEIV_HADJ_INC;
}

void
noslip_sundials_reset(gpointer data)
{
  NoslipSundials *self = data;
  self->started = FALSE;
}

gpointer
noslip_sundials_refuse(const NoslipMethod *method, NoslipDiagnostic **error)
{
  if (error != NULL)
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, _("choose another method"),
                                   _("SUNDIALS cannot begin with method '%s'"), method->id);
  return NULL;
}
