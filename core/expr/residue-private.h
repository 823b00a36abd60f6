/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/expr/residue.h"

/* The largest prime below 2^61 that is 7 modulo 8, for which p - 1 has no factor 3, 5, 7, 11 or 13 (such roots exist
 * and are unique) and 2, 3, 5 … 43 are squares (so that roots of small numbers exist). -1 is no square. */
#define NOSLIP_RESIDUE_PRIME ((guint64) 2305843009213682039)

guint64 noslip_residue_pow(guint64 a, guint64 n);
guint64 noslip_residue_integer(gint64 n);
/* 1 for squares, -1 for non-squares, 0 for 0. */
guint64 noslip_residue_sign(guint64 a);
