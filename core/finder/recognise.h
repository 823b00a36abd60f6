/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The coefficients of a conserved combination as rationals times products of parameters. */
#pragma once

#include "core/finder/space.h"

typedef enum {
  NOSLIP_COEFFICIENTS_SYMBOLIC, /* confirmed at further sets of parameters */
  NOSLIP_COEFFICIENTS_RATIONAL, /* recognised only at the given parameters */
  NOSLIP_COEFFICIENTS_NUMBERS,  /* not recognised: decimal numbers */
} NoslipCoefficients;

/* Finds the combination of n columns of the space that has rate 0, with coefficient 1 for the leading column. Fills
 * coefficients[n], expressions of the model's graph in the parameters. FALSE if the combination is not conserved, or
 * not the only one of these columns. */
gboolean noslip_recognise(const NoslipSpace *space, NoslipDynamics *dynamics, const double *parameters,
                          const double *xy, guint64 seed, guint n, const guint *columns, guint leading,
                          NoslipExpr *coefficients, NoslipCoefficients *how);
