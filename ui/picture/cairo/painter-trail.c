/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trails and ensembles as lines, in short pieces that are sorted, and fade, separately. */
#include "ui/picture/cairo/painter.h"

#include <math.h>
#include <string.h>

#define STRETCH 24       /* points of one piece */
#define MOST_POINTS 1024 /* points of a trail in full detail; older ones are taken from a coarser level */

typedef struct {
  NoslipPainter *painter;
  const NoslipBody *body;
  double first, now; /* times of minimum and full strength */
  double points[STRETCH][3];
  guint n;
  double time;           /* of the last point */
  double last_x, last_y; /* its pixel */
} Pen;

static void
lift(Pen *pen)
{
  double age =
      pen->now > pen->first && !pen->body->trail_stays ? (pen->time - pen->first) / (pen->now - pen->first) : 1;
  double strength = NOSLIP_TRAIL_FAINT + (1 - NOSLIP_TRAIL_FAINT) * CLAMP(age, 0, 1);
  if (pen->n >= 2)
    noslip_painter_line(pen->painter, NOSLIP_LAYER_BODY, pen->n, (const double(*)[3]) pen->points,
                        noslip_color_with_alpha(pen->body->color, pen->body->color.a * strength), pen->body->width);
  pen->n = 0;
}

/* Points within a pixel of the last one are left out, except one that must be reached. */
static void
draw_to(Pen *pen, const double point[3], double time, gboolean reach)
{
  const NoslipPainter *painter = pen->painter;
  double px, py, depth;
  if (noslip_camera_project(painter->camera, painter->width, painter->height, point, &px, &py, &depth)) {
    if (!reach && pen->n > 0 && hypot(px - pen->last_x, py - pen->last_y) < 1)
      return;
    pen->last_x = px;
    pen->last_y = py;
  }
  memcpy(pen->points[pen->n++], point, sizeof pen->points[0]);
  pen->time = time;
  if (pen->n < STRETCH)
    return;
  lift(pen);
  memcpy(pen->points[pen->n++], point, sizeof pen->points[0]);
}

void
noslip_painter_trail(NoslipPainter *painter, const NoslipBody *body)
{
  guint end = noslip_trail_count(body->trail, body->trail_time);
  if (end == 0)
    return;
  const NoslipTrailPoint *points = &g_array_index(body->trail->points, NoslipTrailPoint, 0);
  Pen pen = {.painter = painter, .body = body};
  pen.now = isfinite(body->trail_time) ? body->trail_time : points[end - 1].time;
  pen.first = isfinite(body->trail_first) ? body->trail_first : points[0].time;
  NoslipTrailStretch stretches[NOSLIP_TRAIL_LEVELS];
  for (guint n = noslip_trail_stretches(body->trail, pen.first, pen.now, MOST_POINTS, MOST_POINTS, stretches);
       n-- > 0;) {
    const GArray *level = noslip_trail_level(body->trail, stretches[n].level);
    for (guint i = stretches[n].from; i < stretches[n].to; i++) {
      const NoslipTrailPoint *p = &g_array_index(level, NoslipTrailPoint, i);
      if (isnan(p->x))
        lift(&pen);
      else
        draw_to(&pen, (double[]){p->x, p->y, p->z}, p->time, i + 1 == stretches[n].to);
    }
  }
  if (body->trail_tip && pen.n > 0)
    draw_to(&pen, body->to, pen.now, TRUE);
  lift(&pen);
}

void
noslip_painter_points(NoslipPainter *painter, const NoslipBody *body)
{
  const GArray *tails = body->ensemble_points->tails, *dots = body->ensemble_points->dots;
  for (guint i = 1; i < tails->len; i++) {
    const NoslipEnsemblePoint *a = &g_array_index(tails, NoslipEnsemblePoint, i - 1), *b = a + 1;
    if (b->age < a->age)
      continue; /* the start of another motion */
    const double ends[2][3] = {{a->x, a->y, a->z}, {b->x, b->y, b->z}};
    NoslipColor color = {a->color[0] / 255.0, a->color[1] / 255.0, a->color[2] / 255.0,
                         a->color[3] / 255.0 * body->color.a * (a->age + b->age) / 2};
    noslip_painter_line(painter, NOSLIP_LAYER_BODY, 2, ends, color, body->width / 3);
  }
  for (guint i = 0; i < dots->len; i++) {
    const NoslipEnsemblePoint *p = &g_array_index(dots, NoslipEnsemblePoint, i);
    NoslipColor color = {p->color[0] / 255.0, p->color[1] / 255.0, p->color[2] / 255.0,
                         p->color[3] / 255.0 * body->color.a};
    noslip_painter_dot(painter, (double[]){p->x, p->y, p->z}, color, body->width / 2);
  }
}
