/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pseudorandom numbers, the same on every machine. */
#pragma once

#include <glib.h>

/* The next pseudorandom number in -1 .. 1; advances *seed. The splitmix64 generator (Steele, Lea, Flood 2014). */
static inline double
noslip_random_draw(guint64 *seed)
{
  guint64 z = *seed += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z ^= z >> 31;
  return (double) (z >> 11) / 4503599627370496.0 - 1;
}
