/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/lane-order.h"

#define LANES NOSLIP_TAPE_LANES

void
noslip_lane_order_start(NoslipLaneOrder *order, guint n)
{
  order->width = noslip_lanes_width(n);
  for (guint lane = 0; lane < LANES; lane++)
    order->motion[lane] = order->lane[lane] = lane;
}

static void
exchange(NoslipLaneOrder *order, guint a, guint b)
{
  guint first = order->motion[a], second = order->motion[b];
  order->motion[a] = second;
  order->motion[b] = first;
  order->lane[first] = b;
  order->lane[second] = a;
}

guint
noslip_lane_order_gather(NoslipLaneOrder *order, guint32 moving, void (*swap)(gpointer data, guint a, guint b),
                         gpointer data)
{
  guint n = (guint) __builtin_popcount(moving), last = LANES;
  if (noslip_lanes_width(n) >= order->width)
    return 0;
  for (guint lane = 0; lane < n; lane++)
    if (!(moving >> lane & 1)) {
      do
        last--;
      while (!(moving >> last & 1));
      swap(data, lane, last);
      exchange(order, lane, last);
    }
  order->width = noslip_lanes_width(n);
  return n;
}

guint32
noslip_lane_order_motions(const NoslipLaneOrder *order, guint32 lanes)
{
  guint32 motions = 0;
  NOSLIP_FOR_BITS(lane, lanes)
  motions |= (guint32) 1 << order->motion[lane];
  return motions;
}
