/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/scene/scene-items.h"

#include <math.h>

NoslipEnsemblePoints *
noslip_ensemble_points_new(void)
{
  NoslipEnsemblePoints *ensemble_points = g_new0(NoslipEnsemblePoints, 1);
  ensemble_points->tails = g_array_new(FALSE, FALSE, sizeof(NoslipEnsemblePoint));
  ensemble_points->dots = g_array_new(FALSE, FALSE, sizeof(NoslipEnsemblePoint));
  g_atomic_ref_count_init(&ensemble_points->references);
  return ensemble_points;
}

NoslipEnsemblePoints *
noslip_ensemble_points_ref(NoslipEnsemblePoints *ensemble_points)
{
  g_atomic_ref_count_inc(&ensemble_points->references);
  return ensemble_points;
}

void
noslip_ensemble_points_unref(NoslipEnsemblePoints *ensemble_points)
{
  if (ensemble_points == NULL || !g_atomic_ref_count_dec(&ensemble_points->references))
    return;
  g_array_unref(ensemble_points->tails);
  g_array_unref(ensemble_points->dots);
  g_free(ensemble_points);
}

void
noslip_ensemble_points_clear(NoslipEnsemblePoints *ensemble_points)
{
  g_array_set_size(ensemble_points->tails, 0);
  g_array_set_size(ensemble_points->dots, 0);
}

static guint8
byte(double channel)
{
  return (guint8) lround(255 * CLAMP(channel, 0, 1));
}

void
noslip_ensemble_points_add(NoslipEnsemblePoints *ensemble_points, NoslipColor color, guint n, const double (*points)[3])
{
  NoslipEnsemblePoint point = {.color = {byte(color.r), byte(color.g), byte(color.b), byte(color.a)}};
  guint begin = ensemble_points->tails->len;
  for (guint i = 0; i < n; i++) {
    if (!isfinite(points[i][0]) || !isfinite(points[i][1]) || !isfinite(points[i][2]))
      continue;
    point.x = (float) points[i][0];
    point.y = (float) points[i][1];
    point.z = (float) points[i][2];
    /* Ages increase within a motion, from 0, so a decrease marks the next motion. */
    point.age = ensemble_points->tails->len > begin ? (float) i / (float) (n - 1) : 0;
    g_array_append_val(ensemble_points->tails, point);
  }
  if (ensemble_points->tails->len == begin)
    return;
  /* A single point is not a trail. */
  if (ensemble_points->tails->len == begin + 1)
    g_array_set_size(ensemble_points->tails, begin);
  point.age = 1;
  g_array_append_val(ensemble_points->dots, point);
}

guint
noslip_ensemble_points_n_motions(const NoslipEnsemblePoints *ensemble_points)
{
  return ensemble_points->dots->len;
}
