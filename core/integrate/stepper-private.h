/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stepper-guard.c gives to stepper.c. */
#pragma once

#include "core/integrate/stepper.h"

/* zdot at (t, z) for GSL; counted, and the formulation's status is kept in the stepper. */
int noslip_stepper_evaluate_rates(double t, const double z[], double zdot[], void *data);
/* Resets what a method remembers of former steps. */
void noslip_stepper_forget(NoslipStepper *stepper);
/* (x, y) of a state z, or of the geometric method's own. */
gboolean noslip_stepper_full_state(NoslipStepper *stepper, double t, const double *z, const double *xy);
/* What the guard says of the step to t. */
NoslipAdvance noslip_stepper_look_back(NoslipStepper *stepper, double t, const double *z, const double *xy);
/* stepper-scale.c: the scales of the state at t for the absolute tolerance. */
void noslip_stepper_find_scale(NoslipStepper *stepper, double t);
/* The step that was tried as the error control has to see it. */
NoslipMethodStep noslip_stepper_measured(NoslipStepper *stepper);
