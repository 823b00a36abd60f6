/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces of extremals and their variations, integrated together. */
#pragma once

#include "core/finder/steer/extremal.h"

typedef struct _NoslipArc NoslipArc;
/* The extremal must outlive the arc. */
NoslipArc *noslip_arc_new(NoslipExtremal *extremal, const int *cancel);
void noslip_arc_free(NoslipArc *arc);
/* Relative tolerance; the absolute one is this fraction of `sizes` (size of z); the pointer is kept. */
void noslip_arc_set_tolerance(NoslipArc *arc, double rtol, const double *sizes);
/* Moves z from t0 to t1 > t0, in place. variations: size x columns, dz/du for unknowns u of the caller, moved along
 * (columns may be 0); *cost, if not NULL, grows by the integral of L. FALSE if the extremal cannot be continued to t1,
 * or *cancel is set. */
gboolean noslip_arc_move(NoslipArc *arc, double t0, double t1, double *z, guint columns, double *variations,
                         double *cost);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipArc, noslip_arc_free)
