/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One step after another: a method (method.h) on the rates of a formulation, the choice of the step, landing on given
 * times. Private to integrate/. */
#pragma once

#include "core/integrate/guard.h"
#include "core/integrate/schedule.h"
#include "core/integrate/switches.h"

typedef enum {
  NOSLIP_ADVANCE_OK,
  NOSLIP_ADVANCE_CANCELLED,
  NOSLIP_ADVANCE_STATUS,    /* the formulation's own status, in `status` */
  NOSLIP_ADVANCE_UNDEFINED, /* a state that is not finite */
  NOSLIP_ADVANCE_UNDERFLOW, /* the step size fell below the resolution of time */
  NOSLIP_ADVANCE_TOO_MANY,  /* steps between two samples */
  NOSLIP_ADVANCE_POLE,      /* the equations have a pole ahead */
  NOSLIP_ADVANCE_STUCK,     /* at a change of sign of the argument of sign( ) */
  NOSLIP_ADVANCE_ENERGY,    /* the energy balance is off by more than shorter steps explain */
  NOSLIP_ADVANCE_EVENT,     /* the mode of the motion ends at stepper->t */
  NOSLIP_ADVANCE_FAILED,    /* a mode cannot be computed: its own error says why */
  NOSLIP_ADVANCE_CRAWLING,  /* the steps have become so short that the end will not be reached */
} NoslipAdvance;

/* What ends a mode of the motion: `passed` looks at the end (t, z) of a step that was tried, `kept` takes it as the
 * start of the next one. */
typedef struct {
  gboolean (*passed)(gpointer data, double t, const double *z);
  void (*kept)(gpointer data);
  gpointer data;
} NoslipStepperWatch;

typedef struct {
  const NoslipFormulation *formulation; /* unowned */
  gpointer work;                        /* unowned */
  const NoslipMethod *method;
  gboolean stabilise;
  double fixed_step; /* s; 0: error control */
  double rtol, atol;

  guint size;         /* of z */
  double t;           /* s */
  double *z;          /* the state at t, size */
  double *zdot;       /* its rates where `fresh`, size */
  double *before;     /* z before the step that is tried, size */
  double *error;      /* its estimated error, size */
  double *zdot_after; /* size */
  gboolean fresh;
  double *scale;    /* what the absolute tolerance is multiplied by, owned, size; or NULL: 1 */
  double *measured; /* state, error and rates in these scales, 3 x size; or NULL */
  double step;      /* the step size that the error control would take next, s; landing on samples leaves it alone */

  gpointer memory; /* of the method, owned; NULL where nothing moves */
  double *xy;      /* what geometric methods step, and the formulation enters z from at each landing; m + n */

  NoslipGuard *guard; /* owned; NULL where there is nothing to look at */
  double *full;       /* (x, y), dy/dt, lambda of the present state, for the guard; m + 2 n + k */
  guint m, n;

  gsl_odeiv2_system equations; /* the formulation's rates and Jacobian */

  NoslipSwitches *switches;        /* owned, or NULL */
  double most;                     /* no step is longer while a switch is approached, s; 0: no limit */
  double until;                    /* where a step that was too long ended, s: the limit holds up to there */
  const NoslipStepperWatch *watch; /* unowned, or NULL */

  double longest;   /* step until now, s */
  guint n_crawling; /* steps in a row that are CRAWL times shorter */

  NoslipStepStatus status; /* of the last rates that were not OK */
  guint64 n_steps, n_evaluations;
} NoslipStepper;

/* `size` numbers of the formulation's state. `system` and `parameters` are for geometric methods; else they may be
 * NULL. NULL with *error (REFUSED) where the method does not apply to the system. */
NoslipStepper *noslip_stepper_new(const NoslipFormulation *formulation, gpointer work, guint size,
                                  const NoslipSystem *system, const double *parameters, const NoslipRunOptions *options,
                                  NoslipDiagnostic **error);
void noslip_stepper_free(NoslipStepper *stepper);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipStepper, noslip_stepper_free)
/* Starts at t from stepper->z, and stepper->xy where there is one, which the caller has filled. */
void noslip_stepper_start(NoslipStepper *stepper, double t);
/* Goes on to exactly `to`. After anything but OK, stepper->t and stepper->z are the last state that was good. */
NoslipAdvance noslip_stepper_advance(NoslipStepper *stepper, double to, const int *cancel);
