/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `trial "NAME": NAME = expr, …`: a further set of initial values, in numbers. */
#pragma once

#include "core/system/state.h"

/* Appends to `values` (of NoslipOverride, empty) the overrides, then the values of the trial's entries without an
 * override, at these parameters. Names belong to the system and to `overrides`. */
void noslip_trial_overrides(const NoslipSystem *system, guint trial, const double *parameters, guint n_overrides,
                            const NoslipOverride *overrides, GArray *values);
/* Index of the trial of this name, or -1. */
int noslip_trial_find(const NoslipSystem *system, const char *name);
