/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two computations of the projection formulation, each a table of all functions. */
#pragma once

#include "core/dynamics/formulation.h"

/* Linear constraints and L of mechanical type: Euler-Lagrange equations on (D, [,]_P, rho_D); z = (x, y_D) (G 4-5). */
extern const NoslipFormulation noslip_projection_reduced;
/* All other systems: xi = P(xi_L|_M) by the projector along F = omega_L^-1(Psi); z = (x, y) (M). */
extern const NoslipFormulation noslip_projection_ambient;
