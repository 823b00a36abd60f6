/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Existence of sigma (setting.h): its change along [X_a, X_b] must be X_a u_b - X_b u_a. Brackets are added until they
 * depend on the present fields; if a dependent one requires another change than its combination, there is no sigma. */
#pragma once

#include "core/finder/measure/fields.h"

/* An array of NoslipField that are independent. Stops at the first field that contradicts sigma (primitive->decided,
 * with the obstruction), or that is unclear; TRUE if sigma exists in a neighbourhood of each state. *proved: every
 * dependence was confirmed in symbols. */
gboolean noslip_closure_find(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, GArray *fields,
                             NoslipPrimitive *primitive, gboolean *proved);
