/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/system/system.h"

/* Whether W has less than full rank at the initial state and at every usable point near it, at the default parameters.
 * Points where an entry is not finite are not usable and are drawn again. A Lagrangian that is regular at the initial
 * state counts as regular, even if it becomes singular later. */
gboolean noslip_system_is_degenerate(const NoslipSystem *system);
/* The same at other values of the parameters. */
gboolean noslip_system_is_degenerate_at(const NoslipSystem *system, const double *parameters);
/* The rank of W at a state (x, y); at a state where an entry is not finite, -1. */
int noslip_system_mass_rank(const NoslipSystem *system, const double *parameters, const double *x, const double *y);
