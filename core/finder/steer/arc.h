/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces of extremals and their variations, integrated together. */
#pragma once

#include "core/finder/steer/extremal.h"

typedef struct _NoslipArc NoslipArc;
/* The extremal outlives it. */
NoslipArc *noslip_arc_new(NoslipExtremal *extremal, const int *cancel);
void noslip_arc_free(NoslipArc *arc);
/* Relative tolerance; the absolute one is this part of `sizes` (size of z), which are kept. */
void noslip_arc_set_tolerance(NoslipArc *arc, double rtol, const double *sizes);
/* From z at t0 to t1 > t0, in place. variations: size x columns, dz/du of what u is meant, moved along (columns may be 0);
 * *cost, where it is not NULL, grows by the integral of L. FALSE where the extremal ends before, or *cancel is set. */
gboolean noslip_arc_move(NoslipArc *arc, double t0, double t1, double *z, guint columns, double *variations,
                         double *cost);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipArc, noslip_arc_free)
