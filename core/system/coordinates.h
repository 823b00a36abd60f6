/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The coordinates of an initial state, before any manifold is looked at. */
#pragma once

#include "core/system/state.h"

/* The entry that gives a name its initial value: an override before a statement; NULL overrides are allowed. */
const NoslipOverride *noslip_override_find(guint n_overrides, const NoslipOverride *overrides, const char *name);

/* x[m] from overrides and `initial` statements: 0 where none is given, for a rotation the quaternion nearest
 * to the identity. FALSE and an error in `diagnostics` (if not NULL) where entries use each other in a circle
 * or are not finite; x holds 0 for those. */
gboolean noslip_coordinates_initial(const NoslipSystem *system, const double *parameters, guint n_overrides,
                                    const NoslipOverride *overrides, double *x, NoslipDiagnostics *diagnostics);
