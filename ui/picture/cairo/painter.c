/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faces, lines and dots in pixels, clipped at the near plane. */
#include "ui/picture/cairo/painter.h"

#include <math.h>
#include <string.h>

#define MOST_CORNERS 96

/* Distance along the view, and sideways, of a point. */
static void
to_view(const NoslipPainter *painter, const double view[16], const double p[3], double out[3])
{
  double v[4];
  noslip_matrix_apply(view, p, 1, v);
  out[0] = v[0];
  out[1] = v[1];
  out[2] = -v[2];
}

static void
add_pixel(NoslipPainter *painter, const double v[3])
{
  double focal = painter->height / (2 * tan(painter->camera->field / 2));
  const double pair[2] = {painter->width / 2 + focal * v[0] / v[2], painter->height / 2 - focal * v[1] / v[2]};
  g_array_append_vals(painter->points, pair, 2);
}

/* The point of the segment a b at the near plane. */
static void
cut(const double a[3], const double b[3], double near_plane, double out[3])
{
  double t = (near_plane - a[2]) / (b[2] - a[2]);
  for (guint i = 0; i < 3; i++)
    out[i] = a[i] + t * (b[i] - a[i]);
  out[2] = near_plane;
}

void
noslip_painter_face(NoslipPainter *painter, NoslipLayer layer, guint n, const double (*corners)[3], NoslipColor color,
                    gboolean seam)
{
  double view[16], near_plane, far_plane, v[MOST_CORNERS][3], depth = 0;
  if (n < 3 || n > MOST_CORNERS)
    return;
  noslip_camera_view(painter->camera, view);
  noslip_camera_near_far(painter->camera, &near_plane, &far_plane);
  for (guint i = 0; i < n; i++) {
    to_view(painter, view, corners[i], v[i]);
    depth += v[i][2] / n;
  }
  NoslipPiece piece = {.kind = NOSLIP_PIECE_FACE, .layer = layer, .depth = depth, .color = color, .seam = seam};
  piece.body = painter->body;
  noslip_bounds_init(&piece.box);
  piece.first = painter->points->len / 2;
  for (guint i = 0; i < n; i++)
    noslip_bounds_add(&piece.box, corners[i]);
  for (guint i = 0; i < n; i++) {
    const double *a = v[i], *b = v[(i + 1) % n];
    double crossing[3];
    if (a[2] >= near_plane)
      add_pixel(painter, a);
    if ((a[2] >= near_plane) != (b[2] >= near_plane)) {
      cut(a, b, near_plane, crossing);
      add_pixel(painter, crossing);
    }
  }
  piece.n = painter->points->len / 2 - piece.first;
  if (piece.n >= 3)
    g_array_append_val(painter->pieces, piece);
}

void
noslip_painter_line(NoslipPainter *painter, NoslipLayer layer, guint n, const double (*points)[3], NoslipColor color,
                    double width)
{
  double view[16], near_plane, far_plane, depth = 0;
  NoslipPiece piece = {.kind = NOSLIP_PIECE_LINE, .layer = layer, .color = color, .width = width};
  piece.body = painter->body;
  noslip_bounds_init(&piece.box);
  noslip_camera_view(painter->camera, view);
  noslip_camera_near_far(painter->camera, &near_plane, &far_plane);
  piece.first = painter->points->len / 2;
  double before[3] = {0, 0, -1};
  for (guint i = 0; i < n; i++) {
    double v[3], crossing[3];
    to_view(painter, view, points[i], v);
    depth += v[2] / n;
    noslip_bounds_add(&piece.box, points[i]);
    if (i > 0 && (v[2] >= near_plane) != (before[2] >= near_plane)) {
      cut(before, v, near_plane, crossing);
      add_pixel(painter, crossing);
    }
    if (v[2] >= near_plane)
      add_pixel(painter, v);
    memcpy(before, v, sizeof before);
  }
  piece.depth = depth * 0.998;
  piece.n = painter->points->len / 2 - piece.first;
  if (piece.n >= 2)
    g_array_append_val(painter->pieces, piece);
}

void
noslip_painter_dot(NoslipPainter *painter, const double point[3], NoslipColor color, double radius)
{
  NoslipPiece piece = {
      .kind = NOSLIP_PIECE_DOT, .layer = NOSLIP_LAYER_BODY, .body = painter->body, .color = color, .width = radius};
  double px, py;
  if (!noslip_camera_project(painter->camera, painter->width, painter->height, point, &px, &py, &piece.depth))
    return;
  piece.first = painter->points->len / 2;
  piece.n = 1;
  noslip_bounds_init(&piece.box);
  noslip_bounds_add(&piece.box, point);
  const double pair[2] = {px, py};
  g_array_append_vals(painter->points, pair, 2);
  g_array_append_val(painter->pieces, piece);
}
