/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/scene/shape.h"

#include <math.h>
#include <string.h>

static void
clear_body(gpointer item)
{
  NoslipBody *body = item;
  g_free(body->label);
  if (body->kind == NOSLIP_BODY_TRAIL && body->trail != NULL)
    noslip_trail_unref(body->trail);
  if (body->kind == NOSLIP_BODY_POINTS && body->ensemble_points != NULL)
    noslip_ensemble_points_unref(body->ensemble_points);
}

static void
clear_ghost(gpointer data)
{
  g_free(((NoslipGhost *) data)->name);
}

NoslipScene *
noslip_scene_new(void)
{
  NoslipScene *scene = g_new0(NoslipScene, 1);
  scene->bodies = g_array_new(FALSE, FALSE, sizeof(NoslipBody));
  g_array_set_clear_func(scene->bodies, clear_body);
  scene->shadows = g_array_new(FALSE, FALSE, sizeof(NoslipShadow));
  scene->ghosts = g_array_new(FALSE, FALSE, sizeof(NoslipGhost));
  g_array_set_clear_func(scene->ghosts, clear_ghost);
  return scene;
}

void
noslip_scene_free(NoslipScene *scene)
{
  if (scene == NULL)
    return;
  g_array_unref(scene->bodies);
  g_array_unref(scene->shadows);
  g_array_unref(scene->ghosts);
  g_free(scene);
}

void
noslip_scene_clear(NoslipScene *scene)
{
  g_array_set_size(scene->bodies, 0);
  g_array_set_size(scene->shadows, 0);
  g_array_set_size(scene->ghosts, 0);
  scene->shadows_cast = FALSE;
}

NoslipBody *
noslip_scene_add(NoslipScene *scene, NoslipBodyKind kind)
{
  NoslipBody body = {
      .kind = kind,
      .width = 2,
      .color = {0.5, 0.5, 0.5, 1},
      .source = G_MAXUINT,
  };
  if (kind == NOSLIP_BODY_DISK) {
    body.thickness = 0.08;
  } else if (kind == NOSLIP_BODY_ARROW) {
    body.value = NAN;
    body.magnification = 1;
  } else if (kind == NOSLIP_BODY_TRAIL) {
    body.trail_time = INFINITY;
    body.trail_first = -INFINITY;
  }
  noslip_matrix_identity(body.transform);
  g_array_append_val(scene->bodies, body);
  scene->shadows_cast = FALSE;
  return &g_array_index(scene->bodies, NoslipBody, scene->bodies->len - 1);
}

void
noslip_scene_add_ghost(NoslipScene *scene, const char *name, NoslipColor color)
{
  NoslipGhost ghost = {g_strdup(name), color};
  g_array_append_val(scene->ghosts, ghost);
}

void
noslip_body_set_label(NoslipBody *body, const char *label)
{
  char *copy = g_strdup(label);
  g_free(body->label);
  body->label = copy;
}

guint
noslip_scene_n_bodies(const NoslipScene *scene)
{
  return scene->bodies->len;
}

const NoslipBody *
noslip_scene_body(const NoslipScene *scene, guint index)
{
  return index < scene->bodies->len ? &g_array_index(scene->bodies, NoslipBody, index) : NULL;
}

gboolean
noslip_body_is_solid(const NoslipBody *body)
{
  const NoslipShape *shape = noslip_body_shape(body);
  return shape != NULL && shape->support != NULL;
}

gboolean
noslip_body_is_ghost(const NoslipBody *body)
{
  return body->color.a < 0.999;
}

#define COINCIDES 1e-4 /* of the size of a body: much less than a pixel */

static gboolean
trails_coincide(const NoslipBody *one, const NoslipBody *other)
{
  if (!one->trail || !other->trail || one->trail_time != other->trail_time || one->trail_first != other->trail_first ||
      one->trail_tip != other->trail_tip || one->trail_stays != other->trail_stays)
    return FALSE;
  double distance = COINCIDES * other->trail->extent, apart = 0;
  for (guint i = 0; one->trail_tip && i < 3; i++)
    apart += fabs(one->to[i] - other->to[i]);
  return one->width <= other->width && apart <= distance &&
         noslip_trail_coincides(one->trail, other->trail, one->trail_first, one->trail_time, distance);
}

static gboolean
coincides(const NoslipBody *one, const NoslipBody *other)
{
  double size = 0, apart = 0;
  if (one->kind == NOSLIP_BODY_TRAIL)
    return trails_coincide(one, other);
  if (one->kind == NOSLIP_BODY_ARROW) {
    for (guint i = 0; i < 3; i++) {
      size = fmax(size, fabs(one->to[i] - one->from[i]));
      apart = fmax(apart, fmax(fabs(one->from[i] - other->from[i]), fabs(one->to[i] - other->to[i])));
    }
    return one->width == other->width && apart <= COINCIDES * size;
  }
  if ((one->kind == NOSLIP_BODY_DISK || one->kind == NOSLIP_BODY_TORUS) && one->thickness != other->thickness)
    return FALSE;
  for (guint i = 0; i < 16; i++) {
    size = i < 12 ? fmax(size, fabs(one->transform[i])) : size;
    apart = fmax(apart, fabs(one->transform[i] - other->transform[i]));
  }
  return apart <= COINCIDES * size;
}

gboolean
noslip_scene_hides(const NoslipScene *scene, const NoslipBody *ghost)
{
  if (ghost->source == G_MAXUINT && ghost->kind != NOSLIP_BODY_TRAIL)
    return FALSE;
  for (guint i = 0; i < scene->bodies->len; i++) {
    const NoslipBody *body = &g_array_index(scene->bodies, NoslipBody, i);
    if (body->source == ghost->source && body->kind == ghost->kind && !noslip_body_is_ghost(body) &&
        coincides(ghost, body))
      return TRUE;
  }
  return FALSE;
}

void
noslip_body_centre(const NoslipBody *body, double centre[3])
{
  const NoslipShape *shape = noslip_body_shape(body);
  double up = shape != NULL && shape->middle != NULL ? shape->middle(body) : 0;
  for (guint i = 0; i < 3; i++)
    centre[i] = body->transform[12 + i] + up * body->transform[8 + i];
}

double
noslip_body_support(const NoslipBody *body, const double direction[3])
{
  const NoslipShape *shape = noslip_body_shape(body);
  double along[3];
  for (guint k = 0; k < 3; k++)
    along[k] = direction[0] * body->transform[4 * k] + direction[1] * body->transform[4 * k + 1] +
               direction[2] * body->transform[4 * k + 2];
  return shape != NULL && shape->support != NULL ? shape->support(body, along) : 0;
}
