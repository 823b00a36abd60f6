/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The coordinates of an initial state, before manifolds are taken into account. */
#pragma once

#include "core/system/state.h"

/* The entry that gives a name its initial value: an override takes precedence over a statement; `overrides` may be
 * NULL. */
const NoslipOverride *noslip_override_find(guint n_overrides, const NoslipOverride *overrides, const char *name);

/* x[m] from overrides and `initial` statements: 0 if none is given, for a rotation the quaternion nearest to the
 * identity. FALSE and an error in `diagnostics` (if not NULL) if entries refer to each other in a cycle or are not
 * finite; x holds 0 for those. */
gboolean noslip_coordinates_initial(const NoslipSystem *system, const double *parameters, guint n_overrides,
                                    const NoslipOverride *overrides, double *x, NoslipDiagnostics *diagnostics);
