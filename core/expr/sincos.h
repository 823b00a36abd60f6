/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sine and cosine together, in plain C that compilers vectorise, to 1e-16 absolute for |x| below NOSLIP_SINCOS_MOST;
 * beyond that, and for NaN, the caller uses the C library.
 *
 * x = n pi/2 + r with |r| <= pi/4: pi/2 is split into three parts (Cody and Waite 1980), of which the first two have 33
 * bits, so that n times them is exact for n < 2^20. On |r| <= pi/4 the Taylor series through r^15 (sine) and r^16
 * (cosine) have an error below 5e-17. */
#pragma once

#include <glib.h>
#include <string.h>

#define NOSLIP_SINCOS_MOST 1e5

static inline void
noslip_sincos_reduced(double x, double *sine, double *cosine)
{
  /* Adding 1.5 * 2^52 rounds to an integer, which is then in the low bits. */
  const double shift = 6755399441055744.0;
  double shifted = x * 0.63661977236758134308 + shift;
  double n = shifted - shift;
  guint64 quadrant;
  memcpy(&quadrant, &shifted, sizeof quadrant);
  double r = ((x - n * 0x1.921fb544p+0) - n * 0x1.0b4611a6p-34) - n * 0x1.3198a2e037073p-69;
  double z = r * r;
  double s = -1.0 / 1307674368000.0;
  s = s * z + 1.0 / 6227020800.0;
  s = s * z - 1.0 / 39916800.0;
  s = s * z + 1.0 / 362880.0;
  s = s * z - 1.0 / 5040.0;
  s = s * z + 1.0 / 120.0;
  s = s * z - 1.0 / 6.0;
  s = r + r * (z * s);
  double c = 1.0 / 20922789888000.0;
  c = c * z - 1.0 / 87178291200.0;
  c = c * z + 1.0 / 479001600.0;
  c = c * z - 1.0 / 3628800.0;
  c = c * z + 1.0 / 40320.0;
  c = c * z - 1.0 / 720.0;
  c = c * z + 1.0 / 24.0;
  double half = 0.5 * z, one = 1.0 - half;
  c = one + (((1.0 - one) - half) + (z * z) * c);
  /* Odd quadrants swap the two, the second bit changes signs: sin(r + pi/2) = cos r, cos(r + pi/2) = -sin r. */
  guint64 sine_bits, cosine_bits, odd = -(quadrant & 1);
  memcpy(&sine_bits, &s, sizeof s);
  memcpy(&cosine_bits, &c, sizeof c);
  guint64 other = (sine_bits ^ cosine_bits) & odd;
  sine_bits = sine_bits ^ other ^ ((quadrant & 2) << 62);
  cosine_bits = cosine_bits ^ other ^ (((quadrant + 1) & 2) << 62);
  memcpy(sine, &sine_bits, sizeof s);
  memcpy(cosine, &cosine_bits, sizeof c);
}
