/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The events of many motions in lanes: finds the steps in which there is none, with the tests of events.c, so that only
 * the others need NoslipEvents, one for each motion. */
#pragma once

#include "core/expr/lanes.h"
#include "core/trajectory/events.h"

typedef struct _NoslipEventLanes NoslipEventLanes; /* used by one thread */

/* For n motions with the functions of `events`, to which no other is added after this; parameters[n][n_parameters].
 * NULL if rows lack multipliers that a function needs. */
NoslipEventLanes *noslip_event_lanes_new(NoslipEvents *events, guint n, const double *parameters);
void noslip_event_lanes_free(NoslipEventLanes *lanes);
/* The rows of the motions in the lanes `stepped`, and those before, [quantity][lane] (row.h). Returns the lanes where
 * noslip_events_resolve() would be TRUE, and noslip_events_feed() would find nothing and keep the sides. */
guint32 noslip_event_lanes_pass(NoslipEventLanes *lanes, const double *rows, const double *before, guint32 stepped);
/* For a lane that was not returned, after its row was fed to `events`. */
void noslip_event_lanes_follow(NoslipEventLanes *lanes, guint lane, const NoslipEvents *events);
/* Exchanges two lanes. */
void noslip_event_lanes_swap(NoslipEventLanes *lanes, guint a, guint b);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipEventLanes, noslip_event_lanes_free)
