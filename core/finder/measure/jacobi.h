/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The multiplier of a nonholonomic bracket, see measure.h. */
#pragma once

#include "core/finder/measure/hindrance.h"

typedef struct {
  NoslipAnswer exists;
  gboolean proved;  /* in symbols, with the present parameters; otherwise by numbers at states */
  char *phi;        /* or NULL */
  gboolean reduced; /* coordinates were divided out */
  char **space;     /* the functions of the coordinates that are left, NULL-terminated */
  NoslipHindrance hindrance;
} NoslipMultiplier;

/* Looks for a multiplier of the bracket that makes it a Poisson bracket on the reduced space. Clear the result. */
void noslip_jacobi_multiplier(const NoslipPrimitiveSetting *setting, NoslipMultiplier *multiplier);
void noslip_multiplier_clear(NoslipMultiplier *multiplier);
