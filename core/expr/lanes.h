/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops over NOSLIP_TAPE_LANES motions, which the compiler turns into vector code. */
#pragma once

#include "core/expr/tape.h"

/* The lanes that are computed for n motions: few motions need no pass over all lanes. */
static inline guint
noslip_lanes_width(guint n)
{
  return n <= NOSLIP_TAPE_LANES / 4   ? NOSLIP_TAPE_LANES / 4
         : n <= NOSLIP_TAPE_LANES / 2 ? NOSLIP_TAPE_LANES / 2
                                      : NOSLIP_TAPE_LANES;
}

/* Exchanges two lanes of n quantities, array[quantity][lane]. */
static inline void
noslip_lanes_swap(gsize n, double *array, guint a, guint b)
{
  for (gsize i = 0; i < n * NOSLIP_TAPE_LANES; i += NOSLIP_TAPE_LANES) {
    double kept = array[i + a];
    array[i + a] = array[i + b];
    array[i + b] = kept;
  }
}

/* The same for a set of bits. */
static inline guint32
noslip_lanes_swap_bits(guint32 bits, guint a, guint b)
{
  guint32 differ = (bits >> a ^ bits >> b) & 1;
  return bits ^ (differ << a | differ << b);
}

/* Before a function: it is compiled for several vector widths, of which the loader selects one. Not with sanitizers,
 * whose runtime is not ready when the loader calls a resolver. */
#ifdef NOSLIP_TARGET_CLONES
#define NOSLIP_LANE_BUILDS __attribute__((target_clones("avx2", "default")))
#else
#define NOSLIP_LANE_BUILDS
#endif

/* The iterations of the loop are independent: arrays of different quantities do not overlap, and lanes depend only on
 * themselves. */
#ifdef __clang__
#define NOSLIP_FOR_FIRST_LANES(width)                                                                                  \
  _Pragma("clang loop vectorize(assume_safety)") for (guint lane = 0; lane < (width); lane++)
#else
#define NOSLIP_FOR_FIRST_LANES(width)                                                                                  \
  _Pragma("GCC ivdep") _Pragma("GCC unroll 8") for (guint lane = 0; lane < (width); lane++)
#endif
#define NOSLIP_FOR_LANES NOSLIP_FOR_FIRST_LANES(NOSLIP_TAPE_LANES)
/* The lanes of the narrowest width. */
#define NOSLIP_LANE_GROUP (NOSLIP_TAPE_LANES / 4)

/* The lanes of a set of bits, in order. The loop may change the set. */
#define NOSLIP_FOR_BITS(lane, bits)                                                                                    \
  for (guint32 bits_left = (bits), lane = 0; bits_left != 0 && ((lane = (guint32) __builtin_ctz(bits_left)), TRUE);    \
       bits_left &= bits_left - 1)

/* Four lanes at a time; n is a constant, so that arrays of n stay in registers. */
#define NOSLIP_FOR_GROUPS(n) _Pragma("GCC unroll 8") for (guint g = 0; g < (n); g++)

/* Four lanes of an array that begins at a multiple of 64 bytes. */
typedef double NoslipFourLanes __attribute__((vector_size(32), may_alias));
/* Of an array that may begin anywhere. */
typedef NoslipFourLanes NoslipFourLanesAnywhere __attribute__((aligned(8)));
typedef gint64 NoslipFourMasks __attribute__((vector_size(32)));

/* Bits of the lanes 4 g .. 4 g + 3. */
#define NOSLIP_FOUR_BITS(g) ((NoslipFourMasks){1, 2, 4, 8} << 4 * (gint64) (g))
/* A mask of ones for those of them that are in a set, else 0. */
#define NOSLIP_FOUR_MASKS(bits, g)                                                                                     \
  ((NoslipFourMasks) ((NOSLIP_FOUR_BITS(g) & (NoslipFourMasks){bits, bits, bits, bits}) != (NoslipFourMasks){0}))

/* The set of the lanes whose value is not 0. */
static inline __attribute__((always_inline)) guint32
noslip_lanes_bits(const double *values)
{
  NoslipFourMasks all = {0};
  NOSLIP_FOR_GROUPS(NOSLIP_TAPE_LANES / 4)
  {
    const NoslipFourLanes four = ((const NoslipFourLanesAnywhere *) (gconstpointer) values)[g];
    all |= (NoslipFourMasks) (four != (NoslipFourLanes){0}) & NOSLIP_FOUR_BITS(g);
  }
  return (guint32) (all[0] | all[1] | all[2] | all[3]);
}

/* 1 for the lanes of a set, 0 for the others. */
static inline __attribute__((always_inline)) void
noslip_lanes_flags(guint32 bits, double *flags)
{
  NOSLIP_FOR_GROUPS(NOSLIP_TAPE_LANES / 4)
  ((NoslipFourLanesAnywhere *) (gpointer) flags)[g] =
      (NoslipFourLanes) (NOSLIP_FOUR_MASKS(bits, g) & (NoslipFourMasks) (NoslipFourLanes){1, 1, 1, 1});
}
