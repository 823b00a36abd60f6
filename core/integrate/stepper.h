/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One step after another: GSL's steppers and error control around the rates of a formulation. Private to integrate/. */
#pragma once

#include "core/integrate/geometric.h"
#include "core/integrate/schedule.h"

#include <gsl/gsl_odeiv2.h>

typedef enum {
  NOSLIP_ADVANCE_OK,
  NOSLIP_ADVANCE_CANCELLED,
  NOSLIP_ADVANCE_STATUS,    /* the formulation's own status, in `status` */
  NOSLIP_ADVANCE_UNDEFINED, /* a state that is not finite */
  NOSLIP_ADVANCE_UNDERFLOW, /* the step size fell below the resolution of time */
  NOSLIP_ADVANCE_TOO_MANY,  /* steps between two samples */
  NOSLIP_ADVANCE_CRAWLING,  /* so many steps, so much shorter than the longest one, that no end is in sight */
} NoslipAdvance;

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
  double step; /* the step size that the error control would take next, s; landing on samples leaves it alone */

  double *stages; /* of rk4: k2, k3, k4 and the argument of the next one, 4 x size; NULL for the methods of GSL */
  NoslipGeometric *geometric; /* owned; NULL for the methods that integrate the rates of z */
  double *xy;                 /* its state, from which the formulation enters z at each landing; m + n, owned */

  gsl_odeiv2_system system;
  gsl_odeiv2_driver *driver; /* holds the stepper and the control; NULL where size is 0 */

  double longest;   /* step until now, s */
  guint n_crawling; /* steps in a row that are CRAWL times shorter */

  NoslipStepStatus status; /* of the last rates that were not OK */
  guint64 n_steps, n_evaluations;
} NoslipStepper;

NoslipStepper *noslip_stepper_new(const NoslipFormulation *formulation, gpointer work, guint size,
                                  const NoslipRunOptions *options);
void noslip_stepper_free(NoslipStepper *stepper);
/* Steps (x, y) from now on; takes both. z follows it. */
void noslip_stepper_take_geometric(NoslipStepper *stepper, NoslipGeometric *geometric, double *xy);
/* Starts at t from stepper->z, which the caller has filled. */
void noslip_stepper_start(NoslipStepper *stepper, double t);
/* Goes on to exactly `to`. After anything but OK, stepper->t and stepper->z are the last state that was good. */
NoslipAdvance noslip_stepper_advance(NoslipStepper *stepper, double to, const int *cancel);
