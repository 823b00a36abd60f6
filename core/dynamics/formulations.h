/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of the formulations, for the registry (formulation.c) and for tests. */
#pragma once

#include "core/dynamics/formulation.h"

#define FORMULATION(name) extern const NoslipFormulation noslip_formulation_##name;
#include "core/dynamics/formulations.def"
#undef FORMULATION
