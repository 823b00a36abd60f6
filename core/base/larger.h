/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>

/* The larger of two sizes; not a number where one of them is none, whichever comes first. */
static inline double
noslip_larger(double a, double b)
{
  return isnan(a) || b <= a ? a : b;
}
