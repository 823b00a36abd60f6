/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: equilibria that are connected by a path of equilibria form a family, which one member
 * represents. */
#pragma once

#include "core/finder/steady.h"

/* The member of `known` whose family contains this equilibrium, or NULL. It has the same kind, as many forced zeros,
 * the same stability by its linearization, and a path of equilibria leads from it to this one. */
NoslipEquilibrium *noslip_families_find(NoslipSteady *steady, const GPtrArray *known,
                                        const NoslipEquilibrium *equilibrium);
/* Whether two equilibria are approximations of one: to a multiple root Newton's method comes only as near as its power
 * of the distance can be told from 0. Between two such, unlike between two single roots, the equations hold too. */
gboolean noslip_families_is_same(NoslipSteady *steady, const NoslipEquilibrium *one, const NoslipEquilibrium *other);
