/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of the formulations, for the registry (formulation.c) and for tests. */
#pragma once

#include "core/dynamics/formulation.h"

extern const NoslipFormulation noslip_formulation_multipliers;
extern const NoslipFormulation noslip_formulation_gibbs_appell;
extern const NoslipFormulation noslip_formulation_projection;
extern const NoslipFormulation noslip_formulation_lagrange_dalembert;
extern const NoslipFormulation noslip_formulation_hamiltonian;
extern const NoslipFormulation noslip_formulation_free;
extern const NoslipFormulation noslip_formulation_vakonomic;
extern const NoslipFormulation noslip_formulation_singular;
