/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparisons in if( ) on which the motion depends, and their results at a state. Private to integrate/. */
#pragma once

#include "core/dynamics/formulation.h"

#define NOSLIP_SWITCH_RESOLUTION 1e-13 /* relative to noslip_time_scale(): limit of a step across a switch */

#define NOSLIP_SWITCH_FLIPS 24 /* brief times between changes, in a row, after which the motion counts as sticking */

#define NOSLIP_MODE_RESOLUTION 2e-15 /* the same across an impact, whose time must be more accurate */

typedef struct _NoslipSwitches NoslipSwitches;

gboolean noslip_switches_has(NoslipDynamics *dynamics);
/* NULL if the equations of motion contain no comparison. The dynamics must outlive it. */
NoslipSwitches *noslip_switches_new(NoslipDynamics *dynamics, const double *parameters);
void noslip_switches_free(NoslipSwitches *switches);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipSwitches, noslip_switches_free)
/* Stores the comparisons at the formulation's state z at t, as the reference for later ones. */
void noslip_switches_remember(NoslipSwitches *switches, const NoslipFormulation *formulation, gpointer work, double t,
                              const double *z);
/* Whether a comparison has another result at (t, z) than at the stored state. */
gboolean noslip_switches_passed(NoslipSwitches *switches, const NoslipFormulation *formulation, gpointer work, double t,
                                const double *z);
/* After a step that ends at a change, at time t; `brief` is a time between changes that counts as none. */
void noslip_switches_count(NoslipSwitches *switches, double t, double brief);
/* The comparison that changes back and forth from step to step, or NULL. Free with g_free(). */
char *noslip_switches_stuck(const NoslipSwitches *switches);
