/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The multiplier of a nonholonomic bracket: private to the finder, see measure.h. */
#pragma once

#include "core/finder/primitive.h"

typedef struct {
  int exists; /* NoslipAnswer: YES, NO, UNKNOWN */
  gboolean reduced, in_symbols;
  NoslipExpr phi;
} NoslipMultiplier;

/* Looks for a multiplier phi of the bracket that makes it a Poisson bracket on the reduced space (measure.h). */
void noslip_jacobi_multiplier(const NoslipPrimitiveSetting *setting, NoslipMultiplier *multiplier);
