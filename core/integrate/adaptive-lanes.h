/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many motions in lanes by an embedded pair, each with its own steps: the same steps, and so bit-identical results, as
 * for a motion computed alone. A motion that has reached its target waits for the others. Private to
 * integrate/. */
#pragma once

#include "core/integrate/embedded.h"
#include "core/integrate/guard-lanes.h"
#include "core/integrate/run.h"

typedef struct _NoslipAdaptiveLanes NoslipAdaptiveLanes; /* used by one thread */

/* The workspace and the guard (or NULL) belong to the caller. NULL if the method is not an embedded pair. */
NoslipAdaptiveLanes *noslip_adaptive_lanes_new(const NoslipLanes *lanes, gpointer work, guint size,
                                               NoslipGuardLanes *guard, const NoslipRunOptions *options);
void noslip_adaptive_lanes_free(NoslipAdaptiveLanes *adaptive);
/* Resets all motions, of which there are n, to time t0, with the first step to be chosen. */
void noslip_adaptive_lanes_start(NoslipAdaptiveLanes *adaptive, double t0, guint n);
/* Moves the states z[i * NOSLIP_TAPE_LANES + lane] of the motions in *in to exactly `to`; motions that the lanes cannot
 * follow are removed from *in. FALSE if `cancel` was set, or if no motion is left. */
gboolean noslip_adaptive_lanes_advance(NoslipAdaptiveLanes *adaptive, double to, double *z, const int *cancel,
                                       guint32 *in);
/* The motions of `in` that have not reached their target to[lane]. */
guint32 noslip_adaptive_lanes_moving(const NoslipAdaptiveLanes *adaptive, const double *to, guint32 in);
/* Tries one step of each motion in *in towards its target to[lane]. Returns the motions whose step was accepted; of these, a motion
 * that leaves after its step is no longer in *in. */
guint32 noslip_adaptive_lanes_step(NoslipAdaptiveLanes *adaptive, const double *to, double *z, guint32 *in);
/* Sets the next step to try of one motion, s, whose state the caller may have replaced at the same time; and this step. */
void noslip_adaptive_lanes_expect(NoslipAdaptiveLanes *adaptive, guint lane, double step);
double noslip_adaptive_lanes_expected(const NoslipAdaptiveLanes *adaptive, guint lane);
/* Exchanges the lanes of two motions, except what belongs to the caller: their states, and those of workspace and
 * guard. */
void noslip_adaptive_lanes_swap(NoslipAdaptiveLanes *adaptive, guint a, guint b);
/* From now on only the first n lanes are computed. */
void noslip_adaptive_lanes_use(NoslipAdaptiveLanes *adaptive, guint n);
/* The times of the motions: NOSLIP_TAPE_LANES numbers, s. */
const double *noslip_adaptive_lanes_times(const NoslipAdaptiveLanes *adaptive);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipAdaptiveLanes, noslip_adaptive_lanes_free)
