/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The multiplier of a nonholonomic bracket: inside the finder, see measure.h. */
#pragma once

#include "core/finder/primitive.h"

typedef struct {
  int exists; /* NoslipAnswer: YES, NO, UNKNOWN */
  gboolean reduced, in_symbols;
  NoslipExpr phi;
} NoslipMultiplier;

void noslip_jacobi_multiplier(const NoslipPrimitiveSetting *setting, NoslipMultiplier *multiplier);
