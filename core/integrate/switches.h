/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparisons in if( ) that the motion depends on: which of them hold at a state. Private to integrate/. */
#pragma once

#include "core/dynamics/formulation.h"

#define NOSLIP_SWITCH_RESOLUTION 1e-13 /* of the time, at least of 1 s: a step across a switch is no longer */

#define NOSLIP_MODE_RESOLUTION 2e-15 /* the same across an impact, which may be felt much later */

typedef struct _NoslipSwitches NoslipSwitches;

/* NULL where nothing that moves the system has a comparison. The system outlives it. */
NoslipSwitches *noslip_switches_new(const NoslipSystem *system, const double *parameters);
void noslip_switches_free(NoslipSwitches *switches);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipSwitches, noslip_switches_free)
/* Takes the formulation's state z at t as the one that later ones are compared with. */
void noslip_switches_remember(NoslipSwitches *switches, const NoslipFormulation *formulation, gpointer work, double t,
                              const double *z);
/* Whether a comparison at (t, z) comes out differently. */
gboolean noslip_switches_passed(NoslipSwitches *switches, const NoslipFormulation *formulation, gpointer work, double t,
                                const double *z);
