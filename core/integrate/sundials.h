/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the methods of SUNDIALS (cvode.c, ida.c): context, vectors, the equations in the form that SUNDIALS calls,
 * and steps of the stepper that contain a few of the solver's own. Private to integrate/. */
#pragma once

#include "core/integrate/method.h"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_logger.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#ifndef SUNDIALS_DOUBLE_PRECISION
#error "SUNDIALS is built for other numbers than doubles"
#endif

/* Limit of the solver's own steps within one of the stepper, which then tries a shorter step, so that a run can be
 * cancelled. */
#define NOSLIP_SUNDIALS_STEPS_MOST 1000

/* The first member of the memory of a method. */
typedef struct {
  const gsl_odeiv2_system *equations;
  SUNLogger logger;
  SUNContext context;
  N_Vector state, errors; /* state: at the end of the last step, t */
  SUNMatrix matrix;
  SUNLinearSolver linear;
  double rtol, atol;
  double *offset; /* state minus the solver's state */
  double *z;      /* the state being evaluated */
  double *jacobian, *dfdt;
  gboolean started; /* the solver is at t, where the state is `state` + offset */
  double t;         /* s */
  long n_own;       /* the solver's own steps in the last one of the stepper */
} NoslipSundials;

/* Creates context and vectors; FALSE if SUNDIALS fails. Call noslip_sundials_end() in any case. */
gboolean noslip_sundials_begin(NoslipSundials *self, const NoslipMethodProblem *problem);
/* Creates the solver of linear equations for Newton's method, with a dense Jacobian; FALSE if SUNDIALS fails. */
gboolean noslip_sundials_add_solver(NoslipSundials *self);
/* Frees the members, not the struct. */
void noslip_sundials_end(NoslipSundials *self);
/* dz/dt at a vector of the solver; a positive result makes the solver try a shorter step. */
int noslip_sundials_rates(const NoslipSundials *self, double t, N_Vector state, double *rates);
/* matrix = diagonal 1 + factor df/dz there; results as noslip_sundials_rates(). */
int noslip_sundials_jacobian(const NoslipSundials *self, double t, N_Vector state, double diagonal, double factor,
                             SUNMatrix matrix);
#if SUNDIALS_VERSION_MAJOR < 7
/* An error handler that prints nothing: the status of a step is enough. */
void noslip_sundials_ignore_message(int code, const char *module, const char *function, char *message, void *data);
#endif
/* Whether the solver can continue from this state. If the difference from the solver's state is small, it is stored;
 * otherwise the vector `state` is set to this state, and the caller must restart the solver. */
gboolean noslip_sundials_continues(NoslipSundials *self, double t, const double *state);
/* Stores the result of a step in `step`, and records its end and the number of the solver's steps in it. */
void noslip_sundials_take(NoslipSundials *self, double t, long n_own, const NoslipMethodStep *step);
/* NoslipMethod.adjust and .reset for a memory that begins with a NoslipSundials. */
int noslip_sundials_adjust(gpointer data, const NoslipMethodStep *step, double *h);
void noslip_sundials_reset(gpointer data);
/* Sets *error for a method that SUNDIALS cannot create; returns NULL. */
gpointer noslip_sundials_refuse(const NoslipMethod *method, NoslipDiagnostic **error);
