/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/ensemble-points.h"

#include <math.h>

#define TAIL_SECONDS 0.6
#define TAIL_POINTS 5
#define DOT 7 /* logical pixels */

/* The positions of the motions of a block, oldest first: points[lane][n], the last one is the present. */
static guint
gather(const NoslipEnsembleView *ensemble, guint block, double t, gboolean tails,
       double points[NOSLIP_ENSEMBLE_LANES][TAIL_POINTS][3])
{
  guint n = 0, n_points = tails ? TAIL_POINTS : 1;
  float values[NOSLIP_ENSEMBLE_LANES];
  for (guint k = 0; k < n_points; k++) {
    guint frame;
    double fraction, at = t - TAIL_SECONDS * (n_points - 1 - k) / TAIL_POINTS;
    if (at < g_array_index(ensemble->times, double, 0) && k + 1 < n_points)
      continue;
    if (!noslip_ensemble_view_at(ensemble, block, at, &frame, &fraction))
      return 0;
    for (guint c = 0; c < 3; c++) {
      noslip_ensemble_view_read(ensemble, block, frame, fraction, ensemble->layout->point + c, values);
      for (guint lane = 0; lane < NOSLIP_ENSEMBLE_LANES; lane++)
        points[lane][n][c] = (double) values[lane];
    }
    n++;
  }
  return n;
}

void
noslip_ensemble_points_show(const NoslipEnsembleView *ensemble, double t, gboolean tails, const NoslipTheme *theme,
                            const NoslipCamera *camera, double height, NoslipEnsemblePoints *ensemble_points,
                            NoslipScene *scene, NoslipBounds *bounds)
{
  double points[NOSLIP_ENSEMBLE_LANES][TAIL_POINTS][3];
  noslip_bounds_init(bounds);
  if (!ensemble || !ensemble->layout || ensemble->times->len == 0)
    return;
  /* balls lie on the ground, not in it */
  double lift = 0.5 * DOT * noslip_camera_pixel_size(camera, height);
  noslip_ensemble_points_clear(ensemble_points);
  for (guint b = 0; b < ensemble->layout->n_blocks; b++) {
    guint n = gather(ensemble, b, t, tails, points);
    for (guint lane = 0; lane < noslip_ensemble_view_lanes(ensemble, b) && n > 0; lane++) {
      const double *now = points[lane][n - 1];
      for (guint k = 0; k < n && isfinite(lift); k++)
        points[lane][k][2] += lift;
      if (!isfinite(now[0] + now[1] + now[2]))
        continue;
      float shade = ensemble->shades[b * NOSLIP_ENSEMBLE_LANES + lane];
      noslip_ensemble_points_add(ensemble_points, noslip_theme_gradient(theme, (double) shade), n,
                                 (const double(*)[3]) points[lane]);
      noslip_bounds_add(bounds, now);
    }
  }
  NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_POINTS);
  body->ensemble_points = noslip_ensemble_points_ref(ensemble_points);
  body->width = DOT * theme->scale;
}
