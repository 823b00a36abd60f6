/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sequences of steps: a method (method.h) applied to the rates of a formulation, the choice of the step, landing on
 * given times. Private to integrate/. */
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
  NOSLIP_ADVANCE_TOO_MANY,  /* too many steps between two samples */
  NOSLIP_ADVANCE_POLE,      /* the equations have a pole ahead */
  NOSLIP_ADVANCE_STUCK,     /* at a change of sign of the argument of sign( ) */
  NOSLIP_ADVANCE_ENERGY,    /* the energy balance is off by more than shorter steps explain */
  NOSLIP_ADVANCE_EVENT,     /* the mode of the motion ends at stepper->t */
  NOSLIP_ADVANCE_FAILED,    /* a mode cannot be computed; its own error has the reason */
  NOSLIP_ADVANCE_CRAWLING,  /* the steps have become so short that the end would not be reached */
} NoslipAdvance;

/* Functions that detect the end of a mode of the motion: `passed` tests the end (t, z) of a tried step, `kept` makes it
 * the start of the next step. */
typedef struct {
  gboolean (*passed)(gpointer data, double t, const double *z);
  /* After passed() was TRUE: whether that state is at the end of the mode to round-off. Shorter steps do not come
   * nearer then: the rounding of x and t may cancel them. */
  gboolean (*is_met)(gpointer data);
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
  double scale_of_time; /* s: noslip_time_scale() at 0 */

  guint size;         /* of z */
  double t;           /* s */
  double *z;          /* the state at t, size */
  double *zdot;       /* its rates if `fresh`, size */
  double *before;     /* z before the tried step, size */
  double *error;      /* its estimated error, size */
  double *zdot_after; /* size */
  gboolean fresh;
  double *scale;    /* factors of the absolute tolerance, owned, size; or NULL: 1 */
  double *measured; /* state, error and rates in these scales, 3 x size; or NULL */
  double step;      /* the natural step size of the error control, s; not changed by landing on samples */

  gpointer memory; /* the method's memory, owned; NULL if the state is empty */
  double *xy;      /* the state of geometric methods, from which the formulation enters z at each landing; m + n */

  NoslipGuard *guard; /* owned; NULL if there is nothing to check */
  double *full;       /* (x, y), dy/dt, lambda of the present state, for the guard; m + 2 n + k */
  guint m, n;

  gsl_odeiv2_system equations; /* the formulation's rates and Jacobian */

  NoslipSwitches *switches;        /* owned, or NULL */
  double most;                     /* limit of the steps while a switch is approached, s; 0: no limit */
  double until;                    /* end of a step that was too long, s: the limit holds until then */
  const NoslipStepperWatch *watch; /* unowned, or NULL */

  double longest;   /* longest step so far, s */
  guint n_crawling; /* number of consecutive steps shorter than NOSLIP_PACE_CRAWL times that */

  NoslipStepStatus status; /* status of the last rates that failed */
  guint64 n_steps, n_evaluations;
} NoslipStepper;

/* The formulation's state has `size` numbers. `dynamics` and `parameters` are for geometric methods and the checks of
 * the steps; other rates have none (NULL). The dynamics must outlive the stepper. NULL with *error (REFUSED) if the method does not apply to the system. */
NoslipStepper *noslip_stepper_new(const NoslipFormulation *formulation, gpointer work, guint size,
                                  NoslipDynamics *dynamics, const double *parameters, const NoslipRunOptions *options,
                                  NoslipDiagnostic **error);
void noslip_stepper_free(NoslipStepper *stepper);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipStepper, noslip_stepper_free)
/* Starts at t from stepper->z, and stepper->xy if there is one, which the caller has filled. */
void noslip_stepper_start(NoslipStepper *stepper, double t);
/* Whether the error control chooses the steps. */
gboolean noslip_stepper_has_own_steps(const NoslipStepper *stepper);
/* One step of the error control towards `to`. */
NoslipAdvance noslip_stepper_step(NoslipStepper *stepper, double to, const int *cancel);
/* Integrates to exactly `to`. After any other result than OK, stepper->t and stepper->z are the last valid state. */
NoslipAdvance noslip_stepper_advance(NoslipStepper *stepper, double to, const int *cancel);
/* After steps with error control: moves the state to t, earlier or later, by one step of rk4 without control. FALSE if
 * t is too far away for an error below rounding, at a switch, or if the method is another; the state may be lost
 * then. */
gboolean noslip_stepper_nudge(NoslipStepper *stepper, double t);
