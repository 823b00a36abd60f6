/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conjugate points of an extremal: times at which neighbouring extremals with the same start meet it again to first
 * order.
 *
 * A variation of the momenta p_0 moves the extremal by a section eta along it, xdot varies by rho eta, and
 *
 *   etadot^gamma = dy^gamma - C^gamma_alpha beta y^alpha eta^beta,   eta(0) = 0,
 *
 * so that directions outside the base (the group of an Atiyah algebroid) count too. A time is conjugate if the matrix
 * eta (n x n, a column for each p_0) loses rank: a change of sign of its determinant, or a minimum of its least singular
 * value that is 0 to rounding. If it is singular all along, the least value that is not 0 then counts. */
#pragma once

#include "core/finder/steer/extremal.h"

/* The times in (0, time] of the extremal from z (size); of double. NULL if the extremal ends before, eta is 0 all along
 * or *cancel is set. */
GArray *noslip_conjugate_times(NoslipExtremal *extremal, const double *z, double time, const int *cancel);
