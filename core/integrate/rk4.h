/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The classical method of Runge and Kutta, order 4 (W. Kutta 1901). One motion and many in lanes use the same formulas,
 * so that both round alike. Private to integrate/. */
#pragma once

/* The argument of the next stage: h is half a step or a whole one. */
static inline double
noslip_rk4_stage(double z, double h, double k)
{
  return z + h * k;
}

static inline double
noslip_rk4_end(double z, double h, double k1, double k2, double k3, double k4)
{
  return z + h / 6 * (k1 + 2 * (k2 + k3) + k4);
}
