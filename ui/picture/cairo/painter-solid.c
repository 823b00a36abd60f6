/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies as the faces that are visible. */
#include "ui/picture/cairo/painter.h"
#include "ui/picture/scene/shape.h"

#include <math.h>

#define CORNERS_MOST (NOSLIP_SHAPE_SIDES + 1)

typedef struct {
  NoslipFaces faces;
  NoslipPainter *painter;
} PainterFaces;

static void
to_world(const double m[16], const double p[3], double out[3])
{
  for (guint i = 0; i < 3; i++)
    out[i] = m[i] * p[0] + m[4 + i] * p[1] + m[8 + i] * p[2] + m[12 + i];
}

/* Adds a face if its front is visible. Its normal is computed from its corners. */
static void
add_face(const NoslipFaces *faces, const NoslipBody *body, guint n, const double (*own)[3], NoslipColor color,
         double nearer)
{
  NoslipPainter *painter = ((const PainterFaces *) faces)->painter;
  double normal[3] = {0, 0, 0}, middle[3] = {0, 0, 0}, facing = 0, corners[CORNERS_MOST][3];
  g_return_if_fail(n <= CORNERS_MOST);
  for (guint k = 0; k < n; k++)
    to_world(body->transform, own[k], corners[k]);
  for (guint k = 0; k < n; k++) {
    const double *a = corners[k], *b = corners[(k + 1) % n];
    normal[0] += (a[1] - b[1]) * (a[2] + b[2]); /* Newell's sum */
    normal[1] += (a[2] - b[2]) * (a[0] + b[0]);
    normal[2] += (a[0] - b[0]) * (a[1] + b[1]);
    for (guint i = 0; i < 3; i++)
      middle[i] += a[i] / n;
  }
  for (guint i = 0; i < 3; i++)
    facing += normal[i] * (painter->eye[i] - middle[i]);
  if (facing <= 0)
    return;
  NoslipColor shaded = noslip_light_shade(&painter->light, color, normal);
  guint before = painter->pieces->len;
  noslip_painter_face(painter, body->table ? NOSLIP_LAYER_TABLE : NOSLIP_LAYER_BODY, n, (const double(*)[3]) corners,
                      shaded, color.a > 0.999);
  if (painter->pieces->len > before)
    g_array_index(painter->pieces, NoslipPiece, before).depth -= nearer;
}

/* A disc with a gradient: smoother than faces. */
static void
add_ball(const NoslipFaces *faces, const NoslipBody *body)
{
  NoslipPainter *painter = ((const PainterFaces *) faces)->painter;
  double px, py, depth, radius = hypot(hypot(body->transform[0], body->transform[1]), body->transform[2]);
  if (!noslip_camera_project(painter->camera, painter->width, painter->height, body->transform + 12, &px, &py, &depth))
    return;
  const double pair[2] = {px, py};
  double focal = painter->height / (2 * tan(painter->camera->field / 2));
  NoslipPiece piece = {.kind = NOSLIP_PIECE_BALL,
                       .layer = NOSLIP_LAYER_BODY,
                       .depth = depth - 0.3 * radius,
                       .first = painter->points->len / 2,
                       .n = 1,
                       .color = body->color,
                       .body = painter->body,
                       .width = focal * radius / depth};
  g_array_append_vals(painter->points, pair, 2);
  g_array_append_val(painter->pieces, piece);
}

void
noslip_painter_solid(NoslipPainter *painter, const NoslipBody *body)
{
  const NoslipShape *shape = noslip_body_shape(body);
  const PainterFaces sink = {{painter->theme, add_face, add_ball}, painter};
  if (shape != NULL && shape->faces != NULL)
    shape->faces(&sink.faces, body);
}
