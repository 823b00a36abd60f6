/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of stepper-guard.c and others that stepper.c uses. */
#pragma once

#include "core/integrate/stepper.h"

/* zdot at (t, z) for GSL; evaluations are counted, and the formulation's status is kept in the stepper. */
int noslip_stepper_evaluate_rates(double t, const double z[], double zdot[], void *data);
/* Resets a method's memory of former steps. */
void noslip_stepper_forget(NoslipStepper *stepper);
/* (x, y) of a state z, or the geometric method's own state. */
gboolean noslip_stepper_full_state(NoslipStepper *stepper, double t, const double *z, const double *xy);
/* The guard's result for the step to t. */
NoslipAdvance noslip_stepper_look_back(NoslipStepper *stepper, double t, const double *z, const double *xy);
/* stepper-scale.c: the scales of the state at t for the absolute tolerance. */
void noslip_stepper_find_scale(NoslipStepper *stepper, double t);
/* The tried step in the form that the error control needs. */
NoslipMethodStep noslip_stepper_measured(NoslipStepper *stepper);
