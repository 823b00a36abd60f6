/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Monomials of the coordinates of degree 3 and more, for potentials that are polynomials of such a degree. */
#pragma once

#include "core/system/model.h"

/* A conserved quantity K^ij p_i p_j + U has dU = 2 K dV: with K a polynomial of degree 2, U has the degree of V plus 2,
 * and the last part of one of degree 4 in the momenta twice that of V. The monomials (NoslipExpr, in the model's graph)
 * of degrees from 3 to this one in the coordinates that are not angles, are in no `manifold` and occur in V; to a lower
 * degree if they would be too many. Empty if V has a degree below 3. */
GArray *noslip_polynomials_monomials(const NoslipModel *model, guint degree);
