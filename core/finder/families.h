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
/* Moves u (state and rates) onto an equilibrium, perpendicular to the rows of kernel[n_kernel x columns], in the units:
 * along the directions of a family Newton's method is not determined. Singular values
 * below `least`, relative, count as 0. FALSE if it does not come to stand; where there is no equilibrium it may stand at another point. */
gboolean noslip_families_solve_across(NoslipSteady *steady, guint n_kernel, const double *kernel, double least,
                                      double *u);
