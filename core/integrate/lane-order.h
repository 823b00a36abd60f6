/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which motion is in which lane: as motions end, the others move to the first lanes, and only these are computed. Private
 * to integrate/. */
#pragma once

#include "core/expr/lanes.h"

typedef struct {
  guint width;                     /* the lanes that are computed */
  guint motion[NOSLIP_TAPE_LANES]; /* of each lane */
  guint lane[NOSLIP_TAPE_LANES];   /* of each motion */
} NoslipLaneOrder;

/* n motions in the first n lanes, in order. */
void noslip_lane_order_start(NoslipLaneOrder *order, guint n);
/* Moves the motions in the lanes `moving` to the first lanes, where then fewer lanes are enough; swap() exchanges all
 * that belongs to two lanes. Returns the number of these motions, from now on the only ones to compute, or 0 if nothing
 * changes. */
guint noslip_lane_order_gather(NoslipLaneOrder *order, guint32 moving, void (*swap)(gpointer data, guint a, guint b),
                               gpointer data);
/* The bits of the motions in these lanes. */
guint32 noslip_lane_order_motions(const NoslipLaneOrder *order, guint32 lanes);
