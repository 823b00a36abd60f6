/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: the tangent space of the family of equilibria through one of them. */
#pragma once

#include "core/finder/steady/steady.h"

/* The directions that lead to other equilibria, including those of the symmetries. basis: n orthonormal rows (size), the
 * tangent space of M in the units of `steady`; b (n x n): the linearization in this basis, and the size of its error. Fills
 * orthonormal rows of family[n x n], in this basis; returns their number.
 *
 * They are in the kernel of b, or rates of symmetries make up for what b makes of them, but not all such directions lead
 * to equilibria: for each of an orthonormal basis of them the equations are solved on a plane across it, a step away.
 * crossing: families cross here, so that sums of these directions do not lead to equilibria. */
guint noslip_family_directions(NoslipSteady *steady, const double *z, const double *rates, guint n, const double *basis,
                               const double *b, double error, double *family, gboolean *crossing);
