/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/scene/scene-items.h"

#include <math.h>

NoslipSwarm *
noslip_swarm_new(void)
{
  NoslipSwarm *swarm = g_new0(NoslipSwarm, 1);
  swarm->tails = g_array_new(FALSE, FALSE, sizeof(NoslipSwarmPoint));
  swarm->dots = g_array_new(FALSE, FALSE, sizeof(NoslipSwarmPoint));
  g_atomic_ref_count_init(&swarm->references);
  return swarm;
}

NoslipSwarm *
noslip_swarm_ref(NoslipSwarm *swarm)
{
  g_atomic_ref_count_inc(&swarm->references);
  return swarm;
}

void
noslip_swarm_unref(NoslipSwarm *swarm)
{
  if (swarm == NULL || !g_atomic_ref_count_dec(&swarm->references))
    return;
  g_array_unref(swarm->tails);
  g_array_unref(swarm->dots);
  g_free(swarm);
}

void
noslip_swarm_clear(NoslipSwarm *swarm)
{
  g_array_set_size(swarm->tails, 0);
  g_array_set_size(swarm->dots, 0);
}

static guint8
byte(double channel)
{
  return (guint8) lround(255 * CLAMP(channel, 0, 1));
}

void
noslip_swarm_add(NoslipSwarm *swarm, NoslipColor color, guint n, const double (*points)[3])
{
  NoslipSwarmPoint point = {.color = {byte(color.r), byte(color.g), byte(color.b), byte(color.a)}};
  guint begin = swarm->tails->len;
  for (guint i = 0; i < n; i++) {
    if (!isfinite(points[i][0]) || !isfinite(points[i][1]) || !isfinite(points[i][2]))
      continue;
    point.x = (float) points[i][0];
    point.y = (float) points[i][1];
    point.z = (float) points[i][2];
    /* Ages rise within a motion, from 0, so that where one falls another motion begins. */
    point.age = swarm->tails->len > begin ? (float) i / (float) (n - 1) : 0;
    g_array_append_val(swarm->tails, point);
  }
  if (swarm->tails->len == begin)
    return;
  /* A point alone is no trail. */
  if (swarm->tails->len == begin + 1)
    g_array_set_size(swarm->tails, begin);
  point.age = 1;
  g_array_append_val(swarm->dots, point);
}

guint
noslip_swarm_n_motions(const NoslipSwarm *swarm)
{
  return swarm->dots->len;
}
