/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the values of a draw statement to bodies of a scene. */
#include "core/base/words.h"
#include "ui/picture/scene/shape.h"

#include <string.h>

/* A colour chosen for white paper may be invisible on a dark ground, and the reverse: it is mixed with the text's
 * colour until its contrast is sufficient; the hue changes as little as possible. */
static NoslipColor
legible(const NoslipTheme *theme, NoslipColor color)
{
  double least = theme->dark ? 2.4 : 1.3;
  for (guint i = 0; i < 6 && noslip_color_contrast(color, theme->ground) < least; i++)
    color = noslip_color_mix(color, theme->text, 0.12);
  return color;
}

static NoslipColor
color_of(const NoslipDrawn *drawn, guint index, const NoslipSceneLook *look)
{
  const NoslipTheme *theme = look->theme;
  const NoslipShape *shape = drawn->draw != NULL ? noslip_draw_shape(drawn->draw) : NULL;
  NoslipColor color;
  if (look->has_tint)
    color = look->tint;
  else if (drawn->draw == NULL || !noslip_color_parse(drawn->draw->color, &color))
    color = shape == NULL  ? theme->accent
            : shape->ink   ? noslip_color_mix(theme->text, theme->sky, 0.2)
            : drawn->table ? noslip_color_mix(theme->ground, theme->text, 0.12)
                           : theme->body[index % G_N_ELEMENTS(theme->body)];
  color = legible(theme, color);
  color.a = look->alpha;
  return color;
}

static gboolean
is_hidden(const NoslipDrawn *drawn, const NoslipSceneLook *look)
{
  return look->hidden != NULL && drawn->draw != NULL && drawn->draw->label != NULL &&
         g_hash_table_contains(look->hidden, drawn->draw->label);
}

static void
add_trail(const NoslipDrawn *drawn, NoslipColor color, double t, const double tip[3], const NoslipSceneLook *look,
          NoslipScene *scene)
{
  if (look->hide_trails || is_hidden(drawn, look))
    return;
  NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_TRAIL);
  body->trail = noslip_trail_ref(drawn->trail);
  body->color = color;
  body->width = 3 * look->theme->scale;
  body->trail_time = t;
  body->trail_stays = look->trails_stay;
  if (look->trail_seconds > 0)
    body->trail_first = t - look->trail_seconds;
  else if (drawn->trail->points->len > 0)
    body->trail_first = g_array_index(drawn->trail->points, NoslipTrailPoint, 0).time;
  if (isfinite(tip[0] + tip[1] + tip[2])) {
    memcpy(body->to, tip, sizeof body->to);
    body->trail_tip = TRUE;
  }
  if (drawn->draw != NULL)
    noslip_body_set_label(body, noslip_words(drawn->draw->label));
}

/* body to world: scale, then axis to its direction, then the turns from left to right, then the place. */
gboolean
noslip_drawn_place(const NoslipDrawn *drawn, const double *values, NoslipBody *body)
{
  const NoslipDraw *draw = drawn->draw;
  double at[3], m[16];
  noslip_drawn_vector(values, drawn->at, at);
  noslip_matrix_identity(m);
  noslip_draw_shape(draw)->place(drawn, values, m);
  for (guint k = 0; k < draw->n_turns; k++) {
    double turn[4];
    for (guint i = 0; i < 4; i++)
      turn[i] = noslip_drawn_value(values, drawn->turns[4 * k + i]);
    if (draw->turns[k].axis == 'q')
      noslip_place_quaternion(m, turn);
    else
      noslip_place_turn(m, draw->turns[k].axis, turn[0]);
  }
  for (guint i = 0; i < 3; i++)
    m[12 + i] = at[i];
  memcpy(body->transform, m, sizeof m);
  for (guint i = 0; i < 16; i++)
    if (!isfinite(m[i]))
      return FALSE;
  return TRUE;
}

void
noslip_add_solid(NoslipSceneBuilder *builder, guint index, const NoslipSceneLook *look, NoslipScene *scene)
{
  const NoslipDrawn *drawn = noslip_drawn_at(builder, index);
  const NoslipShape *shape = noslip_draw_shape(drawn->draw);
  NoslipBody placed = {.kind = shape->body};
  if (!noslip_drawn_place(drawn, builder->values, &placed))
    return;
  NoslipBody *body = noslip_scene_add(scene, placed.kind);
  memcpy(body->transform, placed.transform, sizeof body->transform);
  body->color = color_of(drawn, index, look);
  body->pattern = shape->pattern != NULL ? shape->pattern(drawn->draw) : NOSLIP_PATTERN_PLAIN;
  body->table = drawn->table;
  if (drawn->table)
    body->thickness = 0.02;
  if (shape->finish != NULL)
    shape->finish(drawn, builder->values, body);
  body->source = index;
  noslip_body_set_label(body, noslip_words(drawn->draw->label));
}

NoslipBody *
noslip_add_line(NoslipSceneBuilder *builder, guint index, const double from[3], const double to[3],
                const NoslipSceneLook *look, NoslipScene *scene, NoslipBodyKind kind)
{
  const NoslipDrawn *drawn = noslip_drawn_at(builder, index);
  double length = 0;
  if (is_hidden(drawn, look))
    return NULL;
  for (guint i = 0; i < 3; i++)
    length = hypot(length, to[i] - from[i]);
  if (!isfinite(length + from[0] + from[1] + from[2]) || (length < 1e-12 && kind == NOSLIP_BODY_LINE))
    return NULL;
  NoslipBody *body = noslip_scene_add(scene, kind);
  memcpy(body->from, from, sizeof body->from);
  memcpy(body->to, to, sizeof body->to);
  body->width = 3 * look->theme->scale;
  body->color = color_of(drawn, index, look);
  body->source = index;
  noslip_body_set_label(body, noslip_words(drawn->draw->label));
  return body;
}

/* Axes that span the motion, a dot at the present point, and for three dimensions its foot on the plane z = 0. */
static void
add_path(NoslipSceneBuilder *builder, const double at[3], const NoslipSceneLook *look, NoslipScene *scene)
{
  const NoslipTheme *theme = look->theme;
  double size = 0;
  for (guint i = 0; i < 3; i++)
    size = fmax(size, fmax(builder->bounds.high[i], 0) - fmin(builder->bounds.low[i], 0));
  size = size > 0 && isfinite(size) ? size : 1;
  for (guint i = 0; i < 3 && !look->hide_ground; i++) {
    if (builder->axis_names[i] == NULL)
      continue;
    NoslipBody *axis = noslip_scene_add(scene, NOSLIP_BODY_ARROW);
    axis->from[i] = fmin(builder->bounds.low[i], 0) - 0.08 * size;
    axis->to[i] = fmax(fmax(builder->bounds.high[i], 0) + 0.12 * size, 0.25 * size);
    axis->width = 1.75 * theme->scale;
    axis->color = theme->dim;
    axis->label_always = TRUE;
    noslip_body_set_label(axis, builder->axis_names[i]);
  }
  if (!isfinite(at[0] + at[1] + at[2]))
    return;
  NoslipColor color = look->has_tint ? look->tint : theme->body[0];
  color.a = look->alpha;
  NoslipBody *dot = noslip_scene_add(scene, NOSLIP_BODY_SPHERE);
  noslip_place_scale(dot->transform, 0.025 * size, 0.025 * size, 0.025 * size);
  memcpy(dot->transform + 12, at, 3 * sizeof(double));
  dot->color = color;
  if (!builder->flat) {
    NoslipBody *foot = noslip_scene_add(scene, NOSLIP_BODY_LINE);
    memcpy(foot->from, at, sizeof foot->from);
    memcpy(foot->to, at, sizeof foot->to);
    foot->to[2] = 0;
    foot->width = theme->hair_width;
    foot->color = noslip_color_with_alpha(theme->dim, 0.6 * look->alpha);
  }
}

/* Whether it is an arrow of this symbol, which is a velocity, a rate or a multiplier. */
static gboolean
draw_shows(const NoslipSystem *system, const NoslipDraw *draw, const char *symbol)
{
  NoslipExpr expr;
  if (draw->kind != NOSLIP_DRAW_ARROW || !noslip_system_lookup(system, symbol, &expr) ||
      noslip_expr_op(system->graph, expr) != NOSLIP_OP_SYMBOL)
    return FALSE;
  /* arrows that turn with their body depend on coordinates, so they are not velocities */
  for (guint i = 0; i < system->m; i++)
    if (system->coordinates[i].symbol == expr)
      return FALSE;
  for (guint i = 0; i < system->n_parameters; i++)
    if (system->parameters[i].symbol == expr)
      return FALSE;
  for (guint i = 0; i < 3; i++)
    if (noslip_expr_depends(system->graph, draw->along[i], 1, &expr))
      return TRUE;
  return FALSE;
}

void
noslip_drawn_add(NoslipSceneBuilder *builder, guint index, double t, const NoslipSceneLook *look, NoslipScene *scene)
{
  const NoslipDrawn *drawn = noslip_drawn_at(builder, index);
  const NoslipShape *shape = drawn->draw != NULL ? noslip_draw_shape(drawn->draw) : NULL;
  double at[3];
  if (shape != NULL) {
    guint first = scene->bodies->len;
    shape->add(builder, index, look, scene);
    gboolean lit = look->pointed != NULL && draw_shows(builder->system, drawn->draw, look->pointed);
    for (guint i = first; i < scene->bodies->len && lit; i++)
      g_array_index(scene->bodies, NoslipBody, i).width *= NOSLIP_LIT;
    return;
  }
  noslip_drawn_vector(builder->values, drawn->at, at);
  add_trail(drawn, color_of(drawn, index, look), t, at, look, scene);
  if (builder->plain_path)
    add_path(builder, at, look, scene);
}
