/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/cairo/canvas-scene-cairo.h"

#include "ui/picture/cairo/painter.h"

#include <math.h>
#include <string.h>

/* The head as a triangle that faces the eye: its base is perpendicular to both the arrow and the line of sight. */
static void
add_head(NoslipPainter *painter, NoslipLayer layer, const NoslipArrowShape *shape, NoslipColor color)
{
  const double *axis = shape->head + 8, *base = shape->head + 12;
  double head[3][3], across[3], sight[3], radius = sqrt(noslip_dot(shape->head, shape->head));
  for (guint i = 0; i < 3; i++)
    sight[i] = painter->eye[i] - base[i];
  for (guint i = 0; i < 3; i++)
    across[i] = axis[(i + 1) % 3] * sight[(i + 2) % 3] - axis[(i + 2) % 3] * sight[(i + 1) % 3];
  double length = sqrt(noslip_dot(across, across));
  for (guint i = 0; i < 3; i++) {
    double half = length > 0 ? across[i] / length * radius : 0;
    head[0][i] = base[i] + half;
    head[1][i] = base[i] + axis[i];
    head[2][i] = base[i] - half;
  }
  guint before = painter->pieces->len;
  noslip_painter_face(painter, layer, 3, (const double(*)[3]) head, color, FALSE);
  if (painter->pieces->len > before)
    g_array_index(painter->pieces, NoslipPiece, before).depth *= 0.996;
}

/* Its edge, then the arrow, and over everything a faint copy of the part hidden by bodies. */
static void
add_arrow(NoslipPainter *painter, const NoslipBody *body)
{
  NoslipArrowShape shape, edge;
  if (!noslip_arrow_shape(body, painter->camera, painter->height, &shape))
    return;
  const double wide = NOSLIP_ARROW_EDGE * painter->theme->scale;
  double ends[2][3];
  memcpy(ends[0], body->from, sizeof ends[0]);
  memcpy(ends[1], shape.neck, sizeof ends[1]);
  edge = shape;
  noslip_arrow_swell(&edge, wide);
  NoslipColor around = noslip_color_mix(painter->theme->ground, painter->theme->surface, 0.5);
  around.a = body->color.a;
  const struct {
    NoslipLayer layer;
    const NoslipArrowShape *shape;
    NoslipColor color;
    double width, nearer; /* wider and nearer than the object below it */
  } parts[] = {
      {NOSLIP_LAYER_BODY, &edge, around, body->width + 2 * wide, 1},
      {NOSLIP_LAYER_BODY, &shape, body->color, body->width, 0.999},
      {NOSLIP_LAYER_THROUGH, &shape, noslip_color_with_alpha(body->color, NOSLIP_ARROW_HIDDEN * body->color.a),
       body->width, 1},
  };
  for (guint k = 0; k < G_N_ELEMENTS(parts); k++) {
    guint before = painter->pieces->len;
    noslip_painter_line(painter, parts[k].layer, 2, (const double(*)[3]) ends, parts[k].color, parts[k].width);
    add_head(painter, parts[k].layer, parts[k].shape, parts[k].color);
    for (guint i = before; i < painter->pieces->len; i++)
      g_array_index(painter->pieces, NoslipPiece, i).depth *= parts[k].nearer;
  }
}

static void
add_bodies(NoslipPainter *painter)
{
  for (guint i = 0; i < painter->bodies->len; i++) {
    const NoslipBody *body = &g_array_index(painter->bodies, NoslipBody, i);
    painter->body = i;
    if (body->kind == NOSLIP_BODY_GROUND)
      noslip_painter_ground(painter, body);
    else if (body->kind == NOSLIP_BODY_LINE)
      noslip_painter_line(painter, NOSLIP_LAYER_BODY, 2,
                          (const double(*)[3])(double[2][3]){{body->from[0], body->from[1], body->from[2]},
                                                             {body->to[0], body->to[1], body->to[2]}},
                          body->color, body->width);
    else if (body->kind == NOSLIP_BODY_ARROW)
      add_arrow(painter, body);
    else if (body->kind == NOSLIP_BODY_TRAIL && body->trail != NULL)
      noslip_painter_trail(painter, body);
    else if (body->kind == NOSLIP_BODY_POINTS && body->ensemble_points != NULL)
      noslip_painter_points(painter, body);
    else
      noslip_painter_solid(painter, body);
  }
}

/* Whether a shadow lies on a table rather than on the ground. */
static gboolean
on_table(const NoslipScene *scene, const NoslipShadow *shadow)
{
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
    const NoslipBody *body = noslip_scene_body(scene, i);
    if (body->table && body->transform[14] == shadow->centre[2])
      return TRUE;
  }
  return FALSE;
}

static int
compare_pieces(gconstpointer a, gconstpointer b)
{
  const NoslipPiece *p = a, *q = b;
  if (p->layer != q->layer)
    return p->layer < q->layer ? -1 : 1;
  if (p->order != q->order)
    return p->order < q->order ? -1 : 1;
  /* Layers without bodies keep the order of creation. */
  gboolean bodies = p->layer >= NOSLIP_LAYER_BODY || p->layer == NOSLIP_LAYER_UNDER_TABLE;
  if (!bodies || p->depth == q->depth)
    return (p->first > q->first) - (p->first < q->first);
  return p->depth > q->depth ? -1 : 1;
}

static void
draw_ball(const NoslipPainter *painter, const NoslipPiece *piece, const double *p, cairo_t *cairo)
{
  double view[16], key[4];
  noslip_camera_view(painter->camera, view);
  noslip_matrix_apply(view, painter->light.key, 0, key);
  double hx = p[0] + 0.55 * piece->width * key[0], hy = p[1] - 0.55 * piece->width * key[1];
  cairo_pattern_t *gradient = cairo_pattern_create_radial(hx, hy, 0, p[0], p[1], piece->width);
  for (guint k = 0; k <= 6; k++) {
    /* From the point that faces the light towards the rim, which faces away and down. */
    double t = k / 6.0, normal[3];
    for (guint i = 0; i < 3; i++)
      normal[i] = (1 - t * t) * painter->light.key[i] + t * t * (i == 2 ? -0.1 : 0.1 * painter->light.key[i]);
    NoslipColor c = noslip_light_shade(&painter->light, piece->color, normal);
    cairo_pattern_add_color_stop_rgba(gradient, t, c.r, c.g, c.b, c.a);
  }
  cairo_arc(cairo, p[0], p[1], piece->width, 0, 2 * G_PI);
  cairo_set_source(cairo, gradient);
  cairo_fill(cairo);
  cairo_pattern_destroy(gradient);
}

static void
draw_piece(const NoslipPainter *painter, const NoslipPiece *piece, cairo_t *cairo)
{
  const double *p = &g_array_index(painter->points, double, 2 * piece->first);
  if (piece->kind == NOSLIP_PIECE_BALL) {
    draw_ball(painter, piece, p, cairo);
    return;
  }
  if (piece->kind == NOSLIP_PIECE_DOT)
    cairo_arc(cairo, p[0], p[1], piece->width, 0, 2 * G_PI);
  for (guint i = 0; i < piece->n && piece->kind != NOSLIP_PIECE_DOT; i++)
    cairo_line_to(cairo, CLAMP(p[2 * i], -1e5, 1e5), CLAMP(p[2 * i + 1], -1e5, 1e5));
  cairo_set_source_rgba(cairo, piece->color.r, piece->color.g, piece->color.b, piece->color.a);
  if (piece->kind == NOSLIP_PIECE_LINE) {
    cairo_set_line_width(cairo, piece->width);
    cairo_stroke(cairo);
    return;
  }
  cairo_close_path(cairo);
  if (piece->seam) {
    cairo_set_line_width(cairo, 0.7);
    cairo_stroke_preserve(cairo);
  }
  cairo_fill(cairo);
}

void
noslip_scene_draw_cairo(NoslipScene *scene, const NoslipCamera *camera, const NoslipTheme *theme, double width,
                        double height, cairo_t *cairo)
{
  NoslipPainter painter = {.camera = camera, .theme = theme, .width = width, .height = height};
  if (!(width > 0) || !(height > 0))
    return;
  if (!scene->shadows_cast)
    noslip_scene_cast_shadows(scene);
  noslip_light_init(&painter.light, camera, theme);
  noslip_camera_eye(camera, painter.eye);
  painter.pieces = g_array_new(FALSE, FALSE, sizeof(NoslipPiece));
  painter.points = g_array_new(FALSE, FALSE, sizeof(double));
  painter.bodies = noslip_painter_cut(scene);
  add_bodies(&painter);
  painter.body = G_MAXUINT;
  for (guint i = 0; i < noslip_scene_n_shadows(scene); i++) {
    const NoslipShadow *shadow = noslip_scene_shadow(scene, i);
    noslip_painter_shadow(&painter, shadow,
                          on_table(scene, shadow) ? NOSLIP_LAYER_TABLE_SHADOW : NOSLIP_LAYER_GROUND_SHADOW);
  }
  noslip_painter_order(&painter);
  g_array_sort(painter.pieces, compare_pieces);

  cairo_save(cairo);
  cairo_rectangle(cairo, 0, 0, width, height);
  cairo_clip(cairo);
  cairo_set_source_rgb(cairo, theme->sky.r, theme->sky.g, theme->sky.b);
  cairo_paint(cairo);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
  cairo_new_path(cairo);
  for (guint i = 0; i < painter.pieces->len; i++)
    draw_piece(&painter, &g_array_index(painter.pieces, NoslipPiece, i), cairo);
  cairo_restore(cairo);
  g_array_unref(painter.bodies);
  g_array_unref(painter.pieces);
  g_array_unref(painter.points);
}
