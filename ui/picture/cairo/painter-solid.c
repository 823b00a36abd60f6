/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies as faces, with the colours of their patterns. */
#include "ui/picture/cairo/painter.h"

#include <math.h>

#define SIDES 72 /* of round bodies; a multiple of 12, so that patterns end at edges */

static void
to_world(const double m[16], double x, double y, double z, double out[3])
{
  for (guint i = 0; i < 3; i++)
    out[i] = m[i] * x + m[4 + i] * y + m[8 + i] * z + m[12 + i];
}

/* Adds a face if its front is seen: counterclockwise from outside. Its normal comes from its corners. */
static void
add_face(NoslipPainter *painter, const NoslipBody *body, guint n, const double (*corners)[3], NoslipColor color)
{
  double normal[3] = {0, 0, 0}, middle[3] = {0, 0, 0}, facing = 0;
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
  noslip_painter_face(painter, body->table ? NOSLIP_LAYER_TABLE : NOSLIP_LAYER_BODY, n, corners, shaded,
                      color.a > 0.999);
}

static void
box(NoslipPainter *painter, const NoslipBody *body)
{
  static const int around[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (int axis = 0; axis < 3; axis++)
    for (int sign = -1; sign <= 1; sign += 2) {
      double corners[4][3];
      for (guint k = 0; k < 4; k++) {
        double p[3];
        p[axis] = 0.5 * sign;
        p[(axis + 1) % 3] = 0.5 * around[sign > 0 ? k : 3 - k][0];
        p[(axis + 2) % 3] = 0.5 * around[sign > 0 ? k : 3 - k][1];
        to_world(body->transform, p[0], p[1], p[2], corners[k]);
      }
      add_face(painter, body, 4, (const double(*)[3]) corners, body->color);
    }
}

static NoslipColor
with_alpha_of(NoslipColor color, const NoslipBody *body)
{
  return noslip_color_with_alpha(color, body->color.a);
}

/* The colour of the face between meridians i and i + 1, rings j and j + 1 of SIDES / 2. */
static NoslipColor
ball_color(const NoslipPainter *painter, const NoslipBody *body, int i, int j)
{
  NoslipColor light = with_alpha_of(noslip_pattern_light(painter->theme), body);
  int step = SIDES / 6, from = (i + step / 2) % SIDES; /* borders half a sector from the x axis */
  if (body->pattern == NOSLIP_PATTERN_PLAIN)
    return body->color;
  if (body->pattern == NOSLIP_PATTERN_GRID)
    return (i / (SIDES / 12) + j / (SIDES / 12)) % 2 ? noslip_color_mix(body->color, light, 0.35) : body->color;
  if (j < SIDES / 18 || j >= SIDES / 2 - SIDES / 18)
    return light;
  int sector = from / step;
  return sector % 2 == 0 ? light : sector == 1 ? with_alpha_of(painter->theme->accent, body) : body->color;
}

static void
faceted_ball(NoslipPainter *painter, const NoslipBody *body)
{
  for (int j = 0; j < SIDES / 2; j++)
    for (int i = 0; i < SIDES; i++) {
      double corners[4][3];
      static const int di[4] = {0, 1, 1, 0}, dj[4] = {0, 0, 1, 1};
      for (guint k = 0; k < 4; k++) {
        double a = 2 * G_PI * (i + di[k]) / SIDES, b = 2 * G_PI * (j + dj[k]) / SIDES - G_PI_2;
        to_world(body->transform, cos(a) * cos(b), sin(a) * cos(b), sin(b), corners[k]);
      }
      add_face(painter, body, 4, (const double(*)[3]) corners, ball_color(painter, body, i, j));
    }
}

/* A sphere, not an ellipsoid. */
static gboolean
is_round(const NoslipBody *body)
{
  const double *m = body->transform;
  double a = noslip_dot(m, m), b = noslip_dot(m + 4, m + 4), c = noslip_dot(m + 8, m + 8);
  return fabs(a - b) <= 1e-9 * a && fabs(a - c) <= 1e-9 * a;
}

/* A plain ball is a disc with a gradient: smoother than faces. */
static void
plain_ball(NoslipPainter *painter, const NoslipBody *body)
{
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

static void
end_face(NoslipPainter *painter, const NoslipBody *body, double z, gboolean up, gboolean patterned)
{
  double corners[SIDES][3];
  const int pies = patterned ? 12 : 1, per_pie = SIDES / pies;
  NoslipColor light = with_alpha_of(noslip_pattern_light(painter->theme), body);
  for (int p = 0; p < pies; p++) {
    guint n = 0;
    /* Sectors have their middle on multiples of 30 degrees, as in the GL canvas. */
    double offset = patterned ? -0.5 * per_pie : 0;
    for (int k = 0; k < per_pie + (patterned ? 1 : 0); k++) {
      double a = 2 * G_PI * (p * per_pie + (up ? k : per_pie - k) + offset) / SIDES;
      to_world(body->transform, cos(a), sin(a), z, corners[n++]);
    }
    if (patterned)
      to_world(body->transform, 0, 0, z, corners[n++]);
    NoslipColor color = patterned && p % 2 == 0 ? noslip_color_mix(body->color, light, 0.28) : body->color;
    add_face(painter, body, n, (const double(*)[3]) corners, color);
  }
}

static void
round_body(NoslipPainter *painter, const NoslipBody *body, double bottom, double top, gboolean patterned)
{
  for (int i = 0; i < SIDES; i++) {
    double a = 2 * G_PI * i / SIDES, b = 2 * G_PI * (i + 1) / SIDES, corners[4][3];
    to_world(body->transform, cos(a), sin(a), bottom, corners[0]);
    to_world(body->transform, cos(b), sin(b), bottom, corners[1]);
    to_world(body->transform, cos(b), sin(b), top, corners[2]);
    to_world(body->transform, cos(a), sin(a), top, corners[3]);
    add_face(painter, body, 4, (const double(*)[3]) corners, body->color);
  }
  end_face(painter, body, bottom, FALSE, patterned);
  end_face(painter, body, top, TRUE, patterned);
}

/* The mark that shows how far a disk has turned: on the faces that are seen, slightly in front of them. */
static void
disk_mark(NoslipPainter *painter, const NoslipBody *body, double bottom, double top)
{
  static const double mark[4][2] = {{0.73, -0.03}, {0.93, -0.03}, {0.93, 0.03}, {0.73, 0.03}};
  for (guint face = 0; face < 2; face++) {
    double corners[4][3];
    for (guint k = 0; k < 4; k++) {
      const double *m = mark[face == 0 ? 3 - k : k];
      to_world(body->transform, m[0], m[1], face == 0 ? bottom - 1e-3 : top + 1e-3, corners[k]);
    }
    guint before = painter->pieces->len;
    add_face(painter, body, 4, (const double(*)[3]) corners, with_alpha_of(painter->theme->accent, body));
    if (painter->pieces->len > before)
      g_array_index(painter->pieces, NoslipPiece, before).depth -= hypot(body->transform[0], body->transform[1]);
  }
}

void
noslip_painter_solid(NoslipPainter *painter, const NoslipBody *body)
{
  double half = body->thickness / 2;
  switch (body->kind) {
  case NOSLIP_BODY_BOX:
    box(painter, body);
    break;
  case NOSLIP_BODY_SPHERE:
    if (body->pattern == NOSLIP_PATTERN_PLAIN && is_round(body))
      plain_ball(painter, body);
    else
      faceted_ball(painter, body);
    break;
  case NOSLIP_BODY_CYLINDER:
    round_body(painter, body, 0, 1, FALSE);
    break;
  case NOSLIP_BODY_DISK:
    round_body(painter, body, body->table ? -2 * half : -half, body->table ? 0 : half, TRUE);
    disk_mark(painter, body, body->table ? -2 * half : -half, body->table ? 0 : half);
    break;
  default:
    break;
  }
}
