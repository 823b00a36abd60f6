/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ground and contact shadows as flat pieces. Soft edges are several polygons, one within the other. */
#include "ui/picture/cairo/painter.h"

#include <math.h>

#define RINGS 24
#define CORNER 10 /* points of a rounded corner */

/* From the sky to the ground's colour. Each polygon covers those inside it, so that none has to be transparent. */
static void
fade_disk(NoslipPainter *painter, const NoslipBody *body, double reach)
{
  for (guint k = 0; k < RINGS; k++) {
    double ring[64][3], radius = reach * (0.3 + 0.7 * (1 - (k + 0.5) / RINGS));
    for (guint i = 0; i < 64; i++) {
      ring[i][0] = painter->camera->target[0] + radius * cos(2 * G_PI * i / 64);
      ring[i][1] = painter->camera->target[1] + radius * sin(2 * G_PI * i / 64);
      ring[i][2] = body->z;
    }
    noslip_painter_face(painter, NOSLIP_LAYER_GROUND, 64, (const double(*)[3]) ring,
                        noslip_color_mix(painter->theme->sky, body->color, (k + 1.0) / RINGS), FALSE);
  }
}

/* Lines a distance `unit` apart, in short stretches that fade with the distance from the target. */
static void
grid_lines(NoslipPainter *painter, const NoslipBody *body, double unit, double reach, double strength, double width)
{
  const double *target = painter->camera->target;
  double c = cos(body->spin), s = sin(body->spin);
  double centre[2] = {c * target[0] + s * target[1], c * target[1] - s * target[0]};
  const int stretches = 16;
  for (int direction = 0; direction < 2; direction++) {
    double middle = centre[direction];
    for (double k = ceil((middle - reach) / unit); k * unit <= middle + reach; k++) {
      double across = k * unit - middle, half = sqrt(fmax(0, reach * reach - across * across));
      for (int i = 0; i < stretches; i++) {
        double ends[2][3], along[2] = {half * (2.0 * i / stretches - 1), half * (2.0 * (i + 1) / stretches - 1)};
        double away = hypot(across, (along[0] + along[1]) / 2) / reach;
        double fade = 1 - CLAMP((away - 0.3) / 0.7, 0, 1);
        for (int e = 0; e < 2; e++) {
          double p[2];
          p[direction] = k * unit;
          p[1 - direction] = centre[1 - direction] + along[e];
          ends[e][0] = c * p[0] - s * p[1];
          ends[e][1] = s * p[0] + c * p[1];
          ends[e][2] = body->z;
        }
        gboolean origin = k == 0;
        if (fade > 0.02)
          noslip_painter_line(
              painter, NOSLIP_LAYER_GROUND, 2, (const double(*)[3]) ends,
              noslip_color_with_alpha(painter->theme->ground_line, (origin ? fmin(1, 2 * strength) : strength) * fade),
              width);
      }
    }
  }
}

void
noslip_painter_ground(NoslipPainter *painter, const NoslipBody *body)
{
  double reach = noslip_ground_reach(painter->camera), unit = noslip_ground_unit(painter->camera);
  double pixel = noslip_camera_pixel_size(painter->camera, painter->height);
  fade_disk(painter, body, reach);
  if (0.1 * unit / pixel > 6)
    grid_lines(painter, body, 0.1 * unit, fmin(reach, 30 * 0.1 * unit), 0.09, 0.8);
  grid_lines(painter, body, unit, reach, 0.22, 1.3);
}

void
noslip_painter_shadow(NoslipPainter *painter, const NoslipShadow *shadow, NoslipLayer layer)
{
  double ux = shadow->axis[0], uy = shadow->axis[1], darkness = 0;
  double outline[4 * CORNER][3];
  for (guint k = 0; k < RINGS; k++) {
    double t = (k + 0.5) / RINGS, offset = shadow->softness * (1 - 2 * t);
    double a = shadow->extent[0] + offset, b = shadow->extent[1] + offset;
    double corner = fmin(fmax(shadow->corner + offset, 0), fmin(a, b));
    double wanted = shadow->strength * t * t * (3 - 2 * t);
    double alpha = 1 - (1 - wanted) / (1 - darkness);
    if (a <= 0 || b <= 0)
      break;
    for (guint i = 0; i < 4 * CORNER; i++) {
      double angle = G_PI_2 * (i / CORNER) + G_PI_2 * (i % CORNER) / (CORNER - 1);
      double sx = i / CORNER == 0 || i / CORNER == 3 ? 1 : -1, sy = i / CORNER < 2 ? 1 : -1;
      double x = sx * (a - corner) + corner * cos(angle), y = sy * (b - corner) + corner * sin(angle);
      outline[i][0] = shadow->centre[0] + ux * x - uy * y;
      outline[i][1] = shadow->centre[1] + uy * x + ux * y;
      outline[i][2] = shadow->centre[2];
    }
    noslip_painter_face(painter, layer, 4 * CORNER, (const double(*)[3]) outline, (NoslipColor){0, 0, 0, alpha}, FALSE);
    darkness = wanted;
  }
}
