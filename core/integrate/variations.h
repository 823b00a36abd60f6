/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A motion with n tangent vectors v that obey its variational equations vdot = (dzdot/dz) v, all by the error-controlled
 * steps of an embedded pair (rk8pd). Its state is z, then the vectors: (1 + n) x size numbers. Many in lanes:
 * variation-lanes.h. */
#pragma once

#include "core/dynamics/formulation.h"

typedef struct _NoslipVariations NoslipVariations; /* used by one thread */

/* The formulation has a Jacobian. */
NoslipVariations *noslip_variations_new(NoslipDynamics *dynamics, guint n, double rtol, double atol);
void noslip_variations_free(NoslipVariations *variations);
void noslip_variations_set_parameters(NoslipVariations *variations, const double *parameters);
/* Enters the motion at t from a full state xy (m + n), and fills z (size). */
NoslipStepStatus noslip_variations_enter(NoslipVariations *variations, double t, const double *xy, double *z);
/* zdot (size), then dzdot/dz (size x size, row-major); valid until the motion continues. NULL if they are undefined. */
const double *noslip_variations_linear(NoslipVariations *variations, double t, const double *z);
/* After noslip_variations_enter(): begins at t from this state, with this first step, s. */
void noslip_variations_start(NoslipVariations *variations, double t, const double *state, double step);
/* Integrates to exactly `to`; FALSE if that is not possible, or if `cancel` (may be NULL) is set. */
gboolean noslip_variations_advance(NoslipVariations *variations, double to, const int *cancel);
/* Replaces the state by one at the same time with the same z, and the step. */
void noslip_variations_set(NoslipVariations *variations, const double *state, double step);
/* The present state; the step that the error control would make, s; the time, s. */
const double *noslip_variations_state(const NoslipVariations *variations);
double noslip_variations_step(const NoslipVariations *variations);
double noslip_variations_time(const NoslipVariations *variations);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipVariations, noslip_variations_free)
