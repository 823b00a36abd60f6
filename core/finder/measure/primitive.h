/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the coordinates with given derivatives along the sections of D: X_a sigma = u_a, X_a = rho^i_a d/dx^i.
 *
 * Existence: the change of sigma along [X_a, X_b] must be X_a u_b - X_b u_a. Brackets are added until they depend on
 * the present fields; if a dependent one requires another change of sigma than its combination, there is no sigma. */

#pragma once

#include "core/finder/measure/setting.h"

/* Looks for sigma with X_a sigma = u[a], a = 0 .. r - 1 (expressions in x), and u[r] for the drift if there is one. Clear
 * the result in every case. */
void noslip_primitive_find(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, NoslipPrimitive *primitive);
void noslip_primitive_clear(NoslipPrimitive *primitive);
