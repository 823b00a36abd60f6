/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: the functions of the coordinates that occur in integrals of high degree of L = T - V. */
#pragma once

#include "core/finder/atoms.h"

#define NOSLIP_GRADES 3

/* An integral of degree d is a sum of velocities' monomials whose coefficients contain V at most (d - degree of the
 * monomial)/2 times. The functions, NOSLIP_ONE first, are products of at most `degree` atoms of coordinates on which T
 * or the constraints depend, times products of as many other atoms as occur in V up to 0, 1, 2 times; ends[g] is the
 * number of those up to the grade g. Empty if there are too many. */
GArray *noslip_graded_functions(const NoslipModel *model, const NoslipAtoms *atoms, guint degree,
                                guint ends[NOSLIP_GRADES]);
