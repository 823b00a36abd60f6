/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>

/* The larger of two sizes; NaN if either of them is NaN. */
static inline double
noslip_larger(double a, double b)
{
  return isnan(a) || b <= a ? a : b;
}
