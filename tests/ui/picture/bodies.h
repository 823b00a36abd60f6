/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies for tests of scenes. */
#pragma once

#include <math.h>

#include "ui/picture/scene/scene-items.h"
#include "ui/picture/scene/scene-place.h"

static inline NoslipBody *
add_ball(NoslipScene *scene, double x, double y, double r, NoslipPattern pattern, NoslipColor color)
{
  NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_SPHERE);
  noslip_place_scale(body->transform, r, r, r);
  body->transform[12] = x;
  body->transform[13] = y;
  body->transform[14] = r;
  body->pattern = pattern;
  body->color = color;
  return body;
}

static inline NoslipBody *
add_box(NoslipScene *scene, double x, double y, double z, double a, double b, double c, NoslipColor color)
{
  NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_BOX);
  noslip_place_scale(body->transform, a, b, c);
  body->transform[12] = x;
  body->transform[13] = y;
  body->transform[14] = z;
  body->color = color;
  return body;
}

static const NoslipColor red = {0.8, 0.15, 0.1, 1}, blue = {0.1, 0.3, 0.8, 1}, green = {0.1, 0.6, 0.3, 1};

static inline NoslipScene *
plate_on_beam(void)
{
  NoslipScene *scene = noslip_scene_new();
  add_box(scene, 0, 0, 0.1, 2, 2, 0.2, red);
  add_box(scene, 0, 0, -0.1, 0.4, 1.9, 0.2, blue);
  return scene;
}

static inline NoslipScene *
table_on_spindle(void)
{
  NoslipScene *scene = noslip_scene_new();
  NoslipBody *table = noslip_scene_add(scene, NOSLIP_BODY_DISK), *spindle;
  noslip_place_scale(table->transform, 2, 2, 2);
  table->table = TRUE;
  table->thickness = 0.02;
  table->color = red;
  spindle = noslip_scene_add(scene, NOSLIP_BODY_CYLINDER);
  noslip_place_scale(spindle->transform, 0.9, 0.9, 0.3);
  spindle->transform[14] = -0.32;
  spindle->color = blue;
  return scene;
}

/* The middle of the slope is nearer than the body on its upper end. */
static inline NoslipScene *
block_on_slope(void)
{
  NoslipScene *scene = noslip_scene_new();
  NoslipBody *slope = add_box(scene, 0, 0, 0, 1, 4, 0.04, blue); /* valid until the next body is added */
  noslip_place_turn(slope->transform, 'x', 0.3);
  NoslipBody *block = add_box(scene, 0, 0, 0, 0.5, 0.5, 0.1, red);
  noslip_place_turn(block->transform, 'x', 0.3);
  block->transform[13] = 1.6 * cos(0.3) - 0.07 * sin(0.3);
  block->transform[14] = 1.6 * sin(0.3) + 0.07 * cos(0.3);
  return scene;
}
