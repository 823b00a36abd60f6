/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of shapes: parts of meshes, faces, bounds and supports. */
#include "ui/picture/scene/shape.h"

#include <math.h>

void
noslip_mesh_vertex(GArray *vertices, double x, double y, double z, double nx, double ny, double nz)
{
  const float values[6] = {(float) x, (float) y, (float) z, (float) nx, (float) ny, (float) nz};
  g_array_append_vals(vertices, values, 6);
}

void
noslip_mesh_cap(GArray *v, guint sides, double z, double up)
{
  for (guint i = 0; i < sides; i++) {
    double a = 2 * G_PI * i / sides, b = 2 * G_PI * (i + 1) / sides;
    noslip_mesh_vertex(v, 0, 0, z, 0, 0, up);
    noslip_mesh_vertex(v, cos(up > 0 ? a : b), sin(up > 0 ? a : b), z, 0, 0, up);
    noslip_mesh_vertex(v, cos(up > 0 ? b : a), sin(up > 0 ? b : a), z, 0, 0, up);
  }
}

void
noslip_mesh_cylinder(GArray *v, guint sides)
{
  for (guint i = 0; i < sides; i++) {
    double a = 2 * G_PI * i / sides, b = 2 * G_PI * (i + 1) / sides;
    double ca = cos(a), sa = sin(a), cb = cos(b), sb = sin(b);
    noslip_mesh_vertex(v, ca, sa, 0, ca, sa, 0);
    noslip_mesh_vertex(v, cb, sb, 0, cb, sb, 0);
    noslip_mesh_vertex(v, cb, sb, 1, cb, sb, 0);
    noslip_mesh_vertex(v, ca, sa, 0, ca, sa, 0);
    noslip_mesh_vertex(v, cb, sb, 1, cb, sb, 0);
    noslip_mesh_vertex(v, ca, sa, 1, ca, sa, 0);
  }
  noslip_mesh_cap(v, sides, 0, -1);
  noslip_mesh_cap(v, sides, 1, 1);
}

/* The side, then the caps. */
double
noslip_enter_cylinder(const double o[3], const double d[3], double bottom, double top)
{
  double a = d[0] * d[0] + d[1] * d[1], b = o[0] * d[0] + o[1] * d[1], c = o[0] * o[0] + o[1] * o[1] - 1;
  double best = INFINITY, side = a > 0 ? (-b - sqrt(b * b - a * c)) / a : NAN;
  double z = o[2] + side * d[2];
  if (side > 0 && z >= bottom && z <= top)
    best = side;
  for (guint k = 0; k < 2; k++) {
    double s = ((k == 0 ? bottom : top) - o[2]) / d[2];
    if (s > 0 && s < best && hypot(o[0] + s * d[0], o[1] + s * d[1]) <= 1)
      best = s;
  }
  return isfinite(best) ? best : NAN;
}

NoslipColor
noslip_faces_color(const NoslipBody *body, NoslipColor color)
{
  return noslip_color_with_alpha(color, body->color.a);
}

static void
corner(double at[3], double x, double y, double z)
{
  at[0] = x;
  at[1] = y;
  at[2] = z;
}

void
noslip_faces_end(const NoslipFaces *faces, const NoslipBody *body, double z, gboolean up, gboolean sectors)
{
  double corners[NOSLIP_SHAPE_SIDES][3];
  const int pies = sectors ? 12 : 1, per_pie = NOSLIP_SHAPE_SIDES / pies;
  NoslipColor light = noslip_faces_color(body, noslip_pattern_light(faces->theme));
  for (int p = 0; p < pies; p++) {
    guint n = 0;
    /* Sectors have their middle on multiples of 30 degrees, as in the GL canvas. */
    double offset = sectors ? -0.5 * per_pie : 0;
    for (int k = 0; k < per_pie + (sectors ? 1 : 0); k++) {
      double a = 2 * G_PI * (p * per_pie + (up ? k : per_pie - k) + offset) / NOSLIP_SHAPE_SIDES;
      corner(corners[n++], cos(a), sin(a), z);
    }
    if (sectors)
      corner(corners[n++], 0, 0, z);
    NoslipColor color = sectors && p % 2 == 0 ? noslip_color_mix(body->color, light, 0.28) : body->color;
    faces->face(faces, body, n, (const double(*)[3]) corners, color, 0);
  }
}

void
noslip_faces_cylinder(const NoslipFaces *faces, const NoslipBody *body, double bottom, double top, gboolean sectors)
{
  for (int i = 0; i < NOSLIP_SHAPE_SIDES; i++) {
    double a = 2 * G_PI * i / NOSLIP_SHAPE_SIDES, b = 2 * G_PI * (i + 1) / NOSLIP_SHAPE_SIDES, corners[4][3];
    corner(corners[0], cos(a), sin(a), bottom);
    corner(corners[1], cos(b), sin(b), bottom);
    corner(corners[2], cos(b), sin(b), top);
    corner(corners[3], cos(a), sin(a), top);
    faces->face(faces, body, 4, (const double(*)[3]) corners, body->color, 0);
  }
  noslip_faces_end(faces, body, bottom, FALSE, sectors);
  noslip_faces_end(faces, body, top, TRUE, sectors);
}

double
noslip_support_cylinder(const NoslipBody *body, const double along[3])
{
  return hypot(along[0], along[1]) + fabs(along[2]) / 2;
}

double
noslip_middle_half(const NoslipBody *body)
{
  return 0.5;
}

void
noslip_place_segment(const NoslipDrawn *drawn, const double *values, double m[16])
{
  double at[3], along[3], radius = noslip_drawn_value(values, drawn->radius);
  noslip_drawn_vector(values, drawn->at, at);
  noslip_drawn_vector(values, drawn->along, along);
  double axis[3] = {along[0] - at[0], along[1] - at[1], along[2] - at[2]};
  noslip_place_axis(m, axis);
  noslip_place_scale(m, radius, radius, sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]));
}

void
noslip_place_round(const NoslipDrawn *drawn, const double *values, double m[16])
{
  double axis[3], radius = noslip_drawn_value(values, drawn->radius);
  noslip_drawn_vector(values, drawn->along, axis);
  noslip_place_axis(m, axis);
  noslip_place_scale(m, radius, radius, radius);
}

static void
add_box(NoslipBounds *bounds, const double middle[3], const double reach[3])
{
  double low[3], high[3];
  for (guint i = 0; i < 3; i++) {
    low[i] = middle[i] - reach[i];
    high[i] = middle[i] + reach[i];
  }
  noslip_bounds_add(bounds, low);
  noslip_bounds_add(bounds, high);
}

void
noslip_bounds_reach(const NoslipDrawn *drawn, const double *values, double reach, NoslipBounds *bounds)
{
  double at[3];
  noslip_drawn_vector(values, drawn->at, at);
  add_box(bounds, at, (double[]){reach, reach, drawn->table ? 0 : reach});
}

void
noslip_bounds_radius(const NoslipDrawn *drawn, const double *values, NoslipBounds *bounds)
{
  noslip_bounds_reach(drawn, values, fabs(noslip_drawn_value(values, drawn->radius)), bounds);
}

void
noslip_bounds_placed(const NoslipDrawn *drawn, const double *values, NoslipBounds *bounds)
{
  NoslipBody body = {.kind = noslip_draw_shape(drawn->draw)->body};
  double reach[3];
  if (!noslip_drawn_place(drawn, values, &body))
    return;
  for (guint i = 0; i < 3; i++)
    reach[i] = noslip_body_support(&body, (double[]){i == 0, i == 1, i == 2});
  add_box(bounds, body.transform + 12, reach);
}

void
noslip_bounds_segment(const NoslipDrawn *drawn, const double *values, NoslipBounds *bounds)
{
  double along[3];
  noslip_drawn_vector(values, drawn->along, along);
  noslip_bounds_add(bounds, along);
}

NoslipPattern
noslip_pattern_ball(const NoslipDraw *draw)
{
  if (draw->pattern == NULL) /* the rotation of a ball must be visible */
    return draw->n_turns > 0 ? NOSLIP_PATTERN_BEACH : NOSLIP_PATTERN_PLAIN;
  NoslipPattern pattern = NOSLIP_PATTERN_PLAIN;
  noslip_pattern_find(draw->pattern, &pattern); /* the parser accepts only known ones */
  return pattern;
}
